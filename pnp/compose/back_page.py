"""The page of the back cover: its texts, its colours, its icons, and the sizes at which all of it fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import fsum
from typing import NamedTuple

from pnp.art.covers.layout import HEIGHT, MARGIN, WIDTH, CoverLayout, cover_layout
from pnp.art.covers.picture import Picture
from pnp.art.ink_variants import DRAWN
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.cover_art.facts_panel import SERIES
from pnp.draw.sketches.drawn_sketch import draw_sketch
from pnp.fitting import fit_line, lines_of, wrap_text
from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.target import Colouring, Paper
from pnp.palette import mix, readable
from pnp.scene import Colour, Group, Matrix, Scene
from pnp.typography import dress, figures
from pnp.units import Mm, points

# Lengths are points on Letter paper, a tenth of the `rem` of `templates/style/back.css`, which has the same measures.
HEADLINE = 310.0
"""The width of the headline."""
COLUMN, BLURB_TOP, BLURB_FOOT, LEAD = 252.0, 248.0, 448.0, 1.37
"""The width of the description, its first baseline, the last that it may have, and its leading in sizes of its type."""
BLURB_SIZES = (12.4, 11.8, 11.2, 10.6, 10.0, 9.4, 8.8, 8.2, 7.6, 7.0, 6.4, 5.8)
ROW_HEIGHT, LEAST_ROW, ROW_AIR, ROW_BLURB = 60.0, 40.0, 13.0, 11.2
"""The height of the pieces below the description, the least one, the white around them, and the largest type then."""
SIDES_TOP, COLUMN_GAP = 452.0, 20.0
HALF = (WIDTH - 2 * MARGIN - COLUMN_GAP) / 2
SIDE_WIDTH, SIDE_HEAD, SIDE_LEAD, SIDES_GAP = HALF - 28, 34.0, 13.4, 10.0
"""The width of the text of a side, the height of its head, the leading of its text, and the white below it."""
LISTS_GAP, HEAD_HEIGHT = 22.0, 11.0
"""The white above the head of a list, to its baseline, and from there to the first entry."""
CONTENTS_PITCH, FACT_PITCH, MOST_FACT_PITCH, NEED_PITCH, LEAST_NEED_PITCH = 36.0, 14.4, 19.0, 30.0, 14.0
ICON, ICON_EDGE = (34.0, 29.0), 1.0
"""The size of the icon of a thing, and the white around it for the thickness of its lines."""
MOST_CREDITS = 6
SMALLEST = 5.2
"""The smallest type in points; on A4 it is printed a little smaller."""
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


class BackTexts(NamedTuple):
    """The texts on the back cover.

    `contents` are icon, name and details of its parts, `facts` labels and values, `needed` what players need besides,
    and `credits` lines about the people and the edition.
    """

    contents: tuple[tuple[str, str, str], ...]
    needed: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    credits: tuple[str, ...]


class BackSide(NamedTuple):
    """The box of a side on the back cover: its name, its text and its colours."""

    name: str
    text: str
    ground: Colour
    accent: Colour
    head: Colour
    ink: Colour


class Needed(NamedTuple):
    """The things that players need, as far as there is room: icons and names, in columns of rows of this height."""

    things: tuple[tuple[str, str], ...]
    columns: int
    pitch: float


@dataclass(frozen=True)
class BackPage:
    """The back cover of a game on a paper, with a white border of this width. With a `row`, it shows pieces."""

    game: Game
    paper: Paper
    border: Mm
    texts: BackTexts
    variant: Colouring
    row: bool

    @cached_property
    def layout(self) -> CoverLayout:
        """The layout of the cover."""
        return cover_layout(self.paper, self.border)

    @cached_property
    def picture(self) -> Picture:
        """An empty picture with the inks of the cover."""
        palette = self.game.cover.palette or default_palette(self.game)
        return Picture(palette.model_dump(), self.layout.frame, self.variant)

    def ink(self, name: str) -> Colour:
        """Return the colour of an ink of the cover; with little ink, light texts on the dark grounds are dark."""
        return self.picture.colour(name)

    def on_dark(self, name: str) -> Colour:
        """Return the colour of a text on a dark ground, which is pale if there is little ink."""
        return self.ink("ink" if self.variant == "low" else name)

    @property
    def series(self) -> str:
        """The name of the series, with the number of the game if it has one."""
        number = self.game.cover.number
        return SERIES if number is None else f"{SERIES} {number}"

    @cached_property
    def headline(self) -> tuple[float, tuple[str, ...]]:
        """The size and the lines of the headline, which has at most two lines if that is possible."""
        words = dress(self.game.cover.headline or self.game.game.title).upper()
        size = 46.0
        while size > 20 and lines_of(words, "condensed-extrabold", size, HEADLINE) > 2:
            size -= 1
        return size, wrap_text(words, "condensed-extrabold", size, points(HEADLINE), divide_words=True)

    @cached_property
    def _heights(self) -> dict[float, float]:
        """The height of the description in each size."""
        return {one: lines_of(self.blurb, "serif", one, COLUMN) * one * LEAD for one in BLURB_SIZES}

    @property
    def blurb(self) -> str:
        """The description of the game."""
        return dress(self.game.game.blurb)

    @property
    def has_row(self) -> bool:
        """Whether there is room for a row of pieces below the description."""
        return self.row and self._heights[ROW_BLURB] + LEAST_ROW + ROW_AIR <= BLURB_FOOT - BLURB_TOP

    @property
    def blurb_size(self) -> float:
        """The largest size in which the description fits."""
        sizes = [one for one in BLURB_SIZES if one <= ROW_BLURB] if self.has_row else BLURB_SIZES
        return next((one for one in sizes if self._heights[one] <= BLURB_FOOT - BLURB_TOP), sizes[-1])

    @property
    def row_room(self) -> tuple[float, float]:
        """The top and the height of the row of pieces; the height is 0 if there is none."""
        size = self.blurb_size
        top = BLURB_TOP + self._heights[size] - size * LEAD + ROW_AIR
        height = min(ROW_HEIGHT, SIDES_TOP - top - ROW_AIR)
        return (top + SIDES_TOP - ROW_AIR - height) / 2, height if self.has_row else 0

    @property
    def sides(self) -> tuple[BackSide, ...]:
        """The boxes of the sides."""
        found = []
        for one in self.game.cover.sides:
            side = self.game.sides.get(one.side)
            ground, accent = (side.ground, side.accent) if side else (self.ink("light"), self.ink("deep"))
            tint = mix(ground, self.ink("paper"), 0.62)
            name = dress(one.name or (side.name if side else one.side)).upper()
            head, ink = readable(accent, tint), readable(self.ink("ink"), tint)
            found.append(BackSide(name, dress(one.text), tint, accent, head, ink))
        return tuple(found)

    @cached_property
    def lists_top(self) -> float:
        """The baseline of the heads of the lists."""
        lines = [lines_of(one.text, "serif", 10.2, SIDE_WIDTH) for one in self.sides]
        rows = [max(lines[first : first + 2]) for first in range(0, len(lines), 2)]
        return SIDES_TOP + fsum(SIDE_HEAD + SIDE_LEAD * number + SIDES_GAP for number in rows) + LISTS_GAP

    @cached_property
    def credits(self) -> tuple[str, ...]:
        """The lines of the credits."""
        width = points(WIDTH - 2 * MARGIN)
        rows = (wrap_text(dress(one), "sans", 8.6, width, divide_words=True) for one in self.texts.credits)
        return tuple(chain.from_iterable(rows))[:MOST_CREDITS]

    @property
    def foot(self) -> float:
        """The upper edge of the panel of the credits."""
        return HEIGHT - 22 - (8 if self.layout.border else 0) - 12.0 * max(1, len(self.credits))

    @property
    def contents_pitch(self) -> float:
        """The height of an entry of the contents."""
        room = self.foot - 8 - self.lists_top - 10
        return min(CONTENTS_PITCH, room / max(1, len(self.texts.contents)))

    @cached_property
    def needed(self) -> Needed:
        """The things that players need, in two columns if their names are short."""
        needed = self.texts.needed
        columns = 2 if max(map(len, needed), default=0) < 24 else 1
        rows = -(-len(needed) // columns)
        room = self.foot - self.lists_top - 61 - FACT_PITCH * (min(4, len(self.texts.facts)) - 1)
        pitch = min(NEED_PITCH, max(LEAST_NEED_PITCH, room / max(1, rows)))
        shown = min(rows, max(1, int((room + 0.1) // pitch)))
        things = tuple((icon_of(one), dress(capitalised(one))) for one in needed[: shown * columns])
        return Needed(things, columns, pitch)

    @property
    def _facts_top(self) -> float:
        """The baseline of the head of the facts."""
        things, columns, pitch = self.needed
        return self.lists_top + (9 + -(-len(things) // columns) * pitch + 27 if things else 0)

    @property
    def fact_pitch(self) -> float:
        """The height of a line of the facts."""
        room = self.foot - 14 - self._facts_top - 17
        return max(FACT_PITCH, min(MOST_FACT_PITCH, room / max(1, len(self.texts.facts) - 1)))

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The facts for which there is room."""
        room = self.foot - 6 - self._facts_top - 17
        shown = int(room // self.fact_pitch) + 1 if self._facts_top + 23 <= self.foot else 0
        return tuple((label, figures(value)) for label, value in self.texts.facts[:shown])

    def icons(self) -> Mapping[str, Scene]:
        """Return the drawings of the icons by their names, such as `kit-die`."""
        names = {icon: None for icon, *_ in (*self.texts.contents, *self.needed.things)}
        return {f"kit-{name}": self._icon(name) for name in names}

    def _icon(self, name: str) -> Scene:
        """Return the drawing of an icon."""
        picture = Picture(self.picture.inks, variant=self.variant)
        draw_sketch(picture, f"kit/{name}")
        inside = Matrix.place(points(ICON_EDGE), points(ICON_EDGE))
        items = (Group(tuple(picture.items), inside, layer=DRAWN),)
        return Scene(f"kit-{name}", points(ICON[0]), points(ICON[1]), items)


def icon_of(thing: str) -> str:
    """Return the name of the icon of a thing that players need, such as `die` for `two six-sided dice`."""
    return next((WORDS[word] for word in thing.lower().split() if word in WORDS), "thing")


def fitted(words: str, font: str, size: float, room: float, track: float = 0) -> str:
    """Return the style of a line of text that is smaller if it is wider than its room (points)."""
    size, tracking = fit_line(words, font, size, points(room), tracking=points(track), smallest_pt=SMALLEST)
    return f"font-size: {size / 10:.3f}rem; letter-spacing: {tracking / points(1) / 10:.4f}rem"
