"""Pieces of different sizes on pages: in rows, with room around each for knife or scissors, printed on one side.

The outline of a piece is on the piece itself, so there are no ticks; every page has a head line and a proof of scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.draw.cutout import CutOut
from pnp.findings import Finding, Refused
from pnp.fitting import wrap_text
from pnp.impose.marks import HEAD, STRIP, STRIP_GAP, head_line, proof_strip, small_print
from pnp.impose.page import Page, Placement
from pnp.model.target import Paper, Target
from pnp.palette import INK
from pnp.scene import Item, Matrix, Rect, Text, Use
from pnp.spot import Spot
from pnp.typeface import text_width
from pnp.units import MM_PER_POINT, Mm

GAP: Mm = 4
"""Between two pieces, for the knife."""
EDGE: Mm = 0.5
"""Between a piece and what printers leave blank."""
NOTE_PT = 7.0
NOTE_LEAD: Mm = NOTE_PT * 1.25 * MM_PER_POINT
NOTE_WIDTH: Mm = 52
"""The least width of a line for the player under a narrow piece."""
NOTE_GAP: Mm = 1.4


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a piece to lay down: of which component, whether it lies on its side."""

    component: str
    piece: CutOut
    turned: bool = False

    @property
    def width(self) -> Mm:
        """As it lies."""
        return self.piece.scene.height if self.turned else self.piece.scene.width

    @property
    def height(self) -> Mm:
        """As it lies."""
        return self.piece.scene.width if self.turned else self.piece.scene.height


@dataclass(frozen=True, slots=True)
class Run:
    """Copies of one component side by side, and the lines of its note below them, if it has one there."""

    copies: tuple[Copy, ...]
    note: tuple[str, ...] = ()

    @property
    def width(self) -> Mm:
        """With the gaps between."""
        own = sum(copy.width + GAP for copy in self.copies) - GAP
        return max(own, NOTE_WIDTH) if self.note else own

    @property
    def height(self) -> Mm:
        """Of the tallest copy and of the note."""
        return max(copy.height for copy in self.copies) + (NOTE_GAP + NOTE_LEAD * len(self.note) if self.note else 0)


@dataclass(frozen=True, slots=True)
class Row:
    """Runs side by side."""

    runs: tuple[Run, ...]

    @property
    def width(self) -> Mm:
        """With the gaps between."""
        return sum(run.width + GAP for run in self.runs) - GAP

    @property
    def height(self) -> Mm:
        """Of the tallest run."""
        return max(run.height for run in self.runs)


def piece_area(width: Mm, height: Mm, target: Target) -> Rect:
    """Where pieces may lie on a page between the head line and the proof strip."""
    around = target.margin + EDGE
    foot = target.margin + (STRIP + STRIP_GAP if target.rulers else EDGE)
    top = target.margin + HEAD
    return Rect(around, top, width - 2 * around, height - top - foot)


def fits(width: Mm, height: Mm, area: Rect) -> bool:
    """Is there room for a piece, as it is or on its side?"""
    return any(w <= area.width + 1e-6 and h <= area.height + 1e-6 for w, h in ((width, height), (height, width)))


def impose_pieces(
    pieces: Mapping[str, Sequence[CutOut]],
    names: Mapping[str, str],
    notes: Mapping[str, str],
    title: str,
    target: Target,
    paper: Paper,
) -> tuple[Page, ...]:
    """The pieces of some components on the fewest pages, tall ones first. `names` are those of the components, `notes`
    lines for the player.

    `Refused` (B003) if a piece is larger than the paper leaves room for.
    """
    copies = [Copy(id_, piece) for id_, of_one in pieces.items() for piece in of_one for _ in range(piece.copies)]
    ways = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        area = piece_area(width, height, target)
        if all(fits(copy.width, copy.height, area) for copy in copies):
            ways.append((_fill(copies, notes, area), width, height))
    if not ways:
        raise Refused(list(_too_large(copies, target, paper)))
    rows, width, height = min(ways, key=lambda way: len(way[0]))
    return tuple(
        _page(page, _words(page, names, title, number, len(rows)), (width, height), target)
        for number, page in enumerate(rows, 1)
    )


def _words(rows: Sequence[Row], names: Mapping[str, str], title: str, number: int, pages: int) -> tuple[str, ...]:
    """The head line: the game, the components on the page, which sheet it is."""
    here = dict.fromkeys(names[copy.component] for row in rows for run in row.runs for copy in run.copies)
    words = (title, ", ".join(here))
    return (*words, f"sheet {number} of {pages}") if pages > 1 else words


