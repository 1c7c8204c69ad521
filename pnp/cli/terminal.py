"""Everything that `pnp` prints: lines, findings, reports and the progress line."""

from __future__ import annotations

import os
import re
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

import click

from pnp.deferred import deferred
from pnp.findings import Finding, Severity
from pnp.message import one_line, remaining_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

with deferred():
    from rich import console, markup

    from pnp import log
    from pnp.report import formats, text_report

_COMMAND = re.compile(r"^(\s*)(::|##\[)")


def open_missing_streams() -> None:
    """Open standard input, output and error as the null device if they are closed.

    Otherwise new files would get their numbers (`2>&-`), and Python would have no such stream.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - until the program ends


def print_lines(text: str, *, err: bool = False) -> None:
    """Print text with control characters escaped, so that it cannot send commands to the terminal.

    Source: GitHub workflow commands, which are lines that begin with `::` or `##[`.
    """
    lines = (one_line(line) for line in text.split("\n"))
    click.echo("\n".join(_COMMAND.sub(r"\1\\\2", line) for line in lines), err=err)


def print_findings(findings: Iterable[Finding]) -> None:
    """Print findings to the standard error stream, one per line."""
    report = text_report.list_findings(tuple(findings))
    if report:
        print_lines(report, err=True)


def print_clean(names: Sequence[object], form: str = "text") -> None:
    """Print that there are no findings about these games or files, if the report is for people."""
    if names and form == "text":
        print_lines("\n".join(f"{one_line(str(name))}: no findings" for name in names))


def print_report(findings: Sequence[Finding], form: str) -> None:
    """Print a report of findings to the standard output; text has colours on a terminal unless NO_COLOR is set.

    Source: no-color.org.
    """
    if findings and form == "text" and sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        click.echo(text_report.text_report(findings, _paint), color=True)  # its control characters are escaped
        return
    report = formats.write_report(findings, form)
    if report and form == "text":
        print_lines(report)
    elif report:
        click.echo(report)


def _paint(text: str, part: text_report.Part) -> str:
    """Return a part of the report of findings with its colour or weight on a terminal."""
    colours = {"error": "red", "warning": "yellow", "note": "cyan"}
    return click.style(text, fg=colours.get(part), bold=True)


class Progress:
    """Prints a line for each kit that is started or finished; on a terminal, a line below shows the progress.

    `quiet` leaves both out, so that only findings are printed. `verbose` also prints each step and each part of a kit
    with its time.
    """

    def __init__(self, *, quiet: bool = False, verbose: bool = False) -> None:
        self._quiet, self._verbose, self._outlook = quiet, verbose, ""
        self._log = ExitStack()

    def __enter__(self) -> Self:
        self._status = None
        if self._verbose:
            self._log.enter_context(log.followed_log(lambda text: print_lines(one_line(text), err=True)))
        elif not self._quiet and sys.stderr is not None and sys.stderr.isatty():
            self._status = console.Console(stderr=True).status("")
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._log.close()
        if self._status is not None:
            self._status.stop()

    def report(self, text: str) -> None:
        """Replace the text of the progress line with `text`."""
        if self._status is not None:
            self._status.update(markup.escape(one_line(f"{text}{self._outlook}")))
        elif self._verbose:
            print_lines(one_line(text), err=True)

    def expect(self, seconds: float, done: int, left: int) -> None:
        """Add to the progress line how long the other kits take, given the time of those that are done."""
        self._outlook = (
            f"; then {left} more {'kit' if left == 1 else 'kits'}, {remaining_time(seconds, done, left)}"
            if left
            else ""
        )

    def say(self, text: str) -> None:
        """Print one line above the progress line."""
        if self._quiet:
            return
        with self._cleared_line():
            print_lines(one_line(text))
            if sys.stdout is not None:
                sys.stdout.flush()

    def print_findings(self, findings: Iterable[Finding]) -> None:
        """Print errors and warnings above the progress line; notes are for `pnp check`."""
        with self._cleared_line():
            print_findings(one for one in findings if one.severity is not Severity.NOTE)

    @contextmanager
    def _cleared_line(self) -> Iterator[None]:
        """Hide the progress line while something is printed, and show it again afterwards."""
        if self._status is not None:
            self._status.stop()
        yield
        if self._status is not None:
            self._status.start()
