"""Tables of chances on aids print the answers of the engine."""

from fractions import Fraction
from pathlib import Path

import pytest

from pnp.compose.aids.blocks.chances_block import compose_chances
from pnp.compose.aids.views import GridView
from pnp.load import load_game
from pnp.model.chance import ChanceTable
from pnp.model.game import Game
from pnp.rules.probability.aid_tables import AidAnswers, answer_aids, probability_tables
from tests.playing import shipped_game

SMALL = load_game(Path(__file__).parent / "games" / "small")


def titles_of(game: Game) -> dict[str, str]:
    """Return the titles of the blocks of all aids by their paths."""
    return {
        f"aids.{p}.rows.{r}.{b}": block.title
        for p, page in enumerate(game.aids)
        for r, row in enumerate(page.rows)
        for b, block in enumerate(row)
    }


@pytest.fixture(scope="module")
def shipped() -> Game:
    return shipped_game("meiktila").game


@pytest.fixture(scope="module")
def answers(shipped: Game) -> dict[str, AidAnswers]:
    return answer_aids(shipped)


@pytest.fixture(scope="module")
def page(shipped: Game, answers: dict[str, AidAnswers]) -> dict[str, dict[str, list[str]]]:
    """Return the rows of every table of chances, by its title and by their labels."""
    titles = titles_of(shipped)
    found = {}
    for path, asks in probability_tables(shipped):
        grid = compose_chances(shipped, asks, answers[path], titles[path], "").views[0]
        assert isinstance(grid, GridView)
        found[titles[path]] = {label.text: [cell.text for cell in cells] for label, cells in grid.rows}
    return found


def test_chances_in_sixths(page: dict[str, dict[str, list[str]]]) -> None:
    assert page["Retreat check"] == {
        "Retreats": ["1", "2", "3", "4", "5", "5"],
        "Attacked an anti-tank unit": ["–", "1", "2", "3", "4", "5"],
    }
    assert page["Combat"] == {
        "Defender suffers": ["–", "1", "3", "4", "5", "6", "6", "6"],
        "by 2 or E": ["–", "–", "–", "–", "1", "2", "3", "4"],
        "by E": ["–", "–", "–", "–", "–", "–", "1", "2"],
        "Attacker suffers": ["6", "6", "5", "4", "4", "3", "2", "1"],
        "Both suffer": ["–", "1", "2", "2", "3", "3", "2", "1"],
    }


def test_means_that_can_be_negative_have_signs(page: dict[str, dict[str, list[str]]]) -> None:
    found = page["Supply roll"]
    assert found["+1"] == ["–", "–", "–", "1", "2", "3", "3", "3"]
    assert found["Mean change"] == ["−0.83", "−0.67", "−0.50", "−0.17", "+0.17", "+0.50", "+0.83", "+1.17"]
    assert found["With end-of-turn loss"] == ["−2.33", "−2.17", "−2.00", "−1.67", "−1.33", "−1.00", "−0.67", "−0.33"]
    assert page["Air roll"]["Allied air units, mean"] == ["2.50"] * 3, "nobody loses air units by a roll"


def test_chances_in_percent(page: dict[str, dict[str, list[str]]]) -> None:
    assert page["Reinforcement"] == {"Has entered": ["17%", "44%", "72%", "91%", "98%", "> 99%"]}
    assert page["Release of the 56th"] == {"Enters": ["54%", "65%", "72%", "77%", "81%", "83%", "83%"]}
    assert page["Appearances of the 64th Sentai"] == {"Chance": ["16%", "32%", "52%"]}
    assert page["First appearance of the 64th Sentai"]["It appears"] == [
        "17%",
        "14%",
        "12%",
        "10%",
        "8%",
        "7%",
        "6%",
        "5%",
        "4%",
        "3%",
    ]
    assert page["Initiative"]["First rolls tied"] == ["14%", "17%"]


def test_two_retreat_checks(page: dict[str, dict[str, list[str]]]) -> None:
    """A front of 4 and a back of 2: p = 4/6, q = 2/6."""
    found, p, q = page["Two retreat checks"], Fraction(4, 6), Fraction(2, 6)
    wanted = {
        "No loss": p * p,
        "One step lost. Back 2": p * (1 - p) + (1 - p) * q,
        "Eliminated. Back 2": (1 - p) * (1 - q),
    }
    assert {name: found[name][2] for name in wanted} == {name: f"{round(100 * n)}%" for name, n in wanted.items()}


def test_ten_turns_of_supply(page: dict[str, dict[str, list[str]]]) -> None:
    assert page["Ten turns of supply"] == {
        "Supply Level 5 or more in some turn": ["47%", "65%", "78%"],
        "Supply Level 7 or more in some turn": ["–", "2%", "8%"],
        "One activation marker, turn 1": ["53%", "39%", "28%"],
        "One activation marker, turn 5": ["> 99%", "94%", "81%"],
        "One activation marker, turn 10": ["> 99%", "99%", "94%"],
        "Turns that end at Supply Level 0, mean": ["6.94", "5.15", "3.50"],
    }


