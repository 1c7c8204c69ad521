"""Checks of pages by their marks: pages that are missing, out of order or inserted, and changed contents."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

import numpy as np

from pnp.findings import Finding
from pnp.impose.page import Page
from pnp.message import join_words
from pnp.preflight.page_findings import first_few, page_finding, preflight_check
from pnp.preflight.page_mark import PageLook, PageMark
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.pdf_file import PdfFile, page_of_another_size
from pnp.scene import Point
from pnp.spot import Spot
from pnp.units import Mm

_AGAIN = "build or download the file again"
_WHITE = 252
"""The grey of a blank square in the look of a page."""


@preflight_check("P032")
def page_missing_or_misplaced(file: PdfFile) -> Iterator[Finding]:
    """A page is missing, occurs twice, is out of order, or does not belong to the file.

    Each page of pnp carries a mark that says which page of which file it is. In a kit's folder, pages without marks are
    recognised by their thumbnails. A file may also consist of several whole files that were joined.
    """
    marks = [page.mark for page in file.pages]
    if not any(marks):
        return
    pages_of: dict[tuple[str, str], list[int | None]] = defaultdict(lambda: [None] * len(marks))
    for index, mark in enumerate(marks):
        if mark is not None:
            pages_of[mark.file, mark.edition][index] = mark.number
    counts = {(mark.file, mark.edition): mark.count for mark in marks if mark is not None}
    main = max(pages_of, key=lambda key: sum(number is not None for number in pages_of[key]))
    whole = {key for key in pages_of if key == main or set(pages_of[key]) - {None} == set(range(1, counts[key] + 1))}
    for key in whole:
        yield from misplaced_pages(file.name, key[0], pages_of[key], counts[key])
    for page, mark in zip(file.pages, marks, strict=True):
        if mark is None:
            wrong = f"this page is not one of the pages of {main[0]}.pdf: it carries no mark of pnp"
            yield page_finding("P032", file.name, page.number, wrong, _AGAIN)
        elif (mark.file, mark.edition) not in whole:
            wrong = f"this is page {mark.number} of {mark.file}.pdf, not a page of {main[0]}.pdf"
            if mark.file == main[0]:
                wrong = f"this is page {mark.number} of another edition of {mark.file}.pdf"
            yield page_finding("P032", file.name, page.number, wrong, _AGAIN)


def misplaced_pages(name: str, of: str, numbers: Sequence[int | None], count: int) -> Iterator[Finding]:
    """Yield findings on pages of a file that are missing, occur twice or are out of order.

    `numbers` says for each page of the file which of the `count` pages of the file `of` it is; None if it is none of
    them.
    """
    missing = sorted(set(range(1, count + 1)).difference(number for number in numbers if number is not None))
    if missing:
        pages = f"page {missing[0]} of {of}.pdf is" if len(missing) == 1 else f"pages {spans(missing)} of {of}.pdf are"
        yield Finding("P032", Spot(name), f"{pages} missing", _AGAIN)
    first_place: dict[int, int] = {}
    for place, number in enumerate(numbers, 1):
        if number is not None and number in first_place:
            wrong = f"this is page {number} of {of}.pdf again, which is also page {first_place[number]} here"
            yield page_finding("P032", name, place, wrong, _AGAIN)
        elif number is not None:
            first_place[number] = place
    displaced = [
        number for number, expected in zip(first_place, sorted(first_place), strict=True) if number != expected
    ]
    in_order = _longest_rising([*first_place])
    moved = [number for number in first_place if number not in in_order]
    many = 2 * len(moved)  # one page that was moved displaces all pages between its old and its new place
    for number, place in first_place.items():
        if number in (displaced if len(displaced) <= many else moved):
            wrong = f"the pages are out of order: this is page {number} of {of}.pdf"
            yield page_finding("P032", name, place, wrong, _AGAIN)


def _longest_rising(numbers: Sequence[int]) -> set[int]:
    """Return the numbers of the longest rising sequence within a sequence of different numbers.

    >>> sorted(_longest_rising([1, 3, 2, 4]))
    [1, 2, 4]
    """
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for number in numbers:
        at = bisect_left(ends, number)
        before[number] = ends[at - 1] if at else None
        ends[at : at + 1] = [number]
    found: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        found.add(last)
        last = before[last]
    return found


def spans(numbers: Sequence[int]) -> str:
    """Return rising numbers as text.

    >>> spans([2, 3, 4, 7, 9])
    '2-4, 7 and 9'
    """
    groups: list[list[int]] = []
    for number in numbers:
        if groups and groups[-1][-1] == number - 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    words = [f"{group[0]}-{group[-1]}" if len(group) > 1 else str(group[0]) for group in groups]
    return join_words(words)


@preflight_check("P034")
def text_changed(file: PdfFile, looks: Mapping[int, PageLook]) -> Iterator[Finding]:
    """The texts of a page differ from those that it had when pnp made it.

    A page without any text is not reported, because some programs turn letters into outlines; P031 compares how it
    looks.
    """
    for page, _, made, now in _compared(file, looks):
        if not now.texts or "".join(now.texts) == "".join(made.texts):
            continue
        before, after = Counter(made.texts), Counter(now.texts)
        parts = (("lacks", before - after), ("has in addition", after - before))
        words = [
            f"{verb} {first_few(map(_quoted, _in_order(more, texts)))}"
            for (verb, more), texts in zip(parts, (made.texts, now.texts), strict=True)
            if more
        ]
        wrong = f"the page {' and '.join(words) if words else 'has its texts in other places'}"
        yield page_finding("P034", file.name, page.number, wrong, _AGAIN)


def _in_order(more: Counter[str], texts: Sequence[str]) -> Iterator[str]:
    """Yield the texts that are in `more`, each once, in the order in which the page has them."""
    yield from (text for text in dict.fromkeys(texts) if more[text])


def _quoted(text: str) -> str:
    """Return a text in quotes; of a long one only the beginning."""
    return repr(text if len(text) <= 24 else f"{text[:22]}…")


@preflight_check("P031")
def page_looks_different(
    file: PdfFile,
    looks: Mapping[int, PageLook],
    more: Mapping[int, Sequence[Point]] | None = None,
    imposed: Mapping[int, Page] | None = None,
) -> Iterator[Finding]:
    """A page looks different from the page that was made.

    It is compared with the small picture in its mark, and in a kit's folder with its thumbnail, if its file was
    changed. There the finding names the pieces that look different.
    """
    changed: dict[int, list[Point]] = {number: list(points) for number, points in (more or {}).items()}
    for page, mark, made, now in _compared(file, looks):
        points = now.changed_squares(made, mark.size, mark.renderer)
        if points is None:
            continue  # it has another size, which is a finding of its own
        changed.setdefault(page.number, []).extend(points)
    for number, points in sorted(changed.items(), key=itemgetter(0)):
        if points:
            where = _where((imposed or {}).get(number), points, file.pages[number - 1])
            wrong = f"the page looks different from the page that was built: {where}"
            yield page_finding("P031", file.name, number, wrong, _AGAIN)


def _where(imposed: Page | None, points: Sequence[Point], page: WrittenPage) -> str:
    """Return which pieces contain these points of a page, or in which part of the page they lie."""
    faces = imposed.placements if imposed else ()
    hit = [f"{p.component} {p.facing}" for p in faces if any(p.box.holds(*point) for point in points)]
    if hit:
        return first_few(hit)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, foot = min(y for _, y in points), max(y for _, y in points)
    if right - left > page.width / 2 and foot - top > page.height / 2:
        return "all over the page"
    across = f"{max(left - 1, 0):.0f}-{right + 1:.0f} mm from the left"
    return f"{across} and {max(top - 1, 0):.0f}-{foot + 1:.0f} mm from the top"


def _compared(
    file: PdfFile, looks: Mapping[int, PageLook]
) -> Iterator[tuple[WrittenPage, PageMark, PageLook, PageLook]]:
    """Yield each page that was drawn with its mark, with what it showed when it was made, and what it shows now."""
    for page in file.pages:
        mark, now = page.mark, looks.get(page.number)
        if mark is None or now is None:
            continue
        made = mark.look or PageLook((), np.full_like(now.greys, _WHITE))
        yield page, mark, made, now


def check_marks(file: PdfFile, looks: Mapping[int, PageLook]) -> Iterator[Finding]:
    """Yield the findings about the marks of a file, except how its pages look."""
    yield from page_missing_or_misplaced(file)
    yield from text_changed(file, looks)
    sizes: list[tuple[Mm, Mm]] = [page.mark.size if page.mark else (page.width, page.height) for page in file.pages]
    yield from page_of_another_size(file, sizes)
