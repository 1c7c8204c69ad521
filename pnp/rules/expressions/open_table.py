"""Functions of expressions for open tables: lengths and bearings in a plane, and decimal numbers.

East is +x and north is +y; a bearing is in degrees clockwise from north, 0 to 360. Comparisons have a tolerance of
1e-9, so that values that are equal on paper are equal here.
"""

from __future__ import annotations

import math

from pnp.rules.expressions.vocabulary import FunctionContext, function
from pnp.rules.state.errors import RuleError

TOLERANCE = 1e-9
"""Smaller differences count as equal."""
LARGEST = 1e12
"""More than any measure of a game."""


@function("decimal", ("int",), "decimal", "nothing")
def _decimal(context: FunctionContext, number: int) -> float:
    """Return a whole number as a decimal number."""
    return float(number)


@function("decimal", ("word",), "decimal", "nothing")
def _decimal_of(context: FunctionContext, text: str) -> float:
    """Return the decimal number that a text states, such as 2.5."""
    return read_decimal(text)


@function("whole", ("decimal", "word"), "int", "nothing")
def _whole(context: FunctionContext, number: float, direction: str) -> int:
    """Return a decimal number rounded `up`, `down` or to the `nearest` whole number (a half goes up)."""
    if abs(number) > LARGEST:
        raise RuleError(f"{number:g} is too large a number")
    match direction:
        case "up":
            return math.ceil(number - TOLERANCE)
        case "down":
            return math.floor(number + TOLERANCE)
        case "nearest":
            return math.floor(number + 0.5 + TOLERANCE)
    raise RuleError(f"{direction or 'an empty word'} is not a direction of rounding", "write 'up', 'down' or 'nearest'")


@function("same", ("decimal", "decimal"), "bool", "nothing")
def _same(context: FunctionContext, one: float, other: float) -> bool:
    """Return whether two decimal numbers are equal."""
    return abs(one - other) <= TOLERANCE


@function("at_most", ("decimal", "decimal"), "bool", "nothing")
def _at_most(context: FunctionContext, one: float, other: float) -> bool:
    """Return whether a decimal number is equal to or less than another."""
    return one <= other + TOLERANCE


@function("max", ("decimal", "decimal"), "decimal", "nothing")
def _max(context: FunctionContext, one: float, other: float) -> float:
    """Return the greater of two decimal numbers."""
    return max(one, other)


@function("min", ("decimal", "decimal"), "decimal", "nothing")
def _min(context: FunctionContext, one: float, other: float) -> float:
    """Return the smaller of two decimal numbers."""
    return min(one, other)


@function("root", ("decimal",), "decimal", "nothing")
def _root(context: FunctionContext, number: float) -> float:
    """Return the square root of a number."""
    if number < -TOLERANCE:
        raise RuleError(f"{number:g} has no square root", "test for less than 0 first")
    return math.sqrt(max(number, 0))


@function("length", ("decimal", "decimal"), "decimal", "nothing")
def _length(context: FunctionContext, east: float, north: float) -> float:
    """Return the distance to a point so far east and north."""
    return math.hypot(east, north)


@function("bearing", ("decimal", "decimal"), "decimal", "nothing")
def _bearing(context: FunctionContext, east: float, north: float) -> float:
    """Return the bearing of a point so far east and north, in degrees clockwise from north; 0 for no distance."""
    degrees = math.degrees(math.atan2(east, north)) % 360
    return 0.0 if 360 - degrees <= TOLERANCE else degrees


@function("angle", ("decimal", "decimal"), "decimal", "nothing")
def _angle(context: FunctionContext, one: float, other: float) -> float:
    """Return the angle between two bearings, 0 to 180 degrees."""
    turn = abs(one - other) % 360
    return min(turn, 360 - turn)


@function("east", ("decimal", "decimal"), "decimal", "nothing")
def _east(context: FunctionContext, bearing: float, length: float) -> float:
    """Return how far east a length along a bearing leads."""
    return _clean(math.sin(math.radians(bearing)) * length)


@function("north", ("decimal", "decimal"), "decimal", "nothing")
def _north(context: FunctionContext, bearing: float, length: float) -> float:
    """Return how far north a length along a bearing leads."""
    return _clean(math.cos(math.radians(bearing)) * length)


def _clean(number: float) -> float:
    """Return 0 for the tiny remainder that a right angle leaves."""
    return 0.0 if abs(number) <= TOLERANCE else number


def read_decimal(text: str) -> float:
    """Return a decimal number from its text. Raise `RuleError` if it is not a number."""
    try:
        number = float(text.strip().replace("−", "-"))
    except ValueError:
        number = math.nan
    if not abs(number) <= LARGEST:
        raise RuleError(f"{text or 'a blank'} is not a number", "write digits, such as 2.5")
    return number
