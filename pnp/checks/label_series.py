"""Checks of series of ranges such as `0-10`, `11-25`, `26+` in the labels and cells of tables."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.checks.axis_heads import NUMBERED, axes
from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.model.parsing import UNBOUNDED, NumberRange, parse_head
from pnp.model.table import Axis, Track

_RANGE = re.compile(
    r"(?<![\w.+-])(?P<low>\d{1,6})"
    r"(?:(?:-|–| to )(?P<high>\d{1,6})|(?P<more>\+| or (?:more|above|higher))"
    r"|(?P<less> or (?:less|fewer|below|lower)))?"
    r"(?![\w.+-])"
)
_FEWEST_CELLS = 3
"""A column of cells with fewer ranges is not a series."""


@check("T034", Severity.WARNING)
def ranges_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """The ranges in a series of labels are out of order, or have a gap or overlap, or do not fit their track.

    A series consists of labels that differ only in a range, such as `Supply 0-3` and `Supply 4 or more`. The cells of a
    column with an open range such as `21+` are a series too. If a track has the same name as the series (`Supply`), the
    ranges must cover all its spaces. Rows and columns for rolls, values and differentials must also be in order.

    Bad:
        tables: {fame: {name: Fame, rows: {kind: [Points 0-3, Points 5-8, Points 9+]}, cells: [[low], [mid], [top]]}}
    Good:
        tables: {fame: {name: Fame, rows: {kind: [Points 0-3, Points 4-8, Points 9+]}, cells: [[low], [mid], [top]]}}

    Bad:
        tables: {arrivals: {rows: {heads: 1 4+ 2-3}}}
    Good:
        tables: {arrivals: {rows: {heads: 1 2-3 4+}}}
    """
    tracks = {track.name.lower(): track for track in checked.game.tracks.values()}
    for path, table, axis in axes(checked):
        if axis.by in NUMBERED:
            read = [parse_head(head) for head in axis.heads]
            labels = _with_ten(axis, [label for label in read if label is not None])
            if len(labels) == len(read) and (wrong := _out_of_order(labels)):
                yield Fault(path, f"in the table {table.name}, {wrong}", "write the labels in order")
        elif axis.by == "kind":
            for before, labels in _series(axis.heads):
                track = next((one for name, one in tracks.items() if before.lower().rstrip().endswith(name)), None)
                if wrong := _wrong_in_series(labels) or _unlike_track(labels, track):
                    yield Fault(path, f"in the table {table.name}, {wrong}", "correct the labels")
    for id_, table in checked.game.tables.items():
        for j, column in enumerate(zip(*table.cells, strict=False)):
            labels = [label for cell in column if (match := _RANGE.fullmatch(cell)) and (label := _read(match))]
            is_series = len(labels) == len(column) >= _FEWEST_CELLS and any(label.high >= UNBOUNDED for label in labels)
            if is_series and (wrong := _wrong_in_series(labels)):
                yield Fault(f"tables.{id_}.cells.0.{j}", f"in the table {table.name}, {wrong}", "correct the cells")


def _series(heads: Sequence[str]) -> Iterator[tuple[str, list[NumberRange]]]:
    """Yield (text before the ranges, ranges) for each series of labels that differ only in a range."""
    groups: dict[tuple[str, str], list[NumberRange]] = defaultdict(list)
    for head in heads:
        found = list(_RANGE.finditer(head))
        if len(found) == 1 and (label := _read(found[0])):
            groups[head[: found[0].start()], head[found[0].end() :]].append(label)
    for (before, _), labels in groups.items():
        if len(labels) > 1 and any(label.low != label.high for label in labels):
            yield before, labels


def _read(match: re.Match[str]) -> NumberRange | None:
    """Return the range in a label; None if its ends are exchanged."""
    low = int(match["low"])
    high = UNBOUNDED if match["more"] else int(match["high"] or low)
    return NumberRange(-UNBOUNDED, low) if match["less"] else NumberRange(low, high) if low <= high else None


def _with_ten(axis: Axis, labels: Sequence[NumberRange]) -> Sequence[NumberRange]:
    """Return labels with 10 in place of a 0 after 9 for a die with the digits 0 to 9, on which 0 is often ten."""
    is_ten = axis.by == "roll" and len(labels) > 1 and labels[-1] == (0, 0) and labels[-2].high == 9
    return [*labels[:-1], NumberRange(10, 10)] if is_ten else labels


def _out_of_order(labels: Sequence[NumberRange]) -> str:
    """Return the fault in the order of labels as text; empty if they rise or fall throughout."""
    falls = len(labels) > 1 and labels[0].low > labels[-1].low
    for one, other in pairwise(labels):
        if (other.low > one.low) == falls and other.low != one.low:
            if not falls:
                return f"{other} comes after {one}"
            return f"{other} comes after {one}, although the labels go down from {labels[0]} to {labels[-1]}"
    return ""


def _wrong_in_series(labels: Sequence[NumberRange]) -> str:
    """Return the first gap, overlap or slip in the order of ranges as text; empty if there is none."""
    for one, other in pairwise(sorted(labels)):
        if other.low <= one.high:
            return f"{NumberRange(other.low, min(one.high, other.high))} belongs to two ranges"
        if other.low > one.high + 1:
            return f"no range contains {NumberRange(one.high + 1, other.low - 1)}"
    return _out_of_order(labels)


def _unlike_track(labels: Sequence[NumberRange], track: Track | None) -> str:
    """Return how a series differs from the spaces of its track; empty if it covers them."""
    if track is None or not all(re.fullmatch(r"\d{1,9}", space.label) for space in track.spaces):
        return ""
    spaces = [int(space.label) for space in track.spaces]
    low, high = min(label.low for label in labels), max(label.high for label in labels)
    for space in spaces:
        if not low <= space <= high:
            return f"no range contains {space}, a space of {track.name}"
    for label in labels:
        if not any(space in label for space in spaces):
            return f"{track.name} has no space for {label}"
    if -UNBOUNDED < low < min(spaces) or max(spaces) < high < UNBOUNDED:
        return (
            f"the ranges are {NumberRange(low, high)}, but {track.name} has the spaces {min(spaces)} to {max(spaces)}"
        )
    return ""
