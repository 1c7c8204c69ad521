"""The icons of the back cover, 26 points square: parts of a kit, and things that players need besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.draw.cover_art.shapes import disc, polygon, rect, rounded, scaled
from pnp.draw.print_guide.sketch import Sketch


def _map(s: Sketch) -> None:
    """Draw a folded map with a road."""
    ink, accent = s.picture.colour("ink"), s.picture.colour("accent")
    for number in range(3):
        x, left, right = number * 8.7, 3 * (1 - number % 2), 3 * (number % 2)
        corners = ((x, left), (x + 8.7, right), (x + 8.7, 23 + right), (x, 23 + left))
        s.fill(polygon(*corners), s.picture.colour("paper" if number % 2 == 0 else "light"), ink, 0.9)
    s.stroke([(3, 18), (10, 11), (17, 15), (23, 8)], accent, 1.5)


def _counters(s: Sketch) -> None:
    """Draw three counters."""
    ink = s.picture.colour("ink")
    for number in range(3):
        s.fill(rect(1 + number * 4, 9 - number * 4, 17, 17), s.picture.colour("light"), ink, 0.9)
    s.fill(rect(12.5, 4.4, 10.5, 7), s.picture.colour("paper"), ink, 0.9)
    s.stroke([(12.5, 4.4), (23, 11.4)], ink, 0.8)
    s.stroke([(12.5, 11.4), (23, 4.4)], ink, 0.8)
    s.stroke([(13.5, 14.6), (22, 14.6)], ink, 2)


def _cards(s: Sketch) -> None:
    """Draw two cards."""
    ink = s.picture.colour("ink")
    s.fill(rounded(2, 1, 15, 21, 2), s.picture.colour("accent"), ink, 0.9)
    s.fill(rounded(9, 4, 15, 21, 2), s.picture.colour("paper"), ink, 0.9)
    s.fill(disc(16.5, 14.5, 3.4), s.picture.colour("accent"))


def _pieces(s: Sketch) -> None:
    """Draw a pair of scissors on a dashed line."""
    ink = s.picture.colour("ink")
    s.stroke([(1, 13), (25, 13)], s.picture.colour("accent"), 1.2, (2.4, 1.8))
    s.stroke([(4, 5), (20, 19)], ink, 1.6)
    s.stroke([(4, 21), (20, 7)], ink, 1.6)
    for y in (20.5, 5.5):
        s.fill(disc(21, y, 3.6), s.picture.colour("paper"), ink, 1.4)


def _aids(s: Sketch) -> None:
    """Draw a page with a table."""
    ink = s.picture.colour("ink")
    s.fill(rect(3, 0, 20, 26), s.picture.colour("paper"), ink, 0.9)
    s.fill(rect(5.4, 3, 15.2, 3), ink)
    for row in range(4):
        for column in range(3):
            tint = s.picture.colour("light" if (row + column) % 3 else "accent")
            s.fill(rect(5.4 + 5.2 * column, 8.4 + 4.1 * row, 4.6, 3), tint)


def _rules(s: Sketch) -> None:
    """Draw an open booklet."""
    ink = s.picture.colour("ink")
    s.fill(polygon((1, 3), (13, 5), (25, 3), (25, 23), (13, 26), (1, 23)), s.picture.colour("paper"), ink, 0.9)
    s.stroke([(13, 5), (13, 26)], ink, 0.9)
    for row in range(4):
        s.stroke([(3.5, 8 + row * 3.7), (10.5, 9 + row * 3.7)], ink, 0.7)
        s.stroke([(15.5, 9 + row * 3.7), (22.5, 8 + row * 3.7)], ink, 0.7)


def _die(s: Sketch) -> None:
    """Draw a die that shows 5."""
    ink, accent = s.picture.colour("ink"), s.picture.colour("accent")
    s.fill(rounded(2, 2, 22, 22, 4), s.picture.colour("paper"), ink)
    for x, y in ((7, 7), (19, 7), (13, 13), (7, 19), (19, 19)):
        s.fill(disc(x, y, 2), accent if (x, y) == (13, 13) else ink)


def _cup(s: Sketch) -> None:
    """Draw a cup."""
    ink = s.picture.colour("ink")
    s.fill(polygon((4, 5), (22, 5), (19, 25), (7, 25)), ink)
    s.fill(scaled(disc(13, 5, 9), 1, 0.32, (13, 5)), s.picture.colour("light"), ink)


def _pencil(s: Sketch) -> None:
    """Draw a pencil."""
    ink = s.picture.colour("ink")
    s.fill(polygon((3, 23), (6, 16), (20, 2), (24, 6), (10, 20)), s.picture.colour("accent"), ink, 0.9)
    s.fill(polygon((3, 23), (4.4, 19.6), (6.4, 21.6)), ink)


def _figure(s: Sketch) -> None:
    """Draw a soldier on a base."""
    ink = s.picture.colour("ink")
    s.fill(scaled(disc(13, 23, 9), 1, 0.3, (13, 23)), s.picture.colour("accent"), ink, 0.9)
    s.fill(polygon((9, 22), (10, 9), (16, 9), (17, 22), (14.4, 22), (13, 15), (11.6, 22)), ink)
    s.fill(disc(13, 5.4, 2.8), ink)
    s.fill(polygon((9, 5), (10.4, 1.6), (15.6, 1.6), (17, 5)), ink)
    s.stroke([(9, 14), (23, 8)], ink, 1.4)


def _film(s: Sketch) -> None:
    """Draw a sheet of clear film with a disc on it."""
    ink = s.picture.colour("ink")
    s.fill(polygon((2, 6), (21, 2), (24, 20), (5, 24)), s.picture.colour("paper"), ink, 0.9)
    s.fill(disc(13, 13, 5.4), s.picture.colour("light"), ink, 0.9)
    s.stroke([(13, 10.4), (13, 15.6)], ink, 0.8)
    s.stroke([(10.4, 13), (15.6, 13)], ink, 0.8)


def _glue(s: Sketch) -> None:
    """Draw a glue stick."""
    ink = s.picture.colour("ink")
    s.fill(rounded(8, 10, 10, 15, 1.6), s.picture.colour("accent"), ink, 0.9)
    s.fill(rounded(9.4, 3, 7.2, 8, 2), s.picture.colour("paper"), ink, 0.9)
    s.stroke([(8.4, 19), (17.6, 19)], s.picture.colour("paper"), 1.4)


def _thing(s: Sketch) -> None:
    """Draw a mark for a thing without a picture of its own."""
    s.fill(disc(13, 13, 5), s.picture.colour("accent"))


ICONS: Mapping[str, Callable[[Sketch], None]] = {
    "map": _map,
    "counters": _counters,
    "cards": _cards,
    "pieces": _pieces,
    "aids": _aids,
    "rules": _rules,
    "die": _die,
    "cup": _cup,
    "pencil": _pencil,
    "figure": _figure,
    "film": _film,
    "glue": _glue,
    "thing": _thing,
}
"""Icon -> the function that draws it."""
WORDS = {
    "die": "die",
    "dice": "die",
    "cup": "cup",
    "pencil": "pencil",
    "pencils": "pencil",
    "miniatures": "figure",
    "film": "film",
    "glue": "glue",
}
"""Word in the name of a needed thing -> its icon."""


def icon_of(thing: str) -> str:
    """Return the name of the icon of a thing that players need, such as `die` for `two six-sided dice`."""
    return next((WORDS[word] for word in thing.lower().split() if word in WORDS), "thing")
