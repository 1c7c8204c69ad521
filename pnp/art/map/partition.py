"""Terrain as a partition of the plane: each point belongs to the terrain whose hexes speak loudest there.

Every hex has a vote, which fades with the distance from its centre, and noise may vote too, except near the centres of
hexes. So two terrains share one edge, without gaps, and the middle of a hex always has its own terrain.

Lengths are in hex heights, the distance across the flats, unless a name says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.contours import contours
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, octaves
from pnp.art.map.outlines import simplified_ring
from pnp.hexgrid import Hex
from pnp.model.looks.area_looks import AreaLook, WaterLook
from pnp.model.looks.look import AreaShape
from pnp.model.looks.place_looks import SettlementLook

DISC = 0.35
"""The radius around the centre of a hex in which all is its own terrain."""
SHARE = 0.60
"""The least share of a hex that its terrain covers."""
_STEP = 1 / 22
"""The distance of the points of the raster."""
_REACH = 1.60
"""How far from its centre a hex has a vote."""
_QUIET, _LOUD = 0.32, 0.54
"""Noise has no vote nearer to a centre than the first distance, and its whole vote beyond the second."""
_LEAST_MARGIN = 0.06
_ROUNDS, _GAIN = 4, 1.55
"""How often, and by how much, a hex with too small a share speaks louder. More rounds would be felt far away."""
_LINK, _LINK_REACH = 0.42, 0.20
"""The vote at the middle of a hexside for the terrain that both of its hexes have."""
_LEAST_PIECE = 0.1
"""The area of the smallest island and of the smallest hole, in squares of hex heights; none is as large as a disc."""
_CALMED = 6
"""How often the levels are averaged with those of the next points, which removes hooks, necks and crumbs."""
_BEND_WAVE, _BEND = 1.15, 1.6
"""How the plane is bent before the votes are counted: the wavelength, and the distance as a multiple of the look's."""
_VOTE_NOISE = 1.7
_RINGS = 2
"""How many rings of hexes beyond the map have votes, so that areas run out under the neat line."""
_BEYOND = 1.2
"""How far beyond the neat line the areas go."""
_FELT = np.array([3.0, 5.5])
"""Beyond the first distance from all hexes of its looks, a plane is open; beyond the second, hexes change nothing."""
_OPEN = ""
"""The name of the terrain of hexes without any of a plane."""


class _Raster(NamedTuple):
    """The columns and rows of the points of planes in mm, and how far each point is moved (2 x rows x columns).

    It is that of the sheet, so that a larger map has the same points.
    """

    x: Array
    y: Array
    bends: Array


def _raster(frame: MapFrame) -> _Raster:
    """Return the points of a map, moved by up to 1 across and down; those that keep still are not moved."""
    box, height = frame.box, frame.grid.across_flats
    step, more = _STEP * height, round(_BEYOND / _STEP)
    x, y = (
        (np.floor(start / step) - more + np.arange(int(length / step) + 2 * more + 2)) * step
        for start, length in ((box.x, box.width), (box.y, box.height))
    )
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    bends = [octaves(points, _BEND_WAVE * height, frame.seed + 900 + way, 3) for way in (0, 1)]
    return _Raster(x, y, np.stack(bends).reshape(2, len(y), len(x)))


