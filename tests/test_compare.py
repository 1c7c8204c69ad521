"""Changes between two editions of a game, by meaning; and the overlay that turns one into the other."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given, strategies as st

from pnp.api import check
from pnp.cli import cli
from pnp.errata.compare.change_list import format_changes
from pnp.errata.compare.changes import Change, compare_editions, value_differences
from pnp.errata.compare.edition_values import edition_values
from pnp.errata.compare.editions import Edition, other_overlays, read_earlier_edition, read_edition, read_editions
from pnp.errata.compare.published import errata_with_misprints
from pnp.findings import Refused
from pnp.load import find_game, load_game
from pnp.load.misprints import as_published_game
from pnp.load.overlay_writer import game_tree, overlay_text

SMALL = Path(__file__).parent / "games" / "small"
GAMES = ("small", "two-beaches", "bridges", "drop-zone", "card-table")

ONE_OF_EACH = {
    "counters": ("units.csv", "3-4-3", "3-5-3"),
    "cell": ("game.yaml", "-/-  -/D  -/D", "-/-  -/D  -/E"),
    "label": ("game.yaml", "odds: 1-2 1-1 2-1", "odds: 1-2 1-1 3-1"),
    "code": ("game.yaml", "attackers retreat", "the attackers retreat"),
    "terrain": ("game.yaml", "woods: C4 D4 E5", "woods: C4 E5"),
    "hexside": ("game.yaml", "C1/D1 C2/D1 C2/D2", "C2/D1 C2/D2"),
    "path": ("game.yaml", "E3 F2, beyond: first last", "E3 F3, beyond: first last"),
    "name": ("game.yaml", "name: Hamlet", "name: Village"),
    "track": ("game.yaml", '{label: "4"}]', '{label: "4"}, {label: "5"}]'),
    "set-up": ("game.yaml", "counters: R1 R2, where", "counters: R1, where"),
    "ruling": ("game.yaml", "default: blue", "default: red"),
    "rules": ("rules.md", "", ""),
    "effect": ("game.yaml", "effect: left 1", "effect: left 2"),
}
EXPECTED = {
    "counters": [("counters", "factors")],
    "cell": [("charts", "2-1")],
    "label": [("charts", "heads")],
    "code": [("charts", "says")],
    "terrain": [("map", "terrain")],
    "hexside": [("map", "stream")],
    "path": [("map", "road")],
    "name": [("map", "town")],
    "track": [("charts", "label"), ("charts", "order")],
    "set-up": [("scenarios", "counters")],
    "ruling": [("rules", "default")],
    "effect": [("charts", "effect")],
}


def edition(folder: Path, overlays: tuple[str, ...] = ()) -> Edition:
    return Edition(folder.name, load_game(folder, overlays), folder)


def changed_copy(where: Path, file: str, old: str, new: str, source: Path = SMALL) -> Path:
    """Copy a game, and replace a text in one of its files."""
    folder = Path(shutil.copytree(source, where))
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return folder


def brief(changes: tuple[Change, ...]) -> list[tuple[str, str]]:
    return [(change.component, one.place[-1]) for change in changes for one in change.differences]


@pytest.mark.parametrize("what", EXPECTED)
def test_a_change_in_one_component_is_the_only_change(tmp_path: Path, what: str):
    folder = changed_copy(tmp_path / "new", *ONE_OF_EACH[what])
    changes = compare_editions(edition(SMALL), edition(folder))
    assert set(brief(changes)) == set(EXPECTED[what])
    for change in changes:
        assert change.new_spot is not None
        assert Path(change.new_spot.file).name == ONE_OF_EACH[what][0]


def test_a_change_states_both_values_and_both_places(tmp_path: Path):
    folder = changed_copy(tmp_path / "new", "units.csv", "3-4-3", "3-5-3")
    (change,) = compare_editions(edition(SMALL), edition(folder))
    (one,) = change.differences
    assert (one.old and one.old.text, one.new and one.new.text) == ("3-4-3", "3-5-3")
    assert change.old_spot is not None
    assert change.new_spot is not None
    assert (Path(change.old_spot.file).name, change.old_spot.line) == ("units.csv", change.new_spot.line)
    assert (change.kind, change.impact) == ("change", "affects play")


def test_a_label_of_a_table_does_not_change_its_cells(tmp_path: Path):
    folder = changed_copy(tmp_path / "new", "game.yaml", "odds: 1-2 1-1 2-1", "odds: 1-2 1-1 1-1")
    (change,) = compare_editions(edition(SMALL), edition(folder))
    assert [one.place[2:] for one in change.differences] == [("columns", "heads")]


def test_a_new_counter_is_one_change(tmp_path: Path):
    line = next(line for line in (SMALL / "units.csv").read_text("utf-8").splitlines() if line.startswith("R2"))
    folder = changed_copy(tmp_path / "new", "units.csv", line, f"{line}\nR3{line[2:]}")
    (change,) = compare_editions(edition(SMALL), edition(folder))
    assert (change.place, change.added, change.kind) == (("counters", "R3"), True, "addition")
    (change,) = compare_editions(edition(folder), edition(SMALL))
    assert (change.place, change.withdrawn) == (("counters", "R3"), True)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_equals_itself(name: str):
    assert compare_editions(edition(SMALL.parent / name), edition(SMALL.parent / name)) == ()


def test_the_version_of_the_data_is_no_change(tmp_path: Path):
    version = "designer: A. Name\n  version: '1.1'\n  date: 2 May 2026"
    folder = changed_copy(tmp_path / "new", "game.yaml", "designer: A. Name", version)
    assert compare_editions(edition(SMALL), edition(folder)) == ()


def shuffled(value: Any, draw: random.Random) -> Any:
    """Return a tree with the keys of all mappings, and the cases of the rules, in another order."""
    if isinstance(value, dict):
        keys = list(value)
        draw.shuffle(keys)
        return {key: shuffled(value[key], draw) for key in keys}
    return [shuffled(one, draw) for one in value] if isinstance(value, list) else value


@given(seed=st.integers(0, 10_000))
def test_the_order_of_lines_is_no_change(tmp_path_factory: pytest.TempPathFactory, seed: int):
    tree = game_tree(load_game(SMALL))
    draw = random.Random(seed)
    folder = tmp_path_factory.mktemp("shuffled")
    for file, value in (
        ("game.yaml", {**tree, "rules": "rules.md", "counters": "units.yaml"}),
        ("units.yaml", tree["counters"]),
    ):
        # the order of counters is what ranges such as B1-B3 mean
        (folder / file).write_text(json.dumps(shuffled(value, draw) if file == "game.yaml" else value), "utf-8")
    shutil.copy(SMALL / "rules.md", folder)
    assert compare_editions(edition(SMALL), edition(folder)) == ()


EDITS = [*(ONE_OF_EACH[what] for what in EXPECTED), ("rules.md", "Round down", "Round up")]


@given(picks=st.sets(st.integers(0, len(EDITS) - 1), min_size=1), more=st.sets(st.integers(0, len(EDITS) - 1)))
def test_changes_add_up_and_an_overlay_repeats_them(
    tmp_path_factory: pytest.TempPathFactory, picks: set[int], more: set[int]
):
    base = tmp_path_factory.mktemp("editions")
    folders = [SMALL]
    for step, chosen in enumerate((picks, more - picks)):
        folder = Path(shutil.copytree(folders[-1], base / str(step)))
        for pick in sorted(chosen):
            file, old, new = EDITS[pick]
            text = (folder / file).read_text("utf-8")
            (folder / file).write_text(text.replace(old, new, 1), "utf-8")
        folders.append(folder)
    games = [load_game(folder) for folder in folders]
    a, b, c = map(edition_values, games)
    through_b = {one.place: one for one in (*value_differences(a, b), *value_differences(b, c))}
    assert through_b.keys() >= {one.place for one in value_differences(a, c)}
    for one in value_differences(a, c):
        assert (one.new and one.new.text) == (through_b[one.place].new and c[one.place].text)
    overlay = overlay_text(game_tree(games[0]), game_tree(games[2]))
    under = Path(shutil.copytree(SMALL, base / "under"))
    (under / "editions").mkdir()
    (under / "editions" / "second.yaml").write_text(overlay, "utf-8")
    assert compare_editions(edition(folders[2]), edition(under, ("second",))) == ()


def test_an_erratum_says_what_a_change_is(tmp_path: Path):
    folder = changed_copy(tmp_path / "new", "units.csv", "3-4-3", "3-5-3")
    (folder / "editions").mkdir()
    erratum = (
        "{of: B1, was: 3-4-3, now: 3-5-3, changes: counters.B1, kind: omission, impact: minor, "
        "date: 2026-01-02, reason: It was left out.}"
    )
    (folder / "editions" / "second.yaml").write_text(f"errata: [{erratum}]\n", "utf-8")
    (change,) = compare_editions(edition(SMALL), edition(folder, ("second",)))
    assert (change.kind, change.impact) == ("omission", "minor")
    assert change.erratum is not None
    assert change.erratum.reason == "It was left out."


def test_paths_that_are_printed_name_cases_by_number_and_are_accepted(tmp_path: Path):
    game = (SMALL / "game.yaml").read_text("utf-8")
    folder = changed_copy(tmp_path / "new", "rules.md", "Round down.", "Round up.")
    (folder / "game.yaml").write_text(
        game.replace("woods: C4 D4 E5", "woods: C4 D4").replace("number: 3}", "number: 2}"), "utf-8"
    )
    before, after = edition(SMALL), edition(folder)
    rows = json.loads(format_changes(compare_editions(before, after), before.game, after.game, "json"))
    paths = [row["new"]["path"] for row in rows if row["component"] in ("map", "rules")]
    assert paths == ["map.terrain", "rules.2.1.1.text"]
    errata = ", ".join(f"{{of: A, was: Woods, now: Clear or up, changes: {path}, number: {path}}}" for path in paths)
    (folder / "editions").mkdir()
    (folder / "editions" / "noted.yaml").write_text(f"errata: [{errata}]\n", "utf-8")
    noted = edition(folder, ("noted",))
    assert check(noted.game, codes=["I018"]) == ()
    found = compare_editions(before, noted)
    assert [one.erratum and one.erratum.number for one in found if one.component in ("map", "rules")] == paths


# ---------------------------------------------------------------- misprints


@pytest.fixture
def misprinted(tmp_path: Path) -> Path:
    """A game whose published sheets had a wrong factor, cell and row label, and a misspelt name."""
    folder = changed_copy(
        tmp_path / "hill", "game.yaml", "    crt: true\n",
        "    crt: true\n    misprint: {rows: {heads: 1 2 3 4 5 5}, cells: {6/2-1: -/A}}\n",
    )  # fmt: skip
    game = folder / "game.yaml"
    place = "B2: {name: Hamlet, kinds: town"
    game.write_text(game.read_text("utf-8").replace(place, f"{place}, misprint: {{name: Hamlit}}"), "utf-8")
    header, *lines = (folder / "units.csv").read_text("utf-8").splitlines()
    lines = [
        f"{line}{',' * (header.count(',') - line.count(','))},{'3-9-3' if line.startswith('B1,') else ''}"
        for line in lines
    ]
    (folder / "units.csv").write_text("\n".join([f"{header},misprint.front.factors", *lines]) + "\n", "utf-8")
    return folder


def test_the_edition_as_published_has_the_misprints(misprinted: Path):
    assert check(load_game(misprinted)) == check(load_game(SMALL))
    changes = compare_editions(read_edition(f"{misprinted}@as-published"), read_edition(str(misprinted)))
    values = {
        (one.place[-1], one.old and one.old.text, one.new and one.new.text) for c in changes for one in c.differences
    }
    assert values == {
        ("factors", "3-9-3", "3-4-3"),
        ("heads", "1 2 3 4 5 5", "1 2 3 4 5 6"),
        ("2-1", "-/A", "-/D"),
        ("town", "Hamlit", "Hamlet"),
    }


def test_misprints_are_listed_as_errata(misprinted: Path):
    lines = {(one.of, one.was, one.now) for one in errata_with_misprints(load_game(misprinted))}
    assert ("Combat results (table), row 6, column 2-1", "-/A", "-/D") in lines
    assert {was for _, was, _ in lines} == {"3-9-3", "1, 2, 3, 4, 5, 5", "-/A", "Hamlit"}
    assert len(lines) == 4


def test_a_game_without_misprints_has_no_published_edition():
    with pytest.raises(Refused, match=r"L015 this game has no misprint, .*; write misprint: at the record"):
        load_game(SMALL, ["as-published"])
    with pytest.raises(Refused, match=r"L015 this game has no misprint, .*; its editions are: as-printed$"):
        load_game(find_game("meiktila"), ["editions/as-published"])


@pytest.mark.parametrize("part", ["editions", "options"])
def test_an_overlay_cannot_have_the_name_of_the_published_edition(misprinted: Path, part: str):
    (misprinted / part).mkdir()
    (misprinted / part / "as-published.yaml").write_text("map: {title: The old hill}\n", "utf-8")
    for overlays in ((), ("as-published",)):
        with pytest.raises(Refused, match=r"as-published\.yaml: L018 an overlay cannot have the name") as refused:
            load_game(misprinted, overlays)
        assert len(refused.value.findings) == 1


def test_a_misspelt_name_of_the_published_edition_is_recognised(misprinted: Path):
    with pytest.raises(Refused, match=r"L015 this game has no overlay as-publishd; did you mean as-published\?"):
        load_game(misprinted, ["as-publishd"])


def test_a_misprint_of_one_scenario_is_an_erratum_of_the_series(tmp_path: Path):
    folder = changed_copy(
        tmp_path / "beaches", "scenarios/north.yaml", "game: {", "game: {misprint: {subtitle: Nort}, ",
        SMALL.parent / "two-beaches",
    )  # fmt: skip
    series = load_game(folder)
    published = as_published_game(series)
    assert published is not None
    assert published.scenarios.keys() == series.scenarios.keys()
    assert [one.was for one in errata_with_misprints(series)] == ["Nort"]
    assert [one.was for one in errata_with_misprints(series.scenarios["north"])] == ["Nort"]
    assert errata_with_misprints(series.scenarios["south"]) == ()
    (change,) = compare_editions(read_edition(f"{folder}@as-published"), read_edition(str(folder)))
    assert [one.old and one.old.text for one in change.differences] == ["Nort"]


def test_the_published_edition_has_no_errata_about_its_misprints(misprinted: Path):
    game = misprinted / "game.yaml"
    errata = (
        "\nerrata:\n  - {of: Results, was: -/A, now: -/D, changes: tables.crt.cells}\n"
        "  - {of: Hill, was: A, now: B, changes: map.title}\n  - {of: Rules, was: one, now: two}\n"
    )
    game.write_text(game.read_text("utf-8") + errata, "utf-8")
    assert [one.of for one in load_game(misprinted, ["as-published"]).errata] == ["Hill", "Rules"]
    assert [one.was for one in errata_with_misprints(load_game(misprinted))].count("-/A") == 1


def test_a_misprint_of_a_cell_that_does_not_exist_is_reported(misprinted: Path):
    game = misprinted / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("6/2-1: -/A", "7/2-1: -/A"), "utf-8")
    (finding,) = check(load_game(misprinted), codes=["I017"])
    assert finding.wrong == "edition as-published: the table has no cell 7/2-1"


@pytest.fixture(scope="module")
def lines_of_all_changes(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the list of changes if one thing of each kind differs."""
    folder = Path(shutil.copytree(SMALL, tmp_path_factory.mktemp("all") / "new"))
    for file, old, new in ONE_OF_EACH.values():
        (folder / file).write_text((folder / file).read_text("utf-8").replace(old, new, 1) if old else RULES, "utf-8")
    before, after = edition(SMALL), edition(folder)
    return format_changes(compare_editions(before, after), before.game, after.game, "text").splitlines()


