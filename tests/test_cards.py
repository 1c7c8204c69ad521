"""Cards, decks, and tables on map sheets and cards: legible, of true size, every back behind its front."""

import math
import shutil
import textwrap
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.art.map.border import outer_frame
from pnp.art.map.cartouche import Heading, draw_title
from pnp.art.map.map_palette import FULL
from pnp.board import Board
from pnp.checks import check_game
from pnp.draw.card_faces import CardFaces, draw_cards
from pnp.draw.component_kinds import card_findings, draw_all_cards
from pnp.draw.components.card_deck import POKER_WIDTH, TOKEN_BOX
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.draw.tables.table_layout import Chart, lay_out
from pnp.draw.tables.table_panel import draw_chart, draw_words, modifier_chart, table_chart
from pnp.extent import items_extent
from pnp.findings import Severity
from pnp.impose.card_sheets import impose_cards, impose_single
from pnp.impose.page import Document
from pnp.kit import parts
from pnp.kit.full_check import KitSource, full_check
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.game_folder import find_game
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.model.sheet_furniture import Furniture
from pnp.model.table import Axis, Code, ModifierList, Table
from pnp.model.target import PrintSettings
from pnp.palette import ATTACKER, DEFENDER
from pnp.preflight import preflight_document
from pnp.report.explain import explain_code
from pnp.rules.expressions.vocabulary import FUNCTIONS, FunctionContext, GameVariant
from pnp.rules.playbook import Playbook
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import State
from pnp.scene import Group, Path as Shape, Rect, Text, Use, walk
from pnp.typeface import missing_letters, text_width
from pnp.write.pdf import write_pdf
from tests.made_games import make_game

assert Playbook  # enters all functions in the register
TABLE = Path(__file__).parent / "games" / "card-table"
HOME = load_target("home")


def single_cards(game: Game, board: Board | None) -> dict[str, CardFaces]:
    """Return both sides of every component that is one card."""
    return {id_: cards[id_] for id_, cards in draw_all_cards(game, board).items() if id_ in cards}


def deck_faces(game: Game, id_: str) -> dict[str, CardFaces]:
    return draw_cards(game, None, id_)


@pytest.fixture(scope="module")
def game():
    return load_game(TABLE)


@pytest.fixture(scope="module")
def board(game):
    return resolve_board(game)


@pytest.fixture(scope="module")
def faces(game, board):
    return draw_all_cards(game, board)


def texts(items):
    return [(item, matrix) for item, matrix in walk(items) if isinstance(item, Text)]


def size_of(item, matrix):
    return item.size_pt * math.hypot(matrix.a, matrix.b)


def changed(game, **components):
    """Return the game with other components."""
    return make_game({**game.model_dump(exclude={"components", "rules"}), "components": components})


def card(*furniture, width=100, height=80, **rest):
    front = {"furniture": furniture, **rest}
    return {"kind": "card", "name": "A card", "width": width, "height": height, "front": front}


# ---------------------------------------------------------------- tables, modifiers, texts


def words(panel):
    return [item.text for item, _ in texts(panel.items)]


def test_the_results_of_a_combat_table_have_the_colour_of_the_side_that_suffers():
    codes = {
        "AE": Code(says="The attacker is eliminated.", suffers={"attacker": 3}),
        "EX": Code(says="Both lose a step.", suffers={"attacker": 1, "defender": 1}),
        "DE": Code(says="The defender is eliminated.", suffers={"defender": 3}),
    }
    table = Table(
        name="Combat",
        crt=True,
        rows=Axis(roll="1d6", heads="1-3 4-6"),
        columns=Axis(odds="1-1 2-1"),
        cells="AE EX\nEX DE",
        codes=codes,
    )
    panel = draw_chart(replace(table_chart(table), key=()), Rect(0, 0, 90, 60), FULL)
    known = {*codes, "E", "X"}
    inks = {item.text: item.fill for item in panel.items if isinstance(item, Text) and item.text in known}
    assert inks == {"AE": ATTACKER, "E": ATTACKER, "X": DEFENDER, "DE": DEFENDER}


