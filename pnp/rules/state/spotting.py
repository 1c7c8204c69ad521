"""What is wrong with a value becomes a finding at the place where it was written."""

from __future__ import annotations

from contextlib import suppress

from pnp.findings import Finding, Severity
from pnp.load.tree import Spots, write_changed
from pnp.model.game import Game
from pnp.rules.state.starting_state import RuleFault
from pnp.spot import Spot


def spot_of(game: Game, wrong: RuleFault) -> Spot:
    """Where it was written, to the sign if it is about a part of a text."""
    spots = game._spots
    found = game.spot(wrong.path)
    if isinstance(spots, Spots):
        with suppress(KeyError):  # it is about a list, a mapping, or something that was left out
            found = spots.inside(wrong.path, wrong.at)
    return Spot(found.file, found.line, found.column, wrong.path)


def finding_of(game: Game, wrong: RuleFault) -> Finding:
    """The finding, with the place where the value stood before an overlay changed it."""
    spots = game._spots
    changed = write_changed(spots.before(wrong.path)) if isinstance(spots, Spots) else ""
    return Finding(wrong.code, spot_of(game, wrong), wrong.wrong + changed, wrong.write, Severity.ERROR)
