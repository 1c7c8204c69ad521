"""A plain field of hexes on which units move, trace supply and retreat, for tests."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pnp.board import Board, BoardLine, Chain
from pnp.hexgrid import Grid, Hex, Hexside
from pnp.load.board_reader import resolve_sheet_grid
from pnp.model.game import Game
from pnp.model.gamemap import GridText
from pnp.rules.map.positions import Positions, positions_of
from pnp.rules.map.terrain_costs import TerrainCosts
from pnp.rules.state.state import FrozenMap, Piece, State
from tests.made_games import make_game

COUNTERS = {
    f"{side[0].upper()}{i}": {
        "kind": "unit",
        "side": side,
        "symbol": "armour" if i == 4 else "infantry",
        "size": "regiment" if i == 3 else "battalion",
        "formation": f"{side}-{1 + i // 3}",
        "label": f"{side[0].upper()}{i}",
        "front": "3-3-4",
        "back": "2-2-3",
        "groups": "armour" if i == 4 else "foot",
        "range": 3,
    }
    for side in ("blue", "red")
    for i in range(1, 5)
}

TERRAIN = {
    "clear": {"name": "Clear", "of": "hex", "look": "clear", "cost": "1"},
    "woods": {"name": "Woods", "of": "hex", "look": "woods", "cost": "2"},
    "lake": {"name": "Lake", "of": "hex", "look": "lake", "cost": "prohibited"},
    "stream": {"name": "Stream", "of": "hexside", "look": "stream", "cost": "+1"},
    "cliff": {"name": "Cliff", "of": "hexside", "look": "ridge", "cost": "prohibited"},
    "road": {"name": "Road", "of": "path", "look": "road", "cost": "½ along it"},
    "rail": {"name": "Railroad", "of": "path", "look": "railroad"},
    "town": {"name": "Town", "of": "place", "look": "town", "cost": "1"},
    "works": {"name": "Works", "of": "marker", "look": "position"},
}

MAP_RULES = {
    "movement": {"factor": "movement", "rule": "6", "along": {"road": {"waives": "stream"}}},
    "zoc": {"rule": "7", "lifted_by_friends": "retreat supply", "fortified_by": "works"},
    "supply": {
        "rule": "8",
        "free": "road",
        "limits": [{"steps": "4"}],
        "sources": [{"having": {"side": "blue"}, "edges": "north"}, {"edges": "south"}],
    },
    "stacking": {"rule": "9", "limits": [{"rooms": [{"number": "2"}]}]},
    "retreat": {"rule": "10"},
    "advance": {"rule": "11"},
    "range": {"rule": "12"},
}


def field_game(rules: Mapping[str, object] = {}, **changes: object) -> Game:
    """A game with two sides of four units each; `rules` take the place of parts of the rules of the map."""
    sides = {
        side: {"name": side, "ground": "#9DB7D5", "accent": "#16324F", "emblem": "star"} for side in ("blue", "red")
    }
    formations = {
        f"{side}-{i}": {"name": f"{side} {i}", "label": f"{i}", "side": side, "colour": "#F6D048", "size": "brigade"}
        for side in ("blue", "red")
        for i in (1, 2)
    }
    tree: dict[str, object] = {
        "game": {"title": "A field", "designer": "A. Name"},
        "sides": sides,
        "formations": formations,
        "counter_print": {"side": "0.5in", "factors": "attack defence movement"},
        "counters": COUNTERS,
        "terrain": TERRAIN,
        "map_rules": {**MAP_RULES, **rules},
    }
    return make_game({**tree, **changes})


def field_grid(columns: int = 6, rows: int = 5) -> Grid:
    """So many columns and rows of flat hexes, A1 at the top left."""
    last = "ABCDEFGHIJ"[columns - 1]
    text = {"hexes": "flat", "columns": f"A-{last}", "rows": f"1-{rows}", "across_flats": "20mm", "low": "even"}
    return resolve_sheet_grid(GridText.model_validate({**text, "at": ["0mm", "0mm"]}))


def field_board(
    grid: Grid,
    terrain: Mapping[Hex, str] = {},
    sides: Mapping[Hexside, str] = {},
    ways: Mapping[Hexside, str] = {},
) -> Board:
    """The field with terrain, hexsides and roads of a step each."""
    return Board(
        grid,
        "clear",
        {cell: (kind,) for cell, kind in terrain.items()},
        tuple(Chain(kind, f"c{i}", "", (side,), (), None, ()) for i, (side, kind) in enumerate(sides.items())),
        tuple(BoardLine(kind, f"l{i}", "", tuple(side), ()) for i, (side, kind) in enumerate(ways.items())),
        {},
        {},
        {},
    )


def field(
    place: Mapping[str, str],
    rules: Mapping[str, object] = {},
    board: Board | None = None,
    markers: Mapping[str, Iterable[str]] = {},
    in_force: Mapping[str, str] = {},
    marks: Mapping[str, Iterable[str]] = {},
    **changes: object,
) -> Positions:
    """Units on the field by their hex numbers."""
    game = field_game(rules, **changes)
    assert game.map_rules is not None
    ground = TerrainCosts(game, board or field_board(field_grid()), game.map_rules, in_force)
    pieces = {id_: Piece(number, marks=frozenset(marks.get(id_, ()))) for id_, number in place.items()}
    state = State(
        pieces=FrozenMap(pieces), markers=FrozenMap({number: tuple(words) for number, words in markers.items()})
    )
    return positions_of(ground, state)


def mp(text: str) -> Fraction:
    """An exact number of movement points."""
    return Fraction(text)
