"""What tables declare of their cells: which result is worse for the defender, and what span their numbers stay in."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity, did_you_mean
from pnp.model.parsing import parse_label, parse_range
from pnp.model.table import Axis, Table
from pnp.rules.state.table_labels import read_odds


class _Part(NamedTuple):
    """What a cell does to one side, and how bad it is."""

    side: str
    result: str
    rank: int


@check("T015", Severity.WARNING)
def result_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """Better odds or a better roll give the defender a milder result, or the attacker a worse one.

    Only tables with `ranks` are held to this: results from the mildest to the worst, of a side in cells such as `1/2`,
    for the defender if a cell is one result. `worse: low` says that low rolls are the attacker's good ones. Odds and
    differentials always rise in his favour. What is not in `ranks` is passed over.

    Bad:
        tables: {crt: {ranks: "- A D", worse: low}}
    Good:
        tables: {crt: {ranks: "- A D", worse: high}}
    """
    for id_, table in checked.game.tables.items():
        if not table.ranks or not _is_whole(table):
            continue
        for (row, column), (other_row, other_column) in _steps(table):
            milder, harder = _parts(table, row, column), _parts(table, other_row, other_column)
            for one in milder:
                other = next((part for part in harder if part.side == one.side), one)
                sign = 1 if one.side == "defender" else -1
                if sign * (other.rank - one.rank) < 0:
                    here, there = _name(table, other_row, other_column), _name(table, row, column)
                    wrong = (
                        f"{table.name}: the {one.side} suffers {other.result} at {here}, and {one.result} at {there}"
                    )
                    path = f"tables.{id_}.cells"
                    spot = checked.game.spot(f"{path}.{other_row}.{other_column}")
                    yield Fault(path, wrong, "look which is right, or correct ranks:", spot)


@check("T016")
def rank_of_no_result(checked: CheckedGame) -> Iterator[Fault]:
    """The order of a table's results names one that no cell holds.

    Bad:
        tables: {crt: {ranks: "- A X D"}}
    Good:
        tables: {crt: {ranks: "- A D"}}
    """
    for id_, table in checked.game.tables.items():
        if table.ranks:
            there = {text for row in table.cells for cell in row for text in (cell, *_halves(cell))}
            for i, word in enumerate(table.ranks):
                if word not in there:
                    path = f"tables.{id_}.ranks"
                    write = did_you_mean(word, there & table.codes.keys() or there)
                    yield Fault(path, f"{table.name} has no result {word}", write, checked.game.spot(f"{path}.{i}"))


@check("T017")
def number_out_of_its_span(checked: CheckedGame) -> Iterator[Fault]:
    """A cell holds a number outside the span that its table declares for the column.

    A number to roll less than that is 11 is no chance but a certainty, on a ten-sided die. Cells in words are passed
    over.

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
                yield Fault(path, f"{table.name} has no column {head}", did_you_mean(head, heads))
            elif span is None:
                yield Fault(path, f"{reach} is no span", "write the least and the greatest number, such as 2..10")
            elif _is_whole(table):
                column = heads.index(head)
                for row, cells in enumerate(table.cells):
                    here = parse_label(cells[column])
                    if here is not None and not (span.low <= here.low and here.high <= span.high):
                        wrong = f"{table.name} has {cells[column]} at {_name(table, row, column)}"
                        spot = checked.game.spot(f"tables.{id_}.cells.{row}.{column}")
                        yield Fault(f"tables.{id_}.cells", wrong, f"write {span}, or correct within:", spot)


def _is_whole(table: Table) -> bool:
    """Has every row a cell for each column? If not, other checks say so."""
    across = len(table.columns.heads) if table.columns else 1
    return len(table.cells) == len(table.rows.heads) and all(len(row) == across for row in table.cells)


def _steps(table: Table) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Every two cells next to each other, as row and column, first the one that is better for the defender."""
    rows, columns = range(len(table.cells)), range(len(table.cells[0]))
    if table.columns is not None:
        yield from (((r, one), (r, other)) for one, other in _rising(table.columns, table.worse) for r in rows)
    yield from (((one, c), (other, c)) for one, other in _rising(table.rows, table.worse) for c in columns)


def _rising(axis: Axis, worse: str) -> Iterator[tuple[int, int]]:
    """Every two heads that follow each other towards what is worse for the defender; none if they have no order."""
    order: list[tuple[Fraction, int]] = []
    for i, head in enumerate(axis.heads):
        span = parse_label(head)
        value = read_odds(head) if axis.by == "odds" else Fraction(span.low) if span else None
        if value is None or axis.by == "kind":
            return
        order.append((value, i))
    order.sort(reverse=worse == "low" and axis.by in ("roll", "value"))
    yield from ((one, other) for (_, one), (_, other) in pairwise(order))


def _parts(table: Table, row: int, column: int) -> tuple[_Part, ...]:
    cell = table.cells[row][column]
    sides = (
        {"defender": cell} if cell in table.ranks else dict(zip(("attacker", "defender"), _halves(cell), strict=False))
    )
    return tuple(_Part(side, text, table.ranks.index(text)) for side, text in sides.items() if text in table.ranks)


def _halves(cell: str) -> tuple[str, ...]:
    """What a cell does to the attacker and to the defender; nothing if it is one result."""
    attacker, stroke, defender = cell.partition("/")
    return (attacker.strip(), defender.strip()) if stroke else ()


def _name(table: Table, row: int, column: int) -> str:
    head = table.rows.heads[row]
    return f"{table.columns.heads[column]} on {head}" if table.columns else head
