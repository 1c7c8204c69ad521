"""The postcard game of Mukden agrees with its published rules: its parts, its map, its tables, what is printed."""

import math
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from pnp.board import Board
from pnp.compose.counter_list import compose_counter_list
from pnp.compose.cover import compose_cover
from pnp.compose.example.example_figure import FigureReader, figure_keys
from pnp.compose.pictures import Pictures
from pnp.draw.component_kinds import draw_all_cards
from pnp.draw.components.standee import draw_pieces
from pnp.draw.counter.faces import draw_counters
from pnp.draw.cover_art.back_picture import shown_counters
from pnp.draw.cover_art.cover_facts import all_facts
from pnp.draw.cutout import drawn_cut_outs, standing_counters
from pnp.hexgrid import Hex, Hexside
from pnp.kit import parts
from pnp.kit.full_check import KitSource
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.model.components.cards_and_decks import Card
from pnp.model.components.dice_and_pads import RecordPad
from pnp.model.components.standees import Standee
from pnp.model.game import Game
from pnp.model.gamemap import GameMap
from pnp.model.parsing import parse_head
from pnp.model.target import PrintSettings
from pnp.rules.probability.aid_tables import answer_aids, probability_tables
from pnp.scene import Text, walk
from tests.playing import only, shipped_game, texts_of_aids

SETUP = {
    "J1": "0506", "J2": "0206", "J4": "0406", "J5": "0706",
    "R1": "0604", "R2": "0204", "R3": "0404", "R4": "0303", "R5": "0503",
}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped_game("mukden").game


@pytest.fixture(scope="module")
def board(game: Game) -> Board:
    resolved = resolve_board(game)
    assert resolved is not None
    return resolved


@pytest.fixture(scope="module")
def the_map(game: Game) -> GameMap:
    assert game.map is not None
    return game.map


def places(the_map: GameMap, kind: str) -> dict[str, str]:
    return {number: place.name for number, place in the_map.places.items() if kind in place.kinds}


def sides(board: Board, kind: str, id_: str = "") -> list[Hexside]:
    return [side for chain in board.chains if chain.kind == kind and id_ in ("", chain.id) for side in chain.sides]


# ---------------------------------------------------------------- parts


def test_five_armies_stand_on_each_side(game: Game, board: Board) -> None:
    pictures = {id_: counter.front.picture for id_, counter in game.counters.items() if counter.kind == "unit"}
    assert sorted(pictures) == [f"{side}{i}" for side in "JR" for i in range(1, 6)]
    assert len(set(pictures.values())) == 10, "each army has its own pose"
    for id_ in ("armies-japan", "armies-russia"):
        armies = game.components[id_]
        assert isinstance(armies, Standee)
        assert len(armies.plates) == 5
        assert armies.height >= 30
    assert standing_counters(game) == frozenset(game.counters)


@pytest.mark.parametrize(("id_", "points", "most"), [("pad-japan", 27, 15), ("pad-russia", 20, 8)])
def test_pads_have_boxes_for_the_strongest_army_there_can_be(game: Game, id_: str, points: int, most: int) -> None:
    pad = game.components[id_]
    assert isinstance(pad, RecordPad)
    assert points - 4 * 3 == most
    assert [row.boxes for row in pad.rows] == [f"1-{most}"] * 5
    assert pad.calls == 24
    assert pad.least == 3
    assert f"{points} points" in pad.name


def test_time_runs_to_11_since_a_double_six_passes_10(game: Game) -> None:
    assert [space.label for space in game.tracks["time"].spaces] == [str(n) for n in range(12)]
    assert [space.label for space in game.tracks["waits"].spaces] == ["0", "1", "2"]


def test_the_card_has_the_map_before_and_tables_behind(game: Game, board: Board) -> None:
    card = game.components["postcard"]
    assert isinstance(card, Card)
    assert (card.width, card.height) == (148, 100)
    faces = draw_all_cards(game, board)["postcard"]["postcard"]
    assert {"0101", "0706", "MUKDEN", "A", "B", "C", "attacker loses 2"} <= set(faces.front_texts)
    assert {"attacker +2", "attacker loses 2", "Retreat."} <= set(faces.back_texts)


def test_no_text_on_the_card_is_smaller_than_5_points(game: Game, board: Board) -> None:
    faces = draw_all_cards(game, board)["postcard"]["postcard"]
    for scene in (faces.front, faces.back):
        sizes = [
            item.size_pt * math.hypot(matrix.a, matrix.b)
            for item, matrix in walk(scene.items)
            if isinstance(item, Text)
        ]
        assert sizes
        assert min(sizes) >= 5 - 1e-6


def test_the_backs_of_the_card_have_a_page_to_calibrate_them(game: Game, tmp_path: Path) -> None:
    setting = PrintSettings(load_target("home"), "letter", "long")
    written = parts.cards_part(KitSource(game), setting, tmp_path)
    assert [one.name for one in written] == ["postcard", "calibration"]


