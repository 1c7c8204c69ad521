"""The part of the map that a figure shows, and the scale of the figure."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.board import Board
from pnp.hexgrid import Hex
from pnp.scene import Rect
from pnp.units import Mm, points

FLAT: Mm = points(66)
"""The largest width of a hex from flat side to flat side."""
MARGIN: Mm = points(5)
"""The margin of map around the hexes that must be visible."""
LEAST_HEIGHT = 0.42
"""The least height of a figure, as a share of its width."""


def around_hexes(board: Board, cells: Iterable[Hex]) -> Rect:
    """Return the smallest rectangle that contains hexes of the map."""
    corners = [corner for cell in cells for corner in board.grid.corners(cell)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def figure_window(box: Rect, needed: Rect, flat: Mm, width: Mm, tallest: Mm, least: Mm = 0) -> tuple[Rect, float]:
    """Return the rectangle of the map that a figure shows, and the scale of the figure.

    The figure shows all that is `needed`, of the map in `box`, with hexes `flat` mm wide. It is at most `width` mm wide
    and `tallest` mm high, and if possible at least `least` mm high.
    """
    scale = min(FLAT / flat, (width - 2 * MARGIN) / needed.width, (tallest - 2 * MARGIN) / needed.height)
    wide = min(width / scale, box.width)
    high = min(max(needed.height + 2 * MARGIN / scale, LEAST_HEIGHT * wide, least / scale), box.height)
    x, y = needed.centre
    left = min(max(x - wide / 2, box.x), box.right - wide)
    top = min(max(y - high / 2, box.y), box.bottom - high)
    return Rect(left, top, wide, high), scale
