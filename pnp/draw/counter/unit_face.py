"""The face of a unit: emblem, symbol, labels and factors, each at its fixed position."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from pnp.art.icons.layered_icons import draw_emblem, place_emblem
from pnp.art.icons.unit_symbol import draw_size_mark, draw_unit_symbol
from pnp.draw.counter.background import (
    CounterBackground,
    disrupted_band,
    flat_background,
    foot_band,
    formation_banner,
    formation_plinth,
    rayed_background,
    reduced_band,
)
from pnp.draw.counter.factors import draw_factors
from pnp.draw.fault import SEEN, contrast_faults
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits, width_of
from pnp.extent import items_extent
from pnp.model.counter import Size
from pnp.model.face_layouts import FaceLayout
from pnp.palette import INK, RED, WHITE
from pnp.scene import Colour, Item, Matrix, Path, Scene, Use, circle, polygon
from pnp.typeface import cap_height
from pnp.units import MM_PER_POINT, Mm

BOLD = "condensed-bold"
STAR_RADIUS, STAR_GAP = 0.062, 0.020
"""The radius of the star beside one large factor, and its distance from the factor, as shares of the side."""
DISRUPTED = "DISRUPTED"
"""The word on the tag of a disrupted unit, unless the data gives another."""
EMBLEM_GAP = 0.028
"""The distance of the emblem above the range or the code of a unit with a banner, as a share of the side."""


class Head(NamedTuple):
    """Everything on a unit's face except its labels and factors; many units share it.

    `box` is the symbol's colour.
    """

    background: CounterBackground
    state: str
    symbol: str
    box: Colour
    size: Size | None
    reach: int | None
    code: str
    tag: str


def draw_unit(head: Head, factors: str, labels: Labels, side: Mm, layout: FaceLayout) -> Drawing:
    """Draw the face of a unit from its factors, its labels and everything else (`head`)."""
    words = word_parts(head, factors, labels, side, layout)
    return draw_head(head, side, layout.of_state(head.state)).plus(*words.values())


def word_parts(head: Head, factors: str, labels: Labels, side: Mm, layout: FaceLayout) -> dict[str, Drawing]:
    """Return the drawings of a unit's labels and factors by name.

    The names are `label`, `right`, `factors` and `star`, and on a banner also `size`.
    """
    layout = layout.of_state(head.state)
    if layout.figure:
        return _figure_parts(head, factors, labels, side, layout)
    if head.state == "disrupted" and (layout.aside or not layout.banner):
        # The tag or the bar covers the place of the formation's label; the box still shows the formation's colour.
        labels = labels._replace(right="")
    drawn = draw_factors(factors, side, layout.factors * side, layout.points(layout.factor_em, side))
    if layout.banner:
        return _banner_parts(labels, head.background.colour, head.box, head.size, side, layout) | {"factors": drawn}
    top = layout.code[1] + 0.09 if head.code else layout.top
    own, formation = draw_labels(labels, head.background.colour, top, side, layout)
    return {"label": own, "right": formation, "factors": drawn}


def _figure_parts(head: Head, factors: str, labels: Labels, side: Mm, layout: FaceLayout) -> dict[str, Drawing]:
    """Return the drawings of one large factor right of the symbol, and of the unit's label across the foot.

    The label of a unit at full strength is on a band in its formation's colour. An asterisk after the factor is drawn
    as a red star beside its head; both share the room of a factor without a star.
    """
    background = head.background.colour
    assert layout.figure is not None
    x, y = layout.figure[0] * side, layout.figure[1] * side
    text, starred = factors.rstrip("*"), len(factors) > 1 and factors.endswith("*")
    style, room = Style("condensed-extrabold", layout.points(layout.factor_em, side), INK, background), 0.34 * side
    star = Drawing()
    if starred:
        beside = (STAR_GAP + 2 * STAR_RADIUS) * side
        room -= beside
        width = width_of(text, style, size_that_fits(text, style, room) or style.size_pt)
        x -= beside / 2
        top = y - cap_height(style.font, style.size_pt) / 2
        star = Drawing(
            (_star(x + width / 2 + beside - STAR_RADIUS * side, top + STAR_RADIUS * side, STAR_RADIUS * side),)
        )
    figure = set_line(text, style, LinePlace(x, y, room), "factors")
    room = 0.82 * side
    fill, on = (WHITE, RED) if head.state == "disrupted" else (INK, head.box)
    style = Style(BOLD, layout.points(layout.label_em, side), fill, on)
    place = LinePlace(layout.label[0] * side, layout.label[1] * side, room)
    name = set_line(labels.fitting(style, room), style, place, "label")
    return {"factors": figure, "star": star, "label": name}


def _star(x: Mm, y: Mm, radius: Mm) -> Path:
    """Return a red star with five points."""
    points = []
    for number in range(10):
        reach = radius if number % 2 == 0 else 0.42 * radius
        angle = math.radians(36 * number - 90)
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return polygon(points, fill=RED)


def draw_blank(background: CounterBackground, box: Colour, labels: Labels, side: Mm, layout: FaceLayout) -> Drawing:
    """Draw the back of a unit with one step: the side's emblem in pale colours, and the unit's label.

    A layout with a banner has both labels on the band in the formation's colour (`box`).
    """
    emblem = draw_emblem(background.icons, background.bears, background.accent, background.colour, faded=True)
    flat = flat_background(background.colour, side)
    if layout.banner:
        pale = place_emblem(emblem, 0.5 * side, (1 + layout.banner) / 2 * side, 0.233 * side)
        drawn = Drawing((flat, *formation_banner(box, side, layout.banner), pale))
        return drawn.plus(*_banner_parts(labels, background.colour, box, None, side, layout).values())
    style = Style(LABEL_FONT, layout.points(0.156, side), background.accent, background.colour)
    room = 0.80 * side
    name = set_line(labels.fitting(style, room), style, LinePlace(0.5 * side, 0.813 * side, room), "label")
    return Drawing((flat, place_emblem(emblem, 0.5 * side, 0.432 * side, 0.233 * side))).plus(name)


def draw_portrait(background: CounterBackground, picture: Scene, labels: Labels, side: Mm) -> Drawing:
    """Draw the face of a unit without factors: its picture, and its name on a dark band at the foot."""
    foot = 0.70
    ink = items_extent(picture.items) or picture.box
    scale = min(0.60 * side / ink.height, 0.74 * side / ink.width)
    place = Matrix.place(0.56 * side - scale * ink.centre[0], 0.675 * side - scale * ink.bottom, scale=scale)
    emblem = draw_emblem(background.icons, background.bears, background.accent, background.colour)
    style = Style(BOLD, 0.185 * side / MM_PER_POINT, WHITE, background.accent, 0.02)
    room = 0.90 * side
    name = set_line(labels.fitting(style, room), style, LinePlace(0.5 * side, (foot + 1) / 2 * side, room), "label")
    return Drawing(
        (
            flat_background(background.colour, side),
            place_emblem(emblem, 0.17 * side, 0.17 * side, 0.10 * side),
            Use(picture, place),
            foot_band(background.accent, side, foot),
        )
    ).plus(name)


@cache
def draw_head(head: Head, side: Mm, layout: FaceLayout) -> Drawing:
    """Draw everything on a unit's face except factors and labels, as one scene for similar units."""
    background = head.background
    banner = formation_banner(head.box, side, layout.banner) if layout.banner else ()
    drawn = Drawing((*rayed_background(background, side), *banner, *_foot_band(head, side, layout)))
    drawn = drawn.plus(*head_parts(head, side, layout).values())
    scene = Scene(f"unit {head.symbol}", side, side, drawn.items, bleed=3)
    return Drawing((Use(scene),), drawn.texts, drawn.faults)


