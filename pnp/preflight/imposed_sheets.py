"""Checks of imposed pages: cutting marks, the positions of faces, and backs behind their fronts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TypeVar

from pnp.extent import Extents, items_extent, moved_extent, path_extent
from pnp.findings import Finding
from pnp.impose.page import Document, Page, Placement
from pnp.model.target import Target
from pnp.preflight.page_findings import first_few, page_finding, preflight_check
from pnp.preflight.text_run import invert, lies_in
from pnp.scene import Group, Item, Matrix, Path, Point, Rect, Scene, Text, Use, walk
from pnp.typeface import metrics, text_width
from pnp.units import MM_PER_POINT, Degrees, Mm

PLACE_TOLERANCE: Mm = 0.02
LINE: Mm = 0.25
"""The distance by which a mark may reach into the margin: half the width of a heavy line."""
_HAIR: Mm = 0.01
_DEEP = frozenset("gjpqyQ,;()[]{}|_/")
"""Letters that reach below the baseline."""


@preflight_check("P007")
def mark_on_the_art(name: str, document: Document) -> Iterator[Finding]:
    """A cutting mark, ruler or note lies on a drawing or on its bleed.

    It would be visible on the finished piece, or beside a cut that is slightly off.
    """
    for number, page in enumerate(document.pages, 1):
        areas = page.inked or tuple(placement.box for placement in page.placements)
        if not areas or not _has_ink(page.art):
            continue
        areas = tuple(area.grown(-_HAIR) for area in areas)
        hit = [mark for mark in _mark_boxes(page) if any(mark.touches(area) for area in areas)]
        if hit:
            wrong = f"marks lie on drawings: {first_few(map(_position_words, hit))}"
            yield page_finding("P007", name, number, wrong)


@preflight_check("P016")
def mark_in_the_margin(name: str, document: Document, target: Target) -> Iterator[Finding]:
    """A mark or a component of a sheet that pnp made lies in the margin that printers leave blank.

    P008 checks the margin for text. P021 checks it for everything else, in any PDF.
    """
    for number, page in enumerate(document.pages, 1):
        free = Rect(0, 0, page.width, page.height).grown(-target.margin + LINE)
        lost = [_position_words(mark) for mark in _mark_boxes(page) if not lies_in(mark, free)]
        whole = Rect(0, 0, page.width, page.height).grown(-_HAIR)  # what fills the sheet may end at its edge
        cut_off = [p for p in page.placements if not lies_in(p.box, free) and not lies_in(whole, p.box)]
        lost += [f"{p.component} {p.facing}" for p in cut_off]
        if lost:
            wrong = f"marks or components lie in the margin of {target.margin:g} mm: {first_few(lost)}"
            yield page_finding("P016", name, number, wrong)


@preflight_check("P010")
def face_misplaced(name: str, document: Document) -> Iterator[Finding]:
    """The front or back of a component is not drawn where the page layout places it.

    The page layout lists the position of each component. Other checks find backs and texts by these positions. This is
    a fault of pnp: report it.
    """
    known: Extents = {}
    known_sizes: dict[Scene, frozenset[tuple[Mm, Mm]]] = {}
    for number, page in enumerate(document.pages, 1):
        if not page.placements or not _has_ink(page.art):
            continue  # a page of marks, such as that for calibration, has nothing to cut out
        back = invert(page.correction)
        sizes = {size for p in page.placements for size in ((p.box.width, p.box.height), (p.box.height, p.box.width))}
        drawn: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for start, end in _drawn_faces(page.art, back, sizes, known_sizes):
            drawn.setdefault(_grid_square(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)), []).append((start, end))
        if drawn:
            lost = [placement for placement in page.placements if not _is_drawn(placement, drawn)]
        else:  # a piece of something larger, such as a tile of a map: it must at least be covered
            ink = moved_extent(items_extent(page.art, known), back)
            lost = [p for p in page.placements if ink is None or not lies_in(p.box, ink.grown(_HAIR))]
        if lost:
            wrong = f"faces are not drawn at their positions: {first_few(f'{p.component} {p.facing}' for p in lost)}"
            yield page_finding("P010", name, number, wrong)


@preflight_check("P009")
def back_misplaced(name: str, document: Document, target: Target) -> Iterator[Finding]:
    """The back of a component does not lie behind its front.

    It is missing, misplaced, turned, or the back of another component. P019 checks whole sheets of any PDF.
    """
    for number, page in enumerate(document.pages, 1):
        fronts = [placement for placement in page.placements if placement.facing == "front"]
        if page.facing == "back" or not fronts:
            continue
        behind, over = _page_behind(document, number)
        if behind is None or over is None:
            continue
        backs = [placement for placement in behind.placements if placement.facing == "back"]
        seen = {_grid_square(over(b.box).centre): b for b in backs}
        for front in fronts:
            back = _entry_near(front.box.centre, seen)
            wrong = _back_fault(front, back, over, target.fold_tolerance)
            if wrong:
                yield page_finding("P009", name, number, wrong)


class FoldedOver:
    """A sheet that is turned over, or a page that is folded, along a vertical or a horizontal line."""

    def __init__(self, line: Mm, *, upright: bool) -> None:
        self._line = line
        self.upright = upright

    def __call__(self, box: Rect) -> Rect:
        """Return a box of the back as it is seen from the front, through the paper."""
        if self.upright:
            return Rect(2 * self._line - box.right, box.y, box.width, box.height)
        return Rect(box.x, 2 * self._line - box.bottom, box.width, box.height)

    def back_turn(self, front_turn: Degrees) -> Degrees:
        """Return the clockwise rotation of a back that matches a front rotated by `front_turn`."""
        return (-front_turn if self.upright else 180 - front_turn) % 360


def _page_behind(document: Document, number: int) -> tuple[Page | None, FoldedOver | None]:
    """Return the page with the backs for page `number` (from 1), and the fold or flip between them.

    Both are None if only fronts are printed.
    """
    page = document.pages[number - 1]
    if page.fold is not None:
        return page, FoldedOver(page.fold, upright=True)
    if page.fold_y is not None:
        return page, FoldedOver(page.fold_y, upright=False)
    if document.duplex == "none":
        return None, None
    following = document.pages[number : number + 1]
    behind = (
        following[0]
        if following and following[0].facing == "back"
        else Page("", page.width, page.height, page.trim, page.bleed, ())
    )
    upright = (page.height >= page.width) == (document.duplex == "long")
    return behind, FoldedOver(page.width / 2 if upright else page.height / 2, upright=upright)


def _back_fault(front: Placement, back: Placement | None, over: FoldedOver, tolerance: Mm) -> str:
    """Return what is wrong with a back behind a front, in words; an empty text if nothing is wrong."""
    if back is None:
        return f"there is no back behind {front.component}"
    if back.component != front.component:
        return f"behind {front.component} lies the back of {back.component}"
    seen = over(back.box)
    off = max(
        abs(seen.x - front.box.x),
        abs(seen.y - front.box.y),
        abs(seen.right - front.box.right),
        abs(seen.bottom - front.box.bottom),
    )
    if off > tolerance:
        return f"the back of {front.component} is {off:.2f} mm off its front"
    expected = over.back_turn(front.turn)
    if abs((back.turn - expected + 180) % 360 - 180) > 0.5:
        return f"the back of {front.component} is rotated by {back.turn:g} degrees instead of {expected:g}"
    return ""


_Entry = TypeVar("_Entry")


def _grid_square(point: Point) -> tuple[int, int]:
    """Return the square millimetre, as (x, y), that contains a point."""
    return (round(point[0]), round(point[1]))


def _entry_near(point: Point, by_square: dict[tuple[int, int], _Entry]) -> _Entry | None:
    """Return the entry for the square millimetre of a point or for a square beside it, else None."""
    x, y = _grid_square(point)
    beside = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
    return next((by_square[x + dx, y + dy] for dx, dy in beside if (x + dx, y + dy) in by_square), None)


def _drawn_faces(
    items: Iterable[Item],
    matrix: Matrix,
    sizes: set[tuple[Mm, Mm]],
    known_sizes: dict[Scene, frozenset[tuple[Mm, Mm]]],
) -> Iterator[tuple[Point, Point]]:
    """Yield the top left and bottom right corners of each drawn scene with one of these sizes.

    `known_sizes` is a cache of the sizes of scenes within scenes.
    """
    for item in items:
        if isinstance(item, Group):
            yield from _drawn_faces(item.items, matrix.after(item.matrix), sizes, known_sizes)
        elif isinstance(item, Use):
            scene, place = item.scene, matrix.after(item.matrix)
            if _has_size((scene.width, scene.height), sizes):
                yield place.apply((0, 0)), place.apply((scene.width, scene.height))
            elif any(_has_size(inner, sizes) for inner in _sizes_within(scene, known_sizes)):
                yield from _drawn_faces(scene.items, place, sizes, known_sizes)


def _has_size(size: tuple[Mm, Mm], sizes: set[tuple[Mm, Mm]]) -> bool:
    """Return whether a (width, height) equals one of several sizes, within the tolerance."""
    return any(abs(size[0] - w) < PLACE_TOLERANCE and abs(size[1] - h) < PLACE_TOLERANCE for w, h in sizes)


def _sizes_within(scene: Scene, known_sizes: dict[Scene, frozenset[tuple[Mm, Mm]]]) -> frozenset[tuple[Mm, Mm]]:
    """Return the (width, height) of every scene that is used inside a scene, at any depth."""
    if scene not in known_sizes:
        found: set[tuple[Mm, Mm]] = set()
        waiting = list(scene.items)
        while waiting:
            item = waiting.pop()
            if isinstance(item, Group):
                waiting.extend(item.items)
            elif isinstance(item, Use):
                found |= {(item.scene.width, item.scene.height), *_sizes_within(item.scene, known_sizes)}
        known_sizes[scene] = frozenset(found)
    return known_sizes[scene]


def _is_drawn(placement: Placement, drawn: dict[tuple[int, int], list[tuple[Point, Point]]]) -> bool:
    """Return whether a face is drawn at the position and rotation of a placement."""
    box, (x, y) = placement.box, placement.box.centre
    width, height = (box.height, box.width) if placement.turn % 180 == 90 else (box.width, box.height)
    dx, dy = Matrix.place(turn=placement.turn).apply((width / 2, height / 2))
    wanted = (x - dx, y - dy, x + dx, y + dy)
    found = _entry_near((x, y), drawn) or []
    return any(max(abs(a - b) for a, b in zip((*s, *e), wanted, strict=True)) <= PLACE_TOLERANCE for s, e in found)


# ---------------------------------------------------------------- geometry


def _has_ink(items: Iterable[Item]) -> bool:
    """Return whether the items of a drawing contain any path or text."""
    return next(walk(items), None) is not None


def moved_by(width: Mm, height: Mm, correction: Matrix) -> Mm:
    """Return how far, at most, the correction for a printer moves any point of a page."""
    corners = ((0.0, 0.0), (width, 0.0), (0.0, height), (width, height))
    return max(math.dist(corner, correction.apply(corner)) for corner in corners)


def _mark_boxes(page: Page) -> Iterator[Rect]:
    """Yield boxes that cover the ink of the marks of a page, without the correction for the printer."""
    back = invert(page.correction)
    is_moved = back != Matrix()
    for item, matrix in walk(page.marks):
        yield from ink_boxes(item, back.after(matrix) if is_moved else matrix)


def ink_boxes(item: Path | Text, matrix: Matrix) -> Iterator[Rect]:
    """Yield boxes that cover the ink of a path or text."""
    if isinstance(item, Path):
        if item.fill is None and item.stroke is not None and set(item.ops) <= {"M", "L", "Z"}:
            yield from _segment_boxes(item, matrix, item.stroke.width / 2)
        elif (box := moved_extent(path_extent(item), matrix)) is not None:
            yield box
    elif (box := moved_extent(letters_box(item), matrix)) is not None:
        yield box


def letters_box(text: Text) -> Rect | None:
    """Return the box around the letters of a text, including descenders; None if it is blank."""
    if not text.text.strip():
        return None
    width = text_width(text.text, text.font, text.size_pt, text.tracking)
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    font, size = metrics(text.font), text.size_pt * MM_PER_POINT
    depth = font.descent * size if set(text.text) & _DEEP else 0
    box = Rect(left, -font.cap_height * size, width, font.cap_height * size + depth)
    if text.halo:
        box = box.grown(text.halo.width / 2)
    return moved_extent(box, Matrix.place(text.x, text.y, turn=text.turn))


def _segment_boxes(path: Path, matrix: Matrix, half_width: Mm) -> Iterator[Rect]:
    """Yield a box around each segment of a path, widened by half of its line width."""
    first: Point = (0, 0)
    last: Point = (0, 0)
    at = 0
    for op in path.ops:
        point = first
        if op != "Z":
            point = matrix.apply((path.xy[at], path.xy[at + 1]))
            at += 2
        if op == "M":
            first = point
        else:
            (x, y), (x0, y0) = point, last
            left, top = min(x, x0) - half_width, min(y, y0) - half_width
            yield Rect(left, top, abs(x - x0) + 2 * half_width, abs(y - y0) + 2 * half_width)
        last = point


def _position_words(box: Rect) -> str:
    """Return the centre of a box in words, such as `at 12.0, 30.5 mm`."""
    return f"at {box.centre[0]:.1f}, {box.centre[1]:.1f} mm"
