"""Reads an edition of a game: a folder, a folder as it was at a git revision, or either with an overlay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.errata.compare.repository import extract_folder, list_tags, refused_edition, repository_of
from pnp.findings import Finding, Refused, near_match
from pnp.load import find_game, load_game, shipped_games, shown_name
from pnp.load.game_folder import overlay_files
from pnp.load.misprints import as_published_game
from pnp.load.overlay import EDITION as PUBLISHED
from pnp.load.read_libraries import with_present_edition
from pnp.message import clip, join_words
from pnp.model.game import Game
from pnp.spot import Spot

MOST_TAGS = 8
"""The most tags that a message lists, the newest ones."""


@dataclass(frozen=True)
class Edition:
    """A game as it was, and how messages name it (`v1.0:data/ford`, `data/ford@first`).

    `folder` is the folder of the game. `prefix` is the folder that its files were read from, if that was temporary, and
    `shown` what is printed instead. `overlays` are the files of its other editions, scenarios and so on, which are not
    part of the game that is compared.
    """

    name: str
    game: Game
    folder: Path
    prefix: str = ""
    shown: str = ""
    overlays: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The name of the edition for readers: its overlay, its revision, or the name of its folder."""
        _, at, overlay = self.name.rpartition("@")
        revision, colon, _ = self.name.partition(":")
        return overlay if at else revision if colon else Path(self.name).name or self.name

    def spot(self, path: str, scenario: str = "") -> Spot | None:
        """Return the source location of a value of the game or of one of its scenarios.

        It is None if no file contains the value or anything around it.
        """
        spot = self.game.scenarios.get(scenario, self.game).spot(path)
        if not spot.file:
            return None
        return replace(spot, file=_shown_file(spot.file, self.prefix, self.shown))

    def finding(self, found: Finding) -> Finding:
        """Return a finding about this edition with the source location that messages name."""
        return _finding_as_shown(found, self.prefix, self.shown)


def read_edition(name: str, overlays: Sequence[str] = ()) -> Edition:
    """Return the edition that a text such as `data/ford`, `v1.0:data/ford` or `data/ford@first` names.

    The text before a colon is a git revision, and the words after `@` are overlays. `overlays` are applied first. Raise
    `Refused` if there is no such game, revision or overlay, or if the game has errors.
    """
    whole, at, after = (name, "", "") if Path(name).is_dir() else name.partition("@")
    laid_over = (*overlays, *after.split("@")) if at else tuple(overlays)
    if "" in laid_over:
        raise refused_edition(name, "there is no overlay after @", "write FOLDER@OVERLAY")
    if ":" not in whole or Path(whole).is_dir():
        here = _find_game(whole)
        game = load_game(here, laid_over)
        return Edition(name, game, here, overlays=_overlays(here, game))
    revision, _, folder = whole.partition(":")
    return replace(edition_at(revision, folder, laid_over), name=name)


def read_editions(old: str, new: str) -> tuple[Edition, Edition]:
    """Return the editions that two texts name; see `read_edition`.

    If only one of them names a game, the other may be a git revision or an overlay alone, which is then of this game.
    Raise `Refused` if one of them does not exist or has errors.
    """
    if _names_no_game(old) and not _names_no_game(new):
        after = read_edition(new)
        return read_earlier_edition(after, old), after
    before = read_edition(old)
    is_of_old = _names_no_game(new) and not _names_no_game(old)
    return before, read_earlier_edition(before, new) if is_of_old else read_edition(new)


def _names_no_game(name: str) -> bool:
    """Return whether a text is a single word that is not the name of a game or a folder."""
    first = name.partition("@")[0]
    return ":" not in name and not Path(name).is_dir() and not Path(first).is_dir() and first not in shipped_games()


