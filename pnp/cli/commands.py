"""The commands of `pnp`. Modules are imported when a command needs them."""

from __future__ import annotations

import gc
import os
import sys
import time
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from signal import SIGINT
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pnp import __version__
from pnp.cli.command_options import (
    WordsOption,
    all_option,
    allow_study_option,
    cluster_executor,
    count_processes,
    duplex_option,
    format_option,
    game_argument,
    game_folders,
    games_argument,
    no_cache_option,
    one_kit_options,
    overlay_options,
    paper_names,
    parse_arguments,
    parse_lists,
    parse_pairs,
    part_names,
    refuse_blank,
    repeatable_option,
    require_svg,
    take_overlays,
    target_option,
    verbosity_options,
)
from pnp.cli.terminal import Progress, open_missing_streams, print_clean, print_findings, print_lines, print_report
from pnp.deferred import deferred
from pnp.findings import Finding, Refused, Severity, did_you_mean, refuse, sort_findings
from pnp.message import clip, one_line, plural
from pnp.own_process import own_this_process
from pnp.signals import ignore_signals, stopped_by_signals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pnp.rules.examples.coverage import ProcedureCoverage

with deferred():
    from pnp import api, cache, errata as errata_room, load, preflight as preflight_package, safe_files
    from pnp.kit import options as kit_options, parallel, pipeline, sound_parts, unchanged
    from pnp.load import target_files, upgrade_files
    from pnp.model import game as game_record
    from pnp.proof import proofreading
    from pnp.report import corrections, coverage_report, schema as data_schema
    from pnp.rules.engine import trace
    from pnp.rules.examples import example_run
    from pnp.rules.probability import queries
    from pnp.rules.state import starting_state

