"""Changes the colours of documents and books before they are written: greyscale, or little ink.

With little ink, areas of pieces, tables and boxes become pale, and light texts on them dark. The land of maps becomes
pale too, but nothing else on maps. Covers are drawn in their variant already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import fsum
from types import MappingProxyType
from typing import Literal, TypeAlias

from pnp.art.ink_variants import dark_text, grey, pale_fill, variant_colour
from pnp.art.pale_colours import recoloured_item
from pnp.compose.html_book import Book
from pnp.impose.page import Document
from pnp.model.target import Colouring
from pnp.palette import INK, WHITE
from pnp.scene import SHEET, THUMBNAIL, Colour, Group, Item, Path, Scene, Text, Use
from pnp.units import Mm

LAND = ("land", "terrain", "water")
"""The layers of a map whose areas are pale in the low-ink variant."""
FURNITURE = "furniture"
"""The layer of a map with tables and boxes."""
Paleness: TypeAlias = Literal["piece", "land", "kept"]
"""What becomes pale: areas of pieces and tables, with dark texts; the land of a map; or nothing."""
LARGE_AREA: float = 30
"""The least area (square mm) whose colour becomes very pale."""
NARROW: Mm = 1.5
"""A narrower area is not large, and a narrower line keeps its colour."""
SMALL_MARK: Mm = 2.0
"""A black area that is smaller keeps its colour."""
LEAST_SHARE = 0.7
"""The share of its box that a large area fills at least; pictures and arrows fill less."""
_STYLE = re.compile(r"<style>.*?</style>|style=\"[^\"]*\"|\b(?:fill|stroke)=\"[^\"]*\"", re.DOTALL)
_COLOUR = re.compile(r"#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})\b")
_DECLARATION = re.compile(r"(?<![\w-])(background(?:-color)?|fill|color)(\s*[:=]\s*\"?)([^;}\"]*)")
_DEFINITION = re.compile(r"--([a-z-]+): (#[0-9A-Fa-f]{6})")
_VARIABLE = re.compile(r"var\(--([a-z-]+)(?:,\s*(#[0-9A-Fa-f]{3,6}))?\)")


def coloured_document(document: Document, ink: Colouring) -> Document:
    """Return imposed pages in the colours of a variant."""
    if ink == "full":
        return document
    change = _GreyColouring() if ink == "grey" else _PaleColouring()
    pages = tuple(replace(page, art=change.items(page.art), marks=change.marks(page.marks)) for page in document.pages)
    return replace(document, pages=pages)


def coloured_scenes(scenes: Mapping[str, Scene], ink: Colouring) -> dict[str, Scene]:
    """Return drawings by name in the colours of a variant."""
    if ink == "full":
        return dict(scenes)
    change = _GreyColouring() if ink == "grey" else _PaleColouring()
    return {name: change.scene(scene) for name, scene in scenes.items()}


def coloured_book(book: Book, ink: Colouring) -> Book:
    """Return a book in the colours of a variant."""
    if ink == "full":
        return book
    change = _GreyColouring() if ink == "grey" else _PaleColouring(dict(_DEFINITION.findall(book.html)))
    html = _STYLE.sub(lambda style: change.style(style[0]), book.html)
    flow = book.flow and replace(book.flow, style=change.style(book.flow.style))
    return replace(book, html=html, flow=flow, scenes=coloured_scenes(book.scenes, ink))


def _colour_of(found: re.Match[str]) -> Colour:
    """Return a colour in a style with six digits, such as `#A4482A` for itself and `#FFFFFF` for `#FFF`."""
    digits = found[0][1:]
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


class _GreyColouring:
    """Changes all colours to greys; each scene is changed once."""

    def __init__(self) -> None:
        self._done: dict[Scene, Scene] = {}

    def style(self, style: str) -> str:
        """Return a style sheet or an attribute in greys."""
        return _COLOUR.sub(lambda found: grey(_colour_of(found)), style)

    def marks(self, marks: Iterable[Item]) -> tuple[Item, ...]:
        """Return the marks of a page in greys."""
        return self.items(marks)

    def items(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return items in greys."""
        return tuple(map(self._item, items))

    def scene(self, scene: Scene) -> Scene:
        """Return a drawing in greys."""
        if scene not in self._done:
            self._done[scene] = replace(scene, items=self.items(scene.items))
        return self._done[scene]

    def _item(self, item: Item) -> Item:
        """Return an item in greys."""
        if isinstance(item, Use):
            return replace(item, scene=self.scene(item.scene))
        if isinstance(item, Group):
            return replace(item, items=self.items(item.items))
        return recoloured_item(item, grey)


