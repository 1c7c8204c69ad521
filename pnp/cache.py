"""Keeps results of slow work between builds, each under a key of everything that it depends on.

A key is a hash of the program (its code, templates and libraries), the name of the work, and its inputs. So a result is
never out of date: if anything that it depends on changes, its key changes. Each result is one file. Files are
written under a temporary name and renamed, so that builds at the same time, also on several machines that share the
folder, see a complete file or none.

The files contain pickled Python objects, and reading them runs what they contain. Therefore only files are read that
belong to this user and that no other user may write. The file `CACHEDIR.TAG` marks the folder of a cache. Only files
that this module has named are deleted.

Source of the file: bford.info/cachedir.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import platform
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, cast

from pnp.log import LOG
from pnp.message import one_line
from pnp.resources import home_folder, templates_dir
from pnp.safe_files import open_regular_file, read_regular_file

T = TypeVar("T")

MOST_BYTES = 1_000_000_000
"""The default limit of the size of a cache. The results that were not read for longest are deleted first."""
_KEPT = 0.8
"""After deleting, this share of the limit is still used."""
_DIGEST = hashlib.sha256().digest_size
_MARK, _MARK_TEXT = (
    "CACHEDIR.TAG",
    b"Signature: 8a477f597d28d172789f06886806bc55\n# Results that pnp keeps (pnp cache).\n",
)
"""The file that marks the folder of a cache, and its content."""
_PLACE, _RESULT, _UNFINISHED = (re.compile(one) for one in ("[0-9a-f]{2}", "[0-9a-f]{64}", r"\.[0-9a-f]{32}\.new"))
"""The names of the folders in a cache, of the results in them, and of files that are being written."""
_LEFT_BEHIND = 24 * 60 * 60
"""After so many seconds, an unfinished file is the rest of a killed build."""


class CacheUsage(NamedTuple):
    """The number of results in a cache, and their size in bytes."""

    results: int
    size: int


@dataclass(frozen=True)
class Cache:
    """A folder with results of earlier builds; at most `most` bytes remain after `trim`."""

    folder: Path
    most: int = MOST_BYTES

    def fault(self) -> str:
        """Return why this folder cannot be the folder of a cache; empty if it can, or if it does not exist.

        The text follows the name of the folder.
        """
        try:
            if not self.folder.is_dir():
                return "is not a folder" if os.path.lexists(self.folder) else ""
            if not _is_private(self.folder.stat()):
                return "belongs to another user, or others may write in it, so its results cannot be trusted"
            names = [one.name for one in self.folder.iterdir()]
            if self._is_marked() or all(_PLACE.fullmatch(name) for name in names):
                return ""
        except OSError as error:
            return f"cannot be read: {(error.strerror or str(error)).lower()}"
        return "contains other files"

    def _is_marked(self) -> bool:
        """Return whether the folder contains the file that marks the folder of a cache."""
        with contextlib.suppress(OSError):
            return read_regular_file(self.folder / _MARK, len(_MARK_TEXT)) == _MARK_TEXT
        return False

    def _take_folder(self) -> bool:
        """Make the folder and mark it; return whether it is the folder of a cache now."""
        if self._is_marked():
            return _is_private(self.folder.stat())
        if self.fault():
            return False
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError), (self.folder / _MARK).open("xb") as file:
            file.write(_MARK_TEXT)
        return True

    def read(self, key: str) -> Any:  # noqa: ANN401 - any result
        """Return the result under a key. Raise `KeyError` if there is none, or none that can be trusted and read."""
        path = self._path(key)
        try:
            if not all(map(_is_private, (self.folder.stat(), path.parent.lstat()))):
                raise KeyError(key)
            with open_regular_file(path, follow=False) as file:
                data = file.read() if _is_private(os.fstat(file.fileno())) else b""
            if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
                raise KeyError(key)
            os.utime(path)  # the time of its last use
        except OSError:
            raise KeyError(key) from None
        try:
            return pickle.loads(data[_DIGEST:])  # noqa: S301 - see the module docstring
        except Exception:  # noqa: BLE001 - pickles of another program may raise any exception
            raise KeyError(key) from None

    def write(self, key: str, value: object) -> None:
        """Store a result under a key. If the folder cannot be written or is of another kind, nothing is stored."""
        data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        path = self._path(key)
        fresh = path.with_name(f".{secrets.token_hex(16)}.new")
        with contextlib.suppress(OSError):
            if not self._take_folder():
                return
            path.parent.mkdir(mode=0o700, exist_ok=True)
            if not _is_private(path.parent.lstat()):
                return
            try:
                with fresh.open("xb") as file:
                    fresh.chmod(0o600)
                    file.write(hashlib.sha256(data).digest() + data)
                fresh.replace(path)
            finally:
                fresh.unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key

    def usage(self) -> CacheUsage:
        """Return the number and the size of the results."""
        sizes = [size for _, size, _ in self._files(_RESULT)]
        return CacheUsage(len(sizes), sum(sizes))

    def trim(self) -> None:
        """Delete the results that were not read for longest, if all together are larger than the limit."""
        for changed, _, path in self._files(_UNFINISHED):
            if changed < time.time() - _LEFT_BEHIND:
                _delete_file(path)
        files = sorted(self._files(_RESULT))
        size = sum(one for _, one, _ in files)
        if size <= self.most:
            return
        for _, one, path in files:
            if size <= _KEPT * self.most:
                break
            _delete_file(path)
            size -= one

    def clear(self) -> None:
        """Delete all results."""
        for kind in (_RESULT, _UNFINISHED):
            for _, _, path in self._files(kind):
                _delete_file(path)
        for place in self._places():
            with contextlib.suppress(OSError):  # it contains something else
                place.rmdir()

    def _places(self) -> list[Path]:
        """Return the folders with results: those with names of two hexadecimal digits, if this is a cache."""
        found: list[Path] = []
        with contextlib.suppress(OSError):
            if not self.fault():
                with os.scandir(self.folder) as entries:
                    found += (
                        Path(one.path)
                        for one in entries
                        if _PLACE.fullmatch(one.name) and one.is_dir(follow_symlinks=False)
                    )
        return found

    def _files(self, names: re.Pattern[str]) -> Iterator[tuple[float, int, Path]]:
        """Yield the time of last use, the size and the path of each file in the cache with such a name."""
        for place in self._places():
            with contextlib.suppress(OSError), os.scandir(place) as entries:
                for entry in entries:
                    with contextlib.suppress(OSError):
                        if names.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                            status = entry.stat(follow_symlinks=False)
                            yield status.st_mtime, status.st_size, Path(entry.path)


def _is_private(status: os.stat_result) -> bool:
    """Return whether a file or folder belongs to this user, and no other user may write it."""
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)


def _delete_file(path: Path) -> None:
    """Delete a file of the cache, unless another build has just deleted it."""
    with contextlib.suppress(OSError):
        path.unlink()


def default_folder() -> Path | None:
    """Return the folder of the cache: `PNP_CACHE`, or `pnp` in the user's folder for caches.

    It is None if `PNP_CACHE` is empty, which turns the cache off, or if the user has no home. Source: the XDG Base
    Directory Specification, and the conventions of macOS and Windows.
    """
    named = os.environ.get("PNP_CACHE")
    if named is not None:
        return Path(named) if named else None
    home = home_folder()
    variable = {"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_CACHE_HOME")
    usual = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(sys.platform, ".cache")
    folder = Path(os.environ.get(variable, ""))
    if not folder.is_absolute():  # as the specification says; it would be in a folder of somebody's game
        if home is None:
            return None
        folder = home / usual
    return folder / ("pnp/cache" if sys.platform == "win32" else "pnp")


# ---------------------------------------------------------------- the cache in use

_in_use: ContextVar[Cache | Literal["usual"] | None] = ContextVar("cache", default="usual")
"""The cache that was chosen: one, none, or still the usual one of the user."""


@contextlib.contextmanager
def use_cache(chosen: Cache | None) -> Iterator[None]:
    """Use a cache in this thread while the context is open; with None, results are not kept."""
    before = _in_use.set(chosen)
    try:
        yield
    finally:
        _in_use.reset(before)


@contextlib.contextmanager
def use_usual_cache() -> Iterator[None]:
    """Use the cache of this user, unless this thread has chosen one or none; at the end, shorten it to its limit."""
    chosen = usual_cache(LOG.warning) if _in_use.get() == "usual" else None
    if chosen is None:
        yield
        return
    with use_cache(chosen):
        yield
    chosen.trim()


def usual_cache(warn: Callable[[str], None]) -> Cache | None:
    """Return the cache in the usual folder of this user; None if there is none, or if it cannot be used.

    `warn` is called with the reason why it cannot be used.
    """
    folder = default_folder()
    chosen = Cache(folder) if folder else None
    if chosen and (fault := chosen.fault()):
        warn(f"{one_line(str(chosen.folder))}: this folder {fault}; nothing is cached. Name a new folder in PNP_CACHE")
        return None
    return chosen


def cache_in_use() -> Cache | None:
    """Return the cache that this thread uses, or None."""
    chosen = _in_use.get()
    return None if chosen == "usual" else chosen


def keep(
    kind: str, inputs: Callable[[], object], make: Callable[[], T], keep_if: Callable[[T], bool] | None = None
) -> T:
    """Return the result of `make`, from the cache in use if it has one of this kind for the same inputs.

    `inputs` returns everything that the result depends on besides the program. With `keep_if`, a result is kept only if
    that is true of it; for example, faults may name lines of files, which do not belong to the inputs. Exceptions of
    `make` are not kept.
    """
    chosen = cache_in_use()
    if chosen is None:
        return make()
    start = time.perf_counter()
    key = digest(program_stamp(), kind, inputs())
    with contextlib.suppress(KeyError):
        found = cast("T", chosen.read(key))
        LOG.debug("cache hit: %s, read in %.2f s", kind, time.perf_counter() - start)
        return found
    made = make()
    LOG.debug("cache miss: %s, made in %.2f s", kind, time.perf_counter() - start)
    if keep_if is None or keep_if(made):
        chosen.write(key, made)
    return made


# ---------------------------------------------------------------- keys


def digest(*values: object) -> str:
    """Return the SHA-256 of values as hexadecimal digits; equal values have equal digests in every process.

    Values may contain numbers, texts, paths, enumerations, dataclasses, records (pydantic models), mappings, sets and
    sequences of these. Where a record was read from (its source locations) does not count. A set in a dataclass has
    another order in every process, and so another digest. Values of a class with `digested_once` are encoded as their
    own digests, because they may occur many times.
    """
    return _Encoder({}).digest(_plain(values))


class _HashSink(io.RawIOBase):
    """A file that hashes what is written into it."""

    def __init__(self) -> None:
        super().__init__()
        self.digest = hashlib.sha256()

    def write(self, data: Any) -> int:  # noqa: ANN401 - any buffer
        """Add data to the hash; return their length."""
        self.digest.update(data)
        return len(data)


class _Encoder(pickle.Pickler):
    """Encodes values for their digest: records and dataclasses by their fields, sets in order.

    `known` has the digests of values that may occur many times, by their identity.
    """

    def __init__(self, known: dict[int, str]) -> None:
        self._sink, self._known = _HashSink(), known
        super().__init__(self._sink, pickle.HIGHEST_PROTOCOL)
        self.fast = True  # no references to earlier values: whether equal values are one object does not count

    def digest(self, value: object) -> str:
        """Return the digest of a value as hexadecimal digits."""
        self.dump(value)
        return self._sink.digest.hexdigest()

    def reducer_override(self, value: object) -> Any:  # noqa: ANN401 - see pickle
        """Return how a value is encoded; `NotImplemented` for the usual way."""
        kind: type[Any] = type(value)
        if _is_record(kind):  # type: ignore[arg-type] # classes are hashable
            return tuple, (_plain(value),)
        names = _field_names(kind)  # type: ignore[arg-type] # as above
        if not names:
            return NotImplemented
        contents = (kind.__qualname__, *[getattr(value, name) for name in names])
        if not getattr(kind, "digested_once", False):
            return tuple, (contents,)
        if id(value) not in self._known:  # it exists as long as the value that it is a part of
            self._known[id(value)] = _Encoder(self._known).digest(contents)
        return tuple, ((kind.__qualname__, self._known[id(value)]),)


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass that its constructor takes; nothing for other classes.

    Stored properties, and a stored hash, do not count: a process may not have computed them yet.
    """
    return tuple(field.name for field in fields(kind) if field.init) if is_dataclass(kind) else ()


