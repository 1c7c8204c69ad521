"""The look `highway`: a broad road with rows of trees on both sides."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, RoadLook, Texture
from pnp.draw.map.map_strokes import open_lines, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Path, circle
from pnp.units import Mm


def _oval(y: Mm, wide: Mm, high: Mm, colours: tuple[str, str | None], pt: Mm, x: Mm = 0.0) -> Path:
    """Return an upright oval around (x, y) with a fill and, if a second colour is given, an outline."""
    k, h = 0.5523 * wide, 0.5523 * high
    xy = (
        *(x, y - high),
        *(x + k, y - high, x + wide, y - h, x + wide, y),
        *(x + wide, y + h, x + k, y + high, x, y + high),
        *(x - k, y + high, x - wide, y + h, x - wide, y),
        *(x - wide, y - h, x - k, y - high, x, y - high),
    )
    return Path("MCCCCZ", xy, colours[0], pen(colours[1], 0.32, pt) if colours[1] else None)


def paint_road_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a slender tree with its shadow and a light side; `variant` from 0 to 1 makes it larger."""
    k = (0.88 + 0.24 * variant) * pt
    return [
        circle(1.0 * k, 1.7 * k, 0.95 * k, fill=colours["tree_shadow"]),
        open_lines([[(0.0, 2.0 * k), (0.0, 0.6 * k)]], pen(colours["trunk"], 0.5, pt)),
        _oval(-0.7 * k, 1.5 * k, 2.2 * k, (colours["tree"], colours["tree_line"]), pt),
        _oval(-1.2 * k, 0.62 * k, 1.0 * k, (colours["tree_light"], None), pt, -0.45 * k),
    ]


register_look(
    RoadLook(
        name="highway",
        order=40,
        colours={
            "edge": "#7A3B22",
            "fill": "#F3C77A",
            "tree": "#8AA05A",
            "tree_line": "#55692F",
            "tree_light": "#AFC07E",
            "tree_shadow": "#CDB889",
            "trunk": "#6B4A2A",
        },
        half_width_pt=2.6,
        bridge_half_pt=3.1,
        width_pt=(4.9, 3.55),
        trees=Texture(
            name="road-tree", paint=paint_road_tree, spacing_pt=6.8, inset_pt=5.4, reach_pt=(2.2, 3.8, 3.2, 3.4)
        ),
    )
)