RULES = (SMALL / "rules.md").read_text("utf-8").replace("Round down", "Round up")


@pytest.mark.parametrize(
    "line",
    [
        "units.csv:2: 1/Gd (B1): affects play",
        "    factors on the front: 3-4-3 -> 3-5-3",
        "    counters: 1/R (R1), 2/R (R2) -> 1/R (R1)",
        "    terrain: Woods -> Clear",
        "Road: now E3-F3 and off the map, was E3-F2 and off the map: affects play",
        "Combat results (table): affects play",
        "    row 5, column 3-1: -/D -> -/E",
        "    meaning of result A: attackers retreat -> the attackers retreat",
        "    across a stream: left 1 -> left 2",
        "    space 5: nothing -> 5",
        "Stream on hexside C1/D1 is withdrawn: affects play",
        "2.1.1 Rounding: new wording, effect not known, read the text",
        "    text: Round down. -> Round up.",
    ],
)
def test_lists_name_items_and_values_as_players_do(lines_of_all_changes: list[str], line: str):
    assert any(found.endswith(line) for found in lines_of_all_changes), "\n".join(lines_of_all_changes)


def test_the_effect_of_new_words_on_play_is_not_guessed(lines_of_all_changes: list[str], tmp_path: Path):
    assert lines_of_all_changes[-1] == "11 changes: 9 affect play, 1 is a changed text (read it), 1 is new wording"
    (change,) = compare_editions(edition(SMALL), edition(changed_copy(tmp_path / "new", *ONE_OF_EACH["name"])))
    assert (change.kind, change.impact) == ("change", "")


