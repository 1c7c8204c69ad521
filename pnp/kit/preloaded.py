"""Imports what the jobs of a build need. The server from which their processes are forked imports this module."""

from collections.abc import Sized
from contextlib import suppress

from pnp.art.covers.drawn_layers import DRAWN_LAYERS
from pnp.art.map.drawings import DRAWINGS
from pnp.compose import templating
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS
from pnp.compose.example import example_boxes
from pnp.draw.card_faces import CARD_DRAWINGS
from pnp.draw.cutout import CUT_OUT_DRAWINGS
from pnp.draw.figure import chance_map
from pnp.errata.compare import published
from pnp.findings import Refused
from pnp.kit import full_check, jobs, parts
from pnp.rules.engine.compiled_step import COMPILED_STEPS
from pnp.rules.examples import example_run
from pnp.rules.probability import queries
from pnp.write.pango import load_weasyprint

__all__ = ["DEFERRED", "KINDS", "REGISTERS", "full_check", "jobs", "parts"]

DEFERRED = (chance_map, example_boxes, example_run, published, queries)
"""Modules that a check imports only when it needs them, and most jobs of a build need."""

templating.environment()  # it imports Jinja
REGISTERS: tuple[Sized, ...] = (
    COMPOSED_BLOCKS,
    CARD_DRAWINGS,
    CUT_OUT_DRAWINGS,
    DRAWINGS,
    DRAWN_LAYERS,
    COMPILED_STEPS,
)
KINDS = sum(map(len, REGISTERS))
"""The number of kinds in all registers. Counting them imports their modules, which every process needs."""
with suppress(Refused):  # the part that writes a book reports that the layout engine is missing
    load_weasyprint()
