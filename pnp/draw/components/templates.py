"""Templates to lay on the table: discs, wedges and turning gauges, on card or transparent film."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field

from pnp.draw.cutout import (
    FILM,
    CutOut,
    DrawnCutOuts,
    RulerMark,
    arc,
    make_cut_out,
    mark_faults,
    ray,
    tint_below,
)
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits
from pnp.findings import Fault
from pnp.model.component import COMPONENT_KINDS, PaperNeed
from pnp.model.game import Game
from pnp.model.record import Length
from pnp.palette import ATTACKER, BROWN, INK
from pnp.scene import Group, Item, Matrix, Path, Point, Stroke, circle, line, moved, polygon, polyline
from pnp.typeface import text_width
from pnp.units import MM_PER_POINT, Degrees, Mm, say_length

LINE = Stroke(INK, 0.2)
PALE = Stroke(BROWN, 0.15)
DOTS = Stroke(BROWN, 0.25, dash=(0.05, 1.1), cap="round")
NAME, TEXT = "condensed-bold", "condensed-medium"
CROSS: Mm = 4
"""Half the size of the cross at a centre."""
RING: Mm = 0.8
"""Width of the ring at the rim of a disc."""
SPARE: Mm = 1.5
"""The distance between text and a line."""


# ---------------------------------------------------------------- disc


@COMPONENT_KINDS.enter("template disc")
class DiscTemplate(DrawnCutOuts):
    """A round template with a cross at its centre and ticks around its rim."""

    kind: Literal["template"]
    shape: Literal["disc"]
    diameter: Length
    ticks: Annotated[int, Field(ge=0, le=72)] = 8

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the diameter of the disc under its field name in the data."""
        return {"diameter": self.diameter}

    def paper_need(self) -> PaperNeed:
        """Return how much paper the disc needs: a square as wide as the disc."""
        return PaperNeed("diameter", self.diameter, self.diameter)

    def draw_cut_outs(self, game: Game, id_: str) -> tuple[CutOut, ...]:
        """Draw the disc, the only piece of this template.

        It has a centre cross, rim ticks, a circle at half the radius, its name and its diameter.
        """
        return (_draw_disc(id_, self),)


def _draw_disc(id_: str, disc: DiscTemplate) -> CutOut:
    """Draw a disc template with its ticks, circles and words."""
    radius = disc.diameter / 2
    centre = (radius, radius)
    reach = min(CROSS, 0.3 * radius)
    items: list[Item] = [
        circle(*centre, radius / 2, stroke=DOTS),
        line(radius - reach, radius, radius + reach, radius, LINE),
        line(radius, radius - reach, radius, radius + reach, LINE),
        circle(*centre, 0.35 * reach, stroke=LINE),
        circle(*centre, radius - RING / 2, stroke=Stroke(INK, RING)),
    ]
    depth = min(4.5, 0.14 * radius)
    for tick in range(disc.ticks):
        angle = 360 * tick / disc.ticks
        items.append(line(*ray(centre, radius, angle), *ray(centre, radius - depth, angle), LINE))
    up, size = 0.68 * radius, min(11, 0.22 * radius / MM_PER_POINT)
    room = 2 * math.sqrt(radius**2 - (up + 0.1 * radius) ** 2) - 2 * SPARE - depth
    words = (
        set_line(disc.name, Style(NAME, size, INK, FILM), LinePlace(radius, radius - up, room), _name_field(id_)),
        set_line(
            say_length(disc.diameter),
            Style(TEXT, 0.85 * size, INK, FILM),
            LinePlace(radius, radius + up, room),
            f"components.{id_}.diameter",
        ),
    )
    outline = circle(*centre, radius, fill=FILM)
    drawn = Drawing(tuple(items)).plus(*words)
    return make_cut_out(id_, (disc.diameter, disc.diameter), outline, drawn, folds=False)


def _name_field(id_: str) -> str:
    """Return the data path of a component's name, such as `components.disc.name`."""
    return f"components.{id_}.name"


# ---------------------------------------------------------------- wedge


