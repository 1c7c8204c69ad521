"""Rulers made of segments that are glued end to end, with ticks, numbers and labelled marks."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.art.icons.layered_icons import Paint, draw_picture
from pnp.draw.cutout import (
    CUT_OUT_DRAWINGS,
    CutOut,
    draw_glue,
    make_cut_out,
    mark_bands,
    tint_below,
)
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits
from pnp.extent import items_extent
from pnp.fitting import SMALLEST_PT
from pnp.model.components.rulers_and_templates import Ruler, RulerMark
from pnp.model.game import Game
from pnp.model.symbols import IconLibrary
from pnp.palette import ATTACKER, DEFENDER, INK
from pnp.scene import Item, Matrix, Path, Point, Rect, Stroke, Use, line, polygon, rectangle
from pnp.typeface import text_width
from pnp.units import MM_PER_INCH, MM_PER_POINT, Mm, say_length

TICK, LESSER = Stroke(INK, 0.25), Stroke(INK, 0.15)
MARK = Stroke(ATTACKER, 0.45)
ABOVE = DEFENDER
ABOVE_MARK = Stroke(ABOVE, 0.45)
HALF = 0.56
"""The line between the halves of a ruler with marks above it, as a share of its width."""
NAME, TEXT = "condensed-bold", "condensed-medium"
FIGURES = {"in": MM_PER_INCH, "cm": 10.0, "mm": 1.0}
SHY: Mm = 0.6
"""How much narrower a tab is on each side than the segment that covers it."""
SPARE: Mm = 0.9
"""The distance between text and a line."""
HAIR: Mm = 0.01
FLAT = "#FFFFFF"


@CUT_OUT_DRAWINGS.enter("ruler")
def draw_ruler(ruler: Ruler, game: Game, id_: str) -> tuple[CutOut, ...]:
    """Draw the segments of the ruler, in the order in which they are glued.

    Each but the last has a tab at its end.
    """
    return tuple(_segment_cut_out(game.icons, id_, ruler, number) for number in range(ruler.segment_count))


def _segment_cut_out(icons: IconLibrary, id_: str, ruler: Ruler, number: int) -> CutOut:
    """Draw one segment of a ruler (counted from 0), with a glue tab unless it is the last segment."""
    start, length, width = number * ruler.segment, ruler.segment, ruler.width
    last = number + 1 == ruler.segment_count
    end = length if last else length + ruler.tab
    body = Rect(0, 0, length, width)
    corners: tuple[Point, ...] = ((0, 0), (length, 0), (length, width), (0, width))
    drawn = Drawing((*_band_tints(ruler, start, body), *_ruler_ticks(ruler, start, body)))
    if not last:
        tab = ((length, SHY), (end, SHY), (end, width - SHY), (length, width - SHY))
        corners = (*corners[:2], *tab, *corners[2:])
        drawn = drawn.plus(
            draw_glue(tab, f"glue {number + 2} on here", background=FLAT),
            Drawing((line(length, 0, length, width, TICK),)),
        )
    drawn = drawn.plus(
        *_tick_numbers(id_, ruler, start),
        *_mark_labels(icons, id_, ruler, start),
        *_continued_band_name(id_, ruler, start),
        _ruler_name(id_, ruler, number),
    )
    name = id_ if ruler.segment_count == 1 else f"{id_}-{number + 1}"
    outline = polygon(corners, fill=FLAT)
    return make_cut_out(name, (end, width), outline, drawn, copies=ruler.copies, folds=ruler.segment_count > 1)


def _band_tints(ruler: Ruler, start: Mm, body: Rect) -> Iterator[Path]:
    """Yield the tinted rectangle of each distance band on the segment that begins at `start`."""
    for begins, ends, tint in mark_bands(ruler.marks):
        left, right = max(begins - start, 0), min(ends - start, body.width)
        if right > left + HAIR:
            yield rectangle(Rect(left, 0, right - left, body.height), fill=tint)


def _ruler_ticks(ruler: Ruler, start: Mm, body: Rect) -> Iterator[Item]:
    """Yield the ticks and the lines of marks on one segment of a ruler.

    A tick is at each unit of length, a shorter tick at each half unit.
    """
    half, depth = ruler.unit / 2, min((0.16 if _has_close_ticks(ruler) else 0.30) * body.height, 5.5)
    step = max(1, round(start / half))
    while step * half < start + body.width - HAIR:
        x = step * half - start
        if x > HAIR:
            whole = step % 2 == 0
            yield line(x, 0, x, depth if whole else 0.55 * depth, TICK if whole else LESSER)
        step += 1
    if _is_halved(ruler):
        yield line(0, HALF * body.height, body.width, HALF * body.height, LESSER)
    for mark in _marks_on_segment(ruler, start):
        x = min(mark.at - start, body.width - MARK.width / 2)  # at the end of a segment it stays inside the cut
        if _is_halved(ruler):
            top, foot = (0.30, HALF) if mark.above else (HALF, 1.0)
            yield line(x, top * body.height, x, foot * body.height, ABOVE_MARK if mark.above else MARK)
            continue
        top = 0.62 if not mark.band else 0.46 if _has_close_ticks(ruler) else 0
        yield line(x, top * body.height, x, body.height, MARK)


def _is_halved(ruler: Ruler) -> bool:
    """Return whether a ruler has marks in its upper half, and a line between the halves."""
    return any(mark.above for mark in ruler.marks)


def _marks_on_segment(ruler: Ruler, start: Mm) -> tuple[RulerMark, ...]:
    """Return the marks on the segment of a ruler that begins at `start`.

    A mark at the end of a segment is on it. A mark at the beginning is on the segment before.
    """
    return tuple(mark for mark in ruler.marks if start + HAIR < mark.at <= start + ruler.segment + HAIR)


def _tick_number(ruler: Ruler, tick: int) -> str:
    """Return the number printed at a tick, such as `2.5`, in the unit that `figures` names."""
    return f"{round(tick * ruler.unit / FIGURES[ruler.figures], 3):g}"


def _number_type_size(ruler: Ruler) -> float:
    """Return the type size of the numbers at the ticks, in points."""
    return max(SMALLEST_PT, min(11, 0.24 * ruler.width / MM_PER_POINT))


def _widest_number(ruler: Ruler) -> Mm:
    """Return the width of the widest number at a tick of a ruler."""
    ticks = range(1, round(ruler.length / ruler.unit) + 1)
    return max(text_width(_tick_number(ruler, tick), NAME, _number_type_size(ruler)) for tick in ticks) + SPARE


def _has_close_ticks(ruler: Ruler) -> bool:
    """Return whether the ticks of a ruler are too close for numbers between them.

    Numbers are then printed below the ticks.

    Figures are then printed below the ticks.
    """
    return _widest_number(ruler) > ruler.unit / 2 - SPARE


def _tick_numbers(id_: str, ruler: Ruler, start: Mm) -> Iterator[Drawing]:
    """Yield the numbers at the ticks of one segment of a ruler.

    A number is left of its tick, or below it on a ruler with close ticks.

    Numbers for which there is no room are left out.
    """
    fine, widest = _has_close_ticks(ruler), _widest_number(ruler)
    room = 1.5 * widest if fine else widest
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if step * ruler.unit > room or step == 1000)
    first = round(start / ruler.unit) + 1
    for number in range(first, first + round(ruler.segment / ruler.unit)):
        if number % every == 0:
            x = number * ruler.unit - start
            style = Style(NAME, _number_type_size(ruler), INK, tint_below(ruler.marks, number * ruler.unit, FLAT))
            place = LinePlace(x - SPARE, 0.17 * ruler.width, every * ruler.unit - SPARE, "end")
            if fine:
                ends = x + widest / 2 > ruler.segment
                y = 0.31 * ruler.width
                place = LinePlace(x - 0.4, y, widest, "end") if ends else LinePlace(x, y, every * ruler.unit)
            yield set_line(_tick_number(ruler, number), style, place, f"components.{id_}.unit")


def _mark_labels(icons: IconLibrary, id_: str, ruler: Ruler, start: Mm) -> Iterator[Drawing]:
    """Yield the label of each mark on a segment, at the foot of the ruler and left of the mark, with its picture.

    A mark ends a distance, so its label is before it.
    """
    size = min(8, 0.20 * ruler.width / MM_PER_POINT)
    marks = _marks_on_segment(ruler, start)
    pairs = []
    for here in ([mark for mark in marks if mark.above], [mark for mark in marks if not mark.above]):
        pairs += list(zip([start, *(mark.at for mark in here)], here, strict=False))
    for before, mark in pairs:
        number = ruler.marks.index(mark)
        ink = ABOVE if mark.above else ATTACKER
        style = Style(NAME, size, ink, tint_below(ruler.marks, mark.at, FLAT))
        share = 0.43 if mark.above else 0.86 if _is_halved(ruler) else 0.84
        place = LinePlace(mark.at - start - SPARE, share * ruler.width, mark.at - before - 2 * SPARE, "end")
        label = set_line(mark.label, style, place, f"components.{id_}.marks.{number}.label")
        yield label
        if mark.picture:
            taken = items_extent(label.items)
            right = taken.x if taken else place.x
            half = (0.12 if mark.above else 0.17 if _is_halved(ruler) else 0.24) * ruler.width
            middle = (0.43 if mark.above else 0.78 if _is_halved(ruler) else 0.70) * ruler.width
            paint = Paint(style.on, ink)
            yield Drawing((_picture_before(icons, mark.picture, paint, (right - 2 * SPARE, middle), 2 * half),))


def _picture_before(icons: IconLibrary, name: str, paint: Paint, end: Point, height: Mm) -> Item:
    """Return a picture of this height whose right edge is at a point, with its middle on the point's line."""
    scene = draw_picture(icons, name, paint)
    ink = items_extent(scene.items) or scene.box
    scale = height / ink.height
    return Use(scene, Matrix.place(end[0] - ink.right * scale, end[1] - ink.centre[1] * scale, scale=scale))


