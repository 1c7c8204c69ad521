"""The art of covers: layers, motifs, and letters of the title."""