def test_modifiers_may_be_reordered_or_reworded(tmp_path: Path):
    stream, woods = "- {effect: left 1, says: across a stream}", "- {effect: left 2, says: into woods}"
    one, other, third = (
        edition(changed_copy(tmp_path / name, "game.yaml", stream, f"{first}\n      {second}"))
        for name, first, second in (
            ("one", stream, woods),
            ("other", woods, stream),
            ("third", stream.replace("a stream", "any stream"), woods),
        )
    )
    assert compare_editions(one, other) == ()
    (change,) = compare_editions(other, third)
    assert [(d.place[-1], d.old and d.old.text, d.new and d.new.text) for d in change.differences] == [
        ("says", "across a stream", "across any stream")
    ]


# ---------------------------------------------------------------- the command


def test_diff_lists_changes_in_three_forms(pnp: Callable[..., Any], tmp_path: Path):
    folder = changed_copy(tmp_path / "new", "units.csv", "3-4-3", "3-5-3")
    done = pnp("diff", str(SMALL), str(folder))
    first, second, last = done.stdout.splitlines()
    assert re.search(r"units\.csv:2: 1/Gd \(B1\): affects play$", first)
    assert second == "    factors on the front: 3-4-3 -> 3-5-3"
    assert last == "1 change: 1 affects play"
    (row,) = json.loads(pnp("diff", str(SMALL), str(folder), "--format", "json").stdout)
    assert (row["place"], row["values"][0]["new"]) == (["counters", "B1"], "3-5-3")
    markdown = pnp("diff", str(SMALL), str(folder), "--format", "markdown").stdout
    assert "## Counters" in markdown
    assert "factors on the front: 3-4-3 → **3-5-3**" in markdown
    overlay = pnp("diff", str(SMALL), str(folder), "--format", "overlay").stdout
    assert overlay == "counters:\n  B1:\n    front:\n      factors: 3-5-3\n"
    assert pnp("diff", str(SMALL), str(SMALL)).stdout == "The editions do not differ.\n"


