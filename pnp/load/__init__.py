"""YAML, CSV and Markdown into a Game; the only importer of yaml."""
