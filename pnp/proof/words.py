"""The pattern that several checks of rulebooks use."""

from __future__ import annotations

CAPITALISED = r"[A-Z][\w'’]{0,60}(?:-[A-Za-z]\w{0,60}){0,9}"
"""The pattern of a word that begins with a capital letter. Its length is limited, so that searching stays fast."""
