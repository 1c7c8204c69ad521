"""Block `modifiers`: lists of die-roll modifiers and column shifts."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.compose.aids.cells import cell
from pnp.compose.aids.composed_block import (
    COMPOSED_BLOCKS,
    AidContext,
    ComposedBlock,
    PrintedBlock,
    own_cases,
    with_rules,
)
from pnp.compose.aids.measure import width_of
from pnp.compose.aids.views import CASE_COLUMN, ListColumn, ListView
from pnp.compose.reconstruction_marks import is_reconstructed
from pnp.model.aid_blocks import ModifiersBlock
from pnp.model.table import ModifierList
from pnp.typography import effect
from pnp.units import points


@COMPOSED_BLOCKS.enter("modifiers")
class ComposedModifiers(ComposedBlock[ModifiersBlock]):
    """Composes a block `modifiers`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed lists of modifiers of the block."""
        lists = context.game.modifiers
        return compose_modifiers([lists[id_] for id_ in self.block.of or lists], self.block.title, self.block.hint)


def compose_modifiers(lists: Sequence[ModifierList], title: str = "", hint: str = "") -> tuple[PrintedBlock, ...]:
    """Return a printed block for each list of modifiers, with columns of equal width in all lists."""
    effects = [effect(line.effect) for one in lists for line in one.lines]
    least = max((width_of(text, "effect") for text in effects), default=0.0)
    blocks = []
    for one in lists:
        marked = [is_reconstructed(line) or (is_reconstructed(one) and not line.basis) for line in one.lines]
        every = bool(marked) and all(marked)
        rows = tuple(
            (
                cell(effect(line.effect), "effect", mark=mark and not every),
                cell(line.says),
                cell(own_cases(line.rule, one.rule), "case"),
            )
            for line, mark in zip(one.lines, marked, strict=True)
        )
        columns = (ListColumn(least=least + points(4), most=30), ListColumn(rest=True), CASE_COLUMN)
        heading = title if title and len(lists) == 1 else one.name
        blocks.append(PrintedBlock(heading, with_rules(hint or one.hint, one.rule), every, (ListView(columns, rows),)))
    return tuple(blocks)
