"""The printed sheets of all symbols and of all looks, on Letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from docs.site.pictures import gallery_scenes
from pnp.impose.page import Document, Page
from pnp.message import capitalised
from pnp.scene import Item, Matrix, Rect, Scene, Stroke, Text, Use, line
from pnp.typeface import text_width
from pnp.units import MM_PER_INCH, Mm
from pnp.write.pdf import write_pdf

_PAPER = Rect(0, 0, 8.5 * MM_PER_INCH, 11 * MM_PER_INCH)
_MARGIN: Mm = 12.7
_HEADING: Mm = 13
_CAPTION: Mm = 6
_GAP: Mm = 2
_LARGEST_PT, _SMALLEST_PT = 7.5, 5


def write_sheets(folder: Path) -> None:
    """Write symbols.pdf (with sizes, emblems and pictures) and looks.pdf (with layouts) into a folder."""
    scenes = gallery_scenes()
    for name, lists, across in (("symbols", ("symbols", "sizes", "emblems", "pictures"), 8), ("looks", ("looks",), 6)):
        write_pdf(_document(name, {one: scenes[one] for one in lists}, across), folder / f"{name}.pdf")


def _document(name: str, lists: Mapping[str, Mapping[str, Scene]], across: int) -> Document:
    """Return pages with the scenes of lists in rows, each list under its heading."""
    side = (_PAPER.width - 2 * _MARGIN) / across
    pages: list[list[Item]] = [[]]
    y = _MARGIN
    for heading, scenes in lists.items():
        some = [*scenes.items()]
        rows = [some[at : at + across] for at in range(0, len(some), across)]
        high = min(side - 2 * _GAP, max(_drawn_height(scene, side - 2 * _GAP) for scene in scenes.values())) + _CAPTION
        for number, row in enumerate(rows):
            top = _HEADING if number == 0 else 0
            if y + top + high > _PAPER.height - _MARGIN:
                pages.append([])
                y, top = _MARGIN, _HEADING
            if top:
                pages[-1] += _heading(heading, y, continued=number > 0)
            y += top
            pages[-1] += _row(row, y, side, high - _CAPTION)
            y += high + _GAP
    title = f"All {name} of pnp"
    return Document(name, title, tuple(_page(f"{name} {at}", items) for at, items in enumerate(pages, 1)))


def _drawn_height(scene: Scene, width: Mm) -> Mm:
    """Return the height of a scene in a cell of this width."""
    return scene.height * min(1, width / scene.width)


def _heading(name: str, y: Mm, *, continued: bool) -> tuple[Item, ...]:
    """Return the heading of a list."""
    text = f"{capitalised(name)}{', continued' if continued else ''}"
    rule = line(_MARGIN, y + 8, _PAPER.width - _MARGIN, y + 8, Stroke("#22201B", 0.4))
    return (Text(_MARGIN, y + 6, text, "condensed-bold", 16, "#22201B"), rule)


def _row(row: Sequence[tuple[str, Scene]], y: Mm, side: Mm, high: Mm) -> list[Item]:
    """Return a row of scenes with their words below them."""
    items: list[Item] = []
    for at, (word, scene) in enumerate(row):
        scale = min((side - 2 * _GAP) / scene.width, high / scene.height, 1)
        middle = _MARGIN + side * (at + 0.5)
        corner = Matrix.place(middle - scene.width * scale / 2, y + (high - scene.height * scale) / 2, scale=scale)
        items.append(Use(scene, corner))
        wide = text_width(word, "condensed", _LARGEST_PT)
        size = max(_SMALLEST_PT, min(_LARGEST_PT, _LARGEST_PT * (side - 1) / wide))
        items.append(Text(middle, y + high + 4, word, "condensed", size, "#22201B", "middle"))
    return items


def _page(name: str, items: Sequence[Item]) -> Page:
    """Return a page of Letter paper."""
    return Page(name, _PAPER.width, _PAPER.height, _PAPER, _PAPER, tuple(items))
