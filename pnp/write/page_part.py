"""Removes the texts of a page outside the parts of it that are shown, so that no reader finds them.

Source: ISO 32000-1, 8.3.4 (transformation matrices), 9.4 (text objects).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pikepdf

from pnp.scene import Matrix, Rect
from pnp.units import int_sum

_SHOW, _PLACE = frozenset({"Tj", "TJ"}), frozenset({"Tm", "Td", "TD"})
_UNKNOWN = frozenset({"T*", "'", '"'})
"""Operators that place a text by the leading; a text object with them is kept."""


def without_other_texts(form: pikepdf.Object, boxes: Sequence[Rect]) -> None:
    """Remove the texts of a form that touch none of the boxes (points, from the lower left corner).

    The length of a text is not known, so a text that begins beside a box on its line may stay.
    """
    kept: list[Any] = []
    matrix, stack = Matrix(), []
    texts: list[Any] = []
    for found in pikepdf.parse_content_stream(form):
        name = str(found.operator)
        if name == "BT" or texts:
            texts.append(found)
            if name == "ET":
                kept += _shown_texts(texts, matrix, boxes)
                texts = []
            continue
        if name == "q":
            stack.append(matrix)
        elif name == "Q" and stack:
            matrix = stack.pop()
        elif name == "cm":
            matrix = matrix.after(_matrix_of(found.operands))
        kept.append(found)
    form.write(pikepdf.unparse_content_stream([*kept, *texts]))


def _matrix_of(operands: Iterable[Any]) -> Matrix:
    """Return the matrix of an operator."""
    return Matrix(*map(float, operands))


def _shown_texts(texts: Sequence[Any], outer: Matrix, boxes: Sequence[Rect]) -> list[Any]:
    """Return the operators of a text object, without those that show a text that touches none of the boxes."""
    if any(str(one.operator) in _UNKNOWN for one in texts):
        return list(texts)
    kept: list[Any] = []
    line, size = Matrix(), 1.0
    run: list[Any] = []  # the operators that show texts from one place on

    def end_run() -> None:
        """Keep the texts that were shown from one place if they touch a box."""
        length = size * int_sum(_letters(one.operands[0]) for one in run if str(one.operator) in _SHOW)
        is_seen = _touches(outer.after(line), length, size, boxes)
        kept.extend(one for one in run if is_seen or str(one.operator) not in _SHOW)
        run.clear()

    for one in texts:
        name = str(one.operator)
        if name in _PLACE:
            end_run()
            moved = _matrix_of(one.operands) if name == "Tm" else Matrix.place(*map(float, one.operands))
            line = moved if name == "Tm" else line.after(moved)
        elif name == "Tf":
            end_run()
            size = float(one.operands[1])
        run.append(one)
    end_run()
    return kept


def _letters(shown: Any) -> int:  # noqa: ANN401 - a string, or an array of strings and distances
    """Return the greatest number of letters of a text: its bytes, of which a letter has one or two."""
    parts = shown if isinstance(shown, pikepdf.Array) else [shown]
    return int_sum(len(bytes(part)) for part in parts if isinstance(part, pikepdf.String))


def _touches(matrix: Matrix, length: float, size: float, boxes: Sequence[Rect]) -> bool:
    """Return whether a text at the origin of a matrix, of at most this length, touches a box."""
    corners = [matrix.apply(point) for point in ((0, -size / 2), (length, -size / 2), (0, size), (length, size))]
    left, low = (min(corner[axis] for corner in corners) for axis in (0, 1))
    right, high = (max(corner[axis] for corner in corners) for axis in (0, 1))
    return any(left < box.right and box.x < right and low < box.bottom and box.y < high for box in boxes)
