"""The border of a map: two frames, and between them edge names, entry arrows and road destinations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from pnp.art.map.map_frame import SIDES, SMALLEST_PT, FrameLine, MapFrame, MapSide
from pnp.art.map.map_palette import MapPalette
from pnp.art.map.styled_frame import draw_styled_frame
from pnp.deferred import deferred
from pnp.fitting import fit_line
from pnp.hexgrid import Hex
from pnp.model.gamemap import Exit, MapEdge
from pnp.model.looks.line_looks import RailLook
from pnp.scene import Item, Path, Point, Stroke, Text, polygon
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import Mm, points

if TYPE_CHECKING:
    from pnp.art.map.lines.routes import DrawnRoute

with deferred():
    import shapely

BORDER: Mm = points(9.4)
"""Width of the band between the frames."""
NARROW: Mm = points(3)
"""Width of the band of a map without names in it."""
THIN_RULE: Mm = 0.25
THICK_RULE: Mm = 0.7
"""The widths of the neat line and of the line around the border."""
TEXT_PT, LARGEST_PT = 6.7, 8.4
"""The size of the text in the border, and its greatest size in a filled one."""
TRACKING = points(0.9)
GAP = points(5)


@dataclass(frozen=True)
class _Span:
    """A part of one side of the map: its start and end, measured from the left or the top."""

    start: Mm
    end: Mm

    def meets(self, other: _Span) -> bool:
        """Return whether this part of a border side is less than `GAP` from another part."""
        return self.start < other.end + GAP and other.start < self.end + GAP


STYLED: dict[str, Mm] = {"engraved": points(3.7), "survey": points(7.6)}
"""The widths of the frames of themes."""


def border_width(frame: MapFrame) -> Mm:
    """Return the width of the band between the frames of a map."""
    if _styled(frame):
        return STYLED[frame.map.theme.frame]
    return frame.map.collar or (BORDER if frame.map.edges or frame.map.exits else NARROW)


def _styled(frame: MapFrame) -> bool:
    """Return whether the frame of a map is that of its theme; other maps than rectangles have the plain frame."""
    style, square, flat = frame.map.theme.frame, len(frame.outline) == 4, frame.grid.orientation == "flat"
    return style in STYLED and square and not frame.map.collar and (style == "engraved" or flat)


def _text_band(frame: MapFrame) -> tuple[Mm, Mm]:
    """Return the distance of the band with names and arrows from the map, and its width.

    It is between the two frames of a plain map, but outside of the frame of a theme, which has letters of its own.
    """
    return (border_width(frame), BORDER) if _styled(frame) else (0, frame.map.collar or BORDER)


def text_pt(frame: MapFrame) -> float:
    """Return the size in points of the text in the border, which is smaller in a narrow one."""
    largest, share = (LARGEST_PT, 0.92) if frame.map.collar else (TEXT_PT, 0.82)
    return max(SMALLEST_PT, min(largest, round(share * _text_band(frame)[1] / points(1), 2)))


def outer_frame(frame: MapFrame) -> tuple[Point, ...]:
    """Return the corners of the outer frame of the map's border, clockwise."""
    width = border_width(frame)
    moved = [(line, width * (-1 if line.side in ("north", "west") else 1)) for line in frame.frame_lines]
    return tuple(
        (one.across + by_one, other.across + by_other)
        if one.side in ("west", "east")
        else (other.across + by_other, one.across + by_one)
        for (one, by_one), (other, by_other) in zip((moved[-1], *moved[:-1]), moved, strict=True)
    )


def draw_border(frame: MapFrame, routes: Sequence[DrawnRoute]) -> list[Item]:
    """Draw the two frames of the map's border, and the texts and arrows between them."""
    palette = frame.palette
    items: list[Item] = [_draw_collar(frame)] if frame.map.collar else []
    if _styled(frame):
        items += draw_styled_frame(frame, border_width(frame))
    else:
        items += [
            polygon(frame.outline, stroke=Stroke(palette.brown, THIN_RULE)),
            polygon(outer_frame(frame), stroke=Stroke(palette.brown, THICK_RULE)),
        ]
    for side in SIDES:
        taken: dict[FrameLine, list[_Span]] = {line: [] for line in frame.frame_lines if line.side == side}
        for exit_ in frame.map.exits:
            if exit_.edge == side:
                items += _draw_exit(frame, side, exit_, routes, taken)
        edges = [(id_, edge, frame.board.edges.get(id_, ())) for id_, edge in frame.map.edges.items()]
        edges = [(id_, edge, cells) for id_, edge, cells in edges if cells and edge_side(frame, id_, cells) == side]
        items += [_draw_entry(frame, side, cell, taken) for _, edge, cells in edges if edge.entry for cell in cells]
        for _, edge, cells in edges:
            items += _draw_edge(frame, side, edge, cells, taken)
    return items


