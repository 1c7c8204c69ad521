"""Reads the pictures of motifs from the SVG files in `templates/motifs/` and in the folder `motifs` of a game.

The file `mule.svg` has the motif `mule`. Of a motif with a choice there are files such as `soldier.pose.running.svg`
and `soldier.pose.walking.default.svg`. The origin of a picture is the foot of the motif. Each shape is a path with the
class of its tone; a group with the class `part` and an id is a part that a layer may leave out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from pnp.deferred import deferred
from pnp.findings import Refused, did_you_mean, sort_findings
from pnp.load.library_files import former_names
from pnp.load.source import Faults, inside, read_source, shown_name
from pnp.message import clip
from pnp.model.cover_layers.cover_layer import LAYER_KINDS
from pnp.model.cover_layers.motif_pictures import (
    MOTIF_FOLDER,
    TONE_NAMES,
    MotifLibrary,
    MotifPicture,
    MotifShape,
    Ring,
)
from pnp.resources import templates_dir
from pnp.spot import Spot
from pnp.units import int_sum

with deferred():  # most games draw no cover while they are read or checked
    from pnp.load import svg_elements, svg_outlines

_CHOICE = r"(?P<key>[a-z_]+)\.(?P<value>[a-z0-9_-]+)(?P<default>\.default)?"
_FILE = re.compile(rf"(?P<kind>[a-z][a-z0-9_-]*)(?:\.{_CHOICE})?\.svg")


class _File(NamedTuple):
    """A file of a motif, with the key and the value of the layers that it belongs to."""

    path: Path
    key: str
    value: str


@cache
def shared_motifs() -> MotifLibrary:
    """Return the motifs in `templates/`, which every game can use. A file is read when its shapes are first needed."""
    faults = Faults()
    files = _files(templates_dir(), faults)
    if faults:
        raise Refused(sort_findings(faults.findings))
    pictures = {}
    for kind, (first, *others) in files.items():
        paths = {file.value: file.path for file in (first, *others)}
        pictures[kind] = MotifPicture(first.key, tuple(paths), partial(_shared_shapes, paths))
    return MotifLibrary(pictures, former_names().motifs)


def _shared_shapes(paths: Mapping[str, Path], value: str) -> tuple[MotifShape, ...]:
    """Return the shapes in the file for a value; raise `Refused` if it is invalid."""
    return _read_shared(paths[value])


@cache
def _read_shared(path: Path) -> tuple[MotifShape, ...]:
    """Return the shapes in a file in `templates/`; raise `Refused` if it is invalid."""
    faults = Faults()
    shapes = _read_file(path, faults)
    if faults:
        raise Refused(sort_findings(faults.findings))
    return shapes


def read_motifs(folder: Path, faults: Faults) -> MotifLibrary:
    """Return a game's motifs together with the shared ones; a motif of the game replaces a shared one of its name."""
    own = {}
    for kind, (first, *others) in _files(folder, faults).items():
        shapes = {file.value: _read_file(file.path, faults) for file in (first, *others)}
        own[kind] = MotifPicture(first.key, tuple(shapes), shapes.__getitem__)
    shared = shared_motifs()
    return MotifLibrary(dict(sorted({**shared, **own}.items())), shared.former) if own else shared


def _files(folder: Path, faults: Faults) -> dict[str, list[_File]]:
    """Return the files of each motif in a folder, the default first."""
    found: dict[str, list[_File]] = {}
    for path in sorted((folder / MOTIF_FOLDER).glob("*")):
        if path.suffix.lower() != ".svg":
            continue
        spot, match = Spot(shown_name(path)), _FILE.fullmatch(path.name)
        if match is None:
            write = "write a name such as tank.svg, or horse.pose.grazing.svg for one of several poses"
            faults.add("L012", spot, "this is not a name for a motif", write)
        elif inside(folder, f"{MOTIF_FOLDER}/{path.name}") is None:
            faults.add("L003", spot, "this file leads out of the game's folder", "copy it into the folder")
        elif match["kind"] in LAYER_KINDS:
            faults.add(
                "L012",
                spot,
                f"the motif {match['kind']} has the name of a layer that pnp draws",
                "give the file another name",
            )
        else:
            files = found.setdefault(match["kind"], [])
            file = _File(path, match["key"] or "", match["value"] or "")
            if files and not file.key == files[0].key != "":
                wrong = f"{path.name} and {files[0].path.name} are not the values of one key"
                faults.add("L012", spot, wrong, f"write names such as {match['kind']}.pose.walking.svg for all of them")
            else:
                files.insert(0 if match["default"] else len(files), file)
    return found


def _read_file(path: Path, faults: Faults) -> tuple[MotifShape, ...]:
    """Return the shapes in a file; add findings if it is invalid."""
    source = read_source(path, faults)
    if source is None:
        return ()
    before = len(faults.findings)
    shapes = [
        shape
        for element in svg_elements.read_elements(source, faults)
        if (shape := _shape(element, faults)) is not None
    ]
    corners = int_sum(len(ring) // 2 for shape in shapes for ring in shape.rings)
    if corners > svg_outlines.MOST_CORNERS:
        wrong = f"the outlines have {corners:,} corners; the limit is {svg_outlines.MOST_CORNERS:,}"
        faults.add("L005", Spot(source.name), wrong, "draw them with fewer points")
    elif not shapes and len(faults.findings) == before:
        faults.add("L012", Spot(source.name), "this picture has no shapes", "draw paths, each with a tone as its class")
    return tuple(shapes)


def _shape(element: svg_elements.SvgElement, faults: Faults) -> MotifShape | None:
    """Return the shape of a path; None for a group, or if the element is invalid, with a finding."""
    groups = [{"class": "", **attributes} for attributes in (*element.around, element.attributes)]
    names = [attributes.get("id", "") for attributes in groups if "part" in attributes["class"].split()]
    tones = [one for attributes in groups for one in attributes["class"].split() if one != "part"]
    wrong, write = "", ""
    rings: tuple[Ring, ...] = ()
    if "transform" in element.attributes:
        wrong, write = "a motif is drawn without transformations", "apply the transformation to the paths"
    elif "part" in element.classes and not names[-1].isidentifier():
        wrong, write = "a part has no name", 'write an id of letters, digits and _, such as id="wheels"'
    elif element.name in ("svg", "g"):
        return None
    elif element.name != "path":
        wrong, write = f"a motif consists of paths, but this is <{clip(element.name)}>", "convert it to a path"
    elif not tones or tones[-1] not in TONE_NAMES:
        wrong = f"there is no tone named {clip(tones[-1])}" if tones else "this path has no tone"
        write = f"as its class, {did_you_mean(tones[-1] if tones else '', TONE_NAMES, many=True)}"
    else:
        try:
            rings = svg_outlines.read_rings(element.attributes.get("d", ""))
        except ValueError as error:
            wrong, _, write = str(error).partition("; ")
    if wrong:
        faults.add("L012", element.spot, wrong, write)
        return None
    tone = next(one for one in TONE_NAMES if one == tones[-1])
    return MotifShape(tone, names[-1] if names else "", rings)
