"""The sheet of a map: its key, the samples of its terrain, and what seams must not cut."""
