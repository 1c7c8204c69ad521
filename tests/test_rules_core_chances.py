"""Exact probabilities, compared with icepool, with enumeration without merging, and with results worked out by hand."""

import shutil
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import icepool
import pytest

from pnp.load import load_game
from pnp.rules.engine.decisions import PolicyDecisions
from pnp.rules.engine.machine import Machine
from pnp.rules.engine.position import PlayState
from pnp.rules.expressions.vocabulary import GameVariant
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.probability.queries import QueryError, distribution
from pnp.rules.state.dice import dice_results
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import Setup, UnitNames, build_state

DUEL = compile_game(load_game(Path(__file__).parent / "games" / "duel"))
FIGHT = Setup({"C3": ("1 Line", "2 Line"), "D3": ("3 Line",), "D2": ("1 Guard", "2 Guard")})
SIDES = {"target": "D2", "attackers": ["1 Line", "2 Line", "3 Line"], "defenders": ["1 Guard", "2 Guard"]}


def of(die: "icepool.Die[object]") -> dict[str, Fraction]:
    """Return the probabilities of an icepool die as the engine labels them."""
    return {write(face): Fraction(die.quantity(face), die.denominator()) for face in die}


def write(face: object) -> str:
    """Return a label as the engine writes it: numbers have a true minus sign."""
    return str(face).replace("-", "−") if isinstance(face, int) else str(face)


@pytest.mark.parametrize(("dice", "die"), [("1d6", icepool.d6), ("2d6", 2 @ icepool.d6), ("3d10", 3 @ icepool.d10)])
def test_dice(dice: str, die: "icepool.Die[int]") -> None:
    assert {str(number): chance for number, chance in dice_results(dice)} == of(die)


def test_dice_of_two_digits() -> None:
    assert {str(number): chance for number, chance in dice_results("d66")} == of(10 * icepool.d6 + icepool.d6)


@pytest.mark.parametrize("dice", ["0d6", "d", "21d6", "1d101", "6", "1d6+1", ""])
def test_texts_that_are_not_dice_are_refused(dice: str) -> None:
    with pytest.raises(RuleError):
        dice_results(dice)


@pytest.mark.parametrize("bonus", [0, 1, 2, 5])
def test_opposed_rolls(bonus: int) -> None:
    lead = icepool.d6 + bonus - icepool.d6
    tied = lead.sign().map({1: "blue", 0: icepool.Reroll, -1: "red"})
    assert distribution(DUEL, "initiative", {"bonus": str(bonus)}) == of(tied)
    blues = lead.sign().map({1: "blue", 0: "blue", -1: "red"})
    assert distribution(DUEL, "initiative", {"bonus": str(bonus)}, rulings={"R-02": "blue"}) == of(blues)


@pytest.mark.parametrize("modifier", [-5, -2, 0, 1])
def test_a_table_behind_a_modified_die(modifier: int) -> None:
    def change(die: int) -> int:
        return -1 if die <= 0 else 0 if die <= 3 else 1 if die <= 6 else 2

    found = distribution(DUEL, "resupply", {"modifier": str(modifier)}, outcome="change")
    assert found == of((icepool.d6 + modifier).map(change))


@pytest.mark.parametrize("turns", [1, 3, 10])
def test_a_track_over_many_turns(turns: int) -> None:
    def step(level: int) -> "icepool.Die[int]":
        if not level:
            return icepool.Die([0])
        change = icepool.d6.map(lambda die: 0 if die <= 3 else 1)
        fall = icepool.d6.map(lambda die: 1 if die % 2 == 0 else 2)
        return icepool.map(lambda up, down: max(0, min(8, level + up) - down), change, fall)

    level = icepool.Die([4])
    for _ in range(turns):
        level = level.map(step)
    assert distribution(DUEL, "campaign", {"turns": str(turns)}, outcome="level") == of(level)


