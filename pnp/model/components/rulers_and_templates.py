"""Records of rulers, and of templates to lay on the table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from pnp.findings import Fault
from pnp.model.component import COMPONENT_KINDS, SLACK, Copies, CutOutComponent, PaperNeed
from pnp.model.record import Colour, Length, Sourced, enter
from pnp.units import Mm

FILM = "#FFFFFF"
"""The colour of templates: none, so that overhead film stays clear."""


class RulerMark(Sourced):
    """A mark on a ruler or template with a label, at a distance from the start.

    Marks `above` are for movement, the others for ranges.
    """

    at: Length
    """The distance of the mark from the start, such as `6in`."""
    label: str = ""
    """The text at the mark."""
    picture: str = ""
    """The name of a picture beside the label, on a ruler."""
    band: bool = False
    """Whether the mark reaches across, with everything up to it tinted."""
    above: bool = False
    """Whether the mark is in the upper half of a ruler, in another colour."""
    tint: Colour | None = None
    """The colour of the band."""


def mark_faults(marks: Sequence[RulerMark], end: Mm) -> Iterator[Fault]:
    """Yield a fault (K014) for each mark that is out of order or at a distance beyond `end`."""
    furthest: dict[bool, Mm] = {}
    for i, mark in enumerate(marks):
        before = furthest.get(mark.above, 0)
        field = f"marks.{i}.at"
        if mark.at > end + SLACK:
            wrong = f"the mark at {mark.at:g} mm lies beyond the end, which is at {end:g} mm"
            yield Fault(field, wrong, "write a shorter distance", code="K014")
        elif mark.at <= before + SLACK:
            wrong = f"the mark at {mark.at:g} mm is listed after a mark at {before:g} mm"
            yield Fault(field, wrong, "put the marks in order, the nearest first", code="K014")
        furthest[mark.above] = max(before, mark.at)


@enter(COMPONENT_KINDS, "ruler")
class Ruler(CutOutComponent):
    """A ruler of segments that are glued together: its whole length, the length of a segment, its width."""

    kind: Literal["ruler"]
    """The word `ruler`, for a ruler of segments that are glued together."""
    length: Length
    """The whole length of the ruler, such as `24in`."""
    segment: Length
    """The length of a segment, such as `8in`."""
    width: Length
    """The width of the ruler, such as `1in`."""
    tab: Length
    """How far the tab of a segment reaches below the next one, such as `10mm`."""
    unit: Length
    """The distance of the plain ticks, such as `1in`."""
    figures: Literal["in", "mm", "cm"] = "in"
    """The unit of the printed figures: inches, millimetres or centimetres."""
    marks: tuple[RulerMark, ...] = ()
    """Marks with labels, such as ranges."""
    copies: Copies = 1
    """The number of printed rulers."""

    @property
    def segment_count(self) -> int:
        """The number of segments of the ruler."""
        return max(1, round(self.length / self.segment)) if self.segment else 1

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the lengths of the ruler by field name; the tab only if there are several segments."""
        lengths = {"length": self.length, "segment": self.segment, "width": self.width, "unit": self.unit}
        return {**lengths, "tab": self.tab} if self.length > self.segment + SLACK else lengths

    def paper_need(self) -> PaperNeed:
        """Return how much paper one segment of the ruler needs."""
        return PaperNeed("segment", *sorted((self.segment, self.width)))

    def measure_faults(self) -> Iterator[Fault]:
        """Yield faults in the lengths of segments and units (K013) and in the order of marks (K014)."""
        count = self.segment_count
        if abs(count * self.segment - self.length) > SLACK:
            wrong = f"{count} segments of {self.segment:g} mm make {count * self.segment:g} mm, not {self.length:g} mm"
            yield Fault("segment", wrong, "write a length that divides the whole length", code="K013")
        units = round(self.segment / self.unit)
        if abs(units * self.unit - self.segment) > SLACK:
            wrong = f"a segment of {self.segment:g} mm is not a whole number of units of {self.unit:g} mm"
            yield Fault("unit", wrong, "write a unit that divides a segment", code="K013")
        yield from mark_faults(self.marks, self.length)

    def drawing_names(self, id_: str, counters: Iterable[str]) -> Iterator[str]:
        """Yield the names of the drawings of all segments, such as `ruler-2`."""
        count = self.segment_count
        yield from [id_] if count == 1 else (f"{id_}-{number + 1}" for number in range(min(count, 1000)))


