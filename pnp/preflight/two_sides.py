"""Checks on the two sides of a sheet, by what the file alone shows: which page is a front or a back, and how they meet.

Files of pnp note on each page which side it is. Source: ISO 32000-1, 12.2 (Duplex), 14.5 (page-piece dictionaries).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import pikepdf

from pnp.extent import moved_extent
from pnp.findings import Finding
from pnp.preflight.imposed_sheets import Over, invert
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.pdf_file import PdfFile
from pnp.preflight.register import on_page, preflight_check
from pnp.scene import Matrix, Rect
from pnp.spot import Spot
from pnp.units import Degrees, Mm

MEET: Mm = 0.1
"""How far a back may lie from its place."""
_TURNING = re.compile(r"flip on the (long|short) edge")
_HINTS = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}
_LEAST_PITCH: Mm = 3
_CLEAR = 0.6
"""The share of a page's letters that must be upright in one way for that to be the way of the page."""


@preflight_check("P018")
def other_side_missing(written: PdfFile, blank: Iterable[int] = ()) -> Iterator[Finding]:
    """The other side of a two-sided sheet is missing, blank or not the next page.

    One page too few or too many puts every following back behind the wrong front.
    """
    sheets = written.pages
    empty = set(blank)
    for index, sheet in enumerate(sheets):
        before = sheets[index - 1].side if index else ""
        after = sheets[index + 1].side if index + 1 < len(sheets) else ""
        wrong = ""
        if sheet.side and sheet.number in empty:
            wrong = f"the page is blank; it is the {sheet.side} of a two-sided sheet"
        elif sheet.side == "front" and after != "back":
            wrong = "this page is a front, and the page with its backs does not follow"
        elif sheet.side == "back" and before != "front":
            wrong = "this page holds backs, and the page with their fronts does not come before it"
        elif sheet.side == "front" and sheet.number % 2 == 0:
            wrong = "this front has an even page number, so that it is printed on the back of another sheet"
        if wrong:
            yield on_page("P018", written.name, sheet.number, wrong, "print from the complete file, pages in order")


@preflight_check("P019")
def sides_do_not_meet(written: PdfFile) -> Iterator[Finding]:
    """The back of a sheet does not lie behind its front: it is turned, moved or of another size.

    Seen through the paper, the trim box and every piece of the back must lie where those of the front are.
    """
    for front, back in _pairs(written.pages):
        edge = _edge(front) or _hint(written)
        if edge:
            for wrong in _misfits(front, back, edge):
                yield on_page("P019", written.name, back.number, wrong)


@preflight_check("P020")
def turning_not_as_said(written: PdfFile) -> Iterator[Finding]:
    """The file's duplex hint is missing, or differs from what its pages say.

    Printers flip the sheet as the hint tells them. If they flip it on the wrong edge, every back is upside down behind
    the wrong front.
    """
    said = {edge for sheet in written.pages if (edge := _edge(sheet))}
    if len(said) != 1 or not any(sheet.side == "back" for sheet in written.pages):
        return
    (edge,) = said
    hint = _hint(written)
    if hint != edge:
        has = (
            f"tells the printer to flip on the {hint} edge" if hint else "does not tell the printer to print both sides"
        )
        wrong = f"the pages say “flip on the {edge} edge”, but the file {has}"
        name = next(name for name, turning in _HINTS.items() if turning == edge)
        yield Finding("P020", Spot(written.name), wrong, f"set Duplex to {name[1:]}")


def check_sides(written: PdfFile, blank: Iterable[int] = ()) -> Iterator[Finding]:
    """Check the sheets of a file that are printed on both sides. `blank` are the numbers of pages without ink."""
    yield from other_side_missing(written, blank)
    yield from sides_do_not_meet(written)
    yield from turning_not_as_said(written)


def _pairs(sheets: Sequence[WrittenPage]) -> Iterator[tuple[WrittenPage, WrittenPage]]:
    for one, other in pairwise(sheets):
        if one.side == "front" and other.side == "back":
            yield one, other


def _edge(sheet: WrittenPage) -> str:
    """The edge on which the words of a page tell people to flip it; empty if they do not."""
    found = (_TURNING.search(run.text) for run in sheet.runs)
    return next((match[1] for match in found if match), "")


