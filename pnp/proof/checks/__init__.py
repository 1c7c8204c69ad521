"""The checks of rulebooks: one function for each kind of slip."""
