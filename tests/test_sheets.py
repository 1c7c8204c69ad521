"""Spreadsheets as designers keep them: own headings, a column for each factor, workbooks, terrain by hex, tables."""

from __future__ import annotations

import datetime as dt
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import yaml

from pnp.checks import check_game
from pnp.findings import Finding, Refused
from pnp.load import find_game, load_game, shipped_games
from pnp.load.board_reader import resolve_board
from pnp.load.game_folder import overlay_files
from pnp.load.overlay_writer import game_tree, overlay_text
from pnp.load.sheets.export import WorkbookExport
from pnp.model.game import Game
from pnp.new_game import NewGame, files_of, new_kinds, write_game

DOOR = """
game: {title: Hill Fight, designer: A, rights: {basis: own, holder: A}}
sides:
  blue: {name: Blue, ground: "#9DB7D5", accent: "#16324F", emblem: star}
  red: {name: Red, adjective: Russian, ground: "#E4A59B", accent: "#6E1B14", emblem: disc}
formations:
  guard: {name: Guard Brigade, label: Gd, side: blue, colour: "#F6D048", size: brigade}
terrain:
  clear: {name: Clear, of: hex, look: clear, cost: "1"}
  woods: {name: Deep woods, of: hex, look: woods, cost: "2"}
map:
  title: The hill
  paper: {width: 8in, height: 8in}
  grid: {hexes: flat, columns: 01-06, rows: 01-05, across_flats: 20mm, low: even, at: [20mm, 20mm]}
  base: clear
counter_print: {side: 0.5in, factors: attack defence movement}
"""
ROWS: list[list[Any]] = [
    ["Order of battle", None, None],
    ["Name", "Nation", "Type", "Size", "Bde", "Full", None, None, "Reduced", "Qty", "Set-up hex", "Turn", "# mine"],
    [None, None, None, None, None, "A", "D", "M", "A-D-M"],
    ["1 Guards", "Blue", "inf", "bn", "Gd", 3, 4, 3, "1-2-3", 1, "0101", 1, "good"],
    ["A Tanks", "BLUE", "tank", "coy", "Gd", 4, 2, 6, "-", 2, "0102", 1, None],
    ["# a remark", None, None],
    ["2 Guns", "Russian", "arty", "bty", None, 4, 1, 2, None, 1, "0601", None, None],
    ["3 Rifles", "Red", "infantry", "battalion", None, 3, 3, 3, "2-2-3", 3, None, 3, None],
]
COLUMNS = """
counters:
  file: units.xlsx
  sheet: Units
  id: from label
  columns: {Name: label, Nation: side, Type: symbol, Size: size, Bde: formation, Full / A: front.attack,
    Full / D: front.defence, Full / M: front.movement, Reduced / A-D-M: back, Qty: copies, Set-up hex: hexes, Turn: turn}
"""


