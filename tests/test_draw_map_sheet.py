"""The map sheet: furniture, tracks and boxes, pieces of maps, samples, plain maps."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
import shapely
import yaml

from pnp.art.map.border import draw_border
from pnp.art.map.crop import without_hidden_parts
from pnp.art.map.style_natural import grid_lines
from pnp.cache import Cache, use_cache
from pnp.draw.furniture import covered_texts, furniture_findings
from pnp.draw.hexmap import draw_hexmap, draw_terrain_sample, map_piece
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.keep_clear import keep_clear
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.draw.map.terrain_key import kinds_on_map
from pnp.draw.tables.track import draw_box, draw_track, space_rects
from pnp.extent import item_extent, items_extent
from pnp.findings import Severity
from pnp.load.board_reader import resolve_board
from pnp.report.explain import explain_code
from pnp.scene import Group, Path, Rect, Stroke, Text, Use, rectangle, walk
from pnp.typeface import text_width
from pnp.units import points
from tests.draw_map_games import TERRAIN, game_with_map, river_town
from tests.dump import dump_scene
from tests.made_games import make_game
from tests.playing import shipped_game

SMALLEST_PT = 5.0


def texts(items):
    return [item for item, _ in walk(items) if isinstance(item, Text)]


@pytest.fixture(scope="module")
def shipped():
    game = shipped_game("meiktila").game
    return game, resolve_board(game)


@pytest.fixture(scope="module")
def sheet(shipped):
    return draw_map_sheet(*shipped)


TRACKS = {
    "game": {"title": "Tracks", "designer": "Nobody"},
    "counter_print": {"side": "0.5in", "factors": "strength"},
    "tracks": {
        "turn": {
            "name": "Turns",
            "hint": "Reinforcements arrive on",
            "start": "2",
            "spaces": [{"label": str(n), "lines": [f"{n} May", "1-3"]} for n in range(1, 5)],
        },
        "level": {
            "name": "Level",
            "across": 3,
            "spaces": [{"label": str(n), "tint": "bad" if n == 0 else ""} for n in range(6)],
        },
    },
    "boxes": {
        "wide": {"name": "Reserve", "says": "Units wait here until they are released.", "holds": 2},
        "tall": {"name": "Lost", "says": "Eliminated units.", "holds": 3},
    },
}


@pytest.fixture
def tracks():
    return make_game(TRACKS)


# ---------------------------------------------------------------- the sheet


def test_the_sheet_has_its_layers_in_order(sheet):
    layers = list(dict.fromkeys(group.layer for group in sheet.items if isinstance(group, Group)))
    assert layers == ["sheet", "land", "terrain", "water", "grid", "places", "roads", "numbers", "names", "furniture"]
    assert (sheet.width, sheet.height) == pytest.approx((279.4, 431.8))


def test_the_paper_round_the_map_is_tinted_up_to_its_margin(sheet):
    (ground,) = sheet.items[0].items
    assert items_extent((ground,)) == Rect(6, 6, sheet.width - 12, sheet.height - 12)
    ink = sum(255 - int(ground.fill[at : at + 2], 16) for at in (1, 3, 5)) / (4 * 255)
    assert 0.02 < ink < 0.04


def test_the_tint_runs_off_a_card_and_stays_inside_the_paper_of_a_crowded_sheet():
    for left, edge in ((1.0, -3.0), (3.0, 2.6), (9.0, 6.0)):
        title = {"kind": "title", "at": [left, 30, 40, 12]}
        game, board = game_with_map(furniture=[title])
        (ground,) = draw_map_sheet(game, board).items[0].items
        assert items_extent((ground,)).x == pytest.approx(edge)
        assert draw_map_sheet(game, board, grounded=False).items[0].layer == "land"


def test_nothing_on_the_sheet_is_too_small_or_transparent(sheet):
    assert min(text.size_pt for text in texts(sheet.items)) >= SMALLEST_PT
    assert all(item.opacity == 1 for item, _ in walk(sheet.items))


def test_no_line_on_the_sheet_is_too_thin(sheet):
    widths = [
        item.stroke.width * math.hypot(m.a, m.b) for item, m in walk(sheet.items) if getattr(item, "stroke", None)
    ]
    assert min(widths) >= points(0.25) - 1e-9


def test_every_piece_of_furniture_stays_inside_its_rectangle(shipped, sheet):
    game, _ = shipped
    frame = Rect(0, 0, sheet.width, sheet.height)
    rooms = [Rect(*piece.at) for piece in game.map.furniture]
    assert all(frame.x < room.x and room.right < frame.right and room.bottom < frame.bottom for room in rooms)
    assert not [(a, b) for i, a in enumerate(rooms) for b in rooms[i + 1 :] if a.touches(b)]
    furniture = sheet.items[-1]
    uses = [item for item in furniture.items if isinstance(item, Use)]
    for use in uses:
        ink = items_extent((use,))
        room = Rect(use.matrix.e, use.matrix.f, use.scene.width * use.matrix.a, use.scene.height * use.matrix.d)
        assert ink.x >= room.x - 0.5  # half a stream along the sides of a sample hex
        assert ink.right <= room.right + 0.5
        assert ink.y >= room.y - 0.9  # letters reach above capitals
        assert ink.bottom <= room.bottom + 0.4


def test_seams_keep_clear_of_numbers_names_words_and_furniture(shipped, sheet):
    game, board = shipped
    clear = keep_clear(game, board, sheet)
    assert set(draw_hexmap(game, board).frame.numbers.values()) <= set(clear.texts)
    assert len(clear.panels) > 10 + 9
    assert {piece.at for piece in game.map.furniture if piece.kind != "track"} <= {
        (room.x, room.y, room.width, room.height) for room in clear.panels
    }
    for words in ("SUPPLY LEVEL", "to Mandalay", "EAST EDGE"):
        (item, matrix) = next((i, m) for i, m in walk(sheet.items) if isinstance(i, Text) and i.text == words)
        whole = item_extent(Group((item,), matrix))
        inside = [box for box in clear.texts if whole.grown(0.01).holds(box.x, box.y)]
        assert len(inside) == len(words.split()), words


def test_the_key_has_exactly_the_terrain_of_the_map(shipped):
    game, board = shipped
    kinds = kinds_on_map(game, frame_of(game, board))
    assert "improved-position" not in kinds
    assert {"clear", "jungle", "lake", "road", "railroad", "stream", "bridge", "city", "town", "airfield"} == set(kinds)


def test_the_border_has_the_names_of_edges_and_destinations(shipped):
    game, board = shipped
    art = draw_hexmap(game, board)
    words = [text.text for text in texts(draw_border(art.frame, art.routes))]
    assert {"NORTH EDGE", "SOUTH EDGE", "WEST EDGE", "EAST EDGE", "to Mandalay"} <= set(words)
    assert {exit_.says for exit_ in game.map.exits if exit_.says} <= set(words)


def test_words_in_the_border_do_not_overlap(shipped):
    game, board = shipped
    art = draw_hexmap(game, board)
    flat = [t for t in texts(draw_border(art.frame, art.routes)) if not t.turn]
    spans = sorted((t.y, t.x, t.x + text_width(t.text, t.font, t.size_pt, t.tracking)) for t in flat)
    for (y, _, end), (other_y, start, _) in pairwise(spans):
        assert y != other_y or start > end


@pytest.mark.parametrize("north", [0, 45, 90, 210])
def test_the_compass_points_north(north):
    game, board = game_with_map(
        "A-C", "1-3", north=north, furniture=[{"kind": "compass", "at": ["100mm", "100mm", "20mm", "20mm"]}]
    )
    (letter,) = [text for text in texts(draw_map_sheet(game, board).items) if text.text == "N"]
    dx, dy = letter.x - 110, letter.y - 1 - 110
    if north:
        assert math.degrees(math.atan2(dx, -dy)) % 360 == pytest.approx(north, abs=6)
    else:
        assert dx == pytest.approx(0)
        assert dy < 0


def test_scale_bars_have_their_true_length():
    bars = [{"unit": "km", "per_hex": 2, "figures": [0, 1, 2]}]
    game, board = game_with_map(
        "A-C",
        "1-3",
        scale={"says": "1 hex is 2 km", "bars": bars},
        furniture=[{"kind": "scale", "at": ["100mm", "100mm", "40mm", "12mm"]}],
    )
    boxes = [item for item in draw_map_sheet(game, board).items[-1].items if getattr(item, "ops", "") == "MLLLZ"]
    widths = [item.xy[2] - item.xy[0] for item in boxes if item.xy[1] > 100]
    assert widths == pytest.approx([17.78 / 2] * 2)


# ---------------------------------------------------------------- tracks and boxes


def test_a_track(tracks, golden):
    golden("map-track.txt", dump_scene(draw_track(tracks, "turn", 64, 19)))


def test_a_box(tracks, golden):
    golden("map-box.txt", dump_scene(draw_box(tracks, "wide", 56, 15)))


def test_spaces_divide_the_width_equally_or_are_squares(tracks):
    above = space_rects(tracks, "level", 60, 40)
    assert [round(r.width, 6) for r in above] == [20.0] * 6
    left = space_rects(tracks, "level", 60, 32, "left")
    assert {(r.width, r.height) for r in left} == {(16.0, 16.0)}
    assert max(r.right for r in left) == pytest.approx(60)


def test_counters_fit_the_spaces_of_the_shipped_tracks(shipped):
    game, _ = shipped
    side = game.counter_print.side
    for piece in game.map.furniture:
        if piece.kind == "track":
            _, _, width, height = piece.at
            for rect in space_rects(game, piece.of, width, height, piece.heading):
                assert side + 1 <= min(rect.width, rect.height) <= side + 2.1


@pytest.mark.parametrize(
    ("id_", "width", "height"), [("wide", 56, 15), ("wide", 30, 30), ("tall", 30, 45), ("tall", 15, 60)]
)
def test_a_box_has_room_for_its_counters(tracks, id_, width, height):
    scene = draw_box(tracks, id_, width, height)
    places = [item for item in scene.items if getattr(item, "stroke", None) and item.stroke.dash]
    assert len(places) == tracks.boxes[id_].holds
    for item in places:
        x, y, right, _, _, bottom = item.xy[:6]
        assert 12.7 <= right - x <= 13.8
        assert x >= 0
        assert right <= width
        assert y >= 0
        assert bottom <= height


def test_words_fit_into_their_spaces(tracks):
    for text in texts(draw_track(tracks, "turn", 40, 19).items):
        assert text_width(text.text, text.font, text.size_pt, text.tracking) <= 40


def test_a_text_over_another_or_over_a_counter_is_a_finding(tracks):
    def faults(scene):
        return [fault.wrong for fault in covered_texts("box wide", (Use(scene),), scene.box)]

    assert faults(draw_box(tracks, "wide", 56, 15)) == []
    over_a_counter, *_ = faults(draw_box(tracks, "wide", 30, 14.5))
    assert over_a_counter.endswith("lies over the place of a counter")
    crowded = faults(draw_track(tracks, "turn", 16, 9))
    assert any(" lies over the text " in wrong for wrong in crowded)


@pytest.mark.parametrize(("word", "codes"), [("Bad", {"D010"}), ("Good", set())])
def test_the_examples_of_the_check_of_covered_texts(tracks, word, codes):
    text = (explain_code("D010") or "").split(f"{word}:\n")[1].partition("Good:")[0]
    furniture = yaml.load(text, yaml.BaseLoader)["map"]["furniture"]
    game, _ = game_with_map("A-C", "1-3", furniture=furniture)
    boxes = {"reserve": tracks.boxes["wide"]}
    found = furniture_findings(game.model_copy(update={"boxes": boxes, "counter_print": tracks.counter_print}))
    assert {finding.code for finding in found} == codes
    assert {finding.severity for finding in found} <= {Severity.WARNING}
    assert all(finding.spot.path == "map.furniture.0.at" for finding in found)


@pytest.mark.parametrize(
    ("small", "large"),
    [
        (
            "{kind: key, columns: 1, at: [8mm, 70mm, 26mm, 20mm]}",
            "{kind: key, columns: 1, at: [8mm, 70mm, 50mm, 40mm]}",
        ),
        ("{kind: scale, at: [8mm, 70mm, 62mm, 4mm]}", "{kind: scale, at: [8mm, 70mm, 62mm, 11mm]}"),
        (
            "{kind: compass, on_water: true, at: [8mm, 70mm, 7mm, 7mm]}",
            "{kind: compass, on_water: true, at: [8mm, 70mm, 18mm, 18mm]}",
        ),
    ],
)
def test_texts_over_texts_are_found_in_every_kind_of_furniture(small, large):
    scale = {"says": "1 hex = 5 km", "bars": [{"unit": "km", "per_hex": "5", "figures": ["0", "5", "10"]}]}
    for text, codes in ((small, ["D010"]), (large, [])):
        thing = yaml.load(text, yaml.BaseLoader)
        game, _ = game_with_map("A-C", "1-3", furniture=[thing], scale=scale, terrain={"woods": "A1", "hills": "B2"})
        found = furniture_findings(game)
        assert [finding.code for finding in found] == codes, text
        assert all(finding.spot.path == "map.furniture.0.at" for finding in found)


# ---------------------------------------------------------------- pieces


def piece_around(game, board, hexes, margin=2.0):
    """The piece of a map that contains these hexes and a margin, and its rectangle."""
    corners = [corner for cell in hexes for corner in board.grid.corners(cell)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    shown = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).grown(margin)
    return map_piece(game, board, shown)


@pytest.mark.slow
def test_a_piece_of_a_map_shows_the_same_map(shipped):
    game, board = shipped
    piece = piece_around(game, board, board.grid.parse_hexes("L7-N9"))
    words = {text.text for text in (*piece.numbers, *texts(piece.names))}
    assert {"M7", "L7", "N9", "SEYWA", "Airfield"} <= words
    assert "A1" not in words
    assert "MEIKTILA" not in words
    assert not texts(piece.scene.items)
    whole = sum(1 for _ in walk(draw_hexmap(game, board).layers))
    assert sum(1 for _ in walk(piece.scene.items)) < whole / 8


@pytest.mark.slow
def test_a_map_is_drawn_once_for_copies_of_its_game_and_equal_boards(shipped):
    game, board = shipped
    other = next(iter(game.sides.values()))
    copy = game.model_copy(update={"sides": {**game.sides, "another": other}})
    assert draw_hexmap(copy, resolve_board(copy)) is draw_hexmap(game, board)
    changed = game.model_copy(update={"map": game.map.model_copy(update={"seed": game.map.seed + 1})})
    assert draw_hexmap(changed, board) is not draw_hexmap(game, board)


def test_a_piece_that_the_cache_kept_is_the_same(shipped, tmp_path):
    game, board = shipped
    cells = board.grid.parse_hexes("L7-N9")
    drawn = piece_around(game, board, cells)
    with use_cache(Cache(tmp_path)):
        kept = [piece_around(game, board, cells) for _ in range(2)]
    assert [(one.scene, one.numbers, one.names) for one in kept] == [(drawn.scene, drawn.numbers, drawn.names)] * 2


def test_only_lines_that_touch_the_shown_area_are_left_in_a_clipped_drawing():
    shown = shapely.Polygon([(0, 0), (100, 0), (100, 10), (0, 10)])
    squares = [Rect(x, y, 4, 4) for x in (2, 50) for y in (2, 50)]
    areas = Path(
        "MLLLZ" * 4,
        tuple(v for r in squares for v in (r.x, r.y, r.right, r.y, r.right, r.bottom, r.x, r.bottom)),
        "#000000",
    )
    far = rectangle(Rect(40, 60, 5, 5), fill="#000000")
    around = rectangle(Rect(-5, -5, 200, 200), fill="#FFFFFF")
    curve = Path("MC", (0, 50, 30, -100, 60, -100, 90, 50), None, Stroke("#000000", 1))  # its middle is in the area
    left = without_hidden_parts((Group((areas, far)), around, curve), shown)
    assert left == (Group((replace(areas, ops="MLLLZ" * 2, xy=areas.xy[:8] + areas.xy[16:24]),)), around, curve)


def test_a_piece_of_a_map_is_in_the_coordinates_of_the_sheet(shipped):
    game, board = shipped
    piece = piece_around(game, board, board.grid.parse_hexes("L7-N9"))
    (number,) = [text for text in piece.numbers if text.text == "M8"]
    assert (number.x, number.y) == pytest.approx(board.grid.centre(board.grid.hex("M8")), abs=12)
    box = draw_hexmap(game, board).frame.box
    assert (piece.scene.width, piece.scene.height) == (box.right, box.bottom)


def test_a_piece_at_the_corner_ends_at_the_neat_line(shipped):
    game, board = shipped
    piece = piece_around(game, board, [board.grid.hex("A1")], margin=5)
    box = draw_hexmap(game, board).frame.box
    clips = [group.clip.xy for group in piece.scene.items if isinstance(group, Group) and group.clip]
    assert clips
    for xy in clips:
        left, top, right, bottom = min(xy[::2]), min(xy[1::2]), max(xy[::2]), max(xy[1::2])
        assert (left, top, right, bottom) == pytest.approx((box.x, box.y, box.right, box.bottom), abs=0.001)


# ---------------------------------------------------------------- samples


@pytest.mark.parametrize("kind", TERRAIN)
def test_a_sample_of_each_terrain(kind):
    game, _ = game_with_map("A-C", "1-3")
    sample = draw_terrain_sample(game, kind, 11)
    assert sample.height == 11
    assert sample.width == pytest.approx(11 * 2 / math.sqrt(3))
    assert sum(1 for _ in walk(sample.items)) > 3
    assert not texts(sample.items)


def test_samples_of_a_pointed_map_are_pointed():
    game, _ = game_with_map("A-C", "1-3", hexes="pointed")
    sample = draw_terrain_sample(game, "woods", 11)
    assert sample.width == pytest.approx(11 * math.sqrt(3) / 2)


# ---------------------------------------------------------------- plain maps


def test_a_plain_map(golden):
    game, board = game_with_map(
        "A-B",
        "1-2",
        across="20mm",
        style="plain",
        terrain={"woods": "A1", "lake": "B2"},
        hexsides={"stream": {"s": {"sides": "A1/A2"}}},
        paths={"road": {"r": {"hexes": "A1 A2"}}},
        places={"A2": {"name": "Town", "kinds": "town"}},
    )
    golden("map-plain.txt", dump_scene(draw_map_sheet(game, board)))


def test_the_size_of_a_plain_map_depends_only_on_its_hexes():
    def items(size):
        game, board = game_with_map(f"01-{size}", f"01-{size}", style="plain", terrain={"woods": f"0101-{size}{size}"})
        counts = {group.layer: len(group.items) for group in draw_hexmap(game, board).layers}
        points = sum(len(item.xy) for item, _ in walk(draw_hexmap(game, board).layers) if hasattr(item, "xy"))
        return counts, points

    (few, few_points), (many, many_points) = items(20), items(40)
    assert few == {"land": 1, "grid": 1, "numbers": 400}
    assert many == {"land": 4, "grid": 1, "numbers": 1600}
    assert many_points < 4 * few_points


@pytest.mark.parametrize("hexes", ["flat", "pointed"])
def test_every_hexside_is_drawn_once(hexes):
    game, board = game_with_map("A-E", "1-4", hexes=hexes)
    drawn = [
        frozenset((round(float(x), 3), round(float(y), 3)) for x, y in pair)
        for line in grid_lines(frame_of(game, board))
        for pair in pairwise(line)
    ]
    sides = {
        frozenset((round(x, 3), round(y, 3)) for x, y in (corners[d], corners[(d + 1) % 6]))
        for cell in board.grid.hexes
        for corners in [board.grid.corners(cell)]
        for d in range(6)
    }
    assert len(drawn) == len(sides)


def test_the_town_by_the_river_has_a_sheet_with_furniture():
    sheet = draw_map_sheet(*river_town())
    assert "furniture" in [group.layer for group in sheet.items]
