"""The state of a game in play: units, tracks and dice, and how table labels are read."""
