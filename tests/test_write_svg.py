"""Single drawings as SVG: the same picture as the PDF, and text dumps for goldens."""

import pickle
import re
import xml.etree.ElementTree as ET

import pytest

from pnp.impose.page import Document
from pnp.scene import Group, Matrix, Path, Rect, Scene, Stroke, Text, Use, circle, line, polyline, rectangle
from pnp.write.fonts import outline_path
from pnp.write.svg import svg_text
from pnp.write.svg_path import path_data
from tests.dump import dump_document, dump_scene
from tests.pictures import BLUE, GREEN, RED, draw_letters, letters_of_pdf, page_of

SHAPE = Scene("shape", 3, 3, (rectangle(Rect(0, 0, 3, 3), fill=RED), rectangle(Rect(0, 0, 1, 2), fill=BLUE)))
ITEMS = (
    Use(SHAPE, Matrix.place(1, 1)),
    Use(SHAPE, Matrix.place(9, 1, turn=90)),
    Use(Scene("once", 2, 2, (rectangle(Rect(0, 0, 2, 2), fill=GREEN),)), Matrix.place(10, 1, scale=2)),
    Group(
        (rectangle(Rect(0, 0, 9, 9), fill=BLUE),), Matrix.place(1, 6), clip=rectangle(Rect(0, 0, 3, 2)), layer="water"
    ),
    Path("MLLLZMLLLZ", (5, 5, 10, 5, 10, 10, 5, 10, 7, 7, 8, 7, 8, 8, 7, 8), RED, even_odd=True),
    Group((rectangle(Rect(11, 6, 3, 2), fill=RED), rectangle(Rect(12, 6, 3, 2), fill=BLUE)), opacity=0.5),
    rectangle(Rect(11, 9, 2, 1), fill=RED),
    rectangle(Rect(12, 9, 2, 1), fill=BLUE, opacity=0.5),
    line(0, 11.5, 16, 11.5, Stroke(RED, 1, dash=(4, 2))),
    Text(8, 20, "HI", "condensed-extrabold", 28, BLUE, "middle", halo=Stroke(RED, 2)),
    Text(15, 13, "I", "condensed-extrabold", 20, GREEN, turn=90, tracking=1),
)
WIDTH, HEIGHT = 20, 24


def test_pdf_and_svg_are_one_picture() -> None:
    weasyprint = pytest.importorskip("weasyprint", exc_type=(OSError, ImportError))
    svg = svg_text(Scene("all", WIDTH, HEIGHT, ITEMS))
    html = f"<style>@page {{ size: {WIDTH}mm {HEIGHT}mm; margin: 0 }} body {{ margin: 0 }} svg {{ display: block }}</style>"
    pdf = weasyprint.HTML(string=html + svg.partition("?>")[2]).write_pdf()
    seen, same = letters_of_pdf(pdf, WIDTH, HEIGHT), draw_letters(ITEMS, WIDTH, HEIGHT)
    differ = [(a, b) for a, b in zip(seen, same, strict=True) if a != b and "?" not in (a, b)]
    assert not differ, f"{seen}\n\n{same}"
    assert {"R", "G", "B", "b", "r", "P", "_"} <= set(same), "all that is drawn is to be seen"


def test_a_long_path_that_is_drawn_twice_is_in_the_file_once() -> None:
    """A road is a wide dark line below a narrow light one; both show in the picture."""
    weasyprint = pytest.importorskip("weasyprint", exc_type=(OSError, ImportError))
    bends = [(x / 2, 5 + x % 2 * 0.01) for x in range(2, 39)]
    road = tuple(polyline(bends, stroke=stroke) for stroke in (Stroke(RED, 6), Stroke(BLUE, 2)))
    svg = svg_text(Scene("road", 20, 10, road))
    assert (svg.count(" d="), svg.count("<use")) == (1, 2)
    html = "<style>@page { size: 20mm 10mm; margin: 0 } body { margin: 0 } svg { display: block }</style>"
    pdf = weasyprint.HTML(string=html + svg.partition("?>")[2]).write_pdf()
    assert letters_of_pdf(pdf, 20, 10) == draw_letters(road, 20, 10)


def test_rounded_steps_of_a_path_end_where_the_path_ends() -> None:
    """Coordinates are relative, so without care 1,000 steps of 0.0104 mm, each rounded to 0.01 mm, end 0.4 mm early."""
    data = path_data(polyline([(100 + 0.0104 * i, 50) for i in range(1001)]))
    (start, _), *steps = ((float(x), y) for x, y in re.findall(r"(-?[\d.]+) ?(-?[\d.]+)", data))
    assert start + sum(x for x, _ in steps) == pytest.approx(110.4, abs=0.006)


def test_an_svg_has_the_trimmed_size() -> None:
    root = ET.fromstring(svg_text(Scene("counter", 15.875, 12, (circle(5, 5, 9, fill=RED),), bleed=3)))
    assert (root.attrib["width"], root.attrib["height"]) == ("15.875mm", "12mm")
    assert root.attrib["viewBox"] == "0 0 15.875 12"


def test_shared_scenes_are_symbols() -> None:
    svg = svg_text(Scene("all", 20, 20, ITEMS))
    assert svg.count("<symbol") == 1
    assert svg.count("<use") == 2


def test_a_copy_of_a_scene_is_the_same_symbol() -> None:
    """A scene that was read from the cache is another object than the same scene elsewhere on the sheet."""
    tree = Scene("tree", 4, 4, (circle(2, 2, 2, fill=GREEN),))
    copy = pickle.loads(pickle.dumps(tree))
    assert copy is not tree

    def wood(*trees: Scene) -> Scene:
        return Scene("wood", 20, 20, tuple(Use(one, Matrix.place(5 * i, 5)) for i, one in enumerate(trees)))

    assert svg_text(wood(tree, copy)) == svg_text(wood(tree, tree))
    larger = Scene("tree", 4, 4, (circle(2, 2, 3, fill=GREEN),))
    assert svg_text(wood(tree, larger)) != svg_text(wood(tree, tree))


def test_letters_are_outlines_or_text() -> None:
    scene = Scene("word", 20, 20, (Text(1, 9, "A & B", "serif-semibold-italic", 9, tracking=0.2, turn=30),))
    assert "<text" not in svg_text(scene)
    typed = svg_text(scene, outlines=False)
    assert "A &amp; B" in typed
    for attribute in (
        'font-family="Source Serif 4"',
        'font-weight="600"',
        'font-style="italic"',
        'letter-spacing="0.2"',
    ):
        assert attribute in typed


def test_outlines_of_letters_follow_each_other() -> None:
    one, two = outline_path("I", "sans"), outline_path("I I", "sans", tracking=10)
    assert two.startswith(one)
    starts = [float(x) for x in re.findall(r"M(-?[\d.]+) ", two)]
    assert len(starts) == 2
    assert starts[1] - starts[0] > 2 * 10


def test_a_drawing_as_text(golden) -> None:
    golden("drawing.txt", dump_scene(Scene("drawing", WIDTH, HEIGHT, ITEMS, bleed=1)))


def test_pages_as_text(golden) -> None:
    other = Scene("shape", 1, 1, (Use(SHAPE),))
    pages = (page_of((Use(SHAPE), Use(other, Matrix.place(3, 4))), 20, 20), page_of((Use(SHAPE),), 20, 20))
    golden("pages.txt", dump_document(Document("pages", "Two pages", pages, "long", (("First", 0),))))
