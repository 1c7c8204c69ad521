"""What terrain costs: how a terrain effects chart writes it, and the lines that tell what a step comes to."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from pnp.model.maprule import read_amount

CostKind: TypeAlias = Literal["is", "more", "prohibited", "same"]


class TerrainCost(NamedTuple):
    """What terrain costs: `is` so many movement points, `more` on top of others, `prohibited`, or the `same` as the
    hex.
    """

    kind: CostKind
    mp: Fraction = Fraction(0)


_COST = re.compile(r"(\+)?(\d{1,4}(?:/[1-9]\d{0,3})?|\d{0,4}[½⅓⅔¼¾])(?: .*)?", re.DOTALL)


def read_cost(text: str) -> TerrainCost | None:
    """A cost as the terrain effects chart prints it; words may follow the number. None if it cannot be read.

    >>> read_cost("½ along it"), read_cost("+1"), read_cost("as the hex")
    (TerrainCost(kind='is', mp=Fraction(1, 2)), TerrainCost(kind='more', mp=Fraction(1, 1)), TerrainCost(kind='same', mp=Fraction(0, 1)))
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
    """One line of what a step costs: words, what it does (`is`, `more`, `least`, `waived`, `forbidden`, `stops`), how
    many movement points, and the rule.
    """

    says: str
    does: str
    mp: Fraction = Fraction(0)
    rule: tuple[str, ...] = ()


class EntryCost(NamedTuple):
    """What the ground alone makes of a step: its cost (None if it is prohibited), the lines of it, whether the move
    ends.
    """

    mp: Fraction | None
    lines: tuple[CostLine, ...]
    stops: bool = False
