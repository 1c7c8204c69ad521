"""Typesets a booklet whose boxes are measured first and then placed on pages.

WeasyPrint lays out the boxes on one very high page. The finished boxes are moved to their places on the pages of a
second document, which has only running heads and folios. So no box is divided, and only boxes that are tried in another
size are laid out again.
"""

from __future__ import annotations

import gc
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from pnp.compose.html_book import Flow
from pnp.compose.page_flow import (
    ALMOST_EMPTY,
    FOLDED,
    FlowPage,
    MeasuredBox,
    filled_share,
    flow_pages,
    furniture_html,
    list_column,
)
from pnp.findings import Finding, Refused
from pnp.message import clip
from pnp.spot import Spot
from pnp.units import Mm
from pnp.write.layout_engine import MovedBox, box_height, boxes_of_page, page_with_boxes

GALLEY: Mm = 500_000.0
"""The height of the page on which all boxes are laid out."""
ROLES = ("front", "passage", "band", "list-head", "entry")
SHRINKING = 1.9
"""The power of the type size to which the height of running text is proportional (measured on booklets)."""
SAFETY = 0.05
"""How much smaller than estimated the type is set, because a second attempt takes as long as the first."""
RUNNING = frozenset({"case", "text", "titled", "item", "question", "term"})
"""The kinds of blocks whose type becomes smaller."""
LINE = 1.316
"""The leading of the running text, in sizes of the type."""


class Changed(NamedTuple):
    """The boxes that another size changes: a selector that finds them, and which measured boxes they are."""

    selector: str
    changes: Callable[[MeasuredBox], bool]


RUNNING_TEXT = Changed(", ".join(f"[data-kind={kind}]" for kind in sorted(RUNNING)), lambda box: box.kind in RUNNING)
LIST_ENTRIES = Changed(".entry", lambda box: box.role == "entry")

Typesetter = Callable[..., Any]
"""Lays out an HTML text with style sheets, and returns the document of WeasyPrint."""


def placed_document(html: str, flow: Flow, spot: Spot, typeset: Typesetter) -> Any:  # noqa: ANN401 - no types
    """Return the pages of a booklet as a document of WeasyPrint.

    If smaller type probably saves a folded sheet, or a last page that is nearly empty, the booklet is set in it, and in
    the smallest one if that was not small enough. If a nearly empty last page only ends the index, an index with one
    more column is tried.
    `Refused` (W007) if a box is higher than a page.
    """
    size = flow.sizes[0]
    boxes = _lay_out(html, flow, size, typeset)
    measured = tuple(map(_measured, boxes))
    _refuse_high_boxes(boxes, measured, flow, spot)
    pages = flow_pages(measured, flow)
    smaller = _smaller_size(measured, pages, flow)
    if smaller is not None:
        for one in dict.fromkeys((smaller.size, min(flow.sizes))):
            boxes = _lay_out_again(boxes, RUNNING_TEXT, html, flow, one, typeset)
            measured = tuple(map(_measured, boxes))
            pages = flow_pages(measured, flow)
            if len(pages) <= smaller.pages:
                break
    elif _is_end_of_list(measured, pages, flow):
        narrow = replace(flow, list_columns=flow.list_columns + 1)
        again = _lay_out_again(list(boxes), LIST_ENTRIES, html, narrow, size, typeset)
        tried = tuple(map(_measured, again))
        shorter = flow_pages(tried, narrow)
        if len(shorter) < len(pages):
            boxes, measured, pages, flow = again, tried, shorter, narrow
    furniture = typeset(furniture_html(flow, pages))
    placed = [
        page_with_boxes(sheet, (MovedBox(boxes[number], x, y) for number, x, y in page.boxes))
        for sheet, page in zip(furniture.pages, pages, strict=True)
    ]
    return furniture.copy(placed)


def _lay_out(html: str, flow: Flow, size: float, typeset: Typesetter, only: str = "*") -> list[Any]:
    """Return the boxes of a booklet at a type size, as WeasyPrint has laid them out: those that a selector finds."""
    page = f"@page {{ size: {flow.width:.2f}mm {GALLEY:.0f}mm !important; margin: 0 !important }}"
    body = f"body.rules {{ font-size: {size:g}pt !important; line-height: {size * LINE:.2f}pt !important }}"
    entry = f".entry {{ width: {list_column(flow) + 1:.2f}mm !important }}"  # a millimetre for overhanging letters
    others = f"body > :not({only}) {{ display: none !important }}"
    return [box for sheet in typeset(html, page, body, entry, others).pages for box in _boxes_in(sheet)]


