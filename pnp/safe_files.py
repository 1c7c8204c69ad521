"""Reads and replaces files in folders that somebody else may have filled: only regular files, of limited size.

Source: open(2), fifo(7). A pipe would wait for a writer, and a device can be read without end.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

_READ_ONLY = 0o222
"""The bits of a file's mode of which none is set in a read-only file."""


class UnfitFileError(OSError):
    """A path that is not a regular file, or a file above a limit; `strerror` says so after the name of the file.

    `size` is the number of bytes of a file above the limit, otherwise None.
    """

    def __init__(self, path: Path, reason: str, size: int | None = None) -> None:
        super().__init__(errno.EINVAL, reason, str(path))
        self.size = size


@contextlib.contextmanager
def open_regular_file(path: Path, *, follow: bool = True) -> Iterator[BufferedReader]:
    """Open a regular file for reading.

    Raise `UnfitFileError` for anything else, without `follow` also for a link; `OSError` if it cannot be opened.
    """
    _refuse_irregular(path, path.stat(follow_symlinks=follow))  # some devices act when they are opened
    flags = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags | (0 if follow else getattr(os, "O_NOFOLLOW", 0))), "rb") as file:
        _refuse_irregular(path, os.fstat(file.fileno()))
        yield file


def _refuse_irregular(path: Path, status: os.stat_result) -> None:
    """Raise `UnfitFileError` if a path is not a regular file."""
    if not stat.S_ISREG(status.st_mode):
        raise UnfitFileError(path, f"is {'a folder' if stat.S_ISDIR(status.st_mode) else 'not a regular file'}")


def read_regular_file(path: Path, most: int) -> bytes:
    """Return the content of a regular file; raise `UnfitFileError` if it has more than `most` bytes.

    Raise `OSError` if it cannot be read.
    """
    with open_regular_file(path) as file:
        content = file.read(most + 1) if (size := os.fstat(file.fileno()).st_size) <= most else b""
    if max(size, len(content)) > most:
        size = max(size, len(content))
        raise UnfitFileError(path, f"has {size:,} bytes; the limit is {most:,}", size)
    return content


def digest_of_file(path: Path) -> str:
    """Return the SHA-256 of a regular file as hexadecimal digits; raise `OSError` if it cannot be read."""
    with open_regular_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def refuse_read_only(path: Path) -> None:
    """Raise `OSError` if a file is not a regular one, or may not be written (the superuser may write all)."""
    status = path.stat()
    _refuse_irregular(path, status)
    if not status.st_mode & _READ_ONLY or not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "is read-only, so it cannot be changed", str(path))


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file as a whole, or make it. It always has either its old content or the new one.

    An existing file keeps its mode and its owner. A link is replaced, and what it leads to is left as it is. Raise
    `OSError` if the file is read-only or cannot be written.
    """
    before = None
    if path.is_file() and not path.is_symlink():
        refuse_read_only(path)
        before = path.stat()
    fresh = path.with_name(f".{secrets.token_hex(8)}.partial")  # no link can have this name already
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(fresh, flags | getattr(os, "O_CLOEXEC", 0), 0o666 if before is None else 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if before is not None and sys.platform != "win32":
                with contextlib.suppress(PermissionError):  # it has the owner of this program then
                    os.fchown(file.fileno(), before.st_uid, before.st_gid)
                os.fchmod(file.fileno(), stat.S_IMODE(before.st_mode))
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