def test_a_table_is_in_its_rectangle_with_all_its_cells(game):
    room = Rect(6, 19, 84, 76)
    panel = draw_chart(table_chart(game.tables["assault"]), room, FULL)
    assert not panel.faults
    ink = items_extent(panel.items)
    assert ink is not None
    assert ink.x >= room.x - 0.3
    assert ink.y >= room.y - 1  # accents have room above the capitals of the title
    assert ink.right <= room.right + 0.3
    assert ink.bottom <= room.bottom + 0.3
    printed = Counter(words(panel))
    assert printed["ASSAULT"] == printed["Odds"] == printed["Die"] == 1
    assert all(printed[cell] >= 1 for row in game.tables["assault"].cells for cell in row)
    assert "three attackers eliminated" in printed


def test_a_table_is_as_large_as_its_rectangle_allows_and_drops_the_key_first(game):
    chart = table_chart(game.tables["assault"])
    sizes = {}
    for high in (90, 60, 30, 25):
        panel = draw_chart(chart, Rect(0, 0, 84, high), FULL)
        assert not panel.faults
        cell = next(item for item, _ in texts(panel.items) if item.text == "3AE" and item.font == "condensed-medium")
        sizes[high] = cell.size_pt, "three attackers eliminated" in words(panel)
    assert sizes[90][0] >= sizes[60][0] > sizes[25][0] >= 5
    assert sizes[60][1]
    assert not sizes[25][1]


def test_a_table_of_bands_has_no_heads_and_states_ranges_of_numbers(game):
    panel = draw_chart(table_chart(game.tables["duel"]), Rect(0, 0, 48, 40), FULL)
    assert [word for word in words(panel) if word[0] in "≤−+≥"] == ["≤ −3", "−2", "−1 to +1", "+2", "≥ +3"]


def test_a_title_in_a_low_rectangle_is_on_one_line_with_its_date(game):
    heading = Heading("Orsova", "The upper Cerna", "Spring 1917")
    for high, baselines in ((9.4, 2), (5.8, 1)):
        texts = [item for item in draw_title(Rect(8, 2, 62, high), heading, FULL) if isinstance(item, Text)]
        assert len({text.y for text in texts}) == baselines
        assert min(text.size_pt for text in texts) >= 5
        assert texts[0].text == "ORSOVA"
        assert "Spring 1917" in texts[-1].text


def test_shifts_on_cards_have_the_arrows_of_player_aids(game):
    shifts = ModifierList.model_validate(
        {"name": "Shifts", "lines": [{"effect": "right 1", "says": "tanks"}, {"effect": "+1", "says": "hills"}]}
    )
    chart = modifier_chart(shifts)
    assert [row[0] for row in chart.rows] == ["→ 1", "+ 1"]
    arrow = next(item for item in draw_chart(chart, Rect(0, 0, 40, 20), FULL).items if getattr(item, "text", "") == "→")
    assert not missing_letters("→", arrow.font)


def test_results_on_cards_are_marked_as_on_player_aids():
    """A result that hurts both sides has both colours, and one that eliminates units has a frame."""
    table = {
        "name": "Combat results",
        "columns": {"odds": "1-1 2-1", "round": "defender"},
        "rows": {"roll": "1d2"},
        "cells": "BD AE\nDR BD",
        "crt": "true",
        "codes": {
            "AE": {"says": "Eliminated.", "suffers": {"attacker": 3}},
            "BD": {"says": "Both.", "suffers": {"attacker": 1, "defender": 1}},
            "DR": {"says": "Retreat.", "suffers": {"defender": 2}},
        },
    }
    panel = draw_chart(table_chart(Table.model_validate(table)), Rect(0, 0, 50, 30), FULL)
    fills = {(item.text, item.fill) for item in panel.items if isinstance(item, Text)}
    assert {("B", ATTACKER), ("D", DEFENDER), ("AE", ATTACKER), ("DR", DEFENDER)} <= fills
    strokes = [getattr(item, "stroke", None) for item in panel.items]
    assert [one.colour for one in strokes if one].count(ATTACKER) == 1


def test_long_words_take_several_lines(game):
    panel = draw_chart(modifier_chart(game.modifiers["call"]), Rect(0, 0, 40, 40), FULL)
    assert not panel.faults
    assert "across the fortress line," in " ".join(words(panel))
    for item, matrix in texts(panel.items):
        x = matrix.apply((item.x, 0))[0] - (
            text_width(item.text, item.font, item.size_pt) if item.anchor == "end" else 0
        )
        assert -0.01 <= x <= 40


