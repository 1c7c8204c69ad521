"""Writes imposed pages as a PDF file, with page boxes, embedded fonts and an outline.

Source: ISO 32000-1, 7.7 (document structure), 8.10 (form XObjects), 12.2 (viewer preferences), 14.11.2 (boxes).
"""

from __future__ import annotations

import os
import zlib
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.extent import items_extent
from pnp.impose.page import Document, Page
from pnp.scene import Item, Matrix, Path as ScenePath, Rect, Scene, Text
from pnp.typeface import font_path, metrics
from pnp.units import MM_PER_POINT, Mm, int_sum
from pnp.write.pdf_content import ContentWriter, EncodedText, shared_scenes
from pnp.write.pdf_syntax import matrix_operands

POINTS_PER_MM = 1 / MM_PER_POINT
FIRST_FONT = "condensed"
"""The font of an empty canvas. Without it, reportlab would name Helvetica without embedding it."""
CREATOR = "pnp"
COMPRESSION: Final = 4
"""The level of zlib. The default, 6, makes maps 5 % smaller but takes four times as long (measured)."""
Turn: TypeAlias = Literal["long", "short", "none"]
DUPLEX: dict[Turn, str] = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}
_GRAPHICS_STATES = "GraphicsStates"
_ESCAPES = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256))} | {ord(c): f"\\{c}" for c in "()\\"}


def write_pdf(document: Document, path: Path) -> None:
    """Write a document of imposed pages as a PDF file. The same document always gives the same bytes.

    `OSError` if the file cannot be written.
    """
    path.write_bytes(pdf_bytes(document))


def pdf_bytes(document: Document) -> bytes:
    """Return a document of imposed pages as the bytes of a PDF file."""
    rl_config.useA85 = 0
    _register_font(FIRST_FONT)
    canvas = Canvas("", pageCompression=1, invariant=1, initialFontName=FIRST_FONT, pdfVersion=(1, 7), lang="en")  # type: ignore[arg-type] # the stub says float
    canvas.setTitle(document.title)
    canvas.setAuthor(document.author)
    canvas.setSubject(document.subject)
    canvas.setCreator(CREATOR)
    canvas.setProducer("ReportLab")
    preferences = {"PrintScaling": "None", "Duplex": DUPLEX[document.duplex]}
    entries = {name: pdfdoc.PDFName(value) for name, value in preferences.items()}
    canvas.setCatalogEntry("ViewerPreferences", entries | {"PickTrayByPDFSize": "true", "DisplayDocTitle": "true"})
    made: pdfdoc.PDFDocument = canvas._doc  # type: ignore[attr-defined] # the stub leaves it out
    writer = _PdfWriter(made, shared_scenes(*(items for page in document.pages for items in (page.art, page.marks))))
    marks = sorted(enumerate(document.outline), key=lambda mark: (mark[1][1], mark[0]))
    has_backs = document.duplex != "none" and any(page.facing == "back" for page in document.pages)
    for number, page in enumerate(document.pages):
        for index, (text, _page) in (mark for mark in marks if mark[1][1] == number):
            canvas.bookmarkPage(f"mark{index}")
            canvas.addOutlineEntry(text, f"mark{index}")
        writer.add_page(page, two_sided=has_backs)
    if document.outline:
        canvas.showOutline()
    writer.finish()
    return bytes(canvas.getpdfdata())  # type: ignore[no-untyped-call]


class _Letter(NamedTuple):
    """A letter in a subset of a font: PDF name of the subset, escaped code, width as a share of the size."""

    font: str
    code: str
    width: float


