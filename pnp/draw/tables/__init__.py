"""Drawings of tables, tracks and boxes on map sheets and cards."""
