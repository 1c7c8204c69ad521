"""Marks in the margins of a sheet: head line, ticks for cutting, and proof strip for the print scale.

All marks are items outside the art. A target without rulers gets only a head line and ticks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from pnp.fitting import wrap_text
from pnp.model.target import Target
from pnp.palette import INK
from pnp.scene import Anchor, Item, Path, Point, Rect, Stroke, Text, line, polygon, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_INCH, MM_PER_POINT, Mm, points

MARK = "#4A443A"
"""Colour of small print: lighter than the ink of the game."""
HEAD: Mm = 4.6
"""Height of the head line below the top margin."""
STRIP: Mm = MM_PER_INCH
"""Height of the proof strip, which is the height of its square."""
STRIP_GAP: Mm = 1.2
"""Distance between the proof strip and the content above it."""
PROOF_WIDTH: Mm = 185
"""Width of a proof strip: its square, its rulers and a column of text."""
HAIR: Mm = 0.15
"""Width of a thin line."""


def tick_reach(target: Target) -> Mm:
    """Return the distance from a cut edge to the outer ends of the ticks for cutting."""
    return target.bleed + target.tick_gap + target.tick_length


def free_area(width: Mm, height: Mm, target: Target) -> Rect:
    """Return the area of a page that ticks, head line and proof strip leave free for components."""
    around = target.margin + tick_reach(target)
    foot = around + (STRIP + STRIP_GAP if target.rulers else 0)
    return Rect(around, around + HEAD, width - 2 * around, height - around - HEAD - foot)


def small_print(
    x: Mm, y: Mm, text: str, *, size_pt: float = 7, font: str = "condensed-medium", anchor: Anchor = "start"
) -> Text:
    """Return a line of small text for the margin of a page, with its baseline at `y`."""
    return Text(x, y, text, font, size_pt, MARK, anchor)


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A column for text: its left edge, its first baseline and its width."""

    x: Mm
    y: Mm
    width: Mm

    def set_text(
        self, paragraphs: Sequence[tuple[str, str]], size_pt: float, *, leading: float = 1.25, gap: Mm = 0.8
    ) -> tuple[tuple[Text, ...], Mm]:
        """Return paragraphs of (font, text) as lines of the column, and the baseline below them."""
        y, items = self.y, []
        for font, text in paragraphs:
            for row in wrap_text(text, font, size_pt, self.width, divide_words=True):
                items.append(Text(self.x, y, row, font, size_pt, INK))
                y += size_pt * leading * MM_PER_POINT
            y += gap
        return tuple(items), y


# ---------------------------------------------------------------- head line


def head_line(width: Mm, target: Target, left: Sequence[str], right: str) -> tuple[Item, ...]:
    """Return the head line of a page: its name on the left, print instructions on the right.

    The first words are bold. To fit, the type becomes smaller, and then the first words are shortened.
    """
    room = width - 2 * target.margin - 5
    first, *others = (words[:MOST_LETTERS].upper() for words in left)
    size = next((pt for pt in HEAD_SIZES if _head_width((first, *others), pt) + _right_width(right, pt) <= room), 6)
    while len(first) > 1 and _head_width((first, *others), size) + _right_width(right, size) > room:
        first = first.rstrip("…")[:-1].rstrip() + "…"
    baseline = target.margin + cap_height("condensed-bold", HEAD_SIZES[0])
    items: list[Item] = []
    x = target.margin
    for number, words in enumerate((first, *others)):
        font = _head_font(number)
        if number:
            items.append(Text(x + DOT / 2, baseline, "·", font, size, MARK, "middle"))
            x += DOT
        items.append(Text(x, baseline, words, font, size, MARK, tracking=SPACED))
        x += text_width(words, font, size, SPACED)
    items.append(small_print(width - target.margin, baseline, right, size_pt=size, anchor="end"))
    return tuple(items)


HEAD_SIZES = (7.5, 7, 6.5, 6)
MOST_LETTERS = 200
"""The greatest number of characters of a line in a margin; no page has room for more."""
SPACED: Mm = 0.12
DOT: Mm = 2.6


def _head_font(number: int) -> str:
    """Return the font of one part of the head line: bold for part 0, semibold for the others."""
    return "condensed-semibold" if number else "condensed-bold"


def _head_width(words: Sequence[str], size_pt: float) -> Mm:
    """Return the width of the texts on the left of the head line in this type size."""
    widths = (text_width(text, _head_font(number), size_pt, SPACED) for number, text in enumerate(words))
    return fsum(widths) + DOT * (len(words) - 1)


def _right_width(words: str, size_pt: float) -> Mm:
    """Return the width of the text on the right of the head line in this type size."""
    return text_width(words, "condensed-medium", size_pt)


# ---------------------------------------------------------------- ticks


def cut_ticks(block: Rect, xs: Iterable[Mm], ys: Iterable[Mm], bleed: Mm, target: Target) -> Iterator[Path]:
    """Yield ticks for cutting at both ends of every cut of a block.

    Vertical cuts are at `xs`, horizontal cuts at `ys`.
    """
    near, far = bleed + target.tick_gap, tick_reach(target)
    for x in xs:
        yield tick(x, block.y - far, x, block.y - near, target)
        yield tick(x, block.bottom + near, x, block.bottom + far, target)
    for y in ys:
        yield tick(block.x - far, y, block.x - near, y, target)
        yield tick(block.right + near, y, block.right + far, y, target)


def tick(x1: Mm, y1: Mm, x2: Mm, y2: Mm, target: Target) -> Path:
    """Return one tick for cutting: a line from (x1, y1) to (x2, y2)."""
    return line(x1, y1, x2, y2, Stroke(INK, target.tick_width))


