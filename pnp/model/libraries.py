"""The icons, looks, motifs, layouts and palettes that a game may use by name: those of pnp, and its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.model.cover_layers.motif_pictures import MotifLibrary
from pnp.model.face_layouts import FaceLayout
from pnp.model.looks.look import LookLibrary
from pnp.model.season_palettes import SeasonPalette
from pnp.model.symbols import IconLibrary


@dataclass(frozen=True)
class Libraries:
    """The libraries of a game; each has what is in `templates/`, and what is in the folder of the game."""

    icons: IconLibrary = field(default_factory=IconLibrary)
    looks: LookLibrary = field(default_factory=LookLibrary)
    motifs: MotifLibrary = field(default_factory=MotifLibrary)
    layouts: Mapping[str, FaceLayout] = field(default_factory=dict)
    palettes: Mapping[str, SeasonPalette] = field(default_factory=dict)

    @property
    def known(self) -> dict[str, object]:
        """The libraries whose names records are checked for when they are read."""
        return {
            "looks": self.looks,
            "motifs": self.motifs,
            "layouts": self.layouts,
            "palettes": self.palettes,
        }
