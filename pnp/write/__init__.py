"""Pages and books into files."""
