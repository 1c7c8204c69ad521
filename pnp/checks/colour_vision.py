"""Checks of colours as they look in greyscale print and to players with a colour vision deficiency."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.model.game import Game
from pnp.scene import Colour

LEAST_LIGHTNESS = 10.0
"""The least difference of lightness (L*) of two colours that differ in greyscale print."""
LEAST_DISTANCE = 12.0
"""The least distance (Delta E*ab 1976) of two colours that differ at a glance.

A distance of 2.3 is just noticeable with both colours side by side.  Source: Sharma, Digital Color Imaging Handbook,
2003. Counters lie apart from each other, so five times as much is asked for.
"""

RGB = tuple[float, float, float]
VISION: Mapping[str, tuple[RGB, RGB, RGB]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices for linear sRGB.

Source: Machado, Oliveira and Fernandes, A physiologically-based model for simulation of color vision deficiency, IEEE
TVCG 15 (2009), severity 1.0.
"""


@dataclass(frozen=True, slots=True)
class ColourPair:
    """Two colours of one kind: what they are, their paths in the data, and whether a sign doubles the difference."""

    kind: str
    first: str
    second: str
    path: str
    colours: tuple[Colour, Colour]
    doubled: bool

    def distances(self) -> dict[str, float]:
        """Return the distance of the colours by vision: L* in greyscale, Delta E*ab elsewhere.

        >>> ColourPair("sides", "a", "b", "", ("#FFFFFF", "#000000"), False).distances()["greyscale"]
        100.0
        """
        one, other = (_linear(colour) for colour in self.colours)
        found = {"greyscale": round(abs(_lab(one)[0] - _lab(other)[0]), 1)}
        for vision, matrix in VISION.items():
            seen = [_lab(_applied(matrix, rgb)) for rgb in (one, other)]
            found[vision] = round(sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5, 1)
        return found

    def too_close(self) -> dict[str, float]:
        """Return the distances that are too small, by vision."""
        least: Callable[[str], float] = lambda vision: LEAST_LIGHTNESS if vision == "greyscale" else LEAST_DISTANCE  # noqa: E731
        return {vision: distance for vision, distance in self.distances().items() if distance < least(vision)}


def colour_pairs(game: Game) -> Iterator[ColourPair]:
    """Yield all pairs of grounds of sides, and all pairs of formation colours of one side.

    Sides are doubled by emblems that differ, formations by labels that differ.
    """
    for (id_, side), (other_id, other) in combinations(game.sides.items(), 2):
        colours = (side.ground, other.ground)
        yield ColourPair("sides", id_, other_id, f"sides.{other_id}.emblem", colours, side.emblem != other.emblem)
    for (id_, one), (other_id, two) in combinations(game.formations.items(), 2):
        if one.side == two.side and one.colour.upper() != two.colour.upper():
            colours = (one.colour, two.colour)
            doubled = one.label != two.label
            yield ColourPair("formations", id_, other_id, f"formations.{other_id}.label", colours, doubled)


@check("C024", Severity.WARNING)
def colours_too_alike(checked: CheckedGame) -> Iterator[Fault]:
    """Two colours look alike in greyscale or to players with a colour vision deficiency, and no sign doubles them.

    The grounds of two sides, or the colours of two formations of a side, are compared in greyscale and as seen with
    protanopia, deuteranopia and tritanopia. Colours may be alike if a shape or a letter shows the difference too: the
    emblem of the side, or the label of the formation.

    Bad:
        sides:
          red: {name: Red, ground: "#D08080", accent: "#501010", emblem: disc}
          green: {name: Green, ground: "#90A070", accent: "#103010", emblem: disc}
    Good:
        sides:
          red: {name: Red, ground: "#D08080", accent: "#501010", emblem: disc}
          green: {name: Green, ground: "#90A070", accent: "#103010", emblem: diamond}
    """
    for pair in colour_pairs(checked.game):
        alike = {} if pair.doubled else pair.too_close()
        if alike:
            vision, distance = min(alike.items(), key=lambda item: item[1])
            sign = "emblem" if pair.kind == "sides" else "label"
            least = LEAST_LIGHTNESS if vision == "greyscale" else LEAST_DISTANCE
            wrong = f"the {pair.kind} {pair.first} and {pair.second} have the same {sign}, and their colours differ by "
            wrong += (
                f"{distance:g} in {vision}, where {least:g} is the least"
                if vision == "greyscale"
                else (f"{distance:g} with {vision}, where {least:g} is the least")
            )
            yield Fault(pair.path, wrong, f"write another {sign}, or colours that differ more")


def _linear(colour: Colour) -> RGB:
    """Return a colour as linear red, green and blue from 0 to 1.  Source: IEC 61966-2-1 (sRGB)."""
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return red, green, blue


def _applied(matrix: tuple[RGB, RGB, RGB], rgb: RGB) -> RGB:
    """Return a linear colour after a matrix, limited to the range from 0 to 1."""
    red, green, blue = (min(1, max(0, sum(m * v for m, v in zip(row, rgb, strict=True)))) for row in matrix)
    return red, green, blue


def _lab(rgb: RGB) -> RGB:
    """Return the CIELAB values of a linear sRGB colour for the white point D65.  Source: CIE 15:2004."""
    rows = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (_root(sum(m * v for m, v in zip(row, rgb, strict=True)) / w) for row, w in zip(rows, white, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    """Return the cube root of a share of white, with the straight line that CIELAB uses for dark colours."""
    return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
