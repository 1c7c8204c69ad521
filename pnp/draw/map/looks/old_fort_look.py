"""The map symbol `old-fort`: a walled fort with four bastions and houses inside."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, LabelStyle, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, polyline, rectangle
from pnp.units import Mm

QUARTER = ((0.0, 5.6), (6.6, 5.6), (7.6, 7.6), (11.4, 7.6), (11.4, 3.6), (9.6, 2.6), (9.6, 0.0))
"""The wall of one quarter of the fort, from the middle of a long side to the middle of a short one."""


def draw_old_fort(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an old fort: a wall with four bastions, a yard and four houses."""
    wall: list[tuple[float, float]] = []
    for sx, sy in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        part = [(x * sx, y * sy) for x, y in QUARTER]
        wall += part if sx * sy > 0 else part[::-1]
    houses = [(-5.6, -3.2), (1.4, -3.2), (-5.6, 1.0), (1.4, 1.0)]
    return [
        polyline([((x + 0.9) * pt, (y + 1) * pt) for x, y in wall], closed=True, fill=colours["block_shadow"]),
        polyline(
            [(x * pt, y * pt) for x, y in wall],
            closed=True,
            fill=colours["glyph"],
            stroke=pen(colours["glyph_line"], 1.25, pt),
        ),
        *[
            rectangle(
                Rect(x * pt, y * pt, 4.2 * pt, 2.2 * pt),
                fill=colours["block"],
                stroke=pen(colours["block_line"], 0.3, pt),
            )
            for x, y in houses
        ],
    ]


register_look(
    SymbolLook(
        name="old-fort",
        order=21,
        size_pt=(24, 16.5),
        draw=draw_old_fort,
        label=LabelStyle("condensed-semibold", 6.6, 0.2, halo_pt=2.2),
        sample_scale=1.15,
    )
)
