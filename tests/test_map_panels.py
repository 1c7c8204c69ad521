"""Panels under head bars beside a map: boxes, tracks, tables, diagrams and titles, and the collar of the map."""

import pytest

from pnp.api import check, load_game
from pnp.art.map.border import draw_border, outer_frame
from pnp.art.map.map_palette import FULL, PanelColours
from pnp.draw.fault import text_in_the_sheet_margin
from pnp.draw.furniture import draw_furniture, furniture_findings, uncut_areas
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.map_sheet import margin_findings
from pnp.draw.tables.head_bar_panel import draw_panel
from pnp.extent import items_extent
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.scene import Path, Rect, Text, walk
from pnp.typeface import cap_height, text_width
from pnp.units import points

GAME = """
game: {title: Ford, players: "2"}
sides:
  red: {name: Red Army, short: RD, ground: "#F0B0A0", accent: "#7A1010", emblem: star}
  blue: {name: Blue Army, ground: "#A0C0F0", accent: "#102A7A", emblem: disc}
counter_print: {side: 12mm, factors: strength}
map:
  title: Long Ford
  region: Nowhere
  dateline: May 1900
  remark: A remark
  paper: {width: 320mm, height: 330mm}
  grid: {hexes: flat, columns: A-C, rows: 1-3, across_flats: 18mm, low: even, at: [22mm, 16mm]}
  collar: 7pt
  style: plain
  base: open
  scatter: {1: N, 2: NE, 3: SE, 4: S, 5: SW, 6: NW}
  palette: {red.head: "#AA2222", red.ground: "#FFE0E0"}
  edges:
    east: {hexes: C1-C3, name: East edge, says: Red enters here}
    arrows: {hexes: C2-C3, name: "", entry: true}
  furniture:
    - FURNITURE
boxes:
  wait: {name: Reserve, says: Units wait here., holds: 5}
  open: {name: Lost, says: Units that are lost}
tracks:
  turn:
    name: Turns
    hint: Two turns
    spaces:
      - {label: "1", lines: [1 May, Morning], picture: day, pills: {red: "4", blue: "3"}}
      - {label: "2", lines: [1 May, Night], picture: night, pills: {red: "2", blue: "1"}, tint: night}
  points: {name: Points, sides: red blue, spaces: [{label: "0"}, {label: "1"}]}
  plain: {name: Plain, spaces: [{label: "A"}, {label: "B"}]}
tables:
  drop:
    name: Drop
    hint: Roll once
    columns: {kind: [Clear, Marsh]}
    rows: {roll: 1d6}
    cells: [["-", "-"], ["-", D], ["-", D], [D, D], [D, E], [E, E]]
    codes: {D: {says: Disrupted}, E: {says: Eliminated, colour: "#E9B3A4"}}
modifiers:
  drop: {name: Modifiers, lines: [{effect: "+1", says: Night turn}]}
terrain:
  open: {name: Open, of: hex, look: clear}
rules: rules.md
"""
AT = "[100mm, 20mm, 60mm, 30mm]"


@pytest.fixture
def game(tmp_path):
    def load(furniture, **replaced):
        text = GAME.replace("FURNITURE", furniture)
        for old, new in replaced.values():
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "rules.md").write_text("# 1.0 Rules\n\nNone.\n", encoding="utf-8")
        return load_game(tmp_path)

    return load


@pytest.fixture
def drawn(game):
    def draw(furniture, **replaced):
        """Return the texts by their words, and the paths, of a piece of furniture."""
        one = game(furniture, **replaced)
        frame = frame_of(one, resolve_board(one))
        items = [item for item, _ in walk(draw_furniture(one, one.map.furniture[0], frame.palette, frame).items)]
        return {item.text: item for item in items if isinstance(item, Text)}, [i for i in items if isinstance(i, Path)]

    return draw


def codes(game):
    return [finding.code for finding in furniture_findings(game)]


def extent(path):
    return items_extent((path,))


# ---------------------------------------------------------------- the bar


@pytest.mark.parametrize(
    ("bar", "head", "ground"),
    [("frame", FULL.brown, FULL.panel), ("red", "#AA2222", "#FFE0E0"), ("blue", "#102A7A", "")],
)
def test_a_bar_has_the_colour_of_the_frame_or_of_a_side(drawn, bar, head, ground):
    texts, paths = drawn(f"{{kind: box, of: open, bar: {bar}, holds: 0, title: Losses, note: A note, at: {AT}}}")
    panel, strip = paths[:2]
    assert strip.fill == head
    assert extent(strip).height == pytest.approx(points(13.5 + 0.9), abs=0.001)
    assert panel.fill == (ground or panel.fill)
    assert texts["LOSSES"].x == pytest.approx(100 + points(5.5))
    assert (texts["A note"].anchor, texts["A note"].x) == ("end", pytest.approx(160 - points(5.5)))


