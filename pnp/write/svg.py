"""Single drawings as SVG files, in millimetres.

Source: SVG 1.1 (second edition), 5 (document structure), 8 (paths), 11 (painting), 14.3 (clipping).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

import svgwrite

from pnp.scene import Group, Item, Matrix, Path, Scene, Stroke, Text, Use, walk
from pnp.typeface import text_width
from pnp.units import MM_PER_POINT
from pnp.write.fonts import font_face, outline_path, units_per_em
from pnp.write.pdf_content import shared_scenes
from pnp.write.pdf_syntax import number
from pnp.write.svg_path import path_data

Element: TypeAlias = Any  # svgwrite ships no types
_MAKE = svgwrite.Drawing(debug=False, profile="full")
"""Makes elements for all drawings."""
_Outline: TypeAlias = tuple[str, bytes]
"""The operators and coordinates of a path, without its colours."""
LONG = 60
"""The least number of coordinates of a path that is written once if it is drawn several times, as a road is."""


def svg_text(scene: Scene, *, outlines: bool = True, ids: str = "") -> str:
    """Return the text of an SVG file that shows a scene inside its trim lines.

    Letters are outlines, so that they look right anywhere. Without `outlines`, they are text in the fonts of the kit.
    The ids inside the file begin with `ids`, so that an HTML page can contain several drawings.
    """
    width, height = number(scene.width), number(scene.height)
    drawing = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False, profile="full"
    )
    drawing.set_desc(title=scene.name)
    _SvgWriter(drawing, scene, outlines=outlines, ids=ids).add(drawing, scene.items)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{drawing.tostring()}\n'


class _SvgWriter:
    """Builds the elements of an SVG file."""

    def __init__(self, drawing: Element, scene: Scene, *, outlines: bool, ids: str) -> None:
        self._drawing = drawing
        self._shared = shared_scenes(scene.items)
        self._outlines = outlines
        self._ids = ids
        self._symbols: dict[Scene, Element] = {}
        self._repeated = _repeated_outlines(scene.items)
        self._paths: dict[_Outline, str] = {}
        self._clips = 0

    def add(self, parent: Element, items: Iterable[Item]) -> None:
        """Add SVG elements that draw these items to a parent element."""
        for item in items:
            match item:
                case Path() if len(item.xy) >= LONG and (item.fill or item.stroke) and item.outline in self._repeated:
                    parent.add(self._use_of_path(item))
                case Path() | Text():
                    for element in _leaf_elements(item, outlines=self._outlines):
                        parent.add(element)
                case Use():
                    parent.add(self._use_element(item))
                case Group():
                    parent.add(self._group_element(item))

    def _use_of_path(self, path: Path) -> Element:
        """Return the element that draws a path whose data other elements use too."""
        outline = path.outline
        if outline not in self._paths:
            id_ = self._paths[outline] = f"{self._ids}p{len(self._paths) + 1}"
            self._drawing.defs.add(_MAKE.path(d=path_data(path), id=id_))
        return _MAKE.use(f"#{self._paths[outline]}", **_path_attributes(path))

    def _use_element(self, use: Use) -> Element:
        """Return the SVG element that draws a scene placed inside another scene."""
        place = {} if use.matrix == Matrix() else {"transform": _transform_text(use.matrix)}
        if use.scene not in self._shared:
            group = self._drawing.g(**place)
            self.add(group, use.scene.items)
            return group
        symbol = self._symbols.get(use.scene)
        if symbol is None:
            symbol = self._drawing.symbol(id=f"{self._ids}s{len(self._symbols) + 1}", overflow="visible")
            self._symbols[use.scene] = symbol
            self.add(symbol, use.scene.items)
            self._drawing.defs.add(symbol)
        return self._drawing.use(f"#{symbol['id']}", **place)

    def _group_element(self, group: Group) -> Element:
        """Return the SVG group of items, with its transform, opacity and clip."""
        looks: dict[str, str] = {}
        if group.matrix != Matrix():
            looks["transform"] = _transform_text(group.matrix)
        if group.opacity != 1:
            looks["opacity"] = number(group.opacity)
        if group.layer:
            looks["class_"] = group.layer
        made = self._drawing.g(**looks)
        if group.clip:
            self._clips += 1
            clip = self._drawing.clipPath(id=f"{self._ids}c{self._clips}")
            rule = {"clip_rule": "evenodd"} if group.clip.even_odd else {}
            clip.add(_MAKE.path(d=path_data(group.clip), **rule))
            self._drawing.defs.add(clip)
            made["clip-path"] = f"url(#{self._ids}c{self._clips})"
        self.add(made, group.items)
        return made


class _FinishedElement:
    """An element of an SVG file as svgwrite has made it, so that equal items of many files are made once."""

    def __init__(self, element: Element) -> None:
        self._xml = element.get_xml()

    def get_xml(self) -> Element:
        """Return the element for the serializer, which does not change it."""
        return self._xml


@lru_cache(maxsize=1024)
def _leaf_elements(item: Path | Text, *, outlines: bool) -> tuple[_FinishedElement, ...]:
    """Return the elements that draw a path or a text; none if nothing of it can be seen."""
    if isinstance(item, Path):
        return (_FinishedElement(_path_element(item)),) if item.fill or item.stroke else ()
    return tuple(map(_FinishedElement, _text_elements(item, outlines=outlines)))


def _path_element(path: Path) -> Element:
    """Return the SVG element of a path."""
    return _MAKE.path(d=path_data(path), **_path_attributes(path))


def _path_attributes(path: Path) -> dict[str, str]:
    """Return the SVG attributes of the colours and lines of a path."""
    looks: dict[str, str] = {"fill": path.fill or "none"}
    if path.fill and path.even_odd:
        looks["fill_rule"] = "evenodd"
    if path.stroke:
        looks |= _stroke_attributes(path.stroke)
    if path.opacity != 1:
        looks["opacity"] = number(path.opacity)
    return looks


def _repeated_outlines(items: Iterable[Item]) -> frozenset[_Outline]:
    """Return the outlines of long paths that occur more than once in a drawing and can be seen."""
    paths = (item for item, _ in walk(items) if isinstance(item, Path) and (item.fill or item.stroke))
    times = Counter(path.outline for path in paths if len(path.xy) >= LONG)
    return frozenset(outline for outline, count in times.items() if count > 1)


def _text_elements(text: Text, *, outlines: bool) -> Iterator[Element]:
    """Yield the elements of a text, with its outline (halo) first."""
    if not text.text:
        return
    draw = _outlined_letters if outlines else _plain_text
    letters = [draw(text, {"fill": text.fill}, None)]
    if text.halo:
        halo = Stroke(text.halo.colour, text.halo.width, text.halo.dash, "round", "round")
        letters.insert(0, draw(text, {"fill": "none"}, halo))
    if text.opacity == 1:
        yield from letters
    else:
        holder = _MAKE.g(opacity=number(text.opacity))
        for one in letters:
            holder.add(one)
        yield holder


def _outlined_letters(text: Text, looks: dict[str, str], stroke: Stroke | None) -> Element:
    """Return the letters of a text as an SVG path."""
    scale = text.size_pt * MM_PER_POINT / units_per_em(text.font)
    if stroke:  # its lengths are in font units
        dash = tuple(length / scale for length in stroke.dash)
        looks |= _stroke_attributes(Stroke(stroke.colour, stroke.width / scale, dash, stroke.cap, stroke.join))
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    if back:
        back *= text_width(text.text, text.font, text.size_pt, text.tracking)
    place = Matrix.place(text.x, text.y, turn=text.turn).after(Matrix(scale, 0, 0, -scale, -back, 0))
    letters = outline_path(text.text, text.font, text.tracking / scale)
    return _MAKE.path(d=letters, transform=_transform_text(place, digits=7), **looks)


def _plain_text(text: Text, looks: dict[str, str], stroke: Stroke | None) -> Element:
    """Return a text as an SVG text element, which needs the font."""
    face = font_face(text.font)
    if stroke:
        looks |= _stroke_attributes(stroke)
    if text.turn:
        looks["transform"] = f"rotate({number(text.turn)} {number(text.x)} {number(text.y)})"
    if text.anchor != "start":
        looks["text_anchor"] = text.anchor
    if text.tracking:
        looks["letter_spacing"] = number(text.tracking)
    if face.style != "normal":
        looks["font_style"] = face.style
    return _MAKE.text(
        text.text,
        insert=(number(text.x), number(text.y)),
        font_family=face.family,
        font_weight=face.weight,
        font_size=number(text.size_pt * MM_PER_POINT),
        font_kerning="none",
        **looks,
    )


def _stroke_attributes(stroke: Stroke) -> dict[str, str]:
    """Return the SVG attributes of a line style."""
    looks = {"stroke": stroke.colour, "stroke_width": number(stroke.width)}
    if stroke.dash:
        looks["stroke_dasharray"] = " ".join(map(number, stroke.dash))
    if stroke.cap != "butt":
        looks["stroke_linecap"] = stroke.cap
    if stroke.join != "miter":
        looks["stroke_linejoin"] = stroke.join
    else:
        looks["stroke_miterlimit"] = "10"  # the limit of PDF; the default of SVG is 4
    return looks


def _transform_text(matrix: Matrix, digits: int = 6) -> str:
    """Return a transformation as the value of an SVG `transform` attribute."""
    if (matrix.a, matrix.b, matrix.c, matrix.d) == (1, 0, 0, 1):
        return f"translate({number(matrix.e)} {number(matrix.f)})"
    six = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return "matrix(" + " ".join([f"{value:.{digits}g}" for value in six]) + ")"
