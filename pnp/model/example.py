"""Worked examples: a set-up, the decisions and dice of one case, and the expected result."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from pnp.model.record import Record, Sourced, Words


def _read_list(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Convert a single text to a list of one; return other values unchanged."""
    return (value,) if isinstance(value, str) else value


Texts: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_read_list)]
"""One text, or several in a list; a unit's label may contain blanks."""


def _is_text_or_list(value: Any) -> bool:  # noqa: ANN401 - input not yet typed
    """Return whether a value is a text or a list of texts."""
    return isinstance(value, str) or (isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value))


def _check_answer(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Reject a player's decisions unless they are a text, a list, or a list of lists."""
    if not _is_text_or_list(value) and not (isinstance(value, (list, tuple)) and all(map(_is_text_or_list, value))):
        raise ValueError("invalid answer; write a value, a list, or a list of lists")
    return value


def _check_texts(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Reject a value unless it is a text, a list of texts, or a mapping of these."""
    if not all(map(_is_text_or_list, value.values() if isinstance(value, dict) else (value,))):
        raise ValueError("invalid value; write one, several in a list, or a mapping of them")
    return value


Answer: TypeAlias = Annotated["str | tuple[str | tuple[str, ...], ...]", BeforeValidator(_check_answer)]
"""One answer, or one for each time the question is asked; an answer may itself be a list."""
Dice: TypeAlias = Annotated["Texts | dict[str, Texts]", BeforeValidator(_check_texts)]
"""The dice rolled, one number for each roll of the name in order; for an opposed roll, for each party."""
GivenValue: TypeAlias = Annotated[
    "str | tuple[str, ...] | dict[str, str | tuple[str, ...]]", BeforeValidator(_check_texts)
]
"""A number, a word, a hex number or a unit's label; several in a list; or a mapping for a parameter that is one."""


Arrows: TypeAlias = dict[Literal["attack", "fire", "advance", "retreat", "scatter"], Words]
"""Arrows of a figure: from the units or hexes of one value to those of another (`attack: attackers target`).

`fire` is support; from units of the side in the target hex it is drawn as support of the defence.
"""


TablePlace: TypeAlias = tuple[float, float]
"""A point so far east and so far north of the middle, in units of the table."""


class TableTerrain(Record):
    """Terrain on an open table, seen from above."""

    kind: Literal["woods", "rocks", "road", "stream", "huts", "palms"]
    """The kind of terrain, such as woods or a road."""
    path: tuple[TablePlace, ...]
    """The points of an outline or a middle line, or the middle of each hut or palm."""
    wide: float = 1
    """The width of a road, stream, hut or palm, in units of the table."""
    heading: float = 0
    """The clockwise turn of huts, in degrees."""

    @model_validator(mode="after")
    def _check_path(self) -> TableTerrain:
        """Reject terrain with too few points to draw."""
        least = {"woods": 3, "rocks": 3, "road": 2, "stream": 2}.get(self.kind, 1)
        if len(self.path) < least:
            raise ValueError(f"the path of {self.kind} has {len(self.path)} points; write {least} or more")
        return self


class PlanPoints(Record):
    """Things on an open table: lists of how far east and north each one is, and the width of all of them."""

    east: str
    """How far east of the middle each thing is, as a list of the example."""
    north: str
    """How far north of the middle each thing is, as a list of the example."""
    across: str = "0"
    """The width of each thing, in units of the table."""
    lit: str = ""
    """A name assigned once for each thing; those for which it is true are emphasised."""


class PlanBurst(Record):
    """The point of impact of a shot aimed at the middle, and the width of the overlay placed there."""

    east: str
    """How far east of the middle the shot lands."""
    north: str
    """How far north of the middle the shot lands."""
    across: str = "0"
    """The width of the overlay placed there, in units of the table."""


class PlanArc(Record):
    """The arc of fire from the middle: the bearing of the barrel, the whole angle, and the range."""

    facing: str
    """The bearing of the barrel, in degrees."""
    angle: str
    """The whole angle of the arc of fire, in degrees."""
    far: str
    """The range of fire, in units of the table."""


class Plan(Record):
    """An open table seen from above, as the figure of an example.

    Every field of its parts is a number, or a name that the example gives or computes. The picture of a `gun` has its
    muzzle to the right.
    """

    points: PlanPoints
    """The things on the table, such as the figures under fire."""
    burst: PlanBurst | None = None
    """The point where a shot lands."""
    arc: PlanArc | None = None
    """The arc of fire from the middle."""
    unit: str = "inch"
    """The unit of length of the table."""
    says: str = ""
    """A text under the figure."""
    figure: str = ""
    """The picture that is drawn at each point."""
    above: bool = False
    """Whether the picture at each point is one from above, not from the side."""
    gun: str = ""
    """A picture of a gun from above, which is turned to the arc of fire."""
    terrain: tuple[TableTerrain, ...] = ()
    """Terrain below everything else."""


class ArmourSectors(Record):
    """The quarters around a piece in which shots hit its front, a side or its rear: their radius and their texts."""

    radius: float
    """The radius of the sectors, in units of the table."""
    front: str
    """The text in the sector of hits on the front."""
    side: str
    """The text in the sectors of hits on a side."""
    rear: str
    """The text in the sector of hits on the rear."""


class TableauPiece(Record):
    """A picture on a table, seen from above."""

    picture: str
    """The name of a picture from above."""
    at: TablePlace
    """How far east and north of the middle the piece is, in units of the table."""
    wide: float
    """The width of the piece, in units of the table."""
    heading: float = 0
    """The turn of the piece clockwise from east, in degrees."""
    label: str = ""
    """A text below the piece."""
    sectors: ArmourSectors | None = None
    """The sectors around the piece in which shots hit its front, a side or its rear."""


class TableauShot(Record):
    """A shot or a throw from one point to another, and its text, such as the range."""

    start: TablePlace
    """The point from which the shot or throw comes, in units of the table."""
    end: TablePlace
    """The point where it lands, in units of the table."""
    says: str = ""
    """The text at the shot, such as the range."""


class TableauRing(Record):
    """A distance that counts: a circle about a point, and its text."""

    at: TablePlace
    """The centre of the circle, in units of the table."""
    radius: float
    """The radius of the circle, in units of the table."""
    says: str = ""
    """The text at the circle, such as the distance."""


class TableauDice(Record):
    """The dice of a roll of the example, and a text below them."""

    roll: str
    """The roll of the example, such as `hit`, or `winner.japanese` for a party."""
    sides: Literal["6", "10"] = "6"
    """The number of faces of the dice."""
    says: str = ""
    """A text below the dice."""


class Tableau(Record):
    """A scene on an open table as the figure of an example, with the dice, cards and tokens that follow."""

    area: tuple[float, float, float, float]
    """The limits of the table in its units: west, south, east and north."""
    pieces: tuple[TableauPiece, ...]
    """The vehicles, guns and figures on the table."""
    terrain: tuple[TableTerrain, ...] = ()
    """Terrain below the pieces."""
    shots: tuple[TableauShot, ...] = ()
    """Shots and throws across the table."""
    rings: tuple[TableauRing, ...] = ()
    """Circles at distances that count."""
    dice: tuple[TableauDice, ...] = ()
    """Dice of the example that are shown below the table."""
    cards: str = ""
    """The name of a value that the example computes: ranks of a deck, shown as cards."""
    tokens: str = ""
    """The name of a value that the example computes: words on counters, shown as tokens."""


class Tells(Record):
    """Presentation of the example in the rules booklet."""

    before: str = ""
    """A text before the example."""
    after: str = ""
    """A text after the example."""
    figure: str = ""
    """The part of the map that is shown, such as `K6-O9`."""
    plan: Plan | None = None
    """An open table seen from above, as the figure of the example."""
    scene: Tableau | None = None
    """A scene on an open table, as the figure of the example."""
    hide: Words = ()
    """Steps that are left out, by the names that they assign."""
    arrows: Arrows = {}
    """Arrows in the figure, in place of those of the procedure."""
    supply: Texts = ()
    """The units whose supply paths are drawn."""


class Example(Sourced):
    """One case of a procedure.

    In `place`, a unit is its id or label, then side or formation if needed, then `reduced` and its markers (`1/55
    reduced fired`).

    `expect` has the name of a step and its value (a list if it is assigned several times), a unit and its place (`M7`,
    `M7 reduced`, `eliminated`), a hex and all units in it (in ordered stacks from top to bottom), a hexside and all
    markers on it, a track or a fact.
    """

    title: str
    """The title of the example."""
    procedure: str
    """The id of the procedure that is played."""
    place: dict[str, Texts] = {}
    """The units in each hex or box, by id or label, such as `1/55 reduced fired`."""
    markers: dict[str, Texts] = {}
    """The markers in each hex, or on a hexside such as `C3/D3`."""
    control: dict[str, str] = {}
    """The side that controls a hex, by hex number."""
    tracks: dict[str, str] = {}
    """The values of tracks and facts; others have their starting values."""
    given: dict[str, GivenValue] = {}
    """The arguments of the procedure."""
    choices: dict[str, Answer] = {}
    """The decisions of the players, by the names of the steps."""
    rolls: dict[str, Dice] = {}
    """The dice that are rolled, by the names of the steps."""
    draws: dict[str, Answer] = {}
    """The values that are drawn, by the names of the steps."""
    rulings: dict[str, str] = {}
    """The options of rulings that are in force, if they are not the defaults."""
    expect: dict[str, Texts]
    """The expected result: values of steps, places of units, markers, tracks and facts."""
    printed: bool = False
    """Whether the rules booklet shows the example; all examples are played."""
    tells: Tells = Field(default_factory=Tells)
    """How the booklet presents the example."""
