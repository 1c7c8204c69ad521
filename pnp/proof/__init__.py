"""Proofreading of rulebooks without game data: numbering, references, spellings, dice, counts and ranges."""