def _hint(written: PdfFile) -> str:
    """The edge on which the file tells printers to flip; empty if it does not."""
    preferences = written.pdf.Root.get("/ViewerPreferences", pikepdf.Dictionary())
    return _HINTS.get(str(preferences.get("/Duplex", "")), "")


def _misfits(front: WrittenPage, back: WrittenPage, edge: str) -> Iterator[str]:
    """What is wrong with a back that should lie behind a front when the sheet is flipped on an edge."""
    if abs(front.width - back.width) > MEET or abs(front.height - back.height) > MEET:
        yield f"the back has another size than its front on page {front.number}"
        return
    upright = (front.height >= front.width) == (edge == "long")
    over = Over(front.width / 2 if upright else front.height / 2, upright=upright)
    ways = _way(front), _way(back)
    if None not in ways and ways[1] != over.turn(ways[0] or 0):
        flipped = f"if the sheet is flipped on the {edge} edge"
        yield f"{flipped}, the back is upside down behind its front on page {front.number}"
        return
    if front.trim and back.trim and (off := _offset(over(back.trim), front.trim)):
        yield f"the trim box of the back lies {off} from that of the front on page {front.number}"
    yield from _pieces_off(front, back, over)


def _way(sheet: WrittenPage) -> Degrees | None:
    """How far most letters of a page are turned, in quarters; None if they are turned in several ways."""
    ways: Counter[int] = Counter()
    for run in sheet.runs:
        if run.seen and not run.thumbnail:
            ways[round(run.turn / 90) * 90 % 360] += len(run.text)
    (way, letters), *_ = ways.most_common(1) or [(0, 0)]
    return way if letters > _CLEAR * ways.total() else None


def _pieces_off(front: WrittenPage, back: WrittenPage, over: Over) -> Iterator[str]:
    """The pieces of a back that do not lie behind a piece of the front."""
    across, down = _pitch(front)
    undo = invert(back.shift)
    fronts = [_cell(piece, across, down) for piece in front.pieces]
    backs = [_cell(undo.after(piece), across, down) for piece in back.pieces]
    if not fronts or not backs:
        return
    off = []
    for box in map(over, backs):
        nearest = min(fronts, key=lambda other: abs(other.x - box.x) + abs(other.y - box.y))
        if words := _offset(box, nearest):
            off.append((words, over(box)))
    if off:
        words, box = off[0]
        which = f"{len(off)} of {len(backs)} backs lie" if len(off) > 1 else f"1 of {len(backs)} backs lies"
        x, y = box.centre
        yield f"{which} off the fronts on page {front.number}; for example, the piece at {x:.0f}, {y:.0f} mm by {words}"


def _pitch(sheet: WrittenPage) -> tuple[Mm, Mm]:
    """Width and height of the pieces of a page, which lie in rows and columns: the least distance between two."""
    trim = sheet.trim or Rect(0, 0, sheet.width, sheet.height)

    def least(places: Iterable[Mm], whole: Mm) -> Mm:
        gaps = [b - a for a, b in pairwise(sorted(set(places))) if b - a > _LEAST_PITCH]
        return min(gaps, default=whole)

    return least((piece.e for piece in sheet.pieces), trim.width), least(
        (piece.f for piece in sheet.pieces), trim.height
    )


def _cell(piece: Matrix, across: Mm, down: Mm) -> Rect:
    """The box of a piece whose top left corner is the origin of a map. The map may turn it upside down."""
    box = moved_extent(Rect(0, 0, across, down), _rigid(piece))
    assert box is not None
    return box


def _rigid(m: Matrix) -> Matrix:
    """A map without its scale: the pieces of a page are in mm."""
    along, up = math.hypot(m.a, m.b) or 1, math.hypot(m.c, m.d) or 1
    return Matrix(m.a / along, m.b / along, m.c / up, m.d / up, m.e, m.f)


def _offset(box: Rect, other: Rect) -> str:
    """How far a box lies from where it should, in words; empty if it is there."""
    sides = (box.x - other.x, box.y - other.y, box.right - other.right, box.bottom - other.bottom)
    most = max(sides, key=abs)
    return f"{abs(most):.2f} mm" if abs(most) > MEET else ""
