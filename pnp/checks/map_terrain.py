"""Checks of terrain: every hex exists, and no hex has contradictory terrain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal, TypeAlias, get_args

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.hexgrid import Hex
from pnp.load.board_reader import resolve_sheet_grid
from pnp.message import clip, join_words
from pnp.model.looks.look import LookGroup
from pnp.spot import Spot

Edge: TypeAlias = Literal["north", "south", "west", "east"]
EDGES: tuple[Edge, ...] = get_args(Edge)


def board_problems(checked: CheckedGame, code: str) -> Iterator[Fault]:
    """Return the faults with this code that were found when the map was placed on its grid."""
    found = checked.board.problems if checked.board else ()
    return (Fault(f.spot.path, f.wrong, f.write, f.spot) for f in found if f.code == code)


def is_water(checked: CheckedGame, cell: Hex) -> bool:
    """Return whether a hex is a lake, the sea or other water."""
    assert checked.board is not None
    return any(look_group(checked, kind) == "water" for kind in checked.board.terrain_at(cell))


def look_group(checked: CheckedGame, kind: str) -> LookGroup | None:
    """Return the drawing group of a kind of terrain, such as `water`; None if the kind is unknown."""
    terrain = checked.game.terrain.get(kind)
    return checked.game.looks[terrain.look].group if terrain is not None else None


def is_prohibited(checked: CheckedGame, cell: Hex) -> bool:
    """Return whether the terrain of a hex prohibits all units from entering it."""
    assert checked.board is not None
    kinds = (checked.game.terrain.get(kind) for kind in checked.board.terrain_at(cell))
    return any(kind is not None and kind.cost.lower().startswith("prohibited") for kind in kinds)


def word_spot(checked: CheckedGame, path: str, words: str | Sequence[str], word: str) -> Spot | None:
    """Return where a word of a list is in the data file; None if it is only within a range such as `A5-C8`."""
    listed = words.replace(",", " ").split() if isinstance(words, str) else words
    return checked.game.spot(f"{path}.{listed.index(word)}") if word in listed else None


@check("M001")
def hex_off_the_map(checked: CheckedGame) -> Iterator[Fault]:
    """A hex or hexside in the map data is not on the map.

    S005 checks the hexes of entries, M030 and M031 those of map rules.

    Bad:
        map: {terrain: {woods: C4 D4 E9}}
        counts: ~
    Good:
        map: {terrain: {woods: C4 D4 E5}}
    """
    return board_problems(checked, "M001")


@check("M004")
def grid_unreadable(checked: CheckedGame) -> Iterator[Fault]:
    """The grid of the map is invalid.

    Columns and rows are written from the first to the last, such as `A-P` and `01-33`.

    Bad:
        map: {grid: {columns: A to F}}
        counts: ~
    Good:
        map: {grid: {columns: A-F}}
    """
    if checked.grid_fault:
        yield checked.grid_fault


@check("M005")
def terrain_contradictory(checked: CheckedGame) -> Iterator[Fault]:
    """A hex has two kinds of terrain that exclude each other.

    Elevation and woods may share a hex. Two kinds of ground cover, such as woods and marsh, may not. Water may not
    share a hex with any other terrain.

    Bad:
        map: {terrain: {lake: E4 F4 C4}}
    Good:
        map: {terrain: {lake: E4 F4}}
    """
    game, board = checked.game, checked.board
    if board is None or game.map is None:
        return

    def layer_of(kind: str) -> str:
        """Return the layer of a kind of terrain: `water`, `height` or `cover`."""
        group = look_group(checked, kind)
        return group if group in ("water", "height") else "cover"

    for cell, kinds in board.terrain.items():
        for one, other in combinations(kinds, 2):
            if one == other or layer_of(one) == layer_of(other) or "water" in (layer_of(one), layer_of(other)):
                number = board.grid.number(cell)
                wrong = f"{number} is listed twice" if one == other else f"{number} is {one} and {other}"
                path, words = f"map.terrain.{other}", game.map.terrain[other]
                yield Fault(path, wrong, "list it once", word_spot(checked, path, words, number))
                break


@check("M006")
def place_in_water(checked: CheckedGame) -> Iterator[Fault]:
    """A town or other place is in a water hex, or in a hex that no unit may enter.

    A port may be in any hex.

    Bad:
        map: {places: {E4: {name: Atlantis, kinds: town}}}
        counts: ~
    Good:
        map: {places: {D4: {name: Atlantis, kinds: town}}}
        counts: ~
    """
    board = checked.board
    for cell, site in (board.sites if board else {}).items():
        terrains = (checked.game.terrain[kind] for kind in site.kinds if kind in checked.game.terrain)
        waterside = any(checked.game.looks[terrain.look].waterside for terrain in terrains)
        if not waterside and (is_water(checked, cell) or is_prohibited(checked, cell)):
            assert board is not None
            number, terrain_kinds = board.grid.number(cell), join_words(board.terrain_at(cell))
            yield Fault(
                f"map.places.{number}", f"{site.name} is in hex {number}, which is {terrain_kinds}", "move one of them"
            )


@check("M014")
def edge_inside_the_map(checked: CheckedGame) -> Iterator[Fault]:
    """A map edge, such as `north`, lists hexes that are not on that edge of the map.

    The edges north, south, west and east are those of the grid; other edges may list any hexes along the border of the
    map.

    Bad:
        map: {edges: {north: {hexes: A1-F2}}}
    Good:
        map: {edges: {north: {hexes: A1-F1}}}
    """
    board = checked.board
    for id_, cells in (board.edges if board else {}).items():
        assert board is not None
        named = [cell for edge in EDGES if edge == id_ for cell in board.grid.edge(edge)]
        wanted = set(named) or {cell for cell in cells if any(other not in board.grid for other in cell.neighbours)}
        off = [board.grid.number(cell) for cell in cells if cell not in wanted]
        if off:
            edge_name = f"the {id_} edge" if id_ in EDGES else "any edge of the map"
            numbers = join_words([*off[:5], *([f"{len(off) - 5} more"] if len(off) > 5 else [])])
            subject = f"hex {numbers} is" if len(off) == 1 else f"hexes {numbers} are"
            yield Fault(
                f"map.edges.{id_}.hexes",
                f"{subject} not on {edge_name}",
                "name hexes of the edge",
            )


@check("M019")
def water_region_on_land(checked: CheckedGame) -> Iterator[Fault]:
    """A region of water includes land hexes.

    Bad:
        map: {regions: {pond: {hexes: E4 F4 E5}}}
    Good:
        map: {regions: {pond: {hexes: E4 F4}}}
    """
    board, text = checked.board, checked.game.map
    for id_, cells in (board.regions if board else {}).items():
        assert board is not None
        assert text is not None
        if text.regions[id_].look != "water":
            continue
        for cell in cells:
            if not is_water(checked, cell):
                number, path = board.grid.number(cell), f"map.regions.{id_}.hexes"
                terrain_kinds = join_words(board.terrain_at(cell))
                wrong = f"hex {number} of the region {text.regions[id_].name} is {terrain_kinds}, not water"
                spot = word_spot(checked, path, text.regions[id_].hexes, number)
                yield Fault(path, wrong, "make that hex water, or remove it from the region", spot)


@check("M020")
def absent_hex_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A hex listed under `absent` is outside the columns and rows of the map, so it need not be listed.

    Bad:
        map: {grid: {absent: A9}}
    Good:
        map: {grid: {absent: A5}}
    """
    if checked.board is None or checked.game.map is None:
        return
    whole = replace(resolve_sheet_grid(checked.game.map.grid), absent=frozenset())
    known = {whole.number(cell) for cell in whole.hexes}
    for i, number in enumerate(checked.game.map.grid.absent):
        if number not in known:
            path = "map.grid.absent"
            yield Fault(
                path,
                f"hex {clip(number) or repr(number)} is not on this map",
                "delete it",
                checked.game.spot(f"{path}.{i}"),
            )


