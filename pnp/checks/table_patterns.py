"""Checks of the patterns of tables: cells that break the order of their line, equal lines, and mirror images."""

from __future__ import annotations

import re
from collections import Counter as Tally, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.model.parsing import parse_head, parse_range
from pnp.model.table import Axis, Table

_LEAST_CELLS = 4
"""The fewest cells of a line whose pattern is clear without other lines."""
_LEAST_STEPS = 4
"""The fewest equal differences between numbers of a line that are a pattern."""
_LEAST_ALIKE = 5
"""The fewest cells of neighbouring rows or columns whose equality is probably a mistake."""
_LEAST_OTHERS = 3
"""At least this many other lines must rise or fall alike before a short line that does not is reported."""
_PLAIN = ("", "", "", "")
_CODE = re.compile(r"([A-Za-z]*)(\d+)([A-Za-z]*)")
_NUMBER = re.compile(r"(?:[+−-]?\d+|[+-]?\d+(?:-|\.\.)\d+)[+-]?")

_PARTY = re.compile(r"\b(?:attacker|defender)")


@dataclass(frozen=True)
class _Line:
    """A row or column of a table, read along an axis whose labels have an order."""

    id: str
    table: Table
    name: str
    places: tuple[tuple[int, int], ...]

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The texts of the cells."""
        return tuple(self.table.cells[row][column] for row, column in self.places)


def _lines(
    checked: CheckedGame, kinds: Sequence[str] = ("odds", "differential", "roll", "value")
) -> Iterator[list[_Line]]:
    """Yield the lines of each table along each axis of these kinds: all rows, or all columns."""
    for id_, table in checked.game.tables.items():
        across = len(table.columns.heads) if table.columns else 1
        if len(table.cells) != len(table.rows.heads) or any(len(row) != across for row in table.cells):
            continue  # T001 and T002 report it
        rows, columns = range(len(table.cells)), range(across)
        if table.columns is not None and table.columns.by in kinds:
            heads = table.rows.heads
            yield [_Line(id_, table, f"row {heads[row]}", tuple((row, column) for column in columns)) for row in rows]
        if table.rows.by in kinds:
            labels = table.columns.heads if table.columns else ("",)
            names = [f"column {label}" if label else "the column" for label in labels]
            yield [_Line(id_, table, names[column], tuple((row, column) for row in rows)) for column in columns]


def _cell_fault(checked: CheckedGame, line: _Line, index: int, wrong: str, write: str) -> Fault:
    """Return a fault at a cell of a line, with the name of the table before it."""
    row, column = line.places[index]
    path = f"tables.{line.id}.cells"
    spot = checked.game.spot(f"{path}.{row}.{column}")
    return Fault(path, f"{line.table.name}: {wrong}", write, spot)


def _label_of(line: _Line, index: int) -> str:
    """Return the label of a cell along its line, such as `row 4`."""
    row, column = line.places[index]
    if len({one for one, _ in line.places}) > 1:
        return f"row {line.table.rows.heads[row]}"
    assert line.table.columns is not None
    return f"column {line.table.columns.heads[column]}"


@check("T024", Severity.WARNING)
def result_comes_back(checked: CheckedGame) -> Iterator[Fault]:
    """Equal results in a row or column of a table are separated by one different cell.

    In a row or column of rolls, odds or values, equal results normally stand side by side. A row or column is reported
    if changing one cell would put all equal results side by side. Of results for two parties, such as `A1/D2`, a cell
    is reported only if it breaks both its row and its column. Tables with `ranks` are checked by T015 instead. If the
    cell is right, write `waive: {T024: reason}` in the table.

    Bad:
        tables:
          strike:
            name: Air strike
            columns: {kind: [Result]}
            rows: {roll: 1d6, name: Die}
            cells: [[hit], [hit], [miss], [miss], [miss], [hit]]
    Good:
        tables:
          strike:
            name: Air strike
            columns: {kind: [Result]}
            rows: {roll: 1d6, name: Die}
            cells: [[hit], [hit], [miss], [miss], [miss], [miss]]
    """
    reported: set[tuple[str, tuple[int, int]]] = set()
    broken: Tally[tuple[str, tuple[int, int]]] = Tally()
    for lines in _lines(checked):
        clean = [line for line in lines if not _returns(line.cells)]
        for line in lines:
            if line in clean or line.table.ranks or all(_NUMBER.fullmatch(cell) for cell in line.cells):
                continue
            if len(line.cells) < _LEAST_CELLS and not len(clean) == len(lines) - 1 > 0:
                continue
            odd = [i for i in range(len(line.cells)) if _mends(line.cells, i)]
            odd = [
                i for i in odd if Tally(line.cells)[line.cells[i]] == min(Tally(line.cells)[line.cells[j]] for j in odd)
            ]
            if not odd or (line.id, line.places[odd[-1]]) in reported:
                continue
            index = odd[-1]
            if _is_of_two_parties(line.table) and _has_two_orders(line.table):
                broken.update((line.id, line.places[one]) for one in odd)
                index = next((one for one in odd if broken[line.id, line.places[one]] > 1), -1)
                if index < 0:
                    continue
            reported.add((line.id, line.places[index]))
            name = f" of {line.name}" if len(lines) > 1 else ""
            place = f"{_label_of(line, index)}{name}"
            wrong = f"{line.cells[index] or 'a blank'} in {place} separates or follows another result"
            yield _cell_fault(checked, line, index, wrong, "correct the cell")


def _is_of_two_parties(table: Table) -> bool:
    """Return whether most results of a table are those of two parties, such as `A1/D2`."""
    cells = [cell for row in table.cells for cell in row]
    return sum("/" in cell for cell in cells) > len(cells) / 2


def _has_two_orders(table: Table) -> bool:
    """Return whether both the rows and the columns of a table have an order."""
    return table.columns is not None and "kind" not in (table.rows.by, table.columns.by)


def _returns(cells: Sequence[str]) -> int:
    """Return how often a result comes back after another one in a line."""
    runs = [cell for cell, _ in groupby(cells)]
    return len(runs) - len(set(runs))


def _mends(cells: Sequence[str], index: int) -> bool:
    """Return whether the line would have each result in one piece if a cell were like one of its neighbours."""
    near = {cells[i] for i in (index - 1, index + 1) if 0 <= i < len(cells)} - {cells[index]}
    return any(not _returns([*cells[:index], cell, *cells[index + 1 :]]) for cell in near)


@check("T025", Severity.WARNING)
def number_out_of_pattern(checked: CheckedGame) -> Iterator[Fault]:
    """One number is out of order in a row or column of a table that otherwise only rises or only falls.

    Two equal numbers side by side are allowed. Among six or more numbers, one is also reported if correcting it would
    make all differences between neighbours equal. Cells with words are ignored, and `1-3` counts as 3. In tables
    without `ranks`, results with the same letters, such as `D1` and `D3`, are compared by their numbers. The two parts
    of a result such as `A1/D2` are compared separately. A row or column needs at least four numbers, or three if at
    least three other rows or columns all rise or all fall. If the cell is right, write `waive: {T025: reason}` in the
    table.

    Bad:
        tables:
          supply:
            name: Supply
            columns: {roll: 1d6, name: Die}
            rows: {kind: [Level]}
            cells: -2 -1 0 5 1 2
    Good:
        tables:
          supply:
            name: Supply
            columns: {roll: 1d6, name: Die}
            rows: {kind: [Level]}
            cells: -2 -1 0 0 1 2

    Bad:
        tables:
          raid:
            name: Raid
            columns: {differential: -1- 0 1+, name: Difference}
            rows: {roll: 1d6, heads: 1-2 3-4 5 6, name: Die}
            cells: |
              D1 D2 D3
              D2 D4 D3
              D3 D4 D5
              D3 D5 D6
    Good:
        tables:
          raid:
            name: Raid
            columns: {differential: -1- 0 1+, name: Difference}
            rows: {roll: 1d6, heads: 1-2 3-4 5 6, name: Die}
            cells: |
              D1 D2 D3
              D2 D3 D3
              D3 D4 D5
              D3 D5 D6
    """
    for lines in _lines(checked):
        found = list(_numbers_out_of_pattern(lines))
        usual = Tally(index for _, index, _ in found)
        for line, index, pattern in found:
            if usual[index] >= _LEAST_OTHERS and 2 * usual[index] > len(lines):
                continue  # a 0 that means ten, or a row with a meaning of its own
            name = f" of {line.name}" if len(lines) > 1 else ""
            place = f"{_label_of(line, index)}{name}"
            wrong = f"{line.cells[index]} in {place} is out of order; the other numbers {pattern}"
            yield _cell_fault(checked, line, index, wrong, "correct the cell")


def _numbers_out_of_pattern(lines: Sequence[_Line]) -> Iterator[tuple[_Line, int, str]]:
    """Yield each line with the index of a cell whose number breaks its pattern, and what the pattern is."""
    series = [_numbers_in(line) for line in lines]
    for (i, line), key in ((pair, key) for pair in enumerate(lines) for key in series[pair[0]]):
        numbers = series[i][key]
        values = [number for _, number in numbers]
        others = [one[key] for j, one in enumerate(series) if j != i and key in one]
        pattern = "rise or fall"
        if len(values) >= _LEAST_CELLS:
            found = _odd_in(values, _is_monotone)
        elif key[0] in ("attacker", "defender"):
            found = None  # what one side gains, the other may lose
        else:
            found = _odd_in(values, _direction_test([[number for _, number in one] for one in others]))
        if found is None and key == _PLAIN and len(values) > _LEAST_STEPS + 1:
            found, pattern = _odd_step(values), "are at equal distances"
        if found is not None:
            yield line, numbers[found][0], pattern


def _numbers_in(line: _Line) -> dict[tuple[str, ...], list[tuple[int, int]]]:
    """Return (index of the cell, number) for each number of a line, by the letters beside it.

    Plain numbers have the key `_PLAIN`. The key of a result begins with its side if its cell has two, such as `A1/D2`,
    and ends with the kind of the other side's result: if that side loses in another way, the numbers begin anew.
    """
    found: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for i, cell in enumerate(line.cells):
        if (number := _number_of(cell)) is not None:
            found[_PLAIN].append((i, number))
        elif not line.table.ranks:
            parts = [part.strip() for part in cell.split("/")]
            for j, part in enumerate(parts[:2]):
                if code := _CODE.fullmatch(part):
                    other = _kind_of(parts[1 - j]) if len(parts) > 1 else ""
                    side = ("attacker", "defender")[j] if len(parts) > 1 else ""
                    found[side, code[1], code[3], other].append((i, int(code[2])))
    return {key: numbers for key, numbers in found.items() if len(numbers) >= _LEAST_CELLS - 1}


def _kind_of(result: str) -> str:
    """Return what kind of loss a result is: its letters, and a sign for its number; empty for numbers and dashes."""
    return "" if not re.search(r"[^\W\d_]", result) else re.sub(r"\d+", "#", result)


def _direction_test(others: Sequence[Sequence[int]]) -> Callable[[Sequence[int]], bool]:
    """Return a test whether numbers rise or fall as all other lines of a table do.

    If the other lines disagree, it always fails.
    """
    directions = [_direction(values) for values in others]
    usual = {one for one in directions if one != 0}
    if len(usual) != 1 or None in usual or directions.count(*usual) < _LEAST_OTHERS:
        return lambda _: False
    return lambda values: _direction(values) in {0, *usual}


def _direction(values: Sequence[int]) -> int | None:
    """Return 1 if numbers only rise, -1 if they only fall, 0 if all are equal, and None otherwise."""
    signs = {(b > a) - (b < a) for a, b in pairwise(values)} - {0}
    return None if len(signs) > 1 else next(iter(signs), 0)


def _number_of(cell: str) -> int | None:
    """Return the number of a cell, or the end of its range; None for words."""
    label = parse_head(cell.replace("−", "-").replace("–", "-"))
    if label is None or not re.search(r"\d", cell):
        return None
    return label.high if abs(label.high) < 10**9 else label.low


def _is_monotone(values: Sequence[int]) -> bool:
    """Return whether numbers never fall or never rise, and are not all equal."""
    steps = [b - a for a, b in pairwise(values)]
    return any(steps) and (all(step >= 0 for step in steps) or all(step <= 0 for step in steps))


def _odd_in(values: Sequence[int], has_pattern: Callable[[Sequence[int]], bool]) -> int | None:
    """Return the index of the only value without which a series has a pattern; None if it already has it.

    Of two neighbours either of which may be wrong, it is the one that is further from both its neighbours.
    """
    if has_pattern(values) or len(set(values)) == 1:
        return None
    odd = [i for i in range(len(values)) if has_pattern([*values[:i], *values[i + 1 :]])]
    return max(odd, key=lambda i: _distance(values, i)) if 0 < len(odd) <= 2 else None


def _distance(values: Sequence[int], index: int) -> int:
    """Return how far a value is from the neighbour to which it is nearest."""
    return min(abs(values[index] - values[i]) for i in (index - 1, index + 1) if 0 <= i < len(values))


def _odd_step(values: Sequence[int]) -> int | None:
    """Return the index of the only value that is not at the distance of the others; None if there is none."""
    steps = [b - a for a, b in pairwise(values)]
    usual, number = Tally(steps).most_common(1)[0]
    if not usual or number == len(steps) or number < len(steps) - 2:
        return None
    for i in range(len(values)):
        anchor = values[1] - usual if i == 0 else values[i - 1] + usual
        mended = [*values[:i], anchor, *values[i + 1 :]]
        if all(b - a == usual for a, b in pairwise(mended)):
            return i
    return None


@check("T026", Severity.WARNING)
def neighbours_identical(checked: CheckedGame) -> Iterator[Fault]:
    """Two adjacent rows or columns for odds, differentials or rolls have the same results in all cells.

    One of them was probably copied but not changed. Rows and columns with fewer than five cells are not checked. If
    both are right, write one label for both (`1-2`), or `waive: {T026: reason}` in the table.

    Bad:
        tables:
          raid:
            name: Raid
            columns: {differential: -2- -1 0 1 2+, name: Difference}
            rows: {roll: 1d6, heads: 1-2 3-4 5-6, name: Die}
            cells: |
              A A A - -
              A A A - -
              - - - D D
    Good:
        tables:
          raid:
            name: Raid
            columns: {differential: -2- -1 0 1 2+, name: Difference}
            rows: {roll: 1d6, heads: 1-2 3-4 5-6, name: Die}
            cells: |
              A A A - -
              A A - - D
              - - - D D
    """
    for lines in _lines(checked, ("odds", "differential", "roll")):
        if len(lines) < _LEAST_ALIKE:
            continue  # a few cells are often equal
        for one, other in pairwise(range(len(lines[0].places))):
            if all(line.cells[one] == line.cells[other] for line in lines):
                line = lines[0]
                path = f"tables.{line.id}.cells"
                row, column = line.places[other]
                labels = f"{_label_of(line, one)} and {_label_of(line, other)}"
                yield Fault(
                    path,
                    f"{line.table.name}: {labels} have the same results",
                    "correct one of them, or write one label for both",
                    checked.game.spot(f"{path}.{row}.{column}"),
                )


@check("T027", Severity.WARNING)
def table_not_mirrored(checked: CheckedGame) -> Iterator[Fault]:
    """One pair of cells, or `reach`, breaks the symmetry of a table of differentials.

    A table is checked if its labels are symmetric about 0, such as `-2- -1..+1 2+`. The result for the attacker in one
    row or column must be the result for the defender in the opposite one. `reach` (the range of differentials) must be
    symmetric too, such as -5..5. If the difference is intended, write `waive: {T027: reason}` in the table.

    Bad:
        tables:
          duel:
            name: Duel
            rows: {differential: -2- -1..+1 2+, reach: -4..5, name: Difference}
            cells: |
              attacker loses
              both lose
              defender loses
    Good:
        tables:
          duel:
            name: Duel
            rows: {differential: -2- -1..+1 2+, reach: -5..5, name: Difference}
            cells: |
              attacker loses
              both lose
              defender loses
    """
    for lines in _lines(checked, ("differential",)):
        line = lines[0]
        axis = line.table.rows if len({row for row, _ in line.places}) > 1 else line.table.columns
        if axis is None or axis.by != "differential" or not _is_mirrored(axis):
            continue
        side = "rows" if axis is line.table.rows else "columns"
        reach = parse_range(axis.reach)
        if reach is not None and reach.low != -reach.high:
            wrong = f"{line.table.name}: the labels are mirrored at 0, but reach {axis.reach} is not"
            yield Fault(f"tables.{line.id}.{side}.reach", wrong, "correct reach:")
        if len(lines) > 1:
            continue
        last = len(line.cells) - 1
        pairs = [(i, last - i) for i in range((last + 1) // 2)]
        wrong_pairs = [(i, j) for i, j in pairs if _turned(line.cells[i]) != line.cells[j]]
        if len(wrong_pairs) == 1 < len(pairs):
            one, other = wrong_pairs[0]
            if not all(_PARTY.search(line.cells[index]) for index in (one, other)):
                continue
            opposite = f"{line.cells[other]} in {_label_of(line, other)}"
            wrong = f"{line.cells[one]} in {_label_of(line, one)} is not the opposite of {opposite}"
            yield _cell_fault(checked, line, one, wrong, "correct one of them")


def _is_mirrored(axis: Axis) -> bool:
    """Return whether the labels of an axis cover opposite numbers from both ends."""
    labels = [parse_head(head) for head in axis.heads]
    return len(labels) > 1 and all(
        one is not None and other is not None and (one.low, one.high) == (-other.high, -other.low)
        for one, other in zip(labels, reversed(labels), strict=True)
    )


def _turned(cell: str) -> str:
    """Return the text of a cell with attacker and defender exchanged."""
    return _PARTY.sub(lambda match: "defender" if match[0] == "attacker" else "attacker", cell)
