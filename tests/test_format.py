"""The format of game data: older data is upgraded, newer data is refused, limits of later formats are warnings."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp import __version__, findings
from pnp.errata.compare.changes import compare_editions
from pnp.errata.compare.editions import read_edition
from pnp.errata.compare.repository import list_tags, repository_of
from pnp.findings import Refused, Severity
from pnp.kit.full_check import full_check
from pnp.kit.options import read_options
from pnp.load import load_game, shipped_games
from pnp.load.upgrades import STEPS, moved_names, newest_format, step
from pnp.load.upgrades.moved_names import MovedNames
from pnp.load.upgrades.tree_edits import drop_key, rename_key, replace_word

HERE = Path(__file__).parent
SMALL = HERE / "games" / "small"
OLD = HERE / "old"
FROZEN = {path.name: path for path in sorted(OLD.iterdir()) if path.is_dir()}
PRESENT = {name: HERE.parent / "data" / name if name in shipped_games() else HERE / "games" / name for name in FROZEN}
NEWEST = newest_format()


def copied(tmp_path: Path, head: str = "", changes: dict[str, str] | None = None) -> Path:
    """Return a copy of the small game with `head` at the start of game.yaml, and other texts in it."""
    folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
    file = folder / "game.yaml"
    text = file.read_text("utf-8")
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new)
    file.write_text(head + text, "utf-8")
    return folder


@pytest.fixture
def fake_step() -> Iterator[None]:
    """A step to the next format: `wide` of terrain was `look`, the look `plain` was `simple`, sides have no `old`."""

    @step(NEWEST)
    def _upgrade(root: Any) -> Any:
        root = rename_key(root, "terrain.*", "wide", "look")
        root = replace_word(root, "terrain.*.look", {"simple": "woods"})
        root = rename_key(root, "counters.*", "heading", "label")
        return drop_key(root, "sides.*", "old")

    yield
    del STEPS[NEWEST]


def messages(load: Callable[[], object]) -> list[str]:
    """Return the findings with which a game is refused, without their places."""
    with pytest.raises(Refused) as refused:
        load()
    return [f"{one.code} {one.message}" for one in refused.value.findings]


def test_data_of_a_later_format_gives_one_finding(tmp_path: Path) -> None:
    folder = copied(tmp_path, f"format: {NEWEST + 1}\nnovelty: {{of: the next format}}\n")
    wrong = f"the data has format {NEWEST + 1}, but pnp {__version__} reads formats up to {NEWEST}"
    assert messages(lambda: load_game(folder)) == [f"L021 {wrong}; install a later version of pnp"]


@pytest.mark.parametrize(("key", "message"), [
    ("pnp: '>=999.1'", f"L021 this game needs pnp 999.1 or later, but this is pnp {__version__}; install pnp 999.1 or later"),
    ("pnp: yes", 'L012 yes is not a version of pnp; write the oldest version that reads it, such as ">=0.4"'),
    ("format: one", f"L012 one is not a format; write {NEWEST}"),
    ("format: 0", f"L012 0 is not a format; write {NEWEST}"),
])  # fmt: skip
def test_a_format_or_version_that_cannot_be_read_gives_one_finding(tmp_path: Path, key: str, message: str) -> None:
    assert messages(lambda: load_game(copied(tmp_path, f"{key}\nnovelty: x\n"))) == [message]


def test_a_game_may_state_its_format_and_the_version_that_it_needs(tmp_path: Path) -> None:
    game = load_game(copied(tmp_path, f'format: {NEWEST}\npnp: ">={__version__}"\n'))
    assert (game.format, game.pnp) == (NEWEST, f">={__version__}")
    assert load_game(SMALL).format == 1, "data that states no format has the first one"
    assert not full_check(game)


def test_an_overlay_states_no_format(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "options").mkdir()
    (folder / "options" / "new.yaml").write_text("format: 1\n", "utf-8")
    assert messages(lambda: load_game(folder, ["new"])) == ["L010 an overlay has no key format; write it in game.yaml"]


def test_a_step_reads_old_data_with_its_overlays(tmp_path: Path, fake_step: None) -> None:
    folder = copied(tmp_path, changes={"look: woods": "wide: simple", 'ground: "#9DB7D5"': 'old: x, ground: "#9DB7D5"'})
    (folder / "options").mkdir()
    (folder / "options" / "new.yaml").write_text("terrain: {woods: {wide: hills}}\n", "utf-8")
    game = load_game(folder)
    assert game.terrain["woods"].look == "woods"
    assert game.spot("terrain.woods.look").file.endswith("game.yaml")
    assert load_game(folder, ["new"]).terrain["woods"].look == "hills"


def test_data_of_the_newest_format_is_not_upgraded(tmp_path: Path, fake_step: None) -> None:
    folder = copied(tmp_path, f"format: {NEWEST + 1}\n", {"look: woods": "wide: woods"})
    assert any("unknown key wide" in text for text in messages(lambda: load_game(folder)))


def test_moved_names_stay_valid_in_the_formats_that_had_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fake_step: None
) -> None:
    monkeypatch.setitem(moved_names.MOVED, 1, MovedNames(words={"terrain.*.look": {"trees": "woods"}}))
    folder = copied(tmp_path, changes={"look: woods": "look: trees"})
    assert load_game(folder).terrain["woods"].look == "woods"
    file = folder / "game.yaml"
    file.write_text(f"format: {NEWEST + 1}\n{file.read_text('utf-8')}", "utf-8")
    assert any("trees" in text for text in messages(lambda: load_game(folder)))


def test_a_renamed_key_is_renamed_in_the_basis_too(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    file = folder / "game.yaml"
    cover = "cover: {line: Two hills, kicker: The, basis: text line=derived kicker=derived}\n"
    heads = "basis: text rows.second=derived rows.name=derived}\n"
    crt = "tables: {crt: {rows: {second: 1 2, name: Die}, " + heads[:-1] + "}\n"
    file.write_text(file.read_text("utf-8") + cover, "utf-8")
    (folder / "options").mkdir()
    (folder / "options" / "new.yaml").write_text(crt, "utf-8")
    game = load_game(folder, ["new"])
    assert game.cover.summary == "Two hills"
    assert game.cover.basis == {"default": "text", "summary": "derived", "kicker": "derived"}
    assert game.tables["crt"].basis == {"default": "text", "rows.name": "derived"}


def test_a_second_set_of_heads_of_a_table_is_read_and_dropped(tmp_path: Path) -> None:
    text = (SMALL / "game.yaml").read_text("utf-8")
    (rows,) = re.findall(r"rows: \{roll: 1d6, [^}]*\}", text)[:1]
    folder = copied(tmp_path, changes={rows: f"{rows[:-1]}, second: 6 5 4 3 2 1}}"})
    assert load_game(folder).tables["crt"] == load_game(SMALL).tables["crt"]


def test_limits_of_a_later_format_are_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = {"rights: {basis: own, holder: A. Name}": f"rights: {{basis: own, holder: {'A. Long Name ' * 20}}}"}
    folder = copied(tmp_path, changes=wide)
    (found,) = full_check(load_game(folder))
    assert (found.code, found.severity) == ("D001", Severity.ERROR)
    monkeypatch.setitem(findings.LIMITS, "D001", 2)
    (found,) = full_check(load_game(folder))
    assert found.severity is Severity.WARNING
    assert findings.refuse([replace(found, severity=Severity.ERROR)], 1) == (found,)
    with pytest.raises(Refused):
        findings.refuse([replace(found, severity=Severity.ERROR)], 2)
    (options,) = read_options()
    assert options.for_game(load_game(SMALL)).settings.data_format == 1


@pytest.mark.parametrize("name", FROZEN)
def test_a_frozen_game_is_read_and_checked_without_errors(name: str) -> None:
    game = load_game(FROZEN[name])
    assert game.format == 1
    assert not [one for one in full_check(game) if one.severity is Severity.ERROR]


@pytest.mark.parametrize("name", FROZEN)
def test_a_frozen_game_is_compared_with_the_present_one(name: str, tmp_path: Path) -> None:
    present = Path(shutil.copytree(PRESENT[name], tmp_path / name))
    about = present / "game.yaml"
    text = re.sub(r"^  subtitle: .*\n", "", about.read_text("utf-8"), flags=re.MULTILINE)
    about.write_text(text.replace("game:\n", "game:\n  subtitle: Another one\n", 1), "utf-8")
    old, new = read_edition(str(FROZEN[name])), read_edition(str(present))
    places = [one.place for change in compare_editions(old, new) for one in change.differences]
    assert ("game", "subtitle") in places
    assert not any("rights" in place for place in places), "who owns a game is not a correction of it"


@pytest.mark.slow
@pytest.mark.parametrize("name", FROZEN)
def test_a_frozen_game_is_built(name: str, pnp: Callable[..., Any], tmp_path: Path) -> None:
    done = pnp("build", FROZEN[name], "-o", tmp_path)
    assert done.returncode == 0, done.stderr
    assert '"format": 1' in (tmp_path / name / "home" / "manifest.json").read_text("utf-8")


def test_every_tag_of_a_history_is_read(pnp: Callable[..., Any], tmp_path: Path, fake_step: None) -> None:
    """The game at v2 uses moved names, and its data at v3 has the next format."""
    top = tmp_path / "repository"
    game = Path(shutil.copytree(FROZEN["duel"], top / "duel"))
    file = game / "game.yaml"
    text = file.read_text("utf-8")
    old = "rows: {roll: 1d6, "  # of the combat results
    assert old in text
    commit(top, "v1")
    file.write_text(text.replace(old, f"{old}second: 6 5 4 3 2 1, "), "utf-8")
    commit(top, "v2")
    file.write_text(f"format: {NEWEST + 1}\n{text.replace('title: Duel', 'title: The Duel')}", "utf-8")
    commit(top, "v3")
    repository = repository_of(game)
    assert repository is not None
    tags = [tag.name for tag in list_tags(repository)]
    assert tags == ["v1", "v2", "v3"]
    changes = {}
    for tag in tags:
        done = pnp("diff", f"{tag}:duel", "duel", cwd=top)
        assert done.returncode == 0, done.stderr
        changes[tag] = done.stdout
    assert "The Duel" in changes["v1"]
    assert changes["v1"] == changes["v2"]
    assert "The Duel" not in changes["v3"]


def commit(top: Path, tag: str) -> None:
    """Commit all files of a folder, which becomes a repository, and tag the commit."""
    who = ("-c", "user.name=A. Name", "-c", "user.email=name@example.org")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", tag), ("tag", tag)):
        subprocess.run(["git", "-C", top, *who, *words], check=True, capture_output=True)


def test_nothing_that_is_printed_reads_a_clock() -> None:
    """The date on paper is `game.date`; a kit that a clock could change would never be built the same again."""
    clock = re.compile(r"\b(?:now|today|utcnow|time|time_ns|localtime|gmtime|strftime|ctime)\(")
    paths = sorted((HERE.parent / "pnp").rglob("*.py"))
    found = [path.name for path in paths if clock.search(path.read_text("utf-8"))]
    assert found == ["cache.py"], "only the age of files in the cache is measured"


# ---------------------------------------------------------------- pnp upgrade

UNITS = "id,kind,heading\nN9,marker,Nine\n"
MOVED_TEXT = """\
# The head of the file.
game: {title: Old, designer: A. Name, rights: {basis: own, holder: A. Name}}
sides:
  red: {name: Red, ground: "#E0B0A0", old: [1, 2], accent: "#A03030"}  # of braces
  blue:
    name: Blue
    ground: "#9DB7D5"
    old:
      deep: 1  # goes too
    # stays
    accent: "#304070"
  grey: {name: Grey, ground: "#CCCCCC", accent: "#304070", old: x}
