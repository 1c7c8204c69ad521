"""Printed marks on values that were reconstructed because no published source states them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.message import join_words
from pnp.model.game import Game
from pnp.model.procedure import ResultCall
from pnp.model.record import BasisKind, Record, Sourced
from pnp.model.steps.amount_steps import ColumnStep, LookUpStep
from pnp.model.steps.flow_steps import RunStep
from pnp.model.table import Table
from pnp.typography import head
from pnp.units import int_sum

MARK = "°"
"""Printed after a reconstructed value, or after the heading of a list or table of reconstructed values."""


def basis_of(record: Sourced, path: str = "") -> BasisKind:
    """Return the basis (published, reconstructed ...) of a record's value, or of a part around it.

    Without either, it is the basis of the whole record.
    """
    trail = path
    while trail:
        if trail in record.basis:
            return record.basis[trail]
        trail = trail.rpartition(".")[0]
    return record.basis.get("default", "text")


def is_reconstructed(record: Sourced, path: str = "") -> bool:
    """Return whether a record's value at a dotted path, or the whole record, was reconstructed."""
    return basis_of(record, path) == "reconstructed"


@dataclass(frozen=True)
class TableMarks:
    """Reconstruction marks of a table: one for `all` cells except `others`, or one on each cell in `each`."""

    all: bool
    each: frozenset[tuple[int, int]]
    others: frozenset[tuple[int, int]]


def table_marks(table: Table) -> TableMarks:
    """Return which cells of a table get a mark for reconstructed values, or whether its heading does.

    Its heading is marked if more than half of the cells are reconstructed.
    """
    heads = table.columns.heads if table.columns else ("",)
    reconstructed: set[tuple[int, int]] = set()
    rest: set[tuple[int, int]] = set()
    for i, row in enumerate(table.rows.heads):
        for j, column in enumerate(heads):
            kind = table.basis.get(f"{row}/{column}") or table.basis.get(row) or basis_of(table, "cells")
            (reconstructed if kind == "reconstructed" else rest).add((i, j))
    if len(reconstructed) * 2 > len(reconstructed) + len(rest):
        return TableMarks(True, frozenset(), frozenset(rest))
    return TableMarks(False, frozenset(reconstructed), frozenset())


def name_cells(table: Table, cells: frozenset[tuple[int, int]]) -> str:
    """Return the names of table cells, such as `3-1 on a 4`; for more than four cells only the count.

    Rows with the same columns have one name, such as `Date and Time of 1 and 8`.
    """
    if len(cells) > 4:
        return f"{len(cells)} of its {int_sum(map(len, table.cells))} values"
    if table.columns and len(table.rows.heads) == 1:
        return ", ".join(head(table.columns.heads[j]) for _, j in sorted(cells))
    on = "on a " if table.rows.by == "roll" else "of "
    rows: dict[tuple[int, ...], list[str]] = {}
    for i in sorted({i for i, _ in cells}):
        columns = tuple(j for row, j in sorted(cells) if row == i)
        rows.setdefault(columns, []).append(head(table.rows.heads[i]))
    if not table.columns:
        return ", ".join(row for found in rows.values() for row in found)
    heads = table.columns.heads
    return ", ".join(
        f"{join_words([heads[j].replace('_', ' ') for j in columns])} {on}{join_words(found)}"
        for columns, found in rows.items()
    )


def plays_reconstructed(game: Game, procedure: str) -> bool:
    """Return whether a procedure, or one that it calls, uses a mostly reconstructed table."""
    ahead, known = [procedure], {procedure}
    while ahead:
        for step in records_in(game.procedures.get(ahead.pop())):
            match step:
                case LookUpStep(table=id_) | ColumnStep(column=id_):
                    if id_ in game.tables and table_marks(game.tables[id_]).all:
                        return True
                case RunStep(run=id_) | ResultCall(run=id_) if id_ not in known:
                    known.add(id_)
                    ahead.append(id_)
    return False


def records_in(value: object) -> Iterator[Record]:
    """Yield every record inside a value of the model, at any depth."""
    if isinstance(value, Record):
        yield value
        for name in type(value).model_fields:
            yield from records_in(getattr(value, name))
    elif isinstance(value, (tuple, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from records_in(inner)
