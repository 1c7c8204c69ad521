"""Control: which side a place belongs to."""

from __future__ import annotations

from pnp.hexgrid import Hex
from pnp.rules.map.positions import Positions


def controller(positions: Positions, cell: Hex) -> str:
    """The side that a hex belongs to now; empty if it belongs to none."""
    rule = positions.costs.controllable.get(cell)
    there = positions.at(cell)
    if rule is None or there:
        return there[0].side if there else positions.control.get(cell, "")
    if rule.held == "occupied":
        return ""
    start = rule.starts.get(positions.costs.board.grid.number(cell), rule.start)
    return positions.control.get(cell, start)


def controlled(positions: Positions) -> dict[Hex, str]:
    """Every hex that can belong to a side, with the side, in the order of the map. It is what must be remembered for
    the next situation.
    """
    return {cell: controller(positions, cell) for cell in positions.costs.controllable}
