"""Checks of two-sided sheets in a PDF: the order of pages, and backs behind their fronts.

On each page of a two-sided sheet, pnp notes which side it is.

Source: ISO 32000-1, 12.2 (Duplex), 14.5 (page-piece dictionaries).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import pikepdf

from pnp.extent import moved_extent
from pnp.findings import Finding, Severity
from pnp.preflight.imposed_sheets import FoldedOver
from pnp.preflight.page_findings import page_finding, preflight_check
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.pdf_file import PdfFile
from pnp.preflight.text_run import invert
from pnp.scene import Matrix, Rect
from pnp.spot import Spot
from pnp.units import Degrees, Mm

_MEET: Mm = 0.1
"""The distance by which a back may be out of place."""
_TURNING = re.compile(r"flip on the (long|short) edge")
_HINTS = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}
_LEAST_PITCH: Mm = 3
_LEAST_OUTLINE: Mm = 15
"""The least length of a line that may be part of the outline of a component."""
_FARTHEST: Mm = 20
"""The greatest distance by which the backs of a sheet are moved by mistake."""
_MAJORITY = 0.6
"""The share of letters with one turn that makes it the turn of the page."""


@preflight_check("P018")
def other_side_missing(file: PdfFile, blank: Iterable[int] = ()) -> Iterator[Finding]:
    """In a two-sided PDF, the other side of a sheet is missing, blank or not the next page.

    If one page is missing or added, every back after it meets the wrong front.
    """
    pages = file.pages
    empty = set(blank)
    for index, page in enumerate(pages):
        before = pages[index - 1].side if index else ""
        after = pages[index + 1].side if index + 1 < len(pages) else ""
        wrong = ""
        if page.side and page.number in empty:
            wrong = f"the page is blank, but it should show the {page.side} of a two-sided sheet"
        elif page.side == "front" and after != "back":
            wrong = "this page is a front, and the page with its backs does not come after it"
        elif page.side == "back" and before != "front":
            wrong = "this page is a back, and the page with its fronts does not come before it"
        elif page.side == "front" and page.number % 2 == 0:
            wrong = "this front has an even page number, so that it is printed on the back of another sheet"
        if wrong:
            yield page_finding("P018", file.name, page.number, wrong, "print from the complete file, pages in order")


@preflight_check("P019")
def sides_do_not_meet(file: PdfFile) -> Iterator[Finding]:
    """The back of a sheet does not lie behind its front: it is turned, moved or of another size.

    Seen through the paper, the trim box and every piece of the back must lie where those of the front are. P009 checks
    the single pieces of files that pnp made. In a file of another program, only the outlines of pages 1 and 2, 3 and 4
    and so on are compared. If those of the second page are moved as a whole, it is probably a back, and that is a
    warning. Nothing says there which back belongs to which front.
    """
    if not any(page.side or page.mark for page in file.pages):
        for front, back in zip(file.pages[::2], file.pages[1::2], strict=False):
            if off := _outlines_moved(front, back):
                wrong = f"the outlines on this page lie {off} from those on page {front.number}, seen through the paper"
                write = "if this page is the back of that page, move its content"
                yield page_finding("P019", file.name, back.number, wrong, write, severity=Severity.WARNING)
    for front, back in _sheet_sides(file.pages):
        edge = _stated_edge(front) or _duplex_hint(file)
        if edge:
            for wrong in _back_faults(front, back, edge):
                yield page_finding("P019", file.name, back.number, wrong)


@preflight_check("P020")
def duplex_hint_wrong(file: PdfFile) -> Iterator[Finding]:
    """The setting of a PDF that tells the printer how to flip the sheet is missing, or differs from its pages.

    If the printer flips the sheet on the wrong edge, every back is upside down behind the wrong front.
    """
    stated = {edge for page in file.pages if (edge := _stated_edge(page))}
    if len(stated) != 1 or not any(page.side == "back" for page in file.pages):
        return
    (edge,) = stated
    hint = _duplex_hint(file)
    if hint != edge:
        hint_text = (
            f"tells the printer to flip on the {hint} edge" if hint else "does not tell the printer to print both sides"
        )
        wrong = f"the pages say “flip on the {edge} edge”, but the file {hint_text}"
        name = next(name for name, turning in _HINTS.items() if turning == edge)
        yield Finding("P020", Spot(file.name), wrong, f"set Duplex to {name[1:]}")


def check_sides(file: PdfFile, blank: Iterable[int] = ()) -> Iterator[Finding]:
    """Yield the findings about the two-sided sheets of a file.

    `blank` has the numbers of the pages without ink.
    """
    yield from other_side_missing(file, blank)
    yield from sides_do_not_meet(file)
    yield from duplex_hint_wrong(file)


def _sheet_sides(pages: Sequence[WrittenPage]) -> Iterator[tuple[WrittenPage, WrittenPage]]:
    """Yield each front page with the back page that follows it."""
    for one, other in pairwise(pages):
        if one.side == "front" and other.side == "back":
            yield one, other


def _stated_edge(page: WrittenPage) -> str:
    """Return the edge (long or short) on which a page says to flip it; empty if it does not say."""
    found = (_TURNING.search(run.text) for run in page.runs)
    return next((match[1] for match in found if match), "")


def _duplex_hint(file: PdfFile) -> str:
    """Return the edge (long or short) on which a file asks printers to flip; empty if it does not say."""
    preferences = file.structure.Root.get("/ViewerPreferences", pikepdf.Dictionary())
    return _HINTS.get(str(preferences.get("/Duplex", "")), "")


def _back_faults(front: WrittenPage, back: WrittenPage, edge: str) -> Iterator[str]:
    """Yield what is wrong with a back page if the sheet is flipped on this edge."""
    if abs(front.width - back.width) > _MEET or abs(front.height - back.height) > _MEET:
        yield f"the back has another size than its front on page {front.number}"
        return
    upright = (front.height >= front.width) == (edge == "long")
    over = FoldedOver(front.width / 2 if upright else front.height / 2, upright=upright)
    turns = _page_turn(front), _page_turn(back)
    if None not in turns and turns[1] != over.back_turn(turns[0] or 0):
        flipped = f"if the sheet is flipped on the {edge} edge"
        yield f"{flipped}, the back is upside down behind its front on page {front.number}"
        return
    if front.trim and back.trim and (off := _offset_words(over(back.trim), front.trim)):
        yield f"the trim box of the back lies {off} from that of the front on page {front.number}"
    yield from _misplaced_pieces(front, back, over)


def _outlines_moved(front: WrittenPage, back: WrittenPage) -> str:
    """Return how far the outlines of a page are moved from those of the other side, such as `5.00 mm`.

    The text is empty if they meet, if they are where those of the front are before the sheet is flipped, or if the two
    pages have different outlines, so that nothing says that they are two sides of a sheet.
    """
    fronts, backs = _outlines(front), _outlines(back)
    if len(fronts) != len(backs) or not fronts or _common_offset(fronts, backs) == 0:
        return ""
    flipped = [
        sorted((Rect(back.width - box.right, box.y, box.width, box.height) for box in backs), key=_place),
        sorted((Rect(box.x, back.height - box.bottom, box.width, box.height) for box in backs), key=_place),
    ]
    least = min((off for boxes in flipped if (off := _common_offset(fronts, boxes)) is not None), default=0.0)
    return f"{least:.2f} mm" if 0 < least <= _FARTHEST else ""


def _outlines(page: WrittenPage) -> list[Rect]:
    """Return the boxes of long lines and of large rectangles of a page, ordered by their places."""
    boxes = [line.box for line in page.lines if line.box and max(line.box.width, line.box.height) >= _LEAST_OUTLINE]
    return sorted(boxes, key=_place)


def _place(box: Rect) -> tuple[Mm, ...]:
    """Return the sort key of a box; coordinates that differ by less than the tolerance are mostly equal."""
    return round(box.width), round(box.height), round(box.x / 2), round(box.y / 2)


def _common_offset(boxes: Sequence[Rect], others: Sequence[Rect]) -> Mm | None:
    """Return the distance by which all boxes are moved together, 0 within the tolerance; None if they are not alike."""
    pairs = list(zip(boxes, others, strict=True))
    across, down = [b.x - a.x for a, b in pairs], [b.y - a.y for a, b in pairs]
    sizes = [abs(a.width - b.width) + abs(a.height - b.height) for a, b in pairs]
    if max(sizes) > _MEET or max(across) - min(across) > _MEET or max(down) - min(down) > _MEET:
        return None
    off = math.hypot(across[0], down[0])
    return off if off > _MEET else 0.0


def _page_turn(page: WrittenPage) -> Degrees | None:
    """Return the rotation (0, 90, 180 or 270) of most letters on a page; None without a majority."""
    letters: Counter[int] = Counter()
    for run in page.runs:
        if run.seen and not run.thumbnail:
            letters[round(run.turn / 90) * 90 % 360] += len(run.text)
    (turn, count), *_ = letters.most_common(1) or [(0, 0)]
    return turn if count > _MAJORITY * letters.total() else None


def _misplaced_pieces(front: WrittenPage, back: WrittenPage, over: FoldedOver) -> Iterator[str]:
    """Yield a message if components on the back page do not lie behind those on the front page."""
    across, down = _piece_size(front)
    undo = invert(back.shift)
    fronts = [_piece_box(piece, across, down) for piece in front.pieces]
    backs = [_piece_box(undo.after(piece), across, down) for piece in back.pieces]
    if not fronts or not backs:
        return
    off = []
    for box in map(over, backs):
        nearest = min(fronts, key=lambda other: abs(other.x - box.x) + abs(other.y - box.y))
        if words := _offset_words(box, nearest):
            off.append((words, over(box)))
    if off:
        words, box = off[0]
        do = "do" if len(off) > 1 else "does"
        count_text = f"{len(off)} of {len(backs)} backs {do} not lie behind the fronts"
        x, y = box.centre
        example = f"for example, the piece at {x:.0f}, {y:.0f} mm is {words} off"
        yield f"{count_text} of page {front.number}; {example}"


def _piece_size(page: WrittenPage) -> tuple[Mm, Mm]:
    """Return the (width, height) of the components on a page, from the distances between them."""
    trim = page.trim or Rect(0, 0, page.width, page.height)

    def least_distance(positions: Iterable[Mm], default: Mm) -> Mm:
        """Return the least distance between two of the positions; `default` if there are no two."""
        gaps = [b - a for a, b in pairwise(sorted(set(positions))) if b - a > _LEAST_PITCH]
        return min(gaps, default=default)

    xs, ys = (piece.e for piece in page.pieces), (piece.f for piece in page.pieces)
    return least_distance(xs, trim.width), least_distance(ys, trim.height)


def _piece_box(transform: Matrix, width: Mm, height: Mm) -> Rect:
    """Return the box of a component on the page, from its transform, width and height."""
    box = moved_extent(Rect(0, 0, width, height), _without_scale(transform))
    assert box is not None
    return box


def _without_scale(m: Matrix) -> Matrix:
    """Return a transform without its scale, because components on a page are drawn in mm."""
    along, up = math.hypot(m.a, m.b) or 1, math.hypot(m.c, m.d) or 1
    return Matrix(m.a / along, m.b / along, m.c / up, m.d / up, m.e, m.f)


def _offset_words(box: Rect, expected: Rect) -> str:
    """Return how far a box is from its expected place, such as `0.30 mm`; empty if it is there."""
    sides = (box.x - expected.x, box.y - expected.y, box.right - expected.right, box.bottom - expected.bottom)
    most = max(sides, key=abs)
    return f"{abs(most):.2f} mm" if abs(most) > _MEET else ""
