"""Records of textures: small art that is repeated over an area."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.model.record import Record

Paint: TypeAlias = Literal[
    "bare-tree", "broad-tree", "crown", "dash", "drift", "farm", "fruit-tree", "grain", "hamlet", "jungle-tree",
    "mangrove", "olive", "palm", "peak", "reed", "reeds", "road-tree", "stray-crown", "tall-palm", "toddy-palm",
    "tuft", "village", "vine", "woods-tree",
]  # fmt: skip
"""The small art of textures."""
Density: TypeAlias = Literal[
    "canopy-stray-density", "dry-plain-grove-density", "dry-plain-hamlet-density", "dry-plain-scrub-density",
    "farmland-farm-density", "farmland-tree-density", "rainforest-palm-density", "rainforest-stray-density",
    "rainforest-tree-density", "relief-tree-density", "snowfield-grove-density", "snowfield-village-density",
    "tidal-swamp-reed-density",
]  # fmt: skip
"""How dense the art of a texture is."""
Choice: TypeAlias = Literal["fruit-tree-kind", "rainforest-tree-kind"]
"""The choice of a variant for each place."""


class Rows(Record):
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


class Texture(Record):
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
    paint: Paint
    spacing_pt: float
    inset_pt: float
    reach_pt: tuple[float, float, float, float]
    room_pt: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    in_every_hex: bool = False
    rows: Rows | None = None
    variants: int = 5
    scales: tuple[float, ...] = (1.0,)
    density: Density | None = None
    choice: Choice | None = None


class Belt(Record):
    """A texture in a belt outside an area, or inside it along rivers, between the distances `from_pt` and `to_pt`."""

    texture: Texture
    from_pt: float
    to_pt: float
    outside: bool = False
