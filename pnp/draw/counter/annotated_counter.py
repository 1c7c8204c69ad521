"""An enlarged counter with a line from each thing printed on it to an explanation beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pnp.draw.counter.face_layout import face_layout
from pnp.draw.counter.factors import CENTRES, read_factors
from pnp.fitting import fit_size
from pnp.model.counter import Counter, CounterPrint
from pnp.palette import INK, RED
from pnp.scene import Anchor, Group, Item, Matrix, Point, Rect, Scene, Stroke, Text, Use, circle, polyline, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

TERM_FONT, WORD_FONT = "sans-bold", "sans-medium"
TERM_PT, WORD_PT = 9.4, 8.8
FACTOR_FONT, FACTOR_PT, LEAST_PT = "condensed-bold", 10.5, 7.0
LEADING: Mm = points(10.6)
APART: Mm = 2.4
"""The distance between two labels at one side."""
REACH: Mm = 5.5
"""The distance of labels from the counter."""
LINE = Stroke(RED, 0.25)


@dataclass(frozen=True)
class CounterLabel:
    """An explanation of one thing on a counter: where it is (as shares of the side), its term and value."""

    at: Point
    term: str
    word: str = ""

    def width(self) -> Mm:
        """Return the width of the explanation as printed."""
        return max(text_width(self.term, TERM_FONT, TERM_PT), text_width(self.word, WORD_FONT, WORD_PT))

    def height(self) -> Mm:
        """Return the height of the explanation as printed."""
        return LEADING * (2 if self.word else 1)


def front_labels(counter: Counter, counter_print: CounterPrint, names: dict[str, str]) -> tuple[CounterLabel, ...]:
    """Return explanations of everything on a unit's front except its factors.

    Things without a name are left out.

    `names` has the names of `side`, `formation`, `symbol`, `label` and `code`.
    """
    layout = face_layout(counter_print)
    labels = [
        CounterLabel(_beside_thing(layout.emblem, -layout.emblem_radius), "Side", names.get("side", "")),
        CounterLabel(_beside_thing(layout.mark, 0.09), "Size", counter.size or ""),
        CounterLabel((layout.box.right - 0.04, layout.box.y + 0.05), "Kind of unit", names.get("symbol", "")),
        CounterLabel(
            (0.6, layout.banner - 0.03) if layout.banner else (layout.box.right, layout.box.bottom - 0.03),
            "Colour: its formation",
            names.get("formation", ""),
        ),
        CounterLabel((min(layout.label[0] - 0.05, 0.2), layout.label[1]), "Unit", counter.label),
        CounterLabel(
            _beside_thing(layout.right, 0.0 if layout.banner else 0.06),
            "Formation",
            counter.right or names.get("label", ""),
        ),
    ]
    if counter.range is not None:
        labels.append(
            CounterLabel(
                _beside_thing(layout.reach, math.copysign(layout.reach_radius, layout.reach[0] - 0.5)),
                "Range",
                "in hexes",
            )
        )
    if counter.code:
        labels.append(CounterLabel(layout.code, names.get("code", "Code"), counter.code))
    return tuple(label for label in labels if label.word)


def _beside_thing(point: Point, offset: float) -> Point:
    """Return the middle of a printed thing moved sideways to its edge, where its line begins."""
    return (point[0] + offset, point[1])


def draw_annotated_counter(
    name: str, face: Scene, labels: Sequence[CounterLabel], factors: str, terms: Sequence[str], size: Mm
) -> Scene:
    """Draw an enlarged counter with explanations at both sides, and the names of its factors below.

    The counter is `size` mm wide.
    """
    left = [label for label in labels if label.at[0] < 0.5 or (label.at[0] == 0.5 and label.at[1] > 0.5)]
    right = [label for label in labels if label not in left]
    x = max((label.width() for label in left), default=-REACH) + REACH
    signs = read_factors(factors)
    foot = 2 + LEADING + 1.5 if signs and terms else 0.0
    height = max(size + foot, *(sum(c.height() + APART for c in side) for side in (left, right)))
    clip = rectangle(Rect(0, 0, face.width, face.height))
    items: list[Item] = [Group((Use(face),), Matrix.place(x, 0, scale=size / face.width), clip)]
    for side, edge, anchor in ((left, x, "end"), (right, x + size, "start")):
        items += _labels_at_side(side, (x, 0.0), size, edge, anchor)  # type: ignore[arg-type]
    if foot:
        items += _factor_names(len(signs), terms, x, size)
    width = x + size + max((label.width() + REACH for label in right), default=0.0)
    return Scene(name, width, height, tuple(items))


def _labels_at_side(labels: Sequence[CounterLabel], corner: Point, size: Mm, edge: Mm, anchor: Anchor) -> list[Item]:
    """Return the explanations at one side of the counter, with their lines, from top to foot."""
    items: list[Item] = []
    out = -1 if anchor == "end" else 1
    ordered = sorted(labels, key=lambda label: label.at[1])
    for label, top in zip(ordered, _label_tops(ordered, size), strict=True):
        at = (corner[0] + label.at[0] * size, corner[1] + label.at[1] * size)
        middle = top + label.height() / 2
        end = edge + out * (REACH - 1)
        items += [
            polyline([at, (edge + out * 1.2, middle), (end, middle)], stroke=LINE),
            circle(*at, 0.7, fill="#FFFFFF", stroke=LINE),
        ]
        x = edge + out * REACH
        base = top + cap_height(TERM_FONT, TERM_PT) + (LEADING - cap_height(TERM_FONT, TERM_PT)) / 2
        items.append(Text(x, base, label.term, TERM_FONT, TERM_PT, INK, anchor))
        if label.word:
            items.append(Text(x, base + LEADING, label.word, WORD_FONT, WORD_PT, INK, anchor))
    return items


def _label_tops(labels: Sequence[CounterLabel], size: Mm) -> list[Mm]:
    """Return the top (y) of each label, level with the thing it explains but without overlaps."""
    tops = [label.at[1] * size - label.height() / 2 for label in labels]
    for i, (one, other) in enumerate(pairwise(labels)):
        del other
        tops[i + 1] = max(tops[i + 1], tops[i] + one.height() + APART)
    over = tops[-1] + labels[-1].height() - size if labels else 0
    if over > 0:
        tops[-1] -= over
        for i in range(len(labels) - 2, -1, -1):
            tops[i] = min(tops[i], tops[i + 1] - labels[i].height() - APART)
    return [top - min(0, tops[0]) for top in tops] if tops else []


def _factor_names(count: int, terms: Sequence[str], x: Mm, size: Mm) -> list[Item]:
    """Return the names of the factors below the counter, with lines from the factors to them."""
    centres = CENTRES.get(count, tuple((i + 0.5) / count for i in range(count)))
    room = min((after - before for before, after in pairwise(centres)), default=1.0) * size - 1
    longest = max(terms, key=len)
    pt = fit_size(longest, FACTOR_FONT, FACTOR_PT, room, smallest_pt=LEAST_PT) or LEAST_PT
    items: list[Item] = []
    for share, term in zip(centres, terms, strict=False):
        at = x + share * size
        items.append(polyline([(at, size * 0.93), (at, size + 1.6)], stroke=LINE))
        base = size + 2.2 + cap_height(FACTOR_FONT, pt)
        items.append(Text(at, base, term, FACTOR_FONT, pt, INK, "middle"))
    return items
