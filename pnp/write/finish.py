"""Writes the PDF files of a kit, checks them (preflight), and draws small pictures of their pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pnp.cache import cache_in_use, keep
from pnp.compose.html_book import Book
from pnp.filename import file_in, replaced_folder
from pnp.findings import Finding, Refused, Severity, refuse
from pnp.impose.page import Document
from pnp.model.target import Colouring, PrintSettings
from pnp.preflight import preflight_book, preflight_document
from pnp.preflight.page_pictures import LookCallback, ignore_look
from pnp.safe_files import read_regular_file
from pnp.scene import Scene
from pnp.write.book_pdf import PrintedOver, write_book, write_over
from pnp.write.colourings import coloured_book, coloured_document, coloured_scenes
from pnp.write.draft_mark import mark_as_draft
from pnp.write.kit_manifest import ListedSheets, list_sheets
from pnp.write.pango import layout_libraries
from pnp.write.pdf import write_pdf
from pnp.write.png import CheckedPages
from pnp.write.svg import svg_text

PAGES = "pages"
"""The folder of the small pictures of all pages."""
COMPONENTS = "components"
"""The folder of the SVG drawings, one for each component."""


@dataclass(frozen=True)
class WrittenFile:
    """A PDF that was written and passed preflight."""

    name: str
    title: str
    pictures: tuple[str, ...] = ()
    warnings: tuple[Finding, ...] = ()
    there: bool = True
    one_sided: bool = False
    sheets: ListedSheets | None = None


def finish_document(
    document: Document,
    settings: PrintSettings,
    folder: Path,
    texts: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
    over: Sequence[PrintedOver] = (),
) -> WrittenFile:
    """Write a document of imposed pages as a PDF file, and check the file.

    `texts` has the text that each face must show. `over` are books that are printed over it; without Pango, which they
    need, return only a warning.
    """
    document = coloured_document(document, settings.ink)
    over = tuple(replace(one, book=coloured_book(one.book, settings.ink)) for one in over)

    def make() -> WrittenFile:
        path = file_in(folder, f"{document.name}.pdf")
        write_pdf(document, path)
        for words in over:
            write_over(words, path)
        check = partial(preflight_document, path, document, settings.target, texts or {})
        pictures, warnings = finish_pages(path, settings, check)
        sheets = list_sheets(document, texts or {})
        return WrittenFile(document.name, document.title, pictures, warnings, sheets=sheets)

    def written() -> WrittenFile:
        libraries = layout_libraries() if over else ()
        inputs = (document, settings.target, settings.data_format, settings.draft, texts or {}, over, libraries)
        return _make_or_copy("document", lambda: inputs, folder, make)

    return _or_warning(document.name, document.title, written) if over else written()


def _finish_book(book: Book, settings: PrintSettings, folder: Path) -> WrittenFile:
    """Typeset a book as a PDF file, and check the file."""
    book = coloured_book(book, settings.ink)

    def make() -> WrittenFile:
        path = file_in(folder, f"{book.name}.pdf")
        warnings = write_book(book, path)
        check = partial(preflight_book, path, book, settings.target, settings.sheet)
        pictures, more = finish_pages(path, settings, check)
        return WrittenFile(book.name, book.title, pictures, warnings + more)

    def inputs() -> object:
        return book, settings.target, settings.data_format, settings.draft, settings.sheet, layout_libraries()

    return _make_or_copy("book", inputs, folder, make)


def finish_pages(
    path: Path, settings: PrintSettings, check: Callable[[LookCallback], tuple[Finding, ...]]
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Check a written PDF file, mark its pages, and write small pictures of them.

    Return the names of the pictures, and warnings. Raise `Refused` if `check` finds an error. The pages of a draft say
    that they are one; its errors do not stop it, and are returned too.
    """
    pages = CheckedPages()
    if settings.draft:
        warnings = check(ignore_look)
        mark_as_draft(path, settings.draft)
        pages.add_pages(path, settings.target)
    else:
        warnings = refuse(check(pages.add_page), settings.data_format)
    pages.mark(path, settings.target.name)
    return pages.write_pictures(path.stem, path.parent / PAGES), warnings


def _make_or_copy(
    kind: str, inputs: Callable[[], object], folder: Path, make: Callable[[], WrittenFile]
) -> WrittenFile:
    """Write a PDF file and its pictures with `make`, or copy them from the cache in use; return what was written."""
    if cache_in_use() is None:
        return make()
    was_made = False

    def make_and_read() -> tuple[WrittenFile, dict[str, bytes]]:
        nonlocal was_made
        was_made = True
        written = make()
        names = (f"{written.name}.pdf", *(f"{PAGES}/{name}" for name in written.pictures))
        return written, {name: (folder / name).read_bytes() for name in names}

    written, files = keep(kind, inputs, make_and_read)
    if not was_made:
        (folder / PAGES).mkdir(exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    return written


def finish_books(book: Book, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """Typeset a book as a PDF file and check it; return a tuple with this one file.

    This is the second job of a part that composes a book.
    """
    return (_finish_book(book, settings, folder),)


def finish_extra(book: Book, settings: PrintSettings, folder: Path) -> WrittenFile:
    """Typeset a book that a kit can do without; without Pango, return only a warning.

    Without Pango, it is left out with a warning.
    """
    return _or_warning(book.name, book.title, lambda: _finish_book(book, settings, folder))


def _or_warning(name: str, title: str, write: Callable[[], WrittenFile]) -> WrittenFile:
    """Return the file that `write` writes; without Pango, return only a warning."""
    try:
        return write()
    except Refused as refused:
        if {finding.code for finding in refused.findings} != {"W001"}:
            raise
        why = tuple(replace(finding, severity=Severity.WARNING) for finding in refused.findings)
        return WrittenFile(name, title, warnings=why, there=False)


def write_components(
    folder: Path, scenes: Mapping[str, Scene], ink: Colouring = "full", *, large: bool = False
) -> None:
    """Write an SVG file for each component in these inks; raise `FileExistsError` if the file exists.

    A file that is in the kit to be replaced already, with the same content, is linked instead. The texts of `large`
    drawings, such as maps, are kept in the cache in use.
    """
    place = folder / COMPONENTS
    place.mkdir(exist_ok=True)
    before = replaced_folder(folder)
    for name, scene in coloured_scenes(scenes, ink).items():
        path = file_in(place, f"{name}.svg")
        text = (_kept_svg(scene) if large else svg_text(scene)).encode()
        if before is None or not _link_equal_file(before / COMPONENTS / path.name, path, text):
            with path.open("xb") as file:
                file.write(text)


def _kept_svg(scene: Scene) -> str:
    """Return a drawing as the text of an SVG file, from the cache in use if it is there."""
    return keep("svg", lambda: scene, lambda: svg_text(scene))


def _link_equal_file(old: Path, new: Path, content: bytes) -> bool:
    """Make `new` a link to the file `old` if that has this content; return whether it was done."""
    try:
        if old.is_symlink() or read_regular_file(old, len(content)) != content:
            return False
        os.link(old, new)
    except FileExistsError:
        raise
    except OSError:  # there is no such file, or the file system has no links
        return False
    return True
