"""Compares two games, or two editions of a game, by meaning."""
