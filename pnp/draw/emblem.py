"""Emblems of nations and formations: drawn about (0, 0) with radius 1, placed at any size."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from pnp.draw.shape import points_text, shape, star_text
from pnp.palette import INK, WHITE, mix
from pnp.scene import Colour, Group, Matrix, Path, Scene, Stroke, Use
from pnp.units import Mm

BLUE, PALE_BLUE, RED, LIGHT_RED = "#23355E", "#8FB6DC", "#B3161B", "#C2352F"
GREEN, ORANGE, BLACK = "#2E7D3C", "#F28A1E", "#141414"
"""The colours that national emblems have in common."""

Shapes = tuple[Path, ...]

_RADIUS: Mm = 5
"""The radius at which an emblem's scene is kept."""
_FADED = 0.3
"""How much of its colour a faded emblem keeps."""


@cache
def draw_emblem(name: str, accent: Colour = INK, ground: Colour = WHITE, *, faded: bool = False) -> Scene:
    """An emblem, 10 mm across; `KeyError` if there is none such.

    One without colours of its own has the `accent`, with eyes and edges in the `ground`. A `faded` one has sunk most of
    the way into the ground: by its colours, since some printers cannot do transparency.
    """
    shapes = EMBLEM_SHAPES[name](accent, ground)
    if faded:
        shapes = tuple(_fade(path, ground) for path in shapes)
    place = Matrix.place(_RADIUS, _RADIUS, scale=_RADIUS)
    return Scene(f"emblem {name}", 2 * _RADIUS, 2 * _RADIUS, (Group(shapes, place),), bleed=0.6)


def place_emblem(scene: Scene, x: Mm, y: Mm, radius: Mm) -> Use:
    """An emblem of some radius about (x, y)."""
    return Use(scene, Matrix.place(x - radius, y - radius, scale=radius / _RADIUS))


def _fade(path: Path, ground: Colour) -> Path:
    fill = mix(path.fill, ground, _FADED) if path.fill else None
    stroke = replace(path.stroke, colour=mix(path.stroke.colour, ground, _FADED)) if path.stroke else None
    return replace(path, fill=fill, stroke=stroke)


# ---------------------------------------------------------------- nations


def _rings(*rings: tuple[float, Colour]) -> Shapes:
    """Discs of falling radius, one on another."""
    return tuple(shape(f"O0 0 {radius}", fill=colour) for radius, colour in rings)


def _star(accent: Colour, ground: Colour) -> Shapes:
    return (*_rings((1, BLUE)), shape(star_text(0, 0, 0.96, 0.37), fill=WHITE))


def _many_pointed_star(accent: Colour, ground: Colour) -> Shapes:
    rays = shape(star_text(0, 0, 0.88, 0.50, 12), fill=WHITE)
    return (*_rings((1, BLUE)), rays, *_rings((0.48, BLUE), (0.38, WHITE)))


def _cross(accent: Colour, ground: Colour) -> Shapes:
    """The beam cross: black, edged white."""
    white, black = "R-1-.42 2 .84R-.42-1 .84 2", "R-1-.24 2 .48R-.24-1 .48 2"
    return (shape(white, fill=WHITE), shape(black, fill=BLACK))


def _triangle(accent: Colour, ground: Colour) -> Shapes:
    return (shape("M0-1L1 .75H-1Z", fill=BLACK), shape("M0-.58L.62 .52H-.62Z", fill=ORANGE))


# ---------------------------------------------------------------- formations


