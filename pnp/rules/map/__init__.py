"""The rules of the map: movement costs, zones of control, movement, supply, stacking, retreats and advances."""
