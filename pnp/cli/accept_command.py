"""`pnp accept`: the new results of examples and claims after a rule was changed on purpose."""

from __future__ import annotations

import sys

import click

from pnp.cli.command_options import game_argument
from pnp.cli.commands import EXIT_CLEAN, EXIT_ERRORS, caching, cli
from pnp.cli.terminal import print_findings, print_lines
from pnp.deferred import deferred

with deferred():
    from pnp import load
    from pnp.report import accept as acceptance


@cli.command()
@game_argument
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--write", is_flag=True, help="Write the changes into the files.")
def accept(game: str, ids: tuple[str, ...], *, write: bool) -> None:
    """Accept the new results of examples and claims.

    Use it after a rule was changed on purpose. IDS are those of worked examples and claims; by default all of them.
    Where the stated result is not the computed one, it is replaced. The changes are printed as a diff; with --write,
    they are written into the files, whose comments and layout stay as they are. Read each change: a wrong result may
    be a mistake in the rule.

    Nothing is written if the game has other errors, or would have one then; with IDS, results of other examples and
    claims may still be wrong. The `chances:` of a claim are changed by hand. Exit code 0: accepted, or nothing to
    accept; 1: nothing is written because of an error; 2: the command line is wrong.
    """
    with caching(allowed=True):
        found = acceptance.accept(load.find_game(game), ids)
    print_findings(found.findings)
    if write and found.files and not found.has_errors:
        found.write()
        print_lines("\n".join(f"accepted in {file.path.as_posix()}" for file in found.files))
    elif found.files:
        print_lines("".join(file.diff for file in found.files).rstrip("\n"))
    if write and found.has_errors:
        print_lines("nothing is written", err=True)
    if not (found.files or found.findings):
        print_lines("all examples and claims give the stated results")
    sys.exit(EXIT_ERRORS if found.has_errors else EXIT_CLEAN)
