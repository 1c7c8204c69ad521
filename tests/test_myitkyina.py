"""The postcard game of Myitkyina as data: its map, counters and tables are what its published page and this kit say."""

import shutil
from pathlib import Path

import pytest

from pnp.art.map.style_natural import NaturalMap
from pnp.board import Board
from pnp.checks import check_game
from pnp.compose.aids.aid_pages import compose_block
from pnp.compose.aids.composed_block import AidContext
from pnp.compose.aids.views import PictureView
from pnp.compose.pictures import Pictures
from pnp.draw.map.framed_map import frame_of
from pnp.draw.tables.track import space_rects
from pnp.hexgrid import Hexside
from pnp.load import find_game, load_game
from pnp.load.board_reader import resolve_board
from pnp.model.components.cards_and_decks import Card
from pnp.model.game import Game
from pnp.rules.probability.aid_tables import answer_aids, probability_tables
from tests.playing import shipped_game

EAST_BANK = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "E8", "D8", "C8"]


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped_game("myitkyina").game


@pytest.fixture(scope="module")
def board(game: Game) -> Board:
    resolved = resolve_board(game)
    assert resolved is not None
    return resolved


def numbers(board: Board, cells) -> set[str]:
    return {board.grid.number(cell) for cell in cells}


# ---------------------------------------------------------------- the map


def test_the_postcard_holds_forty_eight_full_hexes(game: Game, board: Board) -> None:
    assert game.map is not None
    paper, grid = game.map.paper, board.grid
    assert (paper.width, paper.height) == pytest.approx((101.6, 152.4))
    assert len(grid.hexes) == 48
    assert grid.across_flats == pytest.approx(14.4)  # a counter of 12 mm and some room
    corners = [point for cell in grid.hexes for point in grid.corners(cell)]
    xs, ys = ([point[i] for point in corners] for i in (0, 1))
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((78.98, 122.4), abs=0.05)
    assert (min(xs) > 0, max(xs) < paper.width, min(ys) > 0, max(ys) < paper.height) == (True, True, True, True)


def test_the_irrawaddy_is_the_edge_of_the_east_bank(board: Board) -> None:
    east = {board.grid.hex(number) for number in EAST_BANK}
    assert numbers(board, board.regions["east-bank"]) == set(EAST_BANK)
    edge = {Hexside.between(one, other) for one in east for other in board.grid.neighbours(one) if other not in east}
    assert board.sides_of("river") == edge
    assert len(edge) == 20
    assert sum(chain.kind == "river" for chain in board.chains) == 1  # one unbroken chain, or M002 would say so


def test_hexes_of_the_west_bank_that_touch_the_river(game: Game, board: Board) -> None:
    east = {board.grid.hex(number) for number in EAST_BANK}
    banks = {cell for side in board.sides_of("river") for cell in side} - east
    expected = ["B7", "B8", "C7", "D7", "E1", "E2", "E3", "E4", "E5", "E6", "E7"]
    assert numbers(board, banks) == set(expected)
    written = game.entries["japanese-pool"].hexes.split()
    assert {board.grid.number(cell) for word in written for cell in board.grid.parse_hexes(word)} == set(expected)


@pytest.mark.parametrize(
    ("start", "end", "hexes"),
    [("B6", "A6", 1), ("B6", "A7", 1), ("B6", "A5", 2), ("B6", "D5", 2), ("B6", "D6", 2), ("B6", "E5", 3), ("B6", "E6", 3)],
)  # fmt: skip
def test_distances_from_the_airfield(board: Board, start: str, end: str, hexes: int) -> None:
    assert board.grid.hex(start).distance_to(board.grid.hex(end)) == hexes


def test_embankment_and_creek(board: Board) -> None:
    chains = {
        chain.id: [board.grid.number(a) + "/" + board.grid.number(b) for a, b in chain.sides] for chain in board.chains
    }
    assert [len(chains[id_]) for id_ in ("railway", "road", "creek")] == [7, 2, 6]
    by_id = {chain.id: chain for chain in board.chains}
    assert (
        by_id["railway"].vertices[-1] == by_id["road"].vertices[0]
    )  # the road's embankment goes on from the railway's
    river = set(by_id["irrawaddy"].vertices)
    assert by_id["road"].vertices[-1] in river
    assert by_id["creek"].vertices[-1] in river


@pytest.mark.parametrize(
    ("kind", "crossed"),
    [("creek", {"C6/D5", "C7/D6"}), ("embankment", {"D4/D5"}), ("river", set())],
)
def test_where_roads_cross_hexsides(board: Board, kind: str, crossed: set[str]) -> None:
    found = {"/".join(sorted(map(board.grid.number, side))) for side in board.crossings("road", kind)}
    assert found == crossed


