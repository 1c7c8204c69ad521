"""Standees: two faces head to head, folded between them, a tab below each, and the base that they are glued to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.draw.counter.background import CounterBackground, counter_background
from pnp.draw.counter.faces import capitals
from pnp.draw.cutout import CutOut, fold_lines, glue, make_piece
from pnp.draw.icons.pictures import draw_emblem, draw_picture, place_emblem
from pnp.draw.icons.unit_symbol import draw_unit_symbol
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits
from pnp.extent import items_extent
from pnp.fitting import halve_line
from pnp.model.component import Base, Standee
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.model.symbols import PICTURES_OF_A_COUNTER
from pnp.palette import PAPER, WHITE, mix
from pnp.scene import Colour, Group, Item, Matrix, Path, Rect, Scene, Stroke, Use, line, rectangle, walk
from pnp.units import MM_PER_POINT, Mm

BAND = 0.31
"""Height of the band with the name, as a share of the face's."""
FIRST, SECOND = 0.170, 0.136
"""Em heights of the two lines of the name, as shares of the face's height."""
BROAD = 0.75
"""Share of the width that a figure may take, so that there is room for the emblem and for those behind it."""
ASIDE = 0.05
"""How far from the middle a figure stands, as a share of the width."""
NOT_STANDING = ("", *PICTURES_OF_A_COUNTER)
"""Pictures that are no figures: they are not mirrored on the reverse."""
SMALLEST: Mm = 1.9
"""Height of a strip of the base that a name needs."""


def standing_counters(game: Game) -> frozenset[str]:
    """The counters that are printed as standees, and so on no counter sheet."""
    standees = (component for component in game.components.values() if isinstance(component, Standee))
    return frozenset(id_ for standee in standees for id_ in counter_ids(game, standee.of))


def draw_standees(game: Game, id_: str, standee: Standee) -> tuple[CutOut, ...]:
    """A strip for each counter, as often as there are copies of it, and its base."""
    pieces: list[CutOut] = []
    for name in counter_ids(game, standee.of):
        pieces.append(_strip(game, name, standee, f"{id_}-{name}"))
        if standee.base is not None:
            pieces.append(_base(game, name, standee, standee.base, f"{id_}-{name}-base"))
    return tuple(pieces)


def _strip(game: Game, name: str, standee: Standee, piece: str) -> CutOut:
    """Tab, face on its head, fold, face, tab. The reverse shows the figure mirrored, so that both have one outline."""
    width, height, tab = standee.width, standee.height, standee.tab
    whole = height + tab
    front, back = (_half(game, name, standee, mirrored=mirrored) for mirrored in (False, True))
    upper = Group(back.items, Matrix.place(width, whole, turn=180))
    lower = Group(front.items, Matrix.place(0, whole))
    folds = fold_lines(*(((0, y), (width, y)) for y in (tab, whole, whole + height)))
    outline = rectangle(Rect(0, 0, width, 2 * whole), fill=PAPER)
    drawn = Drawing((upper, lower, *folds), (), front.faults)
    return make_piece(piece, (width, 2 * whole), outline, drawn, copies=game.counters[name].copies, folds=True)


def _half(game: Game, name: str, standee: Standee, *, mirrored: bool) -> Drawing:
    """A face, its head at y = 0, and the tab below it, whose printed side shows when it is folded outwards."""
    counter = game.counters[name]
    ground = counter_background(game, counter, counter.front)
    width, height, tab = standee.width, standee.height, standee.tab
    soil = mix(ground.accent, ground.colour, 0.14)
    box = Rect(0, height, width, tab)
    corners = ((0, height), (width, height), (width, height + tab), (0, height + tab))
    below = Drawing((rectangle(box, fill=soil),)).plus(glue(corners, "glue under", ink=ground.accent, on=soil))
    return _face(game, counter, ground, standee, mirrored=mirrored).plus(_name(name, counter, ground, standee), below)


