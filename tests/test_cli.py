"""The command line as a user meets it: exit codes, one clear message, nothing half-written."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from os import environ
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from pnp.api import build
from pnp.cli import cli
from pnp.cli.terminal import print_report
from pnp.findings import Finding, Severity
from pnp.load import shipped_games
from pnp.new_game import NewGame, files_of, write_game
from pnp.report.formats import write_report
from pnp.report.text_report import WIDEST, list_findings, text_report
from pnp.spot import Spot

Run = Callable[..., Any]


def test_help_names_every_command(pnp: Run) -> None:
    done = pnp("--help")
    assert done.returncode == 0
    for command in ("build", "check", "example", "explain", "odds", "preflight"):
        assert f"\n  {command} " in done.stdout


def imported(statement: str) -> set[str]:
    """The modules that a fresh Python holds after a statement."""
    code = f"import sys; {statement}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def imported_by(*words: str) -> set[str]:
    """The modules and packages that a process of the command line holds when it ends, without those of Python."""
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); from pnp.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=True,
        env={**environ, "PNP_CACHE": ""},
    )
    return set(done.stdout.splitlines()[-1].split())


HEAVY = {
    "numpy",
    "shapely",
    "reportlab",
    "svgwrite",
    "weasyprint",
    "jinja2",
    "pikepdf",
    "pypdfium2",
    "PIL",
    "fontTools",
}
HEAVY |= {"rich", "multiprocessing", "pnp.processes"}


def test_help_imports_little() -> None:
    names = {"pydantic", "yaml", "markdown_it", "concurrent.futures", "hashlib", "logging", "pnp.cache", "pnp.model"}
    assert not imported_by("--help") & (HEAVY | names)


def test_a_check_imports_only_what_the_game_needs() -> None:
    # This game has no procedures, so nothing asks for the rules engine. No check compares editions or draws a figure, and
    # only the check of the colours of terrain (D013) draws what is printed.
    engine = {"pnp.rules.playbook", "pnp.rules.engine.machine", "pnp.rules.engine.steps.roll_step"}
    printed = {
        "pnp.errata.compare",
        "pnp.errata.errata_kit",
        "pnp.compose.example",
        "pnp.draw.figure",
        "pnp.preflight",
    }
    books = {"weasyprint", "jinja2", "pikepdf", "rich", "multiprocessing", "pnp.processes"}
    assert not imported_by("check", "tests/games/small") & (books | engine | printed)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    # The rules engine takes as long to import as a small game to print; without procedures nothing asks for it.
    assert not imported("import pnp.checks, pnp.draw.counter.faces") & (HEAVY | {"pnp.rules.playbook"})


def test_a_process_of_its_own_ends_as_the_command_does() -> None:
    words = (sys.executable, "-m", "pnp", "check", "nowhere")
    done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("frobnicate",), "No such command 'frobnicate'"),
        (("check",), "name one or more games, or use --all"),
        (("check", "--all", "meiktila"), "name one or more games, or use --all"),
        (("build", "meiktila", "--duplex", "sideways"), "'sideways' is not one of"),
        (("explain", "Z999"), "there is no check Z999"),
        (("build", "meiktila", "--only", ""), "Invalid value for '--only': this is blank"),
        (("build", "meiktila", "--only", " ,"), "Invalid value for '--only': this is blank"),
        (("build", "meiktila", "--paper", ""), "Invalid value for '--paper': this is blank"),
        (("build", "meiktila", "--paper", ","), "Invalid value for '--paper': this is blank"),
        (("build", "meiktila", "--target", ""), "Invalid value for '--target': this is blank"),
        (("check", "meiktila", "--edition", ""), "Invalid value for '--edition': this is blank"),
        (("check", "meiktila", "--option", "night", "--option", ""), "Invalid value for '--option': this is blank"),
    ],
)
def test_wrong_usage_exits_2(pnp: Run, words: tuple[str, ...], message: str) -> None:
    done = pnp(*words)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "nowhere"), "nowhere"),
        (("build", "meiktila", "--paper", "papyrus"), "there is no paper size papyrus; write letter, a4"),
        (("build", "meiktila", "--only", "box"), "there is no part of a kit box"),
        (("build", "meiktila", "--target", "moon"), "moon"),
        (("build", "meiktila", "--back-shift", "1,2"), "1"),
        (("preflight", "missing.pdf"), "missing.pdf"),
    ],
)
def test_what_cannot_be_done_is_one_message_and_exit_1(
    pnp: Run, words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    done = pnp(*words, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert not (tmp_path / "output").exists()


FOUND = (
    Finding("C001", Spot("game.yaml", 3, 5, "counters.A1"), "no back: 100% blank", "write a back"),
    Finding("M002", Spot("map.yaml", 7, 1, "map"), "a gap", severity=Severity.WARNING),
)


def test_findings_on_one_line_each() -> None:
    assert list_findings(FOUND).splitlines() == [
        "game.yaml:3:5 (counters.A1): C001 no back: 100% blank; write a back",
        "map.yaml:7:1 (map): warning M002 a gap",
    ]


def test_findings_as_text_are_grouped_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text("a\nb\n  A1: {\x1b}\n", encoding="utf-8")
    again = Finding("C002", Spot("game.yaml", 3, 8), "odd")
    assert write_report((*FOUND, again), "text").splitlines() == [
        "game.yaml",
        "game.yaml:3:5 (counters.A1): C001 no back: 100% blank; write a back",
        "     3 |   A1: {\N{REPLACEMENT CHARACTER}}",
        "       |     ^",
        "game.yaml:3:8: C002 odd",
        "     3 |   A1: {\N{REPLACEMENT CHARACTER}}",
        "       |        ^",
        "",
        "map.yaml",
        "map.yaml:7:1 (map): warning M002 a gap",
    ]


@pytest.mark.parametrize("column", [1, 70, 500, 999, 1001])
def test_a_caret_is_below_its_column_in_a_long_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: int
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "." * (column - 1) + "X" + "." * (1001 - column)
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    *_, source, caret = text_report([Finding("C001", Spot("a.yaml", 1, column), "x")]).splitlines()
    assert source.index("X") == caret.index("^")
    assert len(source) <= WIDEST + 11


@pytest.mark.parametrize(
    "content", [b"%PDF-1.7\nx\n", b"\xff\xfe\n", b"\n", b""], ids=["pdf", "binary", "blank", "empty"]
)
def test_what_is_not_a_line_of_text_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.pdf").write_bytes(content)
    for line in (1, 9):
        assert len(text_report([Finding("C001", Spot("a.pdf", line, 1), "x")]).splitlines()) == 2


def test_findings_have_colours_on_terminals_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text("a\nb\n    c\n", encoding="utf-8")
    shown = {}
    for terminal, no_colour in ((True, ""), (True, "1"), (False, "")):
        out = StringIO()
        monkeypatch.setattr(out, "isatty", lambda terminal=terminal: terminal)
        monkeypatch.setattr("sys.stdout", out)
        monkeypatch.setenv("NO_COLOR", no_colour)
        print_report(FOUND, "text")
        shown[terminal, no_colour] = out.getvalue()
    plain = shown[False, ""]
    assert "\x1b" not in plain
    assert shown[True, "1"] == plain
    coloured = shown[True, ""]
    assert click.unstyle(coloured) == plain
    for part in (("C001", "red"), ("warning M002", "yellow"), ("^", None)):
        assert click.style(part[0], fg=part[1], bold=True) in coloured


def test_findings_as_annotations_escape_what_would_end_them() -> None:
    assert write_report(FOUND, "github").splitlines() == [
        "::error file=game.yaml,line=3,col=5,title=C001::no back: 100%25 blank; write a back",
        "::warning file=map.yaml,line=7,col=1,title=M002::a gap",
    ]


def test_findings_as_json_and_sarif_hold_the_same_places() -> None:
    rows = json.loads(write_report(FOUND, "json"))
    assert [(r["code"], r["severity"], r["line"]) for r in rows] == [("C001", "error", 3), ("M002", "warning", 7)]
    run = json.loads(write_report(FOUND, "sarif"))["runs"][0]
    assert [r["id"] for r in run["tool"]["driver"]["rules"]] == ["C001", "M002"]
    assert [r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in run["results"]] == [3, 7]


@pytest.mark.parametrize("game", sorted(shipped_games()))
def test_odds_can_be_asked_of_every_game(pnp: Run, game: str) -> None:
    """Only what the rules need is read, and the texts of that must not need more."""
    result = pnp("odds", game, "no-such-procedure")
    assert result.returncode == 2
    assert "there is no procedure no-such-procedure" in result.stderr


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("pnp bu", {"build"}),
        ("pnp check --cov", {"--coverage"}),
        ("pnp build --ink gr", {"grey"}),
        ("pnp check mei", {"meiktila", "mei"}),  # the second is any folder that begins so
    ],
)
def test_a_shell_completes_commands_options_words_and_games(words: str, completed: set[str]) -> None:
    asked = {"_PNP_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    done = CliRunner().invoke(cli, [], prog_name="pnp", complete_var="_PNP_COMPLETE", env=asked)
    assert {line.partition(",")[2] for line in done.stdout.splitlines()} == completed


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_can_read_its_script_for_completion(shell: str) -> None:
    done = CliRunner().invoke(cli, ["completion", shell])
    assert f"_PNP_COMPLETE={shell}_complete" in done.stdout
    if found := shutil.which(shell):
        subprocess.run([found, "-n"], input=done.stdout.encode(), check=True)


def test_a_build_prints_nothing_if_it_is_quiet_and_the_time_of_each_part_if_it_is_verbose(
    pnp: Run, tmp_path: Path
) -> None:
    write_game(tmp_path / "ford", files_of(NewGame("counters", title="The Ford", sides=("Blue", "Red"))))
    words = ("build", tmp_path / "ford", "--only", "counters", "-o", tmp_path / "kits", "--no-cache")
    plain, quiet, verbose = pnp(*words), pnp(*words, "-q"), pnp(*words, "--verbose")
    assert [done.returncode for done in (plain, quiet, verbose)] == [0, 0, 0]
    assert plain.stdout.splitlines()[0].startswith("building")
    assert (quiet.stdout, quiet.stderr, plain.stderr) == ("", "", "")
    assert verbose.stdout == plain.stdout
    assert "ford: reading and checking" in verbose.stderr
    assert re.search(r"part counters, \d+\.\d\d s", verbose.stderr)


def test_long_work_says_how_long_it_still_takes(tmp_path: Path) -> None:
    write_game(tmp_path / "ford", files_of(NewGame("hexes", title="The Ford", sides=("Blue", "Red"))))
    told: list[str] = []
    (*_, finished) = build(tmp_path / "ford", output=tmp_path / "kits", only="map,counters", progress=told.append)
    assert finished.files
    assert any(re.search(r"Letter, (a few seconds|about \d+ s) left$", text) for text in told)
