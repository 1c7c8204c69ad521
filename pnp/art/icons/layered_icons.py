"""Emblems and pictures on markers, drawn from the layers of their icon files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from pnp.art.pale_colours import pale_item
from pnp.icon_paths import outline_path
from pnp.model.symbols import IconLayer, IconLibrary, split_colour
from pnp.palette import INK, PAPER, RED, WHITE, mix
from pnp.scene import Colour, Group, Item, Matrix, Path, Point, Rect, Scene, Stroke, Use, moved, rectangle, walk
from pnp.units import Mm

PARTS = 8
"""The number of parts of a straight line of a picture that are checked for touching something."""
WIDTH, HEIGHT = 40.0, 27.0
"""The field of a picture, in units of its own: 1/45 of the side of a counter."""

_RADIUS: Mm = 5
"""The radius of an emblem in its own scene."""
_EMBLEM_IN_PICTURE = 11.6
"""The radius of an emblem that is the whole picture."""
_FADED = 0.3
"""How much of its colour a faded emblem keeps."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of an icon: its background, the side's dark accent and emblem, and the emblems of all sides."""

    background: Colour
    accent: Colour = INK
    emblem: str = "disc"
    emblems: tuple[tuple[str, Colour], ...] = ()

    def colour(self, text: str) -> Colour:
        """Return the value of a colour in an icon file, such as `50% accent on background`.

        >>> Paint("#FFFFFF", "#000000").colour("50% accent on background")
        '#808080'
        """
        words = {"ink": INK, "paper": PAPER, "white": WHITE, "red": RED, "accent": self.accent}
        words["background"] = self.background
        percentage, upper, lower = split_colour(text)
        colour = words.get(lower, lower)
        return mix(words.get(upper, upper), colour, percentage / 100) if percentage else colour


@cache
def draw_emblem(
    icons: IconLibrary, name: str, accent: Colour = INK, background: Colour = WHITE, *, faded: bool = False
) -> Scene:
    """Draw an emblem by its name, 10 mm across.

    Raises `KeyError` for an unknown name. A faded emblem has pale colours instead of transparency, because some
    printers cannot print transparency.
    """
    paint = Paint(background, accent)
    items = [item for layer in icons.emblems[name].layers for item in _draw_layer(icons, layer, paint)]
    if faded:
        items = [pale_item(item, background, _FADED) for item in items]
    place = Matrix.place(_RADIUS, _RADIUS, scale=_RADIUS)
    return Scene(f"emblem {name}", 2 * _RADIUS, 2 * _RADIUS, (Group(tuple(items), place),), bleed=0.6)


def place_emblem(scene: Scene, x: Mm, y: Mm, radius: Mm) -> Use:
    """Return the drawing of an emblem, placed with its centre at (x, y) and with this radius."""
    return Use(scene, Matrix.place(x - radius, y - radius, scale=radius / _RADIUS))


@cache
def draw_picture(icons: IconLibrary, name: str, paint: Paint) -> Scene:
    """Draw a picture of a counter by its name, 40 x 27 mm, to be scaled as needed.

    An emblem can be a picture too. Raises `KeyError` for an unknown name.
    """
    if name in icons.pictures:
        items = _draw_layers(icons, icons.pictures[name].layers, paint)
    else:
        emblem = paint.emblem if name == "emblem" else name
        scene = draw_emblem(icons, emblem, paint.accent, paint.background)
        items = (place_emblem(scene, 0, 0, _EMBLEM_IN_PICTURE),)
    return Scene(f"picture {name}", WIDTH, HEIGHT, (Group(items, Matrix.place(WIDTH / 2, HEIGHT / 2)),), bleed=1)


def draw_clipped_picture(icons: IconLibrary, name: str) -> Scene:
    """Draw a picture on paper without what reaches past its field; `KeyError` for an unknown name."""
    scene = draw_picture(icons, name, Paint(PAPER))
    items = Group(scene.items, clip=rectangle(Rect(0, 0, WIDTH, HEIGHT)))
    return Scene(scene.name, WIDTH, HEIGHT, (items,))


