"""The errata sheet: all changes from one edition to another, with pictures of the counters that changed.

It is made for paper and, with links to the files to print, for a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from markupsafe import Markup

from pnp.compose.html_book import Book
from pnp.compose.rulebook.title_page import CHANGES, BookletPart
from pnp.compose.templating import environment, read_style, render
from pnp.compose.web_style import web_style
from pnp.errata.compare.changes import Change
from pnp.errata.compare.edition_values import Place
from pnp.errata.compare.wording import (
    case_of,
    change_impact,
    change_kind,
    change_rows,
    change_title,
    changes_by_component,
)
from pnp.errata.marked_edition import NOT_COMPARED
from pnp.message import capitalised, clip
from pnp.model.game import Game
from pnp.model.target import Paper
from pnp.scene import Scene
from pnp.typography import dress
from pnp.units import Mm

SIDE: Mm = 14.0
MOST_LINES, LINE_LETTERS, MOST_LETTERS = 40, 26, 900
"""A box of the list of changes in the marked rules has at most so many lines; a line of a value has about so many
letters, and a value at most so many. The errata sheet has all of it."""
ChangedPictures: TypeAlias = Mapping[str, Mapping[str, tuple[Scene | None, Scene]]]
"""The old and new drawing of each face that differs (`front`, `back`), by the id of its counter.

