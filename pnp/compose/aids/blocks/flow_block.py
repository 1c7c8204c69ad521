"""Block `flow`: a procedure as numbered boxes with arrows between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import ClassVar

from pnp.compose.aids.blocks.text_block import read_paragraphs
from pnp.compose.aids.cells import Paragraph
from pnp.compose.aids.composed_block import (
    COMPOSED_BLOCKS,
    AidContext,
    ComposedBlock,
    PrintedBlock,
    composed,
    with_rules,
)
from pnp.compose.aids.page_fit import LIST_ENDS, VIEW_GAP, PlacedView, measure_view
from pnp.compose.aids.views import Measured, NotesView, View
from pnp.model.aid_blocks import FlowStep, StepsBlock
from pnp.model.game import Game
from pnp.units import Mm, points

NUMBER_WIDTH: Mm = 9.0
"""Width of the bar with the number of a step."""
SIDES: Mm = points(12)
"""White space at the left and the right of the text of a step."""
ENDS: Mm = points(6 + 2 * 0.9)
"""White space above and below the text of a step, and the lines of its box (`.step-text` of aids.css)."""
ARROW: Mm = points(9)
"""Height of the arrow between two steps."""


@dataclass(frozen=True)
class PrintedStep:
    """A step as printed: its number, such as `4` or `3b`, its title with case numbers, and its content.

    It is either done after the step before or `instead` of it.
    """

    number: str
    instead: bool
    title: Paragraph
    views: tuple[View, ...]


@dataclass(frozen=True)
class FlowView(View):
    """Steps in boxes below each other, with an arrow to each from the one before, or the word "or"."""

    template: ClassVar[str] = "aids/flow_view.html"
    kind: ClassVar[str] = "flow"
    steps: tuple[PrintedStep, ...]

    def measure(self, width: Mm, scale: float) -> Measured:
        """Return the height of the steps at this width and type scale."""
        room = _room(width)
        height, pads = ARROW * (len(self.steps) - 1), 0
        for step in self.steps:
            height += ENDS + step.title.height(room, scale)
            pads += 2
            for view in step.views:
                measured = measure_view(view, room, scale, LIST_ENDS)
                height, pads = height + VIEW_GAP + measured.height, pads + measured.pads
        return Measured(height, pads, (NUMBER_WIDTH, width - NUMBER_WIDTH))

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield the paragraphs of all steps that can have a mark for reconstructed values."""
        for step in self.steps:
            for view in step.views:
                yield from view.paragraphs()

    def placed(self, width: Mm, scale: float, pad: Mm) -> tuple[tuple[PrintedStep, tuple[PlacedView, ...]], ...]:
        """Return each step with its views in their final sizes; rows of tables have `pad` above and below."""
        room = _room(width)
        return tuple((step, tuple(_place(view, room, scale, pad) for view in step.views)) for step in self.steps)


@COMPOSED_BLOCKS.enter("flow")
class ComposedSteps(ComposedBlock[StepsBlock]):
    """Composes a block `flow`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed steps of the block."""
        inner = AidContext(context.game, context.pictures, _room(context.width), (), context.board)
        steps = []
        for number, step in zip(_step_numbers(self.block.steps, self.block.start), self.block.steps, strict=True):
            views: list[View] = [NotesView(read_paragraphs(step.text))] if step.text else []
            for block in step.blocks:
                views += (view for printed in composed(block).compose(inner) for view in printed.views)
            steps.append(
                PrintedStep(number, step.instead, Paragraph(with_rules(step.title, step.rule), "name"), tuple(views))
            )
        return (PrintedBlock(self.block.title, self.block.hint, views=(FlowView(tuple(steps)),)),)

    def footnotes(self, game: Game) -> tuple[str, ...]:
        """Return the notes on reconstructed values of the blocks in the steps."""
        return tuple(note for block in self.block.inner_blocks.values() for note in composed(block).footnotes(game))


def _step_numbers(steps: Sequence[FlowStep], start: int) -> Iterator[str]:
    """Yield the number of each step; steps of which only one is done have the same, with letters."""
    groups: list[int] = []
    for step in steps:
        if step.instead and groups:
            groups[-1] += 1
        else:
            groups.append(1)
    for number, size in enumerate(groups, start):
        yield from ([f"{number}"] if size == 1 else (f"{number}{letter}" for letter in ascii_lowercase[:size]))


def _room(width: Mm) -> Mm:
    """Return the width of the text of a step in a flow of this width."""
    return width - NUMBER_WIDTH - SIDES


def _place(view: View, width: Mm, scale: float, pad: Mm) -> PlacedView:
    """Return a view of a step in its final size."""
    measured = measure_view(view, width, scale, LIST_ENDS)
    return PlacedView(view, width, measured.height + measured.pads * pad, measured.widths, pad)
