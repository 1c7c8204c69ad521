"""Records of components that consist of cards, printed on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from pnp.findings import Fault, did_you_mean
from pnp.model.component import COMPONENT_KINDS, CardComponent, CardSide, Copies
from pnp.model.parsing import id_from
from pnp.model.record import Colour, Sourced, Words, enter
from pnp.palette import WHITE
from pnp.units import int_sum

CardCopies: TypeAlias = Annotated[int, Field(ge=0, le=99)]
MOST_CARDS = 400
"""The largest deck."""
SHORT_INDEX = 2
"""A text at the corners with at most this number of characters, such as `10`, is printed large."""


@enter(COMPONENT_KINDS, "card")
class Card(CardComponent):
    """A card printed on both sides: a postcard, a reference card."""

    kind: Literal["card"]
    """The word `card`, for a postcard or a reference card."""
    front: CardSide
    """The front of the card."""
    back: CardSide | None = None
    """The back of the card; without it the back stays blank."""
    copies: Copies | None = None
    """The number of printed copies; by default as many as a sheet holds."""
    enlarge: Annotated[float, Field(ge=1, le=4)] = 1
    """The number by which width and height of the card are multiplied in print."""

    def printed_sides(self) -> Iterator[tuple[str, CardSide]]:
        """Yield the field name (`front` or `back`) and the content of each printed side of the card."""
        yield "front", self.front
        if self.back is not None:
            yield "back", self.back

    def print_scale(self) -> float:
        """Return the number by which width and height are multiplied in print."""
        return self.enlarge

    def drawing_names(self, id_: str, counters: Iterable[str]) -> Iterator[str]:
        """Yield the names of the drawings of the printed sides, such as `postcard-front`."""
        yield from (f"{id_}-{field}" for field, _ in self.printed_sides())

    def white_edges(self) -> bool:
        """Return whether both sides are white and show no map."""
        return all(side.ground.upper() == WHITE and not side.map for _, side in self.printed_sides())

    def fills_sheet(self) -> bool:
        """Return whether copies of the card fill a whole sheet: the data states no number of copies."""
        return self.copies is None

    def print_run(self, id_: str, cards: Sequence[str], share: int) -> tuple[str, ...]:
        """Return the card's id once for each copy: `copies`, or `share` to fill its part of a sheet."""
        return tuple(cards) * (self.copies or share)


class Suit(Sourced):
    """A suit of a deck: its name, its colour, and the pip (the sign of the suit) that is drawn."""

    name: str
    """The name of the suit."""
    colour: Colour
    """The colour of the suit."""
    pip: Literal["spade", "heart", "diamond", "club", "star", "disc"]
    """The sign of the suit that is drawn on its cards."""


class Rank(Sourced):
    """A rank of a deck and its effect: a title of a few words, a sentence, a picture, and the token that it places.

    A card shows its token with the number of the rule. If there are fewer scenes than suits, the first follows the last
    again.
    """

    name: str | None = None
    """What is printed at the corners, such as `2`; by default a short id, and with `""` nothing."""
    title: str
    """The effect of the card in a few words."""
    says: str = ""
    """A sentence that explains the effect. `**words**` are bold, `*words*` italic; a line break begins a new line."""
    picture: str = ""
    """The name of the picture on the card."""
    scene: Words = ()
    """Names of pictures for a band across the card, one for each suit in turn."""
    tint: Colour | None = None
    """The colour of the card inside its white edge."""
    token: str = ""
    """The id of the counter that the card places."""
    suit: Words = ()
    """The suits that have the card, by id; all suits by default."""
    copies: CardCopies = 1
    """The number of these cards in each of their suits; a card with 0 is left out."""


class SpareCard(Rank):
    """A card outside the ranks, such as a joker."""

    copies: CardCopies = 1
    """The number of these cards in the deck; a card with 0 is left out."""
    in_play: bool = False
    """Whether procedures draw the card with the other cards."""


