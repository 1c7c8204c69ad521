"""A unit as expressions see it: what its counter says on the face that is up, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.rules.state.state import ELIMINATED, Piece


def steps_of(counter: Counter) -> int:
    """How many losses a counter takes: as it says, else two if its back is a weaker side and one if not."""
    if counter.steps is not None:
        return max(counter.steps, 1)
    return 2 if counter.back.state == "reduced" else 1


def factor_name(printed: str) -> str:
    """The field that a factor has in expressions: `close-combat` is `close_combat`."""
    name = re.sub(r"[^a-z0-9_]", "_", printed.lower())
    return name if re.match(r"[a-z]", name) else f"f{name}"


def read_factor(text: str) -> int:
    """The number of a factor, `[3]` too; 0 where a sign stands for it or nothing is printed.

    >>> read_factor("3"), read_factor("[12]"), read_factor("*")
    (3, 12, 0)
    """
    found = re.search(r"\d{1,6}", text)
    return int(found[0]) if found else 0


@dataclass(frozen=True)
class Unit:
    """A counter in play. `factors` are those of the face that is up, `full` those of the front, by field name."""

    id: str
    counter: Counter
    piece: Piece
    factor_names: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """Whose it is."""
        return self.counter.side

    @property
    def hex(self) -> str:
        """The number of its hex, or its box; empty once it is eliminated."""
        return "" if self.piece.place == ELIMINATED else self.piece.place

    @property
    def label(self) -> str:
        """What it is called."""
        return self.counter.label or self.id

    @property
    def steps(self) -> int:
        """All its steps."""
        return steps_of(self.counter)

    @property
    def left(self) -> int:
        """The steps it has left."""
        return max(self.steps - self.piece.lost, 0)

    @property
    def reduced(self) -> bool:
        """Is its back up? It is once half of its steps are gone."""
        return self.piece.lost * 2 >= self.steps > 1

    @cached_property
    def factors(self) -> Mapping[str, int]:
        """The factors of the face that is up."""
        return self._read((self.counter.back if self.reduced else self.counter.front).factors)

    @cached_property
    def full(self) -> Mapping[str, int]:
        """The factors of its front."""
        return self._read(self.counter.front.factors)

    def _read(self, printed: str) -> Mapping[str, int]:
        texts = printed.split("-") if printed else []
        return {name: read_factor(texts[i]) if i < len(texts) else 0 for i, name in enumerate(self.factor_names)}


def factor_names(game: Game) -> tuple[str, ...]:
    """The fields that factors have in expressions, in the order printed."""
    return tuple(dict.fromkeys(map(factor_name, game.counter_print.factors))) if game.counter_print else ()


def unit_of(game: Game, id_: str, piece: Piece) -> Unit:
    """A counter of the game in play."""
    return Unit(id_, game.counters[id_], piece, factor_names(game))


UNIT_FIELDS: dict[str, tuple[str, Callable[[Unit], Any]]] = {
    "id": ("word", lambda unit: unit.id),
    "label": ("word", lambda unit: unit.label),
    "side": ("word", lambda unit: unit.side),
    "kind": ("word", lambda unit: unit.counter.kind),
    "symbol": ("word", lambda unit: unit.counter.symbol),
    "size": ("word", lambda unit: unit.counter.size or ""),
    "formation": ("word", lambda unit: unit.counter.formation),
    "hex": ("word", lambda unit: unit.hex),
    "range": ("int", lambda unit: unit.counter.range or 0),
    "steps": ("int", lambda unit: unit.steps),
    "left": ("int", lambda unit: unit.left),
    "lost": ("int", lambda unit: unit.piece.lost),
    "reduced": ("bool", lambda unit: unit.reduced),
    "groups": ("words", lambda unit: unit.counter.groups),
    "marks": ("words", lambda unit: sorted(unit.piece.marks)),
}
"""What a unit tells besides its factors, which go by their own names, those of its front by `full_` and the name."""
