"""Components that are cut out, measured in the content of the PDF, and folded and glued in software."""

import io
import math
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

import pikepdf
import pytest

from pnp.checks import check_game
from pnp.compose.back_cover import row_pieces
from pnp.draw.component_kinds import cut_out_findings, drawn_cut_outs
from pnp.draw.components.die_net import CELLS, net_outline
from pnp.draw.components.standee import draw_pieces
from pnp.draw.counter.faces import draw_counters
from pnp.draw.cutout import CUT, FOLD, CutOut, standing_counters
from pnp.extent import moved_extent, path_extent
from pnp.findings import Finding, Refused
from pnp.impose.component_sheets import impose_counters
from pnp.impose.page import Document
from pnp.impose.piece_sheets import CLEARANCE, GAP, impose_piece_sheets, impose_pieces, piece_area
from pnp.kit.full_check import KitSource
from pnp.kit.parts import WrittenFile, join_part, pieces_part
from pnp.load import load_game
from pnp.load.target_files import load_target
from pnp.model.components.dice_and_pads import DieNet
from pnp.model.components.rulers_and_templates import Ruler, Sector, WedgeTemplate
from pnp.model.components.standees import Base, Plate
from pnp.model.game import Game
from pnp.model.target import PrintSettings
from pnp.preflight import preflight_document
from pnp.preflight.imposed_sheets import letters_box
from pnp.preflight.page_reader import read_pages
from pnp.scene import Group, Item, Matrix, Path as Shape, Point, Rect, Scene, Text, Use, rectangle, walk
from pnp.typeface import text_width
from pnp.write.pdf import pdf_bytes, write_pdf
from tests.test_contributing import RECIPES

FOLDER = Path(__file__).parent / "games" / "kit-of-parts"
GAME = load_game(FOLDER)
HOME = load_target("home")
LETTER = HOME.papers["letter"]
INCH = 25.4
TRUE = 0.1
"""What templates and rulers are true to, in mm."""


def documents(game: Game = GAME, paper: str = "letter") -> dict[str, Document]:
    return {one.name: one for one in impose_piece_sheets(game, drawn_cut_outs(game), HOME, HOME.papers[paper])}


SHEETS = documents()


