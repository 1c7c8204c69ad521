"""Places explanations around a picture, each with a line to its own thing that crosses nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import fsum
from typing import Literal, TypeAlias

from pnp.scene import Point, Rect
from pnp.units import Mm, int_sum

Side: TypeAlias = Literal["left", "right", "top"]

REACH: Mm = 5.5
"""The distance of explanations from the picture."""
BESIDE: Mm = 0.5
"""The distance of the end of a line from its thing, so that its dot covers nothing."""
KNEE: Mm = 1.2
"""The distance from the picture at which a line turns towards its explanation."""
APART: Mm = 1.8
"""The least distance between two explanations."""
CLEAR: Mm = 0.7
"""The least distance of a line from other things on the picture, from other lines and from other explanations."""
STEP: Mm = 1.0
"""The distance between two possible positions of an explanation."""
OVER = 5
"""By how many steps an explanation beside the picture can be higher than the picture."""
ALONG = (0.5, 0.35, 0.65)
"""Where a line can end on an edge of its thing, as shares of the edge."""
TOP_COST, SLOPE_COST = 5.0, 1.2
"""What an explanation above the picture costs, and a mm of height between both ends of a line; a mm of line costs 1."""
TRIES = 1500
"""How many positions are tried at most in the search for the best arrangement."""


@dataclass(frozen=True)
class Callout:
    """An explanation: the rectangle of the thing that it explains, and the size of its text in mm."""

    target: Rect
    width: Mm
    height: Mm


@dataclass(frozen=True)
class PlacedCallout:
    """The place of an explanation: its side of the picture, the box of its text, and its line from thing to text."""

    side: Side
    box: Rect
    line: tuple[Point, ...]

    @cached_property
    def reach(self) -> Rect:
        """The rectangle around the explanation and its line, with the least distance from others."""
        x = [self.box.x, self.box.right, *(point[0] for point in self.line)]
        y = [self.box.y, self.box.bottom, *(point[1] for point in self.line)]
        return Rect(min(x), min(y), max(x) - min(x), max(y) - min(y)).grown(APART)

    def cost(self) -> float:
        """Return how much longer and steeper the line is than the best one possible."""
        start, end = self.line[0], self.line[1]
        across, down = abs(start[0] - end[0]), abs(start[1] - end[1])
        if self.side == "top":
            return down + SLOPE_COST * across + TOP_COST
        return across + SLOPE_COST * down


@lru_cache(maxsize=16)  # Letter and A4 have the same pictures
def place_callouts(callouts: tuple[Callout, ...], ink: tuple[Rect, ...], picture: Rect) -> tuple[PlacedCallout, ...]:
    """Return the places of the explanations around a picture, in their order.

    `ink` has the rectangles of all things on the picture. A line ends at the edge of its thing. It crosses no other
    thing, line or text; the sum of the costs of the lines is as small as possible. If an explanation has no such place,
    its line crosses as little as possible.
    """
    choices = [_choices(callout, ink, picture) for callout in callouts]
    return _Search(choices).best() or _place_greedily(choices)


class _Search:
    """Looks for the cheapest arrangement in which no two explanations collide."""

    def __init__(self, choices: Sequence[Sequence[PlacedCallout]]) -> None:
        self.choices = choices
        self.costs = [[place.cost() for place in places] for places in choices]
        self.found: tuple[float, dict[int, int]] = (math.inf, {})
        self.tries = 0
        self._known: dict[tuple[int, int, int, int], bool] = {}

    def best(self) -> tuple[PlacedCallout, ...]:
        """Return the cheapest arrangement that was found; empty if there is none."""
        self._explore(0.0, {}, {i: tuple(range(len(places))) for i, places in enumerate(self.choices)})
        return tuple(self.choices[i][c] for i, c in sorted(self.found[1].items()))

    def _explore(self, cost: float, placed: dict[int, int], left: dict[int, tuple[int, ...]]) -> None:
        """Place the explanation with the fewest choices left, and then the others; the choices are by cost."""
        if not left:
            self.found = (cost, placed)
            return
        i = min(left, key=lambda one: (len(left[one]), one))
        rest = fsum(self.costs[j][choices[0]] for j, choices in left.items() if j != i)
        for c in left[i]:
            now = cost + self.costs[i][c]
            if now + rest >= self.found[0] or self.tries >= TRIES:
                return
            self.tries += 1
            free = {
                j: tuple(d for d in choices if not self._collide(i, c, j, d)) for j, choices in left.items() if j != i
            }
            if all(free.values()):
                self._explore(now, placed | {i: c}, free)

    def _collide(self, i: int, c: int, j: int, d: int) -> bool:
        """Return whether choice c of explanation i and choice d of explanation j collide."""
        key = (i, c, j, d) if i < j else (j, d, i, c)
        if key not in self._known:
            self._known[key] = _collide(self.choices[i][c], self.choices[j][d])
        return self._known[key]


def _place_greedily(choices: Sequence[Sequence[PlacedCallout]]) -> tuple[PlacedCallout, ...]:
    """Return for each explanation its cheapest place with the fewest collisions with those before it."""
    placed: tuple[PlacedCallout, ...] = ()
    for places in choices:
        placed += (min(places, key=lambda place: (int_sum(_collide(place, other) for other in placed), place.cost())),)
    return placed


def _choices(callout: Callout, ink: Sequence[Rect], picture: Rect) -> list[PlacedCallout]:
    """Return the possible places of one explanation, cheapest first.

    Places whose line crosses another thing are left out, unless there are no others.
    """
    others = [rect.grown(CLEAR) for rect in ink if not _contains(rect, callout.target)]
    found: dict[Rect, tuple[int, float, PlacedCallout]] = {}
    for place in _all_places(callout, picture):
        crossed = int_sum(_cuts(place.line[0], place.line[1], rect) for rect in others)
        crossed += _cuts(place.line[0], place.line[1], callout.target.grown(-0.05))
        rank = (crossed, place.cost(), place)
        if place.box not in found or rank[:2] < found[place.box][:2]:
            found[place.box] = rank
    fewest = min(crossed for crossed, _, _ in found.values())
    return [p for _, _, p in sorted((r for r in found.values() if r[0] == fewest), key=lambda rank: rank[:2])]


def _all_places(callout: Callout, picture: Rect) -> Iterator[PlacedCallout]:
    """Yield all places of one explanation beside and above the picture, for all ends of its line."""
    width, height, target = callout.width, callout.height, _common(callout.target.grown(BESIDE), picture)
    ends = [
        *((target.x, target.y + share * target.height) for share in ALONG),
        *((target.right, target.y + share * target.height) for share in ALONG),
        *((target.x + share * target.width, target.y) for share in ALONG),
        *((target.x + share * target.width, target.bottom) for share in ALONG),
    ]
    rows = round((picture.height - height) / STEP)
    for x, y in ends:
        tops = {picture.y + row * STEP for row in range(-OVER, rows + 1)}
        level = y - height / 2
        if picture.y - OVER * STEP <= level <= picture.bottom - height:
            tops.add(level)
        for top in sorted(tops):
            middle = top + height / 2
            left, right = picture.x, picture.right
            yield PlacedCallout(
                "left",
                Rect(left - REACH - width, top, width, height),
                ((x, y), (left - KNEE, middle), (left - REACH + 1, middle)),
            )
            yield PlacedCallout(
                "right",
                Rect(right + REACH, top, width, height),
                ((x, y), (right + KNEE, middle), (right + REACH - 1, middle)),
            )
        columns = round((picture.width - min(width, picture.width)) / STEP)
        for centre in {x, *(picture.x + width / 2 + column * STEP for column in range(columns + 1))}:
            yield PlacedCallout(
                "top",
                Rect(centre - width / 2, picture.y - REACH + 2 - height, width, height),
                ((x, y), (centre, picture.y - KNEE), (centre, picture.y - REACH + 3)),
            )


def _contains(rect: Rect, other: Rect) -> bool:
    """Return whether a rectangle contains another one, or is equal to it."""
    return rect.holds(other.x, other.y) and rect.holds(other.right, other.bottom)


def _common(one: Rect, other: Rect) -> Rect:
    """Return the part of a rectangle that is in another one, which it must touch."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Rect(x, y, min(one.right, other.right) - x, min(one.bottom, other.bottom) - y)


