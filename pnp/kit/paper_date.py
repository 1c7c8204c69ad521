"""The date that `--dated` prints in the kit of a game whose data states none."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from pnp.errata.compare.repository import repository_of
from pnp.findings import Finding, Refused
from pnp.message import clip
from pnp.spot import Spot

VARIABLE = "SOURCE_DATE_EPOCH"
"""The variable of https://reproducible-builds.org/specs/source-date-epoch/: seconds since 1970, in UTC."""


def paper_date(folder: Path) -> str:
    """Return the date of SOURCE_DATE_EPOCH, or else of the last commit of a game's folder, in UTC: `2026-05-02`.

    The clock is never read. Raise `Refused` (B014) if the variable is not a time, or without it if the folder is not in
    a git repository or differs from its last commit.
    """
    stated = os.environ.get(VARIABLE, "")
    if stated:
        try:
            return datetime.fromtimestamp(int(stated), UTC).date().isoformat()
        except (ValueError, OverflowError, OSError):
            wrong = f"{VARIABLE} is {clip(stated)}, which is not a time"
            raise _refused(wrong, "set it to seconds since 1970, such as 1767225600") from None
    write = f"commit the data, set {VARIABLE}, or write date: in game.yaml"
    repository = repository_of(folder)
    if repository is None or not (date := repository.last_date()):
        raise _refused(f"{folder} has no commit whose date could be printed", write)
    if repository.differs_from("HEAD"):
        raise _refused(f"{folder} differs from its last commit, so the date of that commit would be wrong", write)
    return date


def _refused(wrong: str, write: str) -> Refused:
    """Return the refusal to date a kit."""
    return Refused([Finding("B014", Spot("--dated"), wrong, write)])