class _PaleColouring:
    """Makes areas pale; each scene is changed once for each scale.

    `variables` are the colours of the CSS variables of a book.
    """

    def __init__(self, variables: Mapping[str, Colour] = MappingProxyType({})) -> None:
        self._variables = variables
        self._done: dict[tuple[Scene, Paleness, float], Scene] = {}

    def style(self, style: str) -> str:
        """Return a style sheet or an attribute with pale backgrounds and dark texts."""
        return _DECLARATION.sub(self._declaration, style)

    def marks(self, marks: Iterable[Item]) -> tuple[Item, ...]:
        """Return the marks of a page, which need little ink."""
        return tuple(marks)

    def items(
        self,
        items: Sequence[Item],
        paleness: Paleness = "piece",
        scale: float = 1,
        grounds: Mapping[Colour, Colour] = MappingProxyType({}),
    ) -> tuple[Item, ...]:
        """Return items in pale colours.

        `grounds` are the colours of the large areas around them, and what they become. Clear edges of lines in the
        colour of their ground become the same.
        """
        areas = [item.fill for item in items if isinstance(item, Path) and item.fill and _is_large(item, scale)]
        own = {**grounds, **{fill: pale_fill(fill, large=True) for fill in areas}}
        shown = [item for item in items if not (isinstance(item, Group) and item.layer == SHEET)]
        return tuple(self._item(item, paleness, scale, own) for item in shown)

    def scene(self, scene: Scene, paleness: Paleness = "piece", scale: float = 1) -> Scene:
        """Return a drawing in pale colours."""
        key = (scene, paleness, round(scale, 2))
        if key not in self._done:
            items = self.items(scene.items, paleness, scale)
            self._done[key] = scene if items == scene.items else replace(scene, items=items)
        return self._done[key]

    def _item(self, item: Item, paleness: Paleness, scale: float, grounds: Mapping[Colour, Colour]) -> Item:
        """Return an item of a drawing that is printed at a scale in pale colours."""
        if isinstance(item, Use):
            return replace(item, scene=self.scene(item.scene, paleness, scale * item.matrix.magnification))
        if isinstance(item, Group):
            inner = _paleness_of(item.layer, paleness)
            return replace(item, items=self.items(item.items, inner, scale * item.matrix.magnification, grounds))
        if paleness == "kept":
            return item
        if isinstance(item, Text):
            return _dark_line(item) if paleness == "piece" else item
        if paleness == "land":
            return replace(item, fill=variant_colour(item.fill, "low", "ground")) if item.fill else item
        fill, stroke = item.fill, item.stroke
        if fill and not _is_small_mark(item, scale):
            fill = grounds.get(fill) or pale_fill(fill, large=_is_large(item, scale))
        if stroke and stroke.colour in grounds:
            stroke = replace(stroke, colour=grounds[stroke.colour])
        elif stroke and stroke.width * scale >= NARROW:
            stroke = replace(stroke, colour=pale_fill(stroke.colour, large=False))
        return replace(item, fill=fill, stroke=stroke)

    def _declaration(self, found: re.Match[str]) -> str:
        """Return a declaration of a style, or an attribute, in pale colours."""
        name, between, value = found.groups()
        change: Callable[[Colour], Colour] = (
            dark_text if name == "color" else lambda colour: pale_fill(colour, large=True)
        )

        def named(variable: re.Match[str]) -> str:
            """Return the changed colour of a CSS variable, or the variable if it is not a colour."""
            colour = self._variables.get(variable[1], variable[2])
            return variable[0] if colour is None else change(colour)

        value = (
            _VARIABLE.sub(named, value) if "var(" in value else _COLOUR.sub(lambda one: change(_colour_of(one)), value)
        )
        return f"{name}{between}{value}"


def _paleness_of(layer: str, outer: Paleness) -> Paleness:
    """Return what becomes pale in a layer. All other layers of maps and covers keep their colours."""
    if layer in LAND:
        return "land"
    if layer in (THUMBNAIL, FURNITURE):
        return "piece"
    return "kept" if layer else outer


def _dark_line(item: Text) -> Text:
    """Return a line of text in a dark colour; one that was light has a white halo in place of a dark one."""
    fill = dark_text(item.fill)
    if fill == item.fill or item.halo is None:
        return replace(item, fill=fill)
    return replace(item, fill=fill, halo=replace(item.halo, colour=WHITE))


def _is_small_mark(path: Path, scale: float) -> bool:
    """Return whether a path is a small area in black, such as a dot or a bar of a size mark, which costs little ink."""
    across, down = path.xy[::2], path.xy[1::2]
    if path.fill != INK or not across:
        return False
    return max(max(across) - min(across), max(down) - min(down)) * scale < SMALL_MARK


def _is_large(path: Path, scale: float) -> bool:
    """Return whether a path is a large plain area on paper, such as a field or a bar, and not a picture."""
    across, down = path.xy[::2], path.xy[1::2]
    if not across:
        return False
    width, height = (max(across) - min(across)) * scale, (max(down) - min(down)) * scale
    if width * height < LARGE_AREA or min(width, height) < NARROW:
        return False
    return _enclosed(across, down) * scale**2 >= LEAST_SHARE * width * height


def _enclosed(across: Sequence[Mm], down: Sequence[Mm]) -> float:
    """Return the area of a polygon with these corners (shoelace formula)."""
    corners = list(zip(across, down, strict=True))
    return abs(fsum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])))) / 2
