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

    `factors` are separated by `-`; `9--1` is 9 and -1, and `*` is drawn as a sign. A `number` is printed in a picture
    that has room for it (a numeral, a laurel, the top of a calendar), otherwise at the foot, as large as a factor.

    By default, the `ground` of the front of an activation marker is its formation's colour, that of any other face the
    colour of its nation (`Formation.ground`) or side. An `accent` is for markers of several scenarios. The `state`
    `blank` is the back of a one-step unit, `emblem` the back of a chit, equal for the whole side.
    """

    state: Literal["full", "reduced", "disrupted", "blank", "emblem"] = "full"
    """The appearance: `full` strength, `reduced`, `disrupted`, `blank`, or the side's `emblem`."""
    factors: str = ""
    """The factors of a unit, such as `3-4-3`; `[3]` is a 3 in a frame."""
    picture: str = ""
    """The picture of a marker, or of a unit in place of its symbol."""
    number: str = ""
    """A number in the picture, or large at the foot if the picture has no room for it."""
    word: str = ""
    """The word at the foot of a marker, such as its name."""
    second: str = ""
    """A second line under the word."""
    corner: str = ""
    """A short text at the top right."""
    foot: Literal["bad", "fact", "accent", "ground"] = "ground"
    """The band under the picture: `bad` news, a `fact`, the side's dark `accent`, or the `ground`."""
    ground: str = ""
    """The colour of the background: the id of a side, `neutral`, or a colour."""
    accent: Colour = ""
    """The dark colour of this face, in place of that of its side."""
    emblem: str = ""
    """The emblem of this face, in place of that of its side."""


