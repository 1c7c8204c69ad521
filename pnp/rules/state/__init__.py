"""The state of a game in play: units, tracks, dice, and the row and column labels of tables."""
