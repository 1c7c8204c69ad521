"""Draws the small pictures of `templates/sketches/`.

The pictures of the print guide and the icons of the back cover share one grammar: an ink line, one tint, and red only
for what the reader does or measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pnp.art.covers.picture import Picture
from pnp.art.ink_variants import variant_colour
from pnp.load.sketches import SketchPath, SketchScene, SketchText, read_sketch
from pnp.scene import THUMBNAIL, Anchor, Colour, Group, Matrix, Path, Scene, Stroke, Text, Use, polygon
from pnp.units import points

STEP_SIZE = (172.0, 120.0)
"""The size of the pictures of steps, in points."""


def draw_sketch(picture: Picture, name: str, words: str = "", scenes: Sequence[Scene] = ()) -> None:
    """Draw a picture, such as `steps/fold`, with words and drawings of the game in their places."""
    for item in read_sketch(name):
        if isinstance(item, SketchText):
            (x, y), text = _placed((item.x, item.y)), item.words.replace("{}", words)
            ink, anchor = _ink(picture, item.colour), cast("Anchor", item.anchor)
            picture.items += [Text(x, y, text, item.font, item.size, ink, anchor)] if text else ()
        elif isinstance(item, SketchPath):
            _draw_path(picture, item)
        elif scenes:
            _draw_scene(picture, item, scenes[item.number % len(scenes)])


def sketch_scene(name: str, size: tuple[float, float], words: str = "", scenes: Sequence[Scene] = ()) -> Scene:
    """Return a picture of this size (points) as a drawing of its own."""
    picture = Picture({})
    draw_sketch(picture, name, words, scenes)
    return Scene(name, points(size[0]), points(size[1]), (Group(tuple(picture.items), layer=THUMBNAIL),))


def _draw_path(picture: Picture, item: SketchPath) -> None:
    """Draw a path with its fill and its outline."""
    fill, line = (_ink(picture, one) if one else None for one in (item.fill, item.line))
    stroke, width = None, points(item.pen)
    if line and item.dash:
        stroke = Stroke(line, width, tuple(points(length) for length in item.dash))
    elif line:
        stroke = Stroke(line, width, cap="round", join="round")
    picture.items.append(Path(item.ops, _placed(item.xy), fill, stroke, even_odd=True))


def _draw_scene(picture: Picture, item: SketchScene, scene: Scene) -> None:
    """Draw a scene in the middle of its place, clipped at the outline."""
    corners = _placed(item.corners)
    xs, ys = corners[::2], corners[1::2]
    scale = min((max(xs) - min(xs)) / scene.width, (max(ys) - min(ys)) / scene.height)
    middle = Matrix.place((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, turn=item.turn, scale=scale)
    drawn = Use(scene, middle.after(Matrix.place(-scene.width / 2, -scene.height / 2)))
    picture.items.append(Group((drawn,), clip=polygon(zip(xs, ys, strict=True))))


def _placed(xy: Sequence[float]) -> tuple[float, ...]:
    """Return coordinates in points in millimetres."""
    return tuple(round(points(value), 4) for value in xy)


def _ink(picture: Picture, name: str) -> Colour:
    """Return a colour, given as `#RRGGBB` or as the name of an ink, in the variant of a picture."""
    return variant_colour(name if name.startswith("#") else picture.colour(name), picture.variant)
