"""Checks of entries against the map and against boxes, of activation markers, and of series of ranges."""

import shutil
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.load import load_game

SMALL = Path(__file__).parent / "games" / "small"


def wrong_in(tmp_path: Path, code: str, overlay: str) -> list[str]:
    """Return what a check finds wrong in the small game with a snippet laid over it."""
    folder = shutil.copytree(SMALL, tmp_path / "small")
    (folder / "options").mkdir()
    (folder / "options" / "example.yaml").write_text(overlay, encoding="utf-8")
    return [
        finding.wrong.partition(" (changed from ")[0] for finding in check_game(load_game(folder, ["example"]), [code])
    ]


@pytest.mark.parametrize(
    ("where", "hexes", "wrong"),
    [
        ("North edge, any hex not next to an enemy unit", "B1 C1", []),
        ("North edge, any hex not next to an enemy unit", "B1 C2", ["C2 is not in the hexes of North edge on the map"]),
        ("North edge, a road hex", "B1", []),
        ("South edge, a road hex", "A5 B5", ["A5 and B5 are not in the hexes of South edge and road on the map"]),
        ("The town, B2", "B2", []),
        ("The town, B3", "B3", ["B3 is not in the hexes of town on the map"]),
        ("Hamlet or the woods", "B2 C4", []),
        ("Hamlet or the woods", "B2 C3", ["C3 is not in the hexes of Hamlet or woods on the map"]),
        ("Hamlet or Elsewhere", "B2 C3", []),
        ("In towns", "B2", []),
        ("One hex from the town", "C3", []),
        ("North of the woods", "C1", []),
        ("A town; if it is taken, another hex", "B3", ["B3 is not in the hexes of town on the map"]),
        ("Any hexes but those of the western edge, A1 to A5", "B1-F5", []),
        ("Any hexes but those of the western edge, A1 to A5", "B1-F4",
         ["B5, C5, D5, E5 and F5 are also in the hexes of these words"]),
        ("As they like, as the Blue set-up", "B2", []),
        ("As they like, as the Blue set-up", "C2", ["C2 is not in the hexes of Blue set-up"]),
    ],
)  # fmt: skip
def test_the_words_of_an_entry_are_compared_with_the_map(
    tmp_path: Path, where: str, hexes: str, wrong: list[str]
) -> None:
    south = "map: {edges: {south: {name: South edge, hexes: A5-F5}}, paths: {road: {side: {hexes: A3 A4}}}}\n"
    entry = f'entries: {{red-setup: {{where: "{where}", hexes: {hexes}}}}}\n'
    if where == "North edge, a road hex":
        south = "map: {paths: {road: {top: {hexes: B1 B2}}}}\n"
    elif where.startswith("South"):
        south = south.replace("A3 A4", "C4 C5")
    assert wrong_in(tmp_path, "S019", south + entry) == wrong


def test_three_entries_that_differ_from_one_edge_are_one_finding(tmp_path: Path) -> None:
    entry = "kind: reinforcement, side: red, counters: R1, where: north edge, hexes: A1-F1, table: arrivals"
    entries = f"entries: {{two: {{name: Two, {entry}}}, three: {{name: Three, {entry}}}}}\n"
    found = wrong_in(tmp_path, "S019", "map: {edges: {north: {hexes: A1-E1}}}\n" + entries)
    assert found == ["F1 is not in the hexes of north edge on the map; 2 other entries differ too"]


@pytest.mark.parametrize(
    ("hexes", "wrong"), [("D1", []), ("D2", ["Set-up D is set up in D2, but on the map at another place of its side"])]
)
def test_one_set_up_away_from_the_places_of_its_side(tmp_path: Path, hexes: str, wrong: list[str]) -> None:
    places = ", ".join(f"{cell}: {{name: Line {cell}, side: blue, kinds: town}}" for cell in ("A1", "B1", "C1", "D1"))
    entries = ", ".join(
        f"{cell}: {{name: Set-up {cell}, kind: setup, side: blue, counters: B1, where: its name, hexes: {at}}}"
        for cell, at in (("A", "A1"), ("B", "B1"), ("C", "C1"), ("D", hexes))
    )
    assert wrong_in(tmp_path, "S019", f"map: {{places: {{{places}}}}}\nentries: {{{entries}}}\n") == wrong


PANEL = "{kind: box, of: dead, holds: 1, at: [80mm, 176.5mm, 40mm, 20mm]}"


