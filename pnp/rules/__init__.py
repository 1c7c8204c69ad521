"""The engine: it plays a game's procedures as its data says, traces worked examples and computes exact chances."""
