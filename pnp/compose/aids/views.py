"""What an aid is made of: views of data that know how much room they take before they are set.

A view measures itself for a width and a scale; rows of lists and tables can be padded to fill a page evenly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from pnp.compose.cell import GAP, PICTURE_GAP, Cell, Item, Line
from pnp.compose.crt import Chances
from pnp.compose.measure import height_of, width_of
from pnp.units import Mm, points

HAIR = points(0.4)
CELL_SIDES = points(4.4)
"""White and line at both sides of a cell of figures."""


@dataclass(frozen=True)
class Measured:
    """Height with unpadded rows, how many times padding is added to it, and the widths of the columns."""

    height: Mm
    pads: int = 0
    widths: tuple[Mm, ...] = ()


@dataclass(frozen=True)
class Column:
    """A column of a list: as wide as its widest cell, but at most `most`; `rest` columns share what is left."""

    rest: bool = False
    most: Mm = 40
    least: Mm = 0
    css: str = ""


@dataclass(frozen=True)
class Listing:
    """Rows of cells with hair lines between; `heads` may be empty."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    heads: tuple[Cell, ...] = ()
    kind: str = "listing"
    css: str = ""

    def widths(self, width: Mm, scale: float) -> tuple[Mm, ...]:
        """How wide each column is; an empty column takes no room."""
        lines = (self.heads, *self.rows) if self.heads else self.rows
        wide = [max(row[i].width(scale) for row in lines) for i in range(len(self.columns))]
        fixed = [
            0.0 if c.rest else min(max(w, c.least), c.most) + (GAP if w else 0)
            for c, w in zip(self.columns, wide, strict=True)
        ]
        if not self.columns[-1].rest and fixed[-1]:
            fixed[-1] -= GAP
        rests = {i: max(w, 1) for i, (c, w) in enumerate(zip(self.columns, wide, strict=True)) if c.rest}
        least = {i: GAP + max(row[i].narrowest(scale) for row in lines) for i in rests}
        shares = _share_out(width - sum(fixed), rests, least)
        return tuple(shares.get(i, f) for i, f in enumerate(fixed))

    def measure(self, width: Mm, scale: float) -> Measured:
        """See `Measured`."""
        widths = self.widths(width, scale)
        last = len(widths) - 1
        lines = (self.heads, *self.rows) if self.heads else self.rows
        height = points(1.2)
        for row in lines:
            height += HAIR + max(
                one.height(w - (GAP if i < last else 0), scale)
                for i, (one, w) in enumerate(zip(row, widths, strict=True))
            )
        return Measured(height, 2 * len(lines), widths)


def _share_out(room: Mm, wide: dict[int, Mm], least: dict[int, Mm]) -> dict[int, Mm]:
    """Room for columns that share it by the roots of their widths, none with less than it cannot do without, nor with
    more than it needs while another has to break its lines.
    """
    shares: dict[int, Mm] = {}
    while wide:
        whole = sum(w**0.5 for w in wide.values())
        offered = {i: room * w**0.5 / whole for i, w in wide.items()}
        settled = {i: least[i] for i, offer in offered.items() if offer < least[i]}
        if not settled:
            settled = {i: w + GAP for i, w in wide.items() if offered[i] > w + GAP}
        if not settled or len(settled) == len(wide):
            return shares | offered
        shares |= settled
        room -= sum(settled.values())
        wide = {i: w for i, w in wide.items() if i not in settled}
    return shares


@dataclass(frozen=True)
class Grid:
    """A table with heads above and at the left, its figures centred in equal columns."""

    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Line, tuple[Line, ...]], ...]
    head_look: str = "column"
    kind: str = "grid"

    def widths(self, width: Mm, scale: float) -> tuple[Mm, ...]:
        """Label column by its text; all others alike if they can be, else by their widest word."""
        label = max(width_of(self.corner, "label", scale), *(row[0].width(scale) for row in self.rows))
        label = min(label + 2 * GAP if label else 0, width * 0.4)
        wide = [
            CELL_SIDES
            + max(
                *(row[1][i].width(scale) for row in self.rows),
                *(width_of(word, self.head_look, scale) for word in head.split()),
            )
            for i, head in enumerate(self.heads)
        ]
        alike = (width - label) / len(wide)
        if max(wide) <= alike or sum(wide) > width - label:
            return (label, *([alike] * len(wide)))
        return (label, *(w + (width - label - sum(wide)) / len(wide) for w in wide))

    def measure(self, width: Mm, scale: float) -> Measured:
        """See `Measured`."""
        label, *others = self.widths(width, scale)
        height = points(2.8) + max(
            height_of(self.corner, "label", label - GAP, scale),
            *(
                height_of(head, self.head_look, room - CELL_SIDES, scale)
                for head, room in zip(self.heads, others, strict=True)
            ),
        )
        for name, lines in self.rows:
            tallest = max(line.height(room - CELL_SIDES, scale) for line, room in zip(lines, others, strict=True))
            height += HAIR + max(tallest, name.height(label - GAP, scale))
        return Measured(height, 2 * (len(self.rows) + 1), (label, *others))


