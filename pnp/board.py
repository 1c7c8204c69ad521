"""The board: the map of a game as hexes, hexsides and roads, without the texts that it was read from."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from pnp.findings import Finding
from pnp.hexgrid import Grid, Hex, Hexside, Vertex
from pnp.units import Mm


@dataclass(frozen=True)
class Chain:
    """A terrain feature along hexsides, such as a stream.

    `kind` is a terrain id. `vertices` run from the source to the mouth; `mouth` is the water hex at the end, if any.
    `width` is its width there as drawn, unless its look says it. An embankment `carries` a road or railroad as
    decoration.
    """

    kind: str
    id: str
    name: str
    sides: tuple[Hexside, ...]
    vertices: tuple[Vertex, ...]
    mouth: Hex | None
    beyond: tuple[str, ...]
    facing: str = ""
    width: Mm | None = None
    carries: str = ""


@dataclass(frozen=True)
class BoardLine:
    """A road, track or railway through adjacent hexes. `look` replaces the look of its terrain unless it is blank.

    With a `ferry`, it goes on to the nearest river.
    """

    kind: str
    id: str
    name: str
    hexes: tuple[Hex, ...]
    beyond: tuple[str, ...]
    look: str = ""
    ferry: bool = False


@dataclass(frozen=True)
class Site:
    """The places in one hex: terrain ids with the name of each."""

    hex: Hex
    name: str
    kinds: tuple[str, ...]
    names: dict[str, str]
    side: str = ""


@dataclass(frozen=True)
class Board:
    """A map that can be drawn, checked and played on. Hexes missing from `terrain` have the terrain `base`.

    `labels` are the hexes across which the names of regions are printed, if they are not those of the region.
    """

    grid: Grid
    base: str
    terrain: dict[Hex, tuple[str, ...]]
    chains: tuple[Chain, ...]
    lines: tuple[BoardLine, ...]
    sites: dict[Hex, Site]
    regions: dict[str, tuple[Hex, ...]]
    edges: dict[str, tuple[Hex, ...]]
    labels: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    problems: tuple[Finding, ...] = field(default=(), compare=False)

    def terrain_at(self, cell: Hex) -> tuple[str, ...]:
        """Return the terrain ids of a hex; only the map's base terrain if none is listed for it."""
        return self.terrain.get(cell, (self.base,))

    def sides_of(self, kind: str) -> frozenset[Hexside]:
        """Return all hexsides with a feature of this terrain kind, such as streams."""
        return frozenset(side for chain in self.chains if chain.kind == kind for side in chain.sides)

    @cached_property
    def fronts(self) -> frozenset[tuple[Hex, Hex, str]]:
        """Each hexside that has a front, such as a wall: hex behind it, hex before it, terrain kind."""
        found = set()
        for chain in self.chains:
            for (low, high), ends in zip(chain.sides, pairwise(chain.vertices), strict=True):
                (x0, y0), (x1, y1) = map(self.grid.vertex_point, ends)
                x, y = self.grid.centre(low)
                low_is_left = (x1 - x0) * (y - y0) < (y1 - y0) * (x - x0)
                if chain.facing:
                    inside, outside = (high, low) if low_is_left == (chain.facing == "left") else (low, high)
                    found.add((inside, outside, chain.kind))
        return frozenset(found)

    def steps_of(self, kind: str) -> frozenset[Hexside]:
        """Return all hexsides that roads of this kind cross."""
        return frozenset(
            Hexside.between(one, other)
            for line in self.lines
            if line.kind == kind
            for one, other in pairwise(line.hexes)
        )

    def crossings(self, path: str, water: str) -> frozenset[Hexside]:
        """Return the hexsides at which roads of kind `path` cross `water`, such as bridges."""
        return self.steps_of(path) & self.sides_of(water)