@pytest.mark.parametrize(
    ("number", "hexes", "wet"), [("D5", 6, False), ("D6", 6, False), ("E5", 4, True), ("E6", 4, True)]
)
def test_hexes_from_which_a_town_hex_is_attacked_by_land(board: Board, number: str, hexes: int, wet: bool) -> None:
    cell, east = board.grid.hex(number), board.regions["east-bank"]
    around = board.grid.neighbours(cell)
    assert sum(other not in east for other in around) == hexes
    assert any(other in east for other in around) == wet


def test_names_on_the_map(game: Game, board: Board) -> None:
    _, lines = NaturalMap(frame_of(game, board)).names
    names = [" ".join(line.text for line in name) for name in lines]
    assert {"Irrawaddy", "Railway Embankment", "Mogaung Road", "EAST BANK", "MYITKYINA"} <= set(names)


def test_an_aid_explains_a_starred_battalion_and_the_rules_a_chinese_regiment(game: Game) -> None:
    page = next(page for page in game.aids if page.title == "Set-up, turns and counters")
    block = next(block for row in page.rows for block in row if block.kind == "counters")
    units, others = compose_block(block, AidContext(game, Pictures(game), 190))
    pictures = [view for view in units.views if isinstance(view, PictureView)]
    assert len(pictures) == 1
    assert units.title == "A unit"
    assert any('unit("C88")' in case.text for case in game.rules)
    assert others.title == "Other counters"


# ---------------------------------------------------------------- counters, tables, the card


def test_the_counters(game: Game) -> None:
    assert len(game.counters) == 56
    japanese = [c for c in game.counters.values() if c.side == "japanese" and (c.kind == "unit" or "decoy" in c.groups)]
    assert len(japanese) == 16
    assert {c.back.state for c in japanese} == {"emblem"}  # none can be told from another
    assert sum(c.kind == "unit" and c.side == "allied" for c in game.counters.values()) == 16
    assert game.counter_print is not None
    assert game.counter_print.side == 16
    assert game.counter_print.labels == "figure"
    names = [c.label for id_, c in game.counters.items() if id_.startswith("J") and c.kind == "unit"]
    assert len(set(names)) == 14
    assert not any(name.startswith(("Bn", "Star")) for name in names)
    assert [c.front.factors for c in game.counters.values() if "starred" in c.groups] == ["1*", "1*"]


def test_set_up_fits_the_stacking_limit(game: Game, board: Board) -> None:
    points = {"battalion": 1, "regiment": 2, "brigade": 2}
    assert sum(points[game.counters[id_].size or ""] for id_ in game.entries["allied-setup"].counters) == 8
    assert game.entries["allied-setup"].hexes == "A5 A6 A7"
    western_edge = {f"A{row}" for row in range(1, 9)}
    words = game.entries["japanese-setup"].hexes.split()
    assert not western_edge & {board.grid.number(cell) for word in words for cell in board.grid.parse_hexes(word)}


def test_there_are_enough_units_for_all_arrivals(game: Game) -> None:
    turns = len(game.tracks["turn"].spaces)
    pool = [game.entries[id_].count or 0 for id_ in ("allied-pool", "division-36")]
    assert (turns, game.entries["japanese-pool"].count) == (11, turns)
    assert sum(pool) >= turns - 1


PUBLISHED = """
6 1 D DR DR DR DR 1DE 2DE D
5 2 BD DW DW DW DR DR 1DE D
4 3 AD BD D D DW DR DR -
3 4 1AE AD BD BD D DW DR -
2 5 2AE 1AE AD AD BD D DW -
1 6 3AE 2AE 1AE AD AD BD D -
"""


def test_the_combat_results_are_the_published_ones(game: Game) -> None:
    crt, strike = game.tables["crt"], game.tables["strike"]
    rows = [line.split() for line in PUBLISHED.strip().splitlines()]
    assert crt.rows.heads == tuple(
        row[0] for row in rows
    )  # the second numbers are for a reading of R-01 that is not used
    assert all(int(row[0]) + int(row[1]) == 7 for row in rows)
    assert crt.cells == tuple(tuple(row[2:9]) for row in rows)
    assert [row[9] for row in rows] == [*strike.cells[0] * 2, *strike.cells[1] * 4], "5 and more, and 4 and less"
    assert (crt.columns.heads if crt.columns else ()) == ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1")


