"""The classes of terrain looks: one for each group of looks, such as areas, streams or roads.

This module imports neither numpy nor shapely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from pnp.model.game import Game
from pnp.model.gamemap import LOOKS, LookGroup, TerrainLook
from pnp.scene import Colour, Item
from pnp.units import Mm

Colours: TypeAlias = Mapping[str, Colour]
"""The colours of a look by their use, and the colours that all looks share by their names in `MapPalette`."""


@dataclass(frozen=True)
class AreaShape:
    """The steps that turn hexes into a natural outline, in points on hexes of the reference size.

    The outline is shrunk, its notches are closed, its tips are opened, and then it is waved.
    """

    shrink: float
    close: float
    open: float
    amplitude: float
    wavelength: float


@dataclass(frozen=True)
class LabelStyle:
    """The lettering of a kind of name, in points on hexes of the reference size. `ink` is a colour of `MapPalette`."""

    font: str
    size_pt: float
    tracking_pt: float
    capitals: bool = False
    halo_pt: float = 2.4
    ink: str = "ink"


SYMBOL_LABEL = LabelStyle("condensed-medium", 6.0, 0.15, halo_pt=2.0, ink="quiet_ink")
"""The lettering of the names of most symbols."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Rows:
    """Rows in which a texture is planted: the distances along a row and from row to row, in points.

    Places vary by `jitter_pt`. Every row of the number `path_every` is left out as a path. `angles` are the turns of
    the rows in degrees, one for each group of hexes in turn. A line in the colour `wire` joins the plants of a row.
    """

    along_pt: float
    across_pt: float
    jitter_pt: float = 0.0
    path_every: int = 0
    angles: tuple[float, ...] = (0.0,)
    wire: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Texture:
    """Small art that is repeated over an area in a few variants.

    `paint` draws one variant around (0, 0) from the colours, the length of a point in mm, and the share from 0 to 1 of
    the way through the `variants`. `spacing_pt` is the least distance of two places, `inset_pt` their distance from the
    edge of the area, `reach_pt` the extent of the art to the left, top, right and bottom. `room_pt` are points that
    must be free of print. With `in_every_hex`, each hex of the terrain gets the art near its centre. With `rows`, the
    art is planted in rows instead of scattered. `scales` are the sizes at which the art is drawn.

    `density` and `choice` depend on the places (n x 2), the length of a point in mm, and the random seed of the map:
    `density` returns for each place the share from 0 to 1 of such places that have the art, `choice` the number of its
    variant. Without them, every place has the art in a random variant.
    """

    name: str
    paint: Callable[[Colours, Mm, float], list[Item]]
    spacing_pt: float
    inset_pt: float
    reach_pt: tuple[float, float, float, float]
    room_pt: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    in_every_hex: bool = False
    rows: Rows | None = None
    variants: int = 5
    scales: tuple[float, ...] = (1.0,)
    density: Callable[[Any, Mm, int], Any] | None = None
    choice: Callable[[Any, Mm, int], Any] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Belt:
    """A texture in a belt outside an area, or inside it along rivers, between the distances `from_pt` and `to_pt`."""

    texture: Texture
    from_pt: float
    to_pt: float
    outside: bool = False


@dataclass(frozen=True, kw_only=True)
class TidalCreeks:
    """Winding creeks that branch from rivers into a marsh, as decoration, in points.

    They begin `every_pt` apart, are up to `length_pt` long and as wide as `width_pt` at the river. Their colours are
    `creek` and `creek_edge`.
    """

    every_pt: tuple[float, float] = (40.0, 75.0)
    length_pt: tuple[float, float] = (90.0, 220.0)
    width_pt: tuple[float, float] = (2.2, 3.2)


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawnLook(TerrainLook):
    """A look with its colours.

    `order` is the order among the looks of its group: areas from the lowest upwards, settlements and symbols from the
    most important. `winter_colours` replace some of the `colours` on a map in winter. `plain_colour` names the colour
    of its hexes in the plain style. A look that is not `in_key` is left out of the terrain key. `sample_hexes` are the
    hexes of this terrain on the small map of a sample, of which C3 is shown. `settings` are the settings of the theme
    of a map that its drawing uses.
    """

    order: int = 0
    colours: Colours = field(default_factory=dict)
    winter_colours: Colours = field(default_factory=dict)
    plain_colour: str = ""
    in_key: bool = True
    sample_hexes: str = "A1-E5"
    settings: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FieldSizes:
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


