"""An enlarged counter with a line from each thing printed on it to an explanation beside or above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pnp.draw.counter.callouts import Callout, PlacedCallout, place_callouts
from pnp.draw.counter.factors import factor_centres, read_factors
from pnp.fitting import fit_size, wrap_text
from pnp.message import capitalised
from pnp.model.counter import Counter, CounterPrint
from pnp.model.face_layouts import FaceLayout
from pnp.palette import INK, RED
from pnp.scene import Anchor, Group, Item, Matrix, Rect, Scene, Stroke, Text, Use, circle, polyline, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

TERM_FONT, WORD_FONT = "sans-bold", "sans-medium"
TERM_PT, WORD_PT = 9.4, 8.8
FACTOR_FONT, FACTOR_PT, LEAST_PT = "condensed-bold", 10.5, 7.0
LEADING: Mm = points(10.6)
MOST: Mm = 33.0
"""The greatest width of an explanation; longer ones have several lines."""
LINE = Stroke(RED, 0.25)
DOT: Mm = 0.55
"""The radius of the dot at the end of a line."""

FRAMED = "[n]"
"""The sign of a framed factor in the notation of a game."""


@dataclass(frozen=True)
class CounterLabel:
    """An explanation of one thing on a counter: its rectangle (as shares of the side), its term and value."""

    target: Rect
    term: str
    word: str = ""

    def lines(self) -> tuple[str, ...]:
        """Return the lines of the value."""
        return wrap_text(self.word, WORD_FONT, WORD_PT, MOST) if self.word else ()

    def width(self) -> Mm:
        """Return the width of the explanation as printed."""
        widest = max((text_width(line, WORD_FONT, WORD_PT) for line in self.lines()), default=0.0)
        return max(text_width(self.term, TERM_FONT, TERM_PT), widest)

    def height(self) -> Mm:
        """Return the height of the explanation as printed."""
        return LEADING * (1 + len(self.lines()))


def front_labels(
    counter: Counter, counter_print: CounterPrint, names: Mapping[str, str], ink: Mapping[str, Rect], *, figure: bool
) -> tuple[CounterLabel, ...]:
    """Return explanations of everything on a unit's front except the factors at its foot.

    Things without a name are left out. `names` has the names of `side`, `formation`, `symbol`, `label` and `code`;
    `ink` has the rectangles of the things on the front (`unit_ink`). On a `figure` layout the only factor is one of
    them.
    """
    factors = counter.front.factors
    coloured = "banner" if "banner" in ink else "symbol"
    found = [
        ("emblem", "Side", names.get("side", "")),
        ("size", "Size", counter.size or ""),
        ("symbol", "Kind of unit", names.get("symbol", "")),
        (coloured, f"Colour: its {counter_print.formation}", names.get("formation", "")),
        ("label", "Unit", counter.label),
        ("right", capitalised(counter_print.formation), counter.right or names.get("label", "")),
        ("range", "Range", "in hexes" if counter.range is not None else ""),
        ("code", names.get("code", "Code"), counter.code),
        ("star", "Star", counter_print.notation.get(factors, "")),
        ("frame", "Red box", counter_print.notation.get(FRAMED, "")),
    ]
    if figure and counter_print.factors:
        found.append(("factors", capitalised(counter_print.factors[0]), factors.rstrip("*")))
    return tuple(CounterLabel(ink[part], term, word) for part, term, word in found if word and part in ink)


def draw_annotated_counter(
    name: str,
    face: Scene,
    labels: Sequence[CounterLabel],
    ink: Sequence[Rect],
    size: Mm,
    foot: FactorNames | None = None,
    caption: tuple[str, ...] = (),
) -> Scene:
    """Draw an enlarged counter, `size` mm wide, with explanations at both sides and above it.

    `ink` has the rectangles of all things on the counter, as shares of its side, which the lines avoid. `foot` names
    the factors below the counter. `caption` has the lines above the counter, the first of them bold.
    """
    scaled = tuple(_scaled(rect, size) for rect in ink)
    callouts = tuple(Callout(_scaled(label.target, size), label.width(), label.height()) for label in labels)
    picture = Rect(0, 0, size, size)
    places = place_callouts(callouts, scaled, picture)
    boxes = [picture, *(place.box for place in places)]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    below = size + (2 + LEADING + 1.5 if foot else 0)
    if caption:
        widest = max(text_width(line, TERM_FONT, TERM_PT) for line in caption)
        boxes.append(Rect((size - widest) / 2, -len(caption) * LEADING - 1.5, widest, 1))
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    clip = rectangle(Rect(0, 0, face.width, face.height))
    items: list[Item] = [Group((Use(face),), Matrix.place(scale=size / face.width), clip)]
    for label, place in zip(labels, places, strict=True):
        items += _explanation(label, place)
    if foot:
        items += foot.items(size)
    for number, line in enumerate(caption):
        base = -(len(caption) - number) * LEADING + cap_height(TERM_FONT, TERM_PT)
        style = (WORD_FONT, WORD_PT) if number else (TERM_FONT, TERM_PT)
        items.append(Text(size / 2, base, line, *style, INK, "middle"))
    width, height = max(box.right for box in boxes) - left, max(below, *(box.bottom for box in boxes)) - top
    return Scene(name, width, height, (Group(tuple(items), Matrix.place(-left, -top)),))


def _scaled(rect: Rect, size: Mm) -> Rect:
    """Return a rectangle in mm, from shares of the side of a counter of this size."""
    return Rect(rect.x * size, rect.y * size, rect.width * size, rect.height * size)


def _explanation(label: CounterLabel, place: PlacedCallout) -> Iterator[Item]:
    """Yield the line, the dot and the words of an explanation."""
    anchor: Anchor = "end" if place.side == "left" else "start" if place.side == "right" else "middle"
    x = {"end": place.box.right, "start": place.box.x, "middle": place.box.centre[0]}[anchor]
    yield polyline(list(place.line), stroke=LINE)
    yield circle(*place.line[0], DOT, fill="#FFFFFF", stroke=LINE)
    base = place.box.y + (LEADING + cap_height(TERM_FONT, TERM_PT)) / 2
    yield Text(x, base, label.term, TERM_FONT, TERM_PT, INK, anchor)
    for number, line in enumerate(label.lines(), 1):
        yield Text(x, base + number * LEADING, line, WORD_FONT, WORD_PT, INK, anchor)


@dataclass(frozen=True)
class FactorNames:
    """The names of the factors at the foot of a counter, with the layout of its face."""

    factors: str
    terms: Sequence[str]
    layout: FaceLayout

    def items(self, size: Mm) -> Iterator[Item]:
        """Yield the names below the counter, with lines from the factors to them."""
        em = self.layout.factor_em
        centres = factor_centres(self.factors, size, self.layout.points(em, size))
        low = size * (self.layout.factors + 0.38 * em) + 0.6
        framed = [sign.framed for sign in read_factors(self.factors)]
        room = min((after - before for before, after in pairwise(centres)), default=size) - 1
        longest = max(self.terms, key=len)
        pt = fit_size(longest, FACTOR_FONT, FACTOR_PT, room, smallest_pt=LEAST_PT) or LEAST_PT
        for at, frame, term in zip(centres, framed, self.terms, strict=False):
            start = low + (0.03 * size if frame else 0)
            yield polyline([(at, start), (at, size + 1.6)], stroke=LINE)
            base = size + 2.2 + cap_height(FACTOR_FONT, pt)
            yield Text(at, base, term, FACTOR_FONT, pt, INK, "middle")
