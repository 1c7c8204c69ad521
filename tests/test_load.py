"""The loader: what it reads, what it refuses, and what it says then."""

import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

from pnp.findings import Refused
from pnp.load import find_game, load_game, shipped_games
from pnp.load.game_folder import GAME_FILE, OVERLAY_FOLDERS
from pnp.load.source import MAX_BYTES, MAX_FINDINGS
from pnp.load.target_files import load_printer, load_target, printers_dir, target_name
from pnp.load.tree import TreeSources
from pnp.model.game import Game
from pnp.resources import templates_dir

ABOUT = "game: {title: Little Hill, designer: A. Name}\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write files into the folder `hill` beside us: `write(game_yaml, **{"counters.csv": text})`."""
    monkeypatch.chdir(tmp_path)

    def write_files(door: str | bytes = ABOUT, files: dict[str, str | bytes] | None = None) -> Path:
        for name, content in {GAME_FILE: door, **(files or {})}.items():
            path = Path("hill") / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return Path("hill")

    return write_files


def refusal(folder: Path, *overlays: str) -> str:
    """What the loader says of a faulty game."""
    with pytest.raises(Refused) as caught:
        load_game(folder, overlays)
    return str(caught.value)


# ---------------------------------------------------------------- reading


def test_a_valid_game_is_read_without_what_explains_mistakes() -> None:
    """Every command reads a game. Each module takes time to import, so that more of them need a reason."""
    code = "import sys; from pnp import load_game; load_game('mukden'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    ours = {name for name in done.stdout.split() if name == "pnp" or name.startswith("pnp.")}
    assert len(ours) <= 92  # the motifs of this game need two for SVG
    named = (
        "sheets.sheet_files",
        "known_fields",
        "misprints",
        "moved_keys",
        "plain_texts",
        "yaml_failure",
        "yaml_mistakes",
    )
    assert not ours & {f"pnp.load.{name}" for name in named}


def test_scalars_stay_text_until_a_field_gives_them_a_type(write: Write) -> None:
    tables = """
tables:
  t:
    name: "NO"
    hint: 0403
    rows: {kind: NO 3:1 0x1F 1e3 ~x}
    cells: [[3:1], [0403], [1_000], [yes], [2026-01-01]]
"""
    table = load_game(write(ABOUT + tables)).tables["t"]
    assert (table.name, table.hint) == ("NO", "0403")
    assert table.rows.heads == ("NO", "3:1", "0x1F", "1e3", "~x")
    assert table.cells == (("3:1",), ("0403",), ("1_000",), ("yes",), ("2026-01-01",))


def test_a_key_may_name_a_file_or_several(write: Write) -> None:
    box = "{name: Box, says: %s}"
    folder = write(
        ABOUT + "boxes: [east.yaml, more/west.yaml]\ncounts: counts.yaml\n",
        {
            "east.yaml": f"e: {box % 'east'}\n",
            "more/west.yaml": f"w: {box % 'west'}\n",
            "counts.yaml": "- {says: two boxes, of: boxes, number: 2}\n",
        },
    )
    game = load_game(folder)
    assert {id_: b.says for id_, b in game.boxes.items()} == {"e": "east", "w": "west"}
    assert game.counts[0].number == 2
    assert str(game.spot("boxes.w.says")) == "hill/more/west.yaml:1:22 (boxes.w.says)"


def test_what_is_left_out_is_not_read(write: Write) -> None:
    over = {"options/over.yaml": "glossary: {b: {says: x}}\nboxes: {w: {name: Other}}\n"}
    folder = write(ABOUT + "glossary: lost.yaml\nboxes: {w: {name: Box}}\n", over)
    assert "lost.yaml" in refusal(folder)
    game = load_game(folder, ["over"], without=["glossary"])
    assert (game.glossary, game.boxes["w"].name) == ({}, "Other")


