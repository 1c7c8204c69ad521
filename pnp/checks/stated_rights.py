"""The check that a game names its owner."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity


@check("R028", Severity.NOTE)
def rights_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A game does not say who owns it.

    Kits print the owner on the cover, in the rules booklet and in `index.html`. `basis` is `own` for your own game,
    `permission` if its owner permits the kit, `public-domain`, or `study` for an unofficial edition of the game of
    somebody else. Print targets of shops and the errata page refuse `study` without `--allow-study`.

    Bad:
        game: {rights: ~}
    Good:
        game: {rights: {basis: own, holder: A. Name}}
    """
    if checked.game.game.rights is None:
        wrong = "the game does not say who owns it"
        yield Fault(
            "game", wrong, "write rights: {basis: own, holder: NAME}, or basis: permission, public-domain, study"
        )
