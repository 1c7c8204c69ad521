"""Builds of the shipped games as a designer runs them: from nothing, unchanged, and after one small change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

from tests.bench.jobs import Command, Job

Change: TypeAlias = tuple[str, str, str]
DATA = Path("data")
CHANGES: Mapping[str, Mapping[str, Change]] = {
    "meiktila": {
        "counter": ("units.csv", "3/56,,2,,3-3-4,2-2-4", "3/56,,2,,3-3-4,2-1-4"),
        "hex": ("map.yaml", "A5 A6 B6", "A5 A6 B5 B6"),
        "rule": ("rules.md", "was surrounded, and", "was encircled, and"),
    },
    "mukden": {
        "counter": ("counters.yaml", "{picture: hourglass, word: Time", "{picture: snow, word: Time"),
        "hex": ("map.yaml", '"0603 0604', '"0602 0603 0604'),
        "rule": ("rules.md", "You also need two", "You need two"),
    },
    "myitkyina": {
        "counter": ("units.csv", "merrill,1/5307,,1,2,#A9AC77", "merrill,1/5307,,1,2,#A9AC70"),
        "hex": ("map.yaml", "open: A6 A7", "open: A5 A6 A7"),
        "rule": ("rules.md", "about a week each", "a week each"),
    },
    "paratrooper": {
        "counter": ("scenarios/palembang/units.csv", "2r-pal,2/1,2R", "2r-pal,2/7,2R"),
        "hex": ("scenarios/palembang/map.yaml", "2617-2718", "2616-2718"),
        "rule": ("rules.md", "The kit contains", "This kit contains"),
    },
    "skirmish": {
        "counter": ("tokens.yaml", "#DCE7C8", "#DCE7C9"),
        "rule": ("rules.md", "secretly writes down", "secretly notes"),
    },
}
"""For each game and kind of change: the file, a text in it, and the text that replaces it. The check still passes."""


def kit_jobs(folder: Path) -> Iterator[Job]:
    """Builds of every shipped kit for Letter paper, with a cache; the floor is a build without one.

    `cold` begins with an empty cache. `same` and the changes begin with the cache that a build of the unchanged game
    has left.
    """
    for name, changes in CHANGES.items():
        game, cache = folder / f"game-{name}", folder / f"cache-{name}"
        build = (sys.executable, "-m", "pnp", "build", game, "--paper", "letter", "-o", folder / f"built-{name}")
        job = partial(Job, count=1, ours=build, floor=(*build, "--no-cache"), environment={"PNP_CACHE": str(cache)})
        yield job(f"build-{name}-cold", before=partial(_without_cache, name, game, cache))
        for kind, change in {"same": None, **changes}.items():
            yield job(f"build-{name}-{kind}", before=partial(_with_cache, name, build, game, cache, change))


def _without_cache(name: str, game: Path, cache: Path) -> None:
    """Copy the game as it is shipped, and remove the cache."""
    shutil.rmtree(game, ignore_errors=True)
    shutil.copytree(DATA / name, game)
    shutil.rmtree(cache, ignore_errors=True)


def _with_cache(name: str, build: Command, game: Path, cache: Path, change: Change | None) -> None:
    """Copy the game as it is shipped, build it into a cache unless an earlier job has done so, and change the game."""
    _without_cache(name, game, cache)
    filled = cache.with_name(f"{cache.name}-filled")
    if not filled.exists():
        subprocess.run(build, env={**os.environ, "PNP_CACHE": str(filled)}, check=True, capture_output=True)
    shutil.copytree(filled, cache)
    if change:
        file, was, now = change
        text = (game / file).read_text("utf-8")
        if was not in text:
            raise RuntimeError(f"{game / file} does not contain {was!r}")
        (game / file).write_text(text.replace(was, now, 1), "utf-8")
