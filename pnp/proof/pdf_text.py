"""The text of a PDF in reading order: columns one after the other, from the left.

Characters that are turned against the others of their page, and the large pale letters of a watermark, are left out,
because they would fill the gap between the columns. The others are joined to pieces of lines at gaps, and the page is
divided recursively at its widest empty band, upright (between columns) or level (between parts of the page). Source:
the X-Y cut of Nagy and Seth, 1984.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from ctypes import c_double, c_uint
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from pnp.pdfium import open_pdf

MOST_PAGES, MOST_CHARACTERS = 500, 2_000_000
"""The most pages and characters that are read from a PDF."""
GAP = 1.0
"""The gap that ends a piece of a line, as a multiple of the height of its letters."""
MARGIN = 0.055
"""The part of the height of a page that running heads and feet take at the top and at the bottom."""
COLUMN_GAP = 0.8
"""The narrowest band between columns, as a multiple of the median height of letters."""
EDGE_LINES = 4
"""The most lines above or below the columns of a page that reach across the gap between them."""
LARGE = 3.0
"""The size of the letters of a watermark that is not turned, as a multiple of the usual size of the page."""
PALE = 150
"""The least brightness (0 to 255, on white paper) of a watermark."""
SLANT = 25.0
"""The difference in degrees up to which letters have one turn; artificial italics count as turned."""


@dataclass(slots=True)
class LinePiece:
    """A piece of a line with its sides in points, counted from the bottom left corner of the page."""

    text: str
    left: float
    right: float
    bottom: float
    top: float

    @property
    def middle(self) -> float:
        """The height of the middle of the piece."""
        return (self.bottom + self.top) / 2


def read_pdf_pages(path: Path) -> list[list[str]]:
    """Return the lines of each page of a PDF in reading order.

    Raise `pypdfium2.PdfiumError` if the file cannot be read, and `ValueError` if it is too long.
    """
    pages: list[list[str]] = []
    characters = 0
    with open_pdf(path) as document:
        if len(document) > MOST_PAGES:
            raise ValueError(f"the file has {len(document):,} pages, but the limit is {MOST_PAGES}")
        for page in document:
            text = page.get_textpage()
            characters += text.count_chars()
            if characters > MOST_CHARACTERS:
                raise ValueError(f"the file has more than {MOST_CHARACTERS:,} characters")
            height = page.get_height()
            pieces = _pieces(text)
            head = [piece for piece in pieces if piece.middle > (1 - MARGIN) * height]
            foot = [piece for piece in pieces if piece.middle < MARGIN * height]
            body = [piece for piece in pieces if MARGIN * height <= piece.middle <= (1 - MARGIN) * height]
            pages.append(list(_lines([*_by_lines(head), *_ordered(body), *_by_lines(foot)])))
            text.close()
            page.close()
    return pages


class Character(NamedTuple):
    """A letter or a space of a page: its place in the text of PDFium, its sides in points and its turn in degrees."""

    place: int
    letter: str
    left: float
    right: float
    bottom: float
    top: float
    turn: float

    @property
    def height(self) -> float:
        """The height of its box, which is at least one point."""
        return max(self.top - self.bottom, 1.0)


def _pieces(page: pypdfium2.PdfTextPage) -> list[LinePiece]:
    """Return the pieces of lines of a page, in the order in which the file contains them."""
    pieces: list[LinePiece] = []
    space = False
    for _, letter, start, end, low, high, _ in _without_watermark(page, list(_characters(page))):
        if letter.isspace():
            space = True
            continue
        height = max(high - low, 1.0)
        last = pieces[-1] if pieces else None
        if (
            last is not None
            and abs((low + high) / 2 - last.middle) < 0.4 * max(height, last.top - last.bottom)
            and -0.5 * height < start - last.right < GAP * height
        ):
            apart = start - last.right > 0.25 * height
            last.text += " " + letter if space or apart else letter
            last.right = max(last.right, end)
            last.bottom, last.top = min(last.bottom, low), max(last.top, high)
        else:
            pieces.append(LinePiece(letter, start, end, low, high))
        space = False
    return pieces


def _characters(page: pypdfium2.PdfTextPage) -> Iterator[Character]:
    """Yield the characters of a page, in the order in which the file contains them."""
    left, right, bottom, top = c_double(), c_double(), c_double(), c_double()
    for i in range(page.count_chars()):
        code = pdfium.FPDFText_GetUnicode(page, i)
        letter = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "
        if code in {2, 0xFFFE}:  # PDFium's code for a hyphen at the end of a line
            letter = "-"
        if letter.isspace():
            yield Character(i, " ", 0, 0, 0, 0, 0)
            continue
        box = pdfium.FS_RECTF()
        if not pdfium.FPDFText_GetLooseCharBox(page, i, box):
            pdfium.FPDFText_GetCharBox(page, i, left, right, bottom, top)
            box = pdfium.FS_RECTF(left.value, top.value, right.value, bottom.value)
        start, end = sorted((box.left, box.right))
        low, high = sorted((box.bottom, box.top))
        yield Character(i, letter, start, end, low, high, math.degrees(pdfium.FPDFText_GetCharAngle(page, i)))


def _without_watermark(page: pypdfium2.PdfTextPage, characters: list[Character]) -> list[Character]:
    """Return the characters without those that are turned against most of their page, or large and pale."""
    letters = [one for one in characters if one.letter != " "]
    if not letters:
        return []
    turn = Counter(round(one.turn) for one in letters).most_common(1)[0][0]
    height = sorted(one.height for one in letters)[len(letters) // 2]
    return [
        one
        for one in characters
        if one.letter == " "
        or (
            abs((one.turn - turn + 180) % 360 - 180) <= SLANT
            and not (one.height > LARGE * height and _brightness(page, one.place) >= PALE)
        )
    ]


def _brightness(page: pypdfium2.PdfTextPage, index: int) -> float:
    """Return the brightness (0 to 255) of a character on white paper."""
    red, green, blue, alpha = c_uint(), c_uint(), c_uint(), c_uint()
    if not pdfium.FPDFText_GetFillColor(page, index, red, green, blue, alpha):
        return 0
    grey = (red.value + green.value + blue.value) / 3
    return 255 - (255 - grey) * alpha.value / 255


def _ordered(pieces: list[LinePiece], depth: int = 0) -> list[LinePiece]:
    """Return the pieces of an area in reading order."""
    if len(pieces) < 2 or depth > 40:
        return pieces
    heights = sorted(piece.top - piece.bottom for piece in pieces)
    height = heights[len(heights) // 2]
    across = _widest_gap([(piece.left, piece.right) for piece in pieces])
    down = _widest_gap([(piece.bottom, piece.top) for piece in pieces])
    if across and across[0] >= COLUMN_GAP * height and _are_columns(pieces, across[1]):
        left = [piece for piece in pieces if piece.right <= across[1]]
        right = [piece for piece in pieces if piece.right > across[1]]
        return _ordered(left, depth + 1) + _ordered(right, depth + 1)
    if down and down[0] > 0:
        at = _column_change(pieces)
        if at is not None:
            above = [piece for piece in pieces if piece.bottom >= at]
            below = [piece for piece in pieces if piece.bottom < at]
            if above and below:
                return _ordered(above, depth + 1) + _ordered(below, depth + 1)
    return _by_lines(pieces)


def _by_lines(pieces: list[LinePiece]) -> list[LinePiece]:
    """Return the pieces line by line from the top, each line from the left."""
    ordered: list[LinePiece] = []
    line: list[LinePiece] = []
    for piece in sorted(pieces, key=lambda one: -one.middle):
        if line and line[0].middle - piece.middle > 0.5 * max(line[0].top - line[0].bottom, 1):
            ordered += sorted(line, key=lambda one: one.left)
            line = []
        line.append(piece)
    return ordered + sorted(line, key=lambda one: one.left)


def _widest_gap(sides: list[tuple[float, float]]) -> tuple[float, float] | None:
    """Return the width and the middle of the widest empty band between intervals; None if there is none."""
    widest: tuple[float, float] | None = None
    end: float | None = None
    for low, high in sorted(sides):
        if end is not None and low > end and (widest is None or low - end > widest[0]):
            widest = (low - end, (low + end) / 2)
        end = high if end is None else max(end, high)
    return widest


def _are_columns(pieces: list[LinePiece], at: float) -> bool:
    """Return whether both sides of an upright band have lines of running text (and not the columns of a table)."""
    for side in ([p for p in pieces if p.right <= at], [p for p in pieces if p.right > at]):
        long = [piece for piece in side if len(piece.text) >= 18]
        if len(long) < 3 or len(long) < len(side) * 0.3:
            return False
    return True


def _column_change(pieces: list[LinePiece]) -> float | None:
    """Return the height at which an area divides into parts, one of which has columns; None if no part has."""
    levels = sorted(((piece.bottom, piece.top) for piece in pieces), reverse=True)
    bands: list[float] = []
    floor = None
    for bottom, top in sorted(levels, key=lambda side: -side[1]):
        if floor is not None and top <= floor:
            bands.append((top + floor) / 2)
        floor = bottom if floor is None else min(floor, bottom)
    step = max(1, len(bands) // 60)
    candidates = bands[::step]
    best: tuple[int, float] | None = None
    for at in candidates:
        for part in ([p for p in pieces if p.bottom >= at], [p for p in pieces if p.bottom < at]):
            if (best is None or len(part) > best[0]) and _has_columns(part):
                best = (len(part), at)
    if best:
        return best[1]
    # A head line and a foot line may both reach across the gap.
    for high in bands[:EDGE_LINES]:
        for low in reversed(bands[-EDGE_LINES:]):
            part = [piece for piece in pieces if low <= piece.bottom < high]
            if (best is None or len(part) > best[0]) and _has_columns(part):
                best = (len(part), high)
    return best[1] if best else None


def _has_columns(part: list[LinePiece]) -> bool:
    """Return whether an upright band divides a part of a page into columns."""
    gap = _widest_gap([(piece.left, piece.right) for piece in part])
    heights = sorted(piece.top - piece.bottom for piece in part)
    return gap is not None and gap[0] >= COLUMN_GAP * heights[len(heights) // 2] and _are_columns(part, gap[1])


def _lines(pieces: list[LinePiece]) -> Iterator[str]:
    """Yield the text of each line: pieces beside each other are one line, and a wide space is an empty line."""
    line: list[LinePiece] = []
    for piece in pieces:
        if (
            line
            and abs(piece.middle - line[-1].middle) < 0.5 * (piece.top - piece.bottom)
            and piece.left >= line[-1].right - 1
        ):
            line.append(piece)
            continue
        if line:
            yield "   ".join(part.text for part in line)
            space = line[-1].bottom - piece.top
            if space > 0.6 * (piece.top - piece.bottom) or space < -3 * (piece.top - piece.bottom):
                yield ""
        line = [piece]
    if line:
        yield "   ".join(part.text for part in line)
