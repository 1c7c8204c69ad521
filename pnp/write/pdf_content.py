"""Drawings as PDF operators, for pages and for forms (drawings stored once and used repeatedly).

Lengths are in mm with y down; the page flips y once.

A colour, a font or a line width is written only where it changes. At the start of a scene, lines have no dashes, butt
caps and mitre joins. Text is filled and has no tracking, and ink is opaque. So the operators of a scene are the same
wherever it is used.

Source: ISO 32000-1, 8.2 (graphics objects), 8.4 (graphics state), 9.3 (text state), 11.6 (transparency),
14.6 (marked content).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from pnp.scene import Anchor, Colour, Group, Item, Matrix, Path, Scene, Stroke, Text, Use
from pnp.units import MM_PER_POINT, Mm
from pnp.write.pdf_syntax import colour_operator, matrix_operands, number, pair, path_operators

IDENTITY = Matrix()
WIDE = 0.1
"""The tracking, as a share of the size, above which a reader takes a word for single letters.

Such a text is written with its ActualText.
"""
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")  # characters that are replaced in the name of a layer


class Resources(Protocol):
    """The fonts, forms and graphics states to which content refers by PDF names."""

    def encode(self, text: str, font: str) -> EncodedText:
        """Return a text as PDF strings in the subsets of a font."""

    def form(self, scene: Scene) -> str | None:
        """Return the PDF name of the form that draws a scene; None if the scene needs no form."""

    def transparent(self, items: tuple[Item, ...]) -> str:
        """Add a transparency group that draws the items, and return its PDF name."""

    def opacity(self, opacity: float) -> str:
        """Return the PDF name of the graphics state that sets an opacity."""


@dataclass(frozen=True, slots=True)
class EncodedText:
    """A text as strings in the subsets of a font. Widths are shares of the size.

    `runs` has (font resource, string literal, number of letters, width) for each subset of the font that is needed.
    """

    runs: tuple[tuple[str, str, int, float], ...]
    letters: int
    width: float


_State: TypeAlias = tuple[
    Colour | None, Colour | None, Mm | None, tuple[Mm, ...], str, str, str | None, float | None, Mm, int, float
]


@dataclass(slots=True)
class ContentWriter:
    """Writes the PDF operators of one page or form."""

    resources: Resources
    code: list[str] = field(default_factory=list)
    forms: dict[str, None] = field(default_factory=dict)
    _fill: Colour | None = None
    _stroke: Colour | None = None
    _width: Mm | None = None
    _dash: tuple[Mm, ...] = ()
    _cap: str = "butt"
    _join: str = "miter"
    _font: str | None = None
    _size: float | None = None
    _tracking: Mm = 0
    _mode: int = 0
    _opacity: float = 1
    _in_text: bool = False

    def draw(self, items: Iterable[Item]) -> None:
        """Add the PDF operators that draw these items, in order."""
        for item in items:
            if isinstance(item, Path):
                self._draw_path(item)
            elif isinstance(item, Text):
                self._draw_text(item)
            elif isinstance(item, Use):
                self._draw_use(item)
            else:
                self._draw_group(item)

    def finish(self) -> bytes:
        """Return all added PDF operators as bytes."""
        self._end_text()
        return "\n".join(self.code).encode("ascii")

    # ------------------------------------------------------------ paths

    def _draw_path(self, path: Path) -> None:
        """Add the operators that fill and stroke a path."""
        fill, stroke = path.fill, path.stroke
        if self._in_text:
            self._end_text()
        if path.opacity != self._opacity:
            self._set_opacity(path.opacity)
        if fill is not None and fill != self._fill:
            self.code.append(colour_operator(fill, "rg"))
            self._fill = fill
        if stroke is not None:
            self._set_stroke(stroke)
            paint = "S" if fill is None else "B*" if path.even_odd else "B"
        elif fill is not None:
            paint = "f*" if path.even_odd else "f"
        else:
            return
        self.code.append(path_operators(path.ops, path.xy))
        self.code.append(paint)

    def _set_stroke(self, stroke: Stroke) -> None:
        """Add the PDF operators for a line style, unless it is in use already."""
        if stroke.colour != self._stroke:
            self.code.append(colour_operator(stroke.colour, "RG"))
            self._stroke = stroke.colour
        if stroke.width != self._width:
            self.code.append(f"{number(stroke.width)} w")
            self._width = stroke.width
        if stroke.dash != self._dash:
            self._set_dash(stroke.dash)
        if stroke.cap != self._cap:
            self.code.append(f"{_CAPS[stroke.cap]} J")
            self._cap = stroke.cap
        if stroke.join != self._join:
            self.code.append(f"{_JOINS[stroke.join]} j")
            self._join = stroke.join

    def _set_dash(self, dash: tuple[Mm, ...]) -> None:
        """Add the PDF operator that sets a dash pattern."""
        self.code.append(f"[{' '.join(map(number, dash))}] 0 d")
        self._dash = dash

    def _set_opacity(self, opacity: float) -> None:
        """Add the PDF operator that sets an opacity."""
        self.code.append(f"/{self.resources.opacity(opacity)} gs")
        self._opacity = opacity

    # ------------------------------------------------------------ text

    def _draw_text(self, text: Text) -> None:
        """Add the operators that show a text, with its outline (halo) first."""
        encoded = self.resources.encode(text.text, text.font)
        if not encoded.runs:
            return
        size = text.size_pt * MM_PER_POINT
        if not self._in_text:
            self.code.append("BT")
            self._in_text = True
        if text.opacity != self._opacity:
            self._set_opacity(text.opacity)
        spaced = text.halo is not None or text.tracking > WIDE * size
        if spaced:
            self.code.append(_start_span(text.text))
        if text.tracking != self._tracking:
            self.code.append(f"{number(text.tracking)} Tc")
            self._tracking = text.tracking
        if text.halo is not None:
            halo = text.halo
            self._set_stroke(Stroke(halo.colour, halo.width, halo.dash, "round", "round"))
            self._set_mode(1)
            self._show_runs(text, encoded, size)
        if self._mode:
            self._set_mode(0)
        if text.fill != self._fill:
            self.code.append(colour_operator(text.fill, "rg"))
            self._fill = text.fill
        self._show_runs(text, encoded, size)
        if spaced:
            self.code.append("EMC")

    def _show_runs(self, text: Text, encoded: EncodedText, size: Mm) -> None:
        """Add the PDF operators that place and show an encoded text."""
        tracking = text.tracking
        back = _width_before(text.anchor, encoded.width * size + tracking * (encoded.letters - 1))
        x, y, turned = text.x, text.y, ""
        if text.turn:
            cos, sin = math.cos(math.radians(text.turn)), math.sin(math.radians(text.turn))
            x, y = x - back * cos, y - back * sin
            turned = f"{number(cos)} {number(sin)} {number(sin)} {number(-cos)}"
        else:
            x -= back
        for font, literal, letters, width in encoded.runs:
            if font != self._font or size != self._size:
                self.code.append(f"/{font} {number(size)} Tf")
                self._font, self._size = font, size
            self.code.append(f"{turned or '1 0 0 -1'} {pair(x, y)} Tm {literal} Tj")
            if len(encoded.runs) > 1:
                along = width * size + tracking * letters
                x, y = (x + along * cos, y + along * sin) if turned else (x + along, y)

    def _set_mode(self, mode: int) -> None:
        """Add the PDF operator that makes text filled or outlined."""
        self.code.append(f"{mode} Tr")
        self._mode = mode

    def _end_text(self) -> None:
        """Add the operator that ends a text object, if one is open."""
        if self._in_text:
            self.code.append("ET")
            self._in_text = False

    # ------------------------------------------------------------ scenes and groups

    def _draw_use(self, use: Use) -> None:
        """Add the PDF operators that draw a scene placed inside another scene."""
        name = self.resources.form(use.scene)
        saved = self._open_group(use.matrix)
        if name is None:
            self.draw(use.scene.items)
        else:
            self._invoke_form(name)
        self._close_group(saved)

    def _draw_group(self, group: Group) -> None:
        """Add the PDF operators that draw a group; its layer is named if it has one."""
        if group.layer:
            self._end_text()
            self.code.append(f"/{_NOT_IN_NAMES.sub('-', group.layer)} BMC")
        if group.text:
            self._end_text()
            self.code.append(_start_span(group.text))
        self._draw_inside(group)
        for marked in (group.text, group.layer):
            if marked:
                self._end_text()
                self.code.append("EMC")

    def _draw_inside(self, group: Group) -> None:
        """Add the PDF operators that draw a group's items, with its transform, clip and opacity."""
        if group.opacity == 1 and group.clip is None and group.matrix == IDENTITY:
            self.draw(group.items)
            return
        saved = self._open_group(group.matrix)
        if group.clip is not None:
            self.code.append(path_operators(group.clip.ops, group.clip.xy))
            self.code.append("W* n" if group.clip.even_odd else "W n")
        if group.opacity == 1:
            self.draw(group.items)
        else:
            self._set_opacity(group.opacity)
            self._invoke_form(self.resources.transparent(group.items))
        self._close_group(saved)

    def _invoke_form(self, name: str) -> None:
        """Add the PDF operator that draws the form of this name."""
        self.code.append(f"/{name} Do")
        self.forms[name] = None

    def _open_group(self, matrix: Matrix) -> _State:
        """Save the graphics state, apply a transform, and return the state to restore.

        The state is reset first, as every scene expects it.
        """
        self._end_text()
        if self._opacity != 1:
            self._set_opacity(1)
        if self._dash:
            self._set_dash(())
        if self._cap != "butt" or self._join != "miter":
            self.code.append("0 J 0 j")
            self._cap, self._join = "butt", "miter"
        if self._tracking or self._mode:
            self.code.append("0 Tc 0 Tr")
            self._tracking, self._mode = 0, 0
        self.code.append("q" if matrix == IDENTITY else f"q {matrix_operands(matrix)} cm")
        return (
            self._fill, self._stroke, self._width, self._dash, self._cap, self._join,
            self._font, self._size, self._tracking, self._mode, self._opacity,
        )  # fmt: skip

    def _close_group(self, state: _State) -> None:
        """Restore the graphics state that was saved when the group was opened."""
        self._end_text()
        self.code.append("Q")
        (
            self._fill, self._stroke, self._width, self._dash, self._cap, self._join,
            self._font, self._size, self._tracking, self._mode, self._opacity,
        ) = state  # fmt: skip


def _start_span(text: str) -> str:
    """Return the PDF operator after which programs read the marked content as `text`."""
    return f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex().upper()}>>> BDC"


def _width_before(anchor: Anchor, width: Mm) -> Mm:
    """Return how far a text of this width extends to the left of its anchor point."""
    return 0 if anchor == "start" else width / 2 if anchor == "middle" else width


def shared_scenes(*lists: Iterable[Item]) -> frozenset[Scene]:
    """Return the scenes that occur more than once in these drawings.

    A use inside a repeated scene counts once.
    """
    uses: Counter[Scene] = Counter()

    def count(items: Iterable[Item]) -> None:
        """Count how often each scene is used in the items."""
        for item in items:
            if isinstance(item, Use):
                uses[item.scene] += 1
                if uses[item.scene] == 1:
                    count(item.scene.items)
            elif isinstance(item, Group):
                count(item.items)

    for items in lists:
        count(items)
    return frozenset(scene for scene, times in uses.items() if times > 1)