def test_cover_and_manifest_speak_of_what_there_is(game: Game) -> None:
    target = load_target("home")
    pieces = {"postcard": False, "armies": True, "pads": True}
    files = [(name, name, 1) for name in pieces]
    cover = compose_cover(game, target, target.papers["letter"], "long", files, pieces=pieces)
    assert 'src="scene:cover"' in cover.html
    assert "Make the long cuts first" in cover.html
    assert "Cut out the other pieces" in cover.html
    assert "Clip the corners" not in cover.html
    assert "Glue the map tiles" not in cover.html
    groups = compose_counter_list(game, draw_counters(game)).groups
    texts = [f"{counter.says} {counter.enters}" for group in groups for counter in group.counters]
    assert any("Hex 0506" in text for text in texts)
    assert not any("rifleman" in text for text in texts)


# ---------------------------------------------------------------- the map


def test_42_hexes_and_where_each_army_begins(board: Board, the_map: GameMap, game: Game) -> None:
    assert len(board.grid.hexes) == 42
    plates = places(the_map, "set-up")
    assert set(plates) == set(SETUP.values())
    for id_, number in SETUP.items():
        counter = game.counters[id_]
        assert plates[number] in (counter.label, counter.label.removeprefix("General "))
        assert the_map.places[number].side == counter.side
        assert next(e.hexes for e in game.entries.values() if id_ in e.counters) == number


def test_places_and_mountains(board: Board, the_map: GameMap) -> None:
    assert places(the_map, "city") == {"0403": "Mukden"}
    assert places(the_map, "entry") == {"0101": "C", "0103": "B", "0106": "A"}
    assert sorted(places(the_map, "exit")) == ["0301", "0401", "0501"]
    assert sorted(places(the_map, "supply")) == ["0406", "0706"]
    assert sorted(map(board.grid.number, board.terrain)) == ["0603", "0604", "0605", "0704", "0705"]
    assert [board.grid.number(cell) for cell in board.lines[0].hexes] == [f"040{i}" for i in range(1, 7)]


@pytest.mark.parametrize(
    ("kind", "id_", "number"), [("river", "hun", 13), ("river", "sha", 10), ("fortress", "line", 9)]
)
def test_chains_are_unbroken(board: Board, kind: str, id_: str, number: int) -> None:
    chain = sides(board, kind, id_)
    assert len(chain) == len(set(chain)) == number
    for one, other in pairwise(chain):
        assert set(one.vertices) & set(other.vertices)


def test_seven_sides_of_the_line_are_on_the_river(board: Board) -> None:
    assert len(set(sides(board, "fortress")) & set(sides(board, "river"))) == 7
    assert set(sides(board, "fortress")) - set(sides(board, "river")) == {
        board.grid.parse_hexside("0204/0205"),
        board.grid.parse_hexside("0604/0605"),
    }


def test_the_side_of_river_line_and_mountain_at_once(board: Board) -> None:
    triple = board.grid.parse_hexside("0505/0604")
    assert triple in sides(board, "river")
    assert triple in sides(board, "fortress")
    assert "mountain" in board.terrain_at(board.grid.hex("0604"))


def test_mukden_has_the_river_in_the_south(board: Board) -> None:
    mukden = board.grid.hex("0403")
    wet = {cell for side in sides(board, "river") for cell in side if mukden in side} - {mukden}
    assert sorted(map(board.grid.number, wet)) == ["0304", "0404", "0504"]


def test_row_04_is_inside_the_line(board: Board) -> None:
    number, held = board.grid.number, board.fronts
    assert {number(inside) for inside, _, _ in held} == {"0204", "0304", "0404", "0504", "0604"}
    assert {number(outside) for _, outside, _ in held} == {"0205", "0305", "0405", "0505", "0605"}
    assert len(held) == 9


@pytest.mark.parametrize(("number", "hexes"), [("0106", 4), ("0103", 3), ("0101", 4)])
def test_the_3rd_army_comes_in_some_way_off(board: Board, number: str, hexes: int) -> None:
    assert board.grid.hex(number).distance_to(board.grid.hex("0403")) == hexes


def test_nobody_begins_next_to_an_enemy(board: Board) -> None:
    at = {id_: board.grid.hex(number) for id_, number in SETUP.items()}
    gaps = {(a, b): at[a].distance_to(at[b]) for a, b in combinations(at, 2) if a[0] != b[0]}
    assert min(gaps.values()) == 2
    assert [gaps[pair] for pair in (("J2", "R2"), ("J4", "R3"), ("J1", "R1"))] == [2, 2, 2]


def test_exits_lie_at_the_northern_edge(board: Board, the_map: GameMap) -> None:
    north: tuple[Hex, ...] = board.grid.edge("north")
    assert {board.grid.hex(number) for number in places(the_map, "exit")} <= set(north)


# ---------------------------------------------------------------- tables


def test_bands_cover_every_margin_once(game: Game) -> None:
    spans = [span for head in game.tables["duel"].rows.heads if (span := parse_head(head))]
    assert len(spans) == 5
    for margin in range(-7, 8):
        assert sum(span.low <= margin <= span.high for span in spans) == 1, margin


