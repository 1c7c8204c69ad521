"""Sheets of counters: their number on a sheet, their order, the bleed and the marks."""

from collections import Counter
from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings, strategies as st

from pnp.extent import item_extent
from pnp.findings import Refused
from pnp.impose.abutting import LAP, arrange
from pnp.impose.calibration import impose_calibration
from pnp.impose.component_sheets import background_groups, impose_components, impose_counters
from pnp.impose.page import Document, Page
from pnp.impose.sheet_layout import full_layouts, page_layouts
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.model.target import BackShift, Duplex
from pnp.scene import Group, Item, Path, Rect, Scene, Text, rectangle, walk
from tests.dump import dump_document
from tests.made_games import make_game

HOME = load_target("home")
STRAIGHT = BackShift()
MODES: tuple[Duplex, ...] = ("long", "short", "fold", "none")
HALF_INCH, FIVE_EIGHTHS = 12.7, 15.875


def faces(names, width=HALF_INCH, height=HALF_INCH):
    def face(name, side, colour):
        ground = rectangle(Rect(0, 0, width, height).grown(3), fill=colour)
        return Scene(f"{name} {side}", width, height, (ground, Text(2, 6, name, "condensed-bold", 8)), bleed=3)

    return {
        name: SimpleNamespace(front=face(name, "front", "#B49C63"), back=face(name, "back", "#F7E3B5"))
        for name in names
    }


def sheets(count, duplex="long", paper="letter", target=HOME, size=HALF_INCH, groups=None):
    groups = groups or [[f"C{i}" for i in range(count)]]
    names = [name for group in groups for name in group]
    return impose_components(
        faces(names, size, size), groups, "A game", "counters", target, target.papers[paper], duplex, STRAIGHT
    )


# ---------------------------------------------------------------- number on a sheet


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("duplex", MODES)
def test_eighty_half_inch_counters_go_on_one_sheet(paper, duplex):
    pages = sheets(80, duplex, paper)
    assert len(pages) == (2 if duplex in ("long", "short") else 1)
    fronts = [p for page in pages for p in page.placements if p.facing == "front"]
    assert len(fronts) == 80


@pytest.mark.parametrize(
    ("size", "letter", "a4"),
    [  # columns x rows of a portrait sheet with ticks, head line and proof strip
        (12.7, (15, 17), (14, 19)),
        (14.2875, (13, 15), (12, 16)),
        (15.875, (12, 14), (11, 15)),
        (19.05, (10, 11), (9, 12)),
        (25.4, (7, 8), (7, 9)),
    ],
)
def test_a_sheet_holds_the_greatest_number_of_counters(size, letter, a4):
    for paper, wanted in (("letter", letter), ("a4", a4)):
        layouts = list(page_layouts(size, size, HOME, HOME.papers[paper], "long"))
        assert (layouts[0].columns, layouts[0].rows) == wanted
        full = full_layouts(size, size, HOME, HOME.papers[paper], "none", HOME.bleed)
        most = max(layout.capacity for layout in (*layouts, *full))
        assert [len(sheets(count, "none", paper, size=size)) for count in (most, most + 1)] == [1, 2]


def test_a_card_too_large_to_be_folded_becomes_two_leaves_to_glue():
    front, back = impose_components(
        faces(["card"], 180, 228), [["card"]], "A game", "cards", HOME, HOME.papers["letter"], "fold", STRAIGHT
    )
    assert [page.placements[0].facing for page in (front, back)] == ["front", "back"]
    assert [page.facing for page in (front, back)] == ["front", "front"]  # each is the upper side of its own leaf
    mirrored = Rect(back.width - back.trim.right, back.trim.y, back.trim.width, back.trim.height)
    assert (mirrored.x, mirrored.y) == pytest.approx(
        (front.trim.x, front.trim.y)
    )  # the leaves are glued back to back, ticks on ticks
    for page in (front, back):
        assert_marks_are_clear(page)
        assert "glue the leaf" in " ".join(item.text for item, _ in walk(page.marks) if isinstance(item, Text))


