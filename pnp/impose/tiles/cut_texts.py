"""Warnings about texts of a map that a seam between two tiles cuts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.extent import item_extent
from pnp.findings import Finding, Severity
from pnp.impose.tiles.tile_plan import TilePlan
from pnp.message import join_words
from pnp.scene import Group, Item, Matrix, Rect, Scene, Text, Use
from pnp.spot import Spot

MOST_NAMED = 6
"""The greatest number of texts that a warning lists."""
CUT_TEXT = "B012"
"""The code of the warnings."""


def cut_texts(plan: TilePlan, texts: Sequence[Rect], scene: Scene, file: str) -> tuple[Finding, ...]:
    """Return a warning for each seam that cuts texts of a map: the page, the tiles and the texts.

    `texts` are the boxes of the texts on the map, and `file` is the name of the PDF file with the tiles.
    """
    if not plan.cuts.texts:
        return ()
    between: dict[tuple[str, ...], list[Rect]] = {}
    for box in texts:
        names = tuple(tile.name for tile in plan.tiles if tile.visible.grown(-CRUMB).touches(box))
        if len(names) > 1:
            between.setdefault(names, []).append(box)
    pages = {tile.name: number for number, tile in enumerate(plan.tiles, 2)}  # page 1 shows the assembly
    found = []
    for names, boxes in between.items():
        words = list(dict.fromkeys(_words_at(boxes, scene)))
        more = f" and {len(words) - MOST_NAMED} more" if len(words) > MOST_NAMED else ""
        listed = ", ".join(words[:MOST_NAMED]) + more if more else join_words(words)
        wrong = f"the seam between tiles {join_words(names)} cuts {listed or 'a text'}"
        spot = Spot(file, path=f"page {pages[names[0]]}")
        found.append(Finding(CUT_TEXT, spot, wrong, "move it on the map, or choose another paper", Severity.WARNING))
    return tuple(found)


CRUMB = 1e-6
"""A text that reaches past a seam by less, in mm, is not cut."""


def _words_at(boxes: Sequence[Rect], scene: Scene) -> Iterator[str]:
    """Yield, for each box, the text of the map whose extent is most like it, in quotation marks."""
    texts = tuple(_texts(scene.items, Matrix()))
    for box in boxes:
        near = [(words, extent) for words, extent in texts if extent.touches(box)]
        if near:
            words, _ = max(near, key=lambda one: _likeness(one[1], box))
            yield f'"{words}"'


def _texts(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[str, Rect]]:
    """Yield each drawn text with its extent; for a letter of a name on a curve, it is the whole name."""
    for item in items:
        if isinstance(item, Use):
            yield from _texts(item.scene.items, matrix.after(item.matrix))
        elif isinstance(item, Group):
            for words, extent in _texts(item.items, matrix.after(item.matrix)):
                yield item.text or words, extent
        elif isinstance(item, Text) and (box := item_extent(Group((item,), matrix))) is not None:
            yield item.text, box


def _likeness(one: Rect, other: Rect) -> float:
    """Return the part of two rectangles that they share, from 0 (apart) to 1 (equal)."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    shared = max(0.0, across) * max(0.0, down)
    return shared / (one.width * one.height + other.width * other.height - shared)