def test_no_die_changes_by_more_than_2(game: Game) -> None:
    changes = [row[0] for row in game.tables["die-change"].cells]
    assert changes == ["defender +2", "defender +1", "none", "attacker +1", "attacker +2"]


def test_changes_to_the_call_stand_in_their_order(game: Game) -> None:
    assert [line.effect for line in game.modifiers["calls"].lines] == ["-1", "-1", "x1/2"]


def test_nothing_of_the_rules_is_missing(game: Game) -> None:
    sections = [case.number for case in game.rules if case.number.endswith(".0")]
    assert sections == [f"{n}.0" for n in range(1, 11)]  # 10.0 is about this edition
    named = " ".join(ruling.asks for ruling in game.rulings.values())
    for words in ("halved twice", "How far can terrain", "the loss would eliminate it", "off the map", "leave the map"):
        assert words in named
    assert all(ruling.default in ruling.options for ruling in game.rulings.values())
    assert sum(example.printed for example in game.examples.values()) in range(3, 7)


def test_card_aids_and_rules_say_that_a_retreat_of_the_attacker_cancels_the_loss_of_the_defender(game: Game) -> None:
    card = game.components["postcard"]
    assert isinstance(card, Card)
    assert card.back is not None
    on_the_card = " ".join(piece.text for piece in card.back.furniture)
    on_the_aids = " ".join(texts_of_aids(game))
    in_the_rules = next(case.text for case in game.rules if case.number == "7.7")
    for text in (on_the_card, on_the_aids, in_the_rules):
        assert "the defender loses nothing" in " ".join(text.split())


def test_the_railway_hexes_are_the_same_everywhere(game: Game) -> None:
    in_the_rules = " ".join(next(case.text for case in game.rules if case.number == "4.1").split())
    assert "in Mukden (0403) or on the railway north of it (0402 or 0401)" in in_the_rules
    assert "in Mukden (0403), 0402 or 0401" in " ".join(texts_of_aids(game))


def test_aids_have_all_endings_and_the_russian_exceptions(game: Game) -> None:
    texts = " ".join(texts_of_aids(game))
    for ending in ("Time 10", "Withdrawal", "Supply hex", "Japanese armies are eliminated", "no Russian army is left"):
        assert ending.lower() in texts.lower()
    terrain = {id_: terrain.combat for id_, terrain in game.terrain.items()}
    assert "starts here may move only one hex" in terrain["mountain"]
    assert (
        "A Russian army inside (0204, 0304, 0404, 0504, 0604) is not required to attack if all adjacent enemy armies are across it"
        in terrain["fortress"]
    )
    assert "A Russian army here is not required to attack" in terrain["city"]
    assert "At Time 10" in terrain["railroad"]


def test_pictures_show_the_standing_figures_of_the_kit(game: Game) -> None:
    face = draw_pieces(game)["J5"].front
    words = [item.text for item, _ in walk(face.items) if isinstance(item, Text)]
    assert face.height > face.width
    assert words == ["JAPAN", "Y", "YALU RIVER", "Kawamura"]
    assert shown_counters(game)[0] == draw_pieces(game)["J1"].front
    assert Pictures(game).faces["M2"].front.height > 20
    facts = {fact.label: f"{fact.value} {fact.unit}" for fact in all_facts(game)}
    assert facts["Pieces"] == "12 pieces", "markers are no figures"


def test_markers_have_their_own_name_on_tab_and_base(game: Game) -> None:
    (block,) = drawn_cut_outs(game)["marker-waits"]
    words = [item.text for item, _ in walk(block.scene.items) if isinstance(item, Text)]
    assert "Waits: base" in words
    assert words.count("WAITS") == 4


def test_an_example_of_one_hex_has_no_costs_in_its_figure(game: Game, board: Board) -> None:
    played = shipped_game("mukden").worked("supply-hex")
    spec = FigureReader(game, board, played, {}).spec
    assert [way.costs for way in spec.ways] == [()]
    assert ("move", "movement") in figure_keys(spec)
    sentences = [one.text for step in played.trace.steps if step.fact for one in step.fact.sentences(())]
    assert any("it may move only 1 hex because it starts in a mountain hex" in text.lower() for text in sentences)


@pytest.mark.slow
def test_a_call_on_the_aids_is_never_less_than_0(game: Game, board: Board) -> None:
    answers = answer_aids(game, board)
    path = next(path for path, asks in probability_tables(game) if asks.procedure == "effective-strength")
    shown = [int(only(answer)) for line in answers[path] for answer in line]
    assert min(shown) == 0
    assert shown[:3] == [0, 1, 2]


def test_what_is_ours_is_not_marked_as_published(game: Game) -> None:
    ours = {"endings": "R-14", "detour": "R-13", "duty": "R-15"}
    for procedure, ruling in ours.items():
        (step,) = (step for step in game.procedures[procedure].steps if ruling in step.ruling)
        assert step.basis["default"] == "reconstructed"
