"""Components besides the map and the counter sheets: standees, cards, decks, templates, rulers, dice, record pads.

Each is of a kind that any game may use; what is on it is data. All lengths are true on paper.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from pnp.findings import did_you_mean
from pnp.model.gamemap import Furniture
from pnp.model.record import Colour, Length, Sourced, Words

Copies: TypeAlias = Annotated[int, Field(ge=1, le=99)]


class Component(Sourced):
    """What all components share. `sheet` names the PDF that it is printed in, together with others of the same name; by
    default its own id. `says` is a line for the player, printed beside it.
    """

    name: str
    sheet: str = ""
    says: str = ""


# ---------------------------------------------------------------- pieces that stand


class Base(Sourced):
    """A strip that the tabs of a standee are glued to."""

    width: Length
    height: Length


class Standee(Component):
    """Counters that stand: two faces head to head, folded between them, a tab at each end to glue to a base.

    `of` are ids of counters (and ranges), which then are on no counter sheet. `width` and `height` are those of a face,
    `tab` the height of each tab.
    """

    kind: Literal["standee"]
    of: Words
    width: Length
    height: Length
    tab: Length
    base: Base | None = None


# ---------------------------------------------------------------- cards


class CardFace(Sourced):
    """One side of a card: furniture on a ground, or the whole map sheet (`map: true`), of the card's size."""

    map: bool = False
    ground: Colour = "#FFFFFF"
    furniture: tuple[Furniture, ...] = ()


class Card(Component):
    """A card printed on both sides: a postcard, a reference card. As many copies as a sheet holds, or `copies`.

    Without a `back` the other side stays blank.
    """

    kind: Literal["card"]
    width: Length
    height: Length
    front: CardFace
    back: CardFace | None = None
    copies: Copies | None = None


class Suit(Sourced):
    """A suit: its name, its colour, and the pip that is drawn (`spade`, `heart`, `diamond`, `club`, `star`, `disc`)."""

    name: str
    colour: Colour
    pip: Literal["spade", "heart", "diamond", "club", "star", "disc"]


class Rank(Sourced):
    """A rank of a deck, and what it does: a few words as its title, a sentence, and a picture."""

    name: str = ""
    title: str
    says: str = ""
    picture: str = ""


class SpareCard(Rank):
    """A card outside the ranks, such as a joker. `in_play` says whether it is drawn from when nothing else is said."""

    copies: Copies = 1
    in_play: bool = False


class CardDeck(Component):
    """A deck of cards: each rank once in each suit, and spare cards. Procedures draw from `deck('ID')`: a list with
    each rank as often as there are suits, and with the spare cards that are in play. `back` is what their backs say.
    """

    kind: Literal["card-deck"]
    width: Length
    height: Length
    suits: dict[str, Suit]
    ranks: dict[str, Rank]
    spares: dict[str, SpareCard] = {}
    back: str = ""
    accent: Colour = "#3A3A3A"


# ---------------------------------------------------------------- templates and rulers


class Mark(Sourced):
    """A mark on a template or ruler: so far from where it begins, with a label; a `band` reaches across and has a tint
    up to there.
    """

    at: Length
    label: str = ""
    band: bool = False
    tint: Colour | None = None


class Disc(Component):
    """A round overlay, with a cross at its centre and ticks around it."""

    kind: Literal["template"]
    shape: Literal["disc"]
    diameter: Length
    ticks: Annotated[int, Field(ge=0, le=72)] = 8


class Wedge(Component):
    """A sector to lay at a gun: its whole angle in degrees, its radius, and marks at distances from its point."""

    kind: Literal["template"]
    shape: Literal["wedge"]
    angle: Annotated[float, Field(gt=0, lt=180)]
    radius: Length
    marks: tuple[Mark, ...] = ()


class Gauge(Component):
    """An angle to turn by: two legs of a length, so many degrees apart."""

    kind: Literal["template"]
    shape: Literal["gauge"]
    angle: Annotated[float, Field(gt=0, le=180)]
    leg: Length
    width: Length


