"""The labels of a unit: its own, and its formation's at the right."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pnp.draw.counter.face_layout import FaceLayout
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits, width_of
from pnp.palette import INK
from pnp.scene import Colour
from pnp.units import Mm

LABEL_FONT = "condensed-semibold"
MARGIN = 0.09
"""What a label under the box leaves free at each side, as a share of the counter's."""
COLUMN = 0.092
"""Room for the formation's label from the middle of its capitals to the label under the box."""


class Labels(NamedTuple):
    """A unit's own label, its short form, and its formation's label."""

    own: str
    short: str
    right: str

    def fitting(self, style: Style, room: Mm) -> str:
        """The own label, or its short form if that fits better."""
        return self.own if not self.short or size_that_fits(self.own, style, room) else self.short


@cache
def draw_labels(labels: Labels, ground: Colour, top: float, side: Mm, layout: FaceLayout) -> Drawing:
    """Both labels where the layout want them; the right one keeps below `top`, a share of the side."""
    style = Style(LABEL_FONT, layout.points(layout.label_em, side), INK, ground)
    right = layout.right
    formation = _upwards(labels.right, right, top, style, side, layout, "right")
    if layout.below:
        low = bool(labels.right) and _foot(labels.right, right, top, style, side, layout) > layout.label[1] - 0.075
        return _under(labels, style, low, side, layout).plus(formation)
    room = (layout.foot - layout.top) * side
    own = _upwards(labels.fitting(style, room), layout.label, layout.top, style, side, layout, "label")
    return own.plus(formation)


def _under(labels: Labels, style: Style, crowded: bool, side: Mm, layout: FaceLayout) -> Drawing:
    """The own label under the box, in its middle or as near as a formation's label that comes down as far allows."""
    end = layout.right[0] - COLUMN if crowded else 1 - MARGIN
    room = (end - MARGIN) * side
    text = labels.fitting(style, room)
    width = width_of(text, style, size_that_fits(text, style, room) or style.size_pt)
    x = min(layout.label[0] * side, end * side - width / 2)
    return set_line(text, style, LinePlace(x, layout.label[1] * side, room), "label")


def _upwards(
    text: str, at: tuple[float, float], top: float, style: Style, side: Mm, layout: FaceLayout, field: str
) -> Drawing:
    """A label that reads upwards: centred where wanted, moved as far as it must to keep between top and foot."""
    if not text:
        return Drawing()
    room, length = _length(text, top, style, side, layout)
    middle = min(max(at[1] * side, top * side + length / 2), layout.foot * side - length / 2)
    return set_line(text, style, LinePlace(at[0] * side, middle, room, reading="upwards"), field)


def _foot(text: str, at: tuple[float, float], top: float, style: Style, side: Mm, layout: FaceLayout) -> float:
    """How far down a label that reads upwards comes, as a share of the side."""
    length = _length(text, top, style, side, layout)[1] / side
    return min(max(at[1] + length / 2, top + length), layout.foot)


def _length(text: str, top: float, style: Style, side: Mm, layout: FaceLayout) -> tuple[Mm, Mm]:
    """The room between top and foot, and how much of it a label takes."""
    room = (layout.foot - top) * side
    size = size_that_fits(text, style, room)
    return room, min(room, width_of(text, style, size)) if size else room
