"""Do builds that use the cache write the files of a build from nothing, whichever file of a shipped game changes?

    python -m tests.bench.warm_builds [GAME[/PATTERN] ...]

For each data file of each game, or only for those whose path in the game's folder matches the pattern (as in
`paratrooper/scenarios/*`), one text is changed so that the check still passes. Then the game is built with the
cache of the unchanged game and without a cache, and all files of the two kits are compared byte by byte. One line is
printed per file; the exit code is 1 if a kit differs. All games together take some hours of CPU time.
"""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

DATA = Path("data")
TRIES = 12
"""How many changes of a file are tried until one passes the check."""
WORD = re.compile(r"(?<=[a-z,] )[a-z]{5,}(?= [a-z])")
FIELD = re.compile(r"(?<=[a-z]: )\d+(?=[,}\n])")
COLOUR = re.compile(r"#[0-9A-F]{5}[0-8]")
FACTOR = re.compile(r"(?<=\d-)[1-8](?=-\d)")


def main(games: Sequence[str]) -> int:
    """Compare the builds of the named games, by default of all; return 1 if a warm kit differs from a cold one."""
    failed = 0
    for name in games or sorted(path.name for path in DATA.iterdir() if (path / "game.yaml").exists()):
        game, _, pattern = name.partition("/")
        with tempfile.TemporaryDirectory() as folder:
            failed += sum(not same for same in _compare(game, pattern or "*", Path(folder)))
    return int(failed > 0)


def _compare(game: str, pattern: str, work: Path) -> Iterator[bool]:
    """Yield for each data file of a game that matches the pattern whether the warm kit equals the cold one."""
    copy, filled = work / game, work / "filled"
    shutil.copytree(DATA / game, copy)
    if not _pnp(filled, "build", copy, "-o", work / "unchanged"):
        raise RuntimeError(f"{game} cannot be built")
    for path in sorted(path for path in copy.rglob("*") if path.suffix in {".yaml", ".md", ".csv"}):
        if not fnmatch(str(path.relative_to(copy)), pattern):
            continue
        before = path.read_text("utf-8")
        change = _change(copy, path, work / "check")
        shutil.rmtree(work / "cache", ignore_errors=True)
        shutil.copytree(filled, work / "cache", copy_function=os.link)
        for kit, cache in (("warm", work / "cache"), ("cold", None)):
            shutil.rmtree(work / kit, ignore_errors=True)
            if not _pnp(cache, "build", copy, "-o", work / kit):
                raise RuntimeError(f"{game}: no {kit} kit after a change of {path.name}: {change}")
        differing = list(_differing(work / "warm", work / "cold"))
        changed = len(list(_differing(work / "unchanged", work / "cold")))
        result = f"DIFFERS: {', '.join(differing)}" if differing else "equal"
        print(f"{path.relative_to(work)}: {result} ({change}; {changed} files changed)", flush=True)
        path.write_text(before, "utf-8")
        yield not differing


def _change(copy: Path, path: Path, cache: Path) -> str:
    """Change one text of a file so that the check passes, and return what was changed.

    A comment or an empty line is added if no change passes.
    """
    before = path.read_text("utf-8")
    words = [(match, f"{match[0][:2]}{match[0][1:]}") for match in WORD.finditer(before) if _counts(match)]
    fields = [(match, str(int(match[0]) + 1)) for match in FIELD.finditer(before)]
    colours = [(match, f"{match[0][:-1]}9") for match in COLOUR.finditer(before)]
    factors = [(match, str(int(match[0]) + 1)) for match in FACTOR.finditer(before)]
    step = max(1, len(words) // TRIES)
    for match, now in (*words[::step][: TRIES - 5], *fields[:3], *colours[:1], *factors[:1]):
        path.write_text(f"{before[: match.start()]}{now}{before[match.end() :]}", "utf-8")
        if _pnp(cache, "check", copy):
            return f"{match[0]} to {now}"
    if path.suffix == ".csv":
        lines = before.splitlines()
        path.write_text("\n".join((*lines[:-2], lines[-1], lines[-2], "")), "utf-8")
        return "last two lines exchanged"
    path.write_text(f"{before}\n" if path.suffix == ".md" else f"# changed\n{before}", "utf-8")
    return "a line that says nothing"


def _counts(match: re.Match[str]) -> bool:
    """Return whether a match is outside comments."""
    start = match.string.rfind("\n", 0, match.start()) + 1
    return "#" not in match.string[start : match.start()]


def _pnp(cache: Path | None, command: str, game: Path, *arguments: str | Path) -> bool:
    """Run a command of pnp for a game, and return whether it succeeded."""
    build = ("--paper", "letter", "-j", "1", *(() if cache else ("--no-cache",))) if command == "build" else ()
    return not subprocess.run(
        (sys.executable, "-m", "pnp", command, game, *build, *arguments),
        env={**os.environ, "PNP_CACHE": str(cache)},
        capture_output=True,
        check=False,
    ).returncode


def _differing(one: Path, other: Path) -> Iterator[str]:
    """Yield, in order, the files that differ between two folders, or that only one of them has."""
    files = {path.relative_to(folder) for folder in (one, other) for path in folder.rglob("*") if path.is_file()}
    same, *_ = filecmp.cmpfiles(one, other, sorted(map(str, files)), shallow=False)
    yield from sorted({str(file) for file in files} - set(same))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
