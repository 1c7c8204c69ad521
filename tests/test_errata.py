"""The errata kit: the sheet of changes, and the pieces that replace those of an old edition."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pnp.compose.html_book import Book
from pnp.errata.changed_hexes import narrowed
from pnp.errata.changed_probabilities import changed_probabilities, places_one
from pnp.errata.compare.changes import compare_editions
from pnp.errata.compare.editions import Edition
from pnp.errata.compare.wording import change_rows, printed_changes
from pnp.errata.errata_sheet import editions_sentence
from pnp.errata.marked_edition import NOT_COMPARED, has_marks, marked_edition
from pnp.load import load_game
from pnp.model.game import Game
from pnp.rules.state.starting_state import UnitNames
from pnp.scene import THUMBNAIL, Scene, Text

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
    assert done.stdout == f"{folder}: 2 changes, 7 pages\n"
    sheet = words(folder / "errata.pdf")
    for text in ("1/Gd (B1)", "3-9-3", "3-4-3", "E-1", "2 May 2026", "The printer took the 4 for a 9.", "Old shifts"):
        assert text in sheet, text
    assert sheet.index("COUNTERS") < sheet.index("CHARTS")
    counters = words(folder / "replacement-counters.pdf")
    assert counters.count("1/Gd") == 2  # both sides of one counter
    assert "R Bde" not in counters
    assert "3-9-3" in (folder / "errata.md").read_text("utf-8")
    assert json.loads((folder / "manifest.json").read_text("utf-8"))["errata"] == "first"
    index = (folder / "index.html").read_text("utf-8")
    assert '<p class="kicker">Errata kit</p>' in index
    assert "Changes since first." in index
    assert "Errata sheet as a web page" in index
    assert 'href="errata.html"' in index
    assert 'href="errata.md"' in index
    assert "cover" not in index.partition("<body>")[2]


@pytest.mark.slow
@pytest.mark.parametrize("words_of_option", [("--duplex", "none"), ("--target", "labels")])
def test_stickers_are_only_the_faces_that_changed(
    hill: Path, pnp: Callable[..., Any], tmp_path: Path, words_of_option: tuple[str, str]
):
    done = pnp("errata", str(hill), "--from", "first", "-o", str(tmp_path / "output"), *words_of_option)
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / "output" / "hill" / f"errata-from-first-{words_of_option[1]}"
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
    assert "E001 there is no overlay, git revision or folder named second; overlays of this game: first" in done.stderr
    assert not (tmp_path / "output").exists()


def test_another_game_is_not_an_edition(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    done = pnp("errata", str(hill), "--from", "meiktila", "-o", str(tmp_path / "output"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "are different games; name two editions of one game" in done.stderr


def test_an_edition_with_errors_is_refused(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    game = (hill / "game.yaml").read_text("utf-8")
    (hill / "game.yaml").write_text(game.replace("woods: C4 D4 E5", "woods: C4 D4 Z9"), "utf-8")
    done = pnp("errata", str(hill), "--from", "first", "-o", str(tmp_path / "output"))
    assert done.returncode == 1
    assert "M001 hex Z9 is not on this map" in done.stderr
    assert not (tmp_path / "output").exists()


# ---------------------------------------------------------------- options of the kit


@pytest.mark.slow
def test_an_errata_kit_with_other_options_has_its_own_folder(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    words_of_options = ("--paper", "letter,a4", "--ink", "low", "--back-shift", "0.4mm,-0.2mm")
    done = pnp("errata", str(hill), "--from", "first", "-o", str(tmp_path), *words_of_options)
    assert (done.returncode, done.stderr) == (0, "")
    assert {one.name for one in (tmp_path / "hill").iterdir() if one.name != "editions" and "errata" in one.name} == {
        "errata-from-first-low", "errata-from-first-a4-low"
    }  # fmt: skip
    manifest = json.loads((tmp_path / "hill" / "errata-from-first-a4-low" / "manifest.json").read_text("utf-8"))
    assert (manifest["paper"], manifest["ink"]) == ("a4", "low")


@pytest.mark.slow
def test_the_options_of_the_printed_kit_are_those_of_its_errata(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    built = ("build", str(hill), "--edition", "first", "--only", "counters", "-o", str(tmp_path / "printed"))
    assert pnp(*built, "--paper", "a4", "--ink", "low", "--duplex", "fold").returncode == 0
    (kit,) = (tmp_path / "printed" / "hill").iterdir()
    asked = ("errata", str(hill), "--from", "first", "--from-kit", str(kit), "-o", str(tmp_path / "output"))
    done = pnp(*asked)
    assert done.returncode == 0
    (folder,) = (tmp_path / "output" / "hill").iterdir()
    assert folder.name == "errata-from-first-a4-fold-low"
    missing = "the player aids changed, but this kit does not contain it, so no patch corrects it"
    assert done.stderr == f"{kit}: warning E007 {missing}; name a kit with all parts if the owner has printed them\n"
    assert "The player aids changed, too, but is not in the printed kit" in words(folder / "errata.pdf").replace(
        "\r\n", " "
    )
    assert not (folder / "patches.pdf").exists()
    assert pnp(*asked, "--ink", "full").returncode == 1


@pytest.mark.slow
def test_an_old_errata_kit_of_equal_editions_is_named(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    words_of_command = ("errata", str(hill), "--from", "first", "-o", str(tmp_path))
    assert pnp(*words_of_command).returncode == 0
    kit = tmp_path / "hill" / "errata-from-first"
    (hill / "editions" / "first.yaml").write_text("{}", "utf-8")
    done = pnp(*words_of_command)
    expected = f"The editions do not differ. The errata kit in {kit} is out of date; delete it.\n"
    assert (done.returncode, done.stdout) == (0, expected)


# ---------------------------------------------------------------- words of the sheet


def about(version: str, date: str) -> Game:
    game = load_game(SMALL)
    return game.model_copy(update={"game": game.game.model_copy(update={"version": version, "date": date})})


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (("", "1 May 2026"), ("", "1 May 2026"), "Changes from v1 to the current edition."),
        (("", "1 May 2026"), ("", "1 June 2026"), "Changes from v1 (1 May 2026) to the edition of 1 June 2026."),
        (("1.0", "1 May 2026"), ("1.1", "1 June 2026"), "Changes from v1 (version 1.0, 1 May 2026) to version 1.1, 1 June 2026."),
        (("", ""), ("1.1", ""), "Changes from v1 to version 1.1."),
        (("", ""), ("", ""), "Changes from v1 to the current edition."),
    ],
)  # fmt: skip
def test_the_sentence_that_names_both_editions(old: tuple[str, str], new: tuple[str, str], sentence: str):
    assert editions_sentence("v1", about(*old), about(*new)) == sentence


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
    assert [places_one(after.game.claims[name], rosters, {"B2"}) for name in ("by-label", "other")] == [True, False]
    (row,) = changed_probabilities(before.game, after.game, changes)
    assert (row.old, row.new) == ("4", "3")


# ---------------------------------------------------------------- marked edition


def test_changed_words_are_marked_and_others_are_not():
    old = Book("rules", "Rules", "<head></head><body>\n<p>Move one hex.</p>\n<p>Then attack.</p>\n</body>", "Letter")
    new = replace(old, html="<head></head><body>\n<p>Move two hexes.</p>\n<p>Then attack.</p>\n<p>Rest.</p>\n</body>")
    marked = marked_edition(old, new)
    assert marked.name == "rules-marked"
    body = re.sub('<section class="marks">.*?</section>', "", marked.html).partition("<body>")[2]
    body = body.replace('<span class="change-bar"></span>', "|")  # each changed word has its bar
    words = re.findall(r'<mark class="changed">(.*?)</mark>', body)
    assert words == ["two| hexes.|", "Rest.|"]
    assert re.sub(r"</?mark[^>]*>|\|", "", body) == new.html.partition("<body>")[2]
    assert not has_marks(marked_edition(new, new))


def test_the_list_of_changes_is_not_marked_itself():
    old = Book("rules", "Rules", "<head></head><body>\n<p>Move.</p>\n</body>", "Letter")
    new = replace(old, html=old.html.replace("</body>", f"{NOT_COMPARED}<style>p {{}}</style><p>The list.</p></body>"))
    assert not has_marks(marked_edition(old, new))


def test_the_marked_edition_explains_its_marks_outside_its_text():
    html = "<head><title>Rules</title></head><body>\n<p>Move one hex.</p>\n</body>"
    old = Book("rules", "Rules", html, "Letter")
    marked = marked_edition(old, replace(old, html=html.replace("one", "two")), since='1st "red" one')
    assert marked.title == "Rules with changes marked"
    assert "<title>Rules with changes marked</title>" in marked.html
    (legend,) = re.findall(r'<div class="legend">(.*?)</div>', marked.html)
    assert legend == (
        "Changes since 1st &#34;red&#34; one are <b>red</b> on pink, with a bar beside them; "
        '<span class="sign cut"></span> marks deleted words. Pictures are not marked.'
    )


def test_wide_pictures_are_reduced_to_a_column_of_the_rules():
    wide, narrow = (Scene("a map", width, 20, (Text(2, 9, "A1", "sans", 5, "#000000"),)) for width in (56, 12))
    shown = narrowed({"A1": {"map": (None, wide)}, "B1": {"front": (narrow, narrow)}})
    assert shown["B1"] == {"front": (narrow, narrow)}
    reduced = shown["A1"]["map"][1]
    assert (reduced.width, reduced.height) == (28, 10)
    assert [group.layer for group in reduced.items] == [THUMBNAIL]
    assert reduced.items[0].items[0].scene.items == ()  # its text would be 2.5 pt high


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
    assert "Changes since the earlier edition" in words(folder / "rules-marked.pdf")
    assert "Changes" not in words(folder / "rules.pdf")


def test_the_errata_sheet_leaves_out_what_no_paper_shows(hill: Path) -> None:
    fight = "procedures: {fight: {rule: '1.0', steps: [{roll: die, dice: 1d6}]}}\n"
    one = "{title: A roll, rule: '1.0', procedure: fight, rolls: {die: '3'}, expect: {die: '3'}"
    text = f"{fight}examples:\n  hidden: {one}}}\n  shown: {one}, printed: true}}\n"
    (hill / "editions" / "base.yaml").write_text(text, "utf-8")
    other = (
        text.replace("die: '3'", "die: '4'")
        + "abbreviations: {Gd: {used_by: B1-B2}}\ncounters: {B1: {groups: [late]}}\n"
    )
    (hill / "editions" / "other.yaml").write_text(other, "utf-8")
    old, new = (Edition("", load_game(hill, [f"editions/{name}"]), hill) for name in ("base", "other"))
    changes = printed_changes(compare_editions(old, new), old.game, new.game)
    assert [change.place for change in changes if change.place[0] == "examples"] == [("examples", "shown")]
    rows = [row for change in changes for row in change_rows(change, old.game, new.game)]
    assert ("result, die", "3", "4") in rows
    assert not [label for label, _, _ in rows if "expect" in label or "used" in label or "groups" in label]
    assert {change.place[0] for change in changes} == {"examples"}
