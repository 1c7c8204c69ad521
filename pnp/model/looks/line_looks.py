"""Records of the looks of lines: streams and barriers along hexsides, roads and railroads, bridges."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.model.looks.look import LOOK_KINDS, LabelStyle, LookGroup, TerrainLook
from pnp.model.looks.textures import Texture
from pnp.model.record import enter

Surface: TypeAlias = Literal["ice", "silty-river"]
"""Drawings of the water of a stream."""
BarrierDrawing: TypeAlias = Literal["causeway", "embankment", "ridge", "wall", "works"]
"""Drawings of barriers."""


@enter(LOOK_KINDS, "stream")
class StreamLook(TerrainLook):
    """Water along hexsides: its width at source and mouth, and in the plain style.

    The colours of a `dry` one are `bed` and `bank`, those of reeds `reed` and `head`. Long streams with a `label` have
    their name twice. The arguments of `surface` are the waters of the map, the streams of this look, the colours, and a
    raster of what must stay free.
    """

    group: LookGroup = "stream"
    width_pt: tuple[float, float]
    """The widths at the source and at the mouth, in points; a narrow stream has the latter after 20 hexsides."""
    plain_width_pt: float
    """The width in the plain style, in points."""
    broad: bool = False
    """Whether the stream has its full width however short it is, and lines along its shores."""
    wander: float = 0.0
    """The share by which its bends may be flatter than the hexsides."""
    funnel_pt: float = 0.0
    """How much wider it becomes where it ends in a hex of water, in points."""
    dry: bool = False
    """Whether the stream has a bed and banks, but no water."""
    reeds_pt: float = 0.0
    """The distance between reeds on both banks, in points."""
    label: LabelStyle | None = None
    """The lettering of its name."""
    surface: Surface | None = None
    """The drawing of its water."""
    full_pt: float = 0.0
    """The distance from its source after which it has its full width, in points."""
    swell: float = 0.0
    """The share by which its width varies."""


@enter(LOOK_KINDS, "barrier")
class BarrierLook(TerrainLook):
    """A barrier along hexsides."""

    group: LookGroup = "barrier"
    half_width_pt: float
    """Half the width of the barrier, in points."""
    draw: BarrierDrawing
    """The drawing of the barrier."""
    angular: bool = False
    """Whether the barrier keeps the corners of the hexes."""


class PathLook(TerrainLook):
    """A line through hexes: half the width that it takes up, and half the width of its bridges."""

    group: LookGroup = "path"
    half_width_pt: float
    """Half the width that the line takes up, in points."""
    bridge_half_pt: float
    """Half the width of its bridges, in points."""


@enter(LOOK_KINDS, "road")
class RoadLook(PathLook):
    """A road or track in the colours `edge` and `fill`, with short strokes in the colour `tick`."""

    width_pt: tuple[float, float]
    """The widths of the edge and of the fill, in points."""
    dash_pt: tuple[float, ...] = ()
    """The lengths of dashes and gaps of the edge, in points."""
    ticks_pt: tuple[float, float, float] | None = None
    """Where the short strokes at both sides begin and end, and their spacing, in points."""
    trees: Texture | None = None
    """Trees on both sides of the road."""


@enter(LOOK_KINDS, "rail")
class RailLook(PathLook):
    """A railroad in the colour `line`, which keeps beside the road where both run along the same hexes."""


@enter(LOOK_KINDS, "crossing")
class CrossingLook(TerrainLook):
    """A bridge that is drawn wherever a path crosses a stream.

    The colours of a deck are `deck` and `plank`.
    """

    group: LookGroup = "crossing"
    truss: bool = False
    """Whether a road bridge has a deck, and trusses over a broad river."""
