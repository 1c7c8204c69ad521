"""Reads layouts of units and palettes of maps from the files in `templates/` and in the folders of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pnp.findings import Refused, did_you_mean, sort_findings
from pnp.load.library_files import NamedRecords, read_named
from pnp.load.source import Faults
from pnp.message import clip
from pnp.model.face_layouts import LAYOUT_FOLDER, FaceLayout, LayoutFiles
from pnp.model.season_palettes import PALETTE_FOLDER, PaletteFiles, SeasonPalette
from pnp.resources import templates_dir


@cache
def _shared(files: type[LayoutFiles | PaletteFiles]) -> NamedRecords:
    """Return the layouts or the palettes in `templates/`; raise `Refused` if a file there is invalid."""
    faults = Faults()
    found = read_named(templates_dir(), files, faults, {}, ("colours",))
    if faults:
        raise Refused(sort_findings(faults.findings))
    return found


@cache
def shared_layouts() -> Mapping[str, FaceLayout]:
    """Return the layouts in `templates/`, which every game can use; raise `Refused` if a file there is invalid."""
    faults = Faults()
    layouts = _joined(_shared(LayoutFiles), {}, faults)
    if faults:
        raise Refused(sort_findings(faults.findings))
    return layouts


@cache
def shared_palettes() -> Mapping[str, SeasonPalette]:
    """Return the palettes in `templates/`, which every game can use; raise `Refused` if a file there is invalid."""
    return _shared(PaletteFiles).records


def read_layouts(folder: Path, faults: Faults) -> Mapping[str, FaceLayout]:
    """Return a game's layouts of units together with the shared ones, which they may replace."""
    if not (folder / LAYOUT_FOLDER).is_dir():
        return shared_layouts()
    return _joined(read_named(folder, LayoutFiles, faults, _shared(LayoutFiles).nodes), shared_layouts(), faults)


def _joined(own: NamedRecords, shared: Mapping[str, FaceLayout], faults: Faults) -> Mapping[str, FaceLayout]:
    """Return layouts with the layouts that they name; add a finding for each name of no layout."""
    layouts = {**shared, **own.records}
    for name, layout in own.records.items():
        for key in ("small", "disrupted"):
            other = getattr(layout, key)
            if other and other not in layouts:
                spot = own.nodes[name].mapping[key].spot(f"{LAYOUT_FOLDER}.{name}.{key}")
                faults.add("L012", spot, f"there is no layout {clip(other)}", did_you_mean(other, layouts, many=True))
        layout._of_disrupted = layouts.get(layout.disrupted)
    return layouts


def read_palettes(folder: Path, faults: Faults) -> Mapping[str, SeasonPalette]:
    """Return a game's palettes of maps together with the shared ones, which they may replace."""
    if not (folder / PALETTE_FOLDER).is_dir():
        return shared_palettes()
    own = read_named(folder, PaletteFiles, faults, _shared(PaletteFiles).nodes, ("colours",))
    for name, palette in own.records.items():
        palette._spot = own.nodes[name].key_spot(f"{PALETTE_FOLDER}.{name}")
    return {**shared_palettes(), **own.records}
