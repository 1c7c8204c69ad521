"""The title of a map: its name, where and when, and a remark."""

from __future__ import annotations

from typing import NamedTuple

from pnp.draw.map.palette import MapPalette
from pnp.fitting import fit_line
from pnp.scene import Item, Rect, Stroke, Text, line
from pnp.typeface import cap_height, text_width
from pnp.units import points

SMALLEST_TITLE_PT = 9.0
REGION_PT, DATELINE_PT = 8.2, 9.0


class Heading(NamedTuple):
    """The words of a title, and those of the line below it."""

    title: str
    region: str = ""
    dateline: str = ""
    remark: str = ""


def draw_title(room: Rect, words: Heading, palette: MapPalette) -> list[Item]:
    """The title as wide as the room or as high as it may be, a red rule, and the line below; in a low room all in one
    line above the rule.
    """
    title = words.title.upper()
    below = bool(words.region or words.dateline or words.remark)
    foot = points(11.0) if below else points(1)
    most = (room.height - foot - points(3.4)) / (cap_height("serif-bold", 100) / 100)
    if below and most < SMALLEST_TITLE_PT:
        return _in_one_line(room, words, palette)
    size, _ = fit_line(title, "serif-bold", most, room.width, smallest_pt=SMALLEST_TITLE_PT)
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
    region, tracking, gap = words.region.upper(), points(1.2), points(8)
    wide = text_width(region, "condensed-bold", REGION_PT, tracking) + (gap if region and words.dateline else 0)
    wide += text_width(words.dateline, "serif-italic", DATELINE_PT)
    share = min(1.0, room.width / wide) if wide else 1.0  # a narrow title, as on a postcard, has a smaller line
    if region:
        size = round(REGION_PT * share, 2)
        items.append(Text(x, y, region, "condensed-bold", size, palette.accent, tracking=tracking * share))
        x += text_width(region, "condensed-bold", size, tracking * share) + gap * share
    if words.dateline:
        size = round(DATELINE_PT * share, 2)
        items.append(Text(x, y, words.dateline, "serif-italic", size, palette.ink))
        x += text_width(words.dateline, "serif-italic", size) + points(10)
    if words.remark and room.right - x > points(40):
        size, _ = fit_line(words.remark, "condensed-italic", 6.3, room.right - x)
        items.append(Text(room.right, y, words.remark, "condensed-italic", size, palette.number, "end"))
    return items


def _in_one_line(room: Rect, words: Heading, palette: MapPalette) -> list[Item]:
    """The title at the left, where and when at the right, a red rule under both."""
    title = words.title.upper()
    most = (room.height - points(4.6)) / (cap_height("serif-bold", 100) / 100)
    size, _ = fit_line(title, "serif-bold", most, room.width * 0.6)
    rule, baseline = round(room.bottom - points(0.6), 3), round(room.bottom - points(3.6), 3)
    items: list[Item] = [
        Text(room.x, baseline, title, "serif-bold", size, palette.brown),
        line(room.x, rule, room.right, rule, Stroke(palette.accent, points(1.1))),
    ]
    left = room.right - room.x - text_width(title, "serif-bold", size) - points(8)
    dateline = ", ".join(filter(None, (words.region, words.dateline)))
    if dateline:
        size, _ = fit_line(dateline, "serif-italic", min(DATELINE_PT, size), left)
        items.append(Text(room.right, baseline, dateline, "serif-italic", size, palette.ink, "end"))
    return items
