"""Display lists as PDF content: the operators of pages and of Form XObjects, in mm with y down (the page flips y once).

A colour, a font or a line width is written only where it changes. Wherever a scene begins, lines are undashed, butted
and mitred, text is filled and untracked, and ink is opaque: so a scene's operators are the same wherever it is used.
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
"""Letters spaced by more than this share of the size read as single letters, unless the file says otherwise."""
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_NO_NAME = re.compile(r"[^A-Za-z0-9]+")  # what the name of a layer should not hold in a file


class Resources(Protocol):
    """What content refers to by name. The writer of the document keeps it."""

    def encode(self, text: str, font: str) -> EncodedText:
        """A run of text as the font's strings."""

    def form(self, scene: Scene) -> str | None:
        """The name of the Form XObject that draws a scene; None if the scene is to be drawn in place."""

    def transparent(self, items: tuple[Item, ...]) -> str:
        """The name of a new Form XObject whose items are painted as one, then made transparent."""

    def opacity(self, opacity: float) -> str:
        """The name of the graphics state with this opacity."""


@dataclass(frozen=True, slots=True)
class EncodedText:
    """A run of text in a font. Widths are shares of the size.

    `runs` has (font resource, string literal, letters, width) for each subset of the font that the text needs.
    """

    runs: tuple[tuple[str, str, int, float], ...]
    letters: int
    width: float


_State: TypeAlias = tuple[
    Colour | None, Colour | None, Mm | None, tuple[Mm, ...], str, str, str | None, float | None, Mm, int, float
]


@dataclass(slots=True)
class ContentWriter:
    """One content stream in the making."""

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
        """Add items in order."""
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
        """The operators as they stand in the file."""
        self._end_text()
        return "\n".join(self.code).encode("ascii")

    # ------------------------------------------------------------ paths

    def _draw_path(self, path: Path) -> None:
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
        self.code.append(f"[{' '.join(map(number, dash))}] 0 d")
        self._dash = dash

    def _set_opacity(self, opacity: float) -> None:
        self.code.append(f"/{self.resources.opacity(opacity)} gs")
        self._opacity = opacity

    # ------------------------------------------------------------ text

    def _draw_text(self, text: Text) -> None:
        encoded = self.resources.encode(text.text, text.font)
        if not encoded.runs:
            return
        size = text.size_pt * MM_PER_POINT
        if not self._in_text:
            self.code.append("BT")
            self._in_text = True
        if text.opacity != self._opacity:
            self._set_opacity(text.opacity)
        spelt = text.halo is not None or text.tracking > WIDE * size
        if spelt:
            self.code.append(_span(text.text))
        if text.tracking != self._tracking:
            self.code.append(f"{number(text.tracking)} Tc")
            self._tracking = text.tracking
        if text.halo is not None:
            halo = text.halo
            self._set_stroke(Stroke(halo.colour, halo.width, halo.dash, "round", "round"))
            self._set_mode(1)
            self._show(text, encoded, size)
        if self._mode:
            self._set_mode(0)
        if text.fill != self._fill:
            self.code.append(colour_operator(text.fill, "rg"))
            self._fill = text.fill
        self._show(text, encoded, size)
        if spelt:
            self.code.append("EMC")

    def _show(self, text: Text, encoded: EncodedText, size: Mm) -> None:
        tracking = text.tracking
        back = _before(text.anchor, encoded.width * size + tracking * (encoded.letters - 1))
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
        self.code.append(f"{mode} Tr")
        self._mode = mode

    def _end_text(self) -> None:
        if self._in_text:
            self.code.append("ET")
            self._in_text = False

    # ------------------------------------------------------------ scenes and groups

    def _draw_use(self, use: Use) -> None:
        name = self.resources.form(use.scene)
        saved = self._open(use.matrix)
        if name is None:
            self.draw(use.scene.items)
        else:
            self._do(name)
        self._close(saved)

    def _draw_group(self, group: Group) -> None:
        if group.layer:
            self._end_text()
            self.code.append(f"/{_NO_NAME.sub('-', group.layer)} BMC")
        if group.text:
            self._end_text()
            self.code.append(_span(group.text))
        self._draw_inside(group)
        for marked in (group.text, group.layer):
            if marked:
                self._end_text()
                self.code.append("EMC")

    def _draw_inside(self, group: Group) -> None:
        if group.opacity == 1 and group.clip is None and group.matrix == IDENTITY:
            self.draw(group.items)
            return
        saved = self._open(group.matrix)
        if group.clip is not None:
            self.code.append(path_operators(group.clip.ops, group.clip.xy))
            self.code.append("W* n" if group.clip.even_odd else "W n")
        if group.opacity == 1:
            self.draw(group.items)
        else:
            self._set_opacity(group.opacity)
            self._do(self.resources.transparent(group.items))
        self._close(saved)

    def _do(self, name: str) -> None:
        self.code.append(f"/{name} Do")
        self.forms[name] = None

    def _open(self, matrix: Matrix) -> _State:
        """Begin a place of its own. What scenes take for granted is put right before, so that it also holds after."""
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

    def _close(self, state: _State) -> None:
        self._end_text()
        self.code.append("Q")
        (
            self._fill, self._stroke, self._width, self._dash, self._cap, self._join,
            self._font, self._size, self._tracking, self._mode, self._opacity,
        ) = state  # fmt: skip


def _span(text: str) -> str:
    """Begin marked content that reads as a text, whatever shows it.  Source: ISO 32000-1, 14.9.4."""
    return f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex().upper()}>>> BDC"


def _before(anchor: Anchor, width: Mm) -> Mm:
    """How much of a text lies before its anchor."""
    return 0 if anchor == "start" else width / 2 if anchor == "middle" else width


def shared_scenes(*lists: Iterable[Item]) -> frozenset[Scene]:
    """The scenes that are used more than once, each use counted where it is written, not how often that is repeated."""
    uses: Counter[Scene] = Counter()

    def count(items: Iterable[Item]) -> None:
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