def workbook(path: Path, **sheets: Sequence[Sequence[object]]) -> Path:
    """Write a workbook with the rows of each sheet."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    book.save(path)
    return path


def ods(path: Path, rows: Sequence[Sequence[object]]) -> Path:
    """Write a workbook of LibreOffice with one sheet, whose last row and cell are repeated, as the program does."""
    names = {one: f"urn:oasis:names:tc:opendocument:xmlns:{one}:1.0" for one in ("office", "table", "text")}
    lines = [
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{cell or ''}</text:p></table:table-cell>" for cell in row)
        + '<table:table-cell table:number-columns-repeated="16000"/></table:table-row>'
        for row in rows
    ]
    blank = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    spaces = " ".join(f'xmlns:{one}="{uri}"' for one, uri in names.items())
    table = f'<table:table table:name="Units">{"".join(lines)}{blank}</table:table>'
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("content.xml", f"<office:document-content {spaces}>{body}</office:document-content>")
    return path


def game(folder: Path, data: str) -> Game:
    """Return the game of this data in a folder."""
    (folder / "game.yaml").write_text(DOOR + data, encoding="utf-8")
    return load_game(folder)


def refusal(folder: Path, data: str) -> list[str]:
    """Return the findings about the game of this data: place without the folder, code and message."""
    with pytest.raises(Refused) as error:
        game(folder, data)
    return [str(one).replace(f"{folder.as_posix()}/", "") for one in error.value.findings]


def test_each_other_name_of_a_symbol_leads_to_one_symbol() -> None:
    names = yaml.load(Path("templates/synonyms.yaml").read_text("utf-8"), yaml.BaseLoader)["words"]["symbol"]
    symbols = {
        key
        for path in Path("templates/symbols").glob("*.yaml")
        for key in yaml.load(path.read_text("utf-8"), yaml.BaseLoader)
    }
    assert set(names) <= symbols
    others = [other for words in names.values() for other in words]
    assert len(others) == len(set(others))
    assert not set(others) & symbols


def test_a_workbook_with_headings_of_its_author_is_the_counters(tmp_path: Path) -> None:
    workbook(tmp_path / "units.xlsx", Notes=[["anything"]], Units=ROWS)
    found = game(tmp_path, COLUMNS)
    assert list(found.counters) == ["1-guards", "a-tanks", "2-guns", "3-rifles"]
    guards, tanks, guns, _ = found.counters.values()
    assert (guards.side, guards.symbol, guards.size, guards.formation) == ("blue", "infantry", "battalion", "guard")
    assert (guards.front.factors, guards.back.factors, guards.back.state, guards.steps) == (
        "3-4-3",
        "1-2-3",
        "reduced",
        2,
    )
    assert (tanks.front.factors, tanks.back.state, tanks.steps, tanks.copies) == ("4-2-6", "blank", 1, 2)
    assert (guns.side, guns.size) == ("red", "battery")


def test_columns_of_hexes_and_turns_make_the_entries(tmp_path: Path) -> None:
    workbook(tmp_path / "units.xlsx", Units=ROWS)
    made = game(tmp_path, COLUMNS).entries
    assert {id_: (one.kind, one.counters, one.hexes, one.turn) for id_, one in made.items()} == {
        "blue-1": ("setup", ("1-guards",), "0101", 1),
        "blue-2": ("setup", ("a-tanks",), "0102", 1),
        "red-1": ("setup", ("2-guns",), "0601", None),
        "red-2": ("reinforcement", ("3-rifles",), "", 3),
    }
    assert (made["blue-1"].where, made["red-2"].name, made["red-2"].when) == ("0101", "Red, turn 3", "Turn 3")


def test_a_sheet_of_libreoffice_and_a_csv_table_give_the_same_counters(tmp_path: Path) -> None:
    workbook(tmp_path / "units.xlsx", Units=ROWS)
    wanted = game(tmp_path, COLUMNS).counters
    ods(tmp_path / "units.ods", ROWS)
    assert game(tmp_path, COLUMNS.replace(".xlsx", ".ods")).counters == wanted
    lines = [";".join("" if cell is None else str(cell) for cell in [*row, *[""] * (13 - len(row))]) for row in ROWS]
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        (tmp_path / "units.csv").write_text("\r\n".join(lines), encoding=encoding)
        assert game(tmp_path, COLUMNS.replace(".xlsx", ".csv")).counters == wanted, encoding


def test_an_encoding_that_is_stated_is_read(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id;label;symbol;side;front\nA1;Gärde;inf;blue;1-2-3\n", encoding="cp1252")
    data = "counters: {file: units.csv, encoding: ENCODING}"
    assert game(tmp_path, data.replace("ENCODING", "windows-1252")).counters["A1"].label == "Gärde"
    (one,) = refusal(tmp_path, data.replace("ENCODING", "klingon"))
    assert "L002 this file is not in the encoding klingon" in one


def test_what_is_meant_is_proposed_in_one_finding(tmp_path: Path) -> None:
    workbook(tmp_path / "units.xlsx", Units=ROWS)
    (one,) = refusal(tmp_path, "counters: units.xlsx")
    assert one.startswith("units.xlsx, sheet Units, A2 (counters): L024 the headings Name, Nation, Type")
    proposal = one.partition("write ")[2].partition(", and correct")[0]
    assert len(game(tmp_path, proposal).counters) == 4, "what is proposed can be pasted"


BY_NATION = [["Name", "Type", "Strength", "Reduced", "Start"], ["1 Foot", "inf", "4-4-3", "1-2-3", "0101"]]


def test_a_sheet_for_each_nation_states_its_side_once(tmp_path: Path) -> None:
    blue, red = BY_NATION, [BY_NATION[0], ["2 Foot", "inf", "4-4-3", "-", "0201"]]
    workbook(tmp_path / "units.xlsx", Blue=blue, **{"Russian OOB": red})
    data = "counters: [{file: units.xlsx, sheet: Blue}, {file: units.xlsx, sheet: Russian OOB}]"
    proposals = [
        one.partition("in counters, write ")[2].partition(" in place of")[0] for one in refusal(tmp_path, data)
    ]
    columns = "columns: {Name: label, Type: symbol, Strength: front, Reduced: back, Start: hexes}"
    assert proposals == [
        f"{{file: units.xlsx, sheet: Blue, id: from label, {columns}, set: {{side: blue}}}}",
        f"{{file: units.xlsx, sheet: Russian OOB, id: from label, {columns}, set: {{side: red}}}}",
    ]
    made = game(tmp_path, f"counters: [{', '.join(proposals)}]")
    assert {id_: one.side for id_, one in made.counters.items()} == {"1-foot": "blue", "2-foot": "red"}
    assert {id_: one.side for id_, one in made.entries.items()} == {"blue-1": "blue", "red-1": "red"}


def test_an_entry_without_a_place_is_found_unless_the_rules_state_one(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,label,symbol,side,front,turn\nA1,1 Gd,inf,blue,1-2-3,3\n", "utf-8")
    said = [
        ("A unit that enters later appears at its place.", True),
        ("Reinforcements enter on the west edge of the map.", False),
        ("Reinforcements enter in 0103.", False),
    ]
    for text, found in said:
        (tmp_path / "rules.md").write_text(f"# 1.0 Units\n\n{text}\n", encoding="utf-8")
        findings = check_game(game(tmp_path, "counters: units.csv\nrules: rules.md"))
        places = [(one.code, one.spot.path) for one in findings if one.code == "S025"]
        assert places == ([("S025", "entries.blue-1.where")] if found else []), text


def test_a_town_in_a_sheet_of_terrain_is_to_be_listed_under_places(tmp_path: Path) -> None:
    (tmp_path / "map.csv").write_text("hex,terrain\n0101,town\n", encoding="utf-8")
    data = DOOR.replace("  base: clear\n", "  base: clear\n  terrain: {file: map.csv}\n")
    data = data.replace("terrain:\n", "terrain:\n  town: {name: Town, of: place, look: town}\n", 1)
    (tmp_path / "game.yaml").write_text(data, encoding="utf-8")
    advice = [one.write for one in check_game(load_game(tmp_path)) if one.code == "I008"]
    assert advice == ["list it under map.places, or change `of` in terrain.town to hex"]


def test_a_value_of_all_rows_may_have_a_name_of_the_author_and_is_replaced_by_a_cell(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,label,front,size\nA1,1 Gd,1-2-3,\nA2,2 Gd,1-2-3,bde\n", "utf-8")
    units = game(tmp_path, "counters: {file: units.csv, set: {side: Russian, symbol: inf, size: bn}}").counters
    assert [(one.kind, one.side, one.symbol, one.size) for one in units.values()] == [
        ("unit", "red", "infantry", "battalion"),
        ("unit", "red", "infantry", "brigade"),
    ]
    (one,) = refusal(tmp_path, "counters: {file: units.csv, set: {sied: red, symbol: inf}}")
    assert "L010 set has the unknown key sied; did you mean side?" in one


def test_a_value_of_all_rows_of_a_set_up_list_is_stated_once(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,label,symbol,side,front\nA1,1 Gd,inf,blue,1-2-3\n", "utf-8")
    (tmp_path / "setup.csv").write_text("counters,hexes\nA1,0101\n", "utf-8")
    made = game(tmp_path, "counters: units.csv\nentries: {file: setup.csv, set: {side: Blue, turn: 3}}").entries
    assert [(id_, one.side, one.turn) for id_, one in made.items()] == [("blue-1", "blue", 3)]


FAULTS: dict[str, tuple[Callable[[list[list[Any]]], object], str]] = {
    "a date": (
        lambda rows: rows[3].__setitem__(8, dt.date(2003, 2, 1)),
        "units.xlsx, sheet Units, I4: L025 this cell is a date (2-1-3); spreadsheet programs make one of factors",
    ),
    "a formula": (
        lambda rows: rows[3].__setitem__(5, "=1+2"),
        "units.xlsx, sheet Units, F4: L025 this cell has a formula, but the file does not have its result",
    ),
    "a total": (
        lambda rows: rows.append(["Total", None, None, None, None, 14]),
        "units.xlsx, sheet Units, A9: L024 this row is a sum of the others; begin its first cell with #",
    ),
    "an id twice": (
        lambda rows: rows.append(rows[3]),
        "units.xlsx, sheet Units, A9 (counters.1-guards): L006 1-guards is written twice, first at row 4",
    ),
    "a wrong value": (
        lambda rows: rows[3].__setitem__(9, "two"),
        "units.xlsx, sheet Units, J4 (counters.1-guards.copies): L014 copies must be a whole number, but is two",
    ),
    "words in place of a hex": (
        lambda rows: rows[3].__setitem__(10, "north edge"),
        "units.xlsx, sheet Units, K4 (counters.1-guards): L024 north edge is written in the column of hexes",
    ),
    "a heading too few": (
        lambda rows: rows[1].__setitem__(9, "Number of"),
        "game.yaml:19:9 (counters): L024 the sheet has no heading Qty",
    ),
}


def test_a_date_in_a_needed_column_is_one_finding(tmp_path: Path) -> None:
    rows = [["id", "label", "symbol", "side", "front"], ["A1", "1 Gd", "inf", "blue", dt.date(2026, 3, 4)]]
    workbook(tmp_path / "units.xlsx", Units=rows)
    (one,) = refusal(tmp_path, "counters: {file: units.xlsx, sheet: Units}")
    assert "E2: L025 this cell is a date" in one


def test_a_turn_with_a_letter_is_told_its_word(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,label,symbol,side,front,turn\nA1,1 Gd,inf,blue,1-2-3,T3\n", "utf-8")
    (one,) = refusal(tmp_path, "counters: units.csv")
    assert one.endswith("but is T3; write 3, or where the sheet is named words: {turn: {T3: 3}}")
    (tmp_path / "units.csv").write_text("id,label,symbol,side,front,Arrives\nA1,1 Gd,inf,blue,1-2-3,T3\n", "utf-8")
    (one,) = refusal(tmp_path, "counters: {file: units.csv, columns: {Arrives: turn}}")
    assert one.endswith("but is T3; write 3, or where the sheet is named words: {Arrives: {T3: 3}}")
    (one,) = refusal(tmp_path, "tracks: {turn: {name: Turn, across: T3, spaces: [{label: 1}]}}")
    assert one.endswith("but is T3; write 3")


def test_an_abbreviation_may_end_with_a_full_stop(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,label,symbol,side,size,front\nA1,1 Gd,Inf.,blue,Regt.,1-2-3\n", "utf-8")
    unit = game(tmp_path, "counters: units.csv").counters["A1"]
    assert (unit.symbol, unit.size) == ("infantry", "regiment")


def test_a_symbol_that_others_call_so_is_proposed(tmp_path: Path) -> None:
    data = "counters: {A1: {kind: unit, label: 1, side: blue, symbol: truck, steps: 1, front: 1-2-3, back: blank}}"
    assert [one.write for one in check_game(game(tmp_path, data)) if one.code == "I003"] == ["write supply"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_sheet_and_cell(tmp_path: Path, fault: str) -> None:
    change, said = FAULTS[fault]
    rows = [list(row) for row in ROWS]
    change(rows)
    workbook(tmp_path / "units.xlsx", Units=rows)
    assert said in "\n".join(refusal(tmp_path, COLUMNS))


def test_the_sheet_with_the_headings_is_found(tmp_path: Path) -> None:
    workbook(tmp_path / "units.xlsx", ReadMe=[["All about the game"]], Track=[["Turn", "Date"], [1, "May"]], Units=ROWS)
    assert len(game(tmp_path, COLUMNS.replace("  sheet: Units\n", "")).counters) == 4


def test_another_sheet_is_proposed(tmp_path: Path) -> None:
    workbook(tmp_path / "units.xlsx", Unitz=ROWS)
    (one,) = refusal(tmp_path, COLUMNS)
    assert "L001" in one
    assert one.endswith(" has no sheet Units; did you mean Unitz?")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"id,label\n"])
def test_a_damaged_workbook_is_one_finding(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "units.xlsx").write_bytes(content)
    (one,) = refusal(tmp_path, COLUMNS)
    assert "L00" in one
    assert "units.xlsx" in one


def test_entities_of_a_workbook_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "units.ods", "w") as archive:
        archive.writestr("content.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    (one,) = refusal(tmp_path, "counters: units.ods")
    assert "L002 this workbook cannot be read: it declares entities" in one


def test_a_stray_cell_far_away_does_no_harm(tmp_path: Path) -> None:
    path = workbook(tmp_path / "units.xlsx", Units=ROWS)
    book = openpyxl.load_workbook(path)
    book["Units"]["XFD1048576"] = "stray"
    book.save(path)
    assert len(game(tmp_path, COLUMNS).counters) == 4


def test_words_of_the_author_have_a_meaning(tmp_path: Path) -> None:
    rows = [list(row) for row in ROWS]
    rows[3][2] = "Garde"
    workbook(tmp_path / "units.xlsx", Units=rows)
    data = f"{COLUMNS}  words: {{Type: {{garde: infantry}}}}\n"
    assert game(tmp_path, data).counters["1-guards"].symbol == "infantry"


MATRIX = [["", 1, 2, 3], ["01", "", "Deep Woods", None], ["02", "woods", "clear", ""]]


def test_terrain_is_a_matrix_of_hexes_or_a_list(tmp_path: Path) -> None:
    workbook(tmp_path / "map.xlsx", Matrix=MATRIX, List=[["hex", "terrain"], ["0201", "woods"], ["0102 0202", "Clear"]])
    data = DOOR.replace("  base: clear\n", "  base: clear\n  terrain: {file: map.xlsx, sheet: Matrix}\n")
    (tmp_path / "game.yaml").write_text(data, encoding="utf-8")
    board = load_game(tmp_path).map
    assert board is not None
    assert board.terrain == {"woods": "0201 0102", "clear": "0202"}
    (tmp_path / "game.yaml").write_text(data.replace("sheet: Matrix", "sheet: List"), encoding="utf-8")
    board = load_game(tmp_path).map
    assert board is not None
    assert board.terrain == {"woods": "0201", "clear": "0102 0202"}


def test_terrain_of_a_sheet_and_terrain_of_the_map_are_joined(tmp_path: Path) -> None:
    workbook(tmp_path / "map.xlsx", Map=[["hex", "terrain"], ["0101-0103 0201", "woods"]])
    data = DOOR.replace("  base: clear\n", "  base: clear\n  terrain: [{file: map.xlsx, sheet: Map}, OWN]\n")
    (tmp_path / "game.yaml").write_text(data.replace("OWN", "{woods: 0301 0302, clear: 0401}"), encoding="utf-8")
    board = resolve_board(load_game(tmp_path))
    assert board is not None
    numbers = {
        kind: sorted(board.grid.number(one) for one, of in board.terrain.items() if kind in of)
        for kind in ("woods", "clear")
    }
    assert numbers == {"woods": ["0101", "0102", "0103", "0201", "0301", "0302"], "clear": ["0401"]}
    (tmp_path / "game.yaml").write_text(data.replace("OWN", "0301"), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load_game(tmp_path)
    assert [(one.code, one.spot.path) for one in refused.value.findings] == [("L012", "map.terrain.1")]


def test_the_cells_of_a_table_are_a_sheet_with_its_labels(tmp_path: Path) -> None:
    (tmp_path / "crt.csv").write_text("die,1-2,1-1,2-1\n1,A1,A1,-\n2-6,-,D1,D1\n", encoding="utf-8")
    data = """
