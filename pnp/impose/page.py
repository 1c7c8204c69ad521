"""Imposed pages with the positions of the components on them, and documents of such pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.scene import Item, Matrix, Rect
from pnp.units import Degrees, Mm

Facing: TypeAlias = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Placement:
    """The position of a component's face on a page: id, face, trimmed box, and clockwise turn."""

    component: str
    facing: Facing
    box: Rect
    turn: Degrees = 0


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: size of the paper, trimmed box, box with bleed, drawings (`art`) and marks.

    `art` is cut out. `marks` are ticks, rulers and notes; they stay out of `inked`, the areas of the art with its
    bleed. `facing` is `back` on the reverse of the page before. `fold` is the x of a vertical fold line, `fold_y` the y
    of a horizontal one. `correction` moves the art and the marks of a back to compensate for the printer; boxes and
    placements are the positions on paper.
    """

    name: str
    width: Mm
    height: Mm
    trim: Rect
    bleed: Rect
    art: tuple[Item, ...]
    marks: tuple[Item, ...] = ()
    placements: tuple[Placement, ...] = ()
    facing: Facing = "front"
    fold: Mm | None = None
    fold_y: Mm | None = None
    inked: tuple[Rect, ...] = ()
    correction: Matrix = Matrix()  # noqa: RUF009 - frozen


@dataclass(frozen=True, slots=True)
class Document:
    """Pages that become one PDF file, with the name of the file without suffix, title and outline.

    `duplex` is the edge that sheets are turned over. An entry of the outline is a text and the index of a page.
    """

    name: str
    title: str
    pages: tuple[Page, ...]
    duplex: Literal["long", "short", "none"] = "none"
    outline: tuple[tuple[str, int], ...] = ()
    subject: str = ""
    author: str = ""