def _face(game: Game, counter: Counter, ground: CounterBackground, standee: Standee, *, mirrored: bool) -> Drawing:
    """Sky in the side's colour, the land, the unit that stands there, and its side's emblem."""
    width, height = standee.width, standee.height
    foot = height * (1 - BAND)
    horizon = 0.80 * foot
    rise = (0.35 * width, horizon - 0.07 * height, 0.7 * width, horizon + 0.03 * height)
    land = Path(
        "MCLLZ",
        (0, horizon, *rise, width, horizon - 0.03 * height, width, foot, 0, foot),
        mix(ground.accent, ground.colour, 0.14),
    )
    sky = rectangle(Rect(0, 0, width, height), fill=ground.colour)
    room = Rect(0.05 * width, 0.055 * height, 0.90 * width, foot - 0.07 * height)
    radius, emblem = (
        min(0.085 * height, 0.11 * width),
        draw_emblem(game.icons, ground.bears, ground.accent, ground.colour),
    )
    scene = _subject(game, counter, ground, room)
    left = _is_clear_at_left(scene) != mirrored
    aside = 0.06 * width + radius
    mark = place_emblem(emblem, aside if left else width - aside, aside, radius)
    stands = counter.front.picture not in NOT_STANDING
    if stands:  # a step away from the emblem
        room = replace(room, x=room.x + (ASIDE if left else -ASIDE) * width)
    return Drawing((sky, land, *_figure(scene, ground, room, mirrored=mirrored, stands=stands), mark))


def _subject(game: Game, counter: Counter, ground: CounterBackground, room: Rect) -> Scene:
    """The picture of the counter's face; its unit symbol or an emblem where it has none."""
    picture = counter.front.picture
    if picture in NOT_STANDING and counter.symbol:
        width, height = round(0.72 * room.width, 4), round(0.48 * room.width, 4)
        return draw_unit_symbol(game.icons, counter.symbol, width, height, WHITE)
    emblems = tuple((side.emblem, side.accent) for side in game.sides.values())
    return draw_picture(game.icons, "emblem" if picture in NOT_STANDING else picture, ground.paint(emblems))


def _is_clear_at_left(scene: Scene) -> bool:
    """Does a picture leave more of its upper left than of its upper right?"""
    ink = items_extent(scene.items) or scene.box
    corners = (
        matrix.apply((item.xy[i], item.xy[i + 1]))
        for item, matrix in walk(scene.items)
        if isinstance(item, Path)
        for i in range(0, len(item.xy), 2)
    )
    upper = [x for x, y in corners if y < ink.y + ink.height / 4]
    return min(upper) - ink.x >= ink.right - max(upper) - 1e-6


def _figure(scene: Scene, ground: CounterBackground, room: Rect, *, mirrored: bool, stands: bool) -> Iterator[Item]:
    """A figure as large as its ink fits, with two paler ones behind where there is room; what does not stand is kept
    the way it reads, in the middle.
    """
    ink = items_extent(scene.items) or scene.box
    scale = min(room.height / ink.height, (BROAD if stands else 1) * room.width / ink.width)
    turn, x, foot = 1, room.centre[0], room.bottom
    if not stands:
        scale = min(0.64 * room.height / ink.height, 0.72 * room.width / ink.width)
        foot -= 0.10 * room.height
    elif mirrored:
        turn = -1

    def place(dx: Mm, dy: Mm, share: float) -> Matrix:
        size = scale * share
        return Matrix(turn * size, 0, 0, size, x + turn * (dx - size * ink.centre[0]), foot - dy - size * ink.bottom)

    aside = 0.9 * (room.width / 2 - 0.40 * scale * ink.width)
    if stands and ink.height > 1.1 * ink.width and aside > 0:
        pale = _paled(scene, mix(ground.accent, ground.colour, 0.10))
        for dx in (aside, -aside):
            yield Use(pale, place(dx, 0.10 * room.height, 0.80))
    yield Use(scene, place(0, 0, 1))


