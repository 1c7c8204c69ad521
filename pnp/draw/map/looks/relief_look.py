"""The look `relief`: hills with bands of height, shade on their south-eastern slopes, and hachures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.deferred import deferred
from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.palette import mix
from pnp.scene import Group, Item

if TYPE_CHECKING:
    import numpy as np
    import shapely

    from pnp.draw.map import contours, noise, outlines
    from pnp.draw.map.land_areas import LandArea
    from pnp.draw.map.noise import Array
else:
    np, shapely, contours, noise, outlines = deferred(
        "numpy", "shapely", "pnp.draw.map.contours", "pnp.draw.map.noise", "pnp.draw.map.outlines"
    )  # slow to import

CELL_PT = 4.0
"""The distance of the points of the raster of heights."""
BANDS = (6.0, 15.0, 26.0, 38.0)
SHADES = (0.3, 0.7, 1.15, 1.7)
LIGHTS = (0.4, 1.0)


def blurred(values: Array, sigma: float) -> Array:
    """Return a raster after a Gaussian blur; `sigma` is its standard deviation in raster points."""
    reach = max(1, round(3 * sigma))
    weights = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * sigma**2))
    weights /= weights.sum()
    found = np.pad(values, reach, mode="edge")
    found = np.apply_along_axis(lambda line: np.convolve(line, weights, "valid"), 0, found)
    return np.asarray(np.apply_along_axis(lambda line: np.convolve(line, weights, "valid"), 1, found), dtype=np.float64)


def heights(area: LandArea) -> tuple[Array, Array, Array]:
    """Return a raster of the heights of an area, and the coordinates of its columns and rows."""
    pt, frame = area.pt, area.frame
    box, step = frame.box.grown(24 * pt), CELL_PT * pt
    x, y = np.arange(box.x, box.right, step), np.arange(box.y, box.bottom, step)
    gx, gy = np.meshgrid(x, y)
    shapely.prepare(area.geometry)
    mask: Array = np.asarray(shapely.contains_xy(area.geometry, gx, gy), dtype=np.float64)
    points = np.stack([gx.ravel(), gy.ravel()], axis=1)
    ridges = 1 - 2 * np.abs(noise.octaves(points, 84 * pt, frame.seed + 31, 3).reshape(gx.shape))
    rough = noise.octaves(points, 26 * pt, frame.seed + 32, 2).reshape(gx.shape)
    high = blurred(mask, 13.6 / CELL_PT) ** 1.3 * (0.45 + 0.60 * np.clip(ridges, 0, 1)) * 58
    return high + blurred(mask, 6 / CELL_PT) * 6 * rough, x, y


def draw_relief(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of hills: bands of height, shaded slopes to the south-east, lit slopes to the north-west."""
    if area.geometry.is_empty:
        return []
    values, x, y = heights(area)
    down, right = np.gradient(values / CELL_PT)
    slope = -(down + right) / np.sqrt(2)  # positive where the land falls to the south-east
    slope = blurred(slope, 0.7)
    items: list[Item] = [area.fill(colours["low"])]
    colour = colours["low"]
    inside: list[Item] = []
    for raster, levels, target, share in (
        (values, BANDS, colours["high"], 0.22),
        (slope, SHADES, colours["shade"], 0.11),
        (-slope, LIGHTS, colours["light"], 0.34),
    ):
        colour = mix(colours["high"], colours["low"], 0.4) if raster is slope else colours["low"]
        for level in levels:
            colour = mix(target, colour, share)
            rings = [ring for ring in contours.contours(raster, level, x, y) if len(ring) > 6]
            if rings:
                inside.append(outlines.rings_path(rings, fill=colour, even_odd=True))
    items.append(Group(tuple(inside), clip=outlines.area_path(area.geometry)))
    items.append(area.outline(pen(colours["edge"], 0.35, area.pt)))
    return items


register_look(
    AreaLook(
        name="relief",
        group="height",
        order=41,
        colours={
            "low": "#E4C893",
            "high": "#D9BA80",
            "shade": "#7E5B33",
            "light": "#F1DEB2",
            "hatch": "#86643A",
            "edge": "#C9A365",
        },
        plain_colour="high",
        sample_hexes="C3",
        shape=AreaShape(0.5, 18, 11, 6.0, 28),
        draw=draw_relief,
    )
)
