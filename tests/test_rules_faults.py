"""Attempts to break the rules engine: each ends, and gives one finding at the right place."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.findings import Refused
from pnp.load import load_game
from pnp.rules.playbook import compile_game
from pnp.rules.probability.queries import QueryError, distribution
from pnp.rules.state.errors import RuleError

DUEL = Path(__file__).parent / "games" / "duel"
BARE = "tables:\n  bare: {name: N, rows: {roll: 1d6}, cells: [[a], [b], [c], [d], [e], [f]]}\n"

CIRCLE = """tables:
  t: {name: T, rows: {roll: 1d6}, cells: [[A], [A], [A], [A], [A], [A]], codes: {A: {says: a, do: {run: test}}}}
procedures:
  test: {steps: [{roll: die}, {look_up: r, in: t, row: die}, {apply: t}]}
"""


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Return the duel without its own examples, with a snippet laid over it."""

    def laid(snippet: str) -> Path:
        shutil.copytree(DUEL, tmp_path / "duel")
        monkeypatch.chdir(tmp_path)
        door = Path("duel/game.yaml")
        door.write_text(door.read_text("utf-8").partition("\nexamples:\n")[0] + "\n", "utf-8")
        Path("duel/options").mkdir()
        Path("duel/options/over.yaml").write_text(snippet, encoding="utf-8")
        return Path("duel")

    return laid


def found(folder: Path) -> list[str]:
    try:
        found = check_game(load_game(folder, ["over"]))
        return [str(finding) for finding in found if finding.code != "X006"]
    except Refused as refused:
        return [str(finding) for finding in refused.findings]


def steps(text: str, example: str = "expect: {turn: 1}", given: str = "{all: units or none}") -> str:
    """Return the data of a procedure `test` with these steps, and its example."""
    lines = "\n".join(f"      - {line}" for line in text.strip().splitlines())
    head = f"procedures:\n  test:\n    given: {given}\n    shows: turn\n    steps:\n{lines}\n"
    return f"{head}examples:\n  one: {{title: T, procedure: test, {example}}}\n"


