"""Contents of player aid blocks (lists, tables, explanations, drawings) that compute their own size.

A view measures itself for a width and a scale of type. Rows of lists and tables can be padded to fill a page evenly.
The template of a view has a macro with the name of its `kind`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import fsum
from typing import ClassVar

from pnp.compose.aids.cells import GAP, PICTURE_GAP, Cell, GalleryItem, Paragraph
from pnp.compose.aids.measure import height_of, width_of
from pnp.units import Mm, int_sum, points

HAIR = points(0.4)
CELL_SIDES = points(4.4)
"""White space and lines at both sides of a cell of figures."""
SPANNING_WORDS = 4
"""Equal cells side by side with at least this number of words are printed as one cell."""
KEY_GAP: Mm = points(13)
"""White space between two columns of a key or gallery."""
YIELDED = (1, 0.85, 0.7, 0.6, 0.5)
"""The shares of the width of its widest cell that are tried for a column that yields."""
LEAST_KEY: Mm = 33
"""The least width of one of several columns of a key."""
NOTES_LEAD: Mm = points(1)
"""White space between two paragraphs, beside the padding of both."""
KEY_LEAD: Mm = points(1)
"""White space below an entry of a key."""


@dataclass(frozen=True)
class Measured:
    """The height of a list, table or drawing, the number of places for padding, and its column widths."""

    height: Mm
    pads: int = 0
    widths: tuple[Mm, ...] = ()


class View(ABC):
    """A table, list, key or drawing of a block, printed by one template macro."""

    template: ClassVar[str] = "aids/views.html"
    kind: ClassVar[str]
    """The name of the macro, and the CSS class."""

    @abstractmethod
    def measure(self, width: Mm, scale: float) -> Measured:
        """Return the height and column widths of the table, list or drawing at this width and type scale."""

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield the paragraphs of the table or list that can have a mark for reconstructed values."""
        yield from ()

    def least_width(self, scale: float) -> Mm:
        """Return the width below which texts would lie on each other at this scale; 0 if any width does."""
        return 0.0

    def is_marked(self) -> bool:
        """Return whether a paragraph of the table or list is marked as reconstructed."""
        return any(paragraph.mark for paragraph in self.paragraphs())


@dataclass(frozen=True)
class ListColumn:
    """A column of a list, as wide as its widest cell from `least` to `most`.

    Columns with `rest` share the room that is left. A column that `yields` is narrower if that makes the list lower.
    """

    rest: bool = False
    yields: bool = False
    most: Mm = 40
    least: Mm = 0
    css: str = ""


CASE_COLUMN = ListColumn(most=16, css="case-number")
"""The column of case numbers at the right of a list."""


