"""Reads the map of a game as a board: texts such as `K13/L13` become hexes, hexsides and roads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeVar

from pnp.board import Board, BoardLine, Chain, Site
from pnp.findings import Finding, swapped
from pnp.hexgrid import Grid, Hex, Hexside, Vertex, bank_chain, chain_vertices
from pnp.load.map_area import GRIDS_KEPT, upright_grid
from pnp.model.game import Game
from pnp.model.gamemap import GameMap, GridText, SideChain
from pnp.numbering import Series
from pnp.scene import Rect
from pnp.spot import Spot

T = TypeVar("T")


def resolve_grid(text: GameMap) -> Grid:
    """Return the hex grid of a map; words of its area that are not hexes of the sheet are ignored.

    Raise `ValueError` if the columns or rows are invalid, or if the area has no hexes.
    """
    sheet = resolve_sheet_grid(text.grid)
    if text.area is None:
        return sheet
    hexes: list[Hex] = []
    for word in text.area.hexes.replace(",", " ").split():
        with suppress(ValueError):  # resolve_board reports it
            hexes += sheet.parse_hexes(word)
    return upright_grid(sheet, hexes, Rect(*text.part), text.area.turn)


def resolve_sheet_grid(text: GridText) -> Grid:
    """Return the hex grid of a map sheet. Raise `ValueError` if its columns or rows are invalid."""
    doubled = text.letters == "doubled"
    grid = Grid(
        text.hexes,
        Series.parse(text.columns, doubled=doubled),
        Series.parse(text.rows, doubled=doubled),
        text.across_flats,
        text.low,
        text.corner,
        text.order == "row-column",
        text.separator,
        text.at,
        frozenset(text.absent),
    )
    return _shared_grid(grid)


@lru_cache(maxsize=GRIDS_KEPT)
def _shared_grid(grid: Grid) -> Grid:
    """Return the first of all equal grids, so that its hexes are numbered only once."""
    return grid


class _BoardReader:
    """Resolves texts of the map, and collects a finding for each word that is invalid."""

    def __init__(self, game: Game, grid: Grid) -> None:
        self.game, self.grid = game, grid
        self.problems: list[Finding] = []

    def fault(self, path: str, code: str, wrong: str, write: str = "", word: int | None = None) -> None:
        """Add a finding about a text of the map, or about the word with the index `word` in it."""
        spot = self.game.spot(path if word is None else f"{path}.{word}")
        self.problems.append(Finding(code, Spot(spot.file, spot.line, spot.column, path), wrong, write))

    def read(self, path: str, text: str, word: int | None, reader: Callable[[str], T], empty: T) -> T:
        """Return the text parsed by `reader`; if it is invalid, add a finding and return `empty`."""
        try:
            return reader(text)
        except ValueError as error:
            wrong, _, write = str(error).partition("; ")
            self.fault(path, "M001", wrong, write or self.hint(text), word)
            return empty

    def hint(self, text: str) -> str:
        """Return advice for an invalid hex number: a similar number, or the map's columns and rows."""
        wrong = (number for number in re.findall(r"[^/]+", text) if number not in self.numbers)
        meant = next(filter(None, (swapped(number, self.numbers) for number in wrong)), "")
        return f"did you mean {meant}?" if meant else f"columns are {self.grid.columns}, rows {self.grid.rows}"

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The printed numbers of all hexes of the map."""
        return frozenset(map(self.grid.number, self.grid.hexes))

    def hexes(self, path: str, text: str) -> tuple[Hex, ...]:
        """Return the hexes that a text lists, such as `A5 B6-B8`; add a finding for invalid words."""
        words = text.replace(",", " ").split()
        none: tuple[Hex, ...] = ()
        read = (self.read(path, word, i, self.grid.parse_hexes, none) for i, word in enumerate(words))
        return tuple(cell for cells in read for cell in cells)

    def hexside(self, path: str, word: str, i: int) -> Hexside | None:
        """Return the hexside that a word such as `K13/L13` names; add a finding if it is invalid."""

        def reader(text: str) -> Hexside | None:
            """Return the hexside that a text such as `K13/L13` names."""
            return self.grid.parse_hexside(text)

        return self.read(path, word, i, reader, None)

    def chain(self, path: str, words: tuple[str, ...]) -> tuple[tuple[Hexside, ...], tuple[Vertex, ...]]:
        """Return the hexsides and vertices of a stream or the like; add a finding if there is a gap."""
        read = [self.hexside(f"{path}.sides", word, i) for i, word in enumerate(words)]
        sides = tuple(side for side in read if side is not None)
        if len(sides) != len(words) or not sides:
            return (), ()
        try:
            return sides, chain_vertices(sides)
        except ValueError as error:
            index = int(str(error))
            self.fault(
                f"{path}.sides",
                "M002",
                f"the chain of hexsides has a gap: {words[index]} does not touch the end of {words[index - 1]}",
                "write hexsides from head to mouth so that each shares a vertex with the next",
                index,
            )
            return (), ()

    def bank_chain(self, path: str, chain: SideChain) -> tuple[tuple[Hexside, ...], tuple[Vertex, ...]]:
        """Return the hexsides and vertices of a river between two banks; add a finding if they form no chain."""
        before = len(self.problems)
        one_bank, other_bank = (self.hexes(f"{path}.between.{i}", bank) for i, bank in enumerate(chain.between))
        head = self.hexes(f"{path}.head", chain.head)
        if len(self.problems) > before:
            return (), ()
        try:
            sides = bank_chain(one_bank, other_bank)
        except ValueError as error:
            write = "list only the hexes that touch the river"
            self.fault(f"{path}.between", "M045", str(error), write)
            return (), ()
        vertices = chain_vertices(sides)
        first, last = head[0] in vertices[0], head[0] in vertices[-1]
        if first == last and len(sides) > 1:
            wrong = f"hex {chain.head} touches {'both ends' if first else 'neither end'} of the river"
            self.fault(f"{path}.head", "M045", wrong, "write a hex that touches only the end where the river rises")
            return (), ()
        return (sides[::-1], vertices[::-1]) if last and not first else (sides, vertices)

    def line(self, path: str, words: tuple[str, ...]) -> tuple[Hex, ...]:
        """Return the hexes that a road passes; add a finding if two in a row are not adjacent."""
        before = len(self.problems)
        cells = self.hexes(f"{path}.hexes", " ".join(words))
        if len(self.problems) > before:
            return ()
        for i, (one, other) in enumerate(pairwise(cells), 1):
            if one.distance_to(other) != 1:
                self.fault(
                    f"{path}.hexes",
                    "M003",
                    f"hexes {self.grid.number(one)} and {self.grid.number(other)} are not adjacent",
                    "write each hex that the line passes, in order",
                    i if len(cells) == len(words) else None,
                )
                return ()
        return cells


def resolve_board(game: Game) -> Board | None:
    """Return the map of a game as a board; None if the game does not have a map.

    Words that cannot be resolved become findings in `Board.problems`. Raise `ValueError` only if the grid itself cannot
    be read.
    """
    if game.map is None:
        return None
    text = game.map
    reader = _BoardReader(game, resolve_grid(text))
    of_sheet = _BoardReader(game, resolve_sheet_grid(text.grid))
    if text.area is not None:
        of_sheet.hexes("map.area.hexes", text.area.hexes)
    for p, page in enumerate(game.aids):
        for r, row in enumerate(page.rows):
            for b, block in enumerate(row):
                reader.hexes(f"aids.{p}.rows.{r}.{b}.hexes", block.map_hexes)
    terrain: dict[Hex, tuple[str, ...]] = {}
    for kind, words in text.terrain.items():
        for cell in reader.hexes(f"map.terrain.{kind}", words):
            terrain[cell] = (*terrain.get(cell, ()), kind)
    return Board(
        reader.grid,
        text.base,
        terrain,
        tuple(_read_chains(game, reader)),
        tuple(_read_lines(game, reader)),
        dict(_read_sites(game, reader)),
        {id_: reader.hexes(f"map.regions.{id_}.hexes", region.hexes) for id_, region in text.regions.items()},
        {id_: reader.hexes(f"map.edges.{id_}.hexes", edge.hexes) for id_, edge in text.edges.items()},
        {
            id_: reader.hexes(f"map.regions.{id_}.label_at", region.label_at)
            for id_, region in text.regions.items()
            if region.label_at
        },
        tuple(of_sheet.problems or reader.problems),  # if hexes are missing from the area, others follow from that
    )


def _read_chains(game: Game, reader: _BoardReader) -> Iterator[Chain]:
    """Yield the streams and other chains of hexsides; those with invalid words are left out."""
    assert game.map is not None
    for kind, chains in game.map.hexsides.items():
        for id_, chain in chains.items():
            path = f"map.hexsides.{kind}.{id_}"
            sides, vertices = reader.bank_chain(path, chain) if chain.between else reader.chain(path, chain.sides)
            mouth = reader.hexes(f"{path}.mouth", chain.mouth) if chain.mouth else ()
            if sides:
                at = mouth[0] if mouth else None
                yield Chain(
                    kind, id_, chain.name, sides, vertices, at, chain.beyond, chain.facing, chain.width, chain.carries
                )


def _read_lines(game: Game, reader: _BoardReader) -> Iterator[BoardLine]:
    """Yield the roads, tracks and railways of the map; those with invalid words are left out."""
    assert game.map is not None
    for kind, paths in game.map.paths.items():
        for id_, path in paths.items():
            cells = reader.line(f"map.paths.{kind}.{id_}", path.hexes)
            if len(cells) > 1:
                yield BoardLine(kind, id_, path.name, cells, path.beyond, path.look, path.ferry)


def _read_sites(game: Game, reader: _BoardReader) -> Iterator[tuple[Hex, Site]]:
    """Yield each hex that has places (such as towns), with those places."""
    assert game.map is not None
    for number, place in game.map.places.items():
        for cell in reader.hexes(f"map.places.{number}", number):
            names = {kind: place.names.get(kind, place.name) for kind in place.kinds}
            yield cell, Site(cell, place.name, place.kinds, names, place.side)
