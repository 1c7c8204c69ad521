"""A second build makes only what a change affects, and its files are those of a build from nothing."""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pnp.cache import Cache, digest, use_cache
from pnp.findings import Refused
from pnp.kit.options import read_options
from pnp.kit.parallel import maps_drawn_ahead
from pnp.kit.pipeline import FinishedKit, RefusedKits, build_kits
from pnp.kit.unchanged import files_digest
from pnp.load import find_game, load_game
from tests.executors import Here

Build = Callable[..., FinishedKit]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a small game with a map, counters, an aid, rules and an example."""
    copy = tmp_path / "small"
    shutil.copytree(find_game("tests/games/small"), copy)
    return copy


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """The cache of all tests: one build fills it for the others."""
    return Cache(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def build(folder: Path, tmp_path: Path, kept: Cache) -> Build:
    """Build the copy, with the common cache unless another is given."""

    def run(output: str = "out", cache: Cache | None = kept, **options: str) -> FinishedKit:
        with use_cache(cache):
            events = list(build_kits([folder], read_options(output=tmp_path / output, **options), print))
        finished = [event for event in events if isinstance(event, FinishedKit)]
        if not finished:
            raise Refused(events[-1].findings)  # type: ignore[union-attr]
        return finished[0]

    return run


def contents(kit: Path) -> dict[str, str]:
    """Return the SHA-256 of every file of a kit."""
    return {
        path.relative_to(kit).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(kit.rglob("*"))
        if path.is_file()
    }


def test_an_unchanged_kit_is_not_built_again(build: Build) -> None:
    first = build()
    times = {path: path.stat().st_mtime_ns for path in first.folder.rglob("*")}
    again = build()
    assert (first.unchanged, again.unchanged) == (False, True)
    assert (again.files, again.pages, again.warnings) == (first.files, first.pages, first.warnings)
    assert {path: path.stat().st_mtime_ns for path in again.folder.rglob("*")} == times


@pytest.mark.parametrize("damage", ["changed", "deleted", "manifest"])
def test_a_kit_whose_files_were_changed_is_built_again(build: Build, damage: str) -> None:
    kit = build()
    before = contents(kit.folder)
    path = kit.folder / ("manifest.json" if damage == "manifest" else "rules.pdf")
    if damage == "deleted":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes() + b" ")
    again = build()
    assert not again.unchanged
    assert contents(again.folder) == before


def test_another_paper_is_another_kit(build: Build) -> None:
    assert not build(paper="letter").unchanged
    assert not build(paper="a4").unchanged
    assert build(paper="letter").unchanged


QUICK = (0,)
"""The changes that the quick tests try; the slow tests try all."""
CHANGES = (
    ("units.csv", "3-4-3", "3-5-3"),
    ("rules.md", "Add and divide.", "Add, then divide."),
    ("game.yaml", "woods: C4 D4 E5", "woods: C4 D4 D5"),
    ("game.yaml", "name: Hamlet", "name: Village"),
    ("game.yaml", "-/-  -/D  -/D", "-/-  -/-  -/D"),
    ("game.yaml", "{effect: left 1, says: across a stream}", "{effect: left 1, says: over a stream}"),
    ("game.yaml", 'accent: "#16324F"', 'accent: "#16324A"'),
    ("game.yaml", "name: Dead units, holds: 3", "name: Dead units, holds: 2"),
    ("game.yaml", "{name: Blue moves, who: Blue}", "{name: Blue marches, who: Blue}"),
    ("game.yaml", "means: Guard,", "means: Guards,"),
    ("game.yaml", "designer: A. Name", "designer: B. Name"),
    ("game.yaml", "paper: {width: 8in, height: 8in}", "paper: {width: 8in, height: 8.2in}"),
    ("game.yaml", "sides:", "# a comment moves all lines\n\nsides:"),
)
"""Changes of the game, one for each kind of input: a file, and a text that is replaced by another."""


@pytest.mark.parametrize(
    ("name", "was", "now"),
    [pytest.param(*one, marks=[] if i in QUICK else pytest.mark.slow) for i, one in enumerate(CHANGES)],
)
def test_a_build_after_a_change_is_the_same_as_one_from_nothing(
    build: Build, folder: Path, name: str, was: str, now: str
) -> None:
    build()
    change(folder, name, was, now)
    warm = build()
    cold = build("cold", cache=None)
    assert not warm.unchanged
    assert contents(warm.folder) == contents(cold.folder)
    assert warm.warnings == cold.warnings


def test_printed_modifiers_do_not_play_examples_again(folder: Path) -> None:
    def inputs() -> str:
        return digest(load_game(folder).played)

    before = inputs()
    change(folder, "game.yaml", "{effect: left 1, says: across a stream}", "{effect: left 1, says: over a stream}")
    assert inputs() == before
    change(folder, "units.csv", "3-4-3", "3-5-3")
    assert inputs() != before


def change(folder: Path, name: str, was: str, now: str) -> None:
    """Replace a text in a file of the game."""
    text = (folder / name).read_text("utf-8")
    assert was in text
    (folder / name).write_text(text.replace(was, now, 1), encoding="utf-8")


def test_the_key_of_a_game_is_made_of_its_data_files_also_hidden_ones(folder: Path) -> None:
    before = files_digest(folder)
    (folder / "notes.txt").write_text("x")
    (folder / "output").mkdir()
    (folder / "output" / "kit.pdf").write_text("x")
    assert files_digest(folder) == before
    digests = [before]
    for name in (".sides.yaml", ".hidden/rules.md", "units.csv"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("y")
        digests.append(files_digest(folder))
    assert len(set(digests)) == 4


def test_pipes_devices_links_and_large_files_in_the_folder_of_a_game_are_not_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "rules.md").write_text("x")
    for name in ("pipe.yaml", "notes"):
        os.mkfifo(folder / name)
    for name, target in (("zero.md", "/dev/zero"), ("loop", folder), ("loop.yaml", "loop.yaml"), ("machine", tmp_path)):
        (folder / name).symlink_to(target)
    with (folder / "large.csv").open("wb") as file:
        file.truncate(10**12)
    before = files_digest(folder)
    (tmp_path / "outside" / "rules.md").write_text("y")
    assert files_digest(folder) == before
    (folder / "machine").unlink()
    (folder / "machine").symlink_to("/")
    assert files_digest(folder) != before


def test_a_link_counts_with_the_content_of_its_file(folder: Path) -> None:
    (folder / "sides.txt").write_text("x")
    (folder / "sides.yaml").symlink_to("sides.txt")
    before = files_digest(folder)
    (folder / "sides.txt").write_text("y")
    assert files_digest(folder) != before


def test_a_folder_without_a_game_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def walk(*_: object) -> Iterator[object]:
        raise AssertionError

    monkeypatch.setattr(os, "walk", walk)
    assert files_digest(tmp_path) == files_digest(tmp_path)


def test_maps_are_drawn_into_the_cache_while_the_game_is_checked(folder: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    with use_cache(cache):
        with maps_drawn_ahead(folder, read_options(only="counters"), Here()):
            pass
        assert cache.usage().results == 0  # counter sheets show no map
        with maps_drawn_ahead(folder, read_options(only="map"), Here()):
            assert cache.usage().results == 1
    with use_cache(None), maps_drawn_ahead(folder, read_options(), Here()):
        pass  # nothing is drawn that could not be kept


def test_what_cannot_be_drawn_ahead_is_left_to_the_checks(folder: Path, tmp_path: Path) -> None:
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("columns: ", "columns: Z-"), "utf-8")
    options = read_options(output=tmp_path / "out")
    with use_cache(Cache(tmp_path / "cache")):
        alone = list(build_kits([folder], options, print))
        beside = list(build_kits([folder], options, print, Here()))
    assert isinstance(beside[-1], RefusedKits)
    assert beside == alone
