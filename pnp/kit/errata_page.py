"""The errata page: all editions of a game that have a tag in its repository, and the errata kit of each."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.compare.changes import Change, compare_editions
from pnp.compare.editions import Edition, edition_at
from pnp.compare.repository import Repository, Tag, list_tags, refused_edition, repository_of
from pnp.compose.editions_page import ListedChanges, ListedEdition, compose_editions_page, list_changes
from pnp.compose.errata_sheet import version_text
from pnp.findings import Finding, Refused, Severity
from pnp.kit.errata import file_name_part, write_errata
from pnp.kit.full_check import full_check
from pnp.kit.options import BuildOptions, name_of
from pnp.kit.publish import replace_folder
from pnp.load import load_game
from pnp.load.game_folder import DOOR
from pnp.message import clip
from pnp.model.listing import MANIFEST
from pnp.spot import Spot
from pnp.write.kit_manifest import write_manifest

PAGE = "index.html"
NOT_ABOUT_THE_GAME = frozenset({"W001", "W004", "W005"})
"""Codes of findings about the machine, which stop the whole page: no Pango, no space, not writable."""
SHOWN = 3
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
    """The edition at a tag; None with its errors if it has any."""

    tag: Tag
    edition: Edition | None
    errors: tuple[Finding, ...] = ()


def build_errata_page(
    game: Path, output: Path, options: BuildOptions, pattern: str, report: Callable[[str], None]
) -> ErrataPage:
    """Write the page of all editions, with an errata kit for each old one, into the folder `output`.

    The editions are the tags that match `pattern` and contain the game. The kit of an edition leads to the newest
    edition, and that of the newest to the folder of the game as it is, if that differs. `report` gets a line for each
    edition. Raise `Refused` if no tag contains the game.
    """
    repository = repository_of(game, "E003")
    editions = []
    for tag in _tags_of_game(repository, game, pattern):
        report(f"reading {tag.name}")
        editions.append(_tagged(tag, game))
    warnings = [_left_out(f"{one.tag.name}:{game}", "this edition", one.errors) for one in editions if one.errors]
    newest = next((one for one in reversed(editions) if one.edition is not None), None)
    present, errors = _present_edition(repository, game, newest)
    warnings += [_left_out(str(game), "the game as it is now", errors)] if errors else []
    about = newest.edition.game if newest and newest.edition else None
    contents = {**(options.contents(about) if about else {}), "parts": ["errata page"], "folder": name_of(game)}
    listed: list[ListedEdition] = []
    with replace_folder(output, contents) as fresh:
        for i, (one, name) in enumerate(zip(editions, _folder_names(one.tag.name for one in editions), strict=True)):
            report(f"comparing {one.tag.name}")
            later = [other for other in editions[i + 1 :] if other.edition is not None]
            entry, found = _listed(one, later, present, options, fresh / name)
            listed.append(entry)
            warnings += found
        page = compose_editions_page(about.game if about else None, name_of(game), listed)
        (fresh / PAGE).write_text(page, encoding="utf-8")
        _, pages = write_manifest(fresh, contents, {})
    return ErrataPage(output, len(listed), sum(bool(one.folder) for one in listed), pages, tuple(warnings))


def _tags_of_game(repository: Repository, game: Path, pattern: str) -> tuple[Tag, ...]:
    """Return the tags that match a pattern and contain the game, the oldest first; raise `Refused` if none does."""
    matching = list_tags(repository, pattern)
    found = tuple(tag for tag in matching if repository.has_file(tag.name, DOOR))
    if found:
        return found
    every = list_tags(repository)
    if not every:
        wrong, write = (
            "the repository has no tags",
            "`git tag v1.0` makes one, `git fetch --tags` fetches those of a clone",
        )
    elif not matching:
        wrong, write = f"none of the {len(every)} tags matches {clip(pattern)}", "`git tag` lists the tags"
    else:
        wrong = f"no tag contains {DOOR} in the folder {clip(repository.path)}"
        write = "tag a commit that contains the game"
    raise refused_edition(str(game), wrong, write, "E004")


def _tagged(tag: Tag, game: Path) -> TaggedEdition:
    """Return the edition at a tag, or its errors."""
    try:
        edition = edition_at(tag.name, str(game))
    except Refused as refused:
        return TaggedEdition(tag, None, refused.findings)
    errors = _errors_of(edition)
    return TaggedEdition(tag, None if errors else edition, errors)


def _present_edition(
    repository: Repository, game: Path, newest: TaggedEdition | None
) -> tuple[Edition | None, tuple[Finding, ...]]:
    """Return the game as it is now, or its errors, if it is later than the newest edition; else None."""
    if newest is None or not repository.contains(newest.tag.name) or not repository.differs_from(newest.tag.name):
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


def _left_out(spot: str, what: str, errors: Sequence[Finding]) -> Finding:
    """Return the warning that an edition is left out because the game has errors."""
    return Finding("E005", Spot(spot), f"{what} is left out: {_errors_text(errors)}", "", Severity.WARNING)


def _errors_text(errors: Sequence[Finding]) -> str:
    """Return the first errors of a game as a sentence without source locations."""
    shown = "; ".join(f"{one.code} {one.message}" for one in errors[:SHOWN])
    more = f"; and {len(errors) - SHOWN} more" if len(errors) > SHOWN else ""
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


def _listed(
    one: TaggedEdition, later: Sequence[TaggedEdition], present: Edition | None, options: BuildOptions, folder: Path
) -> tuple[ListedEdition, tuple[Finding, ...]]:
    """Return an edition as the page lists it, and warnings; write its errata kit into a new folder if it needs one."""
    entry = ListedEdition(one.tag.name, one.tag.date)
    old = one.edition
    if old is None:
        return replace(entry, fault=f"This edition is left out: {_errors_text(one.errors)}."), ()
    entry = replace(entry, version=version_text(old.game))
    target = later[-1].edition if later else present
    if target is None:
        return entry, ()
    changes, fault = _compared(old, target)
    if later:
        newest = _listed_changes(old, target, changes, fault, later[-1].tag.name, "the newest edition")
        to_next = newest
        if len(later) > 1:
            nearest = later[0].edition
            assert nearest is not None
            to_next = _listed_changes(old, nearest, *_compared(old, nearest), later[0].tag.name, "the next edition")
        entry = replace(entry, to_next=to_next, to_newest=newest)
    elif changes or fault:
        what = "which has no tag yet"
        entry = replace(entry, unpublished=_listed_changes(old, target, changes, fault, "the present data", what))
    if not changes:
        return entry, ()
    folder.mkdir()
    try:
        written = write_errata(replace(old, name=one.tag.name), target, changes, options, folder)
    except Refused as refused:
        if any(found.code in NOT_ABOUT_THE_GAME for found in refused.findings):
            raise
        shutil.rmtree(folder)  # one edition does not keep all others from the page
        warnings = tuple(replace(found, severity=Severity.WARNING) for found in refused.findings)
        return replace(
            entry, unbuilt="; ".join(f"{found.code} {found.message}" for found in warnings[:SHOWN])
        ), warnings
    return replace(entry, folder=folder.name, files=written.files), written.warnings


def _compared(old: Edition, new: Edition) -> tuple[tuple[Change, ...], str]:
    """Return the changes between two editions; none, and the reason, if they are editions of different games."""
    try:
        return compare_editions(old, new), ""
    except Refused as refused:
        return (), "; ".join(f"{one.wrong}." for one in refused.findings)


def _listed_changes(
    old: Edition, new: Edition, changes: Sequence[Change], fault: str, to: str, what: str
) -> ListedChanges:
    """Return changes as the page lists them, or the reason that there are none."""
    return ListedChanges(to, what, fault=fault) if fault else list_changes(old.game, new.game, changes, to, what)
