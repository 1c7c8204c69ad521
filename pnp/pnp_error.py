"""The base class of all exceptions that the Python API documents."""

from __future__ import annotations


class PnpError(Exception):
    """Raised by pnp when it cannot do what was asked. The text of the exception states why."""
