"""The faces of markers, air units and activation markers: a picture and a word."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from pnp.art.icons.layered_icons import (
    HEIGHT,
    WIDTH,
    draw_emblem,
    draw_picture,
    picture_points,
    place_emblem,
    shows_owner,
)
from pnp.art.icons.unit_symbol import draw_size_mark, draw_unit_symbol
from pnp.draw.counter.background import CounterBackground, flat_background, foot_band, rayed_background, reduced_band
from pnp.draw.fault import picture_without_subject
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits, width_of
from pnp.fitting import halve_line
from pnp.model.counter import Size
from pnp.model.face_layouts import FaceLayout
from pnp.model.symbols import IconLibrary
from pnp.palette import INK, PAPER, RED, WHITE
from pnp.scene import Colour, Matrix, Rect, Stroke, Use, rectangle
from pnp.units import MM_PER_POINT, Mm

WORD_FONT, SECOND_FONT, HEAVY = "condensed-bold", "condensed-semibold", "condensed-extrabold"
FOOT, FOOT_OF_TWO = 0.700, 0.622
"""The top of the foot band under one line, and under two lines."""
LINE, HIGH_LINE = 0.822, 0.796
TWO_LINES = (0.714, 0.850)
"""The middles of one line at the foot, in a band for one line or for two, and of two lines."""
HIGH_LINES = (0.726, 0.862)
"""The middles of two lines in a band of the height of which all bands of a game are."""
HIGH_EM = 0.205
"""Em height of a word in a band for two lines."""
WORD_EM, FIRST_EM, BROKEN_EM, SECOND_EM, CORNER_EM = 0.178, 0.168, 0.152, 0.140, 0.186
"""Em heights of a word, of a word with a line under it, of a word in two lines, of the line and of the corner text."""
WORD_ROOM, CLEAR = 0.83, 1.2
"""The greatest width of a word, as a share of the side, and its least distance from the cut in mm."""
TRACKING = 0.02
LEAST_NUMBER_PT = 5.0
"""The smallest type of a number on a picture."""
LEAST_GAP: Mm = 0.35
"""The least distance between the owner's emblem and a picture."""
EMBLEM_AT, EMBLEM_RADIUS = 0.164, 0.069
"""The owner's emblem: x and y of its middle, and its radius."""
CORNER_END, CORNER_AT, CORNER_FOOT = 0.905, 0.163, 0.245
"""The corner text: its right end, the middle of its capitals, and the lower edge of the area it needs."""
BESIDE_EM, BESIDE_ROOM = 0.160, 0.575
"""The em height and the greatest width of the word beside a strength."""
BREAK_UNDER = 0.82
"""Several words are broken in two lines if one line would be smaller than this share of the size."""


@dataclass(frozen=True, slots=True)
class MarkerFace:
    """The face of a marker to draw: values of the data, its background, the emblems of all sides, its layout.

    With `high_band`, a band with one line is as high as one with two.
    """

    chit: bool
    symbol: str
    size: Size | None
    reduced: bool
    picture: str
    number: str
    word: str
    second: str
    corner: str
    foot: str
    emblem: bool
    background: CounterBackground
    emblems: tuple[tuple[str, Colour], ...]
    side: Mm
    layout: FaceLayout
    high_band: bool = False

    def points(self, share: float) -> float:
        """Convert a type size from a share of the marker's side into points."""
        return share * self.side / MM_PER_POINT

    @property
    def band(self) -> tuple[Colour, Colour] | None:
        """The colours of the band at the foot and of the words on it; None if there is no band."""
        match self.foot:
            case "bad":
                return RED, WHITE
            case "fact":
                return INK, WHITE
            case "accent":
                return self.background.accent, WHITE
            case _:
                return (self.background.accent, WHITE) if self.chit else None


def draw_marker(marker: MarkerFace) -> Drawing:
    """Draw a marker's face."""
    side = marker.side
    words = _foot_text_lines(marker)
    top = FOOT if len(words) < 2 and not marker.high_band else FOOT_OF_TWO
    drawn = Drawing(rayed_background(marker.background, side))
    if marker.reduced:
        high = marker.layout.stripe_height
        top = min(marker.layout.stripe, top - high)
        drawn = drawn.plus(Drawing(reduced_band(marker.background.accent, side, top, high)))
    elif marker.band:
        drawn = drawn.plus(Drawing((foot_band(marker.band[0], side, top),)))
    if _is_beside_strength(marker):
        layout = marker.layout
        top = min(top, layout.factors - 0.35 * layout.factor_em)
    return drawn.plus(
        _marker_picture(marker, top), _owner_emblem(marker), _corner_text(marker), *words, _strength_and_word(marker)
    )


