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

Colouring: TypeAlias = Literal["full", "grey", "low"]
"""`full`: all colours as they are. `grey`: each colour is replaced by its luminance. `low`: large areas are pale."""


class Paper(Record):
    """A paper size, upright."""

    name: str
    width: Annotated[Length, Field(ge=20, le=5000)]
    height: Annotated[Length, Field(ge=20, le=5000)]


READING_SPAN: Mm = 130
"""The distance between the scales B and C of the calibration page, which measure up and down."""
LADDER_SPAN: Mm = 172
"""The distance between the scales A and D of the calibration page, which measure left and right."""
STEP: Mm = 0.2
"""The shift between one stroke of a scale and the next."""
PITCH: Mm = 5.4
"""Distance between two strokes of a scale: more than the greatest reading, so that no second pair can meet."""


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

    `x` is to the right, `y` down (mm), `turn` clockwise (degrees), and the back is `scale` times as large as the front.
    Backs are changed the opposite way to compensate. It is written as a mapping, as `0.4mm,-0.2mm,0.1deg`, or with the
    readings of the calibration page: `0.2mm/0.6mm,-0.2mm/0.1mm` are those of the scales A/D,B/C.
    """

    x: Length = 0
    y: Length = 0
    turn: Annotated[Degrees, BeforeValidator(_read_degrees)] = 0
    scale: float = 1

    @property
    def readings(self) -> tuple[Mm, Mm, Mm, Mm]:
        """The readings of the scales A, B, C and D of the calibration page that give this back shift."""
        turn, excess, steps = math.tan(math.radians(self.turn)), self.scale - 1, PITCH / STEP
        level, upright = excess * LADDER_SPAN / 2, turn * READING_SPAN / 2
        a, d = ((self.x + side) / (1 + turn * steps) for side in (-level, level))
        b, c = ((self.y + side) / (1 - excess * steps) for side in (-upright, upright))
        return a, b, c, d

    @model_validator(mode="before")
    @classmethod
    def _read_short_form(cls, value: Any) -> Any:  # noqa: ANN401
        """Parse a back shift written as one text, such as `0.4mm,-0.2mm,0.1deg`, into its fields."""
        if not isinstance(value, str):
            return value
        plain = value.replace("\N{MINUS SIGN}", "-").replace("+", "")  # as the calibration page prints signs
        words = [word.strip() for word in plain.split(",")]
        x, y = (word.split("/") for word in (*words, "", "")[:2])
        if not 2 <= len(words) <= (3 if len(x) == len(y) == 1 else 2) or max(len(x), len(y)) > 2:
            raise ValueError(
                "a reading has two or three parts, such as 0.4mm,-0.2mm,0.1deg or 0.2mm/0.6mm,-0.2mm/0.1mm"
            )
        if len(y) == 1 and len(x) == 1:
            return dict(zip(("x", "y", "turn"), words, strict=False))
        return _from_readings(*(tuple(parse_length(word) for word in side) for side in (x, y)))

    @model_validator(mode="after")
    def _check_size(self) -> BackShift:
        """Reject a back shift that is larger than any misalignment of a printer."""
        if max(abs(self.x), abs(self.y)) > 10 or abs(self.turn) > 5 or abs(self.scale - 1) > 0.03:
            raise ValueError(
                "a back shift above 10 mm, 5 degrees or 3 % is implausible; check which way you turned the sheet"
            )
        return self


def _from_readings(level: tuple[Mm, ...], upright: tuple[Mm, ...]) -> dict[str, float]:
    """Return the fields of a back shift from the readings of the scales A and D, and of B and C.

    Each pair can also be one reading, that at the middle of the page. A reading is the displacement of the back at the
    strokes that meet, which are the further from the middle the larger it is. A point at (x, y) from the middle is
    displaced by (dx + s x - t y, dy + t x + s y), where s is the excess of the scale and t the turn in radians. So the
    four readings are four linear equations for dx, dy, s and t.
    """
    (a, d), (b, c) = (level[0], level[-1]), (upright[0], upright[-1])
    below_a, below_d, below_b, below_c = (reading / STEP * PITCH for reading in (a, d, b, c))
    if len(level) == 1:  # the reading of a level scale, whose strokes are at one height
        below_a = below_d = 0.0
    wide, high = LADDER_SPAN * (len(level) - 1), READING_SPAN * (len(upright) - 1)
    # wide s - (below_d - below_a) t = d - a; (below_c - below_b) s + high t = c - b
    more_level, more_upright = below_d - below_a, below_c - below_b
    whole = wide * high + more_level * more_upright
    excess = ((d - a) * high + (c - b) * more_level) / whole if wide and high else (d - a) / wide if wide else 0.0
    turn = ((c - b) * wide - (d - a) * more_upright) / whole if wide and high else (c - b) / high if high else 0.0
    return {
        "x": (a + d) / 2 + turn * (below_a + below_d) / 2,
        "y": (b + c) / 2 - excess * (below_b + below_c) / 2,
        "turn": math.degrees(math.atan(turn)),
        "scale": 1 + excess,
    }


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
    adjacent tiles share, for glue; where that avoids a cut through a number or a name, it may be as narrow as
    `least_tile_overlap`. With `bleeds`, art may reach the edge of pages that state a bleed. The files of a `public`
    target are published or sold, such as those for a print shop.
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
    least_tile_overlap: _Space = 8
    smallest_pt: Annotated[float, Field(gt=0, le=72)]
    fold_tolerance: _Space
    bleeds: bool = False
    public: bool = False

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
        return self.margin if self.fits_a_paper(width, height) else self.sheet_margin

    def fits_a_paper(self, width: Mm, height: Mm) -> bool:
        """Return whether a sheet of this size fits a paper. Others are printed on larger paper and trimmed."""
        low, high = sorted((width, height))
        return any(low <= paper.width + 0.1 and high <= paper.height + 0.1 for paper in self.papers.values())


@dataclass(frozen=True)
class PrintSettings:
    """The print settings of a kit: target, paper, duplex mode, the correction for the printer, and the inks.

    `data_format` is the format of the data of the game, once it was read; limits of later formats are warnings. `draft`
    is the line below the word DRAFT on each page of a draft, such as its date; empty for other kits.
    """

    target: Target
    paper: str
    duplex: Duplex
    back_shift: BackShift = field(default_factory=BackShift)
    ink: Colouring = "full"
    data_format: int | None = None
    draft: str = ""

    @property
    def sheet(self) -> Paper:
        """The chosen paper size."""
        return self.target.papers[self.paper]
