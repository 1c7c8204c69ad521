"""What cannot be set in books as the data has it, found without setting them."""

from __future__ import annotations

from pnp.compose.rules import find_rules_faults
from pnp.findings import Finding
from pnp.load import load_target
from pnp.model.game import Game


def book_findings(game: Game) -> tuple[Finding, ...]:
    """Return the faults of the rules text on the narrowest paper of the home target: R101 to R104."""
    narrowest = min(load_target("home").papers.values(), key=lambda paper: paper.width)
    return find_rules_faults(game, narrowest)