class Sector(Sourced):
    """A sector of a disc: its label, a line below it, and its tint."""

    label: str
    """The text in the sector."""
    says: str = ""
    """A line below the text."""
    tint: Colour = FILM
    """The colour of the sector."""


@enter(COMPONENT_KINDS, "template disc")
class DiscTemplate(CutOutComponent):
    """A round template with a cross at its centre and ticks around its rim.

    With a `colour` a pale burst is around its centre. With `sectors` it has their labels instead of its name.
    """

    kind: Literal["template"]
    """The word `template`, for a template to lay on the table."""
    shape: Literal["disc"]
    """The word `disc`, for a round template."""
    diameter: Length
    """The diameter of the disc, such as `3in`."""
    ticks: Annotated[int, Field(ge=0, le=72)] = 8
    """The number of ticks around the rim."""
    colour: Colour | None = None
    """The colour of the ring; without it the template is not tinted."""
    sectors: Annotated[tuple[Sector, ...], Field(max_length=12)] = ()
    """Sectors of equal angles, clockwise from the top."""

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the diameter of the disc under its field name in the data."""
        return {"diameter": self.diameter}

    def paper_need(self) -> PaperNeed:
        """Return how much paper the disc needs: a square as wide as the disc."""
        return PaperNeed("diameter", self.diameter, self.diameter)


@enter(COMPONENT_KINDS, "template wedge")
class WedgeTemplate(CutOutComponent):
    """A sector to lay at a gun: its angle in degrees, its radius, and marks at distances from its point.

    With a `colour` it has bands, ticks on its middle line, and arrows that continue its edges.
    """

    kind: Literal["template"]
    """The word `template`, for a template to lay on the table."""
    shape: Literal["wedge"]
    """The word `wedge`, for a sector such as an arc of fire."""
    angle: Annotated[float, Field(gt=0, lt=180)]
    """The angle at the point, in degrees."""
    radius: Length
    """The distance from the point to the arc, such as `8in`."""
    marks: tuple[RulerMark, ...] = ()
    """Marks at distances from the point, such as ranges."""
    colour: Colour | None = None
    """The colour of the bands; without it the template is not tinted."""
    unit: Length | None = None
    """The distance of the ticks on the middle line, such as `1in`."""
    picture: str = ""
    """The name of the picture in the outermost band."""
    beyond: str = ""
    """Words between the arrows that continue the edges."""

    @property
    def size(self) -> tuple[Mm, Mm]:
        """The width and height of the box around the sector, with its point at the foot."""
        return 2 * self.radius * math.sin(math.radians(self.angle / 2)), self.radius

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the radius of the sector under its field name in the data."""
        return {"radius": self.radius}

    def paper_need(self) -> PaperNeed:
        """Return how much paper the sector needs: the box around it."""
        return PaperNeed("radius", *sorted(self.size))

    def measure_faults(self) -> Iterator[Fault]:
        """Yield a fault (K014) for each mark that is out of order or beyond the radius."""
        return mark_faults(self.marks, self.radius)


@enter(COMPONENT_KINDS, "template gauge")
class GaugeTemplate(CutOutComponent):
    """A gauge for turning: two legs of equal length, and the angle between them in degrees."""

    kind: Literal["template"]
    """The word `template`, for a template to lay on the table."""
    shape: Literal["gauge"]
    """The word `gauge`, for a gauge for turning."""
    angle: Annotated[float, Field(gt=0, le=180)]
    """The angle between the legs, in degrees."""
    leg: Length
    """The length of each leg, such as `4in`."""
    width: Length
    """The width of each leg, such as `12mm`."""
    colour: Colour | None = None
    """The colour of the legs; without it the template is not tinted."""

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the length and width of the legs, by field name."""
        return {"leg": self.leg, "width": self.width}

    def paper_need(self) -> PaperNeed:
        """Return how much paper one leg needs."""
        return PaperNeed("leg", *sorted((self.width, self.leg)))

    def measure_faults(self) -> Iterator[Fault]:
        """Yield a fault if there is no gap between the legs (K015)."""
        slope = math.tan(math.radians(self.angle) / 2)
        if self.width / slope > 0.8 * self.leg:
            most = 0.8 * self.leg * slope
            wrong = f"legs {self.width:g} mm wide and {self.leg:g} mm long leave no gap at {self.angle:g} degrees"
            yield Fault("width", wrong, f"make the legs at most {most:.1f} mm wide, or make them longer", code="K015")
