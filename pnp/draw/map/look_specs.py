"""The classes of terrain looks: one for each group of looks, such as areas, streams or roads.

This module imports neither numpy nor shapely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

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
class Texture:
    """Small art that is repeated over an area in a few variants.

    `paint` draws one variant around (0, 0) from the colours, the length of a point in mm, and the share from 0 to 1 of
    the way through the variants. `spacing_pt` is the least distance of two places, `inset_pt` their distance from the
    edge of the area, `reach_pt` the extent of the art to the left, top, right and bottom. `room_pt` are points that
    must be free of print. With `in_every_hex`, each hex of the terrain gets the art near its centre.
    """

    name: str
    paint: Callable[[Colours, Mm, float], list[Item]]
    spacing_pt: float
    inset_pt: float
    reach_pt: tuple[float, float, float, float]
    room_pt: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    in_every_hex: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawnLook(TerrainLook):
    """A look with its colours.

    `order` is the order among the looks of its group: areas from the lowest upwards, settlements and symbols from the
    most important. `winter_colours` replace some of the `colours` on a map in winter. `plain_colour` names the colour
    of its hexes in the plain style. `sample_hexes` are the hexes of this terrain on the small map of a sample, of which
    C3 is shown.
    """

    order: int = 0
    colours: Colours = field(default_factory=dict)
    winter_colours: Colours = field(default_factory=dict)
    plain_colour: str = ""
    sample_hexes: str = "A1-E5"


@dataclass(frozen=True, eq=False, kw_only=True)
class GroundLook(DrawnLook):
    """Open land, with farmland near water and settlements and a `texture` elsewhere."""

    group: LookGroup = "ground"
    texture: Texture


@dataclass(frozen=True, eq=False, kw_only=True)
class AreaLook(DrawnLook):
    """Terrain that covers an area of land; with the group `height` it rises in steps.

    `dry_only` keeps it off lakes and the sea. `parcels` covers it with parcels of farmland. `groves` is a texture of
    clear land on maps that have this terrain.
    """

    group: LookGroup = "cover"
    shape: AreaShape
    draw: Callable[[Any, Colours], list[Item]]
    texture: Texture | None = None
    groves: Texture | None = None
    dry_only: bool = False
    parcels: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class WaterLook(DrawnLook):
    """Hexes of water. The banks of `inland` water are green."""

    group: LookGroup = "water"
    shape: AreaShape
    inland: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class StreamLook(DrawnLook):
    """Water along hexsides: its width at source and mouth, and in the plain style.

    A `broad` stream has its full width however short it is, and lines along its shores.
    """

    group: LookGroup = "stream"
    width_pt: tuple[float, float]
    plain_width_pt: float
    broad: bool = False


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
    """A road or track in the colours `edge` and `fill`: widths of the two, and dashes of the edge."""

    width_pt: tuple[float, float]
    dash_pt: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class RailLook(PathLook):
    """A railroad in the colour `line`, which keeps beside the road where both run along the same hexes."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SettlementLook(DrawnLook):
    """A settlement: how many blocks it has and how far along the road, in points, or streets on `built_up` ground.

    `plain_half_pt` is half the side of its square in the plain style.
    """

    group: LookGroup = "settlement"
    label: LabelStyle
    plain_half_pt: float
    most_blocks: int = 0
    reaches_pt: tuple[float, ...] = ()
    built_up: bool = False
    sample_hexes: str = "C3"


@dataclass(frozen=True, eq=False, kw_only=True)
class SymbolLook(DrawnLook):
    """A symbol inside a hex: its width and height, its drawing around (0, 0), and the lettering of its name.

    Without `label` no name is printed beside it. A symbol may take any angle (`turns`), point at the nearest map edge
    (`points_out`), contain its name (`lettered`), or be a plate with its name instead (`plate`). `sample_scale` is its
    size in samples, as a multiple of the size on the map.
    """

    group: LookGroup = "symbol"
    size_pt: tuple[float, float]
    draw: Callable[[Colours, Mm], list[Item]]
    label: LabelStyle | None = None
    turns: bool = False
    points_out: bool = False
    lettered: bool = False
    plate: bool = False
    sample_scale: float = 1.9
    sample_turn: float = 0.0


@dataclass(frozen=True, eq=False, kw_only=True)
class CrossingLook(DrawnLook):
    """A bridge that is drawn wherever a path crosses a stream."""

    group: LookGroup = "crossing"


L = TypeVar("L", bound=DrawnLook)


def looks_of(kind: type[L]) -> dict[str, L]:
    """Return all looks of one class, such as `RoadLook`, by name and in drawing order."""
    found = [look for look in LOOKS.values() if isinstance(look, kind)]
    return {look.name: look for look in sorted(found, key=lambda look: look.order)}
