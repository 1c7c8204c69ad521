"""The search for a row or column of a table, shared by all steps that use tables."""

from __future__ import annotations

from pnp.model.parsing import parse_head
from pnp.model.table import Axis
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.state.errors import UNKNOWN, RuleError

NUMBERED = ("roll", "value", "differential")


def head_position(axis: Axis, number: int, table_name: str) -> int:
    """Return the index of the row or column with a head, such as `3-5`, that includes a number.

    Past either end, return the end head if the axis clamps; otherwise raise `RuleError`. `table_name` is for messages.
    """
    ranges = [parse_head(text) for text in axis.heads]
    for i, head in enumerate(ranges):
        if head is not None and head.low <= number <= head.high:
            return i
    known = [(i, head) for i, head in enumerate(ranges) if head is not None]
    if axis.beyond == "clamp" and known:
        low, high = min(known, key=lambda one: one[1].low), max(known, key=lambda one: one[1].high)
        if number < low[1].low:
            return low[0]
        if number > high[1].high:
            return high[0]
    raise RuleError(
        f"the table {table_name} has no row or column for {number}", f"its heads are {' '.join(axis.heads)}"
    )


def check_clamp_after(compiler: StepCompiler, table: str, axis: Axis) -> None:
    """Record a fault for `clamp: after` unless the table has odds columns that continue past its ends."""
    if axis.by != "odds":
        write = "leave out clamp, and give the table more columns left and right"
        compiler.fault(
            UNKNOWN,
            "clamp",
            f"clamp is only for odds, but the columns of the table {table} are found by {axis.by}",
            write,
        )
    elif axis.beyond == "none":
        compiler.fault(
            UNKNOWN,
            "clamp",
            f"clamp needs odds beyond the columns, but the table {table} has none",
            "write beyond: clamp at its columns",
        )
