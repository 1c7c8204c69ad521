"""The map's art: land, water, lines, settlements, names."""
