"""`pnp preview`: a picture of single things of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pnp.cli.command_options import game_argument, overlay_options, take_overlays
from pnp.cli.commands import EXIT_CLEAN, EXIT_IN_PART, caching, cli
from pnp.cli.terminal import print_findings, print_lines
from pnp.deferred import deferred
from pnp.findings import Refused

with deferred():
    from pnp import load, safe_files
    from pnp.kit import preview as drawn_preview


@cli.command()
@game_argument
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.png",
    help="The picture. [default: output/GAME/preview.png]",
)
@click.option("--dpi", type=click.IntRange(20, 1200), default=200, show_default=True, help="Dots per inch.")
@click.option("--open", "show", is_flag=True, help="Show the picture.")
@overlay_options
def preview(game: str, ids: tuple[str, ...], *, output: Path | None, dpi: int, show: bool, **how: Any) -> None:  # noqa: ANN401 - names of overlays
    """Draw pieces, hexes or tables of a game as one picture.

    ID names a counter (by its id or its label), a component, a card (by its id or its title), a table, a list of
    modifiers, a box or a track, or a hex, which is shown with the hexes around it; a path that `pnp check` prints names
    one of these, too. `map`, `counters` and `cards` are all of them. Without ID, the map is drawn.

    Errors of the data are printed, and what is wrong is left out of the picture. Exit code 0: drawn; 1: nothing is
    drawn; 2: the command line is wrong; 3: drawn, but without what is wrong.
    """
    folder = load.find_game(game)
    target = output or Path("output", folder.resolve().name, "preview.png")
    try:
        with caching(allowed=True):
            picture, errors = drawn_preview.draw_preview_in_spite_of_errors(folder, take_overlays(how), ids, dpi)
    except Refused:
        if target.exists():
            print_lines(f"{target.as_posix()} still shows the preview before", err=True)
        raise
    target.parent.mkdir(parents=True, exist_ok=True)
    safe_files.replace_file(target, picture)
    print_findings(errors)
    print_lines(target.as_posix())
    if show:
        click.launch(str(target))
    sys.exit(EXIT_IN_PART if errors else EXIT_CLEAN)
