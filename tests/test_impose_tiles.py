"""Tiles of maps: together they show the whole map, and no seam cuts a number, a name or a box."""

import math
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given, settings, strategies as st

from pnp.draw.map.keep_clear import KeepClear, keep_clear
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.extent import item_extent, items_extent, text_extent
from pnp.findings import Refused, Severity
from pnp.hexgrid import Grid
from pnp.impose.page import Page
from pnp.impose.tiles.cut_texts import cut_texts
from pnp.impose.tiles.seams import AxisSpan, Cuts, Seam, choose_seams, distance_from_hex_line
from pnp.impose.tiles.tile_pages import impose_map_sheet, impose_tiles, map_frame, neighbour_words
from pnp.impose.tiles.tile_plan import Tile, TilePlan, plan_tiles
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.message import join_words
from pnp.numbering import Series
from pnp.palette import INK, WHITE
from pnp.scene import Group, Path, Rect, Scene, Text, Use, polygon, rectangle, walk
from tests.playing import shipped_game

HOME = load_target("home")
LETTER, A4 = HOME.papers["letter"], HOME.papers["a4"]


def draw_map(columns="A-P", rows="1-18", hexes="flat", width=279.4, height=431.8) -> tuple[Scene, Grid, KeepClear]:
    """Return a sheet with a frame, numbered hexes, a heading and a track, its grid, and what not to cut."""
    grid = Grid(hexes, Series.parse(columns), Series.parse(rows), 17.78, origin=(13, 28))
    frame = rectangle(Rect(11, 8, width - 22, height - 16), fill="#F5EEDB")
    numbers = [
        Text(grid.corners(h)[0][0] + 0.8, grid.corners(h)[0][1] + 2.4, grid.number(h), "condensed", 5.5)
        for h in grid.hexes
    ]
    heading = Text(14, 18, "THE BATTLE OF SOMEWHERE", "serif-bold", 22)
    track = [Rect(100 + 14.2 * i, height - 60, 14.2, 14.2) for i in range(10)]
    items = [frame, *(polygon(grid.corners(h)) for h in grid.hexes), *numbers, heading, *map(rectangle, track)]
    whole = [box for text in (*numbers, heading) if (box := text_extent(text))]
    return Scene("map", width, height, tuple(items)), grid, KeepClear(tuple(whole), tuple(track))


def cut_boxes(plan: TilePlan, boxes) -> list[Rect]:
    """Return the boxes that the seams cut: those that no tile shows as a whole."""
    return [
        box
        for box in boxes
        if not any(
            t.visible.x - 1e-6 <= box.x and box.right <= t.visible.right + 1e-6
            and t.visible.y - 1e-6 <= box.y and box.bottom <= t.visible.bottom + 1e-6
            for t in plan.tiles
        )
    ]  # fmt: skip


# ---------------------------------------------------------------- the whole map


def assert_overlap(shared: float) -> None:
    """Check the width of the map that two tiles share."""
    assert HOME.least_tile_overlap - 1e-6 <= shared - HOME.bleed <= HOME.tile_overlap + 1e-6


def assert_whole(plan: TilePlan) -> None:
    """Check that the tiles cover the frame without gaps, and that neighbours overlap by the glue strip."""
    frame = plan.frame
    assert sum(t.visible.width * t.visible.height for t in plan.tiles) == pytest.approx(frame.width * frame.height)
    for number, tile in enumerate(plan.tiles):
        assert not any(tile.visible.grown(-1e-6).touches(other.visible) for other in plan.tiles[number + 1 :])
        assert tile.visible.x >= frame.x - 1e-6
        assert tile.visible.bottom <= frame.bottom + 1e-6
    for row in plan.rows:
        for left, right in pairwise(row):
            assert_overlap(left.printed.right - right.printed.x)
            assert left.visible.right == pytest.approx(right.visible.x)
    for upper, lower in plan.above_and_below:
        assert_overlap(upper.printed.bottom - lower.printed.y)
        assert upper.visible.bottom == pytest.approx(lower.visible.y)


@settings(max_examples=60)
@given(
    st.floats(20, 1200), st.floats(20, 1200), st.sampled_from([LETTER, A4, HOME.papers["a3"]]),
    st.lists(st.tuples(st.floats(0, 1200), st.floats(0, 1200), st.floats(1, 80), st.floats(1, 20)), max_size=30),
)  # fmt: skip
def test_tiles_cover_the_whole_map(width, height, paper, boxes):
    plan = plan_tiles(Rect(7, 9, width, height), None, KeepClear(tuple(Rect(*box) for box in boxes)), HOME, paper)
    assert_whole(plan)
    for tile in plan.tiles:
        assert tile.printed.width <= plan.width - 2 * HOME.margin
        assert tile.printed.height <= plan.height - 2 * HOME.margin - 25.4


