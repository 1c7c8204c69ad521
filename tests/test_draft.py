"""Drafts of broken games have all parts that the errors do not concern, and say what they lack."""

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pnp.findings import Finding
from pnp.kit.draft_marks import line_of_errors, marked_source
from pnp.kit.full_check import KitSource
from pnp.kit.options import read_options
from pnp.kit.sound_parts import CheckedParts, read_for_parts
from pnp.load import find_game
from pnp.load.partly_read import LEFT_OUT, read_partly
from pnp.model.components.cards_and_decks import CardDeck
from pnp.model.game import Game
from pnp.new_game import NewGame, files_of, write_game
from pnp.spot import Spot

Run = Callable[..., Any]
SMALL = Path(__file__).parent / "games" / "small"
COUNTERS = "counter_print: {side: 0.5in, factors: attack defence movement}\ncounters: counters.yaml\n"
COUNTER = "{kind: marker, label: Mark, front: {word: Mark}, back: {word: Mark}, spare: a sample}"

BROKEN = {
    "example": ("meiktila", "examples.yaml", 'combat_die: "4"', 'combat_die: "6"', "X104", set()),
    "crt": ("meiktila", "tables.yaml", "1/1  1/1  1/1  -/1", "1/1  1/1  1/1  -/9", "T009", set()),
    "hex": ("mukden", "map.yaml", 'mountain: "0603', 'mountain: "0999', "M001", set()),
    "terrain": ("myitkyina", "map.yaml", "\n  open: A6", "\n  swampp: A6", "I008", {"map", "aids"}),
    "unit": ("meiktila", "units.csv", "A01,unit,allied", "A01,unit,alied", "I001", set()),
    "size": ("meiktila", "units.csv", "infantry,battalion", "infantry,batalion", "L013", {"counters", "rules", "aids"}),
    "case": ("mukden", "rules.md", "## 1.2 The game\n\n", "## 1.2 The game\n\nSee also [9.9.9]. ", "R002", {"rules"}),
    "card": ("myitkyina", "components.yaml", "of: crt, at", "of: crtt, at", "I011", {"components"}),
    "look": ("meiktila", "terrain.yaml", "look: canopy,", "look: canopyy,", "L013", {"map", "rules", "aids"}),
    "procedure": (
        "meiktila",
        "procedures-combat.yaml",
        "units_at(target)",
        "units_att(target)",
        "X001",
        {"rules", "aids"},
    ),
}
"""Errors: the game, its file, a text of it and a wrong one, the code of the finding, and the parts that lack records."""
FILES = {
    "meiktila": "aids calibration counter-manifest counters cover draft folder kit map map-tiles odds packaging rules",
    "mukden": "armies calibration cover draft folder kit map odds packaging pads postcard rules",
    "myitkyina": "aids calibration card counter-manifest counters cover draft folder kit map odds packaging rules",
}
"""The files of a draft that has lost no part."""


def broken(folder: Path, game: Path, file: str, old: str, new: str) -> Path:
    """Return the folder of a copy of a game in which one text is wrong."""
    copy = folder / game.name
    shutil.copytree(game, copy)
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


def text_of(path: Path) -> str:
    """Return the text of a PDF on one line."""
    with pypdfium2.PdfDocument(path) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pdf)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BROKEN)
