"""Checks of components that are cut out: their sizes, segments and marks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.load import load_target
from pnp.model.component import Component, DieNet, Disc, Gauge, Mark, RecordPad, Ruler, Standee, Wedge
from pnp.numbering import Series
from pnp.units import Mm

SPAN: tuple[Mm, Mm] = (1.0, 3000.0)
"""The least and the greatest length of a component, in mm."""
MOST_BOXES = 100
"""The most boxes in a row of a pad."""
SLACK: Mm = 0.01


@check("K010")
def counter_on_two_standees(checked: CheckedGame) -> Iterator[Fault]:
    """A counter is named by two standees.

    It would be printed twice; several equal pieces are one counter with `copies`.

    Bad:
        components:
          one: {kind: standee, name: One, of: B1 B2, width: 12mm, height: 16mm, tab: 5mm}
          two: {kind: standee, name: Two, of: B2, width: 12mm, height: 16mm, tab: 5mm}
    Good:
        components:
          one: {kind: standee, name: One, of: B1, width: 12mm, height: 16mm, tab: 5mm}
          two: {kind: standee, name: Two, of: B2, width: 12mm, height: 16mm, tab: 5mm}
    """
    first: dict[str, str] = {}
    for id_, component in checked.game.components.items():
        if not isinstance(component, Standee):
            continue
        for i, _, counters in checked.counters_named(component.of):
            for counter in counters:
                if counter in first:
                    wrong = f"counter {counter} is already named in components.{first[counter]}.of"
                    spot = checked.game.spot(f"components.{id_}.of.{i}")
                    yield Fault(f"components.{id_}.of", wrong, "name it once", spot)
                else:
                    first[counter] = id_


@check("K011")
def length_out_of_range(checked: CheckedGame) -> Iterator[Fault]:
    """A length of a component is less than 1 mm or more than 3,000 mm.

    Bad:
        components: {blast: {kind: template, shape: disc, name: Blast, diameter: 0in}}
    Good:
        components: {blast: {kind: template, shape: disc, name: Blast, diameter: 2in}}
    """
    least, most = SPAN
    for id_, component in checked.game.components.items():
        for field, length in _lengths(component):
            if not least <= length <= most:
                wrong = f"{field.rpartition('.')[2]} is {length:g} mm"
                yield Fault(f"components.{id_}.{field}", wrong, f"write {least:g} to {most:g} mm")


def _lengths(component: Component) -> Iterator[tuple[str, Mm]]:
    """Yield every length of a component that is cut out, with its field."""
    fields: tuple[str, ...] = ()
    match component:
        case Standee():
            fields = ("width", "height", "tab")
            if component.base is not None:
                yield from (("base.width", component.base.width), ("base.height", component.base.height))
        case RecordPad():
            fields = ("width", "height")
        case Disc():
            fields = ("diameter",)
        case Wedge():
            fields = ("radius",)
        case Gauge():
            fields = ("leg", "width")
        case Ruler():
            several = component.length > component.segment + SLACK
            fields = ("length", "segment", "width", "unit", *(("tab",) if several else ()))
        case DieNet():
            fields = ("edge",)
    yield from ((field, getattr(component, field)) for field in fields)


def _with_valid_lengths(checked: CheckedGame) -> Iterator[tuple[str, Component]]:
    """Yield the components with valid lengths."""
    least, most = SPAN
    for id_, component in checked.game.components.items():
        if all(least <= length <= most for _, length in _lengths(component)):
            yield f"components.{id_}", component


@check("K012")
def base_smaller_than_its_tabs(checked: CheckedGame) -> Iterator[Fault]:
    """The base of a standee is smaller than the tabs that are glued to it.

    Tabs are folded to either side. If the base is too small for that, both are folded to one side and glued onto each
    other; the base must have room for one.

    Bad:
        components:
          one: {kind: standee, name: A, of: B1, width: 12mm, height: 16mm, tab: 8mm, base: {width: 12mm, height: 6mm}}
    Good:
        components:
          one: {kind: standee, name: A, of: B1, width: 12mm, height: 16mm, tab: 8mm, base: {width: 12mm, height: 8mm}}
    """
    for path, component in _with_valid_lengths(checked):
        if isinstance(component, Standee) and component.base is not None:
            base, width, height = component.base, component.width, component.tab
            for field, has, needs in (("width", base.width, width), ("height", base.height, height)):
                if has < needs - SLACK:
                    wrong = f"the base has a {field} of {has:g} mm, but its tabs need {needs:g} mm"
                    yield Fault(f"{path}.base.{field}", wrong, f"write {needs:g}mm or more")


@check("K013")
def segments_do_not_divide(checked: CheckedGame) -> Iterator[Fault]:
    """The segments of a ruler do not add up to its length.

    Bad:
        components: {rod: {kind: ruler, name: Rod, length: 20in, segment: 6in, width: 20mm, tab: 12mm, unit: 1in}}
    Good:
        components: {rod: {kind: ruler, name: Rod, length: 24in, segment: 6in, width: 20mm, tab: 12mm, unit: 1in}}
    """
    for path, ruler in _rulers(checked):
        count = max(1, round(ruler.length / ruler.segment))
        if abs(count * ruler.segment - ruler.length) > SLACK:
            wrong = (
                f"{count} segments of {ruler.segment:g} mm are {count * ruler.segment:g} mm, not {ruler.length:g} mm"
            )
            yield Fault(f"{path}.segment", wrong, "write a length that divides the whole length")
        units = round(ruler.segment / ruler.unit)
        if abs(units * ruler.unit - ruler.segment) > SLACK:
            wrong = f"a segment of {ruler.segment:g} mm is not a whole number of units of {ruler.unit:g} mm"
            yield Fault(f"{path}.unit", wrong, "write a unit that divides a segment")


def _rulers(checked: CheckedGame) -> Iterator[tuple[str, Ruler]]:
    return ((path, component) for path, component in _with_valid_lengths(checked) if isinstance(component, Ruler))


@check("K014")
def marks_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """The marks of a ruler or a wedge are not in ascending order, or lie beyond its end.

    Each tinted band begins at the end of the one before it.

    Bad:
        components:
          arc: {kind: template, shape: wedge, name: Arc, angle: 45, radius: 6in, marks: [{at: 4in}, {at: 3in}]}
    Good:
        components:
          arc: {kind: template, shape: wedge, name: Arc, angle: 45, radius: 6in, marks: [{at: 3in}, {at: 4in}]}
    """
    for path, component in _with_valid_lengths(checked):
        if isinstance(component, (Ruler, Wedge)):
            ends = component.length if isinstance(component, Ruler) else component.radius
            yield from _marks(f"{path}.marks", component.marks, ends)


def _marks(path: str, marks: tuple[Mark, ...], ends: Mm) -> Iterator[Fault]:
    before: Mm = 0
    for i, mark in enumerate(marks):
        if mark.at > ends + SLACK:
            yield Fault(
                f"{path}.{i}.at",
                f"a mark at {mark.at:g} mm lies beyond the end at {ends:g} mm",
                "write a smaller number",
            )
        elif mark.at <= before + SLACK:
            wrong = f"a mark at {mark.at:g} mm follows one at {before:g} mm"
            yield Fault(f"{path}.{i}.at", wrong, "write the marks in ascending order")
        before = max(before, mark.at)


@check("K015")
def legs_run_together(checked: CheckedGame) -> Iterator[Fault]:
    """The legs of a gauge are too wide for its angle, so that no gap is left between them.

    Bad:
        components: {turn: {kind: template, shape: gauge, name: Turn, angle: 30, leg: 2in, width: 15mm}}
    Good:
        components: {turn: {kind: template, shape: gauge, name: Turn, angle: 30, leg: 4in, width: 10mm}}
    """
    for path, gauge in _with_valid_lengths(checked):
        if isinstance(gauge, Gauge):
            slope = math.tan(math.radians(gauge.angle) / 2)
            if gauge.width / slope > 0.8 * gauge.leg:
                most = 0.8 * gauge.leg * slope
                wrong = (
                    f"legs {gauge.width:g} mm wide and {gauge.leg:g} mm long run together at {gauge.angle:g} degrees"
                )
                yield Fault(f"{path}.width", wrong, f"write a width of at most {most:.1f} mm, or longer legs")


@check("K016")
def boxes_not_a_series(checked: CheckedGame) -> Iterator[Fault]:
    """The boxes of a row of a record pad are not a series or are too many, or the pad has no rows.

    Bad:
        components: {memo: {kind: record-pad, name: Memo, width: 90mm, height: 60mm, rows: [{name: A, boxes: 1..15}]}}
    Good:
        components: {memo: {kind: record-pad, name: Memo, width: 90mm, height: 60mm, rows: [{name: A, boxes: 1-15}]}}
    """
    for id_, pad in checked.game.components.items():
        if not isinstance(pad, RecordPad):
            continue
        if not pad.rows:
            yield Fault(f"components.{id_}.rows", "the pad has no rows", "write what is recorded")
        for i, row in enumerate(pad.rows):
            path = f"components.{id_}.rows.{i}.boxes"
            try:
                series = Series.parse(row.boxes) if row.boxes else None
            except ValueError as error:
                wrong, _, write = str(error).partition("; ")
                yield Fault(path, wrong, write)
                continue
            if series is not None and series.last - series.first >= MOST_BOXES:
                yield Fault(path, f"{series} are more than {MOST_BOXES} boxes", "write a shorter series")


@check("K017")
def larger_than_any_paper(checked: CheckedGame) -> Iterator[Fault]:
    """A component is larger than the largest paper of a home printer.

    B003 reports a component that does not fit the chosen paper.

    Bad:
        components: {blast: {kind: template, shape: disc, name: Blast, diameter: 12in}}
    Good:
        components: {blast: {kind: template, shape: disc, name: Blast, diameter: 8in}}
    """
    papers = _papers()
    for path, component in _with_valid_lengths(checked):
        field, short, long = _size(component)
        if field and not any(short <= across + SLACK and long <= along + SLACK for across, along in papers):
            across, along = max(papers)
            room = f"{across:.0f} x {along:.0f} mm"
            wrong = f"it measures {short:.0f} x {long:.0f} mm, but the largest paper has room for {room}"
            yield Fault(f"{path}.{field}", wrong, "make it smaller, or use more segments")


@cache
def _papers() -> tuple[tuple[Mm, Mm], ...]:
    """Return the sizes of papers without their margins, the shorter side first."""
    target = load_target("home")
    return tuple((p.width - 2 * target.margin, p.height - 2 * target.margin) for p in target.papers.values())


def _size(component: Component) -> tuple[str, Mm, Mm]:
    """Return the field that makes a component large, and its sides, the shorter first."""
    match component:
        case Standee():
            field, sides = "height", (component.width, 2 * (component.height + component.tab))
        case Disc():
            field, sides = "diameter", (component.diameter, component.diameter)
        case Wedge():
            field, sides = "radius", (component.radius, 2 * component.radius * _sine(component.angle))
        case Gauge():
            field, sides = "leg", (component.width, component.leg)
        case Ruler():
            field, sides = "segment", (component.segment, component.width)
        case DieNet():
            field, sides = "edge", (4 * component.edge, 3 * component.edge)
        case RecordPad():
            field, sides = "width", (component.width, component.height)
        case _:
            return "", 0, 0
    return field, min(sides), max(sides)


def _sine(angle: float) -> float:
    return math.sin(math.radians(angle / 2))


@check("K018")
def standee_without_counter(checked: CheckedGame) -> Iterator[Fault]:
    """A standee has no counter.

    Bad:
        components: {one: {kind: standee, name: One, of: "", width: 12mm, height: 16mm, tab: 5mm}}
    Good:
        components: {one: {kind: standee, name: One, of: B1, width: 12mm, height: 16mm, tab: 5mm}}
    """
    for id_, component in checked.game.components.items():
        if isinstance(component, Standee) and not component.of:
            yield Fault(f"components.{id_}.of", f"{component.name} has no counter", "name counters or a group")
