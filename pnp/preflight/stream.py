"""Content streams read as a viewer reads them: text, where it goes, and what hides it.

Only text, short lines and clipping are read; everything else is skipped at the speed of a regular expression.
Source: ISO 32000-1, 7.8 (content streams), 8.4 (graphics state), 8.5 (paths, clipping), 9.4 (text objects).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

from pnp.preflight.drawn import Drawn, Image, Limit, Stroke
from pnp.preflight.font import Font
from pnp.preflight.path import SAME, Six, after, path_box
from pnp.preflight.run import NOWHERE, Run, common
from pnp.scene import THUMBNAIL, Matrix, Rect

# Repetitions give nothing back (`++`, `*+`), so that no content takes more than linear time.
_TOKEN = re.compile(
    rb"""
    ((?:(?:[-+.\d]++\s++){2}[ml]\s++|(?:[-+.\d]++\s++){6}c\s++|h\s++|(?:[-+.\d]++\s++){4}(?:re|v|y)\s++)++)  # 1 a path
    |(?:[-+.\d]++\s++){1,4}(?:rg|RG|[gGkKJjMi])\s                                # colours, line styles
    |((?:[-+.\d]++\s++){6})(cm|Tm)\s                                            # 2, 3 a matrix
    |\[((?:<[\dA-Fa-f]*+>|[-+.\d\s]++)*+)\]\s*+TJ                               # 4 letters, moved
    |([-+.\d]++)                                                                # 5 a number
    |(/[^\s()<>\[\]{}/%]*+)                                                     # 6 a name
    |BI\b.*?(?:\bEI\b|\Z)                                                      # an image in the content
    |([A-Za-z'"][A-Za-z\d*]*+)                                                  # 7 an operator
    |(\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.)*+\))*+\))*+(?:\)|\Z))  # 8 a string
    |<([\dA-Fa-f\s]*+)>                                                         # 9 a string in hex
    |([\[\]])                                                                   # 10 an array's ends
    |<<|>>|%[^\r\n]*+
    """,
    re.VERBOSE | re.DOTALL,
)
_PATH, _MATRIX, _LETTERS, _REAL, _NAME, _OPERATOR, _STRING, _HEX, _ENDS = 1, 3, 4, 5, 6, 7, 8, 9, 10
_IN_HEX = re.compile(rb"<([^>]*)>")
_NUMBER = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)")
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r\n": b"", b"\r": b""}
_SHORT = 90  # bytes of a path that may be a ruler's line or a square
THIN = 0.02
"""Lines thinner than this, in whatever unit they are drawn in, are kept however long their paths are."""
_HIDDEN = {1, 3, 7}  # text modes that fill no letters


class Reader(Limit, Protocol):
    """Who knows the fonts and forms that content names."""

    def font(self, resource: Any) -> Font:  # noqa: ANN401 - pikepdf objects
        """A font of a resource dictionary."""

    def form(self, form: Any, outer: Any) -> Drawn:  # noqa: ANN401
        """What a form holds, in its own coordinates."""


@dataclass(slots=True)
class _State:
    """The graphics state, as far as text needs it."""

    matrix: Six
    clip: Rect | None = None
    font: Font | None = None
    size: float = 0
    spacing: float = 0
    word_spacing: float = 0
    stretch: float = 1
    leading: float = 0
    mode: int = 0
    rise: float = 0
    line: float = 1

    def copy(self) -> _State:
        """The same again; `copy.copy` takes four times as long, and there are ten thousands."""
        return _State(
            self.matrix, self.clip, self.font, self.size, self.spacing, self.word_spacing, self.stretch, self.leading,
            self.mode, self.rise, self.line,
        )  # fmt: skip


class Content:
    """One content stream being read."""

    def __init__(self, reader: Reader, resources: Any, matrix: Six) -> None:  # noqa: ANN401
        self._reader = reader
        self._fonts = dict(resources.get("/Font", {}))
        self._forms = dict(resources.get("/XObject", {}))
        self._resources = resources
        self._state = _State(matrix)
        self._saved: list[_State] = []
        self._drawn = Drawn()
        self._line = self._text = SAME
        self._path: list[bytes] = []
        self._reader.count(1)
        self._clips = False
        self._marks: list[bool] = []
        self._thumbnails = 0

    def read(self, content: bytes) -> Drawn:
        """What a stream draws."""
        operands: list[Any] = []
        array: list[Any] | None = None
        operators = self._OPERATORS
        for token in _TOKEN.finditer(content):
            kind = token.lastindex
            if kind == _OPERATOR:
                operate = operators.get(token[_OPERATOR])
                if operate is not None:
                    operate(self, operands)
                operands.clear()
            elif kind == _PATH:
                self._path.append(token[_PATH])
                operands.clear()
            elif kind == _MATRIX:
                a, b, c, d, e, f = map(_number, token[2].split())
                operators[token[_MATRIX]](self, (a, b, c, d, e, f))
            elif kind == _LETTERS:
                letters = bytes.fromhex(b"".join(_IN_HEX.findall(token[_LETTERS])).decode("ascii"))
                moves = sum(map(_number, _IN_HEX.sub(b" ", token[_LETTERS]).split()))
                self._show_array([[letters, moves]])
            elif kind == _ENDS:
                if token[_ENDS] == b"[":
                    array = []
                elif array is not None:
                    operands.append(array)
                    array = None
            elif kind is not None:
                (operands if array is None else array).append(_value(kind, token[kind]))
        return self._drawn

    # ------------------------------------------------------------ state

    def _save(self, _: list[Any]) -> None:
        self._saved.append(self._state.copy())
        self._reader.count(1)

    def _restore(self, _: list[Any]) -> None:
        if self._saved:
            self._state = self._saved.pop()

    def _concatenate(self, six: Six) -> None:
        self._state.matrix = after(self._state.matrix, six)

    def _do(self, name: list[Any]) -> None:
        form = self._forms.get(name[-1]) if name else None
        if form is None:
            return
        kind = form.get("/Subtype")
        matrix, clip = self._state.matrix, self._state.clip
        if kind == "/Image":
            self._drawn.images.append(Image(int(form.Width), int(form.Height), matrix))
            self._reader.count(1)
        if kind != "/Form":
            return
        inner = self._reader.form(form, self._resources)
        self._drawn.add(inner, Matrix(*matrix), clip, self._reader, marked=self._thumbnails > 0)

    def _begin_mark(self, operands: list[Any]) -> None:
        self._marks.append(operands[:1] == [f"/{THUMBNAIL}"])
        self._thumbnails += self._marks[-1]

    def _end_mark(self, _: list[Any]) -> None:
        self._thumbnails -= self._marks.pop() if self._marks else 0

    # ------------------------------------------------------------ paths

    def _clip(self, _: list[Any]) -> None:
        self._clips = True

    def _paint(self, _: list[Any]) -> None:
        if self._clips:
            clip, matrix = self._state.clip, self._state.matrix
            box = path_box(b"".join(self._path), matrix) or NOWHERE
            if clip is None:
                self._drawn.clips.append((matrix, box))
            self._state.clip = box if clip is None else common(box, clip) or NOWHERE
        self._path, self._clips = [], False

    def _stroke(self, operands: list[Any]) -> None:
        state = self._state
        path = b"".join(self._path)
        if len(path) < _SHORT or state.line < THIN:
            self._drawn.strokes.append(Stroke(path if len(path) < _SHORT else b"", state.matrix, state.line))
            self._reader.count(1)
        self._paint(operands)

    # ------------------------------------------------------------ text

    def _begin(self, _: list[Any]) -> None:
        self._line = self._text = SAME

    def _set_font(self, operands: list[Any]) -> None:
        name, size = operands[-2:]
        resource = self._fonts.get(name)
        self._state.font = None if resource is None else self._reader.font(resource)
        self._state.size = size

    def _set_line(self, six: Six) -> None:
        self._line = self._text = six

    def _move(self, xy: list[Any]) -> None:
        self._line = self._text = after(self._line, (1, 0, 0, 1, xy[-2], xy[-1]))

    def _move_leading(self, xy: list[Any]) -> None:
        self._state.leading = -xy[-1]
        self._move(xy)

    def _next_line(self, _: list[Any]) -> None:
        self._move([0, -self._state.leading])

    def _show(self, operands: list[Any]) -> None:
        self._show_array([[operands[-1]]])

    def _show_next(self, operands: list[Any]) -> None:
        self._next_line([])
        self._show(operands)

    def _show_array(self, operands: list[Any]) -> None:
        """Strings, and between them moves back in thousandths of the size; one run, since it is meant as one."""
        state, text, along = self._state, "", 0.0
        if state.font is None:
            return
        for part in operands[-1]:
            if isinstance(part, bytes):
                shown = state.font.show(part)
                text += shown.text
                gaps = shown.codes * state.spacing + shown.spaces * state.word_spacing
                along += (shown.width * state.size + gaps) * state.stretch
            else:
                along -= part / 1000 * state.size * state.stretch
        a, b, c, d, e, f = after(state.matrix, self._text)
        g, h, i, j, k, l = self._text  # noqa: E741
        self._text = (g, h, i, j, g * along + k, h * along + l)
        if state.mode in _HIDDEN or not text.strip():
            return  # outlines of letters come before the letters themselves
        e, f, end = e + c * state.rise, f + d * state.rise, along - state.spacing * state.stretch
        stop, up = (e + a * end, f + b * end), (c * state.size, d * state.size)
        self._drawn.runs.append(Run(text, (e, f), stop, up, state.clip, self._thumbnails > 0))
        self._reader.count(1)

    def _set(name: str, scale: float = 1) -> Any:  # type: ignore[misc]  # noqa: ANN401, N805 - makes a method
        def operate(self: Content, operands: list[Any]) -> None:
            setattr(self._state, name, operands[-1] * scale)

        return operate

    _OPERATORS: Any = {
        b"q": _save,
        b"Q": _restore,
        b"cm": _concatenate,
        b"Do": _do,
        b"W": _clip,
        b"W*": _clip,
        **dict.fromkeys((b"n", b"f", b"F", b"f*"), _paint),
        **dict.fromkeys((b"S", b"s", b"B", b"B*", b"b", b"b*"), _stroke),
        b"BMC": _begin_mark,
        b"BDC": _begin_mark,
        b"EMC": _end_mark,
        b"BT": _begin,
        b"Tf": _set_font,
        b"Tm": _set_line,
        b"Td": _move,
        b"TD": _move_leading,
        b"T*": _next_line,
        b"Tj": _show,
        b"'": _show_next,
        b'"': _show_next,
        b"TJ": _show_array,
        b"w": _set("line"),
        b"Tc": _set("spacing"),
        b"Tw": _set("word_spacing"),
        b"Tz": _set("stretch", 0.01),
        b"TL": _set("leading"),
        b"Ts": _set("rise"),
        b"Tr": _set("mode"),
    }


def _value(kind: int, token: bytes) -> Any:  # noqa: ANN401
    """A number, a name or the bytes of a string."""
    if kind == _REAL:
        return _number(token)
    if kind == _NAME:
        return token.decode("latin-1")
    if kind == _HEX:
        digits = b"".join(token.split()).decode("ascii")
        return bytes.fromhex(digits + "0" * (len(digits) % 2))
    text = token[1:].removesuffix(b")")
    return _ESCAPE.sub(_unescape, text) if b"\\" in text else text


def _number(token: bytes) -> float:
    """A number. What is none counts as the number that it begins with, or as 0.

    >>> _number(b"-.5"), _number(b"1.2.3"), _number(b"---")
    (-0.5, 1.2, 0.0)
    """
    try:
        return float(token)
    except ValueError:
        number = _NUMBER.match(token)
        return float(number[0]) if number else 0.0


def _unescape(match: re.Match[bytes]) -> bytes:
    what = match[1]
    return bytes((int(what, 8) & 255,)) if what[:1].isdigit() else _ESCAPED.get(what, what)