@dataclass(frozen=True)
class Line:
    """A stroked path on the page: its corners (ends of lines and curves) in mm, its width and its dashes."""

    corners: tuple[Point, ...]
    curves: int
    width: float
    dashed: bool

    @property
    def size(self) -> tuple[float, float]:
        xs, ys = zip(*self.corners, strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    @property
    def at(self) -> Point:
        return min(x for x, _ in self.corners), min(y for _, y in self.corners)


def read_lines(document: Document, page: int = 0) -> list[Line]:
    """Return every stroked path of a page, read from the content stream of the file with all its forms."""
    with pikepdf.open(io.BytesIO(pdf_bytes(document))) as pdf:
        leaf = pdf.pages[page]
        height = float(leaf.mediabox[3])
        mm = INCH / 72
        return list(stroked(leaf, leaf.Resources, Matrix(mm, 0, 0, -mm, 0, height * mm)))


def stroked(content, resources, matrix: Matrix) -> Iterator[Line]:
    saved, corners, curves, width, dash = [], [], 0, 1.0, False
    for operands, operator in pikepdf.parse_content_stream(content):
        numbers = [
            float(v)
            for v in operands
            if not isinstance(v, (pikepdf.Name, pikepdf.Array, pikepdf.String, pikepdf.Dictionary))
        ]
        match str(operator):
            case "q":
                saved.append((matrix, width, dash))
            case "Q":
                matrix, width, dash = saved.pop()
            case "cm":
                matrix = matrix.after(Matrix(*numbers))
            case "w":
                width = numbers[0]
            case "d":
                dash = len(operands[0]) > 0
            case "m" | "l":
                corners.append(matrix.apply((numbers[0], numbers[1])))
            case "c":
                corners.append(matrix.apply((numbers[4], numbers[5])))
                curves += 1
            case "re":
                x, y, w, h = numbers
                corners += [matrix.apply(p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
            case "S" | "s" | "B" | "B*" | "b":
                yield Line(tuple(corners), curves, width * math.hypot(matrix.a, matrix.b), dash)
                corners, curves = [], 0
            case "f" | "f*" | "n":
                corners, curves = [], 0
            case "Do":
                form = resources.XObject[str(operands[0])]
                inner = Matrix(*(float(v) for v in form.get("/Matrix", (1, 0, 0, 1, 0, 0))))
                yield from stroked(form, form.get("/Resources", resources), matrix.after(inner))


def cuts(lines: list[Line]) -> list[Line]:
    """Return the outlines: solid lines with the width of cutting lines."""
    return [one for one in lines if not one.dashed and one.width == pytest.approx(CUT.width, abs=1e-3)]


def angle(vertex: Point, one: Point, other: Point) -> float:
    a, b = (math.atan2(p[1] - vertex[1], p[0] - vertex[0]) for p in (one, other))
    turn = abs(math.degrees(a - b)) % 360
    return min(turn, 360 - turn)


def cut_of(component: str) -> Line:
    """Return the outline of the only piece of a component on its page."""
    for document in SHEETS.values():
        for number, page in enumerate(document.pages):
            for placement in page.placements:
                if placement.component == component:
                    found = [
                        one
                        for one in cuts(read_lines(document, number))
                        if math.dist(one.at, (placement.box.x, placement.box.y)) < 0.2
                    ]
                    assert len(found) == 1
                    return found[0]
    raise AssertionError(component)


# ---------------------------------------------------------------- templates


@pytest.mark.parametrize(("name", "diameter"), [("burst-2", 50.8), ("burst-3", 76.2), ("burst-4", 101.6)])
def test_a_disc_has_its_diameter(name: str, diameter: float) -> None:
    outline = cut_of(name)
    assert outline.curves == 4
    assert outline.size == pytest.approx((diameter, diameter), abs=TRUE)


def test_a_wedge_has_its_angle_and_its_radius() -> None:
    point, *rim = dict.fromkeys(cut_of("arc-of-fire").corners)
    assert all(math.dist(point, one) == pytest.approx(9 * INCH, abs=TRUE) for one in rim)
    assert angle(point, rim[0], rim[-1]) == pytest.approx(45, abs=0.05)


def test_the_arcs_of_a_wedge_are_at_its_marks() -> None:
    point = cut_of("arc-of-fire").corners[0]
    arcs = [one for one in read_lines(SHEETS["templates"]) if one.curves and one.width == pytest.approx(0.2, abs=1e-3)]
    assert sorted(round(math.dist(point, one.corners[0]), 1) for one in arcs) == [76.2, 152.4]


@pytest.mark.parametrize("label", ["6 in", "6 in: grenade, pistol", "6 in: grenade, pistol, and whoever crawls up"])
def test_the_label_of_an_arc_stays_below_it(label: str) -> None:
    """An arc is lower at its sides, so a long label is lower."""
    wedge = GAME.components["arc-of-fire"]
    assert isinstance(wedge, WedgeTemplate)
    marks = (wedge.marks[-1].model_copy(update={"at": 6 * INCH, "label": label}),)
    changed = wedge.model_copy(update={"marks": marks})
    (piece,) = drawn_cut_outs(GAME.model_copy(update={"components": {"arc-of-fire": changed}}))["arc-of-fire"]
    point = (piece.scene.width / 2, piece.scene.height)
    ((text, matrix),) = ((one, m) for one, m in walk(piece.scene.items) if isinstance(one, Text) and one.text == label)
    x, y = matrix.apply((text.x, text.y))
    corner = (x + text_width(text.text, text.font, text.size_pt), y - 0.72 * text.size_pt * INCH / 72)
    assert 0.4 < 6 * INCH - math.dist(point, corner) < 1.2


def test_a_gauge_is_square_outside_and_inside() -> None:
    vertex, tip, _, inner, _, other = cut_of("turn-gauge").corners
    assert angle(vertex, tip, other) == pytest.approx(90, abs=0.01)
    assert math.dist(vertex, tip) == pytest.approx(2 * INCH, abs=TRUE)
    assert math.dist(vertex, other) == pytest.approx(2 * INCH, abs=TRUE)
    assert math.dist(vertex, inner) == pytest.approx(14 * math.sqrt(2), abs=TRUE)


def with_template(id_: str, **update: object) -> CutOut:
    """Return the only piece of a template of the game with other fields."""
    changed = GAME.components[id_].model_copy(update=update)
    (piece,) = drawn_cut_outs(GAME.model_copy(update={"components": {id_: changed}}))[id_]
    assert not piece.faults
    return piece


def texts_of(piece: CutOut) -> list[str]:
    return [item.text for item, _ in walk(piece.scene.items) if isinstance(item, Text)]


def test_a_coloured_wedge_says_how_far_its_edges_continue() -> None:
    piece = with_template("arc-of-fire", colour="#9E1B1E", unit=INCH, picture="eye", beyond="Rifle 24 in, cannon 36 in")
    assert {"Rifle 24 in,", "cannon 36 in"} <= set(texts_of(piece))
    assert [item.scene.name for item in piece.scene.items if isinstance(item, Use)] == ["picture eye"]
    fills = [item.fill for item, _ in walk(piece.scene.items) if isinstance(item, Shape)]
    assert fills.count("#9E1B1E") == 2, "an arrow at the end of each edge"


def test_a_disc_with_sectors_shows_their_labels_around_its_name() -> None:
    sectors = tuple(Sector(label=label, says="5") for label in ("Front", "Side", "Rear", "Side"))
    piece = with_template("burst-3", sectors=sectors, colour="#36401A")
    assert sorted(texts_of(piece)) == sorted(
        ["Front", "Side", "Side", "Rear", *["5"] * 4, GAME.components["burst-3"].name]
    )


# ---------------------------------------------------------------- rulers


def test_a_picture_is_left_of_the_label_of_its_mark() -> None:
    ruler = GAME.components["ruler"]
    assert isinstance(ruler, Ruler)
    marks = tuple(mark.model_copy(update={"picture": "eye" if mark.band else ""}) for mark in ruler.marks)
    changed = GAME.model_copy(update={"components": {"ruler": ruler.model_copy(update={"marks": marks})}})
    used = [item for piece in drawn_cut_outs(changed)["ruler"] for item in piece.scene.items if isinstance(item, Use)]
    assert len(used) == sum(mark.band for mark in ruler.marks)


def ruler_segments() -> list[tuple[Line, list[Line]]]:
    """Return the outline of each segment in the order of gluing, and all horizontal and vertical lines on it."""
    document = SHEETS["rulers"]
    lines = read_lines(document)
    found = []
    for placement in document.pages[0].placements:
        if placement.component.startswith("ruler-"):
            box = placement.box.grown(0.2)
            here = [
                one
                for one in lines
                if all(box.x <= x <= box.right and box.y <= y <= box.bottom for x, y in one.corners)
            ]
            outline = next(one for one in cuts(here) if len(one.corners) > 3)
            found.append((int(placement.component[-1]), outline, here))
    return [(outline, here) for _, outline, here in sorted(found, key=lambda one: one[0])]


def test_segments_glued_together_are_as_long_as_the_ruler() -> None:
    """A segment begins at the end of the segment before it, at the foot of its tab."""
    segments = ruler_segments()
    assert len(segments) == 6
    whole = 0.0
    for number, (outline, _) in enumerate(segments):
        xs = sorted({round(x - outline.at[0], 2) for x, _ in outline.corners})
        length, tab = (xs[1], xs[2] - xs[1]) if number < 5 else (xs[1], 0.0)
        assert length == pytest.approx(6 * INCH, abs=0.02)
        assert tab == pytest.approx(0 if number == 5 else INCH / 2, abs=0.02)
        whole += length
    assert whole == pytest.approx(36 * INCH, abs=TRUE)


def test_ticks_of_the_glued_ruler_are_at_inches_and_half_inches() -> None:
    ticks: dict[float, list[float]] = {0.25: [], 0.15: []}
    for number, (outline, here) in enumerate(ruler_segments()):
        for one in here:
            width = round(one.width, 3)
            starts_at_the_top = abs(one.at[1] - outline.at[1]) < 0.05
            if width in ticks and len(one.corners) == 2 and one.size[0] < 0.01 and starts_at_the_top:
                at = one.at[0] - outline.at[0] + number * 6 * INCH
                if one.size[1] < 10:  # no line across, where a tab begins
                    ticks[width].append(at)
    inches = [n * INCH for n in range(1, 36) if n % 6]
    assert sorted(ticks[0.25]) == pytest.approx(inches, abs=TRUE)
    assert sorted(ticks[0.15]) == pytest.approx([(n + 0.5) * INCH for n in range(36)], abs=TRUE)


def test_marks_of_the_glued_ruler_are_at_the_distances_in_the_data() -> None:
    """The edge of a mark at the end of a segment is on the cut."""
    marks = []
    for number, (outline, here) in enumerate(ruler_segments()):
        for one in here:
            if one.width == pytest.approx(0.45, abs=1e-3):
                at = one.at[0] - outline.at[0]
                marks.append(number * 6 * INCH + (6 * INCH if at > 6 * INCH - 0.3 else at))
    assert sorted(marks) == pytest.approx([n * INCH for n in (3, 6, 8, 12, 24, 36)], abs=TRUE)


# ---------------------------------------------------------------- dice


def test_the_faces_of_a_die_have_the_length_of_its_edge() -> None:
    """Check the cut, the folds, and the tabs of the first of two nets."""
    document = SHEETS["rulers"]
    box = next(p.box for p in document.pages[0].placements if p.component == "drift")
    here = [
        one for one in read_lines(document) if box.grown(0.2).x <= one.at[0] <= box.right and one.at[1] < box.bottom
    ]
    folds = [one for one in here if one.dashed and one.width == pytest.approx(FOLD.width, abs=1e-3)]
    assert len(folds) == 5 + 7
    assert all(max(one.size) == pytest.approx(16, abs=TRUE) for one in folds)
    outline = next(one for one in cuts(here) if len(one.corners) > 20)
    straight = [math.dist(*pair) for pair in pairwise((*outline.corners, outline.corners[0]))]
    assert free_sides(straight) == 7


def free_sides(lengths: Iterable[float]) -> int:
    """Return the number of sides of faces without a tab in an outline. Two sides in one line count twice."""
    return sum(round(length / 16) for length in lengths if any(abs(length - n * 16) < TRUE for n in (1, 2)))


Vector = tuple[float, float, float]


def fold_cube(edge: float) -> dict[int, tuple[Vector, Vector]]:
    """Return the direction of each face of the net, and of its top, after every fold is turned 90 degrees down."""

    def cross(a: Vector, b: Vector) -> Vector:
        return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])

    def minus(a: Vector) -> Vector:
        return (-a[0], -a[1], -a[2])

    # Face 2 looks at the reader with its top up; a face beside it is folded away from the reader.
    looks: dict[int, tuple[Vector, Vector]] = {2: ((0, 0, 1), (0, 1, 0))}
    while len(looks) < 6:
        for face, (column, row) in CELLS.items():
            for known, (look, top) in list(looks.items()):
                step = (column - CELLS[known][0], row - CELLS[known][1])
                if face not in looks and abs(step[0]) + abs(step[1]) == 1:
                    right = cross(top, look)
                    match step:
                        case (1, 0):
                            looks[face] = (right, top)
                        case (-1, 0):
                            looks[face] = (minus(right), top)
                        case (0, -1):
                            looks[face] = (top, minus(look))
                        case _:
                            looks[face] = (minus(top), look)
    return looks


def test_opposite_faces_of_a_folded_die_add_up_to_seven() -> None:
    looks = fold_cube(16)
    for one, other in ((1, 6), (2, 5), (3, 4)):
        assert tuple(-v for v in looks[one][0]) == looks[other][0]


def test_the_tops_of_the_faces_around_a_die_point_to_its_first_face() -> None:
    """An arrow to the top of its face therefore points at the 1 on all four faces."""
    looks = fold_cube(16)
    assert {looks[face][1] for face in (2, 3, 4, 5)} == {looks[1][0]}


def test_an_arrow_has_the_direction_in_the_data() -> None:
    """Directions are clockwise degrees from the top of the face. The head is farther from the tail than the middle."""
    net = GAME.components["drift"].model_copy(update={"copies": 1})
    assert isinstance(net, DieNet)
    faces = tuple(
        face.model_copy(update={"word": "", "picture": "", "arrow": 90.0 * i}) for i, face in enumerate(net.faces)
    )
    game = GAME.model_copy(update={"components": {"drift": net.model_copy(update={"faces": faces})}})
    (piece,) = drawn_cut_outs(game)["drift"]
    arrows = [item for item in piece.scene.items if getattr(item, "ops", "") == "MLLLLLLZ" and item.fill == "#17140F"]
    pointing = []
    for arrow in arrows:
        tip, foot = arrow.xy[:2], ((arrow.xy[6] + arrow.xy[8]) / 2, (arrow.xy[7] + arrow.xy[9]) / 2)
        pointing.append((round(math.degrees(math.atan2(tip[0] - foot[0], foot[1] - tip[1]))) + 360) % 360)
    assert pointing == [90 * (face - 1) % 360 for face in CELLS]


def test_every_free_side_of_a_net_has_one_tab_and_meets_one_side() -> None:
    net = GAME.components["drift"]
    assert isinstance(net, DieNet)
    corners, tabs = net_outline(net)
    assert len(tabs) == 7, "a cube has 12 edges, and 5 of them are folds of the net"
    lengths = [math.dist(*pair) for pair in pairwise((*corners, corners[0]))]
    assert free_sides(lengths) == 7, "each tab is glued behind one side without"


# ---------------------------------------------------------------- standees


def test_a_standee_has_two_faces_folds_and_tabs() -> None:
    document = SHEETS["armies"]
    box = next(p.box for p in document.pages[0].placements if p.component == "armies-C1")
    lines = read_lines(document)
    assert (box.width, box.height) == (12, 42)
    assert any(
        one.size == pytest.approx((12, 42), abs=0.02) and math.dist(one.at, (box.x, box.y)) < 0.02
        for one in cuts(lines)
    )
    folds = sorted(
        one.at[1] - box.y
        for one in lines
        if one.dashed and abs(one.at[0] - box.x) < 0.02 and one.size[0] == pytest.approx(12, abs=0.02)
    )
    assert folds == pytest.approx([5, 21, 37], abs=0.02)


def test_the_heads_of_a_folded_standee_meet_at_the_fold(tmp_path: Path) -> None:
    """In the file, the tops of both names face the fold, at equal distances."""
    document = SHEETS["armies"]
    write_pdf(document, tmp_path / "armies.pdf")
    with pikepdf.open(tmp_path / "armies.pdf") as pdf:
        (sheet,) = read_pages(pdf, tmp_path / "armies.pdf")
    for placement in document.pages[0].placements:
        if placement.component.endswith("base"):
            continue
        box, fold = placement.box, placement.box.y + 21
        inside = [run for run in sheet.runs if box.x < run.middle[0] < box.right and box.y < run.middle[1] < box.bottom]
        assert all(run.up[1] * (run.start[1] - fold) < 0 for run in inside), "heads towards the fold"
        front = sorted((run.text, round(run.start[1] - fold, 2)) for run in inside if run.start[1] > fold)
        back = sorted((run.text, round(fold - run.start[1], 2)) for run in inside if run.start[1] < fold)
        assert front == back
        assert len(front) >= 2


def test_text_on_a_small_standee_can_be_read(tmp_path: Path) -> None:
    document = SHEETS["armies"]
    write_pdf(document, tmp_path / "armies.pdf")
    with pikepdf.open(tmp_path / "armies.pdf") as pdf:
        assert min(run.size_pt for sheet in read_pages(pdf, tmp_path / "armies.pdf") for run in sheet.runs) >= 5


def plated(base_width: float = 12) -> Game:
    """Return the game with a block of two standees that have plates."""
    update = {
        "of": ("C1", "C2"),
        "height": 24,
        "base": Base(width=base_width, height=10),
        "plates": {"C1": Plate(numeral="7", name="Guard", says="Smith"), "C2": Plate(numeral="8", name="Line")},
    }
    armies = GAME.components["armies"].model_copy(update=update)
    return GAME.model_copy(update={"components": {"armies": armies}})


def test_standees_with_plates_are_one_block_with_a_base_below_each_strip() -> None:
    (piece,) = drawn_cut_outs(plated())["armies"]
    copies = sum(GAME.counters[id_].copies for id_ in ("C1", "C2"))
    assert (piece.scene.width, piece.scene.height) == (12 * copies, 2 * (24 + 5) + 10)
    assert list(plated().components["armies"].drawing_names("armies", ("C1", "C2"))) == ["armies"]
    texts = [item.text for item, _ in walk(piece.scene.items) if isinstance(item, Text)]
    assert texts.count("GUARD") == 2 * GAME.counters["C1"].copies
    assert texts.count("glue") == copies
    assert not piece.faults
    sizes = [item.size_pt for item, _ in walk(piece.scene.items) if isinstance(item, Text)]
    assert min(sizes) >= 5


def test_arrows_on_the_tabs_of_a_standee_point_where_its_picture_faces() -> None:
    """Both tabs are one picture seen from two sides, so on the folded standee both arrows point the same way."""
    game = plated()
    block = game.components["armies"]
    plates = {id_: plate.model_copy(update={"facing": "right"}) for id_, plate in block.plates.items()}
    update = {"armies": block.model_copy(update={"plates": plates})}
    (piece,) = drawn_cut_outs(game.model_copy(update={"components": update}))["armies"]
    shapes = ((item, matrix) for item, matrix in walk(piece.scene.items) if isinstance(item, Shape))
    accents = {side.accent for side in game.sides.values()}
    arrows = [(item, matrix) for item, matrix in shapes if item.ops == "MLLLLLLZ" and item.fill in accents]
    copies = sum(game.counters[id_].copies for id_ in ("C1", "C2"))
    assert len(arrows) == 2 * copies
    for item, matrix in arrows:
        xs = [matrix.apply((item.xy[i], item.xy[i + 1]))[0] for i in range(0, 14, 2)]
        assert xs[0] == max(xs)  # the tip


def test_the_reverse_of_a_standee_shows_the_picture_of_the_back_of_its_counter() -> None:
    game = plated()
    counter = game.counters["C1"]
    back = counter.back.model_copy(update={"picture": "tent"})
    counters = game.counters | {"C1": counter.model_copy(update={"back": back})}
    (piece,) = drawn_cut_outs(game.model_copy(update={"counters": counters}))["armies"]
    assert len(list(picture_scales(piece.scene.items, "tent"))) == counter.copies


def picture_scales(items: Iterable[Item], name: str) -> Iterator[float]:
    """Yield the scale of each use of a picture, in millimetres for a unit of the picture."""
    for item in items:
        if isinstance(item, Use) and item.scene.name == f"picture {name}":
            yield abs(item.matrix.a)
        elif isinstance(item, Group):
            yield from picture_scales(item.items, name)


@pytest.mark.parametrize(("width", "scale"), [(12, 0.5528), (40, 1)])
def test_the_picture_of_a_block_fills_its_face(width: float, scale: float) -> None:
    """It fills the height of a narrow face and the width of a wide one; the rest is cut off."""
    block = plated().components["armies"].model_copy(update={"width": width, "base": Base(width=width, height=10)})
    counters = {
        id_: one.model_copy(update={"front": one.front.model_copy(update={"picture": "eye"})})
        for id_, one in GAME.counters.items()
    }
    game = GAME.model_copy(update={"components": {"armies": block}, "counters": counters})
    (piece,) = drawn_cut_outs(game)["armies"]
    (found,) = {round(one, 4) for one in picture_scales(piece.scene.items, "eye")}
    assert found == pytest.approx(scale, abs=1e-3)


def test_the_folds_of_a_block_have_ticks_outside_it() -> None:
    document = documents(plated())["armies"]
    (placement,) = document.pages[0].placements
    box, lines = placement.box, read_lines(document)
    folds = [box.y + 5, box.y + 29, box.y + 53]
    for y in folds:
        assert any(abs(one.at[1] - y) < 0.05 and one.at[0] >= box.right and one.size[0] < 2 for one in lines)


def test_the_base_in_a_block_is_as_wide_as_its_strip() -> None:
    (fault,) = plated(base_width=15).components["armies"].measure_faults()
    assert (fault.code, fault.path) == ("K012", "base.width")


def test_a_small_piece_fills_the_room_left_in_an_earlier_row() -> None:
    outline = rectangle(Rect(0, 0, 1, 1))
    sizes = [(150, 80), (150, 70), (40, 20), (40, 20)]
    pieces = {f"p{i}": [CutOut(f"p{i}", Scene(f"p{i}", *size, ()), outline)] for i, size in enumerate(sizes)}
    (page,) = impose_pieces(pieces, {id_: id_ for id_ in pieces}, {}, "Game", HOME, LETTER)
    boxes = {placement.component: placement.box for placement in page.placements}
    assert boxes["p2"].y == boxes["p0"].y
    assert boxes["p3"].y == boxes["p1"].y


def test_the_last_row_keeps_clear_of_the_proof_strip() -> None:
    area = piece_area(LETTER.width, LETTER.height, HOME)
    high = (area.height - GAP - 2 * CLEARANCE) / 2
    outline = rectangle(Rect(0, 0, 1, 1))
    pieces = {f"p{i}": [CutOut(f"p{i}", Scene(f"p{i}", 150, high, ()), outline)] for i in range(2)}
    (page,) = impose_pieces(pieces, {id_: id_ for id_ in pieces}, {}, "Game", HOME, LETTER)
    lowest = max(placement.box.bottom for placement in page.placements)
    assert area.bottom - lowest == pytest.approx(CLEARANCE)


@pytest.mark.parametrize("picture", ["", "numeral", "symbol", "emblem"])
@pytest.mark.parametrize("symbol", ["", "infantry"])
def test_a_counter_without_a_picture_of_its_own_is_a_standee_with_its_symbol_or_emblem(
    picture: str, symbol: str
) -> None:
    """The counter, its standees with and without plates, and the row of the back cover are drawn, as paper figures."""
    old = GAME.counters["C1"]
    front = old.front.model_copy(update={"picture": picture, "factors": (), "number": "7"})
    bare = old.model_copy(update={"front": front, "back": front, "symbol": symbol, "kind": "unit"})
    game = plated().model_copy(update={"counters": {**GAME.counters, "C1": bare}})
    (piece,) = drawn_cut_outs(game)["armies"]
    strip = drawn_cut_outs(game.model_copy(update={"components": GAME.components}))["armies"][0]
    name = "symbol infantry" if symbol else "picture emblem"
    for drawn in (piece.scene, strip.scene):
        assert name in scene_names(drawn)
    assert draw_pieces(game)["C1"].front.items
    assert row_pieces(game)
    faults = {finding.code for finding in draw_counters(game)["C1"].findings}
    assert faults == ({"D005"} if picture == "symbol" and not symbol else set())


def scene_names(scene: Scene) -> set[str]:
    """Return the names of the scenes that a scene shows."""
    found, waiting = set(), [*scene.items]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Use):
            found.add(item.scene.name)
            waiting += item.scene.items
        elif isinstance(item, Group):
            waiting += item.items
    return found


