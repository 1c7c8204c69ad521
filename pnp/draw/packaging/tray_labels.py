"""Labels for counter trays: one for each formation, and for each kind of other counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.art.icons.layered_icons import draw_emblem, place_emblem
from pnp.draw.counter.background import counter_background
from pnp.draw.counter.faces import draw_counters
from pnp.draw.counter.reduced_face import reduced_face
from pnp.draw.cutout import CutOut, make_cut_out, standing_counters
from pnp.draw.text_lines import Drawing
from pnp.fitting import fit_block, fit_line
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.palette import INK, WHITE, mix, readable
from pnp.scene import THUMBNAIL, Colour, Group, Item, Matrix, Rect, Scene, Stroke, Text, Use, line, rectangle
from pnp.typeface import cap_height
from pnp.typography import dress
from pnp.units import Mm, int_sum

LABEL: tuple[Mm, Mm] = (38, 19)
"""Width and height of a small label: it fits the lids and rims of most compartments for counters."""
LABEL_SCALES = (1.5, 1.3, 1.15, 1.0)
"""The scales of labels, from the largest. A sheet has the largest labels for which it has room."""
FIELD: Mm = 13
"""The width of the field with the emblem or the counter."""
STRIP: Mm = 2.6
"""The height of the strip in the colour of the formation."""
EMBLEM: Mm = 4.3
PICTURE: Mm = 10.4
AIR: Mm = 1.6
HEAD_PT, NAME_PT, COUNT_PT = 6.0, 10.5, 7.0
FEW = 12
"""A sheet with at most so many labels has spare ones."""
_PALE = 0.3
"""The share of the counters' colour behind the texts."""


@dataclass(frozen=True)
class TrayLabel:
    """The texts of a label: a short line, the name, and the number of pieces in words.

    `counter` is the id of the first counter. `colour` is that of the strip; `emblem` says whether the label shows the
    emblem of the counters or the first counter itself.
    """

    head: str
    name: str
    pieces: str
    counter: str
    colour: Colour = ""
    emblem: bool = True


