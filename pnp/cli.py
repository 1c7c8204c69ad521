"""The command line: the only module that prints or exits. Heavy modules are imported by the command that needs them."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pnp.findings import Finding
    from pnp.kit import BuildOptions
    from pnp.rules.playbook import Playbook

EXIT_CLEAN, EXIT_ERRORS, EXIT_USAGE = 0, 1, 2
COLLECT_SELDOM = (50_000, 10, 10)
"""When Python looks for garbage that refers to itself: seldom, since nearly all that a run makes lives to its end."""
READ_ONLY = ("abbreviations", "aids", "counts", "errata", "examples", "glossary", "rules", "sequence")
"""What a game has to be read by people: chances are worked out without it."""


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
@click.argument("game")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@edition_option
@scenario_option
@click.option("--quiet", "-q", is_flag=True, help="Only what comes out differently.")
def example(game: str, ids: tuple[str, ...], *, edition: str | None, scenario: str | None, quiet: bool) -> None:
    """Work the examples of GAME, all or those named, and print how. Exit code 1 if one comes out differently."""
    from pnp.rules.example import work_example
    from pnp.rules.spotting import finding_of
    from pnp.rules.trace import write_trace

    playbook = _playbook(game, edition, scenario)
    examples = playbook.game.examples
    _known(ids, examples, "example")
    failed = 0
    for id_ in ids or examples:
        worked = work_example(playbook, id_)
        failed += bool(worked.wrong)
        if not quiet:
            rule = f"  [{' '.join(worked.example.rule)}]" if worked.example.rule else ""
            click.echo(f"{id_}: {worked.example.title}{rule}\n\n{write_trace(worked.trace)}\n")
        if worked.wrong or not quiet:
            click.echo(f"{id_}: {'failed' if worked.wrong else 'ok'}")
        for wrong in worked.wrong:
            click.echo(f"  {finding_of(playbook.game, wrong)}")
        if not quiet:
            click.echo()
    number = len(ids or examples)
    click.echo(f"{number - failed} of {number} examples come out as they say")
    sys.exit(EXIT_ERRORS if failed else EXIT_CLEAN)


def _playbook(game: str, edition: str | None, scenario: str | None, procedure: str | None = None) -> Playbook:
    """A game ready to be played, or only a procedure of it; `Refused` if what is to be played is wrong."""
    from pnp.findings import refuse
    from pnp.load import find_game, load_game
    from pnp.rules.playbook import compile_game
    from pnp.rules.spotting import finding_of

    without = () if procedure is None else READ_ONLY
    read = load_game(find_game(game), tuple(filter(None, (edition, scenario))), without)
    if procedure is not None:
        _known((procedure,), read.procedures, "procedure")
    playbook = compile_game(read, procedures=None if procedure is None else (procedure,))
    refuse(finding_of(playbook.game, wrong) for wrong in playbook.wrong)
    return playbook


def _known(names: Sequence[str], known: Mapping[str, object], what: str) -> None:
    from pnp.findings import did_you_mean

    for name in names:
        if name not in known:
            message = f"there is no {what} {name}; {did_you_mean(name, known, many=True)}".rstrip("; ")
            raise click.UsageError(message)


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    """`key=value` texts as a mapping."""
    pairs: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            message = f"{text} has no =; write key=value"
            raise click.UsageError(message)
        pairs[key.strip()] = value.strip()
    return pairs


def _lists(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """`key=one, two` texts as a mapping of lists."""
    return {key: tuple(filter(None, map(str.strip, value.split(",")))) for key, value in _pairs(texts).items()}


def _given(texts: Sequence[str]) -> dict[str, str | tuple[str, ...] | dict[str, str | tuple[str, ...]]]:
    """`key=value`, `key=one, two` and `key.inner=value` as what a procedure is given."""
    given: dict[str, str | tuple[str, ...] | dict[str, str | tuple[str, ...]]] = {}
    for key, values in _lists(texts).items():
        value = values[0] if len(values) == 1 else values
        outer, dot, inner = key.partition(".")
        group = given.setdefault(outer, {}) if dot else None
        if isinstance(group, dict):
            group[inner] = value
        else:
            given[key] = value
    return given


def _many(option: str, example: str, text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(f"--{option}", multiple=True, metavar=example, help=text)


@cli.command()
@click.argument("game")
@click.argument("procedure")
@click.argument("values", nargs=-1, metavar="[KEY=VALUE]...")
@_many("place", "HEX=UNITS", "Units in a hex or a box: --place 'M8=1/55, 2/55 reduced'.")
@_many("marker", "HEX=WORDS", "Markers in a hex.")
@_many("control", "HEX=SIDE", "Who holds a hex.")
@_many("track", "NAME=VALUE", "Where a track or a fact stands.")
@_many("ruling", "ID=OPTION", "The option of a ruling to play by.")
@_many("choose", "NAME=VALUE", "What a player chooses, instead of the step's policy.")
@click.option("--show", multiple=True, metavar="NAME", help="Tell results apart by this name or expression.")
@edition_option
@scenario_option
def odds(
    game: str,
    procedure: str,
    values: tuple[str, ...],
    *,
    show: tuple[str, ...],
    edition: str | None,
    scenario: str | None,
    **how: tuple[str, ...],
) -> None:
    """Exact chances of each result of a PROCEDURE of GAME, as fractions and percent.

    KEY is something that the procedure is given (attack=16, air.attacker=1), or a name that one of its steps would
    give.
    """
    from pnp.findings import Finding, Refused
    from pnp.rules.chances import Question, Unclear, chances, stuck
    from pnp.rules.odds import write_chances
    from pnp.rules.setup import Setup
    from pnp.rules.spotting import finding_of
    from pnp.rules.vocabulary import Unplayable
    from pnp.spot import Spot

    playbook = _playbook(game, edition, scenario, procedure)
    setup = Setup(_lists(how["place"]), _lists(how["marker"]), _pairs(how["control"]), _pairs(how["track"]))
    question = Question(procedure, _given(values), setup, _pairs(how["ruling"]), _lists(how["choose"]), show)
    try:
        found = chances(playbook, question)
    except Unclear as unclear:
        spots = [(Spot("pnp odds", path=wrong.path), wrong) for wrong in unclear.wrong]
        raise Refused(Finding(wrong.code, spot, wrong.wrong, wrong.write) for spot, wrong in spots) from None
    except Unplayable as error:
        raise Refused([finding_of(playbook.game, stuck(error))]) from None
    click.echo(write_chances(found))


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
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.pdf|KIT...")
@click.option("--target", default="home", show_default=True, help="What the files are to be printed on.")
def preflight(files: tuple[Path, ...], target: str) -> None:
    """Check PDF files, or all files of a kit's folder, before they are printed.

    Pages, fonts, sizes, rulers, margins, and how fronts and backs meet are checked against a print target. A kit's
    folder, such as output/GAME/home, is also compared with its manifest.json.
    """
    from pnp.findings import refuse
    from pnp.load import load_target
    from pnp.preflight import preflight_path

    aim = load_target(target)
    _print_findings(refuse(finding for file in files for finding in preflight_path(file, aim)))
