"""Block `codes`: the result codes of tables with their meanings."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.compose.aids.blocks.table_block import code_sign
from pnp.compose.aids.cells import Cell, cell
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import CASE_COLUMN, ListColumn, ListView
from pnp.model.aid_blocks import CodesBlock
from pnp.model.table import Table


@COMPOSED_BLOCKS.enter("codes")
class ComposedCodes(ComposedBlock[CodesBlock]):
    """Composes a block `codes`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed list of result codes of the block."""
        tables = context.game.tables
        return (compose_codes([tables[id_] for id_ in self.block.of or tables], self.block.title, self.block.hint),)


def compose_codes(tables: Sequence[Table], title: str, hint: str) -> PrintedBlock:
    """Return a printed list of the result codes of tables, each with its meaning and case numbers."""
    rows: list[tuple[Cell, ...]] = [
        (
            cell(code_sign(table, sign), "effect"),
            cell(code.says),
            cell(", ".join(code.rule), "case"),
        )
        for table in tables
        for sign, code in table.codes.items()
    ]
    columns = (ListColumn(most=25), ListColumn(rest=True), CASE_COLUMN)
    return PrintedBlock(title or "Results", hint, views=(ListView(columns, tuple(rows)),))