terrain:
  "woods": {name: Woods, 'wide': simple}
counters: units.csv
"""


def written(tmp_path: Path, text: str = MOVED_TEXT) -> Path:
    """Return the folder of a game in the format before the fake step, which has an overlay."""
    folder = tmp_path / "game"
    (folder / "options").mkdir(parents=True)
    (folder / "game.yaml").write_text(text, "utf-8")
    (folder / "units.csv").write_text(UNITS, "utf-8")
    (folder / "options" / "hilly.yaml").write_text(
        "terrain:\n  woods:\n    wide: 'simple'\ncounters: ../units.csv\n", "utf-8"
    )
    return folder


def test_an_upgrade_is_shown_and_written(pnp: Callable[..., Any], tmp_path: Path, fake_step: None) -> None:
    folder = written(tmp_path)
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    shown = pnp("upgrade", "game", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert f"+++ game/game.yaml (format {NEWEST + 1})" in shown.stdout
    assert "-id,kind,heading\n+id,kind,label\n" in shown.stdout
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before, "nothing was written"
    done = pnp("upgrade", "game", "--write", cwd=tmp_path)
    assert done.stdout.splitlines() == [
        "upgraded game/game.yaml", "upgraded game/options/hilly.yaml", "upgraded game/units.csv"
    ]  # fmt: skip
    assert (
        (folder / "game.yaml").read_text("utf-8")
        == f"""\
