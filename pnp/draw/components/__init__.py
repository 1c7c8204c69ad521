"""Kinds of components besides maps and counters, one module for each kind."""
