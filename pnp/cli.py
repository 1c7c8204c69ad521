"""The commands of `pnp`. No other module prints or ends the program.

Modules are imported when a command needs them.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from signal import SIGINT
from typing import TYPE_CHECKING, Any, Self

import click

from pnp.deferred import deferred
from pnp.findings import Finding, Refused, Severity, did_you_mean, refuse
from pnp.message import clip, one_line
from pnp.processes import ignore_signals, stopped_by_signals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rich import console, markup

    from pnp import api, load, preflight as preflight_package, proof as proof_package
    from pnp.compare import change_list, changes, editions
    from pnp.kit import errata as errata_kit, errata_page as errata_pages, options as kit_options, pipeline
    from pnp.report import explain as explanations, formats, text_report
    from pnp.rules.engine import trace
    from pnp.rules.examples import example_run
    from pnp.rules.probability import queries
    from pnp.rules.state import starting_state
else:
    console, markup = deferred("rich.console", "rich.markup")
    api, load, preflight_package = deferred("pnp.api", "pnp.load", "pnp.preflight")
    (proof_package,) = deferred("pnp.proof")
    errata_kit, errata_pages = deferred("pnp.kit.errata", "pnp.kit.errata_page")
    kit_options, pipeline = deferred("pnp.kit.options", "pnp.kit.pipeline")
    changes, editions, change_list = deferred("pnp.compare.changes", "pnp.compare.editions", "pnp.compare.change_list")
    explanations, formats = deferred("pnp.report.explain", "pnp.report.formats")
    (text_report,) = deferred("pnp.report.text_report")
    trace, example_run = deferred("pnp.rules.engine.trace", "pnp.rules.examples.example_run")
    queries, starting_state = deferred("pnp.rules.probability.queries", "pnp.rules.state.starting_state")

EXIT_CLEAN, EXIT_ERRORS, EXIT_USAGE, EXIT_SIGNAL = 0, 1, 2, 128
COLLECT_SELDOM = (200_000, 10, 10)
"""Thresholds of Python's garbage collector. It runs rarely, because most objects of a run live to its end."""
_COMMAND = re.compile(r"^(\s*)(::|##\[)")
READ_ONLY = ("abbreviations", "aids", "counts", "errata", "examples", "glossary", "rules", "sequence")
"""Keys of a game that only people read; probabilities are computed without them."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pnp", message="%(prog)s %(version)s")
def cli() -> None:
    """Turn folders of YAML into print-and-play wargame kits: maps, counters, player aids and rules as PDF.

    GAME is a folder that contains a game.yaml, or the name of a game that comes with pnp.
    """


def main() -> None:
    """Run the command line; exit with status 1 if findings are errors, or 130 after an interrupt."""
    gc.set_threshold(*COLLECT_SELDOM)
    _open_missing_streams()
    with stopped_by_signals() as signals:
        try:
            cli(standalone_mode=False)
        except Refused as refused:
            _print_findings(refused.findings)
            sys.exit(EXIT_ERRORS)
        except (KeyboardInterrupt, click.exceptions.Abort):
            ignore_signals()
            _print_lines("stopped; finished kits are untouched", err=True)
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
            os._exit(EXIT_SIGNAL + (signals[0] if signals else SIGINT))  # at once: a second signal must print nothing
        except click.ClickException as error:
            shown = StringIO()
            error.show(shown)
            _print_lines(shown.getvalue().rstrip("\n"), err=True)
            sys.exit(EXIT_USAGE)
        except BrokenPipeError:
            if sys.stderr is not None:
                sys.stderr.close()
            sys.exit(EXIT_CLEAN)
        except OSError as error:
            file = f"{error.filename}: " if error.filename else ""
            _print_lines(one_line(f"{file}{(error.strerror or str(error)).lower()}"), err=True)
            sys.exit(EXIT_ERRORS)


def _open_missing_streams() -> None:
    """Open standard input, output and error as the null device if they are closed.

    Otherwise new files would get their numbers (`2>&-`).
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _print_lines(text: str, *, err: bool = False) -> None:
    """Print text with control characters escaped, so that it cannot send commands to the terminal.

    Source: GitHub workflow commands, which are lines that begin with `::` or `##[`.
    """
    lines = (one_line(line) for line in text.split("\n"))
    click.echo("\n".join(_COMMAND.sub(r"\1\\\2", line) for line in lines), err=err)