def test_counters_that_are_standees_are_not_on_counter_sheets() -> None:
    assert standing_counters(GAME) == {"C1", "C2", "C3", "H1", "H2"}
    pages = impose_counters(draw_counters(GAME), GAME, HOME, "letter", "long")
    assert {placement.component for page in pages for placement in page.placements} == {"turn"}


# ---------------------------------------------------------------- pads, and pages


def test_pads_fill_a_sheet_or_have_the_stated_number_of_copies() -> None:
    placed = [p.component for page in SHEETS["memos"].pages for p in page.placements]
    assert placed.count("memo-hills") == 2
    assert placed.count("memo-coast") == 6


def test_a_pad_with_calls_has_boxes_to_write_in_and_circles_to_ring() -> None:
    pad = GAME.components["memo-hills"].model_copy(update={"calls": 12, "least": 3, "loose": True, "copies": 1})
    game = GAME.model_copy(update={"components": {"memo-hills": pad}})
    (piece,) = drawn_cut_outs(game)["memo-hills"]
    shapes = [item for item, _ in walk(piece.scene.items) if isinstance(item, Shape)]
    circles = [one for one in shapes if one.ops.count("C") == 4 and one.stroke]
    assert len(circles) == len(pad.rows) * 8
    assert len({one.fill for one in circles}) == 2, "numbers below the least are tinted"
    assert not pad.in_blocks
    assert piece.outline.stroke == CUT


