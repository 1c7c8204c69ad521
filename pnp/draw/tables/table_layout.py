"""Layout of charts (tables and lists of modifiers): column widths and row heights at a type size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TypeAlias

from pnp.fitting import SMALLEST_PT, FittedText, fit_line, wrap_text
from pnp.scene import Colour
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, int_sum, points

HEAD_FONT, CELL_FONT, WORD_FONT = "condensed-bold", "condensed-medium", "condensed"
TITLE_PT, HINT_PT = 7.6, 6.2
TRACKING = points(0.7)
KEY_AIR = points(4)
"""The distance above the key."""
ROW_AIR, PANEL_ROW_AIR = 0.84, 0.5
"""The space above and below the lines of a row, in sizes of type: in a framed table, and on a panel."""
ARROWS, ARROW_FONT = ("→", "←"), "serif-semibold"
"""The signs of column shifts, and the typeface that has them."""
WORDY = 10
"""A column with a longer cell is a column of words: aligned left, with line breaks."""
Rows: TypeAlias = tuple[tuple[tuple[str, ...], ...], ...]
"""The lines of each cell of each row."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A table or a list of modifiers: rows of cells under a title. The first cell of each row is its head.

    `over` is printed above the column heads, `key` explains the cells, and `note` is a sentence below both. `what`
    names the chart in findings. On a panel, the panel has the title, and the chart has no frame. `fills` are the
    grounds of some results, `inks` the colours of the letters of some: a second colour is that of all letters but the
    first. The results in `framed` have a frame.
    """

    what: str
    title: str
    hint: str
    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()
    over: str = ""
    key: tuple[tuple[str, str], ...] = ()
    on_panel: bool = False
    fills: tuple[tuple[str, Colour], ...] = ()
    inks: tuple[tuple[str, tuple[Colour, ...]], ...] = ()
    framed: frozenset[str] = frozenset()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """The layout of a chart at one type size: column widths, lines of cells, row heights, the key and the note."""

    size: float
    widths: tuple[Mm, ...]
    rows: Rows
    heights: tuple[Mm, ...]
    heading: tuple[FittedText, FittedText | None] | None
    key: tuple[tuple[str, str], ...]
    key_pt: float
    key_columns: int
    note: FittedText | None

    @property
    def head_height(self) -> Mm:
        """The height of the chart's title and hint, with the distance below them; 0 if it has no title."""
        if self.heading is None:
            return 0.0
        title, hint = self.heading
        below = points(3) + hint.height if hint else 0.0
        return title.height + below + points(3.2)

    @property
    def key_height(self) -> Mm:
        """The height of the chart's key (its result codes), with the distance above it."""
        lines = math.ceil(len(self.key) / self.key_columns)
        return points(self.key_pt * 1.25) * lines + KEY_AIR if self.key else 0.0

    @property
    def note_height(self) -> Mm:
        """The height of the note below the chart, with the distance above it; 0 if it has none."""
        return self.note.lead * len(self.note.lines) + KEY_AIR if self.note else 0.0

    @property
    def height(self) -> Mm:
        """The height of the whole chart."""
        return self.head_height + fsum(self.heights) + self.key_height + self.note_height


def lay_out(chart: Chart, size: float, width: Mm, *, keyed: bool, noted: bool = False) -> ChartLayout | None:
    """Return the layout of a chart at a type size; None if a word is too wide for its column.

    `keyed` and `noted` tell whether the layout has the key and the note of the chart.
    """
    found = list(_possible_layouts(chart, size, width))
    if not found:
        return None
    widths, rows = min(found, key=lambda one: int_sum(_line_count(row) for row in one[1]))
    air = PANEL_ROW_AIR if chart.on_panel else ROW_AIR
    heights = [row_height(size, _line_count(row), air) for row in rows]
    if chart.over:
        heights[0] += over_height(chart, size)
    key_pt = max(SMALLEST_PT, min(size - 1, 7.0))
    key = chart.key if keyed else ()
    longest = widest([f"{sign}  {says}" for sign, says in key], HEAD_FONT, key_pt) + points(4)
    return ChartLayout(
        size,
        tuple(widths),
        rows,
        tuple(heights),
        None if chart.on_panel else _title_and_hint(chart, width),
        key,
        key_pt,
        max(1, min(4, int(width / longest))) if key else 1,
        FittedText(wrap_text(chart.note, WORD_FONT, key_pt, width), WORD_FONT, key_pt, points(key_pt * 1.25))
        if noted and chart.note
        else None,
    )


def over_height(chart: Chart, size: float) -> Mm:
    """Return the height of the line above the column heads of a chart; 0 if it has none."""
    return points(max(5.0, size * 0.9) * 1.15 + (1.5 if chart.on_panel else 0)) if chart.over else 0.0


def row_height(size: float, lines: int, air: float = ROW_AIR) -> Mm:
    """Return the height of a table row with a number of lines; `air` is the space around them, in sizes of type."""
    return cap_height(CELL_FONT, size) + points(size * 1.18) * (lines - 1) + points(size * air)


