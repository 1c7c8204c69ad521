"""Exact probabilities of everything a procedure can lead to."""
