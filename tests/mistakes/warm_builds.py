"""Compare builds with a cache and builds without one: `python -m tests.mistakes.warm_builds --changes 20`.

Each game is built into a cache. Then one value of one file is changed, each time in another file, and the game is built
from the cache and from nothing. Both must print the same and write the same bytes. KIND chooses kinds of mistakes, for
example those that `pnp check` does not find, because the check stops the build after the others.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.load import find_game
from tests.mistakes.__main__ import GAMES
from tests.mistakes.measure import Mistake, mistakes_of


class Build(NamedTuple):
    """What a build printed, its exit code, and the SHA-256 of each file that it wrote."""

    printed: str
    code: int
    files: dict[str, str]


def changes(game: str, most: int, seed: int, kinds: Sequence[str]) -> list[Mistake]:
    """Return changes of a game in as many different files as possible."""
    rng = random.Random(seed)
    made = mistakes_of(game, 3, seed, kinds)
    rng.shuffle(made)
    by_file: dict[str, list[Mistake]] = {}
    for one in made:
        by_file.setdefault(one.edit.file, []).append(one)
    rounds = [one for turn in range(3) for group in by_file.values() for one in group[turn : turn + 1]]
    return rounds[:most]


def build(folder: Path, output: Path, cache: Path | str) -> Build:
    """Build a game into an empty folder."""
    shutil.rmtree(output, ignore_errors=True)
    command = [sys.executable, "-m", "pnp", "build", folder, "--paper", "letter", "-o", output, "-j1"]
    environment = {**os.environ, "PNP_CACHE": str(cache)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    files = {
        path.relative_to(output).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(output.rglob("*"))
        if path.is_file()
    }
    return Build(done.stdout + done.stderr, done.returncode, files)


def differences(warm: Build, cold: Build) -> Iterator[str]:
    """Yield what differs between two builds."""
    if warm.printed != cold.printed or warm.code != cold.code:
        yield f"printed with a cache:\n{warm.printed}\nwithout:\n{cold.printed}"
    for name in sorted({*warm.files, *cold.files}):
        if warm.files.get(name) != cold.files.get(name):
            yield name


def main() -> int:
    """Compare the builds and print each difference; return 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python -m tests.mistakes.warm_builds", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="words of the names of kinds; all by default")
    parser.add_argument("--changes", type=int, default=20, help="the number of changes for each game")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        for game in options.game or GAMES:
            source, folder = find_game(game), Path(temporary) / "games" / game
            output, cache = Path(temporary) / "kits" / game, Path(temporary) / "cache" / game
            shutil.copytree(source, folder)
            build(folder, output, cache)
            for one in changes(game, options.changes, options.seed, options.kinds):
                file = folder / Path(one.edit.file).resolve().relative_to(source.resolve())
                text = file.read_text("utf-8")
                file.write_text(one.edit.applied(text), "utf-8")
                warm, cold = build(folder, output, cache), build(folder, output, "")
                file.write_text(text, "utf-8")
                found = list(differences(warm, cold))
                wrong += bool(found)
                result = "\n".join(("DIFFERENT", *found)) if found else f"same, {len(cold.files)} files"
                print(f"{game} {file.relative_to(folder)} {one.kind}: {result}", flush=True)
    print(f"{wrong} differences")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
