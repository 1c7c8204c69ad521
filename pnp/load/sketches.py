"""Reads the small pictures of pnp from the SVG files in `templates/sketches/`, such as steps of the guide.

Colours are `#RRGGBB`, or inks of a cover by their names: the class `light` fills with an ink, and `line-ink` draws the
outline with one. A text with `{}` is replaced by words, and a path with the class `scene` by a drawing of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.svgLib.path.parser import parse_path

from pnp.findings import Refused, sort_findings
from pnp.load.source import Faults, read_source
from pnp.load.svg_elements import SvgElement, read_elements
from pnp.resources import templates_dir

SKETCH_FOLDER = "sketches"
"""The folder of small pictures in `templates/`."""
_OPS = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z", "endPath": ""}


@dataclass(frozen=True)
class SketchPath:
    """A path in points: its commands and coordinates, its fill, and the colour, width and dashes of its outline."""

    ops: str
    xy: tuple[float, ...]
    fill: str
    line: str
    pen: float
    dash: tuple[float, ...]


@dataclass(frozen=True)
class SketchText:
    """A text on a baseline, in points; `{}` is replaced by words."""

    words: str
    font: str
    size: float
    x: float
    y: float
    colour: str
    anchor: str


@dataclass(frozen=True)
class SketchScene:
    """The place of a drawing of the game, which is as large as the outline allows, clipped at it and turned.

    `number` is that of the drawing; if there are fewer, they take turns.
    """

    number: int
    corners: tuple[float, ...]
    turn: float


SketchItem: TypeAlias = SketchPath | SketchText | SketchScene


@cache
def read_sketch(name: str) -> tuple[SketchItem, ...]:
    """Return the items of a picture, such as `guide/fold`; raise `Refused` if its file is missing or invalid."""
    faults = Faults()
    source = read_source(templates_dir() / SKETCH_FOLDER / f"{name}.svg", faults)
    elements = [] if source is None else read_elements(source, faults)
    if faults:
        raise Refused(sort_findings(faults.findings))
    return tuple(_item(element) for element in elements if element.name not in ("svg", "g"))


def _item(element: SvgElement) -> SketchItem:
    """Return the item of an element."""
    attributes: Mapping[str, str] = {key: value for one in element.around for key, value in one.items()}
    attributes = {**attributes, **element.attributes}

    def number(key: str, default: float = 0) -> float:
        """Return the number of an attribute."""
        return float(attributes.get(key, default))

    inks = [one for one in element.classes if not one.startswith("line-")]
    lines = [one.removeprefix("line-") for one in element.classes if one.startswith("line-")]
    if element.name == "text":
        font, at = attributes["font-family"], (number("x"), number("y"))
        fill, anchor = attributes.get("fill", ""), attributes.get("text-anchor", "start")
        return SketchText(element.text, font, number("font-size"), *at, fill, anchor)
    pen = DecomposingRecordingPen(None)
    parse_path(attributes["d"], pen)
    ops = "".join(_OPS[command] for command, _ in pen.value)
    xy = tuple(float(value) for _, points in pen.value for point in points for value in point)
    if "scene" in element.classes:
        return SketchScene(int(number("data-number")), xy, number("data-turn"))
    fill, line = ("".join(inks) or attributes.get("fill", "")), ("".join(lines) or attributes.get("stroke", ""))
    fill, line = (colour if colour != "none" else "" for colour in (fill, line))
    dash = tuple(float(length) for length in attributes.get("stroke-dasharray", "").split())
    return SketchPath(ops, xy, fill, line, number("stroke-width", 1), dash)
