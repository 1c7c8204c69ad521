"""Functions of expressions for open tables: lengths and bearings in a plane, and decimal numbers.

East is +x and north is +y; a bearing is in degrees clockwise from north, 0 to 360. Comparisons forgive 1e-9, so that
what is equal on paper is equal here.
"""

from __future__ import annotations

import math

from pnp.rules.expressions.vocabulary import FunctionContext, function
from pnp.rules.state.errors import RuleError

TOLERANCE = 1e-9
"""Differences that are none."""
LARGEST = 1e12
"""Beyond any measure of a game."""


@function("decimal", ("int",), "decimal", "nothing")
def _decimal(context: FunctionContext, number: int) -> float:
    """A whole number as a decimal one."""
    return float(number)


@function("decimal", ("word",), "decimal", "nothing")
def _decimal_of(context: FunctionContext, text: str) -> float:
    """The decimal number that a text is, such as 2.5."""
    return read_decimal(text)


@function("whole", ("decimal", "word"), "int", "nothing")
def _whole(context: FunctionContext, number: float, way: str) -> int:
    """A decimal number made whole: `up`, `down` or `nearest` (a half goes up)."""
    if abs(number) > LARGEST:
        raise RuleError(f"{number:g} is too large a number")
    match way:
        case "up":
            return math.ceil(number - TOLERANCE)
        case "down":
            return math.floor(number + TOLERANCE)
        case "nearest":
            return math.floor(number + 0.5 + TOLERANCE)
    raise RuleError(f"a number is not made whole {way or 'without a way'}", "write 'up', 'down' or 'nearest'")


@function("same", ("decimal", "decimal"), "bool", "nothing")
def _same(context: FunctionContext, one: float, other: float) -> bool:
    """Are two decimal numbers the same?"""
    return abs(one - other) <= TOLERANCE


@function("at_most", ("decimal", "decimal"), "bool", "nothing")
def _at_most(context: FunctionContext, one: float, other: float) -> bool:
    """Is a decimal number no more than another?"""
    return one <= other + TOLERANCE


@function("max", ("decimal", "decimal"), "decimal", "nothing")
def _max(context: FunctionContext, one: float, other: float) -> float:
    """The greater of two decimal numbers."""
    return max(one, other)


@function("min", ("decimal", "decimal"), "decimal", "nothing")
def _min(context: FunctionContext, one: float, other: float) -> float:
    """The smaller of two decimal numbers."""
    return min(one, other)


@function("root", ("decimal",), "decimal", "nothing")
def _root(context: FunctionContext, number: float) -> float:
    """The square root of a number."""
    if number < -TOLERANCE:
        raise RuleError(f"{number:g} has no square root", "test for less than 0 first")
    return math.sqrt(max(number, 0))


@function("length", ("decimal", "decimal"), "decimal", "nothing")
def _length(context: FunctionContext, east: float, north: float) -> float:
    """How far so much east and so much north is."""
    return math.hypot(east, north)


@function("bearing", ("decimal", "decimal"), "decimal", "nothing")
def _bearing(context: FunctionContext, east: float, north: float) -> float:
    """The bearing of so much east and so much north, in degrees clockwise from north; 0 of nowhere."""
    degrees = math.degrees(math.atan2(east, north)) % 360
    return 0.0 if 360 - degrees <= TOLERANCE else degrees


@function("angle", ("decimal", "decimal"), "decimal", "nothing")
def _angle(context: FunctionContext, one: float, other: float) -> float:
    """The angle between two bearings, 0 to 180 degrees."""
    turn = abs(one - other) % 360
    return min(turn, 360 - turn)


@function("east", ("decimal", "decimal"), "decimal", "nothing")
def _east(context: FunctionContext, bearing: float, length: float) -> float:
    """How far east a length along a bearing leads."""
    return _clean(math.sin(math.radians(bearing)) * length)


@function("north", ("decimal", "decimal"), "decimal", "nothing")
def _north(context: FunctionContext, bearing: float, length: float) -> float:
    """How far north a length along a bearing leads."""
    return _clean(math.cos(math.radians(bearing)) * length)


def _clean(number: float) -> float:
    """Nothing where a right angle leaves a trace of something."""
    return 0.0 if abs(number) <= TOLERANCE else number


def read_decimal(text: str) -> float:
    """A decimal number as written; `RuleError` if it is none."""
    try:
        number = float(text.strip().replace("−", "-"))
    except ValueError:
        number = math.nan
    if not abs(number) <= LARGEST:
        raise RuleError(f"{text or 'a blank'} is no number", "write digits, such as 2.5")
    return number
