"""The numbers of hexes."""

from __future__ import annotations

from pnp.draw.map.frame import MapFrame
from pnp.scene import Item, Text


def draw_numbers(frame: MapFrame) -> list[Item]:
    """Quiet hex numbers at their constant place."""
    palette, size, number = frame.palette, frame.number_pt, frame.grid.number
    water = frame.water_hexes
    return [
        Text(
            rect.x,
            round(rect.y + rect.height, 3),
            number(cell),
            "condensed",
            size,
            palette.number_on_water if cell in water else palette.number,
        )
        for cell, rect in frame.numbers.items()
    ]
