"""Textures: trees, reeds, peaks and grass, scattered over terrain in a few variants of each."""

from __future__ import annotations

from functools import cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.farmland import Parcels
from pnp.art.map.land_areas import Land, LandArea, ground_look
from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import MapPalette
from pnp.art.map.noise import Array, lattice, octaves, scattered, varied
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import lines_path, normals, polygons, resample
from pnp.hexgrid import Hex
from pnp.model.looks.area_looks import AreaLook, GroundLook
from pnp.model.looks.line_looks import RoadLook
from pnp.model.looks.look import TerrainLook
from pnp.model.looks.textures import Belt, Texture
from pnp.scene import Item, Matrix, Path, Scene, Stroke, Use
from pnp.units import Mm, int_sum

PALM_GROVE, PALM_GROVE_PT = 0.19, 48.0
"""The level and the wavelength of the noise that makes groves on clear land."""


@cache
def _variants(look: TerrainLook, texture: Texture, palette: MapPalette, pt: Mm) -> tuple[Scene, ...]:
    """Return the drawings of all variants of a texture, on hexes where a point is `pt` mm long."""
    left, up, right, down = (value * pt for value in texture.reach_pt)
    scenes = []
    for i in range(texture.variants):
        items = DRAWINGS[texture.paint](palette.of(look), pt, i / max(texture.variants - 1, 1))
        placed = tuple(_shifted(item, left, up) for item in items)
        scenes.append(Scene(f"{texture.name}-{i + 1}", left + right, up + down, placed))
    return tuple(scenes)


def _shifted(item: Item, dx: Mm, dy: Mm) -> Item:
    """Return a path, moved to the right by `dx` and down by `dy`."""
    assert isinstance(item, Path)
    xy = tuple(round(value + (dy if i % 2 else dx), 4) for i, value in enumerate(item.xy))
    return Path(item.ops, xy, item.fill, item.stroke)


def draw_texture(frame: MapFrame, look: TerrainLook, texture: Texture, points: Array) -> list[Item]:
    """Draw a texture, such as trees: one of its variants at each of these points.

    They are drawn in the order given.
    """
    pt, seed = frame.scaled(1), frame.seed
    left, up, *_ = (value * pt for value in texture.reach_pt)
    scenes = _variants(look, texture, frame.palette, pt)
    if not len(points):
        return []
    numbers = (
        varied(points, texture.variants, seed) if texture.choice is None else DRAWINGS[texture.choice](points, pt, seed)
    ).tolist()
    scales = np.array(texture.scales)[varied(points, len(texture.scales), seed + 5)]
    spots = np.round(points - np.array((left, up)) * scales[:, None], 3).tolist()
    return [
        Use(scenes[number % len(scenes)], Matrix(k, 0, 0, k, x, y))  # a choice may know more variants
        for number, k, (x, y) in zip(numbers, scales.tolist(), spots, strict=True)
    ]


def dense_enough(texture: Texture, points: Array, pt: Mm, seed: int) -> Array:
    """Return the places that have a texture: all, or the share of them that its `density` says."""
    if texture.density is None or not len(points):
        return points
    cells = np.floor(points * 89).astype(np.int64)
    kept: NDArray[np.bool_] = lattice(cells[:, 0], cells[:, 1], seed + 7) < DRAWINGS[texture.density](points, pt, seed)
    return points[kept]


def draw_area_textures(land: Land, keep: Occupancy) -> list[Item]:
    """Draw the textures of all covered areas, such as trees in woods, where nothing is printed."""
    frame, items = land.frame, list[Item]()
    pt = frame.scaled(1)
    for cover in land.covers:
        look = cover.look
        for texture in (look.under, look.texture):
            if texture is None:
                continue
            inner = cover.geometry.buffer(-texture.inset_pt * pt)
            if texture.rows is not None:
                items += _draw_rows(frame, look, texture, inner, keep)
                continue
            places = free_places(
                frame, texture, look.name + (texture.name if texture is look.under else ""), inner, keep
            )
            if texture.in_every_hex:
                places = places[has_room(keep, places, texture, pt)]
                places = in_every_hex(frame, frame.hexes_like(look.name), texture, places, keep)
            items += draw_texture(frame, look, texture, places)
        for belt in look.belts:
            places = free_places(frame, belt.texture, belt.texture.name, _belt_area(land, cover, belt), keep)
            items += draw_texture(frame, look, belt.texture, places)
    return items


def free_places(frame: MapFrame, texture: Texture, key: str, area: BaseGeometry, keep: Occupancy) -> Array:
    """Return the places of a scattered texture in an area; `key` is the name of its pattern of points."""
    pt = frame.scaled(1)
    places = within(
        area, scattered(frame.box.grown(3 * pt), texture.spacing_pt * pt, frame.seed + int_sum(map(ord, key)))
    )
    return dense_enough(texture, places[keep.at(places) == 0], pt, frame.seed)


