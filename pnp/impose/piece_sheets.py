"""Sheets of pieces to cut out (rulers, dice, standees) and of record pads, printed on one side.

Pieces of different sizes are in rows with gaps for the knife. Each piece has its own outline, so these pages have no
ticks. Record pads are equal rectangles between ticks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import TypeAlias

from pnp.draw.cutout import CutOut, cut_out_components
from pnp.findings import Finding, Refused
from pnp.fitting import wrap_text
from pnp.impose.component_sheets import impose_components
from pnp.impose.marks import HEAD, STRIP, STRIP_GAP, head_line, proof_strip, small_print
from pnp.impose.page import Document, Page, Placement
from pnp.impose.sheet_layout import page_layouts
from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.target import BackShift, Paper, Target
from pnp.palette import INK
from pnp.scene import Item, Matrix, Rect, Scene, Text, Use
from pnp.spot import Spot
from pnp.typeface import text_width
from pnp.units import MM_PER_POINT, Mm

MOST_NAMES = 4
"""A sheet with more kinds of pieces has the name of its file as its head."""
GAP: Mm = 4
"""Distance between two pieces, for the knife."""
CLEARANCE: Mm = 3
"""Distance between the last row of pieces and the proof strip, as far as the page has room for it."""
EDGE: Mm = 0.5
"""Distance between a piece and the margin that printers leave blank."""
NOTE_PT = 7.0
NOTE_LEAD: Mm = NOTE_PT * 1.25 * MM_PER_POINT
NOTE_WIDTH: Mm = 52
"""The least width of a note below a narrow piece."""
NOTE_GAP: Mm = 1.4
"""Distance between a piece and its note."""


PiecesById: TypeAlias = Mapping[str, Sequence[CutOut]]
"""The pieces of each component by its id."""


@dataclass(frozen=True, slots=True)
class FrontOnly:
    """The faces of a component with a blank back."""

    front: Scene

    @property
    def back(self) -> Scene:
        """The drawing for the back, which is never printed."""
        return self.front


@dataclass(frozen=True, slots=True)
class PieceCopy:
    """One copy of a piece: its drawing, the id of its component, and whether it lies on its side."""

    component: str
    piece: CutOut
    turned: bool = False

    @property
    def width(self) -> Mm:
        """The width that this copy of a piece takes up on the page, turned or not."""
        return self.piece.scene.height if self.turned else self.piece.scene.width

    @property
    def height(self) -> Mm:
        """The height that this copy of a piece takes up on the page, turned or not."""
        return self.piece.scene.width if self.turned else self.piece.scene.height


@dataclass(frozen=True, slots=True)
class PieceRun:
    """Copies of one component side by side, with the lines of the component's note below them."""

    copies: tuple[PieceCopy, ...]
    note: tuple[str, ...] = ()

    @property
    def width(self) -> Mm:
        """The width of the copies with the gaps between them, or of their note if it is wider."""
        own = fsum(copy.width + GAP for copy in self.copies) - GAP
        return max(own, NOTE_WIDTH) if self.note else own

    @property
    def height(self) -> Mm:
        """The height of the tallest copy, with the note below it."""
        return max(copy.height for copy in self.copies) + (NOTE_GAP + NOTE_LEAD * len(self.note) if self.note else 0)


@dataclass(frozen=True, slots=True)
class PieceRow:
    """Copies of several components side by side on a page."""

    runs: tuple[PieceRun, ...]

    @property
    def width(self) -> Mm:
        """The width of the whole row, with the gaps between the pieces."""
        return fsum(run.width + GAP for run in self.runs) - GAP

    @property
    def height(self) -> Mm:
        """The height of the row: of its tallest piece, with the note below it."""
        return max(run.height for run in self.runs)


