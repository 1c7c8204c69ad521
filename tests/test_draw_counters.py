"""Counters drawn from data: what is printed where, what is shared, and what cannot be printed."""

import math
import textwrap
from itertools import combinations

import pytest
import yaml

from pnp.draw.counter.background import counter_background
from pnp.draw.counter.faces import CounterFaces, counter_findings, draw_counters
from pnp.draw.counter.factors import draw_factors, read_factors
from pnp.draw.counter.spare_counters import draw_blank_counters, spare_groups, spare_note
from pnp.draw.counter.unit_ink import unit_ink
from pnp.draw.cutout import standing_counters
from pnp.findings import CHECKS, Severity, checks_of
from pnp.impose.abutting import AbuttingBlock, arrange_with_spares
from pnp.impose.component_sheets import CORNER_PEN, SPARES, background_groups, impose_counters
from pnp.load import load_game, shipped_games
from pnp.load.game_folder import find_game
from pnp.load.layouts import shared_layouts
from pnp.load.target_files import load_target
from pnp.model.face_layouts import FaceLayout
from pnp.model.game import Game
from pnp.palette import INK, PAPER, RED, WHITE
from pnp.scene import Group, Matrix, Path, Rect, Scene, Text, Use, walk
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_POINT, parse_length
from tests.dump import dump_scene
from tests.made_games import make_game

SIDES = ("12mm", "1/2in", "9/16in", "5/8in", "3/4in", "1in")

GAME = """
game: {title: Test, designer: Nobody}
sides:
  blue: {name: Blue, ground: "#8FC0BE", accent: "#0F4B52", emblem: roundel}
  red: {name: Red, ground: "#F7E3B5", accent: "#9E1B1E", emblem: sun-disc}
formations:
  first: {name: First Brigade, label: 1 Bde, side: blue, colour: "#F6D048", size: brigade}
  second: {name: Second Division, label: 2 Div, side: red, colour: "#EE7F74", emblem: wolf}
counter_print: {side: 1/2in, factors: attack defence movement}
counters:
  A1: {kind: unit, side: blue, symbol: infantry, size: battalion, formation: first, label: 1/7 Foot,
       front: 3-4-3, back: {factors: 2-2-3, state: reduced}}
  A2: {kind: unit, side: blue, symbol: artillery, size: regiment, formation: first, label: 129 Fd Regt, short: 129 Fd,
       range: 4, front: "*-2-3", back: blank}
  A3: {kind: unit, side: red, symbol: engineer+parachute, size: platoon, formation: second, label: 1/4, code: 2R,
       front: "[3]-1-5", back: {factors: 1-1-4, state: disrupted}}
  F1: {kind: air, side: blue, label: Squadron, front: {picture: aircraft, word: Ready, corner: "1"},
       back: {picture: aircraft, word: Committed, corner: "1", state: reduced}}
  K1: {kind: activation, side: blue, size: brigade, formation: first, label: First,
       front: {picture: numeral, number: "1", word: Brigade}, back: emblem}
  K2: {kind: activation, side: blue, symbol: armour, label: Tanks, front: {picture: symbol, word: Tanks}, back: emblem}
  K3: {kind: activation, side: red, size: division, formation: second, label: Wolf,
       front: {picture: emblem, word: 2 Div}, back: emblem}
  M1: {kind: marker, label: Turn, front: {picture: calendar, number: March, word: Turn, ground: neutral},
       back: {picture: laurel, number: "+30", word: Points, foot: accent, ground: red}}
  M2: {kind: marker, label: Out, front: {picture: crate-barred, word: Out of supply, foot: bad, ground: neutral},
       back: {picture: gun-firing, word: Fired, foot: fact, ground: neutral}}
  M3: {kind: marker, side: red, label: Strike, front: {picture: aircraft, number: "4", word: Air strike},
       back: {picture: flag, word: Hill, second: Airfield M7, ground: blue}}
"""


