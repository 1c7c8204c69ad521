"""Books as PDF files: WeasyPrint typesets the text, and pnp adds the drawings.

The HTML refers to a drawing as `<img src="scene:NAME">`. WeasyPrint receives a placeholder of the same size: one pixel,
with the number of the drawing as its colour. In the finished file, the form of the scene replaces that pixel. So
figures have the same type and lines as maps and counters, and each is written once.
"""

from __future__ import annotations

import contextlib
import gc
import io
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pikepdf

from pnp.cache import keep
from pnp.compose.html_book import Book, page_scene
from pnp.findings import Finding, Refused, Severity
from pnp.impose.page import Document, Page
from pnp.message import clip, join_words
from pnp.own_process import is_own_process
from pnp.preflight.page_content import DRAWING
from pnp.resources import templates_dir
from pnp.scene import Matrix, Rect, Scene, Use
from pnp.spot import Spot
from pnp.units import MM_PER_POINT, Degrees
from pnp.write.flow_pdf import placed_document
from pnp.write.fonts import font_face_css
from pnp.write.layout_engine import delete_fonts
from pnp.write.pango import (
    TYPESETTING,
    WeasyPrintLog,
    layout_libraries,
    load_weasyprint,
    no_garbage_collection,
    only_kit_fonts,
)
from pnp.write.pdf import CREATOR, pdf_bytes
from pnp.write.pdf_syntax import matrix_operands, number
from pnp.write.save_pdf import save_pdf

MOST_LISTED = 3
"""The most things that a message about a page without room lists."""
_TYPES = {".css": "text/css", ".ttf": "font/ttf", ".svg": "image/svg+xml", ".png": "image/png", ".html": "text/html"}

_REFERENCES = ("page", "number")
"""The schemes of URLs of page references (`compose/html_book.py`)."""


def write_book(book: Book, path: Path) -> tuple[Finding, ...]:
    """Typeset a book, write it as a PDF file, and return warnings about its style.

    `Refused` if a drawing, font, link, letter or Pango is missing; `OSError` if the file cannot be written.
    """
    spot = Spot(f"{book.name}.html")
    pages = keep("typeset book", lambda: _layout_inputs(book), lambda: _typeset_freed(book, spot), _is_without_errors)
    drawings, unknown = _finished_drawings(book, pages, spot)
    found = [*pages.found, *unknown, *_too_many_pages(book, pages.count, spot)]
    if any(finding.severity is Severity.ERROR for finding in found):
        raise Refused(found)
    finished, lost = _finish_pdf(pages.pdf, book, drawings)
    if lost:
        shown = [clip(name.rpartition(":")[2]) for name in lost[:MOST_LISTED]]
        shown += [f"{len(lost) - MOST_LISTED:,} more"] if len(lost) > MOST_LISTED else []
        wrong = f"a page has no room for {join_words(shown)}"
        raise Refused([Finding("W007", spot, wrong, "shorten its blocks")])
    path.write_bytes(finished)
    return tuple(found)


@dataclass(frozen=True)
class PrintedOver:
    """A book of one page, and where it is printed over what is there.

    The place is a page (from 0) of a document and a box on it, which is as large as the book when that is turned
    clockwise by `turn`.
    """

    book: Book
    page: int
    box: Rect
    turn: Degrees = 0


def write_over(words: PrintedOver, path: Path) -> None:
    """Typeset a book of one page, and print it at its place in a PDF file.

    `Refused` and `OSError` as from `write_book`; the file is deleted then.
    """
    over = path.with_suffix(".over.pdf")
    try:
        write_book(words.book, over)
    except Refused:
        path.unlink()
        raise
    with pikepdf.open(over) as typeset, pikepdf.open(path, allow_overwriting_input=True) as pdf:
        below = pdf.pages[words.page]
        form = pdf.copy_foreign(typeset.pages[0].as_form_xobject())
        name = below.add_resource(form, pikepdf.Name.XObject, pikepdf.Name("/Words"))
        x, y = (side / MM_PER_POINT for side in words.box.centre)
        middle = Matrix.place(x, float(below.mediabox[3]) - y, turn=-words.turn)  # upwards, a turn is the other way
        place = middle.after(Matrix.place(-float(form.BBox[2]) / 2, -float(form.BBox[3]) / 2))
        below.contents_add(b"q", prepend=True)
        below.contents_add(f"Q q {matrix_operands(place)} cm {name} Do Q".encode())
        save_pdf(pdf, path)
    over.unlink()


@dataclass(frozen=True)
class _TypesetPages:
    """A book in type, with placeholders for its drawings.

    `drawings` are their names or URLs, in the order of the numbers of the placeholders. `first_pages` has the
    first page of each HTML id, and `found` what WeasyPrint reported.
    """

    pdf: bytes
    drawings: tuple[str, ...]
    first_pages: Mapping[str, int]
    count: int
    found: tuple[Finding, ...]


def _layout_inputs(book: Book) -> object:
    """Return what the layout of a book depends on: of its drawings only the sizes."""
    sizes = {name: (scene.width, scene.height) for name, scene in book.scenes.items()}
    return book.name, book.html, book.flow, sizes, layout_libraries()


