"""The pages of a written PDF, read back: sizes, boxes, fonts and content.

Source: ISO 32000-1, 7.7.3 (page tree), 14.5 (page-piece dictionaries), 14.11.2 (page boundaries).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pikepdf
import pypdfium2

from pnp.extent import moved_extent
from pnp.pdfium import open_pdf
from pnp.preflight.file_size import ReadingLimits, check_size
from pnp.preflight.page_content import PageContent, PlacedImage, StrokedPath
from pnp.preflight.page_mark import PageMark, page_notes, read_mark
from pnp.preflight.text_run import TextRun
from pnp.scene import Matrix, Rect
from pnp.units import MM_PER_POINT, Mm

_FONT_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")


class PageFont(NamedTuple):
    """A font of a page: its name, and whether the file contains it."""

    name: str
    embedded: bool


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """A page of a PDF: size, boxes, fonts and content, in mm from the top left of its media box.

    `side` is `front` or `back` on a page of a two-sided sheet of pnp, otherwise empty. `shift` is the correction of a
    back for the printer. `pieces` has one map for each piece of a two-sided sheet: from the piece to the page. `mark`
    is what pnp noted about the page when it made it.
    """

    number: int
    width: Mm
    height: Mm
    trim: Rect | None
    bleed: Rect | None
    crop: Rect | None
    rotate: int
    unit: float
    fonts: tuple[PageFont, ...]
    runs: tuple[TextRun, ...]
    lines: tuple[StrokedPath, ...]
    images: tuple[PlacedImage, ...]
    pieces: tuple[Matrix, ...]
    side: str
    shift: Matrix
    mark: PageMark | None = None


PageCallback: TypeAlias = Callable[[WrittenPage, pypdfium2.PdfPage], None]
"""A function that is called with each page after it was read: the page, and the page in PDFium."""


def ignore_page(_written: WrittenPage, _page: pypdfium2.PdfPage) -> None:
    """Do nothing with a page: the default of the parameter `look`."""


def read_pages(
    pdf: pikepdf.Pdf,
    source: Path | bytes,
    limits: ReadingLimits | None = None,
    *,
    keeps_hidden: bool = False,
    with_content: bool = True,
    look: PageCallback = ignore_page,
) -> tuple[WrittenPage, ...]:
    """Return all pages of an open PDF, and call the function `look` with each of them.

    With `keeps_hidden`, the runs of text that clips hide entirely are included. Without `with_content`, pages have
    boxes, fonts and notes, but no texts, lines, images and pieces. `OverLimitError` if the file exceeds the limits.
    """
    if limits is not None:
        check_size(pdf, limits)
    pages: list[WrittenPage] = []
    fonts = _FontReader()
    with open_pdf(source) if with_content else nullcontext() as document:
        for number, page in enumerate(pdf.pages, 1):
            content = PageContent(_to_paper(page), keeps_hidden=keeps_hidden)
            if document is None:
                pages.append(_read_page(page, number, content, fonts, with_pieces=False))
                continue
            opened = document[number - 1]
            content.read(opened)
            pages.append(_read_page(page, number, content, fonts, with_pieces=True))
            look(pages[-1], opened)
            opened.close()
    return tuple(pages)


def _to_paper(page: pikepdf.Page) -> Matrix:
    """Return the transform from points to millimetres from the top left of the page."""
    left, _, _, top = (float(side) for side in page.mediabox)
    mm = MM_PER_POINT
    return Matrix(mm, 0, 0, -mm, -left * mm, top * mm)


def _read_page(
    page: pikepdf.Page, number: int, content: PageContent, fonts: _FontReader, *, with_pieces: bool
) -> WrittenPage:
    """Return one page with its boxes, fonts and content."""
    left, foot, right, top = (float(side) for side in page.mediabox)
    to_paper = _to_paper(page)
    notes = page_notes(page.obj)
    side = str(notes.get("/Side", ""))[1:]

    def page_box(name: str) -> Rect | None:
        """Return a box of the page in millimetres from the top left; None if the page does not have it."""
        if name not in page.obj:
            return None
        x1, y1, x2, y2 = (float(side) for side in page.obj[name])
        return moved_extent(Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)), to_paper)

    return WrittenPage(
        number=number,
        width=(right - left) * MM_PER_POINT,
        height=(top - foot) * MM_PER_POINT,
        trim=page_box("/TrimBox"),
        bleed=page_box("/BleedBox"),
        crop=page_box("/CropBox"),
        rotate=int(page.obj.get("/Rotate", 0)) % 360,
        unit=float(page.obj.get("/UserUnit", 1)),
        fonts=tuple(fonts.fonts_of(page.obj)),
        runs=tuple(content.runs()),
        lines=tuple(content.lines),
        images=tuple(content.images),
        pieces=tuple(_piece_positions(page, to_paper)) if side and with_pieces else (),
        side=side,
        shift=Matrix(*(float(value) for value in notes.get("/Shift", (1, 0, 0, 1, 0, 0)))),
        mark=read_mark(notes),
    )


# ---------------------------------------------------------------- the structure of the file


class _FontReader:
    """Reads the fonts that pages use; forms that pages share are read once."""

    def __init__(self) -> None:
        self._forms: dict[tuple[int, int], dict[PageFont, None]] = {}

    def fonts_of(self, owner: Any) -> dict[PageFont, None]:  # noqa: ANN401
        """Return the fonts of a page or form, and of the forms inside it, as keys of a dictionary.

        A font that is not embedded counts only if text is shown in it: some programs name one in each page.
        """
        resources = owner.get("/Resources", pikepdf.Dictionary())
        fonts = {str(name): _page_font(font) for name, font in dict(resources.get("/Font", {})).items()}
        if not all(font.embedded for font in fonts.values()):
            shown = _fonts_that_show_text(owner)
            fonts = {name: font for name, font in fonts.items() if font.embedded or name in shown}
        found = dict.fromkeys(fonts.values())
        for form in dict(resources.get("/XObject", {})).values():
            if form.get("/Subtype") == "/Form" and "/Resources" in form:
                key = form.objgen
                if key not in self._forms:
                    self._forms[key] = {}  # for a form that contains itself
                    self._forms[key] = self.fonts_of(form)
                found |= self._forms[key]
        return found


def _fonts_that_show_text(owner: Any) -> set[str]:  # noqa: ANN401
    """Return the names of the fonts in which the content of a page or form shows text."""
    shown: set[str] = set()
    font = ""
    saved: list[str] = []
    for instruction in pikepdf.parse_content_stream(owner, "q Q Tf Tj TJ ' \""):
        match str(instruction.operator):
            case "q":
                saved.append(font)
            case "Q":
                font = saved.pop() if saved else font
            case "Tf":
                font = str(instruction.operands[0])
            case _:
                shown.add(font)
    return shown


def _page_font(resource: Any) -> PageFont:  # noqa: ANN401
    """Return the name of a PDF font, and whether the file contains (embeds) it."""
    described = resource.DescendantFonts[0] if resource.get("/Subtype") == "/Type0" else resource
    descriptor = described.get("/FontDescriptor", {})
    embedded = resource.get("/Subtype") == "/Type3" or any(program in descriptor for program in _FONT_PROGRAMS)
    return PageFont(str(resource.get("/BaseFont", "/?"))[1:], embedded)


def _piece_positions(page: pikepdf.Page, to_paper: Matrix) -> Iterator[Matrix]:
    """Yield, for each component drawn on a page, the transform from the component to the paper.

    It is the transform in force at each outermost clip. PDFium does not report these clips: it removes a clip that cuts
    nothing off.
    """
    matrix, clipped = to_paper, False
    saved: list[tuple[Matrix, bool]] = []
    for instruction in pikepdf.parse_content_stream(page, "q Q cm W W*"):
        match str(instruction.operator):
            case "q":
                saved.append((matrix, clipped))
            case "Q" if saved:
                matrix, clipped = saved.pop()
            case "cm":
                matrix = matrix.after(Matrix(*(float(value) for value in instruction.operands)))
            case "W" | "W*" if not clipped:
                yield matrix
                clipped = True
