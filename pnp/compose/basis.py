"""Which values were reconstructed, and how a page marks them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.draw.typography import head
from pnp.model.game import Game
from pnp.model.procedure import ResultCall
from pnp.model.record import BasisKind, Record, Sourced
from pnp.model.table import Table
from pnp.rules.engine.steps.column_step import ColumnStep
from pnp.rules.engine.steps.look_up_step import LookUpStep
from pnp.rules.engine.steps.run_step import RunStep

MARK = "°"
"""Stands after a reconstructed value, or after the heading of a whole list or table of them."""


def basis_of(record: Sourced, path: str = "") -> BasisKind:
    """The basis of a value in a record: what is said of its dotted path, of a value around it, or of the record."""
    trail = path
    while trail:
        if trail in record.basis:
            return record.basis[trail]
        trail = trail.rpartition(".")[0]
    return record.basis.get("default", "text")


def is_reconstructed(record: Sourced, path: str = "") -> bool:
    """Was the value invented for this edition?"""
    return basis_of(record, path) == "reconstructed"


@dataclass(frozen=True)
class Marks:
    """How to mark many values: one mark for `all` of them, save the `others`, or a mark on each of `each`."""

    all: bool
    each: frozenset[tuple[int, int]]
    others: frozenset[tuple[int, int]]


def table_marks(table: Table) -> Marks:
    """Which cells of a table are reconstructed; marked one by one if they are fewer than half."""
    heads = table.columns.heads if table.columns else ("",)
    made: set[tuple[int, int]] = set()
    rest: set[tuple[int, int]] = set()
    for i, row in enumerate(table.rows.heads):
        for j, column in enumerate(heads):
            kind = table.basis.get(f"{row}/{column}") or table.basis.get(row) or basis_of(table, "cells")
            (made if kind == "reconstructed" else rest).add((i, j))
    if len(made) * 2 > len(made) + len(rest):
        return Marks(True, frozenset(), frozenset(rest))
    return Marks(False, frozenset(made), frozenset())


def name_cells(table: Table, cells: frozenset[tuple[int, int]]) -> str:
    """Cells of a table in words: `3-1 on a 4`, or `row 8`; many are only counted."""
    if len(cells) > 4:
        return f"{len(cells)} of its {sum(map(len, table.cells))} values"
    if table.columns and len(table.rows.heads) == 1:
        return ", ".join(head(table.columns.heads[j]) for _, j in sorted(cells))
    on = "on a " if table.rows.by == "roll" else "of "
    named = []
    for i, j in sorted(cells):
        row = head(table.rows.heads[i])
        named.append(f"{table.columns.heads[j].replace('_', ' ')} {on}{row}" if table.columns else row)
    return ", ".join(named)


def plays_reconstructed(game: Game, procedure: str) -> bool:
    """Does a procedure, or one that it runs, look up a table of which most is reconstructed? What comes of it then is
    no more certain than the table.
    """
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
    """A record and all records in it."""
    if isinstance(value, Record):
        yield value
        for name in type(value).model_fields:
            yield from records_in(getattr(value, name))
    elif isinstance(value, (tuple, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from records_in(inner)