def test_circles_on_a_pad_that_are_close_together_are_staggered() -> None:
    """A pencil ring around one number, 0.7 mm outside its circle, touches no other circle."""
    pad = GAME.components["memo-hills"]
    rows = tuple(row.model_copy(update={"boxes": "1-15"}) for row in pad.rows)
    close = pad.model_copy(update={"rows": rows, "calls": 12, "width": 70, "height": 12 + 20 * len(rows)})
    (piece,) = drawn_cut_outs(GAME.model_copy(update={"components": {"memo-hills": close}}))["memo-hills"]
    shapes = [item for item, _ in walk(piece.scene.items) if isinstance(item, Shape)]
    boxes = [path_extent(one) for one in shapes if one.ops.count("C") == 4 and one.stroke]
    for one, other in combinations([box for box in boxes if box], 2):
        apart = math.dist(one.centre, other.centre) - one.width / 2 - other.width / 2
        assert apart > 0.7


def test_the_boxes_of_a_pad_have_the_numbers_of_its_series() -> None:
    (piece,) = drawn_cut_outs(GAME)["memo-hills"]
    figures = [item.text for item in piece.scene.items if getattr(item, "text", "").isdigit()]
    assert figures == [str(number) for _ in range(2) for number in range(1, 9)]


@pytest.mark.parametrize("paper", HOME.papers)
def test_pieces_do_not_touch_each_other_or_the_marks(paper: str) -> None:
    for document in documents(paper=paper).values():
        for page in document.pages:
            if document.name == "memos":
                continue
            area = piece_area(page.width, page.height, HOME).grown(0.01)
            boxes = [placement.box for placement in page.placements]
            assert all(
                area.x <= b.x and area.y <= b.y and b.right <= area.right and b.bottom <= area.bottom for b in boxes
            )
            for one, other in combinations(boxes, 2):
                assert not one.grown(GAP / 2 - 0.01).touches(other.grown(GAP / 2 - 0.01))