def test_draws_without_putting_back() -> None:
    deck = icepool.Deck({"red": 3, "blue": 2, "white": 4})
    drawn = deck.deal(3).sum(lambda chit: int(chit == "red"))
    chits = ["red"] * 3 + ["blue"] * 2 + ["white"] * 4
    assert distribution(DUEL, "cup", {"chits": chits, "number": "3"}, outcome="reds") == of(drawn)


def test_the_shares_of_a_column() -> None:
    found = distribution(DUEL, "combat", {"attack": "16", "defence": "7"})
    rolled = icepool.d6.map({1: "1/-", 2: "1/1", 3: "1/1", 4: "1/1", 5: "-/1", 6: "-/2"})
    assert found == of(rolled)


def test_checks_of_two_units_by_hand() -> None:
    """Each guard passes on 4 or less of six; a need of 2 makes both check."""
    setup = Setup({"D2": ("1 Guard", "2 Guard")})
    found = distribution(DUEL, "losses", {"units": ["1 Guard", "2 Guard"], "need": "2"}, setup, outcome="victory_red")
    assert found == {"0": Fraction(4, 9), "1": Fraction(4, 9), "2": Fraction(1, 9)}


def naive(playbook: Playbook, procedure: str, given: Mapping[str, object], setup: Setup) -> dict[str, Fraction]:
    """Return probabilities without merging positions: every branch is followed to its end."""
    state, _ = build_state(playbook.unit_names, setup, "", "")
    program = playbook.programs[procedure]
    machine = Machine(GameVariant(playbook.game, playbook.board), PolicyDecisions(), tracing=False)
    found: dict[str, Fraction] = {}

    def go(play_state: PlayState, chance: Fraction) -> None:
        if play_state.done:
            levels = play_state.state.levels
            places = [f"{id_} {piece.place} {piece.lost}" for id_, piece in play_state.state.pieces.items()]
            label = f"{levels['victory_red']} {levels['victory_blue']} {places}"
            found[label] = found.get(label, Fraction(0)) + chance
            return
        for branch in machine.advance(play_state):
            go(branch.play_state, chance * branch.probability)

    go(machine.start(program, state, given), Fraction(1))
    return found


def test_merging_changes_nothing() -> None:
    roster = UnitNames(DUEL.game, DUEL.board)
    given = {
        "target": "D2",
        "attackers": tuple(map(roster.unit, SIDES["attackers"])),
        "defenders": tuple(map(roster.unit, SIDES["defenders"])),
        "air": (0, 0),
    }
    plain = naive(DUEL, "combat", given, FIGHT)
    units = "units.map(u, u.id + ' ' + u.hex + ' ' + string(u.lost))"
    merged = distribution(DUEL, "combat", SIDES, FIGHT, outcome=["victory_red", "victory_blue", units])
    assert sum(merged.values()) == 1
    assert sorted(plain.values()) == sorted(merged.values())


def test_positions_that_differ_only_in_dead_variables_are_merged() -> None:
    """Ten turns of two dice have 36**10 branches; only the level matters."""
    program = DUEL.programs["campaign"]
    assert len(program.block.steps) == 2
    found = distribution(DUEL, "campaign", {"turns": "10"}, outcome="level > 0")
    assert list(found) == ["no", "yes"]
    assert sum(found.values()) == 1


def test_the_results_of_a_fight() -> None:
    """Attack 8, less 3 across the stream; defence 8, plus 1 in the town: column 1-2."""
    rolled = icepool.d6.map({1: "2/-", 2: "1/-", 3: "1/-", 4: "1/-", 5: "1/1", 6: "-/1"})
    assert distribution(DUEL, "combat", SIDES, FIGHT) == of(rolled)


def test_choices_follow_the_policy_or_the_given_answer() -> None:
    setup = Setup({"D2": ("1 Guard",)})
    given = {"units": "1 Guard", "need": "1"}
    assert distribution(DUEL, "losses", given, setup, outcome="victory_red")["1"] == Fraction(1, 3)
    assert distribution(DUEL, "losses", given, setup, outcome="victory_red", choices={"way": "step"}) == {"1": 1}
    assert distribution(DUEL, "losses", given, setup, outcome="victory_red", rulings={"R-01": "must-not"}) == {"1": 1}