def tray_labels(game: Game) -> tuple[TrayLabel, ...]:
    """Return the labels of a game: for each formation or side, then for air units and markers.

    A game without units has a label for the figures of each side, and one for each of its other counters.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    has_units = any(counter.kind == "unit" for counter in game.counters.values())
    figures = frozenset() if has_units else standing_counters(game)
    for id_, counter in game.counters.items():
        is_figure = id_ in figures and counter.side
        key = ("figure", counter.side) if is_figure else _group_key(id_, counter, has_units=has_units)
        groups.setdefault(key, []).append(id_)
    order = ("unit", "figure", "air", "activation", "marker")
    keys = sorted(groups, key=lambda key: order.index(key[0]))
    return tuple(_label_of(game, key, groups[key]) for key in keys)


def _group_key(id_: str, counter: Counter, *, has_units: bool) -> tuple[str, ...]:
    """Return the kind of a counter, and what else tells its label from others."""
    if counter.kind == "unit":
        return ("unit", counter.side, counter.formation)
    if counter.kind == "air":
        return ("air", counter.side)
    return (counter.kind,) if has_units else (counter.kind, id_)


SIDE_NAMES: Mapping[str, str] = {"unit": "Units", "figure": "Figures", "air": "Air units"}
"""The short line above the name of a side, by kind of counter."""
OTHER_NAMES: Mapping[str, str] = {"activation": "Activation markers", "marker": "Markers"}


def _label_of(game: Game, key: tuple[str, ...], ids: list[str]) -> TrayLabel:
    """Return the label of counters with the same key."""
    number = int_sum(game.counters[id_].copies for id_ in ids)
    standing = set(ids) <= standing_counters(game)
    kind, *rest = key
    thing = game.counter_word if not standing else "figure" if kind in ("unit", "figure") else "piece"
    pieces = f"{number} {thing if number == 1 else f'{thing}s'}"
    side = game.sides.get(rest[0]) if rest else None
    owner = side.name if side else ""
    if kind == "unit" and (formation := game.formations.get(rest[1])):
        return TrayLabel(owner, formation.name, pieces, ids[0], formation.colour)
    if kind == "unit" and standing:
        return TrayLabel(owner, _component_of(game, ids[0]), pieces, ids[0])
    if kind in SIDE_NAMES:
        named = SIDE_NAMES[kind]
        return TrayLabel(named if owner else "", owner or named, pieces, ids[0])
    name = game.counters[ids[0]].label if rest else OTHER_NAMES[kind]
    return TrayLabel("", name, pieces, ids[0], emblem=False)


def _component_of(game: Game, id_: str) -> str:
    """Return the name of the component as which a standing counter is printed, such as `Japanese armies`."""
    return next(one.name for one in game.components.values() if id_ in counter_ids(game, one.named_counters()[1]))


def draw_spare_labels(game: Game, scale: float = 1) -> tuple[CutOut, ...]:
    """Draw an empty label for each side to write on, if the game has few labels."""
    labels = tray_labels(game)
    if len(labels) > FEW:
        return ()
    first = {side: id_ for id_, counter in reversed(game.counters.items()) if (side := counter.side)}
    return tuple(
        _draw_label(game, TrayLabel(game.sides[side].name, "", "", first[side]), f"spare-label-{side}", None, scale)
        for side in game.sides
        if side in first
    )


def draw_tray_labels(game: Game, scale: float = 1) -> tuple[CutOut, ...]:
    """Draw the labels for the counters of a game at a scale."""
    labels = tray_labels(game)
    shown = [label.counter for label in labels if not label.emblem]
    only = {id_: game.counters[id_] for id_ in shown}
    faces = draw_counters(game.model_copy(update={"counters": only})) if shown else {}
    fronts = [faces[label.counter].front if label.counter in faces else None for label in labels]
    return tuple(
        _draw_label(game, label, f"tray-label-{number}", front, scale)
        for number, (label, front) in enumerate(zip(labels, fronts, strict=True), 1)
    )


def _draw_label(game: Game, label: TrayLabel, name: str, face: Scene | None, scale: float) -> CutOut:
    """Draw a label: the field with the emblem or the counter `face`, the texts, and the strip of colour."""
    counter = game.counters[label.counter]
    background = counter_background(game, counter, counter.front)
    width, height = LABEL
    pale = mix(background.colour, WHITE, _PALE)
    foot = height - STRIP
    items: list[Item] = [rectangle(Rect(0, 0, FIELD, foot), fill=background.colour)]
    middle = (FIELD / 2, foot / 2)
    if face is None:
        emblem = draw_emblem(game.icons, background.bears, background.accent, background.colour)
        items.append(place_emblem(emblem, *middle, EMBLEM))
    else:
        corner = Matrix.place(middle[0] - PICTURE / 2, middle[1] - PICTURE / 2, scale=PICTURE / face.width)
        shown = Use(reduced_face(face, PICTURE))
        items.append(Group((shown,), corner, clip=rectangle(face.box), layer=THUMBNAIL))
        edge = Rect(middle[0] - PICTURE / 2, middle[1] - PICTURE / 2, PICTURE, PICTURE)
        items.append(rectangle(edge, stroke=Stroke(background.accent, 0.15)))
    strip = label.colour or (background.accent if face is None else mix(background.colour, background.accent, 0.6))
    items.append(rectangle(Rect(0, foot, width, STRIP), fill=strip))
    items.append(line(0, foot, width, foot, Stroke(background.accent, 0.25)))
    items += _label_texts(label, Rect(FIELD, 0, width - FIELD, foot), readable(background.accent, pale))
    size = (width * scale, height * scale)
    enlarged = Group(tuple(items), Matrix.place(0, 0, scale=scale))
    ground = rectangle(Rect(0, 0, *size), fill=pale)
    return make_cut_out(name, size, ground, Drawing((enlarged,)), folds=False)


def _label_texts(label: TrayLabel, room: Rect, accent: Colour) -> list[Item]:
    """Return the texts of a label in a rectangle: the short line, the name, and the number of pieces below it."""
    x, width = room.x + AIR, room.width - 2 * AIR
    items: list[Item] = []
    top = room.y + AIR
    if label.head:
        words = dress(label.head).upper()
        size, tracking = fit_line(words, "condensed-semibold", HEAD_PT, width, tracking=0.12)
        top += cap_height("condensed-semibold", size)
        items.append(Text(x, top, words, "condensed-semibold", size, accent, tracking=tracking))
        top += 1.1
    base = room.bottom - AIR
    if not label.name:
        lines = (base - 5.2, base)
        return items + [line(x, y, x + width, y, Stroke(mix(accent, WHITE, 0.5), 0.2)) for y in lines]
    items.append(Text(x, base, label.pieces, "condensed-medium", COUNT_PT, INK))
    free = base - cap_height("condensed-medium", COUNT_PT) - 1.1 - top
    block = fit_block(dress(label.name), "condensed-bold", NAME_PT, width, free)
    items += block.at(x, top + (free - block.height) / 2, INK)
    return items
