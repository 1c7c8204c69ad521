"""Registration: positions of faces on the back of a sheet, so that each back is behind its front."""

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
    """Return the rotation of a back page in degrees, 0 or 180.

    It is 0 if the sheet is turned over its vertical edge.

    >>> back_turn(210, 297, "long"), back_turn(210, 297, "short"), back_turn(297, 210, "long")
    (0, 180, 180)
    """
    portrait = height >= width
    return 0 if portrait == (duplex == "long") else 180


def turn_over(width: Mm, height: Mm, duplex: Duplex) -> Matrix:
    """Return the transform from a point on the front of a sheet to the point behind it on the back.

    It is its own inverse.
    """
    return Matrix(-1, 0, 0, 1, width, 0) if back_turn(width, height, duplex) == 0 else Matrix(1, 0, 0, -1, 0, height)


def moved_box(box: Rect, matrix: Matrix) -> Rect:
    """Return a box after a transform that keeps it upright: a shift, reflection or half turn."""
    (x1, y1), (x2, y2) = matrix.apply((box.x, box.y)), matrix.apply((box.right, box.bottom))
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


# ---------------------------------------------------------------- the printer


def about_centre(width: Mm, height: Mm, turn: Degrees, scale: float = 1) -> Matrix:
    """Return the transform that enlarges a page and rotates it clockwise about its centre."""
    x, y = Matrix.place(turn=turn, scale=scale).apply((width / 2, height / 2))
    return Matrix.place(width / 2 - x, height / 2 - y, turn=turn, scale=scale)


def correction(shift: BackShift, width: Mm, height: Mm, duplex: Duplex) -> Matrix:
    """Return the transform that moves a back page to compensate for the printer's shift.

    It is in the coordinates of the back page. The shift is the error of the printer as seen from the front. Right and
    clockwise from the front are left and anticlockwise on the back.
    """
    over = turn_over(width, height, duplex)
    undo = about_centre(width, height, -shift.turn, 1 / shift.scale).after(Matrix.place(-shift.x, -shift.y))
    return over.after(undo).after(over)


def finish_back(page: Page, shift: BackShift, duplex: Duplex) -> Page:
    """Return a back page as it must be printed: turned over, and corrected for the printer's shift.

    It is turned if the sheet is turned over its horizontal edge, and moved to compensate for the printer.
    """
    width, height = page.width, page.height
    turn = back_turn(width, height, duplex)
    turned = about_centre(width, height, turn)
    moved = correction(shift, width, height, duplex)
    whole = moved.after(turned)

    def moved_items(items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return items of the page, turned over and corrected."""
        return items if whole == Matrix() else (Group(items, whole),)

    return replace(
        page,
        facing="back",
        trim=moved_box(page.trim, turned),
        bleed=moved_box(page.bleed, turned),
        art=moved_items(page.art),
        marks=moved_items(page.marks),
        placements=tuple(replace(p, box=moved_box(p.box, turned), turn=(p.turn + turn) % 360) for p in page.placements),
        inked=tuple(moved_box(box, turned) for box in page.inked),
        correction=moved,
    )


def parse_back_shift(text: str) -> BackShift:
    """Parse the shift of a printer, such as `0.4mm,-0.2mm,0.1deg`, as read from the calibration page.

    The four readings of the page, `0.2mm/0.6mm,-0.2mm/0.1mm`, also give the scale. Raises `Refused` (B002) if the text
    is neither.
    """
    try:
        return BackShift.model_validate(text)
    except ValidationError as error:
        reasons = "; ".join(dict.fromkeys(fault["msg"].removeprefix("Value error, ") for fault in error.errors()))
        wrong = f"{text!r} is not a reading of the calibration page: {reasons}"
        write = "write the readings of the scales A/D,B/C, such as 0.2mm/0.6mm,-0.2mm/0.1mm"
        raise Refused([Finding("B002", Spot("--back-shift"), wrong, write)]) from None