def test_a_chart_with_thousands_of_rows_is_laid_out_once_and_refused(monkeypatch):
    calls = 0

    def count(*words, **how):
        nonlocal calls
        calls += 1
        return lay_out(*words, **how)

    monkeypatch.setattr("pnp.draw.tables.table_panel.lay_out", count)
    panel = draw_chart(Chart("list X", "Long", "", (("+1", "in woods"),) * 2000), Rect(0, 0, 84, 100), FULL)
    assert calls == 1
    (fault,) = panel.faults
    assert "mm high" in str(fault)


@pytest.mark.parametrize(("room", "says"), [((60, 9), "mm high"), ((12, 60), "mm wide")])
def test_a_rectangle_that_is_too_small_is_one_finding(game, room, says):
    other = changed(game, c=card({"kind": "table", "of": "assault", "at": [1, 1, *room]}))
    found = card_findings(other)
    assert [finding.code for finding in found] == ["D006"]
    assert says in found[0].wrong
    assert "table Assault" in found[0].wrong


@pytest.mark.parametrize(
    ("kind", "room", "says"),
    [
        ("key", (40, 1), "but its rectangle is 1.0 mm high"),
        ("key", (4, 60), "mm wide"),
        ("title", (60, 1), "mm high"),
        ("title", (2, 10), "mm wide"),
    ],
)
def test_a_key_or_a_title_without_room_is_a_finding(kind, room, says):
    small = load_game(TABLE.parent / "small")
    thing = Furniture.model_validate({"kind": kind, "at": [150, 10, *room]})
    other = small.model_copy(update={"map": small.map.model_copy(update={"furniture": (thing,)})})
    found = card_findings(other)
    assert {finding.code for finding in found} == {"D006"}
    assert any(says in finding.wrong for finding in found)


def corner_texts(game, id_, card, words):
    """Return the drawn texts of a card that are one of these words."""
    face = deck_faces(game, id_)[card].front
    return [(item, matrix) for item, matrix in texts(face.items) if item.text in words]


def test_the_name_of_a_joker_is_readable_or_a_finding_on_a_small_card(game):
    (id_, damage), *_ = ((id_, deck) for id_, deck in game.components.items() if deck.kind == "card-deck")

    def sized(width, height):
        resized = damage.model_copy(update={"width": width, "height": height})
        return game.model_copy(update={"components": {id_: resized}})

    shown = corner_texts(sized(45.0, 63.0), id_, f"{id_}-joker", ["Joker"])
    assert [size_of(*one) >= 7 for one in shown] == [True, True]
    small = sized(25.0, 35.0)
    assert not corner_texts(small, id_, f"{id_}-joker", ["Joker"])
    assert {finding.code for finding in card_findings(small)} == {"D001", "D006"}


@pytest.mark.parametrize(
    ("id_", "rank", "shown"),
    [
        ("very-long-range-liberator", {"title": "Very long range Liberator"}, ""),
        ("fog", {"title": "Fog"}, ""),  # an id from the title would repeat it
        ("fog", {"title": "Fog", "name": "Fog"}, "Fog"),
        ("a-gale", {"title": "Storm"}, "a-gale"),
        ("7", {"title": "Fog", "name": ""}, ""),
        ("7", {"title": "Fog"}, "7"),
        ("K", {"title": "Fog", "name": "king"}, "K"),
        ("gale-from-the-north", {"title": "Fog"}, ""),
    ],
)
def test_the_corner_of_a_card_has_what_finds_room_there(game, id_, rank, shown):
    made = changed(game, d=deck(ranks={id_: rank}))
    found = corner_texts(made, "d", f"d-e-{id_}", [id_, rank.get("name"), id_.title()])
    assert [item.text for item, _ in found] == [shown] * 2 * bool(shown)
    assert all(text_width(item.text, item.font, item.size_pt) <= 7.4 for item, _ in found)
    assert not card_findings(made)


def test_a_stated_name_without_room_at_the_corner_is_a_finding(game):
    made = changed(game, d=deck(ranks={"fog": {"title": "Fog", "name": "Straggler"}}))
    (found,) = card_findings(made)
    assert (found.code, found.spot.path) == ("D001", "components.d.ranks.fog.name")
    assert found.write.endswith('or name: "" to print none at the corners')
    assert not corner_texts(made, "d", "d-e-fog", ["Straggler", "fog"])


def test_two_wide_letters_stay_in_their_corner(game):
    made = changed(game, d=deck(ranks={"WW": {"title": "Fog"}}))
    (item, _), _ = corner_texts(made, "d", "d-e-WW", ["WW"])
    assert text_width(item.text, item.font, item.size_pt) <= 7.4


