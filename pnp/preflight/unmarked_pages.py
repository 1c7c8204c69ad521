"""Checks of files whose pages carry no marks of pnp: blank pages, printed page numbers, and the tiles of a map."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.findings import Finding, Severity
from pnp.message import join_words
from pnp.preflight.marked_pages import spans
from pnp.preflight.page_findings import page_finding, preflight_check
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.pdf_file import PdfFile
from pnp.spot import Spot
from pnp.units import Mm

_FOOT: Mm = 25
"""The height of the strips at the head and the foot of a page in which its number is."""
_LEAST_PAGES = 4
_MOST_OF_PAGES = 0.6
"""The share of the pages that have a number at the same height."""
_MOST_GAPS = 0.25
"""The share of the pages that may be out of order; if there are more, the numbers do not count pages."""
_TILE = re.compile(r"tile\s*([A-Z]+\d+)\s*\Z", re.IGNORECASE)
_NEIGHBOURS = re.compile(r"joins\s(.*)")
_NAME = re.compile(r"\b[A-Z]+\d+\b")


@preflight_check("P033")
def marks_missing(file: PdfFile) -> Iterator[Finding]:
    """No page of a file carries a mark of pnp, so that some things cannot be checked.

    Without marks, nothing says which pages belong to the file, in which order, whether backs lie behind their fronts,
    and what the pages showed when they were made. Another program has made the file, or has saved it without the marks.

    Severity: note.
    """
    if file.pages:
        backs = "" if any(page.side for page in file.pages) else "backs behind their fronts, "
        wrong = f"these could not be checked: the order of the pages, missing pages, {backs}and changes of content, "
        wrong += "because no page carries a mark of pnp"
        yield Finding("P033", Spot(file.name), wrong, severity=Severity.NOTE)


@preflight_check("P035")
def page_blank(file: PdfFile, blank: Sequence[int]) -> Iterator[Finding]:
    """Pages of a file are blank.

    That may be intended, for example behind a cover. In a file with marks of pnp, P031 reports a page that should not
    be blank.

    Severity: note.
    """
    if blank and len(blank) < len(file.pages):
        wrong = f"page {blank[0]} is blank" if len(blank) == 1 else f"pages {spans(blank)} are blank"
        yield Finding("P035", Spot(file.name), wrong, "check that nothing is missing there", Severity.NOTE)


@preflight_check("P036")
def page_number_out_of_order(file: PdfFile) -> Iterator[Finding]:
    """The printed number of a page does not follow that of the page before it.

    A page is missing, occurs twice, or is out of order. Numbers are page numbers if most pages of the file have one at
    the same height of the page, and most of them follow each other.

    Severity: warning.
    """
    heights: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for page in file.pages:
        for height, number in _numbers_at_edges(page):
            heights[height][page.number].append(number)
    found = max(heights.values(), key=len, default={})
    numbers = {place: of_page[0] for place, of_page in found.items() if len(of_page) == 1}
    if len(numbers) < max(_LEAST_PAGES, _MOST_OF_PAGES * len(file.pages)):
        return
    gaps = [
        (other, numbers[one], numbers[other])
        for one, other in pairwise(sorted(numbers))
        if numbers[other] - numbers[one] != other - one
    ]
    if len(gaps) > max(3, _MOST_GAPS * len(numbers)):
        return
    for place, before, number in gaps:
        wrong = f"the page has the number {number}, and the last page with a number before it has {before}"
        write = "check that no page is missing or in the wrong place"
        yield page_finding("P036", file.name, place, wrong, write, severity=Severity.WARNING)


def _numbers_at_edges(page: WrittenPage) -> Iterator[tuple[int, int]]:
    """Yield the whole numbers that stand alone at the head or the foot of a page, each with its height in mm."""
    for run in page.runs:
        text, (_, y) = run.text.strip(), run.middle
        if text.isdecimal() and len(text) <= 4 and run.seen and not _FOOT < y < page.height - _FOOT:
            yield round(y), int(text)


@preflight_check("P037")
def tile_missing(file: PdfFile) -> Iterator[Finding]:
    """A tile of a map is missing, although another tile of the file says that it joins it.

    Each tile of pnp says in its head line which it is, and which tiles it joins.
    """
    tiles: set[str] = set()
    joined: set[str] = set()
    for page in file.pages:
        for run in page.runs:
            if is_tile := _TILE.match(run.text.strip()):
                tiles.add(is_tile[1].upper())
            elif found := _NEIGHBOURS.search(run.text):
                joined.update(_NAME.findall(found[1]))
    missing = sorted(joined - tiles)
    if tiles and missing:
        wrong = f"tile {missing[0]} is" if len(missing) == 1 else f"tiles {join_words(missing)} are"
        yield Finding("P037", Spot(file.name), f"{wrong} missing", "print from the complete file")


def check_unmarked(file: PdfFile, blank: Sequence[int]) -> Iterator[Finding]:
    """Yield the findings about a file without marks. `blank` has the numbers of its pages without ink."""
    if not any(page.mark for page in file.pages):
        yield from marks_missing(file)
        yield from page_blank(file, blank)
        yield from page_number_out_of_order(file)
        yield from tile_missing(file)
