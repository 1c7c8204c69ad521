"""Folders that somebody else has filled: nothing of theirs runs, nothing waits, and each fault is one message."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pnp.errata.compare.editions import read_edition
from pnp.errata.compare.repository import list_tags, repository_of
from pnp.findings import Refused
from pnp.kit.full_check import full_check
from pnp.kit.options import read_options
from pnp.kit.pipeline import RefusedKits, build_all
from pnp.load import load_game
from pnp.load.target_files import load_target
from pnp.rules.engine.steps.draw_step import _possible_draws
from pnp.safe_files import UnfitFileError, open_regular_file, read_regular_file, replace_file

TOP = Path(__file__).parents[1]
SMALL = TOP / "tests" / "games" / "small"
Run = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SMALL, tmp_path / "hill"))


def change(file: Path, was: str, now: str) -> None:
    text = file.read_text("utf-8")
    assert was in text
    file.write_text(text.replace(was, now, 1), "utf-8")


def messages(folder: Path, *overlays: str) -> list[str]:
    """The errors of a game, from reading it or from its checks."""
    try:
        found = full_check(load_game(folder, overlays))
    except Refused as refused:
        found = refused.findings
    return [f"{one.code} {one.message}" for one in found if one.severity.value == "error"]


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (os.mkfifo, "is not a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "is not a regular file"),
        (Path.mkdir, "is a folder"),
        (lambda path: path.write_bytes(b"x" * 11), "has 11 bytes; the limit is 10"),
    ],
)
def test_only_regular_files_of_limited_size_are_read(tmp_path: Path, make: Callable[[Path], object], message: str):
    make(tmp_path / "file")
    with pytest.raises(UnfitFileError, match=message):
        read_regular_file(tmp_path / "file", 10)


def test_a_link_is_followed_only_if_that_is_wanted(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to("file")
    assert read_regular_file(tmp_path / "link", 10) == b"x"
    with pytest.raises(UnfitFileError), open_regular_file(tmp_path / "link", follow=False):
        pass


def test_a_picture_replaces_a_link_and_leaves_its_file(tmp_path: Path):
    (tmp_path / "other").write_text("mine")
    (tmp_path / "odds.svg").symlink_to("other")
    replace_file(tmp_path / "odds.svg", b"new")
    assert [(tmp_path / name).read_text() for name in ("odds.svg", "other")] == ["new", "mine"]
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["f.txt", "f.md", "f.pdf"])
def test_a_pipe_or_a_device_is_not_proofread(tmp_path: Path, pnp: Run, name: str):
    os.mkfifo(tmp_path / name)
    assert "Q001 this is not a regular file" in pnp("proof", tmp_path / name).stdout
    (tmp_path / name).unlink()
    (tmp_path / name).symlink_to("/dev/zero")
    assert "Q001 this is not a regular file" in pnp("proof", tmp_path / name).stdout


@pytest.mark.parametrize("word", ["x" * 30_000, "Xy" * 3_000, " " * 20_000 + "x", "x" * 30_000 + "-"])
def test_long_words_are_proofread_in_time_proportional_to_their_length(tmp_path: Path, pnp: Run, word: str):
    (tmp_path / "w.txt").write_text(f"The units move in the game phase of the turn.\n{word}\n")
    before = os.times().user
    pnp("proof", tmp_path / "w.txt")
    assert os.times().user - before < 3


def test_a_game_may_be_in_a_folder_whose_name_is_not_utf_8(tmp_path: Path, pnp: Run):
    odd = tmp_path / os.fsdecode(b"g\xff")
    shutil.copytree(SMALL, odd)
    done = pnp("check", odd)
    assert (done.returncode, done.stdout) == (0, "g\\udcff: no findings\n")
    done = pnp("build", SMALL, "-o", odd, "--only", "counters")
    assert (done.returncode, "W005 the kit cannot be written here: the path is not UTF-8" in done.stderr) == (1, True)


@pytest.mark.parametrize("shell", [">&-", "2>&-", ">&- 2>&-"])
def test_findings_for_a_closed_output_are_no_fault_of_the_program(folder: Path, shell: str):
    change(folder / "game.yaml", "side: blue", "side: nosuch")
    command = f"{sys.executable} -m pnp check . {shell}"
    env = {**os.environ, "PYTHONPATH": str(TOP)}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")


# ---------------------------------------------------------------- repositories


@pytest.fixture
def repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in a repository with the tag `v1`, whose configuration names the program `evil`, which makes `RAN`."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    top = folder.parent
    git(top, "init", "-q")
    commit(top, "v1")
    change(folder / "units.csv", "3-4-3", "3-5-3")
    evil = top / "evil"
    evil.write_text(f"#!/bin/sh\ntouch '{top}/RAN'\nexit 1\n")
    evil.chmod(0o755)
    (top / ".gitattributes").write_text("* filter=evil diff=evil\n")
    for name in (
        "core.fsmonitor", "core.sshCommand", "core.askPass", "core.pager", "gpg.program", "diff.external",
        "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
        "credential.helper", "remote.origin.uploadpack",
    ):  # fmt: skip
        git(top, "config", name, str(evil))
    (top / "hooks").mkdir()
    for name in ("post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman"):
        shutil.copy(evil, top / "hooks" / name)
    git(top, "config", "core.hooksPath", str(top / "hooks"))
    git(top, "config", "log.showSignature", "true")
    git(top, "config", "remote.origin.url", str(top))
    git(top, "config", "remote.origin.promisor", "true")
    git(top, "config", "extensions.partialClone", "origin")
    git(top, "config", "core.repositoryFormatVersion", "1")
    return folder


def git(top: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(top), *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(top: Path, tag: str) -> None:
    git(top, "add", "-A")
    git(top, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", tag)
    git(top, "tag", tag)


def test_no_program_that_a_repository_names_is_run(repository: Path):
    read_edition(f"v1:{repository}")
    found = repository_of(repository)
    assert found is not None
    assert [tag.name for tag in list_tags(found)] == ["v1"]
    assert found.head_includes("v1")
    assert found.has_file("v1", "game.yaml")
    assert found.differs_from("v1")
    content = git(repository.parent, "rev-parse", "v1:hill/units.csv")
    (repository.parent / ".git" / "objects" / content[:2] / content[2:]).unlink()
    with pytest.raises(Refused, match=r"E001 the folder cannot be extracted: the content of units.csv is missing"):
        read_edition(f"v1:{repository}")
    assert not (repository.parent / "RAN").exists()


def test_only_data_files_count_as_changes_and_line_ends_do_not(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    git(folder.parent, "init", "-q")
    commit(folder.parent, "v1")
    found = repository_of(folder)
    assert found is not None
    (folder / "notes.bin").write_bytes(b"x")
    units = (folder / "units.csv").read_bytes()
    (folder / "units.csv").write_bytes(units.replace(b"\n", b"\r\n"))
    assert not found.differs_from("v1")
    (folder / "options").mkdir()
    (folder / "options" / "new.yaml").write_text("map: {title: X}\n")
    assert found.differs_from("v1")
    (folder / "options" / "new.yaml").unlink()
    (folder / "units.csv").unlink()
    assert found.differs_from("v1")


def test_large_files_of_a_revision_are_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    git(folder.parent, "init", "-q")
    with (folder / "video.bin").open("wb") as file:
        file.truncate(30_000_000)
    commit(folder.parent, "v1")
    assert read_edition(f"v1:{folder}").game.counters
    (folder / "video.bin").rename(folder / "video.csv")
    commit(folder.parent, "v2")
    with pytest.raises(Refused, match=r"video.csv has 30,000,000 bytes; the limit is 8,388,608; split the file"):
        read_edition(f"v2:{folder}")


def test_links_of_a_revision_stay_in_its_folder(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    git(folder.parent, "init", "-q")
    (folder / "units.csv").rename(folder / "real.csv")
    (folder / "units.csv").symlink_to("real.csv")
    commit(folder.parent, "v1")
    assert read_edition(f"v1:{folder}").game.counters
    (folder / "units.csv").unlink()
    (folder / "units.csv").symlink_to("../../secret.csv")
    commit(folder.parent, "v2")
    with pytest.raises(Refused, match=r"the link units.csv leads to ../../secret.csv, outside the folder"):
        read_edition(f"v2:{folder}")


def test_names_that_are_not_utf_8_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    folder = Path(shutil.copytree(SMALL, tmp_path / os.fsdecode(b"r\xff ") / "hill"))
    git(folder.parent, "init", "-q")
    commit(folder.parent, "v1")
    tags = os.fsencode(folder.parent / ".git" / "refs" / "tags")
    shutil.copy(tags + b"/v1", tags + b"/v\xff")
    found = repository_of(folder)
    assert found is not None
    assert [tag.name for tag in list_tags(found)] == ["v1"]
    assert read_edition(f"v1:{folder}").game.counters


# ---------------------------------------------------------------- data


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("symbols", "{name: Own, says: x, lines: M0 0L1e999 1}", "L012 an outline has the number 1e999; write one between"),
        ("symbols", f"{{name: {'x' * 61}, says: x, lines: M0 0L1 1}}", "L012 name has the wrong form; .* at most 60 characters"),
        ("emblems", "{says: x, layers: [{outline: M0 0L1 1, line: ink, pen: 0}]}", "L014 pen is out of bounds"),
        ("emblems", "{says: x, layers: [{outline: M0 0L1 1, line: ink, scale: 1e300}]}", "L014 scale is out of bounds"),
        ("emblems", "{says: x, layers: [{outline: M0 0L1 1, line: ink, dash: 0 0}]}", "L01"),
        ("pictures", "{says: x, layers: [{layers: [{outline: M0 0L1 1, line: ink, pen: 1}], scale: 0.02}]}", "L012 the pen of a line is 0.02 wide, with"),
        ("pictures", "{says: x, layers: [{layers: [{layers: [{outline: M0 0L1 1, fill: ink}], scale: 90}], scale: 90}]}", "L012 all groups around a layer together enlarge"),
        ("pictures", f"{{says: x, layers: [{{outline: 'M0 0{'L1 1' * 25_000}', fill: ink, shade: red}}]}}", "L012 an outline has 100,004 characters; the limit is 100,000"),
        ("pictures", f"{{says: x, layers: [{', '.join(5 * [f'''{{outline: 'M0 0{'L1 1' * 22_000}', fill: ink}}'''])}]}}", "L012 the outlines of all layers have 440,020 characters"),
    ],
)  # fmt: skip
def test_an_icon_that_cannot_be_printed_is_a_finding_with_its_line(folder: Path, kind: str, text: str, message: str):
    (folder / kind).mkdir()
    (folder / kind / "x.yaml").write_text(f"own: {text}\n")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    found = refused.value.findings[0]
    assert (found.spot.file.endswith(f"{kind}/x.yaml"), found.spot.line) == (True, 1)
    assert re.match(message, f"{found.code} {found.message}"), found


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("paper: letter", "paper: nosuch", "this target has no paper nosuch; name one of its papers: letter, a4, legal"),
        ("width: 8.5in", "width: 0mm", "width is out of bounds"),
        ("margin: 6.35mm", "margin: 1e300mm", "margin"),
        ("  a4: {", "  ../a4: {", "the paper ../a4 has a wrong name"),
    ],
)  # fmt: skip
def test_a_target_that_cannot_be_used_is_a_finding(tmp_path: Path, was: str, now: str, message: str):
    shutil.copy(TOP / "templates" / "targets" / "home.yaml", tmp_path / "mine.yaml")
    change(tmp_path / "mine.yaml", was, now)
    with pytest.raises(Refused, match=re.escape(message)):
        load_target(str(tmp_path / "mine.yaml"))


TABLE = """game: {title: X}
tables:
  crt:
    name: CRT
    misprint: {cells: {6: X}}
    rows: {roll: 1d6}
    cells: "A B C D E"
