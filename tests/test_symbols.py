"""Unit symbols, size marks, emblems and pictures: every name has a drawing, compared with golden files."""

import hashlib
from collections.abc import Iterator
from dataclasses import astuple
from typing import get_args

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.icons.layered_icons import Paint, draw_emblem, draw_picture, shows_owner
from pnp.art.icons.unit_symbol import SIZE_MARKS, draw_size_mark, draw_unit_symbol
from pnp.icon_paths import read_outline
from pnp.load.icons import shared_icons
from pnp.model.counter import Size
from pnp.model.symbols import PICTURES_OF_A_COUNTER
from pnp.palette import INK
from pnp.scene import Matrix, Path, Scene, Stroke, walk

ICONS = shared_icons()

COMBINED = [
    "infantry+parachute",
    "infantry+glider",
    "infantry+airlanding",
    "infantry+mountain",
    "infantry+motorized",
    "infantry+ski",
    "infantry+bicycle",
    "infantry+marine",
    "infantry+commando",
    "infantry+engineer",
    "infantry+machine-gun",
    "infantry+infantry-gun",
    "infantry+heavy-weapons+parachute",
    "mechanized",
    "mechanized+glider",
    "armour+reconnaissance",
    "armour+parachute",
    "armour+artillery",
    "armour+rocket-artillery",
    "armour+antitank",
    "armour+antiaircraft",
    "armour+engineer",
    "armour+mortar",
    "engineer+parachute",
    "engineer+glider",
    "engineer+motorized",
    "antitank+parachute",
    "antitank+glider",
    "antitank+motorized",
    "artillery+mountain",
    "artillery+motorized",
    "artillery+parachute",
    "antiaircraft+parachute",
    "antiaircraft+motorized",
    "mortar+parachute",
    "infantry-gun+parachute",
    "commando+parachute",
    "cavalry+mountain",
    "reconnaissance+wheeled",
    "signals+parachute",
    "medical+parachute",
    "technical+parachute",
    "headquarters+parachute",
    "supply+motorized",
]
"""Combined symbols that games need."""


