"""Ships on the horizon and landing craft."""

from __future__ import annotations

from pnp.draw.cover_art.drawn_layers import MOTIF_SHAPES, Shapes
from pnp.draw.cover_art.shapes import joined, line, polygon, rect
from pnp.model.cover_layers.motif_layers import LandingCraft, Warship


@MOTIF_SHAPES.enter("warship")
def warship(motif: Warship, seed: int) -> Shapes:
    """Return the hull with its upper works, masts and guns."""
    hull = polygon((-150, 0), (-160, 22), (-90, 22), (90, 24), (168, 34), (150, 0))
    boxes = ((-40, 22, 70, 16), (-20, 38, 40, 12), (-4, 50, 18, 14), (-64, 22, 16, 30), (40, 24, 30, 10))
    upper_works = [rect(*box) for box in (*boxes, (-110, 22, 30, 9))]
    masts = [line([(6, 64), (6, 108)], 2.4), line([(-16, 96), (28, 96)], 1.4)]
    guns = [line([(70, 32), (104, 40)], 2.6), line([(-110, 28), (-142, 36)], 2.6)]
    return [("body", joined([hull, *upper_works, *masts, *guns]))]


@MOTIF_SHAPES.enter("landing_craft")
def landing_craft(motif: LandingCraft, seed: int) -> Shapes:
    """Return the hull with its bridge, and the light along its gunwale."""
    hull = polygon((-70, 0), (-76, 26), (66, 26), (92, 40), (96, 36), (78, 0))
    bridge = [rect(-72, 26, 30, 18), rect(-64, 44, 12, 8), line([(-58, 50), (-58, 78)], 2)]
    return [("body", joined([hull, *bridge])), ("mid", rect(-74, 22, 142, 3))]