tables:
  crt: {name: CRT, columns: {by: odds, beyond: clamp}, rows: {by: roll, of: 1d6}, cells: {file: crt.csv}}
"""
    table = game(tmp_path, data).tables["crt"]
    assert table.columns is not None
    assert (table.columns.heads, table.rows.heads) == (("1-2", "1-1", "2-1"), ("1", "2-6"))
    assert table.cells == (("A1", "A1", "-"), ("-", "D1", "D1"))
    (one,) = refusal(tmp_path, data.replace("by: odds", "odds: 1-2 1-1 3-1"))
    assert "(tables.crt.columns): L024 the labels are 1-2 1-1 3-1, but those of the sheet are 1-2 1-1 2-1" in one


def test_a_set_up_list_makes_the_entries(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text(
        "id,label,symbol,side,front\nA1,1 Gd,inf,blue,1-2-3\nA2,2 Gd,inf,blue,1-2-3\n", "utf-8"
    )
    (tmp_path / "setup.csv").write_text("Unit,Nation,Start hex,Turn\nA1,Blue,0101,\nA2,Blue,0102-0104,3\n", "utf-8")
    data = "counters: units.csv\nentries: {file: setup.csv, columns: {Unit: counters, Nation: side, Start hex: hexes, Turn: turn}}"
    made = game(tmp_path, data).entries
    assert [(id_, one.kind, one.counters, one.hexes, one.turn, one.name) for id_, one in made.items()] == [
        ("blue-1", "setup", ("A1",), "0101", None, "Blue, set-up"),
        ("blue-2", "reinforcement", ("A2",), "0102-0104", 3, "Blue, turn 3"),
    ]
    (one,) = refusal(tmp_path, "counters: units.csv\nentries: setup.csv")
    assert "columns: {Unit: counters, Nation: side, Start hex: hexes" in one


def test_records_of_any_part_are_a_sheet(tmp_path: Path) -> None:
    workbook(
        tmp_path / "all.xlsx", entries=[["id", "name", "kind", "counters", "where"], ["a", "A", "setup", "A1", "x"]]
    )
    (tmp_path / "units.csv").write_text("id,label,symbol,side,front\nA1,1 Gd,inf,blue,1-2-3\n", encoding="utf-8")
    found = game(tmp_path, "counters: units.csv\nentries: {file: all.xlsx, sheet: entries}")
    assert found.entries["a"].counters == ("A1",)


OWN_GAMES = tuple(path.parent.name for path in sorted(Path("tests/games").glob("*/game.yaml")))
KINDS = tuple(new_kinds())


def exported(folder: Path, target: Path) -> tuple[str, ...]:
    """Write a game as a workbook, and return the titles of its sheets."""
    export = WorkbookExport(folder)
    for file, content in export.files().items():
        (target / file).parent.mkdir(parents=True, exist_ok=True)
        (target / file).write_bytes(content)
    return export.sheets


def assert_same_game(one: Game, other: Game) -> None:
    for key in type(one).model_fields:
        if key != "rules":  # cases know their file
            assert getattr(one, key) == getattr(other, key), key
    assert [case.number for case in one.rules] == [case.number for case in other.rules]
    for section in ("counters", "entries", "terrain", "components"):
        assert list(getattr(one, section)) == list(getattr(other, section)), section


@pytest.mark.parametrize("name", [*KINDS, *OWN_GAMES, *shipped_games()])
def test_a_game_that_is_exported_as_a_workbook_is_the_same_game(tmp_path: Path, name: str) -> None:
    folder = find_game(name) if name in shipped_games() else Path("tests/games", name)
    if name in KINDS:
        folder = tmp_path / "new"
        write_game(folder, files_of(NewGame(name, title="The Ford", sides=("Blue", "Red"))))
    once, twice = tmp_path / "once", tmp_path / "twice"
    assert exported(folder, once)
    assert exported(once, twice)
    overlays = [f"{part}/{one}" for part, names in overlay_files(folder).items() for one in names]
    for chosen in ((), *((one,) for one in overlays)):
        before = load_game(folder, chosen)
        for copy in (once, twice):
            after = load_game(copy, chosen)
            games = zip((before, *before.scenarios.values()), (after, *after.scenarios.values()), strict=True)
            for one, other in games:
                assert_same_game(one, other)


def test_an_export_keeps_comments_and_other_sheets(tmp_path: Path) -> None:
    data = """
