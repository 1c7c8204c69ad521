"""The illustrated print guide of a kit: tools, pictures of the steps, and the page."""
