"""The spine of a folio wrap: the number of the kit, its title and its designer, reading downwards."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.art.covers.picture import Picture
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.cutout import FOLD, CutOut, make_cut_out
from pnp.draw.text_lines import Drawing
from pnp.fitting import fit_line
from pnp.model.game import Game
from pnp.scene import Anchor, Colour, Item, Path, Rect, Scene, Stroke, Text, line, rectangle
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import MM_PER_INCH, Mm, points

SPINE: Mm = MM_PER_INCH / 4
"""The width of a spine."""
NUMBER_HEIGHT: Mm = points(46)
"""The height of the field with the number of the kit."""
NUMBER_PT, TITLE_PT, NAME_PT = 12.0, 13.0, 9.5
AIR: Mm = points(12)
"""The distance of the texts from the field of the number and from the foot."""
MARK: Mm = 5
"""The length of the fold marks at both ends of a spine between two covers."""


def draw_spine(game: Game, length: Mm) -> Scene:
    """Draw the spine between the two covers of a wrap, with fold marks at both ends of its edges."""
    colours = _SpineColours.of(game)
    marks = [line(x, start, x, start + MARK, colours.fold) for x in (0.0, SPINE) for start in (0.0, length - MARK)]
    ground = rectangle(Rect(0, 0, SPINE, length), fill=colours.ground)
    return Scene("spine", SPINE, length, (ground, *_spine_texts(game, length, 0, colours), *marks))


def draw_spine_strip(game: Game, length: Mm, flap: Mm) -> CutOut:
    """Draw the spine as a strip that joins two sheets.

    On each side of the spine is a flap of this width, which is glued over the white border of a cover.
    """
    colours = _SpineColours.of(game)
    folds = tuple(line(x, 0, x, length, colours.fold) for x in (flap, flap + SPINE))
    width = SPINE + 2 * flap
    outline = rectangle(Rect(0, 0, width, length), fill=colours.ground)
    drawn = Drawing((*_spine_texts(game, length, flap, colours), *folds))
    return make_cut_out("spine", (width, length), outline, drawn, folds=True, hatched=False)


@dataclass(frozen=True)
class _SpineColours:
    """The colours of a spine: those of the strip at the head of the cover."""

    ground: Colour
    field: Colour
    number: Colour
    title: Colour
    name: Colour

    @classmethod
    def of(cls, game: Game) -> _SpineColours:
        """Return the colours of the spine of a game."""
        palette = game.cover.palette or default_palette(game)
        number = Picture(palette.model_dump()).colour(game.cover.ribbon_ink)
        return cls(palette.ink, palette.accent, number, palette.paper, palette.light)

    @property
    def fold(self) -> Stroke:
        """The line along which the spine is folded."""
        return Stroke(self.name, FOLD.width, FOLD.dash)


def _spine_texts(game: Game, length: Mm, left: Mm, colours: _SpineColours) -> tuple[Item, ...]:
    """Return the texts of a spine whose left edge is at `left`, with the field of the number behind it."""
    about, cover = game.game, game.cover
    items: list[Item] = []
    middle, top = left + SPINE / 2, 0.0
    if cover.number is not None:
        items.append(_field(left, colours.field))
        font, number = "condensed-extrabold", str(cover.number)
        size, _ = fit_line(number, font, NUMBER_PT, SPINE - 1)
        base = NUMBER_HEIGHT - AIR / 2
        items.append(Text(middle, base, number, font, size, colours.number, "middle"))
        top = NUMBER_HEIGHT
    maker = dress(about.designer or cover.source).upper()
    room = length - top - 3 * AIR
    taken = min(text_width(maker, "condensed-semibold", NAME_PT, points(1.2)), room / 3)
    title = dress(about.title).upper()
    items.append(_line(title, "condensed-extrabold", TITLE_PT, (middle, top + AIR), colours.title, room - taken))
    if maker:
        at = (middle, length - AIR)
        items.append(_line(maker, "condensed-semibold", NAME_PT, at, colours.name, room / 3, "end"))
    return tuple(items)


def _field(left: Mm, colour: Colour) -> Path:
    """Return the coloured field behind the number."""
    return rectangle(Rect(left, 0, SPINE, NUMBER_HEIGHT), fill=colour)


def _line(
    words: str, font: str, size_pt: float, at: tuple[Mm, Mm], colour: Colour, room: Mm, anchor: Anchor = "start"
) -> Text:
    """Return a line that reads downwards, with the middle of its capitals at the x of `at`."""
    size, tracking = fit_line(words, font, size_pt, room, tracking=points(1.2))
    return Text(at[0] - cap_height(font, size) / 2, at[1], words, font, size, colour, anchor, 90, tracking)
