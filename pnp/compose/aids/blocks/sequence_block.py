"""Block `sequence`: the sequence of play."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.compose.aids.cells import Cell, Paragraph, cell
from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import ListColumn, ListView
from pnp.model.game import Game
from pnp.model.record import Words
from pnp.model.reference import AID_BLOCKS, AidBlock, Phase
from pnp.units import points

SEQUENCE_TITLE = "Sequence of play"


@AID_BLOCKS.enter("sequence")
class SequenceBlock(ComposedBlock, AidBlock):
    """The sequence of play of the game, or only the phases with the numbers in `of`."""

    of: Words = ()

    def missing(self, game: Game) -> str:
        """Return what the game lacks for this block (a sequence of play, or a phase) in words; empty if nothing."""
        numbers = {str(number) for number, _ in enumerate(game.sequence, 1)}
        lacks = next((number for number in self.of if number not in numbers), "")
        return f"phase {lacks}" if lacks and game.sequence else "" if game.sequence else "sequence of play"

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed sequence of play of the block."""
        phases = [
            (number, phase)
            for number, phase in enumerate(context.game.sequence, 1)
            if not self.of or str(number) in self.of
        ]
        return (compose_sequence(phases, self.title, self.hint),)


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
