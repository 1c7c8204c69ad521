"""Parses the movement costs in the cells of a terrain effects chart (TEC)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from pnp.model.maprule import read_amount

CostKind: TypeAlias = Literal["is", "more", "prohibited", "same"]


class TerrainCost(NamedTuple):
    """The cost of a terrain.

    It `is` a number of movement points, `more` to add, `prohibited`, or the `same` as the hex.
    """

    kind: CostKind
    mp: Fraction = Fraction(0)


_COST = re.compile(r"(\+)?(\d{1,4}(?:/[1-9]\d{0,3})?|\d{0,4}[½⅓⅔¼¾])(?: .*)?", re.DOTALL)


def read_cost(text: str) -> TerrainCost | None:
    """Return the movement cost that a cell of the terrain effects chart contains; None if it cannot be parsed.

    Words may follow the number.

    >>> read_cost("½ along it")
    TerrainCost(kind='is', mp=Fraction(1, 2))
    >>> read_cost("+1").kind, read_cost("as the hex").kind
    ('more', 'same')
    """
    text = text.strip()
    if not text or text.lower() == "as the hex":
        return TerrainCost("same")
    if text.lower().startswith("prohibited"):
        return TerrainCost("prohibited")
    found = _COST.fullmatch(text)
    if not found:
        return None
    return TerrainCost("more" if found[1] else "is", read_amount(found[2]))


class CostLine(NamedTuple):
    """One line of a cost: text, effect, movement points and rule.

    The effect is `is`, `more`, `least`, `waived`, `forbidden` or `stops`.
    """

    says: str
    does: str
    mp: Fraction = Fraction(0)
    rule: tuple[str, ...] = ()


class EntryCost(NamedTuple):
    """The terrain cost of a step: movement points (None if prohibited), its lines, and whether the move ends."""

    mp: Fraction | None
    lines: tuple[CostLine, ...]
    stops: bool = False
