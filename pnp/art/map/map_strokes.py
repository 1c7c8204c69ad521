"""Pens, arcs and combined paths for drawing maps, and the layers and letters of symbols.

This module imports neither numpy nor shapely.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from pnp.icon_paths import read_outline
from pnp.model.looks.place_looks import SymbolLayer
from pnp.scene import Colour, Item, Path, Point, Stroke
from pnp.units import Mm, points

THINNEST_PT = 0.25
"""The least width of a line on a map.  Source: print services' least width of a line."""


def pen(colour: Colour, width_pt: float, pt: Mm, dash_pt: tuple[float, ...] = ()) -> Stroke:
    """Return a round stroke, `width_pt` points wide; a point is `pt` mm long.

    The stroke is never thinner than `THINNEST_PT`. Dashes have square ends.
    """
    dash = tuple(length_pt * pt for length_pt in dash_pt)
    return Stroke(colour, max(width_pt * pt, points(THINNEST_PT)), dash, "butt" if dash else "round", "round")


def arc(cx: Mm, cy: Mm, radius: Mm, start: float, end: float, count: int = 10) -> list[Point]:
    """Return points along an arc of a circle, from one angle to another.

    Angles are in degrees, clockwise from the right.
    """
    step = (end - start) / (count - 1) if count > 1 else 0.0
    angles = [math.radians(start + i * step) for i in range(count)]
    return [(cx + radius * math.cos(angle), cy + radius * math.sin(angle)) for angle in angles]


def open_lines(lines: Iterable[list[Point]], stroke: Stroke) -> Path:
    """Return one path that consists of several open lines."""
    ops, xy = "", []
    for line in lines:
        ops += "M" + "L" * (len(line) - 1)
        xy += [value for point in line for value in point]
    return Path(ops, tuple(xy), None, stroke)


def joined_shapes(*shapes: Path) -> Path:
    """Return one path that consists of several filled shapes, in the colour of the first."""
    ops = "".join(shape.ops for shape in shapes)
    return Path(ops, tuple(value for shape in shapes for value in shape.xy), shapes[0].fill)


def symbol_layers(layers: Sequence[SymbolLayer], colours: Mapping[str, Colour], pt: Mm) -> list[Item]:
    """Return the layers of a symbol around (0, 0), in the colours of its look; a point is `pt` mm long."""
    items: list[Item] = []
    for layer in layers:
        ops, xy = read_outline(layer.outline)
        stroke = pen(colours[layer.line], layer.pen, pt, layer.dash) if layer.line else None
        fill = colours[layer.fill] if layer.fill else None
        items.append(Path(ops, tuple(value * pt for value in xy), fill, stroke))
    return items


LETTER_FONT = "condensed-bold"
"""The font of the letter in a symbol."""