def _paled(scene: Scene, ground: Colour) -> Scene:
    """The same drawing far off: its colours have sunk towards the ground."""
    share = 0.30
    items: list[Item] = []
    for item, matrix in walk(scene.items):
        if isinstance(item, Path):
            fill = mix(item.fill, ground, share) if item.fill else None
            stroke = replace(item.stroke, colour=mix(item.stroke.colour, ground, share)) if item.stroke else None
            items.append(Group((replace(item, fill=fill, stroke=stroke),), matrix))
    return Scene(f"{scene.name} far off", scene.width, scene.height, tuple(items), scene.bleed)


def _name(id_: str, counter: Counter, ground: CounterBackground, standee: Standee) -> Drawing:
    """The unit's label in one line or two on a band of the side's accent."""
    width, height = standee.width, standee.height
    top = height * (1 - BAND)
    band = Drawing((rectangle(Rect(0, top, width, height - top), fill=ground.accent),))
    stripe = Drawing((line(0, top, width, top, Stroke(mix(WHITE, ground.colour, 0.5), 0.03 * height)),))
    style = Style("condensed-bold", FIRST * height / MM_PER_POINT, WHITE, ground.accent, 0.03)
    room = 0.90 * width
    lines = _lines(counter, style, room)
    slots = ((0.54, 1.15),) if len(lines) == 1 else ((0.33, 1.0), (0.74, SECOND / FIRST))
    words = (
        set_line(
            text,
            style._replace(size_pt=style.size_pt * size),
            LinePlace(width / 2, top + share * (height - top), room),
            f"counters.{id_}.label",
        )
        for text, (share, size) in zip(lines, slots, strict=True)
    )
    return band.plus(stripe, *words)


def _lines(counter: Counter, style: Style, room: Mm) -> tuple[str, ...]:
    """The label broken in two, or the short one if that does not fit."""
    for text in (counter.label, counter.short):
        lines = halve_line(capitals(text)) or (capitals(text),)
        if text and all(size_that_fits(line, style, room) for line in lines):
            return lines
    return halve_line(capitals(counter.label)) or (capitals(counter.label),)


def _base(game: Game, name: str, standee: Standee, base: Base, piece: str) -> CutOut:
    """Draw the strip that the tabs are glued to.

    The name stands beside the tabs, or under them if there is no room. Short tabs are spread to both sides; long ones
    lie on each other, and the name stands in front.
    """
    counter = game.counters[name]
    ground = counter_background(game, counter, counter.front)
    colour = mix(ground.colour, WHITE, 0.75)
    spread = 2 * standee.tab <= base.height  # else both tabs lie on one side, one on the other
    width, height = min(standee.width, base.width), 2 * standee.tab if spread else standee.tab
    left, top = (base.width - width) / 2, (base.height - height) / 2 if spread else 0
    free = base.height - top - height  # in front of the tabs
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    mark = glue(corners, "" if free < SMALLEST else "glue here", ink=ground.accent, on=colour)
    style = Style("condensed-bold", 6.5, ground.accent, colour, 0.03)
    room, path = base.width - 1.6, f"counters.{name}.label"
    label = next(
        (text for text in (counter.label, counter.short) if text and size_that_fits(capitals(text), style, room)),
        counter.label,
    )
    if free < SMALLEST:
        words = (set_line(capitals(label), style, LinePlace(base.width / 2, base.height / 4, room), path),)
    else:
        one = set_line(capitals(label), style, LinePlace(0, 0, room), path)
        sides = [Group(one.items, Matrix.place(base.width / 2, base.height - free / 2))]
        if spread:
            sides.append(Group(one.items, Matrix.place(base.width / 2, top / 2, turn=180)))
        words = (Drawing(tuple(sides), (), one.faults),)
    outline = rectangle(Rect(0, 0, base.width, base.height), fill=colour)
    return make_piece(piece, (base.width, base.height), outline, mark.plus(*words), copies=counter.copies, folds=True)
