"""The kit's typefaces: which file a font key means, and how wide text is.

Sources: Barlow by Jeremy Tribby, Source Serif 4 by Frank Griesshammer; both under the SIL Open Font License.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from pnp.resources import templates_dir
from pnp.units import MM_PER_POINT, Mm

FONTS = {
    "condensed": "BarlowCondensed-Regular",
    "condensed-italic": "BarlowCondensed-Italic",
    "condensed-medium": "BarlowCondensed-Medium",
    "condensed-semibold": "BarlowCondensed-SemiBold",
    "condensed-bold": "BarlowCondensed-Bold",
    "condensed-extrabold": "BarlowCondensed-ExtraBold",
    "sans": "BarlowSemiCondensed-Regular",
    "sans-italic": "BarlowSemiCondensed-Italic",
    "sans-medium": "BarlowSemiCondensed-Medium",
    "sans-semibold": "BarlowSemiCondensed-SemiBold",
    "sans-bold": "BarlowSemiCondensed-Bold",
    "serif": "SourceSerif4-Regular",
    "serif-italic": "SourceSerif4-Italic",
    "serif-semibold": "SourceSerif4-SemiBold",
    "serif-semibold-italic": "SourceSerif4-SemiBoldItalic",
    "serif-bold": "SourceSerif4-Bold",
}
"""Font key -> file name without `.ttf` under `templates/fonts`."""


class Metrics(NamedTuple):
    """A font's measures, all as shares of its size."""

    advances: dict[str, float]
    missing: float
    cap_height: float
    x_height: float
    ascent: float
    descent: float


def font_path(font: str) -> Path:
    """The TrueType file of a font key; `KeyError` if there is none such."""
    return templates_dir() / "fonts" / f"{FONTS[font]}.ttf"


@cache
def metrics(font: str) -> Metrics:
    """Read the measures of a font once."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - slow to import; commands that draw nothing must not pay for it

    with TTFont(font_path(font), lazy=True) as file:
        em = file["head"].unitsPerEm
        widths, os2 = file["hmtx"].metrics, file["OS/2"]
        advances = {chr(code): widths[glyph][0] / em for code, glyph in file.getBestCmap().items()}
        return Metrics(
            advances,
            widths[".notdef"][0] / em,
            os2.sCapHeight / em,
            os2.sxHeight / em,
            file["hhea"].ascent / em,
            -file["hhea"].descent / em,
        )


def text_width(text: str, font: str, size_pt: float, tracking: Mm = 0) -> Mm:
    """How wide a run of text is on paper, without kerning (writers set none)."""
    known = metrics(font)
    get, missing = known.advances.get, known.missing
    return sum([get(c, missing) for c in text]) * size_pt * MM_PER_POINT + tracking * max(0, len(text) - 1)


def cap_height(font: str, size_pt: float) -> Mm:
    """Height of a capital letter."""
    return metrics(font).cap_height * size_pt * MM_PER_POINT


def missing_letters(text: str, font: str) -> str:
    """The letters that the font cannot print."""
    known = metrics(font).advances
    return "".join(dict.fromkeys(c for c in text if c not in known))


def fit_size(text: str, font: str, size_pt: float, width: Mm, *, smallest_pt: float, tracking: Mm = 0) -> float | None:
    """The largest size up to `size_pt` at which the text is at most `width` wide; None if that would be under
    `smallest_pt`.
    """
    at_size = text_width(text, font, size_pt, tracking)
    if at_size <= width:
        return size_pt
    size = size_pt * width / at_size
    return size if size >= smallest_pt else None
