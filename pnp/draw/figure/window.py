"""The window on the map that a figure shows."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.board import Board
from pnp.hexgrid import Hex
from pnp.scene import Rect
from pnp.units import Mm, points

FLAT: Mm = points(58)
"""A hex from flat side to flat side, where there is room for it."""
MARGIN: Mm = points(5)
"""Map around the hexes that must be seen."""
LEAST_HEIGHT = 0.42
"""Height of a figure, at least, as a share of its width."""


def around_hexes(board: Board, cells: Iterable[Hex]) -> Rect:
    """The rectangle of the map that hexes fill."""
    corners = [corner for cell in cells for corner in board.grid.corners(cell)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def window(box: Rect, needed: Rect, flat: Mm, width: Mm, tallest: Mm) -> tuple[Rect, float]:
    """The rectangle of the map that a figure shows, and how much it is enlarged."""
    scale = min(FLAT / flat, (width - 2 * MARGIN) / needed.width, (tallest - 2 * MARGIN) / needed.height)
    wide = min(width / scale, box.width)
    high = min(max(needed.height + 2 * MARGIN / scale, LEAST_HEIGHT * wide), box.height)
    x, y = needed.centre
    left = min(max(x - wide / 2, box.x), box.right - wide)
    top = min(max(y - high / 2, box.y), box.bottom - high)
    return Rect(left, top, wide, high), scale