def head_parts(head: Head, side: Mm, layout: FaceLayout) -> dict[str, Drawing]:
    """Return the drawings on a unit's face except its background, factors and labels, by name."""
    background = head.background
    x, y = layout.emblem
    if layout.banner and (head.reach is not None or head.code):
        y = layout.reach[1] - layout.reach_radius - EMBLEM_GAP - layout.emblem_radius
    emblem = draw_emblem(background.icons, background.bears, background.accent, background.colour)
    return {
        "emblem": Drawing((place_emblem(emblem, x * side, y * side, layout.emblem_radius * side),)),
        "size": Drawing() if layout.banner else _size_mark(head.size, side, layout),
        "symbol": _unit_symbol(head, side, layout),
        "range": _gun_range(head.reach, side, layout),
        "code": _code_letter(head, side, layout),
        "word": _state_tag(head, side, layout),
    }


def _foot_band(head: Head, side: Mm, layout: FaceLayout) -> tuple[Item, ...]:
    """Return the band at the foot of a unit: that of its state, or that of its formation under one large factor."""
    match head.state:
        case "reduced":
            return reduced_band(head.background.accent, side, layout.stripe, layout.stripe_height)
        case "disrupted":
            return disrupted_band(side, layout, _tag_top(head, layout))
        case _:
            return formation_plinth(head.box, side, layout.plinth) if layout.figure else ()


