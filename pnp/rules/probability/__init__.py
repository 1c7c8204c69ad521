"""Exact probabilities of the results of procedures."""
