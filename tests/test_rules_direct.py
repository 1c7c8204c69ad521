"""Direct evaluation of expressions: the type and the value that CEL finds, and nothing that CEL would refuse."""

import re

import pytest
from hypothesis import example, given, strategies as st

import pnp.rules.playbook  # enters all functions in the register
from pnp.rules.expressions.cel_programs import result_type
from pnp.rules.expressions.direct import NotDirectError, read_directly
from pnp.rules.expressions.language import Language
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import RuleError
from tests.test_rules_core_expression import GAME, LANGUAGE, SCOPE as CORE_SCOPE, VALUES as CORE_VALUES, context

assert pnp.rules.playbook
SCOPE = {**CORE_SCOPE, "nobody": "unit", "east": "decimal", "ways": "words", "ns": "ints"}
VALUES = {**CORE_VALUES, "nobody": "", "east": 1.5, "ways": ("C3", "D2"), "ns": (1, 2, 3)}
FAILED = "failed"


def by_cel(text: str) -> tuple[str, Value]:
    """Return the type and the value that CEL finds; an empty type if it refuses the expression."""
    uses = tuple(SCOPE.items())
    try:
        program = LANGUAGE.program(text, uses)
    except RuntimeError:
        return "", None
    kind = result_type(program)
    try:
        return kind, LANGUAGE.cel.evaluate(program, VALUES, uses, context(), kind)
    except (RuntimeError, RuleError, TypeError):  # a type error comes from a list such as [1, 'a']
        return kind, FAILED


def directly(text: str) -> tuple[str, Value]:
    """Return the type and the value of direct evaluation; an empty type if it leaves the expression to CEL."""
    direct = read_directly(text, SCOPE, LANGUAGE.unit_fields)
    if direct is None:
        return "", None
    try:
        return direct.kind, direct.value(VALUES, context())
    except (NotDirectError, RuleError, ZeroDivisionError):
        return direct.kind, FAILED


def assert_agrees(text: str) -> None:
    """Assert that direct evaluation finds what CEL does, or leaves the expression or its evaluation to CEL."""
    kind, value = directly(text)
    if not kind:
        return
    expected, cel_value = by_cel(text)
    assert kind == expected, text
    if value != FAILED:
        assert (type(value), value) == (type(cel_value), cel_value), text


READ = [
    "n / -2", "-n % 2", "(0 - 7) / 2", "(0 - 7) % 2", "1 == 1 == true", "true ? [] : ['x']", "['x'] + []", "'x' in []",
    "[true] == [false]", "false < true", "'B' < 'a'", "foes[0] == unit", "nobody.id == ''", "nobody == nobody",
    "nobody.attack + 1", "size('é') + 'abc'.size()", "foes.map(f, f.hex)", "foes.filter(f, f.attack > 0)",
    "foes.exists(f, ns.all(i, i > f.attack))", "air.attacker", "unit.groups", "string(n) + 'x'", "n > 2 ? unit : foes[0]",
    "1.5 * east - 2.0 / east", "-east", "!charges && n in ns", "ways.exists(w, w.startsWith('C'))", "units_at('D2')",
    "strongest(foes, 'attack')", "target.contains('2') || target.endsWith('3')", "count(foes, 'foot')", "numbers(1, n)",
    "max(1.0, east)", "max(1, n)", "share('attack', unit)", "ruling('R-1')", "[1, n, 3][n - 1]",
]  # fmt: skip
"""Expressions that are evaluated directly."""
REFUSED = [
    "1 + 1.0", "n < east", "n && true", "'a' - 'b'", "[1, 'a']", "[[1]]", "unknown", "unit.unknown", "has(1, 2)", "n.size()",
    "foes.map(f, f.attack > 0)", "true ? 1 : 'a'", "1 in ways", "unit < unit", "n ? 1 : 2", "(n", "n)", "1 1", "'a' 'b'",
    "'''a'''", "air", "[]", "1u", "ns[true]", "!n", "-target", "count(1)", "foes.exists(n)", "true && 1", "9223372036854775808",
    "f", "foes.exists(int, true)", "n..n", "n.", "target.matches('D.')", "1 ? 2 : 3", "// n", "", "\x0b n",
]  # fmt: skip
"""Expressions that are left to CEL, which has to refuse most of them."""


@pytest.mark.parametrize("text", READ)
def test_usual_expressions_are_evaluated_directly(text: str) -> None:
    assert directly(text)[0], text
    assert_agrees(text)


@pytest.mark.parametrize("text", REFUSED)
def test_other_expressions_are_left_to_cel(text: str) -> None:
    assert not directly(text)[0]


