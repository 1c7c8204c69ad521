"""A game into books of HTML; the only importer of jinja2."""
