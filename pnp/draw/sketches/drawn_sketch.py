"""Draws the small pictures of `templates/sketches/` as parts of a sketch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pnp.art.covers.picture import Picture
from pnp.art.ink_variants import variant_colour
from pnp.draw.sketches.sketch import Sketch
from pnp.load.sketches import SketchPath, SketchScene, SketchText, read_sketch
from pnp.scene import THUMBNAIL, Anchor, Colour, Group, Matrix, Path, Scene, Stroke, Use, polygon
from pnp.units import points

STEP_SIZE = (172.0, 120.0)
"""The size of the pictures of steps, in points."""


def draw_sketch(sketch: Sketch, name: str, words: str = "", scenes: Sequence[Scene] = ()) -> None:
    """Draw a picture, such as `steps/fold`, with words and drawings of the game in their places."""
    for item in read_sketch(name):
        if isinstance(item, SketchText):
            text, anchor = item.words.replace("{}", words), cast("Anchor", item.anchor)
            sketch.text(text, item.font, item.size, (item.x, item.y), _colour(sketch, item.colour), anchor=anchor)
        elif isinstance(item, SketchPath):
            _draw_path(sketch, item)
        elif scenes:
            _draw_scene(sketch, item, scenes[item.number % len(scenes)])


def sketch_scene(name: str, size: tuple[float, float], words: str = "", scenes: Sequence[Scene] = ()) -> Scene:
    """Return a picture of this size (points) as a drawing of its own."""
    picture = Picture({})
    draw_sketch(Sketch(picture), name, words, scenes)
    return Scene(name, points(size[0]), points(size[1]), (Group(tuple(picture.items), layer=THUMBNAIL),))


def _draw_path(sketch: Sketch, item: SketchPath) -> None:
    """Draw a path with its fill and its outline."""
    fill, line = (
        variant_colour(_colour(sketch, one), sketch.picture.variant) if one else None for one in (item.fill, item.line)
    )
    stroke, width = None, points(item.pen * sketch.scale)
    if line and item.dash:
        stroke = Stroke(line, width, tuple(points(length * sketch.scale) for length in item.dash))
    elif line:
        stroke = Stroke(line, width, cap="round", join="round")
    sketch.picture.items.append(Path(item.ops, _placed(sketch, item.xy), fill, stroke, even_odd=True))


def _draw_scene(sketch: Sketch, item: SketchScene, scene: Scene) -> None:
    """Draw a scene in the middle of its place, clipped at the outline."""
    corners = _placed(sketch, item.corners)
    xs, ys = corners[::2], corners[1::2]
    scale = min((max(xs) - min(xs)) / scene.width, (max(ys) - min(ys)) / scene.height)
    middle = Matrix.place((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, turn=item.turn, scale=scale)
    drawn = Use(scene, middle.after(Matrix.place(-scene.width / 2, -scene.height / 2)))
    sketch.picture.items.append(Group((drawn,), clip=polygon(zip(xs, ys, strict=True))))


def _placed(sketch: Sketch, xy: Sequence[float]) -> tuple[float, ...]:
    """Return coordinates of a picture in millimetres of the page."""
    origin = (sketch.x, sketch.y)
    return tuple(round(points(origin[i % 2] + value * sketch.scale), 4) for i, value in enumerate(xy))


def _colour(sketch: Sketch, name: str) -> Colour:
    """Return a colour, given as `#RRGGBB` or as the name of an ink."""
    return name if name.startswith("#") else sketch.picture.colour(name)