def _belt_area(land: Land, cover: LandArea, belt: Belt) -> BaseGeometry:
    """Return the area of a belt: outside a covered area on clear land, or inside it along rivers."""
    pt = land.frame.scaled(1)
    near, far = belt.from_pt * pt, belt.to_pt * pt
    if belt.outside:
        around = cover.geometry.simplify(0.3 * pt).buffer(far, quad_segs=4)
        others = [one.geometry.buffer(2 * pt) for one in land.covers if one is not cover]
        return around.difference(shapely.union_all([cover.geometry.buffer(near, quad_segs=4), *others]))
    tidal = land.waters.surface.simplify(0.3 * pt)
    return (
        tidal.buffer(far, quad_segs=4)
        .difference(tidal.buffer(near, quad_segs=4))
        .intersection(cover.geometry.buffer(3 * pt))
    )


def _draw_rows(frame: MapFrame, look: AreaLook, texture: Texture, area: BaseGeometry, keep: Occupancy) -> list[Item]:
    """Draw a texture that is planted in rows, such as vines, with the wires along the rows."""
    rows, pt = texture.rows, frame.scaled(1)
    assert rows is not None
    places: list[Array] = []
    wires: list[Array] = []
    for part in sorted(polygons(area), key=lambda part: (part.bounds[1], part.bounds[0])):
        middle = np.round(np.array([part.centroid.coords[0]]) / (0.6 * frame.grid.across_flats))
        turn = np.radians(rows.angles[int(varied(middle, len(rows.angles), frame.seed + 8)[0])])
        cos, sin = np.cos(turn), np.sin(turn)
        x0, y0, x1, y1 = part.bounds
        reach = np.hypot(x1 - x0, y1 - y0) / 2
        us = np.arange(-reach, reach, rows.along_pt * pt)
        shapely.prepare(part)
        for row, v in enumerate(np.arange(-reach, reach, rows.across_pt * pt)):
            if rows.path_every and row % rows.path_every == rows.path_every - 1:
                continue
            spots = np.stack([us * cos - v * sin, us * sin + v * cos], axis=1)
            spots = spots + np.array(((x0 + x1) / 2, (y0 + y1) / 2))
            if rows.jitter_pt:
                shift = np.stack([lattice(np.arange(len(us)), us * 0 + row, frame.seed + k) for k in (1, 2)], axis=1)
                spots = spots + (shift - 0.5) * 2 * rows.jitter_pt * pt
            good = shapely.contains_xy(part, spots[:, 0], spots[:, 1]) & (keep.at(spots) == 0)
            places.append(spots[good])
            ends = np.flatnonzero(np.diff(np.concatenate([[0], good.astype(np.int64), [0]])))
            wires += [spots[a:b][[0, -1]] for a, b in zip(ends[::2], ends[1::2], strict=True) if b - a > 1]
    if not places:
        return []
    planted = np.concatenate(places)
    planted = planted[np.lexsort((planted[:, 0], planted[:, 1]))]
    art = draw_texture(frame, look, texture, planted)
    if not rows.wire or not wires:
        return art
    return [lines_path(wires, Stroke(frame.palette.of(look)[rows.wire], frame.stroke(0.3)), tolerance=0), *art]


def draw_road_trees(frame: MapFrame, routes: list[DrawnRoute], keep: Occupancy) -> list[Item]:
    """Draw the trees along roads, on both sides, where nothing is printed; some of them are missing."""
    pt, items = frame.scaled(1), list[Item]()
    for look in dict.fromkeys(route.look for route in routes):
        if not isinstance(look, RoadLook) or look.trees is None:
            continue
        rows: list[Array] = []
        for route in (one for one in routes if one.look is look):
            spots = resample(route.points, look.trees.spacing_pt * pt)
            rows += [spots + normals(spots) * hand * look.trees.inset_pt * pt for hand in (1, -1)]
        places = np.concatenate(rows)
        ring = np.array([(0.0, 0.0), (0.9, 0.0), (-0.9, 0.0), (0.0, 1.4), (0.0, -2.0)]) * pt
        places = places[
            (keep.at(places[:, None] + ring) == 0).all(axis=1) & (varied(places, 100, frame.seed + 14) < 88)
        ]
        places = places[np.lexsort((places[:, 0], places[:, 1]))]
        keep.stamp(places, 3.0 * pt, 1)
        items += draw_texture(frame, look, look.trees, places)
    return items


def within(area: BaseGeometry, points: Array) -> Array:
    """Return the points that are inside an area."""
    shapely.prepare(area)
    return points[shapely.contains_xy(area, points[:, 0], points[:, 1])] if len(points) else points


def has_room(keep: Occupancy, points: Array, texture: Texture, pt: float) -> Array:
    """Return for each point whether a texture has room there."""
    room = np.array(texture.room_pt) * pt
    return np.asarray((keep.at(points[:, None] + room) == 0).all(axis=1), dtype=np.bool_)


