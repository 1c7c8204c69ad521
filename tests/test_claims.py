"""Claims about a small game: those that hold, those that fail with one message at their line, and wrong queries."""

import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.checks.checked_game import CheckedGame
from pnp.load import load_game
from pnp.model.game import Game
from pnp.rules.probability import claim_faults as claims
from tests.conftest import Done

SMALL = Path(__file__).parent / "games" / "small"
PROCEDURES = """\
rulings:
  R-01:
    {asks: Which total is enough?, default: reach, options: {reach: The need., exceed: More than the need.}, rule: "1.0"}
procedures:
  throw:
    given: {need: int, plus: int or 0}
    shows: enough
    steps:
      - {require: need < 9, says: no die reaches so much}
      - {roll: die}
      - {set: {sum: die + plus}}
      - {set: {enough: sum >= need}, ruling: {R-01: reach}}
      - {set: {enough: sum > need}, ruling: {R-01: exceed}}
      - {set: {way: "sum > 4 ? 'far' : sum > 2 ? 'not so far' : 'near'"}}
claims:
"""
Check = Callable[[str], list[str]]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Game]:
    """Return the small game with a claim about the procedure `throw`, or with several claims."""
    shutil.copytree(SMALL, tmp_path / "small")
    (tmp_path / "small" / "options").mkdir()
    monkeypatch.chdir(tmp_path)

    def load(text: str) -> Game:
        claim = text if text.startswith("  ") else f"  fact: {{says: A fact., procedure: throw, {text}}}\n"
        Path("small/options/over.yaml").write_text(PROCEDURES + claim, encoding="utf-8")
        return load_game(Path("small"), ["over"])

    return load


@pytest.fixture
def faults(read: Callable[[str], Game]) -> Check:
    """Return the codes and messages of a claim."""

    def check(text: str) -> list[str]:
        found = check_game(read(text), codes=["X301", "X302"])
        return [f"{one.code} {one.wrong}" + (f"; {one.write}" if one.write else "") for one in found]

    return check


