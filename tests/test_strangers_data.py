"""Data as other people and their programs write it: spreadsheets, usual tables, maps with slips, Markdown of others.

Each test has a small game of its own, and states what must be found or printed.
"""

from __future__ import annotations

import re
import shutil
import textwrap
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.compose.aids.aid_pages import certain_answers, find_overfull_aids, rows_of_slots
from pnp.compose.aids.blocks.table_block import CrtView, compose_table
from pnp.compose.pictures import Pictures
from pnp.compose.rulebook.rule_text import RuleText
from pnp.draw.card_faces import draw_cards
from pnp.draw.counter.factors import read_factors
from pnp.findings import Finding, Refused, Severity
from pnp.kit.full_check import book_findings, full_check
from pnp.load import load_game
from pnp.load.target_files import load_target
from pnp.model.components.cards_and_decks import CardDeck
from pnp.model.game import Game
from pnp.rules.state.unit import read_factor
from pnp.scene import Path as Outline, Text
from pnp.spot import Spot
from pnp.typeface import text_width

DOOR = """
game: {title: Hill Fight, designer: A, rights: {basis: own, holder: A}}
sides:
  blue: {name: Blue, ground: "#9DB7D5", accent: "#16324F", emblem: star}
"""
UNITS = (
    DOOR
    + """
counter_print: {side: 0.5in, factors: attack defence movement}
counters: units.csv
entries:
  all: {name: Set-up, kind: setup, side: blue, counters: [B1-B9], where: any hex}
"""
)
HEAD = "id,kind,side,symbol,size,label,right,steps,front,back"
MAP = (
    DOOR
    + """
terrain:
  clear: {name: Clear, of: hex, look: clear, cost: "1"}
  woods: {name: Woods, of: hex, look: woods, cost: "2"}
  river: {name: River, of: hexside, look: river, cost: "+1"}
  wall: {name: Wall, of: hexside, look: wall, cost: "+1"}
"""
)
PAPERS = ("letter", "a4")