@pytest.mark.parametrize(("width", "note", "centred"), [(11.9, "", True), (60, "", False), (60, "x", False)])
def test_a_title_that_fills_a_narrow_bar_is_centred(width, note, centred):
    panel = draw_panel(Rect(0, 0, width, 30), "Turn", note, PanelColours("#000000", "#FFFFFF"), FULL)
    title = next(item for item in panel.items if isinstance(item, Text))
    middle = title.x + text_width(title.text, title.font, title.size_pt, title.tracking) / 2
    assert (abs(middle - width / 2) < 0.01) == centred


def test_a_long_note_shrinks_and_a_longer_one_is_a_finding(game, drawn):
    note = "A note of forty or fifty letters, and on and on and on and on and on"
    texts, _ = drawn(f"{{kind: box, of: wait, bar: red, note: '{note}', at: {AT}}}")
    assert 5 <= texts[note].size_pt < 6.6
    end = texts["RESERVE"].x + text_width("RESERVE", "condensed-bold", 8, points(0.6))
    assert texts[note].x - text_width(note, "condensed-medium", texts[note].size_pt) > end
    assert codes(game(f"{{kind: box, of: wait, bar: red, note: '{note * 3}', at: {AT}}}")) == ["D006"]


def test_the_words_in_a_bar_are_those_of_the_thing_unless_the_furniture_has_its_own(drawn):
    assert {"DROP", "Roll once"} <= drawn(f"{{kind: table, of: drop, bar: frame, at: {AT}}}")[0].keys()
    texts, _ = drawn(f"{{kind: table, of: drop, bar: frame, title: Landing, note: One die, at: {AT}}}")
    assert {"LANDING", "One die"} <= texts.keys()


# ---------------------------------------------------------------- boxes


def dashed(paths):
    return [extent(path) for path in paths if path.stroke and path.stroke.dash]


@pytest.mark.parametrize(("holds", "places"), [("", 5), (", holds: 3", 3), (", holds: 0", 0)])
def test_a_panel_has_the_places_of_its_box_or_its_own_number(drawn, holds, places):
    _, paths = drawn(f"{{kind: box, of: wait, bar: red{holds}, at: [100mm, 20mm, 75mm, 30mm]}}")
    slots = dashed(paths)
    assert len(slots) == places
    body = Rect(100, 20 + points(13.5), 75, 30 - points(13.5))
    for slot in slots:
        assert slot.width >= 12
        assert body.x < slot.x
        assert slot.right < body.right
        assert body.y < slot.y
        assert slot.bottom < body.bottom
    assert not [(a, b) for i, a in enumerate(slots) for b in slots[i + 1 :] if a.touches(b)]


def test_the_text_of_a_box_is_printed_where_there_is_room(drawn):
    assert "Units that are lost" in drawn(f"{{kind: box, of: open, bar: red, holds: 0, at: {AT}}}")[0]
    assert "Units wait here." not in drawn(f"{{kind: box, of: wait, bar: red, at: {AT}}}")[0]
    texts, paths = drawn(f"{{kind: box, of: wait, bar: red, holds: 1, at: {AT}}}")
    assert texts["Units wait here."].x > dashed(paths)[0].right
    texts, paths = drawn(f"{{kind: box, of: wait, bar: red, holds: 3, text: Caption, at: {AT}}}")
    assert texts["Caption"].y - cap_height("condensed", 6.4) > max(slot.bottom for slot in dashed(paths))


# ---------------------------------------------------------------- tracks


@pytest.mark.parametrize("at", ["[100mm, 20mm, 70mm, 36mm]", "[100mm, 20mm, 110mm, 22mm]"])
def test_a_turn_has_its_date_its_sign_and_a_pill_for_each_side(drawn, at):
    texts, paths = drawn(f"{{kind: track, of: turn, bar: frame, at: {at}}}")
    assert {"1", "2", "1 May", "Morning", "Night", "RD 4", "Blue Army 3", "RD 2"} <= texts.keys()
    assert texts["1"].size_pt > 20
    fills = [path.fill for path in paths]
    assert fills.count("#AA2222") == fills.count("#102A7A") == 2
    assert fills.count(FULL.night) == 1
    assert "#C98A1E" in fills  # the sun
    assert len(dashed(paths)) == 2
    for text in texts.values():
        assert text.size_pt >= 5


def test_a_space_for_both_sides_has_a_part_in_the_tint_of_each(drawn):
    texts, paths = drawn("{kind: track, of: points, bar: frame, at: [100mm, 20mm, 60mm, 24mm]}")
    parts = [extent(path) for path in paths if path.fill == "#FFE0E0"]
    assert [(round(part.x), round(part.width)) for part in parts] == [(100, 15), (130, 15)]
    assert {"0", "1", "RD", "Blue Army"} <= texts.keys()


