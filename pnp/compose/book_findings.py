"""Finds rules texts and aids that cannot be printed, without typesetting the booklets."""

from __future__ import annotations

from itertools import chain

from pnp.compose.aids.aid_pages import AidPages, find_overfull_aids
from pnp.compose.aids.player_folder import PlayerFolders
from pnp.compose.rulebook.rulebook import find_rules_faults
from pnp.findings import Finding
from pnp.load.board import resolve_board
from pnp.load.target_files import load_target
from pnp.model.game import Game

HOME_PAPERS = ("letter", "a4")
"""The papers that every game must fit. Aids that do not fit either are reported for the first."""


def book_findings(game: Game) -> tuple[Finding, ...]:
    """Return errors in rules texts and overfull aids that would stop a build for Letter or A4."""
    papers = [load_target("home").papers[name] for name in HOME_PAPERS]
    board = resolve_board(game)
    forms = (AidPages(), PlayerFolders())
    overfull = (tuple(chain(*(find_overfull_aids(game, board, paper, one) for one in forms))) for paper in papers)
    return (*find_rules_faults(game), *next(filter(None, overfull), ()))
