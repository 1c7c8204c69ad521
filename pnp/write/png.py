"""Small PNG pictures of the pages of a written PDF, and the notes in it by which preflight recognises them."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2
from PIL import Image

from pnp.cache import keep
from pnp.filename import file_in
from pnp.model.target import Target
from pnp.pdfium import open_pdf
from pnp.preflight.page_mark import PageLook
from pnp.preflight.page_pictures import PagePictures, small_picture
from pnp.preflight.page_reader import WrittenPage, read_pages
from pnp.write.page_marks import CheckedPage, mark_pages


def write_large_picture(pdf: Path, picture: Path, longest: int) -> None:
    """Write a picture of the first page of a PDF, inside its trim box, whose longer side has `longest` pixels."""
    content = pdf.read_bytes()
    picture.write_bytes(keep("large picture", lambda: (content, longest), lambda: _large_picture(content, longest)))


def _large_picture(pdf: bytes, longest: int) -> bytes:
    """Return the picture of the first page of a PDF as a PNG file."""
    with open_pdf(pdf) as document, io.BytesIO() as file:
        page = document[0]
        page.set_cropbox(*page.get_trimbox())
        small_picture(page, longest).save(file, "png")
        return file.getvalue()


class CheckedPages:
    """Keeps a small picture of each page, and what it shows, while preflight reads a file; writes both later."""

    def __init__(self) -> None:
        self._pictures: list[Image.Image] = []
        self._pages: list[CheckedPage] = []

    def add_page(self, written: WrittenPage, page: pypdfium2.PdfPage, look: PageLook) -> None:
        """Draw a small picture of a page and keep it, with what the page shows."""
        self._pictures.append(small_picture(page))
        self._pages.append(CheckedPage((written.width, written.height), look))

    def add_pages(self, path: Path, target: Target) -> None:
        """Read a file again, and add all its pages."""
        pictures = PagePictures(path.name, target, also=self.add_page)
        with pikepdf.open(path) as pdf:
            read_pages(pdf, path, look=pictures.look)

    def mark(self, path: Path, target: str) -> None:
        """Mark the pages of their file, with the name of the print target."""
        mark_pages(path, self._pages, target)

    def write_pictures(self, stem: str, folder: Path) -> tuple[str, ...]:
        """Write all pictures into a folder; return their file names, such as `map-01.png`."""
        folder.mkdir(parents=True, exist_ok=True)
        digits = max(2, len(str(len(self._pictures))))
        names = tuple(f"{stem}-{number:0{digits}d}.png" for number in range(1, len(self._pictures) + 1))
        for name, picture in zip(names, self._pictures, strict=True):
            picture.save(file_in(folder, name))
        return names
