"""Slips of authors in YAML and in tables: one finding with the true cause, and advice that works when it is followed."""

import shutil
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.findings import Finding, Refused
from pnp.load import load_game

SMALL = Path(__file__).parent / "games" / "small"
IN_BRACES = """\
  - {name: Blue moves, who: Blue}
  - {name: Red moves, who: Red}
"""
IN_LINES = """\
  - name: Blue turn
    who: Blue
    steps:
      - Move
      - Attack
  - name: Red turn
    who: Red
    steps:
      - Move
      - Attack
    note: |
      All units move
      and attack.
"""
BRIDGE = "bridge: {name: Bridge, of: crossing, look: bridge}"
SETUP = (
    "red-setup: {name: Red set-up, kind: reinforcement, side: red, counters: R1 R2, where: north edge, "
    "hexes: A1-F1, table: arrivals}"
)


def in_lines(record: str) -> str:
    """Return a record in braces with each key on a line of its own."""
    id_, _, rest = record.partition(": {")
    return "\n    ".join((f"{id_}:", *rest.rstrip("}").split(", ")))


def game_in_lines() -> str:
    """Return the small game with a list and two records on several lines."""
    text = (SMALL / "game.yaml").read_text("utf-8")
    assert all(part in text for part in (IN_BRACES, BRIDGE, SETUP))
    text = text.replace(IN_BRACES, IN_LINES)
    return text.replace(BRIDGE, in_lines(BRIDGE)).replace(SETUP, in_lines(SETUP))


def findings(tmp_path: Path, text: str = "", table: bytes = b"") -> list[Finding]:
    """Return the findings about the small game with another text, or another table of counters."""
    folder = Path(shutil.copytree(SMALL, tmp_path / "small", dirs_exist_ok=True))
    (folder / "game.yaml").write_bytes((text or game_in_lines()).encode())
    if table:
        (folder / "units.csv").write_bytes(table)
    try:
        return list(check_game(load_game(folder)))
    except Refused as refused:
        return list(refused.findings)


