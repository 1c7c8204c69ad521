"""Results are kept between builds, and found again only if nothing that they depend on has changed."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from pnp import cache
from pnp.art.map.map_frame import MapFrame
from pnp.cache import Cache, CacheUsage, cache_in_use, default_folder, digest, keep, program_stamp, use_cache
from pnp.draw.map.framed_map import frame_of
from pnp.load import find_game, load_game
from pnp.load.board_reader import resolve_board
from pnp.scene import Matrix, Scene, Stroke, Use, line


@pytest.fixture
def empty(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def test_a_result_is_made_once_for_the_same_inputs(empty: Cache) -> None:
    calls: list[int] = []

    def work(number: int) -> int:
        calls.append(number)
        return number * number

    with use_cache(empty):
        assert [keep("square", lambda n=n: n, lambda n=n: work(n)) for n in (2, 3, 2, 3)] == [4, 9, 4, 9]
        assert keep("cube", lambda: 2, lambda: 8) == 8
    assert calls == [2, 3]
    assert empty.usage().results == 3


def test_without_a_cache_everything_is_made_anew() -> None:
    assert cache_in_use() is None
    assert [keep("number", lambda: 1, lambda n=n: n) for n in (1, 2)] == [1, 2]


def test_a_cache_is_in_use_only_inside_its_context(empty: Cache) -> None:
    with use_cache(empty):
        with use_cache(None):
            assert cache_in_use() is None
        assert cache_in_use() == empty
    assert cache_in_use() is None


def test_a_result_is_kept_only_if_it_is_worth_it(empty: Cache) -> None:
    with use_cache(empty):
        assert [keep("number", lambda: 1, lambda n=n: n, lambda number: number > 1) for n in (1, 2, 3)] == [1, 2, 2]


def test_exceptions_are_not_kept(empty: Cache) -> None:
    with use_cache(empty):
        with pytest.raises(ValueError, match="not yet"):
            keep("work", lambda: 1, lambda: int("not yet"))
        assert keep("work", lambda: 1, lambda: 5) == 5


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 200])
def test_a_damaged_file_counts_as_no_result(empty: Cache, damage: bytes) -> None:
    empty.write("ab" * 32, "result")
    assert empty.read("ab" * 32) == "result"
    (empty.folder / "ab" / ("ab" * 32)).write_bytes(damage)
    with pytest.raises(KeyError):
        empty.read("ab" * 32)


def test_a_folder_that_cannot_be_written_keeps_nothing_and_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with use_cache(Cache(tmp_path / "file")):
        assert [keep("number", lambda: 1, lambda n=n: n) for n in (1, 2)] == [1, 2]


def test_many_writers_of_one_result_leave_one_complete_file(empty: Cache) -> None:
    value = "x" * 500_000
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: empty.write("cd" * 32, value), range(40)))
    assert empty.read("cd" * 32) == value
    assert [path.name for path in (empty.folder / "cd").iterdir()] == ["cd" * 32]


def test_the_results_that_were_not_read_for_longest_are_deleted_first(empty: Cache) -> None:
    small = Cache(empty.folder, most=25_000)
    for number, key in enumerate(("aa", "bb", "cc")):
        small.write(key * 32, "x" * 10_000)
        os.utime(small.folder / key / (key * 32), (number, number))
    small.read("aa" * 32)
    small.trim()
    assert small.usage().results == 1  # at most 80 % of the limit
    assert small.read("aa" * 32) == "x" * 10_000
    small.trim()
    assert small.usage().results == 1


def test_clear_deletes_the_results_but_no_other_files(empty: Cache) -> None:
    empty.write("ab" * 32, 1)
    (empty.folder / "notes.txt").write_text("mine")
    empty.clear()
    assert empty.usage() == CacheUsage(0, 0)
    assert sorted(path.name for path in empty.folder.iterdir()) == ["CACHEDIR.TAG", "notes.txt"]


def age(path: Path) -> None:
    """Let a file be the one that was not used for longest."""
    os.utime(path, (0, 0))


def test_only_files_that_the_cache_has_named_are_deleted(empty: Cache) -> None:
    small = Cache(empty.folder, most=1000)
    small.write("ab" * 32, "x" * 5000)
    kept = [empty.folder / name for name in ("ab/notes.txt", "me/thesis.txt", "cd/disk.img", f"{'ef' * 32}")]
    for path in kept:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * 5000)
        age(path)
    (empty.folder / "aa").symlink_to(empty.folder / "me")
    small.trim()
    assert small.usage().results == 0
    small.write("ab" * 32, "x" * 5000)
    small.clear()
    assert small.usage().results == 0
    assert all(path.exists() for path in kept)


@pytest.mark.parametrize("name", ["notes.txt", "me", ".bashrc"])
def test_a_folder_with_other_files_is_not_made_a_cache(
    tmp_path: Path, pnp: Callable[..., Any], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).mkdir()
    other = Cache(tmp_path)
    assert other.fault() == "contains other files"
    other.write("ab" * 32, 1)
    other.clear()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    monkeypatch.setenv("PNP_CACHE", str(tmp_path))
    done = pnp("cache", "--clear")
    assert (done.returncode, done.stdout) == (1, "")
    assert "this folder contains other files; nothing is cached" in done.stderr
    done = pnp("check", "tests/games/small")
    assert (done.returncode, "nothing is cached" in done.stderr) == (0, True)


def test_files_that_others_may_write_are_not_read(empty: Cache) -> None:
    key = "ab" * 32
    empty.write(key, "result")
    for path in (empty.folder, empty.folder / "ab", empty.folder / "ab" / key):
        before = path.stat().st_mode
        path.chmod(before | 0o020)
        with pytest.raises(KeyError):
            empty.read(key)
        path.chmod(before)
    assert empty.read(key) == "result"
    if os.geteuid() == 0:
        os.chown(empty.folder, 65534, -1)
        assert "belongs to another user" in empty.fault()
        with pytest.raises(KeyError):
            empty.read(key)


def test_a_link_in_place_of_a_result_is_not_followed(empty: Cache) -> None:
    key = "ab" * 32
    empty.write(key, "result")
    place = empty.folder / "ab" / key
    place.rename(empty.folder / "ab" / "moved")
    place.symlink_to("moved")
    with pytest.raises(KeyError):
        empty.read(key)


@pytest.mark.parametrize("pickled", [b"\x80\x05cpnp.nosuch\nThing\n.", b"cpnp.cache\nnosuch\n.", b"(", b"garble"])
def test_a_result_that_cannot_be_unpickled_counts_as_none(empty: Cache, pickled: bytes) -> None:
    key = "ab" * 32
    empty.write(key, "result")
    (empty.folder / "ab" / key).write_bytes(hashlib.sha256(pickled).digest() + pickled)
    with use_cache(empty), pytest.raises(KeyError):
        empty.read(key)


def test_without_a_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch, pnp: Callable[..., Any]) -> None:
    def no_home() -> Path:
        raise RuntimeError

    for name in ("PNP_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert default_folder() is None
    assert pnp("cache").stdout == "this user has no home folder, so nothing is kept; name a folder in PNP_CACHE\n"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_folder() is None


def test_the_folder_can_be_named_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE", "/somewhere/shared")
    assert default_folder() == Path("/somewhere/shared")
    monkeypatch.setenv("PNP_CACHE", "")
    assert default_folder() is None
    monkeypatch.delenv("PNP_CACHE")
    folder = default_folder()
    assert folder is not None
    assert folder.name in ("pnp", "cache")


# ---------------------------------------------------------------- keys


def test_different_values_have_different_digests() -> None:
    values = [1, 1.5, "1", b"1", True, None, (1,), (1, 2), ("12",), {"a": 1}, {"a": 2}, {1, 2}, Matrix(), Matrix(2)]
    assert len({digest(value) for value in values}) == len(values)


def test_it_does_not_matter_whether_equal_values_are_one_object() -> None:
    one, equal = Matrix(2, 3), Matrix(2, 3)
    assert digest((one, one)) == digest((one, equal))


def test_a_scene_is_encoded_once_however_often_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = Scene("inner", 1, 1, (line(0, 0, 1, 1, Stroke("#000000", 1)),))
    equal = Scene("inner", 1, 1, (line(0, 0, 1, 1, Stroke("#000000", 1)),))
    other = Scene("inner", 1, 1, (line(0, 0, 1, 2, Stroke("#000000", 1)),))
    assert digest((Use(inner), Use(inner))) == digest((Use(inner), Use(equal)))
    assert digest(Use(inner)) != digest(Use(other))
    encoded: list[object] = []
    plain = cache._Encoder.digest
    monkeypatch.setattr(cache._Encoder, "digest", lambda self, value: (encoded.append(value), plain(self, value))[1])
    digest([Use(inner)] * 50)
    assert len(encoded) == 2, "the list, and the scene once"


def test_which_properties_were_read_does_not_count() -> None:
    """A process that has used a map more than another must find the same results."""
    game = load_game(find_game("tests/games/small"))
    board = resolve_board(game)
    assert board is not None
    frame = frame_of(game, board)
    before = digest(frame)
    stored = [name for name, value in vars(MapFrame).items() if isinstance(value, cached_property)]
    assert [getattr(frame, name) for name in stored]
    assert digest(frame) == before


def test_where_a_record_was_read_from_does_not_count(tmp_path: Path) -> None:
    small = find_game("tests/games/small")
    copy = tmp_path / "small"
    copy.mkdir()
    for path in small.iterdir():
        if path.is_file():
            text = path.read_text("utf-8")
            (copy / path.name).write_text("# a comment\n" + text if path.suffix == ".yaml" else text, encoding="utf-8")
    one, other = load_game(small), load_game(copy)
    assert digest(one.counters, one.terrain) == digest(other.counters, other.terrain)


_DIGEST_OF_A_GAME = """
from pnp.cache import digest
from pnp.draw.counter.faces import draw_counters
from pnp.load import find_game, load_game
from pnp.load.board_reader import resolve_board
game = load_game(find_game("tests/games/small"))
print(digest(game.counters, game.map, game.map_rules, {"b", "a", "c"}, draw_counters(game)))
"""


def test_digests_are_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", _DIGEST_OF_A_GAME],
            check=True,
            capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1


@pytest.mark.parametrize("changed", ["code", "template", "font", "library"])
def test_the_stamp_changes_with_every_part_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    package, templates, libraries = tmp_path / "pnp", tmp_path / "templates", tmp_path / "libraries"
    for path in (package / "map.py", templates / "rules.css", templates / "fonts" / "a.ttf"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("1")
    (libraries / "reportlab-4.0.dist-info").mkdir(parents=True)
    monkeypatch.setattr(cache, "__file__", str(package / "cache.py"))
    monkeypatch.setattr(cache, "templates_dir", lambda: templates)
    monkeypatch.setattr(sys, "path", [str(libraries)])

    def stamp() -> str:
        program_stamp.cache_clear()
        return program_stamp()

    try:
        before = stamp()
        assert stamp() == before
        match changed:
            case "code":
                (package / "map.py").write_text("2")
            case "template":
                (templates / "rules.css").write_text("2")
            case "font":
                (templates / "fonts" / "a.ttf").write_text("2")
            case "library":
                (libraries / "reportlab-4.0.dist-info").rename(libraries / "reportlab-4.1.dist-info")
        assert stamp() != before
    finally:
        program_stamp.cache_clear()


# ---------------------------------------------------------------- the command line


def test_the_command_shows_and_clears_the_cache(
    pnp: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, empty: Cache
) -> None:
    assert pnp("cache").stdout == "PNP_CACHE is empty, so nothing is kept\n"
    monkeypatch.setenv("PNP_CACHE", str(empty.folder))
    empty.write("ab" * 32, "x" * 1_000_000)
    assert pnp("cache").stdout == f"{empty.folder}: 1 result, 1.0 MB\n"
    assert pnp("cache", "--clear").stdout == f"{empty.folder}: 0 results, 0.0 MB\n"
