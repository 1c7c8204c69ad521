"""Checks of table cells: every row and column has its cell, and every result is explained."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.axis_heads import axes, missing_numbers
from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.message import plural
from pnp.model.table import Table


@check("T001")
def rows_missing(checked: CheckedGame) -> Iterator[Fault]:
    """A table has more or fewer rows of cells than row labels.

    Bad:
        tables:
          arrivals:
            cells: |
              R1 | north
              R2 | north
    Good:
        tables:
          arrivals:
            cells: |
              R1 | north
              R2 | north
              -  | -
    """
    for id_, table in checked.game.tables.items():
        rows, labels = len(table.cells), len(table.rows.heads)
        if rows != labels:
            labels_shown = " ".join(table.rows.heads[:20])
            wrong = (
                f"{table.name} has {plural(rows, 'row')} of cells for {plural(labels, 'row label')} ({labels_shown})"
            )
            joined = _rows_joined(table)
            write = "write cells: | so that each line is a row" if joined else "write one row of cells for each label"
            yield Fault(f"tables.{id_}.cells", wrong, write)


def _rows_joined(table: Table) -> bool:
    """Return whether all rows of a table have become one, as YAML joins lines after `cells:` without `|`."""
    columns = len(table.columns.heads) if table.columns else 1
    rows = len(table.rows.heads)
    return rows > 1 and len(table.cells) == 1 and len(table.cells[0]) == rows * columns


@check("T002")
def cells_missing(checked: CheckedGame) -> Iterator[Fault]:
    """A row of a table has more or fewer cells than the table has columns.

    Cells are separated by spaces, or by `|` if a cell contains spaces.

    Bad:
        tables:
          arrivals:
            cells: |
              R1 | north
              R2 | north | south
              -  | -
    Good:
        tables:
          arrivals:
            cells: |
              R1 | north
              R2 | north, south
              -  | -
    """
    for id_, table in checked.game.tables.items():
        columns = len(table.columns.heads) if table.columns else 1
        for i, row in enumerate(() if _rows_joined(table) else table.cells):
            if len(row) != columns:
                row_label = f" {table.rows.heads[i]}" if i < len(table.rows.heads) else ""
                path = f"tables.{id_}.cells"
                wrong = f"row{row_label} of {table.name} has {plural(len(row), 'cell')} for {plural(columns, 'column')}"
                yield Fault(path, wrong, "write one for each column", checked.game.spot(f"{path}.{i}"))


@check("T009")
def result_not_in_the_legend(checked: CheckedGame) -> Iterator[Fault]:
    """A cell of a table contains a result that the legend of the table (`codes`) does not explain.

    A cell such as `E/-` contains two results.

    Bad:
        tables: {crt: {codes: {A: ~}}}
    Good:
        tables: {crt: {codes: {A: {says: attackers go back}}}}
    """
    for id_, table in checked.game.tables.items():
        if not table.codes:
            continue
        reported: set[str] = set()
        for r, row in enumerate(table.cells):
            for c, cell in enumerate(row):
                for part in _results_in_cell(cell, table):
                    if part not in table.codes and part not in reported:
                        reported.add(part)
                        wrong = f"the legend of {table.name} does not explain the result {part or '(an empty text)'}"
                        path = f"tables.{id_}.cells"
                        yield Fault(path, wrong, "explain it in codes", checked.game.spot(f"{path}.{r}.{c}"))


@check("T010")
def legend_of_unused_result(checked: CheckedGame) -> Iterator[Fault]:
    """The legend of a table (`codes`) explains a result that is in no cell.

    This is not reported if a row or column is missing, because the missing cells may contain the result.

    Bad:
        tables: {crt: {codes: {X: {says: exchange}}}}
    Good:
        tables: {crt: {codes: {A: {says: attackers go back}}}}
    """
    incomplete = {table.name for _, table, axis in axes(checked) if missing_numbers(axis)}
    for id_, table in checked.game.tables.items():
        used = {part for row in table.cells for cell in row for part in _results_in_cell(cell, table)}
        for code in table.codes if table.name not in incomplete else ():
            if code not in used:
                yield Fault(
                    f"tables.{id_}.codes.{code}",
                    f"the table {table.name} has no result {code}",
                    "write it in a cell, or delete it from codes",
                )


@check("T018")
def modifiers_empty(checked: CheckedGame) -> Iterator[Fault]:
    """A list of die-roll modifiers or column shifts is empty.

    Bad:
        modifiers: {shifts: {lines: []}}
    Good:
        modifiers: {shifts: {lines: [{effect: left 1, says: across a stream}]}}
    """
    for id_, modifiers in checked.game.modifiers.items():
        if not modifiers.lines:
            wrong, write = (
                f"the list of modifiers {modifiers.name} has no lines",
                "write lines: [{effect: ..., says: ...}, ...]",
            )
            yield Fault(f"modifiers.{id_}.lines", wrong, write)


@check("T019")
def table_empty(checked: CheckedGame) -> Iterator[Fault]:
    """A table has no row labels or no column labels.

    Bad:
        tables: {spare: {name: Spare table, rows: {kind: []}, cells: ""}}
    Good:
        tables: {spare: {name: Spare table, rows: {kind: [Rain, Snow]}, cells: [[mud], [ice]]}}
    """
    for id_, table in checked.game.tables.items():
        if not table.rows.heads:
            yield Fault(
                f"tables.{id_}.rows",
                f"the table {table.name} has no rows",
                "write the label of each row, and its cells",
            )
        if table.columns and not table.columns.heads:
            yield Fault(
                f"tables.{id_}.columns",
                f"the table {table.name} has no columns",
                "write their labels, or delete columns:",
            )


def _results_in_cell(cell: str, table: Table) -> tuple[str, ...]:
    """Return the results in a table cell, such as `E` and `-` for `E/-`.

    A text that the table's legend explains as a whole is one result.
    """
    return (cell,) if cell in table.codes else tuple(part.strip() for part in cell.split("/"))