def write_game(folder: Path, door: str, **files: str) -> Path:
    """Write a game into a folder; `units_csv` is the content of units.csv."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(door, encoding="utf-8")
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


def found_in(folder: Path) -> list[Finding]:
    """Return the findings of reading and checking a game, without missing ids of entries and unused terrain."""
    try:
        found = check_game(load_game(folder))
    except Refused as refused:
        found = refused.findings
    return [one for one in found if one.code not in ("I006", "M024", "I019", "I020", "C016", "S002")]


def codes(found: list[Finding]) -> list[str]:
    """Return the codes of findings."""
    return [one.code for one in found]


def units(folder: Path, *rows: str, head: str = HEAD, door: str = UNITS) -> list[Finding]:
    """Return the findings in a game with these rows of units."""
    return found_in(write_game(folder, door, units_csv="\n".join((head, *rows)) + "\n"))


def unit(id_: str, label: str, right: str = "", front: str = "3-4-3", back: str = "1-2-3", steps: str = "2") -> str:
    """Return the row of a unit."""
    return f"{id_},unit,blue,infantry,battalion,{label},{right},{steps},{front},{back}"


# ---------------------------------------------------------------- spreadsheets


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2-Jan", "1-2 or 2-1"),
        ("Feb-03", "2-3"),
        ("04/03/2004", "4-3-4 or 3-4-4"),
        ("3.4.2005", "3-4-5 or 4-3-5"),
        ("2004-03-05", "3-5-4 or 5-3-4"),
        ("1.00E+03", "1000"),
        ("#REF!", "the value that was meant"),
    ],
)
def test_texts_that_a_spreadsheet_changed_are_found(tmp_path: Path, typed: str, meant: str) -> None:
    (one,) = units(tmp_path, unit("B1", "Guards", typed), unit("B2", "Rifles", "2-3"))
    assert (one.code, one.severity, one.spot.line) == ("C026", Severity.WARNING, 2)
    assert one.wrong.startswith(f"{typed} looks like")
    assert one.write == f"write {meant}"


def test_factors_that_a_spreadsheet_changed_are_one_finding_of_a_column(tmp_path: Path) -> None:
    rows = [unit(f"B{n}", f"{n} Guards", front=f"0{n}/04/2003", back="1-2-3") for n in range(1, 6)]
    (one,) = units(tmp_path, *rows)
    assert (one.code, one.severity, one.spot.line) == ("C025", Severity.ERROR, 2)
    assert one.wrong.startswith("01/04/2003 and 4 other values of front look like")


def test_dates_on_a_track_are_dates(tmp_path: Path) -> None:
    track = "tracks: {turn: {name: Turn, spaces: [{label: '1', lines: [2-Jan]}, {label: '2', lines: [4-Jan]}]}}\n"
    assert not {"C025", "C026"} & {*codes(found_in(write_game(tmp_path, DOOR + track)))}


def test_a_changed_cell_of_a_table_is_found(tmp_path: Path) -> None:
    table = (
        "tables: {raid: {name: Raid, rows: {roll: 1d6, name: Die}, cells: '1-3\n\n2-3\n\n2-Mar\n\n3-4\n\n4-5\n\n5-6'}}"
    )
    assert [one.wrong.split()[0] for one in found_in(write_game(tmp_path, DOOR + table)) if one.code == "C026"] == [
        "2-Mar"
    ]


def test_invisible_characters_are_dropped(tmp_path: Path) -> None:
    rows = [unit("B1", "Rifle\u00admen"), unit("B2", "Gu\u200bards\u200e")]
    assert not units(tmp_path, *rows)
    assert [one.label for one in load_game(tmp_path).counters.values()] == ["Riflemen", "Guards"]


def test_a_line_break_in_a_label_is_named(tmp_path: Path) -> None:
    write_game(
        tmp_path,
        UNITS.replace("B1-B9", "B1"),
        units_csv=f"{HEAD}\n{unit('B1', chr(34) + '1' + chr(10) + 'Guards' + chr(34))}\n",
    )
    (one,) = [one for one in full_check(load_game(tmp_path)) if one.code == "D004"]
    assert "has a line break" in one.wrong
    assert one.write == "write it on one line"


def test_empty_columns_at_the_end_are_dropped(tmp_path: Path) -> None:
    assert not units(tmp_path, f"{unit('B1', '1 Guards')},,,", f"{unit('B2', '2 Guards')},,,,,", head=f"{HEAD},,,")


def test_a_value_in_a_column_without_a_name_is_not_lost(tmp_path: Path) -> None:
    (one,) = units(tmp_path, f"{unit('B1', '1 Guards')},,yes,", head=f"{HEAD},,,")
    assert one.code == "L016"
    assert one.wrong == "column 12 has no name, but yes is written in it"


def test_cells_may_be_separated_by_semicolons(tmp_path: Path) -> None:
    assert not units(tmp_path, unit("B1", "1 Guards").replace(",", ";"), head=HEAD.replace(",", ";"))


def test_names_of_files_may_be_in_capitals(tmp_path: Path) -> None:
    folder = write_game(tmp_path, UNITS.replace("units.csv", "UNITS.CSV"))
    (folder / "UNITS.CSV").write_text(f"{HEAD}\n{unit('B1', '1 Guards')}\n", encoding="utf-8")
    assert not found_in(folder)
    assert [*load_game(folder).counters] == ["B1"]


def test_a_door_in_capitals_is_named(tmp_path: Path) -> None:
    (tmp_path / "GAME.YAML").write_text(DOOR, encoding="utf-8")
    if (tmp_path / "game.yaml").exists():
        pytest.skip("this file system does not tell capitals from small letters")
    assert [one.write for one in found_in(tmp_path)] == ["rename GAME.YAML to game.yaml"]


def test_headings_of_an_author_are_one_finding_with_what_to_write(tmp_path: Path) -> None:
    head = "id,name,nation,type,size,attack,defense,move,reduced attack,setup hex,qty"
    rows = [f"B{n},{n} Guards,Blue,infantry,battalion,3,4,3,1,0101,2" for n in range(1, 20)]
    (one,) = units(tmp_path, *rows, head=head)
    assert (one.code, one.spot.line, one.spot.column) == ("L024", 1, 1)
    assert one.write.startswith("write counters: {file: units.csv, columns: {name: label, nation: side, type: symbol, ")
    assert "reduced attack: back.attack, setup hex: hexes, qty: copies}}" in one.write


def test_the_advice_on_a_sheet_in_a_list_keeps_the_other_files(tmp_path: Path) -> None:
    door = UNITS.replace("counters: units.csv", "counters: [units.csv, markers.yaml]")
    (tmp_path / "markers.yaml").write_text("turn: {kind: marker, label: Turn, front: {word: Turn}, back: blank}\n")
    (one,) = units(tmp_path, "B1,1 Guards,Blue,infantry", head="id,name,nation,type", door=door)
    assert one.write == (
        "in counters, write {file: units.csv, columns: {name: label, nation: side, type: symbol}} in place of "
        "units.csv, and correct in it what is wrong"
    )


@pytest.mark.parametrize("values", [",,,,", ",x,y,,"])
def test_an_unknown_column_is_reported_with_or_without_values(values: str, tmp_path: Path) -> None:
    """A column without a heading may be empty, and so may one that pnp knows."""
    found = units(tmp_path, f"{unit('B1', 'A')}{values}", head=f"{HEAD},lable,formaton,spare,")
    assert [(one.code, one.spot.line, one.wrong, one.write) for one in found] == [
        ("L010", 1, "unknown column lable", "did you mean label?"),
        ("L010", 1, "unknown column formaton", "did you mean formation?"),
    ]


def test_an_empty_column_of_a_component_is_known_by_its_kind(tmp_path: Path) -> None:
    door = f"{DOOR}components: pieces.csv\n"
    rows = "id,kind,name,says,width,height,front.map,front.mpa,back.map\nC,card,Card,A card.,3in,2in,true,,\n"
    (one,) = found_in(write_game(tmp_path, door, pieces_csv=rows))
    assert (one.code, one.wrong, one.write) == ("L010", "unknown column front.mpa", "did you mean map?")


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ('1 Guards"', '1 Guards" has only one "'),
        ('1 "Guards', '1 "Guards has only one "'),
        ('11/55"', '11/55" has only one "'),
        ('1 "Old" Guards', ""),
        ('range 6"', ""),
        ('6½"', ""),
    ],
)
def test_a_single_quote_in_a_text_is_found(label: str, found: str, tmp_path: Path) -> None:
    said = [one for one in units(tmp_path, unit("B1", label)) if one.code == "L016"]
    assert [one.wrong for one in said] == ([found] if found else [])
    assert all((one.spot.line, one.spot.column) == (2, 1 + unit("B1", label).rindex('"')) for one in said)


# ---------------------------------------------------------------- counters


def test_counters_are_told_apart_by_everything_that_is_printed(tmp_path: Path) -> None:
    alike = "B4,unit,blue,infantry,battalion,1st,Cole,2,3-4-3,1-2-3"
    rows = [unit("B1", "1st", "Cole"), unit("B2", "1st", "Reyn"), unit("B3", "1st", "Cole", front="5-4-3"), alike]
    (one,) = units(tmp_path, *rows)
    assert (one.code, one.spot.line, one.wrong) == ("C008", 5, "1st looks exactly like the counter B1")


def test_endings_of_ordinal_numbers_are_no_arms(tmp_path: Path) -> None:
    cavalry = [unit(f"B{n}", f"{n}th Cav").replace("infantry", "cavalry") for n in (4, 5)]
    assert not units(tmp_path, unit("B1", "10th"), *cavalry)
    (one,) = units(tmp_path, unit("B1", "10th Cav"), *cavalry)
    assert one.code == "C020"
    assert "has Cav in its label" in one.wrong


@pytest.mark.parametrize(("steps", "right"), [("-1", False), ("0", False), ("1", True), ("4", True), ("99", False)])
def test_steps_have_a_range(tmp_path: Path, steps: str, right: bool) -> None:
    back = "blank" if steps == "1" else "1-2-3"
    found = units(tmp_path, unit("B1", "1 Guards", back=back, steps=steps))
    assert codes(found) == ([] if right else ["C011"])
    assert right or found[0].write == "write a number from 1 to 30"


def test_a_framed_factor_names_the_key_that_explains_it(tmp_path: Path) -> None:
    door = UNITS.replace("movement}", "movement, notation: {'[8]': may not attack}}")
    found = units(tmp_path, unit("B1", "1 Guards", front="[8]-4-3"), door=door)
    assert codes(found) == ["C003"]
    assert "with the key '[n]'" in found[0].write
    assert not units(tmp_path, unit("B1", "1 Guards", front="[8]-4-3"), door=door.replace("[8]", "[n]"))


def test_a_factor_may_be_negative(tmp_path: Path) -> None:
    door = UNITS.replace("attack defence movement", "morale modifier")
    assert not units(tmp_path, unit("B1", "Sgt Hill", front="9--1", back="8-0"), door=door)
    assert [sign.text for sign in read_factors("9--1")] == ["9", "-1"]
    assert (read_factor("-1"), read_factor("−2"), read_factor("[3]")) == (-1, -2, 3)


# ---------------------------------------------------------------- tables


def crt(rows: int, columns: int, *, long: bool = False) -> str:
    """Return a game with a combat results table of this size for both parties."""
    odds = [
        "1-6",
        "1-5",
        "1-4",
        "1-3",
        "1-2",
        "2-3",
        "1-1",
        "3-2",
        "2-1",
        "5-2",
        "3-1",
        "4-1",
        "5-1",
        "6-1",
        "7-1",
        "8-1",
        "9-1",
        "10-1",
        "12-1",
        "15-1",
        "20-1",
        "25-1",
    ]
    cells = []
    for i in range(rows):
        worst = [(max(0, 6 - (i + j) // 3), (i + j) // 4) for j in range(columns)]
        cells.append(" ".join(f"{a}R/{d}DR" if long else f"{a}/{d}" for a, d in worst))
    roll = f"1d{rows}" if rows in (2, 6, 10, 12, 20) else f"1..{rows}"
    lines = "\n".join("      " + row for row in cells)
    return DOOR + (
        "tables:\n  crt:\n    name: Combat results\n    crt: true\n"
        f"    columns: {{odds: {' '.join(odds[:columns])}, round: defender, beyond: clamp, name: Odds}}\n"
        f"    rows: {{roll: {roll}, heads: {' '.join(str(n + 1) for n in range(rows))}, name: Roll}}\n"
        f"    cells: |\n{lines}\n"
        "aids:\n  - title: Tables\n    rows:\n      - [{kind: table, of: crt}]\n"
    )


def crt_on(game: Game, paper: str) -> tuple[CrtView, float]:
    """Return the combat results table of the first player aid, and the width that it has."""
    width = load_target("home").papers[paper].width - 24
    ((slot,),) = rows_of_slots(game, None, 0, Pictures(game, blank=True), width, certain_answers(game))
    (view,) = [view for view in slot.blocks[0].views if isinstance(view, CrtView)]
    return view, slot.width


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize(
    ("rows", "columns", "strip"),
    [(6, 7, "boxes"), (10, 8, "medium-boxes"), (12, 14, "numbers"), (20, 11, "numbers"), (2, 16, "narrow-boxes")],
)
def test_a_results_table_of_any_usual_size_fits(
    tmp_path: Path, rows: int, columns: int, strip: str, long: bool, paper: str
) -> None:
    game = load_game(write_game(tmp_path, crt(rows, columns, long=long)))
    assert not find_overfull_aids(game, None, load_target("home").papers[paper])
    view, width = crt_on(game, paper)
    label, *others = view.measure(width, 0.86).widths
    assert view.strip == strip
    assert len(others) == columns
    assert label + sum(others) <= width + 0.01
    boxes = {"boxes": 6.5, "medium-boxes": 3.9, "narrow-boxes": 2.4}.get(strip, 0) * (rows if rows <= 12 else 0)
    number = text_width("10" if boxes else "100%", "condensed-bold", 10)
    assert all(boxes * 25.4 / 72 + number < room for room in others)


def test_a_results_table_that_is_too_wide_is_refused_at_the_table(tmp_path: Path) -> None:
    game = load_game(write_game(tmp_path, crt(6, 22, long=True)))
    (one,) = book_findings(game)
    assert (one.code, one.spot.line, one.spot.path) == ("W007", 6, "tables.crt")
    assert "the table Combat results is" in one.wrong
    assert "divide the table" in one.write


def test_a_results_table_that_is_too_high_is_refused_at_the_table(tmp_path: Path) -> None:
    (one,) = book_findings(load_game(write_game(tmp_path, crt(40, 6))))
    assert (one.code, one.spot.path, one.write) == ("W007", "tables.crt", "divide the table into several")


def table_findings(folder: Path, columns: str, rows: str, cells: str) -> list[Finding]:
    """Return the findings in a combat results table."""
    body = textwrap.indent(textwrap.dedent(cells).strip(), "      ")
    table = f"tables:\n  crt:\n    name: Results\n    columns: {columns}\n    rows: {rows}\n    cells: |\n{body}\n"
    return found_in(write_game(folder, DOOR + table))


ODDS = "{odds: 1-2 1-1 2-1 3-1 4-1 5-1, name: Odds, round: defender, beyond: clamp}"
TWO_PARTIES = """
    E/1  E/2  D/1  D/2  D/D  2/2R
    E/2  D/1  D/2  D/D  2/2R  1/1R
    D/1  D/2  D/D  2/2R  1/1R  1/DR
    D/2  D/D  2/2R  1/1R  1/DR  -/DR
    D/D  2/2R  1/1R  1/DR  -/DR  -/E
    2/2R  1/1R  1/DR  -/DR  -/E  -/E
