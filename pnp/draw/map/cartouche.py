"""The title of a map: its name, where and when, and a remark."""

from __future__ import annotations

from pnp.draw.map.palette import MapPalette
from pnp.draw.textblock import fitted
from pnp.model.gamemap import GameMap
from pnp.scene import Item, Rect, Stroke, Text, line
from pnp.typeface import cap_height, text_width
from pnp.units import points

SMALLEST_TITLE_PT = 9.0


def draw_title(room: Rect, map_: GameMap, palette: MapPalette) -> list[Item]:
    """The title as wide as the room or as high as it may be, a red rule, and the line below."""
    title = map_.title.upper()
    below = bool(map_.region or map_.dateline or map_.remark)
    foot = points(11.0) if below else points(1)
    most = (room.height - foot - points(3.4)) / (cap_height("serif-bold", 100) / 100)
    size, _ = fitted(title, "serif-bold", most, room.width, smallest_pt=SMALLEST_TITLE_PT)
    cap = cap_height("serif-bold", size)
    rule = room.bottom - foot + points(0.5)
    baseline = rule - points(4.6)
    if baseline - cap > room.y:  # set between the top of the room and the rule, nearer the rule
        baseline -= (baseline - cap - room.y) * 0.15
    items: list[Item] = [
        Text(room.x, round(baseline, 3), title, "serif-bold", size, palette.brown),
        line(room.x, rule, room.right, rule, Stroke(palette.accent, points(1.1))),
    ]
    x, y = room.x, room.bottom - points(0.4)
    if map_.region:
        region, tracking = map_.region.upper(), points(1.2)
        items.append(Text(x, y, region, "condensed-bold", 8.2, palette.accent, tracking=tracking))
        x += text_width(region, "condensed-bold", 8.2, tracking) + points(8)
    if map_.dateline:
        items.append(Text(x, y, map_.dateline, "serif-italic", 9, palette.ink))
        x += text_width(map_.dateline, "serif-italic", 9) + points(10)
    if map_.remark and room.right - x > points(40):
        size, _ = fitted(map_.remark, "condensed-italic", 6.3, room.right - x)
        items.append(Text(room.right, y, map_.remark, "condensed-italic", size, palette.number, "end"))
    return items
