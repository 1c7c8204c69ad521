"""Draws the pictures of the back cover: grounds, a part of the front's picture, and the map or pieces.

The texts are in `templates/back.html`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pnp.art.covers.layout import BLEED, HEIGHT, WIDTH, CoverLayout, cover_layout
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import rect
from pnp.art.ink_variants import DRAWN, variant_colour
from pnp.art.map.crop import cropped
from pnp.board import Board
from pnp.draw.components.standee import draw_pieces
from pnp.draw.cover_art.cover_page import SpineEdge, clip_inside
from pnp.draw.cover_art.cover_picture import CoverPicture, draw_cover_picture
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.hexmap import draw_hexmap, map_piece
from pnp.extent import item_extent
from pnp.model.game import Game
from pnp.model.target import Colouring, Paper
from pnp.scene import THUMBNAIL, Group, Item, Matrix, Rect, Scene, Use, rectangle
from pnp.units import Mm, points

BAND_FOOT = 214.0
"""The lower edge of the picture."""
VIEW_LEFT, VIEW_TOP, VIEW_HEIGHT, FRAME_WIDTH = 312.0, 192.0, 226.0, 5.0
"""The window with the map or the pieces; it ends at the right edge of the page."""
ROW_EDGE = 10.0
"""The white around the row of pieces."""
LEAST_IN_ROW = 3
"""At least this many pieces of equal size fit in the row."""
MAP_SCALE = 0.85
"""The scale of the part of the map: names on it are at least 5 pt high."""
FIGURE_SCALE = 0.5
"""The scale of standing figures on the map."""
CARD_SCALE, LEAST_CARD_SCALE = 0.8, 5 / 7
"""The scales of cards between which the smallest text is at least 5 pt high; a single large card may be smaller."""
CARD_TURNS = (-3, 2, 3)
"""The turns of the cards in the window, in degrees."""
CARD_STEP = 0.92
"""The least distance of the middles of two cards in the window, in their width."""
PLACES = (
    (0.13, 0.3, 5), (0.87, 0.24, -4), (0.13, 0.8, -3), (0.87, 0.78, 5), (0.5, 0.82, -6), (0.5, 0.18, 4),
    *((0.1 + 0.16 * (n % 6), 0.16 + 0.17 * (n // 6), (-4, 3, 5, -6, 4)[n % 5]) for n in range(30)),
)  # fmt: skip
"""Where counters can be in the window, the best places first: shares of its width and height, and the turn."""
APART = 1.14
"""The least distance of the middles of two counters in a row, in counters."""
LARGE: Mm = 30.0
"""A piece of at least this width or height is a card."""
SHADOW = 2.2


@dataclass(frozen=True)
class BackPicture:
    """The pictures of a back cover: that of the whole page, the caption of its window, and the row of pieces."""

    page: Scene
    caption: str
    row: Scene | None


def draw_back_picture(
    game: Game,
    paper: Paper,
    border: Mm,
    foot: float,
    *,
    view: tuple[Game, Board] | None = None,
    pieces: Sequence[Scene] = (),
    row: Sequence[Scene] = (),
    row_size: tuple[float, float] = (0, 0),
    variant: Colouring = "full",
    drawn: CoverPicture | None = None,
    spine: SpineEdge = "",
) -> BackPicture:
    """Draw the pictures of the back cover of a game on a paper, inside a white border of this width.

    `view` is the game (for a series, one scenario) and the board whose map is shown. `pieces` are the drawings that a
    game without a map shows instead, and `row` those below the description, in a room of `row_size` points. The panel
    of the credits begins at `foot`. `drawn` is the picture of the front if it is drawn already. At the edge `spine` the
    cover has no border.
    """
    layout = cover_layout(paper, border)
    if drawn is None or not game.cover.scene:  # the default picture has no counters here
        drawn = draw_cover_picture(game, paper, border, variant=variant)
    palette = game.cover.palette or default_palette(game)
    page = _BackPage(game, layout, Picture(palette.model_dump(), layout.frame, variant), drawn)
    page.draw_ground(foot)
    caption = page.draw_view(view, pieces)
    items = Group(tuple(page.picture.items), layout.matrix)
    clip = clip_inside(paper, border, spine)
    scene = Scene("back", paper.width, paper.height, (Group((items,), clip=clip, layer=DRAWN),))
    below = _BackPage(game, layout, Picture(palette.model_dump(), layout.frame, variant), drawn)
    return BackPicture(scene, caption, below.row(row, *row_size) if row and row_size[1] else None)


@dataclass(frozen=True)
class _BackPage:
    """The back cover while it is drawn."""

    game: Game
    layout: CoverLayout
    picture: Picture
    front: CoverPicture

    def draw_ground(self, foot: float) -> None:
        """Draw the paper, a part of the front's picture, the strip above it, and the panel of the credits below."""
        picture, layout, frame = self.picture, self.layout, self.picture.frame
        width = frame.right - frame.left
        top = layout.strip_foot
        backdrop = self.game.cover.backdrop
        first = backdrop.foot - (BAND_FOOT - top)
        window = Rect(*(points(value) for value in (frame.left, first, width, BAND_FOOT - top)))
        across = (-1.0, points(WIDTH)) if backdrop.mirrored else (1.0, 0.0)
        matrix = Matrix(across[0], 0, 0, 1, across[1], points(top - first))
        box = Rect(*(points(value) for value in (frame.left, top, width, BAND_FOOT - top)))
        band = Group((Group(cropped(self.front.items(backdrop.layers), window), matrix),), clip=rectangle(box))
        picture.items.append(band)
        below = rect(frame.left, BAND_FOOT, width, HEIGHT + BLEED - BAND_FOOT)
        picture.fill(below, picture.colour("paper"))
        picture.fill(rect(frame.left, frame.top, width, top - frame.top), picture.colour("ink"))
        picture.fill(rect(frame.left, foot, width, HEIGHT + BLEED - foot), picture.colour("ink"))

    def row(self, pieces: Sequence[Scene], width: float, height: float) -> Scene:
        """Return a row of as many pieces as fit in this room, in points, with white around it for their corners."""
        full = self.layout.scale
        widest, tallest = max(scene.width for scene in pieces), max(scene.height for scene in pieces)
        scale = min(1.0, points(height) * full / tallest, points(width) * full / (LEAST_IN_ROW * APART * widest))
        wide = widest * scale / points(1) / full
        shown = pieces[: int((width + wide * (APART - 1)) / (wide * APART))]
        for number, scene in enumerate(shown):
            x = ROW_EDGE + wide / 2 + number * (width - wide) / max(1, len(shown) - 1)
            self._draw_piece(scene, x, ROW_EDGE + height / 2, (-4, 3, -3, 5, -5, 4)[number % 6], scale)
        placed = Group(tuple(self.picture.items), Matrix.place(0, 0, scale=full), layer=DRAWN)
        around = 2 * ROW_EDGE
        return Scene("back-row", points(width + around) * full, points(height + around) * full, (placed,))

    def draw_view(self, view: tuple[Game, Board] | None, pieces: Sequence[Scene]) -> str:
        """Draw the window with a part of the map and counters, or with pieces, and return its caption."""
        width = self.picture.frame.right - VIEW_LEFT
        frame = rect(
            VIEW_LEFT - FRAME_WIDTH, VIEW_TOP - FRAME_WIDTH, width + FRAME_WIDTH, VIEW_HEIGHT + 2 * FRAME_WIDTH
        )
        self.picture.fill(frame, self.picture.colour("ink"), "text")
        seen = WIDTH + self.layout.side - self.layout.border - VIEW_LEFT
        if view is not None:
            return self._draw_map(*view, width, seen)
        ground = rect(VIEW_LEFT, VIEW_TOP, width, VIEW_HEIGHT)
        self.picture.fill(ground, self.picture.colour("light"), "text")
        return self._draw_pieces(pieces, seen)

    def _draw_map(self, game: Game, board: Board, width: float, seen: float) -> str:
        """Draw a part of the map with counters on it; return the caption."""
        outline = draw_hexmap(game, board).frame.box
        full = self.layout.scale
        window = (points(width) * full, points(VIEW_HEIGHT) * full)
        share = max(MAP_SCALE, window[0] / outline.width, window[1] / outline.height)
        shown_width, shown_height = window[0] / share, window[1] / share
        middle = outline.centre
        x = min(max(middle[0] - shown_width / 2, outline.x), outline.right - shown_width)
        y = min(max(middle[1] - shown_height / 2, outline.y), outline.bottom - shown_height)
        piece = map_piece(game, board, Rect(x, y, shown_width, shown_height))
        scale = share / full
        place = Matrix(scale, 0, 0, scale, points(VIEW_LEFT) - x * scale, points(VIEW_TOP) - y * scale)
        drawn: tuple[Item, ...] = (Use(piece.scene), *piece.names)
        box = Rect(*(points(value) for value in (VIEW_LEFT, VIEW_TOP, width, VIEW_HEIGHT)))
        self.picture.items.append(Group((Group(drawn, place),), clip=rectangle(box), layer=THUMBNAIL))
        extents = (item_extent(Group((name,), place), {}) for name in piece.names)
        taken = [extent for extent in extents if extent is not None]
        pieces = shown_counters(game)
        upright = any(one.height > one.width for one in pieces)
        size = FIGURE_SCALE if upright else 1.0
        side = max((max(one.width, one.height) for one in pieces), default=0.0) * size
        for scene, (x, y, turn) in zip(pieces, self._free_places(side, seen, taken), strict=False):
            self._draw_piece(scene, x, y, turn, size)
        printed = share / game.map_print_scale
        which = f"figures at {FIGURE_SCALE * 100:.0f} %" if upright else "counters at full size"
        return f"Part of the map at {printed * 100:.0f} % of its size; {which}"

    def _free_places(self, side: Mm, seen: float, taken: Sequence[Rect]) -> Iterator[tuple[float, float, float]]:
        """Yield middles (in points) and turns of pieces with sides of at most `side`.

        The pieces cover neither each other nor the boxes `taken` (mm).
        """
        side *= 1.15 / self.layout.scale
        full = list(taken)
        for across, down, turn in PLACES:
            x, y = VIEW_LEFT + across * seen, VIEW_TOP + down * VIEW_HEIGHT
            box = Rect(points(x) - side / 2, points(y) - side / 2, side, side)
            if not any(box.touches(other) for other in full):
                full.append(box)
                yield x, y, turn

    def _draw_pieces(self, pieces: Sequence[Scene], seen: float) -> str:
        """Draw pieces of a game without a map; return the caption."""
        small = [scene for scene in pieces if max(scene.width, scene.height) < LARGE]
        large = [scene for scene in pieces if max(scene.width, scene.height) >= LARGE]
        before = len(self.picture.items)
        if large:
            cards = large[: len(CARD_TURNS)]
            while len(cards) > 1 and self._card_scale(cards, seen) < LEAST_CARD_SCALE:
                cards.pop()
            scale = self._card_scale(cards, seen)
            wide = self._turned_size(cards)[0] * scale / points(1) / self.layout.scale + 2 * SHADOW
            step = min(seen / len(cards), (seen - wide) / max(1, len(cards) - 1))
            for number, (scene, turn) in enumerate(zip(cards, CARD_TURNS, strict=False)):
                x = VIEW_LEFT + seen / 2 + (number - (len(cards) - 1) / 2) * step
                self._draw_piece(scene, x, VIEW_TOP + VIEW_HEIGHT / 2, turn, scale)
            self.picture.items[before:] = [self._in_window(before, seen)]
            return "Cards of the game"
        fitting = int(points(seen) * self.layout.scale / (max((one.width for one in small), default=1) * APART))
        shown = small[:: max(1, len(small) // max(1, fitting))][:fitting]
        for number, scene in enumerate(shown):
            x = VIEW_LEFT + seen * (number + 0.5) / len(shown)
            self._draw_piece(scene, x, VIEW_TOP + VIEW_HEIGHT / 2, (4, -5, 3, -3, 6, -4)[number % 6], 1)
        self.picture.items[before:] = [self._in_window(before, seen)]
        return "Counters at full size"

    def _turned_size(self, cards: Sequence[Scene]) -> tuple[Mm, Mm]:
        """Return the width and the height of the largest card as it is turned in the window."""
        angle = math.radians(max(map(abs, CARD_TURNS)))
        width, height = max(one.width for one in cards), max(one.height for one in cards)
        return (
            width * math.cos(angle) + height * math.sin(angle),
            height * math.cos(angle) + width * math.sin(angle),
        )

    def _card_scale(self, cards: Sequence[Scene], seen: float) -> float:
        """Return the scale at which cards with their shadows are inside the window; they may overlap a bit."""
        wide, high = self._turned_size(cards)
        wide += CARD_STEP * (len(cards) - 1) * max(one.width for one in cards)
        room = (points(length - 2 * SHADOW) * self.layout.scale for length in (seen, VIEW_HEIGHT))
        return min(CARD_SCALE, *(length / size for length, size in zip(room, (wide, high), strict=True)))

    def _in_window(self, first: int, seen: float) -> Group:
        """Return what was drawn from item `first` on, clipped at the visible part of the window."""
        box = Rect(*(points(value) for value in (VIEW_LEFT, VIEW_TOP, seen, VIEW_HEIGHT)))
        return Group(tuple(self.picture.items[first:]), clip=rectangle(box))

    def _draw_piece(self, scene: Scene, x: float, y: float, turn: float, scale: float) -> None:
        """Draw a piece with its middle at (x, y), turned and with a shadow."""
        full = self.layout.scale
        place = Matrix.place(points(x), points(y), turn=turn, scale=scale / full)
        about = place.after(Matrix.place(-scene.width / 2, -scene.height / 2))
        drop = Matrix.place(points(SHADOW), points(SHADOW)).after(about)
        ink = variant_colour(self.picture.colour("ink"), self.picture.variant)
        box = rectangle(scene.box)
        self.picture.items.append(Group((rectangle(scene.box, fill=ink),), drop))
        self.picture.items.append(Group((Use(scene),), about, clip=box, layer=THUMBNAIL))


def shown_counters(game: Game) -> tuple[Scene, ...]:
    """Return up to six drawn fronts of units, three of each of two sides, spread over the list of counters."""
    units: dict[str, list[str]] = {}
    for id_, counter in game.counters.items():
        if counter.kind == "unit":
            units.setdefault(counter.side, []).append(id_)
    chosen: list[list[str]] = []
    for side in list(units)[:2]:
        ids = units[side]
        count = min(3, len(ids))
        chosen.append([ids[number * len(ids) // count] for number in range(count)])
    order = [id_ for group in zip_longest(*chosen) for id_ in group if id_ is not None]
    faces = draw_pieces(game)
    return tuple(faces[id_].front for id_ in order)