"""


def test_regular_results_of_two_parties_have_no_finding(tmp_path: Path) -> None:
    assert not table_findings(tmp_path, ODDS, "{roll: 1d6, name: Roll}", TWO_PARTIES)


def test_a_last_row_that_is_alike_for_all_columns_has_no_finding(tmp_path: Path) -> None:
    cells = TWO_PARTIES.replace("2/2R  1/1R  1/DR  -/DR  -/E  -/E\n", "1/DR  1/DR  1/DR  1/DR  1/DR  1/DR\n")
    assert not table_findings(tmp_path, ODDS, "{roll: 1d6, name: Roll}", cells)


def test_a_slip_among_results_of_two_parties_is_still_found(tmp_path: Path) -> None:
    cells = """
        A4/-  A3/-  A2/-  A1/-  A1/D1 -/D1
        A3/-  A2/-  A1/-  A1/D1 -/D1  -/D2
        A2/-  A1/-  A1/D1 -/D1  -/D2  -/D3
        A1/-  A1/D1 -/D1  -/D2  -/D9  -/D4
        A1/D1 -/D1  -/D2  -/D3  -/D4  -/D5
        -/D1  -/D2  -/D3  -/D4  -/D5  -/D6
    """
    found = table_findings(tmp_path, ODDS, "{roll: 1d6, name: Roll}", cells)
    assert "T025" in codes(found)
    assert all("-/D9" in one.wrong for one in found)


DIGITS = """
    0/8 1/6 3/5 5/4
    1/6 2/5 4/4 6/3
    2/6 3/5 5/4 7/3
    3/5 4/4 6/3 8/2
    3/5 5/4 7/3 9/2
    4/4 6/3 8/2 10/1
    5/4 7/2 9/1 12/0
    6/3 8/1 11/0 14/0
    7/2 9/0 12/0 16/0
    8/0 10/0 14/0 18/0
