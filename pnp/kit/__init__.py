"""Building kits: the options, the pipeline, the parts of a kit, and its output folder."""
