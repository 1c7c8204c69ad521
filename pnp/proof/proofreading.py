"""Reads a rulebook and runs all checks of documents."""

from __future__ import annotations

from pnp.findings import Finding, checks_of, sort_findings
from pnp.proof.document import RulebookText
from pnp.proof.reading import read_document
from pnp.register import import_modules

__all__ = ["proofread", "read_document"]
import_modules("pnp.proof.checks")


def proofread(document: RulebookText) -> tuple[Finding, ...]:
    """Return the findings about a rulebook, in order of their lines."""
    return sort_findings(finding for check in checks_of("document") for finding in check.run(document))