def _continued_band_name(id_: str, ruler: Ruler, start: Mm) -> Iterator[Drawing]:
    """Yield the name of a band that continues on the next segment, such as `Short range to 20 cm`."""
    ends = start + ruler.segment
    band = next((mark for mark in ruler.marks if mark.band and mark.at > ends + HAIR), None)
    begins = max((mark.at for mark in ruler.marks if mark.at < ends + HAIR and not mark.above), default=0)
    if band is None or not band.label or any(begins == mark.at > ends - HAIR and mark.band for mark in ruler.marks):
        return
    size = min(8, 0.20 * ruler.width / MM_PER_POINT)
    style = Style(TEXT, size, ATTACKER, tint_below(ruler.marks, ends - HAIR, FLAT))
    room = ends - max(begins, start) - 2 * SPARE
    text = f"{band.label} to {say_length(band.at)}"
    if size_that_fits(text, style, room):
        place = LinePlace(ruler.segment - SPARE, (0.86 if _is_halved(ruler) else 0.84) * ruler.width, room, "end")
        yield set_line(text, style, place, f"components.{id_}.marks")


def _ruler_name(id_: str, ruler: Ruler, number: int) -> Drawing:
    """Draw the name of the ruler on one segment, with the segment's number if there are several."""
    count = ruler.segment_count
    size, y = min(8, 0.19 * ruler.width / MM_PER_POINT), (0.67 if _is_halved(ruler) else 0.53) * ruler.width
    text = ruler.name if count == 1 else f"{ruler.name}  ·  {number + 1} of {count}"
    style = Style(TEXT, size, INK, tint_below(ruler.marks, number * ruler.segment + 1, FLAT))
    return set_line(
        text, style, LinePlace(SPARE + 0.6, y, ruler.segment - 4 * SPARE, "start"), f"components.{id_}.name"
    )
