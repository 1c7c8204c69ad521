"""Checks of slips on maps: a hexside listed twice, a hex absent in the middle, hexes numbered by twos."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.map_terrain import look_group
from pnp.findings import Fault, Severity
from pnp.hexgrid import Hex, Hexside
from pnp.load.board_reader import resolve_sheet_grid
from pnp.message import join_words, plural

_LARGEST_SLIP = 3
"""A larger hole in a map is meant."""
_SLIPS = 2
"""The most hexsides that a river and a ridge share by mistake."""
_NAMED, _NAMED_FROM_1 = 3, 8
"""The fewest named hexes whose numbers show that they go up by two, if the rows begin at 2 or later, or at 1."""


@check("M047", Severity.WARNING)
def hexside_in_two_chains(checked: CheckedGame) -> Iterator[Fault]:
    """A hexside is listed twice: in two rivers, in a river and a ridge, or two times in one of them.

    One of the two is probably a slip for another hexside. `E1/F2` and `F2/E1` are the same hexside. A wall or ridge
    may run along a river for three hexsides or more. If both are meant, write `waive: {M047: reason}` in the later one.

    Bad:
        map:
          hexsides:
            stream:
              brook: {sides: C1/D1 C2/D1 C2/D2 C3/D2 D2/D3 D3/E3, mouth: E4, beyond: head}
              beck: {sides: D2/C3 C3/D3}
    Good:
        map:
          hexsides:
            stream:
              brook: {sides: C1/D1 C2/D1 C2/D2 C3/D2 D2/D3 D3/E3, mouth: E4, beyond: head}
              beck: {sides: C3/D3 C4/D3}
    """
    if checked.board is None:
        return
    first: dict[Hexside, str] = {}
    for chain in checked.board.chains:
        path = f"map.hexsides.{chain.kind}.{chain.id}"
        shared: dict[str, list[Hexside]] = {}
        for side in chain.sides:
            if side in first:
                shared.setdefault(first[side], []).append(side)
            first.setdefault(side, path)
        for other, sides in shared.items():
            one, another = (look_group(checked, path.split(".")[2]) for path in (path, other))
            if one != another and len(sides) > _SLIPS:
                continue  # a wall along a river
            number = checked.board.grid.write_hexside(sides[0])
            others = f" and {plural(len(sides) - 1, 'other hexside')}" if len(sides) > 1 else ""
            spot = checked.game.spot(other)
            name = other.removeprefix("map.hexsides.")
            there = "it" if other == path else f"{name} ({spot.file}:{spot.line})"
            wrong = f"{number}{others} of {chain.name or chain.id} {_is_are(sides)} also in {there}"
            yield Fault(f"{path}.sides", wrong, "correct one of them")


def _is_are(things: Sequence[object]) -> str:
    """Return the verb for one or several things."""
    return "is" if len(things) == 1 else "are"


@check("M048", Severity.WARNING)
def hole_in_the_map(checked: CheckedGame) -> Iterator[Fault]:
    """A hex under `absent` is in the middle of the map, with hexes on all its sides.

    Hexes are usually absent at the edge, so it is probably a slip for another one. One hole of up to three hexes is
    reported. If it is meant, write `waive: {M048: reason}` in the grid.

    Bad:
        map: {grid: {absent: B4}}
        counts: ~
    Good:
        map: {grid: {absent: A5}}
    """
    text, board = checked.game.map, checked.board
    if text is None or board is None or text.area is not None:
        return
    whole = replace(resolve_sheet_grid(text.grid), absent=frozenset())
    missing = {cell: whole.number(cell) for cell in whole.hexes if whole.number(cell) in board.grid.absent}
    seen: set[Hex] = set()
    for cell in missing:
        if cell in seen:
            continue
        hole, todo = {cell}, [cell]
        while todo:
            near = [one for one in todo.pop().neighbours if one in missing and one not in hole]
            hole.update(near)
            todo += near
        seen |= hole
        if len(hole) <= _LARGEST_SLIP and all(one in whole for part in hole for one in part.neighbours):
            numbers = sorted(missing[part] for part in hole)
            wrong = f"{join_words(numbers)} {_is_are(numbers)} absent in the middle of the map"
            words = text.grid.absent
            spot = checked.game.spot(f"map.grid.absent.{words.index(numbers[0])}")
            yield Fault("map.grid.absent", wrong, "list hexes of the edge", spot)


@check("M049", Severity.WARNING)
def hexes_numbered_alternately(checked: CheckedGame) -> Iterator[Fault]:
    """The hexes that the data names have even rows in one column and odd rows in the next one.

    On such a map (A02, A04, then B03, B05) the numbers of a column go up by two. pnp cannot number hexes in this way:
    each column has all numbers of `rows`, so it would have twice as many hexes. It is reported for at
    least three hexes if the rows begin at 2, and else for at least eight.

    Bad:
        game: {title: A wide field, designer: A. Name, rights: {basis: own, holder: A. Name}}
        terrain:
          clear: {name: Clear, of: hex, look: clear}
          woods: {name: Woods, of: hex, look: woods}
        map:
          title: A wide field
          paper: {width: 11in, height: 8in}
          grid: {hexes: flat, columns: A-H, rows: 02-12, across_flats: 14mm, low: even, at: [9mm, 9mm]}
          terrain: {woods: A02 B03 A04 C06 D07}
    Good:
        game: {title: A wide field, designer: A. Name, rights: {basis: own, holder: A. Name}}
        terrain:
          clear: {name: Clear, of: hex, look: clear}
          woods: {name: Woods, of: hex, look: woods}
        map:
          title: A wide field
          paper: {width: 11in, height: 8in}
          grid: {hexes: flat, columns: A-H, rows: 01-06, across_flats: 25mm, low: even, at: [9mm, 9mm]}
          terrain: {woods: A01 B01 A02 C03 D03}
    """
    text, board = checked.game.map, checked.board
    if text is None or board is None or board.problems:
        return
    words = [word for one in text.terrain.values() for word in one.replace(",", " ").split()]
    places = [board.grid.paper_place(cell) for word in (*words, *text.places) for cell in board.grid.parse_hexes(word)]
    sums = {(column + row) % 2 for column, row in places}
    least = _NAMED if board.grid.rows.first > 1 else _NAMED_FROM_1
    if len(places) >= least and len(sums) == 1 and len({column % 2 for column, _ in places}) > 1:
        wrong = "the hexes that are named have even and odd rows in turn, as if numbers in a column went up by two"
        write = "number the hexes of each column one by one; pnp cannot number them with a step of two"
        yield Fault("map.grid.rows", wrong, write)
