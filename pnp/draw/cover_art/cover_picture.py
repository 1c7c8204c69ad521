"""The picture of a cover without its texts, layer by layer. The covers and the box of a kit share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.art.covers.drawn_layers import draw_layers, drawn_pictures
from pnp.art.covers.layout import CoverLayout, cover_layout
from pnp.art.covers.picture import Picture
from pnp.cache import keep
from pnp.draw.cover_art.default_scene import default_palette, draw_default_picture
from pnp.model.game import Game
from pnp.model.target import Colouring, Paper
from pnp.scene import Item, Scene
from pnp.units import Mm


@dataclass(frozen=True)
class CoverPicture:
    """The drawn layers of a cover on a paper, from back to front, in points of its layout.

    `variant` is that of its colours. The default picture is one layer. `inputs` is everything that the layers depend
    on, for keys of the cache.
    """

    layout: CoverLayout
    variant: Colouring
    layers: tuple[tuple[Item, ...], ...]
    inputs: object

    def items(self, first: int = 0) -> tuple[Item, ...]:
        """Return the items of the first layers, or of all if `first` is 0."""
        return tuple(item for layer in self.layers[: first or None] for item in layer)


def draw_cover_picture(
    game: Game, paper: Paper, border: Mm, *, counters: Sequence[Scene] = (), variant: Colouring = "full"
) -> CoverPicture:
    """Draw the layers of a game's cover, or the default scene with these counters if it has none.

    `border` is the width of the white border of the page.
    """
    layout, scene = cover_layout(paper, border), game.cover.scene
    inks = (game.cover.palette or default_palette(game)).model_dump()

    def draw() -> tuple[tuple[Item, ...], ...]:
        """Draw the layers."""
        picture = Picture(inks, layout.frame, variant)
        if scene:
            return tuple(draw_layers(picture, scene, game.motifs))
        draw_default_picture(picture, counters)
        return (tuple(picture.items),)

    pictures = drawn_pictures(scene, game.motifs)
    inputs = scene, pictures, inks, layout.frame, variant, () if scene else tuple(counters)
    return CoverPicture(layout, variant, keep("cover picture", lambda: inputs, draw), inputs)
