"""How a sheet of paper is held and folded, and how many components of one size it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.impose.marks import free_area, tick_reach
from pnp.model.target import Duplex, Paper, Target
from pnp.units import Mm

Fold: TypeAlias = Literal["none", "upright", "level"]


@dataclass(frozen=True, slots=True)
class Layout:
    """A page and how many components it holds: its size as held, its fold, columns and rows of one block."""

    width: Mm
    height: Mm
    fold: Fold
    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """Components on one sheet."""
        return self.columns * self.rows


def page_layouts(width: Mm, height: Mm, target: Target, paper: Paper, duplex: Duplex) -> Iterator[Layout]:
    """Every way to hold the paper (and to fold it) that holds components of a size, the handiest first."""
    portrait, landscape = (paper.width, paper.height), (paper.height, paper.width)
    ways: tuple[tuple[tuple[Mm, Mm], Fold], ...] = ((portrait, "none"), (landscape, "none"))
    if duplex == "fold":  # an upright fold keeps the backs upright on the page
        ways = ((landscape, "upright"), (portrait, "upright"), (portrait, "level"), (landscape, "level"))
    for (page_width, page_height), fold in ways:
        free = free_area(page_width, page_height, target)
        across = (free.width - gutter(target)) / 2 if fold == "upright" else free.width
        down = (free.height - gutter(target)) / 2 if fold == "level" else free.height
        columns, rows = int(across / width + 1e-6), int(down / height + 1e-6)
        if columns > 0 and rows > 0:
            yield Layout(page_width, page_height, fold, columns, rows)


def gutter(target: Target) -> Mm:
    """Between the two halves of a folded page: wide enough for the ticks of both."""
    return max(target.gutter, 2 * (tick_reach(target) + 0.5))