def test_spots_name_values_words_lines_and_cells(write: Write) -> None:
    folder = write(
        ABOUT
        + """\
map:
  title: Hill
  paper: {width: 11in, height: 17in}
  grid: {hexes: flat, columns: A-P, rows: 1-18, across_flats: 18mm, low: odd, at: [1in, 1in]}
  hexsides:
    stream:
      brook:
        sides: >-
          K13/L13 K12/L13
          L12/L13
  paths: {road: {main: {hexes: "A1 A2, A3"}}}
tables:
  crt:
    name: CRT
    columns: {odds: 1-1 2-1}
    rows: {roll: 1d2}
    cells: |
      E/-  2/-

      1/1  -/E
"""
    )
    game = load_game(folder)
    assert {path: str(game.spot(path)).split(" ")[0].removeprefix("hill/game.yaml:") for path in (
        "game", "map", "map.grid", "map.grid.at", "map.grid.at.1", "map.grid.separator", "map.north",
        "map.hexsides.stream.brook", "map.hexsides.stream.brook.sides", "map.hexsides.stream.brook.sides.2",
        "map.paths.road.main.hexes.2", "tables.crt.columns.odds.1", "tables.crt.cells", "tables.crt.cells.1",
        "tables.crt.cells.1.1", "tables.crt.cells.7.7",
    )} == {
        "game": "1:1", "map": "2:1", "map.grid": "5:3", "map.grid.at": "5:79", "map.grid.at.1": "5:89",
        "map.grid.separator": "5:3", "map.north": "2:1",
        "map.hexsides.stream.brook": "8:7", "map.hexsides.stream.brook.sides": "9:16",
        "map.hexsides.stream.brook.sides.2": "11:11",
        "map.paths.road.main.hexes.2": "12:40", "tables.crt.columns.odds.1": "16:25", "tables.crt.cells": "18:12",
        "tables.crt.cells.1": "21:7", "tables.crt.cells.1.1": "21:12", "tables.crt.cells.7.7": "18:12",
    }  # fmt: skip


def test_a_table_of_counters(write: Write) -> None:
    sheet = """\
id,kind,side,label,front.factors,front.note,back,groups\r
A1,unit,red,"1, ""Old"" Guard",3-4-3,,blank,\r
\r
A2,unit,red,2,"*-2-4","two
lines",2-2-3,guard foot\r
"""
    folder = write(ABOUT + "counters: counters.csv\n", {"counters.csv": "\ufeff" + sheet})
    game = load_game(folder)
    first, second = game.counters.values()
    assert (first.label, first.front.factors, first.back.state) == ('1, "Old" Guard', "3-4-3", "blank")
    assert (second.front.note, second.back.factors, second.groups) == ("two\nlines", "2-2-3", ("guard", "foot"))
    assert str(game.spot("counters.A2.back")) == "hill/counters.csv:5:8 (counters.A2.back)"


def test_rules_are_cases_with_their_lines(write: Write) -> None:
    rules = """\
# 6.0 Combat

Read the [CRT].

## 6.1 Odds

```
# 7 no heading
```
### 6.1.1 Rounding ##
Down.
"""
    game = load_game(write(ABOUT + "rules: rules.md\n", {"rules.md": rules}))
    assert [(c.number, c.title, c.depth, c.line, c.file) for c in game.rules] == [
        ("6.0", "Combat", 1, 1, "hill/rules.md"),
        ("6.1", "Odds", 2, 5, "hill/rules.md"),
        ("6.1.1", "Rounding", 3, 10, "hill/rules.md"),
    ]
    assert [c.text for c in game.rules] == ["Read the [CRT].", "```\n# 7 no heading\n```", "Down."]


def test_aliases_repeat_a_value(write: Write) -> None:
    folder = write(ABOUT + "boxes:\n  a: &it {name: Box, holds: 2}\n  b: *it\n")
    assert load_game(folder).boxes["b"].holds == 2


# ---------------------------------------------------------------- overlays

BASE = (
    ABOUT
    + """\
boxes:
  a: {name: First, says: one, holds: 2}
  b: {name: Second}
rules: rules.md
counts:
  - {says: two boxes, of: boxes, number: 2}
"""
)


def test_an_overlay_merges_by_id_and_knows_what_it_changed(write: Write) -> None:
    over = """\
game: {subtitle: Winter}
boxes:
  a: {says: uno}
  b: ~
  c: {name: Third}
counts: []
rules: winter.md
"""
    folder = write(
        BASE,
        {
            "rules.md": "# 1.0 One\nold\n# 3.0 Three\n",
            "scenarios/winter.yaml": over,
            "scenarios/winter.md": "# 1.0 One\nnew\n# 2.0 Two\n",
        },
    )
    game = load_game(folder, ["winter"])
    assert (game.game.title, game.game.subtitle) == ("Little Hill", "Winter")
    assert {id_: (b.name, b.says, b.holds) for id_, b in game.boxes.items()} == {
        "a": ("First", "uno", 2),
        "c": ("Third", "", 1),
    }
    assert game.counts == ()
    assert [(c.number, c.text) for c in game.rules] == [("1.0", "new"), ("2.0", ""), ("3.0", "")]
    assert str(game.spot("boxes.a.says")) == "hill/scenarios/winter.yaml:3:13 (boxes.a.says)"
    assert isinstance(game.sources, TreeSources)
    assert [str(s) for s in game.sources.before("boxes.a.says")] == ["hill/game.yaml:3:26 (boxes.a.says)"]
    assert load_game(folder).boxes["a"].says == "one"


