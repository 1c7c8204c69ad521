"""The look `grove`: olive and citrus trees in a loose square pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Rows, Texture
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_grove(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of groves with an outline."""
    return [area.fill(colours["fill"]), area.outline(pen(colours["edge"], 0.5, area.pt, (2.4, 1.4)))]


def paint_fruit_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a broad low tree with its shadow; the last two of five variants bear fruit."""
    k = (1.0 + 0.12 * ((variant * 7) % 1)) * pt
    citrus = variant > 0.7
    crown = colours["citrus" if citrus else "olive"]
    items: list[Item] = [
        circle(0.7 * k, 0.75 * k, 2.3 * k, fill=colours["shadow"]),
        circle(0, 0, 2.25 * k, fill=crown, stroke=pen(colours["crown_line"], 0.32, pt)),
        circle(-0.7 * k, -0.75 * k, 0.95 * k, fill=colours["light"]),
    ]
    if citrus:
        items += [
            circle(x * k, y * k, 0.36 * k, fill=colours["fruit"]) for x, y in ((0.8, -0.6), (-0.5, 0.8), (1, 0.7))
        ]
    return items


register_look(
    AreaLook(
        name="grove",
        order=63,
        colours={
            "fill": "#E2DDA6",
            "edge": "#A9A464",
            "shadow": "#C4BE86",
            "olive": "#A3AE74",
            "citrus": "#8FAA5A",
            "crown_line": "#66703C",
            "light": "#BBC58C",
            "fruit": "#D9822B",
        },
        plain_colour="fill",
        shape=AreaShape(1.8, 4, 6, 2.4, 30),
        draw=draw_grove,
        texture=Texture(
            name="fruit-tree",
            paint=paint_fruit_tree,
            spacing_pt=7.0,
            inset_pt=3.2,
            reach_pt=(3, 3, 4, 4),
            rows=Rows(along_pt=6.4, across_pt=6.4, jitter_pt=0.6, angles=(8.0, -11.0, 20.0)),
        ),
    )
)