def _print_findings(findings: Iterable[Finding]) -> None:
    """Print findings to the standard error stream, one per line."""
    report = text_report.list_findings(tuple(findings))
    if report:
        _print_lines(report, err=True)


def _print_report(findings: Sequence[Finding], form: str) -> None:
    """Print a report of findings to the standard output; text has colours on a terminal unless NO_COLOR is set.

    Source: no-color.org.
    """
    if findings and form == "text" and sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        click.echo(text_report.text_report(findings, _paint), color=True)  # its control characters are escaped
        return
    report = formats.write_report(findings, form)
    if report and form == "text":
        _print_lines(report)
    elif report:
        click.echo(report)


def _paint(text: str, part: text_report.Part) -> str:
    """Return a part of the report of findings with its colour or weight on a terminal."""
    colours = {"error": "red", "warning": "yellow"}
    return click.style(text, fg=colours.get(part), bold=True)


def _refuse_blank(_context: click.Context, parameter: click.Parameter, value: object) -> object:
    """Return the value of an option unchanged; raise a usage error if it is blank.

    An option is blank if a script's variable is not set.
    """
    for text in value if isinstance(value, tuple) else (value,):
        if isinstance(text, str) and not text.strip(" ,"):
            message = "this is blank; leave the option out, or name something"
            raise click.BadParameter(message, param=parameter)
    return value


class _WordsOption(click.Option):
    """A command-line option with a help text that lists its possible words, which are imported only for the help."""

    def __init__(self, *names: Any, words: Callable[[], Iterable[str]], **how: Any) -> None:  # noqa: ANN401
        super().__init__(*names, **how)
        self.words, self.sentence = words, self.help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's help text, which ends with a list of its possible words."""
        self.help = f"{self.sentence}: {', '.join(self.words())}."
        return super().get_help_record(ctx)


def _part_names() -> Iterable[str]:
    """Return the names of the parts of a kit that can be built alone."""
    return kit_options.KIT_PARTS


def _paper_names() -> Iterable[str]:
    """Return the names of the paper sizes."""
    return load.load_target("home").papers


def _game_folders(names: Sequence[str], *, every: bool) -> list[Path]:
    """Return the folders of the named games, or (with --all) of all games that come with pnp."""
    if every == bool(names):
        message = "name one or more games, or use --all"
        raise click.UsageError(message)
    return [load.find_game(name) for name in (load.shipped_games() if every else names)]


games_argument = click.argument("games", nargs=-1, metavar="GAME...")
all_option = click.option("--all", "every", is_flag=True, help="All games that come with pnp.")
target_option = click.option(
    "--target",
    default="home",
    show_default=True,
    callback=_refuse_blank,
    help="The print target: a name from templates/targets, or the path of a .yaml file.",
)
duplex_option = click.option(
    "--duplex",
    type=click.Choice(["long", "short", "fold", "none"]),
    show_default="the target's own",
    help="Two-sided printing: flip on the long or short edge, fold, or fronts only.",
)


format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="text is for people, the others are for programs.",
)


