"""Kinds of components besides maps and counters, each in one module."""