def test_an_overlay_changes_single_cells_of_a_table(write: Write) -> None:
    table = "t: {name: T, columns: {odds: 1-1 2-1}, rows: {roll: 1d6, heads: 1-3 4-6}, cells: [[a, b], [c, d]]}"
    folder = write(
        f"{BASE}tables: tables.yaml\n",
        {
            "rules.md": "# 1.0 One\nold\n",
            "tables.yaml": table,
            "editions/second.yaml": "tables: {t: {cells: {4-6/1-1: x}}}\n",
            "editions/wrong.yaml": "tables: {t: {cells: {7/1-1: x}}}\n",
        },
    )
    assert load_game(folder, ["second"]).tables["t"].cells == (("a", "b"), ("x", "d"))
    assert load_game(folder).tables["t"].cells == (("a", "b"), ("c", "d"))
    with pytest.raises(Refused, match=r"L015 the table has no cell 7/1-1; write row/column, such as 1-3/1-1"):
        load_game(folder, ["wrong"])


def test_overlays_are_laid_in_order(write: Write) -> None:
    folder = write(
        BASE.replace("rules: rules.md\n", ""),
        {
            "editions/first.yaml": "boxes: {a: {says: older}, z: {name: Z}}",
            "options/fog.yaml": "boxes: {a: {says: fog}}",
        },
    )
    assert load_game(folder, ["first", "fog"]).boxes["a"].says == "fog"
    assert load_game(folder, ["fog", "first"]).boxes["a"].says == "older"


def test_faults_of_overlays(write: Write) -> None:
    folder = write(
        BASE.replace("rules: rules.md\n", ""),
        {"scenarios/winter.yaml": "boxes: {a: {holds: many}, q: ~}\nmap: {title: ~}\n"},
    )
    assert refusal(folder, "wniter") == ("hill: L015 this game has no overlay wniter; did you mean winter?")
    assert refusal(folder, "winter").splitlines() == [
        "hill/scenarios/winter.yaml:1:20 (boxes.a.holds): L014 holds must be a whole number, but is many (changed from hill/game.yaml:3); write digits, such as 3",
        'hill/scenarios/winter.yaml:1:27 (boxes.q): L015 ~ removes q, but there is no q here to remove; write a value, "" for an empty text, or leave the key out',
        "hill/scenarios/winter.yaml:2:1 (map.grid): L011 map has no key grid; write grid: and its value",
        "hill/scenarios/winter.yaml:2:1 (map.paper): L011 map has no key paper; write paper: and its value",
        'hill/scenarios/winter.yaml:2:7 (map.title): L015 ~ removes title, but there is no title here to remove; write a value, "" for an empty text, or leave the key out',
    ]


# ---------------------------------------------------------------- faults