class Plane:
    """One partition of a map into the areas of some looks and the rest."""

    def __init__(
        self, frame: MapFrame, raster: _Raster, kinds: Mapping[Hex, str], shapes: Mapping[str, AreaShape]
    ) -> None:
        """Solve the partition. `kinds` has the look of each hex, and `shapes` the shape of each look."""
        self._frame, self._height = frame, frame.grid.across_flats
        self._shapes = shapes
        self._kinds = _with_rings(kinds)
        self._order = [_OPEN, *shapes]
        centres = {cell: frame.grid.centre(cell) for cell in sorted(self._kinds)}
        spoken = np.array([centre for cell, centre in centres.items() if self._kinds[cell] != _OPEN])
        near, far = ((spoken.min(axis=0) - reach, spoken.max(axis=0) + reach) for reach in self._height * _FELT)
        (left, top), (right, foot) = near
        columns = slice(*np.searchsorted(raster.x, (left, right)).tolist())
        rows = slice(*np.searchsorted(raster.y, (top, foot)).tolist())
        self._x, self._y, self._bends = raster.x[columns], raster.y[rows], raster.bends[:, rows, columns]
        self._cells = [cell for cell, at in centres.items() if ((far[0] <= at) & (at <= far[1])).all()]
        self._own = np.array([self._order.index(self._kinds[cell]) for cell in self._cells])
        self._levels = self._solved()

    def area(self, name: str) -> BaseGeometry:
        """Return the area of a look."""
        at = self._order.index(name)
        value = self._levels[at] - np.delete(self._levels, at, axis=0).max(axis=0)
        rings = [ring for ring in contours(value, 0.0, self._x, self._y) if len(ring) >= 8]
        sizes = [_signed_area(ring) / self._height**2 for ring in rings]
        if not rings:
            return Polygon()
        outwards = np.sign(max(sizes, key=abs))  # the largest ring goes around an area
        sized = list(zip(rings, sizes, strict=True))
        outer = [self._smooth_area(ring) for ring, size in sized if size * outwards > _LEAST_PIECE]
        holes = [self._smooth_area(ring) for ring, size in sized if -size * outwards > _LEAST_PIECE]
        return shapely.union_all(outer).difference(shapely.union_all(holes))

    def _smooth_area(self, ring: Array) -> BaseGeometry:
        """Return the area in a ring without the corners of the raster, and with fewer points."""
        return Polygon(simplified_ring(_smoothed(ring), 0.03, self._height)).buffer(0)

    def _solved(self) -> Array:
        """Return how loud each look, and the rest first, speaks at each point of the raster."""
        near, owner = self._nearest_hexes()
        calm = _ramp(near, _QUIET, _LOUD)
        votes = list(self._votes(calm))
        total = np.full(near.shape, 1e-9)
        sums = np.zeros((len(self._order), *near.shape))
        for kind, (window, vote) in zip(self._own.tolist(), votes, strict=True):
            total[window] += vote
            sums[kind][window] += vote
        noise = [self._noise(name, sums[at] / total, calm) for at, name in enumerate(self._order)]
        links = self._links(near.shape)
        mine = self._own[owner]
        size = np.bincount(owner.ravel(), minlength=len(self._cells))
        disc = (near <= DISC + 0.02).ravel()
        levels = sums
        for _ in range(_ROUNDS):
            shares = sums / total
            levels = shares + np.stack(noise) * _ramp(shares, 0.10, 0.40) + links
            margin = _margin(levels, mine).ravel()
            share = np.bincount(owner.ravel(), margin > 0, minlength=len(size)) / np.maximum(size, 1)
            worst = np.full(len(size), 9.0)
            np.minimum.at(worst, owner.ravel()[disc], margin[disc])
            fails = ((share < SHARE) | (worst < _LEAST_MARGIN)) & (size > 50)
            if not fails.any():
                break
            for number in np.flatnonzero(fails).tolist():
                window, vote = votes[number]
                votes[number] = (window, vote * _GAIN)
                total[window] += vote * (_GAIN - 1)
                sums[self._own[number]][window] += vote * (_GAIN - 1)
        levels = _averaged(levels, _CALMED)
        pin = np.where(near < DISC + 0.03, 0.4 * np.clip((DISC + 0.03 - near) / 0.06, 0, 1), 0.0)
        return np.stack([level + np.where(mine == at, pin, -pin) for at, level in enumerate(levels)])

    def _window(self, x: float, y: float, reach: float) -> tuple[slice, slice]:
        """Return the part of the raster around a point of the sheet."""
        reach *= self._height
        first, last = np.searchsorted(self._x, (x - reach, x + reach))
        top, foot = np.searchsorted(self._y, (y - reach, y + reach))
        return slice(top, foot), slice(first, last)

    def _nearest_hexes(self) -> tuple[Array, NDArray[np.int64]]:
        """Return the distance of each point from the nearest centre of a hex, and the number of that hex."""
        near = np.full((len(self._y), len(self._x)), 9.0)
        owner = np.zeros(near.shape, dtype=np.int64)
        for number, cell in enumerate(self._cells):
            x, y = self._frame.grid.centre(cell)
            window = self._window(x, y, 0.7)
            away = self._distances(window, x, y)
            closer = away < near[window]
            owner[window] = np.where(closer, number, owner[window])
            near[window] = np.where(closer, away, near[window])
        return near, owner

    def _distances(self, window: tuple[slice, slice], x: float, y: float) -> Array:
        """Return the distances of the points of a window from a point."""
        across, down = self._x[window[1]] - x, self._y[window[0]] - y
        return np.asarray(np.hypot(across[None, :], down[:, None]) / self._height)

    def _votes(self, calm: Array) -> Iterable[tuple[tuple[slice, slice], Array]]:
        """Yield the vote of each hex in the window in which it has one; the plane is bent by noise first."""
        reach = _BEND * max(shape.bend for shape in self._shapes.values()) * self._height
        across, down = reach * self._bends * calm
        x, y = self._x + across, self._y[:, None] + down
        for cell in self._cells:
            cx, cy = self._frame.grid.centre(cell)
            window = self._window(cx, cy, _REACH)
            away = np.hypot(x[window] - cx, y[window] - cy) / (self._height * _REACH)
            yield window, np.clip(1 - away * away, 0, None) ** 3

    def _noise(self, name: str, share: Array, calm: Array) -> Array:
        """Return the vote of noise for a look, where the look is neither absent nor undisputed."""
        found = np.zeros(share.shape)
        if name == _OPEN:
            return found
        shape = self._shapes[name]
        near = (share > 0.06) & (share < 0.995) & (calm > 0)
        rows, columns = np.nonzero(near)
        points = np.stack([self._x[columns], self._y[rows]], axis=1)
        values = octaves(points, shape.waves * self._height, self._frame.seed + _seed_of(name), shape.octaves)
        found[near] = _VOTE_NOISE * shape.noise * values * calm[near]
        return found

    def _links(self, size: tuple[int, ...]) -> Array:
        """Return the votes around the middles of hexsides, by look."""
        links = np.zeros((len(self._order), *size))
        for cell, kind in zip(self._cells, self._own.tolist(), strict=True):
            for other in cell.neighbours[:3]:
                if self._kinds.get(other) == self._kinds[cell]:
                    ends = np.array([self._frame.grid.centre(one) for one in (cell, other)])
                    x, y = ends.mean(axis=0).tolist()
                    window = self._window(x, y, 0.6)
                    links[kind][window] += _LINK * np.exp(-((self._distances(window, x, y) / _LINK_REACH) ** 2))
        return links


