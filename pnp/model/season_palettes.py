"""Palettes of maps: the records in `templates/palettes/` and in the folder `palettes` of a game."""

from __future__ import annotations

from pydantic import PrivateAttr

from pnp.model.gamemap import MapColours
from pnp.model.record import Record
from pnp.spot import Spot

PALETTE_FOLDER = "palettes"
"""The folder of files of palettes, in `templates/` and in a game's folder."""


class SeasonPalette(Record):
    """The colours of maps in a season."""

    colours: dict[str, MapColours]
    """The colours by the names that `map.palette` uses, such as `land` or `marsh.fill`."""
    winter: bool = False
    """Whether there is snow on the land; looks have their colours of winter."""

    _spot: Spot | None = PrivateAttr(default=None)

    @property
    def spot(self) -> Spot:
        """The place where the palette is written."""
        return self._spot or Spot(PALETTE_FOLDER)


class PaletteFiles(Record):
    """The contents of all files of palettes of a game, or of `templates/`, by name."""

    palettes: dict[str, SeasonPalette] = {}
    """The palettes of seasons, by name."""
