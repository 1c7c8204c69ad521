"""The figure of a worked example: part of the map with units, arrows, routes and step numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from pnp.board import Board
from pnp.draw.counter.faces import CounterFaces
from pnp.draw.counter.reduced_face import reduced_face
from pnp.draw.figure.arrow import arrow_ends, block_arrow, route_head, route_line, shortened
from pnp.draw.figure.callout import (
    DISC_HEIGHT,
    FACE,
    LINE,
    NEVER,
    SOFT,
    CoverCosts,
    centred_rect,
    disc_middles_around,
    disc_width,
    draw_disc,
    draw_label,
    label_size,
)
from pnp.draw.figure.figure_spec import (
    ArrowKind,
    Faced,
    FigurePath,
    FigurePathKind,
    FigureSpec,
    HexsideMarkers,
    Stack,
    StepNumber,
    Tone,
)
from pnp.draw.figure.figure_window import FLAT, around_hexes, figure_window
from pnp.draw.figure.stack import EDGE, draw_pale_counter, draw_stack, stack_rects
from pnp.draw.hexmap import MapPiece, draw_hexmap, map_piece
from pnp.draw.map.framed_map import frame_of
from pnp.extent import items_extent
from pnp.hexgrid import Hex, Hexside
from pnp.model.game import Game
from pnp.model.looks.place_looks import SymbolLook
from pnp.palette import ATTACKER, DEFENDER, INK, RED, WHITE
from pnp.scene import Colour, Group, Item, Matrix, Point, Rect, Scene, Stroke, Text, Use, rectangle, walk
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import Mm, int_sum, points

COUNTER = 32.5 / 58
"""The side of a counter, as a share of the width of a hex."""
MARKER = 0.6
"""The side of a marker among units, as a share of the side of a unit."""
UPRIGHT = 35 / 58
"""The height of a standing figure, as a share of the width of a hex."""
ASIDE, SHARED, RISE = 0.46, 0.43, 0.86
"""The distance of two stacks in one hex, and the height that both have together, as shares of the width of a hex.

