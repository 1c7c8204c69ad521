"""Templates to lay on the table: discs, wedges and turning gauges, on card or transparent film."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.art.icons.layered_icons import Paint, draw_picture
from pnp.draw.cutout import (
    CUT_OUT_DRAWINGS,
    FILM,
    CutOut,
    arc,
    make_cut_out,
    mark_bands,
    ray,
    tint_below,
)
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits
from pnp.extent import items_extent
from pnp.fitting import halve_line
from pnp.model.components.rulers_and_templates import DiscTemplate, GaugeTemplate, WedgeTemplate
from pnp.model.game import Game
from pnp.model.symbols import IconLibrary
from pnp.palette import ATTACKER, BROWN, INK, mix
from pnp.scene import Group, Item, Matrix, Path, Point, Stroke, Use, circle, line, moved, polygon, polyline
from pnp.typeface import text_width
from pnp.units import MM_PER_POINT, Degrees, Mm, say_length

LINE = Stroke(INK, 0.2)
AIM = Stroke(INK, 0.5)
"""The pen of the cross at a centre, which must be seen through film on a table."""
PALE = Stroke(BROWN, 0.15)
DOTS = Stroke(INK, 0.35, dash=(0.05, 1.1), cap="round")
NAME, TEXT = "condensed-bold", "condensed-medium"
ARROW: tuple[Mm, Mm] = (3.2, 7)
"""The width and length of the half arrow heads at the corners of a sector."""
CROSS: Mm = 6
"""Half the size of the cross at a centre."""
RING: Mm = 0.8
"""Width of the ring at the rim of a disc."""
BURST_TINT = 0.22
"""How much of its colour the burst on a disc has."""
EDGE_PEN: Mm = 0.6
"""Half the width of the coloured lines along the edges of a sector."""
SPARE: Mm = 1.5
"""The distance between text and a line."""


# ---------------------------------------------------------------- disc


@CUT_OUT_DRAWINGS.enter("template disc")
def draw_disc(disc: DiscTemplate, game: Game, id_: str) -> tuple[CutOut, ...]:
    """Draw the disc, the only piece of this template.

    It has a centre cross, rim ticks, a circle at half the radius, its name and its diameter.
    """
    return (_draw_sectors(id_, disc) if disc.sectors else _draw_disc(id_, disc),)


def _draw_disc(id_: str, disc: DiscTemplate) -> CutOut:
    """Draw a disc template with its ticks, circles and words."""
    radius = disc.diameter / 2
    centre = (radius, radius)
    reach = min(CROSS, 0.3 * radius)
    pen, on = disc.colour or INK, FILM
    items: list[Item] = []
    if disc.colour:
        on = mix(disc.colour, FILM, BURST_TINT)
        burst = polygon(_burst_corners(centre, radius), fill=on)
        items += [circle(*centre, radius, fill=mix(disc.colour, FILM, BURST_TINT / 3)), burst]
    items += [
        circle(*centre, radius / 2, stroke=DOTS),
        line(radius - reach, radius, radius + reach, radius, AIM),
        line(radius, radius - reach, radius, radius + reach, AIM),
        circle(*centre, 0.35 * reach, stroke=AIM),
        circle(*centre, radius - RING / 2, stroke=Stroke(pen, RING * (2 if disc.colour else 1))),
    ]
    depth = min(4.5, 0.14 * radius)
    for tick in range(disc.ticks):
        angle = 360 * tick / disc.ticks
        mark = Stroke(pen, 0.5) if disc.colour else LINE
        items.append(line(*ray(centre, radius, angle), *ray(centre, radius - depth, angle), mark))
    up, size = 0.68 * radius, min(11, 0.22 * radius / MM_PER_POINT)
    room = 2 * math.sqrt(radius**2 - (up + 0.1 * radius) ** 2) - 2 * SPARE - depth
    words = (
        set_line(disc.name, Style(NAME, size, INK, on), LinePlace(radius, radius - up, room), _name_field(id_)),
        set_line(
            say_length(disc.diameter),
            Style(TEXT, 0.85 * size, INK, on),
            LinePlace(radius, radius + up, room),
            f"components.{id_}.diameter",
        ),
    )
    outline = circle(*centre, radius, fill=FILM)
    drawn = Drawing(tuple(items)).plus(*words)
    return make_cut_out(id_, (disc.diameter, disc.diameter), outline, drawn, folds=False)


def _burst_corners(centre: Point, radius: Mm) -> tuple[Point, ...]:
    """Return the corners of a burst around a centre: long and short rays in turn."""
    rays = (0.93, 0.80, 0.88, 0.83)
    return tuple(
        ray(centre, radius * (0.60 if number % 2 else rays[number // 2 % len(rays)]), 7.5 * number)
        for number in range(48)
    )


def _draw_sectors(id_: str, disc: DiscTemplate) -> CutOut:
    """Draw a disc with sectors of equal angles, the first at the top, and its name around the cross."""
    radius = disc.diameter / 2
    centre, pen = (radius, radius), disc.colour or INK
    step = 360 / len(disc.sectors)
    items: list[Item] = []
    words: list[Drawing] = []
    for number, sector in enumerate(disc.sectors):
        begin, end = (number - 0.5) * step, (number + 0.5) * step
        ops, xy = arc(centre, radius, begin, end)
        items.append(Path(f"ML{ops}Z", (*centre, *ray(centre, radius, begin), *xy), sector.tint, Stroke(pen, 0.3)))
        x, y = ray(centre, 0.64 * radius, number * step)
        size = 0.30 * radius / MM_PER_POINT
        room, field = 0.56 * radius, f"components.{id_}.sectors.{number}"
        low = 0.09 * radius if sector.says else 0
        words.append(
            set_line(sector.label, Style(NAME, 0.5 * size, INK, sector.tint), LinePlace(x, y - low, room), field)
        )
        style = Style(TEXT, 0.42 * size, INK, sector.tint)
        words.append(set_line(sector.says, style, LinePlace(x, y + 1.1 * low, room), field))
    items.append(circle(*centre, radius - RING, stroke=Stroke(pen, 2 * RING)))
    items.append(circle(*centre, 0.25 * radius, fill=pen))
    name = Style(NAME, 0.13 * radius / MM_PER_POINT, FILM, pen)
    words.append(set_line(disc.name, name, LinePlace(*centre, 0.44 * radius), _name_field(id_)))
    outline = circle(*centre, radius, fill=FILM)
    drawn = Drawing(tuple(items)).plus(*words)
    return make_cut_out(id_, (disc.diameter, disc.diameter), outline, drawn, folds=False)


def _name_field(id_: str) -> str:
    """Return the data path of a component's name, such as `components.disc.name`."""
    return f"components.{id_}.name"