def test_the_chances_of_the_results_of_one_query_add_up_to_one(shipped: Game, answers: dict[str, AidAnswers]) -> None:
    for path, _ in probability_tables(shipped):
        assert all(sum(answer.values()) == 1 for line in answers[path] for answer in line), path


def die(**more: object) -> ChanceTable:
    """Return a table of one line: the chance of reaching a number."""
    words = {"procedure": "throw", "across": {"of": "need", "values": "2..+4"}, "lines": [{"name": "Enough"}], **more}
    return ChanceTable.model_validate(words)


def yes(*shares: str) -> AidAnswers:
    return (tuple({"yes": Fraction(share), "no": 1 - Fraction(share)} for share in shares),)


def test_bars_are_boxes_to_count_or_one_filled_length() -> None:
    def bars_of(asks: ChanceTable, answers: AidAnswers) -> list[tuple[int, int, Fraction] | None]:
        ((_, cells),) = compose_chances(SMALL, asks, answers, "", "").views[0].rows  # type: ignore[union-attr]
        return [cell.bar and (cell.bar.filled, cell.bar.boxes, cell.bar.share) for cell in cells]

    answers = yes("1/2", "1/3", "0")
    assert bars_of(die(**{"in": "sixths"}), answers) == [None, None, None]
    assert [one[:2] for one in bars_of(die(bars=True, **{"in": "sixths"}), answers) if one] == [(3, 6), (2, 6), (0, 6)]
    assert bars_of(die(bars=True), answers)[1] == (0, 0, Fraction(1, 3))
    tenth = bars_of(die(bars=True, **{"in": "sixths"}), yes("1/10", "1/3", "1"))
    assert [one[1] for one in tenth if one] == [0, 0, 0], "a tenth fills no whole box of six"


def test_a_bar_makes_its_row_higher() -> None:
    bare, barred = (
        compose_chances(SMALL, die(bars=bars), yes("1/2", "1/3", "0"), "", "").views[0] for bars in (False, True)
    )
    assert barred.measure(60, 1).height - bare.measure(60, 1).height == pytest.approx(5.6 * 25.4 / 72)


def test_heads_have_signs_if_the_data_asks_for_them() -> None:
    assert list(die(across={"of": "plus", "values": "-1..+1"}).across.values.items()) == [
        ("-1", "-1"),
        ("0", "0"),
        ("+1", "1"),
    ]
    assert list(die(across={"of": "plus", "values": "-1..1"}).across.values) == ["-1", "0", "1"]


def test_chances_from_reconstructed_tables_are_marked(shipped: Game, answers: dict[str, AidAnswers]) -> None:
    blocks = {
        path: compose_chances(shipped, asks, answers[path], path, "") for path, asks in probability_tables(shipped)
    }
    titles = titles_of(shipped)
    assert {titles[path] for path, block in blocks.items() if block.mark} == {"Combat", "Allied status roll"}
    (grid,) = next(block.views for path, block in blocks.items() if titles[path] == "Interdiction")
    assert isinstance(grid, GridView)
    assert [(label.text, label.mark) for label, _ in grid.rows] == [
        ("In supply", True),
        ("Receives a replacement", False),
    ]


def test_percent_with_decimal_places() -> None:
    """A chance of 1 in 17 is printed as 5.88 %."""
    asks = ChanceTable.model_validate(
        {"across": {"of": "it", "values": "1"}, "lines": [{"name": "It comes"}], "digits": "2"}
    )
    grid = compose_chances(SMALL, asks, (({"yes": Fraction(1, 17), "no": Fraction(16, 17)},),), "", "").views[0]
    assert isinstance(grid, GridView)
    assert [cell.text for _, cells in grid.rows for cell in cells] == ["5.88%"]


def test_a_certain_result_is_printed_instead_of_its_chance() -> None:
    """Examples are the odds column of given strengths, and the result of a given die roll."""
    asks = ChanceTable.model_validate(
        {"across": {"of": "it", "values": "1 2 3"}, "lines": [{"name": "Odds", "certain": "true"}]}
    )
    found = ({"3-2": Fraction(1)}, {"\u22121": Fraction(1)}, {"none": Fraction(1)})
    grid = compose_chances(SMALL, asks, (found,), "", "").views[0]
    assert isinstance(grid, GridView)
    assert [cell.text for _, cells in grid.rows for cell in cells] == ["3-2", "\u22121", "\u2013"]


def test_a_certain_result_has_the_colour_of_the_side_that_it_hurts() -> None:
    game = shipped_game("myitkyina").game
    asks = ChanceTable.model_validate(
        {"across": {"of": "it", "values": "1 2 3"}, "lines": [{"name": "Result", "certain": "true"}]}
    )
    found = ({"2AE": Fraction(1)}, {"BD": Fraction(1)}, {"DR": Fraction(1)})
    grid = compose_chances(game, asks, (found,), "", "").views[0]
    assert isinstance(grid, GridView)
    assert [cell.css for _, cells in grid.rows for cell in cells] == ["attacker", "", "defender"]
