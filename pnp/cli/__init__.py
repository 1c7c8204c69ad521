"""The command line of `pnp`. Only this package prints, and only it ends the program."""

from __future__ import annotations

from pnp.cli import export_command, new_command, preview_command  # noqa: F401 - they add their commands
from pnp.cli.commands import cli, main

__all__ = ["cli", "main"]
