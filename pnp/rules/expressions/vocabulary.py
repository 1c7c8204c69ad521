"""The words of expressions: types, and the register of functions in players' words, to which modules add."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from pnp.load.board import Board
from pnp.model.game import Game
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import State
from pnp.rules.state.unit import Unit, factor_names

T = TypeVar("T")

PlainType: TypeAlias = Literal["int", "bool", "word", "unit", "decimal", "ints", "words", "units", "decimals"]
"""The types of values. `hex` and `hexes` are words too."""
PLAIN: dict[str, PlainType] = {
    "int": "int",
    "bool": "bool",
    "word": "word",
    "hex": "word",
    "unit": "unit",
    "ints": "ints",
    "words": "words",
    "hexes": "words",
    "units": "units",
    "decimal": "decimal",
    "decimals": "decimals",
}
"""What each type that data and functions may name is to expressions."""

CHECKED = (
    "terrain",
    "side",
    "formation",
    "group",
    "trait",
    "ruling",
    "edge",
    "region",
    "box",
    "deck",
    "track",
    "table",
    "factor",
    "total",
)
"""Types of words that name something of the game: a word written out (`'stream'`) must be one that there is. A `trait`
is anything that tells units apart.
"""

Value: TypeAlias = Any
"""int, bool, float, str (a word, a hex number, a unit's id), or a tuple of one of these."""


class RecordType(NamedTuple):
    """The type of a value with fields, such as a given of several numbers."""

    fields: tuple[tuple[str, str], ...]


Type: TypeAlias = str | RecordType
"""A type of `PLAIN`'s values, or a record."""
Scope: TypeAlias = Mapping[str, Type]
"""The variables there are, and their types."""


@dataclass(frozen=True)
class GameVariant:
    """What stays the same through a case: the game, its board, the options of rulings in force."""

    game: Game
    board: Board | None
    rulings: Mapping[str, str] = field(default_factory=dict)
    cache: dict[Hashable, Any] = field(default_factory=dict, compare=False)

    def ruling(self, id_: str) -> str:
        """The option in force; `RuleError` if there is no such ruling."""
        if id_ in self.rulings:
            return self.rulings[id_]
        if id_ not in self.game.rulings:
            raise RuleError(f"there is no ruling {id_}")
        return self.game.rulings[id_].default

    @cached_property
    def options(self) -> frozenset[tuple[str, str]]:
        """The options that are not the default, as one value."""
        return frozenset(self.rulings.items())

    @cached_property
    def factor_names(self) -> tuple[str, ...]:
        """The fields of factors."""
        return factor_names(self.game)


MAX_REMEMBERED = 20_000
"""How many results are kept before all are forgotten."""


@dataclass(frozen=True)
class FunctionContext:
    """What a function of an expression may ask: the setting, the state, and `shares`, what units brought to totals."""

    variant: GameVariant
    state: State
    shares: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.variant.game

    @property
    def board(self) -> Board:
        """The map; `RuleError` without one."""
        if self.variant.board is None:
            raise RuleError("this game has no map")
        return self.variant.board

    def unit(self, id_: str) -> Unit:
        """A counter in play."""
        key = ("unit", id_, self.state.pieces[id_])
        found: Unit | None = self.variant.cache.get(key)
        if found is None:
            found = Unit(id_, self.game.counters[id_], self.state.pieces[id_], self.variant.factor_names)
            self.variant.cache[key] = found
        return found

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """A result that depends on who stands where alone, made once for each `State.standing`."""
        full = (key, self.state.standing)
        cache = self.variant.cache
        if full not in cache:
            if len(cache) > MAX_REMEMBERED:
                cache.clear()
            cache[full] = make()
        found: T = cache[full]
        return found


Reads: TypeAlias = Literal["nothing", "state", "shares"]
"""What functions read besides their values; of the state only who stands where. Levels are names of expressions."""


@dataclass(frozen=True)
class Function:
    """One function of expressions: its name, the types of its values (`list` is any list), what it gives, the Python
    function, and what besides its values it reads.
    """

    name: str
    parameters: tuple[str, ...]
    returns: str
    run: Callable[..., Value]
    reads: Reads = "state"
    summary: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Its types as values have them; two functions of one name differ in these."""
        return tuple(
            "list" if kind == "list" or kind.endswith("s") else PLAIN.get(kind, "word") for kind in self.parameters
        )


FUNCTIONS: dict[str, tuple[Function, ...]] = {}
"""Every function by its name: one for each choice of types."""


def function(
    name: str, parameters: tuple[str, ...], returns: str, reads: Reads = "state"
) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Enter a function in the register: `@function("crosses", ("hex", "hex", "terrain"), "bool")`.

    The Python function takes the `FunctionContext`, then its values: `int`, `bool`, `str` for words and hex numbers,
    `Unit` for units, tuples of these. It returns the same types; for a unit a `Unit` or its id. Types are those of
    `PLAIN`, and in `takes` also `list` (any list) and those of `CHECKED`. It may raise `RuleError`.
    """
    known = {*PLAIN, *CHECKED, "list"}
    assert returns in PLAIN, f"{name} gives an unknown type"
    assert known.issuperset(parameters), f"{name} takes an unknown type"

    def enter(run: Callable[..., Value]) -> Callable[..., Value]:
        summary = (run.__doc__ or "").strip().partition("\n")[0]
        new = Function(name, parameters, returns, run, reads, summary)
        others = FUNCTIONS.get(name, ())
        assert all(new.kinds != other.kinds for other in others), f"{name} is there already for these types"
        FUNCTIONS[name] = (*others, new)
        return run

    return enter
