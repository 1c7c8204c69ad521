"""The new rules and player aids of an errata kit: clean, and with the changes marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.compose.aids.aid_pages import AidPages, compose_aids
from pnp.compose.aids.player_folder import PlayerFolders
from pnp.compose.html_book import Book
from pnp.compose.rulebook.rulebook import compose_rules
from pnp.compose.rulebook.title_page import BookletPart
from pnp.errata.changed_hexes import narrowed
from pnp.errata.compare.changes import Change
from pnp.errata.compare.wording import printed_changes
from pnp.errata.errata_sheet import ChangedPictures, changes_appendix
from pnp.errata.marked_edition import has_marks, marked_edition
from pnp.kit.full_check import KitSource
from pnp.kit.options import BuildOptions
from pnp.kit.parts import drawn_variant
from pnp.model.game import Game
from pnp.model.target import PrintSettings
from pnp.write.finish import WrittenFile, finish_books

IN_BOOKS = frozenset({"rules", "charts", "scenarios", "data"})
"""The components whose changes the rules and the player aids print; the data changes examples and probabilities."""


def write_marked_books(
    old: Game,
    new: Game,
    changes: Sequence[Change],
    faces: ChangedPictures,
    since: str,
    options: BuildOptions,
    folder: Path,
) -> Iterator[WrittenFile]:
    """Write two copies, clean and marked, of each book that differs; yield the written files.

    The list of changes is at the end of the marked rules. `since` is the name of the old edition.
    """
    if IN_BOOKS.isdisjoint(change.component for change in changes):
        return
    settings = options.settings
    about = old.game.model_copy(update={"version": new.game.version, "date": new.game.date})
    same_edition = old.model_copy(update={"errata": new.errata, "game": about})  # these are not changes of the rules
    before = {book.name: book for book in books_of(same_edition, settings)}
    for book in books_of(new, settings):
        earlier = before.get(book.name)
        if earlier is None:
            yield from finish_books(book, settings, folder)
        elif has_marks(marked := marked_edition(earlier, book, since)):
            yield from finish_books(book, settings, folder)
            if book.name == "rules":
                listed = changes_appendix(old, new, printed_changes(changes, old, new), narrowed(faces))
                earlier, whole = (_rules(game, settings, listed) for game in (same_edition, new))
                marked = marked_edition(earlier, whole, since)
            yield from finish_books(marked, settings, folder)


def books_of(game: Game, settings: PrintSettings) -> Iterator[Book]:
    """Yield the rules, the player aids and the player folders of a game; of a series, also those of each scenario."""
    source, paper = KitSource.of_game(game), settings.sheet
    if game.rules:
        yield _rules(game, settings)
    for one in (source, *source.scenarios.values()):
        first = next(iter(one.scenarios.values()), one)
        forms = ("aids", AidPages(one.aid_titles)), ("folder", PlayerFolders(titles=one.aid_titles))
        for name, form in forms:
            if form.pages(first.game):
                yield compose_aids(
                    first.game,
                    first.board,
                    paper,
                    form,
                    name=one.file_name(name),
                    about=game.game,
                    variant=drawn_variant(settings),
                )


def _rules(game: Game, settings: PrintSettings, appendix: BookletPart | None = None) -> Book:
    """Return the rules booklet of a game, with a part after all others."""
    source = KitSource.of_game(game)
    boards = {name: one.board for name, one in source.scenarios.items()}
    margin = settings.target.margin
    return compose_rules(game, source.board, settings.sheet, boards=boards, margin=margin, appendix=appendix)
