"""Block `gallery`: small drawings of counters and pictures, each with its meaning beside it."""

from __future__ import annotations

from math import ceil

from pnp.art.icons.layered_icons import HEIGHT, WIDTH, draw_clipped_picture
from pnp.compose.aids.cells import GalleryItem, Paragraph
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.page_fit import SCALES
from pnp.compose.aids.views import KEY_GAP, GalleryView
from pnp.model.aid_blocks import GalleryBlock
from pnp.units import Mm

LEAST_TEXT: Mm = 26
"""The least width of the text beside a drawing, if there are several in a row."""


@COMPOSED_BLOCKS.enter("gallery")
class ComposedGallery(ComposedBlock[GalleryBlock]):
    """Composes a block `gallery`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed drawings with their texts, in as few rows as there is room for, of about equal length."""
        items = tuple(self._item(context, name, text) for name, text in self.block.items.items())
        most = max(1, int((context.width + KEY_GAP) / (self.block.across + LEAST_TEXT + KEY_GAP)))
        in_row = ceil(len(items) / ceil(len(items) / most))
        return (PrintedBlock(self.block.title, self.block.hint, views=(GalleryView(items, in_row),)),)

    def _item(self, context: AidContext, name: str, text: str) -> GalleryItem:
        """Return one drawing with its text."""
        if name in context.game.counters:
            drawing = context.pictures.counter(name, "front", self.block.across * SCALES[-1])
            return GalleryItem((drawing,), self.block.across, self.block.across, Paragraph(text))
        drawing = context.pictures.keep(f"picture-{name}", lambda: draw_clipped_picture(context.game.icons, name))
        return GalleryItem((drawing,), self.block.across, self.block.across * HEIGHT / WIDTH, Paragraph(text))
