"""The base of all looks of terrain, lettering and shapes, and the library of the looks of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import PrivateAttr

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
    """A way to draw terrain: its kind, its group and its colours. A place that is `waterside` may lie in water.

    `name` is its key in the file. `aliases` are older names of it.

    `order` is the order among the looks of its group: areas from the lowest upwards, settlements and symbols from the
    most important. `winter_colours` replace some of the `colours` on a map in winter. `plain_colour` names the colour
    of its hexes in the plain style. A look that is not `in_key` is left out of the terrain key. `sample_hexes` are the
    hexes of this terrain on the small map of a sample, of which C3 is shown. `settings` are the settings of the theme
    of a map that its drawing uses.
    """

    kind: str
    name: str = ""
    aliases: Words = ()
    group: LookGroup
    waterside: bool = False
    order: int = 0
    colours: dict[str, Colour] = {}
    winter_colours: dict[str, Colour] = {}
    plain_colour: str = ""
    in_key: bool = True
    sample_hexes: str = "A1-E5"
    settings: Words = ()

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


class AreaShape(Record):
    """The steps that turn hexes into a natural outline, in points on hexes of the reference size.

    The outline is shrunk, its notches are closed, its tips are opened, and then it is waved.
    """

    shrink: float
    close: float
    open: float
    amplitude: float
    wavelength: float


class LabelStyle(Record):
    """The lettering of a kind of name, in points on hexes of the reference size. `ink` is a colour of `MapPalette`."""

    font: str
    size_pt: float
    tracking_pt: float
    capitals: bool = False
    halo_pt: float = 2.4
    ink: str = "ink"


L = TypeVar("L", bound=TerrainLook)


@dataclass(frozen=True, eq=False)
class LookLibrary(Mapping[str, TerrainLook]):
    """The looks of terrain that a game may use, by name: those in `templates/`, and its own.

    An older name of a look is found, too, but not listed.
    """

    looks: Mapping[str, TerrainLook] = field(default_factory=dict)
    shared: bool = False
    """Whether these are the looks of all games, without those of one game."""

    @cached_property
    def _aliases(self) -> dict[str, TerrainLook]:
        """The looks by their older names."""
        return {alias: look for look in self.looks.values() for alias in look.aliases}

    def __getitem__(self, name: str) -> TerrainLook:
        return self.looks[name] if name in self.looks else self._aliases[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.looks)

    def __len__(self) -> int:
        return len(self.looks)

    def of(self, kind: type[L]) -> dict[str, L]:
        """Return all looks of one class, such as `RoadLook`, by name and in drawing order."""
        found = [look for look in self.looks.values() if isinstance(look, kind)]
        return {look.name: look for look in sorted(found, key=lambda look: look.order)}
