"""The map sheet: the map, its border and the furniture beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.art.map.border import draw_border, outer_frame
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import FULL, MapPalette
from pnp.board import Board
from pnp.draw.card_faces import CARD_BLEED
from pnp.draw.fault import drawn_finding, text_in_the_sheet_margin
from pnp.draw.furniture import draw_furniture
from pnp.draw.hexmap import draw_hexmap
from pnp.draw.map.framed_map import frame_of
from pnp.extent import items_extent, points_extent
from pnp.findings import Finding
from pnp.model.game import Game
from pnp.model.gamemap import GameMap
from pnp.model.target import Target
from pnp.palette import WHITE, mix
from pnp.scene import SHEET, Colour, Group, Item, Matrix, Point, Rect, Scene, Text, Use, rectangle
from pnp.units import Mm, int_sum

GROUND_EDGE: Mm = 6.0
"""The distance of the tinted ground of a sheet from the edge of the paper."""
GROUND_AIR: Mm = 0.4
"""How far the ground reaches beyond the furniture, if this is nearer to the edge."""
LEAST_EDGE: Mm = 2.5
"""A ground that would end nearer to the edge runs off the paper, as on a card that is cut out."""
MOST_INK = 0.038
"""The most ink of the ground: the mean share of cyan, magenta, yellow and black."""


def draw_map_sheet(
    game: Game, board: Board, palette: MapPalette = FULL, name: str = "map", *, grounded: bool = True
) -> Scene:
    """Draw the map sheet of a game: its ground, the map, its border and its furniture, in layers.

    `name` is the name of the drawing. Without `grounded`, the paper around the map has no tint. Raises `ValueError` if
    the game has no map.
    """
    art = draw_hexmap(game, board, palette)
    frame = art.frame
    furniture: list[Item] = draw_border(frame, art.routes)
    afloat: list[Item] = []
    for piece in frame.map.furniture:
        (afloat if piece.on_water else furniture).extend(draw_furniture(game, piece, frame.palette, frame).items)
    paper, names = frame.map.size, [group.layer for group in art.layers]
    under = names.index("grid") if afloat and "grid" in names else 0
    floating = (Group(tuple(afloat), layer="water"),) if afloat else ()
    layers = (*art.layers[:under], *floating, *art.layers[under:], Group(tuple(furniture), layer="furniture"))
    if grounded:
        layers = (Group((_ground(frame),), layer=SHEET), *layers)
    return Scene(name, paper.width, paper.height, layers)


def _ground(frame: MapFrame) -> Item:
    """Return the tinted ground of a sheet, on which the map and the furniture are."""
    whole = Rect(0, 0, frame.map.size.width, frame.map.size.height)
    corners = [xy for thing in frame.map.furniture for xy in _corners(Rect(*thing.at))]
    corners += outer_frame(frame)
    gap = min(min(x, y, whole.right - x, whole.bottom - y) for x, y in corners)
    edge = min(GROUND_EDGE, gap - GROUND_AIR)
    return rectangle(whole.grown(-edge if edge >= LEAST_EDGE else CARD_BLEED), fill=sheet_tint(frame.palette))


def _corners(rect: Rect) -> tuple[Point, Point]:
    """Return the first and the last corner of a rectangle."""
    return (rect.x, rect.y), (rect.right, rect.bottom)


def sheet_tint(palette: MapPalette) -> Colour:
    """Return the colour of the ground of a sheet: that of the paper of its map, paler if it would need much ink.

    >>> sheet_tint(FULL.replaced({"paper": "#F0E0C0"}))
    '#FAF4E9'
    """
    ink = int_sum(255 - int(palette.paper[at : at + 2], 16) for at in (1, 3, 5)) / (4 * 255)
    return mix(palette.paper, WHITE, min(1, MOST_INK / ink)) if ink else palette.paper


def draw_shared_sheet(maps: Sequence[tuple[GameMap, Scene]]) -> Scene:
    """Draw the sheet that several maps share: each upright map, turned and moved to its part of the sheet."""
    paper = maps[0][0].paper
    items: list[Item] = []
    for game_map, scene in maps:
        items.append(Group((Use(scene),), place_on_shared_sheet(game_map)))
    return Scene("map", paper.width, paper.height, tuple(items))


def place_on_shared_sheet(game_map: GameMap) -> Matrix:
    """Return the transform from an upright map to its part of the sheet that several maps share."""
    x, y, width, height = game_map.part
    turn = game_map.area.turn if game_map.area else 0
    at_x, at_y = {0: (x, y), 90: (x + width, y), 180: (x + width, y + height), 270: (x, y + height)}[turn]
    return Matrix.place(at_x, at_y, turn=turn)


def margin_findings(game: Game, board: Board | None, target: Target) -> tuple[Finding, ...]:
    """Return a finding (D007) for each thing on a map sheet that is in the unprintable margin.

    It checks furniture, texts beside the map, hex numbers, and the frame. A map on a card has no findings.
    """
    shown_on_card = any(component.shows_map() for component in game.components.values())
    if game.map is None or board is None or shown_on_card:
        return ()
    margin = target.margin_of(game.map.size.width, game.map.size.height)
    free = Rect(0, 0, game.map.size.width, game.map.size.height).grown(-margin)
    frame = frame_of(game, board)
    things = [
        (f"map.furniture.{i}.at", f"the {thing.kind} {thing.of}".rstrip(), Rect(*thing.at))
        for i, thing in enumerate(game.map.furniture)
    ]
    place = "map.frame" if game.map.frame else "map.grid.at"
    for what, extent in (
        ("a word beside the map", items_extent(item for item in draw_border(frame, ()) if isinstance(item, Text))),
        ("a hex number", _rect_around(frame.numbers.values())),
        ("the frame of the map", points_extent([value for point in outer_frame(frame) for value in point])),
    ):
        things += [(place, what, extent)] if extent else []
    return tuple(
        drawn_finding(fault, game.spot(path))
        for path, what, extent in things
        for fault in text_in_the_sheet_margin(what, extent, free, margin)
    )


def _rect_around(rects: Iterable[Rect]) -> Rect | None:
    """Return the rectangle around some rectangles; None if there are no rectangles."""
    found = list(rects)
    if not found:
        return None
    left, top = min(rect.x for rect in found), min(rect.y for rect in found)
    return Rect(left, top, max(rect.right for rect in found) - left, max(rect.bottom for rect in found) - top)