def draw_chit_back(background: CounterBackground, word: str, side: Mm) -> Drawing:
    """Draw the back of all activation markers of a side, which look alike in the cup."""
    accent, pen = background.accent, 0.020 * side
    frame = rectangle(Rect(0, 0, side, side).grown(-0.087 * side), stroke=Stroke(accent, pen))
    emblem = draw_emblem(background.icons, background.emblem, accent, background.colour)
    items = (
        flat_background(background.colour, side),
        frame,
        place_emblem(emblem, 0.5 * side, 0.436 * side, 0.236 * side),
    )
    style = Style(WORD_FONT, 0.156 * side / MM_PER_POINT, accent, background.colour, 0.06)
    return Drawing(items).plus(set_line(word.upper(), style, LinePlace(0.5 * side, 0.804 * side, 0.745 * side), "word"))


def _foot_text_lines(marker: MarkerFace) -> tuple[Drawing, ...]:
    """Draw the text at the foot of a marker; return one drawing for each of its lines.

    A word that would be small is broken in two lines.
    """
    if not marker.word or _is_beside_strength(marker):
        return ()
    side = marker.side
    room = min(WORD_ROOM * side, side - 2 * CLEAR)
    fill, on = marker.band or (INK, marker.background.colour)
    if marker.band:
        fill, on = on, fill
    if marker.reduced:
        fill, on = marker.background.accent, PAPER
    style = Style(WORD_FONT, marker.points(HIGH_EM if marker.high_band else WORD_EM), fill, on, TRACKING)
    if marker.second:
        lines = (marker.word, marker.second)
        first = style._replace(size_pt=marker.points(FIRST_EM))
        styles = (first, style._replace(font=SECOND_FONT, size_pt=marker.points(SECOND_EM)))
    else:
        broken = halve_line(marker.word)
        if not broken or (size_that_fits(marker.word, style, room) or 0) >= BREAK_UNDER * style.size_pt:
            middle = HIGH_LINE if marker.high_band else LINE
            return (set_line(marker.word, style, LinePlace(0.5 * side, middle * side, room), "word"),)
        lines = broken
        styles = (style._replace(size_pt=marker.points(BROKEN_EM)),) * 2
    fields = ("word", "second" if marker.second else "word")
    places = HIGH_LINES if marker.high_band else TWO_LINES
    return tuple(
        set_line(text, style, LinePlace(0.5 * side, share * side, room), field)
        for text, style, share, field in zip(lines, styles, places, fields, strict=True)
    )


def _is_beside_strength(marker: MarkerFace) -> bool:
    """Return whether the marker has a strength at its foot, with the word beside it."""
    return bool(marker.number) and not marker.background.icons.holds_number(marker.picture)


def _strength_and_word(marker: MarkerFace) -> Drawing:
    """Draw the strength of a marker in the place of the first factor of a unit, and the word right of it."""
    if not _is_beside_strength(marker):
        return Drawing()
    side, layout, on = marker.side, marker.layout, marker.background.colour
    band = marker.band
    fill = band[1] if band else INK
    figure = Style(WORD_FONT, layout.points(layout.factor_em, side), fill, band[0] if band else on)
    number = set_line(marker.number, figure, LinePlace(0.204 * side, layout.factors * side, 0.27 * side), "number")
    word = marker.word
    style = Style(WORD_FONT, marker.points(BESIDE_EM), fill, figure.on, TRACKING)
    lines = halve_line(word) or (word,)
    places = (layout.factors,) if len(lines) == 1 else (layout.factors - 0.068, layout.factors + 0.068)
    words = [
        set_line(line, style, LinePlace(CORNER_END * side, y * side, BESIDE_ROOM * side, "end"), "word")
        for line, y in zip(lines, places, strict=True)
    ]
    return number.plus(*words)


def _owner_emblem(marker: MarkerFace) -> Drawing:
    """Draw the owner's emblem at the top left of the marker, unless its picture shows the emblem."""
    background = marker.background
    if shows_owner(background.icons, marker.picture) or not (background.owned or marker.emblem):
        return Drawing()
    emblem = draw_emblem(
        background.icons, background.emblem if marker.chit else background.bears, background.accent, background.colour
    )
    return Drawing((place_emblem(emblem, *(EMBLEM_AT * marker.side,) * 2, EMBLEM_RADIUS * marker.side),))


def _corner_text(marker: MarkerFace) -> Drawing:
    """Draw the text in the top right corner of the marker."""
    place = LinePlace(CORNER_END * marker.side, CORNER_AT * marker.side, 0.30 * marker.side, "end")
    return set_line(marker.corner, _corner_text_style(marker), place, "corner")


