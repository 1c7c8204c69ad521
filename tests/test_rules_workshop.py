"""Ways to resolve combat without a map, compared with icepool and with results worked out by hand."""

import math
from fractions import Fraction
from pathlib import Path

import icepool
import pytest

from pnp.checks import check_game
from pnp.load import load_game
from pnp.rules.examples.example_run import play_example
from pnp.rules.playbook import compile_game
from pnp.rules.probability.queries import distribution

GAME = load_game(Path(__file__).parent / "games" / "workshop")
WORKSHOP = compile_game(GAME)
RANKS = {"A": 4, "K": 4, "Q": 4, "J": 4, "10": 4, "9": 32}
WORTH = {"A": 3, "K": 2, "Q": 2, "J": 1, "10": 1, "9": 0}


def of(die: "icepool.Die[object]") -> dict[str, Fraction]:
    """Return the probabilities of an icepool die as the engine labels them."""
    return {write(face): Fraction(die.quantity(face), die.denominator()) for face in die}


def write(face: object) -> str:
    return str(face).replace("-", "−") if isinstance(face, int) else str(face)


def test_the_workshop_has_no_fault() -> None:
    assert check_game(GAME) == ()


@pytest.mark.parametrize("id_", GAME.examples)
def test_every_example_gives_the_stated_result(id_: str) -> None:
    assert play_example(WORKSHOP, id_).faults == ()


@pytest.mark.parametrize(("ours", "theirs"), [(3, 3), (7, 3), (2, 3), (1, 9)])
def test_two_dice_and_a_capped_difference(ours: int, theirs: int) -> None:
    delta = max(-2, min(2, ours - theirs))
    margin = icepool.d6 + delta - icepool.d6
    found = distribution(WORKSHOP, "dice", {"ours": str(ours), "theirs": str(theirs)})
    assert found == of(margin)


def test_bands_of_a_signed_margin() -> None:
    def band(margin: int) -> str:
        return "A2" if margin <= -3 else "A1" if margin == -2 else "D2" if margin >= 3 else "D1" if margin == 2 else "-"

    found = distribution(WORKSHOP, "duel", {"ours": "4", "theirs": "3"})
    assert found == of((icepool.d6 + 1 - icepool.d6).map(band))


@pytest.mark.parametrize("low", [False, True])
def test_the_die_itself_shifts_the_column(low: bool) -> None:
    """At 5 to 4 the column is 1-1: 4 and more read 3-2, less read 1-2, whichever end of the table is good."""
    found = distribution(
        WORKSHOP, "assault", {"attack": "5", "defence": "4"}, rulings={"R-01": "low" if low else "high"}
    )
    assert found == of(icepool.Die([1, 2, 3, 4, 5, 6]).map({1: "A", 2: "A", 3: "A", 4: "D", 5: "D", 6: "D"}))


def test_odds_below_the_first_column_are_refused_or_clamped() -> None:
    given = {"attack": "1", "defence": "4"}
    assert distribution(WORKSHOP, "assault", given) == {"not possible: 1 to 4 is below the first column": 1}
    assert distribution(WORKSHOP, "assault", given, rulings={"R-02": "clamped"})["A"] == Fraction(1, 2)


@pytest.mark.parametrize(("number", "modifier"), [(6, 0), (6, 2), (2, 5), (11, 0)])
def test_three_shots_below_a_number(number: int, modifier: int) -> None:
    hit = icepool.d10.map(lambda die: int(die == 1 or die + modifier < number))
    given = {"number": str(number), "modifier": str(modifier), "shots": "3"}
    found = distribution(WORKSHOP, "fire", given)
    assert found == {label: chance for label, chance in of(3 @ hit).items() if chance}


def test_the_nought_of_a_ten_sided_die_is_a_ruling() -> None:
    given = {"number": "6"}
    assert distribution(WORKSHOP, "fire", given)["1"] == Fraction(5, 10)
    assert distribution(WORKSHOP, "fire", given, rulings={"R-03": "zero"})["1"] == Fraction(6, 10)


