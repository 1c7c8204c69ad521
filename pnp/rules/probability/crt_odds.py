"""Probabilities of the results of a combat results table (CRT), and the attack strength that each column needs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal

from pnp.model.parsing import parse_head
from pnp.model.table import Table
from pnp.rules.state.dice import dice_results
from pnp.rules.state.errors import RuleError
from pnp.rules.state.table_heads import read_odds

NOTHING = frozenset({"", "-", "–", "—", "•", ".", "0", "NE"})
"""Results that do nothing to a side."""
CUSTOMARY = "RXE"
"""Last letters of customary codes, mildest first: retreat, exchange, eliminated (AR, EX, DE)."""

SIDES: tuple[Literal["attacker"], Literal["defender"]] = ("attacker", "defender")
_SHARES = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


@dataclass(frozen=True)
class SideOutcomes:
    """The outcomes of one column in which one side suffers: `counts` of `outcomes`, by result from mildest to worst."""

    counts: tuple[tuple[str, int], ...]
    outcomes: int

    @property
    def total(self) -> int:
        """The number of dice outcomes in which the side suffers any result."""
        return sum(count for _, count in self.counts)


def read_result(cell: str) -> tuple[str, str] | None:
    """Return the attacker's and the defender's result in a cell such as `AR` or `1/2`; None for other notations.

    A cell with a slash has one result for each side. A code such as DR stays whole and counts for the side that its
    first letter names; EX counts for both.

    >>> read_result("1/-"), read_result("DR"), read_result("EX"), read_result("NE")
    (('1', '-'), ('-', 'DR'), ('EX', 'EX'), ('-', '-'))
    """
    attacker, slash, defender = cell.partition("/")
    if slash:
        return attacker.strip(), defender.strip()
    if cell in NOTHING:
        return "-", "-"
    if cell.upper() == "EX":
        return cell, cell
    if match := re.fullmatch(r"([AD])[A-Za-z0-9]+", cell):
        return (cell, "-") if match[1] == "A" else ("-", cell)
    return None


def split_table(table: Table) -> tuple[tuple[tuple[str, str], ...], ...] | None:
    """Return every cell of a table as the attacker's and the defender's result; None if a cell cannot be split.

    A code whose `suffers` names sides counts for these sides.
    """
    rows = [[_split_cell(table, cell) for cell in row] for row in table.cells]
    if any(result is None for row in rows for result in row):
        return None
    return tuple(tuple(result for result in row if result is not None) for row in rows)


def _split_cell(table: Table, cell: str) -> tuple[str, str] | None:
    """Return the attacker's and the defender's result of a cell; None if its notation is unknown."""
    code = table.codes.get(cell)
    if code and code.suffers:
        return cell if "attacker" in code.suffers else "-", cell if "defender" in code.suffers else "-"
    return read_result(cell)


def severity(table: Table, side: int, result: str) -> int:
    """Return how badly a result hurts one side (0 attacker, 1 defender), from 1 to 3; 0 if the table does not say."""
    code = table.codes.get(result)
    return code.suffers.get(SIDES[side], 0) if code else 0


def row_weights(table: Table) -> tuple[int, ...]:
    """Return the number of ways in which unmodified dice give each row; empty if rows are not die rolls."""
    if table.rows.by != "roll":
        return ()
    try:
        results = dice_results(table.rows.of)
    except RuleError:
        return ()
    whole = lcm(*(result.chance.denominator for result in results))
    labels = [parse_head(label) for label in table.rows.heads]
    return tuple(sum(int(one.chance * whole) for one in results if label and one.number in label) for label in labels)


def is_nothing(table: Table, result: str) -> bool:
    """Return whether a result of the table has no effect."""
    code = table.codes.get(result)
    return result in NOTHING or (code is not None and code.says.lower().startswith("no effect"))


def results_by_weight(table: Table, side: int) -> tuple[str, ...]:
    """Return the results that one side (0 attacker, 1 defender) can suffer, mildest first.

    The `suffers` of its codes decide, then the table's `ranks`. Without them numbers come first, in rising order, then
    codes: customary ones by their last letter (retreat, exchange, eliminated), others in the order in which the table
    explains them.
    """
    cells = split_table(table) or ()
    order = {code: index for index, code in enumerate(table.codes)}

    def weight(result: str) -> tuple[int, int, int, str]:
        """Return the sort key of a result: milder results first."""
        if hurt := severity(table, side, result):
            rank = table.ranks.index(result) if result in table.ranks else 0
            return 0, hurt, rank if side else -rank, result
        if result in table.ranks:
            return 0, table.ranks.index(result), 0, result
        if result.isdigit():
            return 0, int(result), 0, result
        customary = CUSTOMARY.find(result[-1]) + 1 if len(result) > 1 and result[0] in "ADE" else 0
        return 1, customary, order.get(result, len(order)), result

    found = {pair[side] for row in cells for pair in row if not is_nothing(table, pair[side])}
    return tuple(sorted(found, key=weight))


def suffering(table: Table, side: int) -> tuple[SideOutcomes, ...]:
    """Return for each column in how many rolls one side (0 attacker, 1 defender) suffers each result."""
    cells, weights = split_table(table), row_weights(table)
    outcomes = sum(weights)
    if cells is None or not outcomes:
        return ()
    made = []
    for column in range(len(cells[0])):
        ways: Counter[str] = Counter()
        for row, weight in zip(cells, weights, strict=True):
            ways[row[column][side]] += weight
        made.append(SideOutcomes(tuple((r, ways[r]) for r in results_by_weight(table, side) if ways[r]), outcomes))
    return tuple(made)


def attack_needed(table: Table) -> tuple[str, ...]:
    """Return the attack strength, such as `2 D`, that each odds column needs against a defence of `defence_letter`."""
    axis = table.columns
    if axis is None or axis.by != "odds" or axis.round != "defender":
        return ()
    ratios = []
    for head in axis.heads:
        ratio = read_odds(head.removesuffix("+"))
        if ratio is None:
            return ()
        ratios.append(ratio)
    needed = [_multiple_text(ratio, defence_letter(table)) for ratio in ratios]
    return ("any", *needed[1:]) if axis.beyond == "clamp" and not axis.below else tuple(needed)


def defence_letter(table: Table) -> str:
    """Return the letter that means the defence total: `D`, or `T` if `D` is a result of the table."""
    return "T" if "D" in table.codes else "D"


def _multiple_text(ratio: Fraction, letter: str) -> str:
    """Return a multiple of the defence total as text: `1½ D ↑` (rounded up)."""
    whole, share = divmod(ratio, 1)
    if share == 0:
        return letter if whole == 1 else f"{whole} {letter}"
    part = _SHARES.get(share, f"{share.numerator}/{share.denominator}")
    return f"{whole or ''}{part} {letter} ↑"