# ours
counters: {file: hill.xlsx, sheet: Units, id: from label, columns: {Unit: label, Type: symbol, A: front, Hexes: hexes}, set: {side: blue}}
# the tables
tables:
  crt: {name: CRT, columns: {by: odds, beyond: clamp}, rows: {by: roll, of: 1d6}, cells: {file: hill.xlsx, sheet: CRT}}
"""
    folder = tmp_path / "hill"
    folder.mkdir()
    units = [["Unit", "Type", "A", "Hexes"], ["1 Gd", "inf", "1-2-3", "0101"], ["2 Gd", "inf", "1-2-3", "0102"]]
    crt = [["die", "1-2", "1-1", "2-1"], ["1", "A1", "A1", "-"], ["2-6", "-", "D1", "D1"]]
    workbook(folder / "hill.xlsx", Units=units, CRT=crt)
    before = game(folder, data)
    assert set(exported(folder, tmp_path / "book")) == {"sides", "formations", "terrain", "counters", "entries"}
    assert_same_game(before, load_game(tmp_path / "book"))
    written = (tmp_path / "book" / "game.yaml").read_text("utf-8")
    assert (
        "# ours\ncounters: {file: hill-2.xlsx, sheet: counters}\nentries: {file: hill-2.xlsx, sheet: entries}\n# the tables"
        in written
    )


def test_a_cell_of_an_export_is_never_a_formula_or_a_date(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text(
        "id,kind,side,label,front,back\nA1,unit,blue,=A1,1-2-3,blank\nA2,unit,blue,2-Jan,0-0-1,blank\n",
        encoding="utf-8",
    )
    game(tmp_path, "counters: units.csv")
    files = WorkbookExport(tmp_path).files()
    assert "units.csv" not in files
    (book,) = (content for name, content in files.items() if name.endswith(".xlsx"))
    sheet = openpyxl.load_workbook(io.BytesIO(book))["counters"]
    cells = [cell for row in sheet.iter_rows(min_row=2) for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}
    assert {cell.number_format for cell in cells} == {"@"}
    assert [cell.value for cell in sheet["D"][1:]] == ["=A1", "2-Jan"]


def test_the_command_makes_a_folder_and_overwrites_nothing(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    small = Path("tests/games/small").resolve()
    done = pnp("export", str(small), "--as", "xlsx", "-o", "made", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "made: 3 files, with 11 sheets\n")
    assert pnp("check", "made", cwd=tmp_path).returncode == 0
    again = pnp("export", str(small), "--as", "xlsx", "-o", "made", cwd=tmp_path)
    assert again.returncode == 2
    assert "made is not an empty folder" in again.stderr


@pytest.mark.parametrize(
    ("headings", "proposed"),
    [
        ("No,Card,Effect,Art", "columns: {'No': id, Card: title, Effect: says, Art: picture}}"),
        ("Number,Title,Text,Image", "columns: {Number: id, Title: title, Text: says, Image: picture}}"),
        ("Name,Qty,Text,Notes", "id: from title, columns: {Name: title, Qty: copies, Text: says}, ignore: [Notes]}"),
    ],
)
def test_what_the_headings_of_a_sheet_of_cards_mean_is_proposed(tmp_path: Path, headings: str, proposed: str) -> None:
    write_game(tmp_path / "hill", files_of(NewGame("cards", title="The Hill", sides=("Blue", "Red"))))
    components, cards = tmp_path / "hill" / "components.yaml", tmp_path / "hill" / "cards.csv"
    lines = [line for line in components.read_text().splitlines() if not line.startswith("    columns:")]
    components.write_text("\n".join(lines))
    cards.write_text(f"{headings}\n1,Scouts,3,eye\n")
    with pytest.raises(Refused) as refused:
        load_game(tmp_path / "hill")
    assert [one.write for one in refused.value.findings] == [
        f"write ranks: {{file: cards.csv, {proposed}, and correct in it what is wrong"
    ]


def test_a_sheet_without_the_symbol_of_units_is_told_so_even_if_ids_are_made_from_labels(tmp_path: Path) -> None:
    write_game(tmp_path / "ford", files_of(NewGame("hexes", title="The Ford", sides=("Blue", "Red"))))
    game = tmp_path / "ford" / "game.yaml"
    game.write_text(game.read_text().replace("Type: symbol", "Type: simbol"))

    def found() -> tuple[Finding, ...]:
        with pytest.raises(Refused) as refused:
            load_game(tmp_path / "ford")
        return refused.value.findings

    assert [(one.code, one.wrong, one.write) for one in found()] == [
        ("L010", "Type is given the unknown key simbol", "did you mean symbol?")
    ]
    game.write_text(game.read_text().replace("id: from label", "id: from labell").replace("simbol", "symbol"))
    assert [one.write for one in found() if one.code == "L016"] == ["did you mean label?"]


UNITS = "Name;Nation;Branch;A;D;M;Painted\n1 Foot;Blue;infantry;4;4;4;yes\n2 Foot;Red;infantry;2;3;4;no\n"
READ = """
counters:
  - file: units.csv
    id: from label
    columns: {Name: label, Nation: side, Branch: symbol, A: front.attack, D: front.defence, M: front.movement}
    ignore: [Painted]
