"""Tables with ranks: better columns and rolls never have milder results."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pnp.checks.checked_game import CheckedGame
from pnp.findings import CHECKS, Finding, Severity
from pnp.load import load_game
from pnp.model.game import Game
from pnp.model.table import Table
from tests.playing import shipped_game

SMALL = Path(__file__).parent / "games" / "small"


def judged(game: Game) -> list[Finding]:
    """Return the findings about ranks and ranges."""
    return [found for code in ("T015", "T016", "T017") for found in CHECKS[code].run(CheckedGame(game))]


MONOTONE = ["E/-  1/-  1/1", "1/-  1/1  -/1", "1/1  -/1  -/E"]


def order(cells: list[str], columns: Mapping[str, str] | None = None, **more: object) -> list[Finding]:
    """Return the findings in a small table of three rolls by three columns."""
    words = {
        "name": "Fire",
        "columns": columns or {"odds": "1-2 1-1 2-1", "beyond": "clamp"},
        "rows": {"roll": "1d3"},
        "ranks": "- 1 E",
        "cells": "\n".join(cells),
        **more,
    }
    game = load_game(SMALL)
    changed = game.model_copy(update={"tables": {**game.tables, "fire": Table.model_validate(words)}})
    return judged(changed)


def test_a_table_in_order_has_no_finding() -> None:
    assert order(MONOTONE) == []


def test_a_milder_result_in_a_better_column_is_a_warning_that_names_both_cells() -> None:
    (found,) = order(["E/-  1/-  1/1", "1/-  1/1  -/1", "1/1  -/E  -/1"])
    assert found.wrong == "Fire: the defender suffers less in column 2-1, row 3 (1) than in column 1-1, row 3 (E)"
    assert found.severity is Severity.WARNING


def test_an_attacker_who_suffers_more_on_a_better_roll_is_out_of_order() -> None:
    found = order(["1/-  1/-  1/1", "E/-  1/1  -/1", "1/1  -/1  -/E"])
    assert [one.wrong for one in found] == [
        "Fire: the attacker suffers more in column 1-2, row 2 (E) than in column 1-2, row 1 (1)"
    ]


def test_low_rolls_may_be_better() -> None:
    turned = MONOTONE[::-1]
    assert order(turned)
    assert order(turned, worse="low") == []


def test_cells_of_one_result_count_for_the_defender() -> None:
    assert order(["- - 1", "- 1 1", "1 1 E"]) == []
    (found,) = order(["- - 1", "- 1 -", "1 1 E"], columns={"differential": "0- 1 2+"})[:1]
    assert found.wrong == "Fire: the defender suffers less in column 2+, row 2 (-) than in column 1, row 2 (1)"


def test_results_without_a_rank_and_columns_without_an_order_are_ignored() -> None:
    assert order(["-/-  EX/EX  1/1", "-/-  -/1  -/1", "-/-  -/1  -/E"]) == []
    kinds = {"kind": "town hill open"}
    assert order(["1/-  -/-  1/-", "1/1  -/-  1/1", "-/1  -/1  -/1"], columns=kinds, ranks="- 1") == []


def test_a_table_without_ranks_is_not_checked() -> None:
    assert order(MONOTONE[::-1], ranks="") == []


def test_a_rank_of_an_unknown_result_is_an_error() -> None:
    (found,) = order(MONOTONE, ranks="- 1 2 E")
    assert (found.code, found.wrong, found.severity) == ("T016", "the table Fire has no result 2", Severity.ERROR)


def test_a_short_row_is_left_to_its_own_check() -> None:
    assert order(["E/-  1/-", "1/-  1/1  -/1", "1/1  -/1  -/E"]) == []


@pytest.mark.parametrize(("row", "column", "cell"), [(2, 4, "1/-"), (0, 0, "1/-"), (5, 7, "-/2")])
def test_one_wrong_cell_of_the_combat_results_is_found(row: int, column: int, cell: str) -> None:
    game = shipped_game("meiktila").game
    table = game.tables["crt"]
    assert table.ranks
    cells = [list(line) for line in table.cells]
    cells[row][column] = cell
    changed = table.model_copy(update={"cells": tuple(map(tuple, cells))})
    assert judged(game) == []
    found = judged(game.model_copy(update={"tables": {**game.tables, "crt": changed}}))
    assert {one.code for one in found} == {"T015"}


# ---------------------------------------------------------------- numbers within their span

GUNS = {"columns": {"kind": ("Hits on less than", "Cards")}, "rows": {"kind": "Front Side Rear"}, "ranks": ""}


@pytest.mark.parametrize(
    ("numbers", "wrong"),
    [
        ((5, 7, 10), []),
        ((2, "see below", "-"), []),
        ((5, 7, 11), ["the table Fire has 11 in column Hits on less than, row Rear, which is outside 2 to 10"]),
        ((1, 7, 8), ["the table Fire has 1 in column Hits on less than, row Front, which is outside 2 to 10"]),
    ],
)
def test_numbers_to_roll_stay_within_the_die(numbers: tuple[object, ...], wrong: list[str]) -> None:
    found = order([f"{number} | 99" for number in numbers], **GUNS, within={"Hits on less than": "2..10"})
    assert [one.wrong for one in found] == wrong
    assert all((one.code, one.write) == ("T017", "write 2 to 10, or correct within:") for one in found)


def test_ranges_of_unknown_columns_are_found() -> None:
    (head,) = order(["5 | 1", "7 | 2", "8 | 3"], **GUNS, within={"Card": "1..3"})
    (span,) = order(["5 | 1", "7 | 2", "8 | 3"], **GUNS, within={"Cards": "1 to 3"})
    assert (head.wrong, head.write) == ("the table Fire has no column Card", "did you mean Cards?")
    assert span.wrong == "1 to 3 is not a range"
