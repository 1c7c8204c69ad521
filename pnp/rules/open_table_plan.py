"""The plan of an open table that the figure of a played example shows, read from what the example is given and works
out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pnp.rules.examples.example_run import PlayedExample
from pnp.rules.expressions.open_table import read_decimal
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import RuleError

TablePoint: TypeAlias = tuple[float, float]
"""So far east and so far north of the middle, in units of the table."""


@dataclass(frozen=True)
class Burst:
    """Where something came down, and how wide the overlay there is."""

    place: TablePoint
    across: float


@dataclass(frozen=True)
class Arc:
    """What can be fired at from the middle: the bearing of the barrel, the angle of the arc in all, and how far."""

    facing: float
    angle: float
    far: float


@dataclass(frozen=True)
class OpenPlan:
    """An open table: where things stand and which of them stand out, how wide they are, a burst, an arc of fire."""

    points: tuple[TablePoint, ...]
    lit: tuple[bool, ...]
    across: float = 0
    burst: Burst | None = None
    arc: Arc | None = None
    unit: str = "inch"


def read_plan(played: PlayedExample) -> OpenPlan:
    """The plan of an example that has one, as it was played. `RuleError`, with the path of the field, if it names
    something that there is not, or not for each point.
    """
    plan, reader = played.example.tells.plan, _PlanReader(played)
    assert plan is not None
    points, burst, arc = plan.points, plan.burst, plan.arc
    east, north = reader.numbers("points.east", points.east), reader.numbers("points.north", points.north)
    lit = tuple(map(bool, reader.values("points.lit", points.lit))) if points.lit else (True,) * len(east)
    for field, found in (("north", north), ("lit", lit)):
        if len(found) != len(east):
            wrong = f"there are {len(east)} points east and {len(found)} values of {field}"
            raise reader.wrong(f"points.{field}", wrong, "name a list with one value for each point")
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
    )


class _PlanReader:
    """Reads numbers and names: a name is first looked for in what was played out, then in what was given."""

    def __init__(self, played: PlayedExample) -> None:
        self.played = played

    def values(self, field: str, name: str) -> tuple[Value, ...]:
        """The values of a list, or each value in turn that a name was given."""
        assignments = [one.value for one in self.played.assignments if one.name == name]
        if assignments:
            last = assignments[-1]
            return last if isinstance(last, tuple) else tuple(assignments)
        given = self.played.example.given.get(name)
        if isinstance(given, str):
            return (given,)
        if isinstance(given, tuple):
            return given
        raise self.wrong(field, f"{name} is neither given nor assigned", "write a name of this example, or a number")

    def numbers(self, field: str, name: str) -> tuple[float, ...]:
        """The numbers of a list."""
        return tuple(self._read(field, value) for value in self.values(field, name))

    def number(self, field: str, text: str) -> float:
        """A number as written, or the last one of a name."""
        try:
            return read_decimal(text)
        except RuleError:
            return self._read(field, self.values(field, text)[-1])

    def wrong(self, field: str, wrong: str, write: str) -> RuleError:
        """A fault of a field of the plan."""
        error = RuleError(wrong, write)
        error.path = f"examples.{self.played.id}.tells.plan.{field}"
        return error

    def _read(self, field: str, value: Value) -> float:
        try:
            return float(value) if isinstance(value, (int, float)) else read_decimal(str(value))
        except RuleError as error:
            raise self.wrong(field, error.wrong, "name numbers") from None
