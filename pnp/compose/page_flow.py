"""Pages of a booklet made of measured boxes: where each box goes, with running heads and page numbers.

The body of such a book has these children, by their class: `front` (a title page as large as the paper), `passage` (in
the width of a column), `band` (in the width of the text, near the passage before it), `list-head` and `entry` (the head
and the entries of a list in narrow columns, such as an index). The attribute `data-kind` of a passage names the gap
above it, `data-keep` says that it stays with the next one, and `data-section` names its section for the running head.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, inf
from typing import NamedTuple

from markupsafe import Markup

from pnp.compose.html_book import Flow
from pnp.compose.placement import Band, FlowBlock, PlacedPage, TextArea, place_list, place_pages, without_tight_keeps
from pnp.compose.templating import environment
from pnp.fitting import shorten_line
from pnp.typography import dress
from pnp.units import Mm, int_sum, points

GAPS: Mapping[str, tuple[Mm, float]] = {
    "head": (points(15), 3),
    "subhead": (points(9), 2),
    "case": (points(5.6), 1),
    "text": (points(4.6), 0.8),
    "titled": (points(4.6), 0.8),
    "item": (points(2), 0.4),
    "list": (points(3.2), 0.5),
    "table": (points(6), 1),
    "example": (points(9), 1.6),
    "question": (points(7), 1),
    "term": (points(2.6), 0.5),
}
"""The gap above a block of each kind, and its share of the spare height of a column."""
# The measures of running heads and titles are those of `templates/style/flow.css`.
HEAD_FONT, HEAD_PT = "sans-semibold", 8.2
HEAD_ROOM, HEAD_SPACING = points(340), 0.02
TITLE_ROOM, TITLE_SPACING = points(160), 0.09
SHORT_BEGINNING: Mm = points(40)
"""The first block below a head stays with the next one if it is lower, so that no head is at the foot of a column."""
SHORT_END: Mm = points(42)
"""A paragraph at the end of a case, or before a list, looks lost at the head of a column if it is lower (3 lines)."""
CONTINUES = frozenset({"text", "item", "table"})
"""The kinds of blocks that continue the case of the block before them."""
HEADS = frozenset({"head", "subhead"})
"""The kinds of blocks that never end a column."""
TORN_KEPT, TORN, TORN_CASE, TORN_SECTION = 4000.0, 500.0, 50.0, 25.0
"""Costs of ending a column inside a short list, before a short paragraph that looks lost, elsewhere in a case, and
between two cases."""
UNDER_HEAD = (points(4), 0.15)
BAND_GAP: Mm = points(13)
LIST_GAP: Mm = points(14)
"""The gap between the columns of a list."""
LEAST_TAIL, TAIL_GAP = 0.6, points(26)
"""The least size of the picture at the end of a booklet, as a share of its full size, and the gap above it."""
VIGNETTE_GAP: Mm = points(12)
"""The gap between the text of a column and the picture at its foot."""
LEAST_GROWTH, MOST_GROWTH = 0.6, 1.3
"""The least and greatest size of a picture at the foot of a column, as a multiple of its usual size."""
WIDE_SHARE = 0.7
"""A wide picture is preferred to one in each column unless its area is less than this share of theirs."""
REPEATED = 0.4
"""How much better a picture must fill its place for each time that it was shown, as a share of the place."""
LEAST_LIST: Mm = points(150)
"""A list begins on the page before only if it has at least this height there."""
FOLDED = 4
"""The number of pages of a folded sheet."""
ALMOST_EMPTY = 0.3
"""A smaller type is tried if the last page is filled less than this."""


@dataclass(frozen=True, slots=True)
class MeasuredBox:
    """A box with its height; `role` is its class and `kind` its kind of block."""

    role: str
    height: Mm
    kind: str = ""
    keep: bool = False
    section: str = ""


class PlacedPicture(NamedTuple):
    """A picture at the foot of a column or of a page: its name, and the rectangle that it fills."""

    name: str
    x: Mm
    y: Mm
    width: Mm
    height: Mm


class PlacedBox(NamedTuple):
    """The number of a box, and where its top left corner goes on its page."""

    number: int
    x: Mm
    y: Mm


class FlowColumn(NamedTuple):
    """A column of a page: its left edge, where its text begins and ends, and its foot."""

    left: Mm
    top: Mm
    end: Mm
    foot: Mm


@dataclass(frozen=True)
class FlowPage:
    """A page: its boxes in reading order, its running head, and the hairlines between columns (x, y, height).

    `pictures` fill the empty feet of `columns`.
    """

    boxes: tuple[PlacedBox, ...]
    sections: tuple[str, ...] = ()
    hairlines: tuple[tuple[Mm, Mm, Mm], ...] = ()
    front: bool = False
    columns: tuple[FlowColumn, ...] = ()
    pictures: tuple[PlacedPicture, ...] = ()


def list_column(flow: Flow) -> Mm:
    """Return the width of a column of a list, such as an index."""
    return (flow.text - (flow.list_columns - 1) * LIST_GAP) / flow.list_columns


def flow_pages(boxes: Sequence[MeasuredBox], flow: Flow) -> tuple[FlowPage, ...]:
    """Return the pages of a booklet with these boxes; they are dense if that saves a folded sheet."""
    pages = _pages(boxes, flow, dense=False)
    if len(pages) % FOLDED == 0:
        return pages
    dense = _pages(boxes, flow, dense=True)
    return dense if -(-len(dense) // FOLDED) < -(-len(pages) // FOLDED) else pages


def _pages(boxes: Sequence[MeasuredBox], flow: Flow, *, dense: bool) -> tuple[FlowPage, ...]:
    """Return the pages of a booklet with these boxes."""
    fronts = [n for n, box in enumerate(boxes) if box.role == "front"]
    pages = [FlowPage((PlacedBox(n, 0, 0),), front=True) for n in fronts]
    columns, low = _text_pages(boxes, flow, len(pages) + 1, dense=dense)
    pages += columns
    head = next((n for n, box in enumerate(boxes) if box.role == "list-head"), None)
    if head is not None:
        pages = _with_list(boxes, head, flow, pages, low)
    if pages and flow.tail:
        free = flow.tall * (1 - filled_share(pages, boxes, flow)) - TAIL_GAP
        if free >= LEAST_TAIL * flow.tail_height:
            scale = min(1, free / flow.tail_height)
            width, height = scale * flow.text, scale * flow.tail_height
            place = flow.left(len(pages)) + (flow.text - width) / 2, flow.top + flow.tall - height
            tail = PlacedPicture(flow.tail, *place, width, height)
            pages[-1] = replace(pages[-1], columns=(), pictures=(tail,))
    return with_vignettes(pages, flow)


def _text_pages(boxes: Sequence[MeasuredBox], flow: Flow, first: int, *, dense: bool) -> tuple[list[FlowPage], Mm]:
    """Return the pages with the blocks and bands, and where the text of the last one ends (0: no such page)."""
    numbers = [n for n, box in enumerate(boxes) if box.role == "passage"]
    wide = [n for n, box in enumerate(boxes) if box.role == "band"]
    blocks = without_tight_keeps(flow_blocks([boxes[n] for n in numbers]), flow.tall)
    bands = [Band(boxes[n].height, max(0, int_sum(number < n for number in numbers) - 1)) for n in wide]
    if not blocks and not bands:
        return [], 0.0
    placed = place_pages(blocks, bands, TextArea(flow.tall, flow.tall, BAND_GAP), dense=dense)
    pages = []
    section = ""
    for number, page in enumerate(placed, first):
        left = flow.left(number)
        items = [PlacedBox(wide[band.number], left, flow.top + band.y) for band in page.bands]
        items += [
            PlacedBox(numbers[one.number], left + one.column * (flow.column + flow.gutter), flow.top + one.y)
            for one in page.blocks
        ]
        sections = tuple(dict.fromkeys(filter(None, (boxes[numbers[one.number]].section for one in page.blocks))))
        section = sections[-1] if sections else section
        line = (left + flow.column + flow.gutter / 2, flow.top + page.top, max(page.ends))
        lines = (line,) if page.blocks else ()
        top = flow.top + page.top
        columns = tuple(
            FlowColumn(left + side * (flow.column + flow.gutter), top, top + end, top + page.room)
            for side, end in enumerate(page.ends if page.blocks else ())
        )
        found_sections = sections or ((section,) if section else ())
        pages.append(FlowPage(tuple(sorted(items)), found_sections, lines, columns=columns))
    return pages, _low_end(placed[-1], bands)


def _low_end(page: PlacedPage, bands: Sequence[Band]) -> Mm:
    """Return how far below the top of the text everything on a page ends."""
    ends = [page.top + max(page.ends), *(band.y + bands[band.number].height for band in page.bands)]
    return max(ends)


def flow_blocks(boxes: Iterable[MeasuredBox]) -> tuple[FlowBlock, ...]:
    """Return blocks with the gaps above them; a block below a head is close to it, one below a table is not."""
    boxes = tuple(boxes)
    blocks: list[FlowBlock] = []
    before = ""
    for number, box in enumerate(boxes):
        is_first = before in HEADS
        above, stretch = UNDER_HEAD if is_first else GAPS.get(box.kind, GAPS["text"])
        if before == "table":
            above = max(above, GAPS["table"][0])
        tear = TORN_KEPT if box.keep else _tear(boxes[number + 1 : number + 3])
        keep = (box.keep and box.kind in HEADS) or (is_first and box.height < SHORT_BEGINNING)
        blocks.append(FlowBlock(box.height, above, stretch, keep, tear))
        before = box.kind
    return tuple(blocks)


def _tear(after: Sequence[MeasuredBox]) -> float:
    """Return the cost of ending a column before these boxes, the next two; a section should begin it."""
    if not after or after[0].kind in ("head", "example"):
        return 0.0
    if after[0].kind not in CONTINUES:
        return TORN_SECTION
    if after[0].kind == "text" and after[0].height < SHORT_END:
        ends = len(after) == 1 or after[1].kind not in CONTINUES
        if ends or after[1].kind in ("item", "table"):
            return TORN
    return TORN_CASE


def _with_list(
    boxes: Sequence[MeasuredBox], head: int, flow: Flow, pages: Sequence[FlowPage], low: Mm
) -> list[FlowPage]:
    """Return pages with a list after them; it begins on the last of them if that has enough room below `low`."""
    lines = [n for n, box in enumerate(boxes) if box.role == "entry"]
    above = low + points(18) if low else 0.0
    rest = flow.tall - above - boxes[head].height - points(6)
    needed = fsum(boxes[n].height for n in lines) / flow.list_columns * 1.15 + points(12)
    shared = bool(low) and rest >= min(LEAST_LIST, needed)
    if not shared:
        above, rest = 0.0, flow.tall - boxes[head].height - points(6)
    gaps = [points(3.4) if boxes[n].kind == "first" else 0.0 for n in lines]
    found, last = (list(pages[:-1]), pages[-1]) if shared else (list(pages), FlowPage(()))
    for count, columns in enumerate(
        place_list([boxes[n].height for n in lines], gaps, flow.list_columns, flow.tall, rest)
    ):
        left = flow.left(len(found) + 1)
        top = flow.top + (above + boxes[head].height + points(6) if not count else 0.0)
        items = [*last.boxes, PlacedBox(head, left, flow.top + above)] if not count else []
        for column, own in enumerate(columns):
            y = top
            for place, line in enumerate(own):
                y += gaps[line] if place else 0.0
                items.append(PlacedBox(lines[line], left + column * (list_column(flow) + LIST_GAP), y))
                y += boxes[lines[line]].height
        own_sections = (*(last.sections if not count else ()), boxes[head].section)
        found.append(FlowPage(tuple(items), own_sections, last.hairlines if not count else ()))
    return found


def with_vignettes(pages: Iterable[FlowPage], flow: Flow) -> tuple[FlowPage, ...]:
    """Return pages whose columns end with a picture if their feet are empty; a wide one fills the feet of both.

    A picture that was shown less often is preferred to one that fills its place a little better.
    """
    shown: Counter[str] = Counter()
    found = []
    for page in pages:
        pictures = _vignettes(page.columns, flow, shown) if page.columns else ()
        shown.update(picture.name for picture in pictures)
        found.append(replace(page, pictures=(*page.pictures, *pictures)))
    return tuple(found)


def _vignettes(columns: Sequence[FlowColumn], flow: Flow, shown: Mapping[str, int]) -> tuple[PlacedPicture, ...]:
    """Return the pictures at the feet of the columns of a page: one in each column, or a wide one."""
    both = columns[0]._replace(end=max(column.end for column in columns))
    wide = _vignette(both, flow.text, flow.column, flow, shown)
    own: list[PlacedPicture] = []
    for column in columns:
        seen = Counter(shown) + Counter(picture.name for picture in own)
        own += _vignette(column, flow.column, 0, flow, seen)
    return wide if _area(wide) > WIDE_SHARE * _area(own) else tuple(own)


def _area(pictures: Iterable[PlacedPicture]) -> float:
    """Return the area of pictures."""
    return fsum(picture.width * picture.height for picture in pictures)


def _vignette(
    column: FlowColumn, width: Mm, least_width: Mm, flow: Flow, shown: Mapping[str, int]
) -> tuple[PlacedPicture, ...]:
    """Return the best picture for a foot of this width, itself wider than `least_width`; none if none fits."""
    left, foot = column.left, column.foot
    room = foot - column.end - VIGNETTE_GAP
    best: tuple[float, tuple[PlacedPicture, ...]] = (-inf, ())
    for picture in flow.vignettes:
        scale = min(width / picture.width, room / picture.height, MOST_GROWTH)
        across, high = scale * picture.width, scale * picture.height
        if scale < LEAST_GROWTH or across <= least_width:
            continue
        score = across * high / (width * room) - REPEATED * shown.get(picture.name, 0)
        if score > best[0] + 1e-9:
            best = (score, (PlacedPicture(picture.name, left + (width - across) / 2, foot - high, across, high),))
    return best[1]


def filled_share(pages: Sequence[FlowPage], boxes: Sequence[MeasuredBox], flow: Flow) -> float:
    """Return the share of the last page that is filled, from its top to the end of its lowest box."""
    ends = [one.y + boxes[one.number].height - flow.top for one in pages[-1].boxes]
    return max(ends, default=0.0) / flow.tall


# ---------------------------------------------------------------- heads and feet


def furniture_html(flow: Flow, pages: Sequence[FlowPage]) -> str:
    """Return an HTML document with the running heads, folios and hairlines of all pages, one section each."""
    style = Markup(flow.style)  # noqa: S704 - our own files and colours
    rows = [
        {
            "number": number,
            "left": flow.left(number),
            "head": _shortened(dress(running_head(page.sections)), HEAD_ROOM, HEAD_SPACING),
            "front": page.front,
            "hairlines": page.hairlines,
            "pictures": page.pictures,
        }
        for number, page in enumerate(pages, 1)
    ]
    template = environment().get_template("rules/furniture.html")
    title = dress(flow.title)
    book = _shortened(title.upper(), TITLE_ROOM, TITLE_SPACING)
    return template.render(style=style, flow=flow, pages=rows, title=title, book=book, note=dress(flow.note))


def _shortened(words: str, room: Mm, spacing: float) -> str:
    """Return a running head or title in its room, given the letter spacing as a share of the size."""
    return shorten_line(words, HEAD_FONT, HEAD_PT, room, tracking=points(HEAD_PT * spacing))


def running_head(sections: Sequence[str]) -> str:
    """Return the running head of a page with these sections, such as `6.0–7.0 Movement · Combat`.

    >>> running_head(["6.0 Movement", "7.0 Combat"]), running_head(["Index"]), running_head(["9.0 End", "Rulings"])
    ('6.0–7.0 Movement · Combat', 'Index', '9.0 End · Rulings')
    """
    split = [section.partition(" ") for section in sections]
    numbers = [number for number, _, _ in split if number[:1].isdigit()]
    if len(numbers) < 2:
        return " · ".join(sections)
    titles = [
        title if number[:1].isdigit() else section for section, (number, _, title) in zip(sections, split, strict=True)
    ]
    return f"{numbers[0]}–{numbers[-1]} {' · '.join(titles)}"
