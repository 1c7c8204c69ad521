"""The rules reference: a booklet with all cases, inserted tables, worked examples and an index."""