FAULTS = {
    "unknown key": ("boxs: {}", "2:1 (boxs): L010 unknown key boxs; did you mean boxes?"),
    "unknown key deep inside": (
        "sequence:\n  - {name: Air}\n  - {name: Land, step: [move]}",
        "4:18 (sequence.1.step): L010 unknown key step; did you mean steps?",
    ),
    "duplicate key": (
        "boxes:\n  a: {name: A}\n  a: {name: B}",
        "4:3 (boxes.a): L006 a is written twice, first at line 3; keep one of them",
    ),
    "missing key": (
        "boxes:\n  a:\n    says: x",
        "3:3 (boxes.a.name): L011 a has no key name; write name: and its value",
    ),
    "a number that is too small": (
        "aids:\n  - title: A\n    rows: [[{kind: terrain, wide: 0}]]",
        "4:35 (aids.0.rows.0.0.wide): L014 wide is out of bounds; it should be greater than or equal to 1",
    ),
    "a number that is too large": (
        "aids:\n  - title: A\n    rows: [[{kind: terrain, wide: 13}]]",
        "4:35 (aids.0.rows.0.0.wide): L014 wide is out of bounds; it should be less than or equal to 12",
    ),
    "a key without a value": (
        "boxes:\n  a: {name: A, says: }",
        '3:16 (boxes.a.says): L007 says has no value; write one, or "" for an empty text, or leave the key out',
    ),
    "a colour that is a comment": (
        "boxes: {a: {name: #AABBCC\n}}",
        '2:13 (boxes.a.name): L007 name has no value, because what follows # is a comment; put quotes around it: "#AABBCC"',
    ),
    "odds in braces": (
        "tables:\n  crt: {name: CRT, columns: {odds: 1-1, 3:1}, rows: {roll: 1d1}, cells: [[x]]}",
        "3:41 (tables.crt.columns.3:1): L007 3:1 is read as a key without a value; separate odds by blanks, not by commas",
    ),
    "a key glued to its value": (
        "boxes: {a: {name:A}}",
        "2:13 (boxes.a.name:A): L007 name:A is read as a key without a value; put a blank after the colon, or quotes around it",
    ),
    "a dash with nothing after it": (
        "sequence:\n  - {name: Air}\n  -",
        '4:4 (sequence.1): L007 nothing is written here; write a value, or "" for an empty text',
    ),
    "factors that are an alias": (
        "counters: {A: {kind: unit, label: A, front: *-2-4, back: blank}}",
        '2:45 (counters.A.front): L009 *-2-4 refers to a value marked &-2-4, and there is none above; put quotes around it if it is text: "*-2-4"',
    ),
    "a word that is none of two groups of choices": (
        "errata:\n  - {of: A, was: b, now: c, impact: afects}",
        "3:37 (errata.0.impact): L013 impact: cannot be afects; write affects play, minor or none",
    ),
    "an unknown word": (
        "counters: {A: {kind: unti, label: A, front: 1-2-3, back: blank}}",
        "2:22 (counters.A.kind): L013 kind: cannot be unti; did you mean unit?",
    ),
    "no whole number": (
        "boxes: {a: {name: A, holds: 1.5}}",
        "2:29 (boxes.a.holds): L014 holds must be a whole number, but is 1.5; write digits, such as 3",
    ),
    "a huge number": (
        "boxes: {a: {name: A, holds: " + "9" * 5000 + "}}",
        "2:29 (boxes.a.holds): L014 holds is too large a number; write a smaller one",
    ),
    "no colour": (
        'sides: {red: {name: Red, ground: red, accent: "#AA0000", emblem: star}}',
        '2:34 (sides.red.ground): L012 red is not a colour; write # and six hexadecimal digits in quotes, such as "#B49C63"',
    ),
    "no length": (
        "counter_print: {side: 12, factors: a b}",
        "2:23 (counter_print.side): L012 '12' is not a length; write a number and a unit, such as 12mm, 0.7in or 5/8in",
    ),
    "spaces of a track as a text": (
        "tracks: {turn: {name: Turn, spaces: 1-10}}",
        "2:37 (tracks.turn.spaces): L012 spaces must be a list, but is the text 1-10; write values with commas in brackets: [{label: ...}, {label: ...}]",
    ),
    "spaces of a track as lists": (
        "tracks: {turn: {name: Turn, spaces: [[1]]}}",
        "2:38 (tracks.turn.spaces.0): L012 item 1 of spaces must be a record, but is a list; write its fields: {label: ...}",
    ),
    "a text in place of a mapping": (
        "boxes: {a: big}",
        "2:12 (boxes.a): L012 a must be a record, but is the text big; write its fields: {name: ...}",
    ),
    "a mapping in place of a text": (
        "boxes: {a: {name: {x: y}}}",
        "2:13 (boxes.a.name): L012 name must be a text, but is a mapping; write name: and a text",
    ),
    "a text that is no file": (
        "boxes: one big box",
        "2:8 (boxes): L012 boxes is the text one big box; write its keys and values, or name a file (.yaml, .yml, .md, .csv, .tsv, .xlsx, .ods)",
    ),
    "a tag": (
        "boxes: {a: {name: !!python/name:os.system x}}",
        "2:19 (boxes.a.name): L008 the tag tag:yaml.org,2002:python/name:os.system is not supported; delete it, or use quotes",
    ),
    "two documents": ("---\nboxes: {}", "2:1: L008 a second document begins here; keep one in each file"),
    "a key that is a list": ("? [a, b]\n: c", "2:3: L008 a key must be a word; put quotes around it"),
    "a file that is not there": ("boxes: boxes.yaml", "2:8 (boxes): L001 hill/boxes.yaml does not exist"),
    "a file outside": (
        "boxes: ../../etc/passwd",
        "2:8 (boxes): L003 ../../etc/passwd is outside the game's folder; name a file beside this one",
    ),
    "a file from the root": (
        "boxes: /etc/hosts",
        "2:8 (boxes): L003 /etc/hosts is outside the game's folder; name a file beside this one",
    ),
    "~ in the game itself": (
        "boxes: ~",
        '2:1 (boxes): L015 ~ removes boxes, but there is no boxes here to remove; write a value, "" for an empty text, or leave the key out',
    ),
    "an odd colon": (
        "boxes: {a: {name: A}}\nmap: title: x",
        '3:11: L004 a text may not contain a colon and a blank; put quotes around it: "title: x"',
    ),
    "braces left open": (
        "boxes: {a: {name: A}\ncounts: []",
        "2:8: L004 the braces opened here are not closed; write } at the end of line 2, or a comma if more follows",
    ),
    "brackets left open": (
        "counts: [a, b\nboxes: x",
        "2:9: L004 the brackets opened here are not closed; write ] at the end of line 2, or a comma if more follows",
    ),
    "quotes left open": (
        'boxes: {a: {name: "A}}\n',
        "2:19: L004 the quote opened here is never closed; close it at the end of the text",
    ),
    "a tab": ("boxes:\n\ta: x", "3:1: L004 this line is indented with a tab; indent with blanks"),
    "a line that is no key": (
        "boxes:\n  a: {name: A}\n b: x",
        (
            "4:2: L004 this key is not indented as line 3, which is indented by 2 blanks; "
            "indent all keys of a record in the same way"
        ),
    ),
    "an at sign": ("boxes: @x", "2:8: L004 a value cannot begin with @; put quotes around it"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_one_message(write: Write, fault: str) -> None:
    text, said = FAULTS[fault]
    assert refusal(write(ABOUT + text)) == f"hill/game.yaml:{said}"


def test_all_faults_at_once(write: Write) -> None:
    folder = write(
        "gam: {}\nboxes: boxes.yaml\ncounters: counters.csv\nrules: rules.md\ntracks: [a.yaml, b.yaml]\n",
        {
            "boxes.yaml": "a: {nam: A}\n",
            "counters.csv": "id,kind,label,front,back\nA1,unit,1,3-4-3\nA1,unit,2,3-4-3,blank\n,unit,3,1-1-1,blank\nA4,unit,4,1-1-1,blank,x\n",
            "rules.md": "Hello\n# Combat\n",
            "a.yaml": "t: {name: T, spaces: [{label: x}]}",
            "b.yaml": "t: {name: U, spaces: [{label: x}]}",
        },
    )
    assert refusal(folder).splitlines() == [
        "hill/b.yaml:1:1 (tracks.t): L006 t is written twice, first at hill/a.yaml:1; keep one of them",
        "hill/boxes.yaml:1:1 (boxes.a.name): L011 a has no key name; write name: and its value",
        "hill/boxes.yaml:1:5 (boxes.a.nam): L010 unknown key nam; did you mean name?",
        "hill/counters.csv:2:1 (counters.A1.back): L011 this row has 4 cells, but the header has 5: A1 has no key back; write the missing cell",
        "hill/counters.csv:3:1 (counters.A1): L006 A1 is written twice, first at line 2; keep one of them",
        "hill/counters.csv:4:1 (counters): L016 this row has no id; write one in the first column",
        (
            "hill/counters.csv:5:23 (counters.A4): L016 this row has 6 cells, but the header has 5; "
            "put quotes around a cell that holds a comma, or delete a comma that is too many"
        ),
        "hill/game.yaml:1:1 (gam): L010 unknown key gam; did you mean game?",
        "hill/game.yaml:1:1 (game): L011 the game has no key game; write game: and its value",
        "hill/rules.md:1:1: L017 there is text before the first case; begin with a heading, such as # 1.0 Introduction",
        "hill/rules.md:2:1: L017 the heading Combat has no case number; write # number title, such as # 6.5 Combat",
    ]


CSV_FAULTS = {
    "": "hill/counters.csv: L004 the file is empty; write a header: id, then the names of fields",
    "name,kind\n": "hill/counters.csv:1:1 (counters): L024 the heading name is not a key; "
    "write counters: {file: counters.csv, id: from label, columns: {name: label}}, and correct in it what is wrong",
    "label,kind\n": "hill/counters.csv:1:1 (counters): L024 the sheet has no column id; "
    "name one id, or write counters: {file: counters.csv, id: from label} to make ids from another",
    "id,kind,kind\n": "hill/counters.csv:1:9: L006 column kind is written twice; keep one of them",
    "id,,kind\na,b,unit\n": "hill/counters.csv:1:4: L016 column 2 has no name, but b is written in it; "
    "write the field that it holds, such as front.word, or # if it is your own",
    "id,front,front.word\n": "hill/counters.csv:1:10: L016 column front.word is a field inside another column, or contains one; keep one of them",
    'id,kind\nA,"unit\n': 'hill/counters.csv:2:3: L016 quotes are opened and not closed; write " inside quotes as ""',
    'id,kind\nA,"un"it\n': "hill/counters.csv:2:7: L016 text follows a closing quote; write a comma between cells",
}


@pytest.mark.parametrize("text", CSV_FAULTS)
def test_faults_of_tables(write: Write, text: str) -> None:
    assert refusal(write(ABOUT + "counters: counters.csv\n", {"counters.csv": text})) == CSV_FAULTS[text]


def test_files_of_one_key_must_be_alike(write: Write) -> None:
    folder = write(ABOUT + "boxes: [a.yaml, b.yaml]\n", {"a.yaml": "a: {name: A}", "b.yaml": "- {name: B}"})
    assert refusal(folder) == (
        "hill/b.yaml:1:1 (boxes): L012 this file and hill/a.yaml cannot be joined: one is a list, the other is not; write both as lists, or both as mappings"
    )


# ---------------------------------------------------------------- files that are no files, or hostile


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "hill/game.yaml: L004 the file is empty; write keys and values"),
        (b"# only a remark\n", "hill/game.yaml: L004 the file is empty; write keys and values"),
        (b"- a\n", "hill/game.yaml:1:1: L012 a game is a mapping of keys and values; write game:, counters:, map: and so on"),
        (b"game: caf\xe9\n", "hill/game.yaml:1:10: L002 byte 0xe9 is not UTF-8; save the file in the encoding UTF-8"),
        ("game: x".encode("utf-16"), "hill/game.yaml:1:1: L002 UTF-16 is not UTF-8; save the file in the encoding UTF-8"),
        (b"game: a\n  \x00b\n", "hill/game.yaml:2:3: L002 the character U+0000 is not allowed in text; delete it"),
        (b"game: a\x1b[31m\n", "hill/game.yaml:1:8: L002 the character U+001B is not allowed in text; delete it"),
        (b"[" * 500, "hill/game.yaml:1:41 ({}): L005 lists and mappings are nested more than 40 deep; split the data, and write out what is multiplied"),
        (b"{" * 500, "hill/game.yaml:1:41: L005 lists and mappings are nested more than 40 deep; split the data, and write out what is multiplied"),
        (b"a: " * 200_000, f'hill/game.yaml:1:5: L004 a text may not contain a colon and a blank; put quotes around it: "{"a: " * 19}a:…"'),
        (b"- " * 200_000, "hill/game.yaml:1:81 ({}): L005 lists and mappings are nested more than 40 deep; split the data, and write out what is multiplied"),
    ],
)  # fmt: skip
def test_odd_and_hostile_files(write: Write, raw: bytes, said: str) -> None:
    assert refusal(write(raw)) == said.format(".".join("0" * 40))