NOTHING_TO_UPGRADE = "the files need no changes"
MOST_ROUNDS = 9
"""The most rounds of `pnp check --fix`; a correction may reveal other findings."""
EXIT_CLEAN, EXIT_ERRORS, EXIT_USAGE, EXIT_IN_PART, EXIT_SIGNAL = 0, 1, 2, 3, 128
NO_HOME = "this user has no home folder, so nothing is kept; name a folder in PNP_CACHE"
COLLECT_SELDOM = (200_000, 10, 10)
"""Thresholds of Python's garbage collector. It runs rarely, because most objects of a run live to its end."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pnp", message="%(prog)s %(version)s")
def cli() -> None:
    """Turn folders of YAML into print-and-play wargame kits: maps, counters, player aids and rules as PDF.

    GAME is a folder that contains a game.yaml, or the name of a game that comes with pnp.
    """


def main() -> None:
    """Run the command line; exit with status 1 if findings are errors, or 130 after an interrupt."""
    own_this_process()
    gc.set_threshold(*COLLECT_SELDOM)
    open_missing_streams()
    with stopped_by_signals() as signals:
        try:
            cli(standalone_mode=False, complete_var="_PNP_COMPLETE")
        except Refused as refused:
            print_findings(refused.findings)
            sys.exit(EXIT_ERRORS)
        except (KeyboardInterrupt, click.exceptions.Abort):
            ignore_signals()
            print_lines("stopped; finished kits are untouched", err=True)
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
            os._exit(EXIT_SIGNAL + (signals[0] if signals else SIGINT))  # at once: a second signal must print nothing
        except click.ClickException as error:
            shown = StringIO()
            error.show(shown)
            print_lines(shown.getvalue().rstrip("\n"), err=True)
            sys.exit(EXIT_USAGE)
        except BrokenPipeError:
            if sys.stderr is not None:
                sys.stderr.close()
            sys.exit(EXIT_CLEAN)
        except OSError as error:
            file = f"{error.filename}: " if error.filename else ""
            print_lines(one_line(f"{file}{(error.strerror or str(error)).lower()}"), err=True)
            sys.exit(EXIT_ERRORS)


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
    cls=WordsOption,
    words=paper_names,
    callback=refuse_blank,
    show_default="the target's own",
    help="Paper sizes, separated by commas",
)
@duplex_option
@click.option(
    "--back-shift",
    metavar="A/D,B/C|DX,DY[,TURN]|NAME",
    callback=refuse_blank,
    help="The error of the backs: the readings of the scales A and D, then B and C, of the calibration page "
    "(0.2mm/0.6mm,-0.2mm/0.1mm), or distances to the right and down and a clockwise rotation "
    "(0.4mm,-0.2mm,0.1deg). NAME is a printer profile: ~/.config/pnp/printers/NAME.yaml.",
)
@click.option(
    "--ink",
    type=click.Choice(["full", "low", "grey"]),
    default="full",
    show_default=True,
    help="Inks: all colours, little ink (pale covers, maps, pieces and boxes, with dark texts), or greyscale, in which "
    "the sides have different greys.",
)
@click.option(
    "--only",
    cls=WordsOption,
    words=part_names,
    callback=refuse_blank,
    show_default="all",
    help="Build only these parts, without a cover, in a separate folder. Separate names with commas",
)
@overlay_options
@allow_study_option
@click.option(
    "--dated",
    is_flag=True,
    help="Print a date in the kit of a game without game.date: that of SOURCE_DATE_EPOCH, or else of the last commit.",
)
@click.option(
    "--draft",
    is_flag=True,
    help="Build all that can be built in spite of errors, in a folder of its own. Each page is marked DRAFT, and the "
    "first pages list the findings.",
)
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 64), help="Number of processes. Without it, one for each processor core."
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    callback=refuse_blank,
    help="Build each kit on a worker of the Dask cluster with this scheduler (tcp://HOST:8786); needs pnp[cluster].",
)
@no_cache_option
@verbosity_options
def build(
    games: tuple[str, ...],
    *,
    every: bool,
    quiet: bool,
    verbose: bool,
    output: Path,
    jobs: int | None,
    cluster: str | None,
    target: str,
    no_cache: bool,
    **how: Any,  # noqa: ANN401 - texts, and the names of overlays
) -> None:
    """Build a print-and-play kit for each game.

    Each game is checked first, and every file is checked after it was written: PDF, SVG and PNG files, index.html and
    manifest.json. The whole kit of a game with errors is not built, but with --only, errors stop only the parts that
    show what is wrong. Results are cached (see pnp cache), so later builds make only the parts that a change affects.

    Exit code 0: all kits are built, without errors; 1: a kit is not built; 2: the command line is wrong; 3: all kits
    are built, but the data has errors, and a draft lacks what is wrong.
    """
    folders = game_folders(games, every=every)
    overlays = take_overlays(how)
    options = kit_options.read_options(output=output, overlays=overlays, target=target, **how)
    errors = built = 0
    started = set[Path]()
    missing: list[Path] = []
    sound: tuple[str, ...] | None = None
    in_part = False
    kits, worked, made = len(folders) * len(options), time.monotonic(), 0
    with Progress(quiet=quiet, verbose=verbose) as progress, caching(allowed=not no_cache), ExitStack() as stack:
        events: Iterator[pipeline.KitEvent]
        if cluster is None:
            executor = stack.enter_context(parallel.build_executor(count_processes(jobs), len(options[0].parts)))
            events = pipeline.build_kits(folders, options, progress.report, executor)
        else:
            progress.report(f"building {kits} kits on {cluster}")
            events = pipeline.build_all(folders, options, stack.enter_context(cluster_executor(cluster)))
        for event in events:
            if isinstance(event, pipeline.KitStarted):
                started.add(event.folder)
                progress.say(f"building {event.folder} ({len(started)} of {kits})")
            elif isinstance(event, pipeline.FinishedKit):
                built += 1
                made += not event.unchanged
                if made:
                    progress.expect(time.monotonic() - worked, made, kits - len(started))
                in_part |= bool(event.errors)
                progress.print_findings((*event.errors, *event.warnings))
                left_out = f"; left out: {', '.join(event.left_out)}" if event.left_out else ""
                unchanged = ", unchanged" if event.unchanged else ""
                progress.say(f"{event.folder}: {event.files} files, {event.pages} pages{left_out}{unchanged}")
            else:
                started.update(event.folders)
                errors += sum(finding.severity is Severity.ERROR for finding in event.findings)
                missing += event.folders
                sound = event.sound if sound is None else tuple(one for one in sound if one in event.sound)
                progress.print_findings(event.findings)
    if missing:
        if sound and not how["draft"]:
            advice = f"no error concerns {', '.join(sound)}: --only {','.join(sound)} builds"
            print_lines(f"{advice} {'it' if len(sound) == 1 else 'them'}, and --draft all that can be built", err=True)
        summary = f"not built: {', '.join(map(str, missing))}" if built else "nothing built"
        print_lines(one_line(f"{summary}: {errors:,} {'error' if errors == 1 else 'errors'}"), err=True)
        sys.exit(EXIT_ERRORS)
    sys.exit(EXIT_IN_PART if in_part else EXIT_CLEAN)


@contextmanager
def caching(*, allowed: bool) -> Iterator[None]:
    """Keep and use results of earlier runs while the context is open; at its end, shorten the cache to its limit."""
    kept = cache.usual_cache(_print_warning) if allowed else None
    with cache.use_cache(kept):
        yield
    if kept:
        kept.trim()


def _print_warning(text: str) -> None:
    """Print a line on the error stream."""
    print_lines(text, err=True)


@cli.command("cache")
@click.option("--clear", is_flag=True, help="Delete all cached results.")
def show_cache(*, clear: bool) -> None:
    """Show the folder of cached results, and its size.

    Builds and checks use the cache, so that they make only the parts that a change affects. The environment variable
    PNP_CACHE names the folder. Without it, pnp uses the cache folder of the system. If PNP_CACHE is empty, nothing is
    cached. Several machines of one user can share the folder. No other user may write in it, and it must not
    contain other files. When the cache exceeds 1 GB, the least recently used results are deleted.
    """
    folder = cache.default_folder()
    if folder is None:
        empty = "PNP_CACHE" in os.environ
        print_lines("PNP_CACHE is empty, so nothing is kept" if empty else NO_HOME)
        return
    kept = cache.usual_cache(_print_warning)
    if kept is None:
        sys.exit(EXIT_ERRORS)
    if clear:
        kept.clear()
    results, size = kept.usage()
    print_lines(f"{kept.folder}: {plural(results, 'result')}, {size / 1_000_000:,.1f} MB")


@cli.command()
@games_argument
@all_option
@overlay_options
@format_option
@no_cache_option
@click.option("--fix", is_flag=True, help="Correct the files where a finding has exactly one correction.")
@click.option(
    "--coverage",
    is_flag=True,
    help="Do not list findings. List the steps and branches that no worked example plays, with percentages; as JSON, "
    "all of them.",
)
def check(
    games: tuple[str, ...],
    *,
    every: bool,
    form: str,
    no_cache: bool,
    fix: bool,
    coverage: bool,
    **how: Any,  # noqa: ANN401 - names of overlays
) -> None:
    """Check each game and list the findings.

    The text format lists only the first 20 findings of each code; the other formats list all. With --fix, the
    corrections are listed first, then the remaining findings.

    Exit code 0: no errors; 1: at least one error; 2: the command line is wrong.
    """
    if coverage:
        _print_coverage(game_folders(games, every=every), take_overlays(how), form)
        return
    found: list[Finding] = []
    overlays = take_overlays(how)
    clean = []
    with caching(allowed=not no_cache):
        for folder in game_folders(games, every=every):
            left = _check_folder(folder, overlays)
            for _ in range(MOST_ROUNDS if fix else 0):
                corrected = corrections.correct_files(left)
                if not corrected:
                    break
                print_lines("\n".join(f"corrected {one}" for one in corrected), err=True)
                left = _check_folder(folder, overlays)
            found += left
            clean += [] if left else [Path(os.path.abspath(folder)).name]  # noqa: PTH100 - resolve() would follow links
    print_report(found, form)
    print_clean(clean, form)
    sys.exit(EXIT_ERRORS if any(f.severity is Severity.ERROR for f in found) else EXIT_CLEAN)


def _check_folder(folder: Path, overlays: Sequence[str]) -> tuple[Finding, ...]:
    """Return the findings of a game, also those that prevent reading it."""

    def check_game() -> tuple[Finding, ...]:
        try:
            return api.check(api.load_game(folder, overlays))
        except Refused as refused:
            return sort_findings((*refused.findings, *sound_parts.independent_findings(folder, overlays)))

    if cache.cache_in_use() is None:
        return check_game()
    before = unchanged.files_digest(folder)
    is_same = lambda _: unchanged.files_digest(folder) == before  # noqa: E731 - a file may change during the check
    return cache.keep("findings", lambda: (before, overlays), check_game, is_same)


def _print_coverage(folders: Iterable[Path], overlays: Sequence[str], form: str) -> None:
    """Print how much of the procedures of each game the worked examples play, as text or as JSON."""
    if form not in ("text", "json"):
        message = f"--coverage cannot be printed as {form}; use --format text or json"
        raise click.UsageError(message)
    covered: dict[str, tuple[ProcedureCoverage, ...]] = {}
    for folder in folders:
        game = api.load_game(folder, overlays)
        covered[game.game.title] = api.coverage(game)
        if form == "text":
            print_lines(coverage_report.coverage_report(game.game.title, covered[game.game.title]))
    if form == "json":
        click.echo(coverage_report.coverage_json(covered))


@cli.command()
@game_argument
@click.argument("ids", nargs=-1, metavar="[ID]...")
@overlay_options
@click.option("--quiet", "-q", is_flag=True, help="Print only the examples that fail.")
def example(game: str, ids: tuple[str, ...], *, quiet: bool, **how: Any) -> None:  # noqa: ANN401
    """Play the worked examples of a game.

    Plays all examples, or those with the given IDs, and prints each step. The exit code is 1 if an example does not
    give the stated result.
    """
    read = api.load_game(game, take_overlays(how))
    playbooks = [api.compile_procedures(one) for one in read.scenarios.values() or (read,)]
    examples = {id_: playbook for playbook in reversed(playbooks) for id_ in playbook.game.examples}
    _check_names(ids, examples, "example", f"list them with `pnp example {game}`")
    failed = 0
    for id_ in ids or examples:
        playbook = examples[id_]
        played = example_run.play_example(playbook, id_)
        failed += bool(played.faults)
        if not quiet:
            rule = f"  [{' '.join(played.example.rule)}]" if played.example.rule else ""
            print_lines(f"{one_line(f'{id_}: {played.example.title}{rule}')}\n\n{trace.write_trace(played.trace)}\n")
        if played.faults or not quiet:
            print_lines(f"{one_line(id_)}: {'failed' if played.faults else 'ok'}")
        for wrong in played.faults:
            print_lines(f"  {playbook.game.finding(wrong)}")
        if not quiet:
            click.echo()
    number = len(ids or examples)
    print_lines(f"{number - failed} of {number} examples give the stated result")
    sys.exit(EXIT_ERRORS if failed else EXIT_CLEAN)


def _check_names(names: Sequence[str], known: Mapping[str, object], noun: str, how_to_list: str) -> None:
    """Raise a usage error if a name is unknown; the message calls it a `noun`, and names a near one if there is one."""
    for name in names:
        if name not in known:
            raise click.UsageError(f"there is no {noun} {clip(name)}; {did_you_mean(name, known) or how_to_list}")


@cli.command()
@game_argument
@click.argument("procedure", required=False, default="")
@click.argument("values", nargs=-1, metavar="[KEY=VALUE]...")
@repeatable_option("place", "HEX=UNITS", "Units in a hex or a box: --place 'M8=1/55, 2/55 reduced'.")
@repeatable_option("marker", "HEX=WORDS", "Markers in a hex or on a hexside: --marker C3/D3=down.")
@repeatable_option("control", "HEX=SIDE", "The side that controls a hex.")
@repeatable_option("track", "NAME=VALUE", "Set the value of a track or of a fact of the game.")
@repeatable_option("ruling", "ID=ANSWER", "Use this answer of a ruling.")
@repeatable_option("choose", "NAME=VALUE", "What a player chooses, instead of what the step would choose for him.")
@click.option("--show", multiple=True, metavar="NAME", help="Group results by this variable or expression.")
@click.option(
    "--map",
    "picture",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.svg",
    callback=require_svg,
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

    Without PROCEDURE, list the procedures of the game with their parameters.

    KEY names a parameter of the procedure (attack=16), or a field of a parameter that is a mapping (air.attacker=1). It
    can also name a variable that a step computes; the procedure then uses VALUE and skips that step.
    """
    read = api.load_game(game, take_overlays(how), without=game_record.PROSE)
    if not procedure:
        for id_, one in read.procedures.items():
            print_lines(one_line(f"{' '.join((id_, *(f'{name}=VALUE' for name in one.given)))}  {one.name}".rstrip()))
        return
    _check_names((procedure,), read.procedures, "procedure", f"list them with `pnp odds {game}`")
    place, markers, control, tracks = (
        parse_lists(how["place"]),
        parse_lists(how["marker"]),
        parse_pairs(how["control"]),
        parse_pairs(how["track"]),
    )
    setup = starting_state.Setup(place, markers, control, tracks)
    rulings, choices = parse_pairs(how["ruling"]), parse_lists(how["choose"])
    found = api.probabilities_of(
        read, procedure, parse_arguments(values), setup=setup, rulings=rulings, choices=choices, show=show
    )
    if picture is not None:
        safe_files.replace_file(
            picture, api.draw_odds(read, found).encode()
        )  # the whole picture, or what was there before
    print_lines(queries.odds_text(found))


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
    """List the changes from one version of a game to another.

    OLD and NEW are versions of one game. Write the folder of a game or its name (GAME), a folder at a git revision
    (v1.0:FOLDER), or any of these with an overlay (GAME@OVERLAY). If one of them names a game, the other may be a git
    revision or an overlay alone (v1.0 GAME). Values are compared, not files: moving a line in a
    file is not a change.
    """
    before, after = errata_room.read_editions(old, new)
    found = errata_room.compare_editions(before, after)
    print_findings((*errata_room.board_warnings(before, "old"), *errata_room.board_warnings(after, "new")))
    text = errata_room.format_changes(found, before.game, after.game, form)
    if text:
        print_lines(text)
    for sentence in errata_room.other_overlays(before, after):
        print_lines(sentence, err=True)


