"""Reads the libraries of a game: what it may use by name, such as icons, looks and motifs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pnp.load.icons import read_icons, shared_icons
from pnp.load.layouts import read_layouts, read_palettes, shared_layouts, shared_palettes
from pnp.load.looks import read_looks, shared_looks
from pnp.load.motifs import read_motifs, shared_motifs
from pnp.load.source import Faults
from pnp.model.libraries import Libraries


@cache
def shared_libraries() -> Libraries:
    """Return what every game can use; raise `Refused` if a file in `templates/` is invalid."""
    return Libraries(shared_icons(), shared_looks(), shared_motifs(), shared_layouts(), shared_palettes())


def read_libraries(folder: Path, faults: Faults) -> Libraries:
    """Return what the game in a folder can use; add findings for files of the game that are invalid."""
    return Libraries(
        read_icons(folder, faults),
        read_looks(folder, faults),
        read_motifs(folder, faults),
        read_layouts(folder, faults),
        read_palettes(folder, faults),
    )
