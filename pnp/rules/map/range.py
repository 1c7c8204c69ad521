"""Range: how far it is from a unit to a hex, and whether the unit can fire so far."""

from __future__ import annotations

from pnp.hexgrid import Hex, distance
from pnp.rules.map.positions import MapUnit, Positions


def in_range(positions: Positions, unit: MapUnit, target: Hex) -> bool:
    """Can a unit fire at a hex, as far as the distance goes? Units without a printed range cannot."""
    rules = positions.costs.rules.range
    least = rules.least if rules and positions.costs.in_force(rules) else 1
    return least <= distance(unit.hex, target) <= unit.range
