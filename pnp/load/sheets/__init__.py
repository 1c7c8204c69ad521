"""Reads spreadsheets and CSV tables as parts of a game: records, tables, terrain by hex, set-ups."""
