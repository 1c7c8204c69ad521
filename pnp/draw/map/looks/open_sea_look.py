"""The look `open-sea`: the sea off a beach, with bands of deeper water and many waterlines."""

from __future__ import annotations

from pnp.draw.map.look_specs import AreaShape, LabelStyle, WaterLook
from pnp.model.gamemap import register_look

register_look(
    WaterLook(
        name="open-sea",
        order=21,
        colours={"deepest": "#A6CCD5", "sand": "#F7EED2", "grain": "#C2A667"},
        plain_colour="deep",
        sample_hexes="C3 C4 C5 D1-D5 E1-E5",
        shape=AreaShape(0.6, 17, 14, 7.0, 44),
        waterlines_pt=((2.3, 0.5), (5.1, 0.45), (8.7, 0.4), (13.2, 0.36), (18.8, 0.32), (25.8, 0.3)),
        deep_pt=(24.5, 56.0),
        beach_pt=6.6,
        shore_pt=0.8,
        label=LabelStyle("serif-semibold-italic", 15.0, 20.0, capitals=True, halo_pt=0, ink="water_name"),
        straight=True,
    )
)