class Ruler(Component):
    """A ruler of segments that are glued one behind the other: whole length, length of a segment, width, and how far a
    segment's tab reaches below the next one. Marks stand at distances from its beginning; `unit` is the step of the
    plain ticks.
    """

    kind: Literal["ruler"]
    length: Length
    segment: Length
    width: Length
    tab: Length
    unit: Length
    figures: Literal["in", "mm", "cm"] = "in"
    marks: tuple[Mark, ...] = ()
    copies: Copies = 1


class DieFace(Sourced):
    """One face of a die: a word, a picture, or an arrow (clockwise degrees from the top of the face)."""

    word: str = ""
    picture: str = ""
    arrow: float | None = None

    @model_validator(mode="after")
    def _something(self) -> DieFace:
        if not (self.word or self.picture or self.arrow is not None):
            raise ValueError("a face of a die shows something; write word, picture or arrow")
        return self


def _six(faces: tuple[DieFace, ...]) -> tuple[DieFace, ...]:
    if len(faces) != 6:
        raise ValueError(f"a die has six faces, here are {len(faces)}; write them in the order 1 to 6")
    return faces


class DieNet(Component):
    """The net of a cube to fold and glue: length of its edge, and its six faces, opposite ones 1 and 6, 2 and 5, 3 and
    4.
    """

    kind: Literal["die-net"]
    edge: Length
    faces: Annotated[tuple[DieFace, ...], AfterValidator(_six)]
    colour: Colour = "#FFFFFF"
    copies: Copies = 1


# ---------------------------------------------------------------- pads


class PadRow(Sourced):
    """A row of a record pad: what it is for, and its boxes (a series such as `1-15`)."""

    name: str
    boxes: str = ""


class RecordPad(Component):
    """A sheet to be filled in: rows of boxes to cross off, and blank columns to write in. `foot` is a line below them.
    As many copies as a sheet of paper holds, or `copies`.
    """

    kind: Literal["record-pad"]
    side: str = ""
    width: Length
    height: Length
    rows: tuple[PadRow, ...]
    columns: tuple[str, ...] = ()
    foot: str = ""
    copies: Copies | None = None


KINDS = ("standee", "card", "card-deck", "template", "ruler", "die-net", "record-pad")
SHAPES = ("disc", "wedge", "gauge")


def _one_kind(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """A kind and a shape that there are."""
    if isinstance(value, dict):
        for key, words in (("kind", KINDS), ("shape", SHAPES)):
            word = value.get(key)
            if word not in words and (key == "kind" or value.get("kind") == "template"):
                near = did_you_mean(str(word or ""), words, many=True)
                raise ValueError(f"{f'there is no {key} {word}' if word else f'a component has a {key}'}; {near}")
    return value


def _tag(value: Any) -> str | None:  # noqa: ANN401 - input not yet typed, or a record
    """A tag that no key of the data looks like, so that places in messages can leave it out."""
    kind, shape = (value.get(k) if isinstance(value, dict) else getattr(value, k, None) for k in ("kind", "shape"))
    return f"[{shape if kind == 'template' else kind}]"


AnyComponent: TypeAlias = Annotated[
    Annotated[Standee, Tag("[standee]")]
    | Annotated[Card, Tag("[card]")]
    | Annotated[CardDeck, Tag("[card-deck]")]
    | Annotated[Disc, Tag("[disc]")]
    | Annotated[Wedge, Tag("[wedge]")]
    | Annotated[Gauge, Tag("[gauge]")]
    | Annotated[Ruler, Tag("[ruler]")]
    | Annotated[DieNet, Tag("[die-net]")]
    | Annotated[RecordPad, Tag("[record-pad]")],
    Discriminator(_tag),
    BeforeValidator(_one_kind),
]
"""A component of any kind; a template's is told by its `shape`."""