def _lay_out_again(
    boxes: list[Any], changed: Changed, html: str, flow: Flow, size: float, typeset: Typesetter
) -> list[Any]:
    """Return the boxes of a booklet at another size; only those that it changes are laid out again.

    `boxes` is emptied, so that those that are laid out again do not need their memory twice.
    """
    changes = [changed.changes(_measured(box)) for box in boxes]
    kept = iter([box for box, is_changed in zip(boxes, changes, strict=True) if not is_changed])
    boxes.clear()
    gc.collect()  # the boxes are cycles
    again = iter(_lay_out(html, flow, size, typeset, changed.selector))
    return [next(again if is_changed else kept) for is_changed in changes]


def _boxes_in(sheet: Any) -> list[Any]:  # noqa: ANN401
    """Return the boxes on a page that have a role, in order."""
    return [box for box in boxes_of_page(sheet) if box.element.get("class") in ROLES]


def _measured(box: Any) -> MeasuredBox:  # noqa: ANN401
    """Return the role, height and attributes of a box."""
    get = box.element.get
    return MeasuredBox(
        get("class"),
        box_height(box),
        get("data-kind") or "",
        bool(get("data-keep")),
        get("data-section") or "",
    )


def _refuse_high_boxes(boxes: Sequence[Any], measured: Sequence[MeasuredBox], flow: Flow, spot: Spot) -> None:
    """Raise `Refused` with a finding for each box that is higher than the text of a page."""
    found = []
    for box, one in zip(boxes, measured, strict=True):
        if one.role != "front" and one.height > flow.tall:
            words = clip(" ".join("".join(box.element.itertext()).split()))
            wrong = f"the part that begins {words!r} is higher than a page"
            found.append(Finding("W007", spot, wrong, "divide the paragraph, table or example"))
    if found:
        raise Refused(found)


def _is_end_of_list(measured: Sequence[MeasuredBox], pages: Sequence[FlowPage], flow: Flow) -> bool:
    """Return whether the last page is nearly empty, and has only the end of a list."""
    return (
        len(pages) > 1
        and {measured[one.number].role for one in pages[-1].boxes} <= {"list-head", "entry"}
        and filled_share(pages, measured, flow) <= ALMOST_EMPTY
    )


class SmallerSize(NamedTuple):
    """A smaller type size, and how many pages a booklet probably has in it."""

    size: float
    pages: int


def _smaller_size(measured: Sequence[MeasuredBox], pages: Sequence[FlowPage], flow: Flow) -> SmallerSize | None:
    """Return the largest size that probably saves a folded sheet, or else a nearly empty last page.

    None if no size does. No page of whole sheets is saved.
    """
    if len(pages) < 3 or len(pages) % FOLDED == 0:
        return None
    sizes = sorted((size for size in flow.sizes if size < flow.sizes[0]), reverse=True)

    @cache
    def count(size: float) -> int:
        """Return the estimated number of pages. Smaller type needs fewer lines, so heights shrink faster than it."""
        share = (size / flow.sizes[0]) ** SHRINKING
        scaled = [replace(one, height=one.height * share) if one.kind in RUNNING else one for one in measured]
        return len(flow_pages(scaled, flow))

    def largest(is_enough: Callable[[int], bool]) -> SmallerSize | None:
        """Return the largest size with such a number of pages, because smaller type never needs more pages."""
        index = bisect_left(sizes, True, key=lambda size: is_enough(count(size)))
        if index == len(sizes):
            return None
        return SmallerSize(max(sizes[index] - SAFETY, min(flow.sizes)), count(sizes[index]))

    sheet = largest(lambda number: -(-number // FOLDED) < -(-len(pages) // FOLDED))
    if sheet is None and filled_share(pages, measured, flow) <= ALMOST_EMPTY:
        return largest(lambda number: number < len(pages))
    return sheet
