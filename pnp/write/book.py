"""Books as PDF: WeasyPrint sets the text, and our own operators draw the figures.

A drawing stands in the HTML as `<img src="scene:NAME">`. WeasyPrint is given a picture of the same size that holds one
pixel, whose colour is the drawing's number; in the finished file the form that draws the scene takes that pixel's
place. So figures have the maps' and counters' own type and lines, each is written once, and long ones cost nothing.
"""

from __future__ import annotations

import gc
import io
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pikepdf

from pnp.compose.html_book import Book, page_scene
from pnp.findings import Finding, Refused, Severity
from pnp.impose.page import Document, Page
from pnp.preflight.reading import DRAWING
from pnp.resources import templates_dir
from pnp.scene import Scene, Use
from pnp.spot import Spot
from pnp.write.columns import join_columns
from pnp.write.fontface import font_face_css
from pnp.write.operand import number
from pnp.write.pango import Complaints, load_weasyprint, no_collection, only_our_fonts
from pnp.write.pdf import CREATOR, pdf_bytes

_TYPES = {".css": "text/css", ".ttf": "font/ttf", ".svg": "image/svg+xml", ".png": "image/png", ".html": "text/html"}


def write_book(book: Book, path: Path) -> tuple[Finding, ...]:
    """Set a book and write it; gives back warnings about its style.

    `Refused` if a drawing, font, link or letter is missing, or Pango is; `OSError` if the file cannot be written.
    """
    supplies = _Supplies(book)
    complaints = Complaints(supplies.spot)
    text = _set(book, supplies, complaints)
    gc.collect()  # what was set refers to itself, and takes most of the memory: what comes now can use that
    found = [*supplies.missing, *(c for c in complaints.findings if not supplies.explain(c))]
    if any(finding.severity is Severity.ERROR for finding in found):
        raise Refused(found)
    path.write_bytes(_finish(text, book, tuple(supplies.drawings.values())))
    return tuple(found)


