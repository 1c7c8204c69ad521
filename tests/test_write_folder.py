"""The folder of a kit is replaced as a whole or not at all, even if a build is killed or the disk is full."""

import errno
import hashlib
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from pnp.filename import new_folder
from pnp.findings import Refused
from pnp.kit import publish as folder_module
from pnp.kit.publish import MANIFEST, replace_folder
from pnp.scene import Rect, Scene, rectangle
from pnp.write.finish import write_components
from pnp.write.kit_manifest import DRAWING_LIBRARIES, PROGRAM, write_manifest

MADE = {"game": "The Ford", "overlays": [], "parts": ["map"]}
unix = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def write_kit(folder: Path, text: str) -> None:
    (folder / "pictures").mkdir()
    (folder / "map.txt").write_text(text)
    (folder / "pictures" / "map.txt").write_text(text)
    names = ("map.txt", "pictures/map.txt")
    (folder / MANIFEST).write_text(json.dumps({**MADE, "files": [{"name": name} for name in names]}))


def build(target: Path, text: str) -> None:
    with replace_folder(target, MADE) as fresh:
        write_kit(fresh, text)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def read_kit(target: Path) -> str:
    """The text of a kit, which must be the same in all its files."""
    first, second = (target / "map.txt").read_text(), (target / "pictures" / "map.txt").read_text()
    assert first == second
    assert (target / MANIFEST).is_file()
    return first


def test_a_kit_replaces_the_last_one_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "game" / "home"
    build(target, "one")
    build(target, "two")
    assert read_kit(target) == "two"
    assert names(target.parent) == ["home"]


def test_a_build_that_fails_leaves_the_last_kit(tmp_path: Path) -> None:
    target = tmp_path / "home"
    build(target, "one")
    with pytest.raises(Refused), replace_folder(target, MADE) as fresh:  # noqa: PT012 - what fails is in the block
        (fresh / "map.txt").write_text("two")
        (fresh / "map.txt").mkdir()
    assert read_kit(target) == "one"
    assert names(tmp_path) == ["home"]


def test_two_builds_at_once_do_not_remove_each_others_files(tmp_path: Path) -> None:
    target = tmp_path / "home"
    with replace_folder(target, MADE) as slow:
        write_kit(slow, "slow")
        build(target, "quick")
        assert read_kit(target) == "quick"
    assert read_kit(target) == "slow"


# ---------------------------------------------------------------- killed


def killed_after(events: int, target: Path, text: str) -> bool:
    """Build in a child that is killed as soon as Python has told of so many calls to the system; was it?"""
    child = os.fork()
    if not child:
        left = [events]

        def count(event: str, _arguments: tuple[object, ...]) -> None:
            if event.startswith(("open", "os.", "shutil.", "ctypes.", "fcntl.", "glob.")):
                left[0] -= 1
                if not left[0]:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(count)
            build(target, text)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@unix
@pytest.mark.parametrize("exchange", [True, False], ids=["in one step", "in two steps"])
def test_killing_a_build_at_any_moment_leaves_a_whole_kit(tmp_path: Path, monkeypatch, exchange: bool) -> None:
    if not exchange:
        monkeypatch.setattr(folder_module, "_exchange_paths", lambda one, other: False)
    target = tmp_path / "home"
    build(target, "old")
    seen = []
    for events in range(1, 1000):
        killed = killed_after(events, target, "new")
        if not target.exists():  # between the two steps: the next build, whatever comes of it, puts the kit back
            assert not exchange
            with pytest.raises(ZeroDivisionError), replace_folder(target, MADE):
                raise ZeroDivisionError
        seen.append(read_kit(target))
        if not killed:
            break
        build(target, "old")
        assert names(tmp_path) == ["home"], "what dead builds left is removed"
    assert seen[0] == "old"
    assert seen[-1] == "new"
    assert seen == sorted(seen, reverse=True), "once the new kit is there, it stays"
    assert len(seen) > 20


# ---------------------------------------------------------------- refused


def refusal(target: Path, write) -> str:
    with pytest.raises(Refused) as refused, replace_folder(target, MADE) as fresh:
        write(fresh)
    (finding,) = refused.value.findings
    return f"{finding.code} {finding.wrong}"