def _black_cat(accent: Colour, ground: Colour) -> Shapes:
    head = (
        "M-.78-.96C-.52-.84-.36-.66-.26-.54C-.10-.58 .10-.58 .26-.54C.36-.66 .52-.84 .78-.96"
        "C.88-.52 .88-.22 .90 .04C.96 .16 .94 .34 .84 .46C.66 .76 .34 .90 0 .90"
        "C-.34 .90-.66 .76-.84 .46C-.94 .34-.96 .16-.90 .04C-.88-.22-.88-.52-.78-.96Z"
    )
    eyes = (
        "M-.66 0C-.52-.22-.26-.18-.16 .12C-.34 .20-.54 .16-.66 0ZM.66 0C.52-.22 .26-.18 .16 .12C.34 .20 .54 .16 .66 0Z"
    )
    pupils = "E-.38 .02 .06 .13E.38 .02 .06 .13"
    nose = "M-.12 .36H.12L0 .50Z"
    mouth = shape(
        "M0 .48V.58M0 .58C-.06 .70-.20 .70-.26 .62M0 .58C.06 .70 .20 .70 .26 .62", stroke=Stroke(ground, 0.06)
    )
    whiskers = shape("M-.40 .44L-1 .34M-.40 .54L-.98 .60M.40 .44L1 .34M.40 .54L.98 .60", stroke=Stroke(ground, 0.045))
    return (
        shape(head, fill=INK),
        shape(eyes, fill=ground),
        shape(pupils, fill=INK),
        shape(nose, fill=ground),
        mouth,
        whiskers,
    )


def _chrysanthemum(accent: Colour, ground: Colour) -> Shapes:
    """Sixteen petals round a disc."""
    edge, wide = Stroke(INK, 0.075), 0.185
    petals = []
    for i in range(16):
        sine, cosine = math.sin(i * math.pi / 8), math.cos(i * math.pi / 8)

        def at(x: float, y: float, s: float = sine, c: float = cosine) -> tuple[float, ...]:
            return (x * c - y * s, x * s + y * c)

        left, right = at(-wide, -0.80), at(wide, -0.80)
        bend = at(wide, -1.02) + at(-wide, -1.02)
        petals.append(Path("MLCZ", at(0, 0) + right + bend + left, WHITE, edge))
    return (*petals, shape("O0 0 .19", fill=WHITE, stroke=edge))


def _wolf(accent: Colour, ground: Colour) -> Shapes:
    head = (
        "M-.80-1L-.36-.54H.36L.80-1L.90-.10L.98 .10L.72 .16L.66 .36L.40 .40L.24 .82L.12 .98H-.12L-.24 .82L-.40 .40"
        "L-.66 .36L-.72 .16L-.98 .10L-.90-.10Z"
    )
    ears = "M-.70-.72L-.46-.46L-.66-.28ZM.70-.72L.46-.46L.66-.28Z"
    eyes = "M.14 .12L.52-.12L.46 .08ZM-.14 .12L-.52-.12L-.46 .08Z"
    nose = "M-.13 .74H.13L0 .90Z"
    return (shape(head, fill=INK), shape(ears + eyes + nose, fill=ground))


def _ball_of_fire(accent: Colour, ground: Colour) -> Shapes:
    flames = shape(star_text(0, 0, 1, 0.66, 14, short=0.86), fill=accent)
    return (flames, *_rings((0.60, ground), (0.52, LIGHT_RED)))


def _sun_rays(accent: Colour, ground: Colour) -> Shapes:
    wedges = []
    for i in range(16):
        angle, half = i * math.pi / 8, math.pi / 32
        wedges.append(points_text([(0, 0), *((math.sin(a), -math.cos(a)) for a in (angle - half, angle + half))]))
    return (shape("".join(wedges), fill=accent), *_rings((0.50, ground), (0.42, accent)))


def _blade(angle: float, accent: Colour) -> Iterator[Path]:
    """A sword whose point leans right of up by `angle` degrees."""
    s, c = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    place = Matrix(c, s, -s, c)
    for text in ("M0-1.08L.10-.88V.46H-.10V-.88Z", "R-.34 .46 .68 .14", "R-.08 .60 .16 .34", "O0 1 .11"):
        path = shape(text, fill=accent)
        flat = (place.apply((path.xy[i], path.xy[i + 1])) for i in range(0, len(path.xy), 2))
        yield replace(path, xy=tuple(value for point in flat for value in point))


def _dagger(accent: Colour, ground: Colour) -> Shapes:
    return tuple(_blade(0, accent))


def _crossed_swords(accent: Colour, ground: Colour) -> Shapes:
    return (*_blade(42, accent), *_blade(-42, accent))


