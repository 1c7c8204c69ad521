"""What imposition makes: pages, and where each component lies on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.scene import Item, Matrix, Rect
from pnp.units import Degrees, Mm

Facing: TypeAlias = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Placement:
    """One face of one component on a page: its id, which face, its trimmed box there, and how far its art is turned
    clockwise.
    """

    component: str
    facing: Facing
    box: Rect
    turn: Degrees = 0


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: size of the paper (media), what is left after trimming, how far ink may go, art, and marks.

    `art` is what is cut out; `marks` are ticks, rulers and notes, which stay out of `inked`: the areas that art may
    cover, bleed included. `facing` is `back` on the reverse of the page before. `fold` is the x of a vertical gutter
    fold line, `fold_y` the y of a horizontal one. `correction` is how the art and the marks of a back have been moved
    to make up for the printer; boxes and placements tell where they land on paper.
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
    """Pages that become one PDF: file name without suffix, title, how its sheets turn, and outline entries (text, page
    from 0).
    """

    name: str
    title: str
    pages: tuple[Page, ...]
    duplex: Literal["long", "short", "none"] = "none"
    outline: tuple[tuple[str, int], ...] = ()
    subject: str = ""
    author: str = ""
