"""Reads the libraries of a game: what it may use by name, such as icons, looks and motifs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from pnp.load.icons import read_icons, shared_icons
from pnp.load.layouts import read_layouts, read_palettes, shared_layouts, shared_palettes
from pnp.load.looks import read_looks, shared_looks
from pnp.load.motifs import read_motifs, shared_motifs
from pnp.load.source import Faults
from pnp.model.cover_layers.motif_pictures import MotifLibrary
from pnp.model.libraries import Libraries
from pnp.model.looks.look import LookLibrary


@cache
def shared_libraries() -> Libraries:
    """Return what every game can use; raise `Refused` if a file in `templates/` is invalid."""
    return Libraries(shared_icons(), shared_looks(), shared_motifs(), shared_layouts(), shared_palettes())


_PRESENT: ContextVar[Path | None] = ContextVar("present", default=None)
"""The folder of the present edition of the game whose older edition is read."""


@contextmanager
def with_present_edition(folder: Path) -> Iterator[None]:
    """Give an older edition of the game in a folder those of its looks and motifs that were in `templates/` then."""
    token = _PRESENT.set(folder)
    try:
        yield
    finally:
        _PRESENT.reset(token)


def read_libraries(folder: Path, faults: Faults) -> Libraries:
    """Return what the game in a folder can use; add findings for files of the game that are invalid."""
    looks, motifs, present = read_looks(folder, faults), read_motifs(folder, faults), _PRESENT.get()
    if present is not None:
        looks = LookLibrary(looks.with_former_of(read_looks(present, Faults())), looks.former)
        motifs = MotifLibrary(motifs.with_former_of(read_motifs(present, Faults())), motifs.former)
    return Libraries(
        read_icons(folder, faults), looks, motifs, read_layouts(folder, faults), read_palettes(folder, faults)
    )