@pytest.mark.parametrize(
    "claim",
    [
        "given: {need: 4}, lines: [{chance: 1/2}]",
        "given: {need: 4}, lines: [{chance: 0.5}, {chance: 50%}, {chance: 50.00%}]",
        "given: {need: 5}, lines: [{chance: 33.3%}, {chance: 33%}, {chance: 0.33}, {chance: 2/6}]",
        "given: {need: 2}, outcome: sum, lines: [{mean: 7/2}, {mean: 3.5}, {given: {plus: 1}, mean: 4.5}]",
        "given: {need: 2}, outcome: way, lines: [{chances: {far: 1/3, near: 1/3, not so far: 33.3%}}]",
        "given: {need: 2, die: 3}, outcome: way, lines: [{result: not so far}]",
        "across: {of: need, values: 1..6}, lines: [{chance: 1 5/6 4/6 3/6 2/6 1/6}]",
        "across: {of: need, values: 3 5}, given: {die: 4}, lines: [{result: yes no}, {given: {plus: -2}, result: no no}]",
        "across: {of: die, values: 1 3 5}, given: {need: 2}, outcome: way, lines: [{result: [near, not so far, far]}]",
        "across: {of: need, values: 1 2}, outcome: sum, lines: [{mean: 7/2 3.5}]",
        "across: {of: plus, values: 1 2}, given: {need: 2, die: 4}, outcome: way, lines: [{chances: {far: 1}}]",
        "across: {of: R-01, values: reach exceed}, given: {need: 4}, lines: [{chance: 3/6 2/6}]",
        "given: {need: 4}, rulings: {R-01: exceed}, lines: [{chance: 2/6}, {rulings: {R-01: reach}, chance: 3/6}]",
        "given: {need: 9}, lines: [{result: not possible}, {result: 'not possible: no die reaches'}]",
        "given: {need: 9}, outcome: sum, lines: [{result: not possible}, {outcome: way, result: not possible}]",
        "given: {need: 2, die: 6, plus: -8}, outcome: sum, lines: [{result: -2}]",
    ],
)
def test_a_claim_that_holds_has_no_finding(faults: Check, claim: str):
    assert faults(claim) == []


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("given: {need: 4}, lines: [{chance: 1/3}]", "the claim says that the probability is 1/3, but pnp computes 1/2"),
        ("given: {need: 5}, lines: [{chance: 34%}]", "the claim says that the probability is 34%, but pnp computes 1/3"),
        ("given: {need: 5}, lines: [{chance: 33.2%}]", "the claim says that the probability is 33.2%, but pnp computes 1/3"),
        ("given: {need: 5}, lines: [{chance: 0.34}]", "the claim says that the probability is 0.34, but pnp computes 1/3"),
        ("given: {need: 2}, outcome: sum, lines: [{mean: 4}]", "the claim says that the mean is 4, but pnp computes 7/2"),
        ("given: {need: 2}, outcome: way, lines: [{mean: 4}]", "the results are not numbers: far, near and not so far"),
        ("given: {need: 2}, outcome: way, lines: [{chance: 1/3}]", "the claim has a probability, but its outcome is not yes or no: it is far (33.3%), near (33.3%) and not so far (33.3%)"),
        ("given: {need: 9}, lines: [{chance: 0}]", "the claim has a probability, but its outcome is not yes or no: it is not possible: no die reaches so much"),
        ("given: {need: 9}, lines: [{result: 'not possible: the die'}]", "the claim says that the result is not possible: the die, but pnp computes not possible: no die reaches so much"),
        ("given: {need: 2}, outcome: way, lines: [{result: far}]", "the claim says that the result is far, but pnp computes far (33.3%), near (33.3%) and not so far (33.3%)"),
        ("given: {need: 2}, outcome: way, lines: [{chances: {far: 1/2, near: 1/2}}]", "the claim says that the probability of far is 1/2, but pnp computes 1/3"),
        ("given: {need: 2}, outcome: way, lines: [{chances: {far: 1/3, near: 1/3}}]", "the claim leaves out a result that pnp computes: not so far (33.3%)"),
        ("across: {of: need, values: 1..6}, lines: [{chance: 1 5/6 4/6 3/6 1/6 1/6}]", "for need 5, the claim says that the probability is 1/6, but pnp computes 1/3"),
        ("across: {of: R-01, values: reach exceed}, given: {need: 4, die: 4}, lines: [{result: yes yes}]", "for R-01 exceed, the claim says that the result is yes, but pnp computes no"),
    ],
)  # fmt: skip
def test_a_claim_that_does_not_hold_has_one_finding(faults: Check, claim: str, message: str):
    write = "correct what differs from the rules: the claim, or the procedure throw with its tables and values"
    assert [one.partition("; computed is ")[0] for one in faults(claim)] == [f"X302 {message}; {write}"]


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("given: {ned: 4}, lines: [{chance: 1/2}]", "ned: the procedure throw has no parameter and no variable ned"),
        ("given: {need: four}, lines: [{chance: 1/2}]", "need: "),
        ("given: {need: 4}, outcome: enugh, lines: [{chance: 1/2}]", "outcome: enugh: "),
        ("given: {need: 4}, rulings: {R-02: exceed}, lines: [{chance: 1/2}]", "rulings.R-02: unknown ruling R-02"),
        ("across: {of: R-01, values: reach less}, given: {need: 4}, lines: [{chance: 1/2 1}]", "for R-01 less, rulings.R-01: the ruling R-01 has no option less"),
        ("across: {of: need, values: 1..6}, lines: [{chance: 1 1/2}]", "this line of the claim does not have one result for each of the 6 values of need"),
        ("given: {need: 4}, lines: [{chance: 1/2 1/3}]", "this line of the claim does not have one result; write one"),
        ("given: {need: 4}, lines: [{chance: half}]", "half is not a number; write a number such as 5/36, 0.25 or 58.3%"),
        ("given: {need: 4}, lines: [{chance: 1/0}]", "1/0 is not a number"),
    ],
)  # fmt: skip
def test_a_claim_that_cannot_be_evaluated_has_one_finding(faults: Check, claim: str, message: str):
    (found,) = faults(claim)
    assert found.startswith(f"X301 {message}")


