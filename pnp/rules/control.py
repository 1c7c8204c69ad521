"""Control: which side a place belongs to."""

from __future__ import annotations

from pnp.hexgrid import Hex
from pnp.rules.situation import Situation


def controller(situation: Situation, cell: Hex) -> str:
    """The side that a hex belongs to now; empty if it belongs to none."""
    rule = situation.ground.controllable.get(cell)
    there = situation.at(cell)
    if rule is None or there:
        return there[0].side if there else situation.control.get(cell, "")
    if rule.held == "occupied":
        return ""
    start = rule.starts.get(situation.ground.board.grid.number(cell), rule.start)
    return situation.control.get(cell, start)


def controlled(situation: Situation) -> dict[Hex, str]:
    """Every hex that can belong to a side, with the side, in the order of the map. It is what must be remembered for
    the next situation.
    """
    return {cell: controller(situation, cell) for cell in situation.ground.controllable}
