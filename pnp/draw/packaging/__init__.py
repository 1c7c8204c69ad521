"""Drawings of the packaging of a kit: the spine of the folio wrap, tuck boxes for cards, and labels for trays."""