def _collide(one: PlacedCallout, other: PlacedCallout) -> bool:
    """Return whether two explanations overlap, or a line crosses the other's line or text."""
    if not one.reach.touches(other.reach):
        return False
    if one.box.grown(APART / 2).touches(other.box.grown(APART / 2)):
        return True
    if any(_near(a, b) for a in pairwise(one.line) for b in pairwise(other.line)):
        return True
    return any(
        _cuts(*part, box.grown(CLEAR))
        for line, box in ((one.line, other.box), (other.line, one.box))
        for part in pairwise(line)
    )


def _near(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Return whether two segments cross or come nearer to each other than the least distance."""
    (a, b), (c, d) = one, other
    if _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0:
        return True
    return min(_distance(a, c, d), _distance(b, c, d), _distance(c, a, b), _distance(d, a, b)) < CLEAR


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return a positive number if c lies to one side of the line from a to b, and a negative one on the other side."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _distance(point: Point, start: Point, end: Point) -> Mm:
    """Return the distance of a point from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)


def _cuts(start: Point, end: Point, rect: Rect) -> bool:
    """Return whether a segment enters a rectangle.  Source: Liang and Barsky, line clipping."""
    first, last = 0.0, 1.0
    for p, q in (
        (start[0] - end[0], start[0] - rect.x),
        (end[0] - start[0], rect.right - start[0]),
        (start[1] - end[1], start[1] - rect.y),
        (end[1] - start[1], rect.bottom - start[1]),
    ):
        if p == 0:
            if q <= 0:
                return False
        elif p < 0:
            first = max(first, q / p)
        else:
            last = min(last, q / p)
    return first < last
