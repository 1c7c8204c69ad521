"""Reads a git repository: its tags, and folders as they were at a revision.

Source: git-rev-parse(1), git-archive(1), git-for-each-ref(1).
"""

from __future__ import annotations

import os
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from io import BytesIO
from pathlib import Path
from shutil import which

from pnp.findings import Finding, Refused, did_you_mean
from pnp.message import clip
from pnp.spot import Spot

GIT_SECONDS = 60
"""The longest time that a git command may take."""


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

    def differs_from(self, revision: str) -> bool:
        """Return whether the files at the path differ from those at a revision."""
        changed = not _succeeds(self.top, "diff", "--quiet", revision, "--", self.path)
        return changed or bool(_git(self.top, "ls-files", "--others", "--exclude-standard", "--", self.path))


@dataclass(frozen=True)
class Tag:
    """A tag of a repository, and the date of its commit (`2026-05-02`)."""

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
    top = Path(found.stdout.decode().strip())
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
    with tarfile.open(fileobj=BytesIO(_git(top, "archive", "--format=tar", tree))) as archive:
        try:
            archive.extractall(where, filter="data")
        except tarfile.FilterError as error:  # a link to a place outside the folder
            wrong = f"the folder cannot be extracted: {error}"
            raise refused_edition(name, wrong, "replace the link by a copy of its file") from None


def list_tags(repository: Repository, pattern: str = "*") -> tuple[Tag, ...]:
    """Return the tags that match a pattern such as `v*`, the oldest commit first.

    Tags of the same second are in order of version (`v1.9` before `v1.10`).
    """
    names = _git(repository.top, "for-each-ref", "--sort=version:refname", "--format=%(refname:strip=2)", "refs/tags")
    matching = [name for name in names.decode().splitlines() if fnmatchcase(name, pattern)]
    return tuple(tag for _, tag in sorted(_dated(repository, matching), key=lambda pair: pair[0]))


def _dated(repository: Repository, names: Sequence[str]) -> Iterator[tuple[int, Tag]]:
    """Yield each tag with the time of its commit, in seconds since 1970.

    Tags that do not name a commit are left out.
    """
    for name in names:
        revision = f"refs/tags/{name}"
        if repository.has_revision(revision):
            shown = _git(repository.top, "log", "-1", "--date=short", "--format=%ct %cd", f"{revision}^{{commit}}")
            seconds, date = shown.decode().split()
            yield int(seconds), Tag(name, date)


def refused_edition(name: str, wrong: str, write: str, code: str = "E001") -> Refused:
    """Return the refusal of an edition."""
    return Refused([Finding(code, Spot(name), wrong, write)])


def _run_git(folder: Path, words: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    """Run a git command in a folder; raise `Refused` if git is not installed or does not answer."""
    program = which("git")
    if program is None:
        raise refused_edition("git", "git is not installed", "install it: revisions and tags are read with git")
    try:
        return subprocess.run(
            [program, "-C", str(folder), *words],
            capture_output=True,
            timeout=GIT_SECONDS,
            check=False,
            env={**os.environ, "LC_ALL": "C"},  # its messages are read
        )
    except subprocess.TimeoutExpired:
        raise refused_edition("git", f"git took more than {GIT_SECONDS} s", "try it again") from None


def _git(folder: Path, *words: str) -> bytes:
    """Return what a git command prints; raise `Refused` if it fails."""
    done = _run_git(folder, words)
    if done.returncode:
        raise _git_refused(str(folder), words[0], done)
    return done.stdout


def _git_refused(name: str, command: str, done: subprocess.CompletedProcess[bytes]) -> Refused:
    """Return the refusal for a git command that failed."""
    failed = " ".join(done.stderr.decode(errors="replace").split())
    return refused_edition(name, f"git {command} failed: {failed}", "")


def _succeeds(folder: Path, *words: str) -> bool:
    """Return whether a git command succeeds."""
    return _run_git(folder, words).returncode == 0