@dataclass(frozen=True, kw_only=True)
class GroundTones:
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


@dataclass(frozen=True, eq=False, kw_only=True)
class GroundLook(DrawnLook):
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
    draw: Callable[[Any, Colours], list[Item]] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class AreaLook(DrawnLook):
    """Terrain that covers an area of land; with the group `height` it rises in steps.

    `dry_only` keeps it off lakes and the sea. `parcels` covers it with parcels of farmland. `under` is a texture below
    the other one, `belts` are textures in belts around it or along rivers in it. `groves` is a texture of clear land on
    maps that have this terrain. `creeks` branch into it from rivers. On a `patch`, in the colour of that name, the hex
    numbers are printed. `detail` draws more of the area where nothing is printed, such as crowns, or slopes instead of
    the usual hatching: its arguments are the area, the colours, and the raster of printed things.
    """

    group: LookGroup = "cover"
    shape: AreaShape
    draw: Callable[[Any, Colours], list[Item]]
    texture: Texture | None = None
    under: Texture | None = None
    belts: tuple[Belt, ...] = ()
    groves: Texture | None = None
    creeks: TidalCreeks | None = None
    dry_only: bool = False
    parcels: bool = False
    patch: str = ""
    detail: Callable[[Any, Colours, Any], list[Item]] | None = None