@dataclass(frozen=True)
class Part:
    """One result in a cell of a combat results table: its text, its CSS class, and whether it is printed boxed."""

    text: str
    css: str
    worst: bool = False


@dataclass(frozen=True)
class Results:
    """A combat results table: its cells, and whether each is marked as reconstructed; below them the attack needed and
    how often each side suffers. A cell has two parts if the data divides it by a slash, otherwise one.
    """

    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[tuple[Part, ...], bool], ...]], ...]
    needed: tuple[str, ...]
    chances: tuple[tuple[str, str, tuple[tuple[Chances, tuple[str, ...]], ...]], ...]
    kind: str = "results"

    def measure(self, width: Mm, scale: float) -> Measured:
        """See `Measured`."""
        count = len(self.heads)
        label = min(points(76) * scale, width * 0.2)
        foot = points(16.2) * ((1 if self.needed else 0) + len(self.chances)) * max(1, scale)
        height = points(4.5) + points(22) * scale + points(19.6) * scale * len(self.rows) + foot
        return Measured(height, 2 * len(self.rows), (label, *([(width - label) / count] * count)))


@dataclass(frozen=True)
class Key:
    """Short explanations in columns of equal width: a sign, its colour, and what it means."""

    entries: tuple[Line, ...]
    across: int
    kind: str = "key"

    def columns(self, width: Mm, scale: float) -> tuple[tuple[Line, ...], ...]:
        """The entries parted into columns, in order, the tallest as low as can be."""
        room = (width - (self.across - 1) * KEY_GAP) / self.across
        heights = [entry.height(room, scale) + KEY_LEAD for entry in self.entries]
        for limit in sorted({sum(heights[i:j]) for i in range(len(heights)) for j in range(i + 1, len(heights) + 1)}):
            columns: list[list[Line]] = [[]]
            used = 0.0
            for entry, height in zip(self.entries, heights, strict=True):
                if columns[-1] and used + height > limit + 1e-6:
                    columns.append([])
                    used = 0
                columns[-1].append(entry)
                used += height
            if len(columns) <= self.across:
                return tuple(map(tuple, columns))
        return (self.entries,)

    def measure(self, width: Mm, scale: float) -> Measured:
        """See `Measured`."""
        columns = self.columns(width, scale)
        room = (width - (self.across - 1) * KEY_GAP) / self.across
        tallest = max(sum(entry.height(room, scale) + KEY_LEAD for entry in column) for column in columns)
        return Measured(tallest, 0, (room,) * len(columns))


KEY_GAP: Mm = points(13)
KEY_LEAD: Mm = points(1)


@dataclass(frozen=True)
class Notes:
    """Paragraphs in small type."""

    lines: tuple[Line, ...]
    kind: str = "notes"

    def measure(self, width: Mm, scale: float) -> Measured:
        """See `Measured`."""
        lead = points(3) * (len(self.lines) - 1)
        return Measured(sum(line.height(width, scale) for line in self.lines) + lead)


@dataclass(frozen=True)
class Picture:
    """Drawings side by side: names of their scenes, and sizes, which do not change with the scale."""

    drawings: tuple[tuple[str, Mm, Mm], ...]
    kind: str = "picture"

    def measure(self, width: Mm, scale: float) -> Measured:
        """See `Measured`."""
        return Measured(max(height for _, _, height in self.drawings))


@dataclass(frozen=True)
class Gallery:
    """Small drawings with words beside them, in columns of equal width, filled row by row."""

    items: tuple[Item, ...]
    across: int
    kind: str = "gallery"

    def rows(self) -> tuple[tuple[Item, ...], ...]:
        """The items, row by row."""
        return tuple(self.items[i : i + self.across] for i in range(0, len(self.items), self.across))

    def measure(self, width: Mm, scale: float) -> Measured:
        """See `Measured`."""
        room = (width - (self.across - 1) * KEY_GAP) / self.across
        height = 0.0
        for row in self.rows():
            height += max(max(i.height * scale + PICTURE_GAP, i.line.height(room - i.wide(scale), scale)) for i in row)
        return Measured(height, 2 * len(self.rows()), (room,) * self.across)


View: TypeAlias = Listing | Grid | Results | Key | Notes | Picture | Gallery


@dataclass(frozen=True)
class Block:
    """A heading with the views under it. `mark` says that what it shows is reconstructed."""

    title: str
    hint: str = ""
    mark: bool = False
    views: tuple[View, ...] = field(default_factory=tuple)

    def is_marked(self) -> bool:
        """Is anything in it marked as reconstructed?"""
        return self.mark or any(_is_marked(view) for view in self.views)


def _is_marked(view: View) -> bool:
    if isinstance(view, Results):
        return any(mark for _, cells in view.rows for _, mark in cells)
    return any(line.mark for line in _lines(view))


def _lines(view: View) -> Iterator[Line]:
    match view:
        case Listing():
            yield from (line for row in (view.heads, *view.rows) for one in row for line in one.lines)
        case Grid():
            yield from (line for _, cells in view.rows for line in cells)
        case Key():
            yield from view.entries
        case Notes():
            yield from view.lines
        case Gallery():
            yield from (item.line for item in view.items)
        case Results() | Picture():
            pass
