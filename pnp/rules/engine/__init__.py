"""The engine of procedures: compiles them and runs them one step at a time."""