def test_the_order_of_the_results_is_checked(game: Game) -> None:
    crt = game.tables["crt"]
    assert set(crt.ranks) == {cell for row in crt.cells for cell in row} == set(crt.codes)
    swapped = (*crt.cells[:2], tuple(reversed(crt.cells[2])), *crt.cells[3:])
    worse = game.model_copy(update={"tables": {**game.tables, "crt": crt.model_copy(update={"cells": swapped})}})
    assert "T015" in {finding.code for finding in check_game(worse)}


def test_the_postcard_is_the_map_with_tables_behind(game: Game) -> None:
    card = game.components["card"]
    assert isinstance(card, Card)
    assert card.back is not None
    assert card.front.map
    assert (card.width, card.height) == pytest.approx((101.6, 152.4))
    assert {piece.of for piece in card.back.furniture if piece.of} == {"crt", "strike", "shifts", "defence"}


def test_aids_print_results_that_are_certain(game: Game, board: Board) -> None:
    answers = answer_aids(game, board)
    tables = dict(probability_tables(game))
    for path, asks in tables.items():
        for line, found in zip(asks.lines, answers[path], strict=True):
            if line.certain:
                assert all(len(answer) == 1 for answer in found)


def test_the_turn_marker_fits_the_spaces_of_the_turn_track(game: Game) -> None:
    assert game.map is not None
    assert game.counter_print is not None
    (piece,) = (piece for piece in game.map.furniture if piece.kind == "track")
    spaces = space_rects(game, "turn", *piece.at[2:], piece.heading, piece.in_a_row)
    assert (
        min(min(space.width, space.height) for space in spaces)
        >= (game.counter_print.side + 0.5) / game.components["card"].print_scale() - 1e-9
    )


def test_what_is_ours_is_not_marked_as_published(game: Game) -> None:
    for id_ in ("C88", "C89", "C90"):  # the page says "all 30th Div" and names no regiment
        assert game.counters[id_].basis == game.counters["B29"].basis
    assert game.entries["division-36"].basis["when"] == "reconstructed"
    assert game.sequence[1].basis["steps.2"] == "reconstructed"
    assert game.map_rules is not None
    assert game.map_rules.retreat is not None
    assert game.map_rules.retreat.basis["away"] == "reconstructed"
    assert game.tables["crt"].basis["columns.beyond"] == "reconstructed"
    assert game.tracks["turn"].basis["hint"] == "reconstructed"
    (revealed,) = (step for step in game.procedures["battle"].steps if "7.12" in step.rule)
    assert revealed.basis["default"] == "reconstructed"


def test_a_disrupted_unit_says_so_in_full(game: Game) -> None:
    backs = {c.back.word for c in game.counters.values() if c.back.state == "disrupted"}
    assert backs == {"Disrupted"}
    assert "D-ed" not in game.abbreviations


def test_the_odds_finder_says_which_way_attack_and_defence_run(game: Game) -> None:
    (finder,) = (asks for _, asks in probability_tables(game) if asks.procedure == "odds")
    assert finder.across.name == "Attack total ↓ Defence total →"
    assert finder.across.of == "defence"


# ---------------------------------------------------------------- mistakes of a designer


@pytest.mark.parametrize(
    ("file", "written", "instead", "finding"),
    [
        ("entries.yaml", "hexes: A5 A6 A7", "hexes: A5 A6 A9", "entries.yaml:23:16 (entries.allied-setup.hexes): S005 hex A9 is not on this map"),
        ("tables.yaml", "DR  DR  1DE\n", "DR  DR\n", "tables.yaml:13:5 (tables.crt.cells): T002 row 5 of Combat results has 6 cells for 7 columns"),
        ("maprules.yaml", "[{points: 3}]", "[{points: 2}]", "S011 5 units do not fit into 3 hexes within the stacking limits"),
        ("maprules.yaml", "points: 2, says: a regiment", "points: 4, says: a regiment", "M035 no limit has room for 88/30"),
        ("rulings.yaml", "    hexes: By the number of hexes from which they attack.\n", "", "X002 the ruling R-04 has no option hexes; write factors or units"),
        ("map.yaml", "E4/F4 E5/F4", "E4/F4", "M002 the chain of hexsides has a gap: E5/F5 does not touch the end of E4/F4"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_once_and_clearly(
    tmp_path: Path, file: str, written: str, instead: str, finding: str
) -> None:
    folder = tmp_path / "myitkyina"
    shutil.copytree(find_game("myitkyina"), folder)
    text = (folder / file).read_text()
    (folder / file).write_text(text.replace(written, instead, 1))
    found = check_game(load_game(folder))
    assert len(found) == 1, found
    assert finding in str(found[0])