def _with_rings(kinds: Mapping[Hex, str]) -> dict[Hex, str]:
    """Return the looks of hexes with those of rings around them: what most of their known neighbours have."""
    found = dict(kinds)
    for _ in range(_RINGS):
        ring = sorted({one for cell in found for one in cell.neighbours} - found.keys())
        found |= {cell: _most_frequent([found[one] for one in cell.neighbours if one in found]) for cell in ring}
    return found


def _most_frequent(names: Sequence[str]) -> str:
    """Return the name that occurs most often, the last in the alphabet of several."""
    return max(names, key=lambda name: (names.count(name), name))


def _ramp(values: Array, low: float, high: float) -> Array:
    """Return values from 0 at `low` to 1 at `high`, in a smooth step."""
    share = np.clip((values - low) / (high - low), 0, 1)
    return np.asarray(share * share * (3 - 2 * share))


def _averaged(levels: Array, times: int) -> Array:
    """Return levels averaged several times with those of the next points of the raster, which are alike."""
    for _ in range(times):
        tall = np.pad(levels, ((0, 0), (1, 1), (0, 0)), "edge")
        levels = (tall[:, :-2] + 2 * levels + tall[:, 2:]) / 4
        wide = np.pad(levels, ((0, 0), (0, 0), (1, 1)), "edge")
        levels = (wide[..., :-2] + 2 * levels + wide[..., 2:]) / 4
    return levels


def _margin(levels: Array, mine: NDArray[np.int64]) -> Array:
    """Return by how much the terrain of its hex is louder at each point than the loudest other."""
    own = np.take_along_axis(levels, mine[None], 0)[0]
    rest = levels.copy()
    np.put_along_axis(rest, mine[None], -9, 0)
    return np.asarray(own - rest.max(axis=0))


def _seed_of(name: str) -> int:
    """Return a number that differs from look to look."""
    total = 0
    for at, letter in enumerate(name):
        total += ord(letter) * 31**at
    return total % 100003


def _signed_area(ring: Array) -> float:
    """Return the area inside a ring, negative if it turns the other way."""
    x, y = ring.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _smoothed(ring: Array) -> Array:
    """Return a ring without the corners of its raster."""
    for _ in range(2):
        ring = (np.roll(ring, 1, 0) + 2 * ring + np.roll(ring, -1, 0)) / 4
    return ring


@lru_cache(maxsize=4)
def planes(frame: MapFrame) -> Mapping[str, Plane]:
    """Return the plane of each look that has an area: covers with standing water, heights, and towns.

    Looks that share a hex are in planes of their own.
    """
    areas = frame.looks.of(AreaLook)
    heights = {name: look.shape for name, look in areas.items() if look.group == "height"}
    covers = {name: look.shape for name, look in areas.items() if name not in heights}
    covers |= {name: look.shape for name, look in frame.looks.of(WaterLook).items()}
    towns = {name: look.shape for name, look in frame.looks.of(SettlementLook).items() if look.shape is not None}
    found: dict[str, Plane] = {}
    raster: _Raster | None = None
    for shapes in (covers, heights, towns):
        cells = {name: _hexes_of(frame, name, is_town=name in towns) for name in shapes}
        for group in _apart({name: some for name, some in cells.items() if some}):
            kinds = dict.fromkeys(frame.hexes, _OPEN) | {cell: name for name in group for cell in cells[name]}
            raster = raster or _raster(frame)
            found |= dict.fromkeys(group, Plane(frame, raster, kinds, {name: shapes[name] for name in group}))
    return found


def _hexes_of(frame: MapFrame, name: str, *, is_town: bool) -> tuple[Hex, ...]:
    """Return the hexes of a look."""
    return tuple(cell for cell, looks in frame.sites.items() if name in looks) if is_town else frame.hexes_like(name)


def _apart(cells: Mapping[str, tuple[Hex, ...]]) -> list[list[str]]:
    """Return names in groups in which no two share a hex."""
    groups: list[list[str]] = []
    for name, own in cells.items():
        free = (group for group in groups if all(set(own).isdisjoint(cells[other]) for other in group))
        group = next(free, None)
        if group is None:
            groups.append([name])
        else:
            group.append(name)
    return groups


def natural_area(frame: MapFrame, name: str) -> BaseGeometry:
    """Return the area of a look of terrain; it is empty if no hex has the look."""
    return planes(frame)[name].area(name) if name in planes(frame) else Polygon()