@cache
def _is_record(kind: type[Any]) -> bool:
    """Return whether a class is a pydantic model, without importing pydantic."""
    return hasattr(kind, "__pydantic_core_schema__")


def _plain(value: object) -> object:
    """Return a value with records as tuples of their fields, and sets in order; dataclasses are left as they are."""
    if value is None or isinstance(value, (str, int, float, bytes)):
        return value.value if isinstance(value, Enum) else value
    kind = type(value)
    if _is_record(kind):  # type: ignore[arg-type] # classes are hashable
        names = kind.model_fields  # type: ignore[attr-defined] # all records have them
        return (kind.__qualname__, *((name, _plain(getattr(value, name))) for name in names))
    if isinstance(value, dict):
        return ("dict", *((_plain(key), _plain(one)) for key, one in value.items()))
    if isinstance(value, (tuple, list)):
        return tuple(map(_plain, value))
    if isinstance(value, (set, frozenset)):
        return ("set", *sorted(map(_plain, value), key=repr))
    return value


@cache
def program_stamp() -> str:
    """Return a digest of the program: its code, its templates, its libraries and the machine's kind."""
    found = hashlib.sha256()
    for folder in (Path(__file__).parent, templates_dir()):
        for path in _files_below(folder):
            data = path.read_bytes()
            found.update(f"{path.relative_to(folder).as_posix()} {len(data)}\n".encode())
            found.update(data)
    about = (sys.version, platform.system(), platform.machine(), *_installed_libraries())
    found.update("\n".join(about).encode())
    return found.hexdigest()


def _files_below(folder: Path) -> list[Path]:
    """Return the files below a folder, without compiled code, in order."""
    return [path for path in sorted(folder.rglob("*")) if "__pycache__" not in path.parts and path.is_file()]


def _installed_libraries() -> list[str]:
    """Return the names and versions of the installed Python libraries, in order.

    They are the names of the folders that installers make for each library. Source: PEP 376.
    """
    found: set[str] = set()
    for place in sys.path:
        with contextlib.suppress(OSError):
            found.update(one.name for one in Path(place).iterdir() if one.suffix in (".dist-info", ".egg-info"))
    return sorted(found)
