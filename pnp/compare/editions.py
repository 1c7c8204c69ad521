"""Reads an edition of a game: a folder, a folder as it was at a git revision, or either with an overlay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.compare.repository import extract_folder
from pnp.findings import Finding, Refused
from pnp.load import find_game, load_game, shown_name
from pnp.load.game_folder import OVERLAY_FOLDERS
from pnp.model.game import Game
from pnp.spot import Spot


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

    @property
    def label(self) -> str:
        """The name of the edition for readers: its overlay, its revision, or the name of its folder."""
        _, at, overlay = self.name.rpartition("@")
        revision, colon, _ = self.name.partition(":")
        return overlay if at else revision if colon else Path(self.name).name or self.name

    def spot(self, path: str) -> Spot | None:
        """Return the source location of a value; None if no file contains it or anything around it."""
        spot = self.game.spot(path)
        if not spot.file:
            return None
        return replace(spot, file=_shown_file(spot.file, self.prefix, self.shown))

    def finding(self, found: Finding) -> Finding:
        """Return a finding about this edition with the source location that messages name."""
        return _shown_finding(found, self.prefix, self.shown)


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
    return replace(edition_at(revision, folder, laid_over), name=name)


def edition_at(revision: str, folder: str, overlays: Sequence[str] = ()) -> Edition:
    """Return the game in a folder as it was at a git revision.

    Raise `Refused` if there is no such revision or folder, or if the game has errors.
    """
    shown = f"{revision}:{folder.rstrip('/')}/"
    with TemporaryDirectory(prefix="pnp-") as temporary:
        here = Path(temporary)
        prefix = shown_name(here)
        extract_folder(revision, folder, here)
        try:
            game = load_game(here, overlays)
        except Refused as refused:
            raise Refused(_shown_finding(one, prefix, shown) for one in refused.findings) from None
    return Edition(f"{revision}:{folder}", game, Path(folder), prefix, shown)


def _shown_finding(found: Finding, prefix: str, shown: str) -> Finding:
    """Return a finding with another source location if that is in the folder `prefix`."""
    return replace(found, spot=replace(found.spot, file=_shown_file(found.spot.file, prefix, shown)))


def _shown_file(file: str, prefix: str, shown: str) -> str:
    """Return a path with `shown` instead of the folder `prefix`."""
    return shown + file[len(prefix) :].lstrip("/") if prefix and file.startswith(prefix) else file


def edition_full_name(folder: Path, name: str) -> str:
    """Return the full name of an earlier edition of a game: `data/ford@first` for `first`, or `v1.0:data/ford`.

    `name` is an overlay of the game, a folder, a full name of an edition, or a git revision.
    """
    if any((folder / part / f"{name}.yaml").is_file() for part in OVERLAY_FOLDERS):
        return f"{folder}@{name}"
    return name if Path(name).is_dir() or ":" in name or "@" in name else f"{name}:{folder}"