# what was written, the slip, what the advice leads to (None: what was written), the place, and the message
SLIPS = {
    # items of a list
    "an item that is indented more": ("      - Move\n      - Attack", "      - Move\n        - Attack", None, "114:9", "this line is read as part of the text of line 113, though it begins with a dash; indent it as that line, or put quotes around the whole text"),
    "an item without its dash": ("      - Move\n      - Attack", "      - Move\n      Attack", None, "114:7", 'this item has no dash, unlike those above; begin it with "- "'),
    "the first item without its dash": ("      - Move\n      - Attack", "      Move\n      - Attack", None, "113:7", 'this item has no dash, unlike those below; begin it with "- "'),
    "no item with a dash": ("      - Move\n      - Attack", "      Move\n      Attack", None, "113:7", "steps must be a list, but is the text Move Attack; begin each item on its line with a dash and a blank: - one"),
    "numbers in place of dashes": ("      - Move\n      - Attack", "      1. Move\n      2. Attack", "      - 1. Move\n      - 2. Attack", "113:7", "steps must be a list, but is the text 1. Move 2. Attack; begin each item on its line with a dash and a blank: - one"),
    "no blank after a dash": ("      - Move\n      - Attack", "      - Move\n      -Attack", None, "114:7", "an item has no blank after its dash; write one"),
    "no blank after any dash": ("      - Move\n      - Attack", "      -Move\n      -Attack", None, "113:7", "an item has no blank after its dash; write one"),
    "no blank after the dash of a record": ("  - name: Red turn", "  -name: Red turn", None, "115:3", "an item has no blank after its dash; write one"),
    "a long dash": ("      - Move\n      - Attack", "      - Move\n      – Attack", None, "114:7", "an item begins with a hyphen, not with –; write - Attack"),
    "a long dash at the first item": ("      - Move\n      - Attack", "      – Move\n      - Attack", None, "113:7", "an item begins with a hyphen, not with –; write - Move"),
    "a star": ("      - Move\n      - Attack", "      - Move\n      * Attack", None, "114:7", "an item begins with a hyphen, not with *; write - Attack"),
    "a bullet": ("      - Move\n      - Attack", "      - Move\n      • Attack", None, "114:7", "an item begins with a hyphen, not with •; write - Attack"),
    "a tab after a dash": ("      - Move\n", "      -\tMove\n", None, "113:8", "a tab follows this dash; write an ordinary blank: - Move"),
    "a no-break space after a dash": ("      - Attack", "      -\xa0Attack", None, "114:8", "a no-break space follows this dash; write an ordinary blank: - Attack"),
    "a record without its dash": ("  - name: Red turn", "  name: Red turn", None, "115:3", 'this item has no dash, unlike those above; begin it with "- "'),
    "a record without its dash in the column of its keys": ("  - name: Red turn", "    name: Red turn", None, "115:5", "name is written twice, first at line 110; if a new item begins here, begin it with a dash as at line 110; else keep one of them"),
    "a dash before a key": ("    side: red\n", "    - side: red\n", None, "23:5", "this line begins with a dash, unlike kind and the other keys of the record; delete the dash, and indent the line by 4 blanks"),
    "a dash before a key that is indented more": ("    side: red\n", "      - side: red\n", None, "23:7", "this line begins with a dash, unlike kind and the other keys of the record; delete the dash, and indent the line by 4 blanks"),
    "a dash before a key of an item": ("    who: Red\n", "    - who: Red\n", None, "116:5", "this line begins with a dash, unlike name and the other keys of the record; delete the dash, and indent the line by 4 blanks"),
    "an item to the left": ("      - Attack\n  -", "    - Attack\n  -", None, "114:5", "this item is not indented as line 113, which is indented by 6 blanks; indent all items of a list in the same way"),
    "an item with a record to the left": ("  - name: Red turn", " - name: Red turn", None, "115:2", "this item is not indented as line 110, which is indented by 2 blanks; indent all items of a list in the same way"),
    "an item with a record to the right": ("  - name: Red turn", "    - name: Red turn", None, "115:5", "this item is not indented as line 110, which is indented by 2 blanks; indent all items of a list in the same way"),
    "a dash before the first key of a record": ("  title: The hill\n", "  - title: The hill\n", None, "43:3", "this line does not go with the keys above; indent it by 4 blanks, as title, or delete the dash of line 42"),
    "a dash before an id": ("    pond: {name", "    - pond: {name", None, "56:3", "regions must be a mapping of ids, but is a list; delete the dash before each id"),
    "a first record without its dash": ("  - name: Blue turn", "    name: Blue turn", None, "110:5", 'this item has no dash, unlike those below; begin it with "- "'),
    "a first record in braces without its dash": ("    - {hex: A3", "    {hex: A3", None, "61:5", 'this item has no dash, unlike those below; begin it with "- "'),
    "a single record without its dash": ("      - {effect", "      {effect", None, "106:5", 'lines must be a list, but is a mapping; begin the first line of each record with "- "'),
    "a first item at the margin": ("    - {hex: A3", "- {hex: A3", None, "61:1", "this item is indented as if it did not belong to exits; indent it by 4 blanks, with all lines of the item"),
    # rows of a text
    "a row with a blank too few": ("      A/-  -/-  -/-\n", "     A/-  -/-  -/-\n", None, "77:6", "this line belongs to the text of line 75; indent it more than that line, and as much as the other lines of the text"),
    "a first row with blanks too many": ("      A/-  A/-  -/-\n", "        A/-  A/-  -/-\n", None, "76:9", "the first line of this text is indented more than those below; indent all lines of the text in the same way"),
    "a row that begins with a dash": ("      -  | -\n", "    -  | -\n", None, "94:5", "this line belongs to the text of line 91; indent it more than that line, and as much as the other lines of the text"),
    "rows without a sign for them": ("    cells: |\n      R1", "    cells:\n      R1", None, "92:7", "the lines of this text are read as one; write | after the key, so that they are rows"),
    "a text beside its sign": ("    note: |\n      All", "    note: | Now\n      All", "    note: |\n      Now\n      All", "120:11", "a text that begins with | is written below its line; move the words of this line to the next line"),
    "a key that became a row": ("    codes:\n", "      codes:\n", None, "82:7", "codes is indented too much, as if it belonged to cells; indent it by 4 blanks, and the lines that belong to it by more"),
    # indentation of keys
    "a record at the margin": ("  red-setup:\n", "red-setup:\n", None, "20:1", "this line is indented less than the lines around it; indent it as they are"),
    "a record at the margin with its lines": ("  red-setup:\n    name: Red set-up\n    kind: reinforcement\n    side: red\n    counters: R1 R2\n    where: north edge\n    hexes: A1-F1\n    table: arrivals\n", "red-setup:\n  name: Red set-up\n  kind: reinforcement\n  side: red\n  counters: R1 R2\n  where: north edge\n  hexes: A1-F1\n  table: arrivals\n", None, "20:1", "red-setup is indented too little, as if it did not belong to entries; indent it by 2 blanks, and the lines that belong to it by more"),
    "a record that is indented more": ("  red-setup:\n", "    red-setup:\n", None, "20:5", "this line is indented more than line 19, which has a value already; indent both in the same way, or write above it the key to which it belongs"),
    "a record that is indented more with its lines": ("  red-setup:\n    name: Red set-up\n    kind: reinforcement\n    side: red\n    counters: R1 R2\n    where: north edge\n    hexes: A1-F1\n    table: arrivals\n", "    red-setup:\n      name: Red set-up\n      kind: reinforcement\n      side: red\n      counters: R1 R2\n      where: north edge\n      hexes: A1-F1\n      table: arrivals\n", None, "20:5", "this line is indented more than line 19, which has a value already; indent both in the same way, or write above it the key to which it belongs"),
    "a record whose keys are not indented": ("  red-setup:\n    name: Red set-up\n    kind: reinforcement\n    side: red\n    counters: R1 R2\n    where: north edge\n    hexes: A1-F1\n    table: arrivals\n", "  red-setup:\n  name: Red set-up\n  kind: reinforcement\n  side: red\n  counters: R1 R2\n  where: north edge\n  hexes: A1-F1\n  table: arrivals\n", None, "20:3", "red-setup has no value; indent the lines that belong to it more than this line, or this line less"),
    "a last key at the margin": ("    look: bridge\n", "look: bridge\n", None, "40:1", "look is indented too little, as if it did not belong to bridge; indent it by 4 blanks, and the lines that belong to it by more"),
    "a last key beside the ids": ("    look: bridge\n", "  look: bridge\n", None, "40:3", "look is indented too little, as if it did not belong to bridge; indent it by 4 blanks, and the lines that belong to it by more"),
    "a last key of an item at the margin": ("    note: |\n", "note: |\n", None, "120:1", "note is indented too little, as if it did not belong to item 2 of sequence; indent it by 4 blanks, and the lines that belong to it by more"),
    "a key in the column of the dashes": ("    note: |\n", "  note: |\n", None, "120:3", "this line does not go with the keys above; indent it by 4 blanks, as steps"),
    "a key of an item that is indented more": ("    who: Red\n", "      who: Red\n", None, "116:7", "this line is indented more than line 115, which has a value already; indent it by 4 blanks"),
    "a part of the map at the margin": ("  regions:\n    pond", "regions:\n  pond", None, "56:1", "regions is indented too little, as if it did not belong to map; indent it by 2 blanks, and the lines that belong to it by more"),
    "a part of the map in another one": ("  regions:\n    pond", "    regions:\n      pond", None, "56:5", "regions is indented too much, as if it belonged to places; indent it by 2 blanks, and the lines that belong to it by more"),
    "a first key that is indented more": ("  title: Little Hill\n  designer", "   title: Little Hill\n  designer", None, "4:3", "this key is not indented as line 3, which is indented by 3 blanks; indent all keys of a record in the same way"),
    "a key with a blank too few": ("    kind: reinforcement", "   kind: reinforcement", None, "22:4", "this key is not indented as line 21, which is indented by 4 blanks; indent all keys of a record in the same way"),
    "a key with a blank too few that is also one of the file": ("    counters: R1", "   counters: R1", None, "24:4", "this key is not indented as line 23, which is indented by 4 blanks; indent all keys of a record in the same way"),
    "a key of the file with a blank before it": ("sides:\n", " sides:\n", None, "6:2", "sides is a key of the file, but is indented; write it at the beginning of its line"),
    "a first line of a record at the margin": ("    name: Red set-up", "name: Red set-up", None, "22:5", "this line is indented more than line 21, which has a value already; indent both in the same way, or begin that one with a dash"),
    # colons and blanks
    "no colon before braces": ("columns: {kind: [Unit", "columns {kind: [Unit", None, "89:12", "there is no colon after columns; write columns: {"),
    "no blank between a colon and braces": ("columns: {kind: [Unit", "columns:{kind: [Unit", None, "89:12", "there is no blank after this colon; write columns: {"),
    "an item with a colon": ("      - Move\n", "      - Move: all units\n", '      - "Move: all units"\n', "113:9", 'item 1 of steps is read as a key with a value, because it has a colon and a blank; put quotes around it: "Move: all units"'),
    "odds with colons and blanks": ("odds: 1-2 1-1 2-1", "odds: [1: 2, 1: 1, 2: 1]", 'odds: ["1:2", "1:1", "2:1"]', "73:22", 'item 1 of odds is read as a key with a value, because it has a colon and a blank; put quotes around it: "1:2"'),
    "a colon on the second line": ("where: north edge\n", "where: north edge\n      or south: by road\n", 'where: "north edge\n      or south: by road"\n', "26:15", 'a text may not contain a colon and a blank; put quotes around the whole text, from line 25: "north edge or south: by road"'),
    "a no-break space after a colon": ("    side: red\n", "    side:\xa0red\n", None, "23:10", "a no-break space follows this colon, so that it does not end a key; write an ordinary blank"),
    "a no-break space after a colon in braces": ("{name: Blue, ground", "{name:\xa0Blue, ground", None, "7:10", "a no-break space follows name:, so that it does not end a key; write an ordinary blank"),
    "a wide colon": ("    who: Red\n", "    who： Red\n", None, "116:8", "： is not the colon of the keyboard; write :"),
    "no brace before the keys": ("{name: Lake", "name: Lake", None, "33:9", "the braces that end this line are not opened; write { before the first key"),
    "parentheses": ("{name: Lake, of: hex, look: lake, cost: prohibited}", "(name: Lake, of: hex, look: lake, cost: prohibited)", None, "33:9", "keys are in parentheses here; write { in place of ( and } in place of )"),
    # texts and signs
    "a number sign in a text": ("where: north edge", "where: hex #2 of the hill", 'where: "hex #2 of the hill"', "25:16", 'everything after the blank before #2 is a comment, because it begins with #; write a blank after #, or put quotes around the text: "hex #2 of the hill"'),
    "a number sign in a comment": ("where: north edge", "where: north edge #see", "where: north edge # see", "25:23", 'everything after the blank before #see is a comment, because it begins with #; write a blank after #, or put quotes around the text: "north edge #see"'),
    "a quote at the end": ('cost: "2"', 'cost: 2"', None, "32:53", '2" has only one "; write "2", or \'2"\' if the quote is to be printed'),
    "a quote at the end of words": ("title: Little Hill", 'title: Little Hill"', None, "3:21", 'Little Hill" has only one "; delete it, or write the other one'),
    "a quote at the end of a number with a sign": ('cost: "+1"', 'cost: +1"', None, "35:61", '+1" has only one "; write "+1", or \'+1"\' if the quote is to be printed'),
    "a comma after words": ("title: Little Hill", "title: Little Hill,", None, "3:21", "a comma follows this value; delete it; only values in braces and brackets have commas"),
    "typographic quotes": ('cost: "2"', "cost: “2”", None, "32:52", "“2” is in typographic quotes; write straight quotes around it"),
    "a typographic quote and a straight one": ("title: Little Hill", 'title: “Little Hill"', 'title: "Little Hill"', "3:10", '“Little Hill" is in typographic quotes; write straight quotes around it'),
    "a straight quote and a typographic one": ("title: Little Hill", 'title: "Little Hill”', 'title: "Little Hill"', "3:22", "the quote opened before is not closed by ”; write a straight quote at the beginning and at the end of the text"),
    "quotes inside of quotes": ("where: north edge", 'where: "The "north" edge."', 'where: \'The "north" edge.\'', "25:18", 'the text ends at the quote before this; put single quotes around it: \'The "north" edge.\''),
    "quotes inside of quotes in braces": ("{name: Blue, ground", '{name: "Blue "x" y", ground', '{name: \'Blue "x" y\', ground', "7:23", 'the text ends at the quote before this; put single quotes around it: \'Blue "x" y\''),
    "null": ("where: north edge", "where: null", 'where: ""', "25:5", 'null removes where, but there is no where here to remove; write a value, "" for an empty text, or leave the key out'),
    "a comma after a value": ("    side: red\n", "    side: red,\n", None, "23:14", "a comma follows this value; delete it; only values in braces and brackets have commas"),
    "a comma after quotes": ("title: Little Hill", 'title: "Little Hill",', 'title: "Little Hill"', "3:23", "a comma follows this value; delete it; only values in braces and brackets have commas"),
    "a comma after braces": ('look: clear, cost: "1"}', 'look: clear, cost: "1"},', None, "31:56", "a comma follows this value; delete it"),
    "two commas": ("name: Lake, of", "name: Lake,, of", None, "33:21", "nothing is written before this comma; delete it"),
    "a tab on a blank line": ("    side: red\n", "    side: red\n\t\n", None, "24:1", "this line is blank except for a tab; delete it"),
    "misread letters": ("title: Little Hill", "title: GÃ¤rde", "title: Gärde", "3:11", "GÃ¤rde is probably Gärde in UTF-8, read in another encoding; save or export the file again in UTF-8, and correct such letters"),
    "a lost letter": ("title: Little Hill", "title: G�rde", "title: Gärde", "3:11", "a letter was lost here when the file was saved; write it again, and save the file in UTF-8"),
    "heads of an axis without their kind": ("columns: {kind: [Unit", "columns: {heads: [Unit", None, "89:5", "nothing says what the heads of this axis are; write kind: for names, odds:, differential:, roll: or value:"),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_yaml_is_one_finding_with_advice_that_works(tmp_path: Path, slip: str) -> None:
    right, wrong, cured, place, said = SLIPS[slip]
    text = game_in_lines()
    assert right in text
    (one,) = findings(tmp_path, text.replace(right, wrong, 1))
    assert (f"{one.spot.line}:{one.spot.column}", one.message) == (place, said)
    assert not findings(tmp_path, text.replace(right, right if cured is None else cured, 1))


def test_windows_line_ends_do_not_hide_the_cause(tmp_path: Path) -> None:
    for slip in (
        "an item without its dash",
        "a number sign in a text",
        "a tab on a blank line",
        "a record at the margin",
    ):
        right, wrong, _, place, said = SLIPS[slip]
        (one,) = findings(tmp_path, game_in_lines().replace(right, wrong, 1).replace("\n", "\r\n"))
        assert (f"{one.spot.line}:{one.spot.column}", one.message) == (place, said)


def test_texts_that_only_look_like_slips_are_read(tmp_path: Path) -> None:
    """Inch marks, apostrophes, dashes in the middle of a text and comments after a blank are right."""
    for right in (
        'A map of 22" by 17"',
        'A 6" map',
        "The soldiers'",
        "A hill - not a valley",
        "Hill # not a valley",
        "Gärde – “hill”",
        "\"'Hill'\"",
        "CAFÉ”",
        "Null Hill",
    ):
        assert not findings(tmp_path, game_in_lines().replace("title: Little Hill", f"title: {right}")), right


UNITS = (SMALL / "units.csv").read_text("utf-8")
HEADER, FIRST, SECOND, *REST = UNITS.splitlines(keepends=True)
TABLES: dict[str, tuple[bytes, str, str]] = {
    "no header": (
        (FIRST + SECOND + "".join(REST)).encode(),
        "1:1",
        "this table has no header; write a line above this row: id, kind, label, front, back and so on",
    ),
    "no comma after id": (
        UNITS.replace("id,", "id ", 1).encode(),
        "1:1",
        "the first column is id kind; write a comma after id",
    ),
    "a row with semicolons": (
        (HEADER + FIRST + SECOND.replace(",", ";") + "".join(REST)).encode(),
        "3:1",
        "the cells of this row are separated by semicolons; separate the cells of all rows by commas",
    ),
    "a row with tabs": (
        (HEADER + FIRST + SECOND.replace(",", "\t") + "".join(REST)).encode(),
        "3:1",
        "the cells of this row are separated by tabs; separate the cells of all rows by commas",
    ),
    "a workbook": (
        b"PK\x03\x04\x14\x00\x06\x00\x08\x00",
        "0:0",
        "this is not text but a workbook or an archive; open it in its program, and export it as CSV in UTF-8",
    ),
    "a workbook of an older program": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "0:0",
        (
            "this is not text but a workbook or document of an older program; "
            "open it in its program, and export it as CSV in UTF-8"
        ),
    ),
    "a comma too many in a row": (
        (HEADER + FIRST + SECOND.replace(",", ",,", 1) + "".join(REST)).encode(),
        "3:1",
        "this row has 15 cells, but the header has 14; delete the comma that is too many",
    ),
    "a comma too many in the header": (
        UNITS.replace(",", ",,", 1).encode(),
        "1:4",
        "column 2 has no name, but unit is written in it; delete the comma that is too many in the header",
    ),
    "a comma in a cell": (
        UNITS.replace("1/Gd", "1/Gd, old").replace("reduced,2-2-3,\n", "reduced,2-2-3,Old\n", 1).encode(),
        "2:73",
        (
            "this row has 15 cells, but the header has 14; "
            "put quotes around a cell that holds a comma, or delete a comma that is too many"
        ),
    ),
    "typographic quotes": (
        UNITS.replace("1/Gd", "“1/Gd”").encode(),
        "2:39",
        "“1/Gd” is in typographic quotes; write straight quotes around it",
    ),
    "misread letters": (
        UNITS.replace("1/Gd", "1/GÃ¤").encode(),
        "2:42",
        (
            "1/GÃ¤ is probably 1/Gä in UTF-8, read in another encoding; "
            "save or export the file again in UTF-8, and correct such letters"
        ),
    ),
}


