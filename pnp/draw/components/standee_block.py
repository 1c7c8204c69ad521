"""Standees that touch each other in one block, each with a plate and with its base below its strip.

A block is one piece: long cuts separate the strips, one cut across separates the bases, and the folds of all strips lie
on three lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.art.icons.layered_icons import HEIGHT, WIDTH, draw_emblem, draw_picture, place_emblem
from pnp.art.icons.unit_symbol import draw_unit_symbol
from pnp.draw.counter.background import CounterBackground, counter_background
from pnp.draw.counter.faces import CounterFaces, capitals
from pnp.draw.cutout import CUT, FOLD, CutOut
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, size_that_fits, width_of
from pnp.extent import items_extent
from pnp.icon_paths import read_outline
from pnp.model.components.standees import Plate
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.palette import INK, WHITE, mix
from pnp.scene import Colour, Group, Item, Matrix, Path, Rect, Scene, Stroke, Use, line, polygon, rectangle
from pnp.units import MM_PER_POINT, Mm

RIM, PLATE = 0.122, 0.256
"""Heights of the band with the nation and of the plate with the number, as shares of the height of the face."""
SIDE: Mm = 1.5
"""Distance of all lettering from the cuts."""
TICK: tuple[Mm, Mm] = (0.4, 1.9)
"""Start and end of the ticks at the folds, as distances from the edge of the block."""
HATCH: Mm = 1.7
"""Distance between the lines of a hatched base."""
ARROW = 0.18
"""Length of the facing arrow, as a share of the width of the tab."""
NUMERAL, NAME, SAYS = 0.99, 0.43, 0.30
"""Em heights of the number and of the two lines beside it, as shares of the height of the plate."""
SYMBOL_SHARE = 0.8
"""How much of the room of a picture a unit symbol or an emblem takes at most."""
PALE_FOLD = Stroke(WHITE, 0.25, dash=(1.4, 1.0))
"""The fold between the heads of two faces, which are dark."""


@dataclass(frozen=True, slots=True)
class BlockSizes:
    """The measures of each strip of a block: its width, the heights of a face and of a tab, and that of the base."""

    width: Mm
    height: Mm
    tab: Mm
    base: Mm

    @property
    def strip(self) -> Mm:
        """The height of a strip without its base."""
        return 2 * (self.height + self.tab)

    @property
    def whole(self) -> Mm:
        """The height of a strip with its base."""
        return self.strip + self.base


def draw_standee_block(
    game: Game, id_: str, counters: Sequence[str], plates: Mapping[str, Plate], sizes: BlockSizes
) -> CutOut:
    """Return one piece with the strips of some counters side by side, and with a base below each strip."""
    strips = [name for name in counters for _ in range(game.counters[name].copies)]
    drawn = Drawing()
    for number, name in enumerate(strips):
        strip = _strip(game, id_, name, plate_of(game, plates, name), sizes)
        place = Matrix.place(number * sizes.width, 0)
        drawn = drawn.plus(Drawing((Group(strip.items, place),), strip.texts, strip.faults))
    width = len(strips) * sizes.width
    outline = rectangle(Rect(0, 0, width, sizes.whole), stroke=CUT)
    scene = Scene(id_, width, sizes.whole, (*drawn.items, *_cuts_and_folds(len(strips), sizes), outline), bleed=TICK[1])
    return CutOut(id_, scene, outline, folds=True, faults=drawn.faults)


def plate_of(game: Game, plates: Mapping[str, Plate], name: str) -> Plate:
    """Return the plate of a standee; without one in the data, it has the counter's label and its first letter."""
    label = game.counters[name].label
    return plates.get(name) or Plate(numeral=label[:1], name=label)


def standing_picture(game: Game, counter: Counter, picture: str, background: CounterBackground, width: Mm) -> Scene:
    """Return a picture for a standee of this width: the counter's own, or else its unit symbol or an emblem."""
    drawn = game.icons.is_drawing(picture)
    if not drawn and counter.symbol:
        return draw_unit_symbol(game.icons, counter.symbol, round(0.72 * width, 4), round(0.48 * width, 4), WHITE)
    emblems = tuple((side.emblem, side.accent) for side in game.sides.values())
    return draw_picture(game.icons, picture if drawn else "emblem", background.paint(emblems))


