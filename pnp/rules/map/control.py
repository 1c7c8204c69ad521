"""Control: which side controls a hex."""

from __future__ import annotations

from pnp.hexgrid import Hex
from pnp.rules.map.positions import Positions


def controller(positions: Positions, cell: Hex) -> str:
    """Return the side that controls a hex; an empty text if neither side does."""
    rule = positions.costs.controllable.get(cell)
    there = positions.at(cell)
    if rule is None or there:
        return there[0].side if there else positions.control.get(cell, "")
    if rule.held == "occupied":
        return ""
    start = rule.starts.get(positions.costs.board.grid.number(cell), rule.start)
    return positions.control.get(cell, start)


def controlled(positions: Positions) -> dict[Hex, str]:
    """Return the controlling side of every hex that can be controlled; an empty text for no side.

    The hexes are in map order. The caller keeps the result in the state, because control may remain when the units
    leave.
    """
    return {cell: controller(positions, cell) for cell in positions.costs.controllable}
