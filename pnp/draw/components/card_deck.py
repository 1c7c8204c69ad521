"""Decks of cards: a front for each rank of each suit and each spare card, and one common back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.art.icons.layered_icons import HEIGHT, WIDTH, Paint, draw_picture
from pnp.board import Board
from pnp.draw.card_faces import CARD_BLEED, CARD_DRAWINGS, CARD_FINDINGS, CardFaces
from pnp.draw.card_sentence import CardSentence, SentenceRoom, fit_sentence
from pnp.draw.counter.background import counter_background
from pnp.draw.fault import (
    contrast_faults,
    drawn_finding,
    furniture_too_small,
    letter_not_in_typeface,
    text_too_long,
)
from pnp.draw.text_lines import READABLE
from pnp.findings import Fault, Finding
from pnp.fitting import FittedText, fit_block, fit_line
from pnp.icon_paths import outline_path, polygon_outline, read_outline
from pnp.model.components.cards_and_decks import SHORT_INDEX, CardDeck, DeckCard
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.symbols import IconLibrary
from pnp.palette import INK, RED, WHITE, mix
from pnp.scene import Group, Item, Matrix, Path, Rect, Scene, Stroke, Text, Use, polygon, rectangle
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import Mm, points

POKER_WIDTH: Mm = 63.5
"""The width of a card for which the sizes below are stated; other cards scale them."""
SMALLEST_PT, LEAST_TITLE_PT = 7.0, 10.0
TITLE_PT, SAYS_PT, INDEX_PT = 22.0, 12.5, 22.0
CORNER_WIDTH: Mm = 12.0
TITLE_ROOM: tuple[tuple[Mm, Mm, Mm, Mm], ...] = ((14.3, 8.3, 6.0, 10.4), (CORNER_WIDTH, 6.0, 4.6, 10.6))
"""The room for the title on a white card, inside its frame, and on a tinted one: white space at the left and the right,
top and height. Both have one middle."""
SAYS_HIGH: tuple[Mm, Mm] = (17.4, 14.2)
"""The height of the field for the sentence on a white card and on a tinted one, whose scene is higher."""
TOKEN_HIGH: tuple[Mm, Mm] = (20.2, 17.0)
"""The height of the foot with the token on a white card and on a tinted one."""
TOKEN_BOX: Mm = 11.4
"""The side of the picture of the token."""
AIR: Mm = 2.6
"""The white above and below a sentence between the scene and the foot of a tinted card, together."""
WHITE_EDGE: Mm = 2.4
"""The white edge of a tinted card, so that a cut between two cards shows no other colour."""
FOOT_FREE: Mm = 6.4
"""The white below a sentence that goes down to the lower edge of the frame."""
SAFE: Mm = 3.6
"""Text and pictures keep this distance from the cut."""
CORNER: tuple[Mm, Mm] = (CORNER_WIDTH, 16.4)
"""Width and height of the field for the index at two corners, around which the frame runs."""
PLACE = "PLACE THE TOKEN"
NAME_ROOM: Mm = 7.4
"""The width of the text at a corner."""
NAME_PT = 9.0
"""The largest size of a text of more than two letters at a corner."""

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
"""The outline of each pip, in a square of 2 by 2 about (0, 0). Typefaces may lack these signs."""


@CARD_DRAWINGS.enter("card-deck")
def draw_deck(deck: CardDeck, game: Game, board: Board | None, id_: str) -> dict[str, CardFaces]:
    """Draw both sides of every card; return them by the card's id.

    All cards have the same back.
    """
    back = _deck_back(game.icons, deck)
    return {card.id: CardFaces.of(_card_face(game, deck, card)[0], back) for card in deck.cards(id_)}


@CARD_FINDINGS.enter("card-deck")
def deck_findings(deck: CardDeck, game: Game, id_: str) -> Iterator[Finding]:
    """Yield findings on unreadable colours (D003, D012), missing letters (D004) and long texts (D001, D006)."""
    faults = [
        fault._replace(path=f"components.{id_}.suits.{suit_id}.colour")
        for suit_id, suit in deck.suits.items()
        for fault in contrast_faults("colour", "the index", suit.colour, WHITE, READABLE)
    ]
    faults += [
        fault._replace(path=f"components.{id_}.accent")
        for fault in contrast_faults("accent", "text", WHITE, deck.accent, READABLE)
    ]
    for card in deck.cards(id_):
        faults += [fault._replace(path=f"{card.path}.{fault.path}") for fault in _card_face(game, deck, card)[1]]
    for fault in faults:
        yield drawn_finding(fault, game.spot(fault.path))


# ---------------------------------------------------------------- faces


def _card_face(game: Game, deck: CardDeck, card: DeckCard) -> tuple[Scene, tuple[Fault, ...]]:
    """Draw the front of a deck's card; return the scene and the faults of its texts.

    A frame in the colour of the suit runs around the index at two corners. Inside it are the title, the picture, the
    sentence, and at the foot the token with the number of the rule.
    """
    width, height = deck.width, deck.height
    card_scale = min(width / POKER_WIDTH, height / (POKER_WIDTH * 1.4))
    index, faults = _corner_index(card, card_scale)
    items: list[Item] = [rectangle(Rect(0, 0, width, height).grown(CARD_BLEED), fill=WHITE)]
    if card.rank.tint:
        panel = Rect(0, 0, width, height).grown(-WHITE_EDGE)
        items.append(rectangle(panel, fill=card.rank.tint, radius=2.6 * card_scale))
    else:
        items += _card_frame(card, width, height, card_scale)
    for turn, x, y in ((0, 0.0, 0.0), (180, width, height)):
        items.append(Group(index, Matrix.place(x, y, turn=turn)))
    title = dress(card.rank.title).upper()
    left, right, top, high = TITLE_ROOM[bool(card.rank.tint)]
    room = Rect(left * card_scale, top * card_scale, width - (left + right) * card_scale, high * card_scale)
    heading = fit_block(
        title,
        "condensed-extrabold",
        max(TITLE_PT * card_scale, LEAST_TITLE_PT),
        room.width,
        room.height,
        smallest_pt=LEAST_TITLE_PT,
    )
    faults += _text_too_large(heading, room, "title", LEAST_TITLE_PT)
    items += heading.at(room.centre[0], room.y + (room.height - heading.height) / 2, INK, "middle")
    inside = Rect(6.5 * card_scale, 0, width - 13 * card_scale, 0)
    token = game.counters.get(card.rank.token)
    tinted = bool(card.rank.tint)
    foot = height - ((TOKEN_HIGH[tinted] if token else CORNER[1]) + 1.2) * card_scale
    words = Rect(inside.x, foot - SAYS_HIGH[tinted] * card_scale, inside.width, (SAYS_HIGH[tinted] - 0.8) * card_scale)
    top = (CORNER[1] + (-0.8 if tinted else 2.2)) * card_scale
    picture = card.rank.picture or (tinted and card.scene)
    says, on_picture = dress(card.rank.says), False
    if says.strip():
        begins = (words.y,) if picture else (words.y, top)
        rooms = _says_rooms(begins, words, AIR * card_scale if tinted else 0, 0 if token else height, card_scale)
        sentence = fit_sentence(says, rooms, max(SAYS_PT * card_scale, SMALLEST_PT), SMALLEST_PT)
        most = Rect(words.x, sentence.room.top, words.width, sentence.room.height + rooms[0].top - words.y)
        spent = " or ".join(name for name, there in (("picture", picture), ("token", token)) if there)
        faults += _text_too_large(sentence, most, "says", SMALLEST_PT, spent)
        items += sentence.at(width / 2)
        on_picture = sentence.room.top < words.y
    field = Rect(inside.x, top, inside.width, words.y - top - (0 if tinted else 1.2) * card_scale)
    if tinted and (card.scene or card.rank.picture):
        items.append(_scene_band(game.icons, deck, card, Rect(WHITE_EDGE, top, width - 2 * WHITE_EDGE, field.height)))
    elif not tinted and not on_picture:
        items += _picture_field(game.icons, deck, card, field, card_scale)
    if token:
        items += _token_line(
            game, token, card, Rect(inside.x, foot, inside.width, (TOKEN_BOX + 2) * card_scale), card_scale
        )
    for name, text, font in (("title", title, "condensed-extrabold"), ("says", " ".join(says.split()), "sans")):
        faults += letter_not_in_typeface(name, text, font)
    return Scene(card.id, width, height, tuple(items), bleed=CARD_BLEED), tuple(faults)


def _says_rooms(begins: Sequence[Mm], words: Rect, air: Mm, height: Mm, card_scale: float) -> tuple[SentenceRoom, ...]:
    """Return the rooms for the sentence of a card that begin at these heights, the usual one first.

    Each goes down to the foot; if the card is `height` high and its foot is free, another one goes on beside the index.
    `air` is kept free above and below the sentence together.
    """
    whole = [SentenceRoom(y + air / 2, words.width, words.bottom - y - air) for y in begins]
    narrow = words.width - 2 * (TITLE_ROOM[0][0] * card_scale - words.x)
    low = height - FOOT_FREE * card_scale
    stepped = [replace(one, height=low - one.top, shoulder=words.bottom - one.top, narrow=narrow) for one in whole]
    return (*whole, *(stepped if height else ()))


def _card_frame(card: DeckCard, width: Mm, height: Mm, card_scale: float) -> Iterator[Item]:
    """Yield the double frame of a card, which runs around the index at two corners."""
    across, down = CORNER[0] * card_scale, CORNER[1] * card_scale
    for edge, pen in ((SAFE * card_scale, 0.78 * card_scale), ((SAFE + 1.1) * card_scale, 0.3)):
        inset = edge - SAFE * card_scale
        right, foot = width - edge, height - edge
        corners = (
            *((across + inset, edge), (right, edge), (right, height - down - inset)),
            *((width - across - inset, height - down - inset), (width - across - inset, foot), (edge, foot)),
            *((edge, down + inset), (across + inset, down + inset)),
        )
        yield polygon(corners, stroke=Stroke(card.colour, pen, join="round"))


def _token_line(game: Game, token: Counter, card: DeckCard, room: Rect, card_scale: float) -> Iterator[Item]:
    """Yield the foot of a card: a rule, the token without its words, its name, and the number of the rule.

    Token and words are in the middle of the card, as the title and the sentence are.
    """
    yield rectangle(Rect(room.x, room.y, room.width, 0.2), fill=card.colour)
    turned = token.back.word.upper() == card.rank.title.upper() != token.front.word.upper()
    face = token.back if turned else token.front
    side, gap = TOKEN_BOX * card_scale, 2 * card_scale
    most = room.width - side - gap - 2 * (CORNER[0] - (room.x / card_scale)) * card_scale
    name, rule = (face.word or token.label).upper(), card.rank.rule[0] if card.rank.rule else ""
    words = (
        (PLACE, "condensed-semibold", SMALLEST_PT, INK, 2.9),
        (name, "condensed-bold", max(11 * card_scale, SMALLEST_PT), INK, 7.0),
        (f"Rule {rule}" if rule else "", "condensed-semibold", max(7.6 * card_scale, SMALLEST_PT), RED, 10.7),
    )
    fitted = [(*line, fit_line(*line[:3], most, smallest_pt=SMALLEST_PT)[0]) for line in words if line[0]]
    width = side + gap + max(text_width(text, font, size) for text, font, _, _, _, size in fitted)
    box = Rect(room.centre[0] - width / 2, room.y + 2 * card_scale, side, side)
    background = counter_background(game, token, face)
    yield rectangle(box, fill=background.colour, stroke=Stroke(INK, 0.2), radius=0.6)
    if face.picture in game.icons.pictures:
        art = draw_picture(game.icons, face.picture, background.paint())
        scale = 0.92 * min(box.width / WIDTH, box.height / HEIGHT)
        x, y = box.centre
        yield Use(art, Matrix.place(x - WIDTH * scale / 2, y - HEIGHT * scale / 2, scale=scale))
    for text, font, _, colour, y, size in fitted:
        yield Text(box.right + gap, box.y + y * card_scale, text, font, size, colour)


def _text_too_large(
    block: FittedText | CardSentence, room: Rect, field: str, size_pt: float, spent: str = ""
) -> tuple[Fault, ...]:
    """Return a fault (D006) if a text block is higher or wider than its rectangle on the card.

    `spent` names what else takes room on the card and may be left out.
    """
    what = {"says": "sentence"}.get(field, field)
    faults = (
        *furniture_too_small(what, "high", block.height, room.height + 1e-6, size_pt),
        *furniture_too_small(what, "wide", block.width, room.width + 1e-6, size_pt),
    )
    write = "write fewer or shorter words, or make the cards larger (width and height of the deck)"
    write += f", or leave out the {spent} of this card" if spent else ""
    return tuple(fault._replace(path=field, write=write) for fault in faults)


def _corner_index(card: DeckCard, card_scale: float) -> tuple[tuple[Item, ...], list[Fault]]:
    """Draw the index of a card (such as `K`) and the pip in its top left corner; return faults of the name.

    An index without room there is not drawn, which is a fault if the data states it as the name of the card.
    """
    x, y = 7.4 * card_scale, (SAFE + 0.2) * card_scale
    text, font, room = card.index, "condensed-bold", NAME_ROOM * card_scale
    pip = outline_path(PIPS[card.pip], fill=card.colour)
    if 0 < len(text) <= SHORT_INDEX:
        font, size = "condensed-extrabold", (INDEX_PT if len(text) < 2 else 0.86 * INDEX_PT) * card_scale
        size, _ = fit_line(text, font, size, room, smallest_pt=min(size, SMALLEST_PT))
        cap = cap_height(font, size)
        rank = Text(x, round(y + cap, 3), text, font, size, card.colour, "middle")
        return (rank, Group((pip,), Matrix.place(x, y + cap + 3.6 * card_scale, scale=2.4 * card_scale))), []
    alone = Group((pip,), Matrix.place(x, y + 5.6 * card_scale, scale=3.3 * card_scale))
    if not text:
        return (alone,), []
    size, _ = fit_line(text, font, max(NAME_PT * card_scale, SMALLEST_PT), room, smallest_pt=SMALLEST_PT)
    too_long = text_too_long("name", text, text_width(text, font, size), room, size) if size == SMALLEST_PT else ()
    if too_long:
        write = f'{too_long[0].write}, or name: "" to print none at the corners'
        return (alone,), [too_long[0]._replace(write=write)] if card.rank.name else []
    # the pip is above the small name
    cap, mark = cap_height(font, size), Group((pip,), Matrix.place(x, y + 3.4 * card_scale, scale=3.3 * card_scale))
    return (mark, Text(x, round(y + 8.4 * card_scale + cap, 3), text, font, size, card.colour, "middle")), []


def _picture_field(icons: IconLibrary, deck: CardDeck, card: DeckCard, field: Rect, card_scale: float) -> list[Item]:
    """Draw the picture in the middle of a card, or the pip if the card has no picture.

    The area behind it has a pale tint of the colour of the suit.
    """
    background = mix(card.colour, WHITE, 0.14)
    edge = Stroke(INK, 0.39 * card_scale)
    items: list[Item] = [rectangle(field, fill=background, stroke=edge, radius=1.8 * card_scale)]
    if not card.rank.picture:
        pip = outline_path(PIPS[card.pip], fill=card.colour)
        return [*items, Group((pip,), Matrix.place(*field.centre, scale=field.height * 0.34))]
    art = draw_picture(icons, card.rank.picture, Paint(background, deck.accent))
    scale = min((field.width - 4 * card_scale) / WIDTH, (field.height - 2.4 * card_scale) / HEIGHT)
    x, y = field.centre
    return [*items, Use(art, Matrix.place(x - WIDTH * scale / 2, y - HEIGHT * scale / 2, scale=scale))]


def _scene_band(icons: IconLibrary, deck: CardDeck, card: DeckCard, band: Rect) -> Item:
    """Return the scene of a card as a band that it fills, with a line at both edges."""
    art = draw_picture(icons, card.scene or card.rank.picture, Paint(card.rank.tint or WHITE, deck.accent))
    scale = max(band.width / WIDTH, band.height / HEIGHT)
    x, y = band.centre
    edge = [rectangle(Rect(band.x, at - 0.2, band.width, 0.4), fill=INK) for at in (band.y, band.bottom)]
    picture = Use(art, Matrix.place(x - WIDTH * scale / 2, y - HEIGHT * scale / 2, scale=scale))
    return Group((picture, *edge), clip=rectangle(band))


# ---------------------------------------------------------------- the back


def _deck_back(icons: IconLibrary, deck: CardDeck) -> Scene:
    """Draw the common back of a deck's cards: a pattern, and a text that can be read from both ends."""
    width, height = deck.width, deck.height
    card_scale = min(width / POKER_WIDTH, height / (POKER_WIDTH * 1.4))
    inner = Rect(0, 0, width, height).grown(-SAFE)
    items: list[Item] = [
        rectangle(Rect(0, 0, width, height).grown(CARD_BLEED), fill=WHITE),
        rectangle(inner, fill=deck.accent, radius=2.4 * card_scale),
        *_diamond_rows(deck, inner, card_scale),
    ]
    light = mix(WHITE, deck.accent, 0.72)
    items.append(
        rectangle(inner.grown(-1.6 * card_scale), stroke=Stroke(light, 0.35 * card_scale), radius=1.6 * card_scale)
    )
    words = dress(deck.back or deck.name).upper()
    if deck.picture:
        items += _back_medallion(icons, deck, words, card_scale)
        return Scene(f"{deck.name} back", width, height, tuple(items), bleed=CARD_BLEED)
    panel = Rect(inner.x + 6 * card_scale, height / 2 - 10 * card_scale, inner.width - 12 * card_scale, 20 * card_scale)
    items.append(rectangle(panel, fill=deck.accent, stroke=Stroke(light, 0.5 * card_scale), radius=2 * card_scale))
    size, tracking = fit_line(
        words,
        "condensed-bold",
        17 * card_scale,
        panel.width - 5 * card_scale,
        smallest_pt=SMALLEST_PT,
        tracking=0.5 * card_scale,
    )
    cap = cap_height("condensed-bold", size)
    said = Text(
        width / 2, height / 2 - 1.7 * card_scale, words, "condensed-bold", size, WHITE, "middle", tracking=tracking
    )
    rule = rectangle(
        Rect(panel.x + 5 * card_scale, height / 2 - 0.1 * card_scale, panel.width - 10 * card_scale, 0.2 * card_scale),
        fill=light,
    )
    assert cap < panel.height / 2
    items += [said, rule, Group((said,), Matrix.place(width, height, turn=180))]
    return Scene(f"{deck.name} back", width, height, tuple(items), bleed=CARD_BLEED)


