"""The ground of a table seen from above: its texture, and terrain such as woods, roads and huts.

Everything is drawn from seeds of its place, so that each build draws the same.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import shapely

from pnp.art.covers.shapes import random_numbers, spline
from pnp.art.map.noise import scattered
from pnp.art.map.outlines import offset
from pnp.art.map.vegetation import within
from pnp.model.example import TablePlace, TableTerrain
from pnp.palette import mix
from pnp.scene import Colour, Item, Matrix, Path, Point, Rect, Stroke, circle, line, moved, polygon, polyline, rectangle
from pnp.units import Mm

GROUND, LIGHT, DARK, TUFT, PEBBLE = "#E4DCB0", "#EAE4C1", "#DCD2A0", "#B8AE72", "#C6B98A"
"""The colours of the open ground, of its lighter and darker patches, of its grass and of small stones."""
SHADOW = "#BDB382"
"""The colour of shadows on open ground."""
FLOOR, CROWN, LEAVES, TOP, UNDER = "#B4BE86", "#58783F", "#6F9150", "#8DAC6B", "#8E9C62"
"""The colours of woods: the floor, three tones of a crown, and its shadow."""
SOIL, STONE, FACET = "#D2C294", "#9D978C", "#C4BFB4"
BANK, WATER, SHINE = "#93A66B", "#9CC3DB", "#CBE2EE"
VERGE, TRACK, RUT = "#AD8A54", "#E2C990", "#C4A367"
EAVES, THATCH, SUNLIT, STRAW = "#6B4A26", "#B98A4E", "#D8AE70", "#8A6433"
FROND, RIB = "#4F7048", "#86A362"
TREE, LEAST_TREE, GREATEST_TREE = 0.4, 1.6, 4.2
"""The radius of the crown of a tree in units of the table, and its limits in mm."""
FALL: tuple[Mm, Mm] = (0.4, 0.55)
"""How far a shadow falls to the right and downwards."""


def draw_ground(box: Rect, seed: int) -> Iterator[Item]:
    """Yield open ground: lighter and darker patches, tufts of grass and small stones."""
    chance = random_numbers(seed)
    area = box.width * box.height
    yield rectangle(box, fill=GROUND)
    for number in range(int(area / 260) + 2):
        middle = chance.uniform(box.x, box.right), chance.uniform(box.y, box.bottom)
        yield polygon(_blob(middle, chance.uniform(4, 9), chance), fill=LIGHT if number % 2 else DARK)
    for _ in range(int(area / 190)):
        x, y = chance.uniform(box.x + 1, box.right - 1), chance.uniform(box.y + 1, box.bottom - 1)
        yield circle(x, y, chance.uniform(0.12, 0.28), fill=PEBBLE)
    for number in range(int(area / 46)):
        x, y = chance.uniform(box.x + 1, box.right - 1), chance.uniform(box.y + 2, box.bottom - 1)
        tall = chance.uniform(0.7, 1.15)
        stroke = Stroke(TUFT if number % 3 else mix(TUFT, CROWN, 0.6), 0.2, cap="round")
        for lean in (-0.5, -0.1, 0.4):
            yield line(x + lean / 3, y, x + lean, y - tall * (1 - abs(lean) / 3), stroke)


def draw_terrain(terrain: TableTerrain, place: Callable[[TablePlace], Point], scale: float) -> Iterator[Item]:
    """Yield terrain on a table whose places are converted into points by `place`, with `scale` mm to a unit."""
    points = [place(one) for one in terrain.path]
    chance = random_numbers(str(terrain.path))
    wide = terrain.wide * scale
    match terrain.kind:
        case "woods":
            yield from _woods(points, min(max(TREE * scale, LEAST_TREE), GREATEST_TREE), chance)
        case "rocks":
            yield from _rocks(points, min(max(TREE * scale, LEAST_TREE), GREATEST_TREE) / 2, chance)
        case "road":
            yield from _road(points, wide)
        case "stream":
            yield from _stream(points, wide)
        case "huts":
            for point in points:
                hut = Matrix.place(*point, turn=terrain.heading)
                yield from _hut(hut, wide)
        case "palms":
            for point in points:
                yield from _palm(point, wide / 2, chance)


def _blob(middle: Point, radius: Mm, chance: random.Random) -> list[Point]:
    """Return the corners of a smooth irregular patch."""
    nodes = []
    for number in range(8):
        angle, far = number * math.tau / 8, radius * chance.uniform(0.65, 1.15)
        nodes.append((middle[0] + 1.5 * far * math.cos(angle), middle[1] + far * math.sin(angle)))
    return spline(nodes, steps=4)


def _places_inside(outline: Sequence[Point], apart: Mm, inset: Mm, chance: random.Random) -> list[Point]:
    """Return points inside an outline, at least `apart` from each other and `inset` from it, from the top downwards."""
    area = shapely.Polygon(outline).buffer(-inset)
    if area.is_empty:
        return []
    left, top, right, bottom = area.bounds
    spots = scattered(Rect(left, top, right - left, bottom - top), apart, chance.randrange(2**31))
    return [(x, y) for x, y in within(area, spots).tolist()]


def _woods(points: Sequence[Point], size: Mm, chance: random.Random) -> Iterator[Item]:
    """Yield woods or jungle: a floor with the crowns of trees, of about this radius."""
    outline = spline(points, steps=8)
    yield polygon(outline, fill=FLOOR)
    for x, y in _places_inside(outline, 1.05 * size, 0.5 * size, chance):
        radius, turn = size * chance.uniform(0.8, 1.25), chance.uniform(0, math.tau)
        yield polygon(_crown((x + FALL[0], y + FALL[1]), radius, turn), fill=UNDER)
        yield polygon(_crown((x, y), radius, turn), fill=CROWN)
        yield polygon(_crown((x - 0.16 * radius, y - 0.18 * radius), 0.72 * radius, turn + 0.3), fill=LEAVES)
        yield polygon(_crown((x - 0.28 * radius, y - 0.3 * radius), 0.36 * radius, turn), fill=TOP)


def _crown(middle: Point, radius: Mm, turn: float) -> list[Point]:
    """Return the corners of the crown of a tree."""
    corners = []
    for number in range(18):
        angle, far = turn + number * math.tau / 18, radius * (1 if number % 2 else 0.86)
        corners.append((middle[0] + far * math.cos(angle), middle[1] + far * math.sin(angle)))
    return corners


def _rocks(points: Sequence[Point], size: Mm, chance: random.Random) -> Iterator[Item]:
    """Yield rough ground: bare soil with stones of about this radius."""
    outline = spline(points, steps=8)
    yield polygon(outline, fill=SOIL)
    for x, y in _places_inside(outline, 2.6 * size, size, chance):
        radius, turn = size * chance.uniform(0.55, 1.2), chance.uniform(0, math.tau)
        corners = [
            (radius * chance.uniform(0.75, 1.1) * math.cos(turn + n * 1.05), radius * math.sin(turn + n * 1.05))
            for n in range(6)
        ]
        yield polygon([(x + dx + 0.25, y + dy + 0.3) for dx, dy in corners], fill=SHADOW)
        yield polygon([(x + dx, y + dy) for dx, dy in corners], fill=STONE)
        yield polygon([(x - 0.12 + 0.6 * dx, y - 0.16 + 0.6 * dy) for dx, dy in corners], fill=FACET)


def _road(points: Sequence[Point], wide: Mm) -> Iterator[Item]:
    """Yield a track with its verges and two ruts."""
    middle = spline(points, closed=False)
    yield polyline(middle, stroke=Stroke(VERGE, wide + 0.7, dash=(2.2, 0.9)))
    yield polyline(middle, stroke=Stroke(TRACK, wide))
    for side in (-0.2, 0.2):
        yield polyline(offset(np.array(middle), side * wide).tolist(), stroke=Stroke(RUT, 0.22, dash=(1.6, 0.8)))


def _stream(points: Sequence[Point], wide: Mm) -> Iterator[Item]:
    """Yield a stream between its banks."""
    middle = spline(points, closed=False)
    yield polyline(middle, stroke=Stroke(BANK, wide + 0.9))
    yield polyline(middle, stroke=Stroke(WATER, wide))
    yield polyline(offset(np.array(middle), 0.12 * wide).tolist(), stroke=Stroke(SHINE, 0.12 * wide))


def _hut(place: Matrix, wide: Mm) -> Iterator[Item]:
    """Yield a hut with a thatched roof, whose ridge is along its length."""
    half, deep = wide / 2, wide * 0.34
    fall = Matrix.place(*FALL)

    def slab(x1: Mm, y1: Mm, x2: Mm, y2: Mm, fill: Colour, by: Matrix) -> Path:
        """Return a rectangle between two corners, placed by a matrix."""
        return moved(polygon(((x1, y1), (x2, y1), (x2, y2), (x1, y2)), fill=fill), by)

    yield slab(-half, -deep, half, deep, SHADOW, fall.after(place))
    yield slab(-half, -deep, half, deep, EAVES, place)
    inset = 0.04 * wide
    yield slab(-half + inset, -deep + inset, half - inset, 0, SUNLIT, place)
    yield slab(-half + inset, 0, half - inset, deep - inset, THATCH, place)
    count = max(int(wide / 0.8), 4)
    for number in range(1, count):
        x = -half + wide * number / count
        yield moved(line(x, -deep + inset, x, deep - inset, Stroke(STRAW, 0.16)), place)
    yield moved(line(-half, 0, half, 0, Stroke(EAVES, 0.35)), place)


def _palm(middle: Point, radius: Mm, chance: random.Random) -> Iterator[Item]:
    """Yield the crown of a palm with eight fronds, each above its shadow."""
    turn = chance.uniform(0, math.tau)
    fronds = [(turn + n * math.tau / 8, radius * chance.uniform(0.8, 1.1)) for n in range(8)]
    for (dx, dy), fill in ((FALL, SHADOW), ((0, 0), FROND)):
        for angle, far in fronds:
            along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
            corners = [(0, 0), (0.45 * far, 0.15 * far), (far, 0), (0.45 * far, -0.15 * far)]
            yield polygon(
                [
                    (middle[0] + dx + along[0] * u + across[0] * v, middle[1] + dy + along[1] * u + across[1] * v)
                    for u, v in corners
                ],
                fill=fill,
            )
    for angle, far in fronds:
        end = (middle[0] + 0.8 * far * math.cos(angle), middle[1] + 0.8 * far * math.sin(angle))
        yield line(*middle, *end, Stroke(RIB, 0.16))
