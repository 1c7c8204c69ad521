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
    label, which begins at `label`, the size mark, and the formation's label, which ends at `right`. Disrupted units
    have a red bar (`bar`: its top and height) with their word (`word`: its middle) above their factors.

    With `aside` only the size mark follows the unit's label on the banner, and ends at `mark`. The formation's label is
    right of the symbol, one word below the other, except on disrupted units.

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
    aside: bool = False
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
    emblem=(0.286, 0.136),
    emblem_radius=0.058,
    reach=(0.693, 0.136),
    reach_radius=0.060,
    reach_em=0.125,
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
    box=Rect(0.270, 0.246, 0.460, 0.182),
    mark=(0.335, 0.155),
    mark_height=0.075,
    emblem=(0.165, 0.337),
    emblem_radius=0.060,
    reach=(0.842, 0.337),
    reach_radius=0.062,
    reach_em=0.140,
    code=(0.9055, 0.150),
    code_em=0.150,
    label=(0.500, 0.525),
    right=(0.9055, 0.150),
    label_em=0.160,
    top=0.095,
    foot=0.615,
    factors=0.795,
    factor_em=0.314,
    stripe=0.637,
    stripe_height=0.020,
    band=0.645,
    right_em=0.158,
)
"""The unit's label under the symbol, the formation's above it on the right: for 1/2 in and 12 mm."""

BANNER = FaceLayout(
    below=False,
    box=Rect(0.292, 0.260, 0.618, 0.312),
    mark=(0.625, 0.128),
    mark_height=0.080,
    emblem=(0.168, 0.415),
    emblem_radius=0.088,
    reach=(0.168, 0.520),
    reach_radius=0.068,
    reach_em=0.135,
    code=(0.245, 0.520),
    code_em=0.150,
    label=(0.078, 0.128),
    right=(0.922, 0.128),
    label_em=0.148,
    top=0.222,
    foot=0.572,
    factors=0.767,
    factor_em=0.340,
    stripe=0.594,
    stripe_height=0.030,
    band=0.600,
    banner=0.222,
    right_em=0.146,
)
"""Labels and size mark on a band in the formation's colour, the symbol below it as high as the room: for 9/16 in and
larger."""

BANNER_DISRUPTED = replace(
    BANNER,
    box=Rect(0.340, 0.258, 0.530, 0.225),
    emblem=(0.168, 0.371),
    factors=0.829,
    factor_em=0.270,
    bar=(0.520, 0.175),
    word=0.6075,
    word_em=0.138,
)
"""The same with a lower symbol and a red bar between symbol and factors, for disrupted units."""

SMALL_BANNER = FaceLayout(
    below=False,
    box=Rect(0.271, 0.299, 0.396, 0.291),
    mark=(0.9055, 0.155),
    mark_height=0.090,
    emblem=(0.1625, 0.441),
    emblem_radius=0.068,
    reach=(0.1625, 0.526),
    reach_radius=0.068,
    reach_em=0.145,
    code=(0.225, 0.526),
    code_em=0.150,
    label=(0.0945, 0.155),
    right=(0.8055, 0.441),
    label_em=0.172,
    top=0.279,
    foot=0.610,
    factors=0.795,
    factor_em=0.314,
    stripe=0.637,
    stripe_height=0.020,
    band=0.645,
    banner=0.259,
    aside=True,
    right_em=0.174,
)
"""The unit's label on a band above the symbol, and the formation's beside the symbol: for 1/2 in and 12 mm."""

SMALL_BANNER_DISRUPTED = replace(
    SMALL_BANNER,
    box=Rect(0.271, 0.297, 0.478, 0.145),
    emblem=(0.1625, 0.366),
    factors=0.811,
    factor_em=0.270,
    bar=(0.482, 0.165),
    word=0.5645,
    word_em=0.142,
)
"""The same with a lower symbol and a red bar between symbol and factors, for disrupted units."""

FIGURE = FaceLayout(
    below=True,
    box=Rect(0.098, 0.300, 0.465, 0.333),
    mark=(0.425, 0.175),
    mark_height=0.11,
    emblem=(0.185, 0.175),
    emblem_radius=0.082,
    reach=(0.76, 0.19),
    reach_radius=0.08,
    reach_em=0.16,
    code=(0.912, 0.827),
    code_em=0.15,
    label=(0.500, 0.827),
    right=(0.857, 0.295),
    label_em=0.175,
    top=0.083,
    foot=0.634,
    factors=0.41,
    factor_em=0.58,
    stripe=0.565,
    stripe_height=0.045,
    band=0.565,
    figure=(0.768, 0.392),
    plinth=0.685,
)
"""One large factor right of the symbol, and the unit's label on a band in the formation's colour at the foot."""

FIGURE_DISRUPTED = replace(
    FIGURE,
    box=Rect(0.098, 0.275, 0.465, 0.252),
    mark=(0.425, 0.158),
    emblem=(0.185, 0.158),
    figure=(0.768, 0.335),
    band=0.562,
    label=(0.500, 0.842),
    label_em=0.148,
    word=0.708,
    word_em=0.148,
)
"""The same above the red band of a disrupted unit."""


def face_layout(counter_print: CounterPrint) -> FaceLayout:
    """Return the layout of unit faces in a game: labels beside the symbol, below it or on a band, or one large
    factor.
    """
    if counter_print.labels == "banner":
        return SMALL_BANNER if counter_print.side <= SMALL else BANNER
    if counter_print.labels == "figure":
        return FIGURE
    below = counter_print.labels == "below" or (not counter_print.labels and counter_print.side <= SMALL)
    return BELOW if below else BESIDE


def layout_of_state(state: str, layout: FaceLayout) -> FaceLayout:
    """Return the layout of a face in a state: disrupted units have a red bar or band that other faces do not have."""
    if state != "disrupted" or not (layout.figure or layout.banner):
        return layout
    if layout.figure:
        return FIGURE_DISRUPTED
    return SMALL_BANNER_DISRUPTED if layout.aside else BANNER_DISRUPTED
