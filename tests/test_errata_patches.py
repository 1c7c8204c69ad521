"""Patches, pages to print again and corrected pieces of an errata kit."""

import json
import math
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pikepdf
import pypdfium2
import pytest

from pnp import __version__
from pnp.errata.compare.changes import Change, compare_editions
from pnp.errata.compare.editions import Edition
from pnp.errata.errata_kit import changed_faces
from pnp.errata.errata_patches import (
    ON_MAPS,
    ON_PAGES,
    PageCorrections,
    _numbered,
    _page_changes,
    map_places,
    write_patches_and_pages,
)
from pnp.errata.page_differences import Margins, page_differences, page_texts, text_lines
from pnp.errata.patch_sheets import TICK, TICK_GAP, Patch, copy_pages, patch_document, write_patches
from pnp.errata.patch_subjects import REDRAWN, PageSubjects
from pnp.errata.replacement_pieces import write_replacement_pieces
from pnp.impose.page import Document, Page
from pnp.kit.full_check import KitSource
from pnp.kit.options import BuildOptions, read_options
from pnp.kit.parts import aids_part, cards_part, map_part, pieces_part
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.model.target import BackShift, PrintSettings
from pnp.preflight import preflight_path
from pnp.processes import run_jobs
from pnp.scene import Item, Rect, Text, rectangle
from pnp.typeface import text_width
from pnp.units import MM_PER_POINT
from pnp.write.finish import WrittenFile
from pnp.write.kit_manifest import count_pages
from pnp.write.pdf import write_pdf

SMALL = Path(__file__).parent / "games" / "small"


def words(path: Path) -> str:
    """Return the text of a PDF on one line."""
    with pypdfium2.PdfDocument(path) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in pdf).split())


# ---------------------------------------------------------------- pages of marks

LETTER = load_target("home").papers["letter"]
SETTINGS = PrintSettings(load_target("home"), "letter", "none", BackShift())


AROUND_5 = Margins(around=5, texts=0, shapes=0)


def written_page(path: Path, *marks: tuple[float, float, float, float], width: float = 200) -> Path:
    """Write a page with a grid of lines, and dark rectangles at the given places."""
    paper = Rect(0, 0, width, 150)
    lines = [rectangle(Rect(10 * i, 5, 0.4, 140), fill="#888888") for i in range(1, 20)]
    art = (*lines, *(rectangle(Rect(*mark), fill="#202020") for mark in marks))
    page = Page("page", paper.width, paper.height, paper, paper, art)
    write_pdf(Document("page", "A page", (page,)), path)
    return path


def picture(path: Path, page: int = 0, dots: int = 20) -> np.ndarray:
    """Return the grey pixels of a page, `dots` to a millimetre."""
    with pypdfium2.PdfDocument(path) as pdf:
        return np.asarray(pdf[page].render(scale=dots * MM_PER_POINT).to_pil().convert("L"), dtype=np.int16)


def part(pixels: np.ndarray, box: Rect, dots: int = 20) -> np.ndarray:
    """Return the pixels of a rectangle, without a frame of 0.3 mm, which the cutting line covers."""
    left, top, right, bottom = (round(dots * length) for length in (box.x, box.y, box.right, box.bottom))
    frame = round(0.3 * dots)
    return pixels[top + frame : bottom - frame, left + frame : right - frame]


def paste(patched: np.ndarray, sheets: Path, document: Document, patches: Sequence[Patch], dots: int = 20) -> None:
    """Cut upright patches out of their sheets and paste them over the picture of a page."""
    boxes = {patch.name: patch.box for patch in patches}
    for number, page in enumerate(document.pages):
        sheet = picture(sheets, number, dots)
        for placement in page.placements:
            assert placement.turn == 0
            cut, target = part(sheet, placement.box, dots), part(patched, boxes[placement.component], dots)
            rows, columns = min(cut.shape[0], target.shape[0]), min(cut.shape[1], target.shape[1])
            target[:rows, :columns] = cut[:rows, :columns]


