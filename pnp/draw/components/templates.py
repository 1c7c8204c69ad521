"""Templates to lay on the table: discs, wedges, gauges of turns. Card or overhead film; all are of true size."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.draw.cutout import FILM, CutOut, arc, make_piece, mark_bands, ray, tint_below
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits
from pnp.model.component import Disc, Gauge, Mark, Wedge
from pnp.model.game import Game
from pnp.palette import ATTACKER, BROWN, INK
from pnp.scene import Group, Item, Matrix, Path, Point, Stroke, circle, line, moved, polygon, polyline
from pnp.typeface import text_width
from pnp.units import MM_PER_POINT, Degrees, Mm, say_length

LINE = Stroke(INK, 0.2)
PALE = Stroke(BROWN, 0.15)
DOTS = Stroke(BROWN, 0.25, dash=(0.05, 1.1), cap="round")
NAME, TEXT = "condensed-bold", "condensed-medium"
CROSS: Mm = 4
"""How far the cross at a centre reaches."""
SPARE: Mm = 1.5
"""Room between text and a line."""


def draw_disc(game: Game, id_: str, disc: Disc) -> tuple[CutOut, ...]:
    """A round overlay: centre cross, ticks at the rim, half the radius dotted, its name and its diameter."""
    radius = disc.diameter / 2
    centre = (radius, radius)
    reach = min(CROSS, 0.3 * radius)
    items: list[Item] = [
        circle(*centre, radius / 2, stroke=DOTS),
        line(radius - reach, radius, radius + reach, radius, LINE),
        line(radius, radius - reach, radius, radius + reach, LINE),
        circle(*centre, 0.35 * reach, stroke=LINE),
    ]
    depth = min(4.5, 0.14 * radius)
    for tick in range(disc.ticks):
        angle = 360 * tick / disc.ticks
        items.append(line(*ray(centre, radius, angle), *ray(centre, radius - depth, angle), LINE))
    up, size = 0.68 * radius, min(11, 0.22 * radius / MM_PER_POINT)
    room = 2 * math.sqrt(radius**2 - (up + 0.1 * radius) ** 2) - 2 * SPARE - depth
    words = (
        set_line(disc.name, Style(NAME, size, INK, FILM), LinePlace(radius, radius - up, room), _name(id_)),
        set_line(
            say_length(disc.diameter),
            Style(TEXT, 0.85 * size, INK, FILM),
            LinePlace(radius, radius + up, room),
            f"components.{id_}.diameter",
        ),
    )
    outline = circle(*centre, radius, fill=FILM)
    drawn = Drawing(tuple(items)).plus(*words)
    return (make_piece(id_, (disc.diameter, disc.diameter), outline, drawn, folds=False),)


def _name(id_: str) -> str:
    return f"components.{id_}.name"


# ---------------------------------------------------------------- wedge


def wedge_size(wedge: Wedge) -> tuple[Mm, Mm]:
    """The box around a sector whose point is at the foot."""
    return 2 * wedge.radius * math.sin(math.radians(wedge.angle / 2)), wedge.radius


def draw_wedge(game: Game, id_: str, wedge: Wedge) -> tuple[CutOut, ...]:
    """A sector, its point at the foot: bands of tint, an arc with a label at each mark, the line in its middle."""
    width, height = wedge_size(wedge)
    point, half = (width / 2, height), wedge.angle / 2
    begins, ends = ray(point, wedge.radius, -half), ray(point, wedge.radius, half)
    ops, xy = arc(point, wedge.radius, -half, half)
    outline = Path(f"ML{ops}Z", (*point, *begins, *xy), FILM)
    items: list[Item] = [*_sectors(point, half, wedge.marks)]
    for mark in wedge.marks:
        ops, xy = arc(point, mark.at, -half, half)
        items.append(Path(f"M{ops}", (*ray(point, mark.at, -half), *xy), None, LINE))
    items.append(line(*point, *ray(point, wedge.radius, 0), Stroke(INK, 0.15, dash=(4, 1, 0.8, 1))))
    drawn = Drawing(tuple(items)).plus(
        *_mark_labels(id_, wedge, point),
        *_angle_label(wedge, point),
        *_wedge_name(id_, wedge, point, ends),
    )
    return (make_piece(id_, (width, height), outline, drawn, folds=False),)


def _sectors(point: Point, half: Degrees, marks: tuple[Mark, ...]) -> Iterator[Path]:
    """The tinted ring of each band, from the band before it."""
    for inner, outer, tint in mark_bands(marks):
        out, back = arc(point, outer, -half, half), arc(point, inner, half, -half)
        start, turn = ray(point, outer, -half), ray(point, inner, half)
        yield Path(f"M{out[0]}L{back[0]}Z", (*start, *out[1], *turn, *back[1]), tint)


def _mark_labels(id_: str, wedge: Wedge, point: Point) -> Iterator[Drawing]:
    """Each label below its arc, right of the line in the middle: as far down as the arc has fallen at its end."""
    for number, mark in enumerate(wedge.marks):
        room = mark.at * math.sin(math.radians(min(wedge.angle / 2, 90))) - 2 * SPARE
        text = mark.label or say_length(mark.at)
        style = Style(NAME, 8, INK, tint_below(wedge.marks, mark.at, FILM))
        reach = SPARE + min(text_width(text, NAME, 8), room)
        place = LinePlace(point[0] + SPARE, point[1] - math.sqrt(max(0, mark.at**2 - reach**2)) + 1.9, room, "start")
        yield set_line(text, style, place, f"components.{id_}.marks.{number}.label")


def _angle_label(wedge: Wedge, point: Point) -> Iterator[Drawing]:
    """An arc near the point with the angle between the two sides."""
    half = wedge.angle / 2
    nearest = min((mark.at for mark in wedge.marks), default=wedge.radius)
    text, size = f"{wedge.angle:g}°", 9.0
    at = min(0.72 * nearest, max(0.16 * wedge.radius, 4 / math.sin(math.radians(half))))
    ops, xy = arc(point, at, -half, half)
    yield Drawing((Path(f"M{ops}", (*ray(point, at, -half), *xy), None, PALE),))
    room = at * math.sin(math.radians(half)) - 1
    if room > 5:
        style = Style(NAME, size, INK, FILM)
        yield set_line(text, style, LinePlace(point[0] + 1, point[1] - at + 2.6, room, "start"), "")


def _wedge_name(id_: str, wedge: Wedge, point: Point, ends: Point) -> Iterator[Drawing]:
    """The name left of the middle near the arc, angle and radius right of it."""
    down = 6.5
    room = min((wedge.radius - down) * math.sin(math.radians(wedge.angle / 2)), ends[0] - point[0]) - 3 * SPARE
    y = point[1] - wedge.radius + down
    tint = tint_below(wedge.marks, wedge.radius - down, FILM)
    yield set_line(wedge.name, Style(NAME, 12, INK, tint), LinePlace(point[0] - SPARE, y, room, "end"), _name(id_))
    style = Style(TEXT, 10, INK, tint)
    ways = (f"{wedge.angle:g}° in all  ·  {say_length(wedge.radius)}", f"{wedge.angle:g}°")
    says = next((text for text in ways if size_that_fits(text, style, room)), "")
    yield set_line(says, style, LinePlace(point[0] + SPARE, y, room, "start"), _name(id_))


# ---------------------------------------------------------------- gauge


def gauge_corners(gauge: Gauge) -> tuple[Point, ...]:
    """The corners of a gauge, its vertex first, in a box from (0, 0): one leg straight up, the other turned clockwise
    by the angle. The angle is that of the outer edges, and of the inner ones.
    """
    turn = math.radians(gauge.angle)
    one, other = (0.0, -1.0), (math.sin(turn), -math.cos(turn))
    inside, across = (1.0, 0.0), (-math.cos(turn), -math.sin(turn))  # from each outer edge into the leg
    deep = gauge.width / math.tan(turn / 2)

    def corner(along: Point, by: Mm, into: Point, width: Mm) -> Point:
        return (along[0] * by + into[0] * width, along[1] * by + into[1] * width)

    corners = (
        (0.0, 0.0),
        corner(one, gauge.leg, inside, 0),
        corner(one, gauge.leg, inside, gauge.width),
        corner(one, deep, inside, gauge.width),
        corner(other, gauge.leg, across, gauge.width),
        corner(other, gauge.leg, across, 0),
    )
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return tuple((x - left, y - top) for x, y in corners)


def draw_gauge(game: Game, id_: str, gauge: Gauge) -> tuple[CutOut, ...]:
    """Two legs at an angle, an arrow of the turn from the one to the other, the name along a leg."""
    corners = gauge_corners(gauge)
    size = (max(x for x, _ in corners), max(y for _, y in corners))
    vertex, inner = corners[0], corners[3]
    middle = ((vertex[0] + inner[0]) / 2, (vertex[1] + inner[1]) / 2)
    angle, leg = gauge.angle, gauge.leg - gauge.width / math.tan(math.radians(gauge.angle) / 2) / 2
    reach, head = 0.36 * leg, min(4.0, 0.34 * gauge.width)
    pen = Stroke(ATTACKER, min(0.9, 0.07 * gauge.width), join="round")
    arrow = polyline([ray(middle, reach, 0), middle, ray(middle, reach, angle)], stroke=pen)
    tips = (_arrow_tip(ray(middle, reach + 0.8 * head, turn), turn, head) for turn in (0, angle))
    says = f"{angle:g}°"
    words = gauge.name if says in gauge.name else f"{gauge.name}  ·  {says}"
    style = Style(NAME, min(10, 0.4 * gauge.width / MM_PER_POINT), INK, FILM)
    room = leg - reach - head - 2 * SPARE
    text = set_line(words, style, LinePlace(-room / 2, 0, room), _name(id_))
    lettering = Group(text.items, Matrix.place(*ray(middle, leg - SPARE, angle), turn=angle - 90))
    outline = polygon(corners, fill=FILM)
    drawn = Drawing((arrow, *tips, lettering), (), text.faults)
    return (make_piece(id_, size, outline, drawn, folds=False),)


def _arrow_tip(tip: Point, turn: Degrees, size: Mm) -> Path:
    shape = polygon(((0, 0), (0.5 * size, size), (-0.5 * size, size)), fill=ATTACKER)
    return moved(shape, Matrix.place(*tip, turn=turn))