@pytest.mark.parametrize(
    "text",
    ["n / (n - 3)", "ns[5]", "ns[-1]", "9223372036854775807 + n", "has(nobody, 'line')", "numbers(1, 900).all(i, (ns + ns).all(j, i + j > 0))"],
)  # fmt: skip
def test_evaluation_that_fails_or_takes_long_is_left_to_cel(text: str) -> None:
    assert directly(text)[1] == FAILED


def test_operand_that_decides_hides_a_fault_of_the_other() -> None:
    """CEL finds `false` for `fault && false`, so the expression has this value however it is evaluated."""
    expression = LANGUAGE.compile("n / (n - 3) > 1 && false", SCOPE)
    assert expression.value(VALUES, context()) is False


def test_expression_of_a_game_does_not_need_cel() -> None:
    language = Language(GAME)
    assert language.compile("count(foes) > n", SCOPE, "bool").value(VALUES, context()) is False
    assert "cel" not in vars(language)


LEAVES = {
    "int": ["n", "0", "3", "unit.attack", "nobody.left", "air.attacker"],
    "bool": ["true", "false", "charges", "unit.reduced"],
    "word": ["'a'", "''", "'D2'", "target", "nobody.hex", "unit.hex"],
    "decimal": ["1.5", "east", "0.0"],
    "unit": ["unit", "nobody", "foes[0]"],
    "units": ["foes", "[unit]", "[]", "units_at(target)"],
    "words": ["ways", "['a', target]", "unit.groups", "[]"],
    "ints": ["ns", "[n]", "[]"],
}
"""The shortest expressions of each type."""
FORMS = {
    "int": [
        "{int} + {int}",
        "{int} - ({int})",
        "({int}) * {int}",
        "({int}) / {int}",
        "({int}) % ({int})",
        "-({int})",
        "size({units})",
        "({words}).size()",
        "count({words}, {word})",
        "max({int}, {int})",
        "sum({ints})",
        "({unit}).left",
        "{bool} ? {int} : {int}",
        "({ints})[{int}]",
        "share({word}, {unit})",
        "sum(({units}).map(i, i.defence + {int}))",
    ],
    "bool": [
        "({bool}) && {bool}",
        "{bool} || {bool}",
        "!({bool})",
        "{int} < {int}",
        "({decimal}) >= {decimal}",
        "({word}) == {word}",
        "({unit}) != ({unit})",
        "({unit}) in ({units})",
        "({word}) in {words}",
        "({ints}) == ({ints})",
        "({units}).exists(i, i.hex == {word})",
        "({ints}).all(i, i < {int})",
        "({word}).startsWith({word})",
        "[{bool}] == [{bool}]",
        "has({unit}, {word})",
        "on_map({unit})",
        "({bool}) == ({bool})",
        "among({int}, {word})",
        "({units}) == ({units})",
    ],
    "word": ["{word} + {word}", "string({int})", "{bool} ? {word} : {word}", "({words})[{int}]", "({unit}).label"],
    "decimal": [
        "{decimal} + {decimal}",
        "({decimal}) / ({decimal})",
        "decimal({int})",
        "-({decimal})",
        "min({decimal}, {decimal})",
    ],
    "unit": ["({units})[{int}]", "strongest({units}, 'attack')", "{bool} ? {unit} : {unit}"],
    "units": [
        "{units} + {units}",
        "({units}).filter(i, {bool} || i.left > {int})",
        "living({units})",
        "without({units}, {units})",
    ],
    "words": [
        "({units}).map(i, i.hex)",
        "{words} + {words}",
        "({words}).filter(i, i != {word})",
        "{bool} ? {words} : {words}",
    ],
    "ints": ["numbers({int}, {int})", "({words}).map(i, size(i))", "{ints} + ({ints})", "[{int}, {int}]"],
}
"""Longer expressions of each type; a type in braces stands for an expression of this type."""


@st.composite
def expressions(draw: st.DrawFn, kind: str = "", depth: int = 0) -> str:
    """Return an expression of a type, or of any; now and then a part of it has a wrong type."""
    kind = draw(st.sampled_from(list(FORMS))) if not kind or draw(st.integers(0, 60)) == 0 else kind
    if depth > 2 or draw(st.booleans()):
        return draw(st.sampled_from(LEAVES[kind]))
    form = draw(st.sampled_from(FORMS[kind]))
    return re.sub(r"\{(\w+)\}", lambda part: draw(expressions(part[1], depth + 1)), form)


@given(expressions())
@example("nobody == foes[0] || nobody in foes")
def test_direct_evaluation_agrees_with_cel(text: str) -> None:
    assert_agrees(text)
