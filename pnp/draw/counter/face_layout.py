"""Positions of everything on a unit's counter, as fractions of the length of its edge."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnp.model.counter import CounterPrint
from pnp.scene import Rect
from pnp.units import MM_PER_POINT, Mm

SMALL: Mm = 14
"""On counters up to this size the unit's label is below its symbol, because it would not fit beside it."""


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """Positions on a unit's face, as shares of its side. Points are (x, y), type sizes are em heights.

    `label` is the middle of the unit's own label, `right` the middle of the formation's label. The band of a reduced or
    disrupted unit begins at `band`, and the stripe above it at `stripe`. Labels that read upwards stay between `top`
    and `foot`.

    With a `banner`, a band in the formation's colour reaches from the top to that share of the side. It has the unit's
    label, which begins at `label`, and the formation's label, which ends at `right`. The formation's name is at the
    foot. Disrupted units have a red bar (`bar`: its top and height) with their word (`word`: its middle) in its place.

    With `figure` the only factor is right of the symbol, as high as symbol and size mark together, and the label is on
    a band in the formation's colour from `plinth` to the foot. Disrupted units then have a red band from `band` to the
    foot, with the word at `word` above the label.
    """

    below: bool
    box: Rect
    mark: tuple[float, float]
    mark_height: float
    emblem: tuple[float, float]
    emblem_radius: float
    reach: tuple[float, float]
    reach_radius: float
    reach_em: float
    code: tuple[float, float]
    code_em: float
    label: tuple[float, float]
    right: tuple[float, float]
    label_em: float
    top: float
    foot: float
    factors: float
    factor_em: float
    stripe: float
    stripe_height: float
    band: float
    banner: float = 0
    right_em: float = 0
    bar: tuple[float, float] = (0, 0)
    figure: tuple[float, float] | None = None
    plinth: float = 1
    word: float = 0
    word_em: float = 0

    def points(self, share: float, side: Mm) -> float:
        """Convert a type size from a share of a counter's side into points."""
        return share * side / MM_PER_POINT


BESIDE = FaceLayout(
    below=False,
    box=Rect(0.2335, 0.218, 0.533, 0.364),
    mark=(0.500, 0.139),
    mark_height=0.093,
    emblem=(0.286, 0.134),
    emblem_radius=0.067,
    reach=(0.693, 0.129),
    reach_radius=0.080,
    reach_em=0.160,
    code=(0.918, 0.136),
    code_em=0.156,
    label=(0.139, 0.400),
    right=(0.861, 0.400),
    label_em=0.1445,
    top=0.075,
    foot=0.590,
    factors=0.802,
    factor_em=0.344,
    stripe=0.609,
    stripe_height=0.058,
    band=0.620,
)
"""Labels left and right of the symbol, reading upwards: for 9/16 in and larger."""

BELOW = FaceLayout(
    below=True,
    box=Rect(0.235, 0.222, 0.53, 0.217),
    mark=(0.288, 0.134),
    mark_height=0.078,
    emblem=(0.150, 0.134),
    emblem_radius=0.060,
    reach=(0.145, 0.334),
    reach_radius=0.078,
    reach_em=0.162,
    code=(0.912, 0.134),
    code_em=0.150,
    label=(0.500, 0.536),
    right=(0.910, 0.134),
    label_em=0.175,
    top=0.083,
    foot=0.614,
    factors=0.811,
    factor_em=0.305,
    stripe=0.655,
    stripe_height=0.030,
    band=0.665,
    right_em=0.170,
)
"""The unit's label under the symbol, the formation's above it on the right: for 1/2 in and 12 mm."""

BANNER = FaceLayout(
    below=False,
    box=Rect(0.245, 0.294, 0.510, 0.238),
    mark=(0.500, 0.253),
    mark_height=0.050,
    emblem=(0.138, 0.405),
    emblem_radius=0.070,
    reach=(0.872, 0.405),
    reach_radius=0.064,
    reach_em=0.130,
    code=(0.930, 0.405),
    code_em=0.150,
    label=(0.070, 0.113),
    right=(0.930, 0.113),
    label_em=0.152,
    top=0.205,
    foot=0.545,
    factors=0.694,
    factor_em=0.312,
    stripe=0.536,
    stripe_height=0.030,
    band=0.560,
    banner=0.214,
    right_em=0.146,
    bar=(0.840, 0.160),
    word=0.897,
    word_em=0.118,
)
"""Both labels on a band in the formation's colour above the symbol, and the formation's name at the foot: for 9/16 in
and larger. Disrupted units have a red bar in place of the name."""

FIGURE = FaceLayout(
    below=True,
    box=Rect(0.095, 0.300, 0.47, 0.30),
    mark=(0.425, 0.175),
    mark_height=0.11,
    emblem=(0.185, 0.175),
    emblem_radius=0.082,
    reach=(0.76, 0.19),
    reach_radius=0.08,
    reach_em=0.16,
    code=(0.912, 0.80),
    code_em=0.15,
    label=(0.500, 0.832),
    right=(0.857, 0.295),
    label_em=0.20,
    top=0.083,
    foot=0.634,
    factors=0.41,
    factor_em=0.57,
    stripe=0.565,
    stripe_height=0.045,
    band=0.565,
    figure=(0.768, 0.385),
    plinth=0.685,
)
"""One large factor right of the symbol, and the unit's label on a band in the formation's colour at the foot."""

FIGURE_DISRUPTED = replace(
    FIGURE,
    box=Rect(0.095, 0.270, 0.47, 0.24),
    mark=(0.425, 0.165),
    mark_height=0.10,
    emblem=(0.185, 0.165),
    emblem_radius=0.076,
    label=(0.500, 0.84),
    label_em=0.165,
    factor_em=0.52,
    figure=(0.765, 0.325),
    word=0.672,
    word_em=0.182,
)
"""The same above the red band of a disrupted unit."""


def face_layout(counter_print: CounterPrint) -> FaceLayout:
    """Return the layout of unit faces in a game: labels beside the symbol, below it or on a band, or one large
    factor.
    """
    if counter_print.labels == "banner":
        return BANNER
    if counter_print.labels == "figure":
        return FIGURE
    below = counter_print.labels == "below" or (not counter_print.labels and counter_print.side <= SMALL)
    return BELOW if below else BESIDE