@COMPONENT_KINDS.enter("template wedge")
class WedgeTemplate(DrawnCutOuts):
    """A sector to lay at a gun: its angle in degrees, its radius, and marks at distances from its point."""

    kind: Literal["template"]
    shape: Literal["wedge"]
    angle: Annotated[float, Field(gt=0, lt=180)]
    radius: Length
    marks: tuple[RulerMark, ...] = ()

    @property
    def size(self) -> tuple[Mm, Mm]:
        """The width and height of the box around the sector, with its point at the foot."""
        return 2 * self.radius * math.sin(math.radians(self.angle / 2)), self.radius

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the radius of the sector under its field name in the data."""
        return {"radius": self.radius}

    def paper_need(self) -> PaperNeed:
        """Return how much paper the sector needs: the box around it."""
        return PaperNeed("radius", *sorted(self.size))

    def measure_faults(self) -> Iterator[Fault]:
        """Yield a fault (K014) for each mark that is out of order or beyond the radius."""
        return mark_faults(self.marks, self.radius)

    def draw_cut_outs(self, game: Game, id_: str) -> tuple[CutOut, ...]:
        """Draw the sector, the only piece of this template.

        It has an arc and a label at each mark, and a middle line. Nothing is tinted, so that the table stays visible.
        """
        return (_draw_wedge(id_, self),)


def _draw_wedge(id_: str, wedge: WedgeTemplate) -> CutOut:
    """Draw a wedge template: a sector with marks and words."""
    width, height = wedge.size
    apex, half_angle = (width / 2, height), wedge.angle / 2
    begins, arc_end = ray(apex, wedge.radius, -half_angle), ray(apex, wedge.radius, half_angle)
    ops, xy = arc(apex, wedge.radius, -half_angle, half_angle)
    outline = Path(f"ML{ops}Z", (*apex, *begins, *xy), FILM)
    items: list[Item] = []
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


def _mark_labels(id_: str, wedge: WedgeTemplate, apex: Point) -> Iterator[Drawing]:
    """Yield the label of each mark of a sector, below its arc and right of the middle line."""
    for number, mark in enumerate(wedge.marks):
        room = mark.at * math.sin(math.radians(min(wedge.angle / 2, 90))) - 2 * SPARE
        text = mark.label or say_length(mark.at)
        style = Style(NAME, 8, INK, FILM)
        reach = SPARE + min(text_width(text, NAME, 8), room)
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
        style = Style(NAME, size, INK, FILM)
        yield set_line(text, style, LinePlace(apex[0] + 1, apex[1] - at + 2.6, room, "start"), "")


def _wedge_name(id_: str, wedge: WedgeTemplate, apex: Point, arc_end: Point) -> Iterator[Drawing]:
    """Yield the texts near a sector's arc: its name at the left, its angle and radius at the right."""
    down = 6.5
    room = min((wedge.radius - down) * math.sin(math.radians(wedge.angle / 2)), arc_end[0] - apex[0]) - 3 * SPARE
    y = apex[1] - wedge.radius + down
    tint = tint_below(wedge.marks, wedge.radius - down, FILM)
    yield set_line(wedge.name, Style(NAME, 12, INK, tint), LinePlace(apex[0] - SPARE, y, room, "end"), _name_field(id_))
    style = Style(TEXT, 10, INK, tint)
    ways = (f"{wedge.angle:g}° in all  ·  {say_length(wedge.radius)}", f"{wedge.angle:g}°")
    says = next((text for text in ways if size_that_fits(text, style, room)), "")
    yield set_line(says, style, LinePlace(apex[0] + SPARE, y, room, "start"), _name_field(id_))


# ---------------------------------------------------------------- gauge


@COMPONENT_KINDS.enter("template gauge")
class GaugeTemplate(DrawnCutOuts):
    """A gauge for turning: two legs of equal length, and the angle between them in degrees."""

    kind: Literal["template"]
    shape: Literal["gauge"]
    angle: Annotated[float, Field(gt=0, le=180)]
    leg: Length
    width: Length

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the length and width of the legs, by field name."""
        return {"leg": self.leg, "width": self.width}

    def paper_need(self) -> PaperNeed:
        """Return how much paper one leg needs."""
        return PaperNeed("leg", *sorted((self.width, self.leg)))

    def measure_faults(self) -> Iterator[Fault]:
        """Yield a fault if there is no gap between the legs (K015)."""
        slope = math.tan(math.radians(self.angle) / 2)
        if self.width / slope > 0.8 * self.leg:
            most = 0.8 * self.leg * slope
            wrong = f"legs {self.width:g} mm wide and {self.leg:g} mm long leave no gap at {self.angle:g} degrees"
            yield Fault("width", wrong, f"make the legs at most {most:.1f} mm wide, or make them longer", code="K015")

    def draw_cut_outs(self, game: Game, id_: str) -> tuple[CutOut, ...]:
        """Draw the gauge, the only piece of this template.

        It has two legs at an angle, an arrow from one to the other, and its name along one leg.
        """
        return (_draw_gauge(id_, self),)


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
    style = Style(NAME, min(10, 0.4 * gauge.width / MM_PER_POINT), INK, FILM)
    room = leg - reach - head - 2 * SPARE
    text = set_line(words, style, LinePlace(-room / 2, 0, room), _name_field(id_))
    lettering = Group(text.items, Matrix.place(*ray(middle, leg - SPARE, angle), turn=angle - 90))
    outline = polygon(corners, fill=FILM)
    drawn = Drawing((arrow, *tips, lettering), (), text.faults)
    return make_cut_out(id_, size, outline, drawn, folds=False)


def _arrow_tip(tip: Point, turn: Degrees, size: Mm) -> Path:
    """Return an arrow head with its point at `tip`, turned clockwise by `turn`."""
    shape = polygon(((0, 0), (0.5 * size, size), (-0.5 * size, size)), fill=ATTACKER)
    return moved(shape, Matrix.place(*tip, turn=turn))
