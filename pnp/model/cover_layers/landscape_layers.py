"""Records of the layers of a landscape: sky, clouds, land, water, weather, and what people built in it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.cover_layer import LAYER_KINDS, Count, CoverLayer, Position, Size
from pnp.model.record import enter


@enter(LAYER_KINDS, "sky")
class Sky(CoverLayer):
    """The sky, in steps from the ink at the top to the ink at the horizon: bands, or rings round the light."""

    top: Ink
    """The ink at the top, or outside the rings."""
    horizon: Ink
    """The ink at the horizon, or in the middle of the rings."""
    steps: Annotated[int, Field(ge=2, le=40)] = 9
    """The number of bands or rings of colour."""
    power: Size = 1
    """Above 1, bands are narrower near the top, and rings are wider on the outside; at 1 all are equal."""
    until: float = 470
    """The y at which the bands have reached the ink of the horizon, in points."""
    focus: Position | None = None
    """The x and y of the light, in points, with rings round it; by default there are bands."""
    radius: Size = 620
    """The radius of the largest ring, in points."""
    inner: float = 0
    """The radius towards which the rings shrink, in points."""


@enter(LAYER_KINDS, "sun")
class Sun(CoverLayer):
    """The sun or the moon."""

    at: Position
    """The x and y of the middle, in points."""
    radius: Size
    """The radius of the disc, in points."""
    ink: Ink
    """The ink of the disc."""
    bars: tuple[Position, ...] = ()
    """Gaps across the disc: the y of the top and the height of each, in points."""
    halo: float = 0
    """The radius of a larger disc behind it, in points; 0 for none."""
    halo_ink: Ink = "light"
    """The ink of the larger disc."""


@enter(LAYER_KINDS, "stars")
class Stars(CoverLayer):
    """A number of small stars in the upper part of the picture."""

    ink: Ink
    """The ink of the stars."""
    count: Count
    """The number of stars."""
    until: float = 300
    """The y of the lowest stars, in points."""


@enter(LAYER_KINDS, "bars")
class Bars(CoverLayer):
    """Long flat clouds."""

    ink: Ink
    """The ink of the clouds."""
    items: tuple[tuple[float, float, float, float], ...]
    """The x and y of the centre, width and height of each cloud, in points."""


@enter(LAYER_KINDS, "cumulus")
class Cumulus(CoverLayer):
    """A heaped cloud with a flat base."""

    at: Position
    """The x and y of the middle of its flat base, in points."""
    width: Size
    """The width of the cloud in points."""
    ink: Ink
    """The ink of the cloud."""
    shade: Ink | None = None
    """The ink of its lower part; by default there is no shade."""
    lobes: Count = 11
    """The number of round lobes of which the cloud consists."""
    lift: float = 0.36
    """How much higher the lobes in the middle are, as a share of the width."""


@enter(LAYER_KINDS, "ceiling")
class Ceiling(CoverLayer):
    """A bank of cloud that hangs from the top edge."""

    y: float
    """The y of the lower edge of the bank, in points."""
    ink: Ink
    """The ink of the bank of cloud."""
    lobe: Position = (30, 60)
    """The least and the greatest size of its lobes, in points."""
    wave: Size = 260
    """The distance between two waves of the lower edge, in points."""
    depth: Size = 26
    """How far the lower edge rises and falls, in points."""
    crayon: Ink | None = None
    """The ink of the grain along the lower edge; by default there is none."""


@enter(LAYER_KINDS, "mist")
class Mist(CoverLayer):
    """Mist about one height: flat clouds and grain."""

    y: float
    """The y of the middle of the mist, in points."""
    ink: Ink
    """The ink of the mist."""
    depth: Size = 24
    """How far the mist reaches up and down, in points."""
    grains: Count = 3600
    """The number of random grains."""


@enter(LAYER_KINDS, "ridge")
class Ridge(CoverLayer):
    """A ridge of hills with random rises; it may have mountains and trees."""

    ink: Ink
    """The ink of the ridge."""
    base: float
    """The y from which the height of the ridge is measured, in points."""
    height: float
    """The height of the hills above the base, in points."""
    wave: Size = 180
    """The distance between two random rises, in points."""
    octaves: int = 5
    """The number of random curves that are added to make the crest; more make it rougher."""
    gain: float = 0.5
    """The height of each random curve as a share of the one before it."""
    peaks: tuple[tuple[float, float, float], ...] = ()
    """Mountains on the ridge: the x, height and half width of each, in points."""
    trees: float = 0
    """The radius of the trees along the crest, in points; 0 for none."""
    lit: Ink | None = None
    """The ink of the flanks in the light; by default they are not drawn."""
    light: Literal["left", "right"] = "left"
    """The side from which the light comes: `left` or `right`."""
    crayon: Ink | None = None
    """The ink of the grain below the crest; by default there is none."""
    grains: Count = 4200
    """The number of random grains."""
    foot: float | None = None
    """The y down to which the ridge is filled, in points; by default the foot of the picture."""


@enter(LAYER_KINDS, "plain")
class Plain(CoverLayer):
    """A plain down to the foot of the picture or to another height."""

    ink: Ink
    """The ink of the plain, or of its far part."""
    top: float
    """The y of the far edge, in points."""
    to: Ink | None = None
    """The ink to which it changes towards the viewer; by default it does not change."""
    wobble: float = 0
    """How far the far edge wavers up and down, in points."""
    bottom: float | None = None
    """The y of the near edge, in points; by default the foot of the picture."""
    crayon: Ink | None = None
    """The ink of the grain, which is denser towards the viewer; by default there is none."""
    grains: Count = 5000
    """The number of random grains."""


@enter(LAYER_KINDS, "furrows")
class Furrows(CoverLayer):
    """Ruts in a field that lead to a vanishing point."""

    ink: Ink
    """The ink of the ruts."""
    vanish: Position
    """The x and y of the vanishing point, in points."""
    top: float
    """The y above which no rut is drawn, in points."""
    count: Count = 26
    """The number of ruts."""
    spread: Size = 900
    """How far they reach to the left and right of the vanishing point at the foot, in points."""
    width: Size = 1.6
    """The width of a rut at the foot, in points."""


@enter(LAYER_KINDS, "water")
class Water(CoverLayer):
    """Still water between two heights, with short waves all over it and glints about the light."""

    ink: Ink
    """The ink of the water."""
    top: float
    """The y of the far shore, in points."""
    bottom: float
    """The y of the near shore, in points."""
    deep: Ink | None = None
    """The ink of the short waves; by default there are none."""
    glint: Ink | None = None
    """The ink of the glints; by default there are none."""
    light_at: float | None = None
    """The x about which the glints lie, in points; by default they lie everywhere."""
    count: Count = 90
    """The number of glints; there are half as many waves."""
    spread: Size = 200
    """How far the glints are scattered to the left and right of the light, in points."""


@enter(LAYER_KINDS, "surf")
class Surf(CoverLayer):
    """Waves that run up a beach, one behind the other."""

    start: float
    """The y of the farthest wave, in points."""
    end: float
    """The y of the nearest wave, in points."""
    inks: tuple[Ink, ...]
    """The inks of the waves, from the farthest to the nearest."""
    slope: float = 0
    """How much lower each wave is at the right edge than in the middle, in points."""
    height: float = 9
    """The height of the scallops of the farthest wave, in points; nearer waves have higher ones."""


@enter(LAYER_KINDS, "river")
class River(CoverLayer):
    """A river or a road that gets wider towards the viewer."""

    ink: Ink
    """The ink of the river or road."""
    points: Annotated[tuple[Position, ...], Field(min_length=2)]
    """The x and y of places along its middle, in points, from far to near."""
    narrow: float
    """Half the width at the first place, in points."""
    wide: float
    """Half the width at the last place, in points."""
    bank: Ink | None = None
    """The ink along its edges; by default there is none."""
    glint: Ink | None = None
    """The ink of the light on it; by default there is none."""


@enter(LAYER_KINDS, "cracks")
class Cracks(CoverLayer):
    """Cracks in the ice of a frozen river."""

    ink: Ink
    """The ink of the cracks."""
    area: tuple[float, float, float, float]
    """The left, top, right and bottom of the ice, in points."""
    count: Count = 14
    """The number of cracks."""
    width: Size = 0.8
    """The width of a crack in points."""


@enter(LAYER_KINDS, "airstrip")
class Airstrip(CoverLayer):
    """A runway that reaches down to the foot of the picture."""

    ink: Ink
    """The ink of the runway."""
    vanish: Position
    """The x and y of the vanishing point of its borders, in points."""
    left: float
    """The x of its left border at the foot, in points."""
    right: float
    """The x of its right border at the foot, in points."""
    top: float
    """The y of the far end, in points."""
    edge: Ink | None = None
    """The ink of its borders; by default there are none."""
    dash: Ink | None = None
    """The ink of the broken line along its middle; by default there is none."""
    puddles: Ink | None = None
    """The ink of the water on it; by default there is none."""


@enter(LAYER_KINDS, "telegraph")
class Telegraph(CoverLayer):
    """Telegraph poles with their wires."""

    ink: Ink
    """The ink of the poles and wires."""
    items: tuple[tuple[float, float, float], ...]
    """The x and y of the foot and the height of each pole, in points, along the wire."""
    sag: float = 12
    """How far a wire sags between poles 100 points high, in points."""


@enter(LAYER_KINDS, "rain")
class Rain(CoverLayer):
    """Strokes of rain down to the foot of the picture."""

    ink: Ink
    """The ink of the rain."""
    count: Count = 170
    """The number of strokes."""
    length: Position = (16, 52)
    """The least and the greatest length of a stroke, in points."""
    angle: float = 74
    """The angle of the strokes to the ground, in degrees; 90 is straight down."""
    width: Size = 0.55
    """The usual width of a stroke, in points."""
    top: float | None = None
    """The y from which it rains, in points; by default below the strip."""


@enter(LAYER_KINDS, "snow")
class Snow(CoverLayer):
    """Snowflakes down to the foot of the picture."""

    ink: Ink
    """The ink of the snowflakes."""
    count: Count = 260
    """The number of snowflakes."""
    radii: Position = (0.5, 2.1)
    """The least and the greatest radius of a snowflake, in points."""
    top: float | None = None
    """The y from which it snows, in points; by default below the strip."""


@enter(LAYER_KINDS, "flak")
class Flak(CoverLayer):
    """Bursts of anti-aircraft fire."""

    ink: Ink
    """The ink of the smoke."""
    items: tuple[tuple[float, float, float], ...]
    """The x and y of the middle and the size of each burst, in points."""
    core: Ink | None = None
    """The ink of the flash in the middle; by default there is none."""
