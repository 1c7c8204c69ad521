"""Block `sequence`: the sequence of play."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.compose.aids.cells import Cell, Paragraph, cell
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import ListColumn, ListView
from pnp.model.aid_blocks import SequenceBlock
from pnp.model.reference import Phase
from pnp.units import points

SEQUENCE_TITLE = "Sequence of play"


@COMPOSED_BLOCKS.enter("sequence")
class ComposedSequence(ComposedBlock[SequenceBlock]):
    """Composes a block `sequence`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed sequence of play of the block."""
        phases = [
            (number, phase)
            for number, phase in enumerate(context.game.sequence, 1)
            if not self.block.of or str(number) in self.block.of
        ]
        return (compose_sequence(phases, self.block.title, self.block.hint),)


def compose_sequence(phases: Sequence[tuple[int, Phase]], title: str, hint: str) -> PrintedBlock:
    """Return the printed phases, each with its number, the player who acts, and the steps."""
    rows = tuple(
        (
            cell(str(number), "phase"),
            Cell(
                (
                    Paragraph(phase.name, "name"),
                    *((Paragraph(phase.who, "note", css="soft"),) if phase.who else ()),
                    *((Paragraph(", ".join(phase.rule), "case", css="ref"),) if phase.rule else ()),
                )
            ),
            Cell(tuple(Paragraph(step, indent=points(9), css="step") for step in phase.steps)),
        )
        for number, phase in phases
    )
    columns = (ListColumn(most=9, least=5), ListColumn(most=29), ListColumn(rest=True))
    return PrintedBlock(title or SEQUENCE_TITLE, hint, views=(ListView(columns, rows, css="sequence"),))
