"""Checks that every `basis` entry (published or reconstructed) refers to a value that exists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.model.counter import Face
from pnp.model.record import Sourced
from pnp.model.table import Table
from pnp.rules.state.table_heads import read_odds


@check("I012")
def basis_of_unknown_value(checked: CheckedGame) -> Iterator[Fault]:
    """A `basis` is stated for a value that its record does not have.

    `basis` states the source of values: printed in the rules (`text`), computed from them (`derived`) or invented to
    complete them (`reconstructed`). In `text front.attack=derived`, the first word applies to all values except the
    attack factor of the front. A misspelt path has no effect, so the value would have the wrong basis. Paths are
    `row/column` for a table cell, `columns/label` for a column label, and `front.attack` for a factor.

    Bad:
        counters: {B1: {basis: text front.atack=reconstructed}}
    Good:
        counters: {B1: {basis: text front.attack=reconstructed}}
    """
    printed = checked.game.counter_print
    factors = printed.factors if printed else ()
    for path, record in checked.records:
        if not isinstance(record, Sourced):
            continue
        for inner in record.basis:
            if inner != "default" and not _has_value(record, inner, factors):
                write = "write the dotted path of a value in this record"
                yield Fault(f"{path}.basis", f"this record has no value {inner}", write)


def _has_value(value: Any, path: str, factors: tuple[str, ...]) -> bool:  # noqa: ANN401 - any value of the model
    """Return whether a record has a value at a dotted path such as `front.attack`.

    In a table, a cell or a label counts as a value.
    """
    if not path:
        return True
    if isinstance(value, Table) and _table_has_value(value, path):
        return True
    first, _, rest = path.partition(".")
    if isinstance(value, BaseModel):
        if isinstance(value, Face) and first in factors:
            return not rest
        return first in type(value).model_fields and _has_value(getattr(value, first), rest, factors)
    if isinstance(value, dict):
        return any(
            path == key or (path.startswith(f"{key}.") and _has_value(inner, path[len(key) + 1 :], factors))
            for key, inner in value.items()
        )
    if isinstance(value, tuple):
        return first.isdecimal() and int(first) < len(value) and _has_value(value[int(first)], rest, factors)
    return False


def _table_has_value(table: Table, path: str) -> bool:
    """Return whether a table has the cell (`row/column`) or the label (`columns/label`) at a path."""
    if "/" in path and any(
        axis.by == "odds" and None in map(read_odds, axis.heads) for axis in (table.rows, table.columns) if axis
    ):
        return True  # T007 reports unreadable odds
    columns = table.columns.heads if table.columns else ()
    if path.startswith("columns/"):
        return path.removeprefix("columns/") in columns
    if path.startswith("rows/"):
        return path.removeprefix("rows/") in table.rows.heads
    return path in table.rows.heads or any(path == f"{row}/{column}" for row in table.rows.heads for column in columns)