def test_preflight_finds_nothing(tmp_path: Path) -> None:
    for document in SHEETS.values():
        path = tmp_path / f"{document.name}.pdf"
        write_pdf(document, path)
        assert preflight_document(path, document, HOME) == ()


def test_no_text_leaves_its_piece() -> None:
    for of_one in drawn_cut_outs(GAME).values():
        for piece in of_one:
            room = piece.scene.box.grown(0.05)
            for item, matrix in walk(piece.scene.items):
                box = moved_extent(letters_box(item), matrix) if isinstance(item, Text) else None
                inside = box is None or (box.x > room.x and box.y > room.y and box.right < room.right)
                assert inside, (piece.name, item)
                assert box is None or box.bottom < room.bottom, (piece.name, item)


def test_every_copy_is_on_a_page() -> None:
    placed = [p.component for page in SHEETS["rulers"].pages for p in page.placements]
    assert placed.count("drift") == 2


# ---------------------------------------------------------------- what is wrong


@pytest.fixture
def lay(tmp_path: Path) -> Callable[[str], tuple[Finding, ...]]:
    """Return the findings of the game with a snippet laid over it."""

    def write(snippet: str) -> tuple[Finding, ...]:
        shutil.copytree(FOLDER, tmp_path / "kit")
        (tmp_path / "kit" / "options").mkdir()
        (tmp_path / "kit" / "options" / "one.yaml").write_text(snippet, encoding="utf-8")
        try:
            game = load_game(tmp_path / "kit", ("one",))
        except Refused as refused:
            return refused.findings
        return check_game(game) or cut_out_findings(game)

    return write


