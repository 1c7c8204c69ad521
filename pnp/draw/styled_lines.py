"""Lines of words in several styles, such as a text with bold words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import fsum
from typing import NamedTuple

from pnp.fitting import wrap_text
from pnp.palette import INK
from pnp.scene import Colour, Text
from pnp.typeface import text_width
from pnp.units import Mm

_EMPHASIS = re.compile(r"\*\*(?=\S)(?P<bold>[^*]+)(?<=\S)\*\*|(?<![\w*])\*(?=\S)(?P<italic>[^*]+)(?<=\S)\*(?![\w*])")


class Run(NamedTuple):
    """Words in one style: text, font, size in points, colour."""

    text: str
    font: str = "sans-medium"
    size_pt: float = 8.2
    fill: Colour = INK


def emphasized_runs(text: str, size_pt: float, fill: Colour = INK) -> tuple[Run, ...]:
    """Return the runs of a text in which `**Guns**` is bold and `*gale*` is italic.

    >>> [(run.text, run.font) for run in emphasized_runs("**Guns** 3 * 2", 9)]
    [('Guns', 'sans-bold'), (' 3 * 2', 'sans')]
    """
    runs, at = [], 0
    for found in _EMPHASIS.finditer(text):
        runs.append(Run(text[at : found.start()], "sans", size_pt, fill))
        runs.append(Run(found["bold"] or found["italic"], f"sans-{found.lastgroup}", size_pt, fill))
        at = found.end()
    runs.append(Run(text[at:], "sans", size_pt, fill))
    return tuple(run for run in runs if run.text)


class PlacedRun(NamedTuple):
    """Words of a line, and their distance from its start."""

    x: Mm
    run: Run


@cache
def set_runs(
    runs: tuple[Run, ...], width: Mm, wide_lines: int | None = None, narrow: Mm = 0
) -> tuple[tuple[PlacedRun, ...], ...]:
    """Break words in several styles into lines that are at most `width` wide; after `wide_lines`, `narrow` at most.

    Lines are broken only at blanks. A word that is wider than a line of full width is divided.
    """
    lines: list[list[PlacedRun]] = [[]]
    at: Mm = 0
    for word in _words(runs, width):
        wide = fsum(map(run_width, word))
        space = run_width(word[0]._replace(text=" ")) if lines[-1] else 0
        room = width if wide_lines is None or len(lines) <= wide_lines else narrow
        if lines[-1] and at + space + wide > room:
            lines.append([])
            at = space = 0
        _add_word(lines[-1], word, at, space)
        at += space + wide
    return tuple(map(tuple, filter(None, lines)))


def _words(runs: Sequence[Run], width: Mm) -> Iterator[list[Run]]:
    """Yield each word as its parts; a word has several parts if its style changes in the middle."""
    word: list[Run] = []
    for run in runs:
        for number, part in enumerate(run.text.split(" ")):
            if number and word:
                yield word
                word = []
            pieces = wrap_text(part, run.font, run.size_pt, width, divide_words=True)
            for piece in pieces[:-1]:
                yield [*word, run._replace(text=piece)]
                word = []
            word += [run._replace(text=piece) for piece in pieces[-1:]]
    if word:
        yield word


def _add_word(line: list[PlacedRun], word: Sequence[Run], at: Mm, space: Mm) -> None:
    """Add a word to a line that is `at` wide; words in one style become one text."""
    first, *others = word
    if line and line[-1].run._replace(text="") == first._replace(text=""):
        x, run = line[-1]
        line[-1] = PlacedRun(x, run._replace(text=f"{run.text} {first.text}"))
    else:
        line.append(PlacedRun(at + space, first))
    x = at + space + run_width(first)
    for part in others:
        line.append(PlacedRun(x, part))
        x += run_width(part)


def run_width(run: Run) -> Mm:
    """Return the width of words in one style."""
    return text_width(run.text, run.font, run.size_pt)


def draw_line(line: Sequence[PlacedRun], x: Mm, y: Mm) -> Iterator[Text]:
    """Yield the texts of a line that starts at `x`, with its baseline at `y`."""
    for along, run in line:
        yield Text(x + along, y, run.text, run.font, run.size_pt, run.fill)
