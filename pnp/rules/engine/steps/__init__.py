"""The step kinds of procedures, one module for each."""
