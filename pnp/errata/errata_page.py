"""The errata page: all editions of a game that have a tag in its repository, and the errata kit of each."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.errata.compare.changes import Change, compare_editions
from pnp.errata.compare.editions import Edition, edition_at
from pnp.errata.compare.repository import Repository, Tag, list_tags, refused_edition, repository_of
from pnp.errata.editions_page import EditionChanges, EditionEntry, compose_editions_page, editions_page_changes
from pnp.errata.errata_kit import file_name_part, write_errata
from pnp.errata.errata_sheet import version_text
from pnp.findings import Finding, Refused, Severity
from pnp.kit.full_check import full_check
from pnp.kit.options import BuildOptions, name_of
from pnp.kit.public_use import refuse_study
from pnp.kit.publish import replace_folder
from pnp.load import load_game
from pnp.load.game_folder import GAME_FILE
from pnp.message import capitalised, clip
from pnp.model.listing import MANIFEST
from pnp.spot import Spot
from pnp.write.kit_manifest import write_manifest

PAGE = "index.html"
MACHINE_CODES = frozenset({"W001", "W004", "W005"})
"""Codes of findings about the machine, which stop the whole page: no Pango, no space, not writable."""
NO_KIT = "this edition has no errata kit"
MOST_ERRORS = 3
"""The most errors that the message about an edition quotes."""


@dataclass(frozen=True)
class ErrataPage:
    """A finished errata page: its folder, the number of editions on it, of errata kits and of pages, and warnings."""

    folder: Path
    editions: int
    kits: int
    pages: int
    warnings: tuple[Finding, ...]


@dataclass(frozen=True)
class TaggedEdition:
    """The edition at a tag. If the game has errors there, `edition` is None."""

    tag: Tag
    edition: Edition | None
    errors: tuple[Finding, ...] = ()


def build_errata_page(
    game: Path,
    output: Path,
    options: BuildOptions,
    pattern: str,
    report: Callable[[str], None],
    executor: Executor | None = None,
) -> ErrataPage:
    """Write the page of all editions, with an errata kit for each old one, into the folder `output`.

    The editions are the tags that match `pattern` and contain the game. The kit of an edition leads to the newest
    edition, and that of the newest to the folder of the game as it is, if that differs. `report` gets a line for each
    edition. Raise `Refused` if no tag contains the game, or if it is a study edition that may not be published.
    """
    repository = repository_of(game)
    if repository is None:
        wrong = "this folder is not in a git repository, so it has no tags"
        write = "`git init` creates a repository; then commit and tag the game"
        raise refused_edition(str(game), wrong, write, "E003")
    editions = []
    for tag in _tags_of_game(repository, game, pattern):
        report(f"reading {tag.name}")
        editions.append(_read_tagged(tag, game))
    warnings = [_warning(f"{one.tag.name}:{game}", NO_KIT, one.errors) for one in editions if one.errors]
    newest = next((one for one in reversed(editions) if one.edition is not None), None)
    present, errors = _read_working_copy(repository, game, newest)
    warnings += [_warning(str(game), "the changes without a tag are not listed", errors)] if errors else []
    shown = newest.edition.game if newest and newest.edition else None
    if latest := present.game if present else shown:
        refuse_study(latest, options, "the errata page is for publishing")
    contents = {
        **(options.contents(shown.game.title) if shown else {}),
        "parts": ["errata page"],
        "folder": name_of(game),
    }
    entries: list[EditionEntry] = []
    with replace_folder(output, contents) as fresh:
        for i, (one, name) in enumerate(zip(editions, _folder_names(one.tag.name for one in editions), strict=True)):
            report(f"comparing {one.tag.name}")
            later = [other for other in editions[i + 1 :] if other.edition is not None]
            entry, found = _edition_entry(one, later, present, options, fresh / name, executor)
            entries.append(entry)
            warnings += found
        page = compose_editions_page(shown.game if shown else None, name_of(game), entries)
        (fresh / PAGE).write_text(page, encoding="utf-8")
        _, pages = write_manifest(fresh, contents, {})
    return ErrataPage(output, len(entries), sum(bool(one.folder) for one in entries), pages, tuple(warnings))


def _tags_of_game(repository: Repository, game: Path, pattern: str) -> tuple[Tag, ...]:
    """Return the tags that match a pattern and contain the game, the oldest first; raise `Refused` if none does."""
    matching = list_tags(repository, pattern)
    found = tuple(tag for tag in matching if repository.has_file(tag.name, GAME_FILE))
    if found:
        return found
    every = list_tags(repository)
    if not every:
        wrong = "the repository has no tags"
        write = "`git tag v1.0` creates one; in a shallow clone, `git fetch --tags --unshallow` fetches them"
    elif not matching:
        wrong, write = f"none of the {len(every)} tags matches {clip(pattern)}", "`git tag` lists the tags"
    elif not (game / GAME_FILE).is_file():
        wrong = f"this folder has no {GAME_FILE}, neither now nor at a tag"
        write = "name the folder of a game"
    else:
        wrong = f"no tag contains {clip((Path(repository.path) / GAME_FILE).as_posix())}"
        write = "tag a commit that contains the game"
    raise refused_edition(str(game), wrong, write, "E004")


def _read_tagged(tag: Tag, game: Path) -> TaggedEdition:
    """Return the edition at a tag, or its errors."""
    try:
        edition = edition_at(tag.name, str(game))
    except Refused as refused:
        return TaggedEdition(tag, None, refused.findings)
    errors = _errors_of(edition)
    return TaggedEdition(tag, None if errors else edition, errors)


def _read_working_copy(
    repository: Repository, game: Path, newest: TaggedEdition | None
) -> tuple[Edition | None, tuple[Finding, ...]]:
    """Return the game as it is in its folder, and its errors.

    It is None if it has errors, if it equals the newest edition, or if an older commit is checked out.
    """
    if newest is None or not repository.head_includes(newest.tag.name) or not repository.differs_from(newest.tag.name):
        return None, ()
    try:
        edition = Edition(str(game), load_game(game), game)
    except Refused as refused:
        return None, refused.findings
    errors = _errors_of(edition)
    return None if errors else edition, errors


def _errors_of(edition: Edition) -> tuple[Finding, ...]:
    """Return the errors of an edition, without warnings."""
    return tuple(edition.finding(one) for one in full_check(edition.game) if one.severity is Severity.ERROR)


def _warning(spot: str, missing: str, errors: Sequence[Finding]) -> Finding:
    """Return the warning that something is missing on the page because the game has errors."""
    return Finding("E005", Spot(spot), f"{missing}, because {_errors_text(errors)}", "", Severity.WARNING)


def _errors_text(errors: Sequence[Finding]) -> str:
    """Return the first errors of a game as a sentence without source locations."""
    shown = "; ".join(f"{one.code} {one.message}" for one in errors[:MOST_ERRORS])
    more = f"; and {len(errors) - MOST_ERRORS} more" if len(errors) > MOST_ERRORS else ""
    return f"the game has {len(errors)} {'error' if len(errors) == 1 else 'errors'}: {shown}{more}"


def _folder_names(tags: Iterable[str]) -> Iterator[str]:
    """Yield the name of a folder for each tag; no two differ only in capitals.

    >>> list(_folder_names(["v1.0", "V1.0", "series/a", "index.html"]))
    ['v1.0', 'V1.0-2', 'series-a', 'index.html-2']
    """
    taken = {PAGE, MANIFEST}
    for tag in tags:
        name, number = file_name_part(tag), 2
        while name.casefold() in taken:
            name, number = f"{file_name_part(tag)}-{number}", number + 1
        taken.add(name.casefold())
        yield name


def _edition_entry(
    one: TaggedEdition,
    later: Sequence[TaggedEdition],
    present: Edition | None,
    options: BuildOptions,
    folder: Path,
    executor: Executor | None,
) -> tuple[EditionEntry, tuple[Finding, ...]]:
    """Return what the page states about an edition, and warnings; write its errata kit into a new folder.

    `later` are the later editions without errors, and `present` is the game in its folder. There is no kit if no later
    edition differs.
    """
    entry = EditionEntry(one.tag.name, one.tag.date)
    old = one.edition
    if old is None:
        return replace(entry, fault=f"{capitalised(NO_KIT)}, because {_errors_text(one.errors)}."), ()
    entry = replace(entry, version=version_text(old.game))
    target = later[-1].edition if later else present
    if target is None:
        return entry, ()
    changes, fault = _changes_or_fault(old, target)
    if not later:
        listed = _edition_changes(old, target, changes, fault, "the present data", "which has no tag yet")
        entry = replace(entry, to_present=listed if changes or fault else None)
    else:
        to_newest = _edition_changes(old, target, changes, fault, later[-1].tag.name, "the newest edition")
        entry = replace(entry, to_newest=to_newest, to_next=_changes_to_next(old, later) or to_newest)
    return _write_kit_of(entry, replace(old, name=one.tag.name), target, changes, options, folder, executor)


def _changes_to_next(old: Edition, later: Sequence[TaggedEdition]) -> EditionChanges | None:
    """Return the changes to the next edition; None if that is the newest one."""
    following = later[0].edition
    if len(later) == 1 or following is None:
        return None
    return _edition_changes(old, following, *_changes_or_fault(old, following), later[0].tag.name, "the next edition")


def _write_kit_of(
    entry: EditionEntry,
    old: Edition,
    new: Edition,
    changes: Sequence[Change],
    options: BuildOptions,
    folder: Path,
    executor: Executor | None,
) -> tuple[EditionEntry, tuple[Finding, ...]]:
    """Write the errata kit for changes, if there are any; return the entry with its files, and warnings.

    If the kit has errors, the entry states them. They do not stop the page, unless the machine is the cause.
    """
    if not changes:
        return entry, ()
    folder.mkdir()
    try:
        written = write_errata(old, new, changes, options, folder, executor)
    except Refused as refused:
        if any(found.code in MACHINE_CODES for found in refused.findings):
            raise
        shutil.rmtree(folder)
        warnings = tuple(replace(found, severity=Severity.WARNING) for found in refused.findings)
        reasons = "; ".join(f"{found.code} {found.message}" for found in warnings[:MOST_ERRORS])
        return replace(entry, kit_fault=reasons), warnings
    return replace(entry, folder=folder.name, files=written.files), written.warnings


def _changes_or_fault(old: Edition, new: Edition) -> tuple[tuple[Change, ...], str]:
    """Return the changes between two editions; none, and the reason, if they are editions of different games."""
    try:
        return compare_editions(old, new), ""
    except Refused as refused:
        return (), "; ".join(f"{one.wrong}." for one in refused.findings)


def _edition_changes(
    old: Edition, new: Edition, changes: Sequence[Change], fault: str, to: str, what: str
) -> EditionChanges:
    """Return changes as the page lists them, or the reason that there are none."""
    return (
        EditionChanges(to, what, fault=fault) if fault else editions_page_changes(old.game, new.game, changes, to, what)
    )
