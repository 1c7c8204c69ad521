"""Functions of expressions for games without hexes: distances and bearings on a table, and decimal numbers.

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
def _same(context: FunctionContext, first: float, second: float) -> bool:
    """Return whether two decimal numbers are equal, apart from rounding errors."""
    return abs(first - second) <= TOLERANCE


@function("at_most", ("decimal", "decimal"), "bool", "nothing")
def _at_most(context: FunctionContext, first: float, second: float) -> bool:
    """Return whether a decimal number is equal to or less than another."""
    return first <= second + TOLERANCE


@function("max", ("decimal", "decimal"), "decimal", "nothing")
def _max(context: FunctionContext, first: float, second: float) -> float:
    """Return the greater of two decimal numbers."""
    return max(first, second)


@function("min", ("decimal", "decimal"), "decimal", "nothing")
def _min(context: FunctionContext, first: float, second: float) -> float:
    """Return the smaller of two decimal numbers."""
    return min(first, second)


@function("root", ("decimal",), "decimal", "nothing")
def _root(context: FunctionContext, number: float) -> float:
    """Return the square root of a number."""
    if number < -TOLERANCE:
        raise RuleError(f"{number:g} has no square root", "test for less than 0 first")
    return math.sqrt(max(number, 0))


@function("length", ("decimal", "decimal"), "decimal", "nothing")
def _length(context: FunctionContext, east: float, north: float) -> float:
    """Return the distance of the point (`east`, `north`) from the origin."""
    return math.hypot(east, north)


@function("bearing", ("decimal", "decimal"), "decimal", "nothing")
def _bearing(context: FunctionContext, east: float, north: float) -> float:
    """Return the bearing of the point (`east`, `north`) from the origin: degrees clockwise from north.

    A point at a distance of 0 has the bearing 0.
    """
    degrees = math.degrees(math.atan2(east, north)) % 360
    return 0.0 if 360 - degrees <= TOLERANCE else degrees


@function("angle", ("decimal", "decimal"), "decimal", "nothing")
def _angle(context: FunctionContext, first: float, second: float) -> float:
    """Return the angle between two bearings, 0 to 180 degrees."""
    turn = abs(first - second) % 360
    return min(turn, 360 - turn)


@function("east", ("decimal", "decimal"), "decimal", "nothing")
def _east(context: FunctionContext, bearing: float, length: float) -> float:
    """Return the distance to the east that a move of this length along a bearing covers."""
    return _without_rounding_error(math.sin(math.radians(bearing)) * length)


@function("north", ("decimal", "decimal"), "decimal", "nothing")
def _north(context: FunctionContext, bearing: float, length: float) -> float:
    """Return the distance to the north that a move of this length along a bearing covers."""
    return _without_rounding_error(math.cos(math.radians(bearing)) * length)


def _without_rounding_error(number: float) -> float:
    """Return the number, but 0 if only a rounding error makes it different from 0."""
    return 0.0 if abs(number) <= TOLERANCE else number


def read_decimal(text: str) -> float:
    """Parse a decimal number, such as `2.5`. Raise `RuleError` if the text is not a number."""
    try:
        number = float(text.strip().replace("−", "-"))
    except ValueError:
        number = math.nan
    if not abs(number) <= LARGEST:
        raise RuleError(f"{text or 'a blank'} is not a number", "write digits, such as 2.5")
    return number
