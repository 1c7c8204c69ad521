"""The engine: compiles procedures and runs them one step at a time."""
