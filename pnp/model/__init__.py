"""The game as its designer wrote it: frozen values, no behaviour."""
