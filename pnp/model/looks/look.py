"""The base of all looks of terrain, lettering and shapes, and the library of the looks of a game."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import Field, PrivateAttr

from pnp.model.library import Library
from pnp.model.record import AnyKind, Colour, Record, Words
from pnp.spot import Spot

LOOK_FOLDER = "looks"
"""The folder of files of looks, in `templates/` and in a game's folder."""

LookGroup: TypeAlias = Literal[
    "ground", "cover", "height", "water", "settlement", "symbol", "stream", "barrier", "path", "crossing",
]  # fmt: skip
"""The groups of looks: for hexes `ground` to `water`, for places `settlement` and `symbol`, for hexsides `stream` and
`barrier`."""


class TerrainLook(Record):
    """A way to draw terrain: its kind, its group and its colours.

    Areas are in `order` from the lowest upwards, settlements and symbols from the most important.
    """

    kind: str
    """The kind of look, such as `area` or `road`."""
    name: str = ""
    """The name of the look, which is its key in the file."""
    group: LookGroup
    """The group of the look, which says what part of a map it is for."""
    waterside: bool = False
    """Whether a place of this look may lie in water."""
    order: int = 0
    """The order among the looks of its group; areas begin with the lowest."""
    colours: dict[str, Colour] = {}
    """The colours of the look, by name."""
    winter_colours: dict[str, Colour] = {}
    """Colours that replace some of these on a map in winter."""
    plain_colour: str = ""
    """The name of the colour of its hexes in the plain style."""
    in_key: bool = True
    """Whether the terrain key shows the look."""
    sample_hexes: str = "A1-E5"
    """The hexes of this terrain on the map of a sample, of which C3 is shown."""
    settings: Words = ()
    """The settings of the theme of a map that its drawing uses, such as `wind`."""

    _spot: Spot | None = PrivateAttr(default=None)

    @property
    def spot(self) -> Spot:
        """The place where the look is written."""
        return self._spot or Spot(self.name)

    def __eq__(self, other: object) -> bool:
        """Return whether this is the same look; two looks are equal only if they are one object."""
        return self is other

    def __hash__(self) -> int:
        """Return a number by which the look is found again."""
        return id(self)


LOOK_KINDS: dict[str, type[TerrainLook]] = {}
"""The record of every kind of look; the modules beside this one fill it."""


class LookFiles(Record):
    """The contents of all files of looks of a game, or of `templates/`, by name."""

    looks: dict[str, Annotated[TerrainLook, AnyKind(LOOK_KINDS)]] = {}
    """The looks, by name."""


class AreaShape(Record):
    """The character of the outline of an area: noise in its edge, which leaves the middles of hexes alone.

    Distances are in hex heights, across the flats.
    """

    noise: Annotated[float, Field(ge=0, le=2)] = 0.5
    """How strong the noise is, from 0 for round bays to 1 for spurs and tongues."""
    waves: Annotated[float, Field(ge=0.2, le=5)] = 0.8
    """The distance of the largest bays of the outline, in hex heights."""
    octaves: Annotated[int, Field(ge=1, le=6)] = 3
    """How many finer waves the outline has, each half as long as the one before."""
    bend: Annotated[float, Field(ge=0, le=0.3)] = 0.15
    """How far the whole outline is bent, in hex heights."""


class LabelStyle(Record):
    """The lettering of a kind of name, in points on hexes of the reference size."""

    font: str
    """The name of the typeface."""
    size_pt: float
    """The type size in points."""
    tracking_pt: float
    """The extra space between characters, in points."""
    capitals: bool = False
    """Whether the name is printed in capitals."""
    halo_pt: float = 2.4
    """The width of the pale edge around the letters, in points."""
    ink: str = "ink"
    """The colour of the letters, by its name in the palette of the map."""


L = TypeVar("L", bound=TerrainLook)


class LookLibrary(Library[TerrainLook]):
    """The looks of terrain that a game may use, by name: those in `templates/`, and its own."""

    def of(self, kind: type[L]) -> dict[str, L]:
        """Return all looks of one class, such as `RoadLook`, by name and in drawing order."""
        found = [look for look in self.values() if isinstance(look, kind)]
        return {look.name: look for look in sorted(found, key=lambda look: look.order)}
