"""Findings in the forms that people and programs read, and the explanation of each code."""
