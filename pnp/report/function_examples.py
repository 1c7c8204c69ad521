"""The values of example expressions, which the engine computes in the game of the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from pnp.load import load_game
from pnp.model.game import Game
from pnp.report.key_examples import read_reference
from pnp.resources import templates_dir
from pnp.rules.expressions.vocabulary import FunctionContext, Value
from pnp.rules.playbook import compile_game
from pnp.rules.state.starting_state import Setup, build_state
from pnp.rules.state.state import FrozenMap

SITUATION = "situation"
"""The worked example whose set-up is the situation of all expressions, and the overlay of the game that has it."""
TOTAL = "attack"
"""The total whose shares are known in the situation: that factor of each unit."""


@cache
def reference_game() -> Game:
    """Return the game of the reference with what the functions of expressions need."""
    return load_game(templates_dir() / "reference" / "game", [f"options/{SITUATION}"])


def expression_values(function: str) -> list[tuple[str, str]]:
    """Return the example expressions of a function, each with its value as a text."""
    return _values(read_reference("functions").get(function, []))


def operators() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the operators and methods of expressions: each with what it means, and examples with their values."""
    parts = read_reference("operators").items()
    return [(name, part["says"], _values(part["examples"])) for name, part in parts]


def _values(texts: Iterable[object]) -> list[tuple[str, str]]:
    """Return expressions, each with its value as a text."""
    return [(str(text), value_text(_evaluator()(str(text)))) for text in texts]


@cache
def _evaluator() -> Callable[[str], Value]:
    """Return a function that evaluates an expression in the situation.

    It raises `ValueError` for an expression with a fault, and `RuleError` for one that cannot be evaluated.
    """
    game = reference_game()
    book = compile_game(game)
    example = game.examples[SITUATION]
    setup = Setup(example.place, example.markers, example.control, example.tracks)
    state, faults = build_state(book.unit_names, setup, "", "X102")
    assert not faults, faults
    context = FunctionContext(book.variant({}), state)
    shares = FrozenMap({TOTAL: FrozenMap({id_: context.unit(id_).factors[TOTAL] for id_ in state.pieces})})
    context = FunctionContext(context.variant, state, shares)

    def evaluate(text: str) -> Value:
        """Return the value of an expression."""
        expression = book.compiler.language.compile(text, book.compiler.predefined)
        return expression.value({}, context)

    return evaluate


def value_text(value: Value) -> str:
    """Return a value as it is printed: a word in quotes, a unit by its id, a list in brackets.

    >>> value_text(("B1", "B2")), value_text(True), value_text(2.5)
    ('["B1", "B2"]', 'true', '2.5')
    """
    if isinstance(value, tuple):
        return f"[{', '.join(map(value_text, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) if isinstance(value, int) else f'"{getattr(value, "id", value)}"'
