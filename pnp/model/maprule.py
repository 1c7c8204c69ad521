"""What units may do on the map: movement, zones of control, supply paths, stacking, retreats, range, control."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from pnp.model.counter import Size
from pnp.model.record import Record, Sourced, Words

Trait: TypeAlias = Literal["id", "kind", "side", "groups", "symbol", "size", "formation", "face", "marks"]
"""What units are told apart by. A formation is any of those that the unit belongs to, up to the highest; a symbol is
the whole or one of its parts; `face` is `full`, `reduced` or another state of the face that is up; `marks` are the
markers on the unit.
"""

Purpose: TypeAlias = Literal["move", "retreat", "advance", "supply"]
"""What a way over the map is for."""


def _read_words(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value


Purposes: TypeAlias = Annotated[tuple[Purpose, ...], BeforeValidator(_read_words)]
"""Several of them, with blanks between."""
Moment: TypeAlias = Literal["move", "turn", "retreat", "advance"]
"""When a stack must be legal: at the end of a move, of a turn, of a retreat, of an advance."""
Moments: TypeAlias = Annotated[tuple[Moment, ...], BeforeValidator(_read_words)]
Sizes: TypeAlias = Annotated[tuple[Size, ...], BeforeValidator(_read_words)]


def _read_having(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """One mapping or a list of them."""
    return (value,) if isinstance(value, dict) else value


Having: TypeAlias = Annotated[tuple[dict[Trait, Words], ...], BeforeValidator(_read_having)]
"""Which units: those with each of the traits named, where one of its words must match (`{side: blue, groups: guns
armour}`). In a list one of the mappings must match. Without any it is all units.
"""

_AMOUNT = re.compile(r"(\d{1,4})(?:/([1-9]\d{0,3}))?|(\d{0,4})([½⅓⅔¼¾])")
_VULGAR = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4)}


def read_amount(text: str) -> Fraction:
    """A whole number or a fraction (`2`, `1/2`, `1½`); `ValueError` if it is neither.

    >>> read_amount("1½")
    Fraction(3, 2)
    """
    found = _AMOUNT.fullmatch(text.strip())
    if not found:
        message = f"{text!r} is no number of points; write a whole number or a fraction, such as 2 or 1/2"
        raise ValueError(message)
    whole, under, before, sign = found.groups()
    return int(before or 0) + Fraction(*_VULGAR[sign]) if sign else Fraction(int(whole), int(under or 1))


def _read_amount(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    return read_amount(value) if isinstance(value, str) else value


Amount: TypeAlias = Annotated[Fraction, BeforeValidator(_read_amount)]
"""An exact number, written `2`, `1/2` or `1½`."""


class MapRule(Sourced):
    """A rule of the map: what a trace says of it, and the rulings under which it holds (`{R-08: two-or-terrain}`)."""

    says: str = ""
    ruling: dict[str, Words] = {}


# ---------------------------------------------------------------- movement


class UnitClass(MapRule):
    """Units that pay other costs than the terrain effects chart prints: terrain id -> `2`, `+1`, `1/2`, `prohibited`
    or `as the hex`.

    `one_way` is hexside terrain that they cross only out of the hexes of an edge or a region of the map: terrain id ->
    its id.
    """

    having: Having
    costs: dict[str, str] = {}
    one_way: dict[str, str] = {}


class AllowanceChange(MapRule):
    """A change to a unit's movement allowance, for units `having` something or starting `on` a terrain: `times` it
    (rounded), `add` to it, or `set` it.
    """

    having: Having = ()
    on: Words = ()
    times: Amount | None = None
    round: Literal["", "up", "down"] = ""
    add: int = 0
    set: Amount | None = None


class March(MapRule):
    """A longer move: `times` the allowance for a unit whose whole move keeps clear of enemy zones of control. `unless`
    are units that may not.
    """

    times: Amount = Fraction(2)
    unless: Having = ()


class Along(MapRule):
    """What moving along a path, from a hex to the next on the same road, saves besides the hex's cost: `waives` names
    hexside terrain that it crosses for nothing. A move with any such step has `extra` movement points, once.
    """

    waives: Words = ()
    extra: Amount = Fraction(0)


class MinimumMove(MapRule):
    """A unit that has not moved may always make one step that is not forbidden, if its allowance is `least` or more,
    by spending all of it.
    """

    least: Amount = Fraction(1)


MOVEMENT_POINTS = ("MP",)
"""What movement is counted in, if a game does not say it."""


class Movement(MapRule):
    """How units move. Costs are those of the terrain effects chart, a class's own first.

    `factor` is the one that gives the allowance; without one all units have the same number of `points`. Of several
    terrains in a hex the `dearest` counts, or their `sum`; the cost of a place counts instead of the hex's. `stops` are
    terrains that end a move, hexes when entered and hexsides when crossed. `blocked_by` says where no unit may go:
    `prohibited` (terrain that the unit may not enter or cross), `enemy`, `friend` (a hex with such a unit), `zoc`, and
    terrain ids. `counts` is what movement is counted in, one and several (`hex hexes`), if not in movement points.
    """

    factor: str = ""
    points: Amount | None = None
    counts: Words = MOVEMENT_POINTS
    several: Literal["dearest", "sum"] = "dearest"
    classes: dict[str, UnitClass] = {}
    allowance: tuple[AllowanceChange, ...] = ()
    march: tuple[March, ...] = ()
    minimum: MinimumMove | None = None
    along: dict[str, Along] = {}
    stops: Words = ()
    blocked_by: Words = ("prohibited", "enemy")

    @model_validator(mode="after")
    def _one_allowance(self) -> Movement:
        if bool(self.factor) == (self.points is not None):
            raise ValueError("movement points come from one thing; write factor, or points if no counter prints them")
        if len(self.counts) not in (1, 2):
            raise ValueError("counts names one and several of what movement is counted in; write: counts: hex hexes")
        return self


# ---------------------------------------------------------------- zones of control


Zone: TypeAlias = Literal["any", "free", "zoc", "fortified"]
"""How one end of a step lies: anywhere, outside enemy zones of control, in one, in that of a fortified unit."""


class ZoneStep(MapRule):
    """What enemy zones of control do to a step whose ends lie as said (`start` and `end`; `either` is one of the two).

    It costs `add` more, `at_least`, or exactly `cost`; or it is `forbidden`; or it `stops` the move. `first` holds only
    for a move's first step or (`false`) for all others. `unless` are units that are not touched by it.
    """

    start: Zone = "any"
    end: Zone = "any"
    either: Zone = "any"
    first: bool | None = None
    having: Having = ()
    unless: Having = ()
    add: Amount | None = None
    at_least: Amount | None = None
    cost: Amount | None = None
    forbidden: bool = False
    stops: bool = False


class ZoneOfControl(MapRule):
    """Who has a zone of control, how far it reaches, and what it does to steps, in the order of the list.

    `blocked_by` says where it does not reach: `prohibited` (terrain that the unit itself may not enter or cross), and
    terrain ids. `fortified_by` are terrains of markers: a unit in a hex with such a marker is fortified. A friendly
    unit in a hex lifts enemy zones there for the purposes in `lifted_by_friends`.
    """

    having: Having = ()
    unless: Having = ()
    reach: Annotated[int, Field(ge=1, le=3)] = 1
    blocked_by: Words = ("prohibited",)
    fortified_by: Words = ()
    lifted_by_friends: Purposes = ()
    steps: tuple[ZoneStep, ...] = ()


# ---------------------------------------------------------------- supply


class SupplySource(MapRule):
    """Where units `having` something draw supply from: any hex of `edges`, `hexes`, or with `terrain`."""

    having: Having = ()
    edges: Words = ()
    hexes: Words = ()
    terrain: Words = ()


class SupplyLimit(MapRule):
    """How many steps off a path a supply line may take: `in-all`, `before-path` (once on a path it stays on it), or
    `in-a-row` between stretches along paths.
    """

    steps: Annotated[int, Field(ge=0, le=999)]
    counted: Literal["in-all", "before-path", "in-a-row"] = "in-all"


class Supply(MapRule):
    """How units trace supply. A step along a path of a kind in `free` costs nothing, any other costs 1. The first
    source that fits a unit counts, and the first limit in force. `blocked_by`: see `Movement`.
    """

    free: Words = ()
    limits: tuple[SupplyLimit, ...]
    sources: tuple[SupplySource, ...]
    blocked_by: Words = ("prohibited", "enemy", "zoc")


# ---------------------------------------------------------------- stacking


class StackRoom(MapRule):
    """Room in a hex for units `having` something: so many units (`number`), or units worth so many `points`; no number
    means any number. `same` are sizes of formation: all units in the room belong to one formation of such a size.
    """

    having: Having = ()
    same: Sizes = ()
    number: Annotated[int, Field(ge=0, le=99)] | None = None
    points: Annotated[int, Field(ge=0, le=999)] | None = None


class StackLimit(MapRule):
    """One way to fill a hex: each unit takes a place in one of the rooms. `having` are the units whose stacks it is
    for.
    """

    having: Having = ()
    rooms: tuple[StackRoom, ...]


class StackWorth(MapRule):
    """How many points units `having` something count."""

    having: Having = ()
    points: Annotated[int, Field(ge=0, le=999)]


class Stacking(MapRule):
    """Which units of a side may be in one hex: any of the `limits` will do. `worth` gives points, 1 where no line fits.

    `unless` are units that do not count; `checked` are the moments at which a stack must be legal.
    """

    unless: Having = ()
    worth: tuple[StackWorth, ...] = ()
    limits: tuple[StackLimit, ...]
    checked: Moments = ("turn", "retreat", "advance")


# ---------------------------------------------------------------- retreats, advances, range, control


class Retreat(MapRule):
    """Where a retreating unit may go, hex by hex and never back. `blocked_by`: see `Movement`.

    `away` wants it to end as many hexes off as it goes. `off_map` says what leaving the map is: `never` possible, or
    the unit is `eliminated`.
    """

    blocked_by: Words = ("prohibited", "enemy", "zoc")
    away: bool = False
    off_map: Literal["never", "eliminated"] = "never"


class Advance(MapRule):
    """Where a unit may advance to after combat: a hex next to it. `blocked_by`: see `Movement`."""

    blocked_by: Words = ("prohibited", "enemy")


class Range(MapRule):
    """How far units fire: from `least` hexes to the range printed on the counter."""

    least: Annotated[int, Field(ge=0, le=99)] = 1


class Control(MapRule):
    """Hexes with a place of one of these kinds belong to a side: at the `start` to the one named (a place's hex number
    may name another), later as `held` says: by the side that had a unit there `last`, or only while it is `occupied`.
    """

    places: Words
    start: str = ""
    starts: dict[str, str] = {}
    held: Literal["last", "occupied"] = "last"


class MapRules(Record):
    """All rules of the map. A part that a game does not have is absent. `units` are the counters that stand on the map
    and that these rules are about.
    """

    units: Having = ({"kind": ("unit",)},)
    movement: Movement | None = None
    zoc: ZoneOfControl | None = None
    supply: Supply | None = None
    stacking: Stacking | None = None
    retreat: Retreat | None = None
    advance: Advance | None = None
    range: Range | None = None
    control: tuple[Control, ...] = ()


def movement_counts(rules: MapRules | None) -> tuple[str, ...]:
    """What movement is counted in, one and several: `("hex", "hexes")`."""
    return rules.movement.counts if rules and rules.movement else MOVEMENT_POINTS
