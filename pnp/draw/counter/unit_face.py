"""The face of a unit: whose, what, how strong, each at its constant place."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pnp.draw.counter.background import CounterBackground, disrupted_band, flat, foot_band, reduced_band
from pnp.draw.counter.face_layout import FaceLayout
from pnp.draw.counter.factors import draw_factors
from pnp.draw.counter.unit_labels import LABEL_FONT, Labels, draw_labels
from pnp.draw.fault import contrast_too_low
from pnp.draw.icons.pictures import draw_emblem, place_emblem
from pnp.draw.icons.size_mark import draw_size_mark
from pnp.draw.icons.unit_symbol import draw_unit_symbol
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits
from pnp.extent import items_extent
from pnp.model.counter import Size
from pnp.palette import INK, RED, WHITE
from pnp.scene import Colour, Item, Matrix, Scene, Use, circle
from pnp.units import MM_PER_POINT, Mm

BOLD = "condensed-bold"
DISRUPTED = "DISRUPTED"
"""What the tag of a disrupted unit says if the data gives it no word."""
SEEN = 3.0
"""Least contrast of a symbol's strokes on its box.  Source: WCAG 2.2, 1.4.11."""


class Head(NamedTuple):
    """All of a unit's face but its labels and factors: what many units have in common. `box` is its symbol's colour."""

    ground: CounterBackground
    state: str
    symbol: str
    box: Colour
    size: Size | None
    reach: int | None
    code: str
    tag: str


def draw_unit(head: Head, factors: str, labels: Labels, side: Mm, layout: FaceLayout) -> Drawing:
    """A unit's face as items in the order of print, its texts, and what is wrong."""
    if head.state == "disrupted":
        # The tag lies where the formation's label stands; the box keeps the formation's colour.
        labels = labels._replace(right="")
    top = layout.code[1] + 0.09 if head.code else layout.top
    size_pt = layout.points(layout.factor_em, side)
    return draw_head(head, side, layout).plus(
        draw_labels(labels, head.ground.colour, top, side, layout),
        draw_factors(factors, side, layout.factors * side, size_pt),
    )


def draw_blank(ground: CounterBackground, labels: Labels, side: Mm, layout: FaceLayout) -> Drawing:
    """The back of a unit with one step: its side's emblem, pale, and its own label."""
    emblem = draw_emblem(ground.icons, ground.bears, ground.accent, ground.colour, faded=True)
    style = Style(LABEL_FONT, layout.points(0.156, side), ground.accent, ground.colour)
    room = 0.80 * side
    name = set_line(labels.fitting(style, room), style, LinePlace(0.5 * side, 0.813 * side, room), "label")
    pale = place_emblem(emblem, 0.5 * side, 0.432 * side, 0.233 * side)
    return Drawing((flat(ground.colour, side), pale)).plus(name)


def draw_portrait(ground: CounterBackground, picture: Scene, labels: Labels, side: Mm) -> Drawing:
    """The face of a unit that has a picture and no factors: the picture for a symbol, its name on a dark foot."""
    foot = 0.70
    ink = items_extent(picture.items) or picture.box
    scale = min(0.60 * side / ink.height, 0.74 * side / ink.width)
    place = Matrix.place(0.56 * side - scale * ink.centre[0], 0.675 * side - scale * ink.bottom, scale=scale)
    emblem = draw_emblem(ground.icons, ground.bears, ground.accent, ground.colour)
    style = Style(BOLD, 0.185 * side / MM_PER_POINT, WHITE, ground.accent, 0.02)
    room = 0.90 * side
    name = set_line(labels.fitting(style, room), style, LinePlace(0.5 * side, (foot + 1) / 2 * side, room), "label")
    return Drawing(
        (
            flat(ground.colour, side),
            place_emblem(emblem, 0.17 * side, 0.17 * side, 0.10 * side),
            Use(picture, place),
            foot_band(ground.accent, side, foot),
        )
    ).plus(name)


