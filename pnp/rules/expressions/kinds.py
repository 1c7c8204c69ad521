"""The types of the parts of an expression.

Besides the types of data, the parts of an expression may be lists of anything, and maps. `ANY` is the type of what is
in an empty list, and of a part with a fault: it agrees with every other type, so that each fault is reported once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from pnp.findings import Fault
from pnp.rules.expressions.vocabulary import PLAIN, RecordType, Type

ANY = "any"
"""The type of a value about which nothing is known."""


class ListType(NamedTuple):
    """The type of a list; `of` is the type of its values."""

    of: Kind


class MapType(NamedTuple):
    """The type of a map from keys to values."""

    key: Kind
    value: Kind


Kind: TypeAlias = str | RecordType | ListType | MapType
"""The type of a part of an expression. Lists have the type `ListType`, not a name such as `ints`."""
LISTS = {"ints": "int", "words": "word", "units": "unit", "decimals": "decimal"}
"""The type of the values of each list that a step can use."""
_OF_PARTS = {ListType: "lists", MapType: "maps", RecordType: "values with fields"}
_ONE = {"int": "a number", "bool": "yes or no", "word": "a word", "unit": "a unit", "decimal": "a decimal number"}
_MANY = {"int": "numbers", "bool": "conditions", "word": "words", "unit": "units", "decimal": "decimal numbers"}


def kind_of(name: Type) -> Kind:
    """Return the type of a variable, a field or a parameter, such as a list of words for `hexes`."""
    if isinstance(name, RecordType):
        return name
    if name == "list":
        return ListType(ANY)
    plain = PLAIN.get(name, "word")
    return ListType(LISTS[plain]) if plain in LISTS else plain


def name_of(kind: Kind, expected: Collection[str] = ()) -> str:
    """Return the name of a type that a step can use, such as `ints`; an empty text if none can.

    An empty list has the first list type of `expected`, or else `words`.
    """
    if kind == ListType(ANY):
        return next((one for one in expected if one in LISTS), "words")
    if isinstance(kind, ListType):
        return next((name for name, of in LISTS.items() if of == kind.of), "")
    return kind if isinstance(kind, str) and kind in _ONE else ""


def common(first: Kind, second: Kind) -> Kind | None:
    """Return the type that two values share; None if there is none. `[]` is a list of any type."""
    if second in (first, ANY):
        return first
    if first == ANY:
        return second
    match first, second:
        case ListType(one), ListType(other):
            of = common(one, other)
            return None if of is None else ListType(of)
        case MapType(), MapType():
            key, value = common(first.key, second.key), common(first.value, second.value)
            return None if key is None or value is None else MapType(key, value)
    return None


def type_text(kind: Kind) -> str:
    """Return a type in plain words, such as `numbers` for a list of them."""
    match kind:
        case RecordType():
            return "a value with fields"
        case MapType():
            return "a map"
        case ListType(of) if of == ANY:
            return "an empty list"
        case ListType(of):
            return _MANY.get(of, "values") if isinstance(of, str) else _OF_PARTS[type(of)]
    return _ONE.get(kind, "anything")


def wrong_type(kind: Kind, expected_types: Sequence[str]) -> Fault:
    """Return the fault of an expression whose result has another type than those expected."""
    found, expected = type_text(kind), " or ".join(type_text(kind_of(one)) for one in expected_types)
    if not expected_types:
        wrong = f"the result is {found}, which no step can use"
        return Fault("", wrong, "write a number, a word, a unit, or a list", at=0)
    hint = {
        ("int", ("bool",)): "compare it with something, as in attack > 0",
        ("decimal", ("int",)): "write whole(..., 'nearest') around it",
        ("int", ("decimal",)): "write decimal(...) around it, or 2.0 for 2",
    }.get((kind, tuple(expected_types)), "")  # type: ignore[arg-type]
    return Fault("", f"the result is {found}, but {expected} is expected", hint, at=0)
