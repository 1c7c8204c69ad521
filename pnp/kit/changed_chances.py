"""Probabilities that a correction changes: the cases of the claims, computed with the rules of both editions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.compare.changes import Change
from pnp.compose.errata_sheet import ErrataRow
from pnp.model.game import Game
from pnp.rules.playbook import compile_game
from pnp.rules.probability.claim_faults import claim_results

PLAYED = frozenset(
    {"tables", "modifiers", "procedures", "standing", "counters", "map", "map_rules", "terrain", "facts"}
)
"""Keys of a game that the rules engine reads."""


def changed_chances(old: Game, new: Game, changes: Sequence[Change]) -> tuple[ErrataRow, ...]:
    """Return each case of the new edition's claims whose results differ, with the old and new results as text.

    The claims of the new edition are computed with the rules of both. Without changes that the engine can notice, none
    is computed.
    """
    if all(PLAYED.isdisjoint(change.place[:3]) for change in changes):
        return ()
    pairs = (
        [(old, new)]
        if not new.scenarios
        else [(old.scenarios[name], scenario) for name, scenario in new.scenarios.items() if name in old.scenarios]
    )
    return tuple(row for before, after in pairs for row in _rows(before, after))


def _rows(old: Game, new: Game) -> Iterator[ErrataRow]:
    """Yield the cases of one game or scenario whose results differ."""
    before, after = (claim_results(compile_game(game), new.claims) for game in (old, new))
    for key, result in after.items():
        was = before.get(key)
        if was is not None and was.chances != result.chances:
            label = ": ".join(filter(None, (result.claim.rstrip("."), result.case)))
            yield ErrataRow(label, was.text, result.text)
