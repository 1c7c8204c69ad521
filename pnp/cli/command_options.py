"""Options and arguments of the commands, and the reading of their values."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from pnp.deferred import deferred
from pnp.message import clip

if TYPE_CHECKING:
    from concurrent.futures import Executor

with deferred():
    from pnp import load
    from pnp.kit import options as kit_options
    from pnp.load import target_files


def refuse_blank(_context: click.Context, parameter: click.Parameter, value: object) -> object:
    """Return the value of an option unchanged; raise a usage error if it is blank.

    An option is blank if a script's variable is not set.
    """
    for text in value if isinstance(value, tuple) else (value,):
        if isinstance(text, str) and not text.strip(" ,"):
            message = "this is blank; leave the option out, or name something"
            raise click.BadParameter(message, param=parameter)
    return value


class WordsOption(click.Option):
    """A command-line option with a help text that lists its possible words, which are imported only for the help."""

    def __init__(self, *names: Any, words: Callable[[], Iterable[str]], **how: Any) -> None:  # noqa: ANN401
        super().__init__(*names, **how)
        self.words, self.sentence = words, self.help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's help text, which ends with a list of its possible words."""
        self.help = f"{self.sentence}: {', '.join(self.words())}."
        return super().get_help_record(ctx)


def part_names() -> Iterable[str]:
    """Return the names of the parts of a kit that can be built alone."""
    return kit_options.PARTS


def paper_names() -> Iterable[str]:
    """Return the names of the paper sizes."""
    return target_files.load_target("home").papers


def game_folders(names: Sequence[str], *, every: bool) -> list[Path]:
    """Return the folders of the named games, or (with --all) of all games that come with pnp."""
    if every == bool(names):
        message = "name one or more games, or use --all"
        raise click.UsageError(message)
    return [load.find_game(name) for name in (load.shipped_games() if every else names)]


def _complete_game(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return how a shell may complete a game: the games that come with pnp, and any folder."""
    return [
        *(CompletionItem(name) for name in load.shipped_games() if name.startswith(begun)),
        CompletionItem(begun, type="dir"),
    ]


game_argument = click.argument("game", shell_complete=_complete_game)
games_argument = click.argument("games", nargs=-1, metavar="GAME...", shell_complete=_complete_game)
all_option = click.option("--all", "every", is_flag=True, help="All games that come with pnp.")
target_option = click.option(
    "--target",
    default="home",
    show_default=True,
    callback=refuse_blank,
    help="The print target (a description of a printer): a name from templates/targets, or a .yaml file.",
)
duplex_option = click.option(
    "--duplex",
    type=click.Choice(["long", "short", "fold", "none"]),
    show_default="the target's own",
    help="Two-sided printing: flip on the long or short edge, fold, or fronts only.",
)

no_cache_option = click.option("--no-cache", is_flag=True, help="Do not use the cache of results (see pnp cache).")


def verbosity_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say how much a command prints while it works."""
    command = click.option("-v", "--verbose", is_flag=True, help="Also print each step, and each part with its time.")(
        command
    )
    return click.option("-q", "--quiet", is_flag=True, help="Print only findings.")(command)


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
        ("edition", "An edition: a file in the game's editions/ folder, or as-published, which prints the misprints."),
    ):
        many = kind == "option"
        option = click.option(f"--{kind}", f"{kind}s", multiple=many, metavar="NAME", callback=refuse_blank, help=text)
        command = option(command)
    return command


def take_overlays(how: dict[str, Any]) -> tuple[str, ...]:
    """Remove the overlay options from `how`; return the names of the overlays, in order of application."""
    found = []
    for kind in ("editions", "scenarios", "options", "translations"):
        names = how.pop(kind)
        found += [f"{kind}/{name}" for name in ((names,) if isinstance(names, str) else names or ())]
    return tuple(dict.fromkeys(found))


def count_processes(jobs: int | None = None) -> int:
    """Return the number of processes that --jobs asks for; without it, one for each processor core."""
    return jobs or os.cpu_count() or 1


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """Provide the executor of a Dask cluster, given the address of its scheduler."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        message = "--cluster needs the package distributed (the extra pnp[cluster]); install it first"
        raise click.UsageError(message) from None
    try:
        client = distributed.Client(address)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else "no answer"
        message = f"there is no Dask scheduler at {clip(address)} ({clip(reason, 100)}); write tcp://HOST:8786"
        raise click.UsageError(message) from None
    with client:
        yield client.get_executor(pure=False)


def parse_pairs(texts: Sequence[str]) -> dict[str, str]:
    """Return a mapping of the keys and values in texts such as `key=value`."""
    pairs: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            message = f"{clip(text)} has no =; write key=value"
            raise click.UsageError(message)
        pairs[key.strip()] = value.strip()
    return pairs


def parse_lists(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return a mapping of the keys and lists in texts such as `key=one, two`."""
    return {key: tuple(filter(None, map(str.strip, value.split(",")))) for key, value in parse_pairs(texts).items()}


def parse_arguments(texts: Sequence[str]) -> dict[str, str | tuple[str, ...] | dict[str, str | tuple[str, ...]]]:
    """Return a procedure's arguments, parsed from texts such as `attack=16` or `air.attacker=1`."""
    given: dict[str, str | tuple[str, ...] | dict[str, str | tuple[str, ...]]] = {}
    for key, values in parse_lists(texts).items():
        value = values[0] if len(values) == 1 else values
        outer, dot, inner = key.partition(".")
        group = given.setdefault(outer, {}) if dot else None
        if isinstance(group, dict):
            group[inner] = value
        else:
            given[key] = value
    return given


def repeatable_option(option: str, example: str, text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds an option to a command; users may give the option repeatedly."""
    return click.option(f"--{option}", multiple=True, metavar=example, help=text)


def require_svg(_context: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
    """Return the path of a picture; reject names that do not end in `.svg`, which could be files of another kind."""
    if value is not None and value.suffix.lower() != ".svg":
        message = f"{clip(str(value))} is not an SVG file; write a name that ends in .svg"
        raise click.BadParameter(message)
    return value


allow_study_option = click.option(
    "--allow-study",
    is_flag=True,
    help="Allow publishing an unofficial study edition (game.rights.basis: study).",
)


def one_kit_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a command that builds for one paper size: target, paper, duplex mode and publishing."""
    for option in (
        allow_study_option,
        duplex_option,
        click.option(
            "--paper", callback=refuse_blank, show_default="the target's own", help="The paper size, such as a4."
        ),
        target_option,
    ):
        command = option(command)
    return command
