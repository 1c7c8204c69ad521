"""Odds columns of a table, including the columns beyond its ends that column shifts may reach.

Beyond 4-1 there are 5-1, 6-1 and so on without end, before 1-3 there are 1-4, 1-5. A column is a position: 0 is the
first of the table, -1 the one before it. The whole ratios are numbered too: 0 is 1-1, 1 is 2-1, -1 is 1-2.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor

from pnp.model.table import Axis
from pnp.rules.state.errors import RuleError
from pnp.rules.state.table_labels import other_odds, read_odds

_RUNG = re.compile(r"(?P<attacker>[1-9]\d*)[-:](?P<defender>[1-9]\d*)")


def odds_position(axis: Axis, attack: int, defence: int) -> int:
    """Return the index of the column for odds, rounded as the table says (by default in the defender's favour).

    The position may be beyond the table. Without attack it is the first column, without defence the last: no ratio says
    how far beyond. Raise `RuleError` past the end of an axis that has nothing beyond.
    """
    heads = _label_ratios(axis)
    if defence <= 0:
        return len(heads) - 1 if attack > 0 else 0
    ratio = Fraction(max(attack, 0), defence)
    if axis.beyond == "none":
        if ratio < heads[0]:
            raise RuleError(f"odds of {attack} to {defence} are below the first column, {axis.heads[0]}")
        ratio = min(ratio, heads[-1])
    if ratio <= 0:
        return 0
    if ratio < heads[0]:
        low, high = (
            rung - _whole_ratios_above(heads[0]) for rung in (_whole_ratios_below(ratio), _whole_ratios_above(ratio))
        )
    elif ratio > heads[-1]:
        low, high = (
            len(heads) - 1 + rung - _whole_ratios_below(heads[-1])
            for rung in (_whole_ratios_below(ratio), _whole_ratios_above(ratio))
        )
    else:
        low = max(i for i, head in enumerate(heads) if head <= ratio)
        high = min(i for i, head in enumerate(heads) if head >= ratio)
    if axis.round == "attacker":
        return high
    if axis.round == "nearest":
        return min((low, high), key=lambda at: (abs(_ratio_at(heads, at) - ratio), at))
    return low


def label_at(axis: Axis, at: int, *, beyond: bool = False) -> str:
    """Return the label of the column with this index, which may be beyond the table.

    Past the ends of the table it is the last label, or with `beyond` the odds there.

    >>> axis = Axis(by="odds", heads=("1-2", "1-1", "3-2"))
    >>> [label_at(axis, at, beyond=True) for at in range(-2, 6)]
    ['1-4', '1-3', '1-2', '1-1', '3-2', '2-1', '3-1', '4-1']
    """
    last = len(axis.heads) - 1
    if 0 <= at <= last or not beyond:
        return axis.heads[max(0, min(at, last))]
    ratio = _ratio_at(_label_ratios(axis), at)
    return f"{ratio.numerator}{':' if ':' in axis.heads[0] else '-'}{ratio.denominator}"


def position_of_label(axis: Axis, head: str) -> int | None:
    """Return the index of the column with this label, in the table or beyond it; None if it is not odds.

    Odds may be written 3-1 or 3:1.
    """
    if head in axis.heads:
        return axis.heads.index(head)
    if axis.by == "odds" and (other := other_odds(head)) in axis.heads:
        return axis.heads.index(other)
    match = _RUNG.fullmatch(head) if axis.by == "odds" and axis.beyond != "none" else None
    if match is None or "1" not in match.groups():
        return None
    ratio = Fraction(int(match["attacker"]), int(match["defender"]))
    heads = _label_ratios(axis)
    if ratio < heads[0]:
        return _whole_ratios_above(ratio) - _whole_ratios_above(heads[0])
    return len(heads) - 1 + _whole_ratios_below(ratio) - _whole_ratios_below(heads[-1]) if ratio > heads[-1] else None


def _label_ratios(axis: Axis) -> list[Fraction]:
    """Return the odds of each column label as a fraction; a label without attack comes before all others."""
    return [read_odds(head) or Fraction(1, 10**9) for head in axis.heads]


def _ratio_at(heads: list[Fraction], at: int) -> Fraction:
    """Return the odds of the column with this index as a fraction."""
    last = len(heads) - 1
    if 0 <= at <= last:
        return heads[at]
    rung = _whole_ratios_above(heads[0]) + at if at < 0 else _whole_ratios_below(heads[-1]) + at - last
    return Fraction(rung + 1) if rung >= 0 else Fraction(1, 1 - rung)


def _whole_ratios_below(ratio: Fraction) -> int:
    """Return the number of the greatest whole ratio (… 1-2, 1-1, 2-1 …) equal to or less than a ratio.

    1-1 has the number 0.
    """
    return floor(ratio) - 1 if ratio >= 1 else 1 - ceil(1 / ratio)


def _whole_ratios_above(ratio: Fraction) -> int:
    """Return the number of the least whole ratio (… 1-2, 1-1, 2-1 …) equal to or greater than a ratio.

    1-1 has the number 0.
    """
    return ceil(ratio) - 1 if ratio >= 1 else 1 - floor(1 / ratio)
