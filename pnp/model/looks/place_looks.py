"""Records of the looks of places: settlements and symbols."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.model.looks.look import LOOK_KINDS, AreaShape, LabelStyle, LookGroup, TerrainLook
from pnp.model.record import Record, enter
from pnp.model.symbols import Outline

Surroundings: TypeAlias = Literal["tank-farm", "wire"]
"""What is drawn around a symbol in its hex."""


class TownPlan(Record):
    """The houses of a town of several hexes: its blocks, streets and huts.

    There are no blocks with houses at `thin_pt` times 1.8 from the middle of the town. A net of streets has garden
    trees, and a square where a road ends; the colours are `street`, `garden` and `plaza`. The outer blocks of towns
    with `huts` have the colours `outer_1` and so on.
    """

    block_pt: tuple[tuple[float, float], tuple[float, float]] = ((8.0, 15.0), (6.5, 11.5))
    """The least and greatest width, and the least and greatest height, of blocks, in points."""
    turn: float = 6.0
    """The turn of the streets, in degrees."""
    bend_pt: float = 12.0
    """How far the streets are bent, in points."""
    cut: bool = True
    """Whether a block is cut into two to four houses."""
    court_pt2: float = 0.0
    """The size above which a block is one house with a court, in square points."""
    thin_pt: float = 105.0
    """The distance from the middle at which blocks with houses become few, in points."""
    huts: bool = False
    """Whether two rows of huts and jetties are along rivers."""
    street_pt: tuple[float, float] | None = None
    """The distances of the streets of a net along which small houses are, in points."""


@enter(LOOK_KINDS, "settlement")
class SettlementLook(TerrainLook):
    """A settlement: single blocks along the road, or streets on built-up ground.

    With a `shape`, its houses have the colours `roof_1` and so on. A settlement with such colours has coloured roofs. A
    `walled` one has suburbs inside a rampart and a quarter beside the railroad.
    """

    group: LookGroup = "settlement"
    label: LabelStyle
    """The lettering of its name."""
    plain_half_pt: float
    """Half the side of its square in the plain style, in points."""
    most_blocks: int = 0
    """The greatest number of single blocks along the road."""
    reaches_pt: tuple[float, ...] = ()
    """How far along the road there are blocks, in points."""
    block_scale: float = 1.0
    """The size of its single blocks, as a multiple of the usual size."""
    built_up: bool = False
    """Whether there are streets on built-up ground, not single blocks."""
    walled: bool = False
    """Whether it is a square inside walls with gates."""
    shape: AreaShape | None = None
    """The outline of one built-up area over adjacent hexes."""
    plan: TownPlan = TownPlan()
    """The houses of such an area."""
    sample_hexes: str = "C3"


class SymbolLayer(Record):
    """One layer of a symbol, drawn with a round pen, with y down.

    Colours are those of the look, or shared ones of the map such as `ink` and `paper`.
    """

    outline: Outline
    """An outline in the notation of icons, in points about (0, 0)."""
    fill: str = ""
    """The name of the colour inside the outline."""
    line: str = ""
    """The name of the colour of the line along the outline."""
    pen: float = 0.0
    """The width of this line, in points."""
    dash: tuple[float, ...] = ()
    """The lengths of dashes and gaps of the line, in points."""


@enter(LOOK_KINDS, "symbol")
class SymbolLook(TerrainLook):
    """A symbol inside a hex: its width and height, its drawing around (0, 0), and the lettering of its name.

    The arguments of `around` are the frame of the map, the hex, the raster of printed things, that of hex numbers and
    symbols alone, and the colours.
    """

    group: LookGroup = "symbol"
    size_pt: tuple[float, float]
    """The width and height of the symbol, in points."""
    layers: tuple[SymbolLayer, ...] = ()
    """The layers of the drawing, from back to front."""
    label: LabelStyle | None = None
    """The lettering of its name; without it no name is printed beside it."""
    turns: bool = False
    """Whether the symbol may take any angle."""
    points_out: bool = False
    """Whether the symbol points at the nearest map edge."""
    lettered: bool = False
    """Whether the symbol contains its name, such as a letter."""
    plate: bool = False
    """Whether the symbol is a plate with its name."""
    tab: bool = False
    """Whether such a plate has the emblem of the side in a dark end."""
    around: Surroundings | None = None
    """What is drawn around the symbol in its hex."""
    apart: bool = False
    """Whether the name may be apart from the symbol, so that it does not affect its position."""
    seat_pt: tuple[float, float] = (0.0, 0.0)
    """The place of the symbol from the centre of its hex, in points to the right and down."""
    sample: tuple[SymbolLayer, ...] = ()
    """The drawing in samples, with what is around it, if it differs."""
    sample_scale: float = 1.9
    """The size in samples, as a multiple of the size on the map."""
    letter_pt: float = 8.2
    """The size of the letter in a lettered symbol, in points."""
    sample_turn: float = 0.0
    """The clockwise turn of the symbol in samples, in degrees."""
