"""The picture of a cover without a scene: ridges in the colours of the sides, and two counters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from shapely.geometry import box

from pnp.art.covers.drawn_layers import draw_layer
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import moved, placed
from pnp.art.ink_variants import variant_colour
from pnp.art.pale_colours import recoloured_scene
from pnp.load.record_file import read_record_file
from pnp.model.cover_layers.cover_layer import CoverLayer
from pnp.model.cover_layers.motif_pictures import MotifLibrary
from pnp.model.game import Game
from pnp.model.kit_cover import Cover, CoverPalette
from pnp.palette import luminance, mix
from pnp.resources import templates_dir
from pnp.scene import Colour, Group, Matrix, Scene, Use, rectangle
from pnp.units import points

NEUTRAL = ("#D8C39A", "#7A5A32")
"""The ground and the accent of a side for a game without sides."""
LIGHTNESS = {"paper": 0.90, "light": 0.66, "mid": 0.34, "deep": 0.085, "ink": 0.014, "accent": 0.13}
"""The luminance of each ink of the default palette, about L* 96, 85, 65, 35, 12 and 43."""
COUNTERS = ((168, 560, 176, -7), (420, 600, 204, 6))
"""The x and y of the middle of the two counters, the length of their sides, and their clockwise turn."""
SHADOW = 7.0


def default_palette(game: Game) -> CoverPalette:
    """Return a palette in the colours of the first two sides, in which all texts can be read."""
    sides = [(side.ground, side.accent) for side in game.sides.values()] or [NEUTRAL]
    (ground, accent), (other_ground, other_accent) = sides[0], sides[min(1, len(sides) - 1)]
    colours = {
        "paper": mix(ground, "#FFFFFF", 0.2),
        "light": ground,
        "mid": other_ground,
        "deep": accent,
        "ink": accent,
        "accent": other_accent,
    }
    return CoverPalette(**{name: _with_luminance(colour, LIGHTNESS[name]) for name, colour in colours.items()})


def _with_luminance(colour: Colour, wanted: float) -> Colour:
    """Return a colour of the same hue with about this luminance, by mixing it with white or black."""
    end = "#FFFFFF" if luminance(colour) < wanted else "#000000"
    low, high = 0.0, 1.0
    for _ in range(12):
        share = (low + high) / 2
        if (luminance(mix(end, colour, share)) < wanted) == (end == "#FFFFFF"):
            low = share
        else:
            high = share
    return mix(end, colour, high)


def draw_default_picture(picture: Picture, counters: Sequence[Scene]) -> None:
    """Draw the default scene with at most two counters in its foreground."""
    layers = _default_layers()
    for number, layer in enumerate(layers, 1):
        if number == len(layers):
            for scene, place in zip(counters, COUNTERS, strict=False):
                _draw_counter(picture, scene, *place)
        draw_layer(picture, layer, number, MotifLibrary())


@cache
def _default_layers() -> tuple[CoverLayer, ...]:
    """Return the layers of the default scene; the three ridges and the sky have the colours of the sides."""
    return read_record_file(templates_dir() / "covers" / "ridges.yaml", Cover).scene


def _draw_counter(picture: Picture, scene: Scene, x: float, y: float, side: float, turn: float) -> None:
    """Draw a large counter with its shadow."""
    square = placed(box(-side / 2, -side / 2, side / 2, side / 2), x, y, turn=turn)
    picture.fill(moved(square, SHADOW, SHADOW), picture.colour("ink"))
    printed = recoloured_scene(scene, lambda colour: variant_colour(colour, picture.variant, "motif"))
    place = Matrix.place(points(x), points(y), turn=turn, scale=points(side) / scene.width)
    about_middle = place.after(Matrix.place(-scene.width / 2, -scene.height / 2))
    picture.items.append(Group((Use(printed),), about_middle, clip=rectangle(scene.box)))  # without its bleed
