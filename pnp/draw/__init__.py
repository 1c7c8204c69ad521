"""A game into scenes."""
