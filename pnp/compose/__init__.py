"""Composing books: a game becomes HTML for player aids, rules, cover and counter list."""
