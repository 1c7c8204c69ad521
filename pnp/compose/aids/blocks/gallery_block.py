"""Block `gallery`: small drawings of counters and pictures, each with its meaning beside it."""

from __future__ import annotations

from math import ceil
from typing import Annotated

from pydantic import Field

from pnp.compose.aids.cells import GalleryItem, Paragraph
from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.page_fit import SCALES
from pnp.compose.aids.views import KEY_GAP, GalleryView
from pnp.draw.icons.layered_icons import HEIGHT, WIDTH, draw_clipped_picture
from pnp.model.game import Game
from pnp.model.record import Length
from pnp.model.reference import AID_BLOCKS, AidBlock
from pnp.units import Mm

LEAST_TEXT: Mm = 26
"""The least width of the text beside a drawing, if there are several in a row."""


@AID_BLOCKS.enter("gallery")
class GalleryBlock(ComposedBlock, AidBlock):
    """Drawings by the id of a counter, whose front is shown, or the name of a picture, each with a text.

    `across` is the width of a drawing.
    """

    items: Annotated[dict[str, str], Field(min_length=1)]
    across: Length = 13.0

    def missing(self, game: Game) -> str:
        """Return the first item that is neither a counter nor a picture in words; empty if there is none."""
        unknown = (item for item in self.items if item not in game.counters and item not in game.icons.pictures)
        return next((f"counter or picture {item}" for item in unknown), "")

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed drawings with their texts, in as few rows as there is room for, of about equal length."""
        items = tuple(self._item(context, name, text) for name, text in self.items.items())
        most = max(1, int((context.width + KEY_GAP) / (self.across + LEAST_TEXT + KEY_GAP)))
        in_row = ceil(len(items) / ceil(len(items) / most))
        return (PrintedBlock(self.title, self.hint, views=(GalleryView(items, in_row),)),)

    def _item(self, context: AidContext, name: str, text: str) -> GalleryItem:
        """Return one drawing with its text."""
        if name in context.game.counters:
            drawing = context.pictures.counter(name, "front", self.across * SCALES[-1])
            return GalleryItem((drawing,), self.across, self.across, Paragraph(text))
        drawing = context.pictures.keep(f"picture-{name}", lambda: draw_clipped_picture(context.game.icons, name))
        return GalleryItem((drawing,), self.across, self.across * HEIGHT / WIDTH, Paragraph(text))