def test_a_card_larger_than_the_paper_is_refused_in_fold_mode_too():
    with pytest.raises(Refused, match="no sheet of Letter has room for cards of 250 x 250 mm"):
        impose_components(
            faces(["card"], 250, 250), [["card"]], "A game", "cards", HOME, HOME.papers["letter"], "fold", STRAIGHT
        )


def test_a_landscape_page_is_used_if_it_saves_a_sheet():
    names = [f"card {i}" for i in range(8)]
    cards = faces(names, 63, 88)
    page = impose_components(cards, [names], "A game", "cards", HOME, HOME.papers["a4"], "none", STRAIGHT)[0]
    assert page.width < page.height  # six upright, or three and then more sheets: portrait holds as many
    small = impose_components(
        faces(names[:3], 80, 140), [names[:3]], "A game", "cards", HOME, HOME.papers["a4"], "none", STRAIGHT
    )
    assert [page.width > page.height for page in small] == [True]


def test_components_larger_than_the_paper_are_refused():
    with pytest.raises(
        Refused, match=r"B003 no sheet of Letter has room for counters of 200 x 200 mm .*; choose a larger paper"
    ):
        sheets(1, size=200)


# ---------------------------------------------------------------- order


def rows(groups, columns, rows):
    return ["".join(cell or "." for cell in row) for row in arrange(groups, columns, rows).rows]


def test_groups_start_new_rows_if_that_costs_little():
    assert rows(["AAAAAAAAA", "BBBBBBBBBB", "CCCCC"], 5, 9) == ["AAAAA", "AAAA.", "BBBBB", "BBBBB", "CCCCC"]


def test_a_new_row_never_costs_a_sheet():
    arrangement = arrange(["AAAA", "BBBBB", "CCCCCCC"], 4, 4)
    assert len(arrangement.sheets) == 1
    assert arrangement.rows == (("A",) * 4, ("B",) * 4, ("B", *"CCC"), ("C",) * 4)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8), st.integers(1, 15), st.integers(1, 18))