def _read_face(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse the short form of a face, factors (`3-4-3`) or a state (`blank`, `emblem`), into a mapping."""
    if isinstance(value, str):
        return {"state": value} if value in ("blank", "emblem") else {"factors": value}
    return value


AnyFace: TypeAlias = Annotated[Face, BeforeValidator(_read_face)]


class Counter(Sourced):
    """One counter: its side, symbol, labels, front and back."""

    kind: Literal["unit", "air", "activation", "marker"]
    """The kind of counter: a unit, an air unit, an activation marker or another marker."""
    side: str = ""
    """The id of the side to which the counter belongs."""
    symbol: str = ""
    """The unit symbol, whose parts are joined by a plus sign, such as `infantry+motorized`."""
    size: Size | None = None
    """The size of the unit, whose mark is above its symbol."""
    formation: str = ""
    """The id of the formation to which the unit belongs."""
    label: str
    """The designation of the unit, which players call it by; of a marker by default the word on its front."""
    short: str = ""
    """A shorter label, printed where the label does not fit."""
    right: str = ""
    """The label at the right of the symbol, in place of that of the formation."""
    code: str = ""
    """A short code that is printed near the symbol."""
    steps: int | None = None
    """The number of step losses that eliminate the unit."""
    range: int | None = None
    """The range of fire in hexes, as printed on the counter."""
    front: AnyFace
    """The front of the counter, or only its factors."""
    back: AnyFace
    """The back of the counter, or only its factors, `blank` or `emblem`."""
    copies: int = 1
    """The number of identical pieces."""
    groups: Words = ()
    """Names for sets of counters, which rules and entries use."""
    spare: str = ""
    """The reason why the counter is not in any entry."""

    @model_validator(mode="before")
    @classmethod
    def _read_short_form(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """Return a counter with what follows from its faces.

        The back of a unit is its reduced side, if it has factors and no state. A marker without a label is called by
        the word on its front.
        """
        if isinstance(value, dict) and value.get("kind") == "marker" and "label" not in value:
            front = value.get("front")
            if isinstance(front, dict) and front.get("word"):
                return {**value, "label": front["word"]}
        if isinstance(value, dict) and value.get("kind") == "unit":
            back = _read_face(value.get("back"))
            if isinstance(back, dict) and back.get("factors") and "state" not in back:
                return {**value, "back": {**back, "state": "reduced"}}
        return value


LayoutName: TypeAlias = Annotated[str, name_in("layouts")]
"""The name of a layout of units, such as `banner`, or blank."""


class CounterPrint(Record):
    """Printing of the counters: side length of the square piece, and the names of the factors in print order.

    By default, the label of a unit is `below` its symbol on counters too small for a label `beside` it, which reads
    upwards. A `banner` is a band above the symbol in the formation's colour, which ends with the size mark and the
    formation's label; on small counters this label is beside the symbol. With `figure` the label is on a band in the
    formation's colour at the foot, and the only factor is large and right of the symbol.

    `spares` are printed under a heading after the counters of the game and do not count as such.
    """

    side: Length
    """The side length of a square counter, such as `0.5in`."""
    factors: Words = ()
    """The names of the factors in the order in which units print them; none if all counters are markers."""
    notation: dict[str, str] = {}
    """The meaning of each sign that is printed in place of a factor, such as `*`."""
    labels: LayoutName = ""
    """Where a unit's label is: `beside` or `below` its symbol, `banner`, `figure`, or a layout of its own."""
    spares: dict[str, Annotated[int, Field(ge=1, le=400)]] = {}
    """How many spare copies of a counter, or blank counters of a side, are printed."""
    called: str = "counter"
    """The word of the game for a counter, such as `token`."""
    formation: str = "formation"
    """The word of the game for a formation, such as `contingent`."""


class Side(Sourced):
    """A player's side: its name, colours (background of its counters, dark accent) and emblem."""

    name: str
    """The name of the side."""
    adjective: str = ""
    """The name as an adjective, as in `the Japanese player`."""
    short: str = ""
    """A shorter name, printed where there is little room."""
    ground: Colour
    """The background colour of the counters of the side."""
    accent: Colour
    """The dark colour of the side."""
    emblem: str
    """The name of the emblem of the side."""
    rays: Colour | None = None
    """The colour of rays on the counters of the side."""


class Formation(Sourced):
    """A brigade, regiment or division: its label on units, and the colour of their symbol boxes.

    A formation of another nation than its side has a `ground`, an `accent` and an `emblem` of its own.
    """

    name: str
    """The full name of the formation."""
    label: str
    """The short name that is printed on its units."""
    side: str
    """The id of the side to which the formation belongs."""
    colour: Colour
    """The colour of the symbol boxes of its units."""
    size: Size | None = None
    """The size of the formation, such as `brigade`."""
    parent: str = ""
    """The id of the larger formation to which it belongs."""
    emblem: str = ""
    """The emblem of its nation, in place of that of the side."""
    ground: Colour = ""
    """The background colour of its units, in place of that of the side."""
    accent: Colour = ""
    """The dark colour of its units, in place of that of the side."""


class Entry(Sourced):
    """One way into the game, and the counters that take it."""

    name: str
    """The name of the entry, such as that of a group of reinforcements."""
    kind: Literal["setup", "reinforcement", "track", "draw", "stock"]
    """How the counters come into play: in the set-up, as reinforcements, on a track, by a draw or from stock."""
    side: str = ""
    """The id of the side that places the counters."""
    counters: Words
    """The ids of the counters, and ranges such as `J07-J13`."""
    face: Literal["front", "back"] = "front"
    """The side of the counters that player aids show."""
    count: int | None = None
    """The number of counters that the published rules state."""
    where: str
    """The place where the counters enter, in words for the player."""
    when: str = ""
    """The time when the counters enter, in words for the player."""
    turn: int | None = None
    """The first turn of arrival, or the number of its space on a track of dates; procedures use `first_turn`."""
    how: str = ""
    """The conditions or method of entry, in words for the player."""
    hexes: str = ""
    """The map hexes of the entry, as single hexes and ranges."""
    within: Annotated[int, Field(ge=0, le=99)] = 0
    """The number of hexes by which the area of entry extends around these hexes."""
    table: str = ""
    """The id of the table that states how the counters arrive."""
