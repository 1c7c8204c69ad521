"""Marks the pages of a draft: the word DRAFT and a line below it, pale and across the whole page."""

from __future__ import annotations

import io
import math
from pathlib import Path

import pikepdf

from pnp.impose.page import Document, Page
from pnp.palette import WHITE
from pnp.scene import Group, Rect, Stroke, Text
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_POINT, Mm, points
from pnp.write.pdf import pdf_bytes
from pnp.write.save_pdf import save_pdf

WORD = "DRAFT"
_FONT, _COLOUR, _OPACITY = "condensed-bold", "#B3261E", 0.13
_RIM = 0.05
"""The width of the white rim, which is seen on dark pages, as a share of the size."""
_SHARE = 0.55
"""The width of the word as a share of the diagonal of the page."""
_LINE = 0.2
"""The size of the line below the word as a share of that of the word, if it fits."""


def mark_as_draft(path: Path, line: str) -> None:
    """Write the word DRAFT and a line, such as the date, over each page of a PDF file. Nothing is hidden.

    The same file and line always give the same bytes.
    """
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        marks: dict[tuple[float, float], pikepdf.Page] = {}
        for page in pdf.pages:
            box = [float(side) for side in page.mediabox]
            size = (box[2] - box[0], box[3] - box[1])
            if size not in marks:
                mark = pdf_bytes(_mark(size[0] * MM_PER_POINT, size[1] * MM_PER_POINT, line))
                with pikepdf.open(io.BytesIO(mark)) as made:
                    marks[size] = pikepdf.Page(pdf.copy_foreign(made.pages[0].obj))
            page.add_overlay(marks[size], pikepdf.Rectangle(*box))
        save_pdf(pdf, path)


def _mark(width: Mm, height: Mm, line: str) -> Document:
    """Return a page of this size with the mark on its diagonal."""
    diagonal = math.hypot(width, height)
    size = 100 * _SHARE * diagonal / text_width(WORD, _FONT, 100)
    small = min(size * _LINE, 100 * 0.9 * _SHARE * diagonal / max(text_width(line, _FONT, 100), 1))
    turn = -math.degrees(math.atan2(height, width))
    down = math.radians(turn + 90)
    gap = cap_height(_FONT, small) * 1.9
    x, y = width / 2, height / 2
    low = cap_height(_FONT, size) / 2
    texts = []
    for text, pt, far in ((WORD, size, low), (line, small, low + gap)):
        rim = Stroke(WHITE, round(points(pt) * _RIM, 3))
        place = (x + far * math.cos(down), y + far * math.sin(down))
        texts += [Text(*place, text, _FONT, pt, _COLOUR, "middle", turn, halo=rim)] if text else []
    sheet = Rect(0, 0, width, height)
    group = Group(tuple(texts), opacity=_OPACITY)
    return Document("draft", WORD, (Page("draft", width, height, sheet, sheet, (group,)),))
