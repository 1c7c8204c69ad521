"""The errata kit: the sheet of changes, and the pieces that replace those of an old edition."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from pnp.compare.changes import compare_editions
from pnp.compare.editions import Edition
from pnp.compose.html_book import Book
from pnp.compose.marked_edition import marked_edition
from pnp.impose.page import Document, Page
from pnp.kit.changed_probabilities import changed_probabilities, places_one
from pnp.load import load_game, load_target
from pnp.model.target import BackShift, PrintSettings
from pnp.preflight.page_differences import page_differences
from pnp.rules.state.starting_state import UnitNames
from pnp.scene import Rect, rectangle
from pnp.units import MM_PER_POINT
from pnp.write.patch_sheets import Patch, patch_document, write_patches
from pnp.write.pdf import write_pdf

SMALL = Path(__file__).parent / "games" / "small"


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    """A game whose edition `first` has another front on one counter, another cell in a table, and another rule."""
    folder = Path(shutil.copytree(SMALL, tmp_path / "hill"))
    (folder / "editions").mkdir()
    overlay = "counters: {B1: {front: {factors: 3-9-3}}}\nmodifiers: {shifts: {name: Old shifts}}\nerrata: ~\n"
    (folder / "editions" / "first.yaml").write_text(overlay, "utf-8")
    game = (folder / "game.yaml").read_text("utf-8")
    erratum = (
        "\nerrata:\n  - {of: B1, was: 3-9-3, now: 3-4-3, changes: counters.B1.front.factors, number: E-1,\n"
        "     date: 2 May 2026, reason: The printer took the 4 for a 9., rule: '1.0'}\n"
    )
    (folder / "game.yaml").write_text(game + erratum, "utf-8")
    return folder


def words(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as pdf:
        return " ".join(page.get_textpage().get_text_range() for page in pdf)


def test_an_errata_kit_has_the_list_and_only_the_changed_counters(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    done = pnp("errata", str(hill), "--from", "first", "-o", str(tmp_path / "output"))
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / "output" / "hill" / "errata-from-first"
    assert done.stdout == f"{folder}: 2 changes, 6 pages\n"
    sheet = words(folder / "errata.pdf")
    for text in ("Counter B1", "3-9-3", "3-4-3", "E-1", "2 May 2026", "The printer took the 4 for a 9.", "Old shifts"):
        assert text in sheet, text
    assert sheet.index("COUNTERS") < sheet.index("CHARTS")
    counters = words(folder / "replacement-counters.pdf")
    assert counters.count("1/Gd") == 2  # both sides of one counter
    assert "R Bde" not in counters
    assert "3-9-3" in (folder / "errata.md").read_text("utf-8")
    assert json.loads((folder / "manifest.json").read_text("utf-8"))["errata"] == "first"


@pytest.mark.parametrize("words_of_option", [("--duplex", "none"), ("--target", "labels")])
def test_stickers_are_only_the_faces_that_changed(
    hill: Path, pnp: Callable[..., Any], tmp_path: Path, words_of_option: tuple[str, str]
):
    done = pnp("errata", str(hill), "--from", "first", "-o", str(tmp_path / "output"), *words_of_option)
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / "output" / "hill" / "errata-from-first"
    assert not (folder / "replacement-counters.pdf").exists()
    assert words(folder / "stickers.pdf").count("1/Gd") == 1  # the back is as before
    with pypdfium2.PdfDocument(folder / "stickers.pdf") as pdf:
        assert len(pdf) == 1


def test_equal_editions_write_nothing(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    done = pnp("errata", str(hill), "--from", str(hill), "-o", str(tmp_path / "output"))
    assert (done.returncode, done.stdout) == (0, "The editions do not differ.\n")
    assert not (tmp_path / "output").exists()


def test_an_edition_that_does_not_exist_is_one_message(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    done = pnp("errata", str(hill), "--from", "second", "-o", str(tmp_path / "output"))
    assert done.returncode == 1
    assert "E001" in done.stderr
    assert not (tmp_path / "output").exists()


def test_an_edition_with_errors_is_refused(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    game = (hill / "game.yaml").read_text("utf-8")
    (hill / "game.yaml").write_text(game.replace("woods: C4 D4 E5", "woods: C4 D4 Z9"), "utf-8")
    done = pnp("errata", str(hill), "--from", "first", "-o", str(tmp_path / "output"))
    assert done.returncode == 1
    assert "M001 hex Z9 is not on this map" in done.stderr
    assert not (tmp_path / "output").exists()


# ---------------------------------------------------------------- probabilities


def test_probabilities_that_a_correction_changes_are_shown_before_and_after(tmp_path: Path):
    duel = SMALL.parent / "duel"
    new = load_game(duel)
    assert new.claims or new.procedures
    claim = "claims: {combat: {says: A strong attack., procedure: combat, given: {attack: 16, defence: 7}, lines: [{chances: {1/1: 1/2, -/1: 1/6, -/2: 1/6, 1/-: 1/6}}]}}\n"
    for folder, change in (("old", ("-/2", "-/1")), ("new", ("", ""))):
        copied = Path(shutil.copytree(duel, tmp_path / folder))
        (copied / "options").mkdir(exist_ok=True)
        (copied / "options" / "claim.yaml").write_text(claim, "utf-8")
        tables = copied / "game.yaml"
        tables.write_text(tables.read_text("utf-8").replace(*change), "utf-8")
    before, after = (Edition(name, load_game(tmp_path / name, ["claim"]), tmp_path / name) for name in ("old", "new"))
    (row,) = changed_probabilities(before.game, after.game, compare_editions(before, after))
    assert row.label == "A strong attack"
    assert row.old != row.new
    assert "-/2" in row.new.replace("−", "-")
    assert "-/2" not in row.old
    assert changed_probabilities(after.game, after.game, ()) == ()


def test_a_changed_counter_affects_only_the_claims_that_place_it(tmp_path: Path):
    claim = "{says: The attack of a unit., procedure: strength, given: {unit: UNIT}, place: {C3: [UNIT]}, outcome: n, lines: [{result: N}]}"
    claims = ", ".join(
        f"{name}: {claim.replace('UNIT', unit).replace('N}]', f'{attack}}}]')}"
        for name, unit, attack in (("by-label", "2 Guard", 3), ("other", "1 Line", 3))
    )
    procedure = "procedures: {strength: {given: {unit: unit}, shows: [n], steps: [{set: {n: unit.attack}}]}}\n"
    for folder, factors in (("old", "4-4-3"), ("new", "3-4-3")):
        copied = Path(shutil.copytree(SMALL.parent / "duel", tmp_path / folder))
        (copied / "options").mkdir()
        front = f"counters: {{B2: {{front: {{factors: {factors}}}}}}}\n"
        (copied / "options" / "claim.yaml").write_text(f"{front}{procedure}claims: {{{claims}}}\n", "utf-8")
    before, after = (Edition(name, load_game(tmp_path / name, ["claim"]), tmp_path / name) for name in ("old", "new"))
    changes = compare_editions(before, after)
    assert [change.place for change in changes] == [("counters", "B2")]
    rosters = [UnitNames(edition.game, None) for edition in (before, after)]
    assert [places_one(one, rosters, {"B2"}) for one in after.game.claims.values()] == [True, False]
    (row,) = changed_probabilities(before.game, after.game, changes)
    assert (row.old, row.new) == ("4", "3")


# ---------------------------------------------------------------- marked edition


def test_changed_words_are_marked_and_others_are_not():
    old = Book("rules", "Rules", "<head></head><body>\n<p>Move one hex.</p>\n<p>Then attack.</p>\n</body>", "Letter")
    new = replace(old, html="<head></head><body>\n<p>Move two hexes.</p>\n<p>Then attack.</p>\n<p>Rest.</p>\n</body>")
    marked = marked_edition(old, new)
    assert marked.name == "rules-marked"
    body = marked.html.partition("<body>")[2]
    words = re.findall(r'<span class="changed">(.*?)</span>', body)
    assert " ".join(words) == "two hexes. Rest."
    assert re.sub(r"</?span[^>]*>", "", body) == new.html.partition("<body>")[2]
    assert 'class="changed"' not in marked_edition(new, new).html


@pytest.mark.slow
def test_rules_and_aids_that_changed_are_printed_clean_and_marked(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    rules = (hill / "rules.md").read_text("utf-8")
    shutil.copytree(hill, tmp_path / "new")
    word = max(re.findall(r"[a-z]{5,}", rules), key=rules.count)
    (tmp_path / "new" / "rules.md").write_text(rules.replace(word, "marvellous", 1), "utf-8")
    game = tmp_path / "new" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("designer: A. Name", "designer: A. Name\n  version: '1.1'\n  date: 2 May 2026"), "utf-8")  # fmt: skip
    done = pnp("errata", str(tmp_path / "new"), "--from", str(hill), "-o", str(tmp_path / "output"))
    assert (done.returncode, done.stderr) == (0, "")
    (folder,) = (tmp_path / "output" / "new").iterdir()
    assert {"rules.pdf", "rules-marked.pdf"} <= {file.name for file in folder.iterdir()}
    for name in ("rules", "rules-marked"):
        text = words(folder / f"{name}.pdf")
        assert "marvellous" in text
        assert "Version 1.1 · 2 May 2026" in text
    assert "CHANGES" in words(folder / "rules-marked.pdf")
    assert "CHANGES" not in words(folder / "rules.pdf")


# ---------------------------------------------------------------- patches

LETTER = load_target("home").papers["letter"]
SETTINGS = PrintSettings(load_target("home"), "letter", "none", BackShift())


def written_page(path: Path, *marks: tuple[float, float, float, float], width: float = 200) -> Path:
    """Write a page with a grid of lines, and dark rectangles at the given places."""
    paper = Rect(0, 0, width, 150)
    lines = [rectangle(Rect(10 * i, 5, 0.4, 140), fill="#888888") for i in range(1, 20)]
    art = (*lines, *(rectangle(Rect(*mark), fill="#202020") for mark in marks))
    page = Page("page", paper.width, paper.height, paper, paper, art)
    write_pdf(Document("page", "A page", (page,)), path)
    return path


def picture(path: Path, page: int = 0) -> np.ndarray:
    """Return the grey pixels of a page, 20 to a millimetre."""
    with pypdfium2.PdfDocument(path) as pdf:
        return np.asarray(pdf[page].render(scale=20 * MM_PER_POINT).to_pil().convert("L"), dtype=np.int16)


def part(pixels: np.ndarray, box: Rect) -> np.ndarray:
    """Return the pixels of a rectangle, without a frame of 0.3 mm, which the cutting line covers."""
    left, top, right, bottom = (round(20 * length) for length in (box.x, box.y, box.right, box.bottom))
    return pixels[top + 6 : bottom - 6, left + 6 : right - 6]


def is_equal_within(distance: int, one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether each pixel of one picture is like a pixel of the other that is at most so many pixels away."""
    steps = range(-distance, distance + 1)
    moved = [np.roll(other, (down, right), (0, 1)) for down in steps for right in steps]
    lightest, darkest = np.max(moved, axis=0), np.min(moved, axis=0)
    return bool(((one <= lightest + 40) & (one >= darkest - 40)).all())