def draw_standing_faces(game: Game, id_: str, name: str, plate: Plate, sizes: BlockSizes) -> CounterFaces:
    """Return both faces of one standee, upright and without its tabs, as pictures of the assembled piece."""
    counter = game.counters[name]
    background = counter_background(game, counter, counter.front)
    owner = game.sides[counter.side].name if counter.side in game.sides else ""
    front, back = (
        _face(
            game,
            counter,
            picture,
            background,
            owner,
            plate,
            sizes,
            f"components.{id_}.plates.{name}",
            mirrored=mirrored,
        )
        for picture, mirrored in (
            (counter.front.picture, False),
            (counter.back.picture or counter.front.picture, True),
        )
    )
    pictures = [Scene(counter.label, sizes.width, sizes.height, drawn.items) for drawn in (front, back)]
    return CounterFaces(pictures[0], pictures[1], front.texts, back.texts)


def _cuts_and_folds(count: int, sizes: BlockSizes) -> Iterator[Path]:
    """Yield the cuts inside a block, the folds across it, and a tick at each end of a fold."""
    width = count * sizes.width
    for number in range(1, count):
        yield line(number * sizes.width, 0, number * sizes.width, sizes.whole, CUT)
    yield line(0, sizes.strip, width, sizes.strip, CUT)
    head = sizes.tab + sizes.height
    for y in (sizes.tab, head, head + sizes.height):
        yield line(0, y, width, y, PALE_FOLD if y == head else FOLD)
        for start, end in ((-TICK[1], -TICK[0]), (width + TICK[0], width + TICK[1])):
            yield line(start, y, end, y, Stroke(INK, 0.3 if y == head else 0.15))


def _strip(game: Game, id_: str, name: str, plate: Plate, sizes: BlockSizes) -> Drawing:
    """Draw a strip (tab, face upside down, face, tab) and its base, from the top downwards."""
    counter = game.counters[name]
    background = counter_background(game, counter, counter.front)
    owner = game.sides[counter.side].name if counter.side in game.sides else ""
    field = f"components.{id_}.plates.{name}"
    whose = owner if counter.kind == "unit" else ""  # a marker has its own name
    half = _face(game, counter, counter.front.picture, background, owner, plate, sizes, field).plus(
        _tab(background, whose, plate, sizes, field)
    )
    middle = sizes.tab + sizes.height
    upper, lower = Matrix.place(sizes.width, middle, turn=180), Matrix.place(0, middle)
    reverse = counter.back.picture or counter.front.picture
    mirrored = _face(game, counter, reverse, background, owner, plate, sizes, field, mirrored=True).plus(
        _tab(background, whose, plate, sizes, field, mirrored=True)
    )
    base = _base(background, whose, plate, sizes, field)
    items = (Group(mirrored.items, upper), Group(half.items, lower), Group(base.items, Matrix.place(0, sizes.strip)))
    return Drawing(items, half.texts, (*half.faults, *base.faults))


def _face(
    game: Game,
    counter: Counter,
    picture: str,
    background: CounterBackground,
    owner: str,
    plate: Plate,
    sizes: BlockSizes,
    field: str,
    *,
    mirrored: bool = False,
) -> Drawing:
    """Draw a face: the band with the nation and its emblem, the picture, and the plate.

    The picture fills the room between band and plate, with its foot on the plate; what is wider or taller is cut off.
    The picture of the reverse (that of the counter's back) is mirrored, so that both silhouettes agree. A symbol or
    emblem is in the middle of the room, as large as it fits, and is never mirrored.
    """
    width, height = sizes.width, sizes.height
    rim, foot = RIM * height, PLATE * height
    room = Rect(0, rim, width, height - rim - foot)
    scene = standing_picture(game, counter, picture, background, width)
    if game.icons.is_drawing(picture):
        scale = max(room.height / HEIGHT, room.width / WIDTH)
        turn = -scale if mirrored else scale
        place = Matrix(turn, 0, 0, scale, room.centre[0] - turn * WIDTH / 2, room.bottom - scale * HEIGHT)
    else:
        ink = items_extent(scene.items) or scene.box
        scale = SYMBOL_SHARE * min(room.width / ink.width, room.height / ink.height)
        (x, y), (middle, level) = room.centre, ink.centre
        place = Matrix.place(x - scale * middle, y - scale * level, scale=scale)
    corners = ((0, room.y), (width, room.y), (width, room.bottom), (0, room.bottom))
    items: tuple[Item, ...] = (
        rectangle(Rect(0, 0, width, height), fill=background.colour),
        Group((Use(scene, place),), clip=polygon(corners)),
        rectangle(Rect(0, 0, width, rim), fill=background.accent),
        rectangle(Rect(0, height - foot, width, foot), fill=background.accent),
    )
    radius = 0.34 * rim
    emblem = draw_emblem(game.icons, background.bears, background.accent, WHITE)
    x = width - SIDE - 1.15 * radius
    disc = Path(*read_outline(f"O{x:.3f} {rim / 2:.3f} {1.15 * radius:.3f}"), WHITE)
    style = Style("condensed-extrabold", 0.80 * rim / MM_PER_POINT, WHITE, background.accent, 0.06)
    name = set_line(capitals(owner), style, LinePlace(SIDE, rim / 2, x - SIDE - 2 * radius, "start"), field)
    mark = (disc, place_emblem(emblem, x, rim / 2, radius)) if owner else ()
    return Drawing((*items, *mark)).plus(name, _plate(background, plate, Rect(0, height - foot, width, foot), field))