def _tower(accent: Colour, ground: Colour) -> Shapes:
    wall = "M-.74-.96H-.42V-.70H-.16V-.96H.16V-.70H.42V-.96H.74V-.34L.56-.20V.72H.80V.96H-.80V.72H-.56V-.20L-.74-.34Z"
    gate = "M-.24 .96V.42C-.24 .10 .24 .10 .24 .42V.96ZM-.08-.22H.08V.06H-.08Z"
    return (shape(wall, fill=accent), shape(gate, fill=ground))


def _clover(accent: Colour, ground: Colour) -> Shapes:
    return (
        shape("O0-.48 .44O-.46 .18 .44O.46 .18 .44O0 0 .26", fill=accent),
        shape("M0 .10C.02 .50-.06 .78-.22 1H.14C.20 .78 .16 .40 .10 .10Z", fill=accent),
    )


def _palm(accent: Colour, ground: Colour) -> Shapes:
    trunk = "M-.16 .98C-.02 .50 .02 .10-.06-.36L.10-.40C.20 .10 .18 .56 .10 .98Z"
    leaves = (
        "M.02-.36C-.30-.78-.72-.70-.98-.22C-.66-.42-.34-.42 .02-.36Z"
        "M.02-.36C-.26-.42-.66-.16-.68 .30C-.50-.04-.26-.20 .02-.36Z"
        "M.02-.36C-.34-.66-.38-.92-.14-1.04C-.18-.78-.08-.56 .02-.36Z"
        "M.02-.36C.34-.78 .76-.70 .98-.22C.66-.42 .34-.42 .02-.36Z"
        "M.02-.36C.30-.42 .70-.16 .72 .30C.54-.04 .30-.20 .02-.36Z"
        "M.02-.36C.38-.66 .42-.92 .18-1.04C.22-.78 .12-.56 .02-.36Z"
    )
    return (shape(trunk, fill=accent), shape(leaves, fill=accent))


def _anchor(accent: Colour, ground: Colour) -> Shapes:
    pen = Stroke(accent, 0.20)
    return (
        shape("O0-.76 .18", stroke=Stroke(accent, 0.14)),
        shape("M0-.58V.86M-.44-.30H.44M-.80 .22C-.74 .66-.36 .86 0 .86C.36 .86 .74 .66 .80 .22", stroke=pen),
        shape("M-.98 .36L-.80-.02L-.54 .34ZM.98 .36L.80-.02L.54 .34Z", fill=accent),
    )


EMBLEM_SHAPES: dict[str, Callable[[Colour, Colour], Shapes]] = {
    "roundel": lambda a, g: _rings((1, BLUE), (0.70, WHITE), (0.36, LIGHT_RED)),
    "roundel-green": lambda a, g: _rings((1, GREEN), (0.70, WHITE), (0.36, LIGHT_RED)),
    "roundel-blue": lambda a, g: _rings((1, BLUE), (0.52, PALE_BLUE)),
    "sun-disc": lambda a, g: _rings((1, WHITE), (0.80, RED)),
    "star": _star,
    "red-star": lambda a, g: (shape(star_text(0, 0.06, 1.1, 0.44), fill=RED, stroke=Stroke(WHITE, 0.09)),),
    "cross": _cross,
    "triangle": _triangle,
    "many-pointed-star": _many_pointed_star,
    "disc": lambda a, g: _rings((1, a)),
    "diamond": lambda a, g: (shape("M0-1.1L1.1 0L0 1.1L-1.1 0Z", fill=a),),
    "square": lambda a, g: (shape("R-.88-.88 1.76 1.76", fill=a),),
    "black-cat": _black_cat,
    "chrysanthemum": _chrysanthemum,
    "wolf": _wolf,
    "ball-of-fire": _ball_of_fire,
    "dagger": _dagger,
    "crossed-swords": _crossed_swords,
    "tower": _tower,
    "clover": _clover,
    "palm": _palm,
    "sun-rays": _sun_rays,
    "anchor": _anchor,
}
"""Emblem -> how it is drawn from an accent colour and the colour of its ground."""
