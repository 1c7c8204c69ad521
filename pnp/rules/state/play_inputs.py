"""Lists the data on which a worked example or a claim depends, so that its result can be kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.cache import digest
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import UnitNames


class PlayInputs:
    """The inputs of worked examples and claims: the data that all of them read, and the units that each places.

    Steps and functions reach only the units that are in play, and those are in the set-up. Of the other units only
    the names matter, because a text may name a unit in several ways.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._names = UnitNames(game, None)
        markers = {id_: one for id_, one in game.counters.items() if one.kind != "unit"}
        names = [
            (id_, one.kind, one.label, one.short, one.code, one.right, one.side, one.formation, one.copies)
            for id_, one in game.counters.items()
        ]
        shared = {key: value for key, value in game.played.items() if key not in ("counters", "claims")}
        self._shared = digest(shared, markers, names)

    def of(self, record: object, places: Iterable[Mapping[str, Sequence[str]]], alike: Sequence[str] = ()) -> object:
        """Return the inputs of an example or a claim, given its set-ups and the units that it calls alike."""
        texts = {text for place in places for units in place.values() for text in units}
        ids = {self._id_named(text) for text in texts} | {*counter_ids(self.game, alike)}
        return self._shared, {id_: self.game.counters.get(id_) for id_ in sorted(ids)}, record

    def _id_named(self, text: str) -> str:
        """Return the id of the counter that a text names; empty if there is none."""
        try:
            return self._names.find(text).id
        except RuleError:
            return ""