def arrow_head(tip: Point, towards: Point, size: Mm = 1.6) -> Path:
    """Return a small filled triangle, pointing along the unit vector `towards`.

    Its tip is at `tip`.
    """
    (x, y), (dx, dy) = tip, towards
    back = (x - dx * size, y - dy * size)
    side = (-dy * size * 0.42, dx * size * 0.42)
    return polygon((tip, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])), fill=MARK)


# ---------------------------------------------------------------- proof of scale


def proof_strip(page: Rect, target: Target, advice: Sequence[str] = (), *, spare: Mm = 0) -> tuple[Item, ...]:
    """Return the strip for checking the print scale: a 1-inch square, two rulers, and instructions.

    The strip is at the foot of a page. `page` is the paper; `spare` is the width that stays empty at the right end.
    Every sheet has a strip, because every sheet can be printed at a wrong scale.
    """
    if not target.rulers:
        return ()
    left, top = page.x + target.margin, page.bottom - target.margin - STRIP
    x = left + STRIP + 6
    column = TextColumn(
        x + 4 * MM_PER_INCH + 7, top + 3.2, page.right - target.margin - spare - x - 4 * MM_PER_INCH - 7
    )
    text = (
        ("condensed-bold", "Print at 100 % (“Actual size”), never “Fit to page”."),
        ("condensed-medium", "The square must measure 1 inch both ways, the rulers 100 mm and 4 inches."),
        *(("condensed-medium", words) for words in advice if words),
    )
    sizes = (7.0, 6.5, 6.0, 5.5)
    layouts = (column.set_text(text, size) for size in sizes)
    last = top + STRIP + points(sizes[-1])  # the last line of text ends above this baseline
    items = next((lines for lines, below in layouts if below <= last), column.set_text(text, sizes[-1])[0])
    return (
        *_inch_square(left, top),
        *metric_ruler(x, top + 8.4, 100),
        *inch_ruler(x, top + 19.8, 4),
        *items,
    )


def _inch_square(x: Mm, y: Mm) -> Iterator[Item]:
    """Yield the square of 1 inch with its label, with its top left corner at (x, y)."""
    half = STRIP / 2
    yield rectangle(Rect(x, y, STRIP, STRIP), stroke=Stroke(INK, HAIR))
    for dx, dy in ((half, 0), (half, STRIP - 2), (0, half), (STRIP - 2, half)):
        upright = dx == half
        yield line(x + dx, y + dy, x + dx + (0 if upright else 2), y + dy + (2 if upright else 0), Stroke(INK, HAIR))
    yield small_print(x + half, y + half - 0.6, "1 inch", size_pt=8, font="condensed-bold", anchor="middle")
    yield small_print(x + half, y + half + 2.7, "25.4 mm", anchor="middle")


def metric_ruler(x: Mm, y: Mm, length: int) -> Iterator[Item]:
    """Yield a ruler of `length` mm with its base line at `y`, and numbers below it."""
    yield line(x, y, x + length, y, Stroke(INK, HAIR))
    for mm in range(length + 1):
        height = 3.4 if mm % 10 == 0 else 2.5 if mm % 5 == 0 else 1.6
        yield line(x + mm, y, x + mm, y - height, Stroke(INK, HAIR))
        if mm % 10 == 0:
            figure = f"{mm} mm" if mm == length else str(mm)
            yield small_print(x + mm, y + 2.7, figure, size_pt=6.5, anchor="middle" if mm < length else "end")


def inch_ruler(x: Mm, y: Mm, length: int) -> Iterator[Item]:
    """Yield a ruler of `length` inches with its base line at `y`, and numbers below it."""
    yield line(x, y, x + length * MM_PER_INCH, y, Stroke(INK, HAIR))
    for sixteenth in range(16 * length + 1):
        at = x + sixteenth * MM_PER_INCH / 16
        height = next(h for step, h in ((16, 3.8), (8, 3.0), (4, 2.4), (2, 1.9), (1, 1.3)) if sixteenth % step == 0)
        yield line(at, y, at, y - height, Stroke(INK, HAIR))
        if sixteenth % 16 == 0:
            inch = sixteenth // 16
            figure = f"{inch} in" if inch == length else str(inch)
            yield small_print(at, y + 2.7, figure, size_pt=6.5, anchor="middle" if inch < length else "end")


SLIM: Mm = 2.8
"""Height of a slim ruler."""
SLIM_LENGTH: Mm = 120
"""Length of the longer slim ruler, of 4 inches, with the words at its end."""


def slim_rulers() -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return two slim rulers for narrow margins: one of 100 mm and one of 4 inches.

    They are for margins without room for the proof strip. Each begins at the origin and runs to the right, with ticks
    and figures above the base line.
    """
    metric = ((mm, 10, 5, f"{mm} mm  ·  print at 100 %" if mm == 100 else str(mm)) for mm in range(101))
    inches = ((n * MM_PER_INCH / 16, 16, 8, "4 in  ·  print at 100 %" if n == 64 else str(n // 16)) for n in range(65))
    return tuple(_slim_ruler(metric)), tuple(_slim_ruler(inches))


def _slim_ruler(ticks: Iterable[tuple[Mm, int, int, str]]) -> Iterator[Item]:
    """Yield the ticks, the numbers and the base line of a slim ruler.

    A tick is its position, the intervals of long and middle ticks, and its figure.
    """
    at: Mm = 0
    for number, (at, long, middle, figure) in enumerate(ticks):
        height = SLIM if number % long == 0 else 1.3 if number % middle == 0 else 0.8
        yield line(at, 0, at, -height, Stroke(INK, HAIR))
        if number % long == 0:
            yield small_print(at + 0.5, -1.35, figure, size_pt=6)
    yield line(0, 0, at, 0, Stroke(INK, HAIR))
