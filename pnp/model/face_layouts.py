"""Layouts of the faces of units: the records in `templates/layouts/` and in the folder `layouts` of a game."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, PrivateAttr

from pnp.model.record import Record
from pnp.scene import Rect
from pnp.units import MM_PER_POINT, Mm

LAYOUT_FOLDER = "layouts"
"""The folder of files of layouts, in `templates/` and in a game's folder."""

SMALL: Mm = 14
"""On counters up to this size the unit's label is below its symbol, because it would not fit beside it."""


def _read_box(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse left, top, width and height into a rectangle."""
    if not isinstance(value, (list, tuple)):
        return value
    try:
        left, top, width, height = map(float, value)
    except (TypeError, ValueError):
        raise ValueError("a box has four numbers; write left, top, width and height") from None
    return Rect(left, top, width, height)


Box: TypeAlias = Annotated[Rect, BeforeValidator(_read_box)]
"""A rectangle, written as a list of its left, top, width and height."""
Share: TypeAlias = Annotated[float, Field(ge=0, le=2)]
"""A share of the side of a counter."""
Place: TypeAlias = tuple[Share, Share]


class FaceLayout(Record):
    """Positions on a unit's face, as shares of its side. Points are (x, y), type sizes are em heights.

    `label` is the middle of the unit's own label, `right` the middle of the formation's label. The band of a reduced or
    disrupted unit begins at `band`, and the stripe above it at `stripe`. Labels that read upwards stay between `top`
    and `foot`; with `below`, they are across.

    With a `banner`, a band in the formation's colour reaches from the top to that share of the side. It has the unit's
    label, which begins at `label`, the size mark, and the formation's label, which ends at `right`. Disrupted units
    have a red bar (`bar`: its top and height) with their word (`word`: its middle) above their factors.

    With `aside` only the size mark follows the unit's label on the banner, and ends at `mark`. The formation's label is
    right of the symbol, one word below the other, except on disrupted units.

    With `figure` the only factor is right of the symbol, as high as symbol and size mark together, and the label is on
    a band in the formation's colour from `plinth` to the foot. Disrupted units then have a red band from `band` to the
    foot, with the word at `word` above the label.

    `small` names the layout that takes the place of this one on small counters, and `disrupted` that of disrupted
    units.
    """

    below: bool
    box: Box
    mark: Place
    mark_height: Share
    emblem: Place
    emblem_radius: Share
    reach: Place
    reach_radius: Share
    reach_em: Share
    code: Place
    code_em: Share
    label: Place
    right: Place
    label_em: Share
    top: Share
    foot: Share
    factors: Share
    factor_em: Share
    stripe: Share
    stripe_height: Share
    band: Share
    banner: Share = 0
    aside: bool = False
    right_em: Share = 0
    bar: Place = (0, 0)
    figure: Place | None = None
    plinth: Share = 1
    word: Share = 0
    word_em: Share = 0
    small: str = ""
    disrupted: str = ""

    _of_disrupted: FaceLayout | None = PrivateAttr(default=None)

    def points(self, share: float, side: Mm) -> float:
        """Convert a type size from a share of a counter's side into points."""
        return share * side / MM_PER_POINT

    def of_state(self, state: str) -> FaceLayout:
        """Return the layout of a face in a state, such as `disrupted`."""
        return self._of_disrupted if state == "disrupted" and self._of_disrupted is not None else self


class LayoutFiles(Record):
    """The contents of all files of layouts of a game, or of `templates/`, by name."""

    layouts: dict[str, FaceLayout] = {}