def impose_piece_sheets(game: Game, pieces: PiecesById, target: Target, paper: Paper) -> tuple[Document, ...]:
    """Return the documents of all pieces: one for each PDF file that the data names (`sheet`).

    Pieces of any size come first, then record pads. Raises `Refused` (B003) if a piece is larger than the free area of
    the paper.
    """
    sheets: dict[str, list[str]] = {}
    for id_ in pieces:
        sheets.setdefault(game.components[id_].sheet or id_, []).append(id_)
    return tuple(
        _sheet_document(game, name, {id_: pieces[id_] for id_ in ids}, target, paper) for name, ids in sheets.items()
    )


def _sheet_document(game: Game, sheet: str, pieces: PiecesById, target: Target, paper: Paper) -> Document:
    """Return the document of one PDF file, with all its pieces and record pads."""
    names = {id_: game.components[id_].name for id_ in pieces}
    components = cut_out_components(game)
    pads = {id_: of_one[0] for id_, of_one in pieces.items() if components[id_].in_blocks}
    loose = {id_: of_one for id_, of_one in pieces.items() if id_ not in pads}
    notes = {id_: f"{names[id_]}: {game.components[id_].says}" for id_ in loose if game.components[id_].says}
    pages: tuple[Page, ...] = ()
    if loose:
        several = len(set(names.values())) > MOST_NAMES
        heads = dict.fromkeys(names, capitalised(sheet.replace("-", " "))) if several else names
        pages = impose_pieces(loose, heads, notes, game.game.title, target, paper)
    pages += tuple(_pad_pages(game, pads, target, paper))
    return Document(sheet, f"{game.game.title}: {', '.join(dict.fromkeys(names.values()))}", pages)


def _pad_pages(game: Game, pads: Mapping[str, CutOut], target: Target, paper: Paper) -> Iterator[Page]:
    """Yield the pages of record pads, grouped by the size of the pads.

    Each pad has its number of copies, or fills a sheet.
    """
    components = cut_out_components(game)
    sizes: dict[tuple[float, float], list[str]] = {}
    for id_, piece in pads.items():
        sizes.setdefault((piece.scene.width, piece.scene.height), []).append(id_)
    for (width, height), ids in sizes.items():
        full = max((layout.capacity for layout in page_layouts(width, height, target, paper, "none")), default=1)
        groups = [[id_] * components[id_].print_copies(full) for id_ in ids]
        faces = {id_: FrontOnly(pads[id_].scene) for id_ in ids}
        component_names = ", ".join(dict.fromkeys(game.components[id_].name for id_ in ids))
        yield from impose_components(
            faces, groups, game.game.title, component_names, target, paper, "none", BackShift()
        )


def piece_area(width: Mm, height: Mm, target: Target, beyond: Mm = 0.0) -> Rect:
    """Return the area of a page for pieces, between the head line and the proof strip.

    Their drawings extend `beyond` their edges, for example with ticks at folds, and do not reach into the margin.
    """
    around = target.margin + max(EDGE, beyond)
    foot = target.margin + (STRIP + STRIP_GAP if target.rulers else EDGE)
    top = target.margin + HEAD
    return Rect(around, top, width - 2 * around, height - top - foot)


def fits(width: Mm, height: Mm, area: Rect) -> bool:
    """Return whether a piece of this size fits into an area, upright or on its side."""
    return any(w <= area.width + 1e-6 and h <= area.height + 1e-6 for w, h in ((width, height), (height, width)))


def impose_pieces(
    pieces: Mapping[str, Sequence[CutOut]],
    names: Mapping[str, str],
    notes: Mapping[str, str],
    title: str,
    target: Target,
    paper: Paper,
    advice: str = "",
) -> tuple[Page, ...]:
    """Return pages with all pieces of some components, on as few pages as possible.

    Tall pieces come first. `advice` is printed at the foot of each page, after the words about cutting.
    """
    copies = [PieceCopy(id_, piece) for id_, of_one in pieces.items() for piece in of_one for _ in range(piece.copies)]
    layouts = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        area = piece_area(width, height, target, _beyond(copies))
        if all(fits(copy.width, copy.height, area) for copy in copies):
            layouts.append((_fill_pages(copies, notes, area), width, height))
    if not layouts:
        raise Refused(list(_too_large_findings(copies, target, paper)))
    rows, width, height = min(layouts, key=lambda layout: len(layout[0]))
    return tuple(
        _piece_page(page, _head_words(page, names, title, number, len(rows)), (width, height), target, advice)
        for number, page in enumerate(rows, 1)
    )


