"""The look `farmland`: open land covered with clusters of large fields, some of them furrowed."""

from __future__ import annotations

from pnp.draw.map.look_specs import FieldSizes, GroundLook, Texture
from pnp.draw.map.looks.clear_look import paint_tuft
from pnp.model.gamemap import register_look

register_look(
    GroundLook(
        name="farmland",
        order=10,
        colours={
            "tuft": "#C2A667",
            "parcel_1": "#F1DFA8",
            "parcel_2": "#EBD293",
            "parcel_3": "#F8EFD0",
            "parcel_4": "#E6E0AE",
            "parcel_line": "#C6AA6C",
            "furrow": "#D6B878",
        },
        plain_colour="land",
        texture=Texture(name="field-tuft", paint=paint_tuft, spacing_pt=9.5, inset_pt=0, reach_pt=(2.4, 1.8, 2.4, 1.6)),
        fields=FieldSizes(
            width_pt=(10.0, 24.0),
            height_pt=(6.5, 12.5),
            reach_pt=(30.0, 48.0),
            every_pt=74.0,
            everywhere=True,
            furrowed=0.5,
        ),
    )
)