TWO_WAYS = """
procedures:
  wind: {rule: "6", given: {}, steps: [{ask: way, of: "numbers(1, 3)", policy: first}]}
  ambush:
    rule: "6"
    given: {some: units}
    steps: [{run: hide, with: {some: some}, gives: {hidden: who}}, {ask: who, options: red blue}]
  hide: {rule: "6", given: {some: units}, steps: [{ask: who, of: some}]}
"""


def test_an_answer_is_read_with_the_type_of_the_choice(tmp_path: Path) -> None:
    """`way` is a number in `wind` and a word in `losses`; in `ambush` who is a unit, and then a word."""
    book = more(tmp_path, TWO_WAYS)
    assert distribution(book, "wind", choices={"way": "2"}) == {"2": 1}
    setup = Setup({"D2": ("1 Guard",)})
    given = {"units": "1 Guard", "need": "1"}
    assert distribution(book, "losses", given, setup, outcome="victory_red", choices={"way": "step"}) == {"1": 1}
    both = Setup({"D2": ("1 Guard", "2 Guard")})
    found = distribution(book, "hide", {"some": ["1 Guard", "2 Guard"]}, both, choices={"who": "2 Guard"})
    assert found == {"2 Guard": 1}


def test_an_answer_of_another_type_is_refused(tmp_path: Path) -> None:
    book = more(tmp_path, TWO_WAYS)
    with pytest.raises(QueryError, match="much is not a whole number"):
        distribution(book, "wind", choices={"way": "much"})
    with pytest.raises(QueryError, match="no step asks for wya"):
        distribution(book, "wind", choices={"wya": "2"})
    assert distribution(book, "wind", choices={"who": "red"}) == {"1": 1}


def more(folder: Path, text: str) -> Playbook:
    """Return the duel with further data."""
    shutil.copytree(Path(__file__).parent / "games" / "duel", folder / "duel")
    (folder / "duel" / "options").mkdir(exist_ok=True)
    (folder / "duel" / "options" / "more.yaml").write_text(text, encoding="utf-8")
    found = compile_game(load_game(folder / "duel", ["more"]))
    assert not found.faults, found.faults
    return found


def test_impossible_cases_have_a_probability_of_their_own() -> None:
    found = distribution(DUEL, "combat", {"attack": "0", "defence": "2"})
    assert found == {"not possible: nobody attacks with a strength of 0": 1}


@pytest.mark.parametrize(
    ("procedure", "given", "more", "wrong"),
    [
        ("combta", {}, {}, "unknown procedure combta"),
        ("combat", {"attack": "16", "defnce": "7"}, {}, "the procedure combat has no parameter and no variable defnce"),
        ("combat", {"target": "D2"}, {}, "the procedure combat needs attackers"),
        ("combat", {**SIDES, "target": "D9"}, {}, "unknown hex or box D9"),
        ("initiative", {"bonus": "much"}, {}, "much is not a whole number"),
        ("initiative", {}, {"rulings": {"R-02": "red"}}, "the ruling R-02 has no option red"),
        ("initiative", {}, {"outcome": "loser"}, "unknown name loser"),
        ("initiative", {}, {"setup": Setup({"D2": ("1 Gard",)})}, "unknown counter 1 Gard"),
    ],
)
def test_an_invalid_query_is_refused(procedure: str, given: dict, more: dict, wrong: str) -> None:
    with pytest.raises(QueryError, match=wrong):
        distribution(DUEL, procedure, given, **more)


def test_a_draw_of_too_many_values_is_refused() -> None:
    with pytest.raises(RuleError, match="4 values cannot be drawn from a list of 3"):
        distribution(DUEL, "cup", {"chits": ["a", "b", "c"], "number": "4"})
    with pytest.raises(RuleError, match="in too many ways"):
        distribution(DUEL, "cup", {"chits": [f"c{i}" for i in range(40)], "number": "20"})
