"""Checks of the results in table cells: their order from mild to severe, and the range of their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity, did_you_mean
from pnp.model.parsing import parse_head, parse_range
from pnp.model.table import Axis, Table
from pnp.rules.state.table_heads import read_odds


class _RankedResult(NamedTuple):
    """The result of a cell for one side, with its rank."""

    side: str
    result: str
    rank: int


@check("T015", Severity.WARNING)
def result_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """Better odds or a better roll for the attacker lead to a worse result for the attacker.

    A better column or roll gives the defender a milder result, or the attacker a harsher one. Only tables with `ranks`
    are checked: the results in order of severity, the mildest first. In a cell such as `E/-`, the first result applies
    to the attacker, the second to the defender; a single result applies to the defender. `worse: low` says that low
    rolls are worse for the defender. Odds and differentials favour the attacker as they rise. Results that are not in
    `ranks` are ignored.

    Bad:
        tables: {crt: {ranks: "- A D", worse: low}}
    Good:
        tables: {crt: {ranks: "- A D", worse: high}}
    """
    for id_, table in checked.game.tables.items():
        if not table.ranks or not _has_all_cells(table):
            continue
        for (row, column), (other_row, other_column) in _adjacent_cells(table):
            milder, harder = _ranked_results(table, row, column), _ranked_results(table, other_row, other_column)
            for one in milder:
                other = next((part for part in harder if part.side == one.side), one)
                sign = 1 if one.side == "defender" else -1
                if sign * (other.rank - one.rank) < 0:
                    cell_name, neighbour = _cell_name(table, other_row, other_column), _cell_name(table, row, column)
                    amount = "less" if one.side == "defender" else "more"
                    wrong = (
                        f"{table.name}: the {one.side} suffers {amount} in {cell_name} ({other.result}) "
                        f"than in {neighbour} ({one.result})"
                    )
                    path = f"tables.{id_}.cells"
                    spot = checked.game.spot(f"{path}.{other_row}.{other_column}")
                    yield Fault(path, wrong, "correct the cell, or the order under ranks:", spot)


@check("T016")
def rank_of_unknown_result(checked: CheckedGame) -> Iterator[Fault]:
    """The `ranks` of a table name a result that is in no cell.

    `ranks` lists the results in order of severity.

    Bad:
        tables: {crt: {ranks: "- A X D"}}
    Good:
        tables: {crt: {ranks: "- A D"}}
    """
    for id_, table in checked.game.tables.items():
        if table.ranks:
            there = {text for row in table.cells for cell in row for text in (cell, *_split_cell(cell))}
            for i, word in enumerate(table.ranks):
                if word not in there:
                    path = f"tables.{id_}.ranks"
                    write = did_you_mean(word, there & table.codes.keys() or there)
                    yield Fault(
                        path, f"the table {table.name} has no result {word}", write, checked.game.spot(f"{path}.{i}")
                    )


@check("T017")
def number_out_of_range(checked: CheckedGame) -> Iterator[Fault]:
    """A table cell contains a number outside the range that `within` states for its column.

    For example, a target number of 11 has no effect with a ten-sided die, because every roll is 10 or less. Cells with
    words are ignored.

    Bad:
        tables: {guns: {name: Guns, columns: {kind: Needs}, rows: {kind: Tank}, within: {Needs: 2..10}, cells: "11"}}
    Good:
        tables: {guns: {name: Guns, columns: {kind: Needs}, rows: {kind: Tank}, within: {Needs: 2..10}, cells: "9"}}
    """
    for id_, table in checked.game.tables.items():
        heads = table.columns.heads if table.columns else ()
        for head, reach in table.within.items():
            path, span = f"tables.{id_}.within.{head}", parse_range(reach)
            if head not in heads:
                yield Fault(path, f"the table {table.name} has no column {head}", did_you_mean(head, heads))
            elif span is None:
                yield Fault(path, f"{reach} is not a range", "write the least and the greatest number, such as 2..10")
            elif _has_all_cells(table):
                column = heads.index(head)
                for row, cells in enumerate(table.cells):
                    here = parse_head(cells[column])
                    if here is not None and not (span.low <= here.low and here.high <= span.high):
                        name, number = _cell_name(table, row, column), cells[column]
                        wrong = f"the table {table.name} has {number} in {name}, which is outside {span}"
                        spot = checked.game.spot(f"tables.{id_}.cells.{row}.{column}")
                        yield Fault(f"tables.{id_}.cells", wrong, f"write {span}, or correct within:", spot)


def _has_all_cells(table: Table) -> bool:
    """Return whether every row of a table has a cell for each column.

    Other checks report missing cells.
    """
    across = len(table.columns.heads) if table.columns else 1
    return len(table.cells) == len(table.rows.heads) and all(len(row) == across for row in table.cells)


def _adjacent_cells(table: Table) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield pairs of adjacent cells as (row, column); the better one for the defender is first."""
    rows, columns = range(len(table.cells)), range(len(table.cells[0]))
    if table.columns is not None:
        yield from (((r, one), (r, other)) for one, other in _adjacent_heads(table.columns, table.worse) for r in rows)
    yield from (((one, c), (other, c)) for one, other in _adjacent_heads(table.rows, table.worse) for c in columns)


def _adjacent_heads(axis: Axis, worse: str) -> Iterator[tuple[int, int]]:
    """Yield pairs of adjacent labels by index; the better one for the defender is first.

    `worse` is `low` or `high`: the rolls that favour the attacker. Labels without an order yield nothing.
    """
    order: list[tuple[Fraction, int]] = []
    for i, head in enumerate(axis.heads):
        span = parse_head(head)
        value = read_odds(head) if axis.by == "odds" else Fraction(span.low) if span else None
        if value is None or axis.by == "kind":
            return
        order.append((value, i))
    order.sort(reverse=worse == "low" and axis.by in ("roll", "value"))
    yield from ((one, other) for (_, one), (_, other) in pairwise(order))


def _ranked_results(table: Table, row: int, column: int) -> tuple[_RankedResult, ...]:
    """Return the results in a cell that `ranks` contains, each with its side and rank."""
    cell = table.cells[row][column]
    sides = (
        {"defender": cell}
        if cell in table.ranks
        else dict(zip(("attacker", "defender"), _split_cell(cell), strict=False))
    )
    return tuple(
        _RankedResult(side, text, table.ranks.index(text)) for side, text in sides.items() if text in table.ranks
    )


def _split_cell(cell: str) -> tuple[str, ...]:
    """Return the attacker's and the defender's result in a cell such as `1/E`; empty if it has a single result."""
    attacker, stroke, defender = cell.partition("/")
    return (attacker.strip(), defender.strip()) if stroke else ()


def _cell_name(table: Table, row: int, column: int) -> str:
    """Return the column and row of a cell in messages, such as `column 3-1, row 4`."""
    row_label = table.rows.heads[row]
    return f"column {table.columns.heads[column]}, row {row_label}" if table.columns else f"row {row_label}"
