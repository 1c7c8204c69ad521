"""Kinds of components, one module each: cards, decks, dice, pads, rulers, standees and templates."""