def test_other_tracks_have_plain_spaces_on_a_panel(drawn):
    texts, _ = drawn("{kind: track, of: plain, bar: frame, at: [100mm, 20mm, 60mm, 24mm]}")
    assert {"PLAIN", "A", "B"} <= texts.keys()


def test_a_track_on_a_panel_may_have_one_space_in_a_row_and_no_room_for_its_hint(game):
    furniture = "{kind: track, of: points, bar: frame, in_a_row: 1, at: [100mm, 20mm, 30mm, 60mm]}"
    first, second = uncut_areas(one := game(furniture), one.map.furniture[0])
    assert first.x == second.x
    assert second.y == pytest.approx(first.bottom)
    narrow = one.tracks["points"].model_copy(
        update={"hint": "a hint that is much too long for the bar of a narrow panel"}
    )
    one = one.model_copy(update={"tracks": {**one.tracks, "points": narrow}})
    assert [finding.code for finding in furniture_findings(one)] == []


def test_seams_may_run_between_the_spaces_of_a_track_on_a_panel(game):
    one = game("{kind: track, of: points, bar: frame, at: [100mm, 20mm, 60mm, 24mm]}")
    spaces = uncut_areas(one, one.map.furniture[0])
    assert spaces[0].y > 24, "the bar is not one of them: a seam may cut it beside its words"
    assert [round(space.x) for space in spaces] == [100, 130]
    assert spaces[0].bottom == pytest.approx(44)


# ---------------------------------------------------------------- tables and diagrams


def test_a_table_on_a_panel_has_coloured_results_and_its_modifiers(drawn):
    texts, paths = drawn("{kind: table, of: drop, bar: frame, modifiers: drop, at: [100mm, 20mm, 80mm, 50mm]}")
    assert [path.fill for path in paths].count("#E9B3A4") == 3
    assert {"+ 1", "Night turn", "Disrupted", "Eliminated"} <= texts.keys()
    assert texts["Night turn"].y > texts["Disrupted"].y > texts["6"].y
    assert texts["1"].fill == FULL.accent


def test_a_compass_on_a_panel_has_four_letters(drawn):
    texts, _ = drawn(f"{{kind: compass, bar: frame, at: {AT}}}")
    assert {"COMPASS", "N", "E", "S", "W"} == texts.keys()
    assert texts["N"].y < texts["E"].y < texts["S"].y
    assert texts["W"].x < texts["N"].x < texts["E"].x


def test_a_scatter_diagram_has_a_word_in_its_middle(drawn):
    texts, _ = drawn(f"{{kind: scatter, bar: frame, text: ZONE, at: {AT}}}")
    assert {"SCATTER", "ZONE", *"123456"} == texts.keys()
    assert texts["1"].y < texts["ZONE"].y < texts["4"].y


def test_a_terrain_key_fits_below_its_bar(drawn):
    texts, _ = drawn(f"{{kind: key, bar: frame, at: {AT}}}")
    assert {"TERRAIN KEY", "Open"} <= texts.keys()


# ---------------------------------------------------------------- titles


@pytest.mark.parametrize(("height", "lines"), [(45, {"LONG FORD"}), (60, {"LONG", "FORD"})])
def test_a_title_with_an_emblem_is_a_cartouche_in_as_many_lines_as_make_it_large(drawn, height, lines):
    texts, paths = drawn(f"{{kind: title, emblem: canopy, text: The series, at: [100mm, 20mm, 70mm, {height}mm]}}")
    assert texts.keys() == {*lines, "Nowhere, May 1900", "THE SERIES", "A remark"}
    assert texts["Nowhere, May 1900"].font == "serif-italic"
    assert FULL.accent in {path.fill for path in paths}
    frame = extent(paths[0])
    for text in texts.values():
        assert frame.x < text.x - text_width(text.text, text.font, text.size_pt, text.tracking) / 2
        assert frame.y < text.y < frame.bottom


def test_a_cartouche_or_a_bar_without_room_is_a_finding(game):
    assert codes(game("{kind: title, emblem: canopy, at: [100mm, 20mm, 70mm, 20mm]}")) == ["D006"]
    long = "A title of some length and then more"
    assert codes(game(f"{{kind: box, of: wait, bar: red, title: '{long}', at: [100mm, 20mm, 20mm, 30mm]}}")) == ["D006"]


# ---------------------------------------------------------------- the collar