@check("M023")
def hex_number_twice(checked: CheckedGame) -> Iterator[Fault]:
    """Two hexes have the same number.

    Columns and rows that are both printed without leading zeros are ambiguous: 1 and 11 make 111, and so do 11 and 1.
    In the example, `across_flats` is the size of a hex, and `low: even` means that even columns are half a hex lower.

    Bad:
        game: {title: A wide field, designer: A. Name, rights: {basis: own, holder: A. Name}}
        terrain: {clear: {name: Clear, of: hex, look: clear}}
        map:
          title: A wide field
          paper: {width: 11in, height: 8in}
          grid: {hexes: flat, columns: 1-11, rows: 1-11, across_flats: 15mm, low: even, at: [9mm, 9mm]}
    Good:
        game: {title: A wide field, designer: A. Name, rights: {basis: own, holder: A. Name}}
        terrain: {clear: {name: Clear, of: hex, look: clear}}
        map:
          title: A wide field
          paper: {width: 11in, height: 8in}
          grid: {hexes: flat, columns: 01-11, rows: 01-11, across_flats: 15mm, low: even, at: [9mm, 9mm]}
    """
    if checked.board is None:
        return
    seen: set[str] = set()
    for cell in checked.board.grid.hexes:
        number = checked.board.grid.number(cell)
        if number in seen:
            write = "give columns and rows leading zeros (01-11), or a separator"
            yield Fault("map.grid", f"two hexes have the number {number}", write)
            return
        seen.add(number)


