"""Checks of cut-out components such as standees, rulers, templates and record pads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.load import load_target
from pnp.model.component import SLACK, Component
from pnp.units import Mm

SPAN: tuple[Mm, Mm] = (1.0, 3000.0)
"""The least and the greatest length of anything that is cut out, in mm."""


def component_faults(checked: CheckedGame, code: str) -> Iterator[Fault]:
    """Yield the faults with this code, such as K012, that the game's components report."""
    for id_, component in checked.game.components.items():
        yield from _faults_with_code(id_, component.faults(), code)
        if _has_printable_lengths(component):
            yield from _faults_with_code(id_, component.measure_faults(), code)


def _faults_with_code(id_: str, faults: Iterator[Fault], code: str) -> Iterator[Fault]:
    """Yield those of a component's faults that have this code, with their full paths in the data."""
    for fault in faults:
        if fault.code == code:
            yield fault._replace(path=f"components.{id_}.{fault.path}" if fault.path else f"components.{id_}")


def _has_printable_lengths(component: Component) -> bool:
    """Return whether all lengths of a component are within the limits for printing."""
    least, most = SPAN
    return all(least <= length <= most for length in component.cut_lengths().values())


@check("K010")
def counter_named_twice(checked: CheckedGame) -> Iterator[Fault]:
    """Two standees (cut-out figures) show the same counter.

    It would be printed twice. For several copies of a counter, write `copies`.

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
        field, words = component.named_counters()
        for i, _, counters in checked.counters_named(words):
            for counter in counters:
                if counter in first:
                    wrong = f"counter {counter} is already named in {first[counter]}"
                    spot = checked.game.spot(f"components.{id_}.{field}.{i}")
                    yield Fault(f"components.{id_}.{field}", wrong, "name it once", spot)
                else:
                    first[counter] = f"components.{id_}.{field}"


@check("K011")
def length_out_of_bounds(checked: CheckedGame) -> Iterator[Fault]:
    """A length of a component is less than 1 mm or more than 3,000 mm.

    Bad:
        components: {blast: {kind: template, shape: disc, name: Blast, diameter: 0in}}
    Good:
        components: {blast: {kind: template, shape: disc, name: Blast, diameter: 2in}}
    """
    least, most = SPAN
    for id_, component in checked.game.components.items():
        for field, length in component.cut_lengths().items():
            if not least <= length <= most:
                wrong = f"{length:g} mm is not a valid {field.replace('.', ' ')} of a component"
                yield Fault(f"components.{id_}.{field}", wrong, f"write {least:g} to {most:g} mm")


@check("K012")
def base_smaller_than_tabs(checked: CheckedGame) -> Iterator[Fault]:
    """The base of a standee is smaller than one of the two tabs that are glued to it.

    The two tabs are folded to opposite sides. If the base has no room for both tabs, they are folded to the same side
    and glued onto each other. The base must be at least as large as one tab.

    Bad:
        components:
          one: {kind: standee, name: A, of: B1, width: 12mm, height: 16mm, tab: 8mm, base: {width: 12mm, height: 6mm}}
    Good:
        components:
          one: {kind: standee, name: A, of: B1, width: 12mm, height: 16mm, tab: 8mm, base: {width: 12mm, height: 8mm}}
    """
    yield from component_faults(checked, "K012")


@check("K013")
def segments_do_not_divide(checked: CheckedGame) -> Iterator[Fault]:
    """A ruler is not a whole number of segments, or a segment is not a whole number of units.

    Bad:
        components: {rod: {kind: ruler, name: Rod, length: 20in, segment: 6in, width: 20mm, tab: 12mm, unit: 1in}}
    Good:
        components: {rod: {kind: ruler, name: Rod, length: 24in, segment: 6in, width: 20mm, tab: 12mm, unit: 1in}}
    """
    yield from component_faults(checked, "K013")


@check("K014")
def marks_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """The marks of a ruler or wedge template are not in ascending order, or lie beyond its end.

    Marks divide the ruler or template into bands, so each mark must be farther out than the mark before it.

    Bad:
        components:
          arc: {kind: template, shape: wedge, name: Arc, angle: 45, radius: 6in, marks: [{at: 4in}, {at: 3in}]}
    Good:
        components:
          arc: {kind: template, shape: wedge, name: Arc, angle: 45, radius: 6in, marks: [{at: 3in}, {at: 4in}]}
    """
    yield from component_faults(checked, "K014")


@check("K015")
def legs_run_together(checked: CheckedGame) -> Iterator[Fault]:
    """The two legs of a gauge template are too wide for its angle: there is no gap between them.

    Players measure turns with the angle between the legs of a gauge.

    Bad:
        components: {turn: {kind: template, shape: gauge, name: Turn, angle: 30, leg: 2in, width: 15mm}}
    Good:
        components: {turn: {kind: template, shape: gauge, name: Turn, angle: 30, leg: 4in, width: 10mm}}
    """
    yield from component_faults(checked, "K015")


@check("K016")
def boxes_not_a_series(checked: CheckedGame) -> Iterator[Fault]:
    """A record pad has no rows, or a row has over 100 boxes or boxes that are not a range such as 1-15.

    Boxes and labels are written 1-15. Ranges of values, such as `reach`, are written 1..15.

    Bad:
        components: {memo: {kind: record-pad, name: Memo, width: 90mm, height: 60mm, rows: [{name: A, boxes: 1..15}]}}
    Good:
        components: {memo: {kind: record-pad, name: Memo, width: 90mm, height: 60mm, rows: [{name: A, boxes: 1-15}]}}
    """
    yield from component_faults(checked, "K016")


@check("K027", Severity.WARNING)
def row_unlike_the_others(checked: CheckedGame) -> Iterator[Fault]:
    """One row of a record pad has other boxes than all other rows, which are four or more.

    If the boxes are right, write `waive: {K027: reason}` in the component.

    Bad:
        components:
          memo: {kind: record-pad, name: Memo, width: 90mm, height: 90mm, rows: [{name: A, boxes: 1-8},
            {name: B, boxes: 1-8}, {name: C, boxes: 1-7}, {name: D, boxes: 1-8}, {name: E, boxes: 1-8}]}
    Good:
        components:
          memo: {kind: record-pad, name: Memo, width: 90mm, height: 90mm, rows: [{name: A, boxes: 1-8},
            {name: B, boxes: 1-8}, {name: C, boxes: 1-8}, {name: D, boxes: 1-8}, {name: E, boxes: 1-8}]}
    """
    yield from component_faults(checked, "K027")


@check("K017")
def larger_than_any_paper(checked: CheckedGame) -> Iterator[Fault]:
    """A component is larger than the largest paper of a home printer.

    B003 reports a component that does not fit the chosen paper.

    Bad:
        components: {blast: {kind: template, shape: disc, name: Blast, diameter: 12in}}
    Good:
        components: {blast: {kind: template, shape: disc, name: Blast, diameter: 8in}}
    """
    papers = _printable_areas()
    for id_, component in checked.game.components.items():
        need = component.paper_need() if _has_printable_lengths(component) else None
        if need and not any(need.short <= across + SLACK and need.long <= along + SLACK for across, along in papers):
            across, along = max(papers)
            wrong = f"the component is {need.short:.0f} x {need.long:.0f} mm, but the largest paper has room for "
            wrong += f"{across:.0f} x {along:.0f} mm"
            yield Fault(f"components.{id_}.{need.field}", wrong, "make it smaller, or of more segments")


@cache
def _printable_areas() -> tuple[tuple[Mm, Mm], ...]:
    """Return the printable area (shorter side, longer side) of each paper size for home printers."""
    target = load_target("home")
    return tuple((p.width - 2 * target.margin, p.height - 2 * target.margin) for p in target.papers.values())


@check("K018")
def standee_without_counters(checked: CheckedGame) -> Iterator[Fault]:
    """A standee names no counter.

    `of` lists the counters that the cut-out figures show.

    Bad:
        components: {one: {kind: standee, name: One, of: "", width: 12mm, height: 16mm, tab: 5mm}}
    Good:
        components: {one: {kind: standee, name: One, of: B1, width: 12mm, height: 16mm, tab: 5mm}}
    """
    yield from component_faults(checked, "K018")