def test_the_overlay_of_a_changed_case_does_not_say_where_it_was_read(tmp_path: Path):
    folder = changed_copy(tmp_path / "new", "rules.md", "Round down", "Round up")
    text = overlay_text(game_tree(load_game(SMALL)), game_tree(load_game(folder)))
    (case,) = yaml.load(text, yaml.BaseLoader)["rules"]
    assert case.keys() == {"number", "title", "text"}
    (tmp_path / "new" / "editions").mkdir()
    (tmp_path / "new" / "editions" / "back.yaml").write_text(
        overlay_text(game_tree(load_game(folder)), game_tree(load_game(SMALL))), "utf-8"
    )
    again = load_game(folder, ["back"])
    assert [(one.number, one.depth, one.text) for one in again.rules] == [
        (one.number, one.depth, one.text) for one in load_game(SMALL).rules
    ]
    assert check(again) == check(load_game(SMALL))


@pytest.mark.parametrize(("written", "keys"), [("2", ()), ("3", ("depth",))])
def test_an_overlay_states_the_depth_of_a_case_that_its_number_does_not_state(written: str, keys: tuple[str, ...]):
    case = {"number": "8.14", "title": "A", "text": "B", "depth": written, "file": "/home/me/rules.md", "line": "4"}
    for old in ({}, {"rules": []}):
        (found,) = yaml.load(overlay_text(old, {"rules": [case]}), yaml.BaseLoader)["rules"]
        assert found.keys() == {"number", "title", "text", *keys}


