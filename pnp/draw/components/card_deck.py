"""Decks of cards: a face for each rank in each suit and for spare cards, and a back that is alike either way up."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.board import Board
from pnp.draw.components.card import BLEED, CardFaces, draw_cards
from pnp.draw.fault import Fault, contrast_too_low, furniture_too_small, letter_not_in_typeface
from pnp.draw.icons.pictures import HEIGHT, WIDTH, Paint, draw_picture
from pnp.draw.text_lines import READABLE
from pnp.draw.typography import dress
from pnp.findings import Finding
from pnp.fitting import TextBlock, fit_block, fit_line
from pnp.icon_paths import outline_path, polygon_outline
from pnp.model.component import CardDeck, Rank
from pnp.model.game import Game
from pnp.model.symbols import IconLibrary
from pnp.palette import INK, WHITE, mix
from pnp.scene import Colour, Group, Item, Matrix, Rect, Scene, Stroke, Text, Use, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm, points

POKER_WIDTH: Mm = 63.5
"""The width of card at which sizes of type and places are as given."""
SMALLEST_PT, LEAST_TITLE_PT = 7.0, 10.0
TITLE_PT, SAYS_PT, INDEX_PT = 22.0, 10.0, 25.0
SAFE: Mm = 3.6
"""Nothing that matters is nearer to the cut."""

PIPS = {
    "heart": "M0 .95C-.35 .5-1 .15-1-.4C-1-.75-.75-.95-.5-.95C-.25-.95-.08-.8 0-.55C.08-.8 .25-.95 .5-.95"
    "C.75-.95 1-.75 1-.4C1 .15 .35 .5 0 .95Z",
    "diamond": "M0-1.05C.2-.6 .45-.25 .75 0C.45 .25 .2 .6 0 1.05C-.2 .6-.45 .25-.75 0C-.45-.25-.2-.6 0-1.05Z",
    "spade": "M0-1C.35-.55 .95-.15 .95 .35C.95 .7 .7 .85 .48 .85C.28 .85 .14 .76 .08 .6C.1 .8 .2 .95 .36 1.05H-.36"
    "C-.2 .95-.1 .8-.08 .6C-.14 .76-.28 .85-.48 .85C-.7 .85-.95 .7-.95 .35C-.95-.15-.35-.55 0-1Z",
    "club": "O0-.52 .46O-.5 .2 .46O.5 .2 .46O0 0 .3M.06 .1C.08 .65 .18 .95 .36 1.05H-.36C-.18 .95-.08 .65-.06 .1Z",
    "star": "M0 -0.98L0.2527 -0.2679L1.0081 -0.2476L0.409 0.2129L0.6231 0.9376L0 0.51"
    "L-0.6231 0.9376L-0.409 0.2129L-1.0081 -0.2476L-0.2527 -0.2679Z",
    "disc": "O0 0 .8",
}
"""The outline of each pip, in a square of 2 by 2 about (0, 0). Drawn, since typefaces may lack them."""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One card of a deck: its id, how many there are, its path in the data, what it says, its index, pip and colour."""

    id: str
    copies: int
    path: str
    rank: Rank
    index: str
    pip: str
    colour: Colour


def deck_cards(id_: str, deck: CardDeck) -> Iterator[DeckCard]:
    """The cards of a deck, suit by suit, then the spare ones."""
    for suit_id, suit in deck.suits.items():
        for rank_id, rank in deck.ranks.items():
            path = f"components.{id_}.ranks.{rank_id}"
            yield DeckCard(f"{id_}-{suit_id}-{rank_id}", 1, path, rank, rank_id, suit.pip, suit.colour)
    for spare_id, spare in deck.spares.items():
        path = f"components.{id_}.spares.{spare_id}"
        yield DeckCard(f"{id_}-{spare_id}", spare.copies, path, spare, spare.name or spare_id, "star", deck.accent)


def draw_deck(game: Game, id_: str) -> dict[str, CardFaces]:
    """Both sides of every card of a deck by the card's id; all have the same back. `KeyError` if there is none such."""
    deck = _deck(game, id_)
    back = _back(deck)
    return {card.id: CardFaces.of(_face(game.icons, deck, card)[0], back) for card in deck_cards(id_, deck)}


def draw_all_cards(game: Game, board: Board | None) -> dict[str, dict[str, CardFaces]]:
    """The cards of each component that is a card or a deck, by its id."""
    found = {id_: {id_: faces} for id_, faces in draw_cards(game, board).items()}
    decks = (id_ for id_, deck in game.components.items() if isinstance(deck, CardDeck))
    return {**found, **{id_: draw_deck(game, id_) for id_ in decks}}


