"""The page of all editions of a game, with their errata, which works without a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.compose.templating import environment
from pnp.compose.web_style import web_style
from pnp.errata.compare.changes import Change
from pnp.errata.compare.wording import printed_changes
from pnp.errata.errata_sheet import ErrataEntry, PrintFile, entries_by_component
from pnp.model.game import About, Game


@dataclass(frozen=True)
class EditionChanges:
    """The changes from one edition to a later one, by component.

    `to` is the name of the later edition, and `what` describes it (`the next edition`). If the two cannot be compared,
    `fault` is the reason.
    """

    to: str
    what: str
    total: int = 0
    groups: tuple[tuple[str, tuple[ErrataEntry, ...]], ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class EditionEntry:
    """One edition on the page: the name of its tag, the date of its commit, and the version of its data.

    `to_next` and `to_newest` are the changes to the next and to the newest edition, which may be the same one. The
    newest edition has neither; its `to_present` are the changes that have no tag yet, if any. `folder` is the name of
    the folder with the errata kit, and `files` are its PDFs. If there is no kit, `fault` states the errors of the data,
    or `kit_fault` those of the kit.
    """

    name: str
    date: str
    version: str = ""
    to_next: EditionChanges | None = None
    to_newest: EditionChanges | None = None
    to_present: EditionChanges | None = None
    folder: str = ""
    files: tuple[PrintFile, ...] = ()
    fault: str = ""
    kit_fault: str = ""


def editions_page_changes(old: Game, new: Game, changes: Sequence[Change], to: str, what: str) -> EditionChanges:
    """Return changes as the page lists them; `to` is the name of the new edition, and `what` describes it."""
    printed = printed_changes(changes, old, new)
    return EditionChanges(to, what, len(printed), entries_by_component(old, new, printed, {})[0])


def compose_editions_page(about: About | None, name: str, editions: Sequence[EditionEntry]) -> str:
    """Return the HTML of the page, with the newest edition first; `editions` begins with the oldest.

    `about` has the title of the game in its newest edition. If there is none, `name` is the title of the page.
    """
    context = {
        "title": about.title if about else name,
        "subtitle": about.subtitle if about else "",
        "rights": about.rights_statement if about else "",
        "editions": tuple(reversed(editions)),
    }
    template = environment().get_template("editions_page.html")
    return template.render(**context, style=web_style("errata_sheet_web.css", template.render(**context, style="")))
