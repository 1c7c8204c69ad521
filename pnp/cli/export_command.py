"""`pnp export`: a game in the form of other programs."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.command_options import game_argument
from pnp.cli.commands import cli
from pnp.cli.terminal import print_lines
from pnp.deferred import deferred
from pnp.message import clip, plural

with deferred():
    from pnp import load, safe_files
    from pnp.load.sheets import export as workbook_export


@cli.command()
@game_argument
@click.option("--as", "form", type=click.Choice(["xlsx"]), required=True, help="The form: a workbook of sheets.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="The folder that is made. [default: output/GAME/xlsx]",
)
def export(game: str, form: str, output: Path | None) -> None:
    """Write a game as a workbook for a spreadsheet program.

    The folder that is made is a game: its counters, entries, tables and terrain are sheets of a workbook, and the rest
    is as it was. pnp reads it as the same game. Columns that it does not read, and comments beside records that are now
    in sheets, are not copied.
    """
    folder = load.find_game(game)
    target = output or Path("output", folder.resolve().name, form)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        message = f"{clip(target.as_posix())} is not an empty folder; delete it, or name another one with -o"
        raise click.UsageError(message)
    export_ = workbook_export.WorkbookExport(folder)
    files = export_.files()
    for name, content in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        safe_files.replace_file(path, content)
    print_lines(f"{target.as_posix()}: {plural(len(files), 'file')}, with {plural(len(export_.sheets), 'sheet')}")
