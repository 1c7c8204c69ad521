"""Procedures in play: every kind of step, traces, worked examples, and a clear finding for each fault."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.findings import Refused
from pnp.load import load_game
from pnp.rules.engine.trace import write_trace
from pnp.rules.examples.example_run import PlayedExample, play_example
from pnp.rules.playbook import compile_game
from tests.playing import shipped_game

DUEL = Path(__file__).parent / "games" / "duel"


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """Return the findings in the duel with a snippet laid over it."""

    def found(snippet: str) -> list[str]:
        shutil.copytree(DUEL, tmp_path / "duel")
        monkeypatch.chdir(tmp_path)
        Path("duel/options").mkdir()
        Path("duel/options/over.yaml").write_text(snippet, encoding="utf-8")
        try:
            found = check_game(load_game(Path("duel"), ["over"]))
            return [str(finding) for finding in found if finding.code != "X006"]
        except Refused as refused:
            return [str(finding) for finding in refused.findings]

    return found


@pytest.fixture
def work(tmp_path: Path) -> Callable[[str], PlayedExample]:
    """Return the example `one` of the duel with a snippet laid over it, run."""

    def played(snippet: str) -> PlayedExample:
        shutil.copytree(DUEL, tmp_path / "duel")
        (tmp_path / "duel" / "options").mkdir()
        (tmp_path / "duel" / "options" / "over.yaml").write_text(snippet, encoding="utf-8")
        playbook = compile_game(load_game(tmp_path / "duel", ["over"]))
        assert not playbook.faults
        return play_example(playbook, "one")

    return played


def steps(text: str, example: str) -> str:
    """Return the data of a procedure `test` with these steps, and its example."""
    lines = "\n".join(f"      - {line}" for line in text.strip().splitlines())
    head = "procedures:\n  test:\n    given: {all: units or none}\n    steps:\n"
    return f"{head}{lines}\nexamples:\n  one: {{title: T, procedure: test, {example}}}\n"


def test_the_duel_has_no_fault() -> None:
    assert check_game(load_game(DUEL)) == ()


def test_a_trace_has_every_step_with_its_rule(golden: Callable[[str, str], None]) -> None:
    worked = play_example(compile_game(load_game(DUEL)), "assault")
    assert worked.faults == ()
    assert worked.final.pieces["R1"].place == "C2"
    assert worked.trace.moves == (("R1", ("C3", "C2")),)
    golden("rules_duel_assault.txt", write_trace(worked.trace) + "\n")


# ---------------------------------------------------------------- kinds of steps

PLAYED = {
    "total: lines in order, stacks summed before they are halved": (
        """
        {total: sum, of: all, value: unit.attack, lines: [{times: 2, when: unit.id == 'R3'}, {halve: up, per: stack, when: "marked(unit, 'dry')"}, {add: 1}, {add: 10, per: total}]}
        {set: {mine: "share('sum', all[0])"}}
        """,
        "place: {C3: [1 Line dry, 2 Line dry], D3: 3 Line}, given: {all: [R1, R2, R3]}, expect: {sum: 20, mine: 3}",
    ),
    "total: no share falls below the floor": (
        "{total: sum, of: all, value: unit.attack, floor: 0, lines: [{add: -3}]}",
        "place: {C3: [R1, R3]}, given: {all: [R1, R3]}, expect: {sum: 0}",
    ),
    "column and shift: rounded and clamped as the table says": (
        """
        {column: crt, odds: ["29", "10"]}
        {set: {first: column}}
        {shift: crt, lines: [{right: "3"}, {left: "1", when: turn == 1}]}
        {column: crt, odds: ["1", "9"], as: low}
        {column: crt, odds: ["4", "0"], as: high}
        """,
        "expect: {first: 2-1, column: 3-1, column_shift: 2, low: 1-2, high: 3-1}",
    ),
    "roll: modifiers, and the natural number": (
        "{roll: die, dice: 2d6, lines: [{add: 1}, {add: -5, when: turn > 1}]}",
        "rolls: {die: 3+4}, expect: {die: 8, die_natural: 7}",
    ),
    "look_up: numbers are numbers": (
        '{look_up: change, in: supply, row: "\'Level\'", column: "9"}\n        {set: {level: level + change + 100}}',
        "expect: {change: 2, level: 8}",
    ),
    "check: natural rolls that always fail or pass": (
        """
        {check: one, at_most: "6", fails_on: [6]}
        {check: two, at_least: "9", passes_on: [1], lines: [{add: 1}]}
        {check: three, less_than: "3", lines: [{add: -1}]}
        """,
        "rolls: {one: 6, two: 1, three: 3}, expect: {one: no, two: yes, three: yes, three_roll: 2, two_roll: 2}",
    ),
    "opposed: ties are rolled again": (
        "{opposed: winner, rolls: {blue: {lines: [{add: 1}]}, red: {}}}",
        "rolls: {winner: {blue: [2, 3], red: [3, 6]}}, expect: {winner: red, winner_blue: 4}",
    ),
    "draw: what is left is known": (
        "{draw: chits, from: \"['a', 'b', 'b', 'c']\", count: \"2\"}",
        "draws: {chits: [[b, b]]}, expect: {chits: [b, b], chits_rest: [a, c]}",
    ),
    "ask: one, several, and what is left when there is no choice": (
        """
        {ask: who, of: all, who: red}
        {ask: some, of: all, count: "2"}
        {ask: few, of: all, up_to: "1"}
        {ask: only, of: "[who]"}
        """,
        "place: {C3: [R1, R2, R3]}, given: {all: [R1, R2, R3]}, choices: {who: 2 Line, some: [1 Line, 3 Line], few: []}, expect: {who: 2 Line, some: [R1, R3], few: [], only: R2}",
    ),
    "set: tracks, facts and variables, each seeing those before": (
        '{set: {level: level - 9, sum: level + 7, sixes: sixes + sum, attacked: "true"}}',
        "expect: {level: 0, sum: 7, sixes: 7, attacked: yes}",
    ),
    "lose: steps, and the last of them": (
        "{lose: all, steps: \"unit.id == 'R1' ? 1 : unit.left\", as: lost}",
        "place: {C3: [R1, R2], D3: Tanks}, given: {all: [R1, R2, B3]}, expect: {lost: 4, R1: C3 reduced, R2: eliminated, B3: eliminated, C3: 1 Line reduced, D3: none}",
    ),
    "move, place, mark, unmark, control": (
        """
        {move: all, to: "'D3'"}
        {place: "all[0]", at: "'E3'", face: reduced}
        {mark: all, with: fired}
        {unmark: "all[1]", with: fired}
        {mark: "'D3'", with: trench}
        {mark: "'D3'", with: trench}
        {unmark: "'D3'", with: trench}
        {control: "['D3', 'E3']", by: "'red'"}
        """,
        "place: {C3: [R1, R2]}, given: {all: [R1, R2]}, expect: {R1: E3 reduced fired, R2: D3, \"markers('D3', 'trench')\": 1, \"all.filter(u, marked(u, 'fired'))\": R1}",
    ),
    "each: names given inside begin anew, until ends it": (
        """
        {each: one, in: "['a', 'b', 'c']", until: "n == 2", steps: [{set: {m: m + 1}, when: n == 9}, {set: {n: n + 1, last: one}}]}
        """.replace("{each", "{set: {n: 0}}\n        {each").replace("{set: {m: m + 1}, when: n == 9}, ", ""),
        "expect: {n: [0, 1, 2], one: b, last: [a, b]}",
    ),
    "run: so many times, carrying what it gives": (
        """
        {set: {dry: 1}}
        {run: resupply, with: {modifier: dry}, times: "2", gives: {dry: die}}
        """,
        "rolls: {die: [2, 4], fall: [1, 2]}, expect: {dry: [1, 3, 7], level: 3, turn: 3}",
    ),
    "require and note, part and ruling": (
        """
        {require: turn == 1, says: it is too late}
        {part: "Turn {turn}", when: turn == 1, steps: [{note: "Level {level}"}]}
        {set: {plays: 1}, ruling: {R-01: may must-not}}
        {set: {plays: 2}, ruling: {R-01: must-not}}
        """,
        "rulings: {R-01: must-not}, expect: {plays: [1, 2]}",
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_steps(work: Callable[[str], PlayedExample], name: str) -> None:
    worked = work(steps(*PLAYED[name]))
    assert worked.faults == ()


# ---------------------------------------------------------------- what goes wrong

WRONG = {
    "misspelt name": (
        steps("{set: {n: levle + 1}}", "expect: {n: 1}"),
        "duel/options/over.yaml:5:19 (procedures.test.steps.0.set.n): X001 unknown name levle; did you mean level?",
    ),
    "misspelt factor, in quotes": (
        steps("{total: sum, of: all, value: '1 + unit.defense'}", "expect: {sum: 1}"),
        "duel/options/over.yaml:5:48 (procedures.test.steps.0.value): X001 a unit has no field defense; did you mean defence?",
    ),
    "name of a later step": (
        steps("{set: {n: die + 1}}\n{roll: die}", "rolls: {die: 3}, expect: {n: 1}"),
        "duel/options/over.yaml:5:19 (procedures.test.steps.0.set.n): X001 unknown name die; die is assigned by a later step; move this step after it",
    ),
    "wrong type": (
        steps("{roll: die, when: turn}", "expect: {die: 1}"),
        "duel/options/over.yaml:5:27 (procedures.test.steps.0.when): X001 the result is a number, but yes or no is expected; compare it with something, as in attack > 0",
    ),
    "a name changes its type": (
        steps('{set: {n: 1}}\n{roll: n}\n{check: n, at_most: "3"}', "expect: {n: 1}"),
        "duel/options/over.yaml:7:17 (procedures.test.steps.2.check): X004 the variable n already holds a number, but yes or no is assigned here; write another name",
    ),
    "missing ruling": (
        steps("{roll: die, ruling: {R-03: may}}", "expect: {die: 1}"),
        "duel/options/over.yaml:5:36 (procedures.test.steps.0.ruling.R-03): X002 unknown ruling R-03; write R-01 or R-02",
    ),
    "unknown table": (
        steps('{look_up: r, in: crtt, row: "1", column: "\'1-1\'"}', "expect: {r: 1}"),
        "duel/options/over.yaml:5:26 (procedures.test.steps.0.in): X002 unknown table crtt; did you mean crt?",
    ),
    "unknown head": (
        steps('{look_up: r, in: crt, row: "1", column: "\'1-3\'"}', "expect: {r: 1}"),
        "duel/options/over.yaml:5:50 (procedures.test.steps.0.column): X002 the table crt has no column 1-3; write 1-1, 1-2, 2-1 or 3-1",
    ),
    "unknown step": (
        steps("{rol: die}", "expect: {die: 1}"),
        "duel/options/over.yaml:5:9 (procedures.test.steps.0): L012 this step has no kind; did you mean roll?",
    ),
    "unknown procedure": (
        steps("{run: loses}", "expect: {die: 1}"),
        "duel/options/over.yaml:5:15 (procedures.test.steps.0.run): X002 unknown procedure loses; did you mean losses?",
    ),
    "not given what it needs": (
        steps("{run: losses, with: {units: all}}", "expect: {die: 1}"),
        "duel/options/over.yaml:5:15 (procedures.test.steps.0.run): X002 the procedure losses needs the argument need; write with: {need: ...}",
    ),
    "dice that there are not": (
        steps("{roll: die, dice: 1k6}", "expect: {die: 1}"),
        "duel/options/over.yaml:5:27 (procedures.test.steps.0.dice): X002 1k6 is not dice; write 1d6, 2d6 or d66",
    ),
    "a loop of procedures": (
        "procedures:\n  one: {steps: [{run: two}]}\n  two: {steps: [{run: one}]}\n",
        "duel/options/over.yaml:3:23 (procedures.two.steps.0.run): X003 a procedure runs itself without end: one runs two runs one; repeat steps with each, or with run and times",
    ),
    "an endless wish: a huge range": (
        steps('{each: n, in: "numbers(1, 99999999)", steps: [{roll: die}]}', "expect: {die: 1}"),
        "duel/options/over.yaml:7:3 (examples.one): X104 the example stops: the numbers from 1 to 99999999 are too many (at duel/options/over.yaml:5:23 (procedures.test.steps.0.in)); write at most 1,000",
    ),
    "an endless wish: nested all": (
        steps(
            '{set: {b: "numbers(1,999).all(a, numbers(1,999).all(b, numbers(1,999).all(c, c > 0)))"}}',
            "expect: {b: yes}",
        ),
        "duel/options/over.yaml:7:3 (examples.one): X104 the example stops: numbers(1,999).all(a, numbers(1,999).all(b, numbers(1,999).… takes too many steps (at duel/options/over.yaml:5:19 (procedures.test.steps.0.set.b)); use one list at a time",
    ),
    "an endless wish: loops in loops": (
        steps(
            '{each: a, in: "numbers(1, 999)", steps: [{each: b, in: "numbers(1, 999)", steps: [{set: {n: a + b}}]}]}',
            "expect: {n: 1}",
        ),
        "duel/options/over.yaml:7:3 (examples.one): X104 the example stops: the trace has more than 2,000 lines; play less in one example",
    ),
    "an endless wish: a word that doubles": (
        steps('{set: {w: "\'ab\'"}}\n{each: a, in: "numbers(1, 99)", steps: [{set: {w: w + w}}]}', "expect: {w: ab}"),
        "duel/options/over.yaml:8:3 (examples.one): X104 the example stops: the result has more than 1,000 characters (at duel/options/over.yaml:6:59 (procedures.test.steps.1.steps.0.set.w))",
    ),
    "division by 0": (
        steps("{set: {n: 1 / (turn - 1)}}", "expect: {n: 1}"),
        "duel/options/over.yaml:7:3 (examples.one): X104 the example stops: 1 / (turn - 1) divides by 0 (at duel/options/over.yaml:5:19 (procedures.test.steps.0.set.n)); test for 0 first, as in n == 0 ? 0 : m / n",
    ),
    "what is required is not so": (
        steps('{require: turn > 1, says: "turn {turn} is too early"}', "expect: {turn: 1}"),
        "duel/options/over.yaml:7:3 (examples.one): X104 the example stops: turn 1 is too early (at duel/options/over.yaml:5:9 (procedures.test.steps.0))",
    ),
    "no dice": (
        steps("{roll: die}", "expect: {die: 1}"),
        "duel/options/over.yaml:7:3 (examples.one): X102 the example does not state the dice of die; write it, as in rolls: {die: 4}",
    ),
    "not enough dice": (
        steps("{roll: die}\n{roll: die}", "rolls: {die: 2}, expect: {die: 1}"),
        "duel/options/over.yaml:8:3 (examples.one): X102 the example does not state the dice of die often enough; write one more number, as in rolls: {die: 4}",
    ),
    "dice that cannot be": (
        steps("{roll: die}", "rolls: {die: 7}, expect: {die: 1}"),
        "duel/options/over.yaml:7:49 (examples.one.rolls.die): X104 the dice 1d6 cannot show 7; write what was rolled, in digits",
    ),
    "dice too many": (
        steps("{roll: die}", "rolls: {dye: 2, die: 1}, expect: {die: 1}"),
        "duel/options/over.yaml:7:49 (examples.one.rolls.dye): X105 dye is not rolled; did you mean die?",
    ),
    "no choice": (
        steps("{ask: side, options: left right}", "expect: {side: left}"),
        "duel/options/over.yaml:7:3 (examples.one): X102 the example does not state the choice of side from left and right; write choices: {side: ...}",
    ),
    "a choice that there is not": (
        steps("{ask: side, options: left right}", "choices: {side: up}, expect: {side: left}"),
        "duel/options/over.yaml:7:52 (examples.one.choices.side): X104 up cannot be chosen for the choice side; offered: left and right",
    ),
    "comes out differently": (
        steps("{roll: die, lines: [{add: 1}]}", "rolls: {die: 3}, expect: {die: 3}"),
        "duel/options/over.yaml:7:67 (examples.one.expect.die): X103 die: expected 3, got 4; the step at duel/options/over.yaml:5 assigns this value",
    ),
    "a unit comes out differently": (
        steps("{lose: all}", "place: {C3: R1}, given: {all: R1}, expect: {1 Line: C3}"),
        "duel/options/over.yaml:7:88 (examples.one.expect.1 Line): X103 1 Line: expected C3, got C3 reduced",
    ),
    "expects what nobody gives": (
        steps("{roll: die}", "rolls: {die: 3}, expect: {dye: 3}"),
        "duel/options/over.yaml:7:67 (examples.one.expect.dye): X103 no step assigns dye, and it is not a unit, hex or track; did you mean die?",
    ),
    "a unit that there is not": (
        steps("{lose: all}", "place: {C3: 1 Lime}, given: {all: R1}, expect: {R1: C3}"),
        "duel/options/over.yaml:7:48 (examples.one.place.C3.0): X101 unknown counter 1 Lime; did you mean 1 Line?",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_fault_is_one_clear_finding(lay: Callable[[str], list[str]], name: str) -> None:
    snippet, message = WRONG[name]
    assert lay(snippet) == [message]


@pytest.mark.parametrize("name", ["meiktila", "myitkyina"])
def test_traces_speak_of_markers_and_choices_in_words(name: str) -> None:
    """Words of the data such as `under-attack` have blanks; a choice has the name of its variable only if it must."""
    playbook = shipped_game(name).playbook()
    texts = [step.text for id_ in playbook.game.examples for step in play_example(playbook, id_).trace.steps]
    marked = [text for text in texts if re.search(r"(is|are)( no longer)? marked ", text)]
    assert len(marked) > 10
    assert not [text for text in marked if re.search(r"marked .*[a-z]-[a-z]", text)]
    chosen = [text for text in texts if re.match(r"The \S+( player)? chooses ", text)]
    assert len(chosen) > 10
    assert not [text for text in chosen if re.search(r" chooses [a-z ]+: (?!yes|no\b|none|[\d−])", text)]
