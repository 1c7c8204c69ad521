"""The data of SVG paths, as short as possible: a map has a million coordinates.

Source: SVG 1.1 (second edition), 8.3 (path data).
"""

from __future__ import annotations

import math

from pnp.scene import Path

DIGITS = 5
"""The significant digits of the largest coordinate of a path; on a map of less than 1 m they mean 0.01 mm."""


def path_data(path: Path) -> str:
    """Return a path as the `d` attribute of an SVG path, in relative coordinates.

    Each point is rounded before the differences are taken, so that errors do not add up.

    >>> path_data(Path("MLLZ", (10, 20, 10.5, 19, 11, 18.7512)))
    'm10 20l.5-1 .5-.249z'
    """
    decimals = _decimals(path)
    texts, scale = _TEXTS[decimals], 10.0**decimals
    xy = [round(value * scale) for value in path.xy]
    parts: list[str] = []
    x = y = start_x = start_y = at = 0
    last = ""
    for command in path.ops:
        if command == "Z":
            parts.append("z")
            x, y = start_x, start_y
        else:
            after = at + (6 if command == "C" else 2)
            if command != last:
                parts.append(command.lower())
            parts += [texts[xy[i] - (y if i % 2 else x)] for i in range(at, after)]
            x, y, at = xy[after - 2], xy[after - 1], after
            if command == "M":
                start_x, start_y = x, y
        last = command
    return "".join(parts).replace("m ", "m").replace("l ", "l").replace("c ", "c")


def _decimals(path: Path) -> int:
    """Return how many decimals the coordinates of a path have."""
    most = max(map(abs, path.xy), default=0.0)
    return min(len(_TEXTS) - 1, max(0, DIGITS - 1 - math.floor(math.log10(most)))) if most else 0


class _Texts(dict[int, str]):
    """The texts of whole multiples of a power of ten, with a blank before them unless they begin with a minus."""

    def __init__(self, decimals: int) -> None:
        super().__init__()
        self._decimals = decimals

    def __missing__(self, multiple: int) -> str:
        """Return the text of a multiple, and remember it if it is small."""
        text = f"{abs(multiple) / 10**self._decimals:.{self._decimals}f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        if text.startswith("0."):
            text = text[1:]
        text = f"-{text}" if multiple < 0 else f" {text}"
        if abs(multiple) < 10_000:
            self[multiple] = text
        return text


_TEXTS = tuple(_Texts(decimals) for decimals in range(9))
