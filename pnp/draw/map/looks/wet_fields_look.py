"""The look `wet-fields`: open ground in the monsoon, with irregular rice fields and wet patches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.deferred import deferred
from pnp.draw.map.look_specs import Colours, FieldSizes, GroundLook, GroundTones, Texture
from pnp.draw.map.looks.clear_look import paint_tuft
from pnp.model.gamemap import register_look
from pnp.scene import Item

if TYPE_CHECKING:
    from pnp.draw.map import mist, noise, relief
    from pnp.draw.map.land_areas import Land
else:
    mist, noise, relief = deferred("pnp.draw.map.mist", "pnp.draw.map.noise", "pnp.draw.map.relief")  # slow to import

WET = (0.18, 0.27, 0.36)
"""The levels of noise at which the ground is one step wetter."""


def draw_wet_ground(land: Land, colours: Colours) -> list[Item]:
    """Draw wet patches on open ground, and mist along the frame."""
    frame = land.frame
    pt = frame.scaled(1)
    raster = relief.Raster.over(frame.box.grown(4 * pt), 2.4 * pt)
    wet = raster.filled(noise.octaves(raster.points, 25 * pt, frame.seed + 65, 2))
    tones = relief.tone_ramp(colours["land"], colours["wet"], len(WET), 0.3)
    bands = relief.tinted_bands(wet, WET, tones, tolerance=0.35 * pt, smallest=14 * pt * pt)
    return [*bands, *mist.draw_mist(frame, colours["land"], colours["haze"])]


register_look(
    GroundLook(
        name="wet-fields",
        order=40,
        colours={
            "tuft": "#9AAE78",
            "wet": "#B5D0CB",
            "haze": "#EEF3F0",
            "parcel_1": "#B5D0CB",
            "parcel_2": "#CFD98F",
            "parcel_3": "#C9DBC2",
            "parcel_4": "#BBCF8D",
            "parcel_5": "#CFD98F",
            "parcel_line": "#7F8A55",
            "furrow": "#8E9D5E",
            "shoot": "#6E8A44",
            "sheen": "#FFFFFF",
            "wall": "#7F8A55",
        },
        settings=("mist",),
        plain_colour="land",
        draw=draw_wet_ground,
        texture=Texture(name="wet-tuft", paint=paint_tuft, spacing_pt=9.0, inset_pt=0, reach_pt=(2.4, 1.8, 2.4, 1.6)),
        fields=FieldSizes(
            reach_pt=(12.0, 18.5),
            every_pt=22.5,
            near_pt=(30.0, 0.0, 0.0),
            everywhere=True,
            furrow_pt=(1.6, 2.3),
            cut_pt2=(20.0, 58.0),
            shares=(0.95, 0.85),
            left_out=0.06,
            outline=1.0,
            strokes=("sheen", "dots", "sheen", "dots", "furrows"),
        ),
        tones=GroundTones(
            levels=(0.0, 0.12, 0.24), wavelength_pt=46.0, share=0.34, riverside_pt=9.0, riverside_share=0.4
        ),
    )
)