# ---------------------------------------------------------------- wedge


@CUT_OUT_DRAWINGS.enter("template wedge")
def draw_wedge(wedge: WedgeTemplate, game: Game, id_: str) -> tuple[CutOut, ...]:
    """Draw the sector, the only piece of this template.

    It has an arc and a label at each mark, and a middle line. Without a colour nothing is tinted, so that the table
    stays visible.
    """
    return (_draw_wedge(game.icons, id_, wedge),)


def _draw_wedge(icons: IconLibrary, id_: str, wedge: WedgeTemplate) -> CutOut:
    """Draw a wedge template: a sector with marks and words."""
    width, height = wedge.size
    apex, half_angle = (width / 2, height), wedge.angle / 2
    begins, arc_end = ray(apex, wedge.radius, -half_angle), ray(apex, wedge.radius, half_angle)
    ops, xy = arc(apex, wedge.radius, -half_angle, half_angle)
    outline = Path(f"ML{ops}Z", (*apex, *begins, *xy), FILM)
    items: list[Item] = list(_wedge_art(icons, wedge, apex)) if wedge.colour else []
    for mark in wedge.marks:
        ops, xy = arc(apex, mark.at, -half_angle, half_angle)
        items.append(Path(f"M{ops}", (*ray(apex, mark.at, -half_angle), *xy), None, LINE))
    items.append(line(*apex, *ray(apex, wedge.radius, 0), Stroke(INK, 0.15, dash=(4, 1, 0.8, 1))))
    drawn = Drawing(tuple(items)).plus(
        *_mark_labels(id_, wedge, apex),
        *_angle_label(wedge, apex),
        *_wedge_name(id_, wedge, apex, arc_end),
    )
    return make_cut_out(id_, (width, height), outline, drawn, folds=False)


