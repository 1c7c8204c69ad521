"""Tiles of maps: together they show the whole map, and no seam cuts a number, a name or a box."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from pnp.extent import item_extent, items_extent, text_extent
from pnp.findings import Refused
from pnp.hexgrid import Grid
from pnp.impose.page import Page
from pnp.impose.tiles.seams import AxisSpan, Seam, choose_seams, distance_from_hex_line
from pnp.impose.tiles.tile_pages import impose_map_sheet, impose_tiles, map_frame, neighbour_words
from pnp.impose.tiles.tile_plan import TilePlan, plan_tiles
from pnp.load import load_target
from pnp.numbering import Series
from pnp.palette import INK, WHITE
from pnp.scene import Group, Path, Rect, Scene, Text, Use, polygon, rectangle, walk

HOME = load_target("home")
LETTER, A4 = HOME.papers["letter"], HOME.papers["a4"]


def draw_map(
    columns="A-P", rows="1-18", hexes="flat", width=279.4, height=431.8
) -> tuple[Scene, Grid, tuple[Rect, ...]]:
    """Return a sheet with a frame, numbered hexes, a heading and a track, its grid, and the boxes not to cut."""
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
    return Scene("map", width, height, tuple(items)), grid, (*whole, *track)


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
            assert left.printed.right - right.printed.x == pytest.approx(HOME.tile_overlap + HOME.bleed)
            assert left.visible.right == right.visible.x
    for upper, lower in plan.above_and_below:
        assert upper.printed.bottom - lower.printed.y == pytest.approx(HOME.tile_overlap + HOME.bleed)
        assert upper.visible.bottom == lower.visible.y


@settings(max_examples=60)
@given(
    st.floats(20, 1200), st.floats(20, 1200), st.sampled_from([LETTER, A4, HOME.papers["a3"]]),
    st.lists(st.tuples(st.floats(0, 1200), st.floats(0, 1200), st.floats(1, 80), st.floats(1, 20)), max_size=30),
)  # fmt: skip
def test_tiles_cover_the_whole_map(width, height, paper, boxes):
    plan = plan_tiles(Rect(7, 9, width, height), None, [Rect(*box) for box in boxes], HOME, paper)
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
    (page,) = impose_tiles(scene, grid, whole, HOME, LETTER, "A game: map")
    assert page.name == "map A1"


def test_a_paper_without_room_is_refused():
    target = HOME.model_copy(update={"tile_overlap": 120})
    with pytest.raises(Refused, match="B004 a map cannot be divided into tiles of Letter"):
        plan_tiles(Rect(0, 0, 900, 900), None, (), target, LETTER)


# ---------------------------------------------------------------- seams


@pytest.mark.parametrize("paper", [LETTER, A4])
@pytest.mark.parametrize("hexes", ["flat", "pointed"])
@pytest.mark.parametrize(
    ("columns", "rows", "width", "height"), [("A-P", "1-18", 300, 432), ("01-34", "01-30", 640, 590)]
)
def test_no_seam_cuts_a_number_a_name_or_a_box(paper, hexes, columns, rows, width, height):
    scene, grid, whole = draw_map(columns, rows, hexes, width, height)
    plan = plan_tiles(map_frame(scene), grid, whole, HOME, paper)
    assert plan.cuts == 0
    assert cut_boxes(plan, whole) == []


def test_an_upright_seam_goes_through_the_centres_of_a_column():
    _, grid, whole = draw_map("A-Z", "1-12", width=450, height=300)
    span = AxisSpan(11, 439, 190, 15, 2)
    centres = [grid.centre(cell)[0] for cell in grid.hexes]
    seams = choose_seams(span, "upright", [box for box in whole if box.y > 28 and box.y < 240], grid)
    assert len(seams) == 2
    for seam in seams:
        assert min(abs(seam.at - x) for x in centres) < 0.2
        assert seam.cuts == 0


def test_a_level_seam_goes_midway_between_centres_and_sides():
    _, grid, _ = draw_map()
    quarter = grid.across_flats / 4
    assert distance_from_hex_line(grid.origin[1] + quarter, "level", grid) == pytest.approx(0, abs=1e-9)
    assert distance_from_hex_line(grid.origin[1] + 2 * quarter, "level", grid) == pytest.approx(
        0.5
    )  # along the sides of every other column
    assert distance_from_hex_line(grid.origin[1] + 4 * quarter, "level", grid) == pytest.approx(0.5)


def test_a_seam_avoids_a_name_and_may_run_between_touching_boxes():
    span = AxisSpan(0, 300, 190, 15, 2)
    assert choose_seams(span, "level", [], None) == (Seam(150, 0),)
    (seam,) = choose_seams(span, "level", [Rect(0, 140, 40, 15)], None)
    assert seam.cuts == 0
    assert 155 < seam.at < 157
    boxes = [Rect(100 + 20 * i, 0, 20, 20) for i in range(10)]
    (seam,) = choose_seams(span, "upright", boxes, None)
    assert seam == Seam(160, 0) or seam == Seam(140, 0)


def test_unavoidable_cuts_are_counted():
    (seam,) = choose_seams(AxisSpan(0, 300, 190, 15, 2), "upright", [Rect(10, 0, 280, 10), Rect(150, 0, 5, 5)], None)
    assert seam.cuts == 1


# ---------------------------------------------------------------- pages


def tile_pages(paper=A4, **size) -> tuple[TilePlan, tuple[Page, ...], Scene]:
    scene, grid, whole = draw_map(**size)
    plan = plan_tiles(map_frame(scene), grid, whole, HOME, paper)
    return plan, impose_tiles(scene, grid, whole, HOME, paper, "A game: map"), scene


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
    page = impose_tiles(titled, grid, whole, HOME, A4, "A game: map")[0]
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
