"""Block `codes`: the result codes of tables with their meanings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.compose.aids.blocks.table_block import code_sign
from pnp.compose.aids.cells import Cell, cell
from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import CASE_COLUMN, ListColumn, ListView
from pnp.model.game import Game
from pnp.model.reference import AID_BLOCKS, ListingAidBlock
from pnp.model.table import Table


@AID_BLOCKS.enter("codes")
class CodesBlock(ComposedBlock, ListingAidBlock):
    """The result codes of the named tables, or of all tables."""

    noun = "table"
    missing_noun = "table with codes"

    def choices(self, game: Game) -> Mapping[str, Table]:
        """Return the tables that the block can show, by id."""
        return game.tables

    def missing(self, game: Game) -> str:
        """Return what the game lacks for this block (result codes) in words; empty if nothing is missing.

        Unknown tables are reported by I010.
        """
        tables = [game.tables[id_] for id_ in self.of or game.tables if id_ in game.tables]
        unknown_table = len(tables) < len(self.of)
        return "" if unknown_table or any(table.codes for table in tables) else self.missing_noun

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed list of result codes of the block."""
        tables = context.game.tables
        return (compose_codes([tables[id_] for id_ in self.of or tables], self.title, self.hint),)


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