@pytest.mark.parametrize("slip", TABLES)
def test_a_slip_in_a_table_is_one_finding_with_its_cause(tmp_path: Path, slip: str) -> None:
    table, place, said = TABLES[slip]
    (one,) = findings(tmp_path, table=table)
    assert (f"{one.spot.line}:{one.spot.column}", one.message) == (place, said)


def test_what_spreadsheet_programs_add_is_read(tmp_path: Path) -> None:
    for table in (
        f"Counters of the game,,\n{UNITS}",
        f"sep=,\n{UNITS}",
        UNITS.replace(",", ";"),
        UNITS.replace(",", "\t"),
    ):
        assert not findings(tmp_path, table=table.encode())
    assert not findings(tmp_path, table=UNITS.encode("utf-16"))


def test_blank_cells_at_the_end_of_all_rows_are_dropped(tmp_path: Path) -> None:
    """Spreadsheet programs write them, so that they are not the cause of another mistake."""
    assert not findings(tmp_path, table=UNITS.replace("\n", ",,\n").encode())
    (one,) = findings(tmp_path, table=UNITS.replace("\n", ",,\n").replace("armour", "armoud").encode())
    assert one.code == "I003"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("hexes: A1-F1, table", "hexes: A1–F1, table"),
        ("columns: A-F, rows: 1-5", "columns: A–F, rows: 1-5"),
        ("counters: B1-B3", "counters: B1−B3"),
        ("woods: C4 D4 E5", "woods: C4—D4 E5"),
        ("odds: 1-2 1-1 2-1", "odds: 1–2 1-1 2-1"),
        ("heads: 1 2-3 4+", "heads: 1 2–3 4+"),
    ],
)
def test_a_long_dash_in_a_range_is_named_with_the_correction(tmp_path: Path, right: str, wrong: str) -> None:
    text = (SMALL / "game.yaml").read_text("utf-8")
    assert right in text
    one = findings(tmp_path, text.replace(right, wrong, 1))[0]
    assert one.wrong.endswith(", because its dash is not a hyphen")
    correct, _, instead = one.write.removeprefix("write ").partition(" instead of ")
    assert not findings(tmp_path, text.replace(right, wrong.replace(instead, correct), 1))