def overlay_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that choose translations, optional rules, scenarios and editions to a command."""
    for kind, text in (
        ("translation", "A translation: a file in the game's translations/ folder."),
        ("option", "An optional rule: a file in the game's options/ folder. May be repeated."),
        ("scenario", "A scenario: a file in the game's scenarios/ folder."),
        ("edition", "An edition: a file in the game's editions/ folder, or as-published for its misprints."),
    ):
        many = kind == "option"
        option = click.option(f"--{kind}", f"{kind}s", multiple=many, metavar="NAME", callback=_refuse_blank, help=text)
        command = option(command)
    return command


def _take_overlays(how: dict[str, Any]) -> tuple[str, ...]:
    """Remove the overlay options from `how`; return the names of the overlays, in order of application."""
    found = []
    for kind in ("editions", "scenarios", "options", "translations"):
        names = how.pop(kind)
        found += [f"{kind}/{name}" for name in ((names,) if isinstance(names, str) else names or ())]
    return tuple(dict.fromkeys(found))


@cli.command()
@games_argument
@all_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("output"),
    show_default=True,
    metavar="FOLDER",
    help="The folder for kits.",
)
@target_option
@click.option(
    "--paper",
    cls=_WordsOption,
    words=_paper_names,
    callback=_refuse_blank,
    show_default="the target's own",
    help="Paper sizes, separated by commas",
)
@duplex_option
@click.option(
    "--back-shift",
    metavar="DX,DY[,TURN]",
    callback=_refuse_blank,
    help="The readings of the calibration page (0.4mm,-0.2mm,0.1deg or 0.4mm,-0.2mm/0.1mm), or a printer profile.",
)
@click.option(
    "--only",
    cls=_WordsOption,
    words=_part_names,
    callback=_refuse_blank,
    show_default="all",
    help="Build only these parts, separated by commas, in a folder of their own",
)
@overlay_options
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 64), help="Number of processes. Without it, one for each processor core."
)
def build(
    games: tuple[str, ...],
    *,
    every: bool,
    output: Path,
    jobs: int | None,
    target: str,
    **how: Any,  # noqa: ANN401 - texts, and the names of overlays
) -> None:
    """Build a print-and-play kit for each game.

    Each game is checked first, and every file is checked after it was written: PDF, SVG and PNG files, index.html and
    manifest.json. The kits of a game with errors are not built; the exit code is then 1.
    """
    folders = _game_folders(games, every=every)
    overlays = _take_overlays(how)
    options = kit_options.read_options(output=output, overlays=overlays, jobs=jobs, target=target, **how)
    started = errors = built = 0
    missing: list[Path] = []
    with _Progress() as progress:
        for event in pipeline.build_kits(folders, options, progress.report):
            if isinstance(event, pipeline.KitStarted):
                started += 1
                progress.say(f"building {event.folder} ({started} of {len(folders) * len(options)})")
            elif isinstance(event, pipeline.FinishedKit):
                built += 1
                progress.print_findings(event.warnings)
                left_out = f"; left out: {', '.join(event.left_out)}" if event.left_out else ""
                progress.say(f"{event.folder}: {event.files} files, {event.pages} pages{left_out}")
            else:
                started += len(event.folders) - 1
                errors += sum(finding.severity is Severity.ERROR for finding in event.findings)
                missing += event.folders
                progress.print_findings(event.findings)
    if missing:
        summary = f"not built: {', '.join(map(str, missing))}" if built else "nothing built"
        _print_lines(one_line(f"{summary}: {errors:,} {'error' if errors == 1 else 'errors'}"), err=True)
        sys.exit(EXIT_ERRORS)


class _Progress:
    """Prints a line for each kit that is started or finished; on a terminal, a line below shows the progress."""

    def __enter__(self) -> Self:
        self._status = None
        if sys.stderr is not None and sys.stderr.isatty():
            self._status = console.Console(stderr=True).status("")
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def report(self, text: str) -> None:
        """Replace the text of the progress line with `text`."""
        if self._status is not None:
            self._status.update(markup.escape(one_line(text)))

    def say(self, text: str) -> None:
        """Print one line above the progress line."""
        with self._cleared_line():
            _print_lines(one_line(text))
            if sys.stdout is not None:
                sys.stdout.flush()

    def print_findings(self, findings: Iterable[Finding]) -> None:
        """Print findings above the progress line."""
        with self._cleared_line():
            _print_findings(findings)

    @contextmanager
    def _cleared_line(self) -> Iterator[None]:
        """Hide the progress line while something is printed, and show it again afterwards."""
        if self._status is not None:
            self._status.stop()
        yield
        if self._status is not None:
            self._status.start()


@cli.command()
@games_argument
@all_option
@overlay_options
@format_option
def check(games: tuple[str, ...], *, every: bool, form: str, **how: Any) -> None:  # noqa: ANN401
    """Check each game and list all findings.

    Exit code 0: no errors; 1: at least one error; 2: wrong usage. The text format shows only
    the first findings of each code; the others show all.
    """
    found: list[Finding] = []
    overlays = _take_overlays(how)
    for folder in _game_folders(games, every=every):
        try:
            found += api.check(api.load_game(folder, overlays))
        except Refused as refused:
            found += refused.findings
    _print_report(found, form)
    sys.exit(EXIT_ERRORS if any(f.severity is Severity.ERROR for f in found) else EXIT_CLEAN)


@cli.command()
@click.argument("game")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@overlay_options
@click.option("--quiet", "-q", is_flag=True, help="Print only the examples that fail.")
def example(game: str, ids: tuple[str, ...], *, quiet: bool, **how: Any) -> None:  # noqa: ANN401
    """Play the worked examples of a game.

    Plays all examples, or those with the given IDs, and prints each step. The exit code is 1 if an example does not
    give the stated result.
    """
    read = api.load_game(game, _take_overlays(how))
    playbooks = [api.compile_procedures(one) for one in read.scenarios.values() or (read,)]
    examples = {id_: playbook for playbook in reversed(playbooks) for id_ in playbook.game.examples}
    _check_names(ids, examples, "example")
    failed = 0
    for id_ in ids or examples:
        playbook = examples[id_]
        played = example_run.play_example(playbook, id_)
        failed += bool(played.faults)
        if not quiet:
            rule = f"  [{' '.join(played.example.rule)}]" if played.example.rule else ""
            _print_lines(f"{one_line(f'{id_}: {played.example.title}{rule}')}\n\n{trace.write_trace(played.trace)}\n")
        if played.faults or not quiet:
            _print_lines(f"{one_line(id_)}: {'failed' if played.faults else 'ok'}")
        for wrong in played.faults:
            _print_lines(f"  {playbook.game.finding(wrong)}")
        if not quiet:
            click.echo()
    number = len(ids or examples)
    _print_lines(f"{number - failed} of {number} examples give the stated result")
    sys.exit(EXIT_ERRORS if failed else EXIT_CLEAN)


def _check_names(names: Sequence[str], known: Mapping[str, object], noun: str) -> None:
    """Raise a usage error if a name is unknown; the message calls it a `noun`."""
    for name in names:
        if name not in known:
            message = f"there is no {noun} {clip(name)}; {did_you_mean(name, known, many=True)}".rstrip("; ")
            raise click.UsageError(message)


def _parse_pairs(texts: Sequence[str]) -> dict[str, str]:
    """Return a mapping of the keys and values in texts such as `key=value`."""
    pairs: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            message = f"{clip(text)} has no =; write key=value"
            raise click.UsageError(message)
        pairs[key.strip()] = value.strip()
    return pairs


def _parse_lists(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return a mapping of the keys and lists in texts such as `key=one, two`."""
    return {key: tuple(filter(None, map(str.strip, value.split(",")))) for key, value in _parse_pairs(texts).items()}