def _back_medallion(icons: IconLibrary, deck: CardDeck, words: str, card_scale: float) -> Iterator[Item]:
    """Yield a disc with the picture of the deck, and the text at both ends; the lower half is turned."""
    width, height = deck.width, deck.height
    radius = 19 * card_scale
    ring = Stroke(deck.accent, 1.0 * card_scale)
    yield Path(*read_outline(f"O{width / 2} {height / 2} {radius + 2 * card_scale}"), WHITE)
    yield Path(*read_outline(f"O{width / 2} {height / 2} {radius}"), mix(deck.accent, WHITE, 0.12), ring)
    art = draw_picture(icons, deck.picture, Paint(mix(deck.accent, WHITE, 0.12), deck.accent))
    scale = 1.25 * radius / WIDTH
    picture = Use(art, Matrix.place(width / 2 - WIDTH * scale / 2, height / 2 - HEIGHT * scale - 1.2, scale=scale))
    room = width - 2 * SAFE - 16 * card_scale
    size, tracking = fit_line(
        words, "condensed-extrabold", 17 * card_scale, room, smallest_pt=SMALLEST_PT, tracking=0.5
    )
    baseline = SAFE + 12 * card_scale
    font = "condensed-extrabold"
    patch = Rect(width / 2 - room / 2, baseline - 7.4 * card_scale, room, 10.4 * card_scale)
    head = (
        rectangle(patch, fill=deck.accent, radius=1.6 * card_scale),
        Text(width / 2, baseline, words, font, size, WHITE, "middle", tracking=tracking),
        picture,
    )
    yield from head
    yield Group(head, Matrix.place(width, height, turn=180))
    yield rectangle(Rect(width / 2 - 0.8 * radius, height / 2 - 0.15, 1.6 * radius, 0.3), fill=deck.accent)


def _diamond_rows(deck: CardDeck, room: Rect, card_scale: float) -> Iterator[Item]:
    """Yield the pattern of diamonds on the back of a card, and its frame.

    The rows begin in the middle, so that the back looks the same upside down.
    """
    step, half = 4.6 * card_scale, 1.25 * card_scale
    inside = room.grown(-3.4 * card_scale)
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
    yield rectangle(inside.grown(1.6 * card_scale), stroke=Stroke(shade, points(0.5)), radius=card_scale)
