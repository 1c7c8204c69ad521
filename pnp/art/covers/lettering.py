"""Display lettering: lines of text as outlines with kerning, which can be fitted to an exact width.

Sources: OpenType 1.9, tables GPOS (pair adjustment), OS/2 and head.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from pnp.scene import Colour, Group, Path
from pnp.typeface import font_path
from pnp.units import points

_PAIR_ADJUSTMENT = 2
"""The type of a lookup in the table GPOS that moves the second of two letters."""


@dataclass(frozen=True)
class Lettering:
    """A line of text as an outline in points, with y down, from the start of its baseline.

    `left` and `right` are the edges of its ink, `top` and `bottom` those of its ink above (negative) and below the
    baseline.
    """

    text: str
    ops: str
    xy: tuple[float, ...]
    left: float
    right: float
    top: float
    bottom: float

    def drawn(self, x: float, y: float, fill: Colour) -> Group:
        """Return the line as a drawing in mm, with its ink beginning at `x` and its baseline at `y` (in points).

        The drawing carries its text as well, for programs that read a page aloud or copy from it.
        """
        move = (x - self.left, y)
        flat = tuple(round(points(value + move[index % 2]), 4) for index, value in enumerate(self.xy))
        return Group((Path(self.ops, flat, fill),), text=self.text)


def lettering(text: str, font: str, size: float, track: float = 0) -> Lettering:
    """Return a line of text as an outline. `track` is extra space between letters in points."""
    face = _face(font)
    scale = size / face.units
    ops: list[str] = []
    xy: list[float] = []
    x, before = 0.0, ""
    edges: list[tuple[float, float, float, float]] = []
    for letter in text:
        name = face.names.get(ord(letter), ".notdef")
        x += _kerning(font, before, name) * scale if before else 0
        glyph = _glyph(font, name)
        ops.append(glyph.ops)
        for index in range(0, len(glyph.xy), 2):
            xy += (x + glyph.xy[index] * scale, -glyph.xy[index + 1] * scale)
        if glyph.box is not None:
            left, low, right, high = (edge * scale for edge in glyph.box)
            edges.append((x + left, x + right, -high, -low))
        x += glyph.advance * scale + track
        before = name
    lefts, rights, tops, bottoms = zip(*edges, strict=True) if edges else ((0.0,),) * 4
    return Lettering(text, "".join(ops), tuple(xy), min(lefts), max(rights), min(tops), max(bottoms))


def fitted_lettering(text: str, font: str, width: float, highest: float, track: float = 0) -> Lettering:
    """Return a line whose ink is exactly `width` wide, unless it would then be higher than `highest`.

    `track` is extra space between letters, as a share of the size.
    """
    trial = lettering(text, font, 100, track * 100)
    share = width / max(1e-6, trial.right - trial.left)
    share = min(share, highest / max(1e-6, trial.bottom - trial.top))
    return lettering(text, font, 100 * share, track * 100 * share)


class _Face(NamedTuple):
    """An open font: its units in an em, the name of each letter's glyph, its glyphs, and its tables of pairs."""

    units: int
    names: dict[int, str]
    glyphs: Any  # fontTools ships no types
    pairs: tuple[Any, ...]


class _GlyphOutline(NamedTuple):
    """The outline of a glyph in font units, its advance, and the box of its ink (None if it is blank)."""

    ops: str
    xy: tuple[float, ...]
    advance: float
    box: tuple[float, float, float, float] | None


@cache
def _face(font: str) -> _Face:
    """Return a font, opened for its outlines and its kerning."""
    file = TTFont(font_path(font), lazy=True)
    return _Face(file["head"].unitsPerEm, file.getBestCmap(), file.getGlyphSet(), tuple(_pair_tables(file)))


def _pair_tables(file: Any) -> list[Any]:  # noqa: ANN401 - fontTools ships no types
    """Return the tables of kerning pairs of a font, in order."""
    if "GPOS" not in file:
        return []
    table = file["GPOS"].table
    kerning = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for index in record.Feature.LookupListIndex
    }
    subtables = [sub for index in sorted(kerning) for sub in table.LookupList.Lookup[index].SubTable]
    opened = [getattr(sub, "ExtSubTable", sub) for sub in subtables]
    return [sub for sub in opened if sub.LookupType == _PAIR_ADJUSTMENT]


@cache
def _kerning(font: str, first: str, second: str) -> float:
    """Return how far the second of two glyphs is moved, in font units."""
    for table in _face(font).pairs:
        if first not in table.Coverage.glyphs:
            continue
        if table.Format == 1:
            pairs = table.PairSet[table.Coverage.glyphs.index(first)].PairValueRecord
            found = next((pair.Value1 for pair in pairs if pair.SecondGlyph == second), None)
            if found is not None:
                return float(getattr(found, "XAdvance", 0) or 0)
        else:
            row, column = (
                classes.classDefs.get(name, 0)
                for classes, name in ((table.ClassDef1, first), (table.ClassDef2, second))
            )
            value = getattr(table.Class1Record[row].Class2Record[column].Value1, "XAdvance", 0)
            if value:
                return float(value)
    return 0


@cache
def _glyph(font: str, name: str) -> _GlyphOutline:
    """Return the outline of a glyph."""
    glyphs = _face(font).glyphs
    pen, bounds = _OutlinePen(glyphs), BoundsPen(glyphs)
    glyphs[name].draw(pen)
    glyphs[name].draw(bounds)
    return _GlyphOutline("".join(pen.ops), tuple(pen.xy), glyphs[name].width, bounds.bounds)


class _OutlinePen(BasePen):  # type: ignore[misc] # fontTools ships no types
    """Records the contours of a glyph as commands and coordinates of a path."""

    def __init__(self, glyphs: Any) -> None:  # noqa: ANN401
        super().__init__(glyphs)
        self.ops: list[str] = []
        self.xy: list[float] = []

    def _add(self, command: str, *ends: tuple[float, float]) -> None:
        """Add a command with its points."""
        self.ops.append(command)
        for end in ends:
            self.xy += end

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - names of fontTools
        self._add("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._add("L", pt)

    def _curveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]) -> None:  # noqa: N802
        self._add("C", pt1, pt2, pt3)

    def _closePath(self) -> None:  # noqa: N802
        self._add("Z")
