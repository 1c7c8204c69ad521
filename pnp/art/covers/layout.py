"""The layout of a cover on its paper: everything is measured in points on a Letter page and scaled to the paper."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.art.covers.picture import Frame
from pnp.model.target import Paper
from pnp.scene import Matrix
from pnp.units import Mm, points

WIDTH, HEIGHT = 612.0, 792.0
"""The Letter page, in points."""
MARGIN = 36.0
"""The side margin of all text."""
BLEED = 9.0
"""How far the picture extends past the trimmed page."""
KICKER_FONT, KICKER_PT, KICKER_TRACK = "condensed-bold", 25.0, 5.5
SUBTITLE_FONT, NAME_FONT, LINE_FONT = "serif-semibold-italic", "serif-bold", "sans"
"""The fonts of the subtitle, of the designer's name, and of the line below it."""


@dataclass(frozen=True)
class CoverLayout:
    """The places of the parts of a cover, in points of the Letter page.

    A taller paper has more picture at the top, a wider one has more at both sides. `scale` is the size of one point on
    the paper. `border` is the width of the white border, inside which the page is clipped; 0 if the printer needs none.
    """

    scale: float
    top: float
    side: float
    border: float

    @property
    def frame(self) -> Frame:
        """The edges of the picture with bleed."""
        return Frame(-BLEED - self.side, WIDTH + BLEED + self.side, self.top - BLEED)

    @property
    def left(self) -> float:
        """The left edge of all text."""
        return MARGIN - self.side

    @property
    def right(self) -> float:
        """The right edge of all text."""
        return WIDTH - MARGIN + self.side

    @property
    def width(self) -> float:
        """The width of the title."""
        return self.right - self.left

    @property
    def strip_foot(self) -> float:
        """The lower edge of the strip at the top; it is lower if the border hides the upper part of the strip."""
        return self.top + (42 if self.border else 38)

    @property
    def strip_middle(self) -> float:
        """The middle of the visible part of the strip."""
        return (self.strip_foot + self.top + self.border) / 2

    @property
    def panel_shift(self) -> float:
        """How far the texts of the facts panel are moved up, because the border hides the foot of the panel."""
        return 4.0 if self.border else 0.0

    @property
    def matrix(self) -> Matrix:
        """The transformation from the Letter page (in mm) to the paper."""
        return Matrix.place(points(self.side) * self.scale, -points(self.top) * self.scale, scale=self.scale)


def cover_layout(paper: Paper, border: Mm) -> CoverLayout:
    """Return the layout of a cover for a paper size, with a white border of this width."""
    scale = min(paper.width / points(WIDTH), paper.height / points(HEIGHT))
    higher = paper.height / points(1) / scale - HEIGHT
    wider = paper.width / points(1) / scale - WIDTH
    return CoverLayout(scale, -round(higher, 6), round(wider / 2, 6), border / points(1) / scale)
