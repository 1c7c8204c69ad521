"""Art: map engines, looks, covers and symbols; it knows scenes and geometry, and no game."""