def _is_without_errors(pages: _TypesetPages) -> bool:
    """Return whether nothing was missing when a book was typeset."""
    return not any(finding.severity is Severity.ERROR for finding in pages.found)


def _typeset_freed(book: Book, spot: Spot) -> _TypesetPages:
    """Return a book in type, after its layout has been deleted: its boxes are cycles, and need up to 100 MB.

    Objects that existed before are left out of the search for these cycles.
    """
    if not is_own_process():  # the collector belongs to the caller
        return _typeset(book, spot)
    was_frozen = gc.get_freeze_count() > 0  # in a process of an executor, what is shared with others stays frozen
    gc.freeze()
    try:
        pages = _typeset(book, spot)
        gc.collect()
    finally:
        if not was_frozen:
            gc.unfreeze()
    return pages


def _typeset(book: Book, spot: Spot) -> _TypesetPages:
    """Return a book as PDF bytes, in which placeholders mark where drawings go."""
    weasyprint = load_weasyprint()
    resources, log = _BookResources(book, spot), WeasyPrintLog(spot)
    fetcher = _resource_fetcher(resources)
    with TYPESETTING, log.listening(), no_garbage_collection(), _fonts_of_book(weasyprint) as fonts:
        base = templates_dir().as_uri() + "/"
        faces = weasyprint.CSS(string=font_face_css(), font_config=fonts, url_fetcher=fetcher, base_url=base)
        if book.flow is None:
            html = weasyprint.HTML(string=book.html, base_url=base, url_fetcher=fetcher)
            document = html.render(stylesheets=[faces], font_config=fonts)
        else:

            def typeset(text: str, *styles: str) -> Any:  # noqa: ANN401 - WeasyPrint ships no types
                sheets = [faces, *(weasyprint.CSS(string=style) for style in styles)]
                return weasyprint.HTML(string=text, base_url=base, url_fetcher=fetcher).render(
                    stylesheets=sheets, font_config=fonts
                )

            document = placed_document(book.html, book.flow, spot, typeset)
        first_pages = _first_page_of_ids([page.anchors for page in document.pages])
        pdf: bytes = document.write_pdf()
    found = (*resources.missing, *(message for message in log.findings if not resources.explains(message)))
    return _TypesetPages(pdf, tuple(resources.drawings), first_pages, len(document.pages), found)


@contextlib.contextmanager
def _fonts_of_book(weasyprint: Any) -> Iterator[Any]:  # noqa: ANN401 - WeasyPrint ships no types
    """Provide a font configuration, and delete its copies of the fonts at the end.

    WeasyPrint deletes them with the object, but the processes of a build end without deleting objects.
    """
    with only_kit_fonts():
        fonts = weasyprint.text.fonts.FontConfiguration()
    try:
        yield fonts
    finally:
        delete_fonts(fonts)


def _finished_drawings(book: Book, pages: _TypesetPages, spot: Spot) -> tuple[dict[str, Scene], list[Finding]]:
    """Return the drawings of a typeset book, and a finding for each reference to an id that is on no page."""
    drawings: dict[str, Scene] = {}
    found = []
    for url in pages.drawings:
        scheme, _, id_ = unquote(url).partition(":")
        if scheme not in _REFERENCES:
            drawings[url] = book.scenes[url]
            continue
        if id_ not in pages.first_pages:
            found.append(Finding("W002", spot, f"no page has an element with the id {id_!r}"))
        drawings[url] = page_scene(scheme, pages.first_pages.get(id_, 0))
    return drawings, found


def _too_many_pages(book: Book, pages: int, spot: Spot) -> list[Finding]:
    """Return a list with a finding if the book has more pages than it may have; else an empty list."""
    if not book.pages or pages <= book.pages:
        return []
    wrong = f"the book has {pages} pages, but it must fit {book.pages} pages of {book.paper}"
    return [Finding("W007", spot, wrong, "shorten blocks or move them to another page")]


class _BookResources:
    """Provides the files that a book may load: its drawings, and the files of the templates."""

    def __init__(self, book: Book, spot: Spot) -> None:
        self.spot = spot
        self.missing: list[Finding] = []
        self.drawings: dict[str, Scene] = {}
        self._scenes: Mapping[str, Scene] = book.scenes

    def get(self, url: str) -> tuple[bytes, str]:
        """Return the bytes and media type at a URL; raise `FileNotFoundError` if there are none."""
        scheme, _, name = url.partition(":")
        name = unquote(name)
        if scheme in _REFERENCES:
            drawing = self.drawings.setdefault(url, page_scene(scheme, 0))
            return _placeholder_svg(drawing, list(self.drawings).index(url)), "image/svg+xml"
        if scheme == "scene" and name in self._scenes:
            scene = self._scenes[name]
            self.drawings.setdefault(name, scene)
            return _placeholder_svg(scene, list(self.drawings).index(name)), "image/svg+xml"
        if scheme == "pixel":
            return _numbered_pixel(int(name)), "image/png"
        if scheme in ("fonts", "file"):
            file = templates_dir() / "fonts" / name if scheme == "fonts" else Path(unquote(urlsplit(url).path))
            if file.resolve().is_relative_to(templates_dir().resolve()) and file.is_file():
                return file.read_bytes(), _TYPES.get(file.suffix, "application/octet-stream")
        wrong = f"there is no drawing {name!r}" if scheme == "scene" else f"the book cannot load {url!r}"
        write = "" if scheme == "scene" else "use the drawings of the book and the files in templates/ only"
        if not any(finding.wrong == wrong for finding in self.missing):
            self.missing.append(Finding("W002", self.spot, wrong, write))
        raise FileNotFoundError(url)

    def explains(self, message: Finding) -> bool:
        """Return whether a missing resource, which pnp reports itself, caused this WeasyPrint warning."""
        return bool(self.missing) and ("FileNotFoundError" in message.wrong or "Font-face" in message.wrong)


