"""Functions of expressions that need no map: numbers, lists, traits of units, rulings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pnp.message import join_words, plural
from pnp.model.parsing import parse_head
from pnp.rules.expressions.vocabulary import FunctionContext, Value, function
from pnp.rules.state.dice import copies
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import Unit

MAX_NUMBERS = 1000
"""The longest list that `numbers` returns."""


@function("max", ("int", "int"), "int", "nothing")
def _max(context: FunctionContext, first: int, second: int) -> int:
    """Return the greater of two numbers."""
    return max(first, second)


@function("min", ("int", "int"), "int", "nothing")
def _min(context: FunctionContext, first: int, second: int) -> int:
    """Return the smaller of two numbers."""
    return min(first, second)


@function("greatest", ("ints",), "int", "nothing")
def _greatest(context: FunctionContext, numbers: tuple[int, ...]) -> int:
    """Return the greatest number of a list; 0 if the list is empty."""
    return max(numbers, default=0)


@function("least", ("ints",), "int", "nothing")
def _least(context: FunctionContext, numbers: tuple[int, ...]) -> int:
    """Return the smallest number of a list; 0 if the list is empty."""
    return min(numbers, default=0)


@function("sum", ("ints",), "int", "nothing")
def _sum(context: FunctionContext, numbers: tuple[int, ...]) -> int:
    """Return the sum of the numbers of a list."""
    return sum(numbers)


@function("half", ("int", "word"), "int", "nothing")
def _half(context: FunctionContext, number: int, direction: str) -> int:
    """Return half of a number, rounded `up` or `down`."""
    if direction not in ("up", "down"):
        raise RuleError(f"{direction or 'an empty word'} is not a direction of rounding", "write 'up' or 'down'")
    return -(-number // 2) if direction == "up" else number // 2


@function("count", ("list",), "int", "nothing")
def _count(context: FunctionContext, values: tuple[Value, ...]) -> int:
    """Return the number of values in a list."""
    return len(values)


@function("count", ("list", "word"), "int", "nothing")
def _count_of(context: FunctionContext, values: tuple[Value, ...], word: str) -> int:
    """Return how many values of a list equal a word, or how many units of a list have this trait.

    A trait of a unit is a group, a formation, a side, a size or a kind, but never its symbol.
    """
    return sum(_has_trait(context, value, word) if isinstance(value, Unit) else value == word for value in values)


@function("numbers", ("int", "int"), "ints", "nothing")
def _numbers(context: FunctionContext, first: int, last: int) -> Iterable[int]:
    """Return all whole numbers from the first to the last, both included.

    The list is empty if the last number is less than the first.
    """
    if last - first >= MAX_NUMBERS:
        raise RuleError(f"the numbers from {first} to {last} are too many", f"write at most {MAX_NUMBERS:,}")
    return tuple(range(first, last + 1))


@function("copies", ("word",), "words", "nothing")
def _copies(context: FunctionContext, text: str) -> Iterable[str]:
    """Return the words of a text, with repetitions: `A*2 joker` gives `A`, `A` and `joker`."""
    return copies(text)


@function("number", ("word",), "int", "nothing")
def _number(context: FunctionContext, text: str) -> int:
    """Return the first number in a text, such as 2 in `+2`; 0 if there is none."""
    found = re.search(r"[-+−]?\d{1,9}", text)
    return int(found[0].replace("−", "-")) if found else 0


@function("among", ("int", "word"), "bool", "nothing")
def _among(context: FunctionContext, number: int, labels: str) -> bool:
    """Return whether a number is in one of the ranges in a text, such as `4`, `1-3` or `7+`.

    `7+` is 7 or more, and `0-` is 0 or less. A text without numbers contains none.
    """
    ranges = (parse_head(word) for word in labels.replace("–", "-").replace(",", " ").split())
    return any(label.low <= number <= label.high for label in ranges if label is not None)


# ---------------------------------------------------------------- units


def _has_trait(context: FunctionContext, unit: Unit, word: str) -> bool:
    """Return whether a unit has a trait that its counter states: a group, kind, side, size or formation.

    A formation includes those above it. The symbol is not a trait, so that no change of a drawing changes a rule.
    """
    counter = unit.counter
    if word in counter.groups or word in (counter.kind, counter.side, counter.size, counter.formation):
        return True
    formation, above = counter.formation, set[str]()
    while formation in context.game.formations and formation not in above:
        above.add(formation)
        formation = context.game.formations[formation].parent
    return word in above


@function("has", ("unit", "trait"), "bool", "nothing")
def _has(context: FunctionContext, unit: Unit, word: str) -> bool:
    """Return whether a unit belongs to a group, a formation or a side, or is of a size or kind."""
    return _has_trait(context, unit, word)


@function("marked", ("unit", "word"), "bool", "nothing")
def _marked(context: FunctionContext, unit: Unit, word: str) -> bool:
    """Return whether a unit has a marker of this kind, such as `fired`."""
    return word in unit.piece.marks


@function("with", ("units", "trait"), "units", "nothing")
def _with(context: FunctionContext, units: tuple[Unit, ...], word: str) -> Iterable[Unit]:
    """Return the units of a list that belong to a group, a formation or a side, or are of a size or kind."""
    return tuple(unit for unit in units if _has_trait(context, unit, word))


@function("without", ("units", "units"), "units", "nothing")
def _without(context: FunctionContext, units: tuple[Unit, ...], others: tuple[Unit, ...]) -> Iterable[Unit]:
    """Return the units of a list that are not in a second list."""
    excluded = {unit.id for unit in others}
    return tuple(unit for unit in units if unit.id not in excluded)


@function("living", ("units",), "units", "nothing")
def _living(context: FunctionContext, units: tuple[Unit, ...]) -> Iterable[Unit]:
    """Return the units of a list that are not eliminated."""
    return tuple(unit for unit in units if unit.left)


@function("strongest", ("units", "factor"), "unit", "nothing")
def _strongest(context: FunctionContext, units: tuple[Unit, ...], factor: str) -> Unit:
    """Return the unit with the greatest value of a factor, such as attack; of equals the first."""
    return _first(sorted(units, key=lambda unit: -_factor(unit, factor)))


@function("weakest", ("units", "factor"), "unit", "nothing")
def _weakest(context: FunctionContext, units: tuple[Unit, ...], factor: str) -> Unit:
    """Return the unit with the smallest value of a factor, such as attack; of equals the first."""
    return _first(sorted(units, key=lambda unit: _factor(unit, factor)))


def _factor(unit: Unit, factor: str) -> int:
    """Return a factor, such as attack, of the face that is up. Raise `RuleError` if the unit does not have it."""
    if factor not in unit.factors:
        raise RuleError(f"{unit.label} has no factor {factor}", f"write {join_words(tuple(unit.factors), 'or')}")
    return unit.factors[factor]


def _first(units: list[Unit]) -> Unit:
    """Return the first unit of a list. Raise `RuleError` if the list is empty."""
    if not units:
        raise RuleError("the list of units is empty", "test with count(units) > 0 first")
    return units[0]


@function("in_box", ("box",), "units")
def _in_box(context: FunctionContext, box: str) -> Iterable[Unit]:
    """Return the units in a box beside the map."""
    return tuple(context.unit(id_) for id_ in context.state.pieces_at(box))


@function("share", ("total", "unit"), "int", "shares")
def _share(context: FunctionContext, total: str, unit: Unit) -> int:
    """Return the number that a unit contributes to a total after all changes; 0 if it was not counted."""
    if total not in context.shares:
        raise RuleError(f"no total {total} has been summed", "sum it in an earlier step")
    return context.shares[total].get(unit.id, 0)


# ---------------------------------------------------------------- the game


@function("deck", ("deck",), "words", "nothing")
def _deck(context: FunctionContext, id_: str) -> Iterable[str]:
    """Return the cards of a deck: each rank of each suit, then the extra cards (such as jokers) in use."""
    component = context.game.components.get(id_)
    cards = component.draw_pile() if component is not None else None
    if cards is None:
        raise RuleError(f"unknown deck {id_}", "write the id of a component of kind card-deck")
    return cards


@function("ruling", ("ruling",), "word", "nothing")
def _ruling(context: FunctionContext, id_: str) -> str:
    """Return the option that is in force for a ruling."""
    return context.variant.ruling(id_)


@function("enemy", ("side",), "word", "nothing")
def _enemy(context: FunctionContext, side: str) -> str:
    """Return the enemy of a side, in a game with two sides."""
    others = [id_ for id_ in context.game.sides if id_ != side]
    if len(others) != 1:
        raise RuleError(f"the side {side} has {plural(len(others), 'opposing side')} instead of one", "name the side")
    return others[0]


@function("first_turn", ("entry with a turn",), "int", "nothing")
def _first_turn(context: FunctionContext, id_: str) -> int:
    """Return the first turn of arrival of an entry: the `turn` of the entry."""
    entry = context.game.entries.get(id_)
    if entry is None or entry.turn is None:
        raise RuleError(f"unknown entry with a turn {id_}", "write the id of an entry that has a turn")
    return entry.turn
