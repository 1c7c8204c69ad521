"""Layouts of the faces of units: the records in `templates/layouts/` and in the folder `layouts` of a game."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

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
    """Whether labels are printed across, below the symbol, in place of reading upwards."""
    box: Box
    """The box of the unit symbol."""
    mark: Place
    """The middle of the size mark."""
    mark_height: Share
    """The height of the size mark."""
    emblem: Place
    """The middle of the emblem of the side."""
    emblem_radius: Share
    """The radius of the emblem."""
    reach: Place
    """The middle of the range of a gun."""
    reach_radius: Share
    """The radius of the disc behind the range."""
    reach_em: Share
    """The type size of the range."""
    code: Place
    """The middle of the code letter."""
    code_em: Share
    """The type size of the code letter."""
    label: Place
    """The middle of the unit's own label; on a banner its left end."""
    right: Place
    """The middle of the formation's label; on a banner its right end."""
    label_em: Share
    """The type size of labels."""
    top: Share
    """The highest place of labels that read upwards."""
    foot: Share
    """The lowest place of labels that read upwards."""
    factors: Share
    """The middle of the factors, down from the top."""
    factor_em: Share
    """The type size of the factors."""
    stripe: Share
    """The top of the stripe above the band of a reduced unit."""
    stripe_height: Share
    """The height of the stripe."""
    band: Share
    """The top of the band of a reduced or disrupted unit."""
    banner: Share = 0
    """The foot of the band in the formation's colour at the top; 0 for none."""
    aside: bool = False
    """Whether only the size mark follows the unit's label on the banner."""
    right_em: Share = 0
    """The type size of the formation's label, if labels are across."""
    bar: Place = (0, 0)
    """The top and the height of the red bar of a disrupted unit."""
    figure: Place | None = None
    """The middle of the only factor, right of the symbol."""
    plinth: Share = 1
    """The top of the band in the formation's colour at the foot; 1 for none."""
    word: Share = 0
    """The middle of the word of a disrupted unit, down from the top."""
    word_em: Share = 0
    """The type size of this word."""
    small: str = ""
    """The layout that takes the place of this one on counters up to 14 mm."""
    disrupted: str = ""
    """The layout of disrupted units."""

    _of_disrupted: FaceLayout | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _check_type_sizes(self) -> FaceLayout:
        """Reject a layout without the size of a type that it needs."""
        if (self.banner or (self.below and not self.figure)) and not self.right_em:
            raise ValueError("the formation's label has no type size; write right_em: and a share, such as 0.15")
        if (self.banner or self.figure) and not (self.disrupted or self.word_em):
            raise ValueError("the word of disrupted units has no type size; write word_em:, or disrupted: and a layout")
        return self

    def points(self, share: float, side: Mm) -> float:
        """Convert a type size from a share of a counter's side into points."""
        return share * side / MM_PER_POINT

    def of_state(self, state: str) -> FaceLayout:
        """Return the layout of a face in a state, such as `disrupted`."""
        return self._of_disrupted if state == "disrupted" and self._of_disrupted is not None else self


class LayoutFiles(Record):
    """The contents of all files of layouts of a game, or of `templates/`, by name."""

    layouts: dict[str, FaceLayout] = {}
    """The layouts of faces, by name."""