def game(side: str = "1/2in", **changes: object) -> Game:
    """Return the game of this test with counters of a size, and with changes merged in."""
    tree = yaml.load(GAME, yaml.BaseLoader)
    tree["counter_print"]["side"] = side
    return make_game(merged(tree, changes))


def merged(tree: dict, changes: dict) -> dict:
    """Return a tree with another tree merged into it."""
    return tree | {k: merged(tree.get(k, {}), v) if isinstance(v, dict) else v for k, v in changes.items()}


def faces(side: str = "1/2in") -> dict[str, CounterFaces]:
    return draw_counters(game(side))


def texts(scene: Scene) -> list[str]:
    return [item.text for item, _ in walk(scene.items) if isinstance(item, Text)]


def boxes(scene: Scene) -> list[tuple[str, Rect]]:
    """Return the rectangle of the capitals of each text on a face."""
    found = []
    for item, matrix in walk(scene.items):
        if isinstance(item, Text):
            width = text_width(item.text, item.font, item.size_pt, item.tracking)
            left = {"start": 0.0, "middle": -width / 2, "end": -width}[item.anchor]
            turn = math.radians(item.turn)
            corners = [
                matrix.apply(
                    (item.x + x * math.cos(turn) - y * math.sin(turn), item.y + x * math.sin(turn) + y * math.cos(turn))
                )
                for x in (left, left + width)
                for y in (0, -cap_height(item.font, item.size_pt))
            ]
            x, y = min(c[0] for c in corners), min(c[1] for c in corners)
            found.append((item.text, Rect(x, y, max(c[0] for c in corners) - x, max(c[1] for c in corners) - y)))
    return found


# ---------------------------------------------------------------- what is printed


def test_the_faces_of_units(golden) -> None:
    """Everything on a reduced battalion, a one-step battery and disrupted parachutists is at its place."""
    dumps = []
    for side in ("1/2in", "5/8in"):
        drawn = faces(side)
        for id_ in ("A1", "A2", "A3"):
            dumps += [
                f"{id_} {side} front\n{dump_scene(drawn[id_].front)}",
                f"{id_} {side} back\n{dump_scene(drawn[id_].back)}",
            ]
    golden("counter-units.txt", "\n".join(dumps))


