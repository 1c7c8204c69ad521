"""Counters and what is printed on them."""
