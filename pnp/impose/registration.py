"""Registration: where the back of a sheet must carry a face so that it lies behind its front.

A sheet turned about an upright line carries the backs of its rows in reverse order, upright. Turned about a level line
it carries the same, and the whole page stands on its head. Which edge of the paper is upright depends on how the page
is held, so that "long edge" means the one on a portrait page and the other on a landscape page.
"""

from __future__ import annotations

from dataclasses import replace

from pydantic import ValidationError

from pnp.findings import Finding, Refused
from pnp.impose.page import Page
from pnp.model.target import BackShift, Duplex
from pnp.scene import Group, Item, Matrix, Rect
from pnp.spot import Spot
from pnp.units import Degrees, Mm


def back_turn(width: Mm, height: Mm, duplex: Duplex) -> Degrees:
    """How far the reverse of a page is turned: 0 if the sheet turns about its upright edge, 180 if about the level one.

    >>> back_turn(210, 297, "long"), back_turn(210, 297, "short"), back_turn(297, 210, "long")
    (0, 180, 180)
    """
    portrait = height >= width
    return 0 if portrait == (duplex == "long") else 180


def turn_over(width: Mm, height: Mm, duplex: Duplex) -> Matrix:
    """From a point on the front to the point behind it on the back, and the same way again."""
    return Matrix(-1, 0, 0, 1, width, 0) if back_turn(width, height, duplex) == 0 else Matrix(1, 0, 0, -1, 0, height)


def moved_box(box: Rect, matrix: Matrix) -> Rect:
    """A box after a map that keeps it upright (moves, mirrors, half turns)."""
    (x1, y1), (x2, y2) = matrix.apply((box.x, box.y)), matrix.apply((box.right, box.bottom))
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


# ---------------------------------------------------------------- the printer


def about_centre(width: Mm, height: Mm, turn: Degrees) -> Matrix:
    """A turn, clockwise, about the middle of a page."""
    x, y = Matrix.place(turn=turn).apply((width / 2, height / 2))
    return Matrix.place(width / 2 - x, height / 2 - y, turn=turn)


def correction(shift: BackShift, width: Mm, height: Mm, duplex: Duplex) -> Matrix:
    """How the back page must be moved, in its own coordinates, for the printer to put it right.

    The reading is what the printer does seen from the front; the correction undoes it, and what is right and clockwise
    from the front is left and anticlockwise on the back.
    """
    over = turn_over(width, height, duplex)
    undo = about_centre(width, height, -shift.turn).after(Matrix.place(-shift.x, -shift.y))
    return over.after(undo).after(over)


def finish_back(page: Page, shift: BackShift, duplex: Duplex) -> Page:
    """A back page that was composed upright, as its sheet wants it: turned if the sheet turns about a level edge, and
    moved to make up for the printer.
    """
    width, height = page.width, page.height
    turn = back_turn(width, height, duplex)
    turned = about_centre(width, height, turn)
    moved = correction(shift, width, height, duplex)
    whole = moved.after(turned)

    def wrap(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return items if whole == Matrix() else (Group(items, whole),)

    return replace(
        page,
        facing="back",
        trim=moved_box(page.trim, turned),
        bleed=moved_box(page.bleed, turned),
        art=wrap(page.art),
        marks=wrap(page.marks),
        placements=tuple(replace(p, box=moved_box(p.box, turned), turn=(p.turn + turn) % 360) for p in page.placements),
        inked=tuple(moved_box(box, turned) for box in page.inked),
        correction=moved,
    )


def parse_back_shift(text: str) -> BackShift:
    """The reading of a calibration page, as typed: `0.4mm,-0.2mm,0.1deg` or `0.4mm,-0.2mm/0.1mm`.

    `Refused` (B002) says what cannot be read.
    """
    try:
        return BackShift.model_validate(text)
    except ValidationError as error:
        said = "; ".join(dict.fromkeys(fault["msg"].removeprefix("Value error, ") for fault in error.errors()))
        wrong = f"{text!r} is no reading of the calibration page: {said}"
        write = "write how far right, down and clockwise the backs lie, such as 0.4mm,-0.2mm,0.1deg"
        raise Refused([Finding("B002", Spot("--back-shift"), wrong, write)]) from None
