"""The pages of the counter list: every counter with its faces, values and entry, in two or three columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pnp.draw.counter.listed_counter import (
    SOFT,
    CounterGroup,
    CounterList,
    ListedCounter,
    draw_listed_counter,
    listed_counter_height,
)
from pnp.draw.counter.reduced_face import readable_width
from pnp.draw.styled_lines import draw_line, set_runs
from pnp.fitting import fill_lines, fit_line
from pnp.impose.marks import head_line
from pnp.impose.page import Document, Page
from pnp.model.target import Paper, Target
from pnp.palette import ATTACKER, HEAD, INK, RULE
from pnp.scene import Group, Item, Matrix, Rect, Stroke, Text, line, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

NAME = "counter-manifest"
TOP: Mm = 13.0
SIDE: Mm = 13.0
FOOT: Mm = 14.0
"""Height of the foot of a page, which has its number."""
HEADING: Mm = points(18)
"""Height of the heading of a group."""
AFTER_GROUP: Mm = points(5)
TITLE_PT = 27
KICKER_PT, KICKER_SPACED = 9.5, points(0.16 * 9.5)
HEADING_SPACED: Mm = points(0.03 * 11)
FACES: tuple[Mm, ...] = (16.0, 14.0, 12.0, 10.5, 9.6)
"""The greatest widths of faces that are tried, as far as all texts of the faces can be read in them."""
COLUMNS = (2, 3)
"""The numbers of counters beside each other that are tried."""
AIR: tuple[Mm, ...] = (6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0)
"""The extra heights of a row that are tried, so that the last page is filled."""


def impose_counter_list(listing: CounterList, target: Target, paper: Paper) -> Document:
    """Return the counter list as a document, with an entry in its outline for each group of counters.

    Of the layouts in which all texts can be read and that need the fewest pages, it has the one with the largest
    faces, and with the highest rows.
    """
    pages = _ListPages(listing, target, paper)

    @cache
    def heights(face: Mm, column: Mm) -> Mapping[str, Mm]:
        """Return the height of each counter by its id: the layouts that differ in their air share them."""
        counters = (counter for group in listing.groups for counter in group.counters)
        return {counter.id: listed_counter_height(counter, column, face) for counter in counters}

    def rows(layout: _Layout) -> tuple[_PlacedRow, ...]:
        """Return the rows of the list in a layout."""
        return tuple(_placed_rows(listing, layout, heights(layout.face, layout.column), paper, pages.start))

    shown = {face for group in listing.groups for counter in group.counters for face in (counter.front, counter.back)}
    widest = max((face.width for face in shown), default=0.0)
    least = max((readable_width(face) for face in shown), default=0.0)
    faces = dict.fromkeys(min(max(face, least), widest) for face in FACES)
    tried = [_Layout(face, across, paper.width - 2 * SIDE) for face in faces for across in COLUMNS]
    tight = min(tried, key=lambda layout: _last_page(rows(layout)))
    layout = min((tight._replace(air=air) for air in AIR), key=lambda layout: _last_page(rows(layout)))
    for row in rows(layout):
        pages.add_row(row, layout)
    return Document(
        NAME,
        f"{listing.game}: {listing.title[:1].lower()}{listing.title[1:]}",
        pages.finish(),
        "long",
        tuple(pages.outline),
    )


class _Layout(NamedTuple):
    """The greatest width of a face, the number of counters beside each other, their width, and the air in each row."""

    face: Mm
    across: int
    width: Mm
    air: Mm = 0.0

    @property
    def column(self) -> Mm:
        """The width of one counter with its texts."""
        return self.width / self.across


class _PlacedRow(NamedTuple):
    """Counters beside each other: their page (from 0), and where they begin and end on it.

    `has_heading` says whether the heading of the group is above them.
    """

    group: CounterGroup
    counters: tuple[ListedCounter, ...]
    page: int
    top: Mm
    bottom: Mm
    has_heading: bool


def _placed_rows(
    listing: CounterList, layout: _Layout, heights: Mapping[str, Mm], paper: Paper, start: Mm
) -> Iterator[_PlacedRow]:
    """Yield the rows of all groups from top to bottom; the heading of a group is repeated on each page.

    `heights` are those of the counters, by their ids. The first page begins at `start`.
    """
    page, y = 0, start
    for group in listing.groups:
        for index in range(0, len(group.counters), layout.across):
            row = group.counters[index : index + layout.across]
            height = layout.air + max(heights[one.id] for one in row)
            needed = height if index else height + HEADING
            is_full = y + needed > paper.height - FOOT and y > start
            if is_full:
                page, y = page + 1, TOP
            has_heading = is_full or not index
            if has_heading:
                y = start = y + HEADING
            yield _PlacedRow(group, row, page, y, y + height, has_heading)
            y += height
        y += AFTER_GROUP


def _last_page(rows: Sequence[_PlacedRow]) -> int:
    """Return the number of the last page, from 0."""
    return rows[-1].page if rows else 0


class _ListPages:
    """The pages of a counter list, which are filled from top to bottom."""

    def __init__(self, listing: CounterList, target: Target, paper: Paper) -> None:
        """Begin the first page, with the title and the key."""
        self.outline: list[tuple[str, int]] = []
        self._listing, self._target, self._paper = listing, target, paper
        self._width = paper.width - 2 * SIDE
        self._finished: list[Page] = []
        self._items: list[Item] = []
        self._ids: list[str] = []
        self._y = TOP
        self._add_title()
        self._add_key()
        self.start = self._y
        """Where the counters of the first page begin."""

    def finish(self) -> tuple[Page, ...]:
        """Return all pages of the list, of which the last one is complete now."""
        self._finish_page()
        return tuple(self._finished)

    def add_row(self, row: _PlacedRow, layout: _Layout) -> None:
        """Add counters that are beside each other, with the heading of their group if they have one."""
        if row.page > len(self._finished):
            self._finish_page()
        if row.has_heading:
            self._add_heading(row.group, row.top - HEADING)
            if row.counters[0] is row.group.counters[0]:
                self.outline.append((row.group.heading, row.page))
        for number, counter in enumerate(row.counters):
            items, own = draw_listed_counter(counter, layout.column, layout.face)
            place = Matrix.place(SIDE + number * layout.column, row.top + (row.bottom - row.top - own) / 2)
            self._items.append(Group(items, place))
            self._ids.append(counter.id)
        self._items.append(_level(row.bottom, self._paper, Stroke(RULE, points(0.4))))

    def _finish_page(self) -> None:
        """Add the head and foot to the page, and begin the next one."""
        width, height = self._paper.width, self._paper.height
        whole = Rect(0, 0, width, height)
        number = len(self._finished) + 1
        if number > 1:
            self._items.append(self._running_head())
        y = height - FOOT + points(14)
        self._items.append(Text(SIDE, y, self._listing.title, "sans-medium", 7.8, SOFT))
        self._items.append(Text(width - SIDE, y + points(1), str(number), "condensed-bold", 11, INK, "end"))
        self._finished.append(Page(f"{NAME} {number}", width, height, whole, whole, tuple(self._items)))
        self._items, self._ids = [], []

    def _running_head(self) -> Item:
        """Return the head line of a page: the game, and the first and the last counter on the page."""
        inset = SIDE - self._target.margin
        ids = " – ".join(dict.fromkeys((self._ids[0], self._ids[-1])))
        words = (self._listing.game, self._listing.title)
        return Group(head_line(self._paper.width - 2 * inset, self._target, words, ids), Matrix.place(inset))

    def _add_title(self) -> None:
        """Add the title of the list above a heavy rule: the game, the title, and remarks on the right."""
        listing, right = self._listing, self._paper.width - SIDE
        kicker = " · ".join(filter(None, (listing.game, listing.subtitle))).upper()

        def measure(text: str) -> Mm:
            """Return the width of a part of the line above the title."""
            return text_width(text, "sans-semibold", KICKER_PT, KICKER_SPACED)

        for words in fill_lines(kicker.split(), self._width, measure):
            self._y += points(11)
            size, spaced = fit_line(words, "sans-semibold", KICKER_PT, self._width, tracking=KICKER_SPACED)
            y = self._y - points(2)
            self._items.append(Text(SIDE, y, words, "sans-semibold", size, ATTACKER, tracking=spaced))
        self._y += points(28)
        self._items.append(Text(SIDE, self._y - points(4), self._listing.title, "condensed-bold", TITLE_PT, INK))
        for number, words in enumerate(reversed(listing.remarks)):
            baseline = self._y - points(1 + 12 * number)
            self._items.append(Text(right, baseline, words, "sans-medium", 9, SOFT, "end"))
        self._y += points(5 + 1.1)
        self._items.append(_level(self._y, self._paper, Stroke(INK, points(2.2))))
        self._y += points(1.1 + 9)

    def _add_key(self) -> None:
        """Add the key of the signs in the list."""
        for words in set_runs(self._listing.key, self._width):
            self._items += draw_line(words, SIDE, self._y + points(8.6))
            self._y += points(11)
        self._y += points(4)

    def _add_heading(self, group: CounterGroup, y: Mm) -> None:
        """Add the heading of a group of counters, and how many there are."""
        box = Rect(SIDE, y, self._width, HEADING)
        self._items.append(rectangle(box, fill=HEAD))
        self._items.append(_level(box.y + points(0.6), self._paper, Stroke(INK, points(1.2))))
        self._items.append(_level(box.bottom - points(0.4), self._paper, Stroke(INK, points(0.8))))
        x, words = SIDE + points(4), group.heading.upper()
        baseline = box.centre[1] + cap_height("condensed-bold", 11) / 2 + points(0.2)
        size, spaced = fit_line(words, "condensed-bold", 11, self._width - points(40), tracking=HEADING_SPACED)
        self._items.append(Text(x, baseline, words, "condensed-bold", size, INK, tracking=spaced))
        x += text_width(words, "condensed-bold", size, spaced) + points(6)
        self._items.append(Text(x, baseline, f"{group.count:,}", "sans-semibold", 8.6, SOFT))


def _level(y: Mm, paper: Paper, stroke: Stroke) -> Item:
    """Return a horizontal line across the width of the list."""
    return line(SIDE, y, paper.width - SIDE, y, stroke)
