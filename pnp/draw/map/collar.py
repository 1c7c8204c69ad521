"""The collar of a map: two frames, and between them who enters where and which roads lead on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.draw.map.frame import MapFrame
from pnp.draw.map.palette import MapPalette
from pnp.draw.typography import dress
from pnp.fitting import fit_line
from pnp.hexgrid import Hex
from pnp.model.gamemap import Exit, MapEdge
from pnp.scene import Item, Point, Rect, Stroke, Text, polygon, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

if TYPE_CHECKING:
    from pnp.draw.map.route import Route

COLLAR: Mm = points(9.4)
"""Width of the band between the frames."""
NARROW: Mm = points(3)
"""The same where nothing is written in it."""
TEXT_PT = 6.2
Side: TypeAlias = Literal["north", "south", "west", "east"]
SIDES: tuple[Side, ...] = ("north", "south", "west", "east")
TRACKING = points(0.9)
GAP = points(5)


@dataclass(frozen=True)
class _Span:
    """A stretch of one side, from and to, measured along it from the left or the top."""

    start: Mm
    end: Mm

    def meets(self, other: _Span) -> bool:
        return self.start < other.end + GAP and other.start < self.end + GAP


def collar_rect(frame: MapFrame) -> Rect:
    """The outer frame."""
    return frame.box.grown(COLLAR if frame.map.edges or frame.map.exits else NARROW)


def draw_collar(frame: MapFrame, routes: Sequence[Route]) -> list[Item]:
    """The frames and all that is written between them."""
    palette = frame.palette
    items: list[Item] = [
        rectangle(frame.box, stroke=Stroke(palette.brown, points(0.55))),
        rectangle(collar_rect(frame), stroke=Stroke(palette.brown, points(1.3))),
    ]
    for side in SIDES:
        taken: list[_Span] = []
        for exit_ in frame.map.exits:
            if exit_.edge == side:
                items += _exit(frame, side, exit_, routes, taken)
        for id_, edge in frame.map.edges.items():
            cells = frame.board.edges.get(id_, ())
            if cells and edge_side(frame, id_, cells) == side:
                items += _edge(frame, side, edge, cells, taken)
    return items


def edge_side(frame: MapFrame, id_: str, cells: tuple[Hex, ...]) -> Side:
    """Which side of the map an edge is: the one it is called by, or the one that most of its hexes lie at."""
    named: list[Side] = [side for side in SIDES if side == id_]
    return max(named or SIDES, key=lambda side: len(set(cells).intersection(frame.grid.edge(side))))


# ---------------------------------------------------------------- places along a side


def _along(side: Side, point: Point) -> Mm:
    return point[0] if side in ("north", "south") else point[1]


def _band(frame: MapFrame, side: Side) -> tuple[_Span, Mm]:
    """The whole stretch of a side, and where the middle of its band lies across."""
    box = frame.box
    match side:
        case "north":
            return _Span(box.x, box.right), box.y - COLLAR / 2
        case "south":
            return _Span(box.x, box.right), box.bottom + COLLAR / 2
        case "west":
            return _Span(box.y, box.bottom), box.x - COLLAR / 2
        case "east":
            return _Span(box.y, box.bottom), box.right + COLLAR / 2


def _run(side: Side, start: Mm, across: Mm, run: tuple[str, str, float, str, Mm]) -> Text:
    """A run of text that begins `start` along a side; on the west side it reads upwards, on the east side
    downwards.
    """
    text, font, size, fill, tracking = run
    middle = cap_height(font, size) / 2
    match side:
        case "north" | "south":
            return Text(round(start, 3), round(across + middle, 3), text, font, size, fill, tracking=tracking)
        case "west":
            end = start + text_width(text, font, size, tracking)
            return Text(round(across + middle, 3), round(end, 3), text, font, size, fill, turn=-90, tracking=tracking)
        case "east":
            return Text(round(across - middle, 3), round(start, 3), text, font, size, fill, turn=90, tracking=tracking)


# ---------------------------------------------------------------- exits


def _leaving(frame: MapFrame, side: Side, exit_: Exit, routes: Sequence[Route]) -> Mm:
    """Where along a side the road of an exit (or else the railroad) crosses the neat line."""
    cell = frame.grid.hex(exit_.hex)
    box = frame.box
    ends: dict[Side, tuple[Point, Point]] = {
        "north": ((box.x, box.y), (box.right, box.y)),
        "south": ((box.x, box.bottom), (box.right, box.bottom)),
        "west": ((box.x, box.y), (box.x, box.bottom)),
        "east": ((box.right, box.y), (box.right, box.bottom)),
    }
    for route in sorted(routes, key=lambda r: r.look == "railroad"):
        if cell in (route.line.hexes[0], route.line.hexes[-1]):
            from shapely.geometry import LineString  # noqa: PLC0415 - only natural maps have routes, and shapely at hand

            crossing = LineString(route.points).intersection(LineString(ends[side]))
            if not crossing.is_empty:
                return _along(side, (crossing.centroid.x, crossing.centroid.y))
    return _along(side, frame.grid.centre(cell))


def _exit(frame: MapFrame, side: Side, exit_: Exit, routes: Sequence[Route], taken: list[_Span]) -> list[Item]:
    """A red arrow into the map where units enter, a small brown one outwards where only the road goes on;
    and whither.
    """
    palette = frame.palette
    whole, across = _band(frame, side)
    at = _leaving(frame, side, exit_, routes)
    half = points(3.4 if exit_.entry else 2.5)
    items: list[Item] = [_arrow(side, at, across, inwards=exit_.entry, palette=palette)]
    taken.append(_Span(at - half, at + half))
    if exit_.says:
        font = "condensed-italic"
        width = text_width(exit_.says, font, TEXT_PT)
        before, after = at - half - points(3) - width, at + half + points(3)
        spans = [_Span(start, start + width) for start in (before, after)]
        free = [
            s for s in spans if s.start > whole.start and s.end < whole.end and not any(s.meets(t) for t in taken[:-1])
        ]
        span = (free or spans)[0]
        taken.append(span)
        items.append(_run(side, span.start, across, (exit_.says, font, TEXT_PT, palette.brown, 0)))
    return items


def _arrow(side: Side, at: Mm, across: Mm, *, inwards: bool, palette: MapPalette) -> Item:
    """A triangle that points into the map or out of it."""
    half, tall = (points(3.4), points(2.6)) if inwards else (points(2.5), points(1.9))
    into = {"north": 1, "south": -1, "west": 1, "east": -1}[side] * (1 if inwards else -1)
    shape = [(at - half, across - into * tall), (at + half, across - into * tall), (at, across + into * tall)]
    if side in ("west", "east"):
        shape = [(y, x) for x, y in shape]
    return polygon(shape, fill=palette.accent if inwards else palette.brown)


# ---------------------------------------------------------------- edges


def _edge(frame: MapFrame, side: Side, edge: MapEdge, cells: tuple[Hex, ...], taken: list[_Span]) -> list[Item]:
    """Heading and text of an edge in its widest free stretch, as near as can be to the middle of its hexes."""
    palette = frame.palette
    whole, across = _band(frame, side)
    head = (
        dress(edge.name).upper(),
        "condensed-bold",
        TEXT_PT,
        palette.accent if edge.says else palette.rule,
        TRACKING,
    )
    head_width = text_width(head[0], head[1], TEXT_PT, TRACKING)
    free = _free(whole, taken)
    room = max(span.end - span.start for span in free) - head_width - GAP
    size = fit_line(edge.says, "condensed", TEXT_PT, room)[0] if edge.says else TEXT_PT
    says_width = text_width(edge.says, "condensed", size) + GAP if edge.says else 0.0
    width = head_width + says_width
    wanted = sum(_along(side, frame.grid.centre(cell)) for cell in cells) / len(cells)
    fits = [span for span in free if span.end - span.start >= width - 1e-6] or [
        max(free, key=lambda s: s.end - s.start)
    ]
    starts = [min(max(wanted - width / 2, span.start), max(span.end - width, span.start)) for span in fits]
    start = min(starts, key=lambda s: abs(s + width / 2 - wanted))
    taken.append(_Span(start, start + width))
    if not edge.says:
        return [_run(side, start, across, head)]
    says = (edge.says, "condensed", size, palette.ink, 0.0)
    if side == "west":  # reads upwards, so the heading comes last
        return [_run(side, start + says_width, across, head), _run(side, start, across, says)]
    return [_run(side, start, across, head), _run(side, start + head_width + GAP, across, says)]


def _free(whole: _Span, taken: list[_Span]) -> list[_Span]:
    """What is left of a side between the spans that are taken."""
    edges = [
        whole.start,
        *(v for span in sorted(taken, key=lambda s: s.start) for v in (span.start, span.end)),
        whole.end,
    ]
    spans = [_Span(a + GAP, b - GAP) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return [span for span in spans if span.end > span.start] or [whole]