def _wedge_art(icons: IconLibrary, wedge: WedgeTemplate, apex: Point) -> Iterator[Item]:
    """Yield the bands of a coloured sector from the outermost inwards, its ticks, its arrows and its picture."""
    half_angle, pen = wedge.angle / 2, wedge.colour or INK
    bands = [(end, tint) for _, end, tint in mark_bands(wedge.marks)]
    for end, tint in [(wedge.radius, _outer_tint(wedge)), *reversed(bands)]:
        ops, xy = arc(apex, end, -half_angle, half_angle)
        yield Path(f"ML{ops}Z", (*apex, *ray(apex, end, -half_angle), *xy), tint)
    inset = math.degrees(math.asin(min(1.0, EDGE_PEN / wedge.radius)))
    for angle in (-half_angle + inset, half_angle - inset):
        yield line(*apex, *ray(apex, wedge.radius - ARROW[1], angle), Stroke(pen, 2 * EDGE_PEN))
        inwards = math.copysign(ARROW[0], -angle)  # the head is inside the sector, so that no cut removes a part of it
        yield moved(
            polygon(((0, 0), (inwards, ARROW[1]), (0, ARROW[1])), fill=pen),
            Matrix.place(*ray(apex, wedge.radius, math.copysign(half_angle, angle)), turn=angle),
        )
    if wedge.unit:
        for number in range(1, math.ceil(wedge.radius / wedge.unit)):
            y = apex[1] - number * wedge.unit
            yield line(apex[0] - 1.6, y, apex[0] + 1.6, y, Stroke(pen, 0.35))
    if wedge.picture:
        scene = draw_picture(icons, wedge.picture, Paint(_outer_tint(wedge), pen))
        ink = items_extent(scene.items) or scene.box
        inner = max((mark.at for mark in wedge.marks if mark.at < wedge.radius), default=0.4 * wedge.radius)
        scale = min(0.62 * (wedge.radius - inner) / ink.height, 0.34 * wedge.size[0] / ink.width)
        x, y = ray(apex, (inner + wedge.radius) / 2, -half_angle / 2)
        yield Use(scene, Matrix.place(x - ink.centre[0] * scale, y - ink.centre[1] * scale, scale=scale))


def _outer_tint(wedge: WedgeTemplate) -> str:
    """Return the tint of a sector beyond its last band: very pale, or none if the sector has no colour."""
    return mix(wedge.colour, FILM, 0.06) if wedge.colour else FILM


def _mark_labels(id_: str, wedge: WedgeTemplate, apex: Point) -> Iterator[Drawing]:
    """Yield the label of each mark of a sector, below its arc and right of the middle line."""
    for number, mark in enumerate(wedge.marks):
        room = mark.at * math.sin(math.radians(min(wedge.angle / 2, 90))) - 2 * SPARE
        text = mark.label or say_length(mark.at)
        style = Style(NAME, 11 if wedge.colour else 8, INK, tint_below(wedge.marks, mark.at, FILM))
        reach = SPARE + min(text_width(text, NAME, style.size_pt), room)
        place = LinePlace(apex[0] + SPARE, apex[1] - math.sqrt(max(0, mark.at**2 - reach**2)) + 1.9, room, "start")
        yield set_line(text, style, place, f"components.{id_}.marks.{number}.label")


def _angle_label(wedge: WedgeTemplate, apex: Point) -> Iterator[Drawing]:
    """Yield a small arc near the apex of a sector, with the sector's angle in degrees."""
    half_angle = wedge.angle / 2
    nearest = min((mark.at for mark in wedge.marks), default=wedge.radius)
    text, size = f"{wedge.angle:g}°", 9.0
    at = min(0.72 * nearest, max(0.16 * wedge.radius, 4 / math.sin(math.radians(half_angle))))
    ops, xy = arc(apex, at, -half_angle, half_angle)
    yield Drawing((Path(f"M{ops}", (*ray(apex, at, -half_angle), *xy), None, PALE),))
    room = at * math.sin(math.radians(half_angle)) - 1
    if room > 5:
        style = Style(NAME, size, INK, tint_below(wedge.marks, at, FILM))
        yield set_line(text, style, LinePlace(apex[0] + 1, apex[1] - at + 2.6, room, "start"), "")


