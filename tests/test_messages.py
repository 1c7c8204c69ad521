"""What users read when data is odd or hostile: one short line a fault, whatever is in the data, and no traceback."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.findings import Finding
from pnp.report.formats import write_report
from pnp.report.text_report import MOST
from pnp.spot import Spot

Run = Callable[..., Any]
MAP = """\
game: {title: Ford}
terrain:
  clear: {name: Clear, of: hex, look: clear, cost: "1"}
  lake: {name: Lake, of: hex, look: lake, cost: prohibited}
map:
  title: The ford
  paper: {width: 8in, height: 8in}
  grid: {hexes: flat, columns: A-F, rows: 1-5, across_flats: 20mm, low: even, at: [20mm, 20mm]}
"""
FORMS = ("text", "json", "github", "sarif")


def check(pnp: Run, folder: Path, text: str, *words: str, command: str = "check") -> Any:
    (folder / "ford").mkdir(exist_ok=True)
    (folder / "ford" / "game.yaml").write_text(text, encoding="utf-8")
    return pnp(command, "ford", *words, cwd=folder)


def is_plain(text: str) -> bool:
    """Nothing in a text controls a terminal, and no line gives a command to a code host."""
    lines = text.split("\n")
    return all(line.isprintable() and not line.lstrip().startswith(("::", "##[")) for line in lines)


# ---------------------------------------------------------------- control characters


@pytest.mark.parametrize(
    "odd",
    [
        "\\e]0;pwn\\a\\e[31m",
        "a\\n::error file=x::pwn",
        "\\n##[error]pwn",
        "\\u202Egnp.exe",
        "\\u2028::error::",
        "\\x7F\\x9B31m",
    ],
)
@pytest.mark.parametrize(
    "place",
    [
        'game: {{title: X, "{}": x}}\n',
        'game: {{title: X, rights: {{basis: public-domain}}}}\nsides: {{"{}": {{name: X, ground: "#9DB7D5", accent: "#16324F", emblem: nothing}}}}\n',
        'game: {{title: X, rights: {{basis: public-domain}}}}\nboxes: {{"{}": {{name: X, rule: 9.9}}}}\nrules: [{{number: "1.0", title: A, text: a, depth: 1, file: f, line: 1}}]\n',
        'game: {{title: X}}\nterrain: {{x: {{name: X, of: hex, look: "{}"}}}}\n',
        'game: {{title: X}}\nmap: "{}.yaml"\n',
    ],
    ids=["key", "id", "path", "value", "file"],
)
def test_no_control_character_of_the_data_is_printed(pnp: Run, tmp_path: Path, place: str, odd: str) -> None:
    for form in FORMS:
        done = check(pnp, tmp_path, place.format(odd), "--format", form)
        assert done.returncode == 1
        assert done.stderr == ""
        lines = done.stdout.split("\n")
        assert all(line.isprintable() for line in lines), done.stdout
        if form == "github":
            assert all(line.startswith("::error file=ford/game.yaml,line=") for line in lines[:-1]), done.stdout
        else:
            assert is_plain(done.stdout)


def test_examples_and_builds_print_no_control_character(pnp: Run, tmp_path: Path) -> None:
    odd = "\\n::error::pwn\\e[31m"
    game = f"""\
