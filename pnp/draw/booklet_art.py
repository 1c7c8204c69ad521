"""The small pictures of a rules booklet, and its colours: layers and inks of the cover."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.cache import keep
from pnp.deferred import deferred
from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.cover_layer import CoverLayer
from pnp.model.game import Game
from pnp.scene import Colour, Group, Item, Rect, Scene, rectangle
from pnp.units import points

with deferred():  # a check draws no pictures
    from pnp.art.covers import drawn_layers, picture
    from pnp.draw.cover_art import default_scene


def ink_colour(game: Game, ink: Ink) -> Colour:
    """Return the colour of an ink of a game's cover."""
    return picture.Picture(_inks(game)).colour(ink)


def draw_small_picture(game: Game, name: str, width: float, height: float, layers: Iterable[CoverLayer]) -> Scene:
    """Draw a picture of this size in points in the inks of a game's cover, its layers from back to front."""
    inks, layers = _inks(game), tuple(layers)

    def draw() -> tuple[Item, ...]:
        """Draw the layers."""
        drawn = picture.Picture(inks, picture.Frame(0, width, 0, height))
        return tuple(item for items in drawn_layers.draw_layers(drawn, layers, game.motifs) for item in items)

    frame = Rect(0, 0, points(width), points(height))
    items = keep(
        "small picture", lambda: (inks, width, height, layers, drawn_layers.drawn_pictures(layers, game.motifs)), draw
    )
    return Scene(name, frame.width, frame.height, (Group(items, clip=rectangle(frame)),))


def _inks(game: Game) -> dict[str, Colour]:
    """Return the inks of a game's cover by name."""
    inks: dict[str, Colour] = (game.cover.palette or default_scene.default_palette(game)).model_dump()
    return inks