@pytest.mark.parametrize("bracket", [b"[", b"{"])
def test_a_million_brackets_are_refused_as_nested_too_deep(write: Write, bracket: bytes) -> None:
    """libyaml 0.2.6 refuses them before it reports the first of them."""
    said = refusal(write(bracket * 1_000_000))
    assert re.fullmatch(r"hill/game\.yaml:1:\d+.*: L005 lists and mappings are nested more than 40 deep; .*", said)


def test_too_large_a_file(write: Write) -> None:
    folder = write(ABOUT + "boxes: boxes.yaml\n")
    with (folder / "boxes.yaml").open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert refusal(folder) == (
        "hill/game.yaml:2:8 (boxes): L001 hill/boxes.yaml has 104,857,600 bytes; the limit is 8,388,608; split it into several files"
    )
    assert MAX_BYTES == 8 * 1024 * 1024


def test_a_billion_laughs(write: Write) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]
    assert refusal(write("\n".join(lines))) == (
        "hill/game.yaml:6:25 (a5.3): L005 the file has more than 500,000 values, counting aliases as often as they are used; "
        "split the data, and write out what is multiplied"
    )


def test_aliases_nested_in_aliases(write: Write) -> None:
    lines = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [*a{i - 1}]" for i in range(1, 2000)]
    assert refusal(write("\n".join(lines))).startswith(
        "hill/game.yaml:40:12 (a39.0): L005 lists and mappings are nested more than 40 deep through aliases"
    )


