"""Print targets: what one way of printing wants. A target is a data file in `templates/targets/`."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, model_validator

from pnp.model.record import Length, Record
from pnp.units import Degrees, Mm, parse_length

Duplex: TypeAlias = Literal["long", "short", "fold", "none"]
"""How backs meet fronts: turn the sheet about its long edge, about its short edge, fold one page along a gutter, or
print fronts only.
"""


class Paper(Record):
    """A paper size, upright."""

    name: str
    width: Length
    height: Length


READING_SPAN: Mm = 160
"""How far apart the left and the right scale of the calibration page stand."""


def _read_degrees(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """`0.1deg`, `0.1°` or a bare number."""
    if not isinstance(value, str):
        return value
    try:
        return float(value.strip().removesuffix("deg").removesuffix("°"))
    except ValueError:
        raise ValueError(f"{value!r} is not an angle; write degrees, such as 0.1deg") from None


class BackShift(Record):
    """Where a printer puts the back, seen from the front through the paper: to the right, down (mm), and turned
    clockwise (degrees). The backs are moved by the opposite to make up for it.

    Written as a mapping, or as the calibration page is read: `0.4mm,-0.2mm,0.1deg`, or `0.4mm,-0.2mm/0.1mm` with the
    readings of its left and right scales, which give the angle.
    """

    x: Length = 0
    y: Length = 0
    turn: Annotated[Degrees, BeforeValidator(_read_degrees)] = 0

    @model_validator(mode="before")
    @classmethod
    def _as_it_is_read(cls, value: Any) -> Any:  # noqa: ANN401
        if not isinstance(value, str):
            return value
        words = [word.strip() for word in value.split(",")]
        left, slash, right = words[1].partition("/") if len(words) > 1 else ("", "", "")
        if not 2 <= len(words) <= (2 if slash else 3):
            raise ValueError("a reading has two or three parts, such as 0.4mm,-0.2mm,0.1deg")
        if not slash:
            return dict(zip(("x", "y", "turn"), words, strict=False))
        one, other = parse_length(left), parse_length(right)
        return {"x": words[0], "y": (one + other) / 2, "turn": math.degrees(math.atan2(other - one, READING_SPAN))}

    @model_validator(mode="after")
    def _is_no_more_than_drift(self) -> BackShift:
        if max(abs(self.x), abs(self.y)) > 10 or abs(self.turn) > 5:
            raise ValueError("more than 10 mm or 5 degrees is no drift: was the sheet turned the other way?")
        return self


class Printer(Record):
    """One printer with one paper and one tray: a name for people, and what its calibration page said."""

    name: str = ""
    back_shift: BackShift


class Target(Record):
    """`margin` is the part of the paper that printers leave blank; `bleed` is how far colour goes past the cut; `tick`
    marks lie outside it. `drift` is how far off a back may land: on the reverse of a sheet colour goes so far past the
    outermost cuts.

    `smallest_pt` is the least size of any text; `tile_overlap` is how much of the map two neighbouring tiles share, for
    glue.
    """

    name: str
    papers: dict[str, Paper]
    paper: str
    duplex: Duplex = "long"
    margin: Length
    bleed: Length
    drift: Length = 0
    gutter: Length
    tick_gap: Length
    tick_length: Length
    tick_width: Length
    rulers: bool = True
    tile_overlap: Length
    smallest_pt: float
    fold_tolerance: Length
