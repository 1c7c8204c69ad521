"""The typefaces of the kit: font files, letter sizes, and the width of texts.

Sources: Barlow by Jeremy Tribby, Source Serif 4 by Frank Griesshammer; both under the SIL Open Font License.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import fsum
from pathlib import Path
from struct import iter_unpack, unpack_from
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


NO_LETTER = 0xFFFF
"""The code that ends a table of letters."""


class Metrics(NamedTuple):
    """The measures of a font (widths, heights) as shares of its size."""

    advances: dict[str, float]
    missing: float
    cap_height: float
    x_height: float
    ascent: float
    descent: float


def font_path(font: str) -> Path:
    """Return the path of a font's TrueType file; raise `KeyError` if the font is unknown."""
    return templates_dir() / "fonts" / f"{FONTS[font]}.ttf"


@cache
def metrics(font: str) -> Metrics:
    """Return the widths and heights of a font's letters, read from its file only once.

    Source: OpenType 1.9, tables head, hhea, hmtx, OS/2 and cmap.
    """
    file = font_path(font).read_bytes()
    tables = {tag: at for tag, _, at, _ in iter_unpack(">4sLLL", file[12 : 12 + 16 * _unpack_numbers("H", file, 4)[0]])}
    (em,) = _unpack_numbers("H", file, tables[b"head"] + 18)
    ascent, descent = _unpack_numbers("hh", file, tables[b"hhea"] + 4)
    (count,) = _unpack_numbers("H", file, tables[b"hhea"] + 34)
    widths = _unpack_numbers("Hh" * count, file, tables[b"hmtx"])[::2]
    x_height, capitals = _unpack_numbers("hh", file, tables[b"OS/2"] + 86)
    # The last width also applies to all glyphs after it.
    advances = {chr(code): widths[min(glyph, count - 1)] / em for code, glyph in _glyphs(file, tables[b"cmap"])}
    return Metrics(advances, widths[0] / em, capitals / em, x_height / em, ascent / em, -descent / em)


@cache
def glyph_numbers(font: str) -> dict[str, int]:
    """Return the number of the glyph of each letter of a font."""
    file = font_path(font).read_bytes()
    tables = {tag: at for tag, _, at, _ in iter_unpack(">4sLLL", file[12 : 12 + 16 * _unpack_numbers("H", file, 4)[0]])}
    return {chr(code): glyph for code, glyph in _glyphs(file, tables[b"cmap"])}


def _glyphs(file: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Yield each character code of a font's Unicode table, with the index of its glyph."""
    (count,) = _unpack_numbers("H", file, cmap + 2)
    known = {(platform, kind): at for platform, kind, at in iter_unpack(">HHL", file[cmap + 4 : cmap + 4 + 8 * count])}
    at = cmap + next(known[key] for key in ((3, 10), (0, 4), (3, 1), (0, 3)) if key in known)
    if _unpack_numbers("H", file, at) == (12,):
        (groups,) = _unpack_numbers("L", file, at + 12)
        for first, last, glyph in iter_unpack(">LLL", file[at + 16 : at + 16 + 12 * groups]):
            yield from zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True)
        return
    (room,) = _unpack_numbers("H", file, at + 6)  # twice the number of stretches of letters
    ends, starts, shifts, places = (
        _unpack_numbers(f"{room // 2}H", file, at + 14 + room * i + 2 * (i > 0)) for i in range(4)
    )
    for i, (first, last, shift, place) in enumerate(zip(starts, ends, shifts, places, strict=True)):
        listed = at + 16 + 3 * room + 2 * i + place  # where glyphs are listed one by one, unless they only follow
        glyphs = _unpack_numbers(f"{last - first + 1}H", file, listed) if place else range(first, last + 1)
        for code, glyph in zip(range(first, last + 1), glyphs, strict=True):
            if code != NO_LETTER and (glyph or not place):
                yield code, (glyph + shift) % 0x10000


def _unpack_numbers(form: str, file: bytes, at: int) -> tuple[int, ...]:
    """Return the binary numbers at an offset of a file, in a format of `struct`."""
    return unpack_from(f">{form}", file, at)


def text_width(text: str, font: str, size_pt: float, tracking: Mm = 0) -> Mm:
    """Return the width of a line of text, without kerning.

    The writers of files do not use kerning.
    """
    known = metrics(font)
    get, missing = known.advances.get, known.missing
    return fsum([get(c, missing) for c in text]) * size_pt * MM_PER_POINT + tracking * max(0, len(text) - 1)


def cap_height(font: str, size_pt: float) -> Mm:
    """Return the height of a capital letter in this font and size."""
    return metrics(font).cap_height * size_pt * MM_PER_POINT


def missing_letters(text: str, font: str) -> str:
    """Return the letters of a text that the font does not contain."""
    known = metrics(font).advances
    return "".join(dict.fromkeys(c for c in text if c not in known))
