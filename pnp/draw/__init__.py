"""Drawings of counters, maps, tables and components as scenes, in millimetres."""
