"""Standees (upright counters): folded strips of paper with a face on each side, and their bases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.art.icons.layered_icons import draw_emblem, place_emblem
from pnp.art.pale_colours import pale_scene
from pnp.draw.components.standee_block import (
    BlockSizes,
    draw_standee_block,
    draw_standing_faces,
    plate_of,
    standing_picture,
)
from pnp.draw.counter.background import CounterBackground, counter_background
from pnp.draw.counter.faces import CounterFaces, capitals, draw_counters
from pnp.draw.cutout import CUT_OUT_DRAWINGS, CutOut, draw_glue, fold_lines, make_cut_out
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits
from pnp.extent import items_extent
from pnp.fitting import halve_line
from pnp.model.components.standees import Base, Standee
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.palette import PAPER, WHITE, mix
from pnp.scene import Group, Item, Matrix, Path, Rect, Scene, Stroke, Use, line, rectangle, walk
from pnp.units import MM_PER_POINT, Mm

BAND = 0.31
"""Height of the band with the name, as a share of the height of the face."""
FIRST, SECOND = 0.170, 0.136
"""Em heights of the two lines of the name, as shares of the height of the face."""
BROAD = 0.75
"""Share of the width that a figure may take. The emblem and the figures behind it need the rest."""
FAR_COLOURS = 0.30
"""How much of its colours a figure in the background keeps."""
ASIDE = 0.05
"""Distance of a figure from the middle, as a share of the width."""
SMALLEST: Mm = 1.9
"""The least height of a strip of the base with a name."""


@CUT_OUT_DRAWINGS.enter("standee")
def draw_standee(standee: Standee, game: Game, id_: str) -> tuple[CutOut, ...]:
    """Draw a strip for each counter, and a base if there is one; draw standees with plates as one block."""
    if standee.plates and standee.base is not None:
        sizes = BlockSizes(standee.width, standee.height, standee.tab, standee.base.height)
        return (draw_standee_block(game, id_, counter_ids(game, standee.of), standee.plates, sizes),)
    pieces: list[CutOut] = []
    for name in counter_ids(game, standee.of):
        pieces.append(_standee_strip(game, name, standee, f"{id_}-{name}"))
        if standee.base is not None:
            pieces.append(_base_strip(game, name, standee, standee.base, f"{id_}-{name}-base"))
    return tuple(pieces)


def draw_pieces(game: Game, counters: Mapping[str, CounterFaces] | None = None) -> dict[str, CounterFaces]:
    """Return the faces of every piece by the counter's id, for pictures of the game.

    Standees with plates are upright as on the table, all other pieces are counters. `counters` are the drawn counters,
    if they are known already.
    """
    pieces = dict(draw_counters(game) if counters is None else counters)
    for id_, component in game.components.items():
        if isinstance(component, Standee) and component.plates:
            sizes = BlockSizes(component.width, component.height, component.tab, 0)
            for name in counter_ids(game, component.of):
                plate = plate_of(game, component.plates, name)
                pieces[name] = draw_standing_faces(game, id_, name, plate, sizes)
    return pieces


def _standee_strip(game: Game, counter_id: str, standee: Standee, piece_name: str) -> CutOut:
    """Draw the strip of a standee: a tab, a face upside down, the fold, a face and a tab.

    The reverse is mirrored, so that both figures have one outline.
    """
    width, height, tab = standee.width, standee.height, standee.tab
    whole = height + tab
    front, back = (_standee_half(game, counter_id, standee, mirrored=mirrored) for mirrored in (False, True))
    upper = Group(back.items, Matrix.place(width, whole, turn=180))
    lower = Group(front.items, Matrix.place(0, whole))
    folds = fold_lines(*(((0, y), (width, y)) for y in (tab, whole, whole + height)))
    outline = rectangle(Rect(0, 0, width, 2 * whole), fill=PAPER)
    drawn = Drawing((upper, lower, *folds), (), front.faults)
    return make_cut_out(
        piece_name, (width, 2 * whole), outline, drawn, copies=game.counters[counter_id].copies, folds=True
    )


def _standee_half(game: Game, counter_id: str, standee: Standee, *, mirrored: bool) -> Drawing:
    """Draw half of a standee's strip: a face with its head at y = 0, and the tab below it.

    The tab is folded outwards, printed side up.
    """
    counter = game.counters[counter_id]
    background = counter_background(game, counter, counter.front)
    width, height, tab = standee.width, standee.height, standee.tab
    soil = mix(background.accent, background.colour, 0.14)
    box = Rect(0, height, width, tab)
    corners = ((0, height), (width, height), (width, height + tab), (0, height + tab))
    glue = draw_glue(corners, "glue under", ink=background.accent, background=soil)
    face = _standee_face(game, counter, background, standee, mirrored=mirrored)
    return face.plus(_name_band(counter_id, counter, background, standee), Drawing((rectangle(box, fill=soil),)), glue)


def _standee_face(
    game: Game, counter: Counter, background: CounterBackground, standee: Standee, *, mirrored: bool
) -> Drawing:
    """Draw one face of a standee: sky, land, the counter's picture, and the emblem of its owner."""
    width, height = standee.width, standee.height
    foot = height * (1 - BAND)
    horizon = 0.80 * foot
    rise = (0.35 * width, horizon - 0.07 * height, 0.7 * width, horizon + 0.03 * height)
    land = Path(
        "MCLLZ",
        (0, horizon, *rise, width, horizon - 0.03 * height, width, foot, 0, foot),
        mix(background.accent, background.colour, 0.14),
    )
    sky = rectangle(Rect(0, 0, width, height), fill=background.colour)
    room = Rect(0.05 * width, 0.055 * height, 0.90 * width, foot - 0.07 * height)
    radius, emblem = (
        min(0.085 * height, 0.11 * width),
        draw_emblem(game.icons, background.bears, background.accent, background.colour),
    )
    picture = counter.front.picture
    scene = standing_picture(game, counter, picture, background, room.width)
    left = _is_clear_at_left(scene) != mirrored
    aside = 0.06 * width + radius
    mark = place_emblem(emblem, aside if left else width - aside, aside, radius)
    stands = game.icons.is_drawing(picture)
    if stands:  # a step away from the emblem
        room = replace(room, x=room.x + (ASIDE if left else -ASIDE) * width)
    return Drawing((sky, land, *_standing_figures(scene, background, room, mirrored=mirrored, is_figure=stands), mark))