def test_a_draft_of_a_broken_game_has_the_parts_that_are_not_affected(pnp: Run, tmp_path: Path, kind: str) -> None:
    game, file, old, new, code, lacking = BROKEN[kind]
    broken(tmp_path, find_game(game), file, old, new)
    done = pnp("build", game, "--draft", "-j", "1", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    kit = tmp_path / "output" / game / "home-draft"
    assert {path.stem for path in kit.glob("*.pdf")} == set(FILES[game].split())
    assert f" {code} " in done.stderr
    assert f"{code}:" in text_of(kit / "draft.pdf")
    told = {line.split(":")[0] for line in done.stderr.splitlines() if " B015 " in line}
    assert told == lacking, done.stderr
    assert " P018 " not in done.stderr


@pytest.fixture(name="wrong_unit")
def wrong_unit_fixture(tmp_path: Path) -> Path:
    """The folder that holds a copy of the small game with a wrong unit."""
    game = broken(tmp_path, SMALL, "game.yaml", "game:", "game:")
    rows = (game / "units.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    rows[1] = rows[1].replace("unit", "unitt", 1)
    (game / "units.csv").write_text("".join(rows), encoding="utf-8")
    return tmp_path


def test_a_draft_has_a_folder_of_its_own_and_leaves_the_complete_kit(pnp: Run, wrong_unit: Path) -> None:
    kits = wrong_unit / "output" / "small"
    shutil.copytree(SMALL, wrong_unit / "sound" / "small")
    assert pnp("build", "sound/small", "--only", "counters", "-j", "1", cwd=wrong_unit).returncode == 0
    before = {path: path.read_bytes() for path in kits.rglob("*") if path.is_file()}
    done = pnp("build", "small", "--draft", "--only", "counters", "-j", "1", cwd=wrong_unit)
    assert done.returncode == 3, done.stderr
    assert {path: path.read_bytes() for path in before} == before
    assert sorted(path.name for path in kits.iterdir()) == ["home-draft-only-counters", "home-only-counters"]
    draft = kits / "home-draft-only-counters"
    assert json.loads((draft / "manifest.json").read_text(encoding="utf-8"))["draft"] is True
    assert "LEFT OUT" in text_of(draft / "counters.pdf").upper()
    assert "counters: it was made without" in text_of(draft / "draft.pdf")
    for pdf in draft.glob("*.pdf"):
        with pypdfium2.PdfDocument(pdf) as pages:
            texts = [page.get_textpage().get_text_range() for page in pages]
        assert all("DRAFT" in text for text in texts if text.strip()), pdf.name  # the backs of single sheets are blank
    assert not list(draft.rglob(".*"))


def test_without_draft_a_whole_kit_is_not_built_and_names_what_can_be(pnp: Run, wrong_unit: Path) -> None:
    done = pnp("build", "small", "-j", "1", cwd=wrong_unit)
    assert done.returncode == 1
    assert "nothing built: 1 error" in done.stderr
    assert not list(wrong_unit.glob("output/small/*"))


def test_a_draft_that_is_stopped_leaves_nothing(pnp: Run, wrong_unit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pnp.write.finish.mark_as_draft", full)
    done = pnp("build", "small", "--draft", "--only", "counters", "-j", "1", "--no-cache", cwd=wrong_unit)
    assert done.returncode == 1, done.stderr
    assert " W004 " in done.stderr, done.stderr
    assert not [path for path in wrong_unit.glob("output/**/*") if path.is_file()]


def test_a_case_loses_its_references_first_and_then_its_text() -> None:
    once, twice = (read_partly(SMALL, (), {"rules.0": times}).game.rules for times in (1, 2))
    assert (once[0].number, twice[0].number) == (once[0].number, once[0].number)
    assert twice[0].text == f"{LEFT_OUT}."


def checked(folder: Path, **texts: tuple[str, str]) -> CheckedParts:
    """Return a draft of a copy of the small game in which texts of game.yaml are wrong, as it is read and checked."""
    for old, new in texts.values():
        broken(folder, SMALL, "game.yaml", old, new)
    return read_for_parts(folder / "small", read_options(draft=True)[0])


def test_a_wrong_look_becomes_a_plain_one_and_the_terrain_stays(tmp_path: Path) -> None:
    draft = checked(tmp_path, look=("look: woods", "look: woodss"))
    assert draft.game.terrain["woods"].look == "clear"
    assert draft.left_out == ("terrain.woods.look",)
    assert [one.code for one in draft.errors] == ["L013"]


def test_findings_that_follow_from_a_lost_counter_are_not_listed(tmp_path: Path) -> None:
    game = broken(tmp_path, SMALL, "units.csv", "B1,unit,blue,infantry,battalion", "B1,unit,blue,infantry,batalion")
    draft = read_for_parts(game, read_options(draft=True)[0])
    assert [one.code for one in draft.errors] == ["L013"]
    assert draft.left_out == ("counters.B1",)


def test_two_errors_in_one_record_are_both_listed(tmp_path: Path) -> None:
    wrong = "B1,unitt,blue,infantry,batalion"
    game = broken(tmp_path, SMALL, "units.csv", "B1,unit,blue,infantry,battalion", wrong)
    draft = read_for_parts(game, read_options(draft=True)[0])
    assert {one.spot.path for one in draft.errors} == {"counters.B1.kind", "counters.B1.size"}
    assert draft.game.counters["B1"].spare == LEFT_OUT


def test_wrong_furniture_becomes_a_text_in_its_place(tmp_path: Path) -> None:
    draft = checked(tmp_path, box=("kind: box, of: dead", "kind: boxx, of: dead"))
    assert draft.game.map is not None
    panel = draft.game.map.furniture[2]
    assert (panel.kind, panel.title) == ("text", LEFT_OUT)


def test_a_case_is_left_out_and_named_by_its_number() -> None:
    partly = read_partly(SMALL, (), {"rules.2.1.1": 2})
    assert partly.left_out == ("rules.2.1.1",)
    assert [case.number for case in partly.game.rules if case.text == f"{LEFT_OUT}."] == ["2.1.1"]


def marked(part: str, *errors: tuple[str, str, str]) -> Game:
    """Return the small game with the marks of a part, given errors with code, path and what is wrong."""
    game = read_partly(SMALL).game
    found = [Finding(code, replace(game.spot(path), path=path), wrong) for code, path, wrong in errors]
    return marked_source(KitSource.of_game(game), found, part).game


def test_what_errors_are_about_is_marked_where_it_is_printed() -> None:
    paths = {"T009": "tables.crt.cells", "M001": "map.terrain.woods", "R002": "rules.2.1", "S005": "counters.B1.size"}
    errors = [(code, path, "wrong") for code, path in paths.items()]
    game = marked("counters", *errors)
    assert game.tables["crt"].name == "Combat results (wrong: T009)"
    assert game.terrain["woods"].name == "Woods (wrong: M001)"
    assert [case.number for case in game.rules if case.title.endswith(" (wrong: R002)")] == ["2.1"]
    assert game.counters["B1"].front.second == "wrong: S005"
    assert marked("rules", *errors).counters["B1"] == read_partly(SMALL).game.counters["B1"]


@pytest.mark.parametrize("path", ["tables.crt.cells.3.2", "tables.crt.cells"])
def test_a_wrong_cell_is_marked_itself_if_the_error_has_its_place(path: str) -> None:
    game = read_partly(SMALL).game
    error = Finding("T009", replace(game.spot("tables.crt.cells.3.2"), path=path), "wrong")
    table = marked_source(KitSource.of_game(game), [error], "aids").game.tables["crt"]
    assert [cell for row in table.cells for cell in row if "wrong" in cell] == [table.cells[3][2]] == ["-/D (wrong)"]
    whole = marked_source(KitSource.of_game(game), [error], "aids", cells=False).game.tables["crt"]
    assert whole.cells == game.tables["crt"].cells
    assert whole.name == "Combat results (wrong: T009)"


def test_hexes_that_an_error_names_are_outlined_on_the_map() -> None:
    error = ("M003", "map.paths.road.main.hexes", "hexes B2 and D3 are not adjacent to Z9")
    game = marked("map", error, ("S006", "entries.blue-setup.hexes", "E4 is lake"))
    assert game.map is not None
    regions = {one.hexes: one.name for id_, one in game.map.regions.items() if id_ != "pond"}
    assert regions == {"B2": "wrong: M003", "D3": "wrong: M003", "E4": "wrong: S006"}
    assert game.map.title == "The hill (wrong: M003)"


def test_the_cases_that_a_wrong_procedure_follows_are_marked() -> None:
    game = read_partly(find_game("meiktila")).game
    name, procedure = next((id_, one) for id_, one in game.procedures.items() if one.rule)
    error = Finding("X001", Spot("game.yaml", path=f"procedures.{name}.name"), "wrong")
    source = marked_source(KitSource.of_game(game), [error], "rules")
    numbers = {case.number for case in source.game.rules if case.title.endswith(" (wrong: X001)")}
    assert numbers == {*procedure.rule} & {case.number for case in game.rules} != set()


def test_each_page_names_the_errors_of_its_part(pnp: Run, tmp_path: Path) -> None:
    game = broken(tmp_path, SMALL, "game.yaml", "number: 6}", "number: 7}")
    text = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(text.replace("hexes: B2, within", "hexes: E4, within"), encoding="utf-8")
    assert pnp("build", "small", "--draft", "--only", "rules,map", "-j", "1", cwd=tmp_path).returncode == 3
    kit = tmp_path / "output" / "small" / "home-draft-only-map-rules"
    assert "wrong: S006 C001" in text_of(kit / "rules.pdf")  # a count has no place of its own in print
    map_text = "".join(text_of(kit / "map.pdf").upper().split())  # the letters of names are spaced
    assert "C001" not in map_text
    assert "WRONG:S006" in map_text  # at the hex of the set-up
    assert line_of_errors("2026-05-02", ()) == "2026-05-02"
    errors = [Finding(f"M00{n % 8}", Spot("game.yaml"), "wrong") for n in range(1, 20)]
    assert line_of_errors("", errors) == "wrong: M001 M002 M003 M004 M005 M006 and 2 more"


def cards_of(folder: Path, old: str = "", new: str = "") -> Path:
    """Return the folder of a new game of cards in which a text of the sheet of cards is wrong."""
    write_game(folder / "hill", files_of(NewGame("cards", title="The Hill", sides=("Blue", "Red"))))
    cards = folder / "hill" / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return folder / "hill"


def test_a_wrong_picture_of_a_card_is_replaced_alone(pnp: Run, tmp_path: Path) -> None:
    cards_of(tmp_path, ",eye\n", ",eyee\n")
    done = pnp("build", "hill", "--draft", "--only", "components", "-j", "1", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    kit = tmp_path / "output" / "hill" / "home-draft-only-components"
    assert {path.stem for path in kit.glob("*.pdf")} == {"calibration", "draft", "kit", "orders", "summary"}
    assert "components: warning B015 it was made without components.orders.ranks.1.picture\n" in done.stderr
    text = text_of(kit / "orders.pdf")
    assert text.count("SCOUTS (WRONG: I004)") == 2
    assert "Left out of this draft" not in text
    assert "A few men with a map." in text


def test_a_card_and_a_suit_that_cannot_be_read_are_replaced_alone(tmp_path: Path) -> None:
    game = cards_of(tmp_path)
    components = game / "components.yaml"
    text = components.read_text(encoding="utf-8")
    text = text.replace("pip: star", "pip: stars").replace('accent: "#', 'accent: "##')
    ranks = "ranks: {X: {says: a, copies: many}, Y: {title: Mud, copies: 2}}"
    sheet = "ranks:\n    file: cards.csv\n    columns: {Number: id, Title: title, Text: says, Picture: picture}"
    assert sheet in text
    components.write_text(text.replace(sheet, ranks), encoding="utf-8")
    partly = read_partly(game)
    deck = partly.game.components["orders"]
    assert isinstance(deck, CardDeck)
    left_out = {"components.orders.accent", "components.orders.suits.blue", "components.orders.ranks.X"}
    assert set(partly.left_out) == left_out
    assert (deck.ranks["X"].title, deck.ranks["X"].says, deck.ranks["Y"].title) == ("X", f"{LEFT_OUT}.", "Mud")
    assert (deck.suits["blue"].pip, deck.suits["red"].pip, deck.accent) == ("disc", "disc", "#3A3A3A")


@pytest.mark.parametrize("id_", ["../../evil", "-x", "a" * 200])
def test_an_id_that_cannot_be_a_file_name_writes_nothing_outside_the_draft(pnp: Run, tmp_path: Path, id_: str) -> None:
    game = cards_of(tmp_path)
    (game / "game.yaml").write_text(f"{(game / 'game.yaml').read_text(encoding='utf-8')}\n{COUNTERS}", encoding="utf-8")
    components = (game / "components.yaml").read_text(encoding="utf-8")
    components = components.replace("summary:", f"{json.dumps(id_)}:")
    (game / "components.yaml").write_text(components, encoding="utf-8")
    (game / "counters.yaml").write_text(
        f"{json.dumps(id_)}: {COUNTER}\nsafe: {COUNTER.replace('Mark', 'Flag')}\n", encoding="utf-8"
    )
    before = set(tmp_path.rglob("*"))
    done = pnp("build", "hill", "--draft", "--only", "components,counters", "-j", "1", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    assert done.stderr.count(" I013 ") == 2, done.stderr
    kit = tmp_path / "output" / "hill" / "home-draft-only-counters-components"
    new = {path for path in set(tmp_path.rglob("*")) - before if path.is_file()}
    assert {path for path in new if not path.is_relative_to(kit)} == {tmp_path / "output" / "index.html"}
    assert not [path for path in new if id_.strip("./") in path.name]
    assert (kit / "orders.pdf").is_file()
    assert "Left out: cards" in text_of(kit / "cards-left-out.pdf")
    assert (kit / "components" / "safe-front.svg").is_file()


def test_findings_and_placeholders_are_printed_on_one_side(pnp: Run, tmp_path: Path) -> None:
    game = cards_of(tmp_path)
    cards = "".join(f"{n},Title {n},Text.,nothing\n" for n in range(1, 40))
    (game / "cards.csv").write_text(f"Number,Title,Text,Picture\n{cards}", encoding="utf-8")
    components = (game / "components.yaml").read_text(encoding="utf-8")
    (game / "components.yaml").write_text(components.replace("kind: card\n", "kind: cardd\n"), encoding="utf-8")
    assert pnp("build", "hill", "--draft", "--only", "components", "-j", "1", cwd=tmp_path).returncode == 3
    with pypdfium2.PdfDocument(tmp_path / "output" / "hill" / "home-draft-only-components" / "kit.pdf") as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    assert [bool(text.strip()) for text in texts[:4]] == [True, False, True, False]  # two pages of findings
    (left_out,) = (n for n, text in enumerate(texts) if text.startswith("Left out: cards"))
    assert left_out % 2 == 0
    assert not "".join(texts[left_out + 1 : left_out + 2]).strip()


def test_an_example_that_fails_is_a_box_that_says_so(pnp: Run, tmp_path: Path) -> None:
    assert pnp("new", "ford", cwd=tmp_path).returncode == 0
    examples = tmp_path / "ford" / "examples.yaml"
    examples.write_text(examples.read_text(encoding="utf-8").replace("result: 1/1}", "result: 1/2}"), encoding="utf-8")
    done = pnp("build", "ford", "--draft", "--only", "rules", "-j", "1", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    text = text_of(tmp_path / "output" / "ford" / "home-draft-only-rules" / "rules.pdf")
    assert "Left out of this draft: result: expected 1/2, got 1/1" in text


def test_a_wrong_component_has_a_placeholder_printed_on_one_side(pnp: Run, tmp_path: Path) -> None:
    assert pnp("new", "hill", "--kind", "cards", cwd=tmp_path).returncode == 0
    cards = tmp_path / "hill" / "components.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("kind: card\n", "kind: cardd\n"), encoding="utf-8")
    done = pnp("build", "hill", "--draft", "--only", "components", "-j", "1", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    kit = tmp_path / "output" / "hill" / "home-draft-only-components"
    assert "Left out" in text_of(kit / "cards-left-out.pdf")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_an_interrupted_draft_leaves_nothing(wrong_unit: Path) -> None:
    words = [sys.executable, "-m", "pnp", "build", "small", "--draft", "-j", "1", "--no-cache"]
    with subprocess.Popen(words, cwd=wrong_unit, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as build:
        while not list(wrong_unit.glob("output/small/.home-draft.new-*/*")):
            assert build.poll() is None, build.communicate()
            time.sleep(0.005)
        build.send_signal(signal.SIGINT)
        rest = build.communicate(timeout=60)[1]
    assert build.returncode == 130, rest
    assert "Traceback" not in rest
    assert not [path for path in wrong_unit.glob("output/**/*") if path.is_file()]
