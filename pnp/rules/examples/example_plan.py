"""The plan of a worked example that is played with distances instead of hexes.

A plan is the diagram of an open table, seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pnp.model.example import TableTerrain
from pnp.rules.examples.example_run import PlayedExample
from pnp.rules.expressions.open_table import read_decimal
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import RuleError

TablePoint: TypeAlias = tuple[float, float]
"""A point so far east and so far north of the middle, in units of the table."""


@dataclass(frozen=True)
class Burst:
    """The centre of a burst, and the diameter of its overlay."""

    place: TablePoint
    across: float


@dataclass(frozen=True)
class Arc:
    """A field of fire from the middle: the bearing of the barrel, the whole angle, and the range."""

    facing: float
    angle: float
    far: float


@dataclass(frozen=True)
class OpenPlan:
    """An open table: its points and which of them are highlighted, their diameter, a burst, a field of fire.

    `figure` and `gun` are the pictures of each point and of the middle, if there are any; the figure is drawn from the
    side, or from `above`.
    """

    points: tuple[TablePoint, ...]
    lit: tuple[bool, ...]
    across: float = 0
    burst: Burst | None = None
    arc: Arc | None = None
    unit: str = "inch"
    figure: str = ""
    gun: str = ""
    above: bool = False
    terrain: tuple[TableTerrain, ...] = ()


def read_plan(played: PlayedExample) -> OpenPlan:
    """Return the plan (points, burst, field of fire) that a played example describes.

    Raise `RuleError`, with the path of the field, if it names an unknown value, or not one for each point.
    """
    plan, reader = played.example.tells.plan, _PlanReader(played)
    assert plan is not None
    points, burst, arc = plan.points, plan.burst, plan.arc
    east, north = reader.numbers("points.east", points.east), reader.numbers("points.north", points.north)
    lit = tuple(map(bool, reader.values("points.lit", points.lit))) if points.lit else (True,) * len(east)
    for field, found in (("north", north), ("lit", lit)):
        if len(found) != len(east):
            wrong = f"the list east has {len(east)} values, but {field} has {len(found)}"
            raise reader.error(f"points.{field}", wrong, "name a list with one value for each point")
    return OpenPlan(
        tuple(zip(east, north, strict=True)),
        lit,
        reader.number("points.across", points.across),
        Burst(
            (reader.number("burst.east", burst.east), reader.number("burst.north", burst.north)),
            reader.number("burst.across", burst.across),
        )
        if burst
        else None,
        Arc(*(reader.number(f"arc.{name}", getattr(arc, name)) for name in ("facing", "angle", "far")))
        if arc
        else None,
        plan.unit,
        plan.figure,
        plan.gun,
        plan.above,
        plan.terrain,
    )


@dataclass(frozen=True)
class TableauResults:
    """The numbers on the dice (for each entry of `dice`), and the words on the cards and tokens that followed."""

    dice: tuple[tuple[str, ...], ...]
    cards: tuple[str, ...]
    tokens: tuple[str, ...]


def read_results(played: PlayedExample) -> TableauResults:
    """Return the dice, cards and tokens of the scene of a played example.

    Raise `RuleError`, with the path of the field, if it names an unknown roll or value.
    """
    scene, reader = played.example.tells.scene, _PlanReader(played, "scene")
    assert scene is not None
    dice = []
    for number, one in enumerate(scene.dice):
        name, _, party = one.roll.partition(".")
        rolls = played.example.rolls.get(name, ())
        shown = rolls.get(party, ()) if isinstance(rolls, dict) else () if party else rolls
        if not shown:
            raise reader.error(f"dice.{number}.roll", f"the example has no roll {one.roll}", "name one of its rolls")
        dice.append(tuple(shown))
    cards, tokens = (
        tuple(map(str, reader.values(field, name))) if name else ()
        for field, name in (("cards", scene.cards), ("tokens", scene.tokens))
    )
    return TableauResults(tuple(dice), cards, tokens)


class _PlanReader:
    """Reads numbers and names; a name is an assigned variable or else an argument."""

    def __init__(self, played: PlayedExample, field: str = "plan") -> None:
        self.played, self.field = played, field

    def values(self, field: str, name: str) -> tuple[Value, ...]:
        """Return the values of a variable or an argument of the example.

        They are those of its last list, or each value that was assigned to it in turn.
        """
        assignments = [one.value for one in self.played.assignments if one.name == name]
        if assignments:
            last = assignments[-1]
            return last if isinstance(last, tuple) else tuple(assignments)
        given = self.played.example.given.get(name)
        if isinstance(given, str):
            return (given,)
        if isinstance(given, tuple):
            return given
        raise self.error(
            field, f"{name} is neither an argument nor assigned by a step", "write a name of this example, or a number"
        )

    def numbers(self, field: str, name: str) -> tuple[float, ...]:
        """Return the numbers in a field of the plan, which may be a list or the name of a variable."""
        return tuple(self._to_number(field, value) for value in self.values(field, name))

    def number(self, field: str, text: str) -> float:
        """Return the number in a field of the plan: as written, or the last one assigned to a variable."""
        try:
            return read_decimal(text)
        except RuleError:
            return self._to_number(field, self.values(field, text)[-1])

    def error(self, field: str, wrong: str, write: str) -> RuleError:
        """Return the error for an invalid value in a field of the plan."""
        error = RuleError(wrong, write)
        error.path = f"examples.{self.played.id}.tells.{self.field}.{field}"
        return error

    def _to_number(self, field: str, value: Value) -> float:
        """Return a value as a decimal number. Raise `RuleError` if it is not a number."""
        try:
            return float(value) if isinstance(value, (int, float)) else read_decimal(str(value))
        except RuleError as error:
            raise self.error(field, error.wrong, "name numbers") from None
