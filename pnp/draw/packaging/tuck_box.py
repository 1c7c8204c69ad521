"""Tuck boxes for decks of cards: a net with the picture of the cover on its front.

The net has, from left to right, a flap for glue, a side, the front, the other side, and the back with the lid.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pnp.art.covers.layout import WIDTH
from pnp.art.ink_variants import DRAWN
from pnp.draw.card_faces import card_components, draw_cards
from pnp.draw.counter.reduced_face import reduced_face
from pnp.draw.cover_art.cover_picture import CoverPicture
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.cutout import FILM, FOLD, CutOut, arc, draw_glue, make_cut_out
from pnp.draw.text_lines import Drawing
from pnp.fitting import fit_block, fit_line
from pnp.message import capitalised
from pnp.model.component import CardComponent
from pnp.model.game import Game
from pnp.model.kit_cover import CoverPalette
from pnp.scene import (
    THUMBNAIL,
    Anchor,
    Colour,
    Group,
    Item,
    Matrix,
    Path,
    Point,
    Rect,
    Scene,
    Stroke,
    Text,
    Use,
    line,
    rectangle,
)
from pnp.typeface import cap_height
from pnp.typography import dress
from pnp.units import MM_PER_POINT, Mm, int_sum, points

LEAST_CARDS = 10
"""The smallest deck that has a box."""
THICKNESS: Mm = 0.3
"""The thickness of a card: paper of 300 g for a square metre is about 0.3 mm thick."""
AIR: Mm = 2
"""How much wider, higher and deeper the box is than the deck."""
GLUE: Mm = 11
"""The width of the flap for glue."""
TUCK: Mm = 14
"""The height of the flap that is tucked in behind the front."""
NOTCH: Mm = 8
"""The radius of the notch for the thumb in the front."""
CORNER: Mm = 6
"""The radius of the corners of the tucked flap."""
LEAST_BAND = 0.2
"""The least height of the band with the title, as a share of the height of the front."""
MARGIN: Mm = 3.5
"""The distance of texts from the edges of a panel."""
FAN = (-9.0, 0.0, 9.0)
"""The turns of the cards on the back, in degrees, about a point below them."""
LEAST_FAN: Mm = 25
"""Cards are shown on the back if it has at least this height left for them."""
MOST_FAN = 0.62
"""The largest scale of the cards on the back."""


@dataclass(frozen=True)
class BoxNet:
    """The inner measures of a box, and with them the places of its panels on the net (mm)."""

    width: Mm
    height: Mm
    depth: Mm

    @classmethod
    def for_cards(cls, width: Mm, height: Mm, number: int) -> BoxNet:
        """Return the net for so many cards of this size.

        >>> BoxNet.for_cards(63.5, 88.9, 54)
        BoxNet(width=65.5, height=90.9, depth=18.5)
        """
        depth = math.ceil(2 * (number * THICKNESS + AIR)) / 2
        return cls(round(width + AIR, 4), round(height + AIR, 4), depth)

    @property
    def folds(self) -> tuple[Mm, Mm, Mm, Mm, Mm]:
        """The left edges of the first side, the front, the second side and the back, and the right edge of the back."""
        first = GLUE
        front = first + self.depth
        second = front + self.width
        back = second + self.depth
        return first, front, second, back, back + self.width

    @property
    def top(self) -> Mm:
        """The upper edge of the front."""
        return self.depth + TUCK

    @property
    def foot(self) -> Mm:
        """The lower edge of the front."""
        return self.top + self.height

    @property
    def size(self) -> tuple[Mm, Mm]:
        """The width and the height of the whole net."""
        return self.folds[-1], self.foot + self.depth

    @property
    def dust(self) -> Mm:
        """The height of the flaps at the sides, which meet in the middle of a shallow box at most."""
        return min(1.2 * self.depth, self.depth + TUCK - 1, 0.45 * self.width)

    @property
    def bottom_dust(self) -> Mm:
        """The height of the flaps at the feet of the sides."""
        return min(self.depth - 0.5, 0.45 * self.width)

    def front(self) -> Rect:
        """Return the rectangle of the front."""
        return Rect(self.folds[1], self.top, self.width, self.height)

    def back(self) -> Rect:
        """Return the rectangle of the back."""
        return Rect(self.folds[3], self.top, self.width, self.height)

    def sides(self) -> tuple[Rect, Rect]:
        """Return the rectangles of the two sides."""
        left, _, right, _, _ = self.folds
        return Rect(left, self.top, self.depth, self.height), Rect(right, self.top, self.depth, self.height)

    def glued(self) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
        """Return the corners of the two areas for glue: the flap at the left, and the flap below the back."""
        first, _, _, back, right = self.folds
        top, foot = self.top, self.foot
        flap = ((first, top), (first, foot), (0, foot - 4), (0, top + 4))
        below = ((back, foot), (right, foot), (right - 2, foot + self.depth - 1), (back + 2, foot + self.depth - 1))
        return flap, below

    def outline(self, fill: Colour) -> Path:
        """Return the line along which the net is cut, clockwise from the flap for glue."""
        first, front, second, back, right = self.folds
        top, foot, depth = self.top, self.foot, self.depth
        middle = (front + second) / 2
        pen = _Pen((0, top + 4))
        pen.to((first, top), *self._dust(first, front, up=True))
        pen.to((front, top), (middle - NOTCH, top))
        pen.arc((middle, top), NOTCH, 270, 90)
        pen.to((second, top), *self._dust(second, back, up=True), (back, top))
        pen.to((back, top - depth - TUCK + CORNER))
        pen.arc((back + CORNER, CORNER), CORNER, -90, 0)
        pen.to((right - CORNER, 0))
        pen.arc((right - CORNER, CORNER), CORNER, 0, 90)
        pen.to((right, foot), (right - 2, foot + depth - 1), (back + 2, foot + depth - 1), (back, foot))
        pen.to(*reversed(self._dust(second, back, up=False)), (second, foot))
        pen.to((second, foot + depth), (front, foot + depth), (front, foot))
        pen.to(*reversed(self._dust(first, front, up=False)), (first, foot), (0, foot - 4))
        return pen.path(fill)

    def notch(self) -> Path:
        """Return the half disc that is cut out of the upper edge of the front for the thumb."""
        panel = self.front()
        pen = _Pen((panel.centre[0] - NOTCH, panel.y))
        pen.arc((panel.centre[0], panel.y), NOTCH, 270, 90)
        return pen.path(FILM)

    def _dust(self, left: Mm, right: Mm, *, up: bool) -> tuple[Point, Point]:
        """Return the outer corners of a flap at the head or the foot of a side, from left to right."""
        end = self.top - self.dust if up else self.foot + self.bottom_dust
        slant = min(2.5, self.depth / 4)
        return (left + slant, end), (right - slant, end)

    def fold_ends(self) -> Iterator[tuple[Point, Point]]:
        """Yield the ends of each line along which the net is folded."""
        first, front, second, back, right = self.folds
        for x in (first, front, second, back):
            yield (x, self.top), (x, self.foot)
        for y, spans in (
            (self.top, ((first, front), (second, back), (back, right))),
            (self.foot, ((first, front), (front, second), (second, back), (back, right))),
            (self.top - self.depth, ((back, right),)),
        ):
            for start, end in spans:
                yield (start, y), (end, y)


class _Pen:
    """Draws a closed line of straight pieces and arcs."""

    def __init__(self, start: Point) -> None:
        self._ops, self._flat = "M", [*start]

    def to(self, *corners: Point) -> None:
        """Draw straight lines to these points."""
        for corner in corners:
            self._ops += "L"
            self._flat += corner

    def arc(self, centre: Point, radius: Mm, start: float, stop: float) -> None:
        """Draw an arc between two angles, clockwise from straight up; the pen is at its start."""
        ops, flat = arc(centre, radius, start, stop)
        self._ops += ops
        self._flat += flat

    def path(self, fill: Colour) -> Path:
        """Return the closed line."""
        return Path(f"{self._ops}Z", tuple(self._flat), fill)


def draw_tuck_boxes(game: Game, picture: CoverPicture) -> tuple[CutOut, ...]:
    """Draw a box for each deck of a game. `picture` is that of its cover, without texts."""
    return tuple(
        _TuckBox(game, component, f"tuck-box-{id_}", number, picture, _shown_cards(game, component, id_)).draw()
        for id_, component in card_components(game).items()
        if (number := int_sum(copies for copies, _ in component.countable_cards(id_))) >= LEAST_CARDS
    )


def _shown_cards(game: Game, deck: CardComponent, id_: str) -> tuple[Scene, ...]:
    """Return the fronts of the first different cards of a deck, as many as the fan on the back of its box has."""
    fronts = [card.front for card in draw_cards(game, None, id_).values()]
    different = {replace(front, name=""): front for front in fronts}
    return tuple(different.values())[: len(FAN)]


@dataclass(frozen=True)
class _TuckBox:
    """A box for the cards of a component, while it is drawn."""

    game: Game
    deck: CardComponent
    name: str
    number: int
    picture: CoverPicture
    shown: tuple[Scene, ...] = ()

    @property
    def net(self) -> BoxNet:
        """The net of the box."""
        scale = self.deck.print_scale()
        return BoxNet.for_cards(self.deck.width * scale, self.deck.height * scale, self.number)

    @property
    def palette(self) -> CoverPalette:
        """The inks of the cover."""
        return self.game.cover.palette or default_palette(self.game)

    @property
    def title(self) -> str:
        """The title of the game in capitals."""
        return dress(self.game.game.title).upper()

    def draw(self) -> CutOut:
        """Draw the net."""
        net, palette = self.net, self.palette
        _, front, _, back, _ = net.folds
        items: list[Item] = [rectangle(side, fill=self.palette.ink) for side in net.sides()]
        items += (self._side_text(side) for side in net.sides())
        lid = Rect(back, net.top - net.depth, net.width, net.depth)
        bottom = Rect(front, net.foot, net.width, net.depth)
        for panel, turn in ((lid, 180), (bottom, 0)):
            items.append(rectangle(panel, fill=self.palette.ink))
            items.append(self._line(self.title, "condensed-extrabold", 13, panel, turn=turn))
        items += self._front(net.front())
        items.append(net.notch())
        items += self._back(net.back())
        for corners, words, turn in zip(net.glued(), ("glue under the back", "glue"), (90, 0), strict=True):
            items += draw_glue(corners, words, turn=turn, background=palette.paper).items
        items += (line(*one, *other, Stroke(palette.mid, 0.2, FOLD.dash)) for one, other in net.fold_ends())
        return make_cut_out(self.name, net.size, net.outline(palette.paper), Drawing(tuple(items)), folds=True)

    def _front(self, panel: Rect) -> Iterator[Item]:
        """Yield the front: the title above the picture of the cover, which fills the width."""
        layout = self.picture.layout
        shown = points(WIDTH + 2 * layout.side), points(layout.frame.foot - layout.strip_foot)
        high = min(panel.width * shown[1] / shown[0], panel.height * (1 - LEAST_BAND))
        scale = max(panel.width / shown[0], high / shown[1])
        window = Rect(panel.x, panel.bottom - high, panel.width, high)
        place = Matrix.place(
            panel.centre[0] - points(WIDTH / 2) * scale, panel.bottom - points(layout.frame.foot) * scale, scale=scale
        )
        yield Group((Group(self.picture.items(), place),), clip=rectangle(window), layer=DRAWN)
        band = Rect(panel.x, panel.y, panel.width, panel.height - high)
        yield rectangle(band, fill=self.palette.ink)
        # The notch for the thumb takes the middle of the upper edge.
        room = Rect(band.x + MARGIN, band.y + NOTCH, band.width - 2 * MARGIN, band.height - NOTCH - 1.5)
        yield from _centred(self.title, "condensed-extrabold", 30, room, self.palette.paper)
        yield self._beside_notch(self.deck.name, panel, panel.x + 2, "start")
        yield self._beside_notch(f"{self.number} cards", panel, panel.right - 2, "end")

    def _beside_notch(self, words: str, panel: Rect, x: Mm, anchor: Anchor) -> Text:
        """Return a line in capitals at the upper edge of the front, on one side of the notch."""
        font, room = "condensed-semibold", panel.width / 2 - NOTCH - 3
        text = dress(words).upper()
        size, tracking = fit_line(text, font, 6.5, room, tracking=0.15)
        return Text(x, panel.y + 4, text, font, size, self.palette.paper, anchor, tracking=tracking)

    def _back(self, panel: Rect) -> Iterator[Item]:
        """Yield the back: the name of the deck, what it says or else the blurb of the game, and cards.

        The number and the size of the cards are at its foot.
        """
        palette = self.palette
        x, width = panel.x + MARGIN, panel.width - 2 * MARGIN
        head = fit_block(dress(self.deck.name).upper(), "condensed-extrabold", 19, width, 13)
        y = panel.y + MARGIN + 1
        yield from head.at(x, y, palette.ink)
        y += head.height + 2.6
        yield rectangle(Rect(x, y, width, 0.7), fill=palette.accent)
        y += 3.2
        foot = panel.bottom - MARGIN
        size = f"{self.deck.width * self.deck.print_scale():.4g} × {self.deck.height * self.deck.print_scale():.4g} mm"
        yield Text(x, foot, f"{self.number} cards, {size}", "condensed-semibold", 8, palette.deep)
        blurb = dress(capitalised(self.deck.says) or self.game.game.blurb)
        if blurb and foot - 6 - y > 10:
            block = fit_block(blurb, "serif", 10, width, foot - 6 - y, smallest_pt=5.5)
            if block.height <= foot - 6 - y:
                yield from block.at(x, y, palette.ink)
                y += block.height + 3
        yield from self._fan(Rect(x, y, width, foot - 5 - y))

    def _fan(self, room: Rect) -> Iterator[Item]:
        """Yield cards of the deck, fanned out in a rectangle, if it is high enough."""
        if not self.shown or room.height < LEAST_FAN:
            return
        card = self.shown[0]
        sine, cosine = math.sin(math.radians(max(FAN))), math.cos(math.radians(max(FAN)))
        below = 2.2 * card.height  # from the point about which the cards turn to the middle of a card
        wide = 2 * below * sine + card.width * cosine + card.height * sine
        high = card.height + below * (1 - cosine) + card.width / 2 * sine
        scale = min(MOST_FAN, room.width / wide, room.height / high)
        top = room.y + (room.height - high * scale) / 2 + card.height / 2 * scale
        first = (len(FAN) - len(self.shown)) // 2
        for scene, turn in zip(self.shown, FAN[first:], strict=False):
            place = Matrix.place(room.centre[0], top + below * scale, turn=turn, scale=scale)
            about = place.after(Matrix.place(-scene.width / 2, -below - scene.height / 2))
            face = reduced_face(scene, scene.width * scale)
            edge = rectangle(scene.box, stroke=Stroke(self.palette.ink, 0.3 / scale))
            yield Group((Group((Use(face),), clip=rectangle(scene.box)), edge), about, layer=THUMBNAIL)

    def _side_text(self, side: Rect) -> Text:
        """Return the title on a side, reading downwards."""
        most = min(20.0, 0.5 * side.width / MM_PER_POINT)
        size, tracking = fit_line(self.title, "condensed-extrabold", most, side.height - 2 * MARGIN, tracking=0.4)
        x = side.centre[0] - cap_height("condensed-extrabold", size) / 2
        return Text(
            x, side.centre[1], self.title, "condensed-extrabold", size, self.palette.paper, "middle", 90, tracking
        )

    def _line(self, words: str, font: str, size_pt: float, panel: Rect, *, turn: float) -> Text:
        """Return a line in the middle of a panel."""
        size, tracking = fit_line(
            words, font, min(size_pt, 0.5 * panel.height / MM_PER_POINT), panel.width - 2 * MARGIN
        )
        half = cap_height(font, size) / 2
        y = panel.centre[1] + (-half if turn == 180 else half)
        return Text(panel.centre[0], y, words, font, size, self.palette.paper, "middle", turn, tracking)


def _centred(words: str, font: str, size_pt: float, room: Rect, colour: Colour) -> Iterable[Text]:
    """Return a text in the middle of a rectangle, in the largest type that fits."""
    block = fit_block(words, font, size_pt, room.width, room.height)
    return block.at(room.centre[0], room.y + (room.height - block.height) / 2, colour, "middle")
