"""Counters: what is printed on each side of each piece of cardboard."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, model_validator

from pnp.model.record import Colour, Length, Record, Sourced, Words

Size: TypeAlias = Literal[
    "squad",
    "section",
    "platoon",
    "company",
    "battalion",
    "regiment",
    "brigade",
    "division",
    "corps",
    "army",
    "army-group",
]
"""Size mark above a unit symbol, smallest first: one to three dots, one to three bars, one to five crosses."""


class Face(Sourced):
    """One side of a counter. Units print `factors`, or if they have none a `picture` instead of their symbol; markers,
    air units and activation markers print a `picture` and a `word`.

    `factors` are parted by `-`; `*` is drawn as a sign, `[3]` is a 3 in a frame. `number` stands in a picture that has
    room for it (a numeral, a laurel, the head of a calendar), otherwise at the foot, as large as a factor. `second` is
    a line under the `word`, `corner` stands at the top right. `picture`, `emblem`: names of `pnp.model.symbols`.
    `foot` is the band under the picture: `bad` news (red), a `fact` (ink), the side's dark `accent`, or the plain
    `ground`. `ground` is a side's id, `neutral`, or a colour; by default an activation marker's front has its
    formation's colour, any other face its side's. `state` is how the side looks: `full`, `reduced` or `disrupted`
    (band behind the factors), `blank` (a one-step unit's back), `emblem` (a chit's back, equal for the whole side).
    """

    state: Literal["full", "reduced", "disrupted", "blank", "emblem"] = "full"
    factors: str = ""
    picture: str = ""
    number: str = ""
    word: str = ""
    second: str = ""
    corner: str = ""
    foot: Literal["bad", "fact", "accent", "ground"] = "ground"
    ground: str = ""
    emblem: str = ""


def _read_face(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """`3-4-3` is a face with these factors; `blank` and `emblem` are states."""
    if isinstance(value, str):
        return {"state": value} if value in ("blank", "emblem") else {"factors": value}
    return value


AnyFace: TypeAlias = Annotated[Face, BeforeValidator(_read_face)]


class Counter(Sourced):
    """One piece: whose, what, how strong, front and back.

    `symbol` is a unit symbol of composable parts (`infantry`, `infantry+motorized`). `label` stands left of the symbol,
    the formation's label right (or `right`). `short` replaces `label` where it does not fit. `steps` is how many losses
    the unit takes; `copies` how many identical pieces there are. `groups` are names that rules and entries use for sets
    of counters. `spare` gives the reason why a counter is in no entry.
    """

    kind: Literal["unit", "air", "activation", "marker"]
    side: str = ""
    symbol: str = ""
    size: Size | None = None
    formation: str = ""
    label: str
    short: str = ""
    right: str = ""
    code: str = ""
    steps: int | None = None
    range: int | None = None
    front: AnyFace
    back: AnyFace
    copies: int = 1
    groups: Words = ()
    spare: str = ""

    @model_validator(mode="before")
    @classmethod
    def _back_of_a_unit_is_reduced(cls, value: Any) -> Any:  # noqa: ANN401
        """A unit's back that prints factors is its reduced side unless it says otherwise."""
        if isinstance(value, dict) and value.get("kind") == "unit":
            back = _read_face(value.get("back"))
            if isinstance(back, dict) and back.get("factors") and "state" not in back:
                return {**value, "back": {**back, "state": "reduced"}}
        return value


class CounterPrint(Record):
    """How the counters are printed: side length of the square piece, and the names of the factors in the order printed.

    `notation` explains each sign used in place of a factor, such as `*`. `labels` says where a unit's label stands:
    `beside` its symbol, reading upwards, or `below` it; by default below on counters too small for the other.
    """

    side: Length
    factors: Words
    notation: dict[str, str] = {}
    labels: Literal["", "beside", "below"] = ""


class Side(Sourced):
    """A player's side: its name, colours (ground of its counters, dark accent) and emblem."""

    name: str
    adjective: str = ""
    ground: Colour
    accent: Colour
    emblem: str


class Formation(Sourced):
    """A brigade, regiment or division that units belong to: its label on units, colour of their symbol boxes."""

    name: str
    label: str
    side: str
    colour: Colour
    size: Size | None = None
    parent: str = ""
    emblem: str = ""


class Entry(Sourced):
    """One way into the game, and the counters (ids and ranges such as `J07-J13`) that take it.

    `count` is the number that the published rules state. `where`, `when` and `how` are for the player, in words.
    `hexes` are the map hexes meant, `within` of which counts too.
    """

    name: str
    kind: Literal["setup", "reinforcement", "track", "draw", "stock"]
    side: str = ""
    counters: Words
    count: int | None = None
    where: str
    when: str = ""
    how: str = ""
    hexes: str = ""
    within: int = 0
    table: str = ""
