"""The command line of `pnp`. Only this package prints, and only it ends the program."""

from __future__ import annotations

from pnp.cli import (  # noqa: F401 - they add their commands
    accept_command,
    completion_command,
    explain_command,
    export_command,
    new_command,
    preview_command,
    rename_command,
)
from pnp.cli.commands import cli, main

__all__ = ["cli", "main"]