"""
SLIPS = {
    "a misspelt option": (
        ("    columns:", "    colums:"),
        "game.yaml:21:5 (colums): L010 unknown key colums; did you mean columns?",
    ),
    "a misspelt file": (
        ("  - file:", "  - fiel:"),
        "game.yaml:19:5 (counters): L010 unknown key fiel; write file instead of fiel",
    ),
    "a file of another kind": (
        ("units.csv", "units.txt"),
        "game.yaml:19:11 (counters): L012 units.txt is not a sheet that pnp reads; save it as one of .csv",
    ),
    "a misspelt key for a heading": (
        ("Branch: symbol", "Branch: symbl"),
        "game.yaml:21:50 (counters): L010 Branch is given the unknown key symbl; did you mean symbol?",
    ),
    "a misspelt factor": (
        ("front.attack", "front.atack"),
        "game.yaml:21:61 (counters): L010 A is given the unknown key front.atack; did you mean attack?",
    ),
    "a misspelt heading": (
        ("Branch: symbol", "Brench: symbol"),
        "game.yaml:19:11 (counters): L024 the sheet has no heading Brench; did you mean Branch?",
    ),
    "a heading that is not named": (
        ("Branch: symbol, ", ""),
        "units.csv:1:1 (counters): L024 the heading Branch is not a key; add columns: {Branch: symbol} beside file",
    ),
    "an ignored symbol": (
        ("Branch: symbol, A", "A"),
        "units.csv:1:1: L011 this table has no column symbol; write columns: {Branch: symbol} if Branch means it",
    ),
    "an id from a column that is not there": (
        ("from label", "from lable"),
        "units.csv:1:1 (counters): L016 ids cannot be made from lable; did you mean label?",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_beside_a_sheet_is_named_with_what_to_write(tmp_path: Path, slip: str) -> None:
    (old, new), said = SLIPS[slip]
    (tmp_path / "units.csv").write_text(UNITS, "utf-8")
    assert len(game(tmp_path, READ).counters) == 2
    assert old in READ
    data = READ.replace(old, new)
    (one,) = refusal(tmp_path, data.replace("[Pa", "[Branch, Pa") if "ignored" in slip else data)
    assert one.startswith(said)


def test_an_unknown_heading_is_named_or_ignored_in_the_data(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text(UNITS.replace("Painted", "Mood"), "utf-8")
    (one,) = refusal(tmp_path, READ.replace("    ignore: [Painted]\n", ""))
    assert one.startswith(
        "units.csv:1:26: L010 unknown column Mood; write columns: {Mood: KEY} with the key back, code"
    )
    assert one.endswith("or symbol, or ignore: [Mood] if it is your own")


def test_a_row_without_a_symbol_is_named(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text(UNITS.replace("Red;infantry", "Red;"), "utf-8")
    said = "L011 2-foot has neither a symbol nor a kind; write its symbol, or add a column kind"
    assert refusal(tmp_path, READ) == [f"units.csv:3:1 (counters.2-foot): {said}"]


def test_ids_are_made_from_a_heading_as_well_as_from_its_key(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text(UNITS, "utf-8")
    for column in ("label", "Name"):
        assert list(game(tmp_path, READ.replace("from label", f"from {column}")).counters) == ["1-foot", "2-foot"]


def test_a_column_gives_single_units_traits(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text(UNITS.replace("Painted", "Traits").replace("yes", '"elite, slow"'), "utf-8")
    data = READ.replace("M: front.movement", "M: front.movement, Traits: groups").replace("[Painted]", "[]")
    assert [one.groups for one in game(tmp_path, data).counters.values()] == [("elite", "slow"), ("no",)]
    (one,) = refusal(tmp_path, READ.replace("ignore: [Painted]", "words: {}"))
    assert "add columns: {Traits: groups} beside file" in one


def test_unknown_names_are_listed_beside_what_prevents_reading(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    rows = UNITS.replace("Painted", "Begins").replace("Red;infantry", "Rod;infentry").replace("4;yes", "4;here")
    (tmp_path / "units.csv").write_text(
        rows.replace("Name;", "Qty;Name;").replace("\n1", "\nsix;1").replace("\n2", "\n;2")
    )
    data = READ.replace("Name:", "Qty: copies, Begins: where, Name:").replace("[Painted]", "[]")
    (tmp_path / "game.yaml").write_text(DOOR + data, "utf-8")
    found = json.loads(pnp("check", tmp_path, "--format", "json").stdout)
    assert [(one["code"], one["path"]) for one in found] == [
        ("L014", "counters.1-foot.copies"),
        ("I001", "counters.2-foot.side"),
        ("I003", "counters.2-foot.symbol"),
    ]


def test_an_overlay_between_a_workbook_and_its_game_has_only_what_differs(tmp_path: Path) -> None:
    folder, book = Path("tests/games/ford"), tmp_path / "book"
    exported(folder, book)
    assert overlay_text(game_tree(load_game(folder)), game_tree(load_game(book))) == ""
    assert overlay_text(game_tree(load_game(book)), game_tree(load_game(folder))) == ""
    file = book / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("title: ", "title: New ", 1), "utf-8")
    assert overlay_text(game_tree(load_game(folder)), game_tree(load_game(book))).startswith("game:\n  title: New ")
