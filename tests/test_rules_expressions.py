"""The expression language: the grammar and the values of CEL, types that hold, and faults on one side of `&&`."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

import pnp.rules.playbook  # enters all functions in the register
from pnp.rules.expressions.evaluate import Evaluator
from pnp.rules.expressions.evaluation import EvaluationError
from pnp.rules.expressions.nodes import all_nodes, names
from pnp.rules.expressions.syntax import MAX_NESTING, read_expression
from pnp.rules.expressions.tokens import ExpressionError
from pnp.rules.expressions.types import find_types
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import RuleError
from tests.test_rules_core_expression import LANGUAGE, SCOPE as CORE_SCOPE, VALUES as CORE_VALUES, context

assert pnp.rules.playbook
SCOPE = {**CORE_SCOPE, "nobody": "unit", "east": "decimal", "ways": "words", "ns": "ints"}
VALUES = {**CORE_VALUES, "nobody": "", "east": 1.5, "ways": ("C3", "D2"), "ns": (1, 2, 3)}
CEL_CASES = json.loads((Path(__file__).parent / "cel_cases.json").read_text("utf-8"))["cases"]


def value_of(text: str) -> Value:
    """Return the value of an expression without a game, with lists in place of tuples."""
    found = Evaluator(find_types(read_expression(text), {}, {}), {}).value({}, context())

    def plain(value: Value) -> Value:
        return [plain(one) for one in value] if isinstance(value, tuple) else value

    return plain(found)


@pytest.mark.parametrize("section", CEL_CASES)
def test_the_conformance_suite_of_cel(section: str) -> None:
    for text, expected in CEL_CASES[section]:
        if isinstance(expected, dict) and "fault" in expected:
            with pytest.raises(EvaluationError, match=expected["fault"]):
                value_of(text)
            continue
        wanted: Any = float(expected["decimal"]) if isinstance(expected, dict) else expected
        found = value_of(text)
        assert type(found) is type(wanted), text
        assert found == wanted or (math.isnan(found) and math.isnan(wanted)), text


def value(text: str) -> Value:
    """Return the value of an expression in the game of these tests."""
    return LANGUAGE.compile(text, SCOPE).value(VALUES, context())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n / -2", -1),
        ("-n % 2", -1),
        ("--n", 3),
        ("!!charges", False),
        ("1 == 1 == true", True),
        ("true ? [] : ['x']", ()),
        ("['x'] + []", ("x",)),
        ("'x' in []", False),
        ("[true] == [false]", False),
        ("'B' < 'a'", True),
        ("foes[0] == unit", False),
        ("nobody == nobody && nobody.id == ''", True),
        ("nobody.attack + 1", 1),
        ("size('é') + 'abc'.size()", 4),
        ("foes.filter(f, f.attack > 0).map(f, f.id)", ("B1", "B2")),
        ("ns.map(i, i > 1, i * 2)", (4, 6)),
        ("ns.exists_one(i, i > 2)", True),
        ("ns.map(i, ns.map(i, i * 2).size() + i)", (4, 5, 6)),
        ("ns.map(n, .n)", (3, 3, 3)),
        ("{'a': 1, 'b': n}.b + {2: 5}[2]", 8),
        ("'a' in {'a': 1} && {'a': 1}.exists(k, k == 'a')", True),
        ("has(unit.attack) && !has(nobody.attack) && !has({'a': 1}.b) && has(air.attacker)", True),
        ("air == air", True),
        ("1.5 * east - 3.0 / east", 0.25),
        ("1.0 / 0.0 > 2.0", True),
        ("string(n) + string(2.0) + string(0.25) + string(1500000.0) + string(true)", "320.251.5e+06true"),
        ("int(2.9) + int(-2.9)", 0),
        ("double(n)", 3.0),
        ("0x1F + 1", 32),
        ("r'\\n' + 'a\\x41\\101\\u00e9'", "\\naAAé"),
        ("'''a'b'''", "a'b"),
        ("n // three", 3),
        ("[1, n, 3,][n - 1]", 3),
        ("&&".join(["true"] * 90), True),
        ("(" * MAX_NESTING + "n" + ")" * MAX_NESTING, 3),
    ],
)
def test_expressions_have_the_values_of_cel(text: str, expected: Value) -> None:
    assert (type(value(text)), value(text)) == (type(expected), expected)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1 + 1.0",
            "n < east",
            "n && true",
            "'a' - 'b'",
            "[1, 'a']",
            "[[1]]",
            "unknown",
            "has(1, 2)",
            "true ? 1 : 'a'",
        ),
        *("1 in ways", "unit < unit", "n)", "1 1", "'a' 'b'", "air", "1u", "b'a'", "null", "ns[true]", "!n", "-target"),
        *("count(1)", "foes.exists(n)", "true && 1", "9223372036854775808", "-9223372036854775809", "f", "n..n", "1."),
        *("", "\x0b n", "max(1,)", "!-n", "unit{}", "unit.in", "[][0]", "[][0].foo(1)", "max([][0], 'a')", "'\\ud83d'"),
    ],
)
def test_what_has_no_type_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        LANGUAGE.compile(text, SCOPE)


@pytest.mark.parametrize(
    "text", ["/" * 990 + "\n#", "(" * 999, "'" * 999, "r'" * 499, "n-" * 499, "n?" * 499, "{" * 999]
)
def test_a_hostile_text_is_refused_at_once(text: str) -> None:
    with pytest.raises(ExpressionError):
        read_expression(text)


def test_every_fault_is_reported_once() -> None:
    with pytest.raises(ExpressionError) as caught:
        LANGUAGE.compile("one + two > 1 && one.hex == 'C3' && three(one)", SCOPE)
    assert [(fault.at, fault.wrong) for fault in caught.value.faults] == [
        (0, "unknown name one"),
        (6, "unknown name two"),
        (17, "unknown name one"),
        (42, "unknown name one"),
        (36, "unknown function three"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("n / (n - 3) > 1 && false", "false && ns[9] > 1", "!(true || ns[9] > 1)", "!(ns[9] > 1 || true)"),
        *("ns.all(i, 1 / (i - 1) > 5)", "!ns.exists(i, 1 / (i - 1) > 0)", "has(nobody, 'line') && false"),
    ],
)
def test_a_side_that_decides_hides_a_fault_of_the_other(text: str) -> None:
    assert value(text) is False


def test_of_two_faults_the_first_is_reported() -> None:
    with pytest.raises(RuleError, match="beyond the end of a list"):
        value("ns[9] > 1 || 1 / 0 > 1")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("ns[-1]", "reads beyond the end of a list"),
        ("{'a': 1}['b']", "reads a key that its map does not have; test with in first"),
        ("{'a': 1, 'a': 2}.size()", "has a map with the same key twice"),
        ("-9223372036854775808 % -1", "is too large a number"),
        ("has(nobody, 'line')", "the unit is empty; test with unit.id == '' first"),
        ("numbers(1, 100).map(i, numbers(1, 99).all(j, j > 0)).size()", "takes too many steps"),
        ("numbers(1, 100).map(i, numbers(1, 99).all(j, j > 0)).size() > 0 || true", "takes too many steps"),
        ("numbers(1, 900).map(i, numbers(1, 900) + numbers(1, 900)).size()", "takes too many steps"),
        ("numbers(1, 900).map(i, ns + ns + ns + ns + ns + ns + ns + ns + ns).size()", "takes too many steps"),
    ],
)
def test_a_value_that_does_not_exist_is_a_fault(text: str, wrong: str) -> None:
    with pytest.raises(RuleError) as caught:
        value(text)
    assert wrong in f"{caught.value.wrong}; {caught.value.write}"


def test_variables_of_loops_are_not_read() -> None:
    assert names(read_expression("ns.map(n, n + m.size()).exists(k, k == .n) ? k : f(x)")) == {"ns", "m", "n", "k", "x"}


def test_the_nodes_of_a_tree_are_in_the_order_of_the_text() -> None:
    text = "[a, b.c(d)][0] ? {e: f} : g.map(x, x > 1, -h(i, 'j'))"
    offsets = [node.at for node in all_nodes(read_expression(text)) if type(node).__name__ == "NameNode"]
    assert offsets == sorted(offsets)


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


PYTHON_TYPES = {"int": int, "bool": bool, "word": str, "unit": str, "decimal": float}


@given(expressions())
@example("nobody == foes[0] || nobody in foes")
def test_a_value_has_the_type_that_was_found(text: str) -> None:
    try:
        made = LANGUAGE.compile(text, SCOPE)
        found = made.value(VALUES, context())
    except (ExpressionError, RuleError):
        return
    many = made.type not in PYTHON_TYPES
    assert isinstance(found, tuple) == many
    assert {type(one) for one in (found if many else [found])} <= {PYTHON_TYPES[made.type.removesuffix("s")]}
