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
    surface: Surface | None = None
    full_pt: float = 0.0
    swell: float = 0.0


@enter(LOOK_KINDS, "barrier")
class BarrierLook(TerrainLook):
    """A barrier along hexsides. One that is `angular` keeps the corners of the hexes."""

    group: LookGroup = "barrier"
    half_width_pt: float
    draw: BarrierDrawing
    angular: bool = False


class PathLook(TerrainLook):
    """A line through hexes: half the width that it takes up, and half the width of its bridges."""

    group: LookGroup = "path"
    half_width_pt: float
    bridge_half_pt: float


@enter(LOOK_KINDS, "road")
class RoadLook(PathLook):
    """A road or track in the colours `edge` and `fill`: widths of the two, and dashes of the edge.

    `ticks_pt` are short strokes on both sides in the colour `tick`: where they start and end, and their spacing.
    `trees` is a texture on both sides at intervals of its spacing.
    """

    width_pt: tuple[float, float]
    dash_pt: tuple[float, ...] = ()
    ticks_pt: tuple[float, float, float] | None = None
    trees: Texture | None = None


@enter(LOOK_KINDS, "rail")
class RailLook(PathLook):
    """A railroad in the colour `line`, which keeps beside the road where both run along the same hexes."""


@enter(LOOK_KINDS, "crossing")
class CrossingLook(TerrainLook):
    """A bridge that is drawn wherever a path crosses a stream.

    With `truss`, a road bridge has a deck in the colours `deck` and `plank`, and trusses over a broad river.
    """

    group: LookGroup = "crossing"
    truss: bool = False
