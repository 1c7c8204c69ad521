"""Crowns of a forest seen from above: one random field over a whole area, larger inside than at its edge.

Every crown depends only on its own place, on the area near it and on the crowns beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from pnp.art.map.land_areas import LandArea
from pnp.art.map.noise import Array, chance, octaves, scattered, varied
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import rings_path
from pnp.art.map.thinning import apart
from pnp.palette import mix
from pnp.scene import Colour, Item, Matrix, Scene, Use

SPACING_PT = 3.0
"""The least distance of two possible places of crowns."""
SMALL_PT, GROWTH_PT, DEPTH_PT = 1.75, 1.75, 12.0
"""The radius of crowns at the edge of a forest, and by how much they are larger at a distance inside it."""
LUMPS_PT = 25.0
"""The wavelength of the noise that makes groups of larger and of smaller crowns, and clearings."""
CLEARING = -0.68
"""The level of that noise below which there may be a clearing."""
TOUCH = 0.69
"""The least distance of two crowns, as a share of the sum of their radii."""
BIG_PT = 2.2
"""The radius from which a crown has a light spot."""
RIM_PT = 0.34
"""How far the dark ground of the crowns is seen around them."""
HALO_PT = 1.0
"""How near to a hex number crowns may be; the number has a halo."""
EDGE_PT = 4.2
"""How deep inside crowns still have a shadow on the ground beyond the forest."""
SHADOW_PT = (0.9, 1.2)
"""How far to the right and down the shadow of a forest is."""
UNDER_PT, UNDER_EVERY_PT = 2.0, 2.2
"""The radius of the crowns of the understorey, and the least distance of two possible places of them."""
UNSEEN_PT = 1.4
"""A crown of the understorey whose centre is nearer than this to a larger crown is not needed."""
SHAPES = 9
"""How many shapes crowns have."""
UNIT_PT, MARGIN = 3.0, 1.2
"""The radius of a crown that is drawn at its own size, and the half of its drawing in radii."""


@dataclass(frozen=True, eq=False)
class Crowns:
    """The crowns of an area, first those below others: centres, radii, and how deep they are inside, in points."""

    spots: Array
    sizes: Array
    depths: Array


class CrownColours(NamedTuple):
    """The colours of a crown: the crown, its dark side and its light spot."""

    body: Colour
    dark: Colour
    light: Colour


@lru_cache(maxsize=2)
def crowns(area: LandArea, keep: Occupancy) -> Crowns:
    """Return the crowns of an area where nothing is printed, and below them those of an understorey in all gaps."""
    frame, pt, seed = area.frame, area.pt, area.frame.seed
    spots = scattered(frame.box.grown(5 * pt), SPACING_PT * pt, seed + 34)
    outline = shapely.boundary(area.geometry)
    skirt = area.geometry.buffer(1.4 * pt)
    for shape in (outline, skirt, area.geometry):
        shapely.prepare(shape)
    spots = spots[shapely.contains_xy(skirt, *spots.T)]
    inside = np.where(shapely.contains_xy(area.geometry, *spots.T), 1, -1)
    depths = shapely.distance(shapely.points(spots), outline) * inside / pt
    lumps = octaves(spots, LUMPS_PT * pt, seed + 33, 2)
    growth = np.clip(depths / DEPTH_PT, 0, 1) * (0.62 + 0.9 * np.clip(lumps + 0.25, 0, 1))
    sizes = (SMALL_PT + GROWTH_PT * growth) * (0.86 + 0.3 * varied(spots, 1000, seed + 36) / 1000) * pt
    bare = (lumps < CLEARING) & (depths > 6) & (octaves(spots, 14 * pt, seed + 44, 2) < 0)
    room = _near_numbers(area, keep)
    circle = np.stack([np.cos(np.arange(8) * np.pi / 4), np.sin(np.arange(8) * np.pi / 4)], axis=1)
    for share in (0.9, 0.62):  # crowns beside print are small
        near = (room.at(spots[:, None] + circle * (share * sizes)[:, None, None]) > 0).any(axis=1)
        sizes = np.where(near, np.minimum(sizes, 0.9 * SMALL_PT * pt), sizes)
    near = (room.at(spots[:, None] + circle * (0.5 * sizes)[:, None, None]) > 0).any(axis=1)
    chosen = np.flatnonzero(~near & ~bare)
    rank = np.round(sizes / pt * 2) + varied(spots, 100_000, seed + 37) / 100_000  # the larger crown remains
    chosen = chosen[apart(spots[chosen], TOUCH * sizes[chosen], rank[chosen])]
    spots, sizes, depths = spots[chosen], sizes[chosen], depths[chosen]
    low, low_sizes = _understorey(area, spots, sizes)
    low_depths = shapely.distance(shapely.points(low), outline) / pt
    return Crowns(*(np.concatenate(both) for both in ((low, spots), (low_sizes, sizes), (low_depths, depths))))


def _understorey(area: LandArea, spots: Array, sizes: Array) -> tuple[Array, Array]:
    """Return the places and radii of small crowns in the gaps between others, so that the bare ground is not seen.

    They are also below names and lines, and below hex numbers with a halo.
    """
    frame, pt, seed = area.frame, area.pt, area.frame.seed
    places = scattered(frame.box.grown(5 * pt), UNDER_EVERY_PT * pt, seed + 46)
    inner = area.geometry.buffer(-0.5 * UNDER_PT * pt, quad_segs=2)
    shapely.prepare(inner)
    places = places[shapely.contains_xy(inner, *places.T)]
    if not frame.map.theme.numbers.halo:
        for rect in frame.numbers.values():
            box = rect.grown(frame.scaled(HALO_PT) + UNDER_PT * pt)
            x, y = places.T
            places = places[(x < box.x) | (x > box.right) | (y < box.y) | (y > box.bottom)]
    if len(spots) and len(places):
        tree, points = shapely.STRtree(np.asarray(shapely.points(spots))), np.asarray(shapely.points(places))
        one, crown = tree.query(points, predicate="dwithin", distance=float(sizes.max()) + UNSEEN_PT * pt)
        hidden = np.hypot(*(places[one] - spots[crown]).T) < sizes[crown] + UNSEEN_PT * pt
        places = np.delete(places, np.unique(one[hidden]), axis=0)
    radii = UNDER_PT * (0.86 + 0.3 * varied(places, 1000, seed + 47) / 1000) * pt
    chosen = apart(places, 0.6 * radii, varied(places, 100_000, seed + 48) / 100_000)
    return places[chosen], radii[chosen]


def _near_numbers(area: LandArea, keep: Occupancy) -> Occupancy:
    """Return a raster of what crowns avoid: they come nearer to hex numbers than other textures."""
    room, frame = keep.copy(), area.frame
    for rect in frame.numbers.values():
        around = rect.grown(frame.scaled(4.2))
        room.clear(shapely.box(around.x, around.y, around.right, around.bottom))
    for rect in frame.numbers.values():
        room.rect(rect.grown(frame.scaled(HALO_PT)), 1)
    return room


def _lobed(number: int) -> Array:
    """Return the outline of one of the shapes of a crown with radius 1: with six to eight lobes, a little flattened."""
    lobes, deep = 6 + number % 3, 0.10 + 0.08 * chance("crown", number)
    t = np.linspace(0, 2 * np.pi, 4 * lobes, endpoint=False)
    reach = 1 - deep + 2 * deep * np.abs(np.sin((t + 6.3 * chance("turn", number)) * lobes / 2))
    return np.stack([np.cos(t) * reach, 0.95 * np.sin(t) * reach], axis=1)


@cache
def _shapes(name: str, colours: CrownColours, pt: float) -> tuple[Scene, ...]:
    """Return drawings of crowns in these colours, in several shapes without and with a light spot.

    The crowns have a radius of `UNIT_PT` around the point (`MARGIN` times this radius, the same).
    """
    found: list[Scene] = []
    radius = UNIT_PT * pt
    for number in range(2 * SHAPES):
        ring = _lobed(number % SHAPES)
        parts = [(ring, colours.dark), (0.86 * ring - (0.10, 0.12), colours.body)]
        if number >= SHAPES:
            parts.append((0.5 * ring[::2] - (0.22, 0.28), colours.light))
        items = tuple(rings_path([(one + MARGIN) * radius], fill=colour) for one, colour in parts)
        found.append(Scene(f"{name}-{number + 1}", 2 * MARGIN * radius, 2 * MARGIN * radius, items))
    return tuple(found)


def draw_crowns(
    area: LandArea,
    found: Crowns,
    kinds: NDArray[np.int64],
    colours: Sequence[CrownColours],
    *,
    rim: Colour,
    shadow: Colour,
) -> list[Item]:
    """Draw crowns, each in the colours of its kind, with a shadow at the edge and a light spot on large ones.

    `shadow` is the colour of the shadow, and `rim` that of the dark ground, which is seen around and between crowns.
    """
    pt, seed = area.pt, area.frame.seed
    shape = varied(found.spots, SHAPES, seed + 38)
    kind_and_shape = np.stack([kinds, shape + np.where(found.sizes > BIG_PT * pt, SHAPES, 0)], axis=1).tolist()
    edge = found.depths < EDGE_PT
    outer = [np.round(_lobed(number) * (1 + RIM_PT / SMALL_PT), 3) for number in range(SHAPES)]
    under = [
        np.round(spot + (outer[number][::2] if far else outer[number][::5] * 1.15) * size, 2)
        for spot, size, number, far in zip(found.spots, found.sizes, shape.tolist(), edge.tolist(), strict=True)
    ]
    moved = np.array(SHADOW_PT) * pt
    items: list[Item] = [
        rings_path([ring + moved for ring, far in zip(under, edge.tolist(), strict=True) if far], fill=shadow),
        rings_path(under, fill=rim),
    ]
    scales = np.round(found.sizes / (UNIT_PT * pt), 2)
    corners = np.round(found.spots - MARGIN * UNIT_PT * pt * scales[:, None], 2).tolist()
    drawings = [_shapes(f"{area.look.name}-{number + 1}", one, pt) for number, one in enumerate(colours)]
    for (kind, number), k, (x, y) in zip(kind_and_shape, scales.tolist(), corners, strict=True):
        items.append(Use(drawings[kind][number], Matrix(k, 0, 0, k, x, y)))
    return items


def toned(body: Colour, rim: Colour, light: Colour) -> CrownColours:
    """Return the colours of a crown from that of its body, of the rims of the forest and of its light."""
    return CrownColours(body, mix(rim, body, 0.36), mix(light, body, 0.5))