def is_equal_within(distance: int, one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether each pixel of one picture is like a pixel of the other that is at most so many pixels away.

    The smooth edges of letters may leave one pixel in 100,000 that is not.
    """
    steps = range(-distance, distance + 1)
    moved = [np.roll(other, (down, right), (0, 1)) for down in steps for right in steps]
    lightest, darkest = np.max(moved, axis=0), np.min(moved, axis=0)
    return bool(((one <= lightest + 40) & (one >= darkest - 40)).mean() > 1 - 1e-5)


def test_differences_of_pages_are_rectangles_with_surroundings(tmp_path: Path):
    old, new = (written_page(tmp_path / name, *marks) for name, marks in (("old.pdf", [(30, 30, 6, 4)]), ("new.pdf", [(30, 30, 6, 4), (100, 60, 3, 3), (160, 20, 8, 2)])))  # fmt: skip
    first, second = page_differences(old, new, 0, AROUND_5)
    for box, mark in ((second, Rect(100, 60, 3, 3)), (first, Rect(160, 20, 8, 2))):
        assert box.x <= mark.x - 4.9
        assert box.y <= mark.y - 4.9
        assert box.right >= mark.right + 4.9
        assert box.bottom >= mark.bottom + 4.9
        assert box.width <= mark.width + 14.1
    assert page_differences(old, old, 0, AROUND_5) == ()


def test_a_page_of_another_size_or_a_new_page_is_no_patch(tmp_path: Path):
    old = written_page(tmp_path / "old.pdf")
    larger = written_page(tmp_path / "new.pdf", width=210)
    assert page_differences(old, larger, 0, AROUND_5) is None
    assert page_differences(old, old, 1, AROUND_5) is None


@pytest.mark.slow
def test_an_old_page_with_its_patches_equals_the_new_page(tmp_path: Path):
    old = written_page(tmp_path / "old.pdf", (30, 30, 6, 4))
    new = written_page(tmp_path / "new.pdf", (30, 30, 9, 4), (60, 20, 40, 120))
    boxes = page_differences(old, new, 0, AROUND_5)
    assert boxes is not None
    patches = [Patch(f"patch-{i}", new, 0, box, f"Patch {i}: here") for i, box in enumerate(boxes)]
    document = patch_document(patches, "Hill", "patches", SETTINGS)
    write_patches(document, patches, tmp_path / "patches.pdf")
    patched, wanted = picture(old), picture(new)
    paste(patched, tmp_path / "patches.pdf", document, patches)
    assert is_equal_within(2, patched, wanted)  # 0.1 mm
    assert not is_equal_within(2, picture(old), wanted)


def test_a_wide_patch_lies_on_its_side_and_shows_the_same_part(tmp_path: Path):
    new = written_page(tmp_path / "new.pdf", (30, 70, 6, 4), (200, 62, 20, 9), width=260)
    patch = Patch("patch-1", new, 0, Rect(10, 60, 228, 40), "Patch 1: here")
    document = patch_document([patch], "Hill", "patches", SETTINGS)
    write_patches(document, [patch], tmp_path / "patches.pdf")
    ((placement,),) = (page.placements for page in document.pages)
    assert placement.turn == 90
    upright = np.rot90(part(picture(tmp_path / "patches.pdf"), placement.box))
    wanted = part(picture(new), patch.box)
    rows, columns = min(upright.shape[0], wanted.shape[0]), min(upright.shape[1], wanted.shape[1])
    assert is_equal_within(2, upright[:rows, :columns], wanted[:rows, :columns])
    assert not is_equal_within(2, upright[::-1, ::-1][:rows, :columns], wanted[:rows, :columns])


# ---------------------------------------------------------------- texts and cells


def page_of(path: Path, *art: Item) -> Path:
    paper = Rect(0, 0, 200, 150)
    write_pdf(Document("page", "A page", (Page("page", 200, 150, paper, paper, art),)), path)
    return path


def line_of_text(y: float, text: str = "The attacker rolls a die", x: float = 20) -> Text:
    return Text(x, y, text, "condensed", 10, "#000000")


def test_an_edge_runs_through_no_line_of_text_of_either_page(tmp_path: Path):
    mark, above = rectangle(Rect(40, 60, 3, 3), fill="#202020"), line_of_text(56.5)
    old = page_of(tmp_path / "old.pdf", above, line_of_text(70, "An old line of words that is long"))
    new = page_of(tmp_path / "new.pdf", above, line_of_text(70, "An old line of words that is long"), mark)
    (narrow,) = page_differences(old, new, 0, Margins(5, 0, 0))
    (box,) = page_differences(old, new, 0, Margins(5, 1000, 0))
    lines = list(text_lines(page_texts(new, 0)))
    assert len(lines) == 2
    for line in lines:
        assert narrow.touches(line)
        assert not (narrow.x <= line.x and line.right <= narrow.right)
        assert box.x <= line.x
        assert line.right <= box.right
        assert box.y <= line.y
        assert line.bottom <= box.bottom
    (bounded,) = page_differences(old, new, 0, Margins(5, 10, 0))
    assert bounded == narrow  # both lines end farther away


def test_words_of_one_line_are_one_line_and_cells_of_one_row_are_not(tmp_path: Path):
    art = (
        line_of_text(20, "column"),
        line_of_text(20, "shift", x=20 + text_width("column ", "condensed", 10)),
        line_of_text(20, "left 2", x=60),
    )
    first, second = text_lines(page_texts(page_of(tmp_path / "page.pdf", *art), 0))
    assert first.right < 45
    assert second.x > 58


def test_an_edge_runs_through_no_cell_within_reach(tmp_path: Path):
    cells = [rectangle(Rect(20 + 30 * i, 40 + 10 * j, 30, 10), fill="#EEE8D8") for i in range(5) for j in range(6)]
    mark = rectangle(Rect(63, 63, 2, 2), fill="#202020")
    old, new = page_of(tmp_path / "old.pdf", *cells), page_of(tmp_path / "new.pdf", *cells, mark)
    (box,) = page_differences(old, new, 0, Margins(3, 0, 25))
    assert [round(edge, 1) for edge in (box.x, box.y, box.right, box.bottom)] == [50, 50, 80, 70]
    (bounded,) = page_differences(old, new, 0, Margins(3, 0, 4))
    assert bounded.width < 15  # the cells end farther away


# ---------------------------------------------------------------- sheets of patches


def test_ticks_of_neighbouring_patches_do_not_touch(tmp_path: Path):
    new = written_page(tmp_path / "new.pdf")
    patches = [Patch(f"patch-{i}", new, 0, Rect(10 * i, 20, 55, 12), f"Patch {i}: here") for i in range(1, 7)]
    (page,) = patch_document(patches, "Hill", "patches", SETTINGS).pages
    rooms = [placement.box.grown(TICK_GAP + TICK + 0.5) for placement in page.placements]
    assert not any(one.touches(other) for i, one in enumerate(rooms) for other in rooms[:i])
    assert all((placement.box.width, placement.box.height) == pytest.approx((55, 12)) for placement in page.placements)
    notes = [mark for mark in page.marks if isinstance(mark, Text) and mark.text in ("here", "Patch 1:")]
    assert notes
    capital = 1.8  # mm, the height of a capital
    for note in notes:
        assert not any(
            placement.box.grown(TICK_GAP + TICK).holds(note.x, note.y - capital) for placement in page.placements
        )
    said = " ".join(mark.text for mark in page.marks if isinstance(mark, Text))
    assert "Cut along the solid lines." in said
    assert "Lay a ruler along the ticks at both ends of an edge." in said


def test_a_patch_contains_only_the_texts_that_it_shows(tmp_path: Path):
    art = [line_of_text(20 + 10 * i, f"Line {i} of the page") for i in range(10)]
    turned = Text(150, 120, "A turned text", "condensed", 10, "#000000", turn=-90)
    page = page_of(tmp_path / "page.pdf", *art, turned)
    patches = [Patch(f"patch-{i}", page, 0, box, f"Patch {i}: here") for i, box in enumerate((Rect(10, 54, 80, 12), Rect(145, 80, 8, 30)))]  # fmt: skip
    document = patch_document(patches, "Hill", "patches", SETTINGS)
    write_patches(document, patches, tmp_path / "patches.pdf")
    text = words(tmp_path / "patches.pdf")
    assert "Line 4 of the page" in text
    assert "A turned text" in text
    assert re.findall(r"Line (\d)", text) == ["4"] * text.count("Line 4")
    (placement,) = (one for one in document.pages[0].placements if one.component == "patch-0")
    shown, wanted = part(picture(tmp_path / "patches.pdf"), placement.box), part(picture(page), patches[0].box)
    rows, columns = min(shown.shape[0], wanted.shape[0]), min(shown.shape[1], wanted.shape[1])
    assert is_equal_within(2, shown[:rows, :columns], wanted[:rows, :columns])


def test_new_pages_are_like_every_other_file(tmp_path: Path):
    pages = [(written_page(tmp_path / f"{name}.pdf", (30, 30, 6, 4)), 0) for name in ("one", "two")]
    copy_pages(pages, tmp_path / "new-pages.pdf", "Hill: pages to print again", "A. Name")
    with pikepdf.open(tmp_path / "new-pages.pdf") as pdf:
        assert len(pdf.pages) == 2
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert str(pdf.docinfo["/Title"]) == "Hill: pages to print again"
        assert str(pdf.docinfo["/Creator"]) == "pnp"
        assert all("/TrimBox" in page.obj and "/BleedBox" in page.obj for page in pdf.pages)
    found = preflight_path(tmp_path / "new-pages.pdf", load_target("home"))
    assert "P015" not in {finding.code for finding in found}


# ---------------------------------------------------------------- one change of each component

COMPONENTS = """
components:
  orders:
    kind: card
    name: Orders
    sheet: cards
    width: 148mm
    height: 100mm
    front: {furniture: [{kind: text, title: Retreats, text: Retreat two hexes., at: [6mm, 6mm, 60mm, 40mm]}]}
    back: {furniture: [{kind: text, title: Supply, text: Trace a path., at: [6mm, 6mm, 60mm, 40mm]}]}
  events:
    kind: card-deck
    name: Events
    width: 63.5mm
    height: 88.9mm
    back: Events
    accent: "#2E4A3A"
    suits: {s: {name: Spades, colour: "#17140F", pip: spade}}
    ranks: {A: {title: Rain, says: No movement.}, K: {title: Sun, says: Move twice.}}
  losses-blue: {kind: record-pad, name: Losses, sheet: memos, side: blue, width: 95mm, height: 60mm, rows: [{name: 1st, boxes: 1-9}], foot: Three in all.}
  losses-red: {kind: record-pad, name: Losses, sheet: memos, side: red, width: 95mm, height: 60mm, rows: [{name: 1st, boxes: 1-9}], foot: Four in all.}
"""
OLD = {
    "hex": ("woods: C4 D4 E5", "woods: C4 D4 E5 A1"),
    "hexside": ("C1/D1 C2/D1", "C2/D1"),
    "cell": ("-/-  -/D  -/D", "-/-  -/D  -/-"),
    "modifier": ("effect: left 1", "effect: left 2"),
    "track": ('{label: "4"}', '{label: "9"}'),
    "card": ("Retreat two hexes.", "Retreat six hexes."),
    "deck": ("says: Move twice.", "says: Move once."),
    "pad": ("foot: Three in all.", "foot: Nine in all."),
    "set-up": ("counters: R1 R2, where", "counters: R1, where"),
    "counter": ("1/Gd,2,3-4-3", "1/Gd,2,3-9-3"),
    "rule": ("Round down.", "Round up."),
}
"""What the old edition says instead of a text of the new one, for each kind of change."""


class Editions(NamedTuple):
    """Both editions, their changes, the errata kit's patches and pieces, and the whole files of both."""

    old: Game
    new: Game
    changes: tuple[Change, ...]
    kit: Path
    written: tuple[WrittenFile, ...]
    whole: dict[str, tuple[WrittenFile, ...]]
    folder: Path


def options_for(folder: Path) -> BuildOptions:
    (options,) = read_options(output=folder, paper="letter")
    return options


def edition(folder: Path, texts: dict[str, tuple[str, str]]) -> Edition:
    """Return an edition of the small game with components, in which some texts are replaced."""
    shutil.copytree(SMALL, folder)
    game = folder / "game.yaml"
    counted = "  - {says: There are three hexes of woods, of: hexes, having: {terrain: woods}, number: 3}\n"
    game.write_text(game.read_text("utf-8").replace(counted, "") + COMPONENTS, "utf-8")
    for before, after in texts.values():
        (file,) = (one for one in folder.iterdir() if before in one.read_text("utf-8"))
        file.write_text(file.read_text("utf-8").replace(before, after), "utf-8")
    return Edition(folder.name, load_game(folder), folder)


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> Editions:
    folder = tmp_path_factory.mktemp("editions")
    old, new = edition(folder / "old-game", OLD), edition(folder / "new-game", {})
    whole = {}
    for name, one in (("old", old), ("new", new)):
        (folder / name).mkdir()
        source, settings = KitSource(one.game), options_for(folder).settings
        parts = (map_part, cards_part, pieces_part, aids_part)
        made = run_jobs([partial(make, source, settings, folder / name) for make in parts])
        whole[name] = tuple(file for files in made for file in files)
    kit = folder / "kit"
    kit.mkdir()
    changes = compare_editions(old, new)
    options = options_for(folder)
    pieces = [one for one, _ in write_replacement_pieces(old.game, new.game, {}, options, kit)]
    patches = write_patches_and_pages(old.game, new.game, changes, options, kit).written
    return Editions(old.game, new.game, changes, kit, (*pieces, *patches), whole, folder)


def test_one_change_of_each_component_gives_exactly_these_changes(editions: Editions):
    assert sorted(" ".join(change.place) for change in editions.changes) == [
        "components events",
        "components losses-blue",
        "components orders",
        "counters B1",
        "entries red-setup",
        "map hexes A1",
        "map hexsides C1/D1",
        "modifiers shifts",
        "rules 2.1.1",
        "tables crt",
        "tracks turn",
    ]


def test_each_change_has_its_patch_or_its_piece(editions: Editions):
    assert {file.name for file in editions.kit.glob("*.pdf")} == {
        "new-pages.pdf",
        "patches.pdf",
        "replacement-cards.pdf",
        "replacement-events.pdf",
        "replacement-memos.pdf",
    }
    text = words(editions.kit / "patches.pdf")
    for label in (
        "Hex A1, Clear (was Woods). Put its upper left corner",
        "Stream on hexside C1/D1 is new. Put its upper left corner",
        "below the uppermost line or word of the printed map",
        "Combat results (table), row 5, column 2-1, -/D (was -/-). Player aids, page 1.",
        "Shifts (modifiers), across a stream, left 1 (was left 2). Player aids, page 1.",
    ):
        assert label in text, label
    assert text.count("Player aids, page 1.") == 3  # with the track
    assert changed_faces(editions.old, editions.new, {}).keys() == {"B1"}
    assert not any(finding for one in editions.written for finding in one.warnings)


def test_only_the_changed_cards_and_pads_are_printed_again(editions: Editions):
    found = {one.name: {face.of for page in one.sheets.pages for face in page.faces} for one in editions.written if one.sheets}  # fmt: skip
    assert found == {
        "replacement-cards": {"orders"},
        "replacement-events": {"events-s-K"},
        "replacement-memos": {"losses-blue"},
    }
    sides = {face.side for one in editions.written if one.name == "replacement-cards" for page in one.sheets.pages for face in page.faces}  # fmt: skip
    assert sides == {"front", "back"}


def faces_of(file: WrittenFile) -> dict[tuple[str, str], tuple[int, Rect]]:
    """Return a page and the box of each face on the sheets of a file."""
    return {
        (face.of, face.side): (number, Rect(*face.box))
        for number, page in enumerate(file.sheets.pages)
        for face in page.faces
        if not face.turn
    }


@pytest.mark.parametrize("name", ["cards", "events", "memos"])
def test_a_corrected_piece_equals_that_of_the_new_edition(editions: Editions, name: str):
    (made,) = (one for one in editions.written if one.name == f"replacement-{name}")
    (old,), (new,) = ([one for one in editions.whole[key] if one.name == name] for key in ("old", "new"))
    differ = []
    for key in faces_of(made):
        shown = []
        for folder, file in ((editions.kit, made), (editions.folder / "old", old), (editions.folder / "new", new)):
            page, box = faces_of(file)[key]
            shown.append(part(picture(folder / f"{file.name}.pdf", page, 10), box, 10))
        rows, columns = (min(one.shape[axis] for one in shown) for axis in (0, 1))
        corrected, before, after = (one[:rows, :columns] for one in shown)
        assert is_equal_within(1, corrected, after)
        differ.append(not is_equal_within(1, corrected, before))
    assert any(differ)


@pytest.mark.parametrize(("name", "around"), [("map", ON_MAPS), ("aids", ON_PAGES)])
def test_an_old_sheet_with_its_patches_equals_the_new_one(
    editions: Editions, name: str, around: Margins, tmp_path: Path
):
    old, new = (editions.folder / key / f"{name}.pdf" for key in ("old", "new"))
    boxes = page_differences(old, new, 0, around)
    assert boxes
    patches = [Patch(f"patch-{i}", new, 0, box, f"Patch {i}: here") for i, box in enumerate(boxes)]
    document = patch_document(patches, "Hill", "patches", SETTINGS)
    write_patches(document, patches, tmp_path / "patches.pdf")
    before, wanted = picture(old, 0, 10), picture(new, 0, 10)
    patched = before.copy()
    paste(patched, tmp_path / "patches.pdf", document, patches, 10)
    assert is_equal_within(1, patched, wanted)  # 0.1 mm
    assert not is_equal_within(1, before, wanted)


def test_an_edge_of_a_patch_of_an_aid_cuts_no_line_of_text(editions: Editions):
    old, new = (editions.folder / key / "aids.pdf" for key in ("old", "new"))
    boxes = page_differences(old, new, 0, ON_PAGES)
    for line in (*text_lines(page_texts(old, 0)), *text_lines(page_texts(new, 0))):
        for box in boxes:
            inside = box.x <= line.x + 0.1 and line.right <= box.right + 0.1 and box.y <= line.y + 0.1 and line.bottom <= box.bottom + 0.1  # fmt: skip
            assert inside or not box.grown(-0.1).touches(line)


def test_a_patch_is_named_only_if_one_heading_is_certainly_its_own(editions: Editions, tmp_path: Path):
    heads = (("Combat results", 20, 20), ("Shifts", 120, 20), ("Arrivals", 20, 80))
    page = page_of(tmp_path / "page.pdf", *(line_of_text(y, text, x) for text, x, y in heads))
    subjects = PageSubjects(editions.old, editions.new, editions.changes)
    at = {place: subjects.of_patch(page, page, 0, Rect(*place, 20, 10)) for place in ((30, 40), (130, 40), (30, 100), (130, 100))}  # fmt: skip
    assert at[30, 40].startswith("Combat results (table)")
    assert at[130, 40].startswith("Shifts (modifiers)")
    assert at[30, 100] == ""  # its heading is that of a table that did not change
    assert at[130, 100] == ""  # it may belong to either


def test_a_patch_of_the_rows_below_the_results_does_not_name_a_cell(editions: Editions, tmp_path: Path):
    row = replace(line_of_text(80, "Defender suffers"), size_pt=8)
    page = page_of(tmp_path / "page.pdf", line_of_text(20, "Combat results"), row)
    subjects = PageSubjects(editions.old, editions.new, editions.changes)
    below = subjects.of_patch(page, page, 0, Rect(60, 76, 20, 10))
    assert below == "Combat results (table), what each side suffers, below the results. "
    assert "row 5, column 2-1" in subjects.of_patch(page, page, 0, Rect(60, 40, 20, 46))  # with cells above


def test_a_patch_of_the_sequence_of_play_is_named_by_the_heading_of_its_block(tmp_path: Path):
    phase = "{name: Blue moves, who: Blue}"
    sequence = ("- [{kind: terrain}", "- [{kind: sequence, title: Order of moves}, {kind: terrain}")
    old, new = (
        edition(tmp_path / name, {"step": (phase, f"{phase[:-1]}, steps: [{steps}]}}"), "sequence": sequence})
        for name, steps in (("old", "Move, Attack"), ("new", "Attack, Move"))
    )
    page = page_of(tmp_path / "page.pdf", line_of_text(20, "ORDER OF MOVES"))
    changes = compare_editions(old, new)
    subjects = PageSubjects(old.game, new.game, (*changes, *changes))  # one change alone is named anywhere
    assert subjects.of_patch(page, page, 0, Rect(20, 40, 20, 10)) == "Order of moves. "


def test_a_patch_of_a_counter_or_a_track_is_named_by_its_printed_words(editions: Editions, tmp_path: Path):
    label = editions.new.counters["B1"].label
    before = page_of(tmp_path / "before.pdf", line_of_text(20, label), line_of_text(26, "3 9 3"))
    page = page_of(tmp_path / "page.pdf", line_of_text(20, label), line_of_text(26, "3 4 3"))
    subjects = PageSubjects(editions.old, editions.new, editions.changes)
    assert subjects.of_patch(before, page, 0, Rect(0, 0, 200, 40)) == f"{label}, 3-4-3 (was 3-9-3). "
    assert subjects.of_patch(page, page, 0, Rect(0, 0, 200, 40)) == ""  # the texts are those of the old edition


def test_ground_apart_from_changed_hexes_is_not_needed_for_play(editions: Editions, tmp_path: Path):
    changes = [change for change in editions.changes if change.place[-1] == "A1"]
    page = page_of(tmp_path / "map.pdf", line_of_text(20, "word"))
    subjects = PageSubjects(editions.old, editions.new, changes)
    grid = resolve_board(editions.new).grid
    near = grid.hex("A1")
    far = max(grid.hexes, key=lambda cell: math.dist(grid.centre(cell), grid.centre(near)))
    assert subjects.of_patch(page, page, 0, Rect(*grid.centre(near), 1, 1)).startswith("Hex A1")
    assert subjects.of_patch(page, page, 0, Rect(*grid.centre(far), 1, 1)) == REDRAWN
    assert REDRAWN not in subjects.of_patch(page, page, 0, Rect(190, 140, 1, 1))  # outside the hexes


def test_patches_are_numbered_as_they_are_laid_out(tmp_path: Path):
    boxes = {"low": Rect(0, 0, 30, 10), "high": Rect(0, 0, 30, 40), "middle": Rect(0, 0, 30, 20)}
    patches = [Patch(name, tmp_path / "page.pdf", 0, box, name) for name, box in boxes.items()]
    assert [one.says for one in _numbered(patches, "Hill", SETTINGS)] == [
        "Patch 1: high", "Patch 2: middle", "Patch 3: low"
    ]  # fmt: skip


def test_a_hex_is_found_on_the_turned_map_of_a_shared_sheet(tmp_path: Path):
    folder = Path(shutil.copytree(SMALL.parent / "two-beaches", tmp_path / "beaches"))
    old = Edition("old", load_game(folder), folder)
    data = (folder / "scenarios" / "south.yaml").read_text("utf-8")
    (folder / "scenarios" / "south.yaml").write_text(data.replace("wood: 0514-0616", "wood: 0514 0516 0614-0616"), "utf-8")  # fmt: skip
    new = Edition("new", load_game(folder), folder)
    changes = (*compare_editions(old, new),)
    assert any(change.place[-1] == "0515" for change in changes)
    run_jobs([partial(map_part, KitSource.of_series(new.game, {}), options_for(tmp_path).settings, tmp_path)])
    (number,) = (run for run in page_texts(tmp_path / "map.pdf", 0) if run.text == "0515")
    subjects = PageSubjects(old.game, new.game, (*changes, *changes))  # one change alone is named anywhere
    assert "0515" in subjects.of_patch(tmp_path / "map.pdf", tmp_path / "map.pdf", 0, number.box.grown(9))
    assert (
        subjects.of_patch(tmp_path / "map.pdf", tmp_path / "map.pdf", 0, number.box.grown(1)) == ""
    )  # the middle of the hex is outside


@pytest.mark.slow
def test_another_version_and_date_at_the_foot_of_pages_are_no_patch(editions: Editions, tmp_path: Path):
    changes = [change for change in editions.changes if change.place[0] == "modifiers"]
    about = editions.new.game.model_copy(update={"version": "2.0", "date": "2 May 2026"})
    lines = editions.old.model_copy(update={**{key: getattr(editions.new, key) for key in ("map", "tables", "tracks", "entries", "components")}})  # fmt: skip
    new = editions.new.model_copy(update={"game": about})
    write_patches_and_pages(lines, new, changes, options_for(tmp_path), tmp_path)
    text = words(tmp_path / "patches.pdf")
    assert "Patch 1: Shifts (modifiers)" in text
    assert "Patch 2" not in text


def test_a_page_that_changed_too_much_is_printed_again_and_passes_preflight(
    editions: Editions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("pnp.errata.errata_patches.MOST_OF_A_PAGE", 0)
    changes = [change for change in editions.changes if change.place[0] == "entries"]
    found = write_patches_and_pages(editions.old, editions.new, changes, options_for(tmp_path), tmp_path)
    (made,) = found.written
    assert (made.name, len(made.pictures), made.warnings) == ("new-pages", 2, ())
    assert (found.patched, found.whole) == (frozenset(), {"Player aids": 1, "List of all counters": 1})
    assert found.again == {"Player aids": ("1",), "List of all counters": ("1",)}
    assert preflight_path(tmp_path / "new-pages.pdf", load_target("home")) == ()


def test_a_map_that_is_a_card_is_a_corrected_card(tmp_path: Path):
    folder = Path(shutil.copytree(SMALL.parent / "card-table", tmp_path / "siege"))
    old = Edition("old", load_game(folder), folder)
    data = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(data.replace("woods: A7 B7 F7", "woods: A7 B7"), "utf-8")
    new = Edition("new", load_game(folder), folder)
    changes = compare_editions(old, new)
    assert [change.component for change in changes] == ["map"]
    options = options_for(tmp_path)
    assert write_patches_and_pages(old.game, new.game, changes, options, tmp_path) == PageCorrections()
    (made,) = (one for one, _ in write_replacement_pieces(old.game, new.game, {}, options, tmp_path))
    assert made.name == "replacement-field"


def test_a_patch_of_a_map_is_measured_from_the_printed_map_and_names_its_tile(tmp_path: Path):
    texts = {
        "large": ("across_flats: 20mm", "across_flats: 50mm"),
        "paper": ("{width: 8in, height: 8in}", "{width: 16in, height: 16in}"),
    }
    game = edition(tmp_path / "large", texts).game
    (options,) = read_options(output=tmp_path, paper="a4")
    place = map_places(game, options.settings)["map"]
    assert len(place.tiles) > 1
    assert place.printed.x > 0
    for tile in place.tiles:
        x, y = tile.visible.centre
        assert place.words(Rect(x, y, 1, 1)) == (
            f"Put its upper left corner {x - place.printed.x:.0f}\u00a0mm from the leftmost and "
            f"{y - place.printed.y:.0f}\u00a0mm below the uppermost line or word of the printed map (on tile {tile.name})."
        )
    x, y = place.tiles[0].visible.centre
    assert "on tile" not in place.words(Rect(x, y, 1, 1), names_tiles=False)


def test_a_patch_of_a_map_ends_at_the_edge_of_the_printed_map(editions: Editions):
    """A patch at the edge of the sheet showed white margin and a part of the ruler beside the map."""
    old, new = ({"map": editions.folder / name} for name in ("old", "new"))
    subjects = PageSubjects(editions.old, editions.new, editions.changes)
    options = options_for(editions.folder)
    printed = map_places(editions.new, options.settings)["map"].printed
    found = _page_changes({"map": "Map"}, old["map"], new["map"], subjects, options)
    assert found.patches
    for patch in found.patches:
        box = patch.box
        assert box.x >= printed.x - 1e-6
        assert box.y >= printed.y - 1e-6
        assert box.right <= printed.right + 1e-6
        assert box.bottom <= printed.bottom + 1e-6


def test_a_patch_of_several_changed_values_names_them(editions: Editions):
    table = next(change for change in editions.changes if change.place[0] == "tables")
    cell = table.differences[0]
    other = replace(cell, place=(*cell.place[:-2], "6", "3-1"))
    subjects = PageSubjects(editions.old, editions.new, ())
    both = replace(table, differences=(cell, other))
    assert subjects.title(both) == "Combat results (table): row 5, column 2-1; row 6, column 3-1"


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    """A game whose folder of editions is empty."""
    folder = Path(shutil.copytree(SMALL, tmp_path / "hill"))
    (folder / "editions").mkdir()
    return folder


@pytest.mark.slow
def test_a_map_an_aid_and_a_counter_that_changed_make_two_patches_and_a_counter(
    hill: Path, pnp: Callable[..., Any], tmp_path: Path
):
    (hill / "editions" / "second.yaml").write_text(
        "map: {terrain: {woods: C4 D4 E5 B4}}\n"
        "modifiers: {shifts: {lines: [{effect: left 2, says: across a stream}]}}\n"
        "counters: {B1: {front: {factors: 3-9-3}}}\n",
        "utf-8",
    )
    done = pnp("errata", str(hill), "--from", "second", "-o", str(tmp_path / "output"))
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / "output" / "hill" / "errata-from-second"
    assert {file.name for file in folder.glob("*.pdf")} == {
        "aids-marked.pdf",
        "aids.pdf",
        "errata.pdf",
        "new-pages.pdf",  # the list of counters
        "patches.pdf",
        "replacement-counters.pdf",
    }
    page = (folder / "errata.html").read_text("utf-8")
    assert page.count('aria-label="Map, old"') == page.count('aria-label="Map, new"') == 1  # the hex before and after
    assert "To see whether they fit yours, lay one on its page" in words(folder / "errata.pdf")
    assert "Print them instead of the old pages: list of all counters (page 1)." in words(folder / "errata.pdf")
    text = words(folder / "patches.pdf")
    assert "Hex B4, Clear (was Woods). Put its upper left corner" in text
    assert "Shifts (modifiers), across a stream, left 1 (was left 2). Player aids, page 1." in text
    assert "Patch 1:" in text
    assert "Patch 2:" in text
    assert "Patch 3" not in text


@pytest.mark.slow
def test_patches_fit_the_kit_that_was_printed(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    """An older version of pnp put the aids elsewhere on their page: a patch would not fit, so the page is new."""
    (hill / "editions" / "second.yaml").write_text(
        "map: {terrain: {woods: C4 D4 B4}}\nmodifiers: {shifts: {lines: [{effect: left 2, says: across a stream}]}}\n",
        "utf-8",
    )
    done = pnp("build", str(hill), "--edition", "second", "--only", "map,aids", "-o", str(tmp_path / "printed"))
    assert (done.returncode, done.stderr) == (0, "")
    (kit,) = (tmp_path / "printed" / "hill").iterdir()
    assert json.loads((kit / "manifest.json").read_text("utf-8"))["program"] == f"pnp {__version__}"
    words_of_errata = ("errata", str(hill), "--from", "second", "--from-kit", str(kit), "-o", str(tmp_path / "output"))
    errata = tmp_path / "output" / "hill" / "errata-from-second"

    assert pnp(*words_of_errata).returncode == 0
    assert "Shifts (modifiers)" in words(errata / "patches.pdf")
    assert f"fit the pages of the kit that was made with pnp {__version__}" in words(errata / "errata.pdf")
    assert not (errata / "new-pages.pdf").exists()

    with pikepdf.open(kit / "aids.pdf", allow_overwriting_input=True) as pdf:
        pdf.pages[0].contents_add(pdf.make_stream(b"q 1 0 0 1 0 -9 cm"), prepend=True)
        pdf.pages[0].contents_add(pdf.make_stream(b"Q"))
        pdf.save()
    assert pnp(*words_of_errata).returncode == 0
    assert "Shifts (modifiers)" not in words(errata / "patches.pdf")
    assert count_pages(errata / "new-pages.pdf") == 1

    done = pnp(*words_of_errata, "--paper", "a4")
    assert done.returncode == 1
    assert "E006" in done.stderr
    assert "this kit has the paper letter, but the errata kit is built for a4; leave out --paper" in done.stderr
    done = pnp("errata", str(hill), "--from", "second", "--from-kit", str(hill), "-o", str(tmp_path / "output"))
    assert "E006" in done.stderr
    assert "this folder is not a kit: it has no manifest.json" in done.stderr