def _find_game(name: str) -> Path:
    """Return the folder of a game; raise `Refused` with advice about editions if there is none."""
    try:
        return find_game(name)
    except Refused:
        close = near_match(name, shipped_games())
        write = f"write {clip(name)}:FOLDER for a git revision, FOLDER@{clip(name)} for an overlay"
        if "/" in name or name.startswith("."):
            write = (
                f"write the path of a folder with a game.yaml, or v1.0:{clip(name)} for the folder at a git revision"
            )
        wrong = "there is no such folder and no game of this name"
        raise refused_edition(name, wrong, f"did you mean {close}?" if close else write) from None


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
            with with_present_edition(Path(folder)):
                game = load_game(here, overlays)
            others = _overlays(here, game)
        except Refused as refused:
            raise Refused(_finding_as_shown(one, prefix, shown) for one in refused.findings) from None
    return Edition(f"{revision}:{folder}", game, Path(folder), prefix, shown, others)


def _overlays(folder: Path, game: Game) -> tuple[str, ...]:
    """Return the overlays in a folder that the game does not contain, such as `editions/first`."""
    return tuple(
        f"{part}/{name}"
        for part, names in overlay_files(folder).items()
        for name in names
        if name not in game.scenarios
    )


def other_overlays(old: Edition, new: Edition) -> Iterator[str]:
    """Yield a sentence for each of two editions that has overlays which the other has not."""
    for which, one, other in (("old", old, new), ("new", new, old)):
        only = sorted({*one.overlays} - {*other.overlays})
        if only:
            yield f"only the {which} version has {join_words(only)}; overlays are compared by name (FOLDER@NAME)"


def _finding_as_shown(found: Finding, prefix: str, shown: str) -> Finding:
    """Return a finding with another source location if that is in the folder `prefix`."""
    return replace(found, spot=replace(found.spot, file=_shown_file(found.spot.file, prefix, shown)))


def _shown_file(file: str, prefix: str, shown: str) -> str:
    """Return a path with `shown` instead of the folder `prefix`."""
    return shown + file[len(prefix) :].lstrip("/") if prefix and file.startswith(prefix) else file


def read_earlier_edition(present: Edition, name: str) -> Edition:
    """Return an earlier edition of a game that was read from its folder.

    `name` is an overlay of the game, a git revision, either with further overlays (`v1.0@short`), a folder, the name
    of a game, or a full name of an edition (`v1.0:data/ford`). Raise `Refused` if there is none, or if it has errors.
    """
    folder = present.folder
    first, at, more = ("", "", "") if Path(name).is_dir() else name.partition("@")
    if _is_overlay(folder, first):
        return read_edition(f"{folder}@{name}")
    if not first or ":" in first or Path(first).is_dir() or first in shipped_games():
        return read_edition(name)
    repository = repository_of(folder)
    if repository is not None and repository.has_revision(first):
        return read_edition(f"{first}:{folder}{at}{more}")
    tags = [tag.name for tag in list_tags(repository)] if repository is not None else []
    wrong = f"there is no overlay, git revision or folder named {clip(first)}"
    raise refused_edition(name, wrong, _known_editions(first, _edition_names(present), tags))


def _is_overlay(folder: Path, name: str) -> bool:
    """Return whether a game has an overlay of this name; the edition `as-published` counts as one."""
    return name == PUBLISHED or any(name in (stem, f"{part}/{stem}") for part, stem in _overlay_names(folder))


def _overlay_names(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the folder and the name of each overlay of a game."""
    for part, files in overlay_files(folder).items():
        yield from ((part, stem) for stem in files)


def _edition_names(present: Edition) -> list[str]:
    """Return the names of the editions of a game that are overlays."""
    names = [stem for part, stem in _overlay_names(present.folder) if part == "editions"]
    return names if as_published_game(present.game) is None else [*names, PUBLISHED]


def _known_editions(name: str, overlays: Sequence[str], tags: Sequence[str]) -> str:
    """Return advice that lists the editions of a game, or the one whose name was misspelt."""
    close = near_match(name, [*overlays, *tags, *shipped_games()])
    if close:
        return f"did you mean {close}?"
    listed = [f"overlays of this game: {', '.join(overlays)}"] if overlays else []
    if tags:
        more = f" and {len(tags) - MOST_TAGS} more" if len(tags) > MOST_TAGS else ""
        listed.append(f"tags: {', '.join(tags[-MOST_TAGS:])}{more}")
    return (
        "; ".join(listed)
        or "write a file in editions/ without its ending, a tag or commit, or the folder of the edition"
    )
