"""The look `swamp`: wet ground with short lines of water and tufts of reed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.deferred import deferred
from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Texture
from pnp.draw.map.map_strokes import open_lines, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map import outlines
    from pnp.draw.map.land_areas import LandArea
else:
    (outlines,) = deferred("pnp.draw.map.outlines")  # slow to import


def draw_swamp(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of swamp with a wet rim and a dashed outline."""
    inner = area.geometry.buffer(-3.6 * area.pt, quad_segs=4)
    return [
        area.fill(colours["rim"]),
        outlines.area_path(inner, fill=colours["fill"]),
        area.outline(pen(colours["edge"], 0.45, area.pt, (3.2, 1.6))),
    ]


def paint_dash(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a short level line of water; `variant` from 0 to 1 makes it longer."""
    half = (0.8 + 1.3 * variant) * pt
    return [open_lines([[(-half, 0.0), (half, 0.0)]], pen(colours["dash"], 0.4, pt))]


def paint_reed(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a tuft of four reeds; `variant` from 0 to 1 makes it larger."""
    k = (0.85 + 0.35 * variant) * pt
    blades = [
        [(x * 0.4 * k, 1.1 * k), ((x + 0.5 * lean) * k, (-1.5 + abs(x) * 0.4) * k)]
        for x, lean in ((-1.1, -0.7), (0.0, 0.0), (1.1, 0.7), (0.5, 0.2))
    ]
    return [open_lines(blades, pen(colours["reed"], 0.4, pt))]


register_look(
    AreaLook(
        name="swamp",
        order=31,
        colours={"fill": "#D5E3D3", "rim": "#C7DBCB", "edge": "#9DB8A8", "dash": "#7FA7A0", "reed": "#6F8F60"},
        plain_colour="fill",
        shape=AreaShape(0.4, 20, 13, 7.0, 28),
        draw=draw_swamp,
        under=Texture(name="water-dash", paint=paint_dash, spacing_pt=5.0, inset_pt=2.0, reach_pt=(2.4, 0.5, 2.4, 0.5)),
        texture=Texture(
            name="swamp-reed", paint=paint_reed, spacing_pt=8.5, inset_pt=2.4, reach_pt=(2.2, 2.4, 2.2, 1.8)
        ),
    )
)