def _parse_arguments(texts: Sequence[str]) -> dict[str, str | tuple[str, ...] | dict[str, str | tuple[str, ...]]]:
    """Return a procedure's arguments, parsed from texts such as `attack=16` or `air.attacker=1`."""
    given: dict[str, str | tuple[str, ...] | dict[str, str | tuple[str, ...]]] = {}
    for key, values in _parse_lists(texts).items():
        value = values[0] if len(values) == 1 else values
        outer, dot, inner = key.partition(".")
        group = given.setdefault(outer, {}) if dot else None
        if isinstance(group, dict):
            group[inner] = value
        else:
            given[key] = value
    return given


def _repeatable_option(option: str, example: str, text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds an option to a command; users may give the option repeatedly."""
    return click.option(f"--{option}", multiple=True, metavar=example, help=text)


def _require_svg(_context: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
    """Return the path of a picture; reject names that do not end in `.svg`, which could be files of another kind."""
    if value is not None and value.suffix.lower() != ".svg":
        message = f"{clip(str(value))} is not an SVG file; write a name that ends in .svg"
        raise click.BadParameter(message)
    return value


def _write_picture(path: Path, text: str) -> None:
    """Write an SVG file as a whole: if the disk is full, the previous file remains."""
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


@cli.command()
@click.argument("game")
@click.argument("procedure")
@click.argument("values", nargs=-1, metavar="[KEY=VALUE]...")
@_repeatable_option("place", "HEX=UNITS", "Units in a hex or a box: --place 'M8=1/55, 2/55 reduced'.")
@_repeatable_option("marker", "HEX=WORDS", "Markers in a hex or on a hexside: --marker C3/D3=down.")
@_repeatable_option("control", "HEX=SIDE", "The side that controls a hex.")
@_repeatable_option("track", "NAME=VALUE", "Set the value of a track or of a fact of the game.")
@_repeatable_option("ruling", "ID=ANSWER", "Use this answer of a ruling.")
@_repeatable_option("choose", "NAME=VALUE", "What a player chooses, instead of what the step would choose for him.")
@click.option("--show", multiple=True, metavar="NAME", help="Group results by this variable or expression.")
@click.option(
    "--map",
    "picture",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.svg",
    callback=_require_svg,
    help="Also write a map with the probability of each hex to this file.",
)
@overlay_options
def odds(
    game: str,
    procedure: str,
    values: tuple[str, ...],
    *,
    show: tuple[str, ...],
    picture: Path | None,
    **how: tuple[str, ...],
) -> None:
    """Print the exact probability of each result of a procedure.

    KEY names a parameter of the procedure (attack=16), a field of a parameter that is a mapping (air.attacker=1), or a
    variable that a step computes; that step is then skipped. The procedures are in the game's data.
    """
    read = api.load_game(game, _take_overlays(how), without=READ_ONLY)
    _check_names((procedure,), read.procedures, "procedure")
    place, markers, control, tracks = (
        _parse_lists(how["place"]),
        _parse_lists(how["marker"]),
        _parse_pairs(how["control"]),
        _parse_pairs(how["track"]),
    )
    setup = starting_state.Setup(place, markers, control, tracks)
    rulings, choices = _parse_pairs(how["ruling"]), _parse_lists(how["choose"])
    found = api.probabilities_of(
        read, procedure, _parse_arguments(values), setup=setup, rulings=rulings, choices=choices, show=show
    )
    if picture is not None:
        _write_picture(picture, api.draw_odds(read, found))
    _print_lines(queries.odds_text(found))


@cli.command()
@click.argument("old")
@click.argument("new")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown", "overlay"]),
    default="text",
    show_default=True,
    help="The format of the list; overlay is YAML that changes OLD into NEW.",
)
def diff(old: str, new: str, form: str) -> None:
    """List the changes from one edition of a game to another.

    OLD and NEW are editions of one game. Write the folder of a game or its name (GAME), a folder at a git revision
    (v1.0:FOLDER), or any of these with an overlay (GAME@OVERLAY). Values are compared, not files: moving a line in a
    file is not a change.
    """
    before, after = editions.read_edition(old), editions.read_edition(new)
    found = changes.compare_editions(before, after)
    text = change_list.format_changes(found, before.game, after.game, form)
    if text:
        _print_lines(text)


def one_kit_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a command that builds for one paper size: target, paper and duplex mode."""
    for option in (
        duplex_option,
        click.option("--paper", callback=_refuse_blank, show_default="the target's own", help="The paper size."),
        target_option,
    ):
        command = option(command)
    return command


@cli.command()
@click.argument("game")
@click.option(
    "--from",
    "old",
    required=True,
    metavar="EDITION",
    callback=_refuse_blank,
    help="The old edition: an overlay of the game (such as first), a git revision (such as v1.0), or a folder.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("output"),
    show_default=True,
    metavar="FOLDER",
    help="The folder for kits.",
)
@one_kit_options
def errata(game: str, *, old: str, output: Path, **how: Any) -> None:  # noqa: ANN401 - texts
    """Build an errata kit for owners of an old edition.

    The kit contains the errata sheet, replacement counters, patches for the map and the player aids, pages to print
    again, and the new rules and player aids with their changes marked. Its folder is FOLDER/GAME/errata-from-EDITION.
    Use --from as-published if the data keeps misprints of the published game.
    """
    (options,) = kit_options.read_options(output=output, **how)[:1]
    folder = load.find_game(game)
    present = editions.read_edition(str(folder))
    made = errata_kit.build_errata(editions.read_earlier_edition(present, old), present, options, old)
    _print_findings(made.warnings)
    if made.folder is None:
        _print_lines(change_list.NONE_OF_THEM)
    else:
        count = f"{len(made.changes)} {'change' if len(made.changes) == 1 else 'changes'}"
        _print_lines(f"{made.folder}: {count}, {made.pages} {'page' if made.pages == 1 else 'pages'}")


@cli.command("errata-page")
@click.argument("game")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="FOLDER",
    help="The folder for the page. An existing page is replaced.",
)
@click.option(
    "--tags",
    "pattern",
    default="*",
    show_default=True,
    callback=_refuse_blank,
    metavar="PATTERN",
    help="The tags that are editions, such as 'v*'.",
)
@one_kit_options
def errata_page(game: str, *, output: Path, pattern: str, **how: Any) -> None:  # noqa: ANN401 - texts
    """Build an HTML page of all editions and their errata.

    Each git tag that contains GAME is an edition. The page lists its changes to the next and to the newest edition, and
    links its errata kit. Open FOLDER/index.html; it works offline. --target, --paper and --duplex apply to the kits.
    """
    (options,) = kit_options.read_options(**how)[:1]
    with _Progress() as progress:
        made = errata_pages.build_errata_page(load.find_game(game), output, options, pattern, progress.report)
    _print_findings(made.warnings)
    counts = ((made.editions, "edition"), (made.kits, "errata kit"), (made.pages, "page"))
    words = ", ".join(f"{number} {noun}" if number == 1 else f"{number} {noun}s" for number, noun in counts)
    _print_lines(f"{made.folder}: {words}")


