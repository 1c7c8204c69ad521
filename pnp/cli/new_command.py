"""`pnp new`: begins a game."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import click

from pnp.cli.command_options import paper_names
from pnp.cli.commands import cli
from pnp.cli.terminal import print_lines
from pnp.deferred import deferred
from pnp.message import clip, join_words, plural

with deferred():
    from pnp import new_game

KINDS = ("hexes", "counters", "cards")
"""The kinds of game, as `templates/new/kinds.yaml` lists them; a test compares both."""
NEXT = (
    ("pnp check {folder}", "says what is wrong, and what to write"),
    ("pnp preview {folder} {shows} --open", "shows its {shows}"),
    ("pnp build {folder}", "makes the kit to print, in output/"),
)
"""What a designer can run next, and what it does."""


@cli.command()
@click.argument("name", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default=KINDS[0],
    show_default=True,
    help="What to begin with: a battle on a map of hexes, a sheet of counters, or a deck of cards.",
)
@click.option("--folio", is_flag=True, help="Ask for the title, the sides, the size of the map and the paper sizes.")
def new(name: Path, kind: str, *, folio: bool) -> None:
    """Begin a game in a new folder.

    The game is small and complete: it has no findings, and `pnp build` makes a kit of it. Comments in its files say
    what they are for, so change what you like. The folder has settings for editors, which complete keys and explain
    them, a hook for git, and a workflow with which GitHub makes the kit at every change.
    """
    if name.exists() and any(name.iterdir()):
        message = f"{clip(name.as_posix())} is not an empty folder; name another one"
        raise click.UsageError(message)
    usual = new_game.new_kinds()[kind]
    chosen = new_game.NewGame(kind, new_game.title_of(name), (usual.sides[0], usual.sides[1]))
    files = new_game.files_of(_asked(chosen) if folio else chosen)
    new_game.write_game(name, files)
    print_lines(f"{name.as_posix()}: {plural(len(files), 'file')}\nNext, run")
    words = {"folder": shlex.quote(name.as_posix()), "shows": usual.shows}
    commands = [(command.format(**words), does.format(**words)) for command, does in NEXT]
    width = max(len(command) for command, _ in commands)
    print_lines("\n".join(f"  {command:{width}}  # {does}" for command, does in commands))


def _asked(usual: new_game.NewGame) -> new_game.NewGame:
    """Return what the designer answers to the questions; what he does not answer is as usual."""
    title = click.prompt("Title", default=usual.title, value_proc=_name_reader(()))
    first = click.prompt("First side", default=usual.sides[0], value_proc=_name_reader(()))
    second = click.prompt("Second side", default=usual.sides[1], value_proc=_name_reader((first,)))
    sizes = new_game.new_kinds()[usual.kind].sizes
    for id_, about in sizes.items():
        print_lines(f"  {id_}: {about.says}")
    size = click.prompt("Size of the map", default=next(iter(sizes)), type=click.Choice(list(sizes))) if sizes else ""
    papers = click.prompt(f"Paper sizes ({', '.join(paper_names())})", default=usual.papers, value_proc=_papers)
    return new_game.NewGame(usual.kind, title, (first, second), size, papers)


def _name_reader(taken: tuple[str, ...]) -> Callable[[str], str]:
    """Return a function that reads a name, and raises `UsageError` if the answer is not one or is taken."""

    def read_name(answer: str) -> str:
        name = " ".join(answer.split())
        if fault := new_game.name_fault(name):
            raise click.UsageError(fault)
        if name in taken:
            message = f"both sides cannot be called {name}"
            raise click.UsageError(message)
        return name

    return read_name


def _papers(answer: str) -> str:
    """Return an answer as names of papers between commas; raise `UsageError` if one of them is unknown."""
    known, named = paper_names(), answer.lower().replace(",", " ").split()
    if unknown := [one for one in named if one not in known] or not named:
        wrong = f"{unknown[0]} is not a paper size" if isinstance(unknown, list) else "name a paper"
        message = f"{wrong}; write {join_words(list(known), 'or')}"
        raise click.UsageError(message)
    return ",".join(dict.fromkeys(named))