def test_the_collar_is_filled_and_has_the_names_of_edges_and_entry_arrows(game):
    one = game(f"{{kind: compass, at: {AT}}}")
    frame = frame_of(one, resolve_board(one))
    band = [x for x, _ in outer_frame(frame)]
    assert max(band) - frame.box.right == pytest.approx(points(7))
    items = draw_border(frame, ())
    assert items[0].fill == FULL.panel
    assert items[0].even_odd
    arrows = [extent(item) for item in items if isinstance(item, Path) and item.fill == FULL.accent]
    assert len(arrows) == 2
    for text in (item for item in items if isinstance(item, Text)):
        assert cap_height(text.font, text.size_pt) < points(7) * 0.7
        assert frame.box.right < text.x < max(band)
        low, high = text.y, text.y + text_width(text.text, text.font, text.size_pt, text.tracking)
        assert all(high < arrow.y or arrow.bottom < low for arrow in arrows)


# ---------------------------------------------------------------- findings


@pytest.mark.parametrize(
    ("furniture", "replaced", "code"),
    [
        (f"{{kind: box, of: wait, bar: rde, holds: 1, at: {AT}}}", (), "I001"),
        (f"{{kind: compass, at: {AT}}}", ("pills: {red: ", "pills: {rde: "), "I001"),
        (f"{{kind: compass, at: {AT}}}", ("sides: red blue", "sides: rde blue"), "I001"),
        (f"{{kind: compass, at: {AT}}}", ("picture: day", "picture: dya"), "I004"),
        (f"{{kind: title, emblem: canpoy, at: {AT}}}", (), "I004"),
        ("{kind: table, of: drop, bar: frame, modifiers: dorp, at: [100mm, 20mm, 80mm, 50mm]}", (), "I011"),
        ("{kind: key, of: plian, at: [100mm, 20mm, 80mm, 50mm]}", (), "I011"),
        ("{kind: track, of: points, bar: frame, at: [100mm, 20mm, 40mm, 24mm]}", (), "M017"),
        ("{kind: box, of: wait, bar: red, holds: 1, at: [100mm, 20mm, 20mm, 15mm]}", (), "M017"),
    ],
)
def test_unknown_names_and_small_rooms_are_findings(game, furniture, replaced, code):
    assert code in [finding.code for finding in check(game(furniture, **({"one": replaced} if replaced else {})))]


def test_a_text_is_not_larger_than_the_type_size_of_the_data(game):
    def size(more):
        furniture = f"{{kind: text, bar: frame, title: Note, text: Stop here., {more} at: [100mm, 20mm, 80mm, 50mm]}}"
        one = game(furniture)
        panel = draw_furniture(one, one.map.furniture[-1], FULL, None)
        return {item.size_pt for item, _ in walk(panel.items) if isinstance(item, Text) and "Stop" in item.text}

    assert (size(""), size("type_size: 6,")) == ({8.5}, {6})


def test_a_colour_of_an_unknown_side_is_a_finding(game):
    one = game(f"{{kind: compass, at: {AT}}}", one=("red.head", "rde.head"))
    assert codes(one) == ["D008"]


@pytest.mark.parametrize(
    ("paper", "found"), [("{width: 320mm, height: 330mm}", 0), ("{width: 250mm, height: 170mm}", 1)]
)
def test_a_sheet_larger_than_all_papers_is_trimmed_and_needs_less_margin(game, paper, found):
    furniture = "{kind: box, of: wait, bar: red, at: [100mm, 2mm, 75mm, 30mm]}"
    one = game(furniture, one=("{width: 320mm, height: 330mm}", paper))
    home = load_target("home")
    assert len(margin_findings(one, resolve_board(one), home)) == found
    assert (home.margin_of(210, 297), home.margin_of(297, 210), home.margin_of(559, 864)) == (6.35, 6.35, 1.5)


def test_the_frame_of_a_map_in_the_blank_margin_is_found(game):
    def found(sheet):
        one = game("{kind: compass, at: [100mm, 20mm, 16mm, 16mm]}", one=("{width: 320mm, height: 330mm}", sheet))
        return [f.wrong for f in margin_findings(one, resolve_board(one), load_target("home")) if "frame" in f.wrong]

    assert found("{width: 320mm, height: 330mm}") == []
    assert found("{width: 250mm, height: 86mm}") == [
        "the frame of the map begins 4.5 mm from the edge of the sheet; printers leave 6.35 mm blank"
    ]


@pytest.mark.parametrize(
    ("lies", "advice"),
    [
        (Rect(7, 3.3, 40, 20), "move it 3.1 mm down, or make the sheet larger"),
        (Rect(55, 96, 40, 20), "move it 1.4 mm to the left and 22.4 mm up, or make the sheet larger"),
        (Rect(0, 3, 95.3, 80), "make the sheet at least 108.0 mm wide, or what it shows smaller"),
    ],
)
def test_what_lies_in_the_blank_margin_is_moved_as_far_as_the_advice_says(lies, advice):
    """What is larger than the sheet without its margins cannot be moved out of them."""
    (fault,) = text_in_the_sheet_margin("the box", lies, Rect(0, 0, 100, 100).grown(-6.35), 6.35)
    assert fault.write == advice
