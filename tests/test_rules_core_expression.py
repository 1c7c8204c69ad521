"""Expressions: the words of a game, types before play, one clear message for each fault, limited work."""

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import pnp.rules.playbook  # enters all functions in the register
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.rules.expressions.language import Language
from pnp.rules.expressions.tokens import ExpressionError
from pnp.rules.expressions.vocabulary import FunctionContext, GameVariant, RecordType
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import FrozenMap, Piece, State

assert pnp.rules.playbook
GAME = load_game(Path(__file__).parent / "games" / "duel")
BOARD = resolve_board(GAME)
LANGUAGE = Language(GAME)
SCOPE = {
    "unit": "unit",
    "foes": "units",
    "n": "int",
    "target": "word",
    "charges": "bool",
    "air": RecordType((("attacker", "int"), ("defender", "int"))),
}
VALUES = {"unit": "R1", "foes": ("B1", "B2", "B3"), "n": 3, "target": "D2", "charges": False, "air": (2, 1)}
STATE = (
    State()
    .with_piece("R1", place="C3", lost=1, marks=frozenset({"fired"}))
    .with_piece("B1", place="D2")
    .with_piece("B2", place="D2")
    .with_piece("B3", place="D2")
    .with_marker("D2", "trench")
)


def context(**rulings: str) -> FunctionContext:
    return FunctionContext(GameVariant(GAME, BOARD, rulings), STATE, {"attack": FrozenMap({"R1": 5})})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("unit.attack", 2),
        ("unit.full_attack", 3),
        ("unit.attack + n * 2", 8),
        ("unit.left", 1),
        ("unit.reduced", True),
        ("unit.hex", "C3"),
        ("'fired' in unit.marks", True),
        ("marked(unit, 'fired') && !charges", True),
        ("foes[2].attack", 0),
        ("sum(foes.map(foe, foe.defence))", 10),
        ("air.attacker - air.defender", 1),
        ("has(foes[2], 'armour') && has(unit, 'line')", True),
        ("count(foes, 'foot')", 2),
        ("with(foes, 'armour')", ("B3",)),
        ("without(foes, [foes[0]])", ("B2", "B3")),
        ("strongest(foes, 'defence')", "B1"),
        ("weakest(foes, 'defence').label", "Tanks"),
        ("units.filter(one, one.hex == target)", ("B1", "B2", "B3")),
        ("units_at('D2')", ("B1", "B2", "B3")),
        ("crosses(unit.hex, target, 'stream')", True),
        ("is(target, 'town') ? 1 : 0", 1),
        ("markers(target, 'trench')", 1),
        ("share('attack', unit) + share('attack', foes[0])", 5),
        ("ruling('R-01') == 'may'", True),
        ("enemy(unit.side)", "blue"),
        ("half(7, 'up') + half(7, 'down')", 7),
        ("max(n, 5) - min(n, 5)", 2),
        ("greatest([1, n]) + least([])", 3),
        ("number('+2') + number('none')", 2),
        ("among(4, '1-3 5+')", False),
        ("among(n, '1–3')", True),
        ("numbers(2, n)", (2, 3)),
        ("level + turn", 5),
        ("victory_red == victory_blue", True),
        ("attacked", False),
        ("[]", ()),
    ],
)
def test_expressions_use_the_words_of_the_game(text: str, value: object) -> None:
    levels = {"level": "int", "turn": "int", "victory_red": "int", "victory_blue": "int", "attacked": "bool"}
    made = LANGUAGE.compile(text, {**SCOPE, **levels, "units": "units"})
    known = {
        "level": 4,
        "turn": 1,
        "victory_red": 0,
        "victory_blue": 0,
        "attacked": False,
        "units": tuple(STATE.pieces),
    }
    assert made.value({**VALUES, **known}, context()) == value


