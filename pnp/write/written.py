"""Files of a kit as they are written: each is reopened, and refused if preflight finds it wrong."""

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
    from pnp.write.manifest import Sheets

PAGES = "pages"
"""Folder of the small pictures of all pages."""
COMPONENTS = "components"
"""Folder of the SVG drawings, one for each component."""


@dataclass(frozen=True)
class Setting:
    """How a kit is printed: target, paper, how backs meet fronts, and how far this printer is off."""

    target: Target
    paper: str
    duplex: Duplex
    back_shift: BackShift = field(default_factory=BackShift)

    @property
    def sheet(self) -> Paper:
        """The paper itself."""
        return self.target.papers[self.paper]


@dataclass(frozen=True)
class Written:
    """A PDF that was written and found good: file name without suffix, title, names of the pictures of its pages, and
    what is worth a second look. One that had to be left out is not `there`; its warnings say why. The backs of one that
    is `one_sided` stay blank. `sheets` is what the manifest lists of pages that were imposed.
    """

    name: str
    title: str
    pictures: tuple[str, ...] = ()
    warnings: tuple[Finding, ...] = ()
    there: bool = True
    one_sided: bool = False
    sheets: Sheets | None = None


def finish_document(
    document: Document,
    setting: Setting,
    folder: Path,
    texts: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
) -> Written:
    """Write pages that were imposed, and look at them again; `texts` are those that must be on each face."""
    from pnp.preflight import preflight_document  # noqa: PLC0415
    from pnp.write.manifest import list_sheets  # noqa: PLC0415
    from pnp.write.pdf import write_pdf  # noqa: PLC0415
    from pnp.write.png import write_thumbnails  # noqa: PLC0415

    path = file_in(folder, f"{document.name}.pdf")
    write_pdf(document, path)
    warnings = refuse(preflight_document(path, document, setting.target, texts or {}))
    pictures, sheets = write_thumbnails(path, folder / PAGES), list_sheets(document, texts or {})
    return Written(document.name, document.title, pictures, warnings, sheets=sheets)


def _finish_book(book: Book, setting: Setting, folder: Path) -> Written:
    from pnp.preflight import preflight_book  # noqa: PLC0415
    from pnp.write.book import write_book  # noqa: PLC0415
    from pnp.write.png import write_thumbnails  # noqa: PLC0415

    path = file_in(folder, f"{book.name}.pdf")
    warnings = write_book(book, path)
    warnings += refuse(preflight_book(path, book, setting.target, setting.sheet))
    pictures = write_thumbnails(path, folder / PAGES)
    return Written(book.name, book.title, pictures, warnings)


def finish_books(book: Book, setting: Setting, folder: Path) -> tuple[Written, ...]:
    """Set a book, and look at it again: the next job of a part that has composed one."""
    return (_finish_book(book, setting, folder),)


def finish_extra(book: Book, setting: Setting, folder: Path) -> Written:
    """A book that nobody asked for by name: where there is no Pango, map and counters come without it."""
    try:
        return _finish_book(book, setting, folder)
    except Refused as refused:
        if {finding.code for finding in refused.findings} != {"W001"}:
            raise
        why = tuple(replace(finding, severity=Severity.WARNING) for finding in refused.findings)
        return Written(book.name, book.title, warnings=why, there=False)


def write_components(folder: Path, scenes: Mapping[str, Scene]) -> None:
    """Write the SVG drawing of each component; `FileExistsError` if there is one of that name already."""
    from pnp.write.svg import svg_text  # noqa: PLC0415

    place = folder / COMPONENTS
    place.mkdir(exist_ok=True)
    for name, scene in scenes.items():
        with file_in(place, f"{name}.svg").open("x", encoding="utf-8") as file:
            file.write(svg_text(scene))