WATERLINES_PT = ((1.7, 0.45), (3.7, 0.40), (6.2, 0.30))
"""Distance from the shore and width of the lines on the water along it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class WaterLook(DrawnLook):
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


@dataclass(frozen=True, eq=False, kw_only=True)
class StreamLook(DrawnLook):
    """Water along hexsides: its width at source and mouth, and in the plain style.

    A `broad` stream has its full width however short it is, and lines along its shores. It widens by `funnel_pt` where
    it ends in a hex of water. A `dry` one has no water, but a bed and banks in the colours `bed` and `bank`. One with
    `reeds_pt` has reeds in the colours `reed` and `head` that far apart on both banks. `label` is the lettering of its
    name; long streams with such a label have it twice.

    The bends of one that may `wander` differ: by up to this share they are flatter than the hexsides.

    One with a `surface` is drawn by that function: its arguments are the waters of the map, the streams of this look,
    the colours, and a raster of what must stay free. It has its full width after `full_pt`, and its width varies by
    the share `swell`.
    """

    group: LookGroup = "stream"
    width_pt: tuple[float, float]
    plain_width_pt: float
    broad: bool = False
    wander: float = 0.0
    funnel_pt: float = 0.0
    dry: bool = False
    reeds_pt: float = 0.0
    label: LabelStyle | None = None
    surface: Callable[[Any, Any, Colours, Any], list[Item]] | None = None
    full_pt: float = 0.0
    swell: float = 0.0


@dataclass(frozen=True, eq=False, kw_only=True)
class BarrierLook(DrawnLook):
    """A barrier along hexsides. One that is `angular` keeps the corners of the hexes."""

    group: LookGroup = "barrier"
    half_width_pt: float
    draw: Callable[[Any, Colours], list[Item]]
    angular: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class PathLook(DrawnLook):
    """A line through hexes: half the width that it takes up, and half the width of its bridges."""

    group: LookGroup = "path"
    half_width_pt: float
    bridge_half_pt: float


@dataclass(frozen=True, eq=False, kw_only=True)
class RoadLook(PathLook):
    """A road or track in the colours `edge` and `fill`: widths of the two, and dashes of the edge.

    `ticks_pt` are short strokes on both sides in the colour `tick`: where they start and end, and their spacing.
    `trees` is a texture on both sides at intervals of its spacing.
    """

    width_pt: tuple[float, float]
    dash_pt: tuple[float, ...] = ()
    ticks_pt: tuple[float, float, float] | None = None
    trees: Texture | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class RailLook(PathLook):
    """A railroad in the colour `line`, which keeps beside the road where both run along the same hexes."""


@dataclass(frozen=True, kw_only=True)
class TownPlan:
    """The houses of a town of several hexes, in points: the width and height of its blocks, and the turn in degrees.

    `bend_pt` is how far its streets are bent. A block is `cut` into two to four houses, or is one house with a court if
    it is larger than `court_pt2`. Fewer blocks have houses away from the middle of the town: none at `thin_pt` times
    1.8. With `street_pt`, small houses stand along a net of streets that far apart, with garden trees, and roads that
    end in the town end in a square; the colours are `street`, `garden` and `plaza`. Towns with `huts` have
    two rows of huts and jetties along rivers, and outer blocks in the colours `outer_1` and so on.
    """

    block_pt: tuple[tuple[float, float], tuple[float, float]] = ((8.0, 15.0), (6.5, 11.5))
    turn: float = 6.0
    bend_pt: float = 12.0
    cut: bool = True
    court_pt2: float = 0.0
    thin_pt: float = 105.0
    huts: bool = False
    street_pt: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class SettlementLook(DrawnLook):
    """A settlement: how many blocks it has and how far along the road, in points, or streets on `built_up` ground.

    With a `shape`, adjacent hexes are one built-up area with houses as in `plan`, in the colours `roof_1` and so on.
    A settlement with such colours has coloured roofs. A `walled` one is a square inside walls with gates, with suburbs
    inside a rampart and a quarter beside the railroad. `block_scale` is the size of its single blocks, and
    `plain_half_pt` half the side of its square in the plain style.
    """

    group: LookGroup = "settlement"
    label: LabelStyle
    plain_half_pt: float
    most_blocks: int = 0
    reaches_pt: tuple[float, ...] = ()
    block_scale: float = 1.0
    built_up: bool = False
    walled: bool = False
    shape: AreaShape | None = None
    plan: TownPlan = TownPlan()
    sample_hexes: str = "C3"


@dataclass(frozen=True, eq=False, kw_only=True)
class SymbolLook(DrawnLook):
    """A symbol inside a hex: its width and height, its drawing around (0, 0), and the lettering of its name.

    Without `label` no name is printed beside it. A symbol may take any angle (`turns`), point at the nearest map edge
    (`points_out`), contain its name (`lettered`), or be a plate with its name instead (`plate`), or such a plate with
    the emblem of the side in a dark end (`tab`). `around` draws more elsewhere in the hex where nothing is printed: its
    arguments are the frame of the map, the hex, the raster of printed things, that of hex numbers and symbols alone,
    and the colours. The position of a symbol does not depend on its name if that may be `apart` from it. `seat_pt` is
    where in its hex the symbol should be, from the centre. `sample_scale` is its size in samples, as a multiple of the
    size on the map; `sample` is its drawing there if it differs, with what is `around` it. `letter_pt` is the size
    of the letter in a lettered symbol.
    """

    group: LookGroup = "symbol"
    size_pt: tuple[float, float]
    draw: Callable[[Colours, Mm], list[Item]]
    label: LabelStyle | None = None
    turns: bool = False
    points_out: bool = False
    lettered: bool = False
    plate: bool = False
    tab: bool = False
    around: Callable[[Any, Any, Any, Any, Colours], list[Item]] | None = None
    apart: bool = False
    seat_pt: tuple[float, float] = (0.0, 0.0)
    sample: Callable[[Colours, Mm], list[Item]] | None = None
    sample_scale: float = 1.9
    letter_pt: float = 8.2
    sample_turn: float = 0.0


@dataclass(frozen=True, eq=False, kw_only=True)
class CrossingLook(DrawnLook):
    """A bridge that is drawn wherever a path crosses a stream.

    With `truss`, a road bridge has a deck in the colours `deck` and `plank`, and trusses over a broad river.
    """

    group: LookGroup = "crossing"
    truss: bool = False


L = TypeVar("L", bound=DrawnLook)


def looks_of(kind: type[L]) -> dict[str, L]:
    """Return all looks of one class, such as `RoadLook`, by name and in drawing order."""
    found = [look for look in LOOKS.values() if isinstance(look, kind)]
    return {look.name: look for look in sorted(found, key=lambda look: look.order)}


LETTER_FONT = "condensed-bold"
"""The font of the letter in a symbol."""


def sample_letter(game: Game, kind: str) -> str:
    """Return the letter in the sample of a kind of terrain: the name of its first place on the map, or empty."""
    look = LOOKS[game.terrain[kind].look]
    if not isinstance(look, SymbolLook) or not look.lettered or game.map is None:
        return ""
    return next((place.names.get(kind, place.name) for place in game.map.places.values() if kind in place.kinds), "")