@pytest.mark.parametrize(
    ("overlay", "wrong"),
    [
        ("boxes: {dead: {holds: 4, says: The Guard Brigade until it enters}}",
         ["Dead units has room for 4 counters, but the data puts 3 there: Guard Brigade"]),
        ("boxes: {dead: {holds: 1, says: The Guard Brigade also has a marker}}", []),
        (f"map: {{furniture: [{PANEL}, {PANEL}, {PANEL}]}}", []),
        (f"map: {{furniture: [{PANEL}, {PANEL}]}}",
         ["Dead units has room for 3 counters, but its panels for 2 together"]),
        ("boxes: {dead: {name: Blue dead, holds: 2}}\nentries: {blue-setup: {where: dead box}}",
         ["Blue dead has room for 2 counters, but the data puts 3 there: Blue set-up"]),
        ("boxes: {dead: {name: Red dead, holds: 2}}\nentries: {blue-setup: {where: dead box}}", []),
        ("boxes: {dead: {holds: 2}}\nentries: {blue-setup: {where: one in the box Dead units}}", []),
    ],
)  # fmt: skip
def test_a_box_has_room_for_the_counters_that_the_data_puts_there(
    tmp_path: Path, overlay: str, wrong: list[str]
) -> None:
    assert wrong_in(tmp_path, "S018", overlay + "\n") == wrong


def test_units_that_an_example_places_in_a_box_need_room(tmp_path: Path) -> None:
    example = "examples: {wait: {title: Wait, procedure: rest, place: {dead: [1/Gd, 2/Gd]}, expect: {}}}\n"
    found = wrong_in(tmp_path, "S018", "boxes: {dead: {holds: 1}}\n" + example)
    assert found == ["Dead units has room for 1 counter, but the data puts 2 there: the example wait"]


@pytest.mark.parametrize(
    ("front", "formation", "found"),
    [("{word: Go}", "guard", True), ("{word: All Units}", "guard", False), ("{word: Go}", '""', False), ("{word: Go, second: + L Bde}", "guard", False)],
)  # fmt: skip
def test_markers_that_activate_a_unit_without_its_formation(
    tmp_path: Path, front: str, formation: str, found: bool
) -> None:
    line = 'formations: {line: {name: Line Brigade, label: L Bde, side: blue, colour: "#B6DF9E"}}\n'
    marker = (
        f"{{kind: activation, side: blue, formation: {formation}, label: Go, front: {front}, back: emblem, spare: x}}"
    )
    wrong = wrong_in(tmp_path, "S017", f"{line}counters: {{B3: {{formation: line}}, go: {marker}}}\n")
    assert wrong == (["no activation marker activates 3/Gd of Line Brigade"] if found else [])


@pytest.mark.parametrize(
    ("heads", "wrong"),
    [
        ("Turn 1-2, Turn 3-4", ""),
        ("Turn 3-4, Turn 1-2", ""),
        ("Turn 1-2, Turn 4", "no range contains 3"),
        ("Turn 1-3, Turn 3-4", "3 belongs to two ranges"),
        ("Turn 1-2, Turn 3", "no range contains 4, a space of Turn"),
        ("Turn 1-2, Turn 3-5", "the ranges are 1 to 5, but Turn has the spaces 1 to 4"),
        ("Turn 1-2, Turn 3-4, Turn 5 or more", "Turn has no space for 5 or more"),
        ("Turn 1, Turn 3-4, Turn 2", "2 comes after 3 to 4"),
        ("Turn 1, Turn 4", ""),
        ("4th Army 1-2, 5th Army 5-6", ""),
    ],
)
def test_ranges_in_labels_are_a_series(tmp_path: Path, heads: str, wrong: str) -> None:
    cells = ", ".join("[x]" for _ in heads.split(", "))
    found = wrong_in(
        tmp_path, "T034", f"tables: {{fame: {{name: Fame, rows: {{kind: [{heads}]}}, cells: [{cells}]}}}}\n"
    )
    assert (len(found) == 1 and wrong in found[0]) if wrong else found == []


@pytest.mark.parametrize(
    ("cells", "found"), [("0-3 4-8 9+", 0), ("0-3 4-9 9+", 1), ("1 1-2 1-3", 0), ("0-3 5-8 9-12", 0)]
)
def test_ranges_in_a_column_are_a_series_if_one_is_open(tmp_path: Path, cells: str, found: int) -> None:
    column = ", ".join(f"[{cell}]" for cell in cells.split())
    table = f"tables: {{fame: {{name: Fame, rows: {{kind: [Low, Mid, Top]}}, cells: [{column}]}}}}\n"
    assert len(wrong_in(tmp_path, "T034", table)) == found
