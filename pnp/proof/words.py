"""Patterns and words that several checks of rulebooks use."""

from __future__ import annotations

CAPITALISED = r"[A-Z][\w'’]*(?:-[A-Za-z]\w*)*"
"""The pattern of a word that begins with a capital letter."""
ARTICLES = frozenset({"the", "a", "an", "of", "for", "and", "in", "on", "at", "to", "&"})
"""Words that may be small letters inside a name."""