def deck_findings(game: Game) -> tuple[Finding, ...]:
    """What of decks cannot be printed as the data has it: D003, D004 and D006."""
    found = []
    for id_, deck in game.components.items():
        if not isinstance(deck, CardDeck):
            continue
        for suit_id, suit in deck.suits.items():
            for fault in contrast_too_low("colour", "the index", suit.colour, WHITE, READABLE):
                spot = game.spot(f"components.{id_}.suits.{suit_id}.colour")
                found.append(Finding(fault.code, spot, fault.wrong, fault.write))
        for fault in contrast_too_low("accent", "text", WHITE, deck.accent, READABLE):
            found.append(Finding(fault.code, game.spot(f"components.{id_}.accent"), fault.wrong, fault.write))
        for card in deck_cards(id_, deck):
            for fault in _face(game.icons, deck, card)[1]:
                spot = game.spot(f"{card.path}.{fault.field}")
                found.append(Finding(fault.code, spot, fault.wrong, fault.write))
    return tuple(dict.fromkeys(found))


def _deck(game: Game, id_: str) -> CardDeck:
    deck = game.components[id_]
    if not isinstance(deck, CardDeck):
        raise KeyError(id_)
    return deck


# ---------------------------------------------------------------- faces


def _face(icons: IconLibrary, deck: CardDeck, card: DeckCard) -> tuple[Scene, tuple[Fault, ...]]:
    """Index and pip in all corners, the lower ones turned; title, picture and sentence between them."""
    width, height = deck.width, deck.height
    unit = min(width / POKER_WIDTH, height / (POKER_WIDTH * 1.4))
    index = _index(card, unit)
    faults: list[Fault] = []
    items: list[Item] = [rectangle(Rect(0, 0, width, height).grown(BLEED), fill=WHITE)]
    for turn, x, y in ((0, 0.0, 0.0), (180, width, height)):
        items.append(Group((*index, *_mirror_place(index, width)), Matrix.place(x, y, turn=turn)))
    top, foot = 20.2 * unit, height - 19.2 * unit
    title = dress(card.rank.title)
    room = Rect(SAFE + 1.5 * unit, top, width - 2 * SAFE - 3 * unit, 9.6 * unit)
    made = fit_block(
        title,
        "condensed-bold",
        max(TITLE_PT * unit, LEAST_TITLE_PT),
        room.width,
        room.height,
        smallest_pt=LEAST_TITLE_PT,
    )
    faults += _too_large(made, room, "title", LEAST_TITLE_PT)
    items += made.at(width / 2, room.y + (room.height - made.height) / 2, INK, "middle")
    says = dress(card.rank.says)
    words = Rect(room.x, foot - 12.6 * unit, room.width, 12.6 * unit)
    if says:
        size = max(SAYS_PT * unit, SMALLEST_PT)
        sentence = fit_block(says, "sans", size, words.width, words.height, smallest_pt=SMALLEST_PT).balanced()
        faults += _too_large(sentence, words, "says", SMALLEST_PT)
        items += sentence.at(width / 2, words.y + (words.height - sentence.height) / 2, INK, "middle")
    field = Rect(room.x, room.bottom + 1.4 * unit, room.width, words.y - room.bottom - 2.4 * unit)
    items += _picture(icons, deck, card, field, unit)
    for name, text, font in (("title", title, "condensed-bold"), ("says", says, "sans")):
        faults += letter_not_in_typeface(name, text, font)
    return Scene(card.id, width, height, tuple(items), bleed=BLEED), tuple(faults)


def _too_large(made: TextBlock, room: Rect, field: str, size_pt: float) -> tuple[Fault, ...]:
    what = {"says": "sentence"}.get(field, field)
    faults = (
        *furniture_too_small(what, "high", made.height, room.height + 1e-6, size_pt),
        *furniture_too_small(what, "wide", made.width, room.width + 1e-6, size_pt),
    )
    write = "write fewer or shorter words"
    return tuple(fault._replace(field=field, write=write) for fault in faults)


def _index(card: DeckCard, unit: float) -> tuple[Item, ...]:
    """Index and pip for the top left corner, about the card's top left."""
    x, y = 8.2 * unit, SAFE + 0.6 * unit
    pip = outline_path(PIPS[card.pip], fill=card.colour)
    if len(card.index) > 2:  # a name: the pip above, the name small
        size, _ = fit_line(card.index, "condensed-bold", max(9 * unit, SMALLEST_PT), 11 * unit, smallest_pt=SMALLEST_PT)
        cap = cap_height("condensed-bold", size)
        name = Text(x, round(y + 8.4 * unit + cap, 3), card.index, "condensed-bold", size, card.colour, "middle")
        return (Group((pip,), Matrix.place(x, y + 3.4 * unit, scale=3.3 * unit)), name)
    size = INDEX_PT * unit
    cap = cap_height("condensed-bold", size)
    rank = Text(x, round(y + cap, 3), card.index, "condensed-bold", size, card.colour, "middle")
    return (rank, Group((pip,), Matrix.place(x, y + cap + 5.2 * unit, scale=3.1 * unit)))


