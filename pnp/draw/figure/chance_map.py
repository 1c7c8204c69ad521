"""The chance map of a player aid: part of the map, with the probability of each hex as a shade and a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pnp.board import Board
from pnp.draw.figure.figure_window import around_hexes
from pnp.draw.figure.stack import EDGE
from pnp.draw.hexmap import MapPiece, map_piece
from pnp.draw.map.framed_map import frame_of
from pnp.hexgrid import Hex
from pnp.model.game import Game
from pnp.palette import INK, RED, WHITE, mix
from pnp.scene import Colour, Group, Item, Matrix, Rect, Scene, Stroke, Text, Use, polygon, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

SHADES = (0.16, 0.30, 0.46, 0.66)
"""The shares of red in the shades, from that of the least likely hexes to that of the most likely ones."""
INSET = 0.9
"""The size of a shaded hex as a share of the hex of the map, whose terrain remains visible along its sides."""
VEIL = 0.6
"""The opacity of the white that makes the map paler than the probabilities."""
LEAST_HEX: Mm = 10.0
"""Smaller hexes have no room for their number beside the probability."""
NUMBER_PT, LEAST_NUMBER_PT = 5.2, 5.0
CHANCE_PT, LEAST_CHANCE_PT = 9.5, 5.4
"""The greatest and the least size of hex numbers and of probabilities."""
TITLE_PT = 10.0
MOST_EQUAL = 6
"""If probabilities would be too small in their hexes, one that more hexes have is only in the key."""
READABLE_PT, MOST_IN_KEY = 7.0, 2
"""Probabilities smaller than this are too small in their hexes; those of so few hexes are then only in the key."""


@dataclass(frozen=True)
class ChanceMapSpec:
    """The contents of a chance map.

    These are the hexes of its window, the probability of each hex, the text of each hex, and a title for its corner.
    """

    window: Collection[Hex]
    chances: Mapping[Hex, Fraction]
    texts: Mapping[Hex, str]
    title: str = ""


def hex_chances(board: Board, results: Iterable[tuple[str, Fraction]]) -> Mapping[Hex, Fraction]:
    """Return the probability of each hex: the sum of all results that begin with its hex number."""
    cells = {board.grid.number(cell): cell for cell in board.grid.hexes}
    found: dict[Hex, Fraction] = {}
    for label, chance in results:
        cell = cells.get(label.partition(" ")[0])
        if cell is not None:
            found[cell] = found.get(cell, Fraction(0)) + chance
    return found


def chance_map_size(game: Game, board: Board, window: Collection[Hex], width: Mm, tallest: Mm) -> tuple[Mm, Mm]:
    """Return the width and height of a chance map that shows the hexes of a window."""
    shown, scale = _window(game, board, window, width, tallest)
    return shown.width * scale, shown.height * scale


def draw_chance_map(game: Game, board: Board, spec: ChanceMapSpec, width: Mm, tallest: Mm) -> Scene:
    """Draw part of the map with one of four red shades in each possible hex, and the probability as a number.

    The more likely a hex, the darker its shade. Hexes are as large as possible; large ones show their numbers too. A
    key in the lower left corner shows every shade. Probabilities that would be too small in their hexes are only there.
    """
    shown, scale = _window(game, board, spec.window, width, tallest)
    piece = map_piece(game, board, shown)
    matrix = Matrix(scale, 0, 0, scale, -shown.x * scale, -shown.y * scale)
    box = Rect(0, 0, shown.width * scale, shown.height * scale)
    numbers = _numbers(piece, matrix) if board.grid.across_flats * scale >= LEAST_HEX else ()
    veil = rectangle(box, fill=WHITE, opacity=VEIL)
    ground = Scene("map", piece.scene.width, piece.scene.height, tuple(without_texts(piece.scene.items)))
    items = (Use(ground, matrix), veil, *_shades(board, spec, matrix), *numbers)
    chances = _chance_texts(board, spec, matrix)
    frame = rectangle(box.grown(-points(0.4)), stroke=Stroke(EDGE, points(0.8)))
    title = _title_plate(spec.title) if spec.title else ()
    drawn = Group((*items, *chances), clip=rectangle(box))
    return Scene(
        "chance-map",
        box.width,
        box.height,
        (drawn, *title, *_key_plate(spec, box, _key_lines(board, spec)), frame),
    )


def _key_lines(board: Board, spec: ChanceMapSpec) -> list[tuple[str, int]]:
    """Return the lines of the key, each with its shade, the palest first."""
    lines: list[tuple[str, int]] = []
    for shade in range(len(SHADES)):
        cells = sorted(
            (cell for cell in spec.chances if _shade(spec, cell) == shade), key=lambda cell: spec.chances[cell]
        )
        texts = list(dict.fromkeys(spec.texts[cell] for cell in cells if cell in spec.texts))
        if len(texts) > 1:
            lines.append((f"{texts[0]} to {texts[-1]}", shade))
        elif texts:
            where = f"in {board.grid.number(cells[0])}" if len(cells) == 1 else "in each hex"
            lines.append((f"{texts[0]} {where}", shade))
    return lines


def _own_texts(spec: ChanceMapSpec) -> dict[Hex, str]:
    """Return the texts of the hexes whose probability few others have."""
    many = {text for text, count in Counter(spec.texts.values()).items() if count > MOST_EQUAL}
    return {cell: text for cell, text in spec.texts.items() if text not in many}


def _text_size(board: Board, texts: Iterable[str], scale: float) -> float:
    """Return the size of type in points with which texts fit into the hexes."""
    widest = max((text_width(text, "condensed-bold", 100) for text in texts), default=100.0)
    return board.grid.side * scale * 1.25 / widest * 100


def _texts_in_hexes(board: Board, spec: ChanceMapSpec, scale: float) -> Mapping[Hex, str]:
    """Return the texts that are printed in their hexes: all, or those that few hexes have, or none if they are tiny."""
    if _text_size(board, spec.texts.values(), scale) >= READABLE_PT:
        return spec.texts
    own = _own_texts(spec)
    tiny = len(own) <= MOST_IN_KEY and _text_size(board, own.values(), scale) < READABLE_PT
    return {} if tiny else own


def _key_plate(spec: ChanceMapSpec, box: Rect, lines: Sequence[tuple[str, int]]) -> Iterator[Item]:
    """Yield the key with these lines: a shade and a text each."""
    if not lines:
        return
    high = cap_height("condensed-bold", TITLE_PT)
    tall = 2 * high * len(lines)
    wide = max(text_width(line, "condensed-bold", TITLE_PT) for line, _ in lines)
    top = box.bottom - tall
    yield rectangle(Rect(0, top, wide + 4.2 * high, tall), fill=WHITE, stroke=Stroke(EDGE, points(0.8)))
    for number, (line, shade) in enumerate(lines):
        y = top + 2 * high * number
        swatch = Rect(0.8 * high, y + 0.4 * high, 2 * high, 1.2 * high)
        yield rectangle(swatch, fill=_colour(shade), stroke=Stroke(_colour(-1), points(0.5)))
        yield Text(3.4 * high, y + 1.5 * high, line, "condensed-bold", TITLE_PT, INK)


def _title_plate(title: str) -> tuple[Item, ...]:
    """Return the title of a chance map on a white plate in its upper left corner."""
    high = cap_height("condensed-bold", TITLE_PT)
    plate = Rect(0, 0, text_width(title, "condensed-bold", TITLE_PT) + 1.6 * high, 2 * high)
    text = Text(0.8 * high, 1.5 * high, title, "condensed-bold", TITLE_PT, INK)
    return rectangle(plate, fill=WHITE, stroke=Stroke(EDGE, points(0.8))), text


def without_texts(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items of a drawing without its texts, which would be too small to read."""
    for item in items:
        if isinstance(item, Group):
            yield replace(item, items=tuple(without_texts(item.items)))
        elif not isinstance(item, Text):
            yield item