@cli.command()
@game_argument
@click.option(
    "--from",
    "old",
    required=True,
    metavar="EDITION",
    callback=refuse_blank,
    help="The old version: an overlay of the game (such as first), a git revision (such as v1.0), or a folder.",
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
@click.option(
    "--from-kit",
    "printed",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="The kit of the old version that was printed. Patches then fit its pages, whichever version of pnp made it. "
    "The other options are those of this kit, unless you give them.",
)
@click.option(
    "--ink", type=click.Choice(["full", "low", "grey"]), default="full", show_default=True, help="As for build."
)
@click.option("--back-shift", metavar="A/D,B/C|DX,DY[,TURN]|NAME", callback=refuse_blank, help="As for build.")
@one_kit_options
def errata(game: str, *, old: str, printed: Path | None, output: Path, **how: Any) -> None:  # noqa: ANN401 - texts
    """Build an errata kit for owners of an old edition.

    The kit contains the errata sheet, replacement counters, patches for the map and the player aids, pages to print
    again, and the new rules and player aids with their changes marked. Its folder is FOLDER/GAME/errata-from-EDITION,
    with the options that are not the default (errata-from-v1-a4). Several paper sizes, separated by commas, make
    several kits. Use --from as-published if the data keeps misprints of the published game.
    """
    source_of = click.get_current_context().get_parameter_source
    stated = {name: value for name, value in how.items() if source_of(name) is not ParameterSource.DEFAULT}
    as_printed = errata_room.options_of_printed_kit(printed) if printed else {}
    kits = kit_options.read_options(output=output, **{**how, **as_printed, **stated})
    folder = load.find_game(game)
    present = errata_room.read_edition(str(folder))
    with Progress() as progress, parallel.build_executor(count_processes(), len(kits[0].parts)) as executor:
        progress.report(
            f"{folder.name}: comparing, and drawing what has changed; this takes as long as building both kits"
        )
        earlier = errata_room.read_earlier_edition(present, old)
        for sentence in errata_room.other_overlays(earlier, present):
            progress.say(sentence)
        for options in kits:
            made = errata_room.build_errata(earlier, present, options, old, executor, printed)
            progress.print_findings(made.warnings)
            if made.folder is None:
                old_kit = f" The errata kit in {made.stale} is out of date; delete it." if made.stale else ""
                progress.say(f"{errata_room.NONE_OF_THEM}{old_kit}")
                continue
            progress.say(f"{made.folder}: {plural(made.listed, 'change')}, {plural(made.pages, 'page')}")


@cli.command("errata-page")
@game_argument
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
    callback=refuse_blank,
    metavar="PATTERN",
    help="The tags that are editions, such as 'v*'.",
)
@one_kit_options
@verbosity_options
def errata_page(game: str, *, output: Path, pattern: str, quiet: bool, verbose: bool, **how: Any) -> None:  # noqa: ANN401 - texts
    """Build an HTML page of all editions and their errata.

    Each git tag that contains GAME is an edition. The page lists its changes to the next and to the newest edition, and
    links its errata kit. Open FOLDER/index.html; it works offline. --target, --paper and --duplex apply to the kits.
    """
    options, *others = kit_options.read_options(**how)
    if others:
        message = "the kits of an errata page have one paper size, but --paper names several; write one"
        raise click.UsageError(message)
    processes = count_processes()
    with (
        Progress(quiet=quiet, verbose=verbose) as progress,
        parallel.build_executor(processes, len(options.parts)) as executor,
    ):
        made = errata_room.build_errata_page(load.find_game(game), output, options, pattern, progress.report, executor)
    print_findings(made.warnings)
    counts = ((made.editions, "edition"), (made.kits, "errata kit"), (made.pages, "page"))
    words = ", ".join(f"{number} {noun}" if number == 1 else f"{number} {noun}s" for number, noun in counts)
    if not quiet:
        print_lines(f"{made.folder}: {words}")


