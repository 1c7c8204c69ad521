"""What is cut out for the skirmish rules, measured in the written PDF on both papers: true to a tenth of a millimetre."""

import io
import math
from functools import cache
from itertools import pairwise

import pikepdf
import pytest

from pnp.draw.component_kinds import draw_all_cards, drawn_cut_outs
from pnp.impose.card_sheets import impose_cards
from pnp.impose.marks import SLIM
from pnp.impose.page import Document
from pnp.impose.piece_sheets import impose_piece_sheets
from pnp.load.target_files import load_target
from pnp.preflight.page_reader import read_pages
from pnp.scene import Point, Rect
from pnp.write.pdf import pdf_bytes
from tests.playing import shipped_game
from tests.test_components import INCH, TRUE, Line, angle, cuts, read_lines

GAME = shipped_game("skirmish").game
HOME = load_target("home")
CARD = (63.5, 88.9)
pytestmark = pytest.mark.parametrize("paper", ["letter", "a4"])


@cache
def document(name: str, paper: str) -> Document:
    on = HOME.papers[paper]
    if name == "result-deck":
        made = impose_cards(GAME, draw_all_cards(GAME, None), HOME, on, "long")
    else:
        made = impose_piece_sheets(GAME, drawn_cut_outs(GAME), HOME, on)
    return next(one for one in made if one.name == name)


@cache
def outlines(name: str, paper: str) -> list[Line]:
    """The lines to cut along, of all pages of a file."""
    pages = range(len(document(name, paper).pages))
    return [one for page in pages for one in cuts(read_lines(document(name, paper), page))]


def test_three_overlays_and_the_armour_disc(paper: str) -> None:
    discs = sorted(one.size for one in outlines("templates", paper) if one.curves == 4)
    assert discs == [pytest.approx((inches * INCH, inches * INCH), abs=TRUE) for inches in (2, 2.5, 3, 4)]


def test_the_arc_of_fire(paper: str) -> None:
    (wedge,) = (one for one in outlines("templates", paper) if one.curves and one.size[1] > 5 * INCH)
    point, *rim = dict.fromkeys(wedge.corners)
    assert [math.dist(point, one) for one in rim] == pytest.approx([9 * INCH] * len(rim), abs=TRUE)
    assert angle(point, rim[0], rim[-1]) == pytest.approx(45, abs=0.05)


def test_the_gauge(paper: str) -> None:
    (gauge,) = (one for one in outlines("templates", paper) if not one.curves and one.size[0] < 3 * INCH)
    corner, tip, *_, other = dict.fromkeys(gauge.corners)
    assert angle(corner, tip, other) == pytest.approx(90, abs=0.01)
    assert [math.dist(corner, end) for end in (tip, other)] == pytest.approx([2 * INCH] * 2, abs=TRUE)


@pytest.mark.parametrize(
    ("name", "width", "tabs"),
    [("rulers", 20, [1, 1, 1, 1, 1, 0]), ("rulers", 12, [0]), ("templates", 12, [1, 0])],
)
def test_segments(paper: str, name: str, width: float, tabs: list[int]) -> None:
    """Each is six inches long, up to the foot of its tab."""
    segments = [one for one in outlines(name, paper) if one.size[1] == pytest.approx(width, abs=TRUE)]
    assert len(segments) == len(tabs)
    for segment, tab in zip(segments, tabs, strict=True):
        left, _ = segment.at
        ends = sorted({round(x - left, 2) for x, _ in segment.corners})[1:]
        assert ends == pytest.approx([6 * INCH, 6.5 * INCH][: 1 + tab], abs=TRUE)


def test_marks_of_ruler_and_sticks(paper: str) -> None:
    """Red lines of each segment, in inches from its left end."""
    found = {}
    for name, width in (("rulers", 20), ("rulers", 12), ("templates", 12)):
        pages = range(len(document(name, paper).pages))
        lines = [one for page in pages for one in read_lines(document(name, paper), page)]
        segments = [one for one in outlines(name, paper) if one.size[1] == pytest.approx(width, abs=TRUE)]
        found[name, width] = [
            sorted({round((mark.at[0] - segment.at[0]) / INCH, 1) for mark in lines if is_mark(mark, segment)})
            for segment in segments
        ]
    assert found == {
        ("rulers", 20): [[3, 6], [2, 6], [6], [6], [], [6]],
        ("rulers", 12): [[3, 6]],
        ("templates", 12): [[6], [6]],
    }


def is_mark(line: Line, segment: Line) -> bool:
    (x, y), (left, top) = line.at, segment.at
    inside = left <= x <= left + 6 * INCH + 0.1 and top - 0.1 <= y <= top + segment.size[1]
    return line.width == pytest.approx(0.45, abs=1e-3) and inside


def test_the_faces_of_the_dice(paper: str) -> None:
    folds = [one for one in read_lines(document("rulers", paper)) if one.dashed and len(one.corners) == 2]
    long = [max(one.size) for one in folds if max(one.size) > 12]
    assert len(long) >= 2 * 5, "two nets of six faces hang together at five sides"
    assert long == pytest.approx([16] * len(long), abs=TRUE)


def test_cards_between_the_ticks(paper: str) -> None:
    """The ticks of every side of every sheet are as far apart as a card is wide and high, and cards lie between."""
    for number, page in enumerate(document("result-deck", paper).pages):
        ticks = [one for one in read_lines(document("result-deck", paper), number) if is_tick(one)]
        for along, size in enumerate(CARD):
            stands = sorted({round(one.at[along], 2) for one in ticks if one.size[along] < 0.01})
            if not stands and page.placements[0].facing == "back":
                continue  # one cuts from the front
            assert [b - a for a, b in pairwise(stands)] == pytest.approx([size] * 3, abs=TRUE)
            edges = {(p.box.x, p.box.y)[along] for p in page.placements}
            assert sorted(edges) == pytest.approx(stands[:-1], abs=TRUE)


def is_tick(line: Line) -> bool:
    """A mark to cut by, and no line of the rulers beside them."""
    long = max(line.size)
    thin = len(line.corners) == 2 and line.width == pytest.approx(0.15, abs=1e-3)
    return thin and 2 < long < 3.5 and abs(long - SLIM) > 0.02


def test_ranks_and_words_keep_clear_of_the_cut(paper: str) -> None:
    """Nothing on the front of a card comes nearer to its edge than 3 mm, so that a crooked cut harms none."""
    deck = document("result-deck", paper)
    made = pdf_bytes(deck)
    with pikepdf.open(io.BytesIO(made)) as pdf:
        sheets = read_pages(pdf, made)
    fronts = 0
    for sheet, page in zip(sheets, deck.pages, strict=True):
        for placement in page.placements:
            boxes = [run.seen for run in sheet.runs if run.seen and lies_in(run.middle, placement.box)]
            assert boxes
            for box in boxes:
                room = (
                    box.x - placement.box.x,
                    box.y - placement.box.y,
                    placement.box.right - box.right,
                    placement.box.bottom - box.bottom,
                )
                assert min(room) >= 3
            fronts += placement.facing == "front"
    assert fronts == 54


def lies_in(point: Point, box: Rect) -> bool:
    return box.x <= point[0] <= box.right and box.y <= point[1] <= box.bottom
