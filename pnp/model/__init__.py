"""The records of a game as its designer wrote it: frozen values without behaviour."""
