"""Single drawings as SVG files, in millimetres.

Source: SVG 1.1 (second edition), 5 (document structure), 8 (paths), 11 (painting), 14.3 (clipping).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from xml.sax.saxutils import escape

from pnp.scene import Group, Item, Matrix, Path, Scene, Stroke, Text, Use
from pnp.typeface import text_width
from pnp.units import MM_PER_POINT
from pnp.write.fonts import font_face, outline_path, units_per_em
from pnp.write.pdf_content import shared_scenes
from pnp.write.pdf_syntax import number

_COMMANDS = {"M": ("M%.6g %.6g", 2), "L": ("L%.6g %.6g", 2), "C": ("C%.6g %.6g %.6g %.6g %.6g %.6g", 6), "Z": ("Z", 0)}
_NAMESPACES = {
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:ev": "http://www.w3.org/2001/xml-events",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
}
_KEPT = 20_000
"""How many elements of paths and texts are kept for further files, because most counters share most of theirs."""


def svg_text(scene: Scene, *, outlines: bool = True, ids: str = "") -> str:
    """Return the text of an SVG file that shows a scene inside its trim lines.

    Letters are outlines, so that they look right anywhere. Without `outlines`, they are text in the fonts of the kit.
    The ids inside the file begin with `ids`, so that an HTML page can contain several drawings.
    """
    width, height = number(scene.width), number(scene.height)
    writer = _SvgWriter(shared_scenes(scene.items), outlines=outlines, ids=ids)
    drawn = writer.elements(scene.items)
    attributes = {"baseProfile": "full", "version": "1.1", "viewBox": f"0 0 {width} {height}"}
    attributes |= {"width": f"{width}mm", "height": f"{height}mm"} | _NAMESPACES
    title, definitions = _element("title", {}, escape(scene.name)), _element("defs", {}, "".join(writer.definitions))
    drawing = _element("svg", attributes, f"{title}{definitions}{drawn}")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{drawing}\n'


def _element(name: str, attributes: Mapping[str, str], content: str = "") -> str:
    """Return an SVG element; its attributes are sorted by name, and those without a value are left out."""
    words = "".join([f' {key}="{value}"' for key, value in sorted(attributes.items()) if value])
    return f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words} />"


class _SvgWriter:
    """Writes the elements of an SVG file; `definitions` are the symbols and clips to which they refer."""

    def __init__(self, shared: frozenset[Scene], *, outlines: bool, ids: str) -> None:
        self.definitions: list[str] = []
        self._shared = shared
        self._outlines = outlines
        self._ids = ids
        self._symbols: dict[Scene, str] = {}
        self._clips = 0

    def elements(self, items: Iterable[Item]) -> str:
        """Return the SVG elements that draw these items."""
        return "".join([self._item_elements(item) for item in items])

    def _item_elements(self, item: Item) -> str:
        """Return the SVG elements that draw an item."""
        match item:
            case Path():
                return _path_element(item) if item.fill or item.stroke else ""
            case Text():
                return _text_elements(item, outlines=self._outlines) if item.text else ""
            case Use():
                return self._use_element(item)
            case Group():
                return self._group_element(item)

    def _use_element(self, use: Use) -> str:
        """Return the SVG element that draws a scene placed inside another scene."""
        place = {} if use.matrix == Matrix() else {"transform": _transform_text(use.matrix)}
        if use.scene not in self._shared:
            return _element("g", place, self.elements(use.scene.items))
        symbol = self._symbols.get(use.scene)
        if symbol is None:
            symbol = self._symbols[use.scene] = f"{self._ids}s{len(self._symbols) + 1}"
            inner = self.elements(use.scene.items)
            self.definitions.append(_element("symbol", {"id": symbol, "overflow": "visible"}, inner))
        return _element("use", {"xlink:href": f"#{symbol}", **place})

    def _group_element(self, group: Group) -> str:
        """Return the SVG group of items, with its transform, opacity and clip."""
        looks: dict[str, str] = {}
        if group.matrix != Matrix():
            looks["transform"] = _transform_text(group.matrix)
        if group.opacity != 1:
            looks["opacity"] = number(group.opacity)
        if group.layer:
            looks["class"] = escape(group.layer, {'"': "&quot;"})
        if group.clip:
            self._clips += 1
            clip = f"{self._ids}c{self._clips}"
            rule = {"clip-rule": "evenodd"} if group.clip.even_odd else {}
            path = _element("path", {"d": path_data(group.clip), **rule})
            self.definitions.append(_element("clipPath", {"id": clip}, path))
            looks["clip-path"] = f"url(#{clip})"
        return _element("g", looks, self.elements(group.items))


@lru_cache(maxsize=_KEPT)
def _path_element(path: Path) -> str:
    """Return the SVG element of a path."""
    looks: dict[str, str] = {"fill": path.fill or "none"}
    if path.fill and path.even_odd:
        looks["fill-rule"] = "evenodd"
    if path.stroke:
        looks |= _stroke_attributes(path.stroke)
    if path.opacity != 1:
        looks["opacity"] = number(path.opacity)
    return _element("path", {"d": path_data(path), **looks})


@lru_cache(maxsize=_KEPT)
def _text_elements(text: Text, *, outlines: bool) -> str:
    """Return the elements of a text, with its outline (halo) first; with `outlines`, its letters are paths."""
    letters = "".join(_letters(text, outlines=outlines))
    return letters if text.opacity == 1 else _element("g", {"opacity": number(text.opacity)}, letters)


def _letters(text: Text, *, outlines: bool) -> Iterator[str]:
    """Yield the letters of a text, first those of its halo."""
    draw = _outlined_letters if outlines else _plain_text
    if text.halo:
        halo = Stroke(text.halo.colour, text.halo.width, text.halo.dash, "round", "round")
        yield draw(text, {"fill": "none"}, halo)
    yield draw(text, {"fill": text.fill}, None)


def _outlined_letters(text: Text, looks: dict[str, str], stroke: Stroke | None) -> str:
    """Return the letters of a text as an SVG path."""
    scale = text.size_pt * MM_PER_POINT / units_per_em(text.font)
    if stroke:  # its lengths are in font units
        dash = tuple(length / scale for length in stroke.dash)
        looks = looks | _stroke_attributes(Stroke(stroke.colour, stroke.width / scale, dash, stroke.cap, stroke.join))
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    if back:
        back *= text_width(text.text, text.font, text.size_pt, text.tracking)
    place = Matrix.place(text.x, text.y, turn=text.turn).after(Matrix(scale, 0, 0, -scale, -back, 0))
    letters = outline_path(text.text, text.font, text.tracking / scale)
    return _element("path", {"d": letters, "transform": _transform_text(place, digits=7), **looks})


def _plain_text(text: Text, looks: dict[str, str], stroke: Stroke | None) -> str:
    """Return a text as an SVG text element, which needs the font."""
    face = font_face(text.font)
    looks = looks | (_stroke_attributes(stroke) if stroke else {})
    if text.turn:
        looks["transform"] = f"rotate({number(text.turn)} {number(text.x)} {number(text.y)})"
    if text.anchor != "start":
        looks["text-anchor"] = text.anchor
    if text.tracking:
        looks["letter-spacing"] = number(text.tracking)
    if face.style != "normal":
        looks["font-style"] = face.style
    looks |= {"x": number(text.x), "y": number(text.y), "font-family": face.family, "font-weight": str(face.weight)}
    looks |= {"font-size": number(text.size_pt * MM_PER_POINT), "font-kerning": "none"}
    return _element("text", looks, escape(text.text))


def path_data(path: Path) -> str:
    """Return a path as the `d` attribute of an SVG path.

    >>> path_data(Path("MLZ", (0, 0, 1.5, 2)))
    'M0 0L1.5 2Z'
    """
    return "".join([_COMMANDS[op][0] for op in path.ops]) % path.xy


def _stroke_attributes(stroke: Stroke) -> dict[str, str]:
    """Return the SVG attributes of a line style."""
    looks = {"stroke": stroke.colour, "stroke-width": number(stroke.width)}
    if stroke.dash:
        looks["stroke-dasharray"] = " ".join(map(number, stroke.dash))
    if stroke.cap != "butt":
        looks["stroke-linecap"] = stroke.cap
    if stroke.join != "miter":
        looks["stroke-linejoin"] = stroke.join
    else:
        looks["stroke-miterlimit"] = "10"  # the limit of PDF; the default of SVG is 4
    return looks


def _transform_text(matrix: Matrix, digits: int = 6) -> str:
    """Return a transformation as the value of an SVG `transform` attribute."""
    if (matrix.a, matrix.b, matrix.c, matrix.d) == (1, 0, 0, 1):
        return f"translate({number(matrix.e)} {number(matrix.f)})"
    six = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return "matrix(" + " ".join([f"{value:.{digits}g}" for value in six]) + ")"
