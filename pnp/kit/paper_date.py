"""The date that `--dated` prints in the kit of a game whose data states none, and the line below the word DRAFT."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pnp.errata.compare.repository import repository_of
from pnp.findings import Finding, Refused
from pnp.load.game_files import game_files
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


def draft_line(folder: Path) -> str:
    """Return the date and the revision of a game's folder for the pages of a draft: `2026-05-02, v1.0-3-g1a2b3c4`.

    The date is that of `paper_date`, or else the day on which a file of the game was changed last. Changes since the
    last commit are named. Raise `Refused` (B014) if SOURCE_DATE_EPOCH is not a time.
    """
    repository, changed = None, True
    with suppress(Refused):  # without git there is no revision
        repository = repository_of(folder)
        changed = repository is None or repository.differs_from("HEAD")
    if os.environ.get(VARIABLE) or not changed:
        date = paper_date(folder)
    else:
        times = [(folder / name).lstat().st_mtime for name, _ in game_files(folder)]
        date = datetime.fromtimestamp(max(times, default=0), UTC).date().isoformat()
    revision = repository.description() if repository is not None else ""
    return ", ".join(filter(None, (date, revision, "with changes" if revision and changed else "")))


def _refused(wrong: str, write: str) -> Refused:
    """Return the refusal to date a kit."""
    return Refused([Finding("B014", Spot("--dated"), wrong, write)])
