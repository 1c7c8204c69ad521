"""Printable components and rules references for board wargames, from one source."""

__version__ = "0.1.0"
