"""Map rules: movement, zones of control, supply, stacking, retreats, advances, range and control."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from pnp.model.counter import Size
from pnp.model.record import Record, Sourced, Words

Trait: TypeAlias = Literal["id", "kind", "side", "groups", "size", "formation", "face", "marks"]
"""A property that selects units.

A formation matches units of all its subordinate formations. `face` is `full`, `reduced` or another state of the face
that is up; `marks` are the markers on the unit. The symbol is only drawn: no rule depends on it.
"""

Purpose: TypeAlias = Literal["move", "retreat", "advance", "supply"]
"""The purpose of a path over the map."""


def _read_words(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse words separated by blanks or commas into a tuple; return other values unchanged."""
    return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value


Purposes: TypeAlias = Annotated[tuple[Purpose, ...], BeforeValidator(_read_words)]
"""Several purposes, with blanks between them."""
CheckTime: TypeAlias = Literal["move", "turn", "retreat", "advance"]
"""When stacking is checked: at the end of a move, of a turn, of a retreat or of an advance."""
CheckTimes: TypeAlias = Annotated[tuple[CheckTime, ...], BeforeValidator(_read_words)]
Sizes: TypeAlias = Annotated[tuple[Size, ...], BeforeValidator(_read_words)]


def _read_having(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Convert a single filter of units to a list of one; return other values unchanged.

    Raise `ValueError` for a filter by symbol.
    """
    filters = (value,) if isinstance(value, dict) else value
    if isinstance(filters, (list, tuple)) and any(isinstance(one, dict) and "symbol" in one for one in filters):
        raise ValueError("rules do not select units by their symbol, which is only drawn; write groups")
    return filters


Having: TypeAlias = Annotated[tuple[dict[Trait, Words], ...], BeforeValidator(_read_having)]
"""Selects units that match each trait by one of its words (`{side: blue, groups: guns armour}`).

In a list, one mapping must match. Without any, all units match.
"""

_AMOUNT = re.compile(r"(\d{1,4})(?:/([1-9]\d{0,3}))?|(\d{0,4})([½⅓⅔¼¾])")
_VULGAR = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4)}


def read_amount(text: str) -> Fraction:
    """Return the exact number of movement points written as `2`, `1/2` or `1½`.

    Raise `ValueError` for another text.

    >>> read_amount("1½")
    Fraction(3, 2)
    """
    found = _AMOUNT.fullmatch(text.strip())
    if not found:
        message = f"{text!r} is not a number of points; write a whole number or a fraction, such as 2 or 1/2"
        raise ValueError(message)
    whole, under, before, sign = found.groups()
    return int(before or 0) + Fraction(*_VULGAR[sign]) if sign else Fraction(int(whole), int(under or 1))


def _read_amount(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse a text such as `1/2` into an exact number; return other values unchanged."""
    return read_amount(value) if isinstance(value, str) else value


Amount: TypeAlias = Annotated[Fraction, BeforeValidator(_read_amount)]
"""An exact number, written `2`, `1/2` or `1½`."""


class MapRule(Sourced):
    """The base of map rules."""

    says: str = ""
    """The text of the rule in traces."""
    line: Words = ()
    """The printed modifiers that the rule applies, such as `shifts.night`."""
    ruling: dict[str, Words] = {}
    """Options of rulings under which the rule applies, such as `R-08: two-or-terrain`."""


# ---------------------------------------------------------------- movement


class UnitClass(MapRule):
    """Units whose costs differ from the terrain effects chart."""

    having: Having
    """The units of the class."""
    column: str = ""
    """The head of the column with the costs of the class in the terrain effects chart."""
    unless: Having = ()
    """Units that do not belong to the class."""
    costs: dict[str, str] = {}
    """The cost of each terrain for the class: `2`, `+1`, `1/2`, `prohibited` or `as the hex`."""
    keeps_to: Words = ()
    """Terrain that the units must keep to or beside, such as a river for boats."""
    one_way: dict[str, str] = {}
    """Hexside terrain that the units cross only out of this edge or region."""


class AllowanceChange(MapRule):
    """A change to the movement allowance: it is multiplied, a number is added to it, or another one replaces it."""

    having: Having = ()
    """The units whose allowance changes."""
    on: Words = ()
    """The terrain on which these units must begin their move."""
    times: Amount | None = None
    """The number by which the allowance is multiplied."""
    round: Literal["", "up", "down"] = ""
    """Whether the multiplied allowance is rounded up or down."""
    add: int = 0
    """The number of movement points that is added to the allowance."""
    set: Amount | None = None
    """The number of movement points that replaces the allowance."""


class March(MapRule):
    """A longer move of a unit whose whole move avoids enemy zones of control."""

    times: Amount = Fraction(2)
    """The number by which the allowance of a marching unit is multiplied."""
    unless: Having = ()
    """Units that may not march."""


class Along(MapRule):
    """Savings of a unit that moves along a path, from a hex to the next hex of the same road."""

    waives: Words = ()
    """Hexside terrain that the unit crosses without cost along the path."""
    extra: Amount = Fraction(0)
    """The movement points that a move with any step along the path has more, once."""


class MinimumMove(MapRule):
    """A unit that has not moved may always move one hex, by spending its whole allowance.

    The hex must not be prohibited.
    """

    least: Amount = Fraction(1)
    """The least allowance with which a unit may always move one hex."""


MOVEMENT_POINTS = ("MP",)
"""The unit of movement of a game that states none."""


class Movement(MapRule):
    """Movement rules. The costs are those of the terrain effects chart, unless the unit's class has its own.

    Without `factor` all units have the same number of `points`. The cost of a place replaces that of the hex. In
    `blocked_by`, `prohibited` is terrain that the unit may not enter or cross, and `friend` is a hex with such a unit.
    """

    factor: str = ""
    """The factor on the counter that is the movement allowance."""
    points: Amount | None = None
    """The movement allowance of all units, if no counter prints it."""
    counts: Words = MOVEMENT_POINTS
    """The singular and plural of the unit of movement, such as `hex hexes`."""
    column: str = ""
    """The head of the costs in the chart, if a class of units has its own column."""
    several: Literal["dearest", "sum"] = "dearest"
    """Whether the `dearest` terrain in a hex counts, or the `sum` of all."""
    classes: dict[str, UnitClass] = {}
    """Units whose costs differ from the terrain effects chart, by id."""
    allowance: tuple[AllowanceChange, ...] = ()
    """Changes to the movement allowance, in order."""
    march: tuple[March, ...] = ()
    """Longer moves of units that avoid enemy zones of control."""
    minimum: MinimumMove | None = None
    """The rule that a unit may always move one hex."""
    along: dict[str, Along] = {}
    """The savings of units that move along a path, by kind of path."""
    stops: Words = ()
    """Terrain that ends a move: a hex when entered, a hexside when crossed."""
    blocked_by: Words = ("prohibited", "enemy")
    """What units may not enter: `prohibited`, `enemy`, `friend`, `zoc`, or terrain ids."""

    @model_validator(mode="after")
    def _check_allowance(self) -> Movement:
        """Reject movement rules unless they state the allowance in exactly one way."""
        if bool(self.factor) == (self.points is not None):
            raise ValueError("movement points come from one thing; write factor, or points if no counter prints them")
        if len(self.counts) not in (1, 2):
            raise ValueError("counts names one and several of what movement is counted in; write: counts: hex hexes")
        return self


# ---------------------------------------------------------------- zones of control


Zone: TypeAlias = Literal["any", "free", "zoc", "fortified"]
"""One end of a step: any hex, outside enemy zones of control, in one, or in that of a fortified unit."""


class ZoneStep(MapRule):
    """The effect of enemy zones of control on a step from hex to hex."""

    start: Zone = "any"
    """The zone in which the step begins, such as `zoc`."""
    end: Zone = "any"
    """The zone in which the step ends, such as `free`."""
    either: Zone = "any"
    """The zone in which one end of the step is, or both."""
    first: bool | None = None
    """With `true` only the first step of a move, with `false` all others."""
    having: Having = ()
    """The units that are affected."""
    unless: Having = ()
    """Units that are not affected."""
    add: Amount | None = None
    """The movement points that the step costs more."""
    at_least: Amount | None = None
    """The least cost of the step in movement points."""
    cost: Amount | None = None
    """The exact cost of the step in movement points."""
    forbidden: bool = False
    """Whether the step is forbidden."""
    stops: bool = False
    """Whether the step ends the move."""


class ZoneOfControl(MapRule):
    """The units that have a zone of control, its reach, and its effects on steps, in order.

    In `blocked_by`, `prohibited` is terrain that the unit itself may not enter or cross.
    """

    having: Having = ()
    """The units that have a zone of control."""
    unless: Having = ()
    """Units that do not have a zone of control."""
    reach: Annotated[int, Field(ge=1, le=3)] = 1
    """How many hexes a zone of control extends from its unit."""
    blocked_by: Words = ("prohibited",)
    """Where it does not extend: `prohibited` terrain, or terrain ids."""
    fortified_by: Words = ()
    """Markers that make the units in their hex fortified, by the ids of their terrain."""
    lifted_by_friends: Purposes = ()
    """The purposes for which a friendly unit in a hex lifts enemy zones there."""
    steps: tuple[ZoneStep, ...] = ()
    """Effects on a step from hex to hex, in order."""


# ---------------------------------------------------------------- supply


class SupplySource(MapRule):
    """The supply source of units: any hex of some edges, of some hexes, or with some terrain."""

    having: Having = ()
    """The units that are supplied by this source."""
    edges: Words = ()
    """Map edges whose hexes are sources: their ids, or `north`, `south`, `west` and `east`."""
    hexes: Words = ()
    """Hexes that are sources."""
    terrain: Words = ()
    """Terrain whose hexes are sources, by id."""


class SupplyLimit(MapRule):
    """The longest supply path, in steps off a path.

    After the steps that count `before-path`, the supply path stays on the path. Those `in-a-row` are counted between
    stretches along paths.
    """

    steps: Annotated[int, Field(ge=0, le=999)]
    """The greatest number of hexes off a path."""
    counted: Literal["in-all", "before-path", "in-a-row"] = "in-all"
    """Whether these hexes are counted in all, before a path is reached, or in a row."""


class Supply(MapRule):
    """Supply rules.

    A step along a path of a kind in `free` costs nothing, any other step costs 1.
    """

    free: Words = ()
    """Kinds of path along which a supply path has any length."""
    limits: tuple[SupplyLimit, ...]
    """Limits of the length of a supply path, of which the first in force applies."""
    sources: tuple[SupplySource, ...]
    """Sources of supply, of which the first that fits a unit applies."""
    blocked_by: Words = ("prohibited", "enemy", "zoc")
    """What a supply path may not enter: `prohibited`, `enemy`, `zoc`, or terrain ids."""


# ---------------------------------------------------------------- stacking


class StackRoom(MapRule):
    """Room in a hex for a number of units, or for units worth so many points."""

    having: Having = ()
    """The units for which there is room."""
    same: Sizes = ()
    """Sizes of formation: all units in the room belong to one formation of such a size."""
    number: Annotated[int, Field(ge=0, le=99)] | None = None
    """The greatest number of units in the room; without it there is no limit."""
    points: Annotated[int, Field(ge=0, le=999)] | None = None
    """The greatest number of stacking points in the room."""


class StackLimit(MapRule):
    """One legal way to fill a hex: each unit has a place in one of the rooms."""

    having: Having = ()
    """The units to whose stacks the limit applies."""
    rooms: tuple[StackRoom, ...]
    """The rooms of a hex; each unit of the stack has a place in one of them."""


class StackWorth(MapRule):
    """The stacking points of units `having` a trait."""

    having: Having = ()
    """The units that are worth these points."""
    points: Annotated[int, Field(ge=0, le=999)]
    """How many stacking points each of these units is worth."""


class Stacking(MapRule):
    """Stacking limits: a stack is legal if it meets any one of them.

    In `ordered` stacks, units are first in the order of the line of the set-up; later, a unit that enters goes on top,
    unless a step says `on: bottom`.
    """

    unless: Having = ()
    """Units that do not count for stacking."""
    worth: tuple[StackWorth, ...] = ()
    """Stacking points of units; a unit that is in no line counts 1."""
    limits: tuple[StackLimit, ...]
    """Ways to fill a hex; a stack is legal if it meets any one of them."""
    checked: CheckTimes = ("turn", "retreat", "advance")
    """When stacks must be legal: at the end of a move, turn, retreat or advance."""
    ordered: bool = False
    """Whether the units in a hex are in order from top to bottom."""


# ---------------------------------------------------------------- retreats, advances, range, control


class Retreat(MapRule):
    """Retreat rules: a unit retreats hex by hex and never enters a hex twice."""

    blocked_by: Words = ("prohibited", "enemy", "zoc")
    """What a retreating unit may not enter: `prohibited`, `enemy`, `zoc`, or terrain ids."""
    away: bool = False
    """Whether the unit must end as many hexes away as it retreats."""
    off_map: Literal["never", "eliminated"] = "never"
    """What happens at the map edge: the unit may `never` leave, or it is `eliminated`."""


class Advance(MapRule):
    """Advance rules: after combat, a unit may advance into an adjacent hex."""

    blocked_by: Words = ("prohibited", "enemy")
    """What an advancing unit may not enter: `prohibited`, `enemy`, or terrain ids."""


class Range(MapRule):
    """The range of fire: from `least` hexes to the range printed on the counter."""

    least: Annotated[int, Field(ge=0, le=99)] = 1
    """The least range of fire in hexes."""


class Control(MapRule):
    """The side that controls hexes with a place of some kinds."""

    places: Words
    """The kinds of place that a side controls."""
    start: str = ""
    """The side that controls these places at the start."""
    starts: dict[str, str] = {}
    """The side that controls a single hex at the start, by hex number."""
    held: Literal["last", "occupied"] = "last"
    """The side in control: the `last` with a unit there, or only one that has the place `occupied`."""


class MarkerRule(MapRule):
    """The effect of a marker on the terrain of its hex or of its hexside.

    The marker is a row of the terrain effects chart with `of: marker`, and the word of the marker is the id of that
    row. As long as the marker is there, it counts as terrain of the hex or the hexside: `is`, `terrain` and `crosses`
    find it, lists such as `stops` and `blocked_by` may name it, and its `cost` in the chart (`+1` or `prohibited`)
    applies to units that enter the hex or cross the hexside. A cost such as `as the river` is only printed. Several
    markers of one kind count once.

    `breaks` is for markers on a hexside (a demolished bridge). Terrain that the marker `cancels` is hexside terrain if
    the marker is on a hexside, and terrain and places of the hex if it is in a hex. Its obstacles are what names it in
    `stops` and `blocked_by`.
    """

    breaks: Words = ()
    """Kinds of path that no longer lead across the marked hexside."""
    cancels: Words = ()
    """Kinds of terrain that do not count where the marker is."""
    having: Having = ()
    """The units that its cost and its obstacles affect."""
    unless: Having = ()
    """Units that its cost and its obstacles do not affect."""
    against: Literal["all", "enemies"] = "all"
    """With `enemies`, it affects only enemies of the units where the marker is."""


class MapRules(Record):
    """All rules of the map. Parts that the game does not have are absent."""

    units: Having = ({"kind": ("unit",)},)
    """The counters on the map that these rules apply to."""
    movement: Movement | None = None
    """The rules of movement."""
    zoc: ZoneOfControl | None = None
    """The rules of zones of control."""
    supply: Supply | None = None
    """The rules of supply."""
    stacking: Stacking | None = None
    """The rules of stacking."""
    retreat: Retreat | None = None
    """The rules of retreats."""
    advance: Advance | None = None
    """The rules of advances after combat."""
    range: Range | None = None
    """The rules of the range of fire."""
    control: tuple[Control, ...] = ()
    """The rules of the control of places."""
    markers: dict[str, MarkerRule] = {}
    """Markers that change terrain, by their ids in the terrain effects chart."""


def movement_words(rules: MapRules | None) -> tuple[str, ...]:
    """Return the singular and plural of the unit in which movement is counted, such as `("hex", "hexes")`."""
    return rules.movement.counts if rules and rules.movement else MOVEMENT_POINTS