"""


@pytest.mark.parametrize("first", [False, True])
def test_a_zero_may_be_ten(tmp_path: Path, first: bool) -> None:
    rows = DIGITS.strip().splitlines()
    heads = "0 1 2 3 4 5 6 7 8 9" if first else "1 2 3 4 5 6 7 8 9 0"
    cells = "\n".join([rows[-1], *rows[:-1]] if first else rows)
    columns = "{differential: -2- -1..0 1..2 3+, name: Ratio}"
    assert not table_findings(tmp_path, columns, f"{{roll: 0..9, heads: {heads}, name: Number}}", cells)


def test_labels_out_of_order_are_named_with_their_direction(tmp_path: Path) -> None:
    found = table_findings(tmp_path, ODDS, "{roll: 1d6, heads: 6 5 4 2 3 1, name: Roll}", TWO_PARTIES)
    assert [one.wrong for one in found if one.code == "T034"] == [
        "in the table Results, 3 comes after 2, although the labels go down from 6 to 1"
    ]


def aid_words(folder: Path, columns: str, rows: str, *, is_crt: bool) -> tuple[list[str], str]:
    """Return the heads of a table on an aid, and its notes."""
    cells = "\n".join("      AE AR NE DR DE" for _ in range(6))
    table = f"tables:\n  crt:\n    name: Results\n    columns: {columns}\n    rows: {rows}\n    cells: |\n{cells}\n"
    table += f"    crt: {str(is_crt).lower()}\n"
    one = load_game(write_game(folder, DOOR + table)).tables["crt"]
    view, *others = compose_table(one, 12, 190).views
    heads = [*view.heads, *(row[0] if isinstance(row[0], str) else row[0].text for row in view.rows)]
    return heads, " ".join(part.text for other in others for part in other.paragraphs())


@pytest.mark.parametrize("is_crt", [False, True])
def test_heads_say_that_the_outer_columns_go_on(tmp_path: Path, is_crt: bool) -> None:
    columns = "{differential: '-2 -1 0 1 2', name: Difference, beyond: clamp}"
    heads, _ = aid_words(tmp_path, columns, "{roll: 1d6, name: Roll, beyond: clamp}", is_crt=is_crt)
    assert heads == ["≤ −2", "−1", "0", "1", "2 +", "≤ 1", "2", "3", "4", "5", "6 +"]
    heads, _ = aid_words(tmp_path, columns.replace("clamp", "none"), "{roll: 1d6, name: Roll}", is_crt=is_crt)
    assert heads == ["−2", "−1", "0", "1", "2", "1", "2", "3", "4", "5", "6"]


def test_numbers_within_the_reach_need_no_open_heads(tmp_path: Path) -> None:
    columns = "{differential: '-2 -1 0 1 2', name: Difference, beyond: clamp, reach: -2..3}"
    assert aid_words(tmp_path, columns, "{roll: 1d6, name: Roll}", is_crt=False)[0][:5] == ["−2", "−1", "0", "1", "2 +"]


def test_odds_say_what_happens_beyond_them(tmp_path: Path) -> None:
    columns = "{odds: 1-2 1-1 2-1 3-1 4-1, name: Odds, round: defender, beyond: clamp}"
    rows = "{roll: 1d6, name: Roll}"
    assert aid_words(tmp_path, columns, rows, is_crt=False)[1] == (
        "Treat higher odds than 4-1 as 4-1, and lower odds than 1-2 as 1-2."
    )
    assert "Attack at least: D is the defence total" in aid_words(tmp_path, columns, rows, is_crt=True)[1]


def test_a_table_without_room_for_chances_keeps_the_notes_on_its_bars(tmp_path: Path) -> None:
    text = crt(6, 22).replace("/", "") + "    codes:\n"
    codes_ = "".join(f"      {n}: {{says: Loses {n}., suffers: {{attacker: 1, defender: 2}}}}\n" for n in ("AA", "DD"))
    cells = "\n".join("      " + " ".join("AA" if i + j < 14 else "DD" for j in range(22)) for i in range(6))
    text = re.sub(r"(?s)    cells: \|.*", f"    cells: |\n{cells}\n    codes:\n{codes_}", text)
    views = compose_table(load_game(write_game(tmp_path, text)).tables["crt"], 5, 75).views
    assert isinstance(views[0], CrtView)
    assert views[0].strip == ""
    assert not views[0].chances
    assert any("The bar under a result" in part.text for view in views[1:] for part in view.paragraphs())


# ---------------------------------------------------------------- maps


def map_findings(folder: Path, rest: str, grid: str = "", rows: str = "1-6") -> list[Finding]:
    """Return the findings on a map of 8 by 6 hexes with further keys."""
    text = (
        f"  grid: {{hexes: flat, columns: A-H, rows: {rows}, across_flats: 12mm, low: odd, at: [15mm, 18mm]{grid}}}\n"
    )
    paper = "map:\n  title: Hill Fight\n  paper: {width: 11in, height: 11in}\n"
    return found_in(write_game(folder, f"{MAP}{paper}{text}  {rest}\n"))


def test_a_hexside_in_two_rivers_is_found(tmp_path: Path) -> None:
    rest = "hexsides: {river: {north: {sides: E1/F1 E1/F2 E2/F2}, south: {sides: F2/E1 E2/E1}}}"
    (one,) = map_findings(tmp_path, rest)
    assert (one.code, one.severity) == ("M047", Severity.WARNING)
    assert re.fullmatch(r"E1/F2 of south is also in river\.north \(.*game\.yaml:\d+\)", one.wrong)


def test_a_river_and_a_wall_share_one_hexside_by_mistake_but_not_three(tmp_path: Path) -> None:
    one = "hexsides: {river: {r: {sides: E1/F1 E1/F2 E2/F2 E2/F3}}, wall: {w: {sides: E2/F3 E3/F3}}}"
    assert codes(map_findings(tmp_path, one)) == ["M047"]
    three = "hexsides: {river: {r: {sides: E1/F1 E1/F2 E2/F2 E2/F3}}, wall: {w: {sides: E1/F2 E2/F2 E2/F3}}}"
    assert not map_findings(tmp_path, three)


def test_a_gap_in_a_chain_is_found(tmp_path: Path) -> None:
    (one,) = map_findings(tmp_path, "hexsides: {river: {north: {sides: E1/F1 E2/F2}}}")
    assert one.code == "M002"
    assert "E2/F2 does not touch the end of E1/F1" in one.wrong


def test_a_hole_in_the_middle_of_the_map_is_found(tmp_path: Path) -> None:
    (one,) = map_findings(tmp_path, "terrain: {woods: C2}", ", absent: H1 D3")
    assert (one.code, one.wrong) == ("M048", "D3 is absent in the middle of the map")
    assert not map_findings(tmp_path, "terrain: {woods: C2}", ", absent: A1 A2 H6")


@pytest.mark.parametrize("sign", [",", "/", "x"])
def test_a_separator_of_lists_is_refused_at_its_key(tmp_path: Path, sign: str) -> None:
    (one,) = map_findings(tmp_path, "terrain: {woods: 'A1'}", f", separator: '{sign}'")
    assert (one.code, one.spot.path) == ("L012", "map.grid.separator")
    assert "'.', ':' or '-'" in one.write


@pytest.mark.parametrize("sign", [".", ":", "-"])
def test_other_separators_work(tmp_path: Path, sign: str) -> None:
    assert not map_findings(tmp_path, f"terrain: {{woods: 'A{sign}1 B{sign}2'}}", f", separator: '{sign}'")


def test_hexes_that_are_numbered_by_twos_are_one_finding(tmp_path: Path) -> None:
    (one,) = map_findings(tmp_path, "terrain: {woods: A02 B03 A04}", rows="02-12")
    assert one.code == "M049"
    assert "with a step of two" in one.write
    assert not map_findings(tmp_path, "terrain: {woods: A02 B02 A04}", rows="02-12")


# ---------------------------------------------------------------- wishes that cannot be met


@pytest.mark.parametrize(
    ("keys", "path", "words"),
    [
        ("map: {title: A, paper: {width: 8in, height: 8in}, areas: {a: {name: A}}}", "map.areas", "map of areas"),
        (
            "map: {title: A, paper: {width: 8in, height: 8in}, grid: {squares: 10, columns: A-J, rows: 1-10}}",
            "map.grid.squares",
            "map of squares",
        ),
        ("maps: {one: {title: A}}", "maps", "a game has one map"),
        ("cover: art/photo.jpg", "cover", "art/photo.jpg is a file that pnp cannot use"),
        ("style: my.css", "style", "my.css is a file that pnp cannot use"),
        ("counter_print: {side: 0.5in 0.625in, factors: attack}", "counter_print.side", "counters are square"),
    ],
)
def test_a_wish_that_cannot_be_met_is_one_finding(tmp_path: Path, keys: str, path: str, words: str) -> None:
    (one,) = found_in(write_game(tmp_path, f"{DOOR}{keys}\n"))
    assert (one.code, one.spot.path) == ("L023", path)
    assert words in one.wrong


def test_two_maps_are_one_finding(tmp_path: Path) -> None:
    sheet = "title: A\npaper: {width: 8in, height: 8in}\ngrid: {hexes: flat}\nterrain: {woods: A1}\n"
    folder = write_game(tmp_path, f"{MAP}map: [map.yaml, map2.yaml]\n", map_yaml=sheet, map2_yaml=sheet)
    (one,) = found_in(folder)
    assert one.code == "L023"
    assert one.wrong.startswith("a game has one map, but ")


def test_a_picture_file_beside_the_icons_is_found(tmp_path: Path) -> None:
    folder = write_game(tmp_path, DOOR)
    (folder / "pictures").mkdir()
    (folder / "pictures" / "tiger.svg").write_text("<svg/>", encoding="utf-8")
    (one,) = found_in(folder)
    assert one.code == "L023"
    assert one.spot.file.endswith("pictures/tiger.svg")


def test_cards_from_a_list_are_one_finding(tmp_path: Path) -> None:
    cards = "id,kind,name,sheet,title,text,copies\nE1,card,Rain,events,Rain,Wet.,2\nE2,card,Fog,events,Fog,Dim.,1\n"
    (one,) = found_in(write_game(tmp_path, f"{DOOR}components: cards.csv\n", cards_csv=cards))
    assert one.code == "L023"
    assert one.wrong.startswith("cards cannot be taken from a list")


# ---------------------------------------------------------------- Markdown


def passages(text: str) -> str:
    """Return a text of the rules as HTML."""
    rules = RuleText({}, lambda number: number)  # type: ignore[arg-type, return-value]
    html = "".join(str(one.html) for one in rules.render(textwrap.dedent(text).strip(), Spot("rules.md")))
    assert not rules.findings
    return html


def test_a_numbered_list_inside_bullets_counts(tmp_path: Path) -> None:
    html = passages("""
        - Combat
          1. Name the target.
          2. Count the odds.
             - And again:

               3. Third
               4. Fourth
        - Supply
    """)
    assert re.findall(r"counter-reset: step (\d)", html) == ["0", "2"]
    assert html.count("<ol") == 2  # the items of one list are in one list, so that they are numbered


def test_lettered_lists_and_line_breaks_are_printed_on_lines() -> None:
    assert passages("a. One\nb. *Two*\nc. Three").count("<br") == 2
    assert passages("(1) One\n(2) Two").count("<br") == 1
    assert passages("Four hexes.<br>It stops.<br />Here.").count("<br") == 2
    assert "<br" not in passages("It stops in hex\n1. Then it goes on.")


def test_struck_out_text_is_struck_out() -> None:
    assert "<s>brigade</s>" in passages("A ~~brigade~~ division")


@pytest.mark.parametrize(
    ("text", "sign", "write"),
    [
        ("It stops.[^1]", "[^1]", "write the note in the text, in parentheses"),
        ("Each <b>unit moves.", "<b>", "write ** around the words"),
        ("Each <u>unit moves.", "<u>", "delete it"),
        ("- [ ] Set up the map.", "- [ ]", "write - alone"),
        ("A <!-- note --> here.", "<!--", "delete it"),
        ("A ==mark== here.", "==mark==", "write ** around the words"),
    ],
)
def test_marks_that_are_not_read_are_found(tmp_path: Path, text: str, sign: str, write: str) -> None:
    folder = write_game(tmp_path, f"{DOOR}rules: rules.md\n", rules_md=f"# 1.0 Changes\n\nHere.\n\n{text}\n")
    (one,) = found_in(folder)
    assert (one.code, one.spot.line, one.write) == ("R029", 5, write)
    assert one.wrong.startswith(f"{sign} ")
    assert one.spot.column == text.index(sign) + 1


def test_marks_that_are_read_have_no_finding(tmp_path: Path) -> None:
    text = "A ~~brigade~~ **division** of 3 < 4 hexes, or 5 > 4.<br>It stops at `<b>`.\n\n> Quoted.\n"
    assert not found_in(write_game(tmp_path, f"{DOOR}rules: rules.md\n", rules_md=f"# 1.0 Changes\n\n{text}"))


@pytest.mark.parametrize("sign", ["'", "’"])
def test_contractions_are_words(tmp_path: Path, sign: str) -> None:
    text = (
        "A unit does not stop. It does so. Each one does what it can. It does. If it does, it does. These are units. "
        f"Those are units. All are units, and they are here. It doesn{sign}t count. They aren{sign}t here. "
        f"It couldn{sign}t stop, and hasn{sign}t."
    )
    assert not found_in(write_game(tmp_path, f"{DOOR}rules: rules.md\n", rules_md=f"# 1.0 Moves\n\n{text}\n"))


# ---------------------------------------------------------------- printed things


def test_titles_of_cards_keep_inside_the_frame(tmp_path: Path) -> None:
    deck = """
    components:
      deck:
        kind: card-deck
        name: Northern cards
        width: 63mm
        height: 88mm
        suits: {n: {name: Northern cards, colour: "#16324F", pip: star}}
        ranks:
          C01: {name: "2", title: Muster of the Marches, says: Place two militia.}
          C02: {name: "3", title: Ice on the Sound, says: No sea moves.}
          C03: {name: king, title: The Bishop's Ban, says: Remove one leader.}
    """
    game = load_game(write_game(tmp_path, DOOR + textwrap.dedent(deck)))
    cards = game.components["deck"]
    assert isinstance(cards, CardDeck)
    assert [card.index for card in cards.cards("deck")] == ["2", "3", "king"]
    for face in draw_cards(game, None, "deck").values():
        items = face.front.items
        frame = next(item for item in items if isinstance(item, Outline) and item.stroke and item.stroke.width < 0.5)
        assert frame is not None
        titles = [item for item in items if isinstance(item, Text) and item.font == "condensed-extrabold"]
        for text in titles:
            half = text_width(text.text, text.font, text.size_pt) / 2
            assert text.x - half > 13.1 * 63 / 63.5
            assert text.x + half < 63 - 4.7 * 63 / 63.5
            assert text.y - 0.7 * text.size_pt * 25.4 / 72 > 4.7 * 63 / 63.5


def test_a_terrain_without_a_stated_effect_prints_a_dash(tmp_path: Path) -> None:
    terrain = """
    terrain:
      clear: {name: Clear, of: hex, look: clear, cost: "1", combat: no effect}
      woods: {name: Woods, of: hex, look: woods, cost: "2"}
    aids:
      - {title: Chart, rows: [[{kind: terrain, of: clear woods}]]}
    """
    game = load_game(write_game(tmp_path, DOOR + textwrap.dedent(terrain)))
    ((slot,),) = rows_of_slots(game, None, 0, Pictures(game), 190, {})
    (chart,) = slot.blocks[0].views
    assert [row[-1].paragraphs[0].text for row in chart.rows] == ["no effect", "–"]  # type: ignore[attr-defined]


def refused_table(tmp_path: Path, units: str) -> list[str]:
    """Return the messages about a game with these units."""
    folder = Path(shutil.copytree(Path(__file__).parent / "games" / "small", tmp_path / "small"))
    (folder / "units.csv").write_text(units, "utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    return [f"{one.spot.line}: {one.message}" for one in refused.value.findings if one.spot.file.endswith("units.csv")]


def test_a_heading_that_is_missing_is_one_finding(tmp_path: Path) -> None:
    said = refused_table(tmp_path, "id,kind,side,label\nB1,unit,blue,A,2\nB2,unit,blue,B,2\n")
    assert said == ["1: the header has 4 cells, but every row has more; write the name of the missing column"]


def test_a_misspelt_heading_is_not_also_missing(tmp_path: Path) -> None:
    said = refused_table(tmp_path, "id,kind,side,lable,front,back\nB1,unit,blue,A,3-4-3,1-2-3\n")
    assert said[0] == "1: unknown column lable; did you mean label?"
    assert not any("has no column label" in one for one in said)
