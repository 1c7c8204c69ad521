"""Finishing the files of a kit: writing, preflight, and pictures of the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.compose.html_book import Book
from pnp.findings import Finding, Refused, Severity, refuse
from pnp.impose.page import Document
from pnp.model.target import BackShift, Duplex, Paper, Target
from pnp.scene import Scene
from pnp.write.folder import file_in

if TYPE_CHECKING:
    from pnp.write.kit_manifest import ListedSheets

PAGES = "pages"
"""The folder of the small pictures of all pages."""
COMPONENTS = "components"
"""The folder of the SVG drawings, one for each component."""


@dataclass(frozen=True)
class PrintSettings:
    """The print settings of a kit: target, paper, duplex mode, and the correction for the printer."""

    target: Target
    paper: str
    duplex: Duplex
    back_shift: BackShift = field(default_factory=BackShift)

    @property
    def sheet(self) -> Paper:
        """The paper size."""
        return self.target.papers[self.paper]


@dataclass(frozen=True)
class WrittenFile:
    """A PDF that was written and passed preflight.

    It has a file name without suffix, a title, the names of its page pictures, and warnings. If the file had to be left
    out, `there` is false and the warnings say why. The backs of a `one_sided` file stay blank. `sheets` has the imposed
    pages for the manifest.
    """

    name: str
    title: str
    pictures: tuple[str, ...] = ()
    warnings: tuple[Finding, ...] = ()
    there: bool = True
    one_sided: bool = False
    sheets: ListedSheets | None = None


def finish_document(
    document: Document,
    setting: PrintSettings,
    folder: Path,
    texts: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
) -> WrittenFile:
    """Write imposed pages and check the file. `texts` has the text that each face must show."""
    from pnp.preflight import preflight_document  # noqa: PLC0415
    from pnp.write.kit_manifest import list_sheets  # noqa: PLC0415
    from pnp.write.pdf import write_pdf  # noqa: PLC0415
    from pnp.write.png import Thumbnails  # noqa: PLC0415

    path = file_in(folder, f"{document.name}.pdf")
    write_pdf(document, path)
    thumbnails = Thumbnails()
    warnings = refuse(preflight_document(path, document, setting.target, texts or {}, thumbnails.look))
    pictures, sheets = thumbnails.write(path.stem, folder / PAGES), list_sheets(document, texts or {})
    return WrittenFile(document.name, document.title, pictures, warnings, sheets=sheets)


def _finish_book(book: Book, setting: PrintSettings, folder: Path) -> WrittenFile:
    from pnp.preflight import preflight_book  # noqa: PLC0415
    from pnp.write.book_pdf import write_book  # noqa: PLC0415
    from pnp.write.png import Thumbnails  # noqa: PLC0415

    path = file_in(folder, f"{book.name}.pdf")
    warnings = write_book(book, path)
    thumbnails = Thumbnails()
    warnings += refuse(preflight_book(path, book, setting.target, setting.sheet, thumbnails.look))
    pictures = thumbnails.write(path.stem, folder / PAGES)
    return WrittenFile(book.name, book.title, pictures, warnings)


def finish_books(book: Book, setting: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """Typeset a book and check the file. This is the second job of a part that composes a book."""
    return (_finish_book(book, setting, folder),)


def finish_extra(book: Book, setting: PrintSettings, folder: Path) -> WrittenFile:
    """Typeset a book that accompanies map and counters. Without Pango, it is left out with a warning."""
    try:
        return _finish_book(book, setting, folder)
    except Refused as refused:
        if {finding.code for finding in refused.findings} != {"W001"}:
            raise
        why = tuple(replace(finding, severity=Severity.WARNING) for finding in refused.findings)
        return WrittenFile(book.name, book.title, warnings=why, there=False)


def write_components(folder: Path, scenes: Mapping[str, Scene]) -> None:
    """Write the SVG drawing of each component. `FileExistsError` if a drawing of that name exists."""
    from pnp.write.svg import svg_text  # noqa: PLC0415

    place = folder / COMPONENTS
    place.mkdir(exist_ok=True)
    for name, scene in scenes.items():
        with file_in(place, f"{name}.svg").open("x", encoding="utf-8") as file:
            file.write(svg_text(scene))