def _draw_collar(frame: MapFrame) -> Item:
    """Draw the filled band between the two frames."""
    inner, outer = frame.outline, outer_frame(frame)
    xy = tuple(value for point in (*outer, *inner) for value in point)
    ops = "".join("M" + "L" * (len(ring) - 1) + "Z" for ring in (outer, inner))
    return Path(ops, xy, fill=frame.palette.panel, even_odd=True)


def edge_side(frame: MapFrame, id_: str, cells: tuple[Hex, ...]) -> MapSide:
    """Return the side of the map, such as `north`, on which a named map edge lies.

    It is the side of its name, or the side of most of its hexes, or the side that is nearest to them.
    """
    named: list[MapSide] = [side for side in SIDES if side == id_]
    gaps = [frame.gaps(frame.grid.centre(cell)) for cell in cells]

    def closeness(side: MapSide) -> tuple[int, Mm]:
        """Return a sort key: the number of the hexes on this side, then minus their total distance from it."""
        return len(set(cells).intersection(frame.grid.edge(side))), -fsum(gap[side] for gap in gaps)

    return max(named or SIDES, key=closeness)


# ---------------------------------------------------------------- positions along a side


def _coordinate_along(side: MapSide, point: Point) -> Mm:
    """Return the coordinate of a point along a side of the map: x in the north and south, otherwise y."""
    return point[0] if side in ("north", "south") else point[1]


def _line_near(frame: MapFrame, side: MapSide, position: Mm) -> FrameLine:
    """Return the part of the neat line on one side that is nearest to a position along that side."""
    lines = [line for line in frame.frame_lines if line.side == side]
    return min(lines, key=lambda line: max(line.start - position, position - line.end, 0))


def _middle_of_band(frame: MapFrame, line: FrameLine) -> Mm:
    """Return the coordinate of the centre line of the border along a part of the neat line."""
    distance, width = _text_band(frame)
    return line.across + (distance + width / 2) * (-1 if line.side in ("north", "west") else 1)


def _text_along(side: MapSide, start: Mm, across: Mm, styled_text: tuple[str, str, float, str, Mm]) -> Text:
    """Return a text of the border that begins at `start` on one side of the map.

    It reads upwards in the west and downwards in the east. `styled_text` is the text, its font, size, colour and
    tracking.
    """
    text, font, size, fill, tracking = styled_text
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


def _exit_position(frame: MapFrame, side: MapSide, exit_: Exit, routes: Sequence[DrawnRoute]) -> Mm:
    """Return where the road of an exit (or else its railroad) crosses a side of the map, as x or y."""
    cell = frame.grid.hex(exit_.hex)
    to_exit = [route for route in routes if cell in (route.line.hexes[0], route.line.hexes[-1])]
    for route in sorted(to_exit, key=lambda route: isinstance(route.look, RailLook)):
        line = _line_near(frame, side, _coordinate_along(side, frame.grid.centre(cell)))
        ends = [(line.start, line.across), (line.end, line.across)]
        crossed = shapely.LineString(ends if side in ("north", "south") else [(y, x) for x, y in ends])
        crossing = shapely.LineString(route.points).intersection(crossed)
        if not crossing.is_empty:
            return _coordinate_along(side, (crossing.centroid.x, crossing.centroid.y))
    return _coordinate_along(side, frame.grid.centre(cell))


def _draw_exit(
    frame: MapFrame,
    side: MapSide,
    exit_: Exit,
    routes: Sequence[DrawnRoute],
    taken_spans: Mapping[FrameLine, list[_Span]],
) -> list[Item]:
    """Draw an exit in the border: an arrow, and its destination in words.

    A red arrow points into the map where units enter; otherwise a small brown arrow points outwards.
    """
    palette = frame.palette
    at = _exit_position(frame, side, exit_, routes)
    whole = _line_near(frame, side, at)
    across, taken = _middle_of_band(frame, whole), taken_spans[whole]
    half = points(3.4 if exit_.entry else 2.5)
    items: list[Item] = [_draw_exit_arrow(side, at, across, inwards=exit_.entry, palette=palette)]
    taken.append(_Span(at - half, at + half))
    if exit_.says:
        font = "condensed-italic"
        width = text_width(exit_.says, font, text_pt(frame))
        before, after = at - half - points(3) - width, at + half + points(3)
        spans = [_Span(start, start + width) for start in (before, after)]
        free = [
            s for s in spans if s.start > whole.start and s.end < whole.end and not any(s.meets(t) for t in taken[:-1])
        ]
        span = (free or spans)[0]
        taken.append(span)
        items.append(_text_along(side, span.start, across, (exit_.says, font, text_pt(frame), palette.brown, 0)))
    return items


