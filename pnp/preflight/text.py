"""Checks on the text of a written file: none lost, none moved, and on each component what its data says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from pnp.findings import Finding
from pnp.impose.page import Document, Page
from pnp.preflight.file import Written
from pnp.preflight.reading import Sheet
from pnp.preflight.register import on_page, preflight_check, some
from pnp.preflight.run import Run
from pnp.preflight.sheet import invert
from pnp.scene import Matrix, Point, Rect, Text, walk
from pnp.typeface import missing_letters, text_width
from pnp.units import Mm

Texts: TypeAlias = Mapping[tuple[str, str], Sequence[str]]
"""What is printed on each face: (component, `front` or `back`) -> its runs of text, in any order."""

MOVED: Mm = 0.05
"""How far text may be from its place in the drawing; numbers in a file are rounded."""
_CELL: Mm = 5


@preflight_check("P011")
def text_not_that_of_the_data(written: Written, document: Document, texts: Texts) -> Iterator[Finding]:
    """The text in a component's box, read back from the file, is not the text of its data.

    In published wargames one counter in a hundred is wrong after proof-reading by eye.
    """
    for sheet, page in zip(written.sheets, document.pages, strict=False):
        if not any((p.component, p.facing) in texts for p in page.placements):
            continue
        cells = _by_cell(sheet, page)
        for placement in page.placements:
            wanted = texts.get((placement.component, placement.facing))
            if wanted is None:
                continue
            found = Counter(_plain(run.text) for run in _inside(placement.box, cells))
            asked = Counter(filter(None, map(_plain, wanted)))
            if found != asked:
                parts = (("lacks", asked - found), ("has besides", found - asked))
                wrong = " and ".join(
                    f"{verb} {some(map(repr, sorted(more.elements())))}" for verb, more in parts if more
                )
                name = f"the {placement.facing} of {placement.component}"
                yield on_page("P011", written.name, sheet.number, f"{name} {wrong}")


@preflight_check("P013")
def text_lost_or_moved(written: Written, document: Document) -> Iterator[Finding]:
    """Text of an imposed page is not in the written file, or not at its place."""
    for sheet, page in zip(written.sheets, document.pages, strict=False):
        there: dict[str, list[Point]] = {}
        for run in sheet.runs:
            there.setdefault(_plain(run.text), []).append(run.start)
        lost = [text for text, start in _texts(page) if not _take(there.get(_plain(text), []), start)]
        if lost:
            wrong = f"text is lost or moved: {some(map(repr, lost))}"
            yield on_page("P013", written.name, sheet.number, wrong)


@preflight_check("P014")
def letter_that_the_font_lacks(name: str, document: Document) -> Iterator[Finding]:
    """A font has no such letter; a box would be printed in its place."""
    for number, page in enumerate(document.pages, 1):
        used: dict[str, set[str]] = {}
        for item, _ in walk((*page.art, *page.marks)):
            if isinstance(item, Text):
                used.setdefault(item.font, set()).update(item.text)
        for font, letters in sorted(used.items()):
            missing = missing_letters("".join(sorted(letters)), font)
            if missing:
                yield on_page("P014", name, number, f"font {font} has no {some(map(repr, missing))}")


def _plain(text: str) -> str:
    """Text without its spaces, which a file may keep as moves."""
    return "".join(text.split())


def _texts(page: Page) -> Iterator[tuple[str, Point]]:
    """Every run of text of a page and where its baseline starts."""
    for item, matrix in walk((*page.art, *page.marks)):
        if isinstance(item, Text) and item.text.strip():
            back = 0.0
            if item.anchor != "start":
                width = text_width(item.text, item.font, item.size_pt, item.tracking)
                back = width if item.anchor == "end" else width / 2
            start = Matrix.place(item.x, item.y, turn=item.turn).apply((-back, 0)) if back else (item.x, item.y)
            yield item.text, matrix.apply(start)


def _take(points: list[Point], wanted: Point) -> bool:
    """Take one of the points that is at the place wanted; false if none is."""
    for index, (x, y) in enumerate(points):
        if abs(x - wanted[0]) <= MOVED and abs(y - wanted[1]) <= MOVED:
            del points[index]
            return True
    return False


def _by_cell(sheet: Sheet, page: Page) -> dict[tuple[int, int], list[tuple[Point, Run]]]:
    """The visible runs of a page by where their middles are, once the correction for the printer is undone."""
    back = invert(page.correction)
    cells: dict[tuple[int, int], list[tuple[Point, Run]]] = {}
    for run in sheet.runs:
        if run.seen:
            x, y = back.apply(run.middle)
            cells.setdefault((int(x // _CELL), int(y // _CELL)), []).append(((x, y), run))
    return cells


def _inside(box: Rect, cells: dict[tuple[int, int], list[tuple[Point, Run]]]) -> Iterator[Run]:
    for across in range(int(box.x // _CELL), int(box.right // _CELL) + 1):
        for down in range(int(box.y // _CELL), int(box.bottom // _CELL) + 1):
            for (x, y), run in cells.get((across, down), ()):
                if box.x <= x <= box.right and box.y <= y <= box.bottom:
                    yield run