def test_an_edition_is_an_overlay(tmp_path: Path):
    folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
    (folder / "editions").mkdir()
    (folder / "editions" / "first.yaml").write_text('map: {title: "The old hill"}\n', "utf-8")
    (change,) = compare_editions(read_edition(f"{folder}@first"), read_edition(str(folder)))
    assert [(one.old and one.old.text, one.new and one.new.text) for one in change.differences] == [
        ("The old hill", "The hill")
    ]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository with a game of two revisions: `first`, and the working tree."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    game = Path(shutil.copytree(SMALL, tmp_path / "repository" / "hill"))
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "-A"), (*who, "commit", "-q", "-m", "first"), ("tag", "first")):
        subprocess.run(["git", "-C", str(game.parent), *words], check=True)
    text = (game / "units.csv").read_text("utf-8")
    (game / "units.csv").write_text(text.replace("3-4-3", "3-5-3", 1), "utf-8")
    return game


def test_a_revision_alone_is_of_the_game_that_the_other_edition_names(repository: Path):
    (here,) = compare_editions(*read_editions("first", str(repository)))
    (back,) = compare_editions(*read_editions(str(repository), "first"))
    assert [(one.differences[0].old, one.differences[0].new) for one in (here,)] == [
        (one.differences[0].new, one.differences[0].old) for one in (back,)
    ]
    assert here.old_spot is not None
    assert here.old_spot.file == f"first:{repository}/units.csv"
    with pytest.raises(Refused, match="there is no overlay, git revision or folder named second; tags: first"):
        read_editions("second", str(repository))
    with pytest.raises(Refused, match="there is no such folder and no game of this name"):
        read_editions("first", "second")


