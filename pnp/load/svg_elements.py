"""Reads the elements of an SVG file that are drawn, each with its place in the file and the elements around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from pnp.load.source import Faults, Source
from pnp.spot import Spot

_SVG = "http://www.w3.org/2000/svg"
_NOT_DRAWN = ("title", "desc", "style", "metadata", "defs")
"""Elements whose contents are not drawn."""


@dataclass(frozen=True)
class SvgElement:
    """An element: its name, its attributes, the attributes of the elements around it from outside, and its text."""

    name: str
    attributes: Mapping[str, str]
    around: tuple[Mapping[str, str], ...]
    spot: Spot
    texts: list[str] = field(default_factory=list)

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of the element."""
        return tuple(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        """The text in the element."""
        return " ".join("".join(self.texts).split())


def read_elements(source: Source, faults: Faults) -> list[SvgElement]:
    """Return the elements of a file in drawing order, groups before what is in them; add findings if it is not SVG."""
    found: list[SvgElement] = []
    around: list[SvgElement] = []
    skipped = 0
    parser = expat.ParserCreate(namespace_separator=" ")

    def start(tag: str, attributes: dict[str, str]) -> None:
        """Enter an element."""
        nonlocal skipped
        namespace, _, name = tag.rpartition(" ")
        if skipped or namespace != _SVG or name in _NOT_DRAWN:
            skipped += 1
            return
        spot = Spot(source.name, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        element = SvgElement(name, attributes, tuple(one.attributes for one in around), spot)
        found.append(element)
        around.append(element)

    def end(_: str) -> None:
        """Return to the element around this one."""
        nonlocal skipped
        if skipped:
            skipped -= 1
        else:
            around.pop()

    def text(words: str) -> None:
        """Add a text to the element."""
        if around and not skipped:
            around[-1].texts.append(words)

    def doctype(*_: object) -> None:
        """Refuse definitions of entities."""
        spot = Spot(source.name, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        faults.add("L012", spot, "a picture has no DOCTYPE", "delete it")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = text, doctype
    try:
        parser.Parse(source.text.encode("utf-8"), True)
    except expat.ExpatError as error:
        spot = Spot(source.name, error.lineno, error.offset + 1)
        faults.add("L004", spot, f"this is not SVG: {expat.ErrorString(error.code)}", "save it as plain SVG")
    return found
