"""Aids made to fit: the scale of type of each page, and rows padded so that it is filled evenly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.compose.block import Block, Measured, View
from pnp.compose.measure import height_of
from pnp.compose.prose import plain
from pnp.units import Mm, points

SCALES = (1.06, 1.03, 1.0, 0.97, 0.94, 0.91, 0.88, 0.86)
"""Scales of type tried, largest first; below the last, text would be under 8 pt."""

PAD, MOST_PAD = points(1.0), points(3.4)
"""White above and below a row: the least, and the most that a page with room to spare gives it."""
GUTTER = points(20)
"""White between blocks that stand side by side."""
LEAST_GAP, MOST_GAP = points(9), points(20)
"""White between rows of blocks."""
STACK_GAP = points(8)
"""White between blocks under each other."""
VIEW_GAP = points(4.5)
"""White between the views of a block."""
HEAD, HINT_LINE = points(18.5), points(11)


@dataclass(frozen=True)
class Slot:
    """A place in a row of an aid: blocks under each other, and how wide they are."""

    width: Mm
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class SetView:
    """A view with the width and height it is given, the widths of its columns and the padding of its rows."""

    view: View
    width: Mm
    height: Mm
    widths: tuple[Mm, ...]
    pad: Mm


@dataclass(frozen=True)
class SetBlock:
    """A block ready to be set."""

    block: Block
    views: tuple[SetView, ...]
    gap: Mm


@dataclass(frozen=True)
class SetSlot:
    """A slot ready to be set: where it begins in its row."""

    left: Mm
    width: Mm
    blocks: tuple[SetBlock, ...]


@dataclass(frozen=True)
class SetRow:
    """A row of slots with the white above it."""

    gap: Mm
    height: Mm
    slots: tuple[SetSlot, ...]


def slot_width(width: Mm, wide: int) -> Mm:
    """Width of so many of a page's twelve columns."""
    return (width + GUTTER) * wide / 12 - GUTTER


def head_height(block: Block, width: Mm, scale: float) -> Mm:
    """Height of a block's heading; a hint that does not fit beside the title stands under it."""
    if not block.title and not block.hint:
        return 0
    return HEAD + (hint_lines(block, width) * HINT_LINE)


def hint_lines(block: Block, width: Mm) -> int:
    """On how many lines of its own the hint stands; 0 if it fits beside the title."""
    if not block.hint:
        return 0
    from pnp.typeface import text_width  # noqa: PLC0415

    title = text_width(block.title.upper(), "condensed-bold", 13.5, points(0.75))
    hint = text_width(plain(block.hint), "sans-medium", 8.8)
    if title + hint + points(14) <= width:
        return 0
    return max(1, round(height_of(plain(block.hint), "note", width) / points(11)))


def _measure(slot: Slot, scale: float) -> Measured:
    height, pads = 0.0, 0
    for i, block in enumerate(slot.blocks):
        height += head_height(block, slot.width, scale) + (STACK_GAP if i else 0)
        for j, view in enumerate(block.views):
            measured = view.measure(slot.width, scale)
            height, pads = height + measured.height + (VIEW_GAP if j else 0), pads + measured.pads
    return Measured(height, pads)


def page_height(rows: Sequence[Sequence[Slot]], scale: float) -> Mm:
    """The least height in which rows of blocks can be set."""
    total = LEAST_GAP * max(0, len(rows) - 1)
    for row in rows:
        total += max(one.height + one.pads * PAD for one in (_measure(slot, scale) for slot in row))
    return total


def choose_scale(rows: Sequence[Sequence[Slot]], height: Mm) -> float:
    """The largest scale at which a page fits its height; the smallest of all if none does."""
    return next((scale for scale in SCALES if page_height(rows, scale) <= height), SCALES[-1])


def set_page(rows: Sequence[Sequence[Slot]], scale: float, height: Mm) -> tuple[SetRow, ...]:
    """Rows padded so that they fill the height as far as the limits of white allow, each row's blocks equally tall."""
    measured = [[_measure(slot, scale) for slot in row] for row in rows]
    least = [max(m.height + m.pads * PAD for m in row) for row in measured]
    most = [max(least[i], *(m.height + m.pads * MOST_PAD for m in row)) for i, row in enumerate(measured)]
    gaps = max(0, len(rows) - 1)
    slack = height - sum(least) - LEAST_GAP * gaps
    room = sum(most) - sum(least) + (MOST_GAP - LEAST_GAP) * gaps
    share = min(1.0, max(0.0, slack / room)) if room > 0 else 0.0
    made = []
    for i, row in enumerate(rows):
        tall = least[i] + (most[i] - least[i]) * share
        left = 0.0
        slots = []
        for slot, natural in zip(row, measured[i], strict=True):
            pad = min(MOST_PAD, (tall - natural.height) / natural.pads) if natural.pads else PAD
            slots.append(SetSlot(left, slot.width, set_blocks(slot, scale, pad)))
            left += slot.width + GUTTER
        made.append(SetRow((LEAST_GAP + (MOST_GAP - LEAST_GAP) * share) if i else 0, tall, tuple(slots)))
    return tuple(made)


def set_blocks(slot: Slot, scale: float, pad: Mm) -> tuple[SetBlock, ...]:
    """The blocks of a slot, their rows padded alike."""

    def set_view(view: View) -> SetView:
        measured = view.measure(slot.width, scale)
        return SetView(view, slot.width, measured.height + measured.pads * pad, measured.widths, pad)

    return tuple(
        SetBlock(block, tuple(map(set_view, block.views)), STACK_GAP if i else 0) for i, block in enumerate(slot.blocks)
    )
