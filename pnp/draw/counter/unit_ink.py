"""The rectangles of the things on a unit's face, to which the annotations of a unit point and which they avoid."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.draw.counter.faces import unit_head
from pnp.draw.counter.factors import FRAME_RED
from pnp.draw.counter.unit_face import Head, head_parts, word_parts
from pnp.extent import item_extent, moved_extent, path_extent, points_extent
from pnp.model.counter import Counter, Face
from pnp.model.face_layouts import FaceLayout
from pnp.model.game import Game
from pnp.scene import Group, Item, Matrix, Path, Rect, Text, Use
from pnp.typeface import cap_height, text_width

DESCENDING = frozenset("gjpqy,;()[]Q")
"""Letters and signs with ink below the baseline."""
DESCENT = 0.3
"""How far they extend below the baseline, as a share of the height of capitals."""


def unit_ink(game: Game, counter: Counter, face: Face) -> dict[str, Rect]:
    """Return the rectangles of the things on a unit's face by name, as shares of the counter's side.

    The names are those of `head_parts` and `word_parts`, `frame` for the first factor in a frame, `banner` for the band
    in the formation's colour, and `band` for the band of a reduced or disrupted unit. Only things that the face shows
    are included.
    """
    assert game.counter_print is not None
    layout, side = game.face_layout, game.counter_print.side
    head, labels = unit_head(game, counter, face)
    own = layout.of_state(head.state)
    drawings = head_parts(head, side, own) | word_parts(head, face.factors, labels, side, layout)
    found = {name: box for name, drawn in drawings.items() if (box := ink_box(drawn.items)) is not None}
    frames = [box for item in drawings["factors"].items if (box := _frame(item))]
    found |= {"frame": frames[0]} if frames else {}
    shares = {name: moved_extent(box, Matrix.place(scale=1 / side)) for name, box in found.items()}
    return {name: box for name, box in shares.items() if box} | _bands(head, own)


def _bands(head: Head, layout: FaceLayout) -> dict[str, Rect]:
    """Return the bands across a face, as shares of its side."""
    bands = {"banner": Rect(0, 0, 1, layout.banner)} if layout.banner else {}
    if head.state == "disrupted" and layout.banner:
        bands["band"] = Rect(0, layout.bar[0], 1, 1 - layout.bar[0])
    elif head.state in ("reduced", "disrupted"):
        top = min(layout.band, layout.stripe)
        bands["band"] = Rect(0, top, 1, 1 - top)
    return bands


def _frame(item: Item) -> Rect | None:
    """Return the box of the first frame among drawn factors."""
    inside = item.scene.items if isinstance(item, Use) else ()
    paths = (one for one in inside if isinstance(one, Path) and one.stroke and one.stroke.colour == FRAME_RED)
    return next(map(path_extent, paths), None)


def ink_box(items: Iterable[Item]) -> Rect | None:
    """Return the bounding box of drawn items, in which a text reaches only as high and as low as its letters do."""
    boxes = [box for item in items if (box := _item_ink(item)) is not None]
    if not boxes:
        return None
    return points_extent([value for b in boxes for value in (b.x, b.y, b.right, b.bottom)])


def _item_ink(item: Item) -> Rect | None:
    """Return the box of the ink of one item."""
    match item:
        case Text():
            return _text_ink(item)
        case Use():
            return moved_extent(ink_box(item.scene.items), item.matrix)
        case Group():
            return item_extent(item) if item.clip else moved_extent(ink_box(item.items), item.matrix)
        case _:
            return item_extent(item)


def _text_ink(text: Text) -> Rect | None:
    """Return the box of the letters of a text."""
    if not text.text:
        return None
    width, high = text_width(text.text, text.font, text.size_pt, text.tracking), cap_height(text.font, text.size_pt)
    low = DESCENT * high if DESCENDING & set(text.text) else 0.0
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    return moved_extent(Rect(left, -high, width, high + low), Matrix.place(text.x, text.y, turn=text.turn))
