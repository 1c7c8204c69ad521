"""Refuses to publish a study edition: print targets of shops and the errata page are public."""

from __future__ import annotations

from pnp.findings import Finding, Refused
from pnp.kit.options import BuildOptions
from pnp.model.game import Game


def refuse_public_study(game: Game, options: BuildOptions) -> None:
    """Raise `Refused` (B013) if the print target is public, the game is a study edition, and this is not allowed."""
    if options.settings.target.public:
        refuse_study(game, options, f"the print target {options.target} is for publishing")


def refuse_study(game: Game, options: BuildOptions, why: str) -> None:
    """Raise `Refused` (B013) if the game is a study edition and `--allow-study` is not given.

    `why` says what makes the files public.
    """
    rights = game.game.rights
    if rights is None or rights.basis != "study" or options.allow_study:
        return
    wrong = f"this is an unofficial study edition of a game that belongs to {rights.holder}, and {why}"
    write = "ask for permission and write basis: permission, or use --allow-study if you may publish it"
    raise Refused([Finding("B013", game.spot("game.rights"), wrong, write)])