def _first_page_of_ids(anchors: Sequence[Iterable[str]]) -> dict[str, int]:
    """Return, for each HTML id, the number of the first page on which its element is printed.

    An element has its anchor on every page that it touches.

    >>> _first_page_of_ids([["a"], ["a", "b"], ["b"]])
    {'a': 1, 'b': 2}
    """
    pages: dict[str, int] = {}
    for index, ids in enumerate(anchors):
        for id_ in ids:
            pages.setdefault(id_, 1 + index)
    return pages


def _resource_fetcher(resources: _BookResources) -> Any:  # noqa: ANN401 - WeasyPrint ships no types
    """Return a URL fetcher for WeasyPrint that loads only the book's own resources."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415 - see load_weasyprint

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:  # noqa: ANN401
            body, media_type = resources.get(url)
            return URLFetcherResponse(url, body, {"Content-Type": media_type})

    return Fetcher()


def _placeholder_svg(scene: Scene, index: int) -> bytes:
    """Return an SVG as large as a drawing; a pixel, coloured by the number `index`, fills it."""
    width, height = number(scene.width), number(scene.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
        f'<image href="pixel:{index}" width="{width}" height="{height}" preserveAspectRatio="none"/></svg>'
    ).encode()


def _numbered_pixel(index: int) -> bytes:
    """Return a PNG with one pixel whose colour encodes a number."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        """Return one chunk of a PNG file: length, kind, data and checksum."""
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(b"\0" + index.to_bytes(3, "big"))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


def _finish_pdf(text: bytes, book: Book, drawings: Mapping[str, Scene]) -> tuple[bytes, tuple[str, ...]]:
    """Return the finished PDF bytes, and the names of drawings that are on no page.

    Drawings replace placeholders, and titles and settings are added.
    """
    with pikepdf.open(io.BytesIO(text)) as pdf:
        placed = _put_drawings(pdf, tuple(drawings.values())) if drawings else set()
        pdf.docinfo["/Title"] = book.title
        pdf.docinfo["/Creator"] = CREATOR
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(
            PrintScaling=pikepdf.Name("/None"),
            Duplex=pikepdf.Name.DuplexFlipLongEdge,
            PickTrayByPDFSize=True,
            DisplayDocTitle=True,
        )
        for page in pdf.pages:
            for box in ("/TrimBox", "/BleedBox"):
                if box not in page.obj:
                    page.obj[box] = page.obj.MediaBox
        made = io.BytesIO()
        save_pdf(pdf, made, packed=True)
        return made.getvalue(), tuple(name for index, name in enumerate(drawings) if index not in placed)


def _put_drawings(pdf: pikepdf.Pdf, drawings: tuple[Scene, ...]) -> set[int]:
    """Replace each placeholder pixel in a PDF with its drawing, and return the numbers of the drawings."""
    placed: set[int] = set()
    pages = tuple(Page(s.name, s.width, s.height, s.box, s.box, (Use(s),)) for s in drawings)
    with pikepdf.open(io.BytesIO(pdf_bytes(Document("drawings", "", pages)))) as drawn:
        forms = [pdf.copy_foreign(page.as_form_xobject()) for page in drawn.pages]
        for image in pdf.objects:
            if not isinstance(image, pikepdf.Stream) or image.get("/Subtype") != "/Image":
                continue
            if int(image.Width) != 1 or int(image.Height) != 1:
                continue
            index = int.from_bytes(image.read_bytes(), "big")
            placed.add(index)
            form = forms[index]
            _, _, width, height = (float(side) for side in form.BBox)
            form.BBox = pikepdf.Array([-9 * width, -9 * height, 10 * width, 10 * height])  # the unit square cuts it off
            scale = f"{1 / width:.9f} 0 0 {1 / height:.9f} 0 0 cm"
            image.write(f"/{DRAWING} BMC {scale} /Drawing Do EMC".encode())
            for key in list(image.keys()):
                if key != "/Length":
                    del image[key]
            image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            image.BBox = pikepdf.Array([0, 0, 1, 1])
            image.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Drawing=form))
    return placed