@cli.command()
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="All checks.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="With --all: text lists the titles, markdown is a page with all explanations and examples.",
)
def explain(code: str | None, *, every: bool, form: str) -> None:
    """Explain a check, with a bad and a good example.

    Without CODE, list all checks.
    """
    if code is not None and (every or form != "text"):
        message = "name one check, or use --all and --format without a name"
        raise click.UsageError(message)
    if code is None:
        click.echo(explanations.list_as_markdown() if form == "markdown" else explanations.list_by_family())
        return
    text = explanations.explain_code(code)
    if text is None:
        message = f"there is no check {clip(code)}; `pnp explain` lists them all"
        raise click.UsageError(message)
    click.echo(text)


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.pdf|KIT...")
@target_option
def preflight(files: tuple[Path, ...], target: str) -> None:
    """Check PDF files, or the folder of a kit.

    Checks pages, fonts, type sizes, rulers, margins, and how fronts and backs meet. The files of a kit's folder, such
    as output/GAME/home, are also compared with its manifest.json.
    """
    aim = load.load_target(target)
    _print_findings(refuse(finding for file in files for finding in preflight_package.preflight_path(file, aim)))


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@format_option
def proof(files: tuple[Path, ...], form: str) -> None:
    """Proofread the rulebooks of any games.

    A rulebook is a .txt, .md or .pdf file. No game data are needed. The command reports references to
    sections that do not exist, slips in numbers and lists, names in two spellings, impossible dice, wrong counts and
    sums, and ranges with gaps. `pnp explain CODE` explains a finding.

    Exit code 0: no findings; 1: findings, or a file that cannot be read; 2: wrong usage.
    """
    found: list[Finding] = []
    for file in files:
        try:
            found += proof_package.proofread_file(file)
        except Refused as refused:
            found += refused.findings
    _print_report(found, form)
    sys.exit(EXIT_ERRORS if found else EXIT_CLEAN)
