"""Covers of a game: the page with its title and facts, and its picture."""
