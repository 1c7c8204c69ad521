"""Figures of the worked examples: maps with units and arrows, and plans of open tables."""
