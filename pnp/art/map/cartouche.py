"""The title, the compass rose and the scale bars of a map sheet."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pnp.art.map.map_palette import MapPalette
from pnp.deferred import deferred
from pnp.fitting import fit_line
from pnp.model.gamemap import MapScale, ScaleBar
from pnp.palette import WHITE
from pnp.scene import Item, Rect, Stroke, Text, circle, line, polyline, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Degrees, Mm, points

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

with deferred():
    import numpy as np
    import shapely
    from shapely import affinity

    from pnp.art.map import letter_outlines, outlines

SMALLEST_TITLE_PT = 9.0
REGION_PT, DATELINE_PT = 8.2, 9.0
FIGURE_PT = 5.8


class Heading(NamedTuple):
    """The text of a title, and the texts of the line below it."""

    title: str
    region: str = ""
    dateline: str = ""
    remark: str = ""


def draw_title(room: Rect, words: Heading, palette: MapPalette, style: str = "plain") -> list[Item]:
    """Draw the title of a map sheet, a red rule, and a line of smaller text below it.

    The title is as large as possible. In low space, title, region and date are in one line. The `style` is that of the
    theme of the map.
    """
    if style == "engraved":
        return _draw_engraved_title(room, words, palette)
    if style == "survey":
        return _draw_survey_title(room, words, palette)
    title = words.title.upper()
    below = bool(words.region or words.dateline or words.remark)
    foot = points(11.0) if below else points(1)
    most = (room.height - foot - points(3.4)) / (cap_height("serif-bold", 100) / 100)
    if below and most < SMALLEST_TITLE_PT:
        return _draw_title_in_one_line(room, words, palette)
    size, _ = fit_line(title, "serif-bold", most, room.width - points(1), smallest_pt=SMALLEST_TITLE_PT)
    cap = cap_height("serif-bold", size)
    rule = room.bottom - foot + points(0.5)
    baseline = rule - points(4.6)
    if baseline - cap > room.y:  # between the top and the rule, nearer to the rule
        baseline -= (baseline - cap - room.y) * 0.15
    items: list[Item] = [
        Text(room.x, round(baseline, 3), title, "serif-bold", size, palette.brown),
        line(room.x, rule, room.right, rule, Stroke(palette.accent, points(1.1))),
    ]
    x, y = room.x, room.bottom - points(0.4)
    region, tracking, gap = words.region.upper(), points(1.2), points(8)
    wide = text_width(region, "condensed-bold", REGION_PT, tracking) + (gap if region and words.dateline else 0)
    wide += text_width(words.dateline, "serif-italic", DATELINE_PT)
    share = min(1.0, room.width / wide) if wide else 1.0  # a narrow title has a smaller line below it
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


CAST_STEPS, CAST_PT = 7, 0.15
"""The cast shade of an engraved title: its steps and the length of each."""
RULED_FROM, RULED_EVERY_PT = 0.36, 0.85
"""The share of the height of engraved letters above which they are white, and the distance of the lines below it."""


def engraved_letters(face: BaseGeometry, palette: MapPalette, size_pt: float) -> list[Item]:
    """Draw letters with an outline, ruled below their upper third, over a cast shade to the lower right."""
    if face.is_empty:
        return []
    shade = shapely.union_all(
        [affinity.translate(face, points(CAST_PT * step), points(CAST_PT * step)) for step in range(1, CAST_STEPS + 1)]
    )
    left, top, right, bottom = face.bounds
    levels = np.arange(top + RULED_FROM * (bottom - top), bottom, points(RULED_EVERY_PT)).tolist()
    ruled = shapely.intersection(face, shapely.MultiLineString([[(left, y), (right, y)] for y in levels]))
    ink = points(0.42 * size_pt / 15)
    return [
        outlines.area_path(shade, fill=palette.ink),
        outlines.area_path(face, fill=WHITE),
        outlines.lines_path(outlines.boundary_lines(ruled), Stroke(palette.rule, points(0.27)), tolerance=0),
        outlines.area_path(face, stroke=Stroke(palette.ink, max(ink, points(0.27)), join="round")),
    ]


def _draw_engraved_title(room: Rect, words: Heading, palette: MapPalette) -> list[Item]:
    """Draw a title with white faces and a cast shade, a swelling rule with a lozenge, and the region and the date."""
    title, tracking = words.title.upper(), points(0.6)
    cx = room.centre[0]
    foot = points(9.6) if words.region or words.dateline else 0
    high = room.height - foot - points(7.5)
    most = high / (cap_height("serif-bold", 100) / 100)
    size, tracking = fit_line(title, "serif-bold", most, room.width - points(4.5), tracking=tracking)
    cap = cap_height("serif-bold", size)
    left = cx - text_width(title, "serif-bold", size, tracking) / 2
    base = room.y + (high - cap) / 2 + cap

    face = letter_outlines.text_area(title, "serif-bold", size, tracking, left, base)
    items: list[Item] = [Text(left, base, title, "serif-bold", size, WHITE, tracking=tracking)]
    items += engraved_letters(face, palette, size)  # they cover the text, which can be searched and copied
    y, red = base + points(5.2), palette.accent
    for end, start in ((room.x, cx - points(5)), (room.right, cx + points(5))):
        middle = (end + start) / 2
        swell = [(end, y), (middle, y - points(0.55)), (start, y), (middle, y + points(0.55))]
        items.append(polyline(swell, closed=True, fill=palette.ink))
    lozenge = [(cx - points(3.4), y), (cx, y - points(2)), (cx + points(3.4), y), (cx, y + points(2))]
    items.append(polyline(lozenge, closed=True, fill=red))
    region, spaced, gap = words.region.upper(), points(1.4), points(6)
    wide = text_width(region, "sans-semibold", 6.6, spaced) + (gap if region and words.dateline else 0)
    wide += text_width(words.dateline, "serif-italic", 8.0)
    share = min(1.0, (room.width - points(4)) / wide) if wide else 1.0
    x = cx - wide * share / 2
    low = min(room.bottom - points(0.6), y + points(10.4))
    if region:
        items.append(Text(x, low, region, "sans-semibold", 6.6 * share, red, tracking=spaced * share))
        x += (text_width(region, "sans-semibold", 6.6, spaced) + gap) * share
    if words.dateline:
        items.append(Text(x, low, words.dateline, "serif-italic", 8.0 * share, palette.ink))
    return items


def _draw_survey_title(room: Rect, words: Heading, palette: MapPalette) -> list[Item]:
    """Draw a title in the middle, with the region and the remark on its left and the date on its right."""
    title, cx = words.title.upper(), room.centre[0]
    most = room.height / (cap_height("serif-bold", 100) / 100)
    size, tracking = fit_line(title, "serif-bold", most, room.width * 0.5, tracking=points(2.0))
    wide, base = text_width(title, "serif-bold", size, tracking), room.bottom
    items: list[Item] = [Text(cx - wide / 2, base, title, "serif-bold", size, palette.ink, tracking=tracking)]
    beside = (room.width - wide) / 2 - points(6)
    above = base - points(7.6)
    region = words.region.upper()
    fitted, spaced = fit_line(region, "sans-semibold", 6.8, beside, tracking=points(1.6))
    items.append(
        Text(room.x, above if words.remark else base, region, "sans-semibold", fitted, palette.accent, tracking=spaced)
    )
    if words.remark:
        fitted, _ = fit_line(words.remark, "serif-italic", 6.2, beside)
        items.append(Text(room.x, base, words.remark, "serif-italic", fitted, palette.quiet_ink))
    start, to, end = words.dateline.partition(" to ")
    lines = (start + to.rstrip(), end) if to else (words.dateline,)
    for y, text in zip((above, base) if len(lines) > 1 else (base,), lines, strict=True):
        fitted, _ = fit_line(text, "sans-semibold", 6.8, beside)
        items.append(Text(room.right, y, text, "sans-semibold", fitted, palette.ink, "end"))
    return items


def _draw_title_in_one_line(room: Rect, words: Heading, palette: MapPalette) -> list[Item]:
    """Draw a low title: the name on the left, region and date on the right, and a red rule below."""
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


def draw_compass(room: Rect, north: Degrees, palette: MapPalette) -> list[Item]:
    """Draw a compass rose: four long and four short rays, and an N for north.

    `north` is the direction of north, clockwise from up.
    """
    letter_pt = 8.0
    cap = cap_height("serif-bold", letter_pt)
    gap = points(1.6)
    radius = (min(room.width, room.height) - cap - gap) / 2
    up = math.radians(north - 90)
    cx, cy = room.centre[0], room.bottom - radius if not north else room.centre[1]
    if north:
        radius = (min(room.width, room.height) - 2 * cap - 2 * gap) / 2
    edge = Stroke(palette.brown, points(0.4), join="round")
    items: list[Item] = [circle(cx, cy, radius * 0.62, stroke=Stroke(palette.pale_rule, points(0.4)))]
    for ray in (1, 3, 5, 7, 0, 2, 4, 6):
        angle = up + math.radians(45 * ray)
        reach = radius if ray % 2 == 0 else radius * 0.58
        tip = (cx + reach * math.cos(angle), cy + reach * math.sin(angle))
        for hand, fill in ((-1, palette.brown), (1, palette.panel)):
            waist = angle + hand * math.radians(31.5 if ray % 2 == 0 else 24)
            side = (cx + reach * 0.28 * math.cos(waist), cy + reach * 0.28 * math.sin(waist))
            items.append(polyline([(cx, cy), side, tip], closed=True, fill=fill, stroke=edge))
    far = radius + gap + cap / 2
    x, y = cx + far * math.cos(up), cy + far * math.sin(up)
    items.append(Text(round(x, 3), round(y + cap / 2, 3), "N", "serif-bold", letter_pt, palette.brown, "middle"))
    return items


def draw_scale(room: Rect, scale: MapScale, across_flats: Mm, palette: MapPalette) -> list[Item]:
    """Draw the scale of the map in words, and the scale bars below them.

    Bars that are too long are cut to whole steps.
    """
    size, _ = fit_line(scale.says, "condensed-medium", 6.9, room.width)
    cap = cap_height("condensed-medium", size)
    items: list[Item] = [Text(room.x, room.y + cap, scale.says, "condensed-medium", size, palette.ink)]
    if not scale.bars:
        return items
    left = room.y + cap + points(2)
    each = (room.bottom - left) / len(scale.bars)
    for number, bar in enumerate(scale.bars):
        items += _draw_scale_bar(Rect(room.x, left + number * each, room.width, each), bar, across_flats, palette)
    return items


def _draw_scale_bar(room: Rect, bar: ScaleBar, across_flats: Mm, palette: MapPalette) -> list[Item]:
    """Draw one scale bar: dark and light boxes, with numbers and the unit of length above them."""
    unit = across_flats / bar.per_hex
    last_width = text_width(f" {bar.unit}", "condensed", FIGURE_PT) + points(2)
    figures = [f for f in bar.figures if f * unit + last_width <= room.width] or list(bar.figures[:2])
    height = points(2.6)
    y = room.bottom - height
    x = room.x + text_width(_number_text(figures[0]), "condensed", FIGURE_PT) / 2
    edge = Stroke(palette.brown, points(0.45))
    items: list[Item] = []
    for i, (one, other) in enumerate(pairwise(figures)):
        rect = Rect(x + one * unit, y, (other - one) * unit, height)
        items.append(rectangle(rect, fill=WHITE if i % 2 else palette.brown, stroke=edge))
    for i, figure in enumerate(figures):
        text = _number_text(figure)
        at = x + figure * unit
        if i == len(figures) - 1:
            start = at - text_width(text, "condensed", FIGURE_PT) / 2
            items.append(Text(start, y - points(1.7), f"{text} {bar.unit}", "condensed", FIGURE_PT, palette.ink))
        else:
            items.append(Text(at, y - points(1.7), text, "condensed", FIGURE_PT, palette.ink, "middle"))
    return items


def _number_text(value: float) -> str:
    """Return a number of a scale bar as text, such as `2.5`, or `2` instead of `2.0`."""
    return f"{value:g}"
