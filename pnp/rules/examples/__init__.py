"""Worked examples, played with the dice and decisions that they state."""
