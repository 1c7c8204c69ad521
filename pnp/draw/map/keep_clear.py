"""Areas that the seams between the tiles of a map should not cut: hex numbers, names, words, and furniture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pnp.board import Board
from pnp.draw.furniture import uncut_areas
from pnp.draw.hexmap import draw_hexmap
from pnp.extent import item_extent
from pnp.model.game import Game
from pnp.scene import Group, Matrix, Rect, Scene, Text, walk
from pnp.typeface import text_width

WORDS_OF = ("places", "furniture")
"""The layers of a map sheet whose texts are neither hex numbers nor names, such as the border and tracks."""


class KeepClear(NamedTuple):
    """Rectangles on a map sheet that seams should not cut: texts, and panels, which are cut rather than a text."""

    texts: tuple[Rect, ...]
    panels: tuple[Rect, ...] = ()

    def between(self, top: float, foot: float) -> KeepClear:
        """Return the rectangles that are at least partly between two heights."""
        inside = (tuple(one for one in of_kind if one.y < foot and one.bottom > top) for of_kind in self)
        return KeepClear(*inside)


def keep_clear(game: Game, board: Board, sheet: Scene) -> KeepClear:
    """Return what the seams between the tiles of a map sheet should not cut. `sheet` is the drawn sheet.

    Texts are hex numbers, names, and each word of other texts: a seam may be between two words of a sentence. Panels
    are the rectangles of furniture, and each space of a track.
    """
    art = draw_hexmap(game, board)
    words = (
        word
        for layer in sheet.items
        if isinstance(layer, Group) and layer.layer in WORDS_OF
        for item, matrix in walk((layer,))
        if isinstance(item, Text)
        for word in _words(item, matrix)
    )
    panels = (rect for piece in art.frame.map.furniture for rect in uncut_areas(game, piece))
    return KeepClear((*art.clear, *words), tuple(panels))


def _words(text: Text, matrix: Matrix) -> Iterator[Rect]:
    """Yield the box of each word of a text on the sheet."""
    width = text_width(text.text, text.font, text.size_pt, text.tracking)
    begin = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    place = Matrix.place(text.x, text.y, turn=text.turn)
    for number, word in enumerate(words := text.text.split(" ")):
        before = " ".join([*words[:number], ""])
        x, y = place.apply((begin + text_width(before, text.font, text.size_pt, text.tracking), 0))
        alone = replace(text, text=word, x=x, y=y, anchor="start")
        if (box := item_extent(Group((alone,), matrix))) is not None:
            yield box