@pytest.mark.parametrize(("paper", "tiles"), [(LETTER, ["A1", "B1", "C1"]), (A4, ["A1", "B1", "C1"])])
def test_a_tabloid_map_takes_three_landscape_tiles(paper, tiles):
    scene, grid, whole = draw_map()
    plan = plan_tiles(map_frame(scene), grid, whole, HOME, paper)
    assert [tile.name for tile in plan.tiles] == tiles
    assert plan.width > plan.height
    heights = [tile.visible.height for tile in plan.tiles]
    assert max(heights) - min(heights) < 15


def test_white_margins_need_no_tiles():
    scene, *_ = draw_map()
    assert map_frame(scene) == Rect(11, 8, 257.4, 415.8)


def test_a_map_no_larger_than_the_paper_is_one_page():
    scene, grid, whole = draw_map("A-H", "1-5", width=160, height=180)
    (page,) = impose_tiles(scene, plan_tiles(map_frame(scene), grid, whole, HOME, LETTER), HOME, LETTER, "A game: map")
    assert page.name == "map A1"


def test_a_paper_without_room_is_refused():
    target = HOME.model_copy(update={"tile_overlap": 120})
    with pytest.raises(Refused, match="B004 a map cannot be divided into tiles of Letter"):
        plan_tiles(Rect(0, 0, 900, 900), None, KeepClear(()), target, LETTER)


# ---------------------------------------------------------------- seams


@pytest.mark.parametrize("paper", [LETTER, A4])
@pytest.mark.parametrize("hexes", ["flat", "pointed"])
@pytest.mark.parametrize(
    ("columns", "rows", "width", "height"), [("A-P", "1-18", 300, 432), ("01-34", "01-30", 640, 590)]
)
def test_no_seam_cuts_a_number_a_name_or_a_box(paper, hexes, columns, rows, width, height):
    scene, grid, whole = draw_map(columns, rows, hexes, width, height)
    plan = plan_tiles(map_frame(scene), grid, whole, HOME, paper)
    assert plan.cuts == Cuts(0, 0)
    assert cut_boxes(plan, (*whole.texts, *whole.panels)) == []


def test_an_upright_seam_goes_through_the_centres_of_a_column():
    _, grid, whole = draw_map("A-Z", "1-12", width=450, height=300)
    span = AxisSpan(11, 439, 190, 15, 2, 8)
    centres = [grid.centre(cell)[0] for cell in grid.hexes]
    seams = choose_seams(span, "upright", whole.between(28, 240), grid)
    assert len(seams) == 2
    for seam in seams:
        assert min(abs(seam.at - x) for x in centres) < 0.2
        assert seam.cuts == Cuts(0, 0)


def test_a_level_seam_goes_midway_between_centres_and_sides():
    _, grid, _ = draw_map()
    quarter = grid.across_flats / 4
    assert distance_from_hex_line(grid.origin[1] + quarter, "level", grid) == pytest.approx(0, abs=1e-9)
    assert distance_from_hex_line(grid.origin[1] + 2 * quarter, "level", grid) == pytest.approx(
        0.5
    )  # along the sides of every other column
    assert distance_from_hex_line(grid.origin[1] + 4 * quarter, "level", grid) == pytest.approx(0.5)


def test_a_seam_avoids_a_name_and_may_run_between_touching_boxes():
    span = AxisSpan(0, 300, 190, 15, 2, 8)
    assert choose_seams(span, "level", KeepClear(()), None) == (Seam(150, Cuts(0, 0), 15),)
    (seam,) = choose_seams(span, "level", KeepClear((Rect(0, 140, 40, 15),)), None)
    assert seam.cuts == Cuts(0, 0)
    assert 155 < seam.at < 157
    boxes = tuple(Rect(100 + 20 * i, 0, 20, 20) for i in range(10))
    (seam,) = choose_seams(span, "upright", KeepClear((), boxes), None)
    assert seam.at in (140, 160)
    assert seam.cuts == Cuts(0, 0)


def test_unavoidable_cuts_are_counted():
    (seam,) = choose_seams(
        AxisSpan(0, 300, 190, 15, 2, 8), "upright", KeepClear((Rect(10, 0, 280, 10), Rect(150, 0, 5, 5))), None
    )
    assert seam.cuts == Cuts(1, 0)


