"""`pnp build`: where kits go, what it prints, and that neither a mistake nor an interrupt destroys a finished kit."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.kit import parts
from pnp.kit.options import PARTS

TOP = Path(__file__).parents[1]
Run = Callable[..., Any]
GAME = """\
game: {title: The Ford}
components:
  blast: {kind: template, shape: disc, name: Blast, diameter: 2in}
  cards: {kind: card, name: Card, width: 60mm, height: 90mm, copies: 1, front: {ground: "#DDEEFF"}}
"""
BAD = GAME.replace("2in", "0in")
OVERLAY = "components: {blast: {name: Large blast}}\n"
unix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


NOTHING_TO_PRINT = (
    "--only: warning B011 these parts of The Ford have nothing to print with --duplex long; name other parts, or choose "
    "another way to print\n"
)


def write(folder: Path, text: str = GAME, **overlays: str) -> Path:
    """A game in a folder, with overlays given as `scenarios="short"`."""
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    for kind, name in overlays.items():
        (folder / kind).mkdir()
        (folder / kind / f"{name}.yaml").write_text(OVERLAY, encoding="utf-8")
    return folder


def kits(output: Path) -> set[str]:
    """The kits below a folder, and whatever else lies beside them."""
    return {path.relative_to(output).as_posix() for path in output.glob("*/*")}


# ---------------------------------------------------------------- where kits go


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "name"),
    [
        ((), "home"),
        (("--paper", "a4"), "home-a4"),
        (("--duplex", "short"), "home-short"),
        (("--scenario", "short"), "home-scenario-short"),
        (("--edition", "short"), "home-edition-short"),
        (("--option", "short"), "home-option-short"),
        (("--translation", "short"), "home-translation-short"),
        (("--option", "short", "--scenario", "short", "--paper", "a4"), "home-a4-scenario-short-option-short"),
        (("--only", "components"), "home-only-components"),
        (("--only", "components,map"), "home-only-map-components"),
        (("--only", "map, components, aids, rules, counters"), "home"),
    ],
)
def test_kits_that_differ_have_different_folders(pnp: Run, tmp_path: Path, options: tuple[str, ...], name: str) -> None:
    everywhere = dict.fromkeys(("scenarios", "editions", "options", "translations"), "short")
    write(tmp_path / "ford", **everywhere)
    done = pnp("build", "ford", *options, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert kits(tmp_path / "output") == {f"ford/{name}"}
    assert done.stdout.startswith(f"building output/ford/{name} (1 of 1)\noutput/ford/{name}: ")


@pytest.mark.slow
def test_a_partial_kit_leaves_the_complete_one(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path / "ford")
    assert pnp("build", "ford", cwd=tmp_path).returncode == 0
    before = sorted(path.name for path in (tmp_path / "output/ford/home").iterdir())
    done = pnp("build", "ford", "--only", "map", cwd=tmp_path)
    assert done.stdout.endswith("; left out: rules, counters, components, aids\n")
    assert sorted(path.name for path in (tmp_path / "output/ford/home").iterdir()) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "named"), [(".", "."), ("..", "inner"), ("game.yaml", "."), ("../ford", "."), ("./", ".")]
)
def test_a_kit_goes_to_a_folder_of_the_name_of_the_game(pnp: Run, tmp_path: Path, folder: str, named: str) -> None:
    game = write(tmp_path / "ford")
    (game / "inner").mkdir()
    done = pnp("build", folder, "-o", tmp_path / "out", "--only", "map", cwd=game / named)
    assert done.returncode == 0, done.stderr
    assert kits(tmp_path / "out") == {"ford/home-only-map"}


@pytest.mark.slow
def test_a_target_may_lie_anywhere(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path / "ford")
    text = (TOP / "templates" / "targets" / "home.yaml").read_text(encoding="utf-8")
    (tmp_path / "my.yaml").write_text(text, encoding="utf-8")
    for target in (tmp_path / "my.yaml", Path("../my.yaml"), Path("../ford/../my.yaml")):
        done = pnp("build", tmp_path / "ford", "--target", target, "--only", "map", cwd=tmp_path / "ford")
        assert done.returncode == 0, done.stderr
    assert kits(tmp_path / "ford" / "output") == {"ford/my-only-map"}
    (tmp_path / "home.yaml").write_text(text, encoding="utf-8")
    done = pnp("build", "ford", "--target", "home.yaml", cwd=tmp_path)
    assert done.returncode == 1
    assert "home.yaml: L001 a print target named home comes with pnp" in done.stderr


def test_games_of_one_name_are_refused_before_anything_is_built(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path / "one" / "ford")
    write(tmp_path / "two" / "Ford", GAME.replace("The Ford", "Another Ford"))
    done = pnp("build", "one/ford", "two/Ford", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Ford: B008 two/Ford and one/ford would be built into the same folder Ford; " in done.stderr
    assert not (tmp_path / "output").exists()


@pytest.mark.slow
def test_a_game_that_is_named_twice_is_built_once(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path / "ford")
    done = pnp("build", "ford", "./ford", "--only", "map", cwd=tmp_path)
    assert (done.returncode, done.stdout.count("building ")) == (0, 1)


@pytest.mark.slow
def test_a_kit_of_another_game_is_not_replaced(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path / "one" / "ford")
    write(tmp_path / "two" / "ford", GAME.replace("The Ford", "Another Ford"))
    assert pnp("build", "one/ford", "--only", "map", cwd=tmp_path).returncode == 0
    done = pnp("build", "two/ford", "--only", "map", cwd=tmp_path)
    assert done.returncode == 1
    assert "W009 the folder contains another kit (game: The Ford), not this one (game: Another Ford)" in done.stderr
    manifest = json.loads((tmp_path / "output/ford/home-only-map/manifest.json").read_text("utf-8"))
    assert (manifest["game"], manifest["parts"], manifest["overlays"]) == ("The Ford", ["map"], [])


# ---------------------------------------------------------------- overlays


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--edition", "night"), "night is not an edition; it is in the folder options/, so write --option"),
        (("--option", "short"), "short is not an option; it is in the folder scenarios/, so write --scenario"),
        (("--option", "nihgt"), "this game has no option nihgt; did you mean night?"),
        (("--translation", "../x"), "this game has no translation"),
    ],
)
def test_an_option_finds_only_its_own_kind_of_overlay(
    pnp: Run, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    write(tmp_path / "ford", scenarios="short", options="night")
    done = pnp("check", "ford", *words, cwd=tmp_path)
    assert done.returncode == 1
    assert f"ford: L015 {message}" in done.stdout


def test_a_kit_with_an_unknown_overlay_is_refused_before_its_build_begins(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path / "ford", options="night")
    done = pnp("build", "ford", "--scenario", "nope", cwd=tmp_path)
    assert done.returncode == 1
    assert "this game has no scenario nope" in done.stderr
    assert "building" not in done.stdout + done.stderr
    begun = pnp("build", "ford", "--option", "night", "--only", "counters", cwd=tmp_path)
    assert "building" in begun.stdout + begun.stderr


def test_several_options_are_laid_over_a_game(pnp: Run, tmp_path: Path) -> None:
    game = write(tmp_path / "ford", options="night")
    (game / "options" / "rain.yaml").write_text("components: {blast: {diameter: 0in}}\n", encoding="utf-8")
    done = pnp("check", "ford", "--option", "night", "--option", "rain", cwd=tmp_path)
    assert "options/rain.yaml:1:32 (components.blast.diameter): K011" in done.stdout


# ---------------------------------------------------------------- what is printed


def test_the_parts_in_the_help_are_those_that_there_are(pnp: Run) -> None:
    words = " ".join(pnp("build", "--help").stdout.split())
    assert f": {', '.join(PARTS)}." in words
    assert ": letter, a4, legal, tabloid, a3." in words


def test_no_sentence_of_the_help_is_cut_off(pnp: Run) -> None:
    commands = pnp("--help").stdout.partition("Commands:\n")[2]
    assert all(line.endswith(".") and not line.endswith("...") for line in commands.splitlines()), commands


@pytest.mark.slow
def test_each_kit_is_reported_as_it_is_begun_and_finished(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path / "ford")
    write(tmp_path / "hill")
    done = pnp("build", "ford", "hill", "--paper", "letter,a4", "--only", "map", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, 4 * NOTHING_TO_PRINT)  # these games have no map
    told = [line.partition(": ")[0] for line in done.stdout.splitlines()]
    places = [f"output/{game}/home{paper}-only-map" for game in ("ford", "hill") for paper in ("", "-a4")]
    assert told == [line for i, place in enumerate(places, 1) for line in (f"building {place} ({i} of 4)", place)]


@pytest.mark.slow
def test_a_build_says_what_it_did_not_build_and_builds_the_rest(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path / "bad", BAD)
    write(tmp_path / "ford")
    done = pnp("build", "bad", "ford", "--only", "components", cwd=tmp_path)
    assert done.returncode == 1
    assert kits(tmp_path / "output") == {"ford/home-only-components"}
    assert done.stderr.splitlines()[-1] == "not built: output/bad/home-only-components: 1 error"
    done = pnp("build", "bad", cwd=tmp_path)
    assert done.returncode == 1
    assert "K011" in done.stderr
    assert done.stderr.splitlines()[-1] == "nothing built: 1 error"
    assert done.stdout == "building output/bad/home (1 of 1)\n"


def test_a_process_that_is_killed_is_one_message(pnp: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise ChildProcessError("a process ended before its work was done (-9)")

    write(tmp_path / "ford")
    monkeypatch.setattr("pnp.kit.pipeline.build_kit", killed)
    done = pnp("build", "ford", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "output/ford/home: W010 the kit cannot be built: a process ended before its work was done (-9)\n"
        "nothing built: 1 error\n"
    )


# ---------------------------------------------------------------- interrupts and closed streams


def start(*words: str, cwd: Path, shell: str = "") -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pnp", *words]
    return subprocess.Popen(
        ["sh", "-c", f'exec "$@" {shell}', "sh", *command] if shell else command,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(TOP)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.slow
@unix
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("number", "everybody"), [("SIGINT", True), ("SIGINT", False), ("SIGTERM", False)])
def test_an_interrupt_ends_a_build_and_leaves_nothing(tmp_path: Path, jobs: str, number: str, everybody: bool) -> None:
    write(tmp_path / "ford")
    build = start("build", "ford", "-j", jobs, cwd=tmp_path)
    place = tmp_path / "output" / "ford"
    while not list(place.glob(".home.new-*/*")):
        assert build.poll() is None, build.communicate()
        time.sleep(0.005)
    stop = getattr(signal, number)
    (os.killpg if everybody else os.kill)(build.pid, stop)
    out, errors = build.communicate(timeout=60)
    assert (build.returncode, errors.strip()) == (128 + stop, "stopped; finished kits are untouched")
    assert out == "building output/ford/home (1 of 1)\n"
    assert list(place.iterdir()) == []


@unix
@pytest.mark.parametrize("closed", ["2>&-", ">&-", "<&- >&- 2>&-"])
def test_closed_streams_do_not_stop_a_build(tmp_path: Path, closed: str) -> None:
    write(tmp_path / "ford")
    build = start("build", "ford", "--only", "map", cwd=tmp_path, shell=closed)
    out, errors = build.communicate()
    assert (build.returncode, errors) == (0, "" if "2>" in closed else NOTHING_TO_PRINT), out
    assert kits(tmp_path / "output") == {"ford/home-only-map"}


def test_a_kit_with_nothing_to_print_says_so_and_has_no_empty_file(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path / "ford")
    assert pnp("build", "ford", "--only", "map", cwd=tmp_path).stderr == NOTHING_TO_PRINT
    kit = tmp_path / "output" / "ford" / "home-only-map"
    assert not list(kit.glob("*.pdf"))
    assert "kit.pdf" not in (kit / "manifest.json").read_text("utf-8")
    assert "kit.pdf" not in (kit / "index.html").read_text("utf-8")
    assert pnp("preflight", str(kit)).returncode == 0


# ---------------------------------------------------------------- what the check accepts can be built

HEX = "terrain: {clear: {name: Clear, of: hex, look: clear}}\n"
ODD = {
    "a sheet map of one hex": HEX
    + "map: {title: One, paper: {width: 60mm, height: 60mm}, "
    + "grid: {hexes: flat, columns: A-A, rows: 1-1, across_flats: 20mm, low: even, at: [20mm, 20mm]}}\n",
    "a hex larger than the paper": HEX
    + "map: {title: One, paper: {width: 900mm, height: 900mm}, "
    + "grid: {hexes: flat, columns: A-A, rows: 1-1, across_flats: 300mm, low: even, at: [300mm, 300mm]}}\n",
    "counters of 60 mm": 'sides: {red: {name: Red, ground: "#E4A59B", accent: "#6E1B14", emblem: disc}}\n'
    "counter_print: {side: 60mm, factors: attack}\n"
    'counters: {R1: {kind: unit, side: red, symbol: infantry, label: One, steps: 1, front: "3", back: blank, '
    "spare: a test}}\nentries: {}\n",
    "words without an end": "rules: rules.md\n",
}


def test_a_code_block_in_the_rules_is_accepted(pnp: Run, tmp_path: Path) -> None:
    folder = write(tmp_path / "odd", f"game: {{title: Odd, designer: One}}\n{ODD['words without an end']}")
    (folder / "rules.md").write_text("# 1.0 Dice\n\n```\n3-4-3\n```\n", encoding="utf-8")
    done = pnp("check", "odd", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", ODD)
def test_what_the_check_accepts_is_built(pnp: Run, tmp_path: Path, name: str) -> None:
    folder = write(tmp_path / "odd", f"game: {{title: Odd, designer: {'Endless' * 6}}}\n{ODD[name]}")
    (folder / "rules.md").write_text(f"# 1.0 {'Word' * 60}\n\n```\n{'x' * 300}\n```\n", encoding="utf-8")
    checked = pnp("check", "odd", cwd=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
    done = pnp("build", "odd", "-j", "1", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


def test_the_functions_that_make_the_parts_of_a_kit_exist() -> None:
    for part in PARTS.values():
        assert all(callable(getattr(parts, name)) for name in part.made_by)
