"""The kinds of blocks of player aids, one module for each kind."""
