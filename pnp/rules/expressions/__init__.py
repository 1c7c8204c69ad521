"""The expression language of procedures: CEL (Common Expression Language) with functions for wargames."""
