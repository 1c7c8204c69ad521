"""Odds columns of a table, including the columns beyond its ends that column shifts may reach.

Beyond 4-1 there are 5-1, 6-1 and so on without end, before 1-3 there are 1-4, 1-5. Columns have indexes: 0 is the first
of the table, -1 the one before it. The whole ratios have indexes too: 0 is 1-1, 1 is 2-1, -1 is 1-2.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor

from pnp.model.table import Axis
from pnp.rules.state.errors import RuleError
from pnp.rules.state.table_heads import other_odds, read_odds

_RUNG = re.compile(r"(?P<attacker>[1-9]\d*)[-:](?P<defender>[1-9]\d*)")


def odds_position(axis: Axis, attack: int, defence: int) -> int:
    """Return the index of the column for the odds of attack to defence, rounded as the table says.

    By default odds are rounded in the defender's favour. The column may be beyond the table. Without attack it is the
    first column, without defence the last: no ratio says how far beyond. Raise `RuleError` past the end of an axis that
    has nothing beyond.
    """
    heads = _head_ratios(axis)
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
            rung - _whole_ratio_index_above(heads[0])
            for rung in (_whole_ratio_index_below(ratio), _whole_ratio_index_above(ratio))
        )
    elif ratio > heads[-1]:
        low, high = (
            len(heads) - 1 + rung - _whole_ratio_index_below(heads[-1])
            for rung in (_whole_ratio_index_below(ratio), _whole_ratio_index_above(ratio))
        )
    else:
        low = max(i for i, head in enumerate(heads) if head <= ratio)
        high = min(i for i, head in enumerate(heads) if head >= ratio)
    if axis.round == "attacker":
        return high
    if axis.round == "nearest":
        return min((low, high), key=lambda at: (abs(_ratio_at(heads, at) - ratio), at))
    return low


def head_at(axis: Axis, index: int, *, beyond: bool = False) -> str:
    """Return the head of the column with this index; past the ends of the table, the first or last head.

    With `beyond`, it is then the odds of the column beyond the table.

    >>> axis = Axis(by="odds", heads=("1-2", "1-1", "3-2"))
    >>> [head_at(axis, at, beyond=True) for at in range(-2, 6)]
    ['1-4', '1-3', '1-2', '1-1', '3-2', '2-1', '3-1', '4-1']
    """
    last = len(axis.heads) - 1
    if 0 <= index <= last or not beyond:
        return axis.heads[max(0, min(index, last))]
    ratio = _ratio_at(_head_ratios(axis), index)
    return f"{ratio.numerator}{':' if ':' in axis.heads[0] else '-'}{ratio.denominator}"


def position_of_head(axis: Axis, head: str) -> int | None:
    """Return the index of the column with a head such as `3-1`; None if no column can have it.

    The column may be beyond the table. Odds may be written 3-1 or 3:1.
    """
    if head in axis.heads:
        return axis.heads.index(head)
    if axis.by == "odds" and (other := other_odds(head)) in axis.heads:
        return axis.heads.index(other)
    match = _RUNG.fullmatch(head) if axis.by == "odds" and axis.beyond != "none" else None
    if match is None or "1" not in match.groups():
        return None
    ratio = Fraction(int(match["attacker"]), int(match["defender"]))
    heads = _head_ratios(axis)
    if ratio < heads[0]:
        return _whole_ratio_index_above(ratio) - _whole_ratio_index_above(heads[0])
    return (
        len(heads) - 1 + _whole_ratio_index_below(ratio) - _whole_ratio_index_below(heads[-1])
        if ratio > heads[-1]
        else None
    )


def _head_ratios(axis: Axis) -> list[Fraction]:
    """Return the odds of each column head as a fraction; a head without attack comes before all others."""
    return [read_odds(head) or Fraction(1, 10**9) for head in axis.heads]


def _ratio_at(ratios: list[Fraction], index: int) -> Fraction:
    """Return the odds of the column with this index, which may be beyond the table, as a fraction."""
    last = len(ratios) - 1
    if 0 <= index <= last:
        return ratios[index]
    rung = (
        _whole_ratio_index_above(ratios[0]) + index
        if index < 0
        else _whole_ratio_index_below(ratios[-1]) + index - last
    )
    return Fraction(rung + 1) if rung >= 0 else Fraction(1, 1 - rung)


def _whole_ratio_index_below(ratio: Fraction) -> int:
    """Return the index of the greatest whole ratio equal to or less than a ratio.

    Whole ratios are 1-2 (index -1), 1-1 (0), 2-1 (1) and so on.
    """
    return floor(ratio) - 1 if ratio >= 1 else 1 - ceil(1 / ratio)


def _whole_ratio_index_above(ratio: Fraction) -> int:
    """Return the index of the least whole ratio equal to or greater than a ratio.

    Whole ratios are 1-2 (index -1), 1-1 (0), 2-1 (1) and so on.
    """
    return ceil(ratio) - 1 if ratio >= 1 else 1 - floor(1 / ratio)
