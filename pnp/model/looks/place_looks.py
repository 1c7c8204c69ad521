"""Records of the looks of places: settlements and symbols."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.model.looks.look import LOOK_KINDS, AreaShape, LabelStyle, LookGroup, TerrainLook
from pnp.model.record import Record, enter
from pnp.model.symbols import Outline

Surroundings: TypeAlias = Literal["tank-farm", "trench"]
"""What is drawn around a symbol in its hex."""


class TownPlan(Record):
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


@enter(LOOK_KINDS, "settlement")
class SettlementLook(TerrainLook):
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


class SymbolLayer(Record):
    """One layer of a symbol: an outline in points about (0, 0), y down, in the notation of icons.

    It is filled with the colour `fill` and drawn with a round `pen` of that width in the colour `line`; with `dash` the
    line is broken. Colours are those of the look, or shared ones of the map such as `ink` and `paper`.
    """

    outline: Outline
    fill: str = ""
    line: str = ""
    pen: float = 0.0
    dash: tuple[float, ...] = ()


@enter(LOOK_KINDS, "symbol")
class SymbolLook(TerrainLook):
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
    layers: tuple[SymbolLayer, ...] = ()
    label: LabelStyle | None = None
    turns: bool = False
    points_out: bool = False
    lettered: bool = False
    plate: bool = False
    tab: bool = False
    around: Surroundings | None = None
    apart: bool = False
    seat_pt: tuple[float, float] = (0.0, 0.0)
    sample: tuple[SymbolLayer, ...] = ()
    sample_scale: float = 1.9
    letter_pt: float = 8.2
    sample_turn: float = 0.0
