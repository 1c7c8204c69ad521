"""Fitting the blocks of a player aid on a page: chooses the type scale and pads table rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum

from pnp.compose.aids.composed_block import PrintedBlock
from pnp.compose.aids.measure import SLACK, height_of, split_words
from pnp.compose.aids.views import ListView, Measured, View
from pnp.compose.inline_markdown import bound_text
from pnp.fitting import fill_lines
from pnp.typeface import text_width
from pnp.units import Mm, points

SCALES = (1.18, 1.15, 1.12, 1.09, 1.06, 1.03, 1.0, 0.97, 0.94, 0.91, 0.88, 0.86)
"""The scales of type, largest first; below the last one, text would be smaller than 8 pt."""

PAD, MOST_PAD = points(1.0), points(3.4)
"""Least and greatest white space above and below a row."""
LOOSE_PAD = points(5.0)
"""Greatest white space above and below a row in blocks beside higher ones."""
LARGE, AIRY_PAD = 1.06, points(2.2)
"""Larger type is chosen only if rows keep this white space."""
ROUNDING: Mm = 0.05
"""The excess of a width that is accepted."""
LIST_ENDS: Mm = points(4)
"""White space at both ends of the rows of lists on aids, as in tables of figures."""
GUTTER = points(20)
"""White space between blocks side by side."""
LEAST_GAP, MOST_GAP = points(9), points(20)
"""Least and greatest white space between rows of blocks."""
STACK_GAP, MOST_STACK_GAP = points(8), points(22)
"""Least and greatest white space between blocks below each other."""
VIEW_GAP = points(4.5)
"""White space between the views of a block."""
HEAD, HEAD_LINE, HINT_LINE = points(18.5), points(15), points(11)
"""Height of a heading of one line, of each further line, and of a line of a hint below it."""
TITLE_FONT, TITLE_PT, TITLE_TRACKING = "condensed-bold", 13.5, points(0.75)
"""The type of headings (`h2.head` of kit.css)."""


@dataclass(frozen=True)
class AidSlot:
    """Blocks one below the other in one column of a row of blocks, and their width.

    `ends` is the white space at both ends of the rows of lists.
    """

    width: Mm
    blocks: tuple[PrintedBlock, ...]
    ends: Mm = 0.0


@dataclass(frozen=True)
class PlacedView:
    """A table, list or drawing with its width, its height, its column widths and the padding of its rows."""

    view: View
    width: Mm
    height: Mm
    widths: tuple[Mm, ...]
    pad: Mm


@dataclass(frozen=True)
class PlacedBlock:
    """A block with its placed tables, lists and drawings, and the white space above it."""

    block: PrintedBlock
    views: tuple[PlacedView, ...]
    gap: Mm


@dataclass(frozen=True)
class PlacedSlot:
    """A slot with its placed blocks, its width and the distance from the left end of its row."""

    left: Mm
    width: Mm
    blocks: tuple[PlacedBlock, ...]


@dataclass(frozen=True)
class PlacedRow:
    """A row of placed slots with its height and the white space above it."""

    gap: Mm
    height: Mm
    slots: tuple[PlacedSlot, ...]


def slot_width(width: Mm, wide: int) -> Mm:
    """Return the width in mm of a block that takes `wide` twelfths of the page width."""
    return (width + GUTTER) * wide / 12 - GUTTER


def head_height(block: PrintedBlock, width: Mm, scale: float) -> Mm:
    """Return the height of a block's heading, including the lines of a hint below the title."""
    if not block.title and not block.hint:
        return 0
    lines = fill_lines(split_words(block.title.upper()), width, _title_width)
    return HEAD + max(0, len(lines) - 1) * HEAD_LINE + hint_lines(block, width) * HINT_LINE


def _title_width(words: str) -> Mm:
    """Return the width of words in the type of headings."""
    return text_width(words, TITLE_FONT, TITLE_PT, TITLE_TRACKING) * SLACK


def hint_lines(block: PrintedBlock, width: Mm) -> int:
    """Return the number of lines of the hint below a block's title; 0 if the hint fits beside the title."""
    if not block.hint:
        return 0
    title = text_width(block.title.upper(), TITLE_FONT, TITLE_PT, TITLE_TRACKING)
    hint = text_width(bound_text(block.hint), "sans-medium", 8.8) * SLACK
    if title + hint + points(14) <= width:
        return 0
    return max(1, round(height_of(bound_text(block.hint), "note", width) / points(11)))