def test_a_strip_is_narrower_where_that_avoids_a_cut():
    span = AxisSpan(0, 522, 190, 15, 2, 8)
    even = choose_seams(span, "upright", KeepClear(()), None)
    assert [seam.overlap for seam in even] == [15, 15]
    assert span.window(1) == (160, 188)
    wall = Rect(170, 0, 19, 5)
    first, second = choose_seams(span, "upright", KeepClear((wall,)), None)
    assert first.cuts == second.cuts == Cuts(0, 0)
    assert first.at <= 170
    assert first.overlap == pytest.approx(190 - 2 - (second.at - first.at))
    assert 8 <= first.overlap < 15
    rigid = replace(span, least_under=15)
    assert sum(seam.cuts.texts for seam in choose_seams(rigid, "upright", KeepClear((wall,)), None)) == 1


def test_a_text_counts_more_than_panels():
    span = AxisSpan(0, 300, 190, 15, 2, 8)
    panels = tuple(Rect(0, 0, 300, 9) for _ in range(20))
    text = Rect(100, 0, 100 - 8, 3)
    (seam,) = choose_seams(span, "upright", KeepClear((text,), panels), None)
    assert seam.cuts == Cuts(1, 20), "it cannot be avoided"
    (seam,) = choose_seams(span, "upright", KeepClear((replace(text, width=20),), (Rect(121, 0, 99, 9),)), None)
    assert seam.cuts == Cuts(0, 0), "only 1 mm is free"
    (seam,) = choose_seams(span, "upright", KeepClear((replace(text, width=60),), (Rect(159, 0, 61, 9),)), None)
    assert seam.cuts == Cuts(0, 1)


@settings(max_examples=40)
@given(
    st.integers(300, 520), st.lists(st.tuples(st.integers(0, 500), st.integers(5, 90)), max_size=14),
)  # fmt: skip
def test_no_other_seams_cut_fewer_texts(length, starts):
    """All pairs of positions that whole millimetres and the ends of texts allow are tried."""
    span = AxisSpan(0, length, 190, 15, 2, 8)
    texts = [(start, start + width) for start, width in starts]
    seams = choose_seams(span, "level", KeepClear(tuple(Rect(0, low, 5, high - low) for low, high in texts)), None)
    windows = [span.window(number) for number in range(1, span.tiles)]
    tries = [[*range(math.ceil(low), math.floor(high) + 1)] for low, high in windows]
    longest = span.room - span.past - span.least_under
    fewest = min(
        sum(low < at < high for at in some for low, high in texts)
        for some in product(*tries)
        if all(span.under <= other - one <= longest for one, other in pairwise(some))
    )
    assert sum(seam.cuts.texts for seam in seams) <= fewest


PAPERS = ("letter", "a4", "legal", "tabloid", "a3")
TILES = {
    "meiktila": (3, 3, 3, 2, 2),
    "palembang": (6, 8, 6, 4, 4),
    "primosole": (8, 8, 6, 4, 4),
}
"""The numbers of tiles of the maps of shipped games on each of `PAPERS`, with strips that are 15 mm wide."""


@pytest.mark.slow
@pytest.mark.parametrize("name", TILES)
def test_no_seam_of_a_shipped_map_cuts_a_number_a_name_or_a_word(name):
    game = shipped_game("meiktila").game if name == "meiktila" else shipped_game("paratrooper").game.scenarios[name]
    board = resolve_board(game)
    sheet = draw_map_sheet(game, board)
    clear = keep_clear(game, board, sheet)
    plans = [plan_tiles(map_frame(sheet), board.grid, clear, HOME, HOME.papers[paper]) for paper in PAPERS]
    assert tuple(len(plan.tiles) for plan in plans) == TILES[name]
    for paper, plan in zip(PAPERS, plans, strict=True):
        assert_whole(plan)
        assert cut_boxes(plan, clear.texts) == [], paper
        assert cut_texts(plan, clear.texts, sheet, "map-tiles.pdf") == ()