FAULTS = {
    "unit.atack": (5, "a unit has no field atack; did you mean attack?"),
    "unit.attack + fose": (14, "unknown name fose; did you mean foes?"),
    "air.atacker": (4, "this value has no field atacker"),
    "n = 2": (2, "a single = is not a comparison; compare with =="),
    "n == 'a'": (2, "the operator == cannot compare a number with a word; compare values of one type"),
    "n and charges": (2, "n and charges cannot be read at and; write &&"),
    "n +": (3, "something is missing at the end of n +; write an expression, such as attack > 0"),
    "(n": (2, "something is missing at the end of (n; write an expression, such as attack > 0"),
    "'red": (0, "the quotes are never closed; write both quotes of a word"),
    "foo(1)": (0, "unknown function foo"),
    "croses(unit.hex, target, 'stream')": (0, "unknown function croses; did you mean crosses?"),
    "crosses(unit, target, 'stream')": (
        7,
        "the function crosses cannot take a unit, a word and a word; write crosses(hex, hex, terrain)",
    ),
    "max(1)": (0, "the arguments of the function max are wrong; write max(int, int) or max(decimal, decimal)"),
    "crosses(unit.hex, target, 'strem')": (26, "unknown terrain strem; did you mean stream?"),
    "has(unit, 'armuor')": (10, "unknown word armuor; did you mean armour?"),
    "unit.side == 'bleu'": (13, "unknown side bleu; did you mean blue?"),
    "unit.hex == 'D9'": (12, "unknown hex D9"),
    "ruling('R-1')": (7, "unknown ruling R-1; did you mean R-01?"),
    "ruling('R-01') == 'must'": (18, "the ruling R-01 has no option must; write may or must-not"),
    "share('atack', unit)": (6, "unknown total atack; did you mean attack?"),
    "share(target, unit)": (0, "the function share needs the name of a total; write it in quotes"),
    "strongest(foes, 'range')": (16, "unknown factor range; write attack, defence or movement"),
    "n > 1 ? 'a' : 1": (6, "? and : need a condition and two values of one type; write condition ? value : value"),
    "n.foo": (1, "a number has no fields; leave out the dot and what follows it"),
    "n.map(x, x)": (0, "a number is not a list; write a list before the dot"),
    "unit.hex in foes": (9, "the operator in cannot look for a word in units; write a list after in"),
    "foes.map(f, f.reduced)": (
        0,
        "the result is conditions, which no step can use; write a number, a word, a unit, or a list",
    ),
    "1u": (1, "1u cannot be read at u"),
    "unit == null": (8, "an expression cannot have null; test a unit with unit.id == '', and a word with == ''"),
    "'a\\qb'": (2, "\\q is not a character; write \\\\ for a backslash"),
    "foes.size": (4, "units has no fields; leave out the dot and what follows it"),
    "foes.": (5, "something is missing at the end of foes.; write an expression, such as attack > 0"),
    "foes.map(f)": (5, "the arguments of the function map are wrong; write list.map(x, value)"),
    "foes.all(f.hex, true)": (10, "the first value in all(...) names a variable; write a name, such as x"),
    "foes.filter(f, f.attack)": (
        11,
        "the condition of filter is a number; write one that is true or false, such as x > 0",
    ),
    "has(unit)": (
        4,
        "has with one value tests whether a field is set; write has(unit, 'group') or has(unit.attack)",
    ),
    "[n, target]": (0, "a list cannot contain a number and a word; write values of one type"),
    "{'a': n, 'b': target}['a']": (0, "a map cannot contain a number and a word; write values of one type"),
    "{1.5: n}[1.5]": (0, "the key of a map cannot be a decimal number; write numbers or words before the colons"),
    "size(n)": (4, "the function size cannot take a number; write size(list) or size(word)"),
    "foes.any(u, u.attack > 2)": (5, "unknown function any; write list.exists(x, condition)"),
    "foes.exist(u, u.attack > 2)": (5, "unknown function exist; write list.exists(x, condition)"),
    "foes.sum(u, u.attack) > 2": (5, "sum is not called with a dot; write sum(ints)"),
    "target.matches('D.')": (7, "unknown function matches; test with startsWith, endsWith or contains"),
    "for": (0, "for is a reserved word of expressions; write for_ or another name"),
    "+".join(["n"] * 200): (
        0,
        "this expression is nested too deeply; assign parts of it to variables in earlier steps",
    ),
    "(" * 40 + "n" + ")" * 40: (
        0,
        "this expression is nested too deeply; assign parts of it to variables in earlier steps",
    ),
    "n" * 1001: (0, "an expression of 1,001 characters is too long; assign parts of it to variables in earlier steps"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_states_its_place_and_what_to_write(text: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        LANGUAGE.compile(text, SCOPE)
    (fault,) = caught.value.faults
    assert (fault.at, f"{fault.wrong}; {fault.write}".removesuffix("; ")) == FAULTS[text]


def test_the_type_that_a_step_needs_is_named() -> None:
    with pytest.raises(ExpressionError, match="the result is a number, but yes or no is expected"):
        LANGUAGE.compile("unit.attack", SCOPE, "bool")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("n / (n - 3)", "divides by 0"),
        ("foes[7].attack", "reads beyond the end of a list"),
        ("numbers(1, 100000)", "the numbers from 1 to 100000 are too many"),
        (
            "sum(numbers(1, 999).map(a, sum(numbers(1, 999).map(b, sum(numbers(1, 999))))))",
            "takes too many steps",
        ),
        ("9223372036854775807 + n", "is too large a number"),
        ("numbers(1, 900).map(a, target + target + target)[0] + string(9000 / 0)", "divides by 0"),
        ("strongest([], 'attack')", "the list of units is empty"),
        ("share('defence', unit)", "no total defence has been summed"),
    ],
)
def test_an_expression_that_cannot_be_evaluated_states_why(text: str, wrong: str) -> None:
    made = LANGUAGE.compile(text, SCOPE)
    made.path = "procedures.test.steps.0"
    with pytest.raises(RuleError, match=wrong) as caught:
        made.value(VALUES, context())
    assert caught.value.path == made.path


def test_a_word_that_doubles_itself_is_refused() -> None:
    made = LANGUAGE.compile("target + target", SCOPE)
    with pytest.raises(RuleError, match="more than 1,000 characters"):
        made.value({"target": "x" * 600}, context())


def test_a_cached_result_depends_on_its_unit() -> None:
    made = LANGUAGE.compile("unit.attack", SCOPE)
    variant = GameVariant(GAME, BOARD)
    assert made.value(VALUES, FunctionContext(variant, STATE)) == 2
    assert made.value(VALUES, FunctionContext(variant, STATE.with_piece("R1", lost=0))) == 3


PIECES = st.sampled_from(
    [
        *(
            "unit",
            "foes",
            "n",
            "target",
            ".attack",
            ".map(x, x)",
            "'red'",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "+",
            "==",
            "&&",
        ),
        *(
            "!",
            "?",
            ":",
            "1",
            ",",
            "has(",
            "units_at(",
            "share('attack', ",
            "ruling(",
            ".",
            '"',
            "\\",
            " ",
            "=",
            "ü",
            "\n",
        ),
    ]
)


def outcome(text: str) -> tuple[str, ...]:
    """Return the result of any text as an expression: its faults, a value, or the reason why it has none."""
    try:
        made = LANGUAGE.compile(text, SCOPE)
    except ExpressionError as misread:
        return tuple(fault.wrong for fault in misread.faults if 0 <= fault.at <= len(text))
    try:
        made.value(VALUES, context())
    except RuleError as error:
        return (error.wrong,)
    return ("worked out",)


@settings(max_examples=4 * settings().max_examples)
@given(st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=30))
def test_any_text_is_an_expression_or_a_fault(text: str) -> None:
    assert all(outcome(text))
    assert outcome(text)


def test_states_are_values() -> None:
    state = State().with_piece("B1", place="D2").with_levels({"turn": 2})
    same = State().with_levels({"turn": 2}).with_piece("B1", place="C3").with_piece("B1", place="D2")
    assert state == same
    assert hash(state) == hash(same)
    assert state.with_piece("B1", lost=1) != state
    assert dict(state.pieces) == {"B1": Piece("D2")}
    marked = state.with_marker("D2", "trench").with_marker("D2", "mine")
    assert dict(marked.markers) == {"D2": ("mine", "trench")}
    assert marked.without_marker("D2", "mine").without_marker("D2", "trench").without_marker("D2", "trench") == state
    assert state.with_control(("D2", "C3"), "blue").control == FrozenMap({"C3": "blue", "D2": "blue"})
