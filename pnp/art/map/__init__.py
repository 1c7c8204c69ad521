"""The art of maps: land, water, lines, settlements, names."""