def test_an_alias_of_itself(write: Write) -> None:
    assert "L009 *a refers to a value marked &a" in refusal(write(ABOUT + "boxes: &a {x: *a}"))


def test_a_million_faults_are_counted_not_listed(write: Write) -> None:
    keys = "\n".join(f"key{i}: x" for i in range(20_000))
    said = refusal(write(ABOUT + keys)).splitlines()
    assert len(said) == MAX_FINDINGS + 1
    assert said[-1] == "hill/game.yaml: L005 there are 19,900 more findings; correct the first ones first"


def test_folders_pipes_links_and_files_without_permission(write: Write) -> None:
    folder = write(
        ABOUT + "boxes: d.yaml\ncounters: pipe.csv\ntracks: link.yaml\nrules: loop.md\ntables: secret.yaml\n"
    )
    (folder / "d.yaml").mkdir()
    os.mkfifo(folder / "pipe.csv")
    outside = folder.parent / "outside.yaml"
    outside.write_text("t: {name: T, spaces: []}")
    (folder / "link.yaml").symlink_to(outside.resolve())
    (folder / "loop.md").symlink_to("loop.md")
    (folder / "secret.yaml").write_text("t: {}")
    (folder / "secret.yaml").chmod(0)
    said = refusal(folder).splitlines()
    assert said[:2] == [
        "hill/game.yaml:2:8 (boxes): L001 hill/d.yaml is a folder; name a file",
        "hill/game.yaml:3:11 (counters): L001 hill/pipe.csv is not a regular file; name a file",
    ]
    assert said[2] == (
        "hill/game.yaml:4:9 (tracks): L003 link.yaml is outside the game's folder; name a file beside this one"
    )
    assert "(rules): L00" in said[3]
    if os.geteuid():  # root reads everything
        assert said[4] == "hill/game.yaml:6:9 (tables): L001 hill/secret.yaml may not be read"
    (folder / "secret.yaml").chmod(stat.S_IRUSR | stat.S_IWUSR)


