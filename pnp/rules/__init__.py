"""The rules engine: it runs a game's procedures, plays worked examples and computes exact probabilities."""
