"""Imports what the jobs of a build need. The server from which their processes are forked imports this module."""

from contextlib import suppress

from pnp.findings import Refused
from pnp.kit import full_check, jobs, parts
from pnp.model.component import COMPONENT_KINDS
from pnp.model.gamemap import LOOKS
from pnp.model.procedure import STEP_KINDS
from pnp.model.reference import AID_BLOCKS
from pnp.write.pango import load_weasyprint

__all__ = ["KINDS", "full_check", "jobs", "parts"]

KINDS = len(AID_BLOCKS) + len(COMPONENT_KINDS) + len(LOOKS) + len(STEP_KINDS)
"""The number of kinds in all registers. Counting them imports their modules, which every process needs."""
with suppress(Refused):  # the part that writes a book reports that the layout engine is missing
    load_weasyprint()
