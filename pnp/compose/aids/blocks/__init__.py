"""The kinds of blocks of player aids, one module per kind: data, composition, texts and template."""
