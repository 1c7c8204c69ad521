"""Draws the back cover of a kit: headline, description, part of the map, sides, contents and credits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pnp.art.covers.layout import BLEED, HEIGHT, MARGIN, WIDTH, CoverLayout, cover_layout
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import rect
from pnp.art.ink_variants import DRAWN, LOW_INK, variant_colour
from pnp.art.map.crop import cropped
from pnp.board import Board
from pnp.draw.components.standee import draw_pieces
from pnp.draw.cover_art.cover_page import SpineEdge, clip_inside
from pnp.draw.cover_art.cover_picture import CoverPicture, draw_cover_picture
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.cover_art.facts_panel import SERIES
from pnp.draw.hexmap import draw_hexmap, map_piece
from pnp.draw.sketches.drawn_sketch import draw_sketch
from pnp.draw.sketches.sketch import Sketch, lines_of
from pnp.extent import item_extent
from pnp.fitting import wrap_text
from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.target import Colouring, Paper
from pnp.palette import mix, readable
from pnp.scene import THUMBNAIL, Group, Item, Matrix, Rect, Scene, Use, rectangle
from pnp.typeface import text_width
from pnp.typography import dress, figures
from pnp.units import Mm, points

BAND_FOOT = 214.0
"""The lower edge of the picture."""
HEADLINE = 310.0
"""The width of the headline."""
COLUMN, BLURB_TOP, BLURB_FOOT = 252.0, 248.0, 448.0
"""The width of the description, its first baseline, and the last that it may have."""
BLURB_SIZES = (12.4, 11.8, 11.2, 10.6, 10.0, 9.4, 8.8, 8.2, 7.6, 7.0, 6.4, 5.8)
VIEW_LEFT, VIEW_TOP, VIEW_HEIGHT, FRAME_WIDTH = 312.0, 192.0, 226.0, 5.0
"""The window with the map or the pieces; it ends at the right edge of the page."""
ROW_HEIGHT, LEAST_ROW, ROW_AIR = 60.0, 40.0, 13.0
"""The height of the pieces below the description, the least height, and the white space above and below them."""
LEAST_IN_ROW = 3
"""At least this many pieces of equal size fit in the row."""
ROW_BLURB = 11.2
"""The largest type of a description with pieces below it."""
MAP_SCALE = 0.85
"""The scale of the part of the map: names on it are at least 5 pt high."""
FIGURE_SCALE = 0.5
"""The scale of standing figures on the map."""
CARD_SCALE = 0.8
"""The scale of cards, on which the smallest text is at least 5 pt high."""
PLACES = (
    (0.13, 0.3, 5), (0.87, 0.24, -4), (0.13, 0.8, -3), (0.87, 0.78, 5), (0.5, 0.82, -6), (0.5, 0.18, 4),
    *((0.1 + 0.16 * (n % 6), 0.16 + 0.17 * (n // 6), (-4, 3, 5, -6, 4)[n % 5]) for n in range(30)),
)  # fmt: skip
"""Where counters can be in the window, the best places first: shares of its width and height, and the turn."""
LABEL_AIR = 12.0
"""How far the ground of the headline extends past its words."""
APART = 1.14
"""The least distance of the middles of two counters in a row, in counters."""
LARGE: Mm = 30.0
"""A piece of at least this width or height is a card."""
SHADOW = 2.2
SIDES_TOP, COLUMN_GAP, HALF = 452.0, 20.0, (WIDTH - 2 * MARGIN - 20.0) / 2
CONTENTS_PITCH, FACT_PITCH, MOST_FACT_PITCH, NEED_PITCH, LEAST_NEED_PITCH = 36.0, 14.4, 19.0, 30.0, 14.0


@dataclass(frozen=True)
class BackTexts:
    """The texts on the back cover.

    `contents` are icon, name and details of its parts, `facts` labels and values, `needed` what players need besides,
    and `credits` lines about the people and the edition.
    """

    contents: tuple[tuple[str, str, str], ...]
    needed: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    credits: tuple[str, ...]


def draw_back_cover(
    game: Game,
    paper: Paper,
    border: Mm,
    texts: BackTexts,
    *,
    view: tuple[Game, Board] | None = None,
    pieces: Sequence[Scene] = (),
    row: Sequence[Scene] = (),
    variant: Colouring = "full",
    drawn: CoverPicture | None = None,
    spine: SpineEdge = "",
) -> Scene:
    """Draw the back cover of a game on a paper, inside a white border of this width.

    `view` is the game (for a series, one scenario) and the board whose map is shown. `pieces` are the drawings that a
    game without a map shows instead, and `row` those below the description, if it leaves room for them. `drawn` is the
    picture of the front if it is drawn already. At the edge `spine` the cover has no border.
    """
    layout = cover_layout(paper, border)
    if drawn is None or not game.cover.scene:  # the default picture has no counters here
        drawn = draw_cover_picture(game, paper, border, variant=variant)
    palette = game.cover.palette or default_palette(game)
    picture = Picture(palette.model_dump(), layout.frame, variant)
    page = _BackPage(game, texts, layout, Sketch(picture), drawn)
    page.draw_ground()
    page.draw_headline()
    page.draw_blurb(row)
    page.draw_view(view, pieces)
    page.draw_sides_and_lists()
    items = Group(tuple(picture.items), layout.matrix)
    return Scene(
        "back", paper.width, paper.height, (Group((items,), clip=clip_inside(paper, border, spine), layer=DRAWN),)
    )


@dataclass(frozen=True)
class _BackPage:
    """The back cover while it is drawn."""

    game: Game
    texts: BackTexts
    layout: CoverLayout
    sketch: Sketch
    front: CoverPicture

    @property
    def picture(self) -> Picture:
        """The picture that is drawn on."""
        return self.sketch.picture

    def draw_ground(self) -> None:
        """Draw the paper, the band with a part of the front's picture, mirrored, and the strip above it."""
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
        dark = picture.variant == "low"
        cover, number = self.game.cover, self.game.cover.number
        y = layout.strip_middle + 4
        series = SERIES.upper() if number is None else f"{SERIES.upper()} {number}"
        self.sketch.text(
            dress(cover.strip).upper(), "condensed-semibold", 11.5, (layout.left, y),
            picture.colour("ink" if dark else "light"), track=1.6, room=330,
        )  # fmt: skip
        self.sketch.text(
            series, "condensed-bold", 11.5, (layout.right, y), picture.colour("ink" if dark else "paper"),
            track=2.2, anchor="end", room=250,
        )  # fmt: skip

    def draw_headline(self) -> None:
        """Draw the headline on the picture, in at most two lines, each on a ground of its own."""
        words = dress(self.game.cover.headline or self.game.game.title).upper()
        size = 46.0
        while size > 20 and lines_of(words, "condensed-extrabold", size, HEADLINE) > 2:
            size -= 1
        y, left = self.layout.strip_foot + 26 + size * 0.72, self.picture.frame.left
        for row in wrap_text(words, "condensed-extrabold", size, points(HEADLINE), divide_words=True):
            right = MARGIN + text_width(row, "condensed-extrabold", size) / points(1) + LABEL_AIR
            self.sketch.fill(rect(left, y - size * 0.86, right - left, size), self.picture.colour("paper"))
            self.sketch.text(row, "condensed-extrabold", size, (MARGIN, y), self.picture.colour("ink"))
            y += size * 1.08

    def draw_blurb(self, row: Sequence[Scene]) -> None:
        """Draw the description of the game in the largest type that fits, and a row of pieces below it."""
        words = dress(self.game.game.blurb)
        heights = {one: lines_of(words, "serif", one, COLUMN) * one * 1.37 for one in BLURB_SIZES}
        room = BLURB_FOOT - BLURB_TOP
        with_row = row and heights[ROW_BLURB] + LEAST_ROW + ROW_AIR <= room
        sizes = [one for one in BLURB_SIZES if one <= ROW_BLURB] if with_row else BLURB_SIZES
        size = next((one for one in sizes if heights[one] <= room), sizes[-1])
        at, lead = (MARGIN, BLURB_TOP), size * 1.37
        below = self.sketch.paragraph(words, "serif", size, lead, at, COLUMN, self.picture.colour("ink"))
        if with_row:
            self._draw_row(row, below - lead + ROW_AIR)

    def _draw_row(self, pieces: Sequence[Scene], top: float) -> None:
        """Draw as many pieces as fit in a row between this height and the boxes of the sides."""
        full = self.layout.scale
        height = min(ROW_HEIGHT, SIDES_TOP - top - ROW_AIR)
        widest, tallest = max(scene.width for scene in pieces), max(scene.height for scene in pieces)
        scale = min(1.0, points(height) * full / tallest, points(COLUMN) * full / (LEAST_IN_ROW * APART * widest))
        width = widest * scale / points(1) / full
        fitting = int((COLUMN + width * (APART - 1)) / (width * APART))
        shown = pieces[:fitting]
        y = (top + SIDES_TOP - ROW_AIR) / 2
        for number, scene in enumerate(shown):
            x = MARGIN + width / 2 + number * (COLUMN - width) / max(1, len(shown) - 1)
            self._draw_piece(scene, x, y, (-4, 3, -3, 5, -5, 4)[number % 6], scale)

    def draw_view(self, view: tuple[Game, Board] | None, pieces: Sequence[Scene]) -> None:
        """Draw the window with a part of the map and some counters, or with the pieces of a game without a map."""
        s, right = self.sketch, self.picture.frame.right
        width = right - VIEW_LEFT
        frame = rect(
            VIEW_LEFT - FRAME_WIDTH, VIEW_TOP - FRAME_WIDTH, width + FRAME_WIDTH, VIEW_HEIGHT + 2 * FRAME_WIDTH
        )
        s.fill(frame, self.picture.colour("ink"))
        seen = WIDTH + self.layout.side - self.layout.border - VIEW_LEFT
        if view is None:
            s.fill(rect(VIEW_LEFT, VIEW_TOP, width, VIEW_HEIGHT), self.picture.colour("light"))
            words = self._draw_pieces(pieces, seen)
        else:
            words = self._draw_map(*view, width, seen)
        s.text(words, "sans-italic", 8.6, (VIEW_LEFT, VIEW_TOP + VIEW_HEIGHT + 17), self.picture.colour("deep"))

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
            scale = min(CARD_SCALE, points(VIEW_HEIGHT * 0.9) / large[0].height)
            fitting = max(1, int(points(seen) / (large[0].width * scale * 0.92)))
            for number, scene in enumerate(large[:fitting]):
                x = VIEW_LEFT + seen * (number + 0.5) / fitting
                self._draw_piece(scene, x, VIEW_TOP + VIEW_HEIGHT / 2, (-4, 3, 6)[number % 3], scale)
            self.picture.items[before:] = [self._in_window(before, seen)]
            return "Cards of the game"
        fitting = int(points(seen) * self.layout.scale / (max((one.width for one in small), default=1) * APART))
        shown = small[:: max(1, len(small) // max(1, fitting))][:fitting]
        for number, scene in enumerate(shown):
            x = VIEW_LEFT + seen * (number + 0.5) / len(shown)
            self._draw_piece(scene, x, VIEW_TOP + VIEW_HEIGHT / 2, (4, -5, 3, -3, 6, -4)[number % 6], 1)
        self.picture.items[before:] = [self._in_window(before, seen)]
        return "Counters at full size"

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

    def draw_sides_and_lists(self) -> None:
        """Draw the boxes of the sides, and below them contents, needed things, facts and credits."""
        y = SIDES_TOP
        sides = self.game.cover.sides
        for first in range(0, len(sides), 2):
            y += self._draw_sides(first, y) + 10
        foot = self._draw_credits()
        top = y + 22
        x = MARGIN + HALF + COLUMN_GAP
        self._draw_heading("In this kit", MARGIN, top)
        count = max(1, len(self.texts.contents))
        pitch = min(CONTENTS_PITCH, (foot - 8 - top - 10) / count)
        for number, (icon, name, details) in enumerate(self.texts.contents):
            self._draw_entry(icon, name, details, MARGIN, top + 11 + number * pitch, HALF)
        below = self._draw_needed(x, top, foot)
        if self.texts.facts and below + 23 <= foot:
            self._draw_heading("The game", x, below)
            pitch = max(FACT_PITCH, min(MOST_FACT_PITCH, (foot - 14 - below - 17) / max(1, len(self.texts.facts) - 1)))
            for number, (label, value) in enumerate(self.texts.facts):
                base = below + 17 + number * pitch
                if base > foot - 6:
                    break
                self.sketch.text(label, "sans", 10, (x, base), self.picture.colour("deep"), room=80)
                words = figures(value)
                self.sketch.text(words, "sans-semibold", 10, (x + 84, base), self.picture.colour("ink"), room=HALF - 84)

    def _draw_sides(self, first: int, y: float) -> float:
        """Draw two boxes side by side; return their height."""
        boxes = self.game.cover.sides[first : first + 2]
        height = 34 + 13.4 * max(lines_of(dress(one.text), "serif", 10.2, HALF - 28) for one in boxes)
        for number, one in enumerate(boxes):
            x = MARGIN + number * (HALF + COLUMN_GAP)
            side = self.game.sides.get(one.side)
            ground = side.ground if side else self.picture.colour("light")
            accent = side.accent if side else self.picture.colour("deep")
            share = LOW_INK["ground"] if self.picture.variant == "low" else 0.62
            tint = mix(ground, self.picture.colour("paper"), share)
            self.sketch.fill(rect(x, y, HALF, height), tint)
            self.sketch.fill(rect(x, y, 5, height), accent)
            name = one.name or (side.name if side else one.side)
            colour = readable(accent, tint)
            self.sketch.text(
                dress(name).upper(), "condensed-extrabold", 17, (x + 16, y + 20), colour, track=0.8, room=HALF - 28
            )
            ink = readable(self.picture.colour("ink"), tint)
            self.sketch.paragraph(dress(one.text), "serif", 10.2, 13.4, (x + 16, y + 35), HALF - 28, ink)
        return height

    def _draw_heading(self, words: str, x: float, y: float) -> None:
        """Draw a heading of the back cover, such as `In this kit`, with a rule above it."""
        self.sketch.fill(rect(x, y - 16, HALF, 1.8), self.picture.colour("accent"))
        self.sketch.text(words.upper(), "condensed-bold", 11.5, (x, y), self.picture.colour("deep"), track=1.5)

    def _draw_entry(self, icon: str, name: str, details: str, x: float, y: float, width: float) -> None:
        """Draw an icon with a name, and details below it."""
        draw_sketch(self.sketch.part(x, y), f"kit/{icon}")
        ink = self.picture.colour("ink")
        base = y + 11 if details else y + 17
        self.sketch.text(dress(name), "condensed-bold", 12, (x + 38, base), ink, room=width - 40)
        if details:
            deep = self.picture.colour("deep")
            self.sketch.text(figures(details), "sans", 9.4, (x + 38, y + 22.4), deep, room=width - 40)

    def _draw_needed(self, x: float, y: float, foot: float) -> float:
        """Draw what players need besides the kit, in one or two columns; return the y of the next heading."""
        needed = self.texts.needed
        if not needed:
            return y
        self._draw_heading("You also need", x, y)
        longest = max(len(thing) for thing in needed)
        columns = 2 if longest < 24 else 1
        rows = -(-len(needed) // columns)
        room = foot - y - 61 - FACT_PITCH * (min(4, len(self.texts.facts)) - 1)
        pitch = min(NEED_PITCH, max(LEAST_NEED_PITCH, room / rows))
        shown = min(rows, max(1, int((room + 0.1) // pitch)))
        width = HALF / columns
        for number, thing in enumerate(needed[: shown * columns]):
            at = (x + number % columns * width, y + 9 + number // columns * pitch)
            scale = min(1.0, pitch / 27)
            draw_sketch(self.sketch.part(*at, scale), f"kit/{icon_of(thing)}")
            words = dress(capitalised(thing))
            base = at[1] + 13 * scale + 4
            ink = self.picture.colour("ink")
            self.sketch.text(words, "condensed-bold", 12, (at[0] + 38, base), ink, room=width - 40)
        return y + 9 + shown * pitch + 27

    def _draw_credits(self) -> float:
        """Draw the panel with the credits at the foot; return its upper edge."""
        lines = self.texts.credits
        border = 8 if self.layout.border else 0
        rows = [row for words in lines for row in _credit_rows(words)][:6]
        top = HEIGHT - 22 - border - 12.0 * max(1, len(rows))
        frame = self.picture.frame
        self.picture.fill(
            rect(frame.left, top, frame.right - frame.left, HEIGHT + BLEED - top), self.picture.colour("ink")
        )
        colour = self.picture.colour("ink" if self.picture.variant == "low" else "light")
        for number, row in enumerate(rows):
            self.sketch.text(row, "sans", 8.6, (MARGIN, top + 18 + number * 12), colour)
        return top


def _credit_rows(words: str) -> tuple[str, ...]:
    """Return a line of the credits in rows as wide as the text of the page."""
    return wrap_text(dress(words), "sans", 8.6, points(WIDTH - 2 * MARGIN), divide_words=True)


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


WORDS = {
    "die": "die",
    "dice": "die",
    "cup": "cup",
    "pencil": "pencil",
    "pencils": "pencil",
    "miniatures": "figure",
    "film": "film",
    "glue": "glue",
}
"""Word in the name of a needed thing -> its icon."""


def icon_of(thing: str) -> str:
    """Return the name of the icon of a thing that players need, such as `die` for `two six-sided dice`."""
    return next((WORDS[word] for word in thing.lower().split() if word in WORDS), "thing")
