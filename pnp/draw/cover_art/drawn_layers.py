"""The registers of drawings of layers and motifs, which the modules of `pnp/draw/cover_art/layers` fill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.shapes import Shape, placed
from pnp.model.cover_inks import NO_INK, Ink
from pnp.model.cover_layers.scene_layer import TONES, Motif, Position, SceneLayer, Tone
from pnp.register import Register

Shapes: TypeAlias = list[tuple[Tone, Shape]]
"""The shapes of a motif from back to front, with y up and the origin on the ground."""

DRAWN_LAYERS: Register[Callable[[Any, Picture, int], None]] = Register("pnp.draw.cover_art.layers")
"""Kind of layer -> the function that draws its record on top of a picture. The number selects its random pattern."""
MOTIF_SHAPES: Register[Callable[[Any, int], Shapes]] = Register("pnp.draw.cover_art.layers")
"""Kind of motif -> the function that returns the shapes of its record. The number selects its random pattern."""


def draw_layer(picture: Picture, layer: SceneLayer, number: int) -> None:
    """Draw a layer on top of a picture. `number` selects its random pattern unless the layer names another one."""
    seed = number if layer.seed is None else layer.seed
    if not isinstance(layer, Motif):
        DRAWN_LAYERS[layer.kind](layer, picture, seed)
        return
    for count, (x, y, scale, turn) in enumerate(layer.at):
        put_shapes(picture, MOTIF_SHAPES[layer.kind](layer, seed + count), (x, y), scale, turn, tones=layer.tones)


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