def _beyond(copies: Iterable[PieceCopy]) -> Mm:
    """Return how far the drawings of pieces extend past their edges."""
    return max((copy.piece.scene.bleed for copy in copies), default=0.0)


def _head_words(
    rows: Sequence[PieceRow], names: Mapping[str, str], title: str, number: int, pages: int
) -> tuple[str, ...]:
    """Return the texts on the left of a page's head line: game, components and sheet number."""
    here = dict.fromkeys(names[copy.component] for row in rows for run in row.runs for copy in run.copies)
    words = (title, ", ".join(here))
    return (*words, f"sheet {number} of {pages}") if pages > 1 else words


def _too_large_findings(copies: Sequence[PieceCopy], target: Target, paper: Paper) -> Iterator[Finding]:
    """Yield a finding for each component with a piece that does not fit a page."""
    sizes = ((paper.width, paper.height), (paper.height, paper.width))
    areas = [piece_area(*size, target, _beyond(copies)) for size in sizes]
    reported = set()
    for copy in copies:
        if copy.component not in reported and not any(fits(copy.width, copy.height, area) for area in areas):
            reported.add(copy.component)
            size = f"{copy.width:.0f} x {copy.height:.0f} mm"
            wrong = f"a piece of {copy.component} is {size} and does not fit on {paper.name} between margins and marks"
            yield Finding("B003", Spot("--paper"), wrong, "choose a larger paper, or shorter segments")
    if not reported:
        wrong = f"some pieces fit on {paper.name} only upright and others only on its side"
        yield Finding("B003", Spot("--paper"), wrong, "put them on different sheets, or choose a larger paper")


def _fill_pages(copies: Sequence[PieceCopy], notes: Mapping[str, str], area: Rect) -> list[list[PieceRow]]:
    """Return the rows of pieces on each page, the first page first.

    Tall pieces come first; pieces of one component and one height stay together.
    """
    laid = [copy if copy.width <= area.width and copy.height <= area.height else _turned_copy(copy) for copy in copies]
    order = list(dict.fromkeys(copy.component for copy in copies))
    laid.sort(key=lambda copy: (-round(copy.height, 3), order.index(copy.component)))
    pages: list[list[PieceRow]] = [[]]
    for copy in laid:
        if not _place_in_row(pages, copy, notes, area):
            row = _row_with_copy(PieceRow(()), copy, notes, _named(pages))
            if pages[-1] and _rows_height([*pages[-1], row]) > area.height + 1e-6:
                pages.append([])
            pages[-1].append(row)
    return pages


def _place_in_row(pages: list[list[PieceRow]], copy: PieceCopy, notes: Mapping[str, str], area: Rect) -> bool:
    """Add a copy of a piece to the first row that has room for it, and return whether there is one.

    Only the last row may become higher.
    """
    for page in pages:
        for number, row in enumerate(page):
            longer = _row_with_copy(row, copy, notes, _named(pages, row))
            last = page is pages[-1] and number == len(page) - 1
            higher = _rows_height([*page[:number], longer, *page[number + 1 :]])
            if longer.width <= area.width + 1e-6 and (
                higher <= area.height + 1e-6 if last else longer.height <= row.height + 1e-6
            ):
                page[number] = longer
                return True
    return False


def _named(pages: Sequence[Sequence[PieceRow]], but: PieceRow | None = None) -> set[str]:
    """Return the components in all rows, or in all rows but one: each has its note in one of these rows."""
    rows = (row for page in pages for row in page if row is not but)
    return {run.copies[0].component for row in rows for run in row.runs}


