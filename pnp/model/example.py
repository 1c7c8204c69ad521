"""Worked examples: a set-up, the choices and the dice of one case, and what must come of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator

from pnp.model.record import Record, Sourced, Words


def _read_list(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """One text is a list of one."""
    return (value,) if isinstance(value, str) else value


Texts: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_read_list)]
"""One text, or several in a list; a unit's label may hold blanks."""


def _is_texts(value: Any) -> bool:  # noqa: ANN401 - input not yet typed
    """A text or a list of texts."""
    return isinstance(value, str) or (isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value))


def _read_answer(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    if not _is_texts(value) and not (isinstance(value, (list, tuple)) and all(map(_is_texts, value))):
        raise ValueError("this is no answer; write a value, a list, or a list of lists")
    return value


def _read_mapping(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    if not all(map(_is_texts, value.values() if isinstance(value, dict) else (value,))):
        raise ValueError("this is no value; write one, several in a list, or a mapping of them")
    return value


Answer: TypeAlias = Annotated["str | tuple[str | tuple[str, ...], ...]", BeforeValidator(_read_answer)]
"""One answer, or one for each time of asking; an answer may be a list itself."""
Dice: TypeAlias = Annotated["Texts | dict[str, Texts]", BeforeValidator(_read_mapping)]
"""What was rolled, one number for each roll of the name in turn; of an opposed roll, for each party."""
GivenValue: TypeAlias = Annotated[
    "str | tuple[str, ...] | dict[str, str | tuple[str, ...]]", BeforeValidator(_read_mapping)
]
"""A number, a word, a hex number or a unit's label; several in a list; or a mapping for a given that is one."""


Arrows: TypeAlias = dict[Literal["attack", "fire", "advance", "retreat"], Words]
"""Arrows of a figure: two names of values that are given or worked out, from the units or hexes of the first to those
of the second (`attack: attackers target`).
"""


class PlanPoints(Record):
    """What stands on an open table: lists of how far east and how far north each is, and how wide all of them are.
    `lit` is a name that was given once for each: those for which it is true stand out.
    """

    east: str
    north: str
    across: str = "0"
    lit: str = ""


class PlanBurst(Record):
    """Where something came down that was aimed at the middle, and how wide the overlay is that lies there."""

    east: str
    north: str
    across: str = "0"


class PlanArc(Record):
    """What can be fired at from the middle: the bearing of the barrel, the angle of the arc in all, and how far."""

    facing: str
    angle: str
    far: str


class Plan(Record):
    """An open table from above, as the figure of an example. Every field is a name that the example is given or works
    out, or a number; `unit` is what the table is measured in, `says` what stands under the figure.
    """

    points: PlanPoints
    burst: PlanBurst | None = None
    arc: PlanArc | None = None
    unit: str = "inch"
    says: str = ""


class Tells(Record):
    """How the example reads in the book: words before and after it, the hexes that its figure shows (a block `K6-O9`,
    or several) or the plan of an open table, steps left out by the names that they give, arrows if not those of the
    procedure, and the units whose supply lines are drawn.
    """

    before: str = ""
    after: str = ""
    figure: str = ""
    plan: Plan | None = None
    hide: Words = ()
    arrows: Arrows = {}
    supply: Texts = ()


class Example(Sourced):
    """One case of a procedure.

    `place` says which units stand in which hex or box (id or label, then side or formation if that is needed, then
    `reduced` and the unit's markers: `1/55 reduced fired`); `markers` what lies in a hex; `control` who holds it;
    `tracks` where tracks and facts stand, others being where they start. `given` is what the procedure is given,
    `choices` are the answers and `rolls` the dice, by the names of the steps; `draws` what was drawn. `expect` is what
    must come of it: a name of a step and its value (a list if it is given several times), a unit and its place (`M7`,
    `M7 reduced`, `eliminated`), a hex and all units in it, a track or a fact. `printed` are those that the rules
    reference shows; all are tried.
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
    tells: Tells = Tells()
