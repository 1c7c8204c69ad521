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
    """The base of map rules.

    `says` is its text in traces; `ruling` lists the options of rulings under which it applies (`{R-08:
    two-or-terrain}`). `line` names the printed modifiers that it applies.
    """

    says: str = ""
    line: Words = ()
    ruling: dict[str, Words] = {}


# ---------------------------------------------------------------- movement


class UnitClass(MapRule):
    """Units whose costs differ from the terrain effects chart.

    `costs` maps a terrain id to `2`, `+1`, `1/2`, `prohibited` or `as the hex`. `one_way` maps hexside terrain, which
    these units cross only out of the hexes of an edge or region, to the id of that edge or region.

    Units with `keeps_to` enter only hexes that contain one of these kinds of terrain or lie beside it (a boat on a
    river). Units in `unless` do not belong to the class. With `column`, the terrain effects chart has a column with
    this head for the costs of the class.
    """

    having: Having
    column: str = ""
    unless: Having = ()
    costs: dict[str, str] = {}
    keeps_to: Words = ()
    one_way: dict[str, str] = {}


class AllowanceChange(MapRule):
    """A change to the movement allowance of units `having` a trait or starting `on` a terrain.

    It multiplies (`times`, rounded), adds (`add`) or replaces (`set`).
    """

    having: Having = ()
    on: Words = ()
    times: Amount | None = None
    round: Literal["", "up", "down"] = ""
    add: int = 0
    set: Amount | None = None


class March(MapRule):
    """A longer move: `times` the allowance, for a unit whose whole move avoids enemy zones of control.

    Units in `unless` may not march.
    """

    times: Amount = Fraction(2)
    unless: Having = ()


class Along(MapRule):
    """Savings of a unit that moves along a path, from a hex to the next hex of the same road.

    `waives` names hexside terrain that is crossed without cost. A move with any such step has `extra` movement points,
    once.
    """

    waives: Words = ()
    extra: Amount = Fraction(0)


class MinimumMove(MapRule):
    """A unit that has not moved may always move one hex, by spending its whole allowance.

    The hex must not be prohibited, and the allowance must be `least` or more.
    """

    least: Amount = Fraction(1)


MOVEMENT_POINTS = ("MP",)
"""The unit of movement of a game that states none."""


class Movement(MapRule):
    """Movement rules. The costs are those of the terrain effects chart, unless the unit's class has its own.

    `factor` names the factor that is the allowance; without it all units have the same number of `points`. Of several
    terrains in a hex, the `dearest` counts, or their `sum`; the cost of a place replaces that of the hex. `stops` lists
    terrain that ends a move: a hex when entered, a hexside when crossed. `blocked_by` lists where units may not go:
    `prohibited` (terrain that the unit may not enter or cross), `enemy`, `friend` (a hex with such a unit), `zoc`, and
    terrain ids. `counts` is the unit of movement, singular and plural (`hex hexes`), if it is not movement points.
    `column` is the head of the chart's costs (`Light units`) if a class of units has a column of its own.
    """

    factor: str = ""
    points: Amount | None = None
    counts: Words = MOVEMENT_POINTS
    column: str = ""
    several: Literal["dearest", "sum"] = "dearest"
    classes: dict[str, UnitClass] = {}
    allowance: tuple[AllowanceChange, ...] = ()
    march: tuple[March, ...] = ()
    minimum: MinimumMove | None = None
    along: dict[str, Along] = {}
    stops: Words = ()
    blocked_by: Words = ("prohibited", "enemy")

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
    """The effect of enemy zones of control on a step with the given `start` and `end` (`either`: one of the two).

    The step costs `add` more, `at_least`, or exactly `cost`; or it is `forbidden`; or it `stops` the move. `first:
    true` applies to the first step of a move only, `false` to all others. Units in `unless` are not affected.
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
    """The units that have a zone of control, its reach, and its effects on steps, in order.

    `blocked_by` lists where it does not extend: `prohibited` (terrain that the unit itself may not enter or cross), and
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
    """The supply source of units `having` a trait: any hex of `edges`, of `hexes`, or with `terrain`."""

    having: Having = ()
    edges: Words = ()
    hexes: Words = ()
    terrain: Words = ()


class SupplyLimit(MapRule):
    """The longest supply path, in steps off a path.

    It counts `in-all`, `before-path` (after that the supply path stays on the path), or `in-a-row` between stretches
    along paths.
    """

    steps: Annotated[int, Field(ge=0, le=999)]
    counted: Literal["in-all", "before-path", "in-a-row"] = "in-all"


