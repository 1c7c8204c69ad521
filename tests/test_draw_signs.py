"""Symbols on the map for the players, maps in winter, peaks, and units with pictures instead of symbols."""

import itertools

import numpy as np
import pytest

from pnp.art.map.map_palette import FULL
from pnp.art.map.map_symbols import draw_map_symbol, nearest_edge_angle
from pnp.art.map.style_natural import NaturalMap
from pnp.art.map.vegetation import in_every_hex
from pnp.checks import check_game
from pnp.draw.counter.faces import draw_counters
from pnp.draw.hexmap import blank_terrain_sample, draw_hexmap, draw_terrain_sample
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.terrain_key import costs_differ
from pnp.hexgrid import Hexside
from pnp.load.layouts import shared_palettes
from pnp.load.looks import shared_looks
from pnp.model.counter import Side
from pnp.model.gamemap import TerrainKind
from pnp.palette import contrast
from pnp.scene import Path, Text, walk
from tests.draw_map_games import game_with_map
from tests.made_games import make_game

SIDES = {
    "red": Side(name="Red", ground="#F5E2BC", accent="#9E1B1E", emblem="disc"),
    "green": Side(name="Green", ground="#AFA97E", accent="#37391B", emblem="disc"),
}
PLACES = {
    "A1": {"name": "C", "kinds": "entry"},
    "C1": {"name": "North exit", "kinds": "exit"},
    "H4": {"name": "East exit", "kinds": "exit"},
    "D8": {"name": "Depot", "kinds": "supply"},
    "D4": {"name": "General Reserve Right", "kinds": ["set-up", "supply"], "side": "green"},
    "F5": {"name": "1st Army", "kinds": "set-up", "side": "red"},
}


@pytest.fixture(scope="module")
def signs():
    game, board = game_with_map(places=PLACES, paths={"railroad": {"line": {"hexes": "F8 F7 F6 F5 F4"}}})
    game = game.model_copy(update={"sides": SIDES})
    return game, board, NaturalMap(frame_of(game, board))


def texts(items):
    return {item.text for item, _ in walk(tuple(items)) if isinstance(item, Text)}


# ---------------------------------------------------------------- signs


def test_an_entry_has_its_letter_and_no_name(signs):
    _, _, natural = signs
    drawn = {symbol.look.name: texts((draw_map_symbol(natural.frame, symbol),)) for symbol in natural.symbols}
    assert drawn["entry"] == {"C"}
    assert drawn["supply"] == drawn["exit"] == set()
    names, _ = natural.names
    assert not names


def test_exits_point_to_the_nearest_edge(signs):
    _, board, natural = signs
    assert [nearest_edge_angle(natural.frame, board.grid.hex(number)) for number in ("C1", "H4", "D8", "A5")] == [
        0,
        90,
        180,
        270,
    ]


def test_plates_are_in_their_hexes_and_have_the_colours_of_their_sides(signs):
    _, board, natural = signs
    plates = {board.grid.number(plate.hex): plate for plate in natural.plates}
    assert plates["D4"].lines == ("General", "Reserve Right")
    assert plates["F5"].lines == ("1st Army",)
    for plate in plates.values():
        x, y = board.grid.centre(plate.hex)
        assert plate.box.centre[0] == pytest.approx(x)
        assert abs(plate.box.centre[1] - y) < board.grid.across_flats / 2
        assert plate.box.width < 2 * board.grid.side
    assert (plates["D4"].side, plates["F5"].side) == ("green", "red")
    assert texts(natural.layers()) >= {"General", "Reserve Right", "1st Army"}


def test_plates_and_symbols_do_not_touch_each_other_or_numbers(signs):
    _, _, natural = signs
    boxes = [plate.box for plate in natural.plates] + list(natural.frame.numbers.values())
    areas = [symbol.area.bounds for symbol in natural.symbols]
    for plate, (x0, y0, x1, y1) in itertools.product(boxes, areas):
        assert plate.right <= x0 or plate.x >= x1 or plate.bottom <= y0 or plate.y >= y1
    for one, other in itertools.combinations(boxes, 2):
        assert one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


def test_a_sample_without_its_drawing_has_the_same_size_and_text(signs):
    game, _, _ = signs
    for kind in game.terrain:
        drawn, blank = draw_terrain_sample(game, kind, 10), blank_terrain_sample(game, kind, 10)
        assert (blank.width, blank.height) == pytest.approx((drawn.width, drawn.height))
        assert texts(blank.items) == texts(drawn.items), kind
        assert not [item for item, _ in walk(blank.items) if isinstance(item, Path)]


