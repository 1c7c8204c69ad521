"""`pnp rename`: another name for a thing of a game, wherever it stands."""

from __future__ import annotations

import sys

import click

from pnp.cli.command_options import game_argument
from pnp.cli.commands import EXIT_CLEAN, EXIT_ERRORS, cli
from pnp.cli.terminal import print_findings, print_lines
from pnp.deferred import deferred

with deferred():
    from pnp import load
    from pnp.report import rename as renaming


@cli.command()
@game_argument
@click.argument("old")
@click.argument("new")
@click.option("--write", is_flag=True, help="Write the changes into the files.")
def rename(game: str, old: str, new: str, *, write: bool) -> None:
    """Give a thing of a game another name everywhere.

    OLD is the id of a counter, a terrain, a card and so on, such as `road`; if two things have this id,
    `terrain.road`. The changes of all files, with rules, examples and editions, are printed as a diff; with --write,
    they are written into the files. Names that players read are texts and stay as they are.

    Nothing is written if the game would have an error that it has not now. Exit code 0: renamed; 1: there is such an
    error; 2: the command line is wrong.
    """
    found = renaming.rename(load.find_game(game), old, new)
    print_findings(found.findings)
    for spot in found.by_hand:
        print_lines(f"{spot}: write {new} for {old} by hand, then rename again; pnp does not write there", err=True)
    if write and not found.has_errors:
        found.write()
        print_lines("\n".join(f"renamed in {path.as_posix()}" for path in found.paths))
    else:
        print_lines(found.diff.rstrip("\n"))
    sys.exit(EXIT_ERRORS if found.has_errors else EXIT_CLEAN)
