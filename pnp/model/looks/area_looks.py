"""Records of the looks of hexes: open land, areas and water."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.model.looks.look import LOOK_KINDS, AreaShape, LabelStyle, LookGroup, TerrainLook
from pnp.model.looks.textures import Belt, Texture
from pnp.model.record import Record, Words, enter

AreaDrawing: TypeAlias = Literal["fields", "forest-floor", "massif", "relief", "swamp"]
"""Drawings of areas that need a computation."""
AreaDetail: TypeAlias = Literal["canopy", "massif-hachures", "rainforest-crowns", "relief-hachures"]
"""What is drawn on an area where nothing is printed."""
GroundDrawing: TypeAlias = Literal["dry-slope", "snow-drifts", "wet-ground"]
"""What is drawn under everything else on open land."""
WATERLINES_PT = ((1.7, 0.45), (3.7, 0.40), (6.2, 0.30))
"""Distance from the shore and width of the lines on the water along it."""


class TidalCreeks(Record):
    """Winding creeks that branch from rivers into a marsh, as decoration, in points.

    They have the colour of the water, and banks of the colour `creek_edge`.
    """

    every_pt: tuple[float, float] = (40.0, 75.0)
    """The least and greatest distance between the mouths of creeks, in points."""
    length_pt: tuple[float, float] = (90.0, 220.0)
    """The least and greatest length of a creek, in points."""
    width_pt: tuple[float, float] = (2.2, 3.2)
    """The least and greatest width of a creek at the river, in points."""


class FieldSizes(Record):
    """The parcels of farmland on open land: their width, height, clusters and distance from water.

    With `belts`, the parcels are strips along roads, rivers and the tracks of farms. The dots have the colour `shoot`,
    sheens and cracks those of their names (`sheen`, `crack`).
    """

    width_pt: tuple[float, float] = (4.2, 6.8)
    """The least and greatest width of a parcel, in points."""
    height_pt: tuple[float, float] = (2.8, 4.6)
    """The least and greatest height of a parcel, in points."""
    reach_pt: tuple[float, float] = (17.0, 25.0)
    """The least and greatest radius of a cluster of parcels, in points."""
    every_pt: float = 40.0
    """The distance between clusters, in points."""
    near_pt: tuple[float, float] = (26.0, 40.0)
    """How far from water and from settlements there are clusters of parcels, in points."""
    everywhere: bool = False
    """Whether all open land has parcels, not only that near water, settlements and roads."""
    furrowed: float = 0.0
    """The share of parcels with furrows."""
    furrow_pt: tuple[float, float] = (1.9, 2.6)
    """The least and greatest distance of furrows, in points."""
    walled: float = 0.0
    """The share of parcels with a piece of wall."""
    belts: int = 0
    """How many belts of parcels there are on each side of roads and rivers instead of clusters."""
    bare: float = 0.0
    """The level of noise below which roads and rivers have no parcels beside them."""
    left_out: float = 0.03
    """The share of parcels beside roads and rivers that are missing."""
    strokes: tuple[str, ...] = ()
    """The rows on parcels of each colour in turn: `furrows`, `dots`, `sheen`, `cracks` or `bare`."""


class GroundTones(Record):
    """The patches of drier ground on open land and the green land along rivers.

    The cultivated plain has an outline of its own.
    """

    levels: tuple[float, ...] = (-0.06, 0.03, 0.12, 0.21, 0.30)
    """The levels of noise at which the ground becomes one step drier."""
    wavelength_pt: float = 95.0
    """The size of the patches of drier ground, in points."""
    share: float = 0.26
    """How much drier the ground becomes at each step."""
    riverside_pt: float = 8.5
    """The width of the green land along rivers and lakes, in points."""
    riverside_share: float = 0.38
    """The share of green in the land along rivers and lakes."""
    plain_pt: float = 0.0
    """The width of a broader cultivated plain around it, in points."""
    plain_share: float = 0.0
    """The share of green in this plain."""


@enter(LOOK_KINDS, "ground")
class GroundLook(TerrainLook):
    """Open land, with farmland near water and settlements and a `texture` elsewhere.

    A look that is not the first of its kind has its own colours of farmland: `parcel_1` and so on, `parcel_line`,
    `furrow` and `wall`. The arguments of `draw` are the land of the map and the colours.
    """

    group: LookGroup = "ground"
    texture: Texture
    """The texture of open land that is not farmland."""
    fields: FieldSizes = FieldSizes()
    """The parcels of farmland."""
    tones: GroundTones = GroundTones()
    """The patches of drier and greener ground."""
    trees: Texture | None = None
    """Trees that are scattered singly."""
    farms: Texture | None = None
    """Farms in hexes without symbols."""
    tree_belts_pt: tuple[float, float] | None = None
    """How far from fields and from water there are also trees, in points."""
    draw: GroundDrawing | None = None
    """The drawing under everything else, such as drifts of snow."""


@enter(LOOK_KINDS, "area")
class AreaLook(TerrainLook):
    """Terrain that covers an area of land; with the group `height` it rises in steps.

    `detail` may be slopes instead of the usual hatching: its arguments are the area, the colours, and the raster of
    printed things.
    """

    group: LookGroup = "cover"
    shape: AreaShape
    """The outline of the area."""
    draw: AreaDrawing | None = None
    """The drawing of the area, if it needs a computation."""
    fill: str = "fill"
    """The name of the colour of the area."""
    rim_pt: float = 0.0
    """The width of a rim in the colour `rim`, in points."""
    edge_pt: float = 0.0
    """The width of the outline in the colour `edge`, in points."""
    edge_dash_pt: tuple[float, ...] = ()
    """The lengths of dashes and gaps of the outline, in points."""
    steps: Words = ()
    """The names of the colours of its steps of height, the lowest first."""
    texture: Texture | None = None
    """The texture of the area, such as trees."""
    under: Texture | None = None
    """A texture below the other one."""
    belts: tuple[Belt, ...] = ()
    """Textures in belts around the area or along rivers in it."""
    groves: Texture | None = None
    """A texture of clear land on maps that have this terrain."""
    creeks: TidalCreeks | None = None
    """Creeks that branch into the area from rivers."""
    dry_only: bool = False
    """Whether the area is kept off lakes and the sea."""
    parcels: bool = False
    """Whether parcels of farmland cover the area."""
    patch: str = ""
    """The name of the colour of patches on which hex numbers are printed."""
    detail: AreaDetail | None = None
    """What is drawn on the area where nothing is printed, such as crowns."""


@enter(LOOK_KINDS, "water")
class WaterLook(TerrainLook):
    """Hexes of water.

    Rivers that end in water that `flows` widen. The waterlines are on such water broken lines of the current in the
    colour `flow`, over a shade in the colour `inner`. With two distances `deep_pt`, the second band has the colour
    `deepest` and the waterlines fade. A beach has the colours `sand` and `grain`.
    """

    group: LookGroup = "water"
    shape: AreaShape
    """The outline of the water."""
    inland: bool = False
    """Whether it is inland water, whose banks are green."""
    flows: bool = False
    """Whether it is a broad river, which continues off the map."""
    waterlines_pt: tuple[tuple[float, float], ...] = WATERLINES_PT
    """The distance from the shore and the width of each line along it, in points."""
    deep_pt: tuple[float, ...] = (9.0,)
    """The distances from the shore at which the water becomes darker, in points."""
    beach_pt: float = 0.0
    """The width of a strip of sand around the water, in points."""
    reeds_pt: float = 0.0
    """The distance between the blades of groups of reeds on the shore, in points, or 0. Their colour is `reed`."""
    shore_pt: float = 0.62
    """The width of the line of the shore, in points."""
    label: LabelStyle | None = None
    """The lettering of names across the water."""
    straight: bool = False
    """Whether names are on a level or upright line, not on a curve."""

    @property
    def banded(self) -> bool:
        """Whether the water has bands of depth, and so continues off the map."""
        return len(self.deep_pt) > 1