def _wedge_name(id_: str, wedge: WedgeTemplate, apex: Point, arc_end: Point) -> Iterator[Drawing]:
    """Yield the texts near a sector's arc: its name at the left, its angle and radius at the right."""
    down = 6.5
    room = min((wedge.radius - down) * math.sin(math.radians(wedge.angle / 2)), arc_end[0] - apex[0]) - 3 * SPARE
    y = apex[1] - wedge.radius + down
    tint = tint_below(wedge.marks, wedge.radius - down, _outer_tint(wedge))
    yield set_line(wedge.name, Style(NAME, 12, INK, tint), LinePlace(apex[0] - SPARE, y, room, "end"), _name_field(id_))
    style = Style(TEXT, 10, INK, tint)
    ways = (f"{wedge.angle:g}° in all  ·  {say_length(wedge.radius)}", f"{wedge.angle:g}°")
    says = next((text for text in ways if size_that_fits(text, style, room)), "")
    yield set_line(says, style, LinePlace(apex[0] + SPARE, y, room, "start"), _name_field(id_))
    lines = halve_line(wedge.beyond) or (wedge.beyond,)
    x, y = ray(apex, wedge.radius - 17, wedge.angle / 4)
    for number, text in enumerate(lines):
        place = LinePlace(x, y + 5 * number, 0.40 * wedge.size[0])
        yield set_line(text, Style(NAME, 11, wedge.colour or INK, tint), place, f"components.{id_}.beyond")


# ---------------------------------------------------------------- gauge


@CUT_OUT_DRAWINGS.enter("template gauge")
def draw_gauge(gauge: GaugeTemplate, game: Game, id_: str) -> tuple[CutOut, ...]:
    """Draw the gauge, the only piece of this template.

    It has two legs at an angle, an arrow from one to the other, and its name along one leg.
    """
    return (_draw_gauge(id_, gauge),)


def _gauge_corners(gauge: GaugeTemplate) -> tuple[Point, ...]:
    """Return the corners of a turning gauge, its vertex first.

    The least x and y are 0.

    One leg points straight up, the other is turned clockwise by the angle. The outer edges and the inner edges both
    form the angle.
    """
    turn = math.radians(gauge.angle)
    one, other = (0.0, -1.0), (math.sin(turn), -math.cos(turn))
    inside, across = (1.0, 0.0), (-math.cos(turn), -math.sin(turn))  # from each outer edge into the leg
    deep = gauge.width / math.tan(turn / 2)

    def corner(along: Point, distance: Mm, inwards: Point, depth: Mm) -> Point:
        """Return the point at a distance along a leg's outer edge, and at a depth into the leg."""
        return (along[0] * distance + inwards[0] * depth, along[1] * distance + inwards[1] * depth)

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


def _draw_gauge(id_: str, gauge: GaugeTemplate) -> CutOut:
    """Draw a turning gauge with its arrow and words."""
    corners = _gauge_corners(gauge)
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
    tint = gauge.colour or FILM
    style = Style(NAME, min(10, 0.4 * gauge.width / MM_PER_POINT), INK, tint)
    room = leg - reach - head - 2 * SPARE
    text = set_line(words, style, LinePlace(-room / 2, 0, room), _name_field(id_))
    lettering = Group(text.items, Matrix.place(*ray(middle, leg - SPARE, angle), turn=angle - 90))
    outline = polygon(corners, fill=tint)
    drawn = Drawing((arrow, *tips, lettering), (), text.faults)
    return make_cut_out(id_, size, outline, drawn, folds=False)


def _arrow_tip(tip: Point, turn: Degrees, size: Mm) -> Path:
    """Return an arrow head with its point at `tip`, turned clockwise by `turn`."""
    shape = polygon(((0, 0), (0.5 * size, size), (-0.5 * size, size)), fill=ATTACKER)
    return moved(shape, Matrix.place(*tip, turn=turn))
