"""Worked examples as boxes of the rules reference."""
