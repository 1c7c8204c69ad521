"""Lists the data on which examples, claims and probability tables depend, so that results can be kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from pnp.cache import digest
from pnp.model.chance import ChanceLine, ChanceTable
from pnp.model.claim import Claim, ClaimLine
from pnp.model.example import Example
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import UnitNames

Played: TypeAlias = Example | Claim | ChanceTable


class PlayInputs:
    """The inputs of examples, claims and probability tables: data that all read, and the units that each places.

    Steps and functions reach only the units that are in play, and those are in the set-up. Of the other units only
    the names matter, because a text may name a unit in several ways.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._names = UnitNames(game, None)

    @cached_property
    def _shared(self) -> str:
        """A digest of the data that all of them may read."""
        counters = self.game.counters.items()
        markers = {id_: one for id_, one in counters if one.kind != "unit"}
        names = [
            (id_, one.kind, one.label, one.short, one.code, one.right, one.side, one.formation, one.copies)
            for id_, one in counters
        ]
        shared = {key: value for key, value in self.game.played.items() if key not in ("counters", "claims")}
        return digest(shared, markers, names)

    def of(self, record: Played) -> object:
        """Return the inputs of an example, a claim or a table."""
        alike = [word for one in records_with_set_ups(record) for word in getattr(one, "alike", ())]
        ids = {*placed_counters(record, self._names), *counter_ids(self.game, alike)}
        return self._shared, {id_: self.game.counters.get(id_) for id_ in sorted(ids)}, record


def records_with_set_ups(record: Played) -> Sequence[Played | ClaimLine | ChanceLine]:
    """Return an example, or a claim or table with its lines, each of which may place units."""
    return (record,) if isinstance(record, Example) else (record, *record.lines)


def placed_counters(record: Played, names: UnitNames) -> Iterator[str]:
    """Yield the id of each counter that a record places; a text that names none is left out."""
    texts: Iterable[str] = {t for one in records_with_set_ups(record) for units in one.place.values() for t in units}
    for text in texts:
        try:
            yield names.find(text).id
        except RuleError:
            continue  # the record has a fault
