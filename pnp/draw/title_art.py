"""The picture at the top of a title page: the part of the map with the most names, and counters in front of it.

A game without a map has the foot of its cover's picture there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum

from pnp import palette
from pnp.art.ink_variants import DRAWN
from pnp.board import Board
from pnp.deferred import deferred
from pnp.draw.counter.faces import CounterFaces
from pnp.draw.hexmap import MapArt, draw_hexmap, map_piece, with_whole_texts
from pnp.extent import items_extent
from pnp.model.game import Game
from pnp.model.target import Colouring
from pnp.scene import Group, Item, Matrix, Point, Rect, Scene, Use, polygon, rectangle
from pnp.units import Mm, int_sum

with deferred():  # a check of a game with a map draws no cover
    from pnp.draw.cover_art import cover_page, default_scene

HEXES = 7.5
"""The greatest number of hexes side by side in the picture."""
COUNTER_SHARE = 0.3
"""The height of a counter, as a share of the picture."""
ROW_SHARE = 0.38
"""The greatest width of a row of counters, as a share of the picture."""
TURNS = (-5.0, 3.0, -2.0)
"""Degrees by which the counters are turned, as if laid down by hand."""
SPACING, MARGIN_SHARE = 1.06, 0.07
"""The distance of the middles of two counters in counters, and the white space at the edges as a share of the width."""
FOOT: Mm = 1.2
"""The height of the strip below the picture."""
SLANT, STRIPE = 0.34, 0.075
"""How far the left edge of the picture in a head slants, and the width of its stripe, as shares of its height."""
TRIES = 6
"""How many places for the window are tried in each direction."""


def draw_tail_piece(game: Game, width: Mm, height: Mm) -> Scene:
    """Draw the foot of the picture on a game's cover as a picture of this size, for the end of a booklet."""
    return Scene("tail-piece", width, height, (cover_page.draw_cover_band(game, Rect(0, 0, width, height)),))


def draw_head_art(game: Game, width: Mm, height: Mm, variant: Colouring = "full") -> Scene:
    """Draw the middle of the picture on a game's cover, for the right end of the head of a page.

    The left edge slants and has a stripe in the accent ink of the cover. With little ink, the picture is that of the
    cover in this variant, whose things have outlines.
    """
    slant, stripe = height * SLANT, height * STRIPE
    inks = game.cover.palette or default_scene.default_palette(game)
    left = polygon([(slant, 0), (slant + stripe, 0), (stripe, height), (0, height)], fill=inks.accent)
    shown = polygon([(slant, 0), (width, 0), (width, height), (0, height)])
    room = Rect(0, 0, width, height)
    band = cover_page.draw_cover_band(game, room, cover_page.HORIZON, variant)
    layer = "" if variant == "full" else DRAWN
    return Scene("head-art", width, height, (Group((band, left), clip=shown, layer=layer),))


def draw_title_art(
    game: Game,
    board: Board | None,
    faces: Mapping[str, CounterFaces],
    counters: Sequence[Sequence[str]],
    width: Mm,
    height: Mm,
    edge: Mm,
    top: Mm,
) -> Scene:
    """Draw the picture of a title page: part of the map with counters of each side in front.

    Without a map it is part of the cover's picture, or counters alone if the data has none for the cover. Names and
    numbers of the map that are closer than `edge` to an edge, or than `top` to the upper one, are left out.
    """
    frame = Rect(0, 0, width, height)
    ground = rectangle(frame, fill=palette.HEAD)
    if board is None and (game.cover.scene or not faces):
        return Scene("title-art", width, height, (cover_page.draw_cover_band(game, frame),))
    laid = list(_counters(faces, counters, frame))
    land = list(_land(game, board, frame, items_extent(tuple(laid)), edge, top)) if board is not None else []
    strip = rectangle(Rect(0, height - FOOT, width, FOOT), fill=palette.INK)
    items = (ground, *land, *laid, strip)
    return Scene("title-art", width, height, (Group(items, clip=rectangle(frame)),))


