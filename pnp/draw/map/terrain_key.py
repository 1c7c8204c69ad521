"""The terrain key: a sample hex of every terrain on the map, its movement cost and its combat effect."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import MapPalette
from pnp.draw.hexmap import blank_terrain_sample, draw_terrain_sample
from pnp.draw.map.key_features import FeatureKind, draw_feature, features_of, with_features
from pnp.fitting import fit_block, fit_line, halve_line
from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.gamemap import TerrainKind
from pnp.model.looks.look import TerrainLook
from pnp.model.maprule import MOVEMENT_POINTS, movement_words
from pnp.model.sheet_furniture import Furniture
from pnp.scene import Item, Matrix, Rect, Scene, Stroke, Text, Use, line, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

_NUMBER = re.compile(r"[+−-]?\d+(/\d+)?|[½¼¾]")
_LEAST_ROW = points(12)
"""Least height of a row of the key, so that samples can be recognized."""
LEAST_NAME_PT, TALL_ROW = 6.6, points(30)
"""A name that does not fit in this type size is on two lines if its row is at least so high."""
WIDEST_SAMPLE = 0.4
"""The greatest height of a sample as a share of the width of its column."""
ROW_AIR: Mm = points(1.8)
"""The distance between the samples of two rows."""
HEADING = "{} to enter; effect in combat"
HEADING_OF_EFFECTS = "What each does"


def kinds_on_map(game: Game, frame: MapFrame) -> list[str]:
    """Return the kinds of terrain that occur on the map, in the order of the data."""
    board = frame.board
    shown = {board.base, *(kind for kinds in board.terrain.values() for kind in kinds)}
    shown |= {chain.kind for chain in board.chains} | {way.kind for way in board.lines}
    shown |= {kind for site in board.sites.values() for kind in site.kinds}
    shown |= {
        kind for kind, terrain in game.terrain.items() if terrain.of == "crossing" and board.chains and board.lines
    }
    looks = game.looks.of(TerrainLook)
    return [kind for kind, terrain in game.terrain.items() if kind in shown and looks[terrain.look].in_key]


def entries_of_key(game: Game, frame: MapFrame) -> list[str]:
    """Return the terrain kinds and the features that the key of the map must have; the game is one `with_features`."""
    kinds = [id_ for kind in kinds_on_map(game, frame) for id_ in (kind, *features_of(game, kind))]
    return [*kinds, *features_of(game)]


def draw_key(game: Game, frame: MapFrame, piece: Furniture, *, samples: bool = True) -> list[Item]:
    """Draw the terrain key as a panel with a heading, and sample hexes in columns.

    Without `samples`, only their texts are drawn.
    """
    palette, room = frame.palette, Rect(*piece.at)
    pad = points(5)
    items: list[Item] = [rectangle(room, fill=palette.panel, stroke=Stroke(palette.brown, points(0.8)))]
    head = room.y + points(4.2) + cap_height("condensed-bold", 7.6)
    title, tracking = "TERRAIN KEY", points(0.7)
    items.append(Text(room.x + pad, head, title, "condensed-bold", 7.6, palette.brown, tracking=tracking))
    left = room.width - 2 * pad - text_width(title, "condensed-bold", 7.6, tracking) - points(8)
    heading = key_heading(game)
    size, _ = fit_line(heading, "condensed", 6.2, left)
    items.append(Text(room.right - pad, head, heading, "condensed", size, palette.number, "end"))
    rule = head + points(3.4)
    items.append(line(room.x + pad, rule, room.right - pad, rule, Stroke(palette.pale_rule, points(0.5))))
    body = Rect(room.x + pad, rule + points(1.6), room.width - 2 * pad, room.bottom - rule - points(3.2))
    return items + draw_key_rows(game, frame, body, piece, samples=samples)


SHORT_SAMPLE, SHORT_PT = points(13.4), 6.0
"""The greatest height of a sample of a short key, and the size of its names."""


def draw_short_key(game: Game, piece: Furniture, frame: MapFrame, *, samples: bool = True) -> list[Item]:
    """Draw a key without a frame, on the map itself: small samples of terrain and features with their names.

    Without `samples`, only the names are drawn.
    """
    palette, items = frame.palette, list[Item]()
    game, room, columns = with_features(game, frame.board), Rect(*piece.at), piece.columns
    entries = [entry for entry in piece.of.split() if all(id_ in game.terrain for id_ in entry.split("+"))]
    rows = max(1, math.ceil(len(entries) / columns))
    width, height = room.width / columns, room.height / rows
    tall, cap = min(SHORT_SAMPLE, height - points(2.0)), cap_height("condensed-medium", SHORT_PT)
    halo = Stroke(palette.paper, points(1.6), join="round") if room.touches(frame.box) else None
    for number, entry in enumerate(entries):
        ids = entry.split("+")
        kind, name = ids[-1], piece.names.get(entry) or _joined_names([game.terrain[id_] for id_ in ids])
        x, y = room.x + number // rows * width, room.y + (number % rows + 0.5) * height
        scene = _draw_sample(game, kind, tall, palette) if samples else blank_terrain_sample(game, kind, tall)
        items.append(Use(scene, Matrix.place(x, y - tall / 2)))
        left = x + scene.width + points(2.4)
        free, lead = x + width - points(2) - left, points(SHORT_PT * 1.1)
        wide = text_width(name, "condensed-medium", SHORT_PT) > free and height > 2 * lead
        for line_number, words in enumerate(lines := (halve_line(name) if wide else None) or (name,)):
            size, _ = fit_line(words, "condensed-medium", SHORT_PT, free)
            low = y + cap / 2 + (line_number - (len(lines) - 1) / 2) * lead
            items.append(Text(left, round(low, 3), words, "condensed-medium", size, palette.ink, halo=halo))
    return items


def _draw_sample(game: Game, kind: str, tall: Mm, palette: MapPalette) -> Scene:
    """Draw the sample of an entry of a key; a feature of the ground is drawn over the sample of the ground."""
    terrain = game.terrain[kind]
    if isinstance(terrain, FeatureKind) and terrain.of == "hex" and game.map is not None:
        return draw_feature(game, kind, draw_terrain_sample(game, game.map.base, tall, palette=palette), palette)
    return draw_terrain_sample(game, kind, tall, palette=palette)


def _joined_names(kinds: Sequence[TerrainKind]) -> str:
    """Return the names of several entries of a key; features after the first one begin with a small letter."""
    first, *others = kinds
    return ", ".join((first.name, *(one.name.lower() if isinstance(one, FeatureKind) else one.name for one in others)))


def key_heading(game: Game) -> str:
    """Return the words beside the title of the terrain key, which say what its columns are."""
    point_words = movement_words(game.map_rules)
    several = "Movement points" if point_words == MOVEMENT_POINTS else point_words[-1].capitalize()
    movement = game.map_rules.movement if game.map_rules else None
    if movement is not None and movement.column:  # another class of units has other costs
        several = f"{several} of {movement.column[:1].lower()}{movement.column[1:]}"
    return HEADING.format(several) if costs_differ(game.terrain.values()) else HEADING_OF_EFFECTS


def draw_key_rows(
    game: Game, frame: MapFrame, body: Rect, piece: Furniture, air: Mm = ROW_AIR, *, samples: bool = True
) -> list[Item]:
    """Draw the terrains of the key in columns of equal width, with some `air` between the samples.

    The text of the `piece` is in the free part of the last row. Without `samples`, only texts are drawn.
    """
    palette, columns = frame.palette, piece.columns
    items: list[Item] = []
    game = with_features(game, frame.board)
    kinds = entries_of_key(game, frame)
    rows = max(1, math.ceil(len(kinds) / columns))
    width, height = body.width / columns, body.height / rows
    full = len(kinds) - columns * (rows - 1)  # the number of columns with an entry in every row
    places = [(column, row) for column in range(columns) for row in range(rows - (column >= full))]
    for kind, (column, row) in zip(kinds, places, strict=False):
        place = Rect(body.x + column * width, body.y + row * height, width, height)
        items += _draw_terrain_row(game, kind, place, palette, air, samples=samples)
    if piece.text and full < columns:
        left, top = body.x + full * width, body.y + (rows - 1) * height
        block = fit_block(piece.text, "condensed-italic", 6.3, body.right - left, height)
        items += block.at(left, top + (height - block.height) / 2, palette.number)
    return items


def key_height(game: Game, frame: MapFrame, piece: Furniture) -> tuple[Mm, Mm]:
    """Return the least height that a terrain key needs, and the height that the data gives it."""
    rows = math.ceil(len(entries_of_key(with_features(game, frame.board), frame)) / piece.columns)
    head = points(4.2) + cap_height("condensed-bold", 7.6) + points(3.4) + points(3.2)
    return head + rows * _LEAST_ROW, piece.at[3]


def costs_differ(kinds: Iterable[TerrainKind]) -> bool:
    """Return whether any of these terrains has a movement cost other than 1.

    If not, the key shows no costs.
    """
    return any(kind.cost not in ("", "1") for kind in kinds)


def cost_text(terrain: TerrainKind, point_words: Sequence[str] = MOVEMENT_POINTS) -> str:
    """Return the movement cost of a terrain as printed in the key, such as `2 MP`.

    `point_words` are the words for one movement point and for several.

    >>> cost_text(TerrainKind(name="Marsh", of="hex", look="marsh", cost="2"))
    '2 MP'
    """
    if not terrain.cost:
        return "as the hex" if terrain.of in ("place", "path", "crossing") else ""
    if not _NUMBER.fullmatch(terrain.cost):
        return terrain.cost
    return f"{terrain.cost} {point_words[0] if terrain.cost in '1½' else point_words[-1]}"


def _draw_terrain_row(game: Game, kind: str, room: Rect, palette: MapPalette, air: Mm, *, samples: bool) -> list[Item]:
    """Draw one terrain of the key: its sample hex, its name, its cost in red, and its combat effect."""
    terrain = game.terrain[kind]
    tall = min(room.height - air, points(36), WIDEST_SAMPLE * room.width)
    sample = _draw_sample(game, kind, tall, palette) if samples else blank_terrain_sample(game, kind, tall)
    items: list[Item] = [Use(sample, Matrix.place(room.x, room.y + (room.height - sample.height) / 2))]
    x = room.x + sample.width + points(5)
    width = room.right - x - max(points(3), 1.4 * air)
    cost, gap = (
        cost_text(terrain, movement_words(game.map_rules)) if costs_differ(game.terrain.values()) else "",
        points(4.5),
    )
    names: tuple[str, ...] = (terrain.name,)
    if text_width(terrain.name, "condensed-bold", LEAST_NAME_PT) > width and room.height > TALL_ROW:
        names = halve_line(terrain.name) or names
    name_width = text_width(names[-1], "condensed-bold", 7.4)
    cost_width = text_width(cost, "condensed-medium", 6.6)
    effect = capitalised(terrain.combat)
    beside = name_width + gap + cost_width <= width
    cap = cap_height("condensed-bold", 7.4)
    second = points(7.8) * (len(names) - 1)
    lines = fit_block(effect, "condensed", 6.3, width, room.height - cap - second - points(4))
    height = cap + second + (points(3.6) + lines.height if effect else 0) + (0 if beside else points(7.8))
    y = room.y + (room.height - height) / 2 + cap
    for number, words in enumerate(names):
        size, _ = fit_line(words, "condensed-bold", 7.4, width)
        y += points(7.8) * (number > 0)
        items.append(Text(x, y, words, "condensed-bold", size, palette.ink))
    if cost and beside:
        items.append(Text(x + name_width + gap, y, cost, "condensed-medium", 6.6, palette.accent))
    elif cost:
        y += points(7.8)
        size, _ = fit_line(cost, "condensed-medium", 6.6, width)
        items.append(Text(x, y, cost, "condensed-medium", size, palette.accent))
    return items + list(lines.at(x, y + points(3.6), palette.ink))
