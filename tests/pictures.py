"""Drawings as pictures of letters, so that a test can show what it wants: one letter for each square millimetre."""

import io
from collections.abc import Iterable

import pypdfium2

from pnp.impose.page import Document, Page
from pnp.scene import Item, Rect
from pnp.units import MM_PER_POINT
from pnp.write.pdf import pdf_bytes

LETTERS = {
    (255, 255, 255): "_",
    (0, 0, 0): "K",
    (255, 0, 0): "R",
    (0, 255, 0): "G",
    (0, 0, 255): "B",
    (255, 128, 128): "r",  # half of it over white
    (128, 0, 128): "P",  # blue at half over red
    (128, 128, 255): "b",
}
RED, GREEN, BLUE, BLACK = "#FF0000", "#00FF00", "#0000FF", "#000000"


def page_of(items: Iterable[Item], width: float, height: float) -> Page:
    """A page of nothing but art."""
    box = Rect(0, 0, width, height)
    return Page("page", width, height, box, box, tuple(items))


def draw_letters(items: Iterable[Item], width: int, height: int) -> str:
    """What the PDF of some items looks like."""
    return letters_of_pdf(pdf_bytes(Document("picture", "Picture", (page_of(items, width, height),))), width, height)


def letters_of_pdf(pdf: bytes, width: int, height: int) -> str:
    """The first page of a PDF: the colour in the middle of each square millimetre; `?` for one without a letter."""
    fine = 8  # pixels to a millimetre
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        picture = document[0].render(scale=fine * MM_PER_POINT).to_pil().convert("RGB")

    def letter(x: int, y: int) -> str:
        colour = picture.getpixel((fine * x + fine // 2, fine * y + fine // 2))
        near = (
            name for known, name in LETTERS.items() if max(abs(a - b) for a, b in zip(known, colour, strict=True)) < 3
        )
        return next(near, "?")

    return "\n".join("".join(letter(x, y) for x in range(width)) for y in range(height))


def wanted(picture: str) -> str:
    """A picture written in a test, without its indentation."""
    return "\n".join(line.strip() for line in picture.strip().splitlines())