def test_each_symbol_has_a_sample(signs):
    game, _, _ = signs
    assert texts(draw_terrain_sample(game, "entry", 10).items) == {"C"}
    inks = {"exit": FULL.glyph_line, "supply": FULL.glyph_line, "set-up": FULL.glyph, "entry": FULL.accent}
    for kind, ink in inks.items():
        fills = {item.fill for item, _ in walk(draw_terrain_sample(game, kind, 10).items) if isinstance(item, Path)}
        assert ink in fills, kind
    assert not {
        item.fill for item, _ in walk(draw_terrain_sample(game, "clear", 10).items) if isinstance(item, Path)
    } & set(inks.values())


def test_a_place_of_an_unknown_side_is_found():
    game, _ = game_with_map(places={"C4": {"name": "Guard", "kinds": "set-up", "side": "blue"}})
    found = [finding for finding in check_game(game) if finding.code == "I001"]
    assert [finding.spot.path for finding in found] == ["map.places.C4.side"]


# ---------------------------------------------------------------- winter


def test_a_map_in_winter_has_its_own_colours():
    colours = {}
    for season in ("", "winter"):
        game, board = game_with_map(terrain={"mountain": "C3 C4"}, season=season)
        frame = draw_hexmap(game, board).frame
        colours[season] = frame.palette
    assert colours[""] == FULL
    assert colours["winter"] == FULL.in_season(shared_palettes()["winter"])
    assert contrast(colours["winter"].number, colours["winter"].land) >= 4.5


def test_land_beyond_the_hexes_has_another_shade():
    winter = FULL.in_season(shared_palettes()["winter"])
    assert contrast(winter.veiled().land, winter.land) > 1.15


# ---------------------------------------------------------------- mountains


@pytest.mark.parametrize("seed", range(1, 6))
def test_every_mountain_hex_has_a_peak_that_covers_no_number(seed):
    game, board = game_with_map(terrain={"mountain": "C3 C4 D4 D5 F2"}, seed=seed, across="14.7mm")
    natural = NaturalMap(frame_of(game, board))
    keep, _ = natural.texture_room
    mountains, peak = natural.frame.hexes_like("mountain"), shared_looks()["mountain"].texture
    places = in_every_hex(natural.frame, mountains, peak, np.empty((0, 2)), keep)
    for cell in natural.frame.hexes_like("mountain"):
        assert (np.hypot(*(places - board.grid.centre(cell)).T) < board.grid.side).any()
    pt = natural.frame.scaled(1)
    for (x, y), rect in itertools.product(places, natural.frame.numbers.values()):
        assert not (abs(x - rect.centre[0]) < rect.width / 2 and rect.bottom > y - 9 * pt and rect.y < y)


# ---------------------------------------------------------------- keys


def test_costs_are_shown_where_terrain_differs():
    plain = TerrainKind(name="Plain", of="hex", look="clear", cost="1")
    city = TerrainKind(name="City", of="place", look="city")
    assert not costs_differ((plain, city))
    assert costs_differ((plain, city, TerrainKind(name="Wood", of="hex", look="woods", cost="2")))
    assert costs_differ((plain, TerrainKind(name="River", of="hexside", look="river", cost="+1")))


# ---------------------------------------------------------------- the inside of a wall


@pytest.mark.parametrize(("facing", "inside"), [("right", "C3"), ("left", "C4"), ("", "")])
def test_the_hex_behind_a_wall_is_on_the_side_away_from_its_front(facing, inside):
    """Source: the wall runs from west to east, so its right is the south."""
    sides = {"wall": {"w": {"sides": "C3/C4 C4/D3", "facing": facing}}}
    board = game_with_map(hexsides=sides, low="even")[1]
    grid, held = board.grid, board.fronts
    first = {pair[0] for pair in held if Hexside.between(pair[0], pair[1]) == grid.parse_hexside("C3/C4")}
    assert {grid.number(cell) for cell in first} == ({inside} if inside else set())


# ---------------------------------------------------------------- units with pictures


def test_a_unit_without_factors_shows_its_picture(signs):
    game, _, _ = signs
    text = {
        "kind": "unit",
        "side": "red",
        "symbol": "infantry",
        "label": "General Reserve",
        "short": "Res.",
        "steps": 1,
    }
    counters = {
        "A": {**text, "front": {"picture": "rifleman"}, "back": "blank"},
        "B": {**text, "front": {"picture": "rifleman", "factors": "3"}, "back": "blank"},
    }
    data = {
        "game": {"title": "Little", "designer": "Nobody"},
        "sides": {id_: side.model_dump() for id_, side in game.sides.items()},
        "counter_print": {"side": "12mm", "factors": "strength"},
        "counters": counters,
    }
    faces = draw_counters(make_game(data))
    assert faces["A"].findings == ()
    assert faces["A"].front_texts == ("RES.",)
    assert faces["B"].front_texts == ("Res.", "3") or "3" in faces["B"].front_texts
    inks = [sum(isinstance(item, Path) for item, _ in walk(faces[id_].front.items)) for id_ in ("A", "B")]
    assert inks[0] > inks[1]