def test_the_game_has_no_fault() -> None:
    assert check_game(GAME) == ()
    assert cut_out_findings(GAME) == ()


@pytest.mark.parametrize(
    ("snippet", "code", "path"),
    [
        ("components: {armies: {of: C1-C3 H1 H3}}", "I006", "components.armies.of"),
        ("components: {memo-hills: {side: hill}}", "I001", "components.memo-hills.side"),
        (
            "components: {drift: {faces: [{picture: boom}, {arrow: 0}, {arrow: 0}, {arrow: 0}, {arrow: 0}, {word: Hit}]}}",
            "I004",
            "components.drift.faces.0.picture",
        ),
        (
            "components: {drift: {faces: [{word: Hit}, {}, {arrow: 0}, {arrow: 0}, {arrow: 0}, {word: Hit}]}}",
            "L012",
            "components.drift.faces.1",
        ),
        ("components: {drift: {faces: [{word: Hit}]}}", "L012", "components.drift.faces"),
        ("components: {ruler: {segment: 7in}}", "K013", "components.ruler.segment"),
        (
            "components: {burst-2: {name: A mortar with a very long name, diameter: 20mm}}",
            "D001",
            "components.burst-2.name",
        ),
        ("counters: {H2: {short: ~, label: Generalreservekommandeur}}", "D001", "counters.H2.label"),
    ],
)
def test_a_fault_is_one_message_at_its_place_in_the_data(lay, snippet: str, code: str, path: str) -> None:
    found = lay(snippet)
    assert {(finding.code, finding.spot.path) for finding in found} == {(code, path)}
    assert all(finding.spot.line for finding in found)


