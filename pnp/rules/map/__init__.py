"""Map rules: movement costs, zones of control, movement, supply, stacking, retreats and advances."""