def _size_mark(size: Size | None, side: Mm, layout: FaceLayout) -> Drawing:
    """Draw the size mark above the unit symbol, moved right if the emblem is beside it."""
    if size is None:
        return Drawing()
    scene = draw_size_mark(size, round(layout.mark_height * side, 4))
    beside = abs(layout.emblem[1] - layout.mark[1]) < layout.emblem_radius + layout.mark_height / 2
    clear = (layout.emblem[0] + layout.emblem_radius + 0.04 if beside else layout.top) * side
    x = max(layout.mark[0] * side - scene.width / 2, clear)
    return Drawing((Use(scene, Matrix.place(x, layout.mark[1] * side - scene.height / 2)),))


def _unit_symbol(head: Head, side: Mm, layout: FaceLayout) -> Drawing:
    """Draw the unit symbol, and check the contrast between its strokes and its box."""
    box = layout.box
    faults = contrast_faults("formation", "a symbol", INK, head.box, SEEN)
    width, height = round(box.width * side, 4), round(box.height * side, 4)
    drawn = draw_unit_symbol(head.background.icons, head.symbol, width, height, head.box)
    return Drawing((Use(drawn, Matrix.place(box.x * side, box.y * side)),), (), faults)


def _gun_range(reach: int | None, side: Mm, layout: FaceLayout) -> Drawing:
    """Draw the range of a gun in a dark disc, so that it is not mistaken for a factor."""
    if reach is None:
        return Drawing()
    x, y = layout.reach[0] * side, layout.reach[1] * side
    disc = Drawing((circle(x, y, layout.reach_radius * side, fill=INK),))
    style = Style(BOLD, layout.points(layout.reach_em, side), WHITE, INK)
    return disc.plus(set_line(str(reach), style, LinePlace(x, y, 1.5 * layout.reach_radius * side), "range"))


def _code_letter(head: Head, side: Mm, layout: FaceLayout) -> Drawing:
    """Draw the code of a unit, such as `A`, in the top right corner of its face."""
    style = Style(BOLD, layout.points(layout.code_em, side), INK, head.background.colour)
    x, y = layout.code
    return set_line(head.code, style, LinePlace(x * side, y * side, 0.21 * side, "end"), "code")


def _state_tag(head: Head, side: Mm, layout: FaceLayout) -> Drawing:
    """Draw the word on the red tag of a disrupted unit.

    The standard word is left out if it does not fit.
    """
    if head.state != "disrupted":
        return Drawing()
    if layout.figure or layout.banner:
        style = Style(BOLD, layout.points(layout.word_em, side), WHITE, RED, 0.04 if layout.figure else 0.10)
        place = LinePlace(0.5 * side, layout.word * side, 0.84 * side)
        return set_line((head.tag or DISRUPTED).upper(), style, place, "word")
    style = Style(BOLD, layout.points(0.131, side), WHITE, RED)
    # The word may extend over the edge of the band, which is also red.
    top, foot = _tag_top(head, layout) + 0.012, layout.stripe + layout.stripe_height - 0.008
    word, room = head.tag or DISRUPTED, (foot - top) * side
    if not head.tag and size_that_fits(word, style, room) is None:
        return Drawing()
    return set_line(word, style, LinePlace(0.86 * side, (top + foot) / 2 * side, room, reading="upwards"), "word")


def _tag_top(head: Head, layout: FaceLayout) -> float:
    """Return the top of the red tag, as a share of the height of the counter."""
    return layout.code[1] + 0.068 if head.code else 0.085


# ---------------------------------------------------------------- labels

LABEL_FONT = "condensed-semibold"
MARGIN = 0.095
"""The margin at each side of a label under the box, as a share of the counter's side."""
RIGHT_ROOM = 0.56
"""The greatest width of the formation's label above the symbol, as a share of the counter's side."""
CODE_ROOM = 0.22
"""How far the code of a unit moves the formation's label above the symbol to the left."""
BANNER_PT = 6
"""A unit's label on a band that would be smaller than this is replaced by its short form."""
BANNER_ROOM, BANNER_GAP = 0.30, 0.03
"""The greatest width of the formation's label on a band, and the least distance of two things on it."""

ASIDE_ROOM, ASIDE_LINES = 0.198, 0.158
"""The greatest width of a word of the formation's label beside the symbol, and the distance of two such words."""


