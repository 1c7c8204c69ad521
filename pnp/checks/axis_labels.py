"""Checks of the row and column labels of tables: each roll, value or odds has exactly one row or column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.model.parsing import UNBOUNDED, NumberRange, parse_dice, parse_label, parse_range
from pnp.model.table import Axis, Table
from pnp.rules.state.table_labels import gaps, possible_numbers, read_odds
from pnp.spot import Spot

NUMBERED = ("roll", "value", "differential")


def axes(checked: CheckedGame) -> Iterator[tuple[str, Table, Axis]]:
    """Yield the rows and the columns of every table, with their path in the data and their table."""
    for id_, table in checked.game.tables.items():
        if table.columns is not None:
            yield f"tables.{id_}.columns", table, table.columns
        yield f"tables.{id_}.rows", table, table.rows


def _label_spot(checked: CheckedGame, path: str, axis: Axis, i: int) -> Spot | None:
    """Return the source location of the label with this index, also if the axis is written in its short form."""
    sources = checked.game.sources
    return sources.spot(f"{path}.heads.{i}") or sources.spot(f"{path}.{axis.by}.{i}")


@check("T003")
def label_unreadable(checked: CheckedGame) -> Iterator[Fault]:
    """A label of rolls, values or differentials is neither a number nor a range.

    Bad:
        tables: {arrivals: {rows: {heads: 1 2to3 4+}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+}}}
    """
    for path, _, axis in axes(checked):
        for i, label in enumerate(axis.heads if axis.by in NUMBERED else ()):
            if parse_label(label) is None:
                write = "write a number, 1-3, 0- for 0 or less, or 7+ for 7 or more"
                yield Fault(path, f"the label {label} is not a number", write, _label_spot(checked, path, axis, i))


@check("T004")
def number_without_a_label(checked: CheckedGame) -> Iterator[Fault]:
    """A roll or value that can come up has no row or column.

    Every result of the dice counts; with `reach`, every number in that range after modifiers. `beyond` states the
    result beyond the ends.

    Bad:
        tables: {arrivals: {rows: {heads: 1 2 4+}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+}}}
    """
    for path, table, axis in axes(checked):
        for gap in missing_numbers(axis)[:3]:
            verb = "has" if gap.low == gap.high else "have"
            yield Fault(path, f"{gap} {verb} no {_axis_noun(path)} in {table.name}", "write labels without gaps")


def missing_numbers(axis: Axis) -> list[NumberRange]:
    """Return the ranges of numbers that can come up but have no label."""
    ranges = [label for head in axis.heads if (label := parse_label(head)) is not None]
    if axis.by not in NUMBERED or len(ranges) != len(axis.heads) or not ranges:
        return []
    missing = [gap for part in possible_numbers(axis, ranges) for gap in gaps(part, ranges)]
    if axis.beyond:
        first, last = min(ranges).low, max(label.high for label in ranges)
        missing = [gap for gap in missing if first <= gap.low and gap.high <= last]
    return missing


@check("T005")
def number_with_two_labels(checked: CheckedGame) -> Iterator[Fault]:
    """A roll or value occurs in the labels of two rows, or of two columns, of a table.

    Bad:
        tables: {arrivals: {rows: {heads: 1 1-3 4+}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+}}}
    """
    for path, table, axis in axes(checked):
        if axis.by not in NUMBERED:
            continue
        read = [(label, i) for i, head in enumerate(axis.heads) if (label := parse_label(head)) is not None]
        for (one, _), (other, i) in pairwise(sorted(read)):
            if other.low <= one.high:
                both = NumberRange(other.low, min(one.high, other.high))
                wrong = f"{both} {'is' if both.low == both.high else 'are'} in two {_axis_noun(path)}s of {table.name}"
                yield Fault(path, wrong, "write labels that do not overlap", _label_spot(checked, path, axis, i))


@check("T006")
def label_never_reached(checked: CheckedGame) -> Iterator[Fault]:
    """A row or column has a label that cannot come up.

    Either the label is wrong, or `reach` omits a modifier.

    Bad:
        tables: {arrivals: {rows: {heads: 1 2-4 5+}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+}}}
    """
    for path, table, axis in axes(checked):
        if axis.by not in NUMBERED:
            continue
        ranges = [parse_label(head) for head in axis.heads]
        if not all(ranges):
            continue
        whole = possible_numbers(axis, [label for label in ranges if label])
        for i, label in enumerate(ranges):
            assert label is not None
            if whole and not any(part.low <= label.high and label.low <= part.high for part in whole):
                wrong = f"{axis.heads[i]} cannot come up in {table.name}"
                yield Fault(path, wrong, "delete it, or correct reach:", _label_spot(checked, path, axis, i))


@check("T007")
def odds_unreadable(checked: CheckedGame) -> Iterator[Fault]:
    """An odds column is not written as attacker to defender, such as 3-1 or 3:1.

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
                yield Fault(path, f"{head} cannot be read as odds", write, _label_spot(checked, path, axis, i))


@check("T008")
def label_written_twice(checked: CheckedGame) -> Iterator[Fault]:
    """Two rows or two columns of a table have the same label.

    Bad:
        tables: {arrivals: {columns: {kind: [Unit, Unit]}}}
    Good:
        tables: {arrivals: {columns: {kind: [Unit, Where]}}}
    """
    for path, table, axis in axes(checked):
        for i, head in enumerate(axis.heads):
            if head in axis.heads[:i] and axis.by not in NUMBERED:
                wrong = f"{table.name} has two {_axis_noun(path)}s {head}"
                yield Fault(path, wrong, "write a different label for each", _label_spot(checked, path, axis, i))


@check("T011")
def dice_or_reach_unreadable(checked: CheckedGame) -> Iterator[Fault]:
    """The dice of a table, or the range of numbers that it covers, cannot be read.

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
        for (one, a), (other, b) in pairwise(read):
            if other <= one:
                wrong = f"column {axis.heads[b]} must come before column {axis.heads[a]}"
                yield Fault(
                    path,
                    wrong,
                    "write the odds in ascending order from left to right",
                    _label_spot(checked, path, axis, b),
                )


@check("T013")
def table_differs_from_its_track(checked: CheckedGame) -> Iterator[Fault]:
    """A table of the spaces of a track covers other numbers than the track has.

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
            wrong = f"{table.name} covers {axis.reach}, but {track.name} runs from {min(labels)} to {max(labels)}"
            yield Fault(f"{path}.reach", wrong, "correct one of them")


@check("T014")
def ends_not_defined(checked: CheckedGame) -> Iterator[Fault]:
    """A table of odds or differentials does not state the result beyond its first and last column.

    Attacks at 1 to 9 will happen. `beyond: clamp` uses the end column, `beyond: none` forbids the attack.

    Bad:
        tables: {crt: {columns: {beyond: ~}}}
    Good:
        tables: {crt: {columns: {beyond: none}}}
    """
    for path, table, axis in axes(checked):
        ends = [parse_label(head) for head in (axis.heads[:1] + axis.heads[-1:])] if axis.by == "differential" else []
        stated = (
            axis.beyond or axis.reach or (ends and all(label and max(map(abs, label)) >= UNBOUNDED for label in ends))
        )
        if axis.by in ("odds", "differential") and not stated:
            wrong = f"{table.name} does not state the result beyond its ends"
            yield Fault(path, wrong, "write beyond: clamp or beyond: none")


def _axis_noun(path: str) -> str:
    """Return `row` or `column` for the path of an axis."""
    return "column" if path.endswith("columns") else "row"
