"""Counters: what is printed on both sides of each piece."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from pnp.model.record import Colour, Length, Record, Sourced, Words, name_in

Size: TypeAlias = Literal[
    "squad",
    "section",
    "platoon",
    "group",
    "company",
    "battery",
    "battalion",
    "regiment",
    "brigade",
    "division",
    "corps",
    "army",
    "army-group",
]
"""The size mark above a unit symbol, smallest first: one to three dots, one to three bars, one to five crosses.

A group has three dots in brackets. A battery, of artillery or anti-tank guns, has the mark of a company.
"""


def split_factors(text: str) -> tuple[str, ...]:
    """Return the factors in a text such as `3-4-3`; a second `-` in a row is a minus sign.

    >>> split_factors("9--1"), split_factors("3-4-"), split_factors("")
    (('9', '-1'), ('3', '4', ''), ())
    """
    return tuple(factor.strip() for factor in re.split(r"(?<=[^-])-", text)) if text else ()


class Face(Sourced):
    """One side of a counter.

    Units print `factors`, or a `picture` instead of their symbol if they have none. Markers, air units and activation
    markers print a `picture` and a `word`.

    `factors` are separated by `-`; `9--1` is 9 and -1, `*` is drawn as a sign, `[3]` is a 3 in a frame. `number` is
    printed in a picture that has room for it (a numeral, a laurel, the top of a calendar), otherwise at the foot, as
    large as a factor. `second` is a line under the `word`, `corner` is printed at the top right. `picture` and `emblem`
    are names of `pnp.model.symbols`. `foot` is the band under the picture: `bad` news (red), a `fact` (ink), the side's
    dark `accent`, or the plain `ground`.

    `ground` is a side's id, `neutral`, or a colour. By default the front of an activation marker has its formation's
    colour, any other face that of its nation (`Formation.ground`) or side. `accent` replaces the side's dark colour, as
    on markers of several scenarios. `state` is the appearance: `full`, `reduced` or `disrupted` (band behind the
    factors), `blank` (the back of a one-step unit), `emblem` (the back of a chit, equal for the whole side).
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
    accent: Colour = ""
    emblem: str = ""


def _read_face(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse the short form of a face, factors (`3-4-3`) or a state (`blank`, `emblem`), into a mapping."""
    if isinstance(value, str):
        return {"state": value} if value in ("blank", "emblem") else {"factors": value}
    return value


AnyFace: TypeAlias = Annotated[Face, BeforeValidator(_read_face)]


class Counter(Sourced):
    """One counter: its side, symbol, labels, front and back.

    `symbol` is a unit symbol made of parts (`infantry`, `infantry+motorized`). `label` is printed left of the symbol,
    the formation's label (or `right`) on the right. `short` replaces `label` where it does not fit. `steps` is the
    number of losses the unit takes; `copies` is the number of identical pieces. `groups` are names that rules and
    entries use for sets of counters. `spare` is the reason why a counter is in no entry.
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
    def _mark_back_as_reduced(cls, value: Any) -> Any:  # noqa: ANN401
        """Return a unit with its back marked as the reduced side, if the back has factors and no state."""
        if isinstance(value, dict) and value.get("kind") == "unit":
            back = _read_face(value.get("back"))
            if isinstance(back, dict) and back.get("factors") and "state" not in back:
                return {**value, "back": {**back, "state": "reduced"}}
        return value


LayoutName: TypeAlias = Annotated[str, name_in("layouts")]
"""The name of a layout of units, such as `banner`, or blank."""


class CounterPrint(Record):
    """Printing of the counters: side length of the square piece, and the names of the factors in print order.

    `notation` explains each sign used in place of a factor, such as `*`. `labels` is the position of a unit's label:
    `beside` its symbol, reading upwards, or `below` it. By default it is below on counters too small for the other
    position. With `banner` it is above the symbol, on a band in the formation's colour, which ends with the size mark
    and the formation's label; on small counters this label is beside the symbol. With `figure` it is on a band in the
    formation's colour at the foot, and the only factor is large and right of the symbol. It may also name a layout of
    the game's own. `spares` are printed under a
    heading after the counters of the game and do not count as such: further copies of a counter, or blank counters in
    the colours of a side. `called` is what the game calls a counter, such as `token`, and `formation` what it calls a
    formation, such as `contingent`.
    """

    side: Length
    factors: Words
    notation: dict[str, str] = {}
    labels: LayoutName = ""
    spares: dict[str, Annotated[int, Field(ge=1, le=400)]] = {}
    called: str = "counter"
    formation: str = "formation"


class Side(Sourced):
    """A player's side: its name, colours (background of its counters, dark accent) and emblem.

    `short` is printed in place of its name where there is little room. `rays` is the colour of rays on its counters.
    """

    name: str
    adjective: str = ""
    short: str = ""
    ground: Colour
    accent: Colour
    emblem: str
    rays: Colour | None = None


class Formation(Sourced):
    """A brigade, regiment or division: its label on units, and the colour of their symbol boxes.

    A formation of another nation than its side has a `ground` and an `accent`, which replace the side's colours on its
    units, and its `emblem` replaces the side's.
    """

    name: str
    label: str
    side: str
    colour: Colour
    size: Size | None = None
    parent: str = ""
    emblem: str = ""
    ground: Colour = ""
    accent: Colour = ""


class Entry(Sourced):
    """One way into the game, and the counters that take it (ids, and ranges such as `J07-J13`).

    `face` is the side of the counters that player aids show.
    `count` is the number that the published rules state. `where`, `when` and `how` are texts for the player. `hexes`
    are the map hexes of the entry; `within` extends them by a number of hexes. `turn` is the first turn of arrival;
    procedures read it with `first_turn`.
    """

    name: str
    kind: Literal["setup", "reinforcement", "track", "draw", "stock"]
    side: str = ""
    counters: Words
    face: Literal["front", "back"] = "front"
    count: int | None = None
    where: str
    when: str = ""
    turn: int | None = None
    how: str = ""
    hexes: str = ""
    within: Annotated[int, Field(ge=0, le=99)] = 0
    table: str = ""