def test_a_warning_names_the_texts_that_a_seam_cuts():
    scene, grid, whole = draw_map(**BIG)
    wide = Text(30, 200, "A NAME " + "WIDER THAN EVERY TILE OF THIS MAP " * 3, "condensed-bold", 22, INK)
    titled = replace(scene, items=(*scene.items, wide))
    texts = (*whole.texts, text_extent(wide))
    plan = plan_tiles(map_frame(titled), grid, KeepClear(texts, whole.panels), HOME, A4)
    found = cut_texts(plan, texts, titled, "map-tiles.pdf")
    assert {finding.code for finding in found} == {"B012"}
    assert {finding.severity for finding in found} == {Severity.WARNING}
    (row,) = (row for row in plan.rows if row[0].visible.y <= 195 and row[0].visible.bottom >= 200)
    (found,) = found
    names = [tile.name for tile in row if tile.visible.touches(text_extent(wide))]
    assert len(names) > 1
    assert found.wrong == f'the seam between tiles {join_words(names)} cuts "{wide.text}"'
    assert found.spot.path == f"page {2 + plan.tiles.index(row[0])}"


def test_a_warning_gives_the_whole_name_of_which_a_letter_is_cut():
    letters = [Text(20 + 40 * i, 20, letter, "serif-bold", 22, INK) for i, letter in enumerate("RIVER")]
    scene = Scene("map", 240, 60, (Group((Group(tuple(letters), text="River"),)),))
    left, right = Rect(0, 0, 63, 60), Rect(63, 0, 177, 60)
    tiles = (Tile(0, 0, left, left), Tile(0, 1, right, right))
    plan = TilePlan(210, 297, Rect(0, 0, 240, 60), (tiles,), (Seam(63, Cuts(1, 0), 15),))
    (found,) = cut_texts(plan, [text_extent(letter) for letter in letters], scene, "map-tiles.pdf")
    assert str(found).startswith("map-tiles.pdf")
    assert found.wrong == 'the seam between tiles A1 and A2 cuts "River"'


def test_the_assembly_page_says_how_wide_the_strips_are():
    scene, grid, whole = draw_map(**BIG)
    plan = plan_tiles(map_frame(scene), grid, whole, HOME, A4)
    narrow = replace(plan, seams=(replace(plan.seams[0], overlap=9.6), *plan.seams[1:]))
    for one, words in ((plan, "are 15 mm wide"), (narrow, "are 10 to 15 mm wide")):
        page = impose_tiles(scene, one, HOME, A4, "A game: map")[0]
        assert words in " ".join(item.text for item, _ in walk(page.marks) if isinstance(item, Text))


# ---------------------------------------------------------------- pages


def tile_pages(paper=A4, **size) -> tuple[TilePlan, tuple[Page, ...], Scene]:
    scene, grid, whole = draw_map(**size)
    plan = plan_tiles(map_frame(scene), grid, whole, HOME, paper)
    return plan, impose_tiles(scene, plan, HOME, paper, "A game: map"), scene


BIG = {"columns": "01-28", "rows": "01-24", "width": 480, "height": 480}


def test_all_tiles_show_one_scene():
    plan, pages, scene = tile_pages(**BIG)
    assert [page.name for page in pages] == ["map assembly", *(f"map {tile.name}" for tile in plan.tiles)]
    for page in pages:
        assert any(
            use.scene is scene
            for item in page.art
            for use in ([item] if isinstance(item, Use) else getattr(item, "items", ()))
            if isinstance(use, Use)
        )


def test_the_plan_of_the_tiles_hides_neither_the_edge_of_the_map_nor_its_title():
    scene, grid, whole = draw_map(**BIG)
    plan = plan_tiles(map_frame(scene), grid, whole, HOME, A4)
    x, y = plan.tiles[0].visible.centre
    title = Text(x - 30, y, "A TITLE IN THE MIDDLE", "condensed-bold", 30, INK)
    titled = replace(scene, items=(*scene.items, title))
    page = impose_tiles(titled, plan, HOME, A4, "A game: map")[0]
    to_page = next(item.items[0].matrix for item in page.art if isinstance(item, Group))
    frame = Rect(
        *to_page.apply((plan.frame.x, plan.frame.y)), plan.frame.width * to_page.a, plan.frame.height * to_page.d
    )
    white = [item for item in page.art if isinstance(item, Path) and item.stroke and item.stroke.colour == WHITE]
    inside = frame.grown(-0.7)
    seams = [item for item in white if len(item.xy) == 4]
    assert seams
    assert all(inside.touches(Rect(*item.xy[:2], 0.01, 0.01).grown(1)) for item in seams)
    discs = [items_extent((item,)) for item in page.art if isinstance(item, Path) and item.fill and item.stroke]
    left, foot = to_page.apply((title.x, title.y))
    assert not any(disc.touches(Rect(left, foot - 1, 5, 1)) for disc in discs)


