"""Publishes a kit: its output folder is replaced completely, or not at all.

All files are written into a new folder beside the old one. When they are on the disk, the two folders are exchanged in
one step. So the folder always has either the old files or the new ones, even if the machine stops.

Source: renameat2(2), flock(2), fsync(2), syncfs(2).
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import glob
import itertools
import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from pnp.filename import new_folder
from pnp.findings import Finding, Refused
from pnp.message import clip
from pnp.model.listing import MANIFEST
from pnp.safe_files import read_regular_file
from pnp.signals import signals_delayed
from pnp.spot import Spot

fcntl: Any = import_module("fcntl") if sys.platform != "win32" else None
"""The module that locks folders, which Windows lacks."""

_DESKTOP_FILES = {".DS_Store", "Thumbs.db", "desktop.ini"}  # files that desktops leave in any folder
_NO_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_NOT_WRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY}
_NOT_WRITABLE |= {errno.ENAMETOOLONG, errno.ELOOP, errno.EIO}
_DEEPEST = 200  # folders: a path longer than 4,096 bytes cannot be opened anywhere
MOST_MANIFEST = 100_000_000
"""The most bytes of a manifest; that of 10,000 counters has about 5 MB."""
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2


@contextlib.contextmanager
def replace_folder(target: Path, contents: Mapping[str, Any]) -> Iterator[Path]:
    """Provide a new folder to write into; it replaces `target` on success and is removed on failure.

    `contents` describes the kit, as its manifest does. Folders that killed builds have left are removed. Raise
    `Refused` if the folder cannot be replaced: W004 if there is no space, W005 if the place is not writable. W006 if
    `target` contains files that its manifest does not list, W009 if it contains another kit; they would be lost.
    """
    target = target.absolute()
    fresh: Path | None = None
    lock = -1
    try:
        _refuse_path(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        _recover_from_killed_builds(target)
        _refuse_foreign_files(target, contents)
        try:
            with signals_delayed():
                fresh, lock = _make_build_folder(target)
            yield fresh
            _sync_folder(fresh)
            with signals_delayed():
                _exchange_folders(fresh, target)
        finally:
            with signals_delayed():
                if fresh is not None:
                    shutil.rmtree(fresh, ignore_errors=True)  # the unfinished new folder, or the old one
                    os.close(lock)
    except OSError as error:
        if error.errno not in _NO_SPACE | _NOT_WRITABLE:
            raise
        raise Refused([_disk_finding(error, target)]) from error


def _disk_finding(error: OSError, target: Path) -> Finding:
    """Return the finding for a disk error while a kit was written."""
    reason = (error.strerror or str(error)).lower()
    if error.errno in _NO_SPACE:
        wrong, write = f"there is no space for the kit: {reason}", "free some space; the last finished kit is unchanged"
        return Finding("W004", Spot(str(target)), wrong, write)
    file_name = (
        f" ({error.filename})" if error.filename and not str(error.filename).startswith(str(target.parent)) else ""
    )
    wrong = f"the kit cannot be written here: {reason}{file_name}"
    return Finding("W005", Spot(str(target)), wrong, "choose another place with -o")


# ---------------------------------------------------------------- before


def _refuse_path(target: Path) -> None:
    """Raise `Refused` if the path of a folder is too long for any operating system, or not UTF-8."""
    if str(target) != os.fsencode(target).decode(errors="replace"):
        wrong = "the kit cannot be written here: the path is not UTF-8, and some libraries need that"
        raise Refused([Finding("W005", Spot(str(target)), wrong, "choose another place with -o")])
    if len(target.parts) > _DEEPEST:
        wrong = f"the kit cannot be written here: the path has {len(target.parts):,} folders; the limit is {_DEEPEST}"
        raise Refused([Finding("W005", Spot(str(target)), wrong, "choose another place with -o")])


def _leftover_folders(target: Path, kind: str) -> list[Path]:
    """Return the temporary folders that builds of a kit have left beside its folder.

    `kind` is `new` or `old`. A build can still be running. Files and links are left out.
    """
    beside = sorted(target.parent.glob(f".{glob.escape(target.name)}.{kind}-*"))
    return [path for path in beside if path.is_dir() and not path.is_symlink()]


def _make_build_folder(target: Path) -> tuple[Path, int]:
    """Make a temporary folder for a build; return it with a lock that ends with this process."""
    for number in itertools.count():
        fresh = new_folder(target, f"{os.getpid()}-{number}")
        with contextlib.suppress(FileExistsError, FileNotFoundError):
            fresh.mkdir()
            lock = _lock_folder(fresh)
            if lock is not None and fresh.exists():  # no other build removed it before it was locked
                return fresh, lock
    raise AssertionError


def _lock_folder(folder: Path) -> int | None:
    """Lock a folder and return the lock; None if a running process has locked it."""
    if sys.platform == "win32":
        return os.open(os.devnull, os.O_RDONLY)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def _recover_from_killed_builds(target: Path) -> None:
    """Remove temporary folders of killed builds; restore the previous kit if it was moved away."""
    for old in _leftover_folders(target, "old"):
        if target.exists():
            shutil.rmtree(old, ignore_errors=True)
        else:
            old.rename(target)
    for fresh in _leftover_folders(target, "new"):
        with contextlib.suppress(FileNotFoundError):  # another build has just removed it
            lock = _lock_folder(fresh)
            if lock is not None:
                shutil.rmtree(fresh, ignore_errors=True)
                os.close(lock)


def _refuse_foreign_files(target: Path, contents: Mapping[str, Any]) -> None:
    """Raise `Refused` if a folder contains another kit, or files that pnp did not write."""
    if not target.exists():
        return
    if not target.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "a file is in the way", str(target))
    manifest = read_manifest(target)
    different = next((key for key, value in contents.items() if manifest.get(key, value) != value), None)
    if different is not None:
        found_value, own_value = _contents_text(manifest[different]), _contents_text(contents[different])
        wrong = f"the folder contains another kit ({different}: {found_value}), not this one ({different}: {own_value})"
        raise Refused([Finding("W009", Spot(str(target)), wrong, "delete that folder, or choose another one with -o")])
    try:
        known = {file["name"] for file in manifest["files"]} | {MANIFEST}
    except (KeyError, TypeError):
        known = set()
    found = {path.relative_to(target).as_posix() for path in target.rglob("*") if not path.is_dir()}
    foreign = sorted(name for name in found - known if name.rpartition("/")[2] not in _DESKTOP_FILES)
    if foreign:
        names = ", ".join(foreign[:3]) + (f" and {len(foreign) - 3} more" if len(foreign) > 3 else "")
        wrong = f"the folder contains files that pnp did not write and that would be lost: {names}"
        raise Refused([Finding("W006", Spot(str(target)), wrong, "move them away, or choose another place with -o")])


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of the kit in a folder; an empty mapping if it cannot be read."""
    try:
        read = json.loads(read_regular_file(folder / MANIFEST, MOST_MANIFEST).decode())
    except (OSError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _contents_text(value: object) -> str:
    """Return a value of the manifest as text for messages."""
    words = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return clip(words) or "none"


# ---------------------------------------------------------------- after


def _sync_folder(folder: Path) -> None:
    """Write the buffered contents of a folder and its subfolders to the disk.

    On Linux, one call does this for the whole file system: a kit of 10,000 counters has 20,000 files.
    """
    if _sync_file_system(folder):
        return
    for place, _folders, files in os.walk(folder, topdown=False):
        for name in (*files, ""):
            _sync_path(Path(place, name))


def _sync_file_system(folder: Path) -> bool:
    """Write the file system of a folder to the disk; return False if the system has no such call."""
    try:
        syncfs = ctypes.CDLL(None, use_errno=True).syncfs
    except (AttributeError, OSError, TypeError):
        return False
    handle = os.open(folder, os.O_RDONLY)
    try:
        if syncfs(handle):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
    finally:
        os.close(handle)
    return True


def _sync_path(path: Path) -> None:
    """Write the buffered contents of one file or folder to the disk."""
    if sys.platform == "win32" and path.is_dir():
        return  # folders cannot be opened on Windows
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _exchange_folders(fresh: Path, target: Path) -> None:
    """Put the folder `fresh` in the place of the folder `target`.

    Afterwards `fresh` is the old folder or does not exist.
    """
    if not target.exists():
        fresh.rename(target)
    elif not _exchange_paths(fresh, target):
        # Two steps. If the build is killed between them, `_recover_from_killed_builds` restores the old folder.
        old = target.with_name(f".{target.name}.old-{os.getpid()}")
        target.rename(old)
        fresh.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    _sync_path(target.parent)


def _exchange_paths(one: Path, other: Path) -> bool:
    """Exchange two paths in one system call; return False if the system cannot do this."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0)
