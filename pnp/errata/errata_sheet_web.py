"""The errata sheet for a browser: the same changes as on paper, and links to the files to print."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.compose.html_book import Book
from pnp.compose.templating import environment
from pnp.compose.web_style import web_style
from pnp.errata.compare.changes import Change
from pnp.errata.errata_sheet import ChangedPictures, ErrataRow, PrintFile, entries_by_component
from pnp.model.game import Game


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