def test_a_folder_without_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    assert refusal(Path("empty")) == "empty: L001 this folder has no game.yaml; name the folder of a game"


def test_many_files(write: Write) -> None:
    names = ", ".join(["a.yaml"] * 200)
    said = refusal(write(ABOUT + f"counts: [{names}]", {"a.yaml": "[]"}))
    assert said == "hill/game.yaml:2:1 (counts): L005 more than 100 files are named; put several parts in one file"


JUNK = st.recursive(
    st.sampled_from(["", "x", "3", "-1", "A1", "1d6", "1-1 2-1", "#AABBCC", "12mm", "text", "blank", "~", "½", "1d²"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
        ["game", "counters", "tables", "map", "a", "front", "back", "rows", "columns", "roll", "odds", "cells", "kind",
         "grid", "paper", "basis", "rule", "spaces", "rules", "places", "heads", "title", "designer", "name", "at"]), inner, max_size=5),
    max_leaves=12,
)  # fmt: skip


def flow(value: object) -> str:
    """YAML in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value) if value == "~" else f'"{value}"'


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(sorted(Game.model_fields)), JUNK, max_size=4))
@example({"tables": {"a": {"rows": {"roll": ["1"]}, "cells": "x", "name": "x"}}})
@example({"rules": [{}]})
def test_no_data_breaks_the_loader(tmp_path: Path, data: dict[str, object]) -> None:
    (tmp_path / GAME_FILE).write_text(flow(data), encoding="utf-8")
    try:
        load_game(tmp_path)
    except Refused as refused:
        said = str(refused)
    else:
        return
    assert said.startswith(str(tmp_path / GAME_FILE))
    assert "validation" not in said
    assert "Input" not in said


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet=st.sampled_from("ab:1-,[]{}#&*!|>'\"%@`? \n\t\\~"), max_size=60))
def test_no_text_breaks_the_loader(tmp_path: Path, text: str) -> None:
    (tmp_path / GAME_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as caught:
        load_game(tmp_path)
    assert caught.value.findings


# ---------------------------------------------------------------- finding games and targets


def test_a_game_is_found_by_folder_door_or_name(write: Write) -> None:
    folder = write()
    assert find_game("hill") == find_game("hill/game.yaml") == folder
    for name in shipped_games():
        assert (find_game(name) / GAME_FILE).is_file()


@pytest.mark.parametrize("name", ["hlil", "x" * 5000, "\0"])
def test_a_game_that_is_not_there(write: Write, name: str) -> None:
    write()
    with pytest.raises(Refused) as caught:
        find_game(name)
    (finding,) = caught.value.findings
    assert finding.code == "L001"
    assert finding.wrong == "there is no such folder and no game of this name"


def test_targets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_target("home").papers["a4"].width == 210
    with pytest.raises(Refused, match=r"hoem: L001 there is no such print target; did you mean home\?"):
        load_target("hoem")
    Path("mine.yaml").write_text("name: Mine\nmargins: 5mm\n")
    with pytest.raises(Refused) as caught:
        load_target("mine.yaml")
    assert "mine.yaml:2:1 (margins): L010 unknown key margins; did you mean margin?" in str(caught.value)


@pytest.mark.parametrize("key", ["." * 200_000, "a." * 100_000, "x" * 1001])
def test_a_key_that_is_too_long_is_one_finding(write: Write, key: str) -> None:
    said = f"has {len(key):,} characters; the limit is 1,000; write a shorter one"
    text = refusal(write(ABOUT + f"boxes:\n  ? {key}\n  : {{name: A}}\n"))
    assert text.startswith("hill/game.yaml:3:5 (boxes): L005 the key ")
    assert text.endswith(said)
    text = refusal(write(ABOUT + "boxes: boxes.csv\n", {"boxes.csv": f"id,name\n{key},A\n"}))
    assert text.startswith("hill/boxes.csv:2:1 (boxes): L005 the id ")
    assert text.endswith(said)
    assert "L005" in refusal(write(ABOUT + "boxes: boxes.csv\n", {"boxes.csv": f"id,{key}\na,A\n"}))


def test_a_game_is_read_without_the_names_that_windows_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOFOLLOW", "O_DIRECTORY", "geteuid", "fchmod", "fchown"):
        monkeypatch.delattr(os, name)
    game = load_game(Path(__file__).parent / "games" / "duel")
    assert game.game.title


# ---------------------------------------------------------------- endings of YAML files


@pytest.mark.parametrize("part", OVERLAY_FOLDERS)
@pytest.mark.parametrize("ending", ["yaml", "yml", "YML"])
def test_overlays_may_have_any_ending_of_yaml(write: Write, part: str, ending: str) -> None:
    folder = write(ABOUT, {f"{part}/winter.{ending}": "boxes: {a: {name: Cold}}\n"})
    for name in ("winter", f"{part}/winter"):
        assert load_game(folder, [name]).boxes["a"].name == "Cold"
    assert refusal(folder, "winter.yaml").endswith("this game has no overlay winter.yaml; did you mean winter?")


@pytest.mark.parametrize(("first", "second"), [("options/w.yaml", "options/w.yml"), ("game.yaml", "game.yml")])
def test_two_files_that_differ_only_in_their_ending_are_refused(write: Write, first: str, second: str) -> None:
    text = refusal(write(ABOUT, {first: ABOUT, second: ABOUT}))
    wrong = f"{Path(first).name} has the same name without its ending, so only one of them can be read"
    assert text == f"hill/{second}: L018 {wrong}; delete or rename one of them"


def test_a_door_with_another_ending_is_to_be_renamed(write: Write) -> None:
    folder = write(ABOUT)
    (folder / "game.yaml").rename(folder / "game.yml")
    assert find_game(str(folder / "game.yml")) == folder
    assert refusal(folder).endswith("L001 this folder has no game.yaml; rename game.yml to game.yaml")


def test_a_file_with_another_ending_is_named(write: Write) -> None:
    text = refusal(write(f"{ABOUT}boxes: boxes.yaml\n", {"boxes.yml": "a: {name: A}\n"}))
    assert text.endswith("L001 hill/boxes.yaml does not exist; did you mean boxes.yml?")


def test_print_targets_and_printers_may_have_any_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "mine.yml"
    target.write_bytes((templates_dir() / "targets" / "home.yaml").read_bytes())
    assert load_target(str(target)).papers == load_target("home").papers
    assert target_name(str(target)) == "mine"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    printers_dir().mkdir(parents=True)
    (printers_dir() / "laser.yml").write_text("back_shift: 0.4mm,-0.2mm\n", "utf-8")
    assert load_printer("laser") == load_printer(str(printers_dir() / "laser.yml"))