# The head of the file.
format: {NEWEST + 1}
game: {{title: Old, designer: A. Name, rights: {{basis: own, holder: A. Name}}}}
sides:
  red: {{name: Red, ground: "#E0B0A0", accent: "#A03030"}}  # of braces
  blue:
    name: Blue
    ground: "#9DB7D5"
    # stays
    accent: "#304070"
  grey: {{name: Grey, ground: "#CCCCCC", accent: "#304070"}}
terrain:
  "woods": {{name: Woods, look: woods}}
counters: units.csv
"""
    )
    assert (folder / "options" / "hilly.yaml").read_text("utf-8") == (
        "terrain:\n  woods:\n    look: 'woods'\ncounters: ../units.csv\n"
    )
    assert (folder / "units.csv").read_text("utf-8") == UNITS.replace("heading", "label")
    assert pnp("upgrade", "game", cwd=tmp_path).stdout == "the files need no changes\n"


def test_what_cannot_be_written_is_a_finding_and_nothing_is_changed(
    pnp: Callable[..., Any], tmp_path: Path, fake_step: None
) -> None:
    folder = written(
        tmp_path,
        MOVED_TEXT.replace('    name: Blue\n    ground: "#9DB7D5"\n', "").replace('    accent: "#304070"\n', ""),
    )
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    done = pnp("upgrade", "game", "--write", cwd=tmp_path)
    assert done.returncode == 1
    assert "game/game.yaml:6:5 (sides.blue.old): L022 this value is not used any more" in done.stderr
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before


def test_a_game_in_the_newest_format_needs_no_changes(pnp: Callable[..., Any]) -> None:
    assert pnp("upgrade", SMALL).stdout == "the files need no changes\n"
