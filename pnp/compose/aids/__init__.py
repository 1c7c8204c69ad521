"""Composition of the player aids: pages of blocks such as tables, tracks and lists."""
