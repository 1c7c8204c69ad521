"""Figures of the worked examples."""
