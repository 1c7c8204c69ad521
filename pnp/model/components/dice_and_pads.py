"""Records of pieces to cut out that hold words and numbers: nets of dice and record pads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from pnp.findings import Fault
from pnp.model.component import COMPONENT_KINDS, Copies, CutOutComponent, PaperNeed
from pnp.model.record import Colour, Length, Sourced, enter
from pnp.numbering import Series
from pnp.units import Mm

MOST_BOXES = 100
"""More boxes than a row can show."""
LEAST_ROWS = 4
"""At least this many rows must agree before one that differs is reported."""


class DieFace(Sourced):
    """One face of a die: a word, a picture, or an arrow (clockwise degrees from the top of the face)."""

    word: str = ""
    """The word on the face."""
    picture: str = ""
    """The name of the picture on the face."""
    arrow: float | None = None
    """An arrow, in clockwise degrees from the top of the face."""

    @model_validator(mode="after")
    def _require_content(self) -> DieFace:
        """Reject a face of a die without a word, picture or arrow."""
        if not (self.word or self.picture or self.arrow is not None):
            raise ValueError("a face of a die must not be empty; write a word, a picture or an arrow")
        return self


def _check_six_faces(faces: tuple[DieFace, ...]) -> tuple[DieFace, ...]:
    """Reject the faces of a die unless there are six."""
    if len(faces) != 6:
        raise ValueError(f"a die has six faces, but {len(faces)} are listed; write all faces in the order 1 to 6")
    return faces


@enter(COMPONENT_KINDS, "die-net")
class DieNet(CutOutComponent):
    """The net of a cube to fold and glue: the length of its edge, and its faces 1 to 6."""

    kind: Literal["die-net"]
    """The words `die-net`, for the net of a die to fold and glue."""
    edge: Length
    """The length of the edge of the die, such as `16mm`."""
    faces: Annotated[tuple[DieFace, ...], AfterValidator(_check_six_faces)]
    """The six faces of the die, in the order 1 to 6."""
    colour: Colour = "#FFFFFF"
    """The colour of the faces."""
    copies: Copies = 1
    """The number of printed dice."""

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the length of the cube's edge under its field name in the data."""
        return {"edge": self.edge}

    def paper_need(self) -> PaperNeed:
        """Return how much paper the net of the die needs, without its tabs."""
        return PaperNeed("edge", 3 * self.edge, 4 * self.edge)


class PadRow(Sourced):
    """A row of a record pad: its name, and its boxes (a series of numbers such as `1-15`)."""

    name: str
    """The name of the row."""
    boxes: str = ""
    """The boxes of the row as a series of numbers, such as `1-15`."""


@enter(COMPONENT_KINDS, "record-pad")
class RecordPad(CutOutComponent):
    """A sheet to fill in: rows of boxes to cross off, and blank columns to write in.

    With `calls`, the numbers of a row are circles below its small boxes.
    """

    kind: Literal["record-pad"]
    """The words `record-pad`, for a sheet to fill in."""
    side: str = ""
    """The id of the side that uses the pad."""
    width: Length
    """The width of the pad, such as `90mm`."""
    height: Length
    """The height of the pad, such as `120mm`."""
    rows: tuple[PadRow, ...]
    """The rows of the pad, with their boxes to cross off."""
    columns: tuple[str, ...] = ()
    """The heads of blank columns to write in."""
    foot: str = ""
    """A line of text below the rows."""
    calls: Annotated[int, Field(ge=0, le=60)] = 0
    """The number of small boxes beside the name of each row, to write in."""
    least: int = 0
    """The least number that is not tinted, on a pad with such boxes."""
    loose: bool = False
    """Whether the pad is cut out singly, among the other pieces of its sheet."""
    copies: Copies | None = None
    """The number of printed copies; by default as many as a sheet holds."""

    @property
    def in_blocks(self) -> bool:
        """Whether copies of the pad are printed in blocks between ticks."""
        return not self.loose

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the width and height of the pad, by field name."""
        return {"width": self.width, "height": self.height}

    def paper_need(self) -> PaperNeed:
        """Return how much paper one sheet of the pad needs."""
        return PaperNeed("width", *sorted((self.width, self.height)))

    def faults(self) -> Iterator[Fault]:
        """Yield faults: no rows, a series of boxes that is wrong or too long (K016), or unlike all others (K027)."""
        if not self.rows:
            yield Fault("rows", "the pad has no rows", "write the names of the rows", code="K016")
        for i, row in enumerate(self.rows):
            field = f"rows.{i}.boxes"
            try:
                series = Series.parse(row.boxes) if row.boxes else None
            except ValueError as error:
                wrong, _, write = str(error).partition("; ")
                yield Fault(field, wrong, write, code="K016")
                continue
            if series is not None and series.last - series.first >= MOST_BOXES:
                wrong = f"the series {series} has more than {MOST_BOXES} boxes"
                yield Fault(field, wrong, "write a shorter series", code="K016")
        boxes = [row.boxes for row in self.rows]
        for i, own in enumerate(boxes):
            others = {*boxes[:i], *boxes[i + 1 :]}
            if len(boxes) > LEAST_ROWS and len(others) == 1 and own not in others:
                wrong = f"the boxes of this row are {own or 'none'}, those of all other rows {min(others) or 'none'}"
                yield Fault(f"rows.{i}.boxes", wrong, "correct one of them", code="K027")

    def print_copies(self, sheet_capacity: int) -> int:
        """Return how many copies of the pad are printed: `copies`, or as many as fit on a sheet."""
        return self.copies or sheet_capacity
