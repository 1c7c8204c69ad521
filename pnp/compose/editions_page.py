"""The page of all editions of a game, with their errata, which works without a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.compare.changes import Change
from pnp.compare.wording import printed_changes
from pnp.compose.errata_sheet import ErrataEntry, entries_by_component
from pnp.compose.errata_sheet_web import PrintFile
from pnp.compose.templating import environment
from pnp.compose.web_style import web_style
from pnp.model.game import About, Game


@dataclass(frozen=True)
class ListedChanges:
    """The changes from one edition to another, by component.

    `to` names the other edition, and `what` says what it is (`the next edition`). If the two cannot be compared,
    `fault` says why.
    """

    to: str
    what: str
    total: int = 0
    groups: tuple[tuple[str, tuple[ErrataEntry, ...]], ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class ListedEdition:
    """One edition on the page: the name of its tag, the date of its commit, and the version of its data.

    `to_next` and `to_newest` are the changes to the next and to the newest edition; if those are one edition, both are
    equal. They are None if there is no later edition; `unpublished` are then the changes in the folder of the game, if
    any. `folder` contains the errata kit with the PDFs in `files`; it is empty if there is none. `fault` says why the
    edition was left out, and `unbuilt` why its kit was.
    """

    name: str
    date: str
    version: str = ""
    to_next: ListedChanges | None = None
    to_newest: ListedChanges | None = None
    unpublished: ListedChanges | None = None
    folder: str = ""
    files: tuple[PrintFile, ...] = ()
    fault: str = ""
    unbuilt: str = ""


def list_changes(old: Game, new: Game, changes: Sequence[Change], to: str, what: str) -> ListedChanges:
    """Return changes as the page lists them; `to` names the new edition, and `what` says what it is."""
    printed = printed_changes(changes)
    return ListedChanges(to, what, len(printed), entries_by_component(old, new, printed, {})[0])


def compose_editions_page(about: About | None, name: str, editions: Sequence[ListedEdition]) -> str:
    """Return the HTML of the page; the newest of the editions, which are in order, is the first on it.

    `about` is what the newest edition says about the game, and `name` the title if there is none.
    """
    context = {
        "title": about.title if about else name,
        "subtitle": about.subtitle if about else "",
        "editions": tuple(reversed(editions)),
    }
    template = environment().get_template("editions_page.html")
    return template.render(**context, style=web_style("errata_sheet_web.css", template.render(**context, style="")))
