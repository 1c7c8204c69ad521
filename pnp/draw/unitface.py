"""The face of a unit: whose, what, how strong, each at its constant place."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pnp.draw.icons.pictures import draw_emblem, place_emblem
from pnp.draw.icons.unit_symbol import draw_unit_symbol
from pnp.draw.factors import draw_factors
from pnp.draw.fault import contrast_too_low
from pnp.draw.ground import Ground, disrupted_band, flat, foot_band, reduced_band
from pnp.draw.lettering import Drawn, Place, Style, set_line, size_that_fits
from pnp.draw.sizemark import draw_size_mark
from pnp.draw.slots import Slots
from pnp.draw.unitlabel import LABEL_FONT, Labels, draw_labels
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

    ground: Ground
    state: str
    symbol: str
    box: Colour
    size: Size | None
    reach: int | None
    code: str
    tag: str


def draw_unit(head: Head, factors: str, labels: Labels, side: Mm, slots: Slots) -> Drawn:
    """A unit's face as items in the order of print, its texts, and what is wrong."""
    if head.state == "disrupted":
        # The tag lies where the formation's label stands; the box keeps the formation's colour.
        labels = labels._replace(right="")
    top = slots.code[1] + 0.09 if head.code else slots.top
    size_pt = slots.points(slots.factor_em, side)
    return draw_head(head, side, slots).and_(
        draw_labels(labels, head.ground.colour, top, side, slots),
        draw_factors(factors, side, slots.factors * side, size_pt),
    )


def draw_blank(ground: Ground, labels: Labels, side: Mm, slots: Slots) -> Drawn:
    """The back of a unit with one step: its side's emblem, pale, and its own label."""
    emblem = draw_emblem(ground.icons, ground.bears, ground.accent, ground.colour, faded=True)
    style = Style(LABEL_FONT, slots.points(0.156, side), ground.accent, ground.colour)
    room = 0.80 * side
    name = set_line(labels.fitting(style, room), style, Place(0.5 * side, 0.813 * side, room), "label")
    pale = place_emblem(emblem, 0.5 * side, 0.432 * side, 0.233 * side)
    return Drawn((flat(ground.colour, side), pale)).and_(name)


def draw_portrait(ground: Ground, picture: Scene, labels: Labels, side: Mm) -> Drawn:
    """The face of a unit that has a picture and no factors: the picture for a symbol, its name on a dark foot."""
    foot = 0.70
    ink = items_extent(picture.items) or picture.box
    scale = min(0.60 * side / ink.height, 0.74 * side / ink.width)
    place = Matrix.place(0.56 * side - scale * ink.centre[0], 0.675 * side - scale * ink.bottom, scale=scale)
    emblem = draw_emblem(ground.icons, ground.bears, ground.accent, ground.colour)
    style = Style(BOLD, 0.185 * side / MM_PER_POINT, WHITE, ground.accent, 0.02)
    room = 0.90 * side
    name = set_line(labels.fitting(style, room), style, Place(0.5 * side, (foot + 1) / 2 * side, room), "label")
    return Drawn(
        (
            flat(ground.colour, side),
            place_emblem(emblem, 0.17 * side, 0.17 * side, 0.10 * side),
            Use(picture, place),
            foot_band(ground.accent, side, foot),
        )
    ).and_(name)


@cache
def draw_head(head: Head, side: Mm, slots: Slots) -> Drawn:
    """Ground, band, emblem, size mark, symbol, range and code, as one shared scene."""
    ground = head.ground
    drawn = Drawn((flat(ground.colour, side), *_band(head, side, slots)))
    x, y = slots.emblem
    emblem = draw_emblem(ground.icons, ground.bears, ground.accent, ground.colour)
    drawn = drawn.and_(
        Drawn((place_emblem(emblem, x * side, y * side, slots.emblem_radius * side),)),
        _mark(head.size, side, slots),
        _symbol(head, side, slots),
        _reach(head.reach, side, slots),
        _code(head, side, slots),
        _tag(head, side, slots),
    )
    scene = Scene(f"unit {head.symbol}", side, side, drawn.items, bleed=3)
    return Drawn((Use(scene),), drawn.texts, drawn.faults)


def _band(head: Head, side: Mm, slots: Slots) -> tuple[Item, ...]:
    match head.state:
        case "reduced":
            return reduced_band(head.ground.accent, side, slots.stripe, slots.stripe_height)
        case "disrupted":
            return disrupted_band(side, slots, _tag_top(head, slots))
        case _:
            return ()


def _mark(size: Size | None, side: Mm, slots: Slots) -> Drawn:
    """The size mark over the middle of the box, or as near as the emblem lets it."""
    if size is None:
        return Drawn()
    scene = draw_size_mark(size, round(slots.mark_height * side, 4))
    clear = (slots.emblem[0] + slots.emblem_radius + 0.04) * side
    x = max(slots.mark[0] * side - scene.width / 2, clear)
    return Drawn((Use(scene, Matrix.place(x, slots.mark[1] * side - scene.height / 2)),))


def _symbol(head: Head, side: Mm, slots: Slots) -> Drawn:
    box = slots.box
    faults = contrast_too_low("formation", "a symbol", INK, head.box, SEEN)
    width, height = round(box.width * side, 4), round(box.height * side, 4)
    drawn = draw_unit_symbol(head.ground.icons, head.symbol, width, height, head.box)
    return Drawn((Use(drawn, Matrix.place(box.x * side, box.y * side)),), (), faults)


def _reach(reach: int | None, side: Mm, slots: Slots) -> Drawn:
    """The range of a gun: a figure in a dark disc, never to be taken for a factor."""
    if reach is None:
        return Drawn()
    x, y = slots.reach[0] * side, slots.reach[1] * side
    disc = Drawn((circle(x, y, slots.reach_radius * side, fill=INK),))
    style = Style(BOLD, slots.points(slots.reach_em, side), WHITE, INK)
    return disc.and_(set_line(str(reach), style, Place(x, y, 1.5 * slots.reach_radius * side), "range"))


def _code(head: Head, side: Mm, slots: Slots) -> Drawn:
    style = Style(BOLD, slots.points(slots.code_em, side), INK, head.ground.colour)
    x, y = slots.code
    return set_line(head.code, style, Place(x * side, y * side, 0.21 * side, "end"), "code")


def _tag(head: Head, side: Mm, slots: Slots) -> Drawn:
    """The word on the red tag; the customary one stays away where it does not fit: the tag says enough."""
    if head.state != "disrupted":
        return Drawn()
    style = Style(BOLD, slots.points(0.131, side), WHITE, RED)
    # The word may run down over the band's edge, which is as red.
    top, foot = _tag_top(head, slots) + 0.012, slots.stripe + slots.stripe_height - 0.008
    word, room = head.tag or DISRUPTED, (foot - top) * side
    if not head.tag and size_that_fits(word, style, room) is None:
        return Drawn()
    return set_line(word, style, Place(0.86 * side, (top + foot) / 2 * side, room, reading="upwards"), "word")


def _tag_top(head: Head, slots: Slots) -> float:
    return slots.code[1] + 0.068 if head.code else 0.085
