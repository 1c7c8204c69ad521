"""Faults of probability tables on aids are found at the right place before they are printed."""

import shutil
from pathlib import Path

import pytest

from pnp.checks.checked_game import CheckedGame
from pnp.findings import CHECKS, Refused
from pnp.load import load_game
from pnp.rules.probability.aid_tables import answer_aids

SMALL = Path(__file__).parent / "games" / "small"
LAID = """\
procedures:
  throw:
    given: {need: int, plus: int or 0}
    shows: enough
    steps:
      - {require: need < 9, says: nobody throws so high}
      - {roll: die}
      - {set: {sum: die + plus, enough: die + plus >= need}}
      - {set: {way: "sum > 6 ? 'far' : 'near'"}}
aids:
  - title: Aid
    rows:
      - - kind: chances
          title: A throw
          asks:
            procedure: throw
            given: {plus: 1}
            across: {of: need, values: 2..5}
            lines:
              - {name: Enough}
              - {name: Sum, outcome: sum, mean: "true"}
              - {results: near far, outcome: way}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(SMALL, tmp_path / "small")
    (tmp_path / "small" / "options").mkdir()
    monkeypatch.chdir(tmp_path)
    return Path("small")


def found(folder: Path, *changes: tuple[str, str]) -> list[str]:
    """Return the findings after a change to the tables."""
    text = LAID
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "options" / "laid.yaml").write_text(text, encoding="utf-8")
    try:
        checked = CheckedGame(load_game(folder, ["laid"]))
        findings = tuple(
            one
            for code in sorted(CHECKS)
            if code.startswith("X") and code != "X006"
            for one in CHECKS[code].run(checked)
        )
    except Refused as refused:
        findings = refused.findings
    return [str(one).removeprefix("small/options/laid.yaml:") for one in findings]


def test_valid_probability_tables_have_no_fault_and_are_answered(folder: Path) -> None:
    assert found(folder) == []
    answers = answer_aids(load_game(folder, ["laid"]))
    ((path, (enough, total, way)),) = answers.items()
    assert path == "aids.0.rows.0.0"
    assert [str(answer["yes"]) for answer in enough] == ["1", "5/6", "2/3", "1/2"]
    assert set(total[0]) == {"2", "3", "4", "5", "6", "7"}
    assert str(way[0]["far"]) == "1/6"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("asks:\n            procedure: throw", "asks:\n            procedure: thorw"),
            "16:24 (aids.0.rows.0.0.asks.procedure): X201 unknown procedure thorw; did you mean throw?",
        ),
        (
            ("of: need,", "of: plsu,"),
            "18:26 (aids.0.rows.0.0.asks.across.of): X201 the procedure throw has no parameter and no variable plsu; did you mean plus?",
        ),
        (
            ("values: 2..5", "values: 2 many"),
            "18:40 (aids.0.rows.0.0.asks.across.values): X201 many is not a whole number; write digits, such as 3",
        ),
        (
            ("given: {plus: 1}", "given: {plus: one}"),
            "17:27 (aids.0.rows.0.0.asks.given.plus): X201 one is not a whole number; write digits, such as 3",
        ),
        (
            ("{name: Enough}", "{name: Enough, outcome: suum >= 4}"),
            "20:41 (aids.0.rows.0.0.asks.lines.0.outcome): X201 suum >= 4: unknown name suum; did you mean sum?",
        ),
        (
            ("{name: Enough}", "{name: Enough, tracks: {trun: 2}}"),
            "20:47 (aids.0.rows.0.0.asks.lines.0.tracks.trun): X201 unknown track or fact trun; did you mean turn?",
        ),
        (
            ("{name: Enough}", "{name: Enough, rulings: {R-01: green}}"),
            "20:48 (aids.0.rows.0.0.asks.lines.0.rulings.R-01): X201 the ruling R-01 has no option green; write blue",
        ),
        (
            (", outcome: sum, mean", ", outcome: way, mean"),
            "21:38 (aids.0.rows.0.0.asks.lines.1.outcome): X202 way is not a number, so it has no mean; ask for a number",
        ),
        (
            (', outcome: sum, mean: "true"', ", outcome: sum"),
            ("21:38 (aids.0.rows.0.0.asks.lines.1.outcome): X202 sum is neither true nor false; "
            "write a comparison, such as level >= 5, or mean: true, or results: and their values, or certain: true"),
        ),
        (
            (', outcome: sum, mean: "true"', ', outcome: way, certain: "true"'),
            ("21:53 (aids.0.rows.0.0.asks.lines.1.certain): X202 at 2 there are 2 results, such as far and near; "
            "state the values that decide the result, or delete certain:"),
        ),
        (
            ("results: near far", "results: near fra"),
            "22:27 (aids.0.rows.0.0.asks.lines.2.results): X203 the result fra never comes up; write far or near",
        ),
        (
            ("values: 2..5", "values: 9..10"),
            ("22:17 (aids.0.rows.0.0.asks.lines.2): X204 at need 9: the rules forbid this case: nobody throws so high; "
            "ask for a case that is possible"),
        ),
        (
            ("values: 2..5", "values: 5..2"),
            ("18:40 (aids.0.rows.0.0.asks.across.values): L012 5..2 is not a range; "
            "write the least and the greatest number, such as -4..2"),
        ),
        (
            ("values: 2..5", "values: 2..999999"),
            "18:40 (aids.0.rows.0.0.asks.across.values): L012 the range 2..999999 has 999998 values; write at most 60",
        ),
        (
            ("values: 2..5", "values: 2 3 2"),
            "18:40 (aids.0.rows.0.0.asks.across.values): L012 the value 2 is written twice; keep one of them",
        ),
    ],
)  # fmt: skip
def test_one_fault_gives_one_message_where_it_was_written(folder: Path, change: tuple[str, str], message: str) -> None:
    assert found(folder, change) == [message]


def test_the_result_is_certain_if_the_die_is_given(folder: Path) -> None:
    given = (', outcome: sum, mean: "true"', ', outcome: way, certain: "true", given: {die: 6}')
    assert found(folder, given) == []
    (answers,) = answer_aids(load_game(folder, ["laid"])).values()
    assert [list(answer) for answer in answers[1]] == [["far"]] * 4


def test_a_result_may_come_up_in_any_column(folder: Path) -> None:
    """With a plus of 1 a throw is never far; it is far in the last column."""
    varied = ("across: {of: need, values: 2..5}", "across: {of: plus, values: 0..3}")
    assert found(folder, ("given: {plus: 1}", "given: {need: 4}"), varied) == []


def test_a_fault_found_only_by_the_build_is_reported_where_it_was_written(folder: Path) -> None:
    assert found(folder, ("values: 2..5", "values: 2..9"), ("- {results: near far, outcome: way}", "")) == []
    with pytest.raises(Refused) as refused:
        answer_aids(load_game(folder, ["laid"]))
    (finding,) = refused.value.findings
    assert (finding.code, finding.spot.line) == ("X204", 20)
    assert finding.wrong == "at need 9: the rules forbid this case: nobody throws so high"
