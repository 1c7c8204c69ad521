"""Findings in the formats that people and programs read, and the explanation of each code."""