@cli.command()
@game_argument
@click.option("--write", is_flag=True, help="Write the changes into the files.")
def upgrade(game: str, *, write: bool) -> None:
    """Change a game into the newest format of data.

    The changes of its files are printed as a diff; with --write, they are written into the files. pnp reads data of
    older formats without an upgrade.
    """
    files = upgrade_files.upgraded_files(load.find_game(game))
    if write:
        upgrade_files.write_files(files)
        print_lines("\n".join(f"upgraded {file.path.as_posix()}" for file in files) or NOTHING_TO_UPGRADE)
    else:
        print_lines("".join(file.diff for file in files).rstrip("\n") or NOTHING_TO_UPGRADE)


@cli.command()
@click.argument("section", required=False, default="")
def schema(section: str) -> None:
    """Print the JSON Schema of game.yaml for editors.

    With SECTION, such as counters, print that of a file which holds this section. Editors with a YAML language server
    complete keys and explain them if the first line of a file is

      # yaml-language-server: $schema=pnp.schema.json
    """
    sections = data_schema.data_schema()["properties"]
    if section and section not in sections:
        message = f"game.yaml has no section {clip(section)}; {did_you_mean(section, sections, many=True)}"
        raise click.UsageError(message)
    click.echo(data_schema.schema_text(section), nl=False)


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.pdf|KIT...")
@click.option(
    "--target",
    callback=refuse_blank,
    show_default="the one that a file was made for, or home",
    help="The print target: a name from templates/targets, or a .yaml file.",
)
def preflight(files: tuple[Path, ...], target: str | None) -> None:
    """Check PDF files, or the folder of a kit.

    Checks pages, fonts, type sizes, rulers, margins, and how fronts and backs meet. The files of a kit's folder, such
    as output/GAME/home, are also compared with its manifest.json. Pages of pnp carry marks, so that a single file shows
    which pages are missing or changed; of other files, a note says what could not be checked.
    """
    aim = target_files.load_target(target) if target else None
    found = {file: tuple(preflight_package.preflight_path(file, aim)) for file in files}
    print_findings(refuse(finding for of_one in found.values() for finding in of_one))
    print_clean([file for file, of_one in found.items() if not of_one])


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@format_option
def proof(files: tuple[Path, ...], form: str) -> None:
    """Proofread rulebooks of any game.

    A rulebook is a .txt, .md or .pdf file. No game data are needed. The command reports references to sections that do
    not exist, wrong or missing numbers of cases and lists, and ranges with gaps. It reports misspelt and confused
    words, wrong articles, words without a space between them, sentences that begin with a small letter, names and terms
    in two spellings, and different forms of the title. It also reports abbreviations that are listed and not used,
    impossible die results, wrong counts and totals, and contradictory lengths of the game or versions. If there are
    many slips of one kind, the first are listed and the others counted. `pnp explain CODE` explains a finding.

    Exit code 0: no findings; 1: findings, or a file that cannot be read; 2: the command line is wrong.
    """
    found: list[Finding] = []
    clean = []
    for file in files:
        try:
            document = proofreading.read_document(file)
        except Refused as refused:
            found += refused.findings
            continue
        of_one = proofreading.proofread(document)
        found += of_one
        clean += [] if of_one or document.is_spoilt or document.is_foreign else [file]
        if document.is_foreign:
            print_lines(f"{file}: the text is not in English, so its words and names were not checked", err=True)
        elif document.is_spoilt:
            note = "text recognition has spoilt many words, so case numbers, names and spaces were not checked"
            print_lines(f"{file}: {note}", err=True)
    print_report(found, form)
    print_clean(clean, form)
    sys.exit(EXIT_ERRORS if found else EXIT_CLEAN)