def _turned_copy(copy: PieceCopy) -> PieceCopy:
    """Return a piece laid on its side; one that lies on its side is returned upright."""
    return replace(copy, turned=not copy.turned)


def _row_with_copy(row: PieceRow, copy: PieceCopy, notes: Mapping[str, str], named: set[str]) -> PieceRow:
    """Return a row with one more copy of a piece at its end.

    The first copies of a component get its note.
    """
    runs = list(row.runs)
    if runs and runs[-1].copies[0].component == copy.component:
        run = replace(runs.pop(), copies=(*row.runs[-1].copies, copy))
    else:
        run = PieceRun((copy,))
    text = notes.get(copy.component, "")
    first = copy.component not in named and all(other.copies[0].component != copy.component for other in runs)
    if text and first:
        width = replace(run, note=("",)).width
        run = replace(run, note=wrap_text(text, "condensed-medium", NOTE_PT, width, divide_words=True))
    return PieceRow((*runs, run))


def _rows_height(rows: Sequence[PieceRow]) -> Mm:
    """Return the height of rows of pieces, with the gaps between them."""
    return fsum(row.height + GAP for row in rows) - GAP


def _piece_page(rows: Sequence[PieceRow], words: Sequence[str], size: tuple[Mm, Mm], target: Target, more: str) -> Page:
    """Return one page with rows of pieces, from the top downwards.

    The rows begin at one line, and the widest is centred.
    """
    width, height = size
    area, paper = piece_area(width, height, target), Rect(0, 0, width, height)
    left = area.x + (area.width - max(row.width for row in rows)) / 2
    left_over = area.height - _rows_height(rows)
    foot = min(left_over, max(left_over / (len(rows) + 1), CLEARANCE))
    spare = min(GAP, (left_over - foot) / len(rows))
    art: list[Item] = []
    marks: list[Item] = []
    placements: list[Placement] = []
    y = area.y + spare
    for row in rows:
        x = left
        for run in row.runs:
            at = x
            for copy in run.copies:
                box = Rect(at, y, copy.width, copy.height)
                position = Matrix.place(box.right, y, turn=90) if copy.turned else Matrix.place(at, y)
                art.append(Use(copy.piece.scene, position))
                placements.append(Placement(copy.piece.name, "front", box, 90 if copy.turned else 0))
                at += copy.width + GAP
            marks += _note_lines(run, x, y + max(copy.height for copy in run.copies) + NOTE_GAP)
            x += run.width + GAP
        y += row.height + GAP + spare
    folded = [copy.piece for row in rows for run in row.runs for copy in run.copies if copy.piece.folds]
    folding = "Score and fold along the dashed lines." if folded else ""
    folding += " Put glue on the hatched areas." if any(piece.hatched for piece in folded) else ""
    return Page(
        name=" ".join(words[1:]),
        width=width,
        height=height,
        trim=paper.grown(-target.margin),
        bleed=paper.grown(-target.margin),
        art=tuple(art),
        marks=(
            *head_line(width, target, words, "print at 100 %, on one side"),
            *proof_strip(paper, target, ("Cut along the solid lines.", folding, more)),
            *marks,
        ),
        placements=tuple(placements),
        inked=tuple(placement.box for placement in placements),
    )


def _note_lines(run: PieceRun, x: Mm, y: Mm) -> Iterator[Text]:
    """Yield the lines of a component's note below its pieces; the words before a colon are bold."""
    for number, words in enumerate(run.note):
        baseline = y + NOTE_LEAD * (number + 0.75)
        head, colon, rest = words.partition(":") if number == 0 else ("", "", words)
        if colon:
            yield Text(x, baseline, f"{head}:", "condensed-bold", NOTE_PT, INK)
            x_rest = x + text_width(f"{head}: ", "condensed-bold", NOTE_PT)
            yield small_print(x_rest, baseline, rest.strip(), size_pt=NOTE_PT)
        else:
            yield small_print(x, baseline, words, size_pt=NOTE_PT)
