"""Block `text`: paragraphs that the author wrote for the aid."""

from __future__ import annotations

from pnp.compose.aids.cells import Paragraph
from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import NotesView
from pnp.model.game import Game
from pnp.model.reference import AID_BLOCKS, AidBlock
from pnp.units import points


@AID_BLOCKS.enter("text")
class TextBlock(ComposedBlock, AidBlock):
    """Paragraphs separated by blank lines. A paragraph in which each line begins with a hyphen is a list."""

    text: str = ""

    def missing(self, game: Game) -> str:
        """Return `text` if the block has neither a text nor a title; otherwise an empty text."""
        return "" if self.text or self.title else "text"

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed paragraphs of the block."""
        return (PrintedBlock(self.title, self.hint, views=(NotesView(read_paragraphs(self.text)),)),)


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