@enter(COMPONENT_KINDS, "card-deck")
class CardDeck(CardComponent):
    """A deck of cards: ranks in suits, and spare cards."""

    ids_in_file_names: ClassVar[tuple[str, ...]] = ("suits", "ranks", "spares")

    kind: Literal["card-deck"]
    """The words `card-deck`, for a deck of cards."""
    suits: dict[str, Suit]
    """The suits of the deck, by id."""
    ranks: dict[str, Rank]
    """The ranks of the deck, by id; each is there once in each suit, unless it says otherwise."""
    spares: dict[str, SpareCard] = {}
    """Cards outside the ranks, such as jokers, by id."""
    back: str = ""
    """The text on the backs of the cards."""
    picture: str = ""
    """The name of the picture on the backs of the cards."""
    accent: Colour = "#3A3A3A"
    """The colour of the backs and of cards without a suit."""

    def white_edges(self) -> bool:
        """Return True: a colour of a card is inside a white edge."""
        return True

    def faults(self) -> Iterator[Fault]:
        """Yield the faults of the deck: empty or too large (K005), a missing title or repeated id (K006)."""
        for field in ("suits", "ranks"):
            if not getattr(self, field):
                yield Fault(field, f"the deck has no {field}", f"write at least one of its {field}", code="K005")
        number = int_sum(rank.copies for _, _, rank in self._ranked()) + int_sum(
            spare.copies for spare in self.spares.values()
        )
        if not number and self.suits and self.ranks:
            yield Fault("ranks", "all cards of the deck are left out", "give one of them copies: 1", code="K005")
        if number > MOST_CARDS:
            wrong = f"the deck has {number:,} cards, but at most {MOST_CARDS} are allowed"
            yield Fault("", wrong, "make several decks", code="K005")
        for name, cards in (("ranks", self.ranks), ("spares", self.spares)):
            for id_, card in cards.items():
                if unknown := [suit for suit in card.suit if suit not in self.suits]:
                    words = " ".join(unknown)
                    named = next(
                        (one for one, suit in self.suits.items() if suit.name.casefold() == words.casefold()), ""
                    )
                    write = f"write {named}" if named else did_you_mean(words, self.suits, many=True)
                    yield Fault(f"{name}.{id_}.suit", f"there is no suit {words}", write, code="K006")
                if not card.title.strip():
                    yield Fault(f"{name}.{id_}.title", f"{id_} has no title", "write a few words", code="K006")
        for id_ in self.spares:
            if id_ in self.ranks or id_ in {f"{suit}-{rank}" for suit in self.suits for rank in self.ranks}:
                wrong = f"{id_} is a rank already"
                yield Fault(f"spares.{id_}", wrong, "give the spare card another id", code="K006")

    def draw_pile(self) -> tuple[str, ...]:
        """Return the cards of the draw pile: each rank for each of its suits, then the spare cards in play."""
        spares = (name for name, spare in self.spares.items() if spare.in_play for _ in range(spare.copies))
        return (*(id_ for _, id_, rank in self._ranked(by_rank=True) for _ in range(rank.copies)), *spares)

    def _ranked(self, *, by_rank: bool = False) -> Iterator[tuple[str, str, Rank]]:
        """Yield each suit with each rank that it has: their ids, and the rank. `by_rank` goes rank by rank."""
        pairs = [
            (suit, id_)
            for suit in self.suits
            for id_, rank in self.ranks.items()
            if rank.copies and suit in (rank.suit or [suit])
        ]
        order = list(self.ranks)
        for suit, id_ in sorted(pairs, key=lambda pair: order.index(pair[1])) if by_rank else pairs:
            yield suit, id_, self.ranks[id_]

    def _printed_spares(self) -> Iterator[tuple[str, SpareCard]]:
        """Yield the spare cards that are not left out, with their ids."""
        yield from ((id_, spare) for id_, spare in self.spares.items() if spare.copies)

    def countable_cards(self, id_: str) -> Iterator[tuple[int, Mapping[str, tuple[str, ...]]]]:
        """Yield the number of copies of each kind of card, with its deck, suit and rank.

        The field `counts` of the data can count these cards.
        """
        for suit, rank, card in self._ranked():
            yield card.copies, {"deck": (id_,), "suit": (suit,), "rank": (rank,)}
        for rank, spare in self._printed_spares():
            yield spare.copies, {"deck": (id_,), "suit": (), "rank": (rank,)}

    def drawing_names(self, id_: str, counters: Iterable[str]) -> Iterator[str]:
        """Yield the names of the drawings of all cards, such as `deck-hearts-king-front`.

        A deck that is too large (K005) has none.
        """
        if len(self.suits) * len(self.ranks) > MOST_CARDS:
            return
        cards = [*(f"{suit}-{rank}" for suit, rank, _ in self._ranked()), *(id_ for id_, _ in self._printed_spares())]
        yield from (f"{id_}-{card}-{side}" for card in cards for side in ("front", "back"))

    def cards(self, id_: str) -> Iterator[DeckCard]:
        """Yield the cards of the deck suit by suit, then the spare cards."""
        for suit_id, rank_id, rank in self._ranked():
            suit, number = self.suits[suit_id], list(self.suits).index(suit_id)
            path = f"components.{id_}.ranks.{rank_id}"
            scene = rank.scene[number % len(rank.scene)] if rank.scene else ""
            index = _corner_text(rank_id, rank)
            card = f"{id_}-{suit_id}-{rank_id}"
            yield DeckCard(card, rank.copies, path, rank, scene, index, suit.pip, suit.colour)
        for spare_id, spare in self._printed_spares():
            path = f"components.{id_}.spares.{spare_id}"
            index, scene = _corner_text(spare_id, spare), spare.scene[0] if spare.scene else ""
            yield DeckCard(f"{id_}-{spare_id}", spare.copies, path, spare, scene, index, "star", self.accent)

    def print_run(self, id_: str, cards: Sequence[str], share: int) -> tuple[str, ...]:
        """Return the ids of these cards as they are printed: each card once for each copy."""
        return tuple(card.id for card in self.cards(id_) if card.id in cards for _ in range(card.copies))


def _corner_text(id_: str, card: Rank) -> str:
    """Return what is printed at the corners of a card, if it has room there.

    A short id, such as `K`, is printed although the card has a longer name, such as `king`. An id that is made from the
    title would only repeat it.
    """
    own = "" if id_from(card.title) == id_ else id_
    if card.name is None:
        return own
    return own if len(card.name) > SHORT_INDEX >= len(own) > 0 else card.name


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One card of a deck: id, copies, path in the data, rank, scene, and the index (in its corners), pip and colour."""

    id: str
    copies: int
    path: str
    rank: Rank
    scene: str
    index: str
    pip: str
    colour: Colour
