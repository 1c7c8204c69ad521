"""Checks of tables against the procedures that read them: the numbers that dice and modifiers lead to."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.axis_heads import NUMBERED, missing_numbers
from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.possible_values import PossibleValues, step_records
from pnp.checks.value_sets import FAR, Numbers, join
from pnp.findings import Fault, Severity
from pnp.model.parsing import NumberRange, parse_head, parse_range
from pnp.model.table import Axis, Table
from pnp.rules.state.table_heads import gaps, possible_numbers


@check("T028", Severity.WARNING)
def shift_beyond_forbidden_ends(checked: CheckedGame) -> Iterator[Fault]:
    """A column shift can go beyond the end column of a table with `beyond: none`.

    With `beyond: none`, attacks beyond the end columns are not allowed (T014), so the shift cannot be carried out.
    Write `beyond: clamp` to use the end column instead.

    Bad:
        tables: {crt: {columns: {beyond: none}}}
        modifiers: {shifts: {lines: [{id: stream, effect: left 1, says: across a stream}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.stream, when: turn == 2}]}
    Good:
        tables: {crt: {columns: {beyond: clamp}}}
        modifiers: {shifts: {lines: [{id: stream, effect: left 1, says: across a stream}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.stream, when: turn == 2}]}
    """
    shifted = {record.shift for _, _, record in step_records(checked.game) if record.kind == "shift"}  # type: ignore[attr-defined]
    for id_, table in checked.game.tables.items():
        if id_ in shifted and table.columns is not None and table.columns.beyond == "none":
            wrong = f"column shifts can lead beyond the table {table.name}, but beyond: none forbids it"
            yield Fault(f"tables.{id_}.columns.beyond", wrong, "write beyond: clamp")


@check("T029", Severity.WARNING)
def numbers_differ_from_procedures(checked: CheckedGame) -> Iterator[Fault]:
    """The rolls that dice and modifiers can give do not match the rows, columns or `reach` of a table.

    A roll without a row or column would stop the game. A row, or a part of `reach`, that no roll gives is never used.
    Only rolls with fixed modifiers are checked. If more rolls are possible than the procedures show, write `waive:
    {T029: reason}` in the table.

    Bad:
        tables: {sky: {name: Sky, rows: {roll: 1d6, heads: 1-3 4+, reach: 1..8}, cells: [[rain], [sun]]}}
        modifiers: {shifts: {lines: [{id: later, effect: "+1", says: on turn 2}]}}
        procedures:
          weather:
            rule: "2.1"
            steps:
            - {roll: die, lines: [{line: shifts.later, when: turn == 2}]}
            - {look_up: result, in: sky, row: die}
    Good:
        tables: {sky: {name: Sky, rows: {roll: 1d6, heads: 1-3 4+, reach: 1..7}, cells: [[rain], [sun]]}}
        modifiers: {shifts: {lines: [{id: later, effect: "+1", says: on turn 2}]}}
        procedures:
          weather:
            rule: "2.1"
            steps:
            - {roll: die, lines: [{line: shifts.later, when: turn == 2}]}
            - {look_up: result, in: sky, row: die}
    """
    for path, axis, table, numbers in _numbers_looked_up(checked):
        labels = [label for head in axis.heads if (label := parse_head(head)) is not None]
        reach = parse_range(axis.reach)
        if len(labels) != len(axis.heads) or not labels or missing_numbers(axis):
            continue  # T003 or T004 reports it
        noun = "column" if path.endswith("columns") else "row"
        shown = NumberRange(*numbers)
        if not axis.beyond and (missing := list(gaps(shown, labels))):
            wrong = f"the procedures lead to {shown}, but {table.name} has no {noun} for {missing[0]}"
            yield Fault(path, wrong, "add it, or correct reach: or the procedures")
        elif reach is not None and not axis.beyond and reach != shown:
            wrong = f"the procedures lead to {shown} in {table.name}, but reach: states {reach}"
            yield Fault(f"{path}.reach", wrong, "correct one of them")
        else:
            yield from _unreached(path, axis, table, shown, labels)


def _unreached(path: str, axis: Axis, table: Table, shown: NumberRange, labels: list[NumberRange]) -> Iterator[Fault]:
    """Yield a fault for each row or column that the procedures do not reach, although the table says they can."""
    whole = possible_numbers(axis, labels)
    for head, label in zip(axis.heads, labels, strict=True):
        stated = any(part.low <= label.high and label.low <= part.high for part in whole)
        if stated and (label.high < shown.low or label.low > shown.high):
            noun = "column" if path.endswith("columns") else "row"
            wrong = f"no procedure reaches the {noun} {head} of {table.name}; they lead to {shown}"
            yield Fault(path, wrong, "delete it, or correct the dice or modifiers")


def _numbers_looked_up(checked: CheckedGame) -> Iterator[tuple[str, Axis, Table, Numbers]]:
    """Yield (path, axis, table, numbers) for each axis of a table whose numbers are known in all procedures."""
    playbook = checked.playbook
    if playbook is None or playbook.faults:
        return
    tracks = {name: kind.type for name, kind in playbook.compiler.track_kinds.items()}
    possible = PossibleValues(checked.game, tracks, unassigned=False)
    texts: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for _, id_, record in step_records(checked.game):
        if record.kind == "look_up":
            for side, text in (("rows", record.row), ("columns", record.column)):  # type: ignore[attr-defined]
                texts.setdefault((record.table, side), []).append((id_, text))  # type: ignore[attr-defined]
    for (name, side), used in texts.items():
        table = checked.game.tables.get(name)
        axis = getattr(table, side) if table else None
        if table is None or axis is None or axis.by not in NUMBERED:
            continue
        numbers = join(possible.value(id_, text) for id_, text in used)
        if isinstance(numbers, Numbers) and numbers.low > -FAR and numbers.high < FAR:
            yield f"tables.{name}.{side}", axis, table, numbers
