"""The functions and methods of CEL itself, which every game has besides those of the register."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pnp.findings import near_match
from pnp.rules.expressions.kinds import ANY, Kind, ListType, MapType
from pnp.rules.expressions.vocabulary import FUNCTIONS

Overloads: TypeAlias = Sequence[tuple[tuple[Kind, ...], Kind]]

_SIZES: Overloads = (((ListType(ANY),), "int"), (("word",), "int"), ((MapType(ANY, ANY),), "int"))
BUILT_IN: Mapping[str, Overloads] = {
    "size": _SIZES,
    "string": tuple(((kind,), "word") for kind in ("int", "decimal", "bool", "word")),
    "int": ((("int",), "int"), (("decimal",), "int")),
    "double": ((("int",), "decimal"), (("decimal",), "decimal")),
}
"""The functions of CEL: for each the types that it takes, and that of its result."""
METHODS: Mapping[str, Overloads] = {
    "size": _SIZES,
    "startsWith": ((("word", "word"), "bool"),),
    "endsWith": ((("word", "word"), "bool"),),
    "contains": ((("word", "word"), "bool"),),
}
"""The methods of CEL; the first type is that of the value before the dot."""
_LOOPS: Mapping[str, str] = {
    "all": "list.all(x, condition)",
    "exists": "list.exists(x, condition)",
    "exists_one": "list.exists_one(x, condition)",
    "filter": "list.filter(x, condition)",
    "map": "list.map(x, value)",
}
_WRITTEN: Mapping[str, str] = {
    "size": "size(list) or size(word)",
    "string": "string(int) or string(decimal)",
    "int": "int(decimal), or number(word)",
    "double": "double(int), or decimal(word)",
    "startsWith": "word.startsWith(word)",
    "endsWith": "word.endsWith(word)",
    "contains": "word.contains(word)",
    **_LOOPS,
}
"""The functions and methods of CEL, and how they are written."""
INSTEAD = {
    "matches": "test with startsWith, endsWith or contains",
    **dict.fromkeys(("any", "some"), f"write {_WRITTEN['exists']}"),
    **dict.fromkeys(("every", "each"), f"write {_WRITTEN['all']}"),
    **dict.fromkeys(("where", "select", "find"), f"write {_WRITTEN['filter']}"),
    **dict.fromkeys(("len", "length"), "write count(list)"),
}
"""What to write in place of a function of CEL, or of other languages, that no game has."""


def method_instead(name: str) -> str:
    """Return what to write in place of an unknown method: a function of CEL that is meant, or one of the game."""
    meant = near_match(name, (*METHODS, *_LOOPS))
    known = signatures_of(meant or name)
    return INSTEAD.get(name) or (f"write {known}" if known else "")


def signatures_of(name: str) -> str:
    """Return how a function is written, such as `distance(hex, hex)`; an empty text if it is unknown."""
    overloads = sorted(FUNCTIONS.get(name, ()), key=lambda one: ("decimal" in one.parameters, one.parameters))
    return _WRITTEN.get(name) or " or ".join(f"{name}({', '.join(one.parameters)})" for one in overloads)