game: {{title: X}}
procedures: {{p: {{name: "{odd}", steps: [{{roll: die, dice: 1d6, says: "{odd}"}}]}}}}
examples: {{"e{odd}": {{title: "{odd}", procedure: p, rolls: {{die: 3}}, expect: {{die: "{odd}"}}}}}}
"""
    for command in ("example", "build", "odds"):
        words = ("p",) if command == "odds" else ()
        done = check(pnp, tmp_path, game, *words, command=command)
        assert command == "odds" or "pwn" in done.stdout + done.stderr
        assert is_plain(done.stdout), done.stdout
        assert is_plain(done.stderr), done.stderr


@pytest.mark.parametrize("words", [("check", "\x1b[31m\n::error::x"), ("explain", "\n::error::\x07"), ("\n::error::",)])
def test_usage_errors_print_no_control_character(pnp: Run, words: tuple[str, ...], tmp_path: Path) -> None:
    done = pnp(*words, cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert is_plain(done.stdout + done.stderr)


def test_a_file_name_in_sarif_is_an_address() -> None:
    (result,) = json.loads(write_report([Finding("L001", Spot("my game/\x1b.yaml"), "x")], "sarif"))["runs"][0][
        "results"
    ]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20game/%1B.yaml"


def test_a_blank_name_can_be_seen(pnp: Run, tmp_path: Path) -> None:
    for key in ("", " "):
        done = check(pnp, tmp_path, f'game: {{title: X, "{key}": x}}\n')
        assert f"L010 unknown key {key!r}" in done.stdout
    done = check(pnp, tmp_path, 'game: {title: X}\ncounts: []\naids: [{title: A, rows: [[{kind: table, of: [""]}]]}]\n')
    assert "I010 unknown table ''" in done.stdout


# ---------------------------------------------------------------- floods


@pytest.mark.slow
def test_many_findings_of_one_code_are_counted_and_not_printed(pnp: Run, tmp_path: Path) -> None:
    rules = 'rules: [{number: "1.0", title: A, text: a, depth: 1, file: f, line: 1}]\n'
    game = (
        "game: {title: X}\nboxes: {a: {name: A, rule: "
        + " ".join(f"x{n}" for n in range(3000))
        + "}, b: {name: B, holds: 1}}\n"
        + rules
    )
    done = check(pnp, tmp_path, game)
    lines = done.stdout.splitlines()
    assert sum(" R001 " in line for line in lines) == MOST
    assert lines[-2] == "and 2,980 more of R001"
    assert lines[-1].startswith("3,0")
    assert " findings in all; 2" in lines[-1]
    assert len(done.stdout) < 15_000
    rows = json.loads(check(pnp, tmp_path, game, "--format", "json").stdout)
    assert lines[-1].startswith(f"{len(rows):,} findings in all")
    assert sum(row["code"] == "R001" for row in rows) == 3000
    assert check(pnp, tmp_path, game, command="build").stderr.splitlines()[-1] == "nothing built: 3,000 errors"


@pytest.mark.parametrize(
    "game",
    [
        "game: {title: X}\ncomponents: {LONG: {kind: card, name: A, width: 3in, height: 3in, front: {}}}\n",
        "game: {title: X}\nterrain: {LONG: {name: LONG, of: hex, look: LONG}}\n",
        "game: {title: X}\nboxes: {LONG: {name: LONG, holds: -1, basis: text LONG=text}}\n",
        'game: {title: X}\nsides: {LONG: {name: LONG, ground: "#9DB7D5", accent: "#16324F", emblem: LONG}}\n',
        "game: {title: X, LONG: LONG}\n",
        "game: {title: X}\nmap: LONG.yaml\n",
    ],
)
def test_a_long_value_makes_no_long_message(pnp: Run, tmp_path: Path, game: str) -> None:
    done = check(pnp, tmp_path, game.replace("LONG", "x" * 900))
    assert done.returncode == 1
    assert max(map(len, done.stdout.splitlines())) < 1_000


def test_a_long_message_keeps_its_beginning_and_its_end() -> None:
    shown = str(Finding("D001", Spot("game.yaml", 3), "A " + "x" * 2000 + " is 999 mm long", "write less"))
    assert shown.startswith("game.yaml:3: D001 A xxx")
    assert shown.endswith("xxx is 999 mm long; write less")
    assert len(shown) < 500


# ---------------------------------------------------------------- what once ended in a traceback


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'game: {title: X}\nsides: {red: {name: Red, ground: "#E4A59B", accent: "#6E1B14", emblem: ""}}\n',
            "ford/game.yaml:2:72 (sides.red.emblem): I004 unknown emblem ''",
        ),
        (
            "game: {title: X}\nrules: [{number: 99d9, title: A, text: x, depth: 2, file: y, line: 1}]\n",
            "ford/game.yaml:2:18 (rules.0.number): L012 99d9 is not a case number; write digits and dots, such as 6.5.1",
        ),
        (
            "game: {title: X}\nrules: [{number: 1..2, title: A, text: x, depth: 2, file: y, line: 1}]\n",
            "ford/game.yaml:2:18 (rules.0.number): L012 1..2 is not a case number",
        ),
        (MAP + "  terrain: {lake.0: Z9}\n", "ford/game.yaml:9:21 (map.terrain.lake.0): M001 hex Z9 is not on this map"),
        (MAP + "  terrain: {lake: B2, lake.0: B2}\n", "(map.terrain.lake.0): M005 B2 is lake and lake.0"),
    ],
    ids=["emblem", "case number", "case number with a gap", "hex under a dotted key", "clash under a dotted key"],
)  # fmt: skip
def test_odd_data_is_a_finding(pnp: Run, tmp_path: Path, text: str, said: str) -> None:
    assert said in check(pnp, tmp_path, text).stdout


@pytest.mark.parametrize("words", [("example",), ("odds", "p")])
def test_a_map_that_cannot_be_made_is_a_finding_where_it_is_played_on(
    pnp: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    text = MAP.replace("rows: 1-5", "rows: sum") + "procedures: {p: {steps: [{roll: die, dice: 1d6}]}}\n"
    done = check(pnp, tmp_path, text, *words[1:], command=words[0])
    assert done.returncode == 1
    assert "ford/game.yaml:8:43 (map.grid.rows): M004 " in done.stderr