def test_a_piece_that_is_larger_than_the_paper_is_refused() -> None:
    wedge = GAME.components["arc-of-fire"].model_copy(update={"radius": 300.0, "sheet": ""})
    game = GAME.model_copy(update={"components": {"arc": wedge, "stick": GAME.components["stick"]}})
    with pytest.raises(Refused) as refused:
        documents(game)
    (finding,) = refused.value.findings
    assert finding.code == "B003"
    assert "arc is 230 x 300 mm" in finding.wrong
    assert documents(game, "a3")


# ---------------------------------------------------------------- the kit


def test_a_kit_joins_the_sheets_in_the_order_of_the_data_with_blank_backs(tmp_path: Path) -> None:
    setting = PrintSettings(HOME, "letter", "long")
    written = pieces_part(KitSource(GAME), setting, tmp_path)
    assert isinstance(written, tuple)
    assert all(isinstance(one, WrittenFile) and one.one_sided for one in written)
    assert [one.name for one in written] == ["armies", "templates", "rulers", "memos"]
    join_part(GAME, setting, tmp_path, reversed(written))
    with pikepdf.open(tmp_path / "kit.pdf") as pdf:
        said = ["".join(run.text for run in sheet.runs) for sheet in read_pages(pdf, tmp_path / "kit.pdf")]
    order = [
        said.index(next(text for text in said if words in text))
        for words in ("ARMIES", "TEMPLATES", "DRIFT", "STRENGTHS")
    ]
    assert order == sorted(order)
    assert all(not text for text in said[1::2]), "the backs of what is cut out stay blank"
    assert (tmp_path / "components" / "arc-of-fire.svg").exists()


