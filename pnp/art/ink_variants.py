"""Variants of a drawing's colours: all colours, greyscale, and low ink."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal, TypeAlias

from pnp.model.target import Colouring
from pnp.palette import INK, WHITE, luminance, mix
from pnp.scene import Colour

Role: TypeAlias = Literal["ground", "motif", "text"]
"""What is drawn: the large areas behind everything, a thing in front of them, or text and its furniture."""

LOW_INK = {"ground": 0.20, "motif": 0.46, "text": 1.0}
"""The share of its strength that a colour keeps in the low-ink variant, by role."""
KEYLINE = 0.45
"""In the low-ink variant, a motif has an outline in its own colour, darkened to this share."""


DRAWN = "cover"
"""The layer of a drawing that is in the colours of its variant already."""
PALEST, PALE = 0.25, 0.5
"""In the low-ink variant, the share of its strength that the colour of a large area of a piece or a table keeps: black
keeps the least, white the most. The colours of small areas keep `PALE`, on which dark text is readable."""
DARKEST_GROUND = 0.2
"""Text with more luminance cannot be read on white; it was on a dark area, which is pale in the low-ink variant."""


def pale_fill(colour: Colour, *, large: bool) -> Colour:
    """Return the colour of an area of a piece or a table with little ink. Dark text can be read on it.

    >>> pale_fill("#000000", large=True), pale_fill("#000000", large=False), pale_fill("#F7E3B5", large=True)
    ('#BFBFBF', '#808080', '#FBF3DE')
    """
    share = PALEST + (PALE - PALEST) * luminance(colour) if large else PALE
    return mix(colour, WHITE, share)


def dark_text(colour: Colour) -> Colour:
    """Return the colour of a text on pale areas: dark ink in place of light colours.

    >>> dark_text("#B3161B"), dark_text("#FFFDF6")
    ('#B3161B', '#17140F')
    """
    return INK if luminance(colour) > DARKEST_GROUND else colour


def variant_colour(colour: Colour, variant: Colouring, role: Role = "text") -> Colour:
    """Return a colour as it is printed in a variant.

    >>> variant_colour("#C43126", "grey"), variant_colour("#000000", "low", "ground")
    ('#696969', '#CCCCCC')
    """
    if variant == "grey":
        return grey(colour)
    if variant == "low":
        return mix(colour, "#FFFFFF", LOW_INK[role])
    return colour


def keyline_colour(colour: Colour) -> Colour:
    """Return the colour of the outline that a motif of this colour has in the low-ink variant."""
    return mix(colour, "#000000", KEYLINE)


def grey(colour: Colour) -> Colour:
    """Return the grey with the same luminance as a colour.

    Source: IEC 61966-2-1, the transfer function of sRGB.
    """
    return _grey_with(luminance(colour))


def _grey_with(light: float) -> Colour:
    """Return the grey with a luminance."""
    level = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{round(level * 255):02X}" + f"{round(level * 255):02X}" * 2


LEAST_STEP = 10
"""Two greys whose lightness differs by less are hard to tell apart (steps of CIE L*, of which white has 100)."""
LIGHTEST, STEP, DARKEST = 92, 14, 64
"""The lightness of greys that replace grounds too much alike: of the first, the step to the next, and of the last."""


def distinct_greys(grounds: Mapping[str, Colour]) -> dict[str, Colour]:
    """Return other grounds for sides whose grounds would be too much alike in greyscale; nothing if all differ.

    The order from light to dark stays.

    >>> distinct_greys({"red": "#E4A59B", "blue": "#A8B4CC"}), distinct_greys({"red": "#F7E3B5", "blue": "#B49C63"})
    ({'red': '#E8E8E8', 'blue': '#C1C1C1'}, {})
    """
    order = sorted(grounds, key=lambda side: (-luminance(grounds[side]), side))
    levels = [lightness(grounds[side]) for side in order]
    if all(one - other >= LEAST_STEP for one, other in pairwise(levels)):
        return {}
    step = min(STEP, (LIGHTEST - DARKEST) / max(1, len(order) - 1))
    greys = {side: _grey_of(LIGHTEST - number * step) for number, side in enumerate(order)}
    return {side: greys[side] for side in grounds}


def lightness(colour: Colour) -> float:
    """Return the lightness L* of a colour, from 0 (black) to 100 (white).  Source: CIE 15, CIELAB."""
    light = luminance(colour)
    return 116 * light ** (1 / 3) - 16 if light > (6 / 29) ** 3 else light * (29 / 3) ** 3


def _grey_of(level: float) -> Colour:
    """Return the grey of a lightness of more than 8."""
    return _grey_with(((level + 16) / 116) ** 3)