@pytest.mark.parametrize(("word", "codes"), [("Bad", ["D006"]), ("Good", [])])
def test_the_examples_of_the_check(tmp_path, word, codes):
    shutil.copytree(TABLE.parent / "small", tmp_path / "small")
    text = (explain_code("D006") or "").split(f"{word}:\n")[1].partition("Good:")[0]
    (tmp_path / "small" / "options").mkdir()
    (tmp_path / "small" / "options" / "example.yaml").write_text(textwrap.dedent(text), encoding="utf-8")
    found = card_findings(load_game(tmp_path / "small", ("example",)))
    assert [finding.code for finding in found] == codes


def test_findings_on_places_say_how_far_and_name_texts_by_their_first_words(game):
    one = {"kind": "text", "text": "Hold on.", "at": [5, 5, 50, 20]}
    other = {"kind": "text", "title": "But", "text": "Go.", "at": [5, 19, 100, 20]}
    found = {one.code: one for one in check_game(changed(game, d=card(one, other))) if one.code in ("M015", "M016")}
    assert found["M015"].wrong == 'the text "But" extends beyond the card of 100 by 80 mm: 5.0 mm past its right edge'
    assert found["M016"].message == (
        'the text "But" overlaps the text "Hold on." on 50.0 by 6.0 mm; '
        'move the text "But" 6.0 mm down, or make one of them smaller'
    )


def test_a_text_that_is_too_long_is_a_finding_and_a_text_that_fits_is_reduced():
    text = "One word after another until the room is full. " * 3
    large, small = (draw_words("Title", text, Rect(0, 0, 50, high), FULL) for high in (30, 11))
    assert not large.faults
    assert not small.faults
    assert texts(large.items)[-1][0].size_pt > texts(small.items)[-1][0].size_pt
    assert [fault.code for fault in draw_words("", text, Rect(0, 0, 50, 3), FULL).faults] == ["D006"]


def test_missing_letters_and_dark_backgrounds_are_findings(game):
    text = {"kind": "text", "text": "第55連隊", "at": [5, 5, 50, 20]}
    assert [finding.code for finding in card_findings(changed(game, c=card(text)))] == ["D004"]
    dark = changed(game, c=card({**text, "text": "Words"}, ground="#402010"))
    assert [finding.code for finding in card_findings(dark)] == ["D003"]


def test_an_empty_chart_has_its_title():
    assert words(draw_chart(Chart("table X", "Nothing", "", ()), Rect(0, 0, 40, 10), FULL)) == ["NOTHING"]


# ---------------------------------------------------------------- cards


def test_the_game_has_no_fault(game):
    assert check_game(game) == ()
    assert card_findings(game) == ()


def test_a_card_with_the_map_shows_the_map_sheet(game, board):
    front = single_cards(game, board)["field"].front
    sheet = draw_map_sheet(game, board)
    assert (front.width, front.height) == (sheet.width, sheet.height) == (101.6, 152.4)
    assert Counter(item.text for item, _ in texts(front.items)) == Counter(item.text for item, _ in texts(sheet.items))


def test_furniture_on_a_card_has_the_colours_of_the_map_and_its_own_heads(game, board):
    """`head` replaces the colour of frames and head bars."""

    def line_colours(head: str) -> set[str]:
        card = game.components["combat"]
        side = card.back.model_copy(update={"head": head})
        other = game.model_copy(update={"components": {"combat": card.model_copy(update={"back": side})}})
        back = single_cards(other, board)["combat"].back
        strokes = {item.stroke.colour for item, _ in walk(back.items) if isinstance(item, Shape) and item.stroke}
        return strokes

    assert "#12507A" in line_colours("#12507A")
    assert "#12507A" not in line_colours("")


def test_a_frame_without_text_is_narrow(game, board):
    def wide(**rest):
        text = {**game.map.model_dump(), **rest}
        other = game.model_copy(update={"map": type(game.map).model_validate(text)})
        frame = frame_of(other, board)
        return max(x for x, _ in outer_frame(frame)) - frame.box.right

    assert wide() < 1.25
    assert wide(edges={"west": {"hexes": "A1-A7", "name": "West edge"}}) > 3


def test_everything_on_a_postcard_can_be_read(game, board):
    for card_faces in single_cards(game, board).values():
        for side in (card_faces.front, card_faces.back):
            assert min((size_of(*found) for found in texts(side.items)), default=9) >= 5 - 1e-9