def shows_owner(icons: IconLibrary, picture: str) -> bool:
    """Return whether a picture contains the emblem of the counter's owner."""
    if picture not in icons.pictures:
        return picture == "emblem"
    layers = (inner for layer in icons.pictures[picture].layers for inner in layer.inner())
    return any(layer.emblem in ("side", "all") or shows_owner(icons, layer.picture) for layer in layers)


@cache
def picture_points(icons: IconLibrary, name: str) -> tuple[Point, ...]:
    """Return points on the lines of a picture, relative to its middle.

    They show whether the picture touches anything.
    """
    scene = draw_picture(icons, name, Paint("#FFFFFF"))
    found = []
    for item, matrix in walk(scene.items):
        if isinstance(item, Path):
            corners = [matrix.apply((item.xy[i], item.xy[i + 1])) for i in range(0, len(item.xy), 2)]
            between = [
                (a[0] + (b[0] - a[0]) * part / PARTS, a[1] + (b[1] - a[1]) * part / PARTS)
                for a, b in pairwise(corners)
                for part in range(1, PARTS)
            ]
            found += [(x - WIDTH / 2, y - HEIGHT / 2) for x, y in corners + between]
    return tuple(found)


def _draw_layers(icons: IconLibrary, layers: Iterable[IconLayer], paint: Paint) -> tuple[Item, ...]:
    """Return the drawn items of all layers of an icon, the lowest layer first."""
    return tuple(item for layer in layers for item in _draw_layer(icons, layer, paint))


def _draw_layer(icons: IconLibrary, layer: IconLayer, paint: Paint) -> Iterator[Item]:
    """Yield the drawn items of one layer of an icon.

    An outline keeps its pen when it is scaled; a group of layers scales its pens.
    """
    place = Matrix.place(*layer.at, turn=layer.turn, scale=layer.scale)
    if layer.flip:
        place = place.after(Matrix(-1))
    if layer.outline:
        fill = paint.colour(layer.fill) if layer.fill else None
        stroke = None
        if layer.line:
            stroke = Stroke(paint.colour(layer.line), layer.pen, layer.dash, layer.cap, layer.join)
        path = outline_path(layer.outline, fill=fill, stroke=stroke)
        path = path if place == Matrix() else moved(path, place)
        yield _shaded(path, paint.colour(layer.shade), layer.shade_by) if layer.shade else path
    elif layer.emblem:
        yield from _draw_emblem_layer(icons, layer, paint)
    else:
        inner = icons.pictures[layer.picture].layers if layer.picture else layer.layers
        items = _draw_layers(icons, inner, paint)
        yield from items if place == Matrix() else (Group(items, place),)


def _shaded(path: Path, shade: Colour, by: tuple[float, float]) -> Group:
    """Return a path with a darker strip of this width and height at its right and lower edges."""
    light = replace(moved(path, Matrix.place(-by[0], -by[1])), stroke=None)
    return Group((replace(path, fill=shade), light), clip=Path(path.ops, path.xy))


def _draw_emblem_layer(icons: IconLibrary, layer: IconLayer, paint: Paint) -> Iterator[Item]:
    """Yield the emblem of a layer, or the emblems of all sides in a row.

    They are as large as the row has room for.
    """
    accent, background = paint.colour(layer.line or "accent"), paint.colour(layer.on)
    shown = {"side": ((paint.emblem, accent),), "all": paint.emblems}.get(layer.emblem, ((layer.emblem, accent),))
    radius = min(layer.radius, layer.row / max(len(shown), 1)) if layer.row else layer.radius
    for i, (name, colour) in enumerate(shown):
        x = layer.at[0] + (i - (len(shown) - 1) / 2) * radius * 2.4
        yield place_emblem(draw_emblem(icons, name, colour, background), x, layer.at[1], radius)
