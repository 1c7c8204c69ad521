"""Imposition: drawings are arranged on pages with marks for cutting, folding and gluing."""
