"""Checks of the row and column heads of tables: each roll, value or odds has exactly one row or column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.model.parsing import UNBOUNDED, NumberRange, parse_dice, parse_head, parse_range
from pnp.model.table import Axis, Table
from pnp.rules.state.table_heads import gaps, possible_numbers, read_odds
from pnp.spot import Spot

NUMBERED = ("roll", "value", "differential")


def axes(checked: CheckedGame) -> Iterator[tuple[str, Table, Axis]]:
    """Yield (path in the data, table, axis) for the rows and the columns of every table."""
    for id_, table in checked.game.tables.items():
        if table.columns is not None:
            yield f"tables.{id_}.columns", table, table.columns
        yield f"tables.{id_}.rows", table, table.rows


def _head_spot(checked: CheckedGame, path: str, axis: Axis, index: int) -> Spot | None:
    """Return the source location of the head with this index on an axis; None if it is unknown.

    The axis may be written in its short form.
    """
    sources = checked.game.sources
    return sources.spot(f"{path}.heads.{index}") or sources.spot(f"{path}.{axis.by}.{index}")


@check("T003")
def head_unreadable(checked: CheckedGame) -> Iterator[Fault]:
    """A row or column head for rolls, values or differentials is neither a number nor a range.

    Heads are written `2`, `2-3`, `4+` or `1-`. Ranges with negative numbers are written `-2..-1`.

    Bad:
        tables: {arrivals: {rows: {heads: 1 2to3 4+}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+}}}
    """
    for path, _, axis in axes(checked):
        for i, label in enumerate(axis.heads if axis.by in NUMBERED else ()):
            if parse_head(label) is None:
                write = "write a number, 1-3, 0- for 0 or less, or 7+ for 7 or more"
                yield Fault(path, f"the head {label} is not a number", write, _head_spot(checked, path, axis, i))


@check("T004")
def number_without_a_head(checked: CheckedGame) -> Iterator[Fault]:
    """A roll or value that can come up has no row or column in the table.

    Each possible roll of the dice needs one. If `reach` states the range of rolls after modifiers (`-1..8`), each
    number in that range needs one instead. `beyond` states what applies outside the first and last head.

    Bad:
        tables: {arrivals: {rows: {heads: 1 2 4+}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+}}}
    """
    for path, table, axis in axes(checked):
        for missing in missing_numbers(axis)[:3]:
            verb = "has" if missing.low == missing.high else "have"
            yield Fault(
                path, f"{missing} {verb} no {_axis_noun(path)} in the table {table.name}", "write heads without gaps"
            )


def missing_numbers(axis: Axis) -> list[NumberRange]:
    """Return the ranges of numbers that can come up but have no head on this axis."""
    ranges = [label for head in axis.heads if (label := parse_head(head)) is not None]
    if axis.by not in NUMBERED or len(ranges) != len(axis.heads) or not ranges:
        return []
    missing = [gap for part in possible_numbers(axis, ranges) for gap in gaps(part, ranges)]
    if axis.beyond:
        first, last = min(ranges).low, max(label.high for label in ranges)
        missing = [gap for gap in missing if first <= gap.low and gap.high <= last]
    return missing


@check("T005")
def number_with_two_heads(checked: CheckedGame) -> Iterator[Fault]:
    """Two rows or two columns of a table have heads for the same roll or value.

    Bad:
        tables: {arrivals: {rows: {heads: 1 1-3 4+}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+}}}
    """
    for path, table, axis in axes(checked):
        if axis.by not in NUMBERED:
            continue
        read = [(label, i) for i, head in enumerate(axis.heads) if (label := parse_head(head)) is not None]
        for (one, _), (other, i) in pairwise(sorted(read)):
            if other.low <= one.high:
                overlap = NumberRange(other.low, min(one.high, other.high))
                verb, noun = "is" if overlap.low == overlap.high else "are", _axis_noun(path)
                wrong = f"{overlap} {verb} in the heads of two {noun}s of the table {table.name}"
                yield Fault(path, wrong, "write heads that do not overlap", _head_spot(checked, path, axis, i))


@check("T006")
def head_never_reached(checked: CheckedGame) -> Iterator[Fault]:
    """A row or column head contains only numbers that cannot come up, or begins or ends with such a number.

    Either the head is wrong, or `reach` (the range of rolls after modifiers) is too small. An open head such as `5+`
    may contain others.

    Bad:
        tables: {arrivals: {rows: {heads: 1 2-4 5+}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+}}}
    """
    for path, table, axis in axes(checked):
        if axis.by not in NUMBERED:
            continue
        ranges = [parse_head(head) for head in axis.heads]
        if not all(ranges):
            continue
        whole = possible_numbers(axis, [label for label in ranges if label])
        for i, label in enumerate(ranges):
            assert label is not None
            if not whole:
                continue
            spot, noun = _head_spot(checked, path, axis, i), _axis_noun(path)
            if not any(part.low <= label.high and label.low <= part.high for part in whole):
                wrong = f"the {noun} {axis.heads[i]} of the table {table.name} can never come up"
                yield Fault(path, wrong, "delete it, or correct reach:", spot)
                continue
            low, high = min(part.low for part in whole), max(part.high for part in whole)
            for end in (label.low, label.high):
                if not low <= end <= high and abs(end) < UNBOUNDED:
                    wrong = f"{end} can never come up, but the {noun} {axis.heads[i]} of the table {table.name} has it"
                    yield Fault(path, wrong, "correct the head, or reach:", spot)


@check("T007")
def odds_unreadable(checked: CheckedGame) -> Iterator[Fault]:
    """The head of an odds column is not written as attacker to defender, such as 3-1 or 3:1.

    Bad:
        tables: {crt: {columns: {odds: 1-2 1-1 2to1, beyond: clamp, name: Odds}}}
    Good:
        tables: {crt: {columns: {odds: 1-2 1-1 2-1, beyond: clamp, name: Odds}}}
    """
    for path, _, axis in axes(checked):
        for i, head in enumerate(axis.heads if axis.by == "odds" else ()):
            if read_odds(head) is None:
                slash = re.fullmatch(r"(\d+)/(\d+)", head)
                write = f"write {slash[1]}-{slash[2]}" if slash else "write attacker to defender, such as 3-1 or 3:1"
                yield Fault(path, f"{head} cannot be read as odds", write, _head_spot(checked, path, axis, i))


@check("T008")
def head_written_twice(checked: CheckedGame) -> Iterator[Fault]:
    """Two rows or two columns of a table have the same head.

    `kind` is a list of heads that are words.

    Bad:
        tables: {arrivals: {columns: {kind: [Unit, Unit]}}}
    Good:
        tables: {arrivals: {columns: {kind: [Unit, Where]}}}
    """
    for path, table, axis in axes(checked):
        for i, head in enumerate(axis.heads):
            if head in axis.heads[:i] and axis.by not in NUMBERED:
                wrong = f"the table {table.name} has two {_axis_noun(path)}s with the head {head}"
                yield Fault(path, wrong, "write a different head for each", _head_spot(checked, path, axis, i))


@check("T011")
def dice_or_reach_unreadable(checked: CheckedGame) -> Iterator[Fault]:
    """The dice of a table, such as 2d6, or its range of numbers, such as 1..4, cannot be read.

    Ranges of values, such as `reach`, are written 1..4; heads and boxes are written 1-4. Heads with negative numbers
    are written -2..-1 too.

    Bad:
        tables: {arrivals: {rows: {reach: 1 to 4}}}
    Good:
        tables: {arrivals: {rows: {reach: 1..4}}}
    """
    for path, _, axis in axes(checked):
        if axis.by == "roll" and axis.of and parse_dice(axis.of) is None:
            yield Fault(f"{path}.roll", f"{axis.of} is not a roll of dice", "write 1d6, 2d6 or d66")
        if axis.reach and parse_range(axis.reach) is None:
            yield Fault(
                f"{path}.reach",
                f"{axis.reach} is not a range",
                "write the least and the greatest number, such as -4..8",
            )


@check("T012")
def odds_columns_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """The odds columns of a table are not in ascending order from left to right.

    Otherwise a shift to the right could help the defender.

    Bad:
        tables: {crt: {columns: {odds: 1-2 2-1 1-1, beyond: clamp, name: Odds}}}
    Good:
        tables: {crt: {columns: {odds: 1-2 1-1 2-1, beyond: clamp, name: Odds}}}
    """
    for path, _, axis in axes(checked):
        if axis.by != "odds":
            continue
        read = [(odds, i) for i, head in enumerate(axis.heads) if (odds := read_odds(head)) is not None]
        for (left_odds, left), (right_odds, right) in pairwise(read):
            if right_odds <= left_odds:
                wrong = f"the odds column {axis.heads[right]} must come before the odds column {axis.heads[left]}"
                yield Fault(
                    path,
                    wrong,
                    "write the odds in ascending order from left to right",
                    _head_spot(checked, path, axis, right),
                )


@check("T013")
def table_differs_from_its_track(checked: CheckedGame) -> Iterator[Fault]:
    """The range of a table (`reach`) differs from the numbers of the track in which it is looked up.

    With `value: turn`, the row or column is that of the present space of the track `turn`. `reach` must then go from
    the least to the greatest number on the spaces of that track.

    Bad:
        tables: {arrivals: {rows: {heads: 1 2-3 4+, reach: 1..6}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+, reach: 1..4}}}
    """
    for path, table, axis in axes(checked):
        track = checked.game.tracks.get(axis.of) if axis.by == "value" else None
        reach = parse_range(axis.reach)
        if track is None or reach is None or not all(re.fullmatch(r"-?\d{1,9}", s.label) for s in track.spaces):
            continue
        labels = [int(space.label) for space in track.spaces]
        if labels and (min(labels), max(labels)) != reach:
            wrong = (
                f"the table {table.name} covers {axis.reach}, "
                f"but the spaces of the track {track.name} are {min(labels)} to {max(labels)}"
            )
            yield Fault(f"{path}.reach", wrong, "correct one of them")


@check("T014")
def ends_not_defined(checked: CheckedGame) -> Iterator[Fault]:
    """A table of odds or differentials does not state what happens beyond its first or last column.

    Players may attack at odds outside the table, such as 1-9. With `beyond: clamp`, the end column applies. With
    `beyond: none`, attacks beyond the end columns are not allowed. If column shifts apply, use `clamp` (T028).

    Bad:
        tables: {crt: {columns: {beyond: ~}}}
    Good:
        tables: {crt: {columns: {beyond: none}}}
    """
    for path, table, axis in axes(checked):
        ends = [parse_head(head) for head in (axis.heads[:1] + axis.heads[-1:])] if axis.by == "differential" else []
        stated = (
            axis.beyond or axis.reach or (ends and all(label and max(map(abs, label)) >= UNBOUNDED for label in ends))
        )
        if axis.by in ("odds", "differential") and not stated:
            wrong = f"the table {table.name} does not state the result beyond its first and last {_axis_noun(path)}"
            yield Fault(path, wrong, "write beyond: clamp or beyond: none")


def _axis_noun(path: str) -> str:
    """Return the word `row` or `column` for the axis at a path in the data."""
    return "column" if path.endswith("columns") else "row"
