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

    A `band` reaches across and tints everything up to its mark. A mark `above` is in the upper half of a ruler, in
    another colour: movement above, ranges below. On a ruler a `picture` is beside its label.
    """

    at: Length
    label: str = ""
    picture: str = ""
    band: bool = False
    above: bool = False
    tint: Colour | None = None


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
    """A ruler of segments that are glued together: its whole length, the length of a segment, its width.

    `tab` is how far a segment's tab reaches below the next one. Marks are measured from the beginning of the ruler;
    `unit` is the distance of the plain ticks.
    """

    kind: Literal["ruler"]
    length: Length
    segment: Length
    width: Length
    tab: Length
    unit: Length
    figures: Literal["in", "mm", "cm"] = "in"
    marks: tuple[RulerMark, ...] = ()
    copies: Copies = 1

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
    says: str = ""
    tint: Colour = FILM


@enter(COMPONENT_KINDS, "template disc")
class DiscTemplate(CutOutComponent):
    """A round template with a cross at its centre and ticks around its rim.

    With a `colour` its ring has this colour, and a pale burst is around its centre. With `sectors` of equal angles, the
    first at the top, it has their labels instead of its name.
    """

    kind: Literal["template"]
    shape: Literal["disc"]
    diameter: Length
    ticks: Annotated[int, Field(ge=0, le=72)] = 8
    colour: Colour | None = None
    sectors: Annotated[tuple[Sector, ...], Field(max_length=12)] = ()

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the diameter of the disc under its field name in the data."""
        return {"diameter": self.diameter}

    def paper_need(self) -> PaperNeed:
        """Return how much paper the disc needs: a square as wide as the disc."""
        return PaperNeed("diameter", self.diameter, self.diameter)


@enter(COMPONENT_KINDS, "template wedge")
class WedgeTemplate(CutOutComponent):
    """A sector to lay at a gun: its angle in degrees, its radius, and marks at distances from its point.

    With a `colour` it has bands, ticks on its middle line at each `unit`, and arrows that continue its edges; `beyond`
    are the words between them. Its `picture` is in the outermost band.
    """

    kind: Literal["template"]
    shape: Literal["wedge"]
    angle: Annotated[float, Field(gt=0, lt=180)]
    radius: Length
    marks: tuple[RulerMark, ...] = ()
    colour: Colour | None = None
    unit: Length | None = None
    picture: str = ""
    beyond: str = ""

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
    shape: Literal["gauge"]
    angle: Annotated[float, Field(gt=0, le=180)]
    leg: Length
    width: Length
    colour: Colour | None = None

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
