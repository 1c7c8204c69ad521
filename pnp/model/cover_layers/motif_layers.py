"""Records of motifs, and of layers that consist of them: plants, vehicles, people and buildings."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.scene_layer import LAYER_KINDS, Count, Motif, Position, SceneLayer, Size, Tones
from pnp.model.record import enter

Hat: TypeAlias = Literal["helmet", "kepi", "fur_hat", "slouch_hat"]
Pose: TypeAlias = Literal["running", "kneeling", "crouching", "throwing", "pointing", "walking"]


@enter(LAYER_KINDS, "fan_palm")
class FanPalm(Motif):
    """A palm with a straight trunk and a round crown of fans; `height` is the height of its trunk."""

    height: Size = 150


@enter(LAYER_KINDS, "feather_palm")
class FeatherPalm(Motif):
    """A palm with a curved trunk, which leans by `lean`, and a crown of feathered fronds about `size` long."""

    height: Size = 300
    lean: float = 60
    size: Size = 120


@enter(LAYER_KINDS, "jungle_tree")
class JungleTree(Motif):
    """A flat-topped tree on a bare trunk."""

    height: Size = 90


@enter(LAYER_KINDS, "bush")
class Bush(Motif):
    """A rounded bush."""

    width: Size = 120
    height: Size = 50


@enter(LAYER_KINDS, "bare_tree")
class BareTree(Motif):
    """A leafless tree with seven generations of branches."""

    height: Size = 300


@enter(LAYER_KINDS, "grass")
class Grass(Motif):
    """A stand of `blades` of grass about the origin."""

    width: Size = 200
    height: Size = 26
    blades: Count = 60


@enter(LAYER_KINDS, "leaves")
class Leaves(SceneLayer):
    """Large torn leaves that frame a corner: x and y of the root, length, width, clockwise turn and bend of each."""

    ink: Ink
    veins: Ink
    items: tuple[tuple[float, float, float, float, float, float], ...]


@enter(LAYER_KINDS, "dust")
class Dust(Motif):
    """A trail of dust that grows to the left over its length, to its full height."""

    length: Size = 300
    height: Size = 60
    lobes: Count = 26


@enter(LAYER_KINDS, "medium_tank")
class MediumTank(Motif):
    """A medium tank with a rounded turret, a commander in the hatch, and a pennant on the aerial."""

    commander: bool = True
    pennant: bool = True


@enter(LAYER_KINDS, "light_tank")
class LightTank(Motif):
    """A light tank with a tall turret that has a star on its side."""


@enter(LAYER_KINDS, "twin_engine_transport")
class TwinEngineTransport(Motif):
    """A twin-engine transport of the 1940s with a span of 290 (in decimetres).

    It is seen from `ahead`, with its wheels down or up, or from `above` with its nose to the right.
    """

    view: Literal["ahead", "above"] = "ahead"
    wheels: bool = True


@enter(LAYER_KINDS, "parachutist")
class Parachutist(Motif):
    """A parachute with the hanging man; the origin is at his feet, and the canopy is 200 wide."""

    gores: Annotated[int, Field(ge=3, le=30)] = 9


@enter(LAYER_KINDS, "gull")
class Gull(Motif):
    """A distant gull with raised wings."""


@enter(LAYER_KINDS, "crow")
class Crow(Motif):
    """A crow on a branch, facing right."""


@enter(LAYER_KINDS, "warship")
class Warship(Motif):
    """A warship from the side, with its bow to the right."""


@enter(LAYER_KINDS, "landing_craft")
class LandingCraft(Motif):
    """A landing craft from the side, with its ramp to the right."""


@enter(LAYER_KINDS, "infantryman")
class Infantryman(Motif):
    """An infantryman of the Second World War; the light is on his left."""

    pose: Pose = "walking"


@enter(LAYER_KINDS, "officer")
class Officer(Motif):
    """An officer of the 19th or early 20th century who points his sword ahead."""


@enter(LAYER_KINDS, "column")
class Column(SceneLayer):
    """A column of marching men from the foreground (`start`) into the distance (`end`).

    `scale` is that of the nearest and of the farthest file. Each of `count` files has `ranks` men, who stand
    `rank_step` apart. The tones of the men change to the ink `far` with the distance.
    """

    start: Position
    end: Position
    scale: tuple[Size, Size]
    count: Annotated[int, Field(ge=2, le=60)]
    ranks: Annotated[int, Field(ge=1, le=6)] = 1
    rank_step: Position = (14, -6)
    hat: Hat = "fur_hat"
    far: Ink | None = None
    tones: Tones = {}


@enter(LAYER_KINDS, "mule")
class Mule(Motif):
    """A pack mule with its load, facing right."""


@enter(LAYER_KINDS, "stupa")
class Stupa(Motif):
    """A stupa with terraces, a bell and a ringed spire, 240 high; its left side is in the light."""


@enter(LAYER_KINDS, "city_gate")
class CityGate(Motif):
    """A city wall, 840 long, with a gate under a tower of two storeys with swept eaves and snow on its roofs."""


@enter(LAYER_KINDS, "truss_bridge")
class TrussBridge(Motif):
    """A steel lattice bridge on stone piers, with its origin at the left end of the water line."""

    spans: Annotated[int, Field(ge=1, le=12)] = 3
    span: Size = 190
    height: Size = 44
    pier: float = 46
