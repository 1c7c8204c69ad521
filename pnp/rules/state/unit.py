"""A unit as expressions read it: the factors of the face that is up, its hex and its step losses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pnp.model.counter import Counter, split_factors
from pnp.model.game import Game
from pnp.rules.state.state import ELIMINATED, Piece


def steps_of(counter: Counter) -> int:
    """Return the number of steps (levels of strength) of a counter.

    If the counter does not state it, it is two if the back is a weaker face of the same side, otherwise one.
    """
    if counter.steps is not None:
        return max(counter.steps, 1)
    return 2 if counter.back.state == "reduced" else 1


def factor_name(printed: str) -> str:
    """Return the name of a factor in expressions: `close_combat` for the printed `close-combat`."""
    name = re.sub(r"[^a-z0-9_]", "_", printed.lower())
    return name if re.match(r"[a-z]", name) else f"f{name}"


def read_factor(text: str) -> int:
    """Return the number in a printed factor, such as 3 for `[3]`; 0 if it contains no number.

    >>> read_factor("3"), read_factor("[12]"), read_factor("*"), read_factor("-1")
    (3, 12, 0, -1)
    """
    found = re.search(r"(?:^[-−])?\d{1,6}", text)
    return int(found[0].replace("−", "-")) if found else 0


@dataclass(frozen=True)
class Unit:
    """A counter in play.

    `factors` are those of the face that is up, `full` those of the front, by field name.
    """

    id: str
    counter: Counter
    piece: Piece
    factor_names: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """The side that the unit belongs to."""
        return self.counter.side

    @property
    def hex(self) -> str:
        """The number of the unit's hex, or its box; empty if it is eliminated."""
        return "" if self.piece.place == ELIMINATED else self.piece.place

    @property
    def label(self) -> str:
        """The unit's label, or its id if it has none."""
        return self.counter.label or self.id

    @property
    def steps(self) -> int:
        """The number of steps of the unit at full strength."""
        return steps_of(self.counter)

    @property
    def left(self) -> int:
        """The number of steps that the unit has left."""
        return max(self.steps - self.piece.lost, 0)

    @property
    def reduced(self) -> bool:
        """Whether the reduced side is up, which is the case after half of the steps are lost."""
        return self.piece.lost * 2 >= self.steps > 1

    @cached_property
    def factors(self) -> Mapping[str, int]:
        """The factors of the face that is up, by name."""
        return self._read_factors((self.counter.back if self.reduced else self.counter.front).factors)

    @cached_property
    def full(self) -> Mapping[str, int]:
        """The factors of the front, by name."""
        return self._read_factors(self.counter.front.factors)

    @property
    def number(self) -> int:
        """The number printed in the picture of the face that is up, such as the strength of an airstrike; else 0."""
        return read_factor((self.counter.back if self.reduced else self.counter.front).number)

    @property
    def range(self) -> int:
        """The range in hexes: the factor `range` of the face that is up, or else the range of the counter."""
        return self.factors.get("range", self.counter.range or 0)

    def _read_factors(self, printed: str) -> Mapping[str, int]:
        """Return the numbers in factors printed such as `3-4-3`, by the name of the factor."""
        texts = split_factors(printed)
        return {name: read_factor(texts[i]) if i < len(texts) else 0 for i, name in enumerate(self.factor_names)}


def factor_names(game: Game) -> tuple[str, ...]:
    """Return the names of all factors of a game in expressions, in the order printed."""
    return tuple(dict.fromkeys(map(factor_name, game.counter_print.factors))) if game.counter_print else ()


def unit_of(game: Game, id_: str, piece: Piece) -> Unit:
    """Return a counter in play as a unit."""
    return Unit(id_, game.counters[id_], piece, factor_names(game))


UNIT_FIELDS: dict[str, tuple[str, Callable[[Unit], Any]]] = {
    "id": ("word", lambda unit: unit.id),
    "label": ("word", lambda unit: unit.label),
    "side": ("word", lambda unit: unit.side),
    "kind": ("word", lambda unit: unit.counter.kind),
    "size": ("word", lambda unit: unit.counter.size or ""),
    "formation": ("word", lambda unit: unit.counter.formation),
    "hex": ("word", lambda unit: unit.hex),
    "range": ("int", lambda unit: unit.range),
    "number": ("int", lambda unit: unit.number),
    "steps": ("int", lambda unit: unit.steps),
    "left": ("int", lambda unit: unit.left),
    "lost": ("int", lambda unit: unit.piece.lost),
    "reduced": ("bool", lambda unit: unit.reduced),
    "groups": ("words", lambda unit: unit.counter.groups),
    "marks": ("words", lambda unit: sorted(unit.piece.marks)),
}
"""The fields of a unit besides its factors.

Factors have their own names; those of the front have `full_` before the name. The symbol is only drawn and not a field.
"""
