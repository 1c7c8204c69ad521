"""The hex map of a game, parts of it for figures, and samples of its terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import FULL, MapPalette
from pnp.art.map.map_strokes import LETTER_FONT
from pnp.art.map.style_plain import plain_layers
from pnp.board import Board
from pnp.cache import digest, keep
from pnp.deferred import deferred
from pnp.draw.map.framed_map import frame_of, sample_letter
from pnp.extent import items_extent
from pnp.fitting import SMALLEST_PT
from pnp.grid_cells import SHAPES
from pnp.hexgrid import Hex
from pnp.model.game import Game
from pnp.scene import Group, Item, Matrix, Point, Rect, Scene, Text, polygon
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.art.map.lines.routes import DrawnRoute

with deferred():  # plain maps need neither numpy nor shapely
    from pnp.art.map import crop, style_natural
    from pnp.draw.map import terrain_samples


MAPS_KEPT = 4
"""How many drawn maps are kept in memory: those of the scenarios of a series."""


@dataclass(frozen=True)
class MapArt:
    """A drawn map: its layers on the sheet, clipped to the neat line, and its routes.

    `clear` are the rectangles that seams should not cross.
    """

    frame: MapFrame
    layers: tuple[Group, ...]
    clear: tuple[Rect, ...]
    routes: tuple[DrawnRoute, ...] = ()

    @cached_property
    def key(self) -> str:
        """The digest of everything that the drawing depends on, for keys of the cache."""
        return digest(_map_inputs(self.frame))


class _IdentityKey:
    """A cache key of objects that are compared by identity."""

    def __init__(self, *values: object) -> None:
        self.values = values

    def __hash__(self) -> int:
        return hash(tuple(id(value) for value in self.values))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _IdentityKey) and all(a is b for a, b in zip(self.values, other.values, strict=True))


def draw_hexmap(game: Game, board: Board, palette: MapPalette = FULL) -> MapArt:
    """Draw the hex map without the things beside it; repeated calls return the same drawing."""
    frame = frame_of(game, board, palette)
    key = _IdentityKey(frame.map, frame.kinds, frame.icons, *frame.sides.values())  # the board follows from the map
    return _draw_map_once(_KeyedFrame(key, palette, frame))


@dataclass(frozen=True)
class _KeyedFrame:
    """A map frame, and what makes it equal to another one: copies of a game may share their map."""

    key: _IdentityKey
    palette: MapPalette
    frame: MapFrame = field(compare=False)


@lru_cache(maxsize=MAPS_KEPT)
def _draw_map_once(keyed: _KeyedFrame) -> MapArt:
    """Draw the map in this frame; return the cached drawing if there is one."""
    frame = keyed.frame
    drawn = keep("hex map", lambda: _map_inputs(frame), lambda: _draw_layers(frame))
    return MapArt(replace(frame, hops=drawn.hops), drawn.layers, drawn.clear, drawn.routes)


def _map_inputs(frame: MapFrame) -> object:
    """Return everything that the drawing of a map depends on; the rest of its frame follows from the map."""
    return frame.map, frame.kinds, frame.palette, frame.sides, frame.icons


class _DrawnLayers(NamedTuple):
    """The layers of a map, the rectangles that seams should not cross, its routes, and the hops of its numbers."""

    layers: tuple[Group, ...]
    clear: tuple[Rect, ...]
    routes: tuple[DrawnRoute, ...]
    hops: Mapping[Hex, Point]


def _draw_layers(frame: MapFrame) -> _DrawnLayers:
    """Draw a map."""
    clip = polygon(frame.outline)
    if frame.map.style == "plain":
        layers = tuple(Group(group.items, clip=clip, layer=group.layer) for group in plain_layers(frame))
        return _DrawnLayers(layers, tuple(frame.numbers.values()), (), {})
    natural = style_natural.NaturalMap(frame)
    layers = tuple(Group(group.items, clip=clip, layer=group.layer) for group in natural.layers())
    return _DrawnLayers(layers, tuple(natural.uncut_boxes()), tuple(natural.routes), natural.frame.hops)


@dataclass(frozen=True)
class MapPiece:
    """A rectangle of the map in the coordinates of its sheet, with hex numbers and names separate from the rest."""

    art: MapArt
    shown: Rect
    scene: Scene
    numbers: tuple[Text, ...]
    names: tuple[Group, ...]


def map_piece(game: Game, board: Board, shown: Rect) -> MapPiece:
    """Return a rectangle of the map without the hex numbers and names that its edges would cut.

    The labels of set-up hexes are left out, because they only matter before the game.
    """
    art = draw_hexmap(game, board)
    scene, numbers, names = keep("map piece", lambda: (art.key, shown), lambda: _crop_map(art, shown))
    return MapPiece(art, shown, scene, numbers, names)


def _crop_map(art: MapArt, shown: Rect) -> tuple[Scene, tuple[Text, ...], tuple[Group, ...]]:
    """Return what a rectangle of a map shows without its hex numbers and names, and these."""
    items: list[Item] = []
    numbers: list[Text] = []
    names: list[Group] = []
    for layer in crop.cropped(art.layers, shown):
        assert isinstance(layer, Group)
        if layer.layer == "set-up":
            continue
        if layer.layer not in ("numbers", "names"):
            items += with_whole_texts((layer,), shown)
            continue
        whole = [item for item in layer.items if _fits(items_extent((item,)), shown)]
        if layer.layer == "numbers":
            numbers += [item for item in whole if isinstance(item, Text)]
        else:
            names += [name if isinstance(name, Group) else Group((name,)) for name in whole]
    box = art.frame.box
    return Scene("map", box.right, box.bottom, tuple(items)), tuple(numbers), tuple(names)


def with_whole_texts(items: Iterable[Item], shown: Rect) -> Iterator[Item]:
    """Yield drawn items without the letters of symbols that the edges of a rectangle would cut."""
    for item in items:
        if isinstance(item, Text | Group) and not _fits(items_extent((item,)), shown):
            if isinstance(item, Group):
                room = shown if item.matrix == Matrix() else Rect(0, 0, 0, 0)  # a cut symbol has no letter
                yield replace(item, items=tuple(with_whole_texts(item.items, room)))
        else:
            yield item


def _fits(extent: Rect | None, shown: Rect) -> bool:
    """Return whether the extent of a drawn item is completely inside a rectangle."""
    return extent is not None and (
        extent.x >= shown.x and extent.y >= shown.y and extent.right <= shown.right and extent.bottom <= shown.bottom
    )


def sample_size(game: Game, height: Mm) -> tuple[Mm, Mm]:
    """Return the width and height of a terrain sample (one hex) that is `height` mm high."""
    width, tall = SHAPES[game.map.hexes if game.map is not None else "flat"].size
    return height * width / tall, height


def draw_terrain_sample(game: Game, kind: str, height: Mm, *, palette: MapPalette = FULL) -> Scene:
    """Draw a sample hex of a terrain, `height` mm high.

    Raises `KeyError` for an unknown terrain.
    """
    return _draw_sample_once(_IdentityKey(game), kind, height, palette)


def blank_terrain_sample(game: Game, kind: str, height: Mm) -> Scene:
    """Return a terrain sample with its size and its text, but without its drawing, which takes far longer."""
    width, height = sample_size(game, height)
    letter = sample_letter(game, kind)
    text = Text(width / 2, height / 2, letter, LETTER_FONT, SMALLEST_PT, anchor="middle")
    return Scene(f"terrain-{kind}", width, height, (text,) if letter else ())


@lru_cache(maxsize=128)
def _draw_sample_once(key: _IdentityKey, kind: str, height: Mm, palette: MapPalette) -> Scene:
    """Draw a terrain sample of the game in the key; return the cached drawing if there is one."""
    (game,) = key.values
    assert isinstance(game, Game)
    return terrain_samples.draw_sample(game, kind, height, palette)
