"""The map symbol `tank-farm`: two distillation towers, and oil tanks over the rest of the hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.deferred import deferred
from pnp.draw.map.look_specs import Colours, LabelStyle, SymbolLook
from pnp.draw.map.map_strokes import arc, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, circle, line, polyline, rectangle
from pnp.units import Mm

if TYPE_CHECKING:
    import numpy as np

    from pnp.draw.map.map_frame import MapFrame
    from pnp.draw.map.occupancy import Occupancy
    from pnp.hexgrid import Hex
else:
    (np,) = deferred("numpy")  # slow to import

TANK_PT, STEP_PT, MOST = 3.7, 1.6, 11
"""The radius of a tank, the distance of tried places, and the greatest number of tanks in a hex."""


def draw_towers(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a refinery: two distillation towers joined by a pipe."""
    edge = pen(colours["glyph_line"], 0.6, pt)
    items: list[Item] = [line(-2.2 * pt, -2.4 * pt, 2.2 * pt, -2.4 * pt, edge)]
    for x, top in ((-2.8, -5.8), (1.2, -4.4)):
        items.append(rectangle(Rect(x * pt, top * pt, 2 * pt, (5.4 - top) * pt), fill=colours["glyph"], stroke=edge))
        items.append(rectangle(Rect((x - 0.5) * pt, 4.6 * pt, 3 * pt, 1 * pt), fill=colours["glyph_line"]))
    return items


def draw_tank(colours: Colours, pt: Mm, x: Mm, y: Mm, radius: Mm) -> list[Item]:
    """Draw one oil tank from above, with its shadow."""
    shade = [(x + a, y + b) for a, b in arc(0, 0, 0.78 * radius, -25, 115, 9)]
    return [
        circle(x + 0.8 * pt, y + 0.8 * pt, radius, fill=colours["shadow"]),
        circle(x, y, radius, fill=colours["tank"], stroke=pen(colours["glyph_line"], 0.5, pt)),
        polyline(shade, stroke=pen(colours["shade"], 0.9, pt)),
        circle(x, y, 0.55 * radius, stroke=pen(colours["shade"], 0.3, pt)),
        circle(x, y, 0.5 * pt, fill=colours["shade"]),
    ]


def draw_tank_farm(frame: MapFrame, cell: Hex, taken: Occupancy, colours: Colours) -> list[Item]:
    """Draw the tanks of a refinery wherever nothing is printed in its hex."""
    pt, items = frame.scaled(1), list[Item]()
    centre = np.array(frame.grid.centre(cell))
    ring = np.array([(np.cos(a) * k, np.sin(a) * k) for k in (0.0, 0.55, 1.0) for a in np.linspace(0, 2 * np.pi, 12)])
    steps = np.arange(-21, 21.1, STEP_PT)
    tried = np.stack([g.ravel() for g in np.meshgrid(steps, steps)], axis=1)
    tried = tried[np.hypot(*tried.T) < 20]
    tried = tried[np.argsort(np.abs(tried[:, 1] - 1) * 1.0 + np.abs(tried[:, 0]) * 0.8, kind="stable")]
    for shift in tried:
        x, y = centre + shift * pt
        if len(items) < 5 * MOST and (taken.at(np.array([x, y]) + ring * (TANK_PT + 0.5) * pt) == 0).all():
            items += draw_tank(colours, pt, float(x), float(y), TANK_PT * pt)
            taken.stamp(np.array([(x, y)]), (TANK_PT + 0.3) * pt, 6)
    return items


register_look(
    SymbolLook(
        name="tank-farm",
        order=41,
        colours={"tank": "#F2EFE4", "shade": "#A39B88", "shadow": "#C9C1A6"},
        size_pt=(7.0, 12.0),
        draw=draw_towers,
        around=draw_tank_farm,
        label=LabelStyle("condensed-semibold", 6.4, 0.2, halo_pt=2.0),
        sample_scale=1.6,
    )
)
