"""Changes the colours of documents and books before they are written: greyscale, or little ink."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from pnp.compose.html_book import Book
from pnp.draw.ink_variants import grey, variant_colour
from pnp.draw.pale_colours import recoloured_item
from pnp.impose.page import Document
from pnp.model.target import InkVariant
from pnp.scene import Group, Item, Path, Scene, Use

LAND = ("land", "terrain", "water")
"""The layers of a map whose areas are pale in the low-ink variant."""
_STYLE = re.compile(r"<style>.*?</style>|style=\"[^\"]*\"|\b(?:fill|stroke)=\"[^\"]*\"", re.DOTALL)
_COLOUR = re.compile(r"#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})\b")


def inked_document(document: Document, ink: InkVariant) -> Document:
    """Return imposed pages in the colours of a variant."""
    if ink == "full":
        return document
    change = _Change(ink)
    pages = tuple(replace(page, art=change.items(page.art), marks=change.items(page.marks)) for page in document.pages)
    return replace(document, pages=pages)


def inked_book(book: Book, ink: InkVariant) -> Book:
    """Return a book in the colours of a variant. The style of its text changes only in greyscale."""
    if ink == "full":
        return book
    change = _Change(ink)
    html = _STYLE.sub(lambda style: _COLOUR.sub(_grey_of, style[0]), book.html) if ink == "grey" else book.html
    return replace(book, html=html, scenes={name: change.scene(scene) for name, scene in book.scenes.items()})


def _grey_of(found: re.Match[str]) -> str:
    """Return the grey of a colour in a style, such as `#A4482A` or `#FFF`."""
    digits = found[0][1:]
    return grey("#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)))


class _Change:
    """Changes the colours of drawings; each scene is changed once."""

    def __init__(self, ink: InkVariant) -> None:
        self._change: Callable[[Item], Item] = self._grey_item if ink == "grey" else self._low_item
        self._done: dict[Scene, Scene] = {}

    def items(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return items in their new colours."""
        return tuple(self._change(item) for item in items)

    def scene(self, scene: Scene) -> Scene:
        """Return a drawing in its new colours."""
        if scene not in self._done:
            self._done[scene] = replace(scene, items=self.items(scene.items))
        return self._done[scene]

    def _grey_item(self, item: Item) -> Item:
        """Return an item in greys."""
        if isinstance(item, Use):
            return replace(item, scene=self.scene(item.scene))
        if isinstance(item, Group):
            return replace(item, items=self.items(item.items))
        return recoloured_item(item, grey)

    def _low_item(self, item: Item) -> Item:
        """Return an item with pale land."""
        if isinstance(item, Use):
            return replace(item, scene=self.scene(item.scene))
        if isinstance(item, Group):
            inner = tuple(map(_pale_land, item.items)) if item.layer in LAND else self.items(item.items)
            return replace(item, items=inner)
        return item


def _pale_land(item: Item) -> Item:
    """Return an item of a land layer with pale areas; its lines and texts stay."""
    if isinstance(item, Group):
        return replace(item, items=tuple(map(_pale_land, item.items)))
    if isinstance(item, Path) and item.fill:
        return replace(item, fill=variant_colour(item.fill, "low", "ground"))
    return item
