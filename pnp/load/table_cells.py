"""Changes single cells of a table in the data of a game, named by the heads of their row and column: `6/2-1`."""

from __future__ import annotations

from pydantic import ValidationError

from pnp.load.source import Faults
from pnp.load.tree import Node, plain
from pnp.message import clip, join_words
from pnp.model.table import Axis, Table


def with_cells(table: Node, cells: Node, faults: Faults) -> Node:
    """Return the data of a table with other cells; `cells` names them by the heads of their row and column.

    Of a table of one column, the label of the row is enough. Add a finding for a cell that does not exist.
    """
    written = table.mapping.get("cells")
    rows, columns = (_heads_of(table.mapping.get(side)) for side in ("rows", "columns"))
    if written is None or not rows:
        return table
    texts = [
        [Node(text, written.source, written.start, written.end) for text in row] for row in _cell_texts(table, written)
    ]
    for name, cell in cells.mapping.items():
        row, slash, column = name.rpartition("/")
        place = (row, column) if slash and columns else (name, "")
        lacks = place[0] not in rows or (columns and place[1] not in columns)
        row_number, column_number = (
            (0, 0) if lacks else (rows.index(place[0]), columns.index(place[1]) if columns else 0)
        )
        if lacks or row_number >= len(texts) or column_number >= len(texts[row_number]):
            known = join_words([f"{rows[0]}/{columns[0]}" if columns else rows[0]]) if rows else ""
            wrong = f"the table has no cell {clip(name)}"
            faults.add("L015", cell.key_spot(), wrong, f"write row/column, such as {known}" if known else "")
            continue
        texts[row_number][column_number] = Node(
            cell.value, cell.source, cell.start, cell.end, cell.key, texts[row_number][column_number]
        )
    lines = [Node(list(line), written.source, written.start, written.end) for line in texts]
    changed = Node(lines, written.source, written.start, written.end, written.key)
    return Node(table.mapping | {"cells": changed}, table.source, table.start, table.end, table.key, table.was)


def cells_by_head(table: Node) -> dict[str, str]:
    """Return the cells of a table by the heads of their row and column, such as `6/2-1`."""
    written = table.mapping.get("cells")
    if written is None:
        return {}
    rows, columns = (_heads_of(table.mapping.get(side)) for side in ("rows", "columns"))
    texts = _cell_texts(table, written)
    return {
        f"{row}/{column}" if column else row: text
        for row, line in zip(rows, texts, strict=False)
        for column, text in zip(columns or ("",), line, strict=False)
    }


def _heads_of(axis: Node | None) -> tuple[str, ...]:
    """Return the headings of an axis as written in a data tree; none if the axis is wrong, which the loader reports."""
    try:
        return () if axis is None else Axis.model_validate(plain(axis)).heads
    except ValidationError:
        return ()


def _cell_texts(table: Node, written: Node) -> tuple[tuple[str, ...], ...]:
    """Return the cells of a table as texts; none if they are wrong, which the loader reports."""
    record = {"name": "", "rows": {"kind": ["-"]}, "cells": plain(written)}
    if "columns" in table.mapping:
        record["columns"] = plain(table.mapping["columns"])
    try:
        return Table.model_validate(record).cells
    except ValidationError:
        return ()
