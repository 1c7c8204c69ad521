"""Building kits: options, the pipeline, the parts of a kit, and the folder that it is published to."""
