"""The compass rose and the scatter diagram on panels of map sheets."""

from __future__ import annotations

import math

from pnp.art.map.map_palette import MapPalette
from pnp.grid_cells import SHAPES
from pnp.model.gamemap import GameMap
from pnp.palette import mix, readable
from pnp.scene import Item, Point, Rect, Stroke, Text, circle, line, polygon
from pnp.typeface import cap_height
from pnp.units import Degrees, Mm, points

NORTH_PT, LETTER_PT, TITLE_PT = 11.0, 8.0, 7.6
LARGEST_HEX: Mm = points(24)
"""The longest hexside of a scatter diagram."""


def draw_compass_rose(room: Rect, north: Degrees, palette: MapPalette) -> list[Item]:
    """Draw a compass rose with a ring of degrees and the letters of the four cardinal directions.

    `north` is the direction of north, clockwise from up.
    """
    letter = cap_height("serif-bold", NORTH_PT)
    radius = min(room.width, room.height) / 2 - letter - points(4)
    cx, cy = room.centre
    up = math.radians(north - 90)

    def at(share: float, angle: float) -> Point:
        """Return the point at a share of the radius in a direction."""
        return cx + share * radius * math.cos(angle), cy + share * radius * math.sin(angle)

    thin = Stroke(palette.brown, points(0.35))
    items: list[Item] = [
        circle(cx, cy, radius * 0.80, stroke=Stroke(palette.brown, points(0.6))),
        circle(cx, cy, radius * 0.75, stroke=thin),
    ]
    for i in range(36):
        angle = up + math.radians(10 * i)
        items.append(line(*at(0.75, angle), *at(0.66 if i % 9 == 0 else 0.70, angle), thin))
    edge = Stroke(palette.brown, points(0.45), join="round")
    for turn, reach, waist in ((45, 0.62, 0.125), (0, 0.96, 0.19)):
        for quarter in range(4):
            angle = up + math.radians(turn + 90 * quarter)
            tip = at(reach, angle)
            for hand, fill in ((math.pi / 4, palette.brown), (-math.pi / 4, palette.panel)):
                items.append(polygon([(cx, cy), at(waist, angle + hand), tip], fill=fill, stroke=edge))
    for quarter, word in enumerate("NESW"):
        size, ink = (NORTH_PT, palette.accent) if word == "N" else (LETTER_PT, palette.ink)
        x, y = at(1, up + math.radians(90 * quarter))
        far = (points(1.6) + cap_height("serif-bold", size) / 2) / radius
        x, y = x + (x - cx) * far, y + (y - cy) * far
        low = round(y + cap_height("serif-bold", size) / 2, 3)
        items.append(Text(round(x, 3), low, word, "serif-bold", size, ink, "middle"))
    return items


def draw_titled_scatter_diagram(room: Rect, game_map: GameMap, word: str, palette: MapPalette) -> list[Item]:
    """Draw a scatter diagram with a title above it, without a panel."""
    top = room.y + cap_height("condensed-bold", TITLE_PT)
    title = Text(room.x, top, "SCATTER", "condensed-bold", TITLE_PT, palette.brown, tracking=points(0.7))
    space = Rect(room.x, top + points(4), room.width, room.bottom - top - points(4))
    return [title, *draw_scatter_diagram(space, game_map, word, palette)]


def draw_scatter_diagram(room: Rect, game_map: GameMap, word: str, palette: MapPalette) -> list[Item]:
    """Draw a hex with a `word` in a disc, and its neighbours with the die results that scatter to them.

    The hexes lie as those of the map. Arrows lead from the middle hex to the others.
    """
    shape = SHAPES[game_map.hexes]
    wide, high = shape.ring
    side = min(room.width / wide, room.height / high, LARGEST_HEX)
    across, (cx, cy) = side * shape.across, room.centre

    def outline(x: Mm, y: Mm) -> tuple[Point, ...]:
        """Return the corners of a hex around (x, y), a little smaller than it is, so that hexes do not touch."""
        return shape.outline((x, y), 0.96 * side, start=0)

    tint = mix(palette.pale_rule, palette.panel, 0.22)
    size = 0.7 * side / points(1)
    cap = cap_height("condensed-extrabold", size)
    items: list[Item] = []
    for turn, direction in zip(map(math.radians, shape.turns), game_map.directions, strict=True):
        cos, sin = math.cos(turn), math.sin(turn)
        x, y = cx + across * cos, cy + across * sin
        edge = Stroke(palette.pale_rule, points(0.6), join="round")
        items.append(polygon(outline(x, y), fill=tint, stroke=edge))
        text = " ".join(result for result, way in game_map.scatter.items() if way == direction)
        low = y + side * 0.16 * sin + cap / 2
        items.append(
            Text(
                round(x + side * 0.16 * cos, 3),
                round(low, 3),
                text,
                "condensed-extrabold",
                round(size, 2),
                palette.ink,
                "middle",
            )
        )
    items.append(polygon(outline(cx, cy), stroke=Stroke(palette.accent, points(0.9), join="round")))
    for turn in map(math.radians, shape.turns):
        cos, sin = math.cos(turn), math.sin(turn)
        foot, tip = 0.42 * side, 0.82 * side
        stroke = Stroke(palette.accent, points(1.1), cap="round")
        items.append(line(cx + foot * cos, cy + foot * sin, cx + tip * cos, cy + tip * sin, stroke))
        arrow = [(1.06, 0.0), (0.78, 0.13), (0.78, -0.13)]
        corners = [(cx + side * (a * cos - b * sin), cy + side * (a * sin + b * cos)) for a, b in arrow]
        items.append(polygon(corners, fill=palette.accent))
    items.append(circle(cx, cy, side * 0.27, fill=palette.accent))
    if word:
        size = max(5.0, round(0.33 * side / points(1), 2))
        low = round(cy + cap_height("condensed-bold", size) / 2, 3)
        ink = readable(palette.panel, palette.accent)
        items.append(Text(cx, low, word, "condensed-bold", size, ink, "middle"))
    return items
