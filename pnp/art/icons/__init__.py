"""Unit symbols, emblems and pictures, drawn from the icon files."""
