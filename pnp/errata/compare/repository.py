"""Reads a git repository: its tags, and folders as they were at a revision.

A repository that somebody else has made can name programs for git to run. `_run_git` allows none of them, and only
commands without filters are used: files are read as they are stored.

Source: git-rev-parse(1), git-ls-tree(1), git-cat-file(1), git-ls-files(1), git-for-each-ref(1), git-rev-list(1),
git-config(1), git(1).
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from shutil import which
from tempfile import TemporaryFile
from threading import Timer
from typing import NamedTuple

from pnp.findings import Finding, Refused, did_you_mean
from pnp.load.game_folder import is_data_file
from pnp.load.source import MAX_BYTES
from pnp.message import clip, one_line
from pnp.safe_files import read_regular_file
from pnp.spot import Spot

GIT_SECONDS = 60
"""The longest time that a git command may take."""
MOST_OUTPUT = 64 * 1024 * 1024
"""The most bytes that a git command may print; so large is all the data of some ten games."""
_UTC_DAY = "--date=format-local:%Y-%m-%d"
"""Print dates as days; `_VARIABLES` sets the local time to UTC."""
_KEPT_VARIABLES = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES")
_VARIABLES = {
    "LC_ALL": "C",  # messages are read
    "GIT_ALLOW_PROTOCOL": "",  # objects that are missing are not fetched: this would run a program
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",  # nothing is written
    "GIT_PAGER": "cat",
    "TZ": "UTC",  # dates of commits are the same for everybody
}
_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.sshCommand=false",
    "core.askPass=",
    "credential.helper=",
    "diff.external=",
    "gpg.program=false",
    "log.showSignature=false",
    "safe.bareRepository=explicit",  # a folder of a game may look like a repository
)
"""The settings of git that name programs, without these programs."""
_FILE_MODES, _LINK_MODE = ("100644", "100755", "100664"), "120000"


@dataclass(frozen=True)
class Repository:
    """A git repository: its top folder, and a path in it (`.` for the top folder itself)."""

    top: Path
    path: str

    def has_revision(self, revision: str) -> bool:
        """Return whether there is a commit of this name."""
        return not revision.startswith("-") and _succeeds(
            self.top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"
        )

    def has_file(self, revision: str, name: str) -> bool:
        """Return whether the path contained a file at a revision."""
        path = name if self.path == "." else f"{self.path}/{name}"
        return _succeeds(self.top, "cat-file", "-e", f"{revision}:{path}")

    def head_includes(self, revision: str) -> bool:
        """Return whether the commit that is checked out is that of a revision, or a later one."""
        return _succeeds(self.top, "merge-base", "--is-ancestor", revision, "HEAD")

    def last_date(self) -> str:
        """Return the date in UTC of the last commit that changed the path (`2026-05-02`); empty without one."""
        if not self.has_revision("HEAD"):
            return ""
        show = (_UTC_DAY, "--format=%cd", "HEAD", "--", f":(literal){self.path}")
        return _git(self.top, "log", "-1", *show).decode().strip()

    def description(self) -> str:
        """Return the name of the commit that is checked out, such as `v1.0-3-g1a2b3c4`; empty without one."""
        if not self.has_revision("HEAD"):
            return ""
        return _git(self.top, "describe", "--tags", "--always", "HEAD").decode().strip()

    def differs_from(self, revision: str) -> bool:
        """Return whether the data files at the path differ from those at a revision.

        Files that git ignores do not count, and neither do line ends.
        """
        before = {one.name: one for one in self._data_files(revision)}
        listed = _git(
            self.top, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", f":(literal){self.path}"
        )
        names = {posixpath.relpath(os.fsdecode(name), self.path) for name in listed.split(b"\0") if name}
        now = {name for name in names if is_data_file(name) and os.path.lexists(self.top / self.path / name)}
        return now != set(before) or any(not _is_same(self.top / self.path / name, before[name]) for name in now)

    def _data_files(self, revision: str) -> list[_StoredFile]:
        """Return the files and links at the path at a revision that a game can read."""
        tree = f"{revision}:{self.path}" if self.path != "." else f"{revision}^{{tree}}"
        return [one for one in _stored_files(self.top, tree) if is_data_file(one.name)]


@dataclass(frozen=True)
class Tag:
    """A tag of a repository, and the date of its commit in UTC (`2026-05-02`)."""

    name: str
    date: str


def repository_of(folder: Path) -> Repository | None:
    """Return the repository that contains a folder, which need not exist now; None if it is not in a repository.

    Raise `Refused` if git is not installed, or if it cannot read the repository.
    """
    base = next((path for path in (folder, *folder.parents) if path.is_dir()), Path())
    found = _run_git(base, ("rev-parse", "--show-toplevel"))
    if found.returncode:
        if "not a git repository" in found.stderr.decode(errors="replace"):
            return None
        raise _git_refused(str(base), "rev-parse", found)
    top = Path(os.fsdecode(found.stdout.removesuffix(b"\n")))
    try:
        relative = (base.resolve() / folder.relative_to(base)).relative_to(top.resolve()).as_posix()
    except ValueError:
        return None  # a link to a folder outside
    return Repository(top, relative)


def extract_folder(revision: str, folder: str, where: Path) -> None:
    """Write the files of a folder as it was at a revision into the folder `where`.

    Raise `Refused` if there is no such revision or folder.
    """
    name = f"{revision}:{folder}"
    if not revision or not folder:
        wrong = "there is no folder after the colon" if revision else "there is no revision before the colon"
        raise refused_edition(name, wrong, "write REVISION:FOLDER")
    repository = repository_of(Path(folder))
    if repository is None:
        wrong = f"this folder is not in a git repository, so it has no revision {clip(revision)}"
        raise refused_edition(name, wrong, "name a folder of a repository, or a folder that contains the edition")
    if not repository.has_revision(revision):
        names = [tag.name for tag in list_tags(repository)]
        write = did_you_mean(revision, names) or "`git tag` lists the tags"
        raise refused_edition(name, f"there is no git revision {clip(revision)}", write)
    top, path = repository.top, repository.path
    tree = f"{revision}:{path}" if path != "." else f"{revision}^{{tree}}"
    if not _succeeds(top, "rev-parse", "--verify", "--quiet", tree):
        wrong = f"revision {clip(revision)} has no folder {clip(path)}"
        raise refused_edition(name, wrong, f"`git ls-tree {clip(revision)}` lists its files and folders")
    try:
        _write_files(repository, revision, where)
    except _UnfitTreeError as error:
        raise refused_edition(name, f"the folder cannot be extracted: {error}", error.write) from None


class _StoredFile(NamedTuple):
    """A file or link in a folder at a revision: its name, whether it is a link, the id of its content, its bytes."""

    name: str
    is_link: bool
    id: str
    size: int


class _UnfitTreeError(Exception):
    """A folder at a revision that cannot be extracted; the message says why, and `write` what to do."""

    def __init__(self, wrong: str, write: str) -> None:
        super().__init__(wrong)
        self.write = write


def _stored_files(top: Path, tree: str) -> Iterator[_StoredFile]:
    """Yield all files and links of a folder at a revision (`v1.0:data/ford`)."""
    for line in _git(top, "ls-tree", "-r", "-z", "-l", "--full-tree", tree).split(b"\0"):
        about, tab, name = line.partition(b"\t")
        mode, _kind, id_, size = about.decode().split() if tab else ("", "", "", "")
        if mode in (*_FILE_MODES, _LINK_MODE):
            if not size.isdecimal():
                raise _missing_content(os.fsdecode(name))
            yield _StoredFile(os.fsdecode(name), mode == _LINK_MODE, id_, int(size))


def _missing_content(name: str) -> _UnfitTreeError:
    """Return the error for a file whose content the repository lacks, as in a partial clone."""
    return _UnfitTreeError(f"the content of {clip(name)} is missing from the repository", "fetch it with git")


def _write_files(repository: Repository, revision: str, where: Path) -> None:
    """Write the data files of a repository's path at a revision into the folder `where`, as they are stored.

    Links are made last, so that no file is written through one. Raise `_UnfitTreeError` if a file is too large, or
    leads out of the folder.
    """
    files = repository._data_files(revision)
    for one in files:
        if one.size > MAX_BYTES:
            wrong = f"{clip(one.name)} has {one.size:,} bytes; the limit is {MAX_BYTES:,}"
            raise _UnfitTreeError(wrong, "split the file, and commit it")
        if any(part in ("", ".", "..") for part in one.name.split("/")):
            raise _UnfitTreeError(f"{clip(one.name)} is outside the folder", "use another revision")
    try:
        contents = zip(files, _contents_of(repository.top, files), strict=True)
        for one, content in sorted(contents, key=lambda pair: pair[0].is_link):
            path = where / one.name
            path.parent.mkdir(parents=True, exist_ok=True)
            if one.is_link:
                _make_link(where, one.name, os.fsdecode(content))
            else:
                with path.open("xb") as file:
                    file.write(content)
    except (FileExistsError, NotADirectoryError):
        raise _UnfitTreeError("two of its files have the same name", "rename one, and commit it") from None


def _make_link(where: Path, name: str, target: str) -> None:
    """Make the link `name` in the folder `where`; raise `_UnfitTreeError` if it leads out of the folder."""
    reached = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
    if posixpath.isabs(target) or reached.split("/")[0] == "..":
        wrong = f"the link {clip(name)} leads to {clip(target)}, outside the folder"
        raise _UnfitTreeError(wrong, "replace the link by a copy of its file")
    (where / name).symlink_to(target)


def _contents_of(top: Path, files: Sequence[_StoredFile]) -> Iterator[bytes]:
    """Yield the content of each stored file."""
    if sum(one.size for one in files) > MOST_OUTPUT // 2:
        wrong = f"its data files have more than {MOST_OUTPUT // 2:,} bytes in all"
        raise _UnfitTreeError(wrong, "name the folder of the game only")
    printed = _git(top, "cat-file", "--batch", given="".join(f"{one.id}\n" for one in files).encode())
    start = 0
    for one in files:
        head = printed.index(b"\n", start)
        if printed[start:head].split()[1:] != [b"blob", str(one.size).encode()]:
            raise _UnfitTreeError(
                f"the content of {clip(one.name)} is missing from the repository", "fetch it with git"
            )
        yield printed[head + 1 : head + 1 + one.size]
        start = head + one.size + 2  # a line end follows


def _is_same(path: Path, stored: _StoredFile) -> bool:
    """Return whether a file has the content of a stored one, or only other line ends."""
    try:
        if path.is_symlink():
            contents = [os.fsencode(path.readlink())]
        else:
            content = read_regular_file(path, MAX_BYTES)
            contents = [content, content.replace(b"\r\n", b"\n")]
    except OSError:
        return False
    method = "sha1" if len(stored.id) == 40 else "sha256"
    heads = (b"blob %d\0" % len(content) for content in contents)
    return path.is_symlink() == stored.is_link and any(
        hashlib.new(method, head + content, usedforsecurity=False).hexdigest() == stored.id
        for head, content in zip(heads, contents, strict=True)
    )


def list_tags(repository: Repository, pattern: str = "*") -> tuple[Tag, ...]:
    """Return the tags that match a pattern such as `v*`, the oldest commit first.

    Tags of the same second are in order of version (`v1.9` before `v1.10`). Tags whose names are not UTF-8 are left
    out, because pages cannot contain them.
    """
    listed = _git(repository.top, "for-each-ref", "--sort=version:refname", "--format=%(refname:strip=2)", "refs/tags")
    names = [name for name in map(os.fsdecode, listed.split(b"\n")) if name and name == one_line(name)]
    matching = [name for name in names if fnmatchcase(name, pattern)]
    return tuple(tag for _, tag in sorted(_dated(repository, matching), key=lambda pair: pair[0]))


def _dated(repository: Repository, names: Sequence[str]) -> Iterator[tuple[int, Tag]]:
    """Yield each tag with the time of its commit, in seconds since 1970.

    Tags that do not name a commit are left out.
    """
    for name in names:
        revision = f"refs/tags/{name}"
        if repository.has_revision(revision):
            listed = _git(
                repository.top,
                "rev-list",
                "-1",
                _UTC_DAY,
                "--format=%ct %cd",
                f"{revision}^{{commit}}",
            )
            seconds, date = listed.split(b"\n")[1].decode().split()  # after a line with the commit
            yield int(seconds), Tag(name, date)


def refused_edition(name: str, wrong: str, write: str, code: str = "E001") -> Refused:
    """Return the refusal of an edition."""
    return Refused([Finding(code, Spot(name), wrong, write)])


class _Done(NamedTuple):
    """The exit code of a git command, and its output."""

    returncode: int
    stdout: bytes
    stderr: bytes


def _run_git(folder: Path, words: Sequence[str], given: bytes = b"") -> _Done:
    """Run a git command in a folder with `given` as its input, and let it run no other program.

    Raise `Refused` if git is not installed, does not answer or prints too much.
    """
    program = which("git")
    if program is None:
        raise refused_edition("git", "git is not installed", "install it: revisions and tags are read with git")
    kept = {name: value for name, value in os.environ.items() if name in _KEPT_VARIABLES or name[:4] != "GIT_"}
    command = [program, "--no-pager", *(word for one in _SETTINGS for word in ("-c", one)), "-C", str(folder), *words]
    with TemporaryFile() as stdin, TemporaryFile() as stderr:
        stdin.write(given)
        stdin.seek(0)
        with subprocess.Popen(
            command, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, env=kept | _VARIABLES
        ) as process:
            late = Timer(GIT_SECONDS, process.kill)
            late.daemon = True
            try:
                late.start()
                assert process.stdout is not None
                printed = process.stdout.read(MOST_OUTPUT + 1)
                if len(printed) > MOST_OUTPUT:
                    wrong = f"git {words[0]} prints more than {MOST_OUTPUT:,} bytes"
                    raise refused_edition("git", wrong, "name a smaller folder")
                code = process.wait()
            finally:
                is_late = late.finished.is_set()
                late.cancel()
                process.kill()
        stderr.seek(0)
        if is_late:
            raise refused_edition("git", f"git took more than {GIT_SECONDS} s", "try it again")
        return _Done(code, printed, stderr.read(MAX_BYTES))


def _git(folder: Path, *words: str, given: bytes = b"") -> bytes:
    """Return what a git command prints; raise `Refused` if it fails."""
    done = _run_git(folder, words, given)
    if done.returncode:
        raise _git_refused(str(folder), words[0], done)
    return done.stdout


def _git_refused(name: str, command: str, done: _Done) -> Refused:
    """Return the refusal for a git command that failed."""
    failed = " ".join(done.stderr.decode(errors="replace").split())
    return refused_edition(name, f"git {command} failed: {failed}", "")


def _succeeds(folder: Path, *words: str) -> bool:
    """Return whether a git command succeeds."""
    return _run_git(folder, words).returncode == 0