def in_every_hex(frame: MapFrame, hexes: tuple[Hex, ...], texture: Texture, points: Array, keep: Occupancy) -> Array:
    """Return the points, and one more in each of these hexes that has no point near its centre.

    They are in order from north to south.
    """
    grid, pt = frame.grid, frame.scaled(1)
    steps = np.arange(-0.5, 0.51, 0.1) * grid.side
    ring = np.stack([g.ravel() for g in np.meshgrid(steps, steps)], axis=1)
    for cell in hexes:
        middle = np.array(grid.centre(cell))
        if len(points) and (np.hypot(*(points - middle).T) < 0.55 * grid.side).any():
            continue
        spots = middle + ring
        spots = spots[has_room(keep, spots, texture, pt)]
        if len(points) and len(spots):
            spots = spots[np.hypot(*(spots[:, None] - points).transpose(2, 0, 1)).min(axis=1) > 12 * pt]
        if len(spots):
            best = spots[np.hypot(*(spots - middle).T).argmin()]
            points = np.concatenate([points, best[None]])
    return points[np.argsort(points[:, 1], kind="stable")] if len(points) else points


def draw_clear_textures(land: Land, parcels: Parcels, off: Occupancy, sample: TerrainLook | None) -> list[Item]:
    """Draw tufts of grass on clear land, and groves if other terrain of the map brings them.

    In a sample of clear land, grass is not thinned. What is drawn is marked in `off`, the raster of printed things.
    """
    frame, seed = land.frame, land.frame.seed
    pt = frame.scaled(1)
    bare = frame.paper_area.difference(land.covered.buffer(3.0 * pt)).difference(land.waters.standing.buffer(4.5 * pt))
    ground = ground_look(frame)
    off.stamp(parcels.points(), 1.9 * pt, 1)
    grown: list[Item] = []
    for look, texture in _groves(frame, sample):
        places = within(bare.buffer(-texture.inset_pt * pt), scattered(frame.box, texture.spacing_pt * pt, seed + 11))
        places = places[has_room(off, places, texture, pt)]
        if texture.density is None or sample is not None:
            level = PALM_GROVE if sample is None else -0.1
            places = places[octaves(places, PALM_GROVE_PT * pt, seed + 71, 2) > level]
        else:
            places = dense_enough(texture, places, pt, seed)
        off.stamp(places, 6.7 * (texture.spacing_pt / 13) * pt, 1)
        grown += draw_texture(frame, look, texture, places)
    places = within(bare, scattered(frame.box.grown(-2 * pt), ground.texture.spacing_pt * pt, seed + 12))
    places = places[has_room(off, places, ground.texture, pt)]
    if ground.texture.density is None or sample is not None:
        places = places[octaves(places, 60 * pt, seed + 40, 2) > (-0.12 if sample is None else -1)]
    else:
        places = dense_enough(ground.texture, places, pt, seed)
    items = draw_texture(frame, ground, ground.texture, places)
    if ground.trees is not None:
        inner = bare.buffer(-ground.trees.inset_pt * pt)
        singly = free_places(frame, ground.trees, ground.trees.name, inner, off)
        if ground.tree_belts_pt is not None:
            beside = _tree_belts(land, parcels, ground.tree_belts_pt).intersection(inner)
            spots = scattered(frame.box, 0.8 * ground.trees.spacing_pt * pt, seed + 13)
            spots = within(beside, spots)
            spots = spots[varied(spots, 100, seed + 15) < 62]
            singly = np.concatenate([singly, spots])
            singly = singly[np.lexsort((singly[:, 0], singly[:, 1]))]
        singly = singly[has_room(off, singly, ground.trees, pt)]
        items += draw_texture(frame, ground, ground.trees, singly)
    return items + grown


def _tree_belts(land: Land, parcels: Parcels, reach_pt: tuple[float, float]) -> BaseGeometry:
    """Return the land near fields and along water on which trees stand; they leave the banks themselves free."""
    pt = land.frame.scaled(1)
    fields = [shapely.Polygon(ring).buffer(reach_pt[0] * pt, quad_segs=2) for ring in parcels.rings]
    wet = land.waters.surface.simplify(0.3 * pt)
    banks = wet.buffer(reach_pt[1] * pt, quad_segs=3).difference(wet.buffer(0.5 * reach_pt[1] * pt, quad_segs=3))
    return shapely.union_all([*fields, banks])


def _groves(frame: MapFrame, sample: TerrainLook | None) -> list[tuple[TerrainLook, Texture]]:
    """Return the textures of groves on clear land, each with the look that brings it.

    A sample of clear land has the groves of all terrain of the game.
    """
    if sample is not None and not isinstance(sample, GroundLook):
        return []
    known = {kind.look for kind in frame.kinds.values()} if sample is not None else set()
    return [
        (look, look.groves)
        for name, look in frame.looks.of(AreaLook).items()
        if look.groves is not None and (name in known or frame.hexes_like(name))
    ]