def test_an_edition_is_a_git_revision(repository: Path):
    (change,) = compare_editions(read_edition(f"first:{repository}"), read_edition(str(repository)))
    assert change.place == ("counters", "B1")
    assert change.old_spot is not None
    assert change.old_spot.file == f"first:{repository}/units.csv"


@pytest.mark.parametrize("name", ["mukden", "meiktila"])
def test_a_revision_whose_looks_were_those_of_pnp_has_the_same_appearance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Looks and motifs that are in the folder of the game today are what its older editions were printed with."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    top = tmp_path / "repository"
    game = Path(shutil.copytree(find_game(name), top / name, ignore=shutil.ignore_patterns("looks", "motifs")))
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "-A"), (*who, "commit", "-q", "-m", "old"), ("tag", "old")):
        subprocess.run(["git", "-C", str(top), *words], check=True)
    for part in ("looks", "motifs"):
        shutil.copytree(find_game(name) / part, game / part)
    old, new = read_editions("old", str(game))
    assert not compare_editions(old, new)
    assert set(old.game.looks) == set(new.game.looks)
    assert set(old.game.motifs) == set(new.game.motifs)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("second:{}", "E001 there is no git revision second; write first$"),
        ("frist:{}", r"E001 there is no git revision frist; did you mean first\?"),
        ("first:{}/nowhere", "E001 revision first has no folder hill/nowhere; `git ls-tree first` lists"),
        ("first:{}/..", "L001 this folder has no game.yaml; name the folder of a game"),
        ("first:", "E001 there is no folder after the colon; write REVISION:FOLDER"),
        (":{}", "E001 there is no revision before the colon; write REVISION:FOLDER"),
        ("{}@first", "L015 this game has no overlay first"),
        ("{}@", "E001 there is no overlay after @; write FOLDER@OVERLAY"),
        ("{}/..", "L001 this folder has no game.yaml; name the folder of a game"),
        ("first", "E001 there is no such folder and no game of this name; write first:FOLDER for a git revision"),
        ("meiktlia", r"E001 there is no such folder and no game of this name; did you mean meiktila\?"),
    ],
)
def test_an_edition_that_does_not_exist_is_one_message(repository: Path, name: str, message: str):
    with pytest.raises(Refused, match=message) as refused:
        read_edition(name.format(repository))
    assert len(refused.value.findings) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nonsense", "there is no overlay, git revision or folder named nonsense; tags: first$"),
        ("frist", r"there is no overlay, git revision or folder named frist; did you mean first\?"),
        ("nonsense@winter", "there is no overlay, git revision or folder named nonsense"),
    ],
)
def test_an_unknown_earlier_edition_is_one_message(repository: Path, name: str, message: str):
    with pytest.raises(Refused, match=f"E001 {message}") as refused:
        read_earlier_edition(read_edition(str(repository)), name)
    assert len(refused.value.findings) == 1