def _too_large(copies: Sequence[Copy], target: Target, paper: Paper) -> Iterator[Finding]:
    """One finding for each component with a piece that no page holds."""
    areas = [piece_area(w, h, target) for w, h in ((paper.width, paper.height), (paper.height, paper.width))]
    seen = set()
    for copy in copies:
        if copy.component not in seen and not any(fits(copy.width, copy.height, area) for area in areas):
            seen.add(copy.component)
            size = f"{copy.width:.0f} x {copy.height:.0f} mm"
            wrong = f"{copy.component} is {size} and does not fit on {paper.name} between margins and marks"
            yield Finding("B003", Spot("--paper"), wrong, "choose a larger paper, or shorter segments")
    if not seen:
        wrong = f"some pieces fit on {paper.name} only upright and others only on its side"
        yield Finding("B003", Spot("--paper"), wrong, "put them on different sheets, or choose a larger paper")


def _fill(copies: Sequence[Copy], notes: Mapping[str, str], area: Rect) -> list[list[Row]]:
    """Rows on pages. Tall pieces come first; those of one component and one height stay together."""
    laid = [copy if copy.width <= area.width and copy.height <= area.height else _turn(copy) for copy in copies]
    order = list(dict.fromkeys(copy.component for copy in copies))
    laid.sort(key=lambda copy: (-round(copy.height, 3), order.index(copy.component)))
    pages: list[list[Row]] = [[]]
    said: set[str] = set()
    row = Row(())
    for copy in laid:
        longer = _with(row, copy, notes, said)
        if row.runs and (longer.width > area.width + 1e-6 or _height([*pages[-1], longer]) > area.height + 1e-6):
            said |= _close(pages, row, area)
            longer = _with(Row(()), copy, notes, said)
        row = longer
    _close(pages, row, area)
    return pages


def _turn(copy: Copy) -> Copy:
    return replace(copy, turned=not copy.turned)


def _with(row: Row, copy: Copy, notes: Mapping[str, str], said: set[str]) -> Row:
    """A row with one copy more; the first run of a component has its note."""
    runs = list(row.runs)
    if runs and runs[-1].copies[0].component == copy.component:
        run = replace(runs.pop(), copies=(*row.runs[-1].copies, copy))
    else:
        run = Run((copy,))
    text = notes.get(copy.component, "")
    first = copy.component not in said and all(other.copies[0].component != copy.component for other in runs)
    if text and first:
        width = replace(run, note=("",)).width
        run = replace(run, note=wrap_text(text, "condensed-medium", NOTE_PT, width, divide_words=True))
    return Row((*runs, run))


def _height(rows: Sequence[Row]) -> Mm:
    return sum(row.height + GAP for row in rows) - GAP


def _close(pages: list[list[Row]], row: Row, area: Rect) -> set[str]:
    """Put a row on the last page, or on a new one; gives back the components that it names."""
    if pages[-1] and _height([*pages[-1], row]) > area.height + 1e-6:
        pages.append([])
    pages[-1].append(row)
    return {run.copies[0].component for run in row.runs}


def _page(rows: Sequence[Row], words: Sequence[str], size: tuple[Mm, Mm], target: Target) -> Page:
    """A page of rows from the top, all from one line at the left, the whole in the middle."""
    width, height = size
    area, paper = piece_area(width, height, target), Rect(0, 0, width, height)
    left = area.x + (area.width - max(row.width for row in rows)) / 2
    spare = min(GAP, (area.height - _height(rows)) / (len(rows) + 1))
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
                place = Matrix.place(box.right, y, turn=90) if copy.turned else Matrix.place(at, y)
                art.append(Use(copy.piece.scene, place))
                placements.append(Placement(copy.piece.name, "front", box, 90 if copy.turned else 0))
                at += copy.width + GAP
            marks += _note(run, x, y + max(copy.height for copy in run.copies) + NOTE_GAP)
            x += run.width + GAP
        y += row.height + GAP + spare
    folds = any(copy.piece.folds for row in rows for run in row.runs for copy in run.copies)
    advice = ("Cut along the solid lines.", "Score and fold the dashed ones; glue goes on hatched places.")
    return Page(
        name=" ".join(words[1:]),
        width=width,
        height=height,
        trim=paper.grown(-target.margin),
        bleed=paper.grown(-target.margin),
        art=tuple(art),
        marks=(
            *head_line(width, target, words, "print at 100 %, on one side"),
            *proof_strip(paper, target, advice if folds else advice[:1]),
            *marks,
        ),
        placements=tuple(placements),
        inked=tuple(placement.box for placement in placements),
    )


def _note(run: Run, x: Mm, y: Mm) -> Iterator[Text]:
    """A note below its run; the words before the colon are heavier."""
    for number, words in enumerate(run.note):
        baseline = y + NOTE_LEAD * (number + 0.75)
        head, colon, rest = words.partition(":") if number == 0 else ("", "", words)
        if colon:
            yield Text(x, baseline, f"{head}:", "condensed-bold", NOTE_PT, INK)
            x_rest = x + text_width(f"{head}: ", "condensed-bold", NOTE_PT)
            yield small_print(x_rest, baseline, rest.strip(), size_pt=NOTE_PT)
        else:
            yield small_print(x, baseline, words, size_pt=NOTE_PT)
