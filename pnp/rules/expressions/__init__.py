"""The expression language of procedures: CEL with the functions of wargames."""
