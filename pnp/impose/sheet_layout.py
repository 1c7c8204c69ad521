"""How a sheet of paper is held and folded, and how many components of one size it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.impose.marks import free_area, tick_reach
from pnp.model.target import Duplex, Paper, Target
from pnp.scene import Rect
from pnp.units import Mm

Fold: TypeAlias = Literal["none", "upright", "level"]


@dataclass(frozen=True, slots=True)
class Layout:
    """A page and how many components it holds: its size as held, its fold, columns and rows of one block.

    A `tight` page has slim rulers in two margins instead of a head line and a proof strip.
    """

    width: Mm
    height: Mm
    fold: Fold
    columns: int
    rows: int
    tight: bool = False

    @property
    def capacity(self) -> int:
        """Components on one sheet."""
        return self.columns * self.rows

    def centred_box(self, width: Mm, height: Mm, target: Target) -> Rect:
        """Return the box of a block of this size, with its backs beyond the fold, in the middle of the page."""
        across = 2 * width + gutter(target) if self.fold == "upright" else width
        down = 2 * height + gutter(target) if self.fold == "level" else height
        return Rect((self.width - across) / 2, (self.height - down) / 2, across, down)


def page_ways(paper: Paper, duplex: Duplex) -> tuple[tuple[Mm, Mm, Fold], ...]:
    """Return the ways to hold and to fold a paper as width, height and fold, the handiest first."""
    if duplex != "fold":
        return ((paper.width, paper.height, "none"), (paper.height, paper.width, "none"))
    return (  # an upright fold keeps the backs upright on the page
        (paper.height, paper.width, "upright"),
        (paper.width, paper.height, "upright"),
        (paper.width, paper.height, "level"),
        (paper.height, paper.width, "level"),
    )


def page_layouts(width: Mm, height: Mm, target: Target, paper: Paper, duplex: Duplex) -> Iterator[Layout]:
    """Every way to hold the paper (and to fold it) that holds components of a size, the handiest first."""
    for page_width, page_height, fold in page_ways(paper, duplex):
        free = free_area(page_width, page_height, target)
        across = (free.width - gutter(target)) / 2 if fold == "upright" else free.width
        down = (free.height - gutter(target)) / 2 if fold == "level" else free.height
        columns, rows = int(across / width + 1e-6), int(down / height + 1e-6)
        if columns > 0 and rows > 0:
            yield Layout(page_width, page_height, fold, columns, rows)


def gutter(target: Target) -> Mm:
    """Between the two halves of a folded page: wide enough for the ticks of both."""
    return max(target.gutter, 2 * (tick_reach(target) + 0.5))