# ---------------------------------------------------------------- decks


def test_a_deck_has_each_rank_in_each_suit_and_its_spare_cards(game):
    cards = deck_faces(game, "damage")
    assert len(cards) == 53
    assert {"damage-s-A", "damage-c-2", "damage-joker"} <= set(cards)


def test_each_face_has_its_index_in_two_corners_one_of_them_turned(game):
    face = deck_faces(game, "damage")["damage-h-10"].front
    found = [(item, matrix) for item, matrix in texts(face.items) if item.text == "10"]
    corners = {
        (round(x > face.width / 2), round(y > face.height / 2)) for x, y in (m.apply((i.x, i.y)) for i, m in found)
    }
    assert len(found) == 2
    assert corners == {(0, 0), (1, 1)}
    assert sum(matrix.d < 0 for _, matrix in found) == 1


def test_text_on_cards_of_a_deck_can_be_read_across_a_table(game):
    for card_faces in deck_faces(game, "damage").values():
        for found in (*texts(card_faces.front.items), *texts(card_faces.back.items)):
            assert size_of(*found) >= 7


def test_token_and_words_at_the_foot_of_a_card_are_in_its_middle():
    """The scene of a tinted card is at least 45 % of its height."""
    shipped = load_game(find_game("skirmish"))
    face = deck_faces(shipped, "result-deck")["result-deck-s-K"].front
    words = [item for item, _ in texts(face.items) if item.text in ("PLACE THE TOKEN", "NO FIRE", "Rule 6.1")][-3:]
    right = max(one.x + text_width(one.text, one.font, one.size_pt) for one in words)
    left = words[0].x - TOKEN_BOX - 2
    assert (left + right) / 2 == pytest.approx(face.width / 2, abs=0.1)
    bands = [item.clip.xy[1::2] for item in face.items if isinstance(item, Group) and item.clip is not None]
    assert max(max(down) - min(down) for down in bands) >= 0.45 * face.height


def test_the_back_looks_the_same_turned_round(game):
    back = deck_faces(game, "damage")["damage-s-A"].back

    def marks(turn):
        found = Counter()
        for item, matrix in walk(back.items):
            if isinstance(item, Text):
                x, y = matrix.apply((item.x, item.y))
                upright = matrix.d > 0
                found[item.text, *place(x, y, turn), upright != turn] += 1
            else:
                points = (matrix.apply((item.xy[i], item.xy[i + 1])) for i in range(0, len(item.xy), 2))
                found[item.fill, tuple(sorted({place(x, y, turn) for x, y in points}))] += 1
        return found

    def place(x, y, turn):
        x, y = (back.width - x, back.height - y) if turn else (x, y)
        return round(x + 0.013, 1), round(y + 0.013, 1)  # no tie: coordinates are rounded to a micrometre

    assert marks(turn=False) == marks(turn=True)


def deck(**rest):
    ranks = {"A": {"title": "Rain", "says": "Nothing flies.", "picture": "rain"}}
    suits = {"e": {"name": "Events", "colour": "#17140F", "pip": "disc"}}
    return {
        "kind": "card-deck",
        "name": "D",
        "width": POKER_WIDTH,
        "height": 88.9,
        "suits": suits,
        "ranks": ranks,
        **rest,
    }


@pytest.mark.parametrize(
    ("rest", "codes"),
    [
        ({}, []),
        ({"accent": "#DDDDDD"}, ["D003"]),
        (
            {
                "ranks": {
                    "A": {
                        "title": "Incomprehensibilities of quartermasters-general everywhere and for ever and ever " * 2
                    }
                }
            },
            ["D006"],
        ),
        ({"ranks": {"A": {"title": "Rain", "says": "It rains. " * 200}}}, ["D006"]),
        ({"ranks": {"A": {"title": "雨"}}}, ["D004"]),
    ],
)
def test_text_without_room_on_a_card_is_a_finding(game, rest, codes):
    assert [finding.code for finding in card_findings(changed(game, d=deck(**rest)))] == codes


def says_items(game, rank):
    """Return the drawn texts of the sentence of a card with an empty corner, without its title."""
    made = changed(game, d=deck(ranks={"A": {"title": "Rain", "name": "", **rank}}))
    face = deck_faces(made, "d")["d-e-A"].front
    return [item for item, _ in texts(face.items) if item.text != "RAIN"], card_findings(made)


