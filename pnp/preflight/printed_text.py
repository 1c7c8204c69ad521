"""Checks of printed text: nothing is lost, moved or cut off, and each face has the text of its data."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from pnp.extent import moved_extent, points_extent
from pnp.findings import Finding
from pnp.impose.page import Document, Page
from pnp.preflight.page_findings import first_few, page_finding, preflight_check
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.pdf_file import PdfFile, short_text
from pnp.preflight.text_run import CAPITAL, NOWHERE, TextRun, common, invert, lies_in
from pnp.scene import Group, Item, Matrix, Point, Rect, Scene, Text, Use
from pnp.typeface import missing_letters, text_width
from pnp.units import MM_PER_POINT, Mm

Texts: TypeAlias = Mapping[tuple[str, str], Sequence[str]]
"""The text on each face: (component, `front` or `back`) -> its runs of text, in any order."""

CUT_OFF: Mm = 0.1
"""The width of a text that may be cut off without a finding; the boxes of letters are not exact."""
MOVED: Mm = 0.05
"""The distance by which a text may be out of place; numbers in a file are rounded."""
_CELL: Mm = 5
_NEAR: Mm = 1
"""Texts farther outside a clip than this are left out."""


@preflight_check("P011")
def text_differs_from_data(file: PdfFile, document: Document, texts: Texts) -> Iterator[Finding]:
    """The text printed on a component, read back from the file, differs from the game data.

    This is a fault of pnp: report it.
    """
    for sheet, page in zip(file.pages, document.pages, strict=False):
        for wrong in face_faults(sheet, page, texts):
            yield page_finding("P011", file.name, sheet.number, wrong)


def face_faults(sheet: WrittenPage, page: Page, texts: Texts) -> Iterator[str]:
    """Yield a message for each face on a page whose printed texts differ from its data."""
    if not any((p.component, p.facing) in texts for p in page.placements):
        return
    cells = _runs_by_square(sheet, page)
    for placement in page.placements:
        wanted = texts.get((placement.component, placement.facing))
        if wanted is None:
            continue
        found = Counter(_without_spaces(run.text) for run in _runs_in_box(placement.box, cells))
        asked = Counter(filter(None, map(_without_spaces, wanted)))
        if found != asked:
            parts = (("lacks", asked - found), ("has in addition", found - asked))
            wrong = " and ".join(
                f"{verb} {first_few(map(repr, sorted(more.elements())))}" for verb, more in parts if more
            )
            yield f"the {placement.facing} of {placement.component} {wrong}"


@preflight_check("P013")
def text_lost_or_moved(file: PdfFile, document: Document) -> Iterator[Finding]:
    """Text of a sheet that pnp made is missing from the file, or is out of place.

    This is a fault of pnp: report it.
    """
    known: _TextCache = {}
    for sheet, page in zip(file.pages, document.pages, strict=False):
        there: dict[str, list[Point]] = {}
        for run in sheet.runs:
            there.setdefault(_without_spaces(run.text), []).append(run.start)
        seen = _visible_texts((*page.art, *page.marks), Matrix(), None, known)
        lost = [text for text, start, _ in seen if not _remove_near(there.get(_without_spaces(text), []), start)]
        if lost:
            wrong = f"text is lost or moved: {first_few(map(repr, lost))}"
            yield page_finding("P013", file.name, sheet.number, wrong)


@preflight_check("P014")
def letter_that_the_font_lacks(name: str, document: Document) -> Iterator[Finding]:
    """A finished file has a letter that is missing from its font; an empty box would be printed in its place.

    D004 and R010 report such letters in the data before a file is made.
    """
    known: dict[Scene, dict[str, frozenset[str]]] = {}
    for number, page in enumerate(document.pages, 1):
        for font, letters in sorted(_letters_by_font((*page.art, *page.marks), known).items()):
            missing = missing_letters("".join(sorted(letters)), font)
            if missing:
                yield page_finding(
                    "P014", name, number, f"the font {font} lacks the letters {first_few(map(repr, missing))}"
                )


@preflight_check("P017")
def text_cut_off(file: PdfFile) -> Iterator[Finding]:
    """Text of a book is cut off: part of it lies outside its column or its page.

    Readers cannot know that words are missing. Causes are tables with too many columns, long lines of code, and lists
    in lists. For example, write two tables of 7 columns instead of one of 14.
    """
    for sheet in file.pages:
        lost = [run for run in sheet.runs if not run.windowed and not run.is_whole(CUT_OFF)]
        if lost:
            wrong = f"text is cut off at the edge of its column or page: {first_few(map(short_text, lost))}"
            write = "make the table, the line of code or the list narrower"
            yield page_finding("P017", file.name, sheet.number, wrong, write)


def _letters_by_font(items: Iterable[Item], known: dict[Scene, dict[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    """Return, for each font name, the letters that items of a drawing show in this font.

    `known` is a cache of scenes.
    """
    used: dict[str, set[str]] = {}
    for item in items:
        if isinstance(item, Text):
            used.setdefault(item.font, set()).update(item.text)
            continue
        inner: dict[str, frozenset[str]] = {}
        if isinstance(item, Group):
            inner = _letters_by_font(item.items, known)
        elif isinstance(item, Use):
            if item.scene not in known:
                known[item.scene] = _letters_by_font(item.scene.items, known)
            inner = known[item.scene]
        for font, letters in inner.items():
            used.setdefault(font, set()).update(letters)
    return {font: frozenset(letters) for font, letters in used.items()}


def _without_spaces(text: str) -> str:
    """Return a text without its spaces, because a file may write a space as a move."""
    return "".join(text.split())


class _PlacedText(NamedTuple):
    """A text of a drawing, the start of its baseline, and the box around its letters."""

    text: str
    start: Point
    box: Rect


class _SceneTexts(NamedTuple):
    """The texts of a scene in its own coordinates, and the table of their boxes.

    `around` is the box around them, `least` the least width or height of the box of a text.
    """

    texts: list[_PlacedText]
    table: Any
    around: Rect
    least: Mm


_TextCache: TypeAlias = dict[Scene, _SceneTexts]
"""A cache of the texts of scenes."""
_VISIBLE: Mm = 0.1
"""The width and height that a clip must show of a text, so that the file must contain it."""
_FEW = 40
"""So many texts are looked at one by one, because this is faster than making arrays of their boxes."""


def _visible_texts(
    items: Iterable[Item], matrix: Matrix, clip: Rect | None, known: _TextCache
) -> Iterator[_PlacedText]:
    """Yield every text of a drawing that no clip hides.

    `known` is a cache of scenes.
    """
    for item in items:
        if isinstance(item, Group):
            inner, own = matrix.after(item.matrix), clip
            if item.clip is not None:
                box = moved_extent(points_extent(item.clip.xy), inner) or NOWHERE
                own = box if clip is None else common(box, clip) or NOWHERE
            yield from _visible_texts(item.items, inner, own, known)
        elif isinstance(item, Use):
            if item.scene not in known:
                known[item.scene] = _texts_of(item.scene, known)
            yield from _visible_scene_texts(known[item.scene], matrix.after(item.matrix), clip)
        elif isinstance(item, Text):
            placed = _placed_text(item)
            if placed is not None and (drawn := moved_extent(placed.box, matrix)) and _is_visible(drawn, clip):
                yield _PlacedText(item.text, matrix.apply(placed.start), drawn)


def _texts_of(scene: Scene, known: _TextCache) -> _SceneTexts:
    """Return the texts of a scene in its own coordinates."""
    texts = list(_visible_texts(scene.items, Matrix(), None, known))
    boxes = [text.box for text in texts]
    corners = [value for box in boxes for value in (box.x, box.y, box.right, box.bottom)]
    around = points_extent(corners) or NOWHERE
    least = min((min(box.width, box.height) for box in boxes), default=0)
    return _SceneTexts(texts, _box_table(boxes) if len(texts) > _FEW else None, around, least)


def _visible_scene_texts(known: _SceneTexts, place: Matrix, clip: Rect | None) -> Iterator[_PlacedText]:
    """Yield the texts of a scene at a place that no clip hides."""
    texts = known.texts
    if not texts:
        return
    around = moved_extent(known.around, place)
    assert around is not None
    whole = clip is None or lies_in(around, clip)
    if not whole and known.table is not None and clip is not None:
        texts = [texts[i] for i in _indices_near(known.table, place, clip)]
    all_visible = whole and known.least * math.hypot(place.a, place.b) > _VISIBLE
    for text, start, own_box in texts:
        if (moved := moved_extent(own_box, place)) and (all_visible or _is_visible(moved, clip)):
            yield _PlacedText(text, place.apply(start), moved)


def _placed_text(text: Text) -> _PlacedText | None:
    """Return a text with the start of its baseline, and its box as that of `TextRun`; None if it is blank.

    The box extends from the baseline to the top of the capitals: a clip that shows only descenders or the halo hides
    the text, and the reader of the file leaves it out.
    """
    if not text.text.strip():
        return None
    width = text_width(text.text, text.font, text.size_pt, text.tracking)
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    height = CAPITAL * text.size_pt * MM_PER_POINT
    if not text.turn:
        return _PlacedText(text.text, (text.x + left, text.y), Rect(text.x + left, text.y - height, width, height))
    place = Matrix.place(text.x, text.y, turn=text.turn)
    box = moved_extent(Rect(left, -height, width, height), place)
    return _PlacedText(text.text, place.apply((left, 0)), box or NOWHERE)


def _box_table(boxes: Iterable[Rect]) -> Any:  # noqa: ANN401 - an array
    """Return boxes as the rows of an array: left, top, right and bottom."""
    return np.array([(box.x, box.y, box.right, box.bottom) for box in boxes])


def _indices_near(boxes: Any, place: Matrix, clip: Rect) -> list[int]:  # noqa: ANN401
    """Return the indices of the boxes that, after a transform, lie in the clip or near it."""
    left, top, right, bottom = boxes.T
    xs = [place.a * x + place.c * y + place.e for x in (left, right) for y in (top, bottom)]
    ys = [place.b * x + place.d * y + place.f for x in (left, right) for y in (top, bottom)]
    room = clip.grown(_NEAR)
    beside = (np.max(xs, axis=0) < room.x) | (np.min(xs, axis=0) > room.right)
    beyond = (np.max(ys, axis=0) < room.y) | (np.min(ys, axis=0) > room.bottom)
    found: list[int] = np.flatnonzero(~(beside | beyond)).tolist()
    return found


def _is_visible(box: Rect, clip: Rect | None) -> bool:
    """Return whether a clip shows any part of a box."""
    if clip is None:
        return True
    shared = common(box, clip)
    return shared is not None and min(shared.width, shared.height) > _VISIBLE


def _remove_near(points: list[Point], wanted: Point) -> bool:
    """Remove one of the points if it is near the wanted position; return whether there was one."""
    for index, (x, y) in enumerate(points):
        if abs(x - wanted[0]) <= MOVED and abs(y - wanted[1]) <= MOVED:
            del points[index]
            return True
    return False


def _runs_by_square(sheet: WrittenPage, page: Page) -> dict[tuple[int, int], list[tuple[Point, TextRun]]]:
    """Return the visible runs of text on a page, grouped by the 5 mm square of their middles.

    The correction for the printer is removed first.
    """
    back = invert(page.correction)
    cells: dict[tuple[int, int], list[tuple[Point, TextRun]]] = {}
    for run in sheet.runs:
        if run.seen:
            x, y = back.apply(run.middle)
            cells.setdefault((int(x // _CELL), int(y // _CELL)), []).append(((x, y), run))
    return cells


def _runs_in_box(box: Rect, cells: dict[tuple[int, int], list[tuple[Point, TextRun]]]) -> Iterator[TextRun]:
    """Yield the runs of text whose middles are inside a box."""
    for across in range(int(box.x // _CELL), int(box.right // _CELL) + 1):
        for down in range(int(box.y // _CELL), int(box.bottom // _CELL) + 1):
            for (x, y), run in cells.get((across, down), ()):
                if box.x <= x <= box.right and box.y <= y <= box.bottom:
                    yield run
