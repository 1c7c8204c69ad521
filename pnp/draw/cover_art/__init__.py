"""Illustrated covers: the page with its title and facts, and the layers and motifs of its picture."""
