"""`pnp new` begins games that have no findings, build at once, and teach editors, git and GitHub what they are."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml
from click.testing import CliRunner, Result

from pnp import load_game
from pnp.api import check
from pnp.cli import cli
from pnp.cli.new_command import KINDS
from pnp.model.components.cards_and_decks import CardDeck
from pnp.new_game import NewGame, files_of, new_kinds, title_of, write_game
from pnp.report.schema import data_schema

EXPECTED_PARTS = {
    "hexes": {"map.pdf", "map-tiles.pdf", "counters.pdf", "aids.pdf", "rules.pdf", "kit.pdf"},
    "counters": {"counters.pdf", "kit.pdf"},
    "cards": {"orders.pdf", "summary.pdf", "rules.pdf", "kit.pdf"},
}


def run(*words: object, answers: str = "") -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words], input=answers)


def begun(folder: Path, kind: str, **choices: str) -> Path:
    """Return a folder with a new game of this kind."""
    chosen = {"title": "The Ford", "sides": ("Blue", "Red"), **choices}
    write_game(folder, files_of(NewGame(kind, **chosen)))
    return folder


def test_the_command_offers_the_kinds_that_there_are_files_for() -> None:
    assert tuple(new_kinds()) == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_has_no_findings_and_its_examples_are_played(kind: str, tmp_path: Path) -> None:
    done = run("new", tmp_path / "the-long-ford", "--kind", kind)
    assert done.exit_code == 0
    game = load_game(tmp_path / "the-long-ford")
    assert game.game.title == "The Long Ford"
    assert check(game) == ()
    assert kind == "counters" or game.examples
    assert f"pnp preview {tmp_path / 'the-long-ford'} {new_kinds()[kind].shows} --open" in done.stdout


@pytest.mark.parametrize("size", new_kinds()["hexes"].sizes)
def test_each_size_of_map_has_no_findings(size: str, tmp_path: Path) -> None:
    assert check(load_game(begun(tmp_path / "a", "hexes", size=size))) == ()


def test_a_sheet_that_lost_the_zeros_of_its_hexes_is_told_the_cause(tmp_path: Path) -> None:
    folder = begun(tmp_path / "ford", "hexes")
    sheet = (folder / "units.csv").read_text("utf-8")
    (folder / "units.csv").write_text(re.sub(r",0(\d{3}),", r",\1,", sheet), "utf-8")
    found = check(load_game(folder))
    assert {one.code for one in found} == {"S005"}
    assert found[0].write == "write 0104 instead of 104"
    assert "spreadsheet programs remove zeros" in found[0].wrong
    assert run("check", folder, "--fix").output.endswith("no findings\n")
    assert (folder / "units.csv").read_text("utf-8") == sheet


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_builds_for_both_usual_papers_and_passes_preflight(kind: str, tmp_path: Path) -> None:
    folder = begun(tmp_path / "ford", kind)
    done = run("build", folder, "-o", tmp_path / "kits", "--paper", "letter,a4")
    assert done.exit_code == 0, done.stderr
    for kit in ("home", "home-a4"):
        files = {path.name for path in (tmp_path / "kits" / "ford" / kit).iterdir()}
        assert EXPECTED_PARTS[kind] <= files
    checked = run("preflight", tmp_path / "kits" / "ford" / "home")
    assert checked.exit_code == 0, checked.stdout


def test_files_are_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    done = run("new", tmp_path)
    assert done.exit_code == 2
    assert "is not an empty folder; name another one" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    with pytest.raises(FileExistsError):
        write_game(tmp_path, {"game.yaml": ""})


def test_an_empty_folder_can_become_a_game(tmp_path: Path) -> None:
    assert run("new", tmp_path).exit_code == 0


def test_folio_asks_for_title_sides_size_and_papers(tmp_path: Path) -> None:
    """Names that YAML and CSV would read otherwise are quoted."""
    folder = tmp_path / "a"
    answers = 'Drive on "Lozovka": 1942\nGerman 6th\nRed, Army\nmedium\nA4, tabloid\n'
    done = run("new", folder, "--folio", answers=answers)
    assert done.exit_code == 0, done.output
    game = load_game(folder)
    assert game.game.title == 'Drive on "Lozovka": 1942'
    assert {id_: side.name for id_, side in game.sides.items()} == {"german-6th": "German 6th", "red-army": "Red, Army"}
    assert game.map is not None
    assert game.map.grid.columns == "01-14"
    assert check(game) == ()
    workflow = yaml.load((folder / ".github/workflows/kit.yml").read_text("utf-8"), yaml.BaseLoader)
    assert workflow["env"]["PAPERS"] == "a4,tabloid"


def test_folio_asks_again_after_an_answer_that_cannot_be(tmp_path: Path) -> None:
    answers = "{{ a }}\nСамара\nThe Ford\nBlue\nBlue\nRed\n\nA5\na4\n"
    done = run("new", tmp_path / "a", "--folio", answers=answers)
    assert done.exit_code == 0, done.output
    assert "a name consists of letters, digits and signs other than braces" in done.output
    assert "the typefaces of kits lack" in done.output
    assert "both sides cannot be called Blue" in done.output
    assert "a5 is not a paper size; write" in done.output


def test_sides_without_english_letters_have_ids_all_the_same(tmp_path: Path) -> None:
    game = load_game(begun(tmp_path / "a", "hexes", sides=("1914", "1939")))
    assert list(game.sides) == ["first", "second"]
    assert check(game) == ()


@pytest.mark.parametrize(("name", "title"), [("my-game", "My Game"), ("{{x}}", "X"), ("--", "New Game")])
def test_the_title_is_made_of_the_name_of_the_folder(name: str, title: str) -> None:
    assert title_of(Path(name)) == title


@pytest.mark.parametrize("kind", KINDS)
def test_each_yaml_file_names_a_schema_that_is_beside_the_game(kind: str, tmp_path: Path) -> None:
    folder = begun(tmp_path / "a", kind)
    for path in folder.glob("[!.]*.yaml"):
        first = path.read_text("utf-8").partition("\n")[0]
        schema = json.loads((folder / first.removeprefix("# yaml-language-server: $schema=")).read_text("utf-8"))
        if path.name == "game.yaml":
            assert schema == data_schema()
        else:
            part = schema["$ref"].removeprefix("game.json#/properties/").removesuffix("/anyOf/0")
            assert part in data_schema()["properties"]
    name, section = ("components.yaml", "components") if kind == "cards" else ("markers.yaml", "counters")
    assert (folder / name).read_text("utf-8").startswith(f"# yaml-language-server: $schema=.pnp/{section}.json\n")


def test_the_hook_and_the_workflow_name_commands_that_exist_and_pinned_versions() -> None:
    files = files_of(NewGame("hexes", "The Ford", ("Blue", "Red")))
    (hook,) = yaml.load(files[".pre-commit-config.yaml"], yaml.BaseLoader)["repos"][0]["hooks"]
    assert hook["entry"].split()[1] in cli.commands
    assert re.fullmatch(r"pnp-wargames==[\d.]+", hook["additional_dependencies"][0])
    workflow = yaml.load(files[".github/workflows/kit.yml"], yaml.BaseLoader)
    assert re.fullmatch(r"pnp-wargames==[\d.]+", workflow["env"]["PNP"])
    assert workflow["permissions"] == {"contents": "read"}
    steps = workflow["jobs"]["kit"]["steps"]
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", step["uses"]) for step in steps if "uses" in step)
    commands = [step["run"] for step in steps if step.get("run", "").startswith("pnp ")]
    assert [command.split()[1] for command in commands] == ["check", "build"]
    assert "${{" not in "".join(step.get("run", "") for step in steps), "names of tags are never part of a script"
    assert json.loads(files[".vscode/extensions.json"])["recommendations"]


def test_no_word_of_a_template_is_left_over() -> None:
    for kind, about in new_kinds().items():
        for size in about.sizes or ("",):
            for name, text in files_of(NewGame(kind, "The Ford", ("Blue", "Red"), size)).items():
                assert not re.search(r"@[A-Z_]+@", text), name


def on_path(folder: Path, **scripts: str) -> dict[str, str]:
    """Return an environment in which these programs come first; each notes its arguments in `calls.txt`."""
    for name, script in scripts.items():
        (folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >> "{folder}/calls.txt"\n{script}\n')
        (folder / name).chmod(0o755)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="the workflow is written for bash")
@pytest.mark.parametrize(("kind", "name"), [("branch", "main"), ("tag", "v1.0")])
def test_the_workflow_makes_a_kit_and_attaches_it_to_a_release(kind: str, name: str, tmp_path: Path) -> None:
    folder, programs = begun(tmp_path / "ford", "cards"), tmp_path / "bin"
    programs.mkdir()
    env = on_path(
        programs,
        sudo="",
        python="",  # installs pnp
        gh='[ "$2" != view ]',  # there is no release of the tag yet
        zip=f'exec "{sys.executable}" -m zipfile -c "$3" .',
        pnp=f'exec "{sys.executable}" -m pnp "$@"',
    )
    workflow = yaml.load((folder / ".github/workflows/kit.yml").read_text("utf-8"), yaml.BaseLoader)
    env |= {"GITHUB_WORKSPACE": str(folder), "GITHUB_REF_TYPE": kind, "GITHUB_REF_NAME": name, "GITHUB_SHA": "1" * 40}
    for step in workflow["jobs"]["kit"]["steps"]:
        if "run" in step:
            done = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=folder, env=env | workflow["env"], check=False)
            assert done.returncode == 0, step["name"]
    with ZipFile(folder / "kit.zip") as kit:
        assert any(one.endswith(("home-a4/index.html", "home/index.html")) for one in kit.namelist())
    calls = (programs / "calls.txt").read_text().splitlines()
    assert "pnp check . --format github" in calls
    sent = [call for call in calls if call.startswith("gh") and "kit.zip" in call]
    assert [call.split()[:4] for call in sent] == [
        ["gh", "release", "upload", "v1.0"] if kind == "tag" else ["gh", "release", "create", "latest"]
    ]


def test_the_hook_stops_a_commit_with_a_mistake(tmp_path: Path) -> None:
    folder = begun(tmp_path / "ford", "counters")
    (hook,) = yaml.load((folder / ".pre-commit-config.yaml").read_text("utf-8"), yaml.BaseLoader)["repos"][0]["hooks"]
    words = hook["entry"].split()[1:]

    def committed() -> int:
        return subprocess.run(
            [sys.executable, "-m", "pnp", *words], cwd=folder, check=False, capture_output=True
        ).returncode

    assert committed() == 0
    units = folder / "units.csv"
    units.write_text(units.read_text().replace("infantry", "infantri", 1))
    assert re.search(hook["files"], units.name)
    assert committed() == 1


def test_a_deck_has_uneven_ranks_with_copies_and_suits_of_their_own(tmp_path: Path) -> None:
    """A row of the designer's sheet says which side has the card, and how often."""
    folder = begun(tmp_path / "ford", "cards")
    sheet = folder / "cards.csv"
    head, first, second, *rest = sheet.read_text().splitlines()
    sheet.write_text("\n".join([f"{head},Side,Qty", f"{first},blue,3", f"{second},,2", *(f"{one},," for one in rest)]))
    game_file = folder / "components.yaml"
    game_file.write_text(
        game_file.read_text().replace("Picture: picture}", "Picture: picture, Side: suit, Qty: copies}")
    )
    game = load_game(folder)
    (deck,) = (one for one in game.components.values() if isinstance(one, CardDeck))
    cards = {card.id: card.copies for card in deck.cards("orders")}
    ranks = list(deck.ranks)
    assert (cards[f"orders-blue-{ranks[0]}"], f"orders-red-{ranks[0]}" in cards) == (3, False)
    assert cards[f"orders-red-{ranks[1]}"] == cards[f"orders-blue-{ranks[1]}"] == 2
    assert len(deck.draw_pile()) == sum(cards.values()) == 3 + 4 + 2 * len(rest)
    game_file.write_text(game_file.read_text())
    sheet.write_text(sheet.read_text().replace(",blue,3", ",bleu,3"))
    (found,) = check(load_game(folder))
    assert (found.code, found.wrong) == ("K006", "there is no suit bleu")


def test_a_unit_of_one_word_is_named_by_its_label(tmp_path: Path) -> None:
    folder = begun(tmp_path / "ford", "hexes")
    for file in (folder / "units.csv", folder / "examples.yaml"):
        file.write_text(file.read_text().replace("A Tanks", "Sappers"))
    assert [one for one in check(load_game(folder)) if one.code == "X101"] == []