class Labels(NamedTuple):
    """The label of a unit, its short form, and the label of its formation."""

    own: str
    short: str
    right: str

    def fitting(self, style: Style, room: Mm, least_pt: float = 0) -> str:
        """Return the unit's label if it fits (in type of at least this size), and its short form if not."""
        size = size_that_fits(self.own, style, room)
        return self.own if not self.short or (size and size >= least_pt) else self.short


@cache
def draw_labels(
    labels: Labels, background: Colour, top: float, side: Mm, layout: FaceLayout
) -> tuple[Drawing, Drawing]:
    """Draw the label of a unit, and the label of its formation.

    The formation's label is below `top` (a share of the counter's side), or above the symbol on the right.
    """
    style = Style(LABEL_FONT, layout.points(layout.label_em, side), INK, background)
    right = layout.right
    if layout.below:
        under = LinePlace(layout.label[0] * side, layout.label[1] * side, (1 - 2 * MARGIN) * side)
        x, room = right[0], RIGHT_ROOM
        if top > layout.top:  # there is a code in the corner
            x, room = x - CODE_ROOM, room - CODE_ROOM
        small = style._replace(size_pt=layout.points(layout.right_em, side))
        formation = set_line(labels.right, small, LinePlace(x * side, right[1] * side, room * side, "end"), "right")
        return set_line(labels.fitting(style, under.room), style, under, "label"), formation
    formation = _upward_label(labels.right, right, top, style, side, layout, "right")
    room = (layout.foot - layout.top) * side
    own = _upward_label(labels.fitting(style, room), layout.label, layout.top, style, side, layout, "label")
    return own, formation


def _banner_parts(
    labels: Labels, ground: Colour, box: Colour, size: Size | None, side: Mm, layout: FaceLayout
) -> dict[str, Drawing]:
    """Return the drawings of the labels and the size mark of a unit with a banner, by name.

    The size mark moves left of a long label of the formation. The unit's label ends before the mark. In some layouts
    the formation's label is beside the symbol instead, on the `ground`.
    """
    (left, y), (right, middle) = layout.label, layout.right
    small = Style(LABEL_FONT, layout.points(layout.right_em, side), INK, box)
    room, gap, end = BANNER_ROOM * side, BANNER_GAP * side, max(right, layout.mark[0]) * side
    if layout.aside:
        formation = _words_aside(labels.right, small._replace(on=ground), right * side, middle * side, side)
    else:
        formation = set_line(labels.right, small, LinePlace(end, y * side, room, "end"), "right")
        if labels.right:
            end -= width_of(labels.right, small, size_that_fits(labels.right, small, room) or small.size_pt) + gap
    mark = Drawing()
    if size is not None:
        scene = draw_size_mark(size, round(layout.mark_height * side, 4))
        end = min(end, layout.mark[0] * side + (0 if layout.aside else scene.width / 2)) - scene.width
        mark = Drawing((Use(scene, Matrix.place(end, y * side - scene.height / 2)),))
        end -= gap
    style, room = Style(BOLD, layout.points(layout.label_em, side), INK, box), end - left * side
    own = labels.fitting(style, room, BANNER_PT)
    name = set_line(own, style, LinePlace(left * side, y * side, room, "start"), "label")
    return {"label": name, "size": mark, "right": formation}


def _words_aside(text: str, style: Style, x: Mm, middle: Mm, side: Mm) -> Drawing:
    """Draw a formation's label beside the symbol: its first word above the others, or a single word."""
    lines, drawn = text.split(" ", 1), Drawing()
    for number, line in enumerate(lines):
        y = middle + (number - (len(lines) - 1) / 2) * ASIDE_LINES * side
        drawn = drawn.plus(set_line(line, style, LinePlace(x, y, ASIDE_ROOM * side), "right"))
    return drawn


def _upward_label(
    text: str, centre: tuple[float, float], top: float, style: Style, side: Mm, layout: FaceLayout, field: str
) -> Drawing:
    """Draw a label that reads upwards, as near to `centre` as it fits between `top` and the foot."""
    if not text:
        return Drawing()
    room, length = _upward_label_length(text, top, style, side, layout)
    middle = min(max(centre[1] * side, top * side + length / 2), layout.foot * side - length / 2)
    return set_line(text, style, LinePlace(centre[0] * side, middle, room, reading="upwards"), field)


def _upward_label_length(text: str, top: float, style: Style, side: Mm, layout: FaceLayout) -> tuple[Mm, Mm]:
    """Return the room for a label that reads upwards, and the length of the label in it."""
    room = (layout.foot - top) * side
    size = size_that_fits(text, style, room)
    return room, min(room, width_of(text, style, size)) if size else room