def _corner_text_style(marker: MarkerFace) -> Style:
    """Return the style of the text in the top right corner of a marker."""
    return Style(WORD_FONT, marker.points(CORNER_EM), INK, marker.background.colour)


def _marker_picture(marker: MarkerFace, foot: float) -> Drawing:
    """Draw the picture of a marker between its top and `foot` (a share of its side).

    On an activation marker it is under the size mark.
    """
    side, picture = marker.side, marker.picture
    top, mark = 0.085, Drawing()
    if marker.chit and marker.size:
        scene = draw_size_mark(marker.size, round(0.098 * side, 4))
        mark = Drawing((Use(scene, Matrix.place((side - scene.width) / 2, 0.09 * side)),))
        top = 0.205
    room = Rect(0.06 * side, top * side, 0.88 * side, (foot - top - 0.035) * side)
    match picture:
        case "":
            return mark
        case "numeral":
            style = Style(
                HEAVY, min(marker.points(0.46), room.height / 0.70 / MM_PER_POINT), INK, marker.background.colour
            )
            x, y = room.centre
            faults = picture_without_subject("numeral", marker.number)
            return mark.plus(
                set_line(marker.number, style, LinePlace(x, y, 0.8 * side), "number"), Drawing(faults=faults)
            )
        case "symbol":
            return mark.plus(_activated_symbol(marker.background.icons, marker.symbol, room))
    room = _room_beside_corners(marker, room)
    scale = min(room.width / WIDTH, room.height / HEIGHT)
    x, y = room.centre
    scene = draw_picture(marker.background.icons, picture, marker.background.paint(marker.emblems))
    place = Matrix.place(x - WIDTH / 2 * scale, y - HEIGHT / 2 * scale, scale=scale)
    return mark.plus(Drawing((Use(scene, place),)), _number_on_picture(marker, x, y, scale))


def _room_beside_corners(marker: MarkerFace, room: Rect) -> Rect:
    """Return the room in which a marker's picture does not cover emblem and corner text.

    It is `room`, moved right as far as the picture then stays clear of the cut, or the lower part of such a room.
    """
    side, points = marker.side, picture_points(marker.background.icons, marker.picture)
    taken = []
    if _owner_emblem(marker).items:
        radius = EMBLEM_RADIUS + LEAST_GAP / side
        taken.append(Rect(EMBLEM_AT - radius, EMBLEM_AT - radius, 2 * radius, 2 * radius))
    if marker.corner:
        width = width_of(marker.corner, _corner_text_style(marker), marker.points(CORNER_EM)) / side + 0.03
        taken.append(Rect(CORNER_END - width, 0, width, CORNER_FOOT))
    right = max((dx for dx, _ in points), default=0.0)
    for step, aside in product(range(6), range(4)):
        low = 0.03 * step * side
        found = Rect(room.x + 0.02 * aside * side, room.y + low, room.width, room.height - low)
        scale = min(found.width / WIDTH, found.height / HEIGHT) / side
        x, y = found.centre[0] / side, found.centre[1] / side
        if aside and x + right * scale > 1 - CLEAR / side:
            continue
        if not any(
            box.x < x + dx * scale < box.right and box.y < y + dy * scale < box.bottom
            for box in taken
            for dx, dy in points
        ):
            return found
    low = 0.03 * 5 * side
    return Rect(room.x, room.y + low, room.width, room.height - low)


def _number_on_picture(marker: MarkerFace, x: Mm, y: Mm, scale: float) -> Drawing:
    """Draw the number of a marker on its picture."""
    icon = marker.background.icons.pictures.get(marker.picture)
    if icon is None or icon.number is None:
        return Drawing()
    number, paint = icon.number, marker.background.paint()
    fill, on = paint.colour(number.colour), paint.colour(number.on)
    style = Style(WORD_FONT, max(LEAST_NUMBER_PT, number.size * scale / MM_PER_POINT), fill, on, number.tracking)
    text = marker.number.upper() if number.capitals else marker.number
    dx, dy = number.at
    return set_line(text, style, LinePlace(x + dx * scale, y + dy * scale, number.width * scale), "number")


def _activated_symbol(icons: IconLibrary, symbol: str, room: Rect) -> Drawing:
    """Draw the symbol of the units that an activation marker activates."""
    faults = picture_without_subject("symbol", symbol)
    height = min(room.height * 0.86, room.width * 0.42)
    width = 1.5 * height
    x, y = room.centre
    scene = draw_unit_symbol(icons, symbol, round(width, 4), round(height, 4), WHITE)
    return Drawing((Use(scene, Matrix.place(x - width / 2, y - height / 2)),), (), faults)