def test_one_die_against_many_targets() -> None:
    needed = [3, 6, 9]
    hits = icepool.d10.map(lambda die: sum(die == 1 or die < number for number in needed))
    assert distribution(WORKSHOP, "sweep", {"numbers_needed": [str(number) for number in needed]}) == of(hits)


@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (3, 2), (2, 5)])
def test_the_best_of_two_pools(ours: int, theirs: int) -> None:
    best = [icepool.d6.highest(number) for number in (ours, theirs)]
    lead = (best[0] - best[1]).sign().map({1: "ours", 0: "tie", -1: "theirs"})
    assert distribution(WORKSHOP, "volley", {"ours": str(ours), "theirs": str(theirs)}) == of(lead)


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_the_worst_of_some_cards(cards: int) -> None:
    worst = icepool.Deck(RANKS).deal(cards).expand().map(lambda hand: max(WORTH[card] for card in hand))
    assert distribution(WORKSHOP, "hit", {"cards": str(cards)}) == of(worst)


def test_drift_over_the_table() -> None:
    """Two faces of six hit; each arrow leads 1 to 6 inches: a circle of 1.5 inches covers those of 1 inch."""
    found = distribution(WORKSHOP, "scatter", {"reach": "1.5"})
    assert found == {"no": Fraction(5, 9), "yes": Fraction(4, 9)}
    off = distribution(WORKSHOP, "scatter", {"north": "0.5"}, outcome="off")
    assert sum(off.values()) == 1
    assert list(off) == sorted(off, key=float)
    assert off["0.5"] == Fraction(1, 3) + Fraction(1, 36)


@pytest.mark.parametrize(
    ("east", "north", "facing", "may"),
    [("5", "20", "0", "yes"), ("-9", "20", "0", "no"), ("13", "34", "0", "no"), ("10", "33", "0", "yes"), ("-1", "20", "355", "yes")],
)  # fmt: skip
def test_an_arc_of_fire(east: str, north: str, facing: str, may: str) -> None:
    found = distribution(WORKSHOP, "arc", {"east": east, "north": north, "facing": facing})
    assert found == {may: 1}
    bearing = math.degrees(math.atan2(float(east), float(north))) % 360
    said = distribution(WORKSHOP, "arc", {"east": east, "north": north, "facing": facing}, outcome="to")
    assert abs(float(next(iter(said))) - bearing) < 1e-6


def test_shares_of_a_pool() -> None:
    def free(**shares: str) -> dict[str, Fraction]:
        least = {"foot": "1", "horse": "0", "guns": "2"}
        return distribution(WORKSHOP, "pool", {"total": "12", "least": least, "shares": shares})

    assert free(foot="5", horse="3", guns="2") == {"2": 1}
    assert free(foot="5", horse="5", guns="5") == {"not possible: 15 are shared out of 12": 1}
    assert free(foot="0", horse="5", guns="5") == {"not possible: every arm must have its least": 1}
    assert free(foot="3", horse="-1", guns="5") == {"not possible: a share is never below 0": 1}


def test_a_clock_of_sixes() -> None:
    """A fight advances the clock by 0, 1 or 2 with 25, 10 and 1 of 36; the result is the number of fights until 10."""
    still, done = {0: Fraction(1)}, Fraction(0)
    for _ in range(30):
        after: dict[int, Fraction] = {}
        for passed, chance in still.items():
            for sixes, ways in ((0, 25), (1, 10), (2, 1)):
                after[passed + sixes] = after.get(passed + sixes, Fraction(0)) + chance * Fraction(ways, 36)
        done += sum((chance for passed, chance in after.items() if passed >= 10), Fraction(0))
        still = {passed: chance for passed, chance in after.items() if passed < 10}
    assert distribution(WORKSHOP, "day", outcome="passed >= 10 && fought <= 30")["yes"] == done
