"""Drawings of both faces of counters."""
