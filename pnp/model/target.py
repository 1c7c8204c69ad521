"""Print targets: paper, margins and marks for one way of printing. A target is a file in `templates/targets/`."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from pnp.filename import name_fault
from pnp.message import clip
from pnp.model.record import Length, Record
from pnp.units import Degrees, Mm, parse_length

Duplex: TypeAlias = Literal["long", "short", "fold", "none"]
"""Two-sided printing: flip on the long edge, flip on the short edge, fold along a gutter, or fronts only."""

InkVariant: TypeAlias = Literal["full", "grey", "low"]
"""`full`: all colours as they are. `grey`: each colour is replaced by its luminance. `low`: large areas are pale."""


class Paper(Record):
    """A paper size, upright."""

    name: str
    width: Annotated[Length, Field(ge=20, le=5000)]
    height: Annotated[Length, Field(ge=20, le=5000)]


READING_SPAN: Mm = 160
"""The distance between the left and the right scale of the calibration page."""


def _read_degrees(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse an angle such as `0.1deg`, `0.1°` or `0.1` into degrees."""
    if not isinstance(value, str):
        return value
    try:
        return float(value.strip().removesuffix("deg").removesuffix("°"))
    except ValueError:
        raise ValueError(f"{value!r} is not an angle; write degrees, such as 0.1deg") from None


class BackShift(Record):
    """The error of a printer: how far it shifts the back, seen through the paper from the front.

    `x` is to the right, `y` down (mm), `turn` clockwise (degrees). Backs are shifted the opposite way to compensate. It
    is written as a mapping, or as read from the calibration page: `0.4mm,-0.2mm,0.1deg`, or `0.4mm,-0.2mm/0.1mm` with
    the readings of the left and right scales, which give the angle.
    """

    x: Length = 0
    y: Length = 0
    turn: Annotated[Degrees, BeforeValidator(_read_degrees)] = 0

    @model_validator(mode="before")
    @classmethod
    def _read_short_form(cls, value: Any) -> Any:  # noqa: ANN401
        """Parse a back shift written as one text, such as `0.4mm,-0.2mm,0.1deg`, into its fields."""
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
    def _check_size(self) -> BackShift:
        """Reject a back shift that is larger than any misalignment of a printer."""
        if max(abs(self.x), abs(self.y)) > 10 or abs(self.turn) > 5:
            raise ValueError(
                "a back shift above 10 mm or 5 degrees is implausible; check which way you turned the sheet"
            )
        return self


class Printer(Record):
    """A printer profile: one printer with one paper and one tray, and its back shift."""

    name: str = ""
    back_shift: BackShift


_Space: TypeAlias = Annotated[Length, Field(ge=0, le=200)]


class Target(Record):
    """A print target.

    `margin` is the part of the paper that printers leave blank, and `sheet_margin` that of a sheet that fits no paper:
    a print service prints it on larger paper and trims it. `bleed` is how far colour extends past the cut; `tick` marks
    are outside it. `drift` is the largest error of a back: on the reverse of a sheet, colour extends so far past
    the outermost cuts. `smallest_pt` is the smallest size of any text. `tile_overlap` is the strip of map that two
    adjacent tiles share, for glue.
    """

    name: str
    papers: dict[str, Paper]
    paper: str
    duplex: Duplex = "long"
    margin: _Space
    sheet_margin: _Space
    bleed: _Space
    drift: _Space = 0
    gutter: _Space
    tick_gap: _Space
    tick_length: _Space
    tick_width: _Space
    rulers: bool = True
    tile_overlap: _Space
    smallest_pt: Annotated[float, Field(gt=0, le=72)]
    fold_tolerance: _Space

    @field_validator("papers")
    @classmethod
    def _check_paper_names(cls, papers: dict[str, Paper]) -> dict[str, Paper]:
        """Reject names of papers that cannot be part of the name of a kit's folder."""
        for name in papers:
            if wrong := name_fault(name):
                raise ValueError(f"the paper {clip(name) or repr(name)} has a wrong name: {wrong}; change it")
        return papers

    @field_validator("paper")
    @classmethod
    def _check_paper(cls, paper: str, info: ValidationInfo) -> str:
        """Reject a paper that the target does not define."""
        papers = info.data.get("papers")
        if papers is not None and paper not in papers:
            known = f"name one of its papers: {', '.join(papers)}" if papers else "write papers: and their sizes"
            raise ValueError(f"this target has no paper {clip(paper) or repr(paper)}; {known}")
        return paper

    def margin_of(self, width: Mm, height: Mm) -> Mm:
        """Return the blank margin of a sheet of this size, which is smaller if the sheet fits none of the papers."""
        low, high = sorted((width, height))
        fits = any(low <= paper.width + 0.1 and high <= paper.height + 0.1 for paper in self.papers.values())
        return self.margin if fits else self.sheet_margin


@dataclass(frozen=True)
class PrintSettings:
    """The print settings of a kit: target, paper, duplex mode, the correction for the printer, and the inks."""

    target: Target
    paper: str
    duplex: Duplex
    back_shift: BackShift = field(default_factory=BackShift)
    ink: InkVariant = "full"

    @property
    def sheet(self) -> Paper:
        """The chosen paper size."""
        return self.target.papers[self.paper]
