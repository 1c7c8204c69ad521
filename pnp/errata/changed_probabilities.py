"""Probabilities that a correction changes: the cases of the claims, computed with the rules of both editions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set as AbstractSet

from pnp.errata.compare.changes import Change
from pnp.errata.errata_sheet import ErrataRow
from pnp.model.claim import Claim
from pnp.model.game import UNPLAYED, Game
from pnp.rules.playbook import compile_game
from pnp.rules.probability.claim_faults import claim_results
from pnp.rules.state.play_inputs import placed_counters
from pnp.rules.state.starting_state import UnitNames

FOR_READERS = frozenset({*UNPLAYED, "claims", "game"})
"""Sections of a game on which no probability depends."""


def changed_probabilities(old: Game, new: Game, changes: Sequence[Change]) -> tuple[ErrataRow, ...]:
    """Return each case of the new edition's claims whose results differ, with the old and new results as text.

    The claims of the new edition are computed with the rules of both. Those that no change can affect are left out.
    """
    played = [change.item for change in changes if change.item[0] not in FOR_READERS and change.differences]
    if not played:
        return ()
    only = {id_ for key, id_ in played} if all(item[0] == "counters" for item in played) else set()
    pairs = (
        [(old, new)]
        if not new.scenarios
        else [(old.scenarios[name], scenario) for name, scenario in new.scenarios.items() if name in old.scenarios]
    )
    return tuple(row for before, after in pairs for row in _rows(before, after, only))


def _rows(old: Game, new: Game, only: AbstractSet[str]) -> Iterator[ErrataRow]:
    """Yield the cases of one game or scenario whose results differ; with `only`, those that place these counters."""
    if all(getattr(old, key) == getattr(new, key) for key in Game.model_fields if key not in FOR_READERS):
        return  # another scenario has changed
    rosters = [UnitNames(game, None) for game in (old, new)]
    claims = {id_: claim for id_, claim in new.claims.items() if not only or places_one(claim, rosters, only)}
    if not claims:
        return
    before, after = (claim_results(compile_game(game), claims) for game in (old, new))
    for key, result in after.items():
        was = before.get(key)
        if was is not None and was.chances != result.chances:
            label = ": ".join(filter(None, (result.claim.rstrip("."), result.case)))
            yield ErrataRow(label, was.text, result.text)


def places_one(claim: Claim, rosters: Iterable[UnitNames], counters: AbstractSet[str]) -> bool:
    """Return whether a claim places one of the counters, as either edition knows their names.

    Steps and functions only reach counters that are in play, and those are in the set-up of the claim.
    """
    return any(id_ in counters for roster in rosters for id_ in placed_counters(claim, roster))
