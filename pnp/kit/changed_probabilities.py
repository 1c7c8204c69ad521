"""Probabilities that a correction changes: the cases of the claims, computed with the rules of both editions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pnp.compare.changes import Change
from pnp.compose.errata_sheet import ErrataRow
from pnp.model.claim import Claim
from pnp.model.game import Game
from pnp.rules.playbook import compile_game
from pnp.rules.probability.claim_faults import claim_results

PLAYED = frozenset(
    {"tables", "modifiers", "procedures", "standing", "counters", "map", "map_rules", "terrain", "facts"}
)
"""Keys of a game that the rules engine reads."""


def changed_probabilities(old: Game, new: Game, changes: Sequence[Change]) -> tuple[ErrataRow, ...]:
    """Return each case of the new edition's claims whose results differ, with the old and new results as text.

    The claims of the new edition are computed with the rules of both. Those that no change can affect are left out.
    """
    played = [change for change in changes if not PLAYED.isdisjoint(change.place[:3])]
    if not played:
        return ()
    only = {change.place[-1] for change in played} if all("counters" in c.place[:3] for c in played) else set()
    pairs = (
        [(old, new)]
        if not new.scenarios
        else [(old.scenarios[name], scenario) for name, scenario in new.scenarios.items() if name in old.scenarios]
    )
    return tuple(row for before, after in pairs for row in _rows(before, after, only))


def _rows(old: Game, new: Game, only: Collection[str]) -> Iterator[ErrataRow]:
    """Yield the cases of one game or scenario whose results differ; with `only`, those that name these counters."""
    claims = {id_: claim for id_, claim in new.claims.items() if not only or _names(claim, only)}
    if not claims:
        return
    before, after = (claim_results(compile_game(game), claims) for game in (old, new))
    for key, result in after.items():
        was = before.get(key)
        if was is not None and was.chances != result.chances:
            label = ": ".join(filter(None, (result.claim.rstrip("."), result.case)))
            yield ErrataRow(label, was.text, result.text)


def _names(claim: Claim, counters: Collection[str]) -> bool:
    """Return whether a claim names one of the counters, or a range that may contain one."""
    words = set(re.findall(r"[\w.-]+", repr(claim.model_dump(exclude_defaults=True))))
    return not words.isdisjoint(counters) or any("-" in word and word[-1:].isdigit() for word in words)