def test_the_message_about_an_unknown_edition_lists_the_known_ones(misprinted: Path):
    (misprinted / "editions").mkdir()
    (misprinted / "editions" / "first.yaml").write_text("map: {title: The old hill}\n", "utf-8")
    with pytest.raises(
        Refused, match=r"E001 there is no .* named nonsense; overlays of this game: first, as-published$"
    ):
        read_earlier_edition(read_edition(str(misprinted)), "nonsense")


def test_an_earlier_edition_is_an_overlay_a_revision_a_folder_or_the_misprints(repository: Path, misprinted: Path):
    (repository / "editions").mkdir()
    (repository / "editions" / "old.yaml").write_text("map: {title: The old hill}\n", "utf-8")
    present = read_edition(str(repository))
    for name, label in (
        ("old", "old"),
        ("first", "first"),
        (str(misprinted), "hill"),
        (f"first:{repository}", "first"),
    ):
        assert read_earlier_edition(present, name).label == label
    assert read_earlier_edition(read_edition(str(misprinted)), "as-published").label == "as-published"


def test_without_git_there_is_one_message(repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    present = read_edition(str(repository))
    monkeypatch.setenv("PATH", str(tmp_path))
    for read in (lambda: read_edition(f"first:{repository}"), lambda: read_earlier_edition(present, "first")):
        with pytest.raises(
            Refused, match="E001 git is not installed; install it: revisions and tags are read with git"
        ):
            read()


def test_an_overlay_that_names_a_missing_id_is_one_message(tmp_path: Path):
    folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
    (folder / "editions").mkdir()
    for name, text, message in (
        ("new", "counters: {X99: {front: {word: A}}}", "L011 X99 is not in counters of this game, and a new one needs kind; write kind: and its value, or an id of the game"),
        ("slip", "tables: {crtt: {basis: text}}", "L011 crtt is not in tables of this game, and a new one needs name; did you mean crt?"),
        ("gone", "counters: {X99: ~}", "L015 ~ removes X99, but there is no X99 here to remove"),
    ):  # fmt: skip
        (folder / "editions" / f"{name}.yaml").write_text(f"{text}\n", "utf-8")
        with pytest.raises(Refused, match=re.escape(message)) as refused:
            read_edition(f"{folder}@{name}")
        assert len(refused.value.findings) == 1


def test_a_folder_outside_a_repository_has_no_revisions(tmp_path: Path):
    folder = shutil.copytree(SMALL, tmp_path / "small")
    with pytest.raises(Refused, match="E001 this folder is not in a git repository, so it has no revision first; name"):
        read_edition(f"first:{folder}")


def test_editions_of_different_games_are_refused():
    with pytest.raises(
        Refused,
        match=r"E002 .* are different games; name two editions of one game; if it was renamed, write the new title",
    ):
        compare_editions(edition(SMALL), edition(SMALL.parent / "duel"))


def test_headings_of_several_words_are_listed_whole(tmp_path: Path):
    rows = "      - Allied replacement\n      - Japanese replacement\n"
    game = changed_copy(tmp_path / "new", "tables.yaml", rows, f"{rows}      - 6/7 Rajput\n", find_game("meiktila"))
    tables = game / "tables.yaml"
    last = "4 or less | 8.1.4\n"
    tables.write_text(tables.read_text().replace(last, f"{last}    Turn 3 | Any airfield | - | 8.1\n", 1))
    before, after = edition(find_game("meiktila")), edition(game)
    text = format_changes(compare_editions(before, after), before.game, after.game, "text")
    assert "Allied replacement; Japanese replacement; 6/7 Rajput" in text


def test_a_new_scenario_or_edition_is_named(tmp_path: Path) -> None:
    small = Path(__file__).parent / "games" / "small"
    old, new = (Path(shutil.copytree(small, tmp_path / name)) for name in ("old", "new"))
    (new / "scenarios").mkdir()
    (new / "scenarios" / "raid.yaml").write_text("game: {title: Raid}\n", "utf-8")
    assert [*other_overlays(*read_editions(str(old), str(new)))] == [
        "only the new version has scenarios/raid; overlays are compared by name (FOLDER@NAME)"
    ]
    assert "only the new version has scenarios/raid" in CliRunner().invoke(cli, ["diff", str(old), str(new)]).stderr
    assert [*other_overlays(*read_editions(str(new), f"{new}@raid"))] == []
