"""The hex map: the map's art, pieces of it for figures, and samples of its terrain."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.draw.map.frame import MapFrame
from pnp.draw.map.palette import FULL, MapPalette
from pnp.draw.map.plain import plain_layers
from pnp.extent import items_extent
from pnp.hexgrid import Hex
from pnp.load.board import Board
from pnp.model.game import Game
from pnp.scene import Group, Item, Matrix, Rect, Scene, Text, rectangle
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.route import Route


@dataclass(frozen=True)
class MapArt:
    """A finished map: its layers on the sheet, each clipped to the neat line, the rectangles that no seam should cross,
    and where its lines run.
    """

    frame: MapFrame
    layers: tuple[Group, ...]
    clear: tuple[Rect, ...]
    routes: tuple[Route, ...] = ()


class _Same:
    """Values compared by what they are, not by what they hold: a key for what is worked out once for a game."""

    def __init__(self, *values: object) -> None:
        self.values = values

    def __hash__(self) -> int:
        return hash(tuple(id(value) for value in self.values))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and all(a is b for a, b in zip(self.values, other.values, strict=True))


def draw_hexmap(game: Game, board: Board, palette: MapPalette = FULL) -> MapArt:
    """The map's art on its sheet, without furniture; worked out once for the same game, board and colours."""
    return _drawn(_Same(game, board), palette)


@lru_cache(maxsize=2)
def _drawn(key: _Same, palette: MapPalette) -> MapArt:
    game, board = key.values
    assert isinstance(game, Game)
    assert isinstance(board, Board)
    frame = MapFrame.of(game, board, palette)
    clip = rectangle(frame.box)
    if frame.map.style == "plain":
        layers = tuple(Group(group.items, clip=clip, layer=group.layer) for group in plain_layers(frame))
        return MapArt(frame, layers, tuple(frame.numbers.values()))
    from pnp.draw.map.natural import NaturalMap  # noqa: PLC0415 - plain maps do without what it needs

    made = NaturalMap(frame)
    layers = tuple(Group(group.items, clip=clip, layer=group.layer) for group in made.layers())
    return MapArt(frame, layers, tuple(made.clear()), tuple(made.routes))


@dataclass(frozen=True)
class MapPiece:
    """A rectangle of the map without what its edges would cut: its art, and apart from it hex numbers and names, all in
    the map's own millimetres.
    """

    art: MapArt
    shown: Rect
    scene: Scene
    numbers: tuple[Text, ...]
    names: tuple[Group, ...]


def map_piece(game: Game, board: Board, shown: Rect) -> MapPiece:
    """What the map shows in a rectangle of its sheet; numbers and names that do not fit in whole are left out."""
    from pnp.draw.map.crop import cropped  # noqa: PLC0415 - whole maps do without

    art = draw_hexmap(game, board)
    items: list[Item] = []
    numbers: list[Text] = []
    names: list[Group] = []
    for layer in cropped(art.layers, shown):
        assert isinstance(layer, Group)
        if layer.layer not in ("numbers", "names"):
            items.append(layer)
            continue
        whole = [item for item in layer.items if _fits(items_extent((item,)), shown)]
        if layer.layer == "numbers":
            numbers += [item for item in whole if isinstance(item, Text)]
        else:
            names += [name if isinstance(name, Group) else Group((name,)) for name in whole]
    box = art.frame.box
    return MapPiece(art, shown, Scene("map", box.right, box.bottom, tuple(items)), tuple(numbers), tuple(names))


def _fits(extent: Rect | None, shown: Rect) -> bool:
    return extent is not None and (
        extent.x >= shown.x and extent.y >= shown.y and extent.right <= shown.right and extent.bottom <= shown.bottom
    )


def draw_map_window(game: Game, board: Board, hexes: Iterable[Hex], *, scale: float = 1, around: Mm = 2.0) -> Scene:
    """The piece of the map that holds these hexes and `around` mm more, drawn `scale` times as large as on the sheet.

    It is the same art as the sheet's, cut to what the window shows.
    """
    from pnp.draw.map.crop import cropped  # noqa: PLC0415 - whole maps do without

    art = draw_hexmap(game, board)
    corners = [corner for cell in hexes for corner in art.frame.grid.corners(cell)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    shown = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).grown(around)
    box = art.frame.box
    left, top = max(shown.x, box.x), max(shown.y, box.y)
    shown = Rect(left, top, min(shown.right, box.right) - left, min(shown.bottom, box.bottom) - top)
    items = cropped(art.layers, shown)
    move = Matrix(scale, 0, 0, scale, -shown.x * scale, -shown.y * scale)
    window = Group(items, matrix=move, clip=rectangle(shown))
    return Scene("map-window", shown.width * scale, shown.height * scale, (window,))


def window_place(
    game: Game, board: Board, hexes: Iterable[Hex], cell: Hex, *, scale: float = 1, around: Mm = 2.0
) -> tuple[Mm, Mm]:
    """Where the middle of a hex lies in the window of these hexes."""
    art = draw_hexmap(game, board)
    corners = [corner for one in hexes for corner in art.frame.grid.corners(one)]
    left = max(min(x for x, _ in corners) - around, art.frame.box.x)
    top = max(min(y for _, y in corners) - around, art.frame.box.y)
    x, y = art.frame.grid.centre(cell)
    return ((x - left) * scale, (y - top) * scale)


def sample_size(game: Game, height: Mm) -> tuple[Mm, Mm]:
    """Return the width and height of a sample hex that is `height` mm high."""
    pointed = game.map is not None and game.map.grid.hexes == "pointed"
    return (height * math.sqrt(3) / 2 if pointed else height * 2 / math.sqrt(3)), height


def draw_terrain_sample(game: Game, kind: str, height: Mm, *, palette: MapPalette = FULL) -> Scene:
    """A sample hex of one terrain, `height` mm high; `KeyError` if the game has none such."""
    return _sample(_Same(game), kind, height, palette)


@lru_cache(maxsize=128)
def _sample(key: _Same, kind: str, height: Mm, palette: MapPalette) -> Scene:
    (game,) = key.values
    assert isinstance(game, Game)
    from pnp.draw.map.sample import draw_sample  # noqa: PLC0415 - plain maps without a key do without

    return draw_sample(game, kind, height, palette)
