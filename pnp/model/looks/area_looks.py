"""Records of the looks of hexes: open land, areas and water."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.model.looks.look import LOOK_KINDS, AreaShape, LabelStyle, LookGroup, TerrainLook
from pnp.model.looks.textures import Belt, Texture
from pnp.model.record import Record, Words, enter

AreaDrawing: TypeAlias = Literal["fields", "forest-floor", "massif", "rainforest", "relief", "tidal-swamp"]
"""Drawings of areas that need a computation."""
AreaDetail: TypeAlias = Literal["canopy", "massif-hachures", "relief-hachures"]
"""What is drawn on an area where nothing is printed."""
GroundDrawing: TypeAlias = Literal["dry-slope", "snow-drifts", "wet-ground"]
"""What is drawn under everything else on open land."""
WATERLINES_PT = ((1.7, 0.45), (3.7, 0.40), (6.2, 0.30))
"""Distance from the shore and width of the lines on the water along it."""


class TidalCreeks(Record):
    """Winding creeks that branch from rivers into a marsh, as decoration, in points.

    They begin `every_pt` apart, are up to `length_pt` long and as wide as `width_pt` at the river. Their colours are
    `creek` and `creek_edge`.
    """

    every_pt: tuple[float, float] = (40.0, 75.0)
    length_pt: tuple[float, float] = (90.0, 220.0)
    width_pt: tuple[float, float] = (2.2, 3.2)


class FieldSizes(Record):
    """The parcels of farmland on open land, in points: their width, height, clusters and distance from water.

    With `everywhere`, all open land has clusters of parcels; if not, land up to `near_pt` from water, settlements and
    roads has them. Of the parcels, `furrowed` is the share with furrows, `furrow_pt` their distances, and `walled` the
    share with a piece of wall.

    With `bent_pt`, the parcels of a cluster follow the nearest road or river, and their sides are bent by so much.
    Then `bare` is the level of noise below which there are no clusters.

    With `cut_pt2`, clusters are cut into irregular parcels of at most so many square points. `shares` are the shares of
    possible clusters near water and elsewhere, `left_out` the share of parcels that are missing, `outline` the share of
    the edge of a parcel that is drawn. `strokes` are the rows on the parcels of each colour in turn: `furrows`, `dots`
    in the colour `shoot`, a `sheen` in the colour of that name, `cracks` in the colour `crack`, or `bare`.
    """

    width_pt: tuple[float, float] = (4.2, 6.8)
    height_pt: tuple[float, float] = (2.8, 4.6)
    reach_pt: tuple[float, float] = (17.0, 25.0)
    every_pt: float = 40.0
    near_pt: tuple[float, float, float] = (26.0, 40.0, 0.0)
    everywhere: bool = False
    furrowed: float = 0.0
    furrow_pt: tuple[float, float] = (1.9, 2.6)
    walled: float = 0.0
    bent_pt: float = 0.0
    bare: float = -1.0
    cut_pt2: tuple[float, float] = (0.0, 0.0)
    shares: tuple[float, float] = (0.62, 0.34)
    left_out: float = 0.14
    outline: float = 0.58
    strokes: tuple[str, ...] = ("furrows", "dots")


class GroundTones(Record):
    """The patches of drier ground on open land and the green land along rivers.

    `levels` are those of the noise at which the ground becomes one step drier, by `share`. `riverside_share` is the
    share of green in the land up to `riverside_pt` from rivers and lakes. `plain_pt` and `plain_share` are those of a
    broader cultivated plain around it, with an outline of its own.
    """

    levels: tuple[float, ...] = (-0.06, 0.03, 0.12, 0.21, 0.30)
    wavelength_pt: float = 95.0
    share: float = 0.26
    riverside_pt: float = 8.5
    riverside_share: float = 0.38
    plain_pt: float = 0.0
    plain_share: float = 0.0


@enter(LOOK_KINDS, "ground")
class GroundLook(TerrainLook):
    """Open land, with farmland near water and settlements and a `texture` elsewhere.

    A look that is not the first of its kind has its own colours of farmland: `parcel_1` and so on, `parcel_line`,
    `furrow` and `wall`. `trees` are scattered singly, and `farms` in hexes without symbols. With `tree_belts_pt`, trees
    also stand up to these distances from fields and from water. `draw` draws more of the ground under everything else,
    such as drifts of snow: its arguments are the land of the map and the colours.
    """

    group: LookGroup = "ground"
    texture: Texture
    fields: FieldSizes = FieldSizes()
    tones: GroundTones = GroundTones()
    trees: Texture | None = None
    farms: Texture | None = None
    tree_belts_pt: tuple[float, float] | None = None
    draw: GroundDrawing | None = None


@enter(LOOK_KINDS, "area")
class AreaLook(TerrainLook):
    """Terrain that covers an area of land; with the group `height` it rises in steps.

    `dry_only` keeps it off lakes and the sea. `parcels` covers it with parcels of farmland. `under` is a texture below
    the other one, `belts` are textures in belts around it or along rivers in it. `groves` is a texture of clear land on
    maps that have this terrain. `creeks` branch into it from rivers. On a `patch`, in the colour of that name, the hex
    numbers are printed. `detail` draws more of the area where nothing is printed, such as crowns, or slopes instead of
    the usual hatching: its arguments are the area, the colours, and the raster of printed things.
    """

    group: LookGroup = "cover"
    shape: AreaShape
    draw: AreaDrawing | None = None
    fill: str = "fill"
    rim_pt: float = 0.0
    edge_pt: float = 0.0
    edge_dash_pt: tuple[float, ...] = ()
    steps: Words = ()
    texture: Texture | None = None
    under: Texture | None = None
    belts: tuple[Belt, ...] = ()
    groves: Texture | None = None
    creeks: TidalCreeks | None = None
    dry_only: bool = False
    parcels: bool = False
    patch: str = ""
    detail: AreaDetail | None = None


@enter(LOOK_KINDS, "water")
class WaterLook(TerrainLook):
    """Hexes of water. The banks of `inland` water are green.

    Water that `flows` is a broad river: it continues off the map, and rivers that end in it widen. `waterlines_pt` are
    the distance from the shore and the width of the lines along it; on water that flows they are broken lines of the
    current in the colour `flow`, over a shade in the colour `inner`. At the distances `deep_pt` from the shore the
    water becomes darker; with two of them, the second band has the colour `deepest` and the waterlines fade. A strip of
    sand in the colours `sand` and `grain`, `beach_pt` wide, surrounds the water. `label` is the lettering of names
    across it; a `straight` name is a level or upright line.
    """

    group: LookGroup = "water"
    shape: AreaShape
    inland: bool = False
    flows: bool = False
    waterlines_pt: tuple[tuple[float, float], ...] = WATERLINES_PT
    deep_pt: tuple[float, ...] = (9.0,)
    beach_pt: float = 0.0
    shore_pt: float = 0.62
    label: LabelStyle | None = None
    straight: bool = False

    @property
    def banded(self) -> bool:
        """Whether the water has bands of depth, and so continues off the map."""
        return len(self.deep_pt) > 1
