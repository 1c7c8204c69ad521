"""Scale bars: what a hex is, in words and at true length."""

from __future__ import annotations

from itertools import pairwise

from pnp.draw.map.palette import MapPalette
from pnp.fitting import fit_line
from pnp.model.gamemap import MapScale, ScaleBar
from pnp.palette import WHITE
from pnp.scene import Item, Rect, Stroke, Text, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

FIGURE_PT = 5.8


def draw_scale(room: Rect, scale: MapScale, across_flats: Mm, palette: MapPalette) -> list[Item]:
    """The words above, the bars below one another; bars that would be too long for the room are cut to
    whole steps.
    """
    size, _ = fit_line(scale.says, "condensed-medium", 6.9, room.width)
    cap = cap_height("condensed-medium", size)
    items: list[Item] = [Text(room.x, room.y + cap, scale.says, "condensed-medium", size, palette.ink)]
    if not scale.bars:
        return items
    left = room.y + cap + points(2)
    each = (room.bottom - left) / len(scale.bars)
    for number, bar in enumerate(scale.bars):
        items += _bar(Rect(room.x, left + number * each, room.width, each), bar, across_flats, palette)
    return items


def _bar(room: Rect, bar: ScaleBar, across_flats: Mm, palette: MapPalette) -> list[Item]:
    """Boxes dark and light by turns, figures over their ends, the unit after the last."""
    unit = across_flats / bar.per_hex
    last_width = text_width(f" {bar.unit}", "condensed", FIGURE_PT) + points(2)
    figures = [f for f in bar.figures if f * unit + last_width <= room.width] or list(bar.figures[:2])
    height = points(2.6)
    y = room.bottom - height
    x = room.x + text_width(_figure(figures[0]), "condensed", FIGURE_PT) / 2
    edge = Stroke(palette.brown, points(0.45))
    items: list[Item] = []
    for i, (one, other) in enumerate(pairwise(figures)):
        rect = Rect(x + one * unit, y, (other - one) * unit, height)
        items.append(rectangle(rect, fill=WHITE if i % 2 else palette.brown, stroke=edge))
    for i, figure in enumerate(figures):
        text = _figure(figure)
        at = x + figure * unit
        if i == len(figures) - 1:
            start = at - text_width(text, "condensed", FIGURE_PT) / 2
            items.append(Text(start, y - points(1.7), f"{text} {bar.unit}", "condensed", FIGURE_PT, palette.ink))
        else:
            items.append(Text(at, y - points(1.7), text, "condensed", FIGURE_PT, palette.ink, "middle"))
    return items


def _figure(value: float) -> str:
    return f"{value:g}"
