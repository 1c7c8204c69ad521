"""`make same`: whether this tree builds the kits that the stored list names, and where they differ.

    python -m tests.same [--write] [NAME ...]

The kits of all games, or of those named, are built for Letter and A4, and the SHA-256 of each file is compared with
`tests/same.txt`. If they differ, or if the list was made with other versions of the libraries (`.ci/lock.txt`), the
commit that last wrote the list is built here, too, and the files are compared: pages of PDFs as pictures at 300 dpi.
`--write` writes the list anew, after the comparison. The result is 0 if the bytes are the same; with other libraries,
if the pages look the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pypdfium2

from pnp.model.listing import MANIFEST

TOP = Path(__file__).parents[1]
LIST, LOCK = Path("tests/same.txt"), Path(".ci/lock.txt")
PAPERS = "letter,a4"
DPI = 300
_INCH_MM = 25.4
_MOST_PAGES = 12
"""So many different pages of one file are printed; the others are counted."""
_REST = "  and {} more pages"


def main(words: Sequence[str]) -> int:
    """Compare what this tree builds with the list, print the differences, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.same", description=__doc__, add_help=True)
    parser.add_argument("games", nargs="*", metavar="NAME", help="a game; all games by default")
    parser.add_argument("--write", action="store_true", help=f"write {LIST} anew")
    options = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder, "new")
        build(TOP, new, options.games)
        found, listed = digests(new), read_list(options.games)
        names = different_names(listed, found)
        if names or not is_made_with_these_libraries():
            games = sorted(
                {name.split("/")[0] for name in names if "/" in name} & {path.name for path in new.iterdir()}
            )
            differences = _compared_with_base(Path(folder), new, options.games or games)
            print(*differences, sep="\n")
            if not is_made_with_these_libraries():
                names = [line for line in differences if not line.endswith(SAME_PICTURES)]
        print(f"{len(found)} files, {len(names)} not as in {LIST}")
        if options.write:
            write_list({**(read_list(()) if options.games else {}), **found})
    return int(bool(names) and not options.write)