aids: [{title: One, rows: [[{kind: text, text: '{{ cell("crt", "6") }}'}]]}]
"""


def test_a_missing_cell_that_is_quoted_or_misprinted_is_a_finding(tmp_path: Path):
    cells = "\n".join("    " + one for one in ["|", "  A", "  B", "  C", "  D", "  E"])
    (tmp_path / "game.yaml").write_text(TABLE.replace('    cells: "A B C D E"', f"    cells: {cells.strip()}"))
    found = messages(tmp_path)
    assert any("the table 'crt' has no cell 6; write all cells of the table" in one for one in found), found
    (tmp_path / "game.yaml").write_text((tmp_path / "game.yaml").read_text().partition("aids:")[0])
    assert any("I017 edition as-published: the table has no cell 6" in one for one in messages(tmp_path))
    assert any("L015 the table has no cell 6" in one for one in messages(tmp_path, "editions/as-published"))


def test_a_misprint_of_a_table_with_a_wrong_axis_is_a_finding(tmp_path: Path):
    (tmp_path / "game.yaml").write_text(TABLE.partition("aids:")[0].replace("{roll: 1d6}", "hello"))
    (found,) = messages(tmp_path, "editions/as-published")
    assert "rows must be a record" in found


def test_rules_with_more_sections_than_the_contents_can_list_are_a_finding(folder: Path):
    with (folder / "rules.md").open("a") as file:
        file.writelines(f"\n# {number}.0 Case {number}\n\nShort.\n" for number in range(5, 60))
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text("\n".join(one for one in text.split("\n") if "of: cases" not in one), "utf-8")
    found = messages(folder)
    assert any(
        "W007 the rules have 57 sections, but the contents have room for 40; join sections" in one for one in found
    ), found


# ---------------------------------------------------------------- commands

UNKNOWN = """game: {title: X}
procedures: {p: {name: P, shows: r, steps: [{run: nosuch}, {set: {r: "1"}}]}}
examples: {e: {title: E, procedure: p, expect: {r: 1}}}
"""


def test_the_coverage_of_procedures_with_errors_is_refused(tmp_path: Path, pnp: Run):
    (tmp_path / "game.yaml").write_text(UNKNOWN)
    done = pnp("check", tmp_path, "--coverage")
    assert (done.returncode, "X002 unknown procedure nosuch" in done.stderr) == (1, True)


def test_coverage_is_printed_in_the_format_that_is_asked_for(pnp: Run):
    done = pnp("check", "tests/games/duel", "tests/games/small", "--coverage", "--format", "json")
    duel, small = json.loads(done.stdout)
    assert small == {"game": "Little Hill", "procedures": []}
    (combat,) = (one for one in duel["procedures"] if one["id"] == "combat")
    assert combat["played"] == sum(branch["played"] for branch in combat["branches"]) > 0
    assert combat["branches"][0]["file"] == "tests/games/duel/game.yaml"
    done = pnp("check", "tests/games/duel", "--coverage", "--format", "sarif")
    assert (done.returncode, "use --format text or json" in done.stderr) == (2, True)


def test_values_are_drawn_from_long_lists(tmp_path: Path, pnp: Run):
    steps = "[{draw: r, from: 'numbers(1, 1000).map(x, string(x))', count: 999}, {set: {n: size(r)}}]"
    (tmp_path / "game.yaml").write_text(
        f"game: {{title: X}}\nprocedures: {{p: {{name: P, shows: n, steps: {steps}}}}}\n"
    )
    assert pnp("odds", tmp_path, "p").stdout.splitlines()[-1].split() == ["999", "1", "100.0%"]
    for numbers, count in (((2, 1, 3), 3), ((1,) * 5, 2), ((), 0), ((4,), 4)):
        values = [i for i, number in enumerate(numbers) for _ in range(number)]
        every = list(combinations(values, count))
        draws = list(_possible_draws(tuple(enumerate(numbers)), count))
        assert [drawn for drawn, _ in draws] == sorted(set(every))
        assert all(every.count(drawn) == ways for drawn, ways in draws)


@pytest.mark.parametrize("address", ["x", "nosuch://x:1"])
def test_a_wrong_address_of_a_cluster_is_a_usage_error(pnp: Run, address: str):
    pytest.importorskip("distributed")
    done = pnp("build", SMALL, "--cluster", address)
    assert (done.returncode, f"there is no Dask scheduler at {address}" in done.stderr) == (2, True)


class Cancelling(Executor):
    """An executor whose jobs are cancelled, as when the scheduler of a cluster ends."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


def test_a_kit_whose_job_is_cancelled_is_refused(tmp_path: Path):
    (event,) = build_all([SMALL], read_options(output=tmp_path, only="counters"), Cancelling())
    assert isinstance(event, RefusedKits)
    assert "the process that built it was lost (it was cancelled)" in event.findings[0].wrong


def test_an_entry_that_reaches_beyond_any_map_is_a_finding(folder: Path):
    change(folder / "game.yaml", "hexes: B2, within: 1", "hexes: B2, within: 99999999")
    (found,) = messages(folder)
    assert found.startswith("L014 within is out of bounds"), found