def test_every_piece_is_placed_once_in_order_on_the_fewest_sheets(sizes, columns, rows):
    groups = [[f"{number}-{i}" for i in range(size)] for number, size in enumerate(sizes)]
    arrangement = arrange(groups, columns, rows)
    assert [cell for row in arrangement.rows for cell in row if cell] == [name for group in groups for name in group]
    assert len(arrangement.sheets) == -(-sum(sizes) // (columns * rows))
    assert all(len(row) == arrangement.columns <= columns for row in arrangement.rows)
    assert all(row[0] for row in arrangement.rows)


def game(**counters) -> Game:
    sides = {"red": {"name": "Red", "ground": "#D97B6C", "accent": "#5A1208", "emblem": "disc"}}
    sides["blue"] = {"name": "Blue", "ground": "#8FC0BE", "accent": "#0F4B52", "emblem": "ring"}
    return make_game(
        {
            "game": {"title": "A small fight", "designer": "Nobody"},
            "sides": sides,
            "counter_print": {"side": "1/2in", "factors": "attack defence move"},
            "counters": counters,
        }
    )


def unit(side, **more):
    return {"kind": "unit", "side": side, "label": "1", "front": "3-3-3", "back": "2-2-3"} | more


def marker(ground, **more):
    face = {"word": "FIRED", "picture": "gun", "ground": ground}
    return {"kind": "marker", "label": "Fired", "front": face, "back": face} | more


def test_counters_of_one_background_are_together_with_all_their_copies():
    small = game(
        R1=unit("red"), B1=unit("blue"), F=marker("neutral", copies=3), R2=unit("red"), B2=unit("blue", copies=2)
    )
    assert background_groups(small) == (("R1", "R2"), ("B1", "B2", "B2"), ("F", "F", "F"))
    pages = impose_counters(faces(small.counters), small, HOME, "letter", "long", STRAIGHT)
    assert Counter(p.component for p in pages[0].placements) == {"R1": 1, "R2": 1, "B1": 1, "B2": 2, "F": 3}


def test_pages_alternate_front_and_back():
    pages = sheets(300)
    assert [page.facing for page in pages] == ["front", "back", "front", "back"]
    assert [page.name for page in pages][2:] == ["counters sheet 2 of 2 front", "counters sheet 2 of 2 back"]


# ---------------------------------------------------------------- bleed


def test_faces_end_at_their_trimmed_box_inside_the_block_and_bleed_at_its_edge():
    front, back = sheets(4)  # two by two
    for page, bleed in ((front, HOME.bleed), (back, HOME.drift)):
        (block,) = (item for item in page.art if isinstance(item, Group))
        clips = [
            (*cell.clip.xy[:2], cell.clip.xy[4] - cell.clip.xy[0], cell.clip.xy[5] - cell.clip.xy[1])
            for cell in block.items
        ]
        side = HALF_INCH
        wanted = [
            (-bleed, -bleed, side + bleed + LAP, side + bleed + LAP),
            (0, -bleed, side + bleed, side + bleed + LAP),
            (-bleed, 0, side + bleed + LAP, side + bleed),
            (0, 0, side + bleed, side + bleed),
        ]
        assert clips == [pytest.approx(box) for box in wanted]
        assert page.inked == (page.trim.grown(bleed),)


def test_a_face_bleeds_into_a_blank_cell():
    page = sheets(3, "none", groups=[["A", "B", "C"]])[0]
    assert len(page.placements) == 3
    assert page.bleed == page.trim.grown(HOME.bleed)


# ---------------------------------------------------------------- marks


def leaves(items: tuple[Item, ...]):
    """Yield the box of each path and text on the page."""
    for item, matrix in walk(items):
        yield item_extent(Group((item,), matrix))


def assert_marks_are_clear(page: Page) -> None:
    paper = Rect(0, 0, page.width, page.height).grown(-5)  # the area inside the margin of printers
    for mark in leaves(page.marks):
        for inked in page.inked:
            assert not mark.touches(inked), f"a mark at {mark} lies on art at {inked}"
        assert inside(mark, paper)


@settings(max_examples=25)
@example(size=47.0, count=7, paper="a4", duplex="fold")  # a full page with hardly any room above the fold
@example(size=25.01585961160163, count=59, paper="letter", duplex="fold")  # the last full page has fewer rows
@given(st.floats(8, 60), st.integers(1, 40), st.sampled_from(["letter", "a4", "a3"]), st.sampled_from(MODES))
def test_marks_stay_out_of_the_art_and_inside_the_printable_paper(size, count, paper, duplex):
    for page in sheets(count, duplex, paper, size=size)[:2]:
        assert_marks_are_clear(page)
        for placement in page.placements:
            assert any(inside(placement.box, inked) for inked in page.inked)


def inside(one: Rect, other: Rect) -> bool:
    return other.x <= one.x and other.y <= one.y and one.right <= other.right and one.bottom <= other.bottom


@pytest.mark.parametrize("duplex", MODES)
def test_every_sheet_has_a_proof_of_scale(duplex):
    pages = (*sheets(80, duplex), *impose_calibration(HOME, "letter", duplex)[:1])
    for page in pages:
        paths = [
            (item.ops, item_extent(Group((Path(item.ops, item.xy, fill="#000000"),), m)))
            for item, m in walk(page.marks)
            if isinstance(item, Path)
        ]
        boxes = {(ops, round(box.width, 6), round(box.height, 6)) for ops, box in paths}
        assert {("MLLLZ", 25.4, 25.4), ("ML", 100, 0), ("ML", 101.6, 0)} <= boxes


def test_sheets_are_named_with_the_word_of_the_game():
    small = game(R1=unit("red"))
    assert small.counter_print is not None
    tokens = small.model_copy(update={"counter_print": small.counter_print.model_copy(update={"called": "token"})})
    page = impose_counters(faces(["R1"]), tokens, HOME, "letter", "none")[0]
    texts = [item.text for item, _ in walk(page.marks) if isinstance(item, Text)]
    assert any("TOKENS" in text.upper() for text in texts)
    assert not any("COUNTERS" in text.upper() for text in texts)


def test_no_text_in_a_margin_is_smaller_than_six_points():
    for duplex in MODES:
        for page in (*sheets(80, duplex), *impose_calibration(HOME, "a4", duplex)):
            assert min(item.size_pt for item, _ in walk(page.marks) if isinstance(item, Text)) >= 6


def test_a_long_title_leaves_room_for_the_print_instructions():
    names = ["A"]
    title = "The long and uncertain battle for a very small village and the bridge beside it, in the rain of an early autumn long ago"
    page = impose_components(faces(names), [names], title, "counters", HOME, HOME.papers["a4"], "long", STRAIGHT)[0]
    head = [(item, item_extent(item)) for item in page.marks if isinstance(item, Text) and item.y < 10]
    assert head[0][0].text.endswith("…")
    assert all(not one.touches(other) for (_, one), (_, other) in pairwise(head))


def test_a_small_sheet(golden):
    target = HOME.model_copy(update={"rulers": False})
    pages = (*sheets(3, "long", target=target), *sheets(2, "fold", target=target))
    golden("impose-sheet.txt", dump_document(Document("counters", "A game: counters", pages, "long")))


# ---------------------------------------------------------------- full sheets


@pytest.mark.parametrize(("duplex", "pages"), [("long", 2), ("short", 2), ("none", 1)])
def test_176_counters_of_five_eighths_of_an_inch_fit_one_letter_leaf(duplex, pages):
    made = sheets(176, duplex, size=FIVE_EIGHTHS)
    assert len(made) == pages
    for page in made:
        assert len(page.placements) == 176
        assert_marks_are_clear(page)
        assert len([item for item, _ in walk(page.marks) if isinstance(item, Text) and "100 mm" in item.text]) == 1
        said = " ".join(item.text for item, _ in walk(page.marks) if isinstance(item, Text))
        assert "the outermost cuts 174.6 × 254.0 mm apart" in said


def test_a_full_sheet_leaves_out_a_note_without_room():
    """180 counters leave a narrow margin: the note is left out, and the other texts are whole."""
    names = [f"C{i}" for i in range(180)]
    note = "The last counters are spares and not part of the game: " + ", ".join(f"{i} blank" for i in range(9))
    page = impose_components(
        faces(names, FIVE_EIGHTHS, FIVE_EIGHTHS), [names], "A game", "counters", HOME, HOME.papers["letter"], "long",
        STRAIGHT, note,
    )[0]  # fmt: skip
    said = [item.text for item, _ in walk(page.marks) if isinstance(item, Text)]
    assert any(text.endswith("190.5 × 238.1 mm apart") for text in said)
    assert not any("…" in text or "spares" in text for text in said)


@pytest.mark.parametrize(("paper", "leaves"), [("letter", 14), ("a4", 14)])
def test_a_folded_deck_takes_no_more_leaves_on_a4_than_on_letter(paper, leaves):
    names = [f"card {i}" for i in range(54)]
    pages = impose_components(
        faces(names, 63.5, 88.9), [names], "A game", "cards", HOME, HOME.papers[paper], "fold", STRAIGHT, white=True
    )
    assert len(pages) == leaves
    for page in pages:
        assert_marks_are_clear(page)


def test_a_sheet_with_a_proof_strip_is_preferred_if_both_layouts_take_as_many_leaves():
    (page,) = sheets(154, "none", size=FIVE_EIGHTHS)
    assert any(isinstance(item, Text) and item.text == "1 inch" for item, _ in walk(page.marks))