def _possible_layouts(chart: Chart, size: float, width: Mm) -> Iterator[tuple[list[Mm], Rows]]:
    """Yield possible column widths, each with the cells broken into lines that fit them."""
    pad = points(size * 0.42)
    columns = len(chart.rows[0]) if chart.rows else 0
    fonts = (HEAD_FONT, *(CELL_FONT for _ in range(columns - 1)))
    texts = [[row[j] for row in chart.rows] for j in range(columns)]
    wide = [is_wordy(column) for column in texts]
    natural, least = [], []
    for j, column in enumerate(texts):
        top = chart.heads[j] if chart.heads else ""
        words = [word for text in column for word in text.split()] if wide[j] else column
        natural.append(max(widest(column, fonts[j], size), text_width(top, HEAD_FONT, size)) + 2 * pad)
        least.append(max(widest(words, fonts[j], size), widest(top.split(), HEAD_FONT, size)) + 2 * pad)
    heads = (chart.heads,) if chart.heads else ()
    equal = _equal_widths(least, width) if chart.on_panel and not any(wide) else None
    for widths in [equal] if equal else _possible_widths(natural, least, wide, width):
        rows = tuple(
            tuple(
                wrap_text(text, HEAD_FONT if i < len(heads) else fonts[j], size, widths[j] - 2 * pad + 1e-6)
                for j, text in enumerate(row)
            )
            for i, row in enumerate((*heads, *chart.rows))
        )
        yield widths, rows


def _equal_widths(least: list[Mm], width: Mm) -> list[Mm] | None:
    """Return a narrow width for the first column and equal ones for the others; None if a word does not fit."""
    rest = (width - least[0]) / max(len(least) - 1, 1)
    return [least[0], *[rest] * (len(least) - 1)] if len(least) > 1 and rest >= max(least[1:]) else None


def _line_count(row: tuple[tuple[str, ...], ...]) -> int:
    """Return the number of lines of the tallest cell of a row."""
    return max(map(len, row), default=1)


def is_wordy(column: Sequence[str]) -> bool:
    """Return whether a column has words (a long cell) rather than numbers."""
    return any(len(text) > WORDY for text in column)


def widest(texts: Sequence[str], font: str, size: float) -> Mm:
    """Return the width of the widest text."""
    return max((cell_width(text, font, size) for text in texts), default=0.0)


def cell_width(text: str, font: str, size: float) -> Mm:
    """Return the width of a cell on one line; an arrow at its start has its own typeface, as others have no arrows."""
    arrow = text[:1] if text[:1] in ARROWS else ""
    return text_width(arrow, ARROW_FONT, size) + text_width(text[len(arrow) :], font, size)


def _possible_widths(natural: list[Mm], least: list[Mm], wordy: list[bool], width: Mm) -> Iterator[list[Mm]]:
    """Yield lists of column widths, each of which fills the width of a table.

    Columns of figures are equal, columns of words get the rest.

    If not every cell fits on one line, all columns are reduced in proportion, or only a few of them.
    """
    missing = fsum(natural) - width
    if missing <= 0:
        yield _widths_with_room(natural, wordy, width)
        return
    left = width - fsum(least)
    if left < 0:
        return
    share = left / (fsum(natural) - fsum(least))
    yield [low + (high - low) * share for low, high in zip(least, natural, strict=True)]
    for falling in (False, True):
        widths, rest = list(least), left
        for j in sorted(range(len(least)), key=lambda j: natural[j] - least[j], reverse=falling):
            more = min(rest, natural[j] - least[j])
            widths[j], rest = widths[j] + more, rest - more
        yield widths


def _widths_with_room(natural: list[Mm], wordy: list[bool], width: Mm) -> list[Mm]:
    """Return the column widths after spare width is given to columns of words, or else to numbers."""
    if not any(wordy) and len(natural) > 1:
        first = min(natural[0] * 1.3, width / len(natural))
        equal = (width - first) / (len(natural) - 1)
        if first >= natural[0] and equal >= max(natural[1:]):
            return [first, *[equal] * (len(natural) - 1)]
    rest = [j for j, words in enumerate(wordy) if words] or list(range(1, len(natural))) or [0]
    more = (width - fsum(natural)) / len(rest)
    return [w + (more if j in rest else 0) for j, w in enumerate(natural)]


def _title_and_hint(chart: Chart, width: Mm) -> tuple[FittedText, FittedText | None]:
    """Return the title of a chart, and its hint if the hint does not fit beside the title."""
    title = chart.title.upper()
    size, _ = fit_line(title, HEAD_FONT, TITLE_PT, width, tracking=TRACKING)
    block = FittedText((title,), HEAD_FONT, size, points(size) * 1.22)
    if not chart.hint or hint_room(chart, size, width) >= text_width(chart.hint, WORD_FONT, SMALLEST_PT):
        return block, None
    return block, FittedText(
        wrap_text(chart.hint, WORD_FONT, HINT_PT, width), WORD_FONT, HINT_PT, points(HINT_PT) * 1.22
    )


def hint_room(chart: Chart, title_pt: float, width: Mm) -> Mm:
    """Return the width left for the hint beside the title of a chart."""
    return width - text_width(chart.title.upper(), HEAD_FONT, title_pt, TRACKING) - points(8)
