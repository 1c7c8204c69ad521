"""The icons, looks of terrain and motifs that a game may use by name: those of pnp, and its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.model.cover_layers.motif_pictures import MotifLibrary
from pnp.model.looks.look import LookLibrary
from pnp.model.symbols import IconLibrary


@dataclass(frozen=True)
class Libraries:
    """The libraries of a game; each has what is in `templates/`, and what is in the folder of the game."""

    icons: IconLibrary = field(default_factory=IconLibrary)
    looks: LookLibrary = field(default_factory=LookLibrary)
    motifs: MotifLibrary = field(default_factory=MotifLibrary)

    @property
    def known(self) -> dict[str, object]:
        """The libraries whose names records are checked for when they are read."""
        return {"looks": self.looks, "motifs": self.motifs}