LONG = "No boat moves in this turn, and each merchant with a speed of one goes one lane back. " * 4


def test_a_long_text_goes_down_beside_the_index_if_no_token_is_there(game):
    shown, found = says_items(game, {"says": LONG, "picture": "rain"})
    assert not found
    assert shown[0].size_pt > 7.5, "7 pt had room for it above the index"
    low = [item for item in shown if item.y > 88.9 - 16.4 - 1.2]
    assert low, "the last lines are beside the index"
    assert all(text_width(item.text, item.font, item.size_pt) <= 63.5 - 2 * 14.3 + 1e-6 for item in low)
    assert max(item.y for item in shown) < 88.9 - 6


def test_a_long_text_takes_the_room_of_a_picture_that_is_not_there(game):
    with_picture, _ = says_items(game, {"says": LONG, "picture": "rain"})
    alone, found = says_items(game, {"says": LONG})
    assert not found
    assert alone[0].size_pt > with_picture[0].size_pt + 2


def test_bold_and_italic_words_and_lines_of_a_sentence_are_printed(game):
    shown, found = says_items(game, {"says": "**Guns 3** · Hull 2\n*A long boat.*", "picture": "rain"})
    assert not found
    fonts = [(item.text, item.font) for item in shown]
    assert fonts == [("Guns 3", "sans-bold"), ("· Hull 2", "sans"), ("A long boat.", "sans-italic")]
    assert shown[0].y == shown[1].y < shown[2].y
    left = shown[0].x
    right = shown[1].x + text_width(shown[1].text, "sans", shown[1].size_pt)
    assert (left + right) / 2 == pytest.approx(63.5 / 2, abs=0.05)


def test_a_sentence_without_room_is_told_what_makes_room(game):
    _, (found,) = says_items(game, {"says": LONG * 3, "picture": "rain"})
    assert found.code == "D006"
    assert "make the cards larger (width and height of the deck), or leave out the picture of this card" in found.write


def test_a_text_without_room_is_told_beside_the_errors_of_other_cards(game):
    ranks = {"A": {"title": "Rain", "says": "It rains. " * 200}, "B": {"title": "Fog", "picture": "fogg"}}
    both = changed(game, d=deck(ranks=ranks), e=deck(picture="nothing", ranks={"A": {"title": "Mud " * 99}}))
    found = {(one.code, one.spot.path) for one in full_check(both) if one.severity is Severity.ERROR}
    assert {("I004", "components.d.ranks.B.picture"), ("D006", "components.d.ranks.A.says")} <= found
    assert not [path for code, path in found if code == "D006" and path.startswith("components.e.")]


def test_each_suit_has_its_own_scene_of_a_rank(game):
    """The scenes follow the order of the suits; after the last comes the first again."""
    rank = {"title": "Rain", "tint": "#CFE6D9", "scene": "rain sun"}
    suits = {name: {"name": name, "colour": "#17140F", "pip": "disc"} for name in "abc"}
    spare = {"title": "Luck", "tint": "#CFE6D9", "scene": "moon"}
    made = changed(game, d=deck(ranks={"A": rank}, suits=suits, spares={"joker": spare}))
    scenes = [card.scene for card in made.components["d"].cards("d")]
    assert scenes == ["rain", "sun", "rain", "moon"]
    drawn = deck_faces(made, "d")
    bands = [item for one in drawn.values() for item in one.front.items if isinstance(item, Group) and item.clip]
    shown = [next(item.scene.name for item in band.items if isinstance(item, Use)) for band in bands]
    assert shown == ["picture rain", "picture sun", "picture rain", "picture moon"]


def test_every_scene_of_a_rank_must_be_a_picture(game):
    ranks = {"A": {"title": "Rain", "tint": "#CFE6D9", "scene": "rain nothing"}}
    found = [finding for finding in check_game(changed(game, d=deck(ranks=ranks))) if "picture" in finding.wrong]
    assert ["nothing" in finding.wrong for finding in found] == [True]


def test_expressions_draw_from_a_deck(game):
    function = FUNCTIONS["deck"][0].run
    context = FunctionContext(GameVariant(game, None), State())
    cards = function(context, "damage")
    assert Counter(cards) == dict.fromkeys(["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"], 4)
    spare = {"joker": {"title": "Luck", "copies": 2, "in_play": True}, "blank": {"title": "Nothing"}}
    other = FunctionContext(GameVariant(changed(game, d=deck(spares=spare)), None), State())
    assert function(other, "d") == ("A", "joker", "joker")
    with pytest.raises(RuleError, match="unknown deck rain"):
        function(other, "rain")


