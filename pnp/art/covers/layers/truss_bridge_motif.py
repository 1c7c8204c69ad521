"""A truss bridge with any number of spans."""

from __future__ import annotations

from pnp.art.covers.drawn_layers import MOTIF_SHAPES, Shapes
from pnp.art.covers.shapes import evenly, joined, line, polygon, rect
from pnp.model.cover_layers.motif_layers import TrussBridge


@MOTIF_SHAPES.enter("truss_bridge")
def truss_bridge(motif: TrussBridge, seed: int) -> Shapes:
    """Return the steel, the piers, and the light on both."""
    length, deck, panels = motif.spans * motif.span, motif.pier + 7, 8
    steel = [rect(-60, motif.pier, length + 120, 7)]
    for number in range(motif.spans):
        start = number * motif.span + 4
        xs = evenly(start, start + motif.span - 8, panels + 1)
        rise = [
            motif.height * (1 - ((i - panels / 2) / (panels / 2)) ** 2) ** 0.6 if 0 < i < panels else 0
            for i in range(panels + 1)
        ]
        chord = [(x, deck + up) for x, up in zip(xs, rise, strict=True)]
        steel.append(line(chord, 5))
        for i in range(1, panels):
            steel.append(line([(xs[i], motif.pier + 4), chord[i]], 2.6))
        for i in range(1, panels - 1):
            steel.append(line([(xs[i], motif.pier + 5), chord[i + 1]], 1.9))
            steel.append(line([(xs[i + 1], motif.pier + 5), chord[i]], 1.9))
    middles = [number * motif.span for number in range(motif.spans + 1)]
    piers = [polygon((x - 11, -8), (x - 8, motif.pier), (x + 8, motif.pier), (x + 11, -8)) for x in middles]
    lit = [polygon((x - 11, -8), (x - 8, motif.pier), (x - 3, motif.pier), (x - 4, -8)) for x in middles]
    return [
        ("body", joined(steel)),
        ("body", joined(piers)),
        ("mid", joined([*lit, rect(-60, motif.pier + 5, length + 120, 2)])),
    ]