@check("M046")
def scatter_diagram_incomplete(checked: CheckedGame) -> Iterator[Fault]:
    """The scatter diagram of the map lacks a die result or a direction, or has one that does not exist.

    A scatter diagram gives the direction of a miss. Its die results are whole numbers without gaps. Its directions are
    those of the compass, each at least once: `N NE SE S SW NW` on flat-topped hexes, `NW NE E SE SW W` on pointy-topped
    hexes.

    Bad:
        map: {scatter: {1: N, 2: NE, 3: SE, 4: S, 5: SW, 6: W}}
    Good:
        map: {scatter: {1: N, 2: NE, 3: SE, 4: S, 5: SW, 6: NW}}
    """
    text = checked.game.map
    if text is None or not text.scatter:
        return
    numbers = [int(result) for result in text.scatter if result.isdecimal() and len(result) <= 3]
    for result, direction in text.scatter.items():
        path = f"map.scatter.{clip(result)}"
        if not result.isdecimal() or len(result) > 3:
            yield Fault(path, f"{clip(result)} is not a die result", "write a whole number")
            return
        if direction not in text.directions:
            wrong = f"{clip(direction) or repr(direction)} is not a direction on this map"
            yield Fault(path, wrong, f"write {join_words(text.directions, 'or')}")
            return
    missing = sorted({*range(min(numbers), max(numbers) + 1)} - {*numbers})
    if missing or len({*numbers}) < len(numbers):
        wrong = f"the scatter diagram has no direction for {missing[0]}" if missing else "a die result is written twice"
        yield Fault("map.scatter", wrong, "write each die result once")
        return
    unused = [direction for direction in text.directions if direction not in text.scatter.values()]
    if unused:
        yield Fault("map.scatter", f"no die result scatters to {join_words(unused, 'or')}", "write each direction")


@check("M024", Severity.WARNING)
def terrain_not_on_the_map(checked: CheckedGame) -> Iterator[Fault]:
    """The terrain effects chart lists a kind of terrain that is not on the map.

    Either the map lacks it, or the chart explains something that the players never see.

    Bad:
        terrain: {marsh: {name: Marsh, of: hex, look: marsh}}
    Good:
        terrain: {marsh: {name: Marsh, of: hex, look: marsh}}
        map: {terrain: {marsh: A5}}
    """
    text = checked.game.map
    if text is None:
        return
    used = {text.base, *text.terrain, *text.hexsides, *text.paths}
    used |= {kind for place in text.places.values() for kind in place.kinds}
    for id_, kind in checked.game.terrain.items():
        if kind.of not in ("crossing", "marker") and id_ not in used:
            yield Fault(f"terrain.{id_}", f"the map has no {id_}", "delete it, or add it to the map")