Their pieces are at most as wide as their distance, so that they do not cover each other.
"""
SHIFT = 0.3
"""The greatest distance of a covered name from its place on the map, as a share of the width of a hex."""
AWAY, BESIDE = 0.13, points(14)
"""How far units are from a bridge beyond their place, as a share of the width of a hex; the distance of an arrow."""
STEPS = 12
"""The number of points at which a line is tested."""
DOWN = 2.6 / 58
"""The distance of counters below the middle of their hex, clear of its number."""
NAME_FONT, PLACE_FONT, NAME_PT, MOST_NAMES = "condensed-semibold", "condensed-bold", 6.0, 4
"""The type of the names beside units and of their place, and how many names a stack has at most."""
LEAST_PT, LEAST_NAMES = 6.0, 0.96
"""The smallest type of hex numbers, and the smallest scale of names on the map."""

MOVE, SUPPLY, ADVANCE = "#2E6B34", "#6A3B8C", "#B8560F"
TONES: Mapping[Tone, Colour] = {
    "plain": INK,
    "attack": ATTACKER,
    "retreat": DEFENDER,
    "advance": ADVANCE,
    "move": MOVE,
    "supply": SUPPLY,
}
ARROWS: Mapping[ArrowKind, tuple[Colour, Mm]] = {
    "attack": (RED, points(5)),
    "retreat": (DEFENDER, points(4.4)),
    "advance": (ADVANCE, points(4.4)),
    "scatter": (SUPPLY, points(3)),
}
SUPPORT: Mapping[ArrowKind, tuple[Colour, tuple[Mm, Mm]]] = {
    "fire": ("#BF7300", (points(6.4), points(2.8))),
    "defence": ("#1B5FA6", (points(1.9), points(1.9))),
}
"""Support has dashed lines, which differ from attacks and from each other in grey too: their colours and dashes."""
WAYS: Mapping[FigurePathKind, Colour] = {
    "move": MOVE,
    "march": MOVE,
    "retreat": DEFENDER,
    "advance": ADVANCE,
    "supply": SUPPLY,
}
WAY, DOT, HEAD, LANE = points(2.9), points(3.2), points(7.4), points(5.4)
"""Paths: their width, the width of the dots of a supply line, the length of the head, the distance of two paths."""
SHORTEST_ARROW: Mm = points(8)


def draw_figure(
    game: Game,
    board: Board,
    faces: Mapping[str, CounterFaces],
    spec: FigureSpec,
    width: Mm,
    tallest: Mm = 200,
    least: Mm = 0,
) -> Scene:
    """Draw the figure of a worked example, `width` mm wide, at most `tallest` and at least `least` mm high.

    It is narrower or lower if the map is. A figure with a least height shows more of the map than its hexes need.

    Hexes are as large as possible, up to `FLAT`. Units on whose counters the name would be too small to read have it on
    a plate beside them.
    """
    frame = draw_hexmap(game, board).frame
    needed = around_hexes(board, spec.touched)
    shown, scale = figure_window(frame.box, needed, board.grid.across_flats, width, tallest, least)
    names = {id_: counter.label for id_, counter in game.counters.items() if counter.kind == "unit"}
    figure = _Figure(map_piece(game, board, shown), board, faces, names, spec, scale)
    return Scene("figure", shown.width * scale, shown.height * scale, tuple(figure.items()))


def hex_sizes(game: Game, board: Board, spec: FigureSpec, sizes: Iterable[tuple[Mm, Mm]]) -> tuple[Mm, ...]:
    """Return the width of the hexes in figures with this content, across flats, for each greatest width and height."""
    box, needed, flat = frame_of(game, board).box, around_hexes(board, spec.touched), board.grid.across_flats
    return tuple(flat * figure_window(box, needed, flat, *size)[1] for size in sizes)


def _squares_along(start: Point, end: Point, size: Mm) -> Iterator[Rect]:
    """Yield squares that cover a line without gaps."""
    steps = max(1, math.ceil(math.dist(start, end) / size))
    for i in range(steps + 1):
        share = i / steps
        yield centred_rect((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share), size, size)


def _points_along(start: Point, end: Point) -> Iterator[Point]:
    """Yield `STEPS` + 1 points on a line at equal distances, both ends included."""
    for i in range(STEPS + 1):
        yield start[0] + (end[0] - start[0]) * i / STEPS, start[1] + (end[1] - start[1]) * i / STEPS


def _moved_aside(start: Point, end: Point, by: Mm) -> tuple[Point, Point]:
    """Return a line that is moved to its right by a distance."""
    length = math.dist(start, end) or 1.0
    x, y = (start[1] - end[1]) * by / length, (end[0] - start[0]) * by / length
    return (start[0] + x, start[1] + y), (end[0] + x, end[1] + y)


def _text_rect(words: Text) -> Rect:
    """Return the rectangle around a text that begins at its point, with some room."""
    width, height = text_width(words.text, words.font, words.size_pt), cap_height(words.font, words.size_pt)
    return Rect(words.x, words.y - height, width, height).grown(points(0.8))


def _touches(words: Text, rects: Iterable[Rect]) -> bool:
    """Return whether a text is on one of some rectangles."""
    own = _text_rect(words)
    return any(own.touches(rect) for rect in rects)


def _dashed_arrow(start: Point, end: Point, colour: Colour, dashes: tuple[Mm, Mm]) -> Iterator[Item]:
    """Yield a dashed line with a white edge and an arrow head."""
    line = shortened((start, end), HEAD * 0.7)
    yield route_line(line, 0, Stroke(WHITE, WAY + points(2), (), "butt"))
    yield route_line(line, 0, Stroke(colour, WAY, dashes, "butt"))
    yield from route_head(start, end, HEAD, colour)


def _middles_around(rect: Rect, width: Mm, height: Mm) -> tuple[Point, ...]:
    """Return middles for a plate of a size around the counters in a rectangle, the best first."""
    (x, y), down, across = rect.centre, (rect.height + height) / 2, (rect.width + width) / 2
    beside = ((x, y + down), (x, y - down), (x + across, y), (x - across, y))
    corners = tuple((x + i * across, y + j * down) for i in (-0.5, 0.5, -1, 1) for j in (1, -1))
    edges = tuple((x + i * across, y + j * down / 2) for i in (1, -1) for j in (1, -1))
    return (*beside, *corners, *edges)


class _Figure:
    """Draws one figure, in millimetres of the figure. `costs` tells where discs and labels cover least."""

    def __init__(
        self,
        piece: MapPiece,
        board: Board,
        faces: Mapping[str, CounterFaces],
        names: Mapping[str, str],
        spec: FigureSpec,
        scale: float,
    ) -> None:
        self.piece, self.board, self.spec, self.faces, self.names = piece, board, spec, faces, names
        self.flat = board.grid.across_flats * scale
        self.side = self.flat * COUNTER
        self.matrix = Matrix(scale, 0, 0, scale, -piece.shown.x * scale, -piece.shown.y * scale)
        self.box = Rect(0, 0, piece.shown.width * scale, piece.shown.height * scale)
        self.costs = CoverCosts(self.box.grown(-points(1.5)))
        self.named_hexes: set[Hex] = set()
        self.lines: list[Rect] = []

    def items(self) -> Iterator[Item]:
        """Yield everything that is drawn in the figure, the map first."""
        courses = [
            (way, self._path_points(way, lane)) for way, lane in zip(self.spec.ways, self._path_offsets(), strict=True)
        ]
        self.costs.take(map(_text_rect, self.numbers), NEVER)
        art: list[Item] = [Use(self.piece.scene, self.matrix)]
        ways = [item for way, course in courses for item in self._draw_path(way, course)]
        counters = [
            item for stack in sorted(self.places, key=lambda one: not one.pale) for item in self._stack_items(stack)
        ]
        on_hexsides = [item for markers in self.spec.on_hexsides for item in self._hexside_items(markers)]
        arrows = [item for arrow in self.spec.arrows for item in self._draw_arrow(arrow.kind, arrow.start, arrow.end)]
        labels = [item for way, course in courses for item in self._cost_labels(way, course)]
        free = [self._over_lines(number) for number in self.numbers if number.text not in self.hidden_numbers]
        discs = [item for disc in self.spec.discs for item in self._step_disc(disc)]
        names = list(self._map_names())
        plates = [item for stack, heading in self._plate_headings() for item in self._name_plate(stack, heading)]
        drawn = (*art, *names, *on_hexsides, *ways, *counters, *arrows, *free, *labels, *discs, *plates)
        yield Group(drawn, clip=rectangle(self.box))
        yield rectangle(self.box.grown(-points(0.4)), stroke=Stroke(EDGE, points(0.8)))

    # -- where things are

    def point(self, cell: Hex) -> Point:
        """Return the middle of a hex in the figure."""
        return self.matrix.apply(self.board.grid.centre(cell))

    @cached_property
    def places(self) -> dict[Stack, tuple[Rect, ...]]:
        """The rectangles of the counters of each stack. Stacks in one hex are side by side."""
        found: dict[Stack, tuple[Rect, ...]] = {}
        for stack in self.spec.stacks:
            others = [other for other in self.spec.stacks if other.hex == stack.hex]
            x, y = self.point(stack.hex)
            apart_x, apart_y = self._away_from_bridge(stack.hex)
            across, rise = self._arrangement(tuple(others))[others.index(stack)]
            width, height = self._piece_size(stack, shared=len(others) > 1)
            middle = (x + across + apart_x, y + DOWN * self.flat - rise + apart_y)
            found[stack] = stack_rects(middle, len(stack.counters) or 1, width, height)
        return found

    def _arrangement(self, stacks: tuple[Stack, ...]) -> tuple[Point, ...]:
        """Return how far to the right and how high each stack of a hex is.

        The one on whose left its units come from or go to is at the left, and the right one of two is higher, unless
        another order lets fewer arrows cross a stack.
        """
        usual = sorted(stacks, key=self._comes_from)
        orders = [usual] if len(stacks) != 2 else [usual, usual[::-1]]
        found = []
        for order in orders:
            for slope in (1, -1):
                offsets = {}
                for number, stack in enumerate(order):
                    place = number - (len(order) - 1) / 2
                    height = self._piece_size(stack, shared=len(order) > 1)[1]
                    rise = max(0.0, RISE * self.flat - height) * place * slope
                    offsets[stack] = (place * ASIDE * self.flat, rise)
                found.append(tuple(offsets[stack] for stack in stacks))
        return min(found, key=lambda offsets: self._crossed(stacks, offsets)) if len(stacks) == 2 else found[0]

    def _crossed(self, stacks: tuple[Stack, ...], offsets: tuple[Point, ...]) -> Mm:
        """Return over which length the arrows from and to a stack of a hex cross its other stack."""
        here, total = stacks[0].hex, 0.0
        x, y = self.point(here)
        for arrow in self.spec.arrows:
            if here not in (arrow.start, arrow.end):
                continue
            far = self.point(arrow.start if arrow.end == here else arrow.end)
            pale = arrow.end == here and arrow.kind in ("retreat", "advance")
            for stack, (across, rise) in zip(stacks, offsets, strict=True):
                if stack.pale != pale:
                    width, height = self._piece_size(stack, shared=True)
                    other = next(at for one, at in zip(stacks, offsets, strict=True) if one is not stack)
                    near = (x + other[0], y - other[1])
                    rect = centred_rect((x + across, y - rise), width, height)
                    total += int_sum(rect.holds(*at) for at in _points_along(near, far)) / STEPS * math.dist(near, far)
        return round(total, 1)

    def _away_from_bridge(self, cell: Hex) -> Point:
        """Return how far the units in a hex are moved, so that a bridge to a hex that they attack stays visible."""
        x, y = self.point(cell)
        for arrow in self.spec.arrows:
            if arrow.kind == "attack" and cell in (arrow.start, arrow.end) and self._has_bridge(arrow.start, arrow.end):
                far_x, far_y = self.point(arrow.end if cell == arrow.start else arrow.start)
                share = AWAY * self.flat / math.dist((x, y), (far_x, far_y))
                return (x - far_x) * share, (y - far_y) * share
        return 0.0, 0.0

    def _has_bridge(self, one: Hex, other: Hex) -> bool:
        """Return whether two hexes are neighbours with a bridge between them."""
        return other in self.board.grid.neighbours(one) and Hexside.between(one, other) in self.bridges

    @cached_property
    def bridges(self) -> frozenset[Hexside]:
        """The hexsides with bridges that the map lists."""
        listed = self.piece.art.frame.map.bridges.values()
        return frozenset(self.board.grid.parse_hexside(word) for words in listed for word in words)

    def _piece_size(self, stack: Stack, *, shared: bool) -> tuple[Mm, Mm]:
        """Return the width and height of the pieces of a stack: squares, or standing figures.

        Squares are smaller if the hex is `shared` with another stack.
        """
        face = self.faces[stack.counters[0].id].front if stack.counters else None
        if face is None or face.height <= face.width:
            side = min(self.side, SHARED * self.flat) if shared else self.side
            return side, side
        return UPRIGHT * self.flat * face.width / face.height, UPRIGHT * self.flat

    def _comes_from(self, stack: Stack) -> Mm:
        """Return how far to the right the units of a stack go, or come from if they end in its hex."""
        ways = [(arrow.start, arrow.end) for arrow in self.spec.arrows if arrow.kind in ("retreat", "advance")]
        ways += [(way.hexes[0], way.hexes[-1]) for way in self.spec.ways]
        here, there = (1, 0) if stack.pale else (0, 1)
        return next((self.point(way[there])[0] for way in ways if way[here] == stack.hex), self.point(stack.hex)[0])

    def spot(self, cell: Hex, *, pale: bool = False) -> Rect:
        """Return the rectangle of the top counter in a hex, or a square in the middle of an empty hex.

        `pale` prefers a pale stack to others.
        """
        here = sorted((stack for stack in self.places if stack.hex == cell), key=lambda one: one.pale != pale)
        return self.places[here[0]][0] if here else centred_rect(self.point(cell), self.side / 2, self.side / 2)

    @cached_property
    def numbers(self) -> tuple[Text, ...]:
        """The hex numbers at a readable size. Discs and labels must not cover them; they are drawn over arrows."""
        placed = []
        for number in self.piece.numbers:
            x, y = self.matrix.apply((number.x, number.y))
            size = max(number.size_pt * self.matrix.a, LEAST_PT)
            y += cap_height(number.font, size) - cap_height(number.font, number.size_pt) * self.matrix.a
            placed.append(replace(number, x=x, y=y, size_pt=size))
        return tuple(placed)

    @cached_property
    def hidden_numbers(self) -> frozenset[str]:
        """The numbers of hexes with units that units or arrows cover, or that the figure does not show."""
        over = [rect for rects in self.places.values() for rect in rects] + self.lines
        seen = {number.text for number in self.numbers if not _touches(number, over)}
        return frozenset(self.board.grid.number(stack.hex) for stack in self.places) - seen

    def _over_lines(self, number: Text) -> Text:
        """Return a hex number with a pale edge if it is on an arrow."""
        return (
            replace(number, halo=Stroke(WHITE, points(1.6), join="round")) if _touches(number, self.lines) else number
        )

    def _plate_headings(self) -> Iterator[tuple[Stack, str]]:
        """Yield each stack with the number and name of its hex as far as they are hidden, once for each hex."""
        headed: set[Hex] = set()
        for stack in self.places:
            number = self.board.grid.number(stack.hex)
            words = [number] if number in self.hidden_numbers else []
            site = self.board.sites.get(stack.hex)
            names = [] if site is None else [name for kind, name in site.names.items() if self._is_named_on_maps(kind)]
            names = [name for name in names if name not in self.names.values()]  # the piece would seem to be that unit
            if names and stack.hex not in self.named_hexes:
                words.append(max(names, key=len))
            yield stack, "" if stack.hex in headed else " ".join(words)
            headed.add(stack.hex)

    def _is_named_on_maps(self, kind: str) -> bool:
        """Return whether maps print the names of a kind of place in play, not only for the set-up."""
        look = self.piece.art.frame.looks.of(SymbolLook).get(self.piece.art.frame.kinds[kind].look)
        return look is None or not look.plate

    # -- ways

    def _path_offsets(self) -> Iterator[Mm]:
        """Yield the distance by which each route is drawn aside, so that routes do not overlap."""
        count = len(self.spec.ways)
        return ((i - (count - 1) / 2) * LANE for i in range(count))

    def _path_points(self, route: FigurePath, offset: Mm) -> tuple[Point, ...]:
        """Return the points of a route: the middles of its hexes, moved aside by `offset`.

        The route ends at the edge of a counter if there is one.
        """
        middles = [(x + offset, y + offset / 2 + DOWN * self.flat) for x, y in map(self.point, route.hexes)]
        if len(middles) > 1 and any(stack.hex == route.hexes[-1] for stack in self.places):
            goal = self.spot(route.hexes[-1], pale=True)
            middles[-1] = arrow_ends(centred_rect(middles[-2], 0.1, 0.1), goal, 0.0, points(1.5))[1]
        return tuple(middles)

    def _draw_path(self, route: FigurePath, course: tuple[Point, ...]) -> Iterator[Item]:
        """Yield the line of a route and the arrow head at its end."""
        colour, bend = WAYS[route.kind], 0.3 * self.flat
        line = shortened(course, HEAD * 0.6)
        supply = route.kind == "supply"
        width = DOT if supply else WAY
        dashes = (0.01, DOT * 1.9) if supply else (points(5.5), points(2.6)) if route.kind == "march" else ()
        yield route_line(line, bend, Stroke(WHITE, width + points(2), (), "round", "round"))
        yield route_line(line, bend, Stroke(colour, width, dashes, "round" if supply else "butt", "round"))
        if len(course) > 1:
            yield from route_head(course[-2], course[-1], HEAD, colour)
        for one, other in pairwise(course):
            self._take_line(one, other, WAY, LINE / 2)

    def _take_line(self, start: Point, end: Point, width: Mm, cost: float) -> None:
        """Record a drawn line, and the cost per square millimetre of covering it."""
        squares = tuple(_squares_along(start, end, width * 1.6))
        self.lines += squares
        self.costs.take(squares, cost)

    def _cost_labels(self, route: FigurePath, course: tuple[Point, ...]) -> Iterator[Item]:
        """Yield the cost label of each step of a route, where the route enters the next hex."""
        for (one, other), cost in zip(pairwise(course), route.costs, strict=False):
            if cost:
                at = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
                self.costs.take([centred_rect(at, *label_size(cost))], NEVER)
                yield from draw_label(cost, at, WAYS[route.kind])

    # -- counters and arrows

    def _face_scene(self, counter: Faced, width: Mm) -> Scene:
        """Return the drawing of the side of a counter that is face up, for its width in the figure."""
        both = self.faces[counter.id]
        return reduced_face(both.front if counter.facing == "front" else both.back, width)

    def _name_plate(self, stack: Stack, heading: str) -> Iterator[Item]:
        """Yield a plate beside a stack: the hidden number and name of its hex, and its units from top to bottom.

        Units are named if there are several, or if a name is too small to read on its counter. Pale stacks have no
        names.
        """
        named = [] if stack.pale else [one for one in stack.counters if one.id in self.names]
        rects = self.places[stack]
        if len(named) < 2 and not any(self._has_lost_its_name(one, rects[0].width) for one in named):
            named = []
        lines = [(dress(heading), PLACE_FONT)] if heading else []
        lines += [(dress(self.names[one.id]), NAME_FONT) for one in named][:MOST_NAMES]
        if not lines:
            return
        lead = points(NAME_PT * 1.12)
        width = max(text_width(words, font, NAME_PT) for words, font in lines) + points(3)
        height = lead * len(lines) + points(1.6)
        left, foot, right, head = rects[0].x, rects[0].bottom, rects[-1].right, rects[-1].y
        at = self.costs.best_middle(
            _middles_around(Rect(left, head, right - left, foot - head), width, height), width, height
        )
        plate = centred_rect(at, width, height)
        self.costs.take([plate], NEVER)
        yield rectangle(plate, fill=WHITE, stroke=Stroke(EDGE, points(0.4)), radius=points(1.2))
        for number, (words, font) in enumerate(lines):
            base = plate.y + points(0.8) + lead * (number + 0.5) + cap_height(font, NAME_PT) / 2
            yield Text(at[0], base, words, font, NAME_PT, INK, "middle")

    def _has_lost_its_name(self, counter: Faced, width: Mm) -> bool:
        """Return whether the name of a counter is missing in the figure because it would be too small.

        A standing figure has its name in other words, beside its number.
        """
        words = self.names[counter.id].split()
        items = self._face_scene(counter, width).items
        shown = {text.text.casefold() for text, _ in walk(items) if isinstance(text, Text)}
        upright = self.faces[counter.id].front
        sought = words if upright.height > upright.width else words[:1]
        return not any(word.casefold() in one for one in shown for word in sought) if words else False

    def _stack_items(self, stack: Stack) -> Iterator[Item]:
        """Yield the counters of a stack, with its markers partly under them at the right."""
        rects = self.places[stack]
        top, side = rects[0], self.side * MARKER
        lie = [
            Rect(top.right - 0.3 * side, top.bottom - side + points(3) - 0.75 * side * i, side, side)
            for i in range(len(stack.markers))
        ]
        self.costs.take(lie, FACE / 2)
        for marker, rect in reversed(tuple(zip(stack.markers, lie, strict=True))):
            yield from draw_stack([self._face_scene(marker, rect.width)], [rect])
        faces = [self._face_scene(one, top.width) for one in stack.counters]
        rects = rects[: len(faces)]
        self.costs.take(rects, LINE / 2)
        self.costs.take((rect.grown(-0.11 * top.width) for rect in rects[:1]), FACE / (2 if stack.pale else 1))
        yield from self._drawn_faces(faces, rects, pale=stack.pale)

    def _drawn_faces(self, faces: Sequence[Scene], rects: Sequence[Rect], *, pale: bool) -> Iterator[Item]:
        """Yield the faces of a stack of counters in their rectangles, in full or in pale colours."""
        if not pale:
            yield from draw_stack(faces, rects)
            return
        land = self.piece.art.frame.palette.land
        for face, rect in reversed(tuple(zip(faces, rects, strict=True))):
            yield draw_pale_counter(face, rect, land)

    def _hexside_items(self, there: HexsideMarkers) -> Iterator[Item]:
        """Yield the markers on a hexside, with the top one centred on it."""
        one, other = map(self.matrix.apply, self.board.grid.side_points(there.side))
        middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        rects = stack_rects(middle, len(there.markers), self.side * MARKER)
        self.costs.take(rects, FACE / 2)
        faces = [self._face_scene(marker, self.side * MARKER) for marker in there.markers]
        yield from self._drawn_faces(faces, rects, pale=there.pale)

    def _draw_arrow(self, kind: ArrowKind, start: Hex, end: Hex) -> Iterator[Item]:
        """Yield the block arrow of an attack, retreat, advance or scatter from one hex to another."""
        goal = self.spot(end, pale=kind in ("retreat", "advance"))
        first, last = arrow_ends(self.spot(start), goal, SHORTEST_ARROW * self.flat / FLAT, points(0.8))
        if self._has_bridge(start, end):
            first, last = _moved_aside(first, last, BESIDE * self.flat / FLAT)
        if kind in SUPPORT:
            colour, dashes = SUPPORT[kind]
            self._take_line(first, last, WAY, LINE)
            yield from _dashed_arrow(first, last, colour, dashes)
            return
        colour, width = ARROWS[kind]
        self._take_line(first, last, width, LINE)
        yield from block_arrow(first, last, width, colour)

    # -- discs and names

    def _step_disc(self, disc: StepNumber) -> tuple[Item, ...]:
        """Draw the number of a step beside its units or hexside, where it covers least."""
        width = disc_width(disc.text)
        if disc.beyond is not None:
            middles = tuple(self._places_along_side(disc.hex, disc.beyond))
        else:
            middles = disc_middles_around(self.spot(disc.hex, pale=disc.pale))
        at = self.costs.best_middle(middles, width, DISC_HEIGHT)
        self.costs.take([centred_rect(at, width, DISC_HEIGHT)], NEVER)
        return draw_disc(disc.text, at, TONES[disc.tone])

    def _places_along_side(self, cell: Hex, neighbour: Hex) -> Iterator[Point]:
        """Yield positions for a disc along the hexside between two hexes, the middle first."""
        one, other = map(self.matrix.apply, self.board.grid.side_points(Hexside.between(cell, neighbour)))
        for share in (0.5, 0.0, 1.0, 0.25, 0.75):
            yield one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share

    def _map_names(self) -> Iterator[Item]:
        """Yield the map's names; move a covered name a little, or leave it out."""
        for rects in self.places.values():
            self.costs.take(rects, FACE)
        for name in self.piece.names:
            placed = self._readable_name(name)
            extent = items_extent((placed,))
            if extent is None:
                continue
            middle: Point | None = extent.centre
            cell = self._named_hex(name)
            if self.costs.cost(extent) > SOFT:
                middle = self._place_near(extent.centre, extent) or (
                    self._place_near(self.point(cell), extent) if cell else None
                )
            if middle is not None:
                self.named_hexes |= {cell} if cell else set()
                self.costs.take([centred_rect(middle, extent.width, extent.height)], FACE)
                x, y = extent.centre
                yield Group((placed,), Matrix.place(middle[0] - x, middle[1] - y))

    def _readable_name(self, name: Group) -> Group:
        """Return a printed name of the map at its position in the figure, large enough to read."""
        placed = Group((name,), self.matrix)
        extent = items_extent((placed,))
        grow = LEAST_NAMES / self.matrix.a
        if extent is None or grow <= 1:
            return placed
        x, y = extent.centre
        return Group((placed,), Matrix(grow, 0, 0, grow, x * (1 - grow), y * (1 - grow)))

    def _named_hex(self, name: Group) -> Hex | None:
        """Return the hex of the place that has a printed name; None if no place has it."""
        text = " ".join(item.text for item in name.items if isinstance(item, Text)).casefold()
        known = ((cell, {site.name, *site.names.values()}) for cell, site in self.board.sites.items())
        return next((cell for cell, names in known if text in map(str.casefold, names)), None)

    def _place_near(self, point: Point, extent: Rect) -> Point | None:
        """Return the free middle for a name that is nearest to a point; None if nothing within `SHIFT` is free."""
        x, y = point
        across, down = (self.side / 2 + extent.width / 2) * 0.2, (self.side / 2 + extent.height / 2) * 0.2
        middles = [(x + i * across, y + j * down) for i in range(-7, 8) for j in range(-7, 8)]
        near = [at for at in middles if math.dist(at, point) <= SHIFT * self.flat]
        return self.costs.free_middle(sorted(near, key=lambda at: math.dist(at, point)), extent.width, extent.height)