class _PdfWriter:
    """Writes pages, forms, fonts and graphics states. Names follow the order of first use."""

    def __init__(self, document: pdfdoc.PDFDocument, shared: frozenset[Scene]) -> None:
        self._document = document
        self._shared = shared
        self._forms: dict[Scene, str | None] = {}
        self._names: dict[str, None] = {}
        self._states: dict[float, str] = {}
        self._encoded: dict[tuple[str, str], EncodedText] = {}
        self._letters: dict[str, dict[str, _Letter]] = {}

    def add_page(self, page: Page, *, two_sided: bool) -> None:
        """Add a page with its boxes, content and notes for preflight."""
        content = ContentWriter(self)
        flip = Matrix(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, page.height * POINTS_PER_MM)
        content.code.append(f"{matrix_operands(flip)} cm")
        content.draw(page.art)
        content.draw(page.marks)
        made = pdfdoc.PDFPage()
        made.MediaBox = _pdf_box(Rect(0, 0, page.width, page.height), page.height)
        made.__dict__ |= {"TrimBox": _pdf_box(page.trim, page.height), "BleedBox": _pdf_box(page.bleed, page.height)}
        if two_sided:
            made.__dict__ |= {"PieceInfo": _preflight_notes(page), "LastModified": pdfdoc.PDFString(FIXED_DATE)}
        made.Contents = self._stream({}, content.finish())
        made.Resources = self._resources(content)
        self._document.inPage()
        self._document.addPage(made)

    def finish(self) -> None:
        """Add the PDF graphics state of each opacity used, after all pages are written."""
        states = {name: pdfdoc.PDFDictionary({"ca": value, "CA": value}) for value, name in self._states.items()}
        self._add_reference(pdfdoc.PDFDictionary(states), _GRAPHICS_STATES)

    # The resources that `ContentWriter` uses.

    def encode(self, text: str, font: str) -> EncodedText:
        """Return a text as PDF strings, each in one subset of the embedded font."""
        found = self._encoded.get((text, font))
        if found is None:
            found = self._encoded[text, font] = self._encode(text, font)
        return found

    def form(self, scene: Scene) -> str | None:
        """Return the PDF name of the form that draws a scene; None if the scene needs no form.

        A scene of one item or with one use is drawn in place.
        """
        if scene not in self._forms:
            if scene in self._shared and _worth_a_form(scene.items):
                self._forms[scene] = self._add_form(scene.items, transparent=False)
            else:
                self._forms[scene] = None
        return self._forms[scene]

    def transparent(self, items: tuple[Item, ...]) -> str:
        """Add a transparency group that draws the items, and return its PDF name."""
        return self._add_form(items, transparent=True)

    def opacity(self, opacity: float) -> str:
        """Return the PDF name of the graphics state for an opacity, such as `O0.5`."""
        return self._states.setdefault(opacity, f"O{opacity:.4g}")

    def _encode(self, text: str, font: str) -> EncodedText:
        """Return a text as PDF strings without caching, each in one subset of the font."""
        known = self._letters.setdefault(font, {})
        letters = [known.get(letter) or self._letter(letter, font) for letter in text]
        runs = []
        for name, group in groupby(letters, key=itemgetter(0)):
            _, codes, widths = zip(*group, strict=True)
            runs.append((name, f"({''.join(codes)})", len(codes), int_sum(widths)))
        return EncodedText(tuple(runs), len(text), int_sum([run[3] for run in runs]))

    def _letter(self, letter: str, font: str) -> _Letter:
        """Return a letter with its character code in a subset of the embedded font."""
        face, known = _register_font(font), metrics(font)
        ((subset, codes),) = face.splitString(letter, self._document)
        name = face.getSubsetInternalName(subset, self._document)[1:]
        code = codes.decode("latin-1").translate(_ESCAPES)
        found = self._letters[font][letter] = _Letter(name, code, known.advances.get(letter, known.missing))
        return found

    def _add_form(self, items: tuple[Item, ...], *, transparent: bool) -> str:
        """Add a PDF form that draws these items, and return its name."""
        content = ContentWriter(self)
        content.draw(items)
        ink = items_extent(items) or Rect(0, 0, 0, 0)
        box = ink.grown(1 + 0.5 * max(ink.width, ink.height))  # a box may be too large but not too small
        entries = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArray([round(v, 3) for v in (box.x, box.y, box.right, box.bottom)]),
            "Resources": self._resources(content),
        }
        if transparent:
            entries["Group"] = pdfdoc.PDFDictionary({"S": pdfdoc.PDFName("Transparency")})
        stream = self._stream(entries, content.finish())
        name = f"S{len(self._names) + 1}"
        self._names[name] = None
        self._add_reference(stream, name)
        return name

    def _add_reference(self, made: pdfdoc.PDFObject, name: str) -> None:
        """Add a PDF object to the file under a name."""
        self._document.Reference(made, name)  # type: ignore[no-untyped-call]

    def _stream(self, entries: dict[str, object], content: bytes) -> pdfdoc.PDFStream:
        """Return a PDF stream with compressed content.

        The filter is a name, as QPDF leaves such streams as they are when files are joined; it compresses those with
        an array of filters again.
        """
        filtered = entries | {"Filter": pdfdoc.PDFName("FlateDecode")}
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(filtered), zlib.compress(content, COMPRESSION), [])

    def _resources(self, content: ContentWriter) -> pdfdoc.PDFDictionary:
        """Return the PDF dictionary of fonts, graphics states and forms that written content uses."""
        entries: dict[str, object] = {
            "Font": pdfdoc.PDFObjectReference(pdfdoc.BasicFonts),
            "ExtGState": pdfdoc.PDFObjectReference(_GRAPHICS_STATES),
        }
        if content.forms:
            entries["XObject"] = pdfdoc.PDFDictionary({n: pdfdoc.PDFObjectReference(n) for n in content.forms})
        return pdfdoc.PDFDictionary(entries)


def _worth_a_form(items: tuple[Item, ...]) -> bool:
    """Return whether storing the items as a PDF form saves space; one short path or text does not."""
    if len(items) != 1:
        return True
    only = items[0]
    return not (isinstance(only, Text) or (isinstance(only, ScenePath) and len(only.ops) < 12))


@cache
def _register_font(font: str) -> TTFont:
    """Return the typeface of a font key, after registering it with reportlab."""
    face = TTFont(font, os.fspath(font_path(font)))
    pdfmetrics.registerFont(face)
    return face


FIXED_DATE = "D:20000101000000Z"  # a fixed date: the same data must give the same bytes


def _preflight_notes(page: Page) -> pdfdoc.PDFDictionary:
    """Return notes that preflight reads: whether the page is a front or a back, and its correction.

    Source: ISO 32000-1, 14.5 (page-piece dictionaries).
    """
    m = page.correction
    shift = [round(value, 6) for value in (m.a, m.b, m.c, m.d, m.e, m.f)]
    own = pdfdoc.PDFDictionary({"Side": pdfdoc.PDFName(page.facing), "Shift": pdfdoc.PDFArray(shift)})
    entries = {"LastModified": pdfdoc.PDFString(FIXED_DATE), "Private": own}
    return pdfdoc.PDFDictionary({CREATOR: pdfdoc.PDFDictionary(entries)})


def _pdf_box(rect: Rect, height: Mm) -> pdfdoc.PDFArray:
    """Return a rectangle as a PDF box, in points from the bottom left of the page."""
    sides = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    return pdfdoc.PDFArray([round(side * POINTS_PER_MM, 4) + 0.0 for side in sides])