def _land(game: Game, board: Board, frame: Rect, covered: Rect | None, edge: Mm, top: Mm) -> Iterator[Item]:
    """Yield the part of the map in the picture, with the hex numbers and names that are whole.

    Names as low as the counters, which cover them, are left out.
    """
    art = draw_hexmap(game, board)
    box = art.frame.box
    wide = min(box.width, box.height * frame.width / frame.height, HEXES * board.grid.across_flats)
    shown = _busiest(art, wide, wide * frame.height / frame.width)
    piece = map_piece(game, board, shown)
    scale = frame.width / shown.width
    matrix = Matrix(scale, 0, 0, scale, -shown.x * scale, -shown.y * scale)
    low = shown.y + (covered.y if covered else frame.height) / scale
    whole = shown.grown(-edge / scale)
    highest = shown.y + top / scale
    inside = Rect(whole.x, max(whole.y, highest), whole.width, whole.bottom - max(whole.y, highest))
    yield Use(replace(piece.scene, items=tuple(with_whole_texts(piece.scene.items, inside))), matrix)

    def is_shown(item: Item, lowest: Mm) -> bool:
        """Return whether a name or number is far enough from all edges."""
        extent = items_extent((item,))
        return extent is not None and (
            extent.x > whole.x and extent.y > highest and extent.right < whole.right and extent.bottom < lowest
        )

    numbers = [number for number in piece.numbers if is_shown(number, whole.bottom)]
    yield Group((*numbers, *(name for name in piece.names if is_shown(name, low))), matrix=matrix)


def _busiest(art: MapArt, wide: Mm, high: Mm) -> Rect:
    """Return the part of the map of this size that has the most whole names; the most central of several."""
    box = art.frame.box
    names = [items_extent((item,)) for layer in art.layers if layer.layer == "names" for item in layer.items]
    places = [
        Rect(box.x + (box.width - wide) * i / TRIES, box.y + (box.height - high) * j / TRIES, wide, high)
        for i in range(TRIES + 1)
        for j in range(TRIES + 1)
    ]

    def score(place: Rect) -> tuple[int, float]:
        """Return the number of names in a part of the map, and how close it is to the middle."""
        inside = int_sum(
            name is not None
            and name.x >= place.x
            and name.y >= place.y
            and name.right <= place.right
            and name.bottom <= place.bottom
            for name in names
        )
        return inside, -math.dist(place.centre, box.centre)

    return max(places, key=score)


def _counters(faces: Mapping[str, CounterFaces], counters: Sequence[Sequence[str]], frame: Rect) -> Iterator[Item]:
    """Yield the counters at the foot of the picture: the first group at the left, the second at the right."""
    if len(counters) == 1:
        yield from _counter_rows([faces[id_].front for id_ in counters[0] if id_ in faces], frame)
        return
    for group, ids in enumerate(counters):
        scenes = [faces[id_].front for id_ in ids if id_ in faces]
        if not scenes:
            continue
        size = min(frame.height * COUNTER_SHARE, frame.width * ROW_SHARE / max(map(len, counters)))
        wides = [size * scene.width / scene.height for scene in scenes]
        row = fsum(wides) * SPACING + wides[-1] * (1 - SPACING)
        margin = frame.width * MARGIN_SHARE
        x = margin if not group else frame.width - margin - row
        for place, (scene, wide) in enumerate(zip(scenes, wides, strict=True)):
            middle = (x + wide / 2, frame.height - size * (0.66 + 0.1 * (place % 2)))
            yield from _laid(scene, middle, size / scene.height, TURNS[(place + group) % len(TURNS)])
            x += wide * SPACING


def _counter_rows(scenes: Sequence[Scene], frame: Rect) -> Iterator[Item]:
    """Yield the counters of a game without two sides, in two rows in the middle of the picture."""
    across = -(-len(scenes) // 2)
    size = min(frame.height / 2.6, frame.width / (across * 1.25)) if across else 0.0
    for place, scene in enumerate(scenes):
        row, column = divmod(place, across)
        own = len(scenes) - across if row else across
        x = frame.width / 2 + (column - (own - 1) / 2) * size * 1.18
        y = frame.height / 2 + (row - 0.5) * size * 1.18
        yield from _laid(scene, (x, y), size / max(scene.width, scene.height), TURNS[place % len(TURNS)])


def _laid(scene: Scene, middle: Point, scale: float, degrees: float) -> Iterator[Item]:
    """Yield a counter about this point, turned a little, with its shadow."""
    turn = math.radians(degrees)
    a, b = scale * math.cos(turn), scale * math.sin(turn)
    for shift, item in (
        (1.1, rectangle(scene.box, fill=palette.INK)),
        (0.0, Group((Use(scene),), clip=rectangle(scene.box))),
    ):
        x = middle[0] + shift - a * scene.width / 2 + b * scene.height / 2
        y = middle[1] + shift - b * scene.width / 2 - a * scene.height / 2
        yield Group((item,), matrix=Matrix(a, b, -b, a, x, y), opacity=0.3 if shift else 1)
