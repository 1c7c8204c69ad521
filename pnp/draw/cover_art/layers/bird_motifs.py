"""Birds: a gull in flight, and a crow."""

from __future__ import annotations

from pnp.draw.cover_art.drawn_layers import MOTIF_SHAPES, Shapes
from pnp.draw.cover_art.shapes import blob, joined, limb, line
from pnp.model.cover_layers.motif_layers import Crow, Gull


@MOTIF_SHAPES.enter("gull")
def gull(motif: Gull, seed: int) -> Shapes:
    """Return the wings."""
    return [("body", limb([(-10, 3), (-4, 6), (0, 0), (5, 6), (11, 4)], [0.6, 1.8, 2.2, 1.8, 0.6]))]


@MOTIF_SHAPES.enter("crow")
def crow(motif: Crow, seed: int) -> Shapes:
    """Return the bird and its legs."""
    outline = ((-12, 2), (-4, 8), (6, 9), (12, 13), (17, 12), (20, 9), (16, 7), (9, 1), (-2, -2), (-16, -5))
    legs = [line([(x, -1), (x, -7)], 1.2) for x in (2, 5)]
    return [("body", joined([blob(*outline), *legs]))]