NEW_GAME = """
game: {title: Orders, designer: Nobody, players: "2"}
components:
  orders: {kind: order-card, name: Orders, width: 60mm, height: 90mm, orders: [MARCH, HALT]}
"""

BUILD_NEW_KIND = """
import sys
from pathlib import Path

from pnp.checks import check_game
from pnp.compose.cover import compose_cover
from pnp.draw.component_kinds import card_findings, draw_all_cards
from pnp.impose.card_sheets import impose_cards
from pnp.load import load_game
from pnp.load.target_files import load_target
from pnp.model.component import COMPONENT_KINDS

sys.path.append(sys.argv[1])
import order_card

game = load_game(Path(sys.argv[1]))
assert "order-card" in COMPONENT_KINDS
assert not [finding for finding in check_game(game) if "components" in str(finding)]
assert card_findings(game) == ()
target = load_target("home")
(document,) = impose_cards(game, draw_all_cards(game, None), target, target.papers["a4"], "long")
print(sorted({place.component for page in document.pages for place in page.placements}), len(document.pages))
"""


def test_a_new_two_sided_kind_is_one_module(tmp_path: Path) -> None:
    (tmp_path / "order_card.py").write_text(RECIPES["component"], "utf-8")
    (tmp_path / "game.yaml").write_text(NEW_GAME, "utf-8")
    command = [sys.executable, "-c", BUILD_NEW_KIND, str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.stdout == "['orders-0', 'orders-1'] 2\n", done.stderr


def test_the_kinds_of_components_do_not_import_the_drawing_of_maps() -> None:
    """Every command that reads a game imports the kinds, and shapely and numpy take long to import."""
    code = "import sys; from pnp.model import component, game; assert 'card-deck' in component.COMPONENT_KINDS; "
    code += "print([name for name in ('shapely', 'numpy', 'pnp.draw.hexmap') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
