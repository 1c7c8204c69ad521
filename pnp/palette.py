"""The colours that all printed components share, and functions that compare and mix colours.

A game's own colours are in its data.
"""

INK = "#17140F"
PAPER = "#FFFDF6"
RED = "#B3161B"
WHITE = "#FFFFFF"
ATTACKER = "#9A1B17"
DEFENDER = "#143F66"
PANEL = "#FBF8EF"
FRAME = "#5B4029"
BROWN = "#857B65"
HEAD = "#EDE5D0"
ZEBRA = "#F8F4E9"
RULE = "#D9D0BA"

LEAST_CONTRAST = 4.5
"""The contrast that small text needs.  Source: WCAG 2.2, 1.4.3."""


def luminance(colour: str) -> float:
    """Return how light a colour is, from 0 (black) to 1 (white).

    Source: WCAG 2.2, definition of relative luminance.
    """
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 (equal) to 21.  Source: WCAG 2.2.

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(ink: str, on: str) -> str:
    """Return the colour `ink` if small text in it is readable on the colour `on`; else dark ink or white.

    >>> readable("#5A1208", "#FFFFFF"), readable("#CCCCCC", "#FFFFFF"), readable("#333333", "#000000")
    ('#5A1208', '#17140F', '#FFFFFF')
    """
    return ink if contrast(ink, on) >= LEAST_CONTRAST else max(INK, WHITE, key=lambda other: contrast(other, on))


def mix(one: str, other: str, share: float) -> str:
    """Return a mixture of two colours; `share` (0 to 1) is how much of the first it contains.

    >>> mix("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    return "#" + "".join(
        f"{round(int(one[i : i + 2], 16) * share + int(other[i : i + 2], 16) * (1 - share)):02X}" for i in (1, 3, 5)
    )