def _is_clear_at_left(scene: Scene) -> bool:
    """Return whether a picture leaves more room at its upper left than at its upper right."""
    ink = items_extent(scene.items) or scene.box
    corners = (
        matrix.apply((item.xy[i], item.xy[i + 1]))
        for item, matrix in walk(scene.items)
        if isinstance(item, Path)
        for i in range(0, len(item.xy), 2)
    )
    upper = [x for x, y in corners if y < ink.y + ink.height / 4]
    return min(upper) - ink.x >= ink.right - max(upper) - 1e-6


def _standing_figures(
    scene: Scene, background: CounterBackground, room: Rect, *, mirrored: bool, is_figure: bool
) -> Iterator[Item]:
    """Yield a standee's picture as large as it fits.

    Two paler copies are behind a standing figure if there is room.

    A picture that is not a figure is placed in the middle and never mirrored.
    """
    ink = items_extent(scene.items) or scene.box
    scale = min(room.height / ink.height, (BROAD if is_figure else 1) * room.width / ink.width)
    turn, x, foot = 1, room.centre[0], room.bottom
    if not is_figure:
        scale = min(0.64 * room.height / ink.height, 0.72 * room.width / ink.width)
        foot -= 0.10 * room.height
    elif mirrored:
        turn = -1

    def figure_transform(dx: Mm, dy: Mm, share: float) -> Matrix:
        """Return the transform that draws the figure at an offset, reduced to a share of its size."""
        size = scale * share
        return Matrix(turn * size, 0, 0, size, x + turn * (dx - size * ink.centre[0]), foot - dy - size * ink.bottom)

    aside = 0.9 * (room.width / 2 - 0.40 * scale * ink.width)
    if is_figure and ink.height > 1.1 * ink.width and aside > 0:
        pale = pale_scene(scene, mix(background.accent, background.colour, 0.10), FAR_COLOURS)
        for dx in (aside, -aside):
            yield Use(pale, figure_transform(dx, 0.10 * room.height, 0.80))
    yield Use(scene, figure_transform(0, 0, 1))


def _name_band(id_: str, counter: Counter, background: CounterBackground, standee: Standee) -> Drawing:
    """Draw the band at the foot of a standee, with the counter's label in one or two lines."""
    width, height = standee.width, standee.height
    top = height * (1 - BAND)
    band = Drawing((rectangle(Rect(0, top, width, height - top), fill=background.accent),))
    stripe = Drawing((line(0, top, width, top, Stroke(mix(WHITE, background.colour, 0.5), 0.03 * height)),))
    style = Style("condensed-bold", FIRST * height / MM_PER_POINT, WHITE, background.accent, 0.03)
    room = 0.90 * width
    lines = _name_lines(counter, style, room)
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


def _name_lines(counter: Counter, style: Style, room: Mm) -> tuple[str, ...]:
    """Return the lines (one or two) of a counter's label, or of its short label if the label is too long."""
    for text in (counter.label, counter.short):
        lines = halve_line(capitals(text)) or (capitals(text),)
        if text and all(size_that_fits(line, style, room) for line in lines):
            return lines
    return halve_line(capitals(counter.label)) or (capitals(counter.label),)


def _base_strip(game: Game, counter_id: str, standee: Standee, base: Base, piece_name: str) -> CutOut:
    """Draw the base of a standee: the strip to which its tabs are glued.

    The name is beside the tabs, or under them if there is no room. Short tabs are spread to both sides. Long tabs lie
    on each other, and the name is in front of them.
    """
    counter = game.counters[counter_id]
    background = counter_background(game, counter, counter.front)
    colour = mix(background.colour, WHITE, 0.75)
    spread = 2 * standee.tab <= base.height  # else both tabs lie on one side, one on the other
    width, height = min(standee.width, base.width), 2 * standee.tab if spread else standee.tab
    left, top = (base.width - width) / 2, (base.height - height) / 2 if spread else 0
    free = base.height - top - height  # in front of the tabs
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    mark = draw_glue(corners, "" if free < SMALLEST else "glue here", ink=background.accent, background=colour)
    style = Style("condensed-bold", 6.5, background.accent, colour, 0.03)
    room, path = base.width - 1.6, f"counters.{counter_id}.label"
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
    return make_cut_out(
        piece_name, (base.width, base.height), outline, mark.plus(*words), copies=counter.copies, folds=True
    )
