"""Block `text`: paragraphs that the author wrote for the aid."""

from __future__ import annotations

from pnp.compose.aids.cells import Paragraph
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import NotesView
from pnp.model.aid_blocks import TextBlock
from pnp.units import points


@COMPOSED_BLOCKS.enter("text")
class ComposedText(ComposedBlock[TextBlock]):
    """Composes a block `text`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed paragraphs of the block."""
        return (PrintedBlock(self.block.title, self.block.hint, views=(NotesView(read_paragraphs(self.block.text)),)),)


def read_paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs and list items of a text."""
    paragraphs = []
    for part in text.split("\n\n"):
        lines = [line.strip() for line in part.splitlines() if line.strip()]
        if all(line.startswith("- ") for line in lines):
            paragraphs += [Paragraph(line[2:], indent=points(9), css="point") for line in lines]
        else:
            paragraphs.append(Paragraph(" ".join(lines)))
    return tuple(paragraphs)
