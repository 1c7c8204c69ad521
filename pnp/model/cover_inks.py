"""The six inks of a cover and their mixtures, as the data names them."""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias

from pydantic import AfterValidator

from pnp.findings import did_you_mean

INKS = ("paper", "light", "mid", "deep", "ink", "accent")
"""The inks of a cover: four of one hue from light to dark, the darkest, and one of the complementary hue."""
_MIXTURE = re.compile(r"(?P<one>[^/\s]+)(?:/(?P<other>[^/\s]+) +(?P<share>\d{1,3}))?")


def check_ink(value: str) -> str:
    """Reject the name of an ink unless it is one of the six, black, or a mixture of two of them."""
    match = _MIXTURE.fullmatch(value)
    if match is None or int(match["share"] or 0) > 100:
        raise ValueError(f"{value or 'a blank'} is not an ink; write one of {', '.join(INKS)}, or mid/paper 45")
    for name in (match["one"], match["other"]):
        if name and name not in (*INKS, "black"):
            raise ValueError(f"there is no ink named {name}; {did_you_mean(name, INKS, many=True)}")
    return value


Ink: TypeAlias = Annotated[str, AfterValidator(check_ink)]
"""An ink of the cover (`mid`), or a mixture: `mid/paper 45` is mid, moved 45 % towards paper."""
NO_INK = "none"
"""Written in place of an ink, it leaves out what would be printed in it."""


def split_ink(ink: Ink) -> tuple[str, str, float]:
    """Return the two inks of a mixture, and the share of the second (0 to 1).

    >>> split_ink("mid/paper 45"), split_ink("deep")
    (('mid', 'paper', 0.45), ('deep', 'deep', 0.0))
    """
    match = _MIXTURE.fullmatch(ink)
    assert match is not None, ink
    return match["one"], match["other"] or match["one"], int(match["share"] or 0) / 100
