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
    """Terrain on an open table, seen from above.

    `path` is the outline of woods or rocks, the middle line of a road or stream, or the middle of each hut or palm.
    A road, a stream, a hut or a palm is `wide` units wide, and huts are turned clockwise by `heading`.
    """

    kind: Literal["woods", "rocks", "road", "stream", "huts", "palms"]
    path: tuple[TablePlace, ...]
    wide: float = 1
    heading: float = 0

    @model_validator(mode="after")
    def _check_path(self) -> TableTerrain:
        """Reject terrain with too few points to draw."""
        least = {"woods": 3, "rocks": 3, "road": 2, "stream": 2}.get(self.kind, 1)
        if len(self.path) < least:
            raise ValueError(f"the path of {self.kind} has {len(self.path)} points; write {least} or more")
        return self


class PlanPoints(Record):
    """Things on an open table: lists of how far east and north each one is, and the width of all of them.

    `lit` is a name assigned once for each of them; those for which it is true are emphasised.
    """

    east: str
    north: str
    across: str = "0"
    lit: str = ""


class PlanBurst(Record):
    """The point of impact of a shot aimed at the middle, and the width of the overlay placed there."""

    east: str
    north: str
    across: str = "0"


class PlanArc(Record):
    """The arc of fire from the middle: the bearing of the barrel, the whole angle, and the range."""

    facing: str
    angle: str
    far: str


class Plan(Record):
    """An open table seen from above, as the figure of an example.

    Every field of its parts is a number, or a name that the example gives or computes. `unit` is the unit of length,
    `says` is printed under the figure. `figure` is a picture that is drawn at each point: from the side, or from above
    with `above`. `gun` is one from above with its muzzle to the right, which is turned to the arc of fire. `terrain`
    is below everything else.
    """

    points: PlanPoints
    burst: PlanBurst | None = None
    arc: PlanArc | None = None
    unit: str = "inch"
    says: str = ""
    figure: str = ""
    above: bool = False
    gun: str = ""
    terrain: tuple[TableTerrain, ...] = ()


class ArmourSectors(Record):
    """The quarters around a piece in which shots hit its front, a side or its rear: their radius and their texts."""

    radius: float
    front: str
    side: str
    rear: str


class ScenePiece(Record):
    """A picture on a table, seen from above.

    `wide` is its width in units of the table, `heading` its turn clockwise from east in degrees, and `label` a text
    below it.
    """

    picture: str
    at: TablePlace
    wide: float
    heading: float = 0
    label: str = ""
    sectors: ArmourSectors | None = None


class SceneShot(Record):
    """A shot or a throw from one point to another, and its text, such as the range."""

    start: TablePlace
    end: TablePlace
    says: str = ""


class SceneRing(Record):
    """A distance that counts: a circle about a point, and its text."""

    at: TablePlace
    radius: float
    says: str = ""


class SceneDice(Record):
    """The dice of a roll of the example (`hit`, or `winner.japanese` for a party), and a text below them."""

    roll: str
    sides: Literal["6", "10"] = "6"
    says: str = ""


class TableScene(Record):
    """A scene on an open table as the figure of an example, with the dice, cards and tokens that follow.

    `area` has the west, south, east and north limits in units of the table. `cards` and `tokens` are values
    that the example computes: ranks of a deck, and words on counters. `terrain` is below the pieces.
    """

    area: tuple[float, float, float, float]
    pieces: tuple[ScenePiece, ...]
    terrain: tuple[TableTerrain, ...] = ()
    shots: tuple[SceneShot, ...] = ()
    rings: tuple[SceneRing, ...] = ()
    dice: tuple[SceneDice, ...] = ()
    cards: str = ""
    tokens: str = ""


class Tells(Record):
    """Presentation of the example in the rules booklet.

    It has texts before and after the example, the hexes of the figure (a block `K6-O9`, or several) or the plan of an
    open table or a scene on it, steps left out (by the names they assign), arrows that replace those of the
    procedure, and the units whose supply paths are drawn.
    """

    before: str = ""
    after: str = ""
    figure: str = ""
    plan: Plan | None = None
    scene: TableScene | None = None
    hide: Words = ()
    arrows: Arrows = {}
    supply: Texts = ()


class Example(Sourced):
    """One case of a procedure.

    `place` lists the units in each hex or box: id or label, then side or formation if needed, then `reduced` and the
    unit's markers (`1/55 reduced fired`). `markers` are the markers in a hex, or on a hexside (`C3/D3` or `D3/C3`).
    `control` is the side that controls a hex, `tracks` are the values of tracks and facts; others have their starting
    values.

    `given` are the arguments of the procedure. `choices` are the decisions and `rolls` the dice, by the names of the
    steps; `draws` are the values drawn. `expect` is the expected result: the name of a step and its value (a list if it
    is assigned several times), a unit and its place (`M7`, `M7 reduced`, `eliminated`), a hex and all units in it (in
    ordered stacks from top to bottom), a hexside and all markers on it, a track or a fact. The rules booklet shows the
    examples with `printed`; all are played.
    """

    title: str
    procedure: str
    place: dict[str, Texts] = {}
    markers: dict[str, Texts] = {}
    control: dict[str, str] = {}
    tracks: dict[str, str] = {}
    given: dict[str, GivenValue] = {}
    choices: dict[str, Answer] = {}
    rolls: dict[str, Dice] = {}
    draws: dict[str, Answer] = {}
    rulings: dict[str, str] = {}
    expect: dict[str, Texts]
    printed: bool = False
    tells: Tells = Field(default_factory=Tells)
