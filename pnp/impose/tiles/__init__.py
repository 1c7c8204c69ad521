"""The map on its own sheet and on tiles."""
