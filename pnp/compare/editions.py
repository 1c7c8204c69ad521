"""Reads an edition of a game: a folder, a folder as it was at a git revision, or either with an overlay."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from pnp.findings import Finding, Refused
from pnp.load import find_game, load_game
from pnp.load.game_folder import OVERLAY_FOLDERS
from pnp.message import clip
from pnp.model.game import Game
from pnp.spot import Spot

GIT_SECONDS = 60
"""The longest time that a git command may take."""


@dataclass(frozen=True)
class Edition:
    """A game as it was, and how messages name it (`v1.0:data/ford`, `data/ford@first`).

    `folder` is the folder of the game. `prefix` is the folder that its files were read from, if that was temporary, and
    `shown` what is printed instead.
    """

    name: str
    game: Game
    folder: Path
    prefix: str = ""
    shown: str = ""

    def spot(self, path: str) -> Spot | None:
        """Return the source location of a value; None if no file contains it or anything around it."""
        spot = self.game.spot(path)
        if not spot.file:
            return None
        if self.prefix and spot.file.startswith(self.prefix):
            spot = replace(spot, file=self.shown + spot.file[len(self.prefix) :].lstrip("/"))
        return spot


def read_edition(name: str, overlays: Sequence[str] = ()) -> Edition:
    """Return the edition that a text such as `data/ford`, `v1.0:data/ford` or `data/ford@first` names.

    The text before a colon is a git revision, and the words after `@` are overlays. `overlays` are applied first. Raise
    `Refused` if there is no such game, revision or overlay, or if the game has errors.
    """
    whole, at, after = (name, "", "") if Path(name).is_dir() else name.partition("@")
    laid_over = (*overlays, *filter(None, after.split("@"))) if at else tuple(overlays)
    if ":" not in whole or Path(whole).is_dir():
        here = find_game(whole)
        return Edition(name, load_game(here, laid_over), here)
    revision, _, folder = whole.partition(":")
    with TemporaryDirectory(prefix="pnp-") as temporary:
        here = _extract(revision, folder, Path(temporary))
        game = load_game(here, laid_over)
    return Edition(name, game, Path(folder), here.as_posix(), f"{revision}:{folder.rstrip('/')}/")


def earlier_edition(folder: Path, name: str) -> str:
    """Return the full name of an earlier edition of a game: `data/ford@first` for `first`, or `v1.0:data/ford`.

    `name` is an overlay of the game, a folder, a full name of an edition, or a git revision.
    """
    if any((folder / part / f"{name}.yaml").is_file() for part in OVERLAY_FOLDERS):
        return f"{folder}@{name}"
    return name if Path(name).is_dir() or ":" in name or "@" in name else f"{name}:{folder}"


def _extract(revision: str, folder: str, where: Path) -> Path:
    """Extract a folder as it was at a git revision; return where it is now."""
    inside = Path(folder)
    base = next((path for path in (inside, *inside.parents) if path.is_dir()), Path())
    top = Path(_git(base, "rev-parse", "--show-toplevel").decode().strip())
    if revision.startswith("-") or not _succeeds(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"):
        raise _refused(f"{revision}:{folder}", f"there is no revision {clip(revision)}", "`git tag` lists the tags")
    try:
        relative = (base.resolve() / inside.relative_to(base)).relative_to(top.resolve()).as_posix()
    except ValueError:
        raise _refused(f"{revision}:{folder}", "the folder is not in the repository", "") from None
    tree = f"{revision}:{relative}" if relative != "." else f"{revision}^{{tree}}"
    if not _succeeds(top, "rev-parse", "--verify", "--quiet", tree):
        raise _refused(f"{revision}:{folder}", f"revision {clip(revision)} has no folder {clip(relative)}", "")
    with tarfile.open(fileobj=BytesIO(_git(top, "archive", "--format=tar", tree))) as archive:
        archive.extractall(where, filter="data")
    return where


def _run_git(folder: Path, words: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    """Run a git command in a folder; raise `Refused` if git is not installed or does not answer."""
    program = which("git")
    if program is None:
        raise _refused("git", "git is not installed", "install git, or name two folders")
    try:
        return subprocess.run(
            [program, "-C", str(folder), *words], capture_output=True, timeout=GIT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise _refused("git", f"git took more than {GIT_SECONDS} s", "try again") from None


def _git(folder: Path, *words: str) -> bytes:
    """Return what a git command prints; raise `Refused` if it fails."""
    done = _run_git(folder, words)
    if done.returncode:
        failed = done.stderr.decode(errors="replace").strip()
        unknown = "not a git repository" in failed
        wrong = "this folder is not in a git repository" if unknown else f"git {words[0]} failed: {failed}"
        raise _refused(str(folder), wrong, "name a folder of a repository" if unknown else "")
    return done.stdout


def _succeeds(folder: Path, *words: str) -> bool:
    """Return whether a git command succeeds."""
    return _run_git(folder, words).returncode == 0


def _refused(name: str, wrong: str, write: str) -> Refused:
    """Return the refusal of an edition."""
    return Refused([Finding("E001", Spot(clip(name)), wrong, write)])