@cache
def draw_head(head: Head, side: Mm, layout: FaceLayout) -> Drawing:
    """CounterBackground, band, emblem, size mark, symbol, range and code, as one shared scene."""
    ground = head.ground
    drawn = Drawing((flat(ground.colour, side), *_band(head, side, layout)))
    x, y = layout.emblem
    emblem = draw_emblem(ground.icons, ground.bears, ground.accent, ground.colour)
    drawn = drawn.plus(
        Drawing((place_emblem(emblem, x * side, y * side, layout.emblem_radius * side),)),
        _mark(head.size, side, layout),
        _symbol(head, side, layout),
        _reach(head.reach, side, layout),
        _code(head, side, layout),
        _tag(head, side, layout),
    )
    scene = Scene(f"unit {head.symbol}", side, side, drawn.items, bleed=3)
    return Drawing((Use(scene),), drawn.texts, drawn.faults)


def _band(head: Head, side: Mm, layout: FaceLayout) -> tuple[Item, ...]:
    match head.state:
        case "reduced":
            return reduced_band(head.ground.accent, side, layout.stripe, layout.stripe_height)
        case "disrupted":
            return disrupted_band(side, layout, _tag_top(head, layout))
        case _:
            return ()


def _mark(size: Size | None, side: Mm, layout: FaceLayout) -> Drawing:
    """The size mark over the middle of the box, or as near as the emblem lets it."""
    if size is None:
        return Drawing()
    scene = draw_size_mark(size, round(layout.mark_height * side, 4))
    clear = (layout.emblem[0] + layout.emblem_radius + 0.04) * side
    x = max(layout.mark[0] * side - scene.width / 2, clear)
    return Drawing((Use(scene, Matrix.place(x, layout.mark[1] * side - scene.height / 2)),))


def _symbol(head: Head, side: Mm, layout: FaceLayout) -> Drawing:
    box = layout.box
    faults = contrast_too_low("formation", "a symbol", INK, head.box, SEEN)
    width, height = round(box.width * side, 4), round(box.height * side, 4)
    drawn = draw_unit_symbol(head.ground.icons, head.symbol, width, height, head.box)
    return Drawing((Use(drawn, Matrix.place(box.x * side, box.y * side)),), (), faults)


def _reach(reach: int | None, side: Mm, layout: FaceLayout) -> Drawing:
    """The range of a gun: a figure in a dark disc, never to be taken for a factor."""
    if reach is None:
        return Drawing()
    x, y = layout.reach[0] * side, layout.reach[1] * side
    disc = Drawing((circle(x, y, layout.reach_radius * side, fill=INK),))
    style = Style(BOLD, layout.points(layout.reach_em, side), WHITE, INK)
    return disc.plus(set_line(str(reach), style, LinePlace(x, y, 1.5 * layout.reach_radius * side), "range"))


def _code(head: Head, side: Mm, layout: FaceLayout) -> Drawing:
    style = Style(BOLD, layout.points(layout.code_em, side), INK, head.ground.colour)
    x, y = layout.code
    return set_line(head.code, style, LinePlace(x * side, y * side, 0.21 * side, "end"), "code")


def _tag(head: Head, side: Mm, layout: FaceLayout) -> Drawing:
    """The word on the red tag; the customary one stays away where it does not fit: the tag says enough."""
    if head.state != "disrupted":
        return Drawing()
    style = Style(BOLD, layout.points(0.131, side), WHITE, RED)
    # The word may run down over the band's edge, which is as red.
    top, foot = _tag_top(head, layout) + 0.012, layout.stripe + layout.stripe_height - 0.008
    word, room = head.tag or DISRUPTED, (foot - top) * side
    if not head.tag and size_that_fits(word, style, room) is None:
        return Drawing()
    return set_line(word, style, LinePlace(0.86 * side, (top + foot) / 2 * side, room, reading="upwards"), "word")


def _tag_top(head: Head, layout: FaceLayout) -> float:
    return layout.code[1] + 0.068 if head.code else 0.085