def measure_view(view: View, width: Mm, scale: float, ends: Mm) -> Measured:
    """Return the measures of a table, list or drawing; the rows of a list have white space at both `ends`."""
    if not isinstance(view, ListView):
        return view.measure(width, scale)
    inner = view.measure(width - 2 * ends, scale)
    widths = list(inner.widths)
    widths[0] += ends
    widths[-1] += ends
    return replace(inner, widths=tuple(widths))


def _measure_slot(slot: AidSlot, scale: float) -> Measured:
    """Return the height of a slot's blocks with unpadded rows, and how many places can be padded."""
    height, pads = 0.0, 0
    for i, block in enumerate(slot.blocks):
        height += head_height(block, slot.width, scale) + (STACK_GAP if i else 0)
        for j, view in enumerate(block.views):
            measured = measure_view(view, slot.width, scale, slot.ends)
            height, pads = height + measured.height + (VIEW_GAP if j else 0), pads + measured.pads
    return Measured(height, pads)


def page_height(rows: Sequence[Sequence[AidSlot]], scale: float, pad: Mm = PAD) -> Mm:
    """Return the height that all rows of blocks on a page need at this scale of type, with this white space in rows."""
    total = LEAST_GAP * max(0, len(rows) - 1)
    for row in rows:
        total += max(one.height + one.pads * pad for one in (_measure_slot(slot, scale) for slot in row))
    return total


def slot_views(rows: Sequence[Sequence[AidSlot]]) -> Iterator[tuple[PrintedBlock, View, Mm]]:
    """Yield each table, list or drawing on a page with its block and the width that it has."""
    for row in rows:
        for slot in row:
            for block in slot.blocks:
                for view in block.views:
                    yield block, view, slot.width - (2 * slot.ends if isinstance(view, ListView) else 0)


def choose_scale(rows: Sequence[Sequence[AidSlot]], height: Mm) -> float:
    """Return the largest type scale at which the rows of blocks fit the height and their widths; else the smallest.

    The largest scales are chosen only if rows keep more than the least white space.
    """

    def fits(scale: float) -> bool:
        """Return whether the rows of blocks fit the height at a scale."""
        wide = any(view.least_width(scale) > room + ROUNDING for _, view, room in slot_views(rows))
        return not wide and page_height(rows, scale, AIRY_PAD if scale > LARGE else PAD) <= height

    return next(filter(fits, SCALES), SCALES[-1])


def place_rows(rows: Sequence[Sequence[AidSlot]], scale: float, height: Mm) -> tuple[PlacedRow, ...]:
    """Return the rows of blocks with their final sizes; padding fills the height of the page if possible.

    The slots of a row get equal heights: in lower ones, rows and blocks have more white space.
    """
    measured = [[_measure_slot(slot, scale) for slot in row] for row in rows]
    least = [max(m.height + m.pads * PAD for m in row) for row in measured]
    most = [max(least[i], *(m.height + m.pads * MOST_PAD for m in row)) for i, row in enumerate(measured)]
    gaps = max(0, len(rows) - 1)
    slack = height - fsum(least) - LEAST_GAP * gaps
    room = fsum(most) - fsum(least) + (MOST_GAP - LEAST_GAP) * gaps
    share = min(1.0, max(0.0, slack / room)) if room > 0 else 0.0
    placed = []
    for i, row in enumerate(rows):
        tall = least[i] + (most[i] - least[i]) * share
        left = 0.0
        slots = []
        for slot, natural in zip(row, measured[i], strict=True):
            pad = min(LOOSE_PAD, (tall - natural.height) / natural.pads) if natural.pads else PAD
            spare = (tall - natural.height - natural.pads * pad) / max(1, len(slot.blocks) - 1)
            gap = min(MOST_STACK_GAP, STACK_GAP + max(0.0, spare))
            slots.append(PlacedSlot(left, slot.width, place_blocks(slot, scale, pad, gap)))
            left += slot.width + GUTTER
        placed.append(PlacedRow((LEAST_GAP + (MOST_GAP - LEAST_GAP) * share) if i else 0, tall, tuple(slots)))
    return tuple(placed)


def place_blocks(slot: AidSlot, scale: float, pad: Mm, gap: Mm = STACK_GAP) -> tuple[PlacedBlock, ...]:
    """Return the blocks of a slot with their final sizes.

    Each table row has `pad` as padding, and there is a `gap` between two blocks.
    """

    def place_view(view: View) -> PlacedView:
        """Return a table, list or drawing with its final height, column widths and row padding."""
        measured = measure_view(view, slot.width, scale, slot.ends)
        return PlacedView(view, slot.width, measured.height + measured.pads * pad, measured.widths, pad)

    return tuple(
        PlacedBlock(block, tuple(map(place_view, block.views)), gap if i else 0) for i, block in enumerate(slot.blocks)
    )
