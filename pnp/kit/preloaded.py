"""Imports what the jobs of a build need. The server from which their processes are forked imports this module."""

from contextlib import suppress

from pnp.findings import Refused
from pnp.kit import full_check, jobs, parts
from pnp.write.pango import load_weasyprint

__all__ = ["full_check", "jobs", "parts"]

with suppress(Refused):  # the part that writes a book reports that the layout engine is missing
    load_weasyprint()
