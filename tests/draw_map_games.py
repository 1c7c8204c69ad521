"""Small maps for the tests of map drawing."""

from dataclasses import replace

from pnp.board import Board
from pnp.load.board_reader import resolve_board
from tests.made_games import looks_of, make_game

_HEX = ("clear", "woods", "jungle", "marsh", "hills", "mountain", "fields", "lake", "sea", "beach")
_PLACE = (
    "town",
    "city",
    "village",
    "airfield",
    "fort",
    "station",
    "refinery",
    "port",
    "position",
    "entry",
    "exit",
    "supply",
    "set-up",
)
_SIDE = ("stream", "river", "creek", "embankment", "ridge", "wall")
_PATH = ("road", "track", "railroad")
_OF = {"hex": _HEX, "place": _PLACE, "hexside": _SIDE, "path": _PATH, "crossing": ("bridge",)}
TERRAIN = {look: {"name": look.title(), "of": of, "look": look} for of, looks in _OF.items() for look in looks}


def game_with_map(columns="A-H", rows="1-8", *, hexes="flat", across="17.78mm", low="odd", **map_):
    """Return a game that is only a map, and its board. The map must be valid."""
    grid = {
        "hexes": hexes,
        "columns": columns,
        "rows": rows,
        "across_flats": across,
        "low": low,
        "at": ["20mm", "20mm"],
    }
    text = {"title": "Little Map", "paper": {"width": "279mm", "height": "216mm"}, "grid": grid, **map_}
    game = make_game({"game": {"title": "Little", "designer": "Nobody"}, "terrain": TERRAIN, "map": text})
    board = resolve_board(game)
    assert isinstance(board, Board)
    assert not board.problems, board.problems
    return game, board


def river_town():
    """Return a map with a town, an airfield, a bridge over a river, a road and railroad off the map, woods and a lake."""
    return game_with_map(
        terrain={"woods": "A1-B2 C1", "lake": "G7 H7", "hills": "F1 G1 G2"},
        hexsides={
            "river": {
                "long": {"name": "Long River", "sides": "A5/B5 B5/B6 B6/C5 C5/C6 C6/D6 D6/D7 D7/E6", "beyond": "head"}
            }
        },
        paths={
            "road": {
                "main": {"name": "Main Road", "hexes": "C8 C7 C6 C5 C4 D4 E3", "beyond": "first"},
                "side": {"hexes": "C4 B4 A3", "beyond": "last"},
            },
            "railroad": {"line": {"hexes": "C8 C7 C6 C5 C4 C3 C2", "beyond": "first"}},
        },
        places={
            "C4": {"name": "Bridgeton", "kinds": ["town", "airfield"], "names": {"airfield": "Bridgeton Field"}},
            "E3": {"name": "Endham", "kinds": "village"},
            "F5": {"name": "Fort Alone", "kinds": "fort"},
        },
        regions={"pond": {"name": "Mill Pond", "hexes": "G7 H7"}},
    )


def with_look(game, kind, look):
    """Return a game without fields, in which a kind of terrain has a look of *Paratrooper*."""
    terrain = {id_: one for id_, one in game.terrain.items() if id_ != "fields"}
    terrain[kind] = terrain[kind].model_copy(update={"look": look})
    changed = game.model_copy(update={"terrain": terrain})
    changed._libraries = replace(game._libraries, looks=looks_of("paratrooper"))
    return changed
