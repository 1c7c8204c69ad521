"""The command line: the only module that prints or exits. Heavy modules are imported by the command that needs them."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pnp.findings import Finding
    from pnp.kit import BuildOptions

EXIT_CLEAN, EXIT_ERRORS, EXIT_USAGE = 0, 1, 2
COLLECT_SELDOM = (50_000, 10, 10)
"""When Python looks for garbage that refers to itself: seldom, since nearly all that a run makes lives to its end."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pnp", message="%(prog)s %(version)s")
def cli() -> None:
    """Print-and-play wargame kits from YAML: maps, counters, player aids and rules as PDF, with every table checked.

    GAME is a folder that holds a game.yaml, or the name of a game that ships with pnp.
    """


def main() -> None:
    """Run the command line; a refusal prints its findings and exits 1, an interrupt exits 130."""
    from pnp.findings import Refused

    gc.set_threshold(*COLLECT_SELDOM)
    try:
        cli(standalone_mode=False)
    except Refused as refused:
        _print_findings(refused.findings)
        sys.exit(EXIT_ERRORS)
    except click.exceptions.Abort:
        click.echo("stopped; the last finished kit is untouched", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_USAGE)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(EXIT_CLEAN)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"{where}{(error.strerror or str(error)).lower()}", err=True)
        sys.exit(EXIT_ERRORS)


def _print_findings(findings: Iterable[Finding]) -> None:
    for finding in findings:
        click.echo(str(finding), err=True)


def _games(names: Sequence[str], *, every: bool) -> list[Path]:
    from pnp.load import find_game, shipped_games

    if every == bool(names):
        message = "name one or more games, or use --all"
        raise click.UsageError(message)
    return [find_game(name) for name in (shipped_games() if every else names)]


games_argument = click.argument("games", nargs=-1, metavar="GAME...")
all_option = click.option("--all", "every", is_flag=True, help="Every game that ships.")
edition_option = click.option("--edition", metavar="E", help="An edition: an overlay in the game's editions/ folder.")
scenario_option = click.option(
    "--scenario", metavar="S", help="A scenario: an overlay in the game's scenarios/ folder."
)


@cli.command()
@games_argument
@all_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("output"),
    show_default=True,
    help="Where kits go.",
)
@click.option(
    "--target", default="home", show_default=True, help="What the kit is printed on: a file of templates/targets."
)
@click.option("--paper", help="Paper, or several with commas: letter, a4, ... (the target's own by default).")
@click.option("--duplex", type=click.Choice(["long", "short", "fold", "none"]), help="How backs meet fronts.")
@click.option(
    "--back-shift",
    metavar="DX,DY[,TURN]",
    help="Reading of the calibration page (0.4mm,-0.2mm,0.1deg), or the name of a printer profile.",
)
@click.option("--only", help="Parts with commas: map, counters, aids, rules.")
@edition_option
@scenario_option
@click.option("-j", "--jobs", type=click.IntRange(1, 64), help="Processes to use (one for each core by default).")
def build(
    games: tuple[str, ...],
    *,
    every: bool,
    output: Path,
    edition: str | None,
    scenario: str | None,
    jobs: int | None,
    **how: str | None,
) -> None:
    """Build the kit of each GAME, checked before and after: PDF, SVG and PNG files, index.html, manifest.json."""
    from pnp.kit import build_kits, read_options

    folders = _games(games, every=every)
    options: list[BuildOptions] = read_options(
        output=output, overlays=tuple(filter(None, (edition, scenario))), jobs=jobs, **how
    )
    with _progress() as report:
        kits = build_kits(folders, options, report)
    for kit in kits:
        _print_findings(kit.warnings)
        click.echo(f"{kit.folder}: {kit.files} files, {kit.pages} pages")


class _progress:  # noqa: N801 - used as a context manager only
    """A line that says what is being made, on a terminal; nothing in a pipe."""

    def __enter__(self) -> Callable[[str], None]:
        if not sys.stderr.isatty():
            self._status = None
            return lambda _text: None
        from rich.console import Console

        self._status = Console(stderr=True).status("")
        self._status.start()
        return self._status.update

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()


@cli.command()
@games_argument
@all_option
@edition_option
@scenario_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "github", "sarif"]), default="text", show_default=True
)
def check(games: tuple[str, ...], *, every: bool, edition: str | None, scenario: str | None, form: str) -> None:
    """List every contradiction in each GAME. Exit code 0: none; 1: at least one error; 2: wrong usage."""
    from pnp.findings import Refused, Severity
    from pnp.kit import check_folder
    from pnp.report import write_report

    found: list[Finding] = []
    for folder in _games(games, every=every):
        try:
            found += check_folder(folder, tuple(filter(None, (edition, scenario))))
        except Refused as refused:
            found += refused.findings
    report = write_report(found, form)
    if report:
        click.echo(report)
    sys.exit(EXIT_ERRORS if any(f.severity is Severity.ERROR for f in found) else EXIT_CLEAN)


@cli.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Say what a check means, with a bad and a good example; without CODE, list all checks."""
    from pnp.codes import explain_code, list_codes

    if code is None:
        click.echo("\n".join(f"{code}  {title}" for code, title in list_codes()))
        return
    text = explain_code(code)
    if text is None:
        message = f"there is no check {code}; `pnp explain` lists them all"
        raise click.UsageError(message)
    click.echo(text)


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.pdf...")
@click.option("--target", default="home", show_default=True, help="What the files are to be printed on.")
def preflight(files: tuple[Path, ...], target: str) -> None:
    """Reopen PDF files and check boxes, fonts, sizes and marks against a print target."""
    from pnp.findings import refuse, sort_findings
    from pnp.load import load_target
    from pnp.preflight import preflight_pdf

    aim = load_target(target)
    _print_findings(refuse(sort_findings(f for file in files for f in preflight_pdf(file, aim))))