A new counter has no old drawing. Hexes have one drawing, `map`; their keys are those of `picture_key`.
"""


@dataclass(frozen=True)
class PrintFile:
    """A PDF in the folder of an errata kit: its name, its title, its number of pages, and what it is for.

    If it is printed on both sides, two pages are one sheet.
    """

    name: str
    title: str
    pages: int
    use: str = ""
    both_sides: bool = False

    @property
    def amount(self) -> str:
        """The number of pages, or of sheets, in words."""
        if self.both_sides:
            sheets = (self.pages + 1) // 2
            return f"{sheets} {'sheet' if sheets == 1 else 'sheets'}, both sides"
        return f"{self.pages} {'page' if self.pages == 1 else 'pages'}"


@dataclass(frozen=True)
class ErrataRow:
    """One value of a change: its label, and the old and new text, or two pictures with their size."""

    label: str
    old: str
    new: str
    old_picture: str = ""
    new_picture: str = ""
    width: Mm = 0
    height: Mm = 0


@dataclass(frozen=True)
class ErrataEntry:
    """One change as printed: title, tags, values, and what the data says about it."""

    title: str
    number: str
    case: str
    date: str
    kind: str
    impact: str
    reason: str
    supersedes: str
    rows: tuple[ErrataRow, ...]


CONTINUED = ErrataEntry("", "", "", "", "", "", "", "", ())
"""The second part of a change that is too long for one box."""


def compose_errata(
    old: Game,
    new: Game,
    changes: Sequence[Change],
    paper: Paper,
    files: Sequence[PrintFile],
    faces: ChangedPictures,
    chances: Sequence[ErrataRow] = (),
    editions: str = "",
    fits: str = "",
) -> Book:
    """Return the errata sheet as a book.

    The changes are grouped by component and ordered by case number. `files` are the other files to print, `faces` the
    drawings of counters that changed, `chances` the probabilities before and after, `editions` is a sentence that names
    both editions, and `fits` one that says which printed pages the patches fit.
    """
    groups, scenes = entries_by_component(old, new, changes, faces)
    title = f"{new.game.title}: errata sheet"
    html = render(
        "errata.html",
        paper,
        styles=("errata.css", "errata_list.css"),
        title=title,
        game=new.game,
        groups=groups,
        total=len(changes),
        files=tuple(files),
        chances=tuple(chances),
        editions=editions,
        fits=fits,
        version=version_text(new),
        side=SIDE,
    )
    return Book("errata", title, html, paper.name, scenes)


def editions_sentence(since: str, old: Game, new: Game) -> str:
    """Return the sentence that names both editions: `Changes from v1.0 to version 1.1, 2 May 2026.`.

    `since` is the name of the old edition. A version or date that both editions have tells them apart no longer, so it
    is left out.
    """
    was, now = version_text(old), version_text(new)
    if was == now or not now:
        return f"Changes from {since} to the current edition."
    before = f"{since} ({was})" if was and was != since else since
    after = now if new.game.version and new.game.version != old.game.version else f"the edition of {new.game.date}"
    return f"Changes from {before} to {dress(after)}."


def version_text(game: Game) -> str:
    """Return the version and date of the data of a game, such as `version 1.1, 2 May 2026`; empty without them."""
    version = f"version {game.game.version}" if game.game.version else ""
    return dress(", ".join(filter(None, (version, game.game.date))))


def changes_appendix(old: Game, new: Game, changes: Sequence[Change], faces: ChangedPictures) -> BookletPart:
    """Return the list of changes for the end of a marked booklet.

    It consists of boxes that are placed on pages like the rest of the booklet. A long change has several of them. The
    drawings in `faces` must not be wider than half a column.
    """
    groups, scenes = entries_by_component(old, new, changes, faces)
    short = [(heading, [part for entry in entries for part in _short_entries(entry)]) for heading, entries in groups]
    style = Markup(f"{NOT_COMPARED}\n<style>\n{read_style('errata_list.css')}\n</style>")  # noqa: S704 - our own file
    html = environment().get_template("errata_appendix.html").render(style=style, title=CHANGES, groups=short)
    return BookletPart(CHANGES, Markup(html), scenes)  # noqa: S704 - escaped by the template


def _short_entries(entry: ErrataEntry) -> Iterator[ErrataEntry]:
    """Yield a change in parts that are lower than a page; those after the first have only values."""
    first, used = entry, 0.0
    rows: list[ErrataRow] = []
    for row in entry.rows:
        shown = replace(row, old=clip(row.old, MOST_LETTERS), new=clip(row.new, MOST_LETTERS))
        lines = max(len(shown.old), len(shown.new)) / LINE_LETTERS + 1 + row.height / 4
        if rows and used + lines > MOST_LINES:
            yield replace(first, rows=tuple(rows))
            first, rows, used = CONTINUED, [], 0.0
        rows.append(shown)
        used += lines
    yield replace(first, rows=tuple(rows))


def entries_by_component(
    old: Game, new: Game, changes: Sequence[Change], faces: ChangedPictures
) -> tuple[tuple[tuple[str, tuple[ErrataEntry, ...]], ...], dict[str, Scene]]:
    """Return the changes as printed, with the heading of each component, and the drawings that they show."""
    scenes: dict[str, Scene] = {}
    groups = tuple(
        (heading, tuple(_entry(one, old, new, faces, scenes) for one in found))
        for heading, found in changes_by_component(changes)
    )
    return groups, scenes


def _entry(
    change: Change,
    old: Game,
    new: Game,
    faces: ChangedPictures,
    scenes: dict[str, Scene],
) -> ErrataEntry:
    """Return one change as printed, and add its drawings to `scenes`."""
    said = change.erratum
    rows = [ErrataRow(capitalised(label), was, now) for label, was, now in change_rows(change, old, new)]
    rows += _face_rows(picture_key(change.place), faces, scenes)
    return ErrataEntry(
        title=change_title(change, old, new).removeprefix(case_of(change)).strip(),
        number=said.number if said else "",
        case=case_of(change),
        date=said.date if said else "",
        kind=change_kind(change),
        impact=change_impact(change),
        reason=said.reason if said else "",
        supersedes=", ".join(said.supersedes) if said else "",
        rows=tuple(rows),
    )


def picture_key(place: Place) -> str:
    """Return the key of the drawings of a thing that changed: the id of a counter, or the whole place."""
    return place[-1] if place[0] == "counters" else "-".join(place).replace("/", "-")


def _face_rows(id_: str, faces: ChangedPictures, scenes: dict[str, Scene]) -> Iterator[ErrataRow]:
    """Yield a row with both pictures for each face or hex that differs, and add the drawings to `scenes`."""
    for facing, (before, after) in faces.get(id_, {}).items():
        names = {"old": before, "new": after}
        scenes.update({f"{edition}-{id_}-{facing}": drawn for edition, drawn in names.items() if drawn is not None})
        old = f"old-{id_}-{facing}" if before is not None else ""
        yield ErrataRow(facing.capitalize(), "", "", old, f"new-{id_}-{facing}", after.width, after.height)


def compose_errata_sheet_web(
    old: Game,
    new: Game,
    changes: Sequence[Change],
    faces: ChangedPictures,
    files: Sequence[PrintFile],
    chances: Sequence[ErrataRow] = (),
    editions: str = "",
) -> Book:
    """Return the errata sheet as an HTML page for a browser, with its drawings.

    `faces` are the drawings of counters that changed, `chances` the probabilities before and after,
    and `editions` a sentence that names both editions.
    """
    groups, scenes = entries_by_component(old, new, changes, faces)
    template = environment().get_template("errata_sheet_web.html")
    title = f"{new.game.title}: errata sheet"
    about = {
        "title": title,
        "game": new.game,
        "editions": editions,
        "groups": groups,
        "total": len(changes),
        "files": tuple(files),
        "chances": tuple(chances),
    }
    letters = template.render(**about, style="")
    return Book("errata", title, template.render(**about, style=web_style("errata_sheet_web.css", letters)), "", scenes)
