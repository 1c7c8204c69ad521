"""Text dumps of drawings and pages for goldens: numbers to 0.01 mm, each shared scene once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.impose.page import Document, Page
from pnp.scene import Group, Item, Matrix, Path, Rect, Scene, Stroke, Text, Use

INDENT = "  "


def dump_scene(scene: Scene) -> str:
    """Return a scene as text, then each scene that it uses."""
    dump = _Dump()
    dump.name(scene)
    return "\n".join(dump.scenes()) + "\n"


def dump_document(document: Document) -> str:
    """Return the pages of a document as text, then each scene that they use."""
    dump = _Dump()
    lines = [f"document {document.name}: {document.title}", f"duplex {document.duplex}"]
    lines += [f"outline {page + 1}: {text}" for text, page in document.outline]
    for number, page in enumerate(document.pages, 1):
        lines += ["", *dump.page(number, page)]
    lines += ["", *dump.scenes()] if dump.waiting else []
    return "\n".join(lines) + "\n"


class _Dump:
    """Gives each scene a unique name and keeps the scenes that are still to be listed."""

    def __init__(self) -> None:
        self.waiting: list[Scene] = []
        self._names: dict[Scene, str] = {}
        self._taken: dict[str, int] = {}

    def name(self, scene: Scene) -> str:
        """Return the name of a scene, with a number if another scene has the same name."""
        if scene not in self._names:
            count = self._taken[scene.name] = self._taken.get(scene.name, 0) + 1
            self._names[scene] = scene.name if count == 1 else f"{scene.name}#{count}"
            self.waiting.append(scene)
        return self._names[scene]

    def scenes(self) -> Iterator[str]:
        """Yield the lines of all scenes, in the order of their first use."""
        for number, scene in enumerate(self.waiting):  # grows while it is read
            if number:
                yield ""
            bleed = f", bleed {_mm(scene.bleed)}" if scene.bleed else ""
            yield f"scene {self._names[scene]}: {_mm(scene.width)} x {_mm(scene.height)}{bleed}"
            yield from self.items(scene.items, INDENT)

    def page(self, number: int, page: Page) -> Iterator[str]:
        """Yield the lines of a page: boxes, placements, art and marks."""
        yield f"page {number}, {page.name}: {_mm(page.width)} x {_mm(page.height)}, {page.facing}"
        yield f"{INDENT}trim {_box(page.trim)}"
        yield f"{INDENT}bleed {_box(page.bleed)}"
        for word, at in (("fold x", page.fold), ("fold y", page.fold_y)):
            if at is not None:
                yield f"{INDENT}{word} {_mm(at)}"
        for box in page.inked:
            yield f"{INDENT}inked {_box(box)}"
        if page.correction != Matrix():
            yield f"{INDENT}correction {_matrix(page.correction)}"
        for placement in page.placements:
            turn = f" turned {_mm(placement.turn)}" if placement.turn else ""
            yield f"{INDENT}{placement.facing} of {placement.component} in {_box(placement.box)}{turn}"
        for word, items in (("art", page.art), ("marks", page.marks)):
            if items:
                yield f"{INDENT}{word}"
                yield from self.items(items, INDENT * 2)

    def items(self, items: Iterable[Item], indent: str) -> Iterator[str]:
        """Yield one line for each item, and one for the points of a path."""
        for item in items:
            match item:
                case Path():
                    even_odd = " even-odd" if item.even_odd else ""
                    looks = _looks(item.fill, item.stroke, item.opacity)
                    yield f"{indent}path {item.ops}{even_odd}{looks}"
                    yield f"{indent}{INDENT}{_points(item.xy)}"
                case Text():
                    yield indent + _text(item)
                case Use():
                    yield f"{indent}use {self.name(item.scene)}{_place(item.matrix)}"
                case Group():
                    layer = f" {item.layer}" if item.layer else ""
                    layer += f" {item.text!r}" if item.text else ""
                    yield f"{indent}group{layer}{_place(item.matrix)}{_looks(None, None, item.opacity)}"
                    if item.clip:
                        yield f"{indent}{INDENT}clip {item.clip.ops}"
                        yield f"{indent}{INDENT * 2}{_points(item.clip.xy)}"
                    yield from self.items(item.items, indent + INDENT)


def _mm(value: float) -> str:
    """Return a number with two decimals, and 0 without a sign."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _points(xy: tuple[float, ...]) -> str:
    return " ".join([f"{_mm(xy[i])},{_mm(xy[i + 1])}" for i in range(0, len(xy), 2)])


def _box(rect: Rect) -> str:
    return f"{_mm(rect.x)},{_mm(rect.y)} {_mm(rect.width)} x {_mm(rect.height)}"


def _matrix(matrix: Matrix) -> str:
    shape = " ".join(f"{value:.4g}" for value in (matrix.a, matrix.b, matrix.c, matrix.d))
    return f"[{shape}] {_mm(matrix.e)},{_mm(matrix.f)}"


def _place(matrix: Matrix) -> str:
    if matrix == Matrix():
        return ""
    if (matrix.a, matrix.b, matrix.c, matrix.d) == (1, 0, 0, 1):
        return f" at {_mm(matrix.e)},{_mm(matrix.f)}"
    return f" by {_matrix(matrix)}"


def _stroke(stroke: Stroke) -> str:
    dash = f" dash {' '.join(map(_mm, stroke.dash))}" if stroke.dash else ""
    cap = f" {stroke.cap} caps" if stroke.cap != "butt" else ""
    join = f" {stroke.join} joins" if stroke.join != "miter" else ""
    return f"{stroke.colour} {stroke.width:.3g}{dash}{cap}{join}"


def _looks(fill: str | None, stroke: Stroke | None, opacity: float) -> str:
    looks = f" fill {fill}" if fill else ""
    looks += f" stroke {_stroke(stroke)}" if stroke else ""
    return looks + (f" opacity {opacity:g}" if opacity != 1 else "")


def _text(text: Text) -> str:
    anchor = f" {text.anchor}" if text.anchor != "start" else ""
    turn = f" turned {_mm(text.turn)}" if text.turn else ""
    tracking = f" tracking {text.tracking:.3g}" if text.tracking else ""
    halo = f" halo {_stroke(text.halo)}" if text.halo else ""
    opacity = f" opacity {text.opacity:g}" if text.opacity != 1 else ""
    at = f"{_mm(text.x)},{_mm(text.y)}"
    return (
        f"text {text.text!r} at {at}{anchor}{turn} {text.font} {text.size_pt:.4g}{tracking} {text.fill}{halo}{opacity}"
    )