def test_differences_of_pages_are_rectangles_with_surroundings(tmp_path: Path):
    old, new = (written_page(tmp_path / name, *marks) for name, marks in (("old.pdf", [(30, 30, 6, 4)]), ("new.pdf", [(30, 30, 6, 4), (100, 60, 3, 3), (160, 20, 8, 2)])))  # fmt: skip
    first, second = page_differences(old, new, 0, 5)
    for box, mark in ((second, Rect(100, 60, 3, 3)), (first, Rect(160, 20, 8, 2))):
        assert box.x <= mark.x - 4.9
        assert box.y <= mark.y - 4.9
        assert box.right >= mark.right + 4.9
        assert box.bottom >= mark.bottom + 4.9
        assert box.width <= mark.width + 14.1
    assert page_differences(old, old, 0, 5) == ()


def test_a_page_of_another_size_or_a_new_page_is_no_patch(tmp_path: Path):
    old = written_page(tmp_path / "old.pdf")
    larger = written_page(tmp_path / "new.pdf", width=210)
    assert page_differences(old, larger, 0, 5) is None
    assert page_differences(old, old, 1, 5) is None


def test_an_old_page_with_its_patches_equals_the_new_page(tmp_path: Path):
    old = written_page(tmp_path / "old.pdf", (30, 30, 6, 4))
    new = written_page(tmp_path / "new.pdf", (30, 30, 9, 4), (60, 20, 40, 120))
    boxes = page_differences(old, new, 0, 5)
    assert boxes is not None
    patches = [Patch(f"patch-{i}", new, 0, box, f"Patch {i}: here") for i, box in enumerate(boxes)]
    document = patch_document(patches, "Hill", "patches", SETTINGS)
    write_patches(document, patches, tmp_path / "patches.pdf")
    patched, wanted = picture(old), picture(new)
    for number, page in enumerate(document.pages):
        sheet = picture(tmp_path / "patches.pdf", number)
        for placement in page.placements:
            assert placement.turn == 0
            box = next(patch.box for patch in patches if patch.name == placement.component)
            cut = part(sheet, placement.box)
            target = part(patched, box)
            rows, columns = min(cut.shape[0], target.shape[0]), min(cut.shape[1], target.shape[1])
            target[:rows, :columns] = cut[:rows, :columns]
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
        "patches.pdf",
        "replacement-counters.pdf",
    }
    page = (folder / "errata.html").read_text("utf-8")
    assert page.count('aria-label="Map, old"') == page.count('aria-label="Map, new"') == 1  # the hex before and after
    text = words(folder / "patches.pdf")
    assert "Patch 1: Little Hill: map, page 1" in text.replace("\r\n", " ")
    assert "Patch 2: Little Hill: player aids, page 1" in text.replace("\r\n", " ")
    assert "Patch 3" not in text
