"""A game's contradictions, one function for each code."""
