"""Scenes of play on a tabletop without hexes, seen from above, with the dice, cards and tokens that follow."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from math import fsum

from pnp.art.icons.layered_icons import HEIGHT, WIDTH, Paint, draw_picture
from pnp.art.pale_colours import pale_scene
from pnp.art.table_ground import FALL, GROUND, SHADOW, draw_ground, draw_terrain
from pnp.draw.counter.background import counter_background
from pnp.draw.cutout import arc, ray
from pnp.draw.figure.arrow import block_arrow
from pnp.extent import items_extent
from pnp.fitting import fit_line
from pnp.model.components.cards_and_decks import CardDeck
from pnp.model.example import ArmourSectors, Tableau, TableauDice, TableauPiece, TableauRing, TableauShot, TablePlace
from pnp.model.game import Game
from pnp.palette import ATTACKER, INK, RULE, WHITE
from pnp.rules.examples.example_plan import TableauResults
from pnp.rules.examples.example_run import PlayedExample
from pnp.scene import (
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
    circle,
    line,
    polygon,
    rectangle,
)
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import Mm

STRIP = "#FBF7EA"
"""The colour of the strip with the results."""
FRONT, FLANK, REAR = "#DDE3C6", "#F7DFB0", "#F0CFC4"
"""The colours of the armour sectors."""
EDGE, RING, THIN = Stroke(INK, 0.25), Stroke(INK, 0.3, dash=(1.4, 0.9)), Stroke(INK, 0.18)
LABEL, LABEL_PT, SMALL, SMALL_PT = "condensed-bold", 7.2, "condensed-semibold", 7.0
LEAST_PT = 6.2
TILE: tuple[Mm, Mm] = (12.6, 12.6)
"""Width and height of a card or token in the strip."""
PILL: Mm = 4
"""The height of a label on the table."""
DIE: Mm = 6.6
AIR: Mm = 1.4
NEXT: Mm = 4.4
"""The room of the mark between two groups in the strip."""
SHOT: Mm = 1.1
"""The width of the arrow of a shot."""
ASIDE = 32
"""By how many degrees the text of an armour sector is beside an arrow that covers its middle."""


def draw_tableau(game: Game, played: PlayedExample, results: TableauResults, width: Mm) -> Scene:
    """Draw the scene of a worked example in this width, north up, with a strip of its results below the table."""
    scene = played.example.tells.scene
    assert scene is not None
    return _TableauDrawing(game, scene, results, width).draw(f"scene-{played.id}")


class _TableauDrawing:
    """Draws one scene at its scale."""

    def __init__(self, game: Game, scene: Tableau, results: TableauResults, width: Mm) -> None:
        self.game, self.shown, self.results, self.width = game, scene, results, width
        west, south, east, north = scene.area
        self.scale = width / (east - west)
        self.table = Rect(0, 0, width, (north - south) * self.scale)

    def draw(self, name: str) -> Scene:
        """Draw the table and the strip below it."""
        strip = list(self._strip())
        height = self.table.height + (TILE[1] + 2 * AIR if strip else 0)
        table = list(draw_ground(self.table, len(self.shown.pieces)))
        for terrain in self.shown.terrain:
            table += draw_terrain(terrain, self._at, self.scale)
        for ring in self.shown.rings:
            table += self._ring(ring)
        for piece in self.shown.pieces:
            if piece.sectors:
                table += self._sectors(piece, piece.sectors)
        for piece in self.shown.pieces:
            table += self._piece(piece)
        for piece in self.shown.pieces:
            if piece.sectors:
                table += self._sector_words(piece, piece.sectors)
        for shot in self.shown.shots:
            table += block_arrow(self._at(shot.start), self._at(shot.end), SHOT, ATTACKER)
        for words, at in self._labels():
            table += self._pill(words, at)
        items: list[Item] = [Group(tuple(table), clip=rectangle(self.table))]
        if strip:
            items.append(rectangle(Rect(0, self.table.bottom, self.width, height - self.table.height), fill=STRIP))
            items += strip
            items.append(line(0, self.table.bottom, self.width, self.table.bottom, EDGE))
        items.append(rectangle(Rect(0, 0, self.width, height), stroke=EDGE))
        return Scene(name, self.width, height, tuple(items))

    # ------------------------------------------------------------ the table

    def _at(self, place: TablePlace) -> Point:
        """Convert a point on the table into a point of the drawing."""
        west, _, _, north = self.shown.area
        return (place[0] - west) * self.scale, (north - place[1]) * self.scale

    def _ring(self, ring: TableauRing) -> Iterator[Item]:
        """Yield the circle of a distance."""
        yield circle(*self._at(ring.at), ring.radius * self.scale, fill=WHITE, opacity=0.2)
        yield circle(*self._at(ring.at), ring.radius * self.scale, stroke=RING)

    def _sectors(self, piece: TableauPiece, sectors: ArmourSectors) -> Iterator[Item]:
        """Yield the four quarters about a piece."""
        middle, radius = self._at(piece.at), sectors.radius * self.scale
        for turn, fill in ((0, FRONT), (90, FLANK), (180, REAR), (270, FLANK)):
            bearing = piece.heading + 90 + turn
            letters, curve = arc(middle, radius, bearing - 45, bearing + 45)
            yield Path(f"ML{letters}Z", (*middle, *ray(middle, radius, bearing - 45), *curve), fill, THIN)

    def _sector_words(self, piece: TableauPiece, sectors: ArmourSectors) -> Iterator[Item]:
        """Yield the text of each quarter about a piece at its rim, below the arrow of a shot if there is one."""
        middle, radius = self._at(piece.at), sectors.radius * self.scale
        words = ((0, sectors.front), (90, sectors.side), (180, sectors.rear), (270, sectors.side))
        for turn, says in words:
            bearing = piece.heading + 90 + turn
            places = [ray(middle, radius * 0.8, bearing + aside) for aside in (0, -ASIDE, ASIDE)]
            hit = any(self._near_shot(places[0], shot) for shot in self.shown.shots)
            x, y = max(places[1:], key=lambda place: place[1]) if hit else places[0]
            yield Text(x, y + cap_height(SMALL, SMALL_PT) / 2, says, SMALL, SMALL_PT, INK, "middle")

    def _near_shot(self, place: Point, shot: TableauShot) -> bool:
        """Return whether the arrow of a shot covers a point or its surroundings."""
        (x1, y1), (x2, y2) = self._at(shot.start), self._at(shot.end)
        along = ((place[0] - x1) * (x2 - x1) + (place[1] - y1) * (y2 - y1)) / max(math.dist((x1, y1), (x2, y2)) ** 2, 1)
        share = min(max(along, 0), 1)
        return math.dist(place, (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)) < 3 * SHOT

    def _piece(self, piece: TableauPiece) -> Iterator[Item]:
        """Yield the picture of a piece, turned to its heading, above its shadow."""
        picture = draw_picture(self.game.icons, piece.picture, Paint(GROUND, INK))
        ink = items_extent(picture.items) or picture.box
        place = Matrix.place(*self._at(piece.at), turn=piece.heading, scale=piece.wide * self.scale / ink.width)
        place = place.after(Matrix.place(-ink.centre[0], -ink.centre[1]))
        yield Use(pale_scene(picture, SHADOW, 0), Matrix.place(*FALL).after(place))
        yield Use(picture, place)

    def _labels(self) -> Iterator[tuple[str, Point]]:
        """Yield the texts on the table and the middles of their pills."""
        for shot in self.shown.shots:
            (x1, y1), (x2, y2) = self._at(shot.start), self._at(shot.end)
            if shot.says:
                yield shot.says, ((x1 + x2) / 2, (y1 + y2) / 2 - (3.2 if abs(x2 - x1) > abs(y2 - y1) else 0))
        for ring in self.shown.rings:
            x, y = self._at(ring.at)
            if ring.says:
                yield ring.says, (x, y + ring.radius * self.scale - 2.4)
        for piece in self.shown.pieces:
            if piece.label:
                x, y = self._at(piece.at)
                turn = math.radians(piece.heading)
                half = piece.wide * self.scale / 2
                yield piece.label, (x, y + half * max(0.55, abs(math.sin(turn))) + 2.6)

    def _pill(self, words: str, middle: Point) -> Iterator[Item]:
        """Yield a text on a white pill, inside the table."""
        wide = text_width(words, LABEL, LABEL_PT) + 2.2
        x = min(max(middle[0], wide / 2 + 0.6), self.width - wide / 2 - 0.6)
        y = min(max(middle[1], PILL / 2 + 0.5), self.table.height - PILL / 2 - 0.5)
        yield rectangle(Rect(x - wide / 2, y - PILL / 2, wide, PILL), fill=WHITE, stroke=THIN, radius=1)
        yield Text(x, y + cap_height(LABEL, LABEL_PT) / 2, words, LABEL, LABEL_PT, INK, "middle")

    # ------------------------------------------------------------ the strip

    def _strip(self) -> Iterator[Item]:
        """Yield the dice, the cards and the tokens in a row, with a mark between two groups."""
        groups = [
            *self._dice_groups(),
            [self._card(rank) for rank in self.results.cards],
            [self._token(word) for word in self.results.tokens],
        ]
        groups = [group for group in groups if group]
        if not groups:
            return
        used = fsum(wide + AIR for group in groups for wide, _ in group) - AIR * len(groups) + NEXT * (len(groups) - 1)
        x, top = (self.width - used) / 2, self.table.bottom + AIR
        for number, group in enumerate(groups):
            if number:
                y = top + TILE[1] / 2
                yield polygon(((x + 1.2, y - 1.3), (x + 3.2, y), (x + 1.2, y + 1.3)), fill=RULE)
                x += NEXT
            for place, (wide, items) in enumerate(group):
                x += AIR if place else 0
                yield Group(tuple(items), Matrix.place(x, top))
                x += wide

    def _dice_groups(self) -> Iterator[list[tuple[Mm, Sequence[Item]]]]:
        """Yield the dice of each roll; those of an opposed roll are grouped by the rounds in which both sides roll."""
        shown = zip(self.shown.dice, self.results.dice, strict=True)
        for _, same in groupby(shown, key=lambda one: one[0].roll.partition(".")[0]):
            parties = list(same)
            if len(parties) == 1:
                yield [self._dice(rolls, dice) for dice, rolls in parties]
                continue
            for faces in zip_longest(*(rolls for _, rolls in parties)):
                rolled = zip(parties, faces, strict=True)
                yield [self._dice((face,), dice) for (dice, _), face in rolled if face is not None]

    def _dice(self, faces: Sequence[str], dice: TableauDice) -> tuple[Mm, Sequence[Item]]:
        """Return dice in a row with the text below them."""
        row = len(faces) * (DIE + AIR) - AIR
        wide = max(row, text_width(dice.says, SMALL, SMALL_PT))
        items: list[Item] = []
        for number, face in enumerate(faces):
            x = (wide - row) / 2 + number * (DIE + AIR)
            items.append(Group(tuple(self._die(face, dice.sides)), Matrix.place(x, 0)))
        if dice.says:
            items.append(Text(wide / 2, TILE[1] - 0.4, dice.says, SMALL, SMALL_PT, INK, "middle"))
        return wide, items

    def _die(self, roll: str, sides: str) -> tuple[Item, ...]:
        """Return a die with the number that it shows."""
        middle, y = DIE / 2, (TILE[1] - 3) / 2
        if sides == "6":
            shape: Item = rectangle(Rect(0, y - DIE / 2, DIE, DIE), fill=WHITE, stroke=EDGE, radius=1.1)
        else:
            high, half = DIE * 0.62, DIE * 0.56
            corners = ((middle, y - high), (middle + half, y + 0.8), (middle, y + high), (middle - half, y + 0.8))
            shape = polygon(corners, fill="#F1C9B4", stroke=EDGE)
        number = Text(
            middle, y + cap_height("condensed-extrabold", 11) / 2, roll, "condensed-extrabold", 11, INK, "middle"
        )
        return shape, number

    def _card(self, rank: str) -> tuple[Mm, Sequence[Item]]:
        """Return a result card in small: its index, its picture and its title."""
        deck = next(one for one in self.game.components.values() if isinstance(one, CardDeck) and rank in one.ranks)
        card = deck.ranks[rank]
        index = Text(1, 3.9, rank, "condensed-extrabold", 8.5, next(iter(deck.suits.values())).colour)
        return self._tile(card.picture, card.title, Paint(WHITE, deck.accent), WHITE, INK, (index,))

    def _token(self, word: str) -> tuple[Mm, Sequence[Item]]:
        """Return a token in small: its picture above its word."""
        for counter in self.game.counters.values():
            for face in (counter.front, counter.back):
                if face.word == word:
                    background = counter_background(self.game, counter, face)
                    return self._tile(face.picture, word, background.paint(), background.colour, ATTACKER, ())
        return self._tile("", word, Paint(WHITE, INK), WHITE, ATTACKER, ())

    def _tile(
        self, picture: str, words: str, paint: Paint, fill: Colour, edge: Colour, items: Sequence[Item]
    ) -> tuple[Mm, Sequence[Item]]:
        """Return a small card or token with a picture above its words."""
        wide, high = TILE
        made: list[Item] = [rectangle(Rect(0, 0, wide, high), fill=fill, stroke=Stroke(edge, 0.3), radius=0.8)]
        left = 3.4 if items else 0.6
        if picture in self.game.icons.pictures:
            scale = min((wide - left - 0.6) / WIDTH, (high - 4) / HEIGHT)
            x, y = left + (wide - left - 0.6 - WIDTH * scale) / 2, 0.8 + (high - 4 - HEIGHT * scale) / 2
            made.append(Use(draw_picture(self.game.icons, picture, paint), Matrix.place(x, y, scale=scale)))
        size, tracking = fit_line(dress(words), LABEL, LABEL_PT, wide - 1, smallest_pt=LEAST_PT)
        made.append(Text(wide / 2, high - 0.9, dress(words), LABEL, size, INK, "middle", tracking=tracking))
        return wide, (*made, *items)