def outlines(path: Path) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines of a path, its curves as short straight lines."""
    line: list[tuple[float, float]] = []
    xy = iter(path.xy)
    for command in path.ops:
        if command == "M":
            if line:
                yield line
            line = [(next(xy), next(xy))]
        elif command == "L":
            line.append((next(xy), next(xy)))
        elif command == "C":
            a, b, c, d = np.array(line[-1]), *(np.array((next(xy), next(xy))) for _ in range(3))
            t = np.linspace(0, 1, 13)[1:, None]
            curve = a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3
            line += [tuple(point) for point in curve]
        else:
            line.append(line[0])
    yield line


def inked(path: Path) -> Iterator[tuple[str, BaseGeometry]]:
    """Yield the areas that a path covers, with their colours."""
    if path.fill:
        rings = [Polygon(line).buffer(0) for line in outlines(path) if len(line) > 3]
        area = shapely.union_all(rings)
        if path.even_odd:
            area = rings[0]
            for ring in rings[1:]:
                area = area.symmetric_difference(ring)
        yield path.fill, area
    if path.stroke:
        lines = [LineString(line) for line in outlines(path)]
        yield path.stroke.colour, shapely.union_all(lines).buffer(path.stroke.width / 2, cap_style="flat")


def pixels(scene: Scene, columns: int, rows: int) -> str:
    """Return a scene as rows of `#` for ink and `.` for other colours. Everything outside its box is left out."""
    x, y = np.meshgrid(
        (np.arange(columns) + 0.5) * scene.width / columns, (np.arange(rows) + 0.5) * scene.height / rows
    )
    picture = np.full(x.shape, " ")
    for item, matrix in walk(scene.items):
        assert isinstance(item, Path)
        assert matrix == Matrix()
        for colour, area in inked(item):
            picture[shapely.contains_xy(area, x, y)] = "#" if colour == INK else "."
    return "\n".join("".join(row).rstrip() for row in picture)


def test_every_name_has_a_drawing_and_a_description() -> None:
    parts = ICONS.parts
    assert parts
    assert all(part.lines or part.solid for part in parts.values())
    assert set(SIZE_MARKS) == set(get_args(Size))
    combined = {name: part.parts for name, part in ICONS.symbols.items() if name not in parts}
    assert combined["mechanized"] == "infantry+armour"
    assert all(set(ICONS.symbol_parts(name)) <= set(parts) for name in combined)
    assert not set(ICONS.emblems) & {*ICONS.pictures, *PICTURES_OF_A_COUNTER}
    assert all(draw_picture(ICONS, name, Paint("#FFFFFF")).items for name in [*ICONS.pictures, *ICONS.emblems])
    icons = [*ICONS.symbols.items(), *ICONS.emblems.items(), *ICONS.pictures.items()]
    assert [name for name, icon in icons if not icon.says] == []


def test_pictures_with_the_owners_emblem() -> None:
    shown = {name for name in [*ICONS.pictures, "emblem", "numeral", "anchor"] if shows_owner(ICONS, name)}
    assert shown == {"aircraft", "bomber", "flag", "shield", "emblem", "calendar", "roadblock"}


def test_unit_symbols(golden) -> None:
    """The golden shows every part and every combined symbol in a box of three to two."""
    shown = [*ICONS.parts, *COMBINED]
    pictures = [f"{name}\n{pixels(draw_unit_symbol(ICONS, name, 8.4, 5.6, '#FFFFFF'), 48, 16)}\n" for name in shown]
    golden("symbols.txt", "\n".join(pictures))


def test_size_marks(golden) -> None:
    pictures = [
        f"{size}\n{pixels(draw_size_mark(size, 2), round(draw_size_mark(size, 2).width * 6), 6)}\n"
        for size in SIZE_MARKS
    ]
    golden("size-marks.txt", "\n".join(pictures))


def test_a_battery_has_the_mark_of_a_company():
    assert draw_size_mark("battery", 2).items == draw_size_mark("company", 2).items


def test_all_symbols_with_all_sizes_keep_their_shapes(golden) -> None:
    """The golden has a hash of each symbol (at three sizes of counter), emblem, picture and size mark."""
    lines = [
        f"symbol {name} {sums(*(draw_unit_symbol(ICONS, name, w, w / 1.5, '#F6D048') for w in (5.3, 5.8, 8.4)))}"
        for name in [*ICONS.parts, *COMBINED]
    ]
    lines += [f"size {size} {sums(*(draw_size_mark(size, height) for height in (1, 1.5, 2)))}" for size in SIZE_MARKS]
    lines += [
        f"emblem {name} {sums(draw_emblem(ICONS, name), draw_emblem(ICONS, name, faded=True))}"
        for name in ICONS.emblems
    ]
    paint = Paint("#B49C63", "#38290A", "roundel", (("roundel", "#38290A"), ("sun-disc", "#9E1B1E")))
    lines += [f"picture {name} {sums(draw_picture(ICONS, name, paint))}" for name in ICONS.pictures]
    golden("shapes.txt", "\n".join(lines) + "\n")


def sums(*scenes: Scene) -> str:
    """Return a short hash of everything in some scenes, to 0.01 mm."""
    found = []
    for scene in scenes:
        for item, matrix in walk(scene.items):
            placed = [round(v, 2) + 0.0 for v in (*astuple(matrix), *item.xy)] if isinstance(item, Path) else item
            found.append((placed, item.fill, getattr(item, "stroke", None), getattr(item, "ops", "")))
    return hashlib.sha256(repr(found).encode()).hexdigest()[:12]


@pytest.mark.parametrize("name", [*ICONS.parts, *COMBINED])
def test_a_symbol_keeps_inside_its_frame(name: str) -> None:
    """No stroke extends past the box by more than half the width of the frame."""
    scene = draw_unit_symbol(ICONS, name, 6, 4, "#FFFFFF")
    box = shapely.box(0, 0, 6, 4).buffer(scene.bleed + 0.01, join_style="mitre")
    clip = shapely.box(0, 0, 6, 4)
    *inside, frame = [item for item, _ in walk(scene.items)]
    for path in inside:
        assert isinstance(path, Path)
        for colour, area in inked(path):
            assert colour != INK or box.buffer(0.15).contains(area.intersection(clip))
    assert isinstance(frame, Path)
    assert isinstance(frame.stroke, Stroke)
    assert frame.stroke.width / 2 == pytest.approx(scene.bleed)


def test_a_part_that_crosses_others_has_a_clear_edge() -> None:
    """The parachute has an edge in the colour of the box where it crosses the straps."""
    colours = [
        item.stroke.colour
        for item, _ in walk(draw_unit_symbol(ICONS, "infantry+parachute", 6, 4, "#F6D048").items)
        if isinstance(item, Path) and item.stroke
    ]
    assert colours == [INK, "#F6D048", INK, INK]  # straps, clearing, canopy, frame


def test_pens_stay_thick_enough_to_print() -> None:
    """However small the box, no line of a symbol is under 0.25 mm (0.7 pt)."""
    for item, _ in walk(draw_unit_symbol(ICONS, "infantry+motorized", 3, 2, "#FFFFFF").items):
        if isinstance(item, Path) and item.stroke:
            assert item.stroke.width >= 0.25


def test_a_wider_box_stretches_straps_and_not_guns() -> None:
    """Straps reach the corners of a wider box, and a cannonball stays round."""
    ball = next(
        item
        for item, _ in walk(draw_unit_symbol(ICONS, "artillery", 9, 4, "#FFFFFF").items)
        if isinstance(item, Path) and item.fill == INK
    )
    assert max(ball.xy[::2]) - min(ball.xy[::2]) == pytest.approx(max(ball.xy[1::2]) - min(ball.xy[1::2]))
    straps = next(
        item
        for item, _ in walk(draw_unit_symbol(ICONS, "infantry", 9, 4, "#FFFFFF").items)
        if isinstance(item, Path) and item.stroke
    )
    assert straps.xy == pytest.approx((0, 0, 9, 4, 0, 4, 9, 0))


def test_an_unknown_part_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="infantery"):
        draw_unit_symbol(ICONS, "infantery", 6, 4, "#FFFFFF")


@pytest.mark.parametrize("text", ["1 2", "Q1 2", "L", "M1"])
def test_a_text_that_is_not_an_outline(text: str) -> None:
    with pytest.raises(ValueError):
        read_outline(text)


def test_a_faded_emblem_has_no_transparency() -> None:
    """Some printers cannot print transparency, so the colours themselves are pale."""
    for name in ICONS.emblems:
        for item, _ in walk(draw_emblem(ICONS, name, "#38290A", "#B49C63", faded=True).items):
            assert isinstance(item, Path)
            assert item.opacity == 1