def test_a_claim_about_an_unknown_procedure_names_a_similar_one(faults: Check):
    (found,) = faults("  fact: {says: A fact., procedure: thorw, lines: [{chance: 1/2}]}\n")
    assert found == "X301 procedure: unknown procedure thorw; did you mean throw?"


def test_a_misspelt_outcome_leaves_other_outcomes_of_the_claim_alone(read: Callable[[str], Game]):
    game = read(
        "given: {need: 4}, lines: [{outcome: enough, chance: 1/2}, {outcome: enugh, chance: 1}, {outcome: die, mean: 3}]"
    )
    assert [one.code for one in CheckedGame(game).claim_faults] == ["X301", "X302"]


def test_each_claim_that_fails_is_one_finding(faults: Check):
    one = "says: A fact., procedure: throw, given: {need: 4}, lines: [{chance: 1/3}, {chance: 1/4}]"
    found = faults(f"  one: {{{one}}}\n  two: {{{one}}}\n")
    assert [text[:4] for text in found] == ["X302", "X302"]


def test_claims_are_not_evaluated_while_an_example_fails(read: Callable[[str], Game]):
    text = """\
  fact: {says: A fact., procedure: throw, given: {need: 4}, lines: [{chance: 1/3}]}
examples:
  throw: {title: A throw, rule: "1.0", procedure: throw, given: {need: 4}, rolls: {die: 5}, expect: {enough: "false"}}
"""
    codes = {one.code for one in check_game(read(text))}
    assert "X103" in codes
    assert "X302" not in codes


def test_claims_are_not_evaluated_while_a_table_is_wrong(read: Callable[[str], Game]):
    text = """\
  fact: {says: A fact., procedure: throw, given: {need: 4}, lines: [{chance: 1/3}]}
tables:
  arrivals: {cells: "R1 | north"}
"""
    codes = {one.code for one in check_game(read(text))}
    assert "T001" in codes
    assert "X302" not in codes


def test_a_line_states_exactly_one_result(tmp_path: Path, pnp: Callable[..., Done], read: Callable[[str], Game]):
    with pytest.raises(Exception, match="write one of result, chances, chance and mean"):
        read("given: {need: 4}, lines: [{chance: 1/2, mean: 1/2}]")
    with pytest.raises(Exception, match="write one of result, chances, chance and mean"):
        read("lines: [{given: {need: 4}}]")


def test_a_finding_is_at_its_line(read: Callable[[str], Game]):
    game = read("""\
  fact:
    says: A fact.
    procedure: throw
    lines:
      - {given: {need: 4}, chance: 1/2}
      - {given: {need: 5}, says: The die must be high., chance: 1/2}
      - {given: {need: 6}, chance: 1/6}
""")
    (found,) = check_game(game, codes=["X302"])
    line = Path("small/options/over.yaml").read_text(encoding="utf-8").splitlines()[found.spot.line - 1]
    assert "The die must be high." in line
    assert found.spot.path == "claims.fact.lines.1.chance"


CONFIRMING = """\
  fact:
    says: A fact.
    procedure: throw
    lines:
      - {given: {need: 4}, chance: 1/2, confirms: procedures.throw.name}
      - {given: {need: 5}, chance: CHANCE, confirms: procedures.throw.name}
      - {given: {need: 6}, chance: 1/4, confirms: VALUE}
"""


@pytest.mark.parametrize(
    ("chance", "value", "path"),
    [
        ("1/3", "title", "title"),
        ("1/2", "procedures.throw.name", "procedures.throw.name"),
        ("1/2", "title", "claims.fact.lines.1.chance"),
        ("1/2", '""', "procedures.throw.name"),
    ],
)
def test_failing_lines_that_confirm_one_value_are_one_finding_at_this_value(
    read: Callable[[str], Game], chance: str, value: str, path: str
):
    game = read(CONFIRMING.replace("CHANCE", chance).replace("VALUE", value))
    (found,) = check_game(game, codes=["X302"])
    assert found.spot.path == path


