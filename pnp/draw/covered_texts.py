"""Texts of boxes and tracks that lie over each other, over the place of a counter, or over the edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.draw.fault import SLACK, covered_text
from pnp.extent import moved_extent, path_extent
from pnp.findings import Fault
from pnp.scene import Item, Path, Rect, Text, walk
from pnp.typeface import cap_height, text_width


def covered_texts(subject: str, items: Iterable[Item], frame: Rect) -> Iterator[Fault]:
    """Yield a fault (D010) for each text that lies over another text, a dashed square, or the edge of `frame`.

    `items` is the drawing of the box or track that `subject` names. Each text is reported once.
    """
    texts, squares = list[tuple[str, Rect]](), list[tuple[str, Rect]]()
    for item, matrix in walk(items):
        if isinstance(item, Text) and (box := moved_extent(_capitals(item), matrix)):
            texts.append((item.text, box))
        elif isinstance(item, Path) and item.stroke and item.stroke.dash:
            box = moved_extent(path_extent(item), matrix)
            squares += [("the place of a counter", box)] if box else []
    for number, (text, box) in enumerate(texts):
        others = [(f'the text "{other}"', lies) for other, lies in texts[number + 1 :]]
        over = next((name for name, lies in (*others, *squares) if box.grown(-SLACK).touches(lies)), "")
        room = frame.grown(SLACK)
        inside = room.holds(box.x, box.y) and room.holds(box.right, box.bottom)
        yield from covered_text(subject, text, over or ("" if inside else "the edge"))


def _capitals(text: Text) -> Rect | None:
    """Return the box of a line of text from its baseline to the height of its capitals; None if it is empty."""
    if not text.text:
        return None
    width, high = text_width(text.text, text.font, text.size_pt, text.tracking), cap_height(text.font, text.size_pt)
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    return Rect(text.x + left, text.y - high, width, high)
