"""Records of textures: small art that is repeated over an area."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.model.record import Record

Paint: TypeAlias = Literal[
    "bare-tree", "broad-tree", "crown", "dash", "drift", "farm", "fruit-tree", "grain", "hamlet", "jungle-tree",
    "mangrove", "olive", "palm", "peak", "reed", "reeds", "road-tree", "stones", "stray-crown", "tall-palm",
    "toddy-palm", "tuft", "village", "vine", "woods-tree",
]  # fmt: skip
"""The small art of textures."""
Density: TypeAlias = Literal[
    "canopy-stray-density", "dry-plain-grove-density", "dry-plain-hamlet-density", "dry-plain-scrub-density",
    "farmland-farm-density", "farmland-tree-density", "rainforest-palm-density", "rainforest-stray-density",
    "relief-tree-density", "snowfield-grove-density", "snowfield-village-density",
    "tidal-swamp-reed-density",
]  # fmt: skip
"""How dense the art of a texture is."""
Choice: TypeAlias = Literal["fruit-tree-kind", "rainforest-tree-kind"]
"""The choice of a variant for each place."""


class Rows(Record):
    """Rows in which a texture is planted."""

    along_pt: float
    """The distance of plants along a row, in points."""
    across_pt: float
    """The distance from row to row, in points."""
    jitter_pt: float = 0.0
    """How far each plant may be from its place, in points."""
    path_every: int = 0
    """Every row of this number is left out as a path."""
    angles: tuple[float, ...] = (0.0,)
    """The turns of the rows in degrees, one for each group of hexes in turn."""
    wire: str = ""
    """The name of the colour of a line that joins the plants of a row."""


class Texture(Record):
    """Small art that is repeated over an area in a few variants.

    `paint` draws one variant around (0, 0) from the colours, the length of a point in mm, and the share from 0 to 1 of
    the way through the `variants`. `density` and `choice` depend on the places (n x 2), the length of a point in mm,
    and the random seed of the map: `density` returns for each place the share from 0 to 1 of such places that have the
    art, `choice` the number of its variant.
    """

    name: str
    """The name of the texture."""
    paint: Paint
    """The small art that is repeated."""
    spacing_pt: float
    """The least distance of two places, in points."""
    inset_pt: float
    """The distance of the places from the edge of the area, in points."""
    reach_pt: tuple[float, float, float, float]
    """The extent of the art to the left, top, right and bottom, in points."""
    room_pt: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    """Points around a place, in points, that must be free of print."""
    in_every_hex: bool = False
    """Whether each hex of the terrain has the art near its centre."""
    rows: Rows | None = None
    """Rows in which the art is planted; by default it is scattered."""
    variants: int = 5
    """The number of variants of the art."""
    scales: tuple[float, ...] = (1.0,)
    """The sizes of the art, as multiples of its usual size."""
    density: Density | None = None
    """The function that says which places have the art; by default all have it."""
    choice: Choice | None = None
    """The function that chooses the variant for each place; by default it is random."""


class Belt(Record):
    """A texture in a belt outside an area, or inside it along rivers."""

    texture: Texture
    """The texture in the belt."""
    from_pt: float
    """The distance in points at which the belt begins."""
    to_pt: float
    """The distance in points at which the belt ends."""
    outside: bool = False
    """Whether the belt is outside the area, not along rivers in it."""
