"""The private parts of WeasyPrint that pnp uses: the only module that knows them.

WeasyPrint promises nothing about them, so `pyproject.toml` names one exact version, and `tests/test_layout_engine.py`
says what each function here expects of it. Read these tests before changing that version. If an engine without such
boxes has to replace it, these functions are what it must offer: the boxes of a page in order, with their heights, and
finished boxes moved to other pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.units import MM_PER_POINT, Mm


class MovedBox(NamedTuple):
    """A laid-out box, and the place of its upper left corner on the page to which it is moved."""

    box: Any
    x: Mm
    y: Mm


def millimetres(pixels: float) -> Mm:
    """Return a length of WeasyPrint, in CSS pixels, in millimetres.

    >>> round(millimetres(96), 4)
    25.4
    """
    return pixels * 0.75 * MM_PER_POINT


def boxes_of_page(page: Any) -> list[Any]:  # noqa: ANN401 - WeasyPrint ships no types
    """Return the boxes of the children of the body on a page, in order."""
    (root,) = page._page_box.all_children()[:1]
    return [box for body in root.children for box in body.children if box.element is not None]


def box_height(box: Any) -> Mm:  # noqa: ANN401
    """Return the height of a box with its margins."""
    return millimetres(box.margin_height())


def page_with_boxes(page: Any, moved: Iterable[MovedBox]) -> Any:  # noqa: ANN401
    """Return a page to which boxes of other pages have been moved, on top of its own."""
    from weasyprint.layout.background import layout_box_backgrounds  # noqa: PLC0415 - see load_weasyprint

    page_box, pixels = page._page_box, 1 / millimetres(1)
    (root,) = page_box.all_children()[:1]
    body = root.children[0]
    placed = []
    for box, x, y in moved:
        box.translate(x * pixels - box.position_x, y * pixels - box.position_y)
        layout_box_backgrounds(page_box, box, _no_image)  # backgrounds stay behind when a box is moved
        placed.append(box)
    body.children = (*body.children, *placed)
    return type(page)(page_box)


def _no_image(**_: object) -> None:
    """Return None: the backgrounds of a booklet are colours."""


def delete_fonts(fonts: Any) -> None:  # noqa: ANN401
    """Delete the copies of fonts that a font configuration has made on the disk."""
    fonts.__del__()
