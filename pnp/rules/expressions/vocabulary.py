"""The types of the expression language, its register of functions, and the context of a function."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from pnp.board import Board
from pnp.model.game import Game
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import State
from pnp.rules.state.unit import Unit, factor_names

T = TypeVar("T")

PlainType: TypeAlias = Literal["int", "bool", "word", "unit", "decimal", "ints", "words", "units", "decimals"]
"""The types of values. Hexes and hexsides are words too."""
PLAIN: dict[str, PlainType] = {
    "int": "int",
    "bool": "bool",
    "word": "word",
    "hex": "word",
    "hexside": "word",
    "unit": "unit",
    "ints": "ints",
    "words": "words",
    "hexes": "words",
    "hexsides": "words",
    "units": "units",
    "decimal": "decimal",
    "decimals": "decimals",
}
"""The type that expressions use for each type that data and functions may name."""

CHECKED = (
    "terrain",
    "side",
    "formation",
    "group",
    "trait",
    "ruling",
    "edge",
    "region",
    "direction",
    "box",
    "deck",
    "entry with a turn",
    "track",
    "table",
    "factor",
    "total",
)
"""Types of words that name something in the game: a quoted word (`'stream'`) must be defined there.

A `trait` is anything that distinguishes units.
"""

MARKED_PLACE = "hex or hexside"
"""The type of a word that names a place of markers: a hex, a hexside or a box."""

Value: TypeAlias = Any
"""An int, bool, float, str (a word, a hex number, a unit's id), or a tuple of one of these."""


class RecordType(NamedTuple):
    """The type of a value with fields, such as a parameter that is a mapping."""

    fields: tuple[tuple[str, str], ...]


Type: TypeAlias = str | RecordType
"""A type of `PLAIN`, or a record."""
Scope: TypeAlias = Mapping[str, Type]
"""The variables that an expression may use, with their types."""


@dataclass(frozen=True)
class GameVariant:
    """The constant part of a context: the game, its board, and the options of rulings in force.

    `map_cache` holds results of the map rules. Variants whose rulings change no map rule share it.
    """

    game: Game
    board: Board | None
    rulings: Mapping[str, str] = field(default_factory=dict)
    cache: dict[Hashable, Any] = field(default_factory=dict, compare=False)
    map_cache: dict[Hashable, Any] = field(default_factory=dict, compare=False)

    def ruling(self, id_: str) -> str:
        """Return the option that is in force for a ruling. Raise `RuleError` if it does not exist."""
        if id_ in self.rulings:
            return self.rulings[id_]
        if id_ not in self.game.rulings:
            raise RuleError(f"unknown ruling {id_}")
        return self.game.rulings[id_].default

    @cached_property
    def options(self) -> frozenset[tuple[str, str]]:
        """The ruling options that differ from the defaults, as a cache key."""
        return frozenset(self.rulings.items())

    @cached_property
    def factor_names(self) -> tuple[str, ...]:
        """The names of the factors of units that expressions can read, such as `attack`."""
        return factor_names(self.game)


MAX_REMEMBERED = 20_000
"""The most results that the cache keeps before it is cleared."""
_NOT_CACHED: Any = object()


@dataclass(eq=False, slots=True)
class FunctionContext:
    """The context of functions: the game variant, the state, and the shares of units in totals.

    It is not frozen because a hundred thousand are made, and setting the fields of a frozen one takes twice as long.
    """

    variant: GameVariant
    state: State
    shares: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game with all its data."""
        return self.variant.game

    @property
    def board(self) -> Board:
        """The map as hexes, hexsides and paths. Raises `RuleError` if the game has no map."""
        if self.variant.board is None:
            raise RuleError("this game has no map")
        return self.variant.board

    def unit(self, id_: str) -> Unit:
        """Return the counter with this id as a unit. Raise `RuleError` if it is not in play."""
        key = ("unit", id_, self.state.pieces[id_])
        found: Unit | None = self.variant.map_cache.get(key)
        if found is None:
            found = Unit(id_, self.game.counters[id_], self.state.pieces[id_], self.variant.factor_names)
            self.variant.map_cache[key] = found
        return found

    def cached(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the result of `compute`, a result of map rules, cached under `key` for these units and markers."""
        full = (key, self.state.standing)
        cache = self.variant.map_cache
        found: T = cache.get(full, _NOT_CACHED)
        if found is _NOT_CACHED:
            if len(cache) > MAX_REMEMBERED:
                cache.clear()
            cache[full] = found = compute()
        return found


Reads: TypeAlias = Literal["nothing", "terrain", "state", "shares"]
"""The context that a function reads besides its arguments. Tracks and facts are names of expressions.

The terrain is part of the state only in a game with map rules for markers.
"""


@dataclass(frozen=True)
class Function:
    """A function of expressions: its name, parameter types (`list` is any list), result type and Python function.

    `reads` is the context that it reads besides its arguments, `summary` the first line of its docstring.
    """

    name: str
    parameters: tuple[str, ...]
    returns: str
    run: Callable[..., Value]
    reads: Reads = "state"
    summary: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The parameter types as value types, such as `word` for `hex`, to distinguish overloads."""
        return tuple(
            "list" if kind == "list" or kind.endswith("s") else PLAIN.get(kind, "word") for kind in self.parameters
        )


FUNCTIONS: dict[str, tuple[Function, ...]] = {}
"""Every function by its name, with its overloads."""


def function(
    name: str, parameters: tuple[str, ...], returns: str, reads: Reads = "state"
) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Return a decorator that registers a Python function for use in expressions.

    `parameters` and `returns` are types of `PLAIN`; parameters may also be `list` (any list), `MARKED_PLACE` or a type
    of `CHECKED`. The Python function takes the `FunctionContext`, then its arguments: `int`, `bool`, `str` for words
    and hexes, `Unit` for units, tuples of these. It returns the same types; for a unit a `Unit` or its id. The function
    may raise `RuleError`.
    """
    known = {*PLAIN, *CHECKED, MARKED_PLACE, "list"}
    assert returns in PLAIN, f"the function {name} returns an unknown type"
    assert known.issuperset(parameters), f"the function {name} takes an unknown type"

    def register_function(run: Callable[..., Value]) -> Callable[..., Value]:
        """Register the decorated function and return it unchanged."""
        summary = (run.__doc__ or "").strip().partition("\n")[0]
        new = Function(name, parameters, returns, run, reads, summary)
        others = FUNCTIONS.get(name, ())
        assert all(new.kinds != other.kinds for other in others), (
            f"the function {name} is already registered for these types"
        )
        FUNCTIONS[name] = (*others, new)
        return run

    return register_function