def _plate(background: CounterBackground, plate: Plate, box: Rect, field: str) -> Drawing:
    """Draw the plate's large number at the left, and the lines of its name beside it."""
    numeral = Style("condensed-extrabold", NUMERAL * box.height / MM_PER_POINT, WHITE, background.accent)
    number = set_line(plate.numeral, numeral, LinePlace(SIDE, box.centre[1], 0.4 * box.width, "start"), field)
    x = SIDE + width_of(plate.numeral, numeral, numeral.size_pt) + 1.1
    room = box.right - SIDE - x
    lines = (
        (capitals(plate.name), "condensed-bold", NAME, 0.31 if plate.says else 0.5),
        (plate.says, "condensed-semibold", SAYS, 0.70),
    )
    words = (
        set_line(
            text,
            Style(font, em * box.height / MM_PER_POINT, WHITE, background.accent),
            LinePlace(x, box.y + share * box.height, room, "start"),
            field,
        )
        for text, font, em, share in lines
    )
    return number.plus(*words)


def _tab(
    background: CounterBackground, owner: str, plate: Plate, sizes: BlockSizes, field: str, *, mirrored: bool = False
) -> Drawing:
    """Draw the tab below a face, whose printed side stays visible on the base: nation, number and facing arrow."""
    box = Rect(0, sizes.height, sizes.width, sizes.tab)
    style = Style("condensed-bold", 8.6, INK, background.colour, 0.04)
    text = f"{capitals(owner)} {plate.numeral}" if owner else capitals(plate.name)
    right, x, room = (plate.facing == "right") != mirrored, box.centre[0], box.width - 2 * SIDE
    items = [rectangle(box, fill=background.colour)]
    if plate.facing:
        items.append(_facing_arrow(box, background.accent, right=right))
        taken = ARROW * box.width + SIDE
        x, room = x + (-taken if right else taken) / 2, room - taken
    words = set_line(text, style, LinePlace(x, box.centre[1], room), field)
    return Drawing(tuple(items)).plus(words)


def _facing_arrow(box: Rect, colour: Colour, *, right: bool) -> Path:
    """Return an arrow at the left or right end of a tab, which points to that end."""
    length, half, shaft = ARROW * box.width, 0.26 * box.height, 0.09 * box.height
    tip, way = (box.right - SIDE, -1) if right else (box.x + SIDE, 1)
    y, neck, tail = box.centre[1], tip + way * 0.42 * length, tip + way * length
    corners = ((tip, y), (neck, y - half), (neck, y - shaft), (tail, y - shaft))
    return polygon((*corners, *((x, 2 * y - height) for x, height in reversed(corners[1:]))), fill=colour)


def _base(background: CounterBackground, owner: str, plate: Plate, sizes: BlockSizes, field: str) -> Drawing:
    """Draw a base: the whole of it is glued under the tabs and hatched, but for its label."""
    box = Rect(0, 0, sizes.width, sizes.base)
    corners = ((0, 0), (box.width, 0), (box.width, box.height), (0, box.height))
    pale = Stroke(mix(background.accent, WHITE, 0.30), 0.2)
    count = int((box.width + box.height) / HATCH) + 1
    hatch = tuple(line(step * HATCH - box.height, box.height, step * HATCH, 0, pale) for step in range(count + 1))
    label = Rect(0.14 * box.width, 0.2 * box.height, 0.72 * box.width, 0.6 * box.height)
    first = Style("condensed-bold", 8.4, INK, WHITE)
    second = Style("condensed-semibold", 6.4, INK, WHITE)
    room = label.width - 1
    label_text = f"{f'{owner} {plate.numeral}' if owner else plate.name}: base"
    if size_that_fits(label_text, first, room) is None:
        label_text = f"{plate.numeral}: base"
    words = (
        set_line(label_text, first, LinePlace(box.centre[0], 0.36 * box.height, room), field),
        set_line(
            "glue tabs here" if size_that_fits("glue tabs here", second, room) else "glue",
            second,
            LinePlace(box.centre[0], 0.66 * box.height, room),
            field,
        ),
    )
    ground = rectangle(box, fill=WHITE)
    return Drawing((ground, Group(hatch, clip=polygon(corners)), rectangle(label, fill=WHITE, radius=1))).plus(*words)
