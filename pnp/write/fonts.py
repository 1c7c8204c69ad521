"""Fonts outside PDF: outlines of letters for SVG, and `@font-face` rules for CSS."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from pnp.typeface import FONTS, font_path


class Glyph(NamedTuple):
    """A letter in font units, y up: its advance width, the start of its path, and the rest of the path.

    The path is in the relative commands of SVG; it is empty for a space.
    """

    advance: float
    x: float
    y: float
    path: str


def outline_path(text: str, font: str, tracking: float = 0) -> str:
    """Return the SVG path data that draws a text as outlines, starting at the origin.

    Lengths and `tracking` are in font units, y up.
    """
    parts, x = [], 0.0
    for letter in text:
        glyph = _read_glyph(font, letter)
        if glyph.path:
            parts.append(f"M{glyph.x + x:g} {glyph.y:g}{glyph.path}")
        x += glyph.advance + tracking
    return "".join(parts)


@cache
def units_per_em(font: str) -> int:
    """Return the number of font units in an em, which is the type size."""
    return int(_open_font(font).units)


class _Font(NamedTuple):
    """An open font: its font units in an em, the name of each letter's glyph, and its glyphs."""

    units: int
    names: dict[int, str]
    glyphs: Any  # fontTools ships no types


@cache
def _open_font(font: str) -> _Font:
    """Return a font file, opened so that its glyphs can be read."""
    file = TTFont(font_path(font), lazy=True)
    return _Font(file["head"].unitsPerEm, file.getBestCmap(), file.getGlyphSet())


@cache
def _read_glyph(font: str, letter: str) -> Glyph:
    """Return the outline and the width of a letter."""
    opened = _open_font(font)
    glyph = opened.glyphs[opened.names.get(ord(letter), ".notdef")]
    pen = _RelativePen(opened.glyphs)
    glyph.draw(pen)
    return Glyph(glyph.width, *pen.start, "".join(pen.commands))


class _RelativePen(BasePen):  # type: ignore[misc] # fontTools ships no types
    """Records the contours of a letter in the relative commands of SVG.

    The first point is separate, so that a letter can be moved.
    """

    def __init__(self, glyphs: Any) -> None:  # noqa: ANN401
        super().__init__(glyphs)
        self.start: tuple[float, float] = (0, 0)
        self.commands: list[str] = []
        self._at: tuple[float, float] | None = None
        self._contour: tuple[float, float] = (0, 0)

    def _add(self, command: str, *points: tuple[float, float]) -> None:
        """Add an SVG command to the path, with its points relative to the last point."""
        assert self._at is not None
        x, y = self._at
        self.commands.append(command + " ".join([f"{px - x:g} {py - y:g}" for px, py in points]))
        self._at = points[-1]

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - names of fontTools
        if self._at is None:
            self.start = self._at = pt
        else:
            self._add("m", pt)
        self._contour = pt

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._add("l", pt)

    def _curveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]) -> None:  # noqa: N802
        self._add("c", pt1, pt2, pt3)

    def _qCurveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float]) -> None:  # noqa: N802
        self._add("q", pt1, pt2)

    def _closePath(self) -> None:  # noqa: N802
        self.commands.append("z")
        self._at = self._contour


# ---------------------------------------------------------------- CSS


FAMILIES = {"condensed": "Barlow Condensed", "sans": "Barlow Semi Condensed", "serif": "Source Serif 4"}
_WEIGHTS = {"medium": 500, "semibold": 600, "bold": 700, "extrabold": 800}


class FontFace(NamedTuple):
    """Family, weight and style of one font."""

    family: str
    weight: int
    style: str


def font_face(font: str) -> FontFace:
    """Return the CSS family, weight and style of a font, such as `condensed-bold`.

    >>> font_face("serif-semibold-italic")
    FontFace(family='Source Serif 4', weight=600, style='italic')
    """
    family, *looks = font.split("-")
    weight = next((_WEIGHTS[look] for look in looks if look in _WEIGHTS), 400)
    return FontFace(FAMILIES[family], weight, "italic" if "italic" in looks else "normal")


def font_face_css(folder: str = "fonts:", fonts: tuple[str, ...] = tuple(FONTS)) -> str:
    """Return a CSS `@font-face` rule for each of these fonts.

    `folder` is the prefix of the file names.
    """
    rules = []
    for font in fonts:
        face = font_face(font)
        source = f"src: url('{folder}{FONTS[font]}.ttf')"
        rules.append(
            f"@font-face {{ font-family: '{face.family}'; font-weight: {face.weight}; "
            f"font-style: {face.style}; {source} }}"
        )
    return "\n".join(rules) + "\n"