def build(tree: Path, folder: Path, games: Sequence[str]) -> None:
    """Build the kits of some games (of all if none is named) in a folder, with the program in `tree`."""
    which = [*games] or ["--all"]
    run = (sys.executable, "-m", "pnp", "build", *which, "--paper", PAPERS, "-o", str(folder))
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    result = subprocess.run(run, check=False, cwd=tree, env=environment, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{tree}: the build failed:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file below a folder, by its path from there."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def different_names(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Return the names of files that differ, or that only one side has."""
    return sorted(name for name in {*old, *new} if old.get(name) != new.get(name))


def read_list(games: Sequence[str]) -> dict[str, str]:
    """Return the stored digests of the files of some games, of all if none is named."""
    path = TOP / LIST
    rows = [line.split("  ", 1) for line in path.read_text("utf-8").splitlines()[1:]] if path.exists() else []
    return {name: digest for digest, name in rows if not games or name.split("/")[0] in games}


def write_list(found: Mapping[str, str]) -> None:
    """Write the list: the digest of the lock file, and then a line for each file."""
    rows = [f"{found[name]}  {name}\n" for name in sorted(found)]
    (TOP / LIST).write_text(f"{lock_digest()}  {LOCK}\n{''.join(rows)}", "utf-8")


def lock_digest() -> str:
    """Return the SHA-256 of the file that fixes the versions of the libraries."""
    return hashlib.sha256((TOP / LOCK).read_bytes()).hexdigest()


def is_made_with_these_libraries() -> bool:
    """Return whether the list was made with the versions of the lock file."""
    path = TOP / LIST
    return path.exists() and path.read_text("utf-8").startswith(lock_digest())


def _compared_with_base(folder: Path, new: Path, games: Sequence[str]) -> list[str]:
    """Build the commit that last wrote the list, and return how the kits differ from those in `new`."""
    base = git("log", "-1", "--format=%H", "--", str(LIST))
    if not base:
        return [f"{LIST} is in no commit yet: nothing to compare with"]
    tree, old = folder / "tree", folder / "old"
    tree.mkdir()
    archive = subprocess.run(("git", "archive", base), cwd=TOP, check=True, capture_output=True)
    subprocess.run(("tar", "-x"), cwd=tree, check=True, input=archive.stdout)
    print(f"Compared with commit {base[:8]}")
    build(tree, old, games)
    return list(differences(old, new))


def git(*words: str) -> str:
    """Return what a command of git prints in this repository."""
    return subprocess.run(("git", *words), cwd=TOP, check=True, capture_output=True, text=True).stdout.strip()


SAME_PICTURES = "the pages look the same"


def differences(old: Path, new: Path) -> Iterator[str]:
    """Say how the files of two folders differ: file, page, and where on the page."""
    before, after = digests(old), digests(new)
    for name in different_names(before, after):
        if name not in after or name not in before:
            yield f"{name}: only in the {'old' if name in before else 'new'} kit"
        elif name.endswith(".pdf"):
            yield from _different_pages(name, old / name, new / name)
        elif Path(name).name != MANIFEST or _without_digests(old / name) != _without_digests(new / name):
            yield f"{name}: {_first_difference((old / name).read_bytes(), (new / name).read_bytes())}"


def _without_digests(manifest: Path) -> object:
    """Return what a manifest says besides the size and the digest of each file: those differ where a file does."""
    listed = json.loads(manifest.read_bytes())
    listed["files"] = [{key: file[key] for key in file if key not in {"bytes", "sha256"}} for file in listed["files"]]
    return listed


def _different_pages(name: str, old: Path, new: Path) -> Iterator[str]:
    """Say on which pages two PDFs look different, and where."""
    with pypdfium2.PdfDocument(old) as before, pypdfium2.PdfDocument(new) as after:
        counts = len(before), len(after)
        pages = [
            f"{name}: page {number}: {where}"
            for number, (one, other) in enumerate(zip(before, after, strict=False), start=1)
            if (where := page_difference(one, other))
        ]
    if counts[0] != counts[1]:
        yield f"{name}: {counts[0]} pages were, {counts[1]} are"
    elif not pages:
        yield f"{name}: other bytes, but {SAME_PICTURES}"
    yield from pages[:_MOST_PAGES]
    if len(pages) > _MOST_PAGES:
        yield _REST.format(len(pages) - _MOST_PAGES)


def page_difference(old: pypdfium2.PdfPage, new: pypdfium2.PdfPage) -> str:
    """Say where two pages look different at 300 dpi, and which texts were and are there; empty if they look alike."""
    if old.get_size() != new.get_size():
        return f"its size was {old.get_size()} pt, and is {new.get_size()} pt"
    one, other = (np.asarray(page.render(scale=DPI / 72).to_pil().convert("RGB"), np.int16) for page in (old, new))
    by = np.abs(one - other).max(axis=2)
    rows, columns = np.nonzero(by)
    if not len(rows):
        return ""
    x, y, right, foot = (int(edge) / DPI * _INCH_MM for edge in (columns.min(), rows.min(), columns.max(), rows.max()))
    place = f"{len(rows)} pixels by up to {by.max()} of 255, {x:.1f} to {right:.1f} mm across, {y:.1f} to {foot:.1f} mm down"
    was, is_ = (page.get_textpage().get_text_range().split() for page in (old, new))
    words = next(((a, b) for a, b in zip(was, is_, strict=False) if a != b), None)
    return place + (f"; first text: {words[0]!r} is now {words[1]!r}" if words else "")


def _first_difference(old: bytes, new: bytes) -> str:
    """Say in which line two files differ first, and what each has there."""
    lines = enumerate(zip([*old.splitlines(), b""], [*new.splitlines(), b""], strict=False), start=1)
    number, (was, is_) = next(((at, pair) for at, pair in lines if pair[0] != pair[1]), (1, (b"", b"")))
    at = next((i for i, (a, b) in enumerate(zip(was, is_, strict=False)) if a != b), 0)
    first = max(at - 20, 0)
    return f"line {number}: {_shown(was, first)} is now {_shown(is_, first)}"


def _shown(line: bytes, first: int) -> str:
    """Return a short piece of a line, readable whatever its bytes are."""
    return repr(line[first : first + 60].decode("utf-8", "replace"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