# ---------------------------------------------------------------- on paper


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_several_cards_share_a_sheet_and_every_back_is_behind_its_front(tmp_path, game, faces, paper, duplex):
    documents = {one.name: one for one in impose_cards(game, faces, HOME, HOME.papers[paper], duplex)}
    assert set(documents) == {"field", "cards", "damage"}
    assert [len(page.placements) for page in documents["field"].pages] == [2]  # no back, so one side
    assert documents["field"].duplex == "none"
    fronts = Counter(p.component for page in documents["damage"].pages for p in page.placements if p.facing == "front")
    assert sum(fronts.values()) == 54
    assert fronts["damage-joker"] == 2
    if duplex != "fold":
        assert max(len(page.placements) for page in documents["damage"].pages) == 9
    for document in documents.values():
        path = tmp_path / f"{document.name}.pdf"
        write_pdf(document, path)
        cards = {id_: one for of_one in faces.values() for id_, one in of_one.items()}
        read = {(id_, side): getattr(one, f"{side}_texts") for id_, one in cards.items() for side in ("front", "back")}
        assert preflight_document(path, document, HOME, read) == ()


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize(
    ("ground", "number"), [("#FFFFFF", {"letter": 9, "a4": 9}), ("#FBF8EF", {"letter": 8, "a4": 8})]
)
def test_a_sheet_holds_nine_cards_unless_colour_has_to_reach_past_the_cut(game, ground, number, paper):
    text = {"kind": "text", "text": "Hold on.", "at": [5, 5, 50, 20]}
    one = changed(game, d=card(text, width=63.5, height=88.9, ground=ground))
    (document,) = impose_cards(one, draw_all_cards(one, None), HOME, HOME.papers[paper], "long")
    assert [len(page.placements) for page in document.pages] == [number[paper]]


def test_a_card_is_of_true_size_on_every_sheet(game, faces):
    for document in impose_cards(game, faces, HOME, HOME.papers["a4"], "long"):
        for page in document.pages:
            for placement in page.placements:
                scene = next(of[placement.component].front for of in faces.values() if placement.component in of)
                assert (placement.box.width, placement.box.height) == pytest.approx((scene.width, scene.height))


def test_a_line_for_the_player_is_beside_the_cards(game, faces):
    for name, line in (("cards", "One for each player."), ("damage", "Shuffle after each shot.")):
        documents = {one.name: one for one in impose_cards(game, faces, HOME, HOME.papers["letter"], "long")}
        said = " ".join(item.text for item, _ in texts(documents[name].pages[0].marks))
        assert line in said


def test_the_map_alone_has_its_size_inside_the_ticks(tmp_path, game, board):
    document = Document("map", "Map", impose_single("map", draw_map_sheet(game, board), HOME))
    (page,) = document.pages
    assert (page.trim.width, page.trim.height) == (101.6, 152.4)
    assert isinstance(page.art[0], Use)
    marks = [item for item, _ in walk(page.marks)]
    assert [item.text for item in marks if isinstance(item, Text) and item.text == "1 inch"] == ["1 inch"]
    assert any(isinstance(item, Text) and item.text == "100 mm" for item in marks)
    write_pdf(document, tmp_path / "map.pdf")
    assert preflight_document(tmp_path / "map.pdf", document, HOME) == ()


def test_a_map_that_is_a_card_has_no_tiles(tmp_path, game):
    written = parts.map_part(KitSource(game), PrintSettings(HOME, "letter", "long"), tmp_path).job()
    assert [one.name for one in written] == ["map"]


def test_cards_without_backs_have_blank_backs_in_kit_pdf(tmp_path, game):
    some = {id_: game.components[id_] for id_ in ("field", "combat")}
    small = game.model_copy(update={"components": some})
    written = parts.cards_part(KitSource(small), PrintSettings(HOME, "letter", "long"), tmp_path)
    assert {one.name: one.one_sided for one in written} == {"field": True, "cards": False, "calibration": False}
    assert sorted(path.name for path in (tmp_path / "components").iterdir()) == [
        "combat-back.svg",
        "combat-front.svg",
        "field-front.svg",
    ]