def _mirror_place(index: tuple[Item, ...], width: Mm) -> tuple[Item, ...]:
    """The index again, upright, in the corner on the right."""
    text = next(item for item in index if isinstance(item, Text))
    return (Group(index, Matrix.place(width - 2 * text.x, 0)),)


def _picture(icons: IconLibrary, deck: CardDeck, card: DeckCard, field: Rect, unit: float) -> list[Item]:
    """The picture on a tint of the deck's accent; without one, the suit's pip."""
    ground = mix(deck.accent, WHITE, 0.1)
    items: list[Item] = [rectangle(field, fill=ground, radius=2.5 * unit)]
    if not card.rank.picture:
        pip = outline_path(PIPS[card.pip], fill=card.colour)
        return [*items, Group((pip,), Matrix.place(*field.centre, scale=field.height * 0.34))]
    art = draw_picture(icons, card.rank.picture, Paint(ground, deck.accent))
    scale = min((field.width - 4 * unit) / WIDTH, (field.height - 2.4 * unit) / HEIGHT)
    x, y = field.centre
    return [*items, Use(art, Matrix.place(x - WIDTH * scale / 2, y - HEIGHT * scale / 2, scale=scale))]


# ---------------------------------------------------------------- the back


def _back(deck: CardDeck) -> Scene:
    """A calm pattern inside a white edge, and the words in the middle both ways up."""
    width, height = deck.width, deck.height
    unit = min(width / POKER_WIDTH, height / (POKER_WIDTH * 1.4))
    inner = Rect(0, 0, width, height).grown(-SAFE)
    items: list[Item] = [
        rectangle(Rect(0, 0, width, height).grown(BLEED), fill=WHITE),
        rectangle(inner, fill=deck.accent, radius=2.4 * unit),
        *_pattern(deck, inner, unit),
    ]
    light = mix(WHITE, deck.accent, 0.72)
    items.append(rectangle(inner.grown(-1.6 * unit), stroke=Stroke(light, 0.35 * unit), radius=1.6 * unit))
    words = dress(deck.back or deck.name).upper()
    panel = Rect(inner.x + 6 * unit, height / 2 - 10 * unit, inner.width - 12 * unit, 20 * unit)
    items.append(rectangle(panel, fill=deck.accent, stroke=Stroke(light, 0.5 * unit), radius=2 * unit))
    size, tracking = fit_line(
        words, "condensed-bold", 17 * unit, panel.width - 5 * unit, smallest_pt=SMALLEST_PT, tracking=0.5 * unit
    )
    cap = cap_height("condensed-bold", size)
    said = Text(width / 2, height / 2 - 1.7 * unit, words, "condensed-bold", size, WHITE, "middle", tracking=tracking)
    rule = rectangle(Rect(panel.x + 5 * unit, height / 2 - 0.1 * unit, panel.width - 10 * unit, 0.2 * unit), fill=light)
    assert cap < panel.height / 2
    items += [said, rule, Group((said,), Matrix.place(width, height, turn=180))]
    return Scene(f"{deck.name} back", width, height, tuple(items), bleed=BLEED)


def _pattern(deck: CardDeck, room: Rect, unit: float) -> Iterator[Item]:
    """Diamonds in rows, the same either way up: they are counted from the middle."""
    step, half = 4.6 * unit, 1.25 * unit
    inside = room.grown(-3.4 * unit)
    cx, cy = room.centre
    shade = mix(WHITE, deck.accent, 0.2)
    across, down = math.floor(inside.width / 2 / step), math.floor(inside.height / 2 / step)
    marks = []
    for i in range(-2 * across, 2 * across + 1):
        for j in range(-2 * down, 2 * down + 1):
            if (i + j) % 2 == 0 and abs(i) * step / 2 <= inside.width / 2 and abs(j) * step / 2 <= inside.height / 2:
                x, y = cx + i * step / 2, cy + j * step / 2
                marks.append(polygon_outline(((x, y - half), (x + half, y), (x, y + half), (x - half, y))))
    yield outline_path("".join(marks), fill=shade)
    yield rectangle(inside.grown(1.6 * unit), stroke=Stroke(shade, points(0.5)), radius=unit)