class Supply(MapRule):
    """Supply rules.

    A step along a path of a kind in `free` costs nothing, any other step costs 1. The first source that fits a unit
    applies, and the first limit in force. For `blocked_by` see `Movement`.
    """

    free: Words = ()
    limits: tuple[SupplyLimit, ...]
    sources: tuple[SupplySource, ...]
    blocked_by: Words = ("prohibited", "enemy", "zoc")


# ---------------------------------------------------------------- stacking


class StackRoom(MapRule):
    """Room in a hex for units `having` a trait: a `number` of units, or units worth so many `points`.

    Without a number there is no limit. `same` are sizes of formation: all units in the room belong to one formation of
    such a size.
    """

    having: Having = ()
    same: Sizes = ()
    number: Annotated[int, Field(ge=0, le=99)] | None = None
    points: Annotated[int, Field(ge=0, le=999)] | None = None


class StackLimit(MapRule):
    """One legal way to fill a hex: each unit has a place in one of the rooms.

    The limit applies to stacks of units in `having`.
    """

    having: Having = ()
    rooms: tuple[StackRoom, ...]


class StackWorth(MapRule):
    """The stacking points of units `having` a trait."""

    having: Having = ()
    points: Annotated[int, Field(ge=0, le=999)]


class Stacking(MapRule):
    """Stacking limits: a stack is legal if it meets any one of the `limits`.

    `worth` gives stacking points; units that match no line count 1. Units in `unless` do not count. `checked` says when
    stacks must be legal. With `ordered`, the units in a hex are in order from top to bottom: first as in the line of
    the set-up; later, a unit that enters goes on top, unless a step says `on: bottom`.
    """

    unless: Having = ()
    worth: tuple[StackWorth, ...] = ()
    limits: tuple[StackLimit, ...]
    checked: CheckTimes = ("turn", "retreat", "advance")
    ordered: bool = False


# ---------------------------------------------------------------- retreats, advances, range, control


class Retreat(MapRule):
    """Retreat rules: a unit retreats hex by hex and never enters a hex twice. For `blocked_by` see `Movement`.

    With `away`, it must end as many hexes away as it retreats. `off_map` says what happens at the map edge: a unit may
    `never` leave, or it is `eliminated`.
    """

    blocked_by: Words = ("prohibited", "enemy", "zoc")
    away: bool = False
    off_map: Literal["never", "eliminated"] = "never"


class Advance(MapRule):
    """Advance rules: after combat, a unit may advance into an adjacent hex. For `blocked_by` see `Movement`."""

    blocked_by: Words = ("prohibited", "enemy")


class Range(MapRule):
    """The range of fire: from `least` hexes to the range printed on the counter."""

    least: Annotated[int, Field(ge=0, le=99)] = 1


class Control(MapRule):
    """The side that controls hexes with a place of these kinds.

    At the `start` it is the named side, unless a hex number names another one. Later it is the side that had a unit
    there `last`, or only the side that is there now (`occupied`), as `held` says.
    """

    places: Words
    start: str = ""
    starts: dict[str, str] = {}
    held: Literal["last", "occupied"] = "last"


class MarkerRule(MapRule):
    """The effect of a marker on the terrain of its hex or of its hexside.

    The marker is a row of the terrain effects chart with `of: marker`, and the word of the marker is the id of that
    row. As long as the marker is there, it counts as terrain of the hex or the hexside: `is`, `terrain` and `crosses`
    find it, lists such as `stops` and `blocked_by` may name it, and its `cost` in the chart (`+1` or `prohibited`)
    applies to units that enter the hex or cross the hexside. A cost such as `as the river` is only printed. Several
    markers of one kind count once.

    On a hexside, paths of the kinds in `breaks` no longer lead across it (a demolished bridge). Terrain of the kinds in
    `cancels` does not count: hexside terrain if the marker is on a hexside, terrain and places of the hex if it is in a
    hex. Its cost, and what names it in `stops` and `blocked_by`, affect only the units in `having` that are not in
    `unless`. With `against: enemies` they affect only enemies of the units in the marked hex, or in a hex of the
    marked hexside.
    """

    breaks: Words = ()
    cancels: Words = ()
    having: Having = ()
    unless: Having = ()
    against: Literal["all", "enemies"] = "all"


class MapRules(Record):
    """All rules of the map. Parts that the game does not have are absent.

    `units` are the counters on the map that these rules apply to. `markers` are the markers that change terrain, by
    their ids in the terrain effects chart.
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
    markers: dict[str, MarkerRule] = {}


def movement_words(rules: MapRules | None) -> tuple[str, ...]:
    """Return the singular and plural of the unit in which movement is counted, such as `("hex", "hexes")`."""
    return rules.movement.counts if rules and rules.movement else MOVEMENT_POINTS