def test_the_faces_of_markers(golden) -> None:
    """The golden has the texts and the scenes of every marker, chit and air unit."""
    lines = []
    for id_, both in faces().items():
        for facing, scene in (("front", both.front), ("back", both.back)):
            used = [item.scene.name for item in scene.items if isinstance(item, Use)]
            lines.append(f"{id_} {facing}: {' | '.join(both.texts(facing))} <- {', '.join(used)}")
    golden("counter-markers.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("side", SIDES)
def test_the_texts_of_a_face_are_its_runs_of_text(side: str) -> None:
    """Preflight searches the written file for exactly these texts."""
    for both in faces(side).values():
        assert sorted(texts(both.front)) == sorted(both.front_texts)
        assert sorted(texts(both.back)) == sorted(both.back_texts)


def test_drawn_signs_are_not_among_the_texts() -> None:
    both = faces()["A2"]
    assert both.front_texts == ("4", "129 Fd Regt", "1 Bde", "2", "3")
    assert both.back_texts == ("129 Fd Regt",)


def test_words_are_in_capitals_except_the_endings_of_ordinal_numbers() -> None:
    drawn = draw_counters(game(counters={"F1": {"front": {"word": "64th Sentai"}}}))
    assert "64th SENTAI" in drawn["F1"].front_texts


def test_a_long_word_is_broken_in_two_lines() -> None:
    drawn = draw_counters(game(counters={"F1": {"front": {"word": "First appearance"}}}))
    assert drawn["F1"].front_texts == ("1", "FIRST", "APPEARANCE")


# ---------------------------------------------------------------- its place


@pytest.mark.parametrize("side", SIDES)
def test_a_scene_has_the_size_of_the_counter_and_extends_past_the_cut(side: str) -> None:
    length = parse_length(side)
    for both in faces(side).values():
        for scene in (both.front, both.back):
            assert (scene.width, scene.height) == (length, length)
            assert scene.bleed >= 2
            points = [
                matrix.apply((item.xy[i], item.xy[i + 1]))
                for item, matrix in walk(scene.items)
                if isinstance(item, Path)
                for i in range(0, len(item.xy), 2)
            ]
            for low, high in ((min(p[n] for p in points), max(p[n] for p in points)) for n in (0, 1)):
                assert low <= -2
                assert high >= length + 2


@pytest.mark.parametrize("side", SIDES)
def test_text_is_a_millimetre_from_the_cut_and_at_least_five_points_high(side: str) -> None:
    length = parse_length(side)
    for id_, both in faces(side).items():
        for scene in (both.front, both.back):
            for text, box in boxes(scene):
                assert min(box.x, box.y, length - box.right, length - box.bottom) >= 0.85, (id_, text)
            assert all(item.size_pt >= 5 for item, _ in walk(scene.items) if isinstance(item, Text))


@pytest.mark.parametrize("side", SIDES)
def test_no_two_texts_of_a_face_touch(side: str) -> None:
    for id_, both in faces(side).items():
        for scene in (both.front, both.back):
            for (one, a), (other, b) in combinations(boxes(scene), 2):
                assert not a.touches(b), (id_, one, other)


@pytest.mark.parametrize("name", shipped_games())
def test_counters_of_shipped_games(name: str) -> None:
    """There are no findings, no two texts touch, and all text has at least five points."""
    shipped = load_game(find_game(name))
    assert counter_findings(shipped) == ()
    for id_, both in draw_counters(shipped).items():
        for scene in (both.front, both.back):
            assert all(item.size_pt >= 5 for item, _ in walk(scene.items) if isinstance(item, Text))
            for (one, a), (other, b) in combinations(boxes(scene), 2):
                assert not a.touches(b), (id_, one, other)


LEAST_GAP, LEAST_MARGIN = 0.35, 1.2
"""The least distance of two things on a counter, and of a thing from the cut, in mm."""
GROUNDS = {"banner", "band"}
"""What lies behind other things."""


def gap(one: Rect, other: Rect) -> float:
    """Return the distance of two rectangles; negative if they overlap."""
    across = max(one.x - other.right, other.x - one.right)
    return max(across, one.y - other.bottom, other.y - one.bottom)


def shipped_sheets() -> list[str]:
    """Return the shipped games with counter sheets; the counters of the others are standees."""
    games = ((name, load_game(find_game(name))) for name in shipped_games())
    return [name for name, one in games if one.counter_print and len(standing_counters(one)) < len(one.counters)]


@pytest.mark.parametrize("name", shipped_sheets())
def test_everything_on_the_units_of_shipped_games_is_apart_and_clear_of_the_cut(name: str) -> None:
    """Emblem, size, symbol, labels, range, factors, star and frame of every unit, on both sides."""
    shipped = load_game(find_game(name))
    assert shipped.counter_print is not None
    side = shipped.counter_print.side
    for id_, counter in shipped.counters.items():
        for face in (counter.front, counter.back):
            if counter.kind != "unit" or not face.factors:
                continue
            ink = {thing: box for thing, box in unit_ink(shipped, counter, face).items() if thing not in GROUNDS}
            for thing, box in ink.items():
                margin = min(box.x, box.y, 1 - box.right, 1 - box.bottom) * side
                assert margin >= LEAST_MARGIN - 1e-3, (id_, face.state, thing, margin)
            for (one, a), (other, b) in combinations(ink.items(), 2):
                if {one, other} != {"frame", "factors"}:
                    assert gap(a, b) * side >= LEAST_GAP, (id_, face.state, one, other, gap(a, b) * side)


@pytest.mark.parametrize("name", shipped_sheets())
def test_the_texts_of_shipped_counters_are_apart_and_clear_of_the_cut(name: str) -> None:
    shipped = load_game(find_game(name))
    standing = standing_counters(shipped)
    for id_, both in draw_counters(shipped).items():
        for scene in (both.front, both.back) if id_ not in standing else ():
            found = boxes(scene)
            for text, box in found:
                margin = min(box.x, box.y, scene.width - box.right, scene.height - box.bottom)
                assert margin >= LEAST_MARGIN - 1e-3, (id_, text, margin)
            for (one, a), (other, b) in combinations(found, 2):
                assert gap(a, b) >= LEAST_GAP, (id_, one, other, gap(a, b))


@pytest.mark.parametrize("side", SIDES)
def test_one_factor_is_large_beside_the_symbol_and_the_disrupted_side_says_so(side: str) -> None:
    length = parse_length(side)
    unit = "{kind: unit, side: red, symbol: infantry, size: battalion, label: 1/7, "
    unit += "front: '1*', back: {factors: '2', state: disrupted}}"
    printed = {"side": side, "factors": "combat", "labels": "figure"}
    one = game(side, counter_print=printed, counters={"X": yaml.load(unit, yaml.BaseLoader)})
    both = draw_counters(one)["X"]
    assert set(both.front_texts) == {"1", "1/7"}
    assert set(both.back_texts) == {"2", "1/7", "DISRUPTED"}
    for scene in (both.front, both.back):
        for text, box in boxes(scene):
            assert min(box.x, box.y, length - box.right, length - box.bottom) >= 0.85, text
        for (first, a), (second, b) in combinations(boxes(scene), 2):
            assert not a.touches(b), (first, second)
    front, back = (
        {item.text: item.size_pt for item, _ in walk(scene.items) if isinstance(item, Text)}
        for scene in (both.front, both.back)
    )
    assert front["1"] == back["2"], "a star and a disrupted side leave the factor as large as it is"
    assert back["2"] * MM_PER_POINT > 0.45 * length


def test_a_side_may_have_rays_on_its_counters() -> None:
    changes = ({}, {"sides": {"red": {"rays": "#F1D3A4"}}})
    plain, rayed = (draw_counters(game(**change))["A3"].front for change in changes)
    fills = [{item.fill for item, _ in walk(scene.items) if isinstance(item, Path)} for scene in (plain, rayed)]
    assert "#F1D3A4" not in fills[0]
    assert "#F1D3A4" in fills[1]


@pytest.mark.parametrize("name", shipped_games())
def test_names_keep_clear_of_the_stripe_on_reduced_sides(name: str) -> None:
    """Every label above the band, with its descenders, ends 0.8 pt above the stripe."""
    shipped = load_game(find_game(name))
    if shipped.counter_print is None:
        return
    layout, side = shipped.face_layout, shipped.counter_print.side
    for id_, both in draw_counters(shipped).items():
        counter = shipped.counters[id_]
        if counter.kind != "unit" or counter.back.state != "reduced":
            continue
        for item, matrix in walk(both.back.items):
            if isinstance(item, Text) and item.text in (counter.label, counter.short):
                across = abs(math.sin(math.radians(item.turn))) < 0.5
                foot = matrix.apply((item.x, item.y))[1]
                if across:
                    foot += 0.2 * item.size_pt * MM_PER_POINT * any(letter in "gjpqy," for letter in item.text)
                assert foot <= layout.stripe * side - 0.8 * MM_PER_POINT, (id_, item.text)


def test_labels_are_below_the_symbol_on_small_counters_unless_the_game_states_otherwise() -> None:
    layouts = shared_layouts()

    def layout(side: float, labels: str = "") -> FaceLayout:
        """Return the layout of counters of a size."""
        data = {"game": {"title": "Small"}, "counter_print": {"side": side, "factors": "a", "labels": labels}}
        return make_game(data).face_layout

    assert layout(12.7) is layouts["below"]
    assert layout(15.875) is layouts["beside"]
    assert layout(12.7, "beside") is layouts["beside"]
    assert layout(25.4, "below") is layouts["below"]
    assert layout(15.875, "banner") is layouts["banner"]
    assert layout(12.7, "banner") is layouts["small-banner"]
    assert layout(12.7, "banner").of_state("disrupted") is layouts["small-banner-disrupted"]
    assert layout(12.7).of_state("disrupted") is layouts["below"]


BANNERED = {
    "counter_print": {"labels": "banner"},
    "formations": {"second": {"ground": "#BECAC2", "accent": "#26382F", "emblem": "cross"}},
    "counters": {
        "A1": {"label": "Artillery", "size": "company"},
        "A3": {"label": "C/8 DLI", "code": "", "right": "1FM"},
    },
}


@pytest.mark.parametrize("side", SIDES)
def test_labels_on_a_banner_touch_no_other_text(side: str) -> None:
    length = parse_length(side)
    drawn = draw_counters(game(side, **BANNERED))
    for id_, both in drawn.items():
        for scene in (both.front, both.back):
            for text, box in boxes(scene):
                assert min(box.x, box.y, length - box.right, length - box.bottom) >= 0.85, (id_, text)
            for (one, a), (other, b) in combinations(boxes(scene), 2):
                assert not a.touches(b), (id_, one, other)


def test_a_disrupted_unit_with_a_banner_has_its_word_between_symbol_and_factors() -> None:
    """Its labels and its symbol are at the same places as on the front, and no word is near the cut."""
    both = draw_counters(game("5/8in", **BANNERED))["A3"]
    front, back = dict(boxes(both.front)), dict(boxes(both.back))
    assert front["1FM"] == back["1FM"]
    assert front["C/8 DLI"] == back["C/8 DLI"]
    assert front["1FM"].centre[0] > 0.75 * 15.875
    assert front["5"].centre[0] == pytest.approx(back["4"].centre[0])
    assert back["DISRUPTED"].width > 0.5 * 15.875
    assert back["DISRUPTED"].bottom < back["4"].y
    assert {item.fill for item, _ in walk(both.back.items) if isinstance(item, Path)} >= {RED, PAPER}


def test_labels_on_a_banner_are_upright_in_one_line_and_at_least_6_points_high() -> None:
    drawn = draw_counters(game("5/8in", **BANNERED))
    for id_, label in (("A1", "Artillery"), ("A3", "C/8 DLI")):
        (text,) = [item for item, _ in walk(drawn[id_].front.items) if isinstance(item, Text) and item.text == label]
        assert text.turn == 0
        assert text.size_pt >= 6


def test_the_back_of_a_one_step_unit_has_both_labels_on_the_banner() -> None:
    assert draw_counters(game("5/8in", **BANNERED))["A2"].back_texts == ("129 Fd Regt", "1 Bde")


def test_a_formation_of_another_nation_has_its_own_colours_and_emblem() -> None:
    """Its activation marker keeps the formation's colour."""
    nation = game("5/8in", **BANNERED)
    drawn = [counter_background(nation, nation.counters[id_], nation.counters[id_].front) for id_ in ("A3", "A1", "K3")]
    assert [(one.colour, one.accent, one.bears) for one in drawn] == [
        ("#BECAC2", "#26382F", "cross"),
        ("#8FC0BE", "#0F4B52", "roundel"),
        ("#EE7F74", "#9E1B1E", "cross"),
    ]
    assert ("A3",) in background_groups(nation)


def test_a_shared_marker_may_have_the_colours_of_a_side_of_another_scenario() -> None:
    face = {
        "picture": "flag",
        "word": "Hill",
        "foot": "accent",
        "ground": "#D79B5A",
        "accent": "#5A3208",
        "emblem": "star",
    }
    drawn = draw_counters(game(counters={"M2": {"front": face}}))["M2"]
    fills = {item.fill for item, _ in walk(drawn.front.items) if isinstance(item, Path)}
    assert {"#D79B5A", "#5A3208"} <= fills


@pytest.mark.parametrize("side", SIDES)
def test_a_strength_keeps_clear_of_the_picture_above_it(side: str) -> None:
    drawn = draw_counters(game(side, counters={"M3": {"front": {"picture": "warship"}}}))["M3"].front
    strength = dict(boxes(drawn))["4"]
    ship = [
        matrix.apply((item.xy[i], item.xy[i + 1]))
        for use in drawn.items
        if isinstance(use, Use) and use.scene.name == "picture warship"
        for item, matrix in walk((use,))
        if isinstance(item, Path)
        for i in range(0, len(item.xy), 2)
    ]
    assert ship
    assert not any(strength.x < x < strength.right and strength.y < y < strength.bottom for x, y in ship)


def test_equal_things_are_at_equal_places() -> None:
    """Front and back of a unit differ only in their factors, which have the same places."""
    both = faces()["A1"]
    front, back = boxes(both.front), boxes(both.back)
    assert [box.centre for _, box in front] == [box.centre for _, box in back]


@pytest.mark.parametrize(
    "factors", ["3-4-3", "1-1-1", "*-2-4", "[3]-1-5", "10-12-8", "4", "3-8", "1-2-3-4", "12-10-15", "(2)-4-6"]
)
def test_factors_stay_on_the_counter_and_apart(factors: str) -> None:
    drawn = draw_factors(factors, 12.7, 10, 11)
    assert not drawn.faults
    scene = Scene("", 12.7, 12.7, drawn.items)
    figures = [box for _, box in boxes(scene)]
    assert all(box.x >= 0.6 and box.right <= 12.1 for box in figures)
    assert not any(a.touches(b) for a, b in combinations(figures, 2))


def test_factors_are_separated_by_single_dashes() -> None:
    assert [(p.text, p.star, p.framed) for p in read_factors("[3]-*--1")] == [
        ("3", False, True),
        ("*", True, False),
        ("-1", False, False),
    ]
    assert read_factors("") == ()


# ---------------------------------------------------------------- what is shared


def test_hidden_units_have_one_back_with_the_name_of_their_side() -> None:
    """The back shows only the side, whatever the front shows, and does not call a unit an activation marker."""
    drawn = draw_counters(game(counters={"A2": {"back": "emblem"}, "A1": {"back": "emblem"}, "M3": {"back": "emblem"}}))
    assert drawn["A1"].back is drawn["A2"].back
    assert [texts(drawn[id_].back) for id_ in ("A1", "M3", "K1")] == [["BLUE"], ["RED"], ["ACTIVATION"]]


def test_all_activation_markers_of_a_side_share_one_back() -> None:
    """They look alike in the cup, and the file holds the back once."""
    drawn = faces()
    assert drawn["K1"].back is drawn["K2"].back
    assert drawn["K1"].back is not drawn["K3"].back


def test_units_that_differ_in_their_labels_share_the_rest() -> None:
    more = {
        f"B{i}": yaml.load(
            "{kind: unit, side: blue, symbol: infantry, size: battalion, formation: first, front: 3-4-3, back: blank}",
            yaml.BaseLoader,
        )
        | {"label": f"{i}/9"}
        for i in range(3)
    }
    drawn = draw_counters(game(counters=more))
    shared = [{item.scene for item in drawn[id_].front.items if isinstance(item, Use)} for id_ in more]
    assert shared[0] == shared[1] == shared[2]
    assert len(shared[0]) == 2  # its head and its factors


def test_reduced_and_disrupted_sides_look_different() -> None:
    """A reduced side has slanted stripes in the side's accent, a disrupted side a red bar and a tag."""
    drawn = faces("5/8in")
    assert "DISRUPTED" in drawn["A3"].back_texts
    reduced, disrupted = (
        [item for item, _ in walk(drawn[id_].back.items) if isinstance(item, Path)] for id_ in ("A1", "A3")
    )
    assert any(path.fill == "#0F4B52" and path.ops.count("Z") > 15 for path in reduced)
    assert not any(path.ops.count("Z") > 15 and path.fill == "#9E1B1E" for path in disrupted)


def test_stripes_continue_on_the_next_counter() -> None:
    """There are ten stripes to the side, so their places repeat on the next counter."""
    stripes = next(
        item for item, _ in walk(faces()["A1"].back.items) if isinstance(item, Path) and item.ops.count("Z") > 15
    )
    feet = sorted({round(x, 3) for x in stripes.xy[: len(stripes.xy) // 2 : 8]})
    assert {round(x + 12.7, 3) for x in feet} & set(feet)


def test_counters_are_drawn_the_same_every_time() -> None:
    one, other = faces(), faces()
    assert [dump_scene(f.front) for f in one.values()] == [dump_scene(f.front) for f in other.values()]


def test_spares_follow_the_counters_of_the_game() -> None:
    one = game(counter_print={"spares": {"M1": 3, "red": 2}})
    assert spare_groups(one) == (("M1",) * 3, ("spare-red",) * 2)
    assert "3 Turn, 2 blank Red" in spare_note(one)
    blank = draw_blank_counters(one)["spare-red"]
    assert blank.front == blank.back
    assert not texts(blank.front)
    for labels, bands in (("banner", 1), ("figure", 1), ("beside", 0)):
        other = draw_blank_counters(game("5/8in", counter_print={"spares": {"red": 2}, "labels": labels}))["spare-red"]
        wide = [item for item in other.front.items if isinstance(item, Path) and item.fill not in (None, WHITE)]
        pale = [item for item in wide if item.fill not in (INK, wide[0].fill)]
        assert len(pale) == bands, labels
    target = load_target("home")
    page, _ = impose_counters(draw_counters(one), one, target, "letter", "long")
    placed = [placement.component for placement in page.placements]
    assert placed[-5:] == ["M1"] * 3 + ["spare-red"] * 2
    assert sum(counter.copies for counter in one.counters.values()) == len(placed) - 5


def test_spares_are_under_a_heading_after_a_blank_row() -> None:
    groups, spares = (("A",) * 7, ("B",) * 5), (("C",) * 3,)
    found = arrange_with_spares(groups, spares, 4, 8)
    assert found.rows[-2:] == ((None,) * 4, ("C", "C", "C", None))
    full = arrange_with_spares(groups, spares, 4, 4)
    assert len(full.sheets) == 1
    assert not any(row == (None,) * 4 for row in full.rows)
    one = game(counter_print={"spares": {"M1": 3}})
    page, _ = impose_counters(draw_counters(one), one, load_target("home"), "letter", "long")
    assert SPARES in [item.text for item in page.marks if isinstance(item, Text)]
    upper, lower = page.inked
    assert upper.bottom < lower.y


def test_marks_show_the_corners_of_touching_counters_and_leave_their_edges_clean() -> None:
    block = AbuttingBlock((("A", "A"), ("A", None)), 10, 10, "front", Matrix())
    (lines,) = block.corner_marks(CORNER_PEN).items
    assert isinstance(lines, Path)
    ends = [tuple(lines.xy[i : i + 4]) for i in range(0, len(lines.xy), 4)]
    assert ends == [(10, 0, 10, 1.2), (10, 8.8, 10, 10), (0, 10, 1.2, 10), (8.8, 10, 10, 10)]


def test_a_game_without_counters() -> None:
    assert draw_counters(make_game({"game": {"title": "Dice", "designer": "Nobody"}})) == {}


def test_an_unknown_symbol_is_a_key_error() -> None:
    """The checks of the data report unknown names before anything is drawn."""
    with pytest.raises(KeyError, match="infantery"):
        draw_counters(game(counters={"A1": {"symbol": "infantery"}}))


# ---------------------------------------------------------------- what cannot be printed


def test_a_label_on_a_banner_is_replaced_by_its_short_form_before_it_is_small() -> None:
    units = {"A1": {"label": "9/13 Frontier", "short": "9/13 FF"}}
    drawn = draw_counters(game("1/2in", counter_print={"labels": "banner"}, counters=units))
    assert "9/13 FF" in drawn["A1"].front_texts


def test_a_long_label_is_replaced_by_its_short_form() -> None:
    drawn = draw_counters(game(counters={"A1": {"label": "4th Bn 12th Frontier Force", "short": "4/12 FF"}}))
    assert "4/12 FF" in drawn["A1"].front_texts
    assert not drawn["A1"].findings


def test_findings_point_to_the_value_in_the_data() -> None:
    long = "4th Battalion of the 12th Frontier Force Regiment"
    found = counter_findings(game(counters={"A1": {"label": long}}, sides={"red": {"ground": "#5A2020"}}))
    assert {(f.code, f.spot.path) for f in found} == {("D001", "counters.A1.label"), ("D003", "sides.red")}


def test_a_contrast_that_can_be_read_in_good_light_is_a_warning() -> None:
    found = counter_findings(game(counters={"A1": {}}, sides={"red": {"ground": "#C06030"}}))
    of_text = {(f.code, f.severity) for f in found if f.wrong.startswith(f"text in {INK}")}
    assert of_text == {("D012", Severity.WARNING)}  # 4.0 : 1
    found = counter_findings(game(counters={"A1": {}}, sides={"red": {"ground": "#5A2020"}}))
    of_text = {(f.code, f.severity) for f in found if f.wrong.startswith(f"text in {INK}")}
    assert of_text == {("D003", Severity.ERROR)}  # 1.6 : 1


def test_one_bad_colour_is_one_finding() -> None:
    found = counter_findings(game(formations={"first": {"colour": "#202020"}}))
    assert [(f.code, f.spot.path) for f in found if f.wrong.startswith("a symbol")] == [
        ("D003", "formations.first.colour")
    ]


@pytest.mark.parametrize(
    "code", [check.code for check in checks_of("drawing") if check.code < "D006"]
)  # the others are not of counters
def test_the_examples_of_a_check(code: str) -> None:
    """Bad gives a finding with this code, Good gives none."""
    doc = CHECKS[code].run.__doc__ or ""
    bad, good = doc.split("Bad:")[1].split("Good:")
    found = {
        sample: {f.code for f in counter_findings(sample_game(text))} for sample, text in (("bad", bad), ("good", good))
    }
    assert code in found["bad"]
    assert found["good"] == set()


def sample_game(text: str) -> Game:
    """Return the game with an example of a check laid over it."""
    tree = yaml.load(textwrap.dedent(text.strip("\n")), yaml.BaseLoader)
    for id_, counter in tree.get("counters", {}).items():
        template = (
            "{kind: marker, side: blue, label: M, back: blank}"
            if counter.get("kind")
            else "{kind: unit, side: blue, symbol: infantry, label: A, front: 1-1-1, back: blank}"
        )
        tree["counters"][id_] = yaml.load(template, yaml.BaseLoader) | counter
    sides = {
        id_: {"name": "Blue", "accent": "#0F2B52", "emblem": "roundel"} | side
        for id_, side in tree.get("sides", {}).items()
    }
    if sides:
        tree["sides"] = sides
        tree["counters"] = {
            "Z1": yaml.load(
                "{kind: unit, side: blue, symbol: infantry, label: A, front: 1-1-1, back: blank}", yaml.BaseLoader
            )
        }
        return make_game(merged(yaml.load(GAME, yaml.BaseLoader) | {"counters": {}}, tree))
    return game(counters=tree["counters"])


def test_groups_are_not_used_for_text() -> None:
    """The texts of a face are found by walking its items in the order of print."""
    for both in faces().values():
        assert not any(isinstance(item, Group) for item in both.front.items)


def test_all_bands_of_markers_are_as_high_as_one_with_two_lines() -> None:
    """If a marker of the game has a second line on its band, so that neighbours on the sheet line up."""
    two = {"word": "Hill", "second": "Airfield M7", "foot": "fact"}
    heights = []
    for changes in ({}, {"counters": {"M3": {"back": two}}}):
        drawn = draw_counters(game(**changes))["M2"].back
        (band,) = [item for item in drawn.items if isinstance(item, Path) and item.fill == INK]
        heights.append(min(band.xy[1::2]))
    assert heights[1] < heights[0]
