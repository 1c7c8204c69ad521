"""The range of fire of units."""

from __future__ import annotations

from pnp.hexgrid import Hex
from pnp.rules.map.positions import MapUnit, Positions


def in_range(positions: Positions, unit: MapUnit, target: Hex) -> bool:
    """Return whether a hex is within a unit's range of fire. A unit without a printed range cannot fire."""
    rules = positions.costs.rules.range
    least = rules.least if rules and positions.costs.in_force(rules) else 1
    return least <= unit.hex.distance_to(target) <= unit.range