def _window(game: Game, board: Board, window: Collection[Hex], width: Mm, tallest: Mm) -> tuple[Rect, float]:
    """Return the part of the map that is shown, and its scale."""
    box, needed = frame_of(game, board).box, around_hexes(board, window)
    left, top = max(needed.x, box.x), max(needed.y, box.y)
    shown = Rect(left, top, min(needed.right, box.right) - left, min(needed.bottom, box.bottom) - top)
    return shown, min(width / shown.width, tallest / shown.height)


def _shades(board: Board, spec: ChanceMapSpec, matrix: Matrix) -> Iterator[Item]:
    """Yield the shaded hexes."""
    edge = Stroke(_colour(-1), points(0.5), join="round")
    for cell in spec.chances:
        x, y = board.grid.centre(cell)
        corners = [(x + INSET * (cx - x), y + INSET * (cy - y)) for cx, cy in board.grid.corners(cell)]
        yield polygon(map(matrix.apply, corners), fill=_colour(_shade(spec, cell)), stroke=edge)


def _shade(spec: ChanceMapSpec, cell: Hex) -> int:
    """Return the number of the shade of a hex."""
    most = max(spec.chances.values(), default=Fraction(1))
    share = float(spec.chances[cell] / most) ** 0.5  # shades differ more among the many hexes with small probabilities
    return min(int(share * len(SHADES)), len(SHADES) - 1)


def _colour(shade: int) -> Colour:
    """Return the colour of a shade, or of the outlines with -1. It is opaque, so that it is equal on all terrain."""
    return mix(RED, WHITE, SHADES[shade])


def _numbers(piece: MapPiece, matrix: Matrix) -> Iterator[Item]:
    """Yield the hex numbers at a readable size."""
    for number in piece.numbers:
        x, y = matrix.apply((number.x, number.y))
        size = min(max(number.size_pt * matrix.a, LEAST_NUMBER_PT), NUMBER_PT)
        y += cap_height(number.font, size) - cap_height(number.font, number.size_pt) * matrix.a
        yield replace(number, x=x, y=y, size_pt=size, halo=Stroke(WHITE, points(0.7)))


def _chance_texts(board: Board, spec: ChanceMapSpec, matrix: Matrix) -> Iterator[Item]:
    """Yield the probabilities of hexes as texts, as large as the hexes allow."""
    texts = _texts_in_hexes(board, spec, matrix.a)
    size = min(max(_text_size(board, texts.values(), matrix.a), LEAST_CHANCE_PT), CHANCE_PT)
    for cell, text in texts.items():
        x, y = matrix.apply(board.grid.centre(cell))
        y += cap_height("condensed-bold", size) * 0.75  # clear of the hex number
        yield Text(x, y, text, "condensed-bold", size, INK, "middle")
