"""Scenes onto pages."""