FAULTS = {
    # what cannot be written
    "a name of other letters": (steps('{set: {ñ: "1"}}'), "6:20", "X004 ñ is not a name"),
    "a name with a dash": (steps('{set: {foo-bar: "1"}}'), "6:26", "X004 foo-bar is not a name"),
    "a name that is taken over": (
        steps("{run: cup, with: {chits: \"['a']\", number: \"1\"}, gives: {Foo: reds}}"),
        "6:57",
        "X004 Foo is not a name",
    ),
    "a word of the language": (steps("{roll: in}"), "6:16", "X004 in is a reserved word of expressions"),
    "a type as a name": (steps('{set: {list: "1"}}'), "6:23", "X004 list is a reserved word"),
    "a given that is a keyword": (steps("{note: x}", given="{if: int}"), "3:17", "X004 if is a reserved word"),
    "a letter of another alphabet": (steps('{set: {n: "тurn + 1"}}'), "6:20", "X001 тurn + 1 cannot be read at тurn"),
    "a brace without its other": (steps('{note: "level {level"}'), "6:23", "X001 the brace { has no matching brace"),
    "braces in braces": (steps('{note: "level {{level}}"}'), "6:23", "L019 only calls of inserts are allowed in braces"),
    "nothing in braces": (steps('{note: "level {}"}'), "6:24", "X001 an expression is missing"),
    "a misspelt name in braces": (steps('{note: "level {levle}"}'), "6:24", "X001 unknown name levle"),
    "null": (steps('{set: {n: "null"}}'), "6:20", "X001 an expression cannot have null"),
    "a number beyond all": (steps("{set: {n: 99999999999999999999}}"), "6:19", "X001 99999999999999999999 has too large"),
    "decimals and whole numbers": (steps('{set: {n: "1.5 + turn"}}'), "6:24", "X001 the operator + cannot take a decimal number and"),
    "a decimal on a die": (steps('{roll: die, lines: [{add: "1.5"}]}'), "6:36", "X001 the result is a decimal number"),
    "too deep": (steps("{set: {n: '" + "(" * 300 + "1" + ")" * 300 + "'}}"), "6:20", "X001 this expression is nested too"),
    "too long": (steps("{set: {n: '" + "1+" * 600 + "1'}}"), "6:20", "X001 an expression of 1,201 characters is too long"),
    "a table without columns": (steps("{column: bare, value: turn}") + BARE, "6:31", "X002 the table bare has no columns"),
    "a shift without columns": (
        steps("{set: {column: \"'a'\"}}\n{shift: bare, lines: [{right: turn}]}") + BARE,
        "7:17",
        "X002 the table bare has no columns",
    ),
    "a natural roll that is never": (steps("{check: c, at_most: turn, fails_on: [9]}"), "6:35", "X002 the dice 1d6 cannot show 9"),
    "a tie that is nobody's": (
        steps("{opposed: w, rolls: {blue: {}, red: {}}, tie: green}"),
        "6:55",
        "X002 a tie cannot be decided by green; write reroll, tie, blue or red",
    ),
    "a die with too many faces": (steps("{roll: way, faces: hit*99999}"), "6:28", "X002 hit*99999 is not a number of copies"),
    "a die with words and numbers": (steps("{roll: way, faces: hit miss, dice: 1d6}"), "6:9", "L012 a die with words on"),
    "a die that counts down": (steps("{roll: die, dice: 9..0}"), "6:27", "X002 9..0 is not a die"),
    "results that run what looks them up": (CIRCLE, "2:105", "X003 a procedure runs itself without end: test runs test"),
    "an example twice": (
        steps("{note: x}") + "  one: {title: T, procedure: test, expect: {turn: 1}}\n",
        "9:3",
        "L006 one is written twice",
    ),
    # what examples cannot have
    "a unit in two hexes": (steps("{note: x}", "place: {C3: R1, D3: R1}, expect: {turn: 1}"), "8:56", "X101 the counter R1 is already in C3"),
    "a hex off the map": (steps("{note: x}", "place: {Z9: R1}, expect: {turn: 1}"), "8:48", "X101 unknown hex or box Z9"),
    "a unit that stands nowhere": (steps("{lose: all}", "given: {all: R1}, expect: {turn: 1}"), "8:49", "X101 the unit R1 is an argument but is not in play"),
    "an unknown track": (steps("{note: x}", "tracks: {lvel: 3}, expect: {turn: 1}"), "8:51", "X101 unknown track or fact lvel"),
    "a space that there is not": (steps("{note: x}", "tracks: {level: 33}, expect: {turn: 1}"), "8:52", "X101 level has no space 33"),
    "nothing expected": (steps("{note: x}", "expect: {}"), "8:36", "X101 the example expects nothing"),
    "a given left out": (steps("{note: x}", given="{n: int}"), "8:3", "X101 the procedure test needs n"),
    "a given that is no number": (steps("{note: x}", "given: {d: much}, expect: {turn: 1}", "{d: decimal}"), "8:47", "X101 much is not a number"),
    "an option that there is not": (steps("{note: x}", "rulings: {R-01: mya}, expect: {turn: 1}"), "8:52", "X101 the ruling R-01 has no option mya"),
    # what examples roll, draw and choose
    "a seven on one of two dice": (steps("{roll: die, dice: 2d6}", "rolls: {die: 7+1}, expect: {turn: 1}"), "8:49", "X104 the dice 2d6 cannot show 7+1"),
    "three dice for two": (steps("{roll: die, dice: 2d6}", "rolls: {die: 3+4+5}, expect: {turn: 1}"), "8:49", "X104 the dice 2d6 cannot show 3+4+5"),
    "a word for a die": (steps("{roll: die}", "rolls: {die: six}, expect: {turn: 1}"), "8:49", "X104 the dice 1d6 cannot show six"),
    "a face that there is not": (steps("{roll: way, faces: hit north}", "rolls: {way: nroth}, expect: {turn: 1}"), "8:49", "did you mean north?"),
    "dice that are left": (steps("{roll: die}", "rolls: {die: [1, 2]}, expect: {turn: 1}"), "8:44", "X105 die is not rolled that often"),
    "one choice twice": (steps('{ask: x, of: "[1, 2, 3]", count: 2}', "choices: {x: [1, 1]}, expect: {turn: 1}"), "8:46", "X104 1 is chosen twice for the choice x"),
    "a choice not offered": (steps("{ask: x, options: a b}", "choices: {x: c}, expect: {turn: 1}"), "8:49", "X104 c cannot be chosen for the choice x; offered: a and b"),
    "more choices than there are": (steps('{ask: x, of: "[1, 2]", count: 3, policy: first}'), "8:3", "3 values cannot be chosen from 2 options"),
    "more cards than there are": (steps("{draw: d, from: \"['a', 'b']\", count: turn + 2}"), "8:3", "3 values cannot be drawn from a list of 2"),
    "a card that is not there": (steps("{draw: d, from: \"['a', 'b']\"}", "draws: {d: c}, expect: {turn: 1}"), "8:47", "X104 c cannot be drawn for d"),
    # what cannot be worked out
    "an index beyond a list": (steps('{set: {n: "[1, 2][turn + 8]"}}'), "8:3", "reads beyond the end of a list"),
    "division by 0": (steps("{set: {n: 1 / (turn - 1)}}"), "8:3", "1 / (turn - 1) divides by 0"),
    "division by 0.0": (steps('{set: {n: "1.0 / 0.0"}}'), "8:3", "1.0 / 0.0 divides by 0"),
    "a root of less than nothing": (steps('{set: {n: "root(-4.0)"}}'), "8:3", "-4 has no square root"),
    "numbers that grow": (
        steps('{set: {n: "2"}}\n{each: a, in: "numbers(1, 99)", steps: [{set: {n: n * n}}]}'), "9:3", "n * n is too large a number",
    ),
    "a head that nobody chose": (
        steps("{ask: h, of: \"['a'].filter(x, x == 'b')\", policy: first}\n{look_up: c, in: crt, row: turn, column: h}"),
        "9:3",
        "the row or column to read in the table Combat is empty",
    ),
    "a face too many": (steps("{roll: die}", "rolls: {die: 7}, expect: {turn: 1}"), "8:49", "X104 the dice 1d6 cannot show 7"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_each_attempt_gives_one_finding_at_its_place(lay: Callable[[str], Path], name: str) -> None:
    snippet, spot, message = FAULTS[name]
    findings = found(lay(snippet))
    assert len(findings) == 1, findings
    assert findings[0].startswith(f"duel/options/over.yaml:{spot} ("), findings[0]
    assert message in findings[0]


ENDLESS = {
    "a huge range": ('{each: n, in: "numbers(0, 1000000000)", steps: [{roll: die}]}', "are too many"),
    "a huge number of times": ('{run: resupply, times: "1000000000"}', "which is too many"),
    "nested all": (
        '{set: {b: "numbers(1,999).all(a, numbers(1,999).all(b, numbers(1,999).all(c, c > 0)))"}}\n{set: {turn: "b ? 1 : 2"}}',
        "takes too many steps",
    ),
    "words that double": (
        '{set: {w: "\'ab\'"}}\n{each: a, in: "numbers(1, 99)", steps: [{set: {w: w + w}}]}\n{set: {turn: size(w)}}',
        "more than 1,000 characters",
    ),
    "lists that double": (
        '{set: {w: "[1, 2]"}}\n{each: a, in: "numbers(1, 99)", steps: [{set: {w: w + w}}]}\n{set: {turn: size(w)}}',
        "more than 10,000 values",
    ),
    "a hand of ten of fifty-two": (
        '{draw: d, from: "numbers(1, 52)", count: "10"}\n{set: {turn: sum(d)}}',
        "in too many ways",
    ),
    "a choice with no policy": ("{ask: x, options: a b}", "no player and no policy decides the choice x"),
    "a tie for ever": (
        "{opposed: w, rolls: {blue: {dice: 1d1}, red: {dice: 1d1}}}",
        "every roll is a tie and is rerolled without end",
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_query_is_refused_soon(lay: Callable[[str], Path], name: str) -> None:
    text, message = ENDLESS[name]
    playbook = compile_game(load_game(lay(steps(text)), ["over"]))
    assert playbook.faults == ()
    with pytest.raises(RuleError, match=message) as caught:
        distribution(playbook, "test")
    assert caught.value.path.startswith("procedures.test.steps.")


def test_a_unit_argument_must_be_in_play_in_a_query() -> None:
    with pytest.raises(QueryError, match="B1 is an argument but is not in play"):
        distribution(compile_game(load_game(DUEL)), "losses", {"units": "1 Guard", "need": "1"})


BARE_STEPS = """
procedures:
  bare:
    steps:
      - {roll: die, rule: "6"}
      - {part: First, rule: "6", steps: [{set: {n: die}}]}
      - {part: Then, steps: [{set: {n: die + 1}}, {note: So be it.}]}
  cited: {rule: "6", steps: [{roll: die}]}
  each-cited: {steps: [{roll: die, rule: "6"}]}
"""


def test_a_procedure_without_rules_gives_one_warning(lay: Callable[[str], Path]) -> None:
    findings = check_game(load_game(lay(BARE_STEPS), ["over"]))
    (finding,) = (one for one in findings if one.code != "X303")  # this copy of the game has no examples
    assert str(finding) == (
        "duel/options/over.yaml:3:3 (procedures.bare): warning X006 the procedure bare has no rule, and 2 of its steps have no rule either; "
        "write rule: and a case at the procedure, or at each step"
    )
