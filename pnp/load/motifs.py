"""Reads the pictures of motifs from the SVG files in `templates/motifs/` and in the folder `motifs` of a game.

The file `stupa.svg` has the motif `stupa`. Of a motif with a choice there are files such as `soldier.pose.running.svg`
and `soldier.pose.walking.default.svg`. The origin of a picture is the foot of the motif. Each shape is a path with the
class of its tone; a group with the class `part` and an id is a part that a layer may leave out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from pnp.findings import Refused, did_you_mean, sort_findings
from pnp.load.source import Faults, Source, inside, read_source, shown_name
from pnp.load.svg_outlines import MOST_CORNERS, read_rings
from pnp.message import clip
from pnp.model.cover_layers.motif_pictures import (
    MOTIF_FOLDER,
    TONE_NAMES,
    MotifLibrary,
    MotifPicture,
    MotifShape,
    Ring,
)
from pnp.model.cover_layers.scene_layer import LAYER_KINDS
from pnp.resources import templates_dir
from pnp.spot import Spot

_CHOICE = r"(?P<key>[a-z_]+)\.(?P<value>[a-z0-9_-]+)(?P<default>\.default)?"
_FILE = re.compile(rf"(?P<kind>[a-z][a-z0-9_-]*)(?:\.{_CHOICE})?\.svg")
_SVG = "http://www.w3.org/2000/svg"
_WITHOUT_SHAPES = ("title", "desc", "style", "metadata", "defs")
"""Elements whose contents are not drawn."""


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
    return MotifLibrary(pictures)


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
    return MotifLibrary(dict(sorted({**shared_motifs(), **own}.items()))) if own else shared_motifs()


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
            faults.add("L012", spot, f"{match['kind']} is a layer that pnp draws", "give the file another name")
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
    return () if source is None else _SvgReader(source, faults).read()


@dataclass
class _SvgReader:
    """The reading of one SVG file: the elements around the present one, each with its tone and its part."""

    source: Source
    faults: Faults
    shapes: list[MotifShape] = field(default_factory=list)
    around: list[tuple[str, str]] = field(default_factory=list)
    skipped: int = 0
    corners: int = 0

    def read(self) -> tuple[MotifShape, ...]:
        """Return the shapes of the file; add findings if it is invalid."""
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = lambda *_: self._add("a motif has no DOCTYPE", "delete it")
        before = len(self.faults.findings)
        try:
            self.parser.Parse(self.source.text.encode("utf-8"), True)
        except expat.ExpatError as error:
            spot = Spot(self.source.name, error.lineno, error.offset + 1)
            self.faults.add("L004", spot, f"this is not SVG: {expat.ErrorString(error.code)}", "save it as plain SVG")
        if len(self.faults.findings) == before and not self.shapes:
            self.faults.add("L012", Spot(self.source.name), "this picture has no shapes", "draw paths with tones")
        return tuple(self.shapes)

    def _add(self, wrong: str, write: str) -> None:
        """Add a finding at the present place of the file."""
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.faults.add("L012", Spot(self.source.name, line, column), wrong, write)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        """Read the start of an element."""
        namespace, _, name = tag.rpartition(" ")
        if self.skipped or namespace != _SVG or name in _WITHOUT_SHAPES:
            self.skipped += 1
            return
        tone, part = self.around[-1] if self.around else ("", "")
        classes = attributes.get("class", "").split()
        tone = next((one for one in classes if one != "part"), tone)
        if "part" in classes:
            part = attributes.get("id", "")
            if not part.isidentifier():
                self._add("a part has no name", 'write an id of letters, digits and _, such as id="wheels"')
        self.around.append((tone, part))
        if "transform" in attributes:
            self._add("a motif is drawn without transformations", "apply the transformation to the paths")
        if name == "path":
            self._add_path(tone, part, attributes.get("d", ""))
        elif name not in ("svg", "g"):
            self._add(f"a motif consists of paths, but this is <{clip(name)}>", "convert it to a path")

    def _end(self, _: str) -> None:
        """Return to the element around the present one."""
        if self.skipped:
            self.skipped -= 1
        else:
            self.around.pop()

    def _add_path(self, tone: str, part: str, outline: str) -> None:
        """Add the shape of a path."""
        known = {one: one for one in TONE_NAMES}
        if tone not in known:
            wrong = f"there is no tone named {clip(tone)}" if tone else "this path has no tone"
            self._add(wrong, f"as its class, {did_you_mean(tone, TONE_NAMES, many=True)}")
            return
        try:
            rings: tuple[Ring, ...] = read_rings(outline)
        except ValueError as error:
            wrong, _, write = str(error).partition("; ")
            self._add(wrong, write)
            return
        before, self.corners = self.corners, self.corners + sum(map(len, rings)) // 2
        if self.corners > MOST_CORNERS >= before:
            self._add(f"the outlines have more than {MOST_CORNERS:,} corners", "draw them with fewer points")
        self.shapes.append(MotifShape(known[tone], part, rings))