@dataclass(frozen=True)
class ListView(View):
    """Rows of cells with hair lines between them; `heads` may be empty."""

    kind: ClassVar[str] = "listing"
    columns: tuple[ListColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    heads: tuple[Cell, ...] = ()
    css: str = ""

    def widths(self, width: Mm, scale: float) -> tuple[Mm, ...]:
        """Return the width of each column of the list; 0 for an empty column."""
        if not any(column.yields for column in self.columns):
            return self._widths(width, scale, 1)
        tried = [self._widths(width, scale, share) for share in YIELDED]
        return min(tried, key=lambda widths: self._height(widths, scale))

    def _widths(self, width: Mm, scale: float, share: float) -> tuple[Mm, ...]:
        """Return the width of each column if columns that yield have this share of the width of their widest cell."""
        lines = (self.heads, *self.rows) if self.heads else self.rows
        wide = [max(row[i].width(scale) for row in lines) for i in range(len(self.columns))]
        narrowed = [w * share if c.yields else w for c, w in zip(self.columns, wide, strict=True)]
        fixed = [
            0.0 if c.rest else min(max(w, c.least), c.most) + (GAP if w else 0)
            for c, w in zip(self.columns, narrowed, strict=True)
        ]
        if not self.columns[-1].rest and fixed[-1]:
            fixed[-1] -= GAP
        rests = {i: max(w, 1) for i, (c, w) in enumerate(zip(self.columns, wide, strict=True)) if c.rest}
        least = {i: GAP + max(row[i].least_width(scale) for row in lines) for i in rests}
        shares = _share_room(width - fsum(fixed), rests, least)
        return tuple(shares.get(i, f) for i, f in enumerate(fixed))

    def measure(self, width: Mm, scale: float) -> Measured:
        """Return the height and the column widths of the list at this width and scale of type."""
        widths = self.widths(width, scale)
        lines = (self.heads, *self.rows) if self.heads else self.rows
        return Measured(self._height(widths, scale), 2 * len(lines), widths)

    def _height(self, widths: Sequence[Mm], scale: float) -> Mm:
        """Return the height of the list with columns of these widths."""
        last = len(widths) - 1
        lines = (self.heads, *self.rows) if self.heads else self.rows
        height = points(1.2)
        for row in lines:
            height += HAIR + max(
                one.height(w - (GAP if i < last else 0), scale)
                for i, (one, w) in enumerate(zip(row, widths, strict=True))
            )
        return height

    def least_width(self, scale: float) -> Mm:
        """Return the width of all columns together if their lines are broken at each blank."""
        lines = (self.heads, *self.rows) if self.heads else self.rows
        total = 0.0
        for i, column in enumerate(self.columns):
            wide = max(row[i].width(scale) for row in lines)
            broken = max(row[i].least_width(scale) for row in lines)
            total += broken if column.rest or column.yields else min(max(wide, column.least), column.most)
            total += GAP if wide and i < len(self.columns) - 1 else 0
        return total

    @staticmethod
    def spans(row: Sequence[Cell]) -> Iterator[tuple[int, Cell, int]]:
        """Yield the cells of a row with the index of their column and how many columns they span.

        Equal cells side by side are printed once if they have several words.
        """
        at = 0
        for cell, same in groupby(row):
            number = len(list(same))
            wordy = any(len(part.text.split()) >= SPANNING_WORDS for part in cell.paragraphs)
            for start in (at,) if wordy else range(at, at + number):
                yield start, cell, number if wordy else 1
            at += number

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield the paragraphs of the list; one that contains reconstructed values has a mark that says so."""
        yield from (paragraph for row in (self.heads, *self.rows) for one in row for paragraph in one.paragraphs)


def _share_room(room: Mm, wide: dict[int, Mm], least: dict[int, Mm]) -> dict[int, Mm]:
    """Divide the room among columns by the square root of `wide`, their width without line breaks.

    No column gets less than its `least` width. No column gets more than its width on one line while another one has to
    break its lines.
    """
    shares: dict[int, Mm] = {}
    while wide:
        whole = int_sum(w**0.5 for w in wide.values())
        offered = {i: room * w**0.5 / whole for i, w in wide.items()}
        settled = {i: least[i] for i, offer in offered.items() if offer < least[i]}
        if not settled:
            settled = {i: w + GAP for i, w in wide.items() if offered[i] > w + GAP}
        if not settled or len(settled) == len(wide):
            return shares | offered
        shares |= settled
        room -= fsum(settled.values())
        wide = {i: w for i, w in wide.items() if i not in settled}
    return shares


@dataclass(frozen=True)
class GridView(View):
    """A table with heads above and at the left, and figures centred in equal columns."""

    kind: ClassVar[str] = "grid"
    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Paragraph, tuple[Paragraph, ...]], ...]
    head_style: str = "column"

    def widths(self, width: Mm, scale: float) -> tuple[Mm, ...]:
        """Return the width of each column of a grid table; all but the first are equal if possible.

        The first column breaks its lines if the others would otherwise be narrower than their longest words.
        """
        label = max(width_of(self.corner, "label", scale), *(row[0].width(scale) for row in self.rows))
        label = min(label + 2 * GAP if label else 0, width * 0.4)
        wide = self._least_columns(scale)
        if label + fsum(wide) > width:
            words = (self.corner, *(row[0].text for row in self.rows))
            least = max(width_of(word, "label", scale) for text in words for word in (text.split() or [""])) + 2 * GAP
            label = min(label, max(least, width - fsum(wide)))
        equal = (width - label) / len(wide)
        if max(wide) <= equal or fsum(wide) > width - label:
            return (label, *([equal] * len(wide)))
        return (label, *(w + (width - label - fsum(wide)) / len(wide) for w in wide))

    def least_width(self, scale: float) -> Mm:
        """Return the width of all columns together if the heads and the words in cells break their lines."""
        words = (self.corner, *(row[0].text for row in self.rows))
        label = max(width_of(word, "label", scale) for text in words for word in (text.split() or [""]))
        return label + fsum(self._least_columns(scale, broken=True))

    def _least_columns(self, scale: float, *, broken: bool = False) -> list[Mm]:
        """Return the least width of each column but the first; `broken` words are on several lines, figures never."""

        def width(one: Paragraph) -> Mm:
            """Return the least width of a cell."""
            return one.least_width(scale) if broken and one.style != "figure" else one.width(scale)

        return [
            CELL_SIDES
            + max(
                *(width(row[1][i]) for row in self.rows),
                *(width_of(word, self.head_style, scale) for word in head.split()),
            )
            for i, head in enumerate(self.heads)
        ]

    def measure(self, width: Mm, scale: float) -> Measured:
        """Return the height and column widths of the grid table at this width and scale of type."""
        label, *others = self.widths(width, scale)
        height = points(2.8) + max(
            height_of(self.corner, "label", label - GAP, scale),
            *(
                height_of(head, self.head_style, room - CELL_SIDES, scale)
                for head, room in zip(self.heads, others, strict=True)
            ),
        )
        for name, figures in self.rows:
            tallest = max(one.height(room - CELL_SIDES, scale) for one, room in zip(figures, others, strict=True))
            height += HAIR + max(tallest, name.height(label - GAP, scale))
        return Measured(height, 2 * (len(self.rows) + 1), (label, *others))

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield the paragraphs of the grid table that can have a mark for reconstructed values."""
        yield from (figure for _, figures in self.rows for figure in figures)


@dataclass(frozen=True)
class KeyView(View):
    """Short explanations in columns of equal width: a sign, its colour and its meaning.

    `across` is the greatest number of columns. There are fewer if they would be too narrow to read.
    """

    kind: ClassVar[str] = "key"
    entries: tuple[Paragraph, ...]
    across: int

    def columns(self, width: Mm, scale: float) -> tuple[tuple[Paragraph, ...], ...]:
        """Return the explanations in columns; the order is kept, and the tallest column is as low as possible."""
        return self._arranged(width, scale)[1]

    def _arranged(self, width: Mm, scale: float) -> tuple[Mm, tuple[tuple[Paragraph, ...], ...]]:
        """Return the height and the columns of the arrangement that is lowest, and has as few columns as possible."""
        most = max(1, min(self.across, int((width + KEY_GAP) / (LEAST_KEY + KEY_GAP))))
        arranged = [self._in_columns(across, _key_room(width, across), scale) for across in range(1, most + 1)]
        return min(arranged, key=lambda one: (round(one[0], 3), len(one[1])))

    def _in_columns(self, across: int, room: Mm, scale: float) -> tuple[Mm, tuple[tuple[Paragraph, ...], ...]]:
        """Return the height and the columns of the explanations in at most `across` columns of this width."""
        heights = [entry.height(room, scale) + KEY_LEAD for entry in self.entries]
        for limit in sorted({fsum(heights[i:j]) for i in range(len(heights)) for j in range(i + 1, len(heights) + 1)}):
            columns: list[list[Paragraph]] = [[]]
            used = tallest = 0.0
            for entry, height in zip(self.entries, heights, strict=True):
                if columns[-1] and used + height > limit + 1e-6:
                    columns.append([])
                    used = 0
                columns[-1].append(entry)
                used += height
                tallest = max(tallest, used)
            if len(columns) == across:
                return tallest, tuple(map(tuple, columns))
        return fsum(heights) * across, (self.entries,)

    def measure(self, width: Mm, scale: float) -> Measured:
        """Return the height and column widths of the explanations at this width and scale of type."""
        tallest, columns = self._arranged(width, scale)
        return Measured(tallest, 0, (_key_room(width, len(columns)),) * len(columns))

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield the explanations, which can have marks for reconstructed values."""
        yield from self.entries


def _key_room(width: Mm, across: int) -> Mm:
    """Return the width of each of some columns of a key."""
    return (width - (across - 1) * KEY_GAP) / across


@dataclass(frozen=True)
class NotesView(View):
    """Paragraphs below each other."""

    kind: ClassVar[str] = "notes"
    lines: tuple[Paragraph, ...]

    def measure(self, width: Mm, scale: float) -> Measured:
        """Return the height and the column widths of the notes at this width and scale of type."""
        gaps = len(self.lines) - 1
        return Measured(fsum(line.height(width, scale) for line in self.lines) + NOTES_LEAD * gaps, 2 * gaps)

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield the notes, which can have marks for reconstructed values."""
        yield from self.lines


@dataclass(frozen=True)
class PictureView(View):
    """Drawings side by side: their names and sizes, which do not change with the scale of type.

    `gap` is the space between two drawings, and `below` the space under them.
    """

    kind: ClassVar[str] = "picture"
    drawings: tuple[tuple[str, Mm, Mm], ...]
    gap: Mm = 8.0
    below: Mm = 0.0

    def measure(self, width: Mm, scale: float) -> Measured:
        """Return the height of the drawings; it is the same at every scale of type."""
        return Measured(max(height for _, _, height in self.drawings) + self.below)


@dataclass(frozen=True)
class GalleryView(View):
    """Small drawings with words beside them, in columns of equal width, filled row by row."""

    kind: ClassVar[str] = "gallery"
    items: tuple[GalleryItem, ...]
    across: int

    def rows(self) -> tuple[tuple[GalleryItem, ...], ...]:
        """Return the rows of the gallery, each with its small drawings."""
        return tuple(self.items[i : i + self.across] for i in range(0, len(self.items), self.across))

    def tallest_text(self, width: Mm) -> Mm:
        """Return the height of the highest text beside a drawing at scale 1."""
        room = (width - (self.across - 1) * KEY_GAP) / self.across
        return max(item.paragraph.height(room - item.drawings_width(1), 1) for item in self.items)

    def measure(self, width: Mm, scale: float) -> Measured:
        """Return the height and column widths of the gallery of drawings at this width and type scale."""
        room = (width - (self.across - 1) * KEY_GAP) / self.across
        height = 0.0
        for row in self.rows():
            height += max(
                max(i.height * scale + PICTURE_GAP, i.paragraph.height(room - i.drawings_width(scale), scale))
                for i in row
            )
        return Measured(height, 2 * len(self.rows()), (room,) * self.across)

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield the texts of the gallery, which can have marks for reconstructed values."""
        yield from (item.paragraph for item in self.items)
