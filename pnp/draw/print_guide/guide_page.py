"""Draws the print guide of a kit on its paper: materials, pictures of the steps, the table of files, and notes."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import fsum

from pnp.draw.cover_art.layout import HEIGHT, MARGIN, WIDTH
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.shapes import disc, rect
from pnp.draw.print_guide.drawn_sketch import STEP_HEIGHT, STEP_WIDTH, draw_sketch
from pnp.draw.print_guide.sketch import CARD, TINT, WHITE, Sketch, lines_of
from pnp.model.target import Colouring, Paper
from pnp.palette import INK
from pnp.scene import Colour, Group, Matrix, Scene
from pnp.units import points

GAP = 12.0
"""The room between two columns."""
INNER = WIDTH - 2 * MARGIN
HEAD_FOOT, MATERIALS_HEIGHT = 78.0, 66.0
STEP_FONT, STEP_PT, STEP_LEAD = "serif", 9.2, 11.8
TABLE_COLUMNS = (8.0, 102.0, 246.0, 390.0, 448.0)
"""The left edges of the columns of the table. The numbers of sheets end at its right edge."""
HEADS = ("File", "What it is", "Print it on", "Sides", "kit.pdf pages")
FONTS = ("sans-semibold", "sans", "sans", "sans", "condensed-bold")
TABLE_FOOT = 36.0
"""The height of the lines below the table."""
SIZES = (
    (1.0, 17.0),
    (0.95, 16.2),
    (0.95, 15.4),
    (0.9, 14.8),
    (0.85, 14.2),
    (0.8, 13.6),
    (0.75, 13.0),
    (0.7, 12.6),
    (0.6, 12.2),
    (0.5, 12.2),
)
"""Scales of the pictures with heights of the table rows in points, from the largest; the first that fits is used."""
MATERIALS = {
    "printer": "Printer",
    "card": "Card",
    "paper": "Paper",
    "ruler": "Steel ruler",
    "knife": "Sharp knife",
    "mat": "Cutting mat",
    "glue": "Glue stick",
    "clipper": "Nail clipper",
    "stapler": "Stapler",
}
"""The printed names of materials by the names of their pictures."""
SOFT, ZEBRA = "#5A4636", "#F8F2E6"


@dataclass(frozen=True)
class GuideFile:
    """A line of the table of files. `optional` files are not in `kit.pdf`; `card` files are printed on card.

    `pages` are the pages of the file in `kit.pdf`, such as `5-18`.
    """

    name: str
    title: str
    paper: str
    sides: str
    sheets: int
    card: bool = False
    optional: bool = False
    pages: str = ""


@dataclass(frozen=True)
class GuideStep:
    """A step: the name of its picture, its head and its text.

    `words` and `scenes`, drawings of the game's own pieces, are shown in the picture.
    """

    picture: str
    head: str
    text: str
    words: str = ""
    scenes: tuple[Scene, ...] = ()


@dataclass(frozen=True)
class GuideContents:
    """The contents of the print guide of a kit. `materials` are the names of icons with a short note each.

    `card_pages` are the pages of `kit.pdf` that are printed on card, such as `5-18, 33-40`.
    """

    series: str
    title: str
    total: int
    materials: tuple[tuple[str, str], ...]
    steps: tuple[GuideStep, ...]
    files: tuple[GuideFile, ...]
    notes: tuple[tuple[str, str], ...] = field(default=())
    card_pages: str = ""

    @property
    def listed(self) -> tuple[GuideFile, ...]:
        """The files in the table, at most `MOST_FILES`."""
        return self.files[:MOST_FILES]


MOST_FILES = 18
"""A kit with more files than this lists the first of them."""


def draw_print_guide(contents: GuideContents, paper: Paper, colour: Colour, variant: Colouring = "full") -> Scene:
    """Draw the print guide as one page of this paper. `colour` is that of numbers and small heads."""
    scale = min(paper.width / points(WIDTH), paper.height / points(HEIGHT))
    room = paper.height / points(1) / scale - MARGIN
    picture = Picture({}, variant=variant)
    page = _GuidePage(Sketch(picture), contents, colour)
    page.draw(room)
    left = (paper.width - points(WIDTH) * scale) / 2
    return Scene("guide", paper.width, paper.height, (Group(tuple(picture.items), Matrix.place(left, 0, scale=scale)),))


@dataclass(frozen=True)
class _GuidePage:
    """The page while it is drawn."""

    sketch: Sketch
    contents: GuideContents
    colour: Colour

    @property
    def columns(self) -> int:
        """The number of steps in a row: four if there are more than six steps, else three."""
        return 4 if len(self.contents.steps) > 6 else 3

    @property
    def cell(self) -> float:
        """The width of a step."""
        return (INNER - GAP * (self.columns - 1)) / self.columns

    def picture_height(self, scale: float) -> float:
        """Return the height of the pictures at a scale; 1 is the full width of a step."""
        return self.cell / STEP_WIDTH * STEP_HEIGHT * scale

    def text_height(self, first: int) -> float:
        """Return the height of the texts of the row of steps that begins with this one."""
        row = self.contents.steps[first : first + self.columns]
        return 26 + STEP_LEAD * max(lines_of(step.text, STEP_FONT, STEP_PT, self.cell - 2) for step in row)

    def steps_height(self, scale: float) -> float:
        """Return the height of all rows of steps."""
        starts = range(0, len(self.contents.steps), self.columns)
        return fsum(self.picture_height(scale) + self.text_height(first) + 8 for first in starts)

    def notes_height(self) -> float:
        """Return the height of the notes at the foot."""
        width = (INNER - 2 * GAP) / 3 - 4
        most = max((lines_of(text, STEP_FONT, 8.8, width) for _, text in self.contents.notes), default=0)
        return 16 + 11.2 * most if most else 0

    def draw(self, room: float) -> None:
        """Draw the page down to `room` points from its top."""
        listed = len(self.contents.listed)
        fixed = HEAD_FOOT + 8 + MATERIALS_HEIGHT + 12 + self.notes_height() + 16 + TABLE_FOOT
        scale, row = next(
            (one for one in SIZES if fixed + self.steps_height(one[0]) + one[1] * listed <= room), SIZES[-1]
        )
        spare = room - fixed - self.steps_height(scale) - row * listed
        gap = max(0.0, min(16.0, spare / 4))
        self._draw_head()
        y = HEAD_FOOT + 8
        self._draw_materials(y)
        y = self._draw_steps(y + MATERIALS_HEIGHT + 12 + gap, scale) + gap
        y = self._draw_table(y, row) + gap
        self._draw_notes(y)

    def _draw_head(self) -> None:
        """Draw the line above the rule, the rule, the heading, and the number of sheets."""
        s, right = self.sketch, WIDTH - MARGIN
        s.text(self.contents.series.upper(), "condensed-bold", 9.5, (MARGIN, 33), self.colour, track=1.8)
        s.text(
            self.contents.title.upper(),
            "condensed-bold",
            9.5,
            (right, 33),
            self.colour,
            track=1.8,
            anchor="end",
            room=300,
        )
        s.fill(rect(MARGIN, 39.5, INNER, 2.4), INK)
        s.text("Print and assemble", "condensed-extrabold", 34, (MARGIN - 1, 72), INK)
        if self.contents.total:
            words = f"{self.contents.total} {'sheet' if self.contents.total == 1 else 'sheets'} to print"
            s.text(words, "serif-italic", 12.5, (right, 71), INK, anchor="end")

    def _draw_materials(self, y: float) -> None:
        """Draw the box of materials."""
        s, materials = self.sketch, self.contents.materials
        s.fill(rect(MARGIN, y, INNER, MATERIALS_HEIGHT), CARD)
        width = INNER / max(1, len(materials))
        for number, (name, note) in enumerate(materials):
            middle = MARGIN + (number + 0.5) * width
            draw_sketch(s.part(middle - 18, y + 5), f"materials/{name}")
            s.text(MATERIALS[name], "condensed-bold", 9.8, (middle, y + 51.5), anchor="middle", room=width - 3)
            s.text(note, "condensed", 8.2, (middle, y + 61), SOFT, anchor="middle", room=width - 3)

    def _draw_steps(self, y: float, scale: float) -> float:
        """Draw the steps in rows; return the y below them."""
        s, cell = self.sketch, self.cell
        high = self.picture_height(scale)
        factor = cell / STEP_WIDTH * scale
        for first in range(0, len(self.contents.steps), self.columns):
            for number, step in enumerate(self.contents.steps[first : first + self.columns]):
                x = MARGIN + number * (cell + GAP)
                s.fill(rect(x, y, cell, high), TINT)
                inner = s.part(x + (cell - STEP_WIDTH * factor) / 2, y, factor)
                with s.clipped(x, y, cell, high):
                    draw_sketch(inner, f"steps/{step.picture}", step.words, step.scenes)
                s.stroke([(x, y), (x + cell, y), (x + cell, y + high), (x, y + high), (x, y)])
                s.fill(disc(x + 10, y + high + 13, 9), self.colour)
                digits = str(first + number + 1)
                s.text(digits, "condensed-extrabold", 13.5, (x + 10, y + high + 17.7), WHITE, anchor="middle")
                s.text(step.head, "condensed-bold", 13.5, (x + 25, y + high + 17.6), room=cell - 26)
                s.paragraph(step.text, STEP_FONT, STEP_PT, STEP_LEAD, (x + 1, y + high + 33), cell - 2)
            y += high + self.text_height(first) + 8
        return y

    def _draw_table(self, y: float, row: float) -> float:
        """Draw the table of files; return the y below it."""
        s = self.sketch
        size = min(9.6, row * 0.62)
        edges = (*TABLE_COLUMNS[1:], INNER - 44)
        s.fill(rect(MARGIN, y, INNER, 16), INK)
        for left, words in zip(TABLE_COLUMNS, HEADS, strict=True):
            s.text(words, "condensed-bold", 10, (MARGIN + left, y + 11.6), WHITE)
        s.text("Sheets", "condensed-bold", 10, (WIDTH - MARGIN - 8, y + 11.6), WHITE, anchor="end")
        y += 16
        for number, file in enumerate(self.contents.listed):
            if number % 2 == 0:
                s.fill(rect(MARGIN, y, INNER, row), ZEBRA)
            if file.card:
                s.fill(rect(MARGIN, y, 4, row), self.colour)
            colour = "#6E5F50" if file.optional else INK
            base = y + row / 2 + size * 0.35
            cells = (f"{file.name}.pdf", file.title, file.paper, file.sides, file.pages or "–")
            for left, edge, words, font in zip(TABLE_COLUMNS, edges, cells, FONTS, strict=True):
                s.text(words, font, size, (MARGIN + left, base), colour, room=edge - left - 6)
            sheets = f"({file.sheets})" if file.optional else str(file.sheets)
            s.text(sheets, "condensed-bold", size, (WIDTH - MARGIN - 8, base), colour, anchor="end")
            y += row
        s.fill(rect(MARGIN, y, INNER, 1), INK)
        if any(file.card for file in self.contents.listed):
            s.fill(rect(MARGIN, y + 5.4, 4, 9), self.colour)
            words = "Coloured bar: print on card."
            if any(file.optional for file in self.contents.listed):
                words += " Files in brackets are not part of kit.pdf."
            s.text(words, "condensed", 9.2, (MARGIN + 10, y + 13))
        if self.contents.total:
            s.text("kit.pdf in all", "condensed-semibold", 9.8, (MARGIN + TABLE_COLUMNS[4], y + 13))
            total = str(self.contents.total)
            s.text(total, "condensed-extrabold", 12, (WIDTH - MARGIN - 8, y + 13.4), anchor="end")
        if self.contents.card_pages:
            words = f"kit.pdf on card: pages {self.contents.card_pages}; on paper: all other pages."
            s.text(words, "condensed-bold", 10.5, (MARGIN + 10, y + 27), room=INNER - 10)
        return y + TABLE_FOOT

    def _draw_notes(self, y: float) -> None:
        """Draw the notes side by side at the foot of the page."""
        width = (INNER - 2 * GAP) / 3
        for number, (head, text) in enumerate(self.contents.notes):
            x = MARGIN + number * (width + GAP)
            self.sketch.text(head, "condensed-bold", 11, (x, y + 9), self.colour)
            self.sketch.paragraph(text, STEP_FONT, 8.8, 11.2, (x, y + 21), width - 4)
