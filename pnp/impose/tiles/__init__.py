"""The map on its own sheet, and the map on tiles to glue together."""
