"""The page of a print guide: its contents, its drawings, and the sizes at which all of it fits one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import fsum

from pnp.art.covers.layout import HEIGHT, MARGIN, WIDTH
from pnp.draw.sketches.drawn_sketch import STEP_SIZE, sketch_scene
from pnp.fitting import lines_of
from pnp.model.target import Paper
from pnp.scene import Scene
from pnp.units import points

# Lengths are points on Letter paper, a tenth of the `rem` of `templates/style/cover.css`, which has the same measures.
GAP = 12.0
INNER = WIDTH - 2 * MARGIN
HEAD, TABLE_HEAD, TABLE_FOOT = 164.0, 16.0, 32.0
"""The heights of what stands above the steps, of the head of the table, and of the lines below it."""
STEP_PT, STEP_LEAD, STEP_REST = 9.2, 11.8, 32.0
"""The type of the text of a step, and the height of its head with the white space below the step."""
NOTE_PT, NOTE_LEAD, NOTE_REST = 8.8, 11.2, 24.0
TITLE_WIDTH, PAPER_WIDTH = 156.0, 126.0
"""The room for the title of a file, and for what it is printed on."""
MOST_GAP = 16.0
SIZES = (
    (1.0, 17.0), (0.95, 16.2), (0.95, 15.4), (0.9, 14.8), (0.85, 14.2), (0.8, 13.6), (0.75, 13.0), (0.7, 12.6),
    (0.6, 12.2), (0.5, 12.2),
)  # fmt: skip
"""Scales of the pictures with heights of the table rows, from the largest; the first that fits is used."""
MATERIAL = (38.0, 38.0)
"""The size of the picture of a material."""
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
MOST_FILES = 18
"""A kit with more files than this lists the first of them."""


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

    @property
    def columns(self) -> int:
        """The number of steps in a row: four if there are more than six steps, else three."""
        return 4 if len(self.steps) > 6 else 3


@dataclass(frozen=True)
class GuideSizes:
    """The sizes of a guide in points on Letter paper; `scale` is that of the paper.

    They are: the white space between its parts, the height of its pictures, and the height of a row of its table.
    """

    scale: float
    gap: float
    picture: float
    row: float

    @classmethod
    def of(cls, contents: GuideContents, paper: Paper) -> GuideSizes:
        """Return the largest sizes at which a guide fits a page of this paper."""
        scale = min(paper.width / points(WIDTH), paper.height / points(HEIGHT))
        room = paper.height / points(1) / scale - MARGIN
        cell = (INNER - GAP * (contents.columns - 1)) / contents.columns
        fixed = HEAD + _texts_height(contents, cell) + TABLE_HEAD + TABLE_FOOT + _notes_height(contents)
        tall, rows = cell * STEP_SIZE[1] / STEP_SIZE[0], -(-len(contents.steps) // contents.columns)
        spare = {size: room - fixed - size[0] * tall * rows - _table_height(contents, size[1]) for size in SIZES}
        size = next((one for one in SIZES if spare[one] >= 0), SIZES[-1])
        return cls(scale, max(0.0, min(MOST_GAP, spare[size] / 3)), size[0] * tall, size[1])


def _texts_height(contents: GuideContents, cell: float) -> float:
    """Return the height of all rows of steps without their pictures."""
    lines = [lines_of(step.text, "serif", STEP_PT, cell - 4) for step in contents.steps]
    rows = range(0, len(lines), contents.columns)
    return fsum(STEP_REST + STEP_LEAD * max(lines[first : first + contents.columns]) for first in rows)


def _table_height(contents: GuideContents, row: float) -> float:
    """Return the height of the lines of the table, whose cells may have several lines."""
    size = row_size(row)
    lines = (
        max(lines_of(file.title, "sans", size, TITLE_WIDTH), lines_of(file.paper, "sans", size, PAPER_WIDTH))
        for file in contents.listed
    )
    return fsum(row + (number - 1) * 1.2 * size for number in lines)


def _notes_height(contents: GuideContents) -> float:
    """Return the height of the notes at the foot."""
    lines = [lines_of(text, "serif", NOTE_PT, (INNER - 2 * GAP) / 3 - 4) for _, text in contents.notes]
    return NOTE_REST + NOTE_LEAD * max(lines) if lines else 0


def row_size(row: float) -> float:
    """Return the size of the type in table rows of this height."""
    return min(9.6, row * 0.62)


def guide_scenes(contents: GuideContents) -> Mapping[str, Scene]:
    """Return the drawings of a guide by their names: `step-1` and so on, and materials such as `material-card`."""
    steps = {
        f"step-{number}": sketch_scene(f"steps/{step.picture}", STEP_SIZE, step.words, step.scenes)
        for number, step in enumerate(contents.steps, 1)
    }
    return steps | {f"material-{name}": sketch_scene(f"materials/{name}", MATERIAL) for name, _ in contents.materials}
