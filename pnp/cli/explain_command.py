"""`pnp explain`: what a check, a key, a function, a word of a library or a command means."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from functools import partial

import click

from pnp.cli.commands import cli
from pnp.deferred import deferred
from pnp.message import clip, join_words

with deferred():
    from pnp.report import explain as explanations, topics

_WIDEST = 100


@cli.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--all", "every", is_flag=True, help="All checks, which is the default without WORD.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="Without WORD: text lists the titles, markdown is a page that explains all checks.",
)
def explain(words: tuple[str, ...], *, every: bool, form: str) -> None:
    """Explain a check, a key of the data, or another word of pnp.

    WORD is the code of a check (T012), a key (counters.symbol, map.hexsides), a kind of step, component, block or
    layer, a function of expressions (units_at), a symbol, look, emblem or picture, or a command. The words symbols,
    sizes, emblems, pictures, looks, palettes, motifs, layouts, furniture, steps, components, blocks, layers, functions
    and commands list all of a kind.

    Without WORD, list all checks.
    """
    if words and (every or form != "text"):
        message = "name one check, or use --all and --format without a name"
        raise click.UsageError(message)
    if not words:
        click.echo(explanations.list_as_markdown() if form == "markdown" else explanations.list_by_family())
        return
    word = " ".join(words)
    code = explanations.explain_code(word)
    click.echo(code if code is not None else _explained(word))


def _explained(word: str) -> str:
    """Return the text of a word. Raise an error with the nearest words if it has none."""
    commands = [*command_topics()]
    found = topics.find_topics(word, commands)
    if not found:
        near = [f"{topic.name} ({topic.kind})" for topic in topics.nearest_topics(word, commands)]
        advice = (
            f"did you mean {join_words(near, 'or')}?" if near else "`pnp explain --help` says what can be explained"
        )
        if word[:1].isalpha() and word[1:].isdecimal():
            advice = "`pnp explain` lists them all"
            message = f"there is no check {clip(word)}; {advice}"
        else:
            message = f"pnp has nothing with the name {clip(word)}; {advice}"
        raise click.UsageError(message)
    if len(found) > topics.MOST_TEXTS:
        lines = [f"  {topic.name}  {topic.line}" for topic in found]
        return "\n".join((f"{word} has {len(found)} meanings; explain one of them:", *_cut(lines)))
    return "\n\n".join(_written(topic) for topic in found)


def _cut(lines: list[str]) -> list[str]:
    """Return lines that are not longer than the terminal is wide."""
    return [textwrap.shorten(line, _width(), placeholder=" …", drop_whitespace=False) for line in lines]


def _width() -> int:
    """Return the width of the text."""
    return min(shutil.get_terminal_size((_WIDEST, 24)).columns, _WIDEST)


def _written(topic: topics.Topic) -> str:
    """Return the text of a topic, whose paragraphs are filled to the width of the terminal."""
    return "\n\n".join((f"{topic.name}  ({topic.kind})", *("\n".join(_filled(text)) for text in topic.paragraphs)))


def _filled(text: str) -> Iterator[str]:
    """Yield the lines of a paragraph. A line in two columns goes on under the second one; examples stay as they are."""
    for line in text.split("\n"):
        if not line.startswith("  "):
            yield from textwrap.wrap(line, _width()) or [""]
        else:
            head, blanks, _ = line.strip().partition("  ")
            if not blanks:  # a line of an example, which is copied
                yield line
                continue
            hanging = line.index(line.strip()[len(head) :].strip())
            yield from textwrap.wrap(line, _width(), subsequent_indent=" " * hanging, drop_whitespace=True) or [""]


def command_topics() -> Iterator[topics.Topic]:
    """Yield a topic for each command and for each of its options."""
    for name, command in sorted(cli.commands.items()):
        context = click.Context(command, info_name=f"pnp {name}")
        line = command.get_short_help_str(limit=200)
        yield topics.Topic(name, "command", line, partial(_help, command, context))
        for option in command.params:
            record = option.get_help_record(context) if isinstance(option, click.Option) else None
            if record:
                full = max(option.opts, key=len)
                yield topics.Topic(f"{name} {full}", "option", record[1], partial(_option, *record))
    text = "\n".join(f"  {name:12}  {one.get_short_help_str(limit=200)}" for name, one in sorted(cli.commands.items()))
    yield topics.Topic("commands", "list", "what pnp can do", lambda: [text])


def _help(command: click.Command, context: click.Context) -> list[str]:
    """Return the help of a command."""
    return ["\n".join(f"  {line}" for line in command.get_help(context).split("\n"))]


def _option(names: str, text: str) -> list[str]:
    """Return the text of an option."""
    return [f"  {names}", text]
