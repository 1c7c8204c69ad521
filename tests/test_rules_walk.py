"""Enumeration: equal calls are enumerated once, and nothing runs without end."""

import shutil
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from pnp.load import load_game
from pnp.rules.engine import machine
from pnp.rules.engine.position import RemainingValues
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.probability.queries import distribution
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import Setup

DUEL = Path(__file__).parent / "games" / "duel"


def playbook(folder: Path, procedures: str) -> Playbook:
    """Return the duel with more procedures."""
    shutil.copytree(DUEL, folder / "duel")
    (folder / "duel" / "options").mkdir()
    (folder / "duel" / "options" / "more.yaml").write_text(f"procedures:\n{procedures}", encoding="utf-8")
    found = compile_game(load_game(folder / "duel", ["more"]))
    assert not found.faults
    return found


COUNT = """
  throw: {given: {need: int}, steps: [{roll: die}, {set: {hit: "die >= need ? 1 : 0"}}]}
  count:
    steps:
      - {set: {hits: "0", hit: "0"}}
      - each: day
        in: numbers(1, 20)
        steps:
          - {run: throw, with: {need: "day <= 10 ? 5 : 3"}, gives: hit}
          - {set: {hits: hits + hit}}
"""


def test_equal_calls_are_enumerated_once(tmp_path: Path) -> None:
    """Twenty throws of two kinds; the hits are those of two binomial distributions."""
    book = playbook(tmp_path, COUNT)
    found = distribution(book, "count", outcome="hits")

    def hits(number: int, chance: Fraction) -> Fraction:
        return comb(10, number) * chance**number * (1 - chance) ** (10 - number)

    third = Fraction(1, 3)
    for total in range(21):
        split = range(max(0, total - 10), min(10, total) + 1)
        assert found[str(total)] == sum(hits(one, third) * hits(total - one, 2 * third) for one in split)
    (calls,) = (value for key, value in book.variant({}).cache.items() if key[0] == "calls")
    assert len(calls) == 2


SHARES = """
  whole:
    given: {some: units}
    steps:
      - {total: attack, of: some, value: unit.attack}
      - {run: part, with: {some: some}, gives: best}
  part:
    given: {some: units}
    steps:
      - {run: least, with: {some: some}, gives: best}
  least:
    given: {some: units}
    steps:
      - {set: {best: "greatest(some.map(u, share('attack', u)))"}}
"""


def test_a_procedure_reads_the_shares_of_its_callers(tmp_path: Path) -> None:
    setup = Setup({"C3": ("1 Line", "2 Line")})
    found = distribution(playbook(tmp_path, SHARES), "whole", {"some": ["1 Line", "2 Line"]}, setup, outcome="best")
    assert found == {"3": 1}


NEVER = """
  dare:
    given: {need: int}
    steps:
      - {roll: die}
      - {require: die > need, says: "{die} is too low"}
      - {set: {well: "true"}}
  twice:
    steps:
      - {run: dare, with: {need: "2"}, gives: well}
      - {run: dare, with: {need: "1"}, gives: well}
"""


def test_a_requirement_of_a_called_procedure_ends_the_whole_run(tmp_path: Path) -> None:
    found = distribution(playbook(tmp_path, NEVER), "twice", outcome="well")
    wanted = {"1": Fraction(1, 6) + Fraction(4, 6) * Fraction(1, 6), "2": Fraction(1, 6)}
    assert found.pop("yes") == Fraction(4, 6) * Fraction(5, 6)
    assert found == {f"not possible: {die} is too low": chance for die, chance in wanted.items()}


