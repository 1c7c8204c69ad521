"""The look `wet-fields`: open ground in the monsoon, with irregular rice fields and wet patches."""

from __future__ import annotations

from pnp.art.map import mist, noise, relief
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import Land
from pnp.scene import Colours, Item

WET = (0.18, 0.27, 0.36)
"""The levels of noise at which the ground is one step wetter."""


@DRAWINGS.enter("wet-ground")
def draw_wet_ground(land: Land, colours: Colours) -> list[Item]:
    """Draw wet patches on open ground, and mist along the frame."""
    frame = land.frame
    pt = frame.scaled(1)
    raster = relief.Raster.over(frame.box.grown(4 * pt), 2.4 * pt)
    wet = raster.filled(noise.octaves(raster.points, 25 * pt, frame.seed + 65, 2))
    tones = relief.tone_ramp(colours["land"], colours["wet"], len(WET), 0.3)
    bands = relief.tinted_bands(wet, WET, tones, tolerance=0.35 * pt, smallest=14 * pt * pt)
    return [*bands, *mist.draw_mist(frame, colours["land"], colours["haze"])]