def offsets(plan: TilePlan, pages: tuple[Page, ...]) -> dict[str, tuple[float, float]]:
    """Return the offset from the map to the page of each tile."""
    tiles = dict(zip((t.name for t in plan.tiles), pages[1:], strict=True))
    return {
        t.name: (tiles[t.name].inked[0].x - t.printed.x, tiles[t.name].inked[0].y - t.printed.y) for t in plan.tiles
    }


def test_match_marks_have_the_same_position_on_the_map_on_both_tiles():
    plan, pages, _ = tile_pages(**BIG)
    moves = offsets(plan, pages)
    by_name = {page.name: page for page in pages}

    def marks(name: str) -> set[tuple[float, ...]]:
        dx, dy = moves[name]
        lines = (
            (item.xy, m)
            for item, m in walk(by_name[f"map {name}"].marks)
            if isinstance(item, Path) and item.ops == "ML"
        )
        return {
            tuple(
                round(v, 3) + 0.0
                for point in (m.apply(xy[:2]), m.apply(xy[2:]))
                for v in (point[0] - dx, point[1] - dy)
            )
            for xy, m in lines
        }

    off, arm = HOME.tick_gap + HOME.tick_length / 2, HOME.tick_length / 2
    for row in plan.rows:
        for left, right in pairwise(row):
            x = left.visible.right
            for y in (left.printed.y - off, left.printed.bottom + off):
                cross = (round(x - arm, 3), round(y, 3), round(x + arm, 3), round(y, 3))
                assert cross in marks(left.name) & marks(right.name)
    for upper, lower in plan.above_and_below:
        assert any(abs(a - b) < 1e-6 for a, *_ in marks(upper.name) for b, *_ in marks(lower.name))


def test_only_the_upper_tile_of_a_seam_is_cut():
    plan, pages, _ = tile_pages(**BIG)
    for tile, page in zip(plan.tiles, pages[1:], strict=True):
        scissors = [item for item in page.marks if isinstance(item, Group)]
        right, below = tile.column + 1 < len(plan.rows[tile.row]), tile.row + 1 < len(plan.rows)
        assert len(scissors) == 2 * right + 2 * below
        strips = [item.text for item, _ in walk(page.art) if isinstance(item, Text) and "GLUE" in item.text]
        assert len(strips) == (tile.column > 0) + (tile.row > 0)


def test_a_tile_names_its_neighbours():
    plan, *_ = tile_pages(**BIG)
    middle = plan.rows[1][1]
    assert neighbour_words(plan, middle) == "print at 100 %  ·  joins left B1, right B3, above A2"
    assert neighbour_words(plan, plan.rows[0][0]).endswith("joins right A2, below B1")


@pytest.mark.parametrize("size", [{}, BIG])
@pytest.mark.parametrize("paper", [LETTER, A4])
def test_marks_stay_out_of_the_map_and_inside_the_printable_paper(paper, size):
    _, pages, scene = tile_pages(paper, **size)
    for page in (*pages, *impose_map_sheet(scene, HOME)):
        printable = Rect(0, 0, page.width, page.height).grown(-5)
        for item, matrix in walk(page.marks):
            mark = item_extent(Group((item,), matrix))
            assert not any(mark.touches(inked) for inked in page.inked)
            assert printable.x <= mark.x
            assert printable.y <= mark.y
            assert mark.right <= printable.right
            assert mark.bottom <= printable.bottom


@pytest.mark.parametrize("y", [20, 60, 120])
def test_the_rulers_beside_a_map_of_one_hex_are_inside_the_printable_paper(y):
    sheet = Scene("map", 203.2, 165.1, (rectangle(Rect(20, y, 34, 30), fill="#CCDDBB"),))
    (page,) = impose_map_sheet(sheet, HOME)
    extents = [item_extent(Group((item,), matrix)) for item, matrix in walk(page.marks)]
    assert len(extents) > 150, "two rulers"
    assert min(extent.y for extent in extents) >= HOME.margin - 0.1
    assert max(extent.bottom for extent in extents) <= 165.1 - HOME.margin + 0.1


def test_the_map_sheet_is_one_page_of_its_true_size():
    scene, *_ = draw_map()
    (page,) = impose_map_sheet(scene, HOME)
    assert (page.width, page.height) == (279.4, 431.8)
    figures = [item.text for item, _ in walk(page.marks) if isinstance(item, Text)]
    assert any(text.startswith("100 mm") for text in figures)
    assert any(text.startswith("4 in") for text in figures)
