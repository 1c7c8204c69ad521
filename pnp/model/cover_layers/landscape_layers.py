"""Records of the layers of a landscape: sky, clouds, land, water, weather, and what people built in it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.scene_layer import LAYER_KINDS, Count, Position, SceneLayer, Size
from pnp.model.record import enter


@enter(LAYER_KINDS, "sky")
class Sky(SceneLayer):
    """The sky, in `steps` from the ink `top` to the ink `horizon`.

    With a `focus`, the steps are rings round the light, from `radius` to `inner`; else they are bands down to `until`.
    A `power` above 1 makes them change faster near the top.
    """

    top: Ink
    horizon: Ink
    steps: Annotated[int, Field(ge=2, le=40)] = 9
    power: Size = 1
    until: float = 470
    focus: Position | None = None
    radius: Size = 620
    inner: float = 0


@enter(LAYER_KINDS, "sun")
class Sun(SceneLayer):
    """The sun or the moon.

    `bars` are gaps across it (y and height); `halo` is the radius of a larger disc behind it.
    """

    at: Position
    radius: Size
    ink: Ink
    bars: tuple[Position, ...] = ()
    halo: float = 0
    halo_ink: Ink = "light"


@enter(LAYER_KINDS, "stars")
class Stars(SceneLayer):
    """A number of small stars from the top of the picture down to `until`."""

    ink: Ink
    count: Count
    until: float = 300


@enter(LAYER_KINDS, "bars")
class Bars(SceneLayer):
    """Long flat clouds: x and y of the centre, width and height of each."""

    ink: Ink
    items: tuple[tuple[float, float, float, float], ...]


@enter(LAYER_KINDS, "cumulus")
class Cumulus(SceneLayer):
    """A heaped cloud with a flat base at `at`; with `shade`, its lower part is darker."""

    at: Position
    width: Size
    ink: Ink
    shade: Ink | None = None
    lobes: Count = 11
    lift: float = 0.36


@enter(LAYER_KINDS, "ceiling")
class Ceiling(SceneLayer):
    """A bank of cloud that hangs from the top edge down to `y`; `lobe` is the least and greatest size of its lobes."""

    y: float
    ink: Ink
    lobe: Position = (30, 60)
    wave: Size = 260
    depth: Size = 26
    crayon: Ink | None = None


@enter(LAYER_KINDS, "mist")
class Mist(SceneLayer):
    """Mist about one height: flat clouds and grain."""

    y: float
    ink: Ink
    depth: Size = 24
    grains: Count = 3600


@enter(LAYER_KINDS, "ridge")
class Ridge(SceneLayer):
    """A ridge of hills about `height` above `base`, with random rises about `wave` apart.

    `peaks` are mountains: x, height and half width of each. `trees` is the size of the trees along its crest. `lit` is
    the ink of the flanks in the light. `crayon` is the ink of the grain below its crest. It goes down to `foot`.
    """

    ink: Ink
    base: float
    height: float
    wave: Size = 180
    octaves: int = 5
    gain: float = 0.5
    peaks: tuple[tuple[float, float, float], ...] = ()
    trees: float = 0
    lit: Ink | None = None
    light: Literal["left", "right"] = "left"
    crayon: Ink | None = None
    grains: Count = 4200
    foot: float | None = None


@enter(LAYER_KINDS, "plain")
class Plain(SceneLayer):
    """A plain from `top` down to the foot, or to `bottom`, with an edge that wavers by `wobble`.

    With `to`, it changes to that ink towards the viewer. `crayon` is the ink of its grain.
    """

    ink: Ink
    top: float
    to: Ink | None = None
    wobble: float = 0
    bottom: float | None = None
    crayon: Ink | None = None
    grains: Count = 5000


@enter(LAYER_KINDS, "furrows")
class Furrows(SceneLayer):
    """Ruts in a field, below `top`, that lead to a vanishing point; `spread` is how far they reach at the foot."""

    ink: Ink
    vanish: Position
    top: float
    count: Count = 26
    spread: Size = 900
    width: Size = 1.6


@enter(LAYER_KINDS, "water")
class Water(SceneLayer):
    """Still water between two heights.

    Short waves in the ink `deep` lie all over it; glints lie about `light_at`, the x of the light, within `spread`.
    """

    ink: Ink
    top: float
    bottom: float
    deep: Ink | None = None
    glint: Ink | None = None
    light_at: float | None = None
    count: Count = 90
    spread: Size = 200


@enter(LAYER_KINDS, "surf")
class Surf(SceneLayer):
    """Waves that run up a beach, one behind the other from y `start` to `end`, each in the next of `inks`."""

    start: float
    end: float
    inks: tuple[Ink, ...]
    slope: float = 0
    height: float = 9


@enter(LAYER_KINDS, "river")
class River(SceneLayer):
    """A river or a road through `points`, from half the width `narrow` at the first to `wide` at the last.

    `bank` is the ink along its edges, `glint` that of light on it.
    """

    ink: Ink
    points: Annotated[tuple[Position, ...], Field(min_length=2)]
    narrow: float
    wide: float
    bank: Ink | None = None
    glint: Ink | None = None


@enter(LAYER_KINDS, "cracks")
class Cracks(SceneLayer):
    """Cracks in the ice of a frozen river, between the left, top, right and bottom of `area`."""

    ink: Ink
    area: tuple[float, float, float, float]
    count: Count = 14
    width: Size = 0.8


@enter(LAYER_KINDS, "airstrip")
class Airstrip(SceneLayer):
    """A runway from `top` to the foot, where it reaches from `left` to `right`.

    `edge` is the ink of its borders, `dash` that of the line along its middle, and `puddles` that of water on it.
    """

    ink: Ink
    vanish: Position
    left: float
    right: float
    top: float
    edge: Ink | None = None
    dash: Ink | None = None
    puddles: Ink | None = None


@enter(LAYER_KINDS, "telegraph")
class Telegraph(SceneLayer):
    """Telegraph poles in the order of the wire: x and y of the foot and height of each; `sag` is that of the wire."""

    ink: Ink
    items: tuple[tuple[float, float, float], ...]
    sag: float = 12


@enter(LAYER_KINDS, "rain")
class Rain(SceneLayer):
    """Strokes of rain from `top` down to the foot, at an angle of `angle` degrees to the ground."""

    ink: Ink
    count: Count = 170
    length: Position = (16, 52)
    angle: float = 74
    width: Size = 0.55
    top: float | None = None


@enter(LAYER_KINDS, "snow")
class Snow(SceneLayer):
    """Snowflakes from `top` down to the foot; `radii` are the least and the greatest radius."""

    ink: Ink
    count: Count = 260
    radii: Position = (0.5, 2.1)
    top: float | None = None


@enter(LAYER_KINDS, "flak")
class Flak(SceneLayer):
    """Bursts of anti-aircraft fire: x, y and size of each. `core` is the ink of the flash in their middle."""

    ink: Ink
    items: tuple[tuple[float, float, float], ...]
    core: Ink | None = None
