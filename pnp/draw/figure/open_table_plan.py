"""Diagrams of play on a tabletop without hexes: the pieces, a gun's arc of fire, and a shell's burst."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.art.icons.layered_icons import Paint, draw_picture
from pnp.art.pale_colours import pale_scene
from pnp.art.table_ground import FALL, GROUND, SHADOW, draw_ground, draw_terrain
from pnp.draw.cutout import arc, ray
from pnp.draw.figure.arrow import block_arrow
from pnp.extent import items_extent
from pnp.model.symbols import IconLibrary
from pnp.palette import ATTACKER, BROWN, HEAD, INK, PANEL, RULE, WHITE, mix
from pnp.rules.examples.example_plan import Arc, Burst, OpenPlan, TablePoint
from pnp.scene import Colour, Group, Item, Matrix, Path, Point, Rect, Scene, Stroke, Text, Use, circle, line, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm

FIGURE: Mm = 6.6
"""The height of the picture of a piece."""
GUN: Mm = 4.2
"""The length of the picture of the gun, which is less than the margin."""
AIR: Mm = 4.5
"""The margin inside the edge of the plan."""
FOOT: Mm = 4.2
"""The height of the line about the scale."""
RAISED: Mm = 1.9
"""How far the foot of a figure is above the middle of its disc, so that it does not touch the number."""
LEAST_RADIUS: Mm = 1.9
"""The least radius of a piece without a size, and of one with its number inside."""
BELOW: Mm = 1.8
"""How far the middle of the number of a small piece is below its edge."""
LARGE_RADIUS: Mm = 4
"""The radius from which a piece shows its number below its middle, so that an arrow from the middle leaves it free."""
NUMBER, NUMBER_PT, WORDS, WORDS_PT = "condensed-bold", 8.5, "condensed-semibold", 7
FEW_SQUARES, LARGE_SQUARE = 14, 6
"""The greatest number of squares of one unit, and the units of a square if there would be more."""
BADGE: Mm = 1.9
"""The radius of the disc with the number of a piece from above."""
EDGE, GRID, THIN = Stroke(INK, 0.25), Stroke(mix(BROWN, RULE, 0.4), 0.15), Stroke(ATTACKER, 0.3)
MIDLINE = Stroke(BROWN, 0.2, dash=(2.4, 0.8, 0.5, 0.8))


def draw_open_plan(name: str, plan: OpenPlan, icons: IconLibrary, width: Mm, tallest: Mm) -> Scene:
    """Draw the plan of a table without hexes, north up, as large as `width` and `tallest` allow."""
    return _PlanDrawing(plan, icons, width, tallest).scene(name)


class _PlanDrawing:
    """Draws one plan at its scale."""

    def __init__(self, plan: OpenPlan, icons: IconLibrary, width: Mm, tallest: Mm) -> None:
        self.plan, self.icons, self.width = plan, icons, width
        west, east, south, north = _table_limits(plan)
        self.head = FIGURE + 2 * RAISED if plan.figure and not plan.above else AIR
        self.scale = min((width - 2 * AIR) / (east - west), (tallest - AIR - self.head - FOOT) / (north - south))
        self.height = (north - south) * self.scale + AIR + self.head + FOOT
        self.left = width / 2 - (west + east) / 2 * self.scale
        self.top = self.head + north * self.scale

    def paper_point(self, table_point: TablePoint) -> Point:
        """Convert a point on the table into a point of the drawing."""
        return self.left + table_point[0] * self.scale, self.top - table_point[1] * self.scale

    @property
    def radius(self) -> Mm:
        """The radius of a piece in the drawing: to scale if the plan has a size."""
        return self.plan.across / 2 * self.scale if self.plan.across else LEAST_RADIUS

    def scene(self, name: str) -> Scene:
        """Draw the whole plan: grid, arc of fire, burst and pieces."""
        box = Rect(0, 0, self.width, self.height)
        items: list[Item] = [
            rectangle(box, fill=PANEL),
            *self._table(Rect(0, 0, self.width, self.height - FOOT)),
            *self._grid_squares(),
        ]
        if self.plan.arc:
            items += self._arc_of_fire(self.plan.arc)
        if self.plan.burst:
            items += self._burst_disc(self.plan.burst)
        pieces = [(self.paper_point(place), lit) for place, lit in zip(self.plan.points, self.plan.lit, strict=True)]
        for (x, y), lit in pieces:
            items.append(circle(x, y, self.radius, fill=ATTACKER if lit else WHITE, stroke=EDGE))
        if self.plan.burst:
            items += self._drift_arrow(self.plan.burst)
        for number, (middle, lit) in enumerate(pieces, 1):
            items += self._piece_number(number, middle, lit=lit)
        if self.plan.arc:
            items += self._gun_figure(self.plan.arc)
        items.append(rectangle(box, stroke=EDGE))
        return Scene(name, self.width, self.height, tuple(items))

    def _table(self, box: Rect) -> Iterator[Item]:
        """Yield the ground and the terrain of a table with figures."""
        if self.plan.figure:
            items = list(draw_ground(box, len(self.plan.points)))
            for terrain in self.plan.terrain:
                items += draw_terrain(terrain, self.paper_point, self.scale)
            yield Group(tuple(items), clip=rectangle(box))

    def _grid_squares(self) -> Iterator[Item]:
        """Yield a grid through the middle of the table, and the line of text about the scale."""
        square_size = 1 if max(self.width, self.height) / self.scale <= FEW_SQUARES else LARGE_SQUARE
        side = square_size * self.scale
        foot = self.height - FOOT
        for x in _grid_lines(self.left, side, self.width):
            yield line(x, 0, x, foot, GRID)
        for y in _grid_lines(self.top, side, foot):
            yield line(0, y, self.width, y, GRID)
        yield rectangle(Rect(0.13, foot, self.width - 0.26, FOOT - 0.13), fill=HEAD)
        words = f"north is up; a square is {square_size} {self.plan.unit}"
        words += "es" if square_size > 1 and words.endswith("inch") else "s" if square_size > 1 else ""
        base = foot + FOOT / 2 + cap_height(WORDS, WORDS_PT) / 2
        yield Text(self.width / 2, base, words, WORDS, WORDS_PT, INK, "middle")

    def _arc_of_fire(self, fire: Arc) -> Iterator[Item]:
        """Yield the arc of fire of a gun as a sector, with its middle line."""
        gun, reach = self.paper_point((0, 0)), fire.far * self.scale
        begins, ends = fire.facing - fire.angle / 2, fire.facing + fire.angle / 2
        letters, curve = arc(gun, reach, begins, ends)
        fill = mix("#E9C46A", PANEL, 0.4)
        yield Path(f"ML{letters}Z", (*gun, *ray(gun, reach, begins), *curve), fill, EDGE, opacity=0.8)
        yield line(*gun, *ray(gun, reach, fire.facing), MIDLINE)

    def _gun_figure(self, fire: Arc) -> Iterator[Item]:
        """Yield the gun: its picture from above with the muzzle in the middle, or else a pivot and a barrel."""
        gun = self.paper_point((0, 0))
        if self.plan.gun:
            picture = draw_picture(self.icons, self.plan.gun, Paint(GROUND, INK))
            ink = items_extent(picture.items) or picture.box
            place = Matrix.place(*gun, turn=fire.facing - 90, scale=GUN / ink.width)
            yield Use(picture, place.after(Matrix.place(-ink.right, -ink.centre[1])))
            return
        yield line(*gun, *ray(gun, 2.6 * LEAST_RADIUS, fire.facing), Stroke(INK, 0.9, cap="round"))
        yield circle(*gun, 0.7 * LEAST_RADIUS, fill=INK)

    def _burst_disc(self, burst: Burst) -> Iterator[Item]:
        """Yield the disc that a burst covers."""
        fill = mix(ATTACKER, WHITE, 0.3)
        yield circle(*self.paper_point(burst.place), burst.across / 2 * self.scale, fill=fill, stroke=THIN, opacity=0.6)

    def _drift_arrow(self, burst: Burst) -> Iterator[Item]:
        """Yield an arrow from the middle of the target to the burst, and a cross at the burst."""
        aim, (x, y) = self.paper_point((0, 0)), self.paper_point(burst.place)
        if math.dist(aim, (x, y)) > 2 * self.radius:
            yield from block_arrow(aim, (x, y), 0.9, ATTACKER)
            yield circle(*aim, 0.8, fill=ATTACKER)
        yield line(x - 1.6, y, x + 1.6, y, THIN)
        yield line(x, y - 1.6, x, y + 1.6, THIN)

    def _piece_number(self, number: int, middle: Point, *, lit: bool) -> Iterator[Item]:
        """Yield the picture and the number of a piece, which is in its disc, or below a small one."""
        x, y = middle
        small = self.radius < LEAST_RADIUS
        if self.plan.figure and self.plan.above:
            yield from self._from_above(self.plan.figure, middle)
            x, y = x + 0.72 * self.radius, y + 0.72 * self.radius
            yield Group((circle(x, y, BADGE, fill=ATTACKER if lit else WHITE, stroke=EDGE),))
            base = y + cap_height(NUMBER, NUMBER_PT) / 2
            yield Text(x, base, str(number), NUMBER, NUMBER_PT, WHITE if lit else INK, "middle")
            return
        if self.plan.figure:
            yield self._standing(self.plan.figure, (x, y - (self.radius if small else RAISED)), FIGURE, INK)
        if small:
            y += self.radius + BELOW
        elif self.radius > LARGE_RADIUS:
            y += self.radius / 2
        colour = (ATTACKER if lit else INK) if small else WHITE if lit else INK
        yield Text(x, y + cap_height(NUMBER, NUMBER_PT) / 2, str(number), NUMBER, NUMBER_PT, colour, "middle")

    def _from_above(self, picture: str, middle: Point) -> Iterator[Item]:
        """Yield a picture from above on its base, with its shadow."""
        scene = draw_picture(self.icons, picture, Paint(GROUND, INK))
        ink = items_extent(scene.items) or scene.box
        scale = 1.7 * max(self.radius, LEAST_RADIUS) / max(ink.width, ink.height)
        place = Matrix.place(*middle, scale=scale).after(Matrix.place(-ink.centre[0], -ink.centre[1]))
        yield Use(pale_scene(scene, mix(INK, SHADOW, 0.35), 0), Matrix.place(*FALL).after(place))
        yield Use(scene, place)

    def _standing(self, picture: str, foot: Point, height: Mm, colour: Colour) -> Item:
        """Return a picture of this height with the middle of its foot at a point."""
        scene = draw_picture(self.icons, picture, Paint(GROUND, colour))
        ink = items_extent(scene.items) or scene.box
        scale = height / ink.height
        return Use(scene, Matrix.place(foot[0] - ink.centre[0] * scale, foot[1] - ink.bottom * scale, scale=scale))


def _grid_lines(begin: Mm, step: Mm, end: Mm) -> Iterator[Mm]:
    """Yield the position of each grid line between 0 and `end`; one line is at `begin`."""
    first = begin % step
    yield from (first + n * step for n in range(int((end - first) / step) + 1) if 0 < first + n * step < end)


def _table_limits(plan: OpenPlan) -> tuple[float, float, float, float]:
    """Return the west, east, south and north limits of everything in the plan.

    Opposite limits are at least one unit of length apart.
    """
    half = plan.across / 2
    boxes = [(x - half, x + half, y - half, y + half) for x, y in ((0.0, 0.0), *plan.points)]
    if plan.burst:
        (x, y), half = plan.burst.place, plan.burst.across / 2
        boxes.append((x - half, x + half, y - half, y + half))
    if plan.arc:
        rays = [plan.arc.facing + plan.arc.angle * share for share in (-0.5, -0.25, 0, 0.25, 0.5)]
        ends = [ray((0, 0), plan.arc.far, one) for one in rays]
        boxes += [(x, x, -y, -y) for x, y in ends]
    west, east, south, north = (
        pick(axis) for pick, axis in zip((min, max, min, max), zip(*boxes, strict=True), strict=True)
    )
    return west, max(east, west + 1), south, max(north, south + 1)
