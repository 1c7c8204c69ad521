"""Small art of textures that needs no raster: tufts, reeds, trees, vines and peaks."""

from __future__ import annotations

import math

import numpy as np

from pnp.art.map import noise
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.map_strokes import arc, joined_shapes, open_lines, pen
from pnp.art.map.noise import Array
from pnp.palette import mix
from pnp.scene import Colours, Item, Path, circle, polyline
from pnp.units import Mm


@DRAWINGS.enter("tuft")
def paint_tuft(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a tuft of three blades of dry grass; `variant` from 0 to 1 makes it larger."""
    k = (0.8 + 0.4 * variant) * pt
    blades = [
        [(dx * 0.5 * k, 0.7 * k), ((dx + lean) * k, (-0.8 + abs(dx) * 0.3) * k)]
        for dx, lean in ((-0.9, -0.5), (0, 0.1), (0.9, 0.5))
    ]
    return [open_lines(blades, pen(colours["tuft"], 0.36, pt))]


@DRAWINGS.enter("grain")
def paint_grain(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a grain of sand; `variant` from 0 to 1 makes it larger."""
    return [circle(0, 0, (0.28 + 0.16 * variant) * pt, fill=colours["grain"])]


@DRAWINGS.enter("stones")
def paint_stones(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw three stones with their shadows; `variant` from 0 to 1 makes them larger."""
    k = (1.1 + 0.7 * variant) * pt
    items: list[Item] = []
    for x, y, size in ((-1.0, 0.35, 0.85), (0.45, -0.35, 1.0), (0.9, 0.75, 0.6)):
        wide, high = 0.9 * size * k, 0.75 * size * k
        top = [(x * k - wide, y * k), (x * k - 0.35 * wide, y * k - high), (x * k + 0.5 * wide, y * k - 0.8 * high)]
        items.append(open_lines([[*top, (x * k + wide, y * k)]], pen(colours["stone"], 0.5, pt)))
        items.append(open_lines([[(x * k - wide, y * k), (x * k + wide, y * k)]], pen(colours["shade"], 0.6, pt)))
    return items


@DRAWINGS.enter("fields")
def draw_fields(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of fields as pale ground, on which parcels are drawn later."""
    return [area.fill(mix(colours["parcel_1"], colours["land"], 0.35))]


@DRAWINGS.enter("reeds")
def paint_reeds(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw reeds over two short lines of water; `variant` from 0 to 1 makes them larger."""
    k = (1.5 + 0.5 * variant) * pt
    blades = [[(0.25 * dx * k, 0.35 * k), (dx * k, (-1.15 + abs(dx) * 0.45) * k)] for dx in (-0.7, -0.25, 0.3, 0.75)]
    waters = [[(-1.7 * k, 0.45 * k), (1.5 * k, 0.45 * k)], [(-0.9 * k, 0.95 * k), (1.0 * k, 0.95 * k)]]
    return [
        open_lines(waters, pen(colours["pool"], 0.45, pt)),
        open_lines(blades, pen(colours["reed"], 0.42, pt)),
    ]


@DRAWINGS.enter("dash")
def paint_dash(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a short level line of water; `variant` from 0 to 1 makes it longer."""
    half = (0.8 + 1.3 * variant) * pt
    return [open_lines([[(-half, 0.0), (half, 0.0)]], pen(colours["dash"], 0.4, pt))]


@DRAWINGS.enter("reed")
def paint_reed(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a tuft of four reeds; `variant` from 0 to 1 makes it larger."""
    k = (0.85 + 0.35 * variant) * pt
    blades = [
        [(x * 0.4 * k, 1.1 * k), ((x + 0.5 * lean) * k, (-1.5 + abs(x) * 0.4) * k)]
        for x, lean in ((-1.1, -0.7), (0.0, 0.0), (1.1, 0.7), (0.5, 0.2))
    ]
    return [open_lines(blades, pen(colours["reed"], 0.4, pt))]


@DRAWINGS.enter("peak")
def paint_peak(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a mountain peak, lit from the north-west; `variant` from 0 to 1 makes it larger.

    It is seen from the south and hatched on its shaded side.
    """
    w, h = (6.0 + 2.6 * variant) * pt, (6.6 + 3.2 * variant) * pt
    crown = (0.3 * w * math.sin(5 * variant), -h)
    left, right = (
        [(-w, 0.0), (-0.62 * w, -0.4 * h), (-0.4 * w, -0.52 * h)],
        [(0.35 * w, -0.55 * h), (0.6 * w, -0.38 * h), (w, 0.05 * h)],
    )
    ridge = [crown, (crown[0] + 0.1 * w, -0.68 * h), (crown[0] - 0.08 * w, -0.42 * h), (crown[0] + 0.08 * w, -0.12 * h)]
    line = pen(colours["hatch"], 0.5, pt)
    shading = []
    for t in (0.25, 0.45, 0.65, 0.85):
        x, y = crown[0] + (w - crown[0]) * t, -h * (1 - t) + 0.02 * h
        shading.append([(x - 0.04 * w, y + 0.08 * h), (x - 0.28 * w * (1 - t / 2), y + 0.42 * h * (1 - t / 1.6))])
    return [
        polyline([*left, crown, *right], closed=True, fill=colours["lit"]),
        polyline([crown, *right, ridge[-1], ridge[-2], ridge[-3]], closed=True, fill=colours["shade"]),
        open_lines([[*left, crown, *right], ridge], line),
        open_lines(shading, pen(colours["hatch"], 0.32, pt)),
    ]


@DRAWINGS.enter("woods-tree")
def paint_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a round or pointed tree on a short stem; `variant` from 0 to 1 makes it larger.

    Two of five variants have a pointed crown.
    """
    s = (1.7 + 0.7 * variant) * pt
    line = pen(colours["crown_line"], 0.36, pt)
    stem = polyline([(0, 0.7 * s), (0, 1.25 * s)], stroke=pen(colours["crown_line"], 0.5, pt))
    if round(variant * 4) % 3 == 1:
        crown = [(0.0, -1.25 * s), (0.72 * s, 0.8 * s), (-0.72 * s, 0.8 * s)]
        return [stem, polyline(crown, closed=True, fill=colours["crown"], stroke=line)]
    shade = arc(0, 0, 0.62 * s, 5, 105)
    return [stem, circle(0, 0, 0.9 * s, fill=colours["crown"], stroke=line), polyline(shade, stroke=line)]


@DRAWINGS.enter("broad-tree")
def paint_broad_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a jungle tree with a broad crown of three lobes; `variant` from 0 to 1 makes it larger."""
    s = (2.0 + 0.9 * variant) * pt
    lean = 0.12 * s * math.sin(9 * variant)
    lobes = [(-0.62 * s, 0.05 * s, 0.55 * s), (0.58 * s, 0.1 * s, 0.55 * s), (lean, -0.38 * s, 0.72 * s)]
    rim = [arc(*lobes[0], 80, 215), arc(*lobes[2], 195, 345), arc(*lobes[1], -35, 110)]
    foot = [(-0.35 * s, 0.5 * s), (-0.15 * s, 0.58 * s), (0.2 * s, 0.59 * s), (0.5 * s, 0.45 * s)]
    return [
        joined_shapes(*[circle(x, y, r, fill=colours["crown"]) for x, y, r in lobes]),
        open_lines(rim, pen(colours["crown_line"], 0.38, pt)),
        polyline(foot, stroke=pen(colours["crown_line"], 0.5, pt)),
    ]


@DRAWINGS.enter("palm")
def paint_palm(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a palm with a leaning stem and five fronds; `variant` from 0 to 1 makes it larger."""
    k, lean = (0.9 + 0.25 * variant) * pt, 0.6 * math.sin(7 * variant) * pt
    top = (lean, -1.6 * k)
    fronds = []
    for angle in (200, 235, 270, 305, 340):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        end = (lean + 2.1 * k * cos, -1.6 * k + 1.9 * k * sin + 0.7 * k)
        knee = (lean + 1.3 * k * cos, -1.6 * k + 1.45 * k * sin)
        fronds.append([top, ((top[0] + knee[0]) / 2, (top[1] + knee[1]) / 2 - 0.1 * k), knee, end])
    return [
        polyline(
            [(0, 3 * k), (0.05 * k, 1.2 * k), (0.7 * lean, -0.3 * k), top],
            stroke=pen(colours["palm_stem"], 0.5, k),
        ),
        open_lines(fronds, pen(colours["palm_leaf"], 0.45, k)),
    ]


KINDS = ("olive", "dark_olive", "citrus")


@DRAWINGS.enter("fruit-tree")
def paint_fruit_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a broad low tree of four lobes with its shadow: a pale or dark olive tree, or a citrus tree with fruit.

    There are two sizes of each.
    """
    number = round(variant * 5)
    kind, k = KINDS[number // 2], (2.1 + 0.22 * (number % 2)) * pt
    lobes = [(-0.38, 0.1, 0.6), (0.42, 0.02, 0.56), (0.0, -0.36, 0.64), (0.05, 0.3, 0.55)]
    items: list[Item] = [
        circle(0.4 * k, 0.55 * k, 0.85 * k, fill=colours["shadow"]),
        joined_shapes(*[circle(x * k, y * k, r * k + 0.28 * pt, fill=colours["crown_line"]) for x, y, r in lobes]),
        joined_shapes(*[circle(x * k, y * k, r * k, fill=colours[kind]) for x, y, r in lobes]),
        joined_shapes(
            circle(-0.42 * k, -0.22 * k, 0.32 * k, fill=colours["light"]),
            circle(0.0, -0.6 * k, 0.33 * k, fill=colours["light"]),
        ),
    ]
    if kind == "citrus":
        spots = ((0.8, -0.2), (-0.7, 0.5), (0.6, 0.9), (0.1, -1.0))
        items += [circle(x * pt, y * pt, 0.4 * pt, fill=colours["fruit"]) for x, y in spots]
    return items


@DRAWINGS.enter("fruit-tree-kind")
def choose_fruit_tree(places: Array, pt: Mm, seed: int) -> Array:
    """Return the number of the variant at each place: citrus in parts of the groves, olives of two tones elsewhere."""
    drawn = [noise.varied(places, 100, seed + k) for k in (1, 2)]
    kind = np.where(noise.octaves(places, 90 * pt, seed + 15, 1) > 0.12, 2, np.where(drawn[0] < 40, 1, 0))
    return np.asarray(2 * kind + drawn[1] % 2, dtype=np.int64)


@DRAWINGS.enter("crown")
def paint_crown(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a round crown with its shadow and a light spot; `variant` from 0 to 1 makes it larger."""
    r = (1.32 + 0.2 * variant) * pt
    return [
        circle(0.45 * pt, 0.55 * pt, r, fill=colours["shadow"]),
        circle(0, 0, r, fill=colours["crown"], stroke=pen(colours["crown_line"], 0.28, pt)),
        circle(-0.33 * r, -0.33 * r, 0.45 * r, fill=colours["light"]),
    ]


@DRAWINGS.enter("vine")
def paint_vine(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a vine with leaves and a grape; `variant` from 0 to 1 makes it larger."""
    k = (0.85 + 0.3 * variant) * pt
    return [
        circle(0.0, 0.1 * k, 1.0 * k, fill=colours["leaf"]),
        circle(-0.3 * k, -0.25 * k, 0.5 * k, fill=colours["light"]),
        circle(0.45 * k, 0.35 * k, 0.38 * k, fill=colours["grape"]),
    ]


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


@DRAWINGS.enter("road-tree")
def paint_road_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a slender tree with its shadow and a light side; `variant` from 0 to 1 makes it larger."""
    k = (0.88 + 0.24 * variant) * pt
    return [
        circle(1.0 * k, 1.7 * k, 0.95 * k, fill=colours["tree_shadow"]),
        open_lines([[(0.0, 2.0 * k), (0.0, 0.6 * k)]], pen(colours["trunk"], 0.5, pt)),
        _oval(-0.7 * k, 1.5 * k, 2.2 * k, (colours["tree"], colours["tree_line"]), pt),
        _oval(-1.2 * k, 0.62 * k, 1.0 * k, (colours["tree_light"], None), pt, -0.45 * k),
    ]