ENDLESS = {
    "loops in loops in loops": (
        """
  test:
    steps:
      - {set: {n: "0"}}
      - each: a
        in: numbers(1, 999)
        steps: [{each: b, in: "numbers(1, 999)", steps: [{each: c, in: "numbers(1, 999)", steps: [{set: {n: c}}]}]}]
""",
        "steps.1.steps.0.steps.0.steps.0",
    ),
    "a run until never": (
        """
  more: {given: {n: int}, steps: [{roll: die}, {set: {n: n + die}}]}
  test: {steps: [{set: {n: "0"}}, {run: more, with: {n: n}, gives: n, until: "false"}]}
""",
        "steps.1",
    ),
    "thirty dice that are remembered": (
        """
  test: {steps: [{set: {n: "0"}}, {each: a, in: "numbers(1, 30)", steps: [{roll: die}, {set: {n: n * 6 + die}}]}]}
""",
        "steps.1.steps.0",
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_loop_is_reported_where_it_is_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "MAX_STEPS_OF_QUERY", 5_000)
    procedures, path = ENDLESS[name]
    with pytest.raises(RuleError, match="the procedure takes more than 5,000 steps") as caught:
        distribution(playbook(tmp_path, procedures), "test")
    assert caught.value.path == f"procedures.test.{path}"


def test_the_remaining_values_of_a_loop_are_not_copied() -> None:
    """A step of a loop costs the same for any number of remaining values, because they are not copied."""
    one, other = RemainingValues.of((1, 2, 3)), RemainingValues.of((0, 2, 3))
    assert one is not None
    assert other is not None
    assert one != other
    assert one.after == other.after == RemainingValues.of((2, 3))
    assert hash(one.after) == hash(other.after)
    assert one != RemainingValues.of((1, 2))
    assert RemainingValues.of(()) is None


def test_an_endless_reroll_is_reported_where_it_is_written(tmp_path: Path) -> None:
    rolls = "rolls: {blue: {dice: 1d1}, red: {dice: 1d1}}"
    book = playbook(tmp_path, f"  test: {{steps: [{{opposed: who, tie: reroll, {rolls}}}]}}\n")
    with pytest.raises(RuleError, match="rerolled without end") as caught:
        distribution(book, "test")
    assert caught.value.path == "procedures.test.steps.0"


DRAWS = """
  hand:
    given: {deck: words, cards: int, kept: int or 0}
    steps:
      - {set: {reds: "0", last: "''", pairs: "0", whole: "''"}}
      - {draw: drawn, from: deck, count: cards}
      - {set: {whole: "drawn[0]"}, when: kept > 0}
      - each: card
        in: drawn
        steps:
          - {set: {pairs: pairs + 1}, when: card == last}
          - {set: {reds: reds + 1}, when: "card == 'red'"}
          - {set: {last: card}}
  first_red:
    given: {deck: words, cards: int}
    steps:
      - {set: {found: "false", seen: "0"}}
      - {draw: drawn, from: deck, count: cards}
      - {each: card, in: drawn, until: found, steps: [{set: {found: "card == 'red'", seen: seen + 1}}]}
"""


@given(st.lists(st.sampled_from(["red", "blue", "green"]), min_size=1, max_size=7), st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_loop_draws_values_as_if_all_were_drawn_before(draws: Playbook, deck: list[str], data: st.DataObject) -> None:
    """The probabilities of a loop over drawn cards are those of all combinations, whoever else reads the cards."""
    cards = data.draw(st.integers(1, len(deck)))
    order = list(dict.fromkeys(deck))
    expected: dict[str, Fraction] = {}
    seen: dict[str, Fraction] = {}
    for hand in combinations(sorted(deck, key=order.index), cards):
        label = f"{hand.count('red')}; {sum(one == two for one, two in pairwise(hand))}"
        expected[label] = expected.get(label, Fraction(0)) + Fraction(1, comb(len(deck), cards))
        number = str(hand.index("red") + 1 if "red" in hand else cards)
        seen[number] = seen.get(number, Fraction(0)) + Fraction(1, comb(len(deck), cards))
    asked = {"deck": deck, "cards": str(cards)}
    assert distribution(draws, "hand", asked, outcome=["reds", "pairs"]) == expected
    for other in ("size(drawn)", "size(whole) > 0 ? size(drawn) : 0"):  # reads all cards, or the first one
        found = distribution(draws, "hand", {**asked, "kept": "1"}, outcome=["reds", "pairs", other])
        assert found == {f"{label}; {cards}": chance for label, chance in expected.items()}
    assert distribution(draws, "first_red", asked, outcome="seen") == seen


@pytest.fixture(scope="module")
def draws(tmp_path_factory: pytest.TempPathFactory) -> Playbook:
    """The duel with procedures that draw several cards."""
    return playbook(tmp_path_factory.mktemp("draws"), DRAWS)


def test_a_loop_over_many_drawn_values_meets_early(draws: Playbook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten of 60 cards of 20 kinds can be drawn in millions of ways, but the loop only counts one kind."""
    monkeypatch.setattr(machine, "MAX_STEPS_OF_QUERY", 50_000)
    deck = [name for name in ("red", *(f"c{i}" for i in range(19))) for _ in range(3)]
    found = distribution(draws, "hand", {"deck": deck, "cards": "10"}, outcome="reds")
    assert found == {str(n): Fraction(comb(3, n) * comb(57, 10 - n), comb(60, 10)) for n in range(4)}


def test_questions_about_the_same_variables_share_a_walk(draws: Playbook, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = ["red"] * 3 + ["blue"] * 2
    asked = {"deck": deck, "cards": "2"}
    walked = distribution(draws, "hand", asked, outcome="reds")
    monkeypatch.setattr(machine, "MAX_STEPS_OF_QUERY", 3)  # too few for another walk
    assert distribution(draws, "hand", asked, outcome="reds >= 1") == {"no": walked["0"], "yes": 1 - walked["0"]}
    with pytest.raises(RuleError, match="more than 3 steps"):
        distribution(draws, "hand", {**asked, "cards": "3"}, outcome="reds >= 1")


IDLE = """
  idle:
    given: {deck: words}
    steps:
      - {set: {reds: "0", high: "false"}}
      - each: card
        in: deck
        steps:
          - {part: Counting, steps: [{set: {reds: reds + 1}, when: "card == 'red'"}]}
          - {run: nothing, with: {card: card}, gives: idle}
      - {roll: die}
      - {set: {high: die > 4}}
  nothing: {given: {card: word}, steps: [{set: {idle: "card == 'red'"}}]}
"""


def test_a_loop_whose_results_nothing_reads_does_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MAX_STEPS_OF_QUERY", 20)
    book = playbook(tmp_path, IDLE)
    deck = {"deck": ["red"] * 50}
    assert distribution(book, "idle", deck, outcome="high") == {"no": Fraction(2, 3), "yes": Fraction(1, 3)}
    with pytest.raises(RuleError, match="more than 20 steps"):
        distribution(book, "idle", deck, outcome="reds")


LEVELS = """
  days:
    steps:
      - {set: {turn: "1", supply: "0"}}
      - each: day
        in: numbers(1, 4)
        steps:
          - {run: throw, with: {need: "3"}, gives: hit}
          - {set: {turn: "hit > 0 && turn < 4 ? turn + 1 : turn"}}
  throw: {given: {need: int}, steps: [{roll: die}, {set: {hit: "die >= need ? 1 : 0"}}]}
"""


def test_calls_that_differ_only_in_other_tracks_are_equal(tmp_path: Path) -> None:
    """A throw does not use the turn, so its results are remembered for all turns."""
    book = playbook(tmp_path, LEVELS.replace(', supply: "0"', ""))
    found = distribution(book, "days", outcome="turn")
    third = Fraction(1, 3)
    exact = {n: comb(4, n) * (2 * third) ** n * third ** (4 - n) for n in range(5)}
    assert found == {"1": exact[0], "2": exact[1], "3": exact[2], "4": exact[3] + exact[4]}
    (calls,) = (value for key, value in book.variant({}).cache.items() if key[0] == "calls")
    assert len(calls) == 1
