"""The registers of drawings of layers and motifs, which the modules of `pnp/art/covers/layers` fill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

import shapely

from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import Shape, placed
from pnp.model.cover_inks import NO_INK, Ink
from pnp.model.cover_layers.cover_layer import TONES, CoverLayer, Motif, Position, Tone
from pnp.model.cover_layers.motif_layers import PicturedMotif
from pnp.model.cover_layers.motif_pictures import MotifLibrary, MotifShape
from pnp.register import Register
from pnp.scene import Item

Shapes: TypeAlias = list[tuple[Tone, Shape]]
"""The shapes of a motif from back to front, with y up and the origin on the ground."""

DRAWN_LAYERS: Register[Callable[[Any, Picture, int], None]] = Register("pnp.art.covers.layers")
"""Kind of layer -> the function that draws its record on top of a picture. The number selects its random pattern."""
MOTIF_SHAPES: Register[Callable[[Any, int], Shapes]] = Register("pnp.art.covers.layers")
"""Kind of motif -> the function that returns the shapes of its record. The number selects its random pattern."""


def draw_layers(picture: Picture, layers: Iterable[CoverLayer], motifs: MotifLibrary) -> Iterator[tuple[Item, ...]]:
    """Draw layers on top of a picture, and yield the items of each. Its number selects its pattern if it names none."""
    for number, layer in enumerate(layers, 1):
        before = len(picture.items)
        draw_layer(picture, layer, number, motifs)
        yield tuple(picture.items[before:])


def draw_layer(picture: Picture, layer: CoverLayer, number: int, motifs: MotifLibrary) -> None:
    """Draw a layer on top of a picture. `number` selects its random pattern unless the layer names another one."""
    seed = number if layer.seed is None else layer.seed
    if not isinstance(layer, Motif):
        DRAWN_LAYERS[layer.kind](layer, picture, seed)
        return
    for count, (x, y, scale, turn) in enumerate(layer.at):
        shapes = motif_shapes(layer, seed + count, motifs)
        put_shapes(picture, shapes, (x, y), scale, turn, tones=layer.tones)


def motif_shapes(layer: Motif, seed: int, motifs: MotifLibrary) -> Shapes:
    """Return the shapes of a motif: those of its picture, or a random pattern."""
    if isinstance(layer, PicturedMotif):
        return [(shape.tone, area_of(shape.rings)) for shape in motifs[layer.kind].shapes(layer.choices)]
    return MOTIF_SHAPES[layer.kind](layer, seed)


def drawn_pictures(layers: Iterable[CoverLayer], motifs: MotifLibrary) -> tuple[tuple[MotifShape, ...], ...]:
    """Return the pictures of motifs that layers show, for keys of the cache."""
    return tuple(motifs[layer.kind].shapes(layer.choices) for layer in layers if isinstance(layer, PicturedMotif))


@cache
def area_of(rings: tuple[tuple[float, ...], ...]) -> Shape:
    """Return the area inside an odd number of outlines."""
    area: Shape = shapely.Polygon()
    for ring in rings:
        corners = zip(ring[::2], ring[1::2], strict=True)
        area = area.symmetric_difference(shapely.Polygon(list(corners)).buffer(0))
    return area


def put_shapes(
    picture: Picture,
    shapes: Iterable[tuple[Tone, Shape]],
    at: Position,
    scale: float = 1,
    turn: float = 0,
    *,
    tones: Mapping[Tone, Ink] | None = None,
    colours: Mapping[Tone, str] | None = None,
) -> None:
    """Draw the shapes of a motif at a position. `tones` and `colours` replace the inks and colours of some tones."""
    inks = {**TONES, **(tones or {})}
    for tone, shape in shapes:
        if inks[tone] != NO_INK:
            colour = (colours or {}).get(tone) or picture.colour(inks[tone])
            picture.fill(placed(shape, *at, scale, turn), colour, "motif")
