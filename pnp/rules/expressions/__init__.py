"""The expression language of procedures: the grammar of CEL (cel.dev) with functions for wargames."""