def _set(book: Book, supplies: _Supplies, complaints: Complaints) -> bytes:
    """The book as WeasyPrint sets it, with stand-ins for its drawings."""
    weasyprint = load_weasyprint()
    fetcher = _fetcher(supplies)
    with complaints.listening(), only_our_fonts(), no_collection():
        fonts = weasyprint.text.fonts.FontConfiguration()
        base = templates_dir().as_uri() + "/"
        html = weasyprint.HTML(string=book.html, base_url=base, url_fetcher=fetcher)
        faces = weasyprint.CSS(string=font_face_css(), font_config=fonts, url_fetcher=fetcher, base_url=base)
        document = html.render(stylesheets=[faces], font_config=fonts)
        if book.across > 1 and len(document.pages) % book.across == 1:
            document = document.copy(document.pages[:-1])
        supplies.turn_pages(_first_pages([page.anchors for page in document.pages], book.across))
        supplies.missing += _runs_over(book, -(-len(document.pages) // book.across), supplies.spot)
        text: bytes = document.write_pdf()
        return text


def _runs_over(book: Book, pages: int, spot: Spot) -> list[Finding]:
    """More pages than the book must come to."""
    if not book.pages or pages <= book.pages:
        return []
    wrong = f"what must fit {book.pages} pages of {book.paper} runs to {pages}"
    return [Finding("W007", spot, wrong, "move blocks to another page, or say less in them")]


class _Supplies:
    """What a book may ask for by address: its scenes, and files of the templates. Nothing from anywhere else."""

    def __init__(self, book: Book) -> None:
        self.spot = Spot(f"{book.name}.html")
        self.missing: list[Finding] = []
        self.drawings: dict[str, Scene] = {}
        self._scenes: Mapping[str, Scene] = book.scenes

    def get(self, url: str) -> tuple[bytes, str]:
        """Bytes and their media type; `FileNotFoundError` if there are none."""
        scheme, _, name = url.partition(":")
        name = unquote(name)
        if scheme in ("page", "number"):
            drawing = self.drawings.setdefault(url, page_scene(scheme, 0))
            return _stand_in(drawing, list(self.drawings).index(url)), "image/svg+xml"
        if scheme == "scene" and name in self._scenes:
            scene = self._scenes[name]
            self.drawings.setdefault(name, scene)
            return _stand_in(scene, list(self.drawings).index(name)), "image/svg+xml"
        if scheme == "pixel":
            return _pixel(int(name)), "image/png"
        if scheme in ("fonts", "file"):
            file = templates_dir() / "fonts" / name if scheme == "fonts" else Path(unquote(urlsplit(url).path))
            if file.resolve().is_relative_to(templates_dir().resolve()) and file.is_file():
                return file.read_bytes(), _TYPES.get(file.suffix, "application/octet-stream")
        wrong = f"there is no drawing {name!r}" if scheme == "scene" else f"the book asks for {url!r}"
        write = "" if scheme == "scene" else "books use their own drawings and the files of templates/ only"
        if not any(finding.wrong == wrong for finding in self.missing):
            self.missing.append(Finding("W002", self.spot, wrong, write))
        raise FileNotFoundError(url)

    def turn_pages(self, pages: Mapping[str, int]) -> None:
        """Now that all is set, references to pages can show their numbers."""
        for url in [url for url in self.drawings if url.startswith(("page:", "number:"))]:
            scheme, _, id_ = unquote(url).partition(":")
            if id_ not in pages:
                self.missing.append(Finding("W002", self.spot, f"no page has an element {id_!r}"))
            self.drawings[url] = page_scene(scheme, pages.get(id_, 0))

    def explain(self, complaint: Finding) -> bool:
        """Does a finding of ours already say what was complained of?"""
        return bool(self.missing) and ("FileNotFoundError" in complaint.wrong or "Font-face" in complaint.wrong)


def _first_pages(anchors: Sequence[Iterable[str]], across: int) -> dict[str, int]:
    """Where each element begins; one that runs on has its anchor on every page that it touches.

    >>> _first_pages([["a"], ["a", "b"], ["b"]], 1)
    {'a': 1, 'b': 2}
    """
    pages: dict[str, int] = {}
    for index, ids in enumerate(anchors):
        for id_ in ids:
            pages.setdefault(id_, 1 + index // across)
    return pages


def _fetcher(supplies: _Supplies) -> Any:  # noqa: ANN401 - WeasyPrint ships no types
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415 - see load_weasyprint

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:  # noqa: ANN401
            body, media_type = supplies.get(url)
            return URLFetcherResponse(url, body, {"Content-Type": media_type})

    return Fetcher()


def _stand_in(scene: Scene, index: int) -> bytes:
    """An SVG of a scene's size that is filled by one pixel."""
    width, height = number(scene.width), number(scene.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
        f'<image href="pixel:{index}" width="{width}" height="{height}" preserveAspectRatio="none"/></svg>'
    ).encode()


def _pixel(index: int) -> bytes:
    """A PNG of one pixel whose colour is a number.  Source: PNG specification, chunk layout."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(b"\0" + index.to_bytes(3, "big"))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


def _finish(text: bytes, book: Book, drawings: tuple[Scene, ...]) -> bytes:
    """The file with its drawings in place, its title, and the wish to be printed at true size."""
    with pikepdf.open(io.BytesIO(text)) as pdf:
        if drawings:
            _put_drawings(pdf, drawings)
        if book.across > 1:
            join_columns(pdf, book.across)
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
        pdf.save(made, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return made.getvalue()


def _put_drawings(pdf: pikepdf.Pdf, drawings: tuple[Scene, ...]) -> None:
    """Each stand-in pixel becomes a form of one unit square that draws its scene."""
    pages = tuple(Page(s.name, s.width, s.height, s.box, s.box, (Use(s),)) for s in drawings)
    with pikepdf.open(io.BytesIO(pdf_bytes(Document("drawings", "", pages)))) as drawn:
        forms = [pdf.copy_foreign(page.as_form_xobject()) for page in drawn.pages]
        for image in pdf.objects:
            if not isinstance(image, pikepdf.Stream) or image.get("/Subtype") != "/Image":
                continue
            if int(image.Width) != 1 or int(image.Height) != 1:
                continue
            form = forms[int.from_bytes(image.read_bytes(), "big")]
            _, _, width, height = (float(side) for side in form.BBox)
            form[DRAWING] = True
            form.Matrix = pikepdf.Array([1 / width, 0, 0, 1 / height, 0, 0])
            image.write(b"/Drawing Do")
            for key in list(image.keys()):
                if key != "/Length":
                    del image[key]
            image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            image.BBox = pikepdf.Array([0, 0, 1, 1])
            image.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Drawing=form))