def test_a_full_disk_gives_one_message(tmp_path: Path) -> None:
    target = tmp_path / "home"
    build(target, "one")

    def write(fresh: Path) -> None:
        (fresh / "half.txt").write_text("half")
        raise OSError(errno.ENOSPC, "No space left on device", str(fresh / "map.pdf"))

    assert refusal(target, write) == "W004 there is no space for the kit: no space left on device"
    assert read_kit(target) == "one"
    assert names(tmp_path) == ["home"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_device_that_is_full_is_recognised(tmp_path: Path) -> None:
    message = refusal(tmp_path / "home", lambda _fresh: Path("/dev/full").write_bytes(b"map"))
    assert message == "W004 there is no space for the kit: no space left on device"


def test_a_file_in_the_place_of_the_folder_gives_one_message(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("mine")
    assert (
        refusal(tmp_path / "home", lambda _fresh: None) == "W005 the kit cannot be written here: a file is in the way"
    )
    assert (tmp_path / "home").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_gives_one_message(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        message = refusal(tmp_path / "game" / "home", lambda _fresh: None)
    finally:
        tmp_path.chmod(0o700)
    assert message == "W005 the kit cannot be written here: permission denied"


def test_a_read_only_disk_gives_one_message(tmp_path: Path, monkeypatch) -> None:
    def read_only(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "mkdir", read_only)
    message = refusal(tmp_path / "home", lambda _fresh: None)
    assert message == "W005 the kit cannot be written here: read-only file system"


def test_files_that_no_build_has_written_are_not_removed(tmp_path: Path) -> None:
    target = tmp_path / "home"
    build(target, "one")
    (target / "notes.txt").write_text("mine")
    (target / ".DS_Store").write_text("the desktop's")
    assert "W006 the folder contains files that pnp did not write" in refusal(target, lambda _fresh: None)
    assert (target / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ({"game": "The Bridge"}, "(game: The Ford), not this one (game: The Bridge)"),
        ({"overlays": ["options/night"]}, "(overlays: none), not this one (overlays: options/night)"),
        ({"parts": ["map", "aids"]}, "(parts: map), not this one (parts: map, aids)"),
    ],
)
def test_another_kit_is_not_replaced(tmp_path: Path, made: dict[str, object], why: str) -> None:
    target = tmp_path / "home"
    build(target, "one")
    with pytest.raises(Refused) as refused, replace_folder(target, {**MADE, **made}):
        pytest.fail("the folder must not be replaced")
    (finding,) = refused.value.findings
    assert (finding.code, finding.wrong) == ("W009", f"the folder contains another kit {why}")
    assert read_kit(target) == "one"


def test_a_kit_of_an_earlier_version_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "home"
    build(target, "one")
    listing = json.loads((target / MANIFEST).read_text())
    (target / MANIFEST).write_text(json.dumps({"files": listing["files"]}))
    build(target, "two")
    assert read_kit(target) == "two"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"files": 3}', '{"files": [{"name": []}]}', "[]", ""])
def test_a_damaged_manifest_lists_no_files(tmp_path: Path, text: str) -> None:
    target = tmp_path / "home"
    build(target, "one")
    (target / MANIFEST).write_text(text)
    assert "W006 the folder contains files that pnp did not write" in refusal(target, lambda _fresh: None)


def test_a_path_with_too_many_folders_gives_one_message(tmp_path: Path) -> None:
    message = refusal(tmp_path.joinpath(*["a"] * 2000), lambda _fresh: None)
    assert message.startswith("W005 the kit cannot be written here: ")
    assert list(tmp_path.iterdir()) == []


@unix
@pytest.mark.parametrize("kind", ["new", "old"])
@pytest.mark.parametrize("thing", ["file", "link", "loop", "fifo"])
def test_files_and_links_with_the_name_of_a_build_folder_are_not_removed(tmp_path: Path, kind: str, thing: str) -> None:
    other = tmp_path / f".home.{kind}-1-0"
    match thing:
        case "file":
            other.write_text("mine")
        case "link":
            (tmp_path / "precious").mkdir()
            (tmp_path / "precious" / "file").write_text("mine")
            other.symlink_to(tmp_path / "precious")
        case "loop":
            other.symlink_to(other)
        case "fifo":
            os.mkfifo(other)
    target = tmp_path / "home"
    build(target, "one")
    build(target, "two")
    assert read_kit(target) == "two"
    assert os.path.lexists(other)
    assert thing != "link" or (tmp_path / "precious" / "file").read_text() == "mine"


# ---------------------------------------------------------------- what is in it


def test_the_manifest_lists_every_file(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>Kit</p>")
    (tmp_path / "svg").mkdir()
    (tmp_path / "svg" / "a.svg").write_text("<svg/>")
    assert write_manifest(tmp_path, MADE, {}) == (3, 0)
    listing = json.loads((tmp_path / MANIFEST).read_text())
    assert {key: value for key, value in listing.items() if key in MADE} == MADE
    assert listing["program"] == PROGRAM
    assert listing["libraries"].keys() == set(DRAWING_LIBRARIES)
    assert [file["name"] for file in listing["files"]] == ["index.html", "svg/a.svg"]
    assert listing["files"][1] == {
        "name": "svg/a.svg",
        "bytes": 6,
        "sha256": hashlib.sha256(b"<svg/>").hexdigest(),
    }


# ---------------------------------------------------------------- files that do not change


def test_unchanged_drawings_are_linked_and_changed_ones_are_written(tmp_path: Path) -> None:
    target = tmp_path / "home"
    numbers = {}
    for colour in ("#FF0000", "#0000FF"):
        with replace_folder(target, MADE) as fresh:
            same = Scene("same", 9, 9, (rectangle(Rect(0, 0, 9, 9), fill="#00FF00"),))
            other = Scene("other", 9, 9, (rectangle(Rect(0, 0, 9, 9), fill=colour),))
            write_components(fresh, {"same": same, "other": other})
            write_manifest(fresh, MADE, {})
        numbers[colour] = {path.stem: path.stat().st_ino for path in (target / "components").iterdir()}
        assert colour in (target / "components" / "other.svg").read_text("utf-8")
    assert numbers["#FF0000"]["same"] == numbers["#0000FF"]["same"]
    assert numbers["#FF0000"]["other"] != numbers["#0000FF"]["other"]


def test_a_drawing_is_not_written_twice(tmp_path: Path) -> None:
    scene = Scene("one", 9, 9, ())
    for folder in (tmp_path, new_folder(tmp_path / "home", "1-0")):
        folder.mkdir(exist_ok=True)
        write_components(folder, {"one": scene})
        with pytest.raises(FileExistsError):
            write_components(folder, {"one": scene})