def _draw_entry(frame: MapFrame, side: MapSide, cell: Hex, taken_spans: Mapping[FrameLine, list[_Span]]) -> Item:
    """Draw a red arrow in the border that points into a hex where units enter."""
    at = _coordinate_along(side, frame.grid.centre(cell))
    whole = _line_near(frame, side, at)
    taken_spans[whole].append(_Span(at - points(3.4), at + points(3.4)))
    return _draw_exit_arrow(side, at, _middle_of_band(frame, whole), inwards=True, palette=frame.palette)


def _draw_exit_arrow(side: MapSide, middle: Mm, across: Mm, *, inwards: bool, palette: MapPalette) -> Item:
    """Draw a small triangle in the border that points into the map, or out of it."""
    half, tall = (points(3.4), points(2.6)) if inwards else (points(2.5), points(1.9))
    into = {"north": 1, "south": -1, "west": 1, "east": -1}[side] * (1 if inwards else -1)
    shape = [
        (middle - half, across - into * tall),
        (middle + half, across - into * tall),
        (middle, across + into * tall),
    ]
    if side in ("west", "east"):
        shape = [(y, x) for x, y in shape]
    return polygon(shape, fill=palette.accent if inwards else palette.brown)


# ---------------------------------------------------------------- edges


def _draw_edge(
    frame: MapFrame,
    side: MapSide,
    edge: MapEdge,
    cells: tuple[Hex, ...],
    taken_spans: Mapping[FrameLine, list[_Span]],
) -> list[Item]:
    """Draw the name and the text of a map edge in the border, as near as possible to its hexes."""
    palette = frame.palette
    if not edge.name:
        return []
    wanted = fsum(_coordinate_along(side, frame.grid.centre(cell)) for cell in cells) / len(cells)
    whole = _line_near(frame, side, wanted)
    across, taken = _middle_of_band(frame, whole), taken_spans[whole]
    head = (
        dress(edge.name).upper(),
        "condensed-bold",
        text_pt(frame),
        palette.accent if edge.says else palette.rule,
        TRACKING,
    )
    head_width = text_width(head[0], head[1], text_pt(frame), TRACKING)
    free = _free_spans(whole, taken)
    room = max(span.end - span.start for span in free) - head_width - GAP
    size = fit_line(edge.says, "condensed", text_pt(frame), room)[0] if edge.says else text_pt(frame)
    says_width = text_width(edge.says, "condensed", size) + GAP if edge.says else 0.0
    width = head_width + says_width
    fits = [span for span in free if span.end - span.start >= width - 1e-6] or [
        max(free, key=lambda s: s.end - s.start)
    ]
    starts = [min(max(wanted - width / 2, span.start), max(span.end - width, span.start)) for span in fits]
    start = min(starts, key=lambda s: abs(s + width / 2 - wanted))
    if edge.says and size < text_pt(frame) and (apart := _place_apart(frame, side, edge, free, head_width)) is not None:
        head_start, says_start, says_pt = apart
        taken += [_Span(head_start, head_start + head_width), _Span(says_start, max(s.end for s in free))]
        note = (edge.says, "condensed", says_pt, palette.ink, 0.0)
        return [_text_along(side, head_start, across, head), _text_along(side, says_start, across, note)]
    taken.append(_Span(start, start + width))
    if not edge.says:
        return [_text_along(side, start, across, head)]
    says = (edge.says, "condensed", size, palette.ink, 0.0)
    if side == "west":  # reads upwards, so the heading comes last
        return [_text_along(side, start + says_width, across, head), _text_along(side, start, across, says)]
    return [_text_along(side, start, across, head), _text_along(side, start + head_width + GAP, across, says)]


def _place_apart(
    frame: MapFrame, side: MapSide, edge: MapEdge, free: list[_Span], head_width: Mm
) -> tuple[Mm, Mm, float] | None:
    """Return where the name of a map edge starts, where its text starts, and the size of the text in points.

    The text has the longest free part of the border for itself, and the name is in the part before it (on the west side
    after it). If the name does not fit there, return None.
    """
    whole = max(free, key=lambda span: span.end - span.start)
    at = free.index(whole) + (1 if side == "west" else -1)
    if not 0 <= at < len(free) or free[at].end - free[at].start < head_width:
        return None
    size, _ = fit_line(edge.says, "condensed", text_pt(frame), whole.end - whole.start)
    start = free[at].start if side == "west" else free[at].end - head_width
    return start, whole.start, size


def _free_spans(whole: FrameLine, taken: list[_Span]) -> list[_Span]:
    """Return the parts of one side of the border that no text or arrow takes up."""
    edges = [
        whole.start,
        *(v for span in sorted(taken, key=lambda s: s.start) for v in (span.start, span.end)),
        whole.end,
    ]
    spans = [_Span(a + GAP, b - GAP) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return [span for span in spans if span.end > span.start] or [_Span(whole.start, whole.end)]