def test_most_failing_lines_confirm_no_value(read: Callable[[str], Game]):
    claims = CONFIRMING.replace("1/2, confirms: procedures.throw.name", "1/3").replace("CHANCE", "1/2")
    found = check_game(read(claims.replace("VALUE", '""')), codes=["X302"])
    assert {one.spot.path for one in found} == {"claims.fact.lines.0.chance"}


def test_a_line_cannot_confirm_an_unknown_value(read: Callable[[str], Game]):
    (found,) = check_game(read(CONFIRMING.replace("CHANCE", "1/3").replace("VALUE", "titel")), codes=["X301"])
    assert found.spot.path == "claims.fact.lines.2.confirms"
    assert found.wrong == "the game has no titel"


def test_cases_that_differ_in_their_outcome_are_enumerated_once(
    read: Callable[[str], Game], monkeypatch: pytest.MonkeyPatch
):
    asked = []
    ask = claims.probabilities

    def probabilities(playbook: object, query: claims.OddsQuery) -> dict[tuple[str, ...], Fraction]:
        asked.append(query.outcome)
        return ask(playbook, query)  # type: ignore[arg-type]

    monkeypatch.setattr(claims, "probabilities", probabilities)
    game = read(
        "given: {need: 4}, lines: [{outcome: enough, chance: 1/2}, {outcome: sum, mean: 7/2}, {given: {plus: 1}, chance: 4/6}]"
    )
    assert CheckedGame(game).claim_faults == ()
    assert asked == [("enough", "sum"), ()]


def test_other_commands_do_not_evaluate_claims(
    read: Callable[[str], Game], pnp: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
):
    read("given: {need: 4}, lines: [{chance: 1/3}]")
    text = PROCEDURES + "  fact: {says: A fact., procedure: throw, given: {need: 4}, lines: [{chance: 1/3}]}\n"
    door = Path("small/game.yaml")
    door.write_text(
        re.sub(r"(?m)^rulings:.*\n(?: .*\n)*", "", door.read_text(encoding="utf-8")) + text, encoding="utf-8"
    )

    def refuse(*_: object) -> None:
        raise AssertionError("a claim was evaluated")

    with monkeypatch.context() as patch:
        patch.setattr(claims, "claim_faults", refuse)
        result = pnp("odds", "small", "throw", "need=4")
        assert result.returncode == 0, result.stderr
    checked = pnp("check", "small")
    assert checked.returncode == 1
    assert "X302 the claim says that the probability is 1/3, but pnp computes 1/2" in checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("claim", "others", "right"),
    [
        ("across: {of: need, values: 1..4}, lines: [{chance: 1 1/6 2/6 1/2}]", "1 other value of need", "chance: [1, 5/6, 2/3, 1/2]"),
        ("across: {of: need, values: 3 5}, given: {die: 4}, lines: [{result: no yes}]", "1 other value of need", "result: [yes, no]"),
        ("across: {of: die, values: 1 3 5}, given: {need: 2}, outcome: way, lines: [{result: [far, far, near]}]", "2 other values of die", 'result: [near, "not so far", far]'),
        ("across: {of: need, values: 1 2}, outcome: sum, lines: [{mean: 7/2 3}]", "", "mean: [7/2, 7/2]"),
    ],
)  # fmt: skip
def test_all_wrong_values_of_a_list_are_reported_at_once_with_the_list_to_write(
    claim: str, others: str, right: str, faults: Check
) -> None:
    (found,) = faults(claim)
    assert found.endswith(f"; computed is {right}")
    assert f"(and {others})" in found if others else "(and " not in found
    listed = right.partition(": ")[2]
    assert faults(re.sub(r"(chance|mean|result): [^}]*}]$", rf"\1: {listed}}}]", claim)) == []
