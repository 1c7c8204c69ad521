"""The look `paddies`: wet open land with clusters of bent rice fields near water, villages and roads."""

from __future__ import annotations

from pnp.draw.map.look_specs import FieldSizes, GroundLook, GroundTones, Texture
from pnp.draw.map.looks.clear_look import paint_tuft
from pnp.model.gamemap import register_look

register_look(
    GroundLook(
        name="paddies",
        order=20,
        colours={
            "tuft": "#B1BA88",
            "parcel_1": "#DDE5B4",
            "parcel_2": "#E7E6BA",
            "parcel_3": "#D5E0B9",
            "parcel_4": "#E0E9C5",
            "parcel_line": "#B3BB8A",
            "furrow": "#B4C28F",
            "wall": "#A6AE75",
        },
        plain_colour="land",
        texture=Texture(name="paddy-tuft", paint=paint_tuft, spacing_pt=8.6, inset_pt=0, reach_pt=(2.4, 1.8, 2.4, 1.6)),
        fields=FieldSizes(
            width_pt=(5.0, 12.0),
            height_pt=(3.4, 6.0),
            reach_pt=(15.0, 25.0),
            every_pt=47.0,
            near_pt=(80.0, 70.0, 36.0),
            furrowed=0.45,
            furrow_pt=(1.6, 1.6),
            bent_pt=1.6,
            bare=-0.12,
        ),
        tones=GroundTones(
            levels=(-0.08, 0.02, 0.12, 0.22),
            wavelength_pt=120.0,
            share=0.4,
            riverside_pt=13.0,
            riverside_share=0.5,
        ),
    )
)
