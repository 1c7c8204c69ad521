"""A trail of dust behind a vehicle."""

from __future__ import annotations

from pnp.art.covers.drawn_layers import MOTIF_SHAPES, Shapes
from pnp.art.covers.shapes import Shape, disc, joined, moved, random_numbers, rect
from pnp.model.cover_layers.motif_layers import Dust


@MOTIF_SHAPES.enter("dust")
def dust(motif: Dust, seed: int) -> Shapes:
    """Return the cloud and its shade."""
    cloud = _cloud(motif, seed, 1.0)
    shade = cloud.intersection(moved(cloud, motif.height * 0.09, -motif.height * 0.22))
    return [("light", cloud), ("mid", shade.intersection(_cloud(motif, seed + 5, 0.8)))]


def _cloud(motif: Dust, seed: int, share: float) -> Shape:
    """Return a cloud with this share of the full height."""
    numbers = random_numbers(seed)
    length, height = motif.length, motif.height
    puffs = [rect(-length * 1.02, -3, length, 7)]
    for number in range(motif.lobes):
        along = number / max(1, motif.lobes - 1)
        top = (0.14 + 0.86 * along**0.8) * height * share * numbers.uniform(0.72, 1.05)
        radius = min(top * 0.5, height * numbers.uniform(0.13, 0.25) + 4)
        y = top - radius
        puffs.append(disc(-along * length + numbers.uniform(-8, 8), y, radius))
        while y > radius:
            y -= radius * 1.1
            x = -along * length + numbers.uniform(-0.3, 0.3) * radius
            puffs.append(disc(x, max(0, y), radius * 1.15))
    return joined(puffs).buffer(2).buffer(-2).intersection(rect(-length * 2, -2, length * 3, 9999))
