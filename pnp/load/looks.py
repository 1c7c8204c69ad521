"""Reads the looks of terrain from the files in `templates/looks/` and in the folder `looks` of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pnp.findings import Refused, sort_findings
from pnp.load.library_files import NamedRecords, former_names, read_named
from pnp.load.source import Faults
from pnp.model.library import Library
from pnp.model.looks.look import LOOK_FOLDER, LookFiles, LookLibrary, TerrainLook
from pnp.resources import templates_dir

_MERGED = ("colours", "winter_colours")
"""Keys of which a look that is `like` another one has the values of both."""


@cache
def _shared() -> NamedRecords:
    """Return the looks in `templates/`; raise `Refused` if a file there is invalid."""
    faults = Faults()
    found = read_named(templates_dir(), LookFiles, faults, {}, _MERGED)
    if faults:
        raise Refused(sort_findings(faults.findings))
    return found


@cache
def shared_looks() -> LookLibrary:
    """Return the looks in `templates/`, which every game can use; raise `Refused` if a file there is invalid."""
    return LookLibrary(dict(sorted(_named(_shared()).items())), former_names().looks)


def read_looks(folder: Path, faults: Faults) -> LookLibrary:
    """Return a game's looks together with the shared ones; a look of the game replaces a shared one of its name."""
    if not (folder / LOOK_FOLDER).is_dir():
        return shared_looks()
    shared = shared_looks()
    own = _named(read_named(folder, LookFiles, faults, Library(_shared().nodes, shared.former), _MERGED))
    return LookLibrary(dict(sorted({**shared, **own}.items())), shared.former) if own else shared


def _named(found: NamedRecords) -> Mapping[str, TerrainLook]:
    """Return looks by name, each with its name and the place where it is written."""
    looks = {name: look.model_copy(update={"name": name}) for name, look in found.records.items()}
    for name, look in looks.items():
        look._spot = found.nodes[name].key_spot(f"{LOOK_FOLDER}.{name}")
    return looks
