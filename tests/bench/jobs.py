"""The jobs that are measured, and the commands that do them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from pnp.load import shipped_games
from tests.bench.plain import write_counter_game, write_map_game

Command: TypeAlias = tuple[str | Path, ...]
PYTHON = sys.executable
TINY = Path(__file__).parents[1] / "games" / "duel"
GAME, SERIES = "meiktila", "paratrooper"
COUNTERS = (176, 2_000, 10_000)
MAPS = ((33, 40), (100, 100), (200, 200))


@dataclass(frozen=True)
class Job:
    """One job: its name, how many counters or hexes it has, and the commands that do it here, at the floor and at the
    peer (there without its Python). `before` is done before each run and not measured. The peer takes minutes to hours
    for `large` jobs.
    """

    name: str
    count: int
    ours: Command
    floor: Command = ()
    peer: Command = ()
    environment: Mapping[str, str] | None = None
    large: bool = False
    before: Callable[[], None] = lambda: None


def plain_counters(count: int, folder: Path, *, columns: int = 12) -> Job:
    """Units with two sides on Letter sheets. `columns` is how wide the floor's sheets are."""
    name = f"counters-{count}"
    game = folder / name
    game.mkdir(exist_ok=True)
    write_counter_game(game, count)
    units = game / "units.csv"
    return Job(
        name,
        count,
        (PYTHON, "-m", "tests.bench.ours", "counters", game, folder / f"{name}.pdf"),
        (PYTHON, "-m", "tests.bench.floor_counters", units, folder / f"{name}-floor.pdf", str(columns)),
        ("-m", "tests.bench.peer_counters"),
        {"UNITS": str(units), "FILE": str(folder / f"{name}-peer.pdf")},
        large=count > COUNTERS[0],
    )


def plain_map(columns: int, rows: int, folder: Path) -> Job:
    """Coloured, numbered hexes on a sheet of their own size."""
    name = f"map-{columns}x{rows}"
    game = folder / name
    game.mkdir(exist_ok=True)
    write_map_game(game, columns, rows)
    size = (str(columns), str(rows))
    return Job(
        name,
        columns * rows,
        (PYTHON, "-m", "tests.bench.ours", "map", game, folder / f"{name}.pdf"),
        (PYTHON, "-m", "tests.bench.floor_map", *size, folder / f"{name}-floor.pdf"),
        ("-m", "tests.bench.peer_map"),
        {"COLUMNS": size[0], "ROWS": size[1], "FILE": str(folder / f"{name}-peer.pdf")},
        large=columns * rows > 33 * 40,
    )


def build_job(plain: Job, part: str, folder: Path) -> Job:
    """`pnp build` of one part of a plain game, from the start of the command to its folder on the disk.

    The floor draws the same marks into one PDF with reportlab alone. The build also checks the game, writes the tiles or
    the calibration page and the counter list, one SVG file for each drawing and a picture of each page, reopens and
    checks every PDF, and joins them.
    """
    build = (PYTHON, "-m", "pnp", "build", folder / plain.name, "--only", part, "--paper", "letter")
    command = (*build, "-o", folder / "builds" / plain.name)
    return Job(f"build-{plain.name}", plain.count, command, plain.floor)


def series_jobs(folder: Path) -> tuple[Job, ...]:
    """The kit of a series, its map sheet, and its counters.

    The floor and the peer draw as many plain hexes (30 x 34) and plain counters as the series has.
    """
    build = (PYTHON, "-m", "pnp", "build", SERIES, "--paper", "letter", "-o")
    counters, sheet = plain_counters(176, folder), plain_map(30, 34, folder)
    return (
        Job("series", 1, (*build, folder / "series")),
        replace(sheet, name="series-map-only", ours=(*build, folder / "series-map", "--only", "map")),
        replace(counters, name="series-counters", ours=(*build, folder / "series-counters", "--only", "counters")),
    )


def errata_of_one_counter(folder: Path) -> Job:
    """The errata kit for one counter of the largest game; the floor is a build of its whole kit."""
    old = folder / "old-edition"
    if not old.exists():
        shutil.copytree(Path("data") / SERIES, old)
        units = next(old.glob("scenarios/*/units.csv"))
        units.write_text(units.read_text("utf-8").replace("3-2-4", "2-2-4", 1), "utf-8")
    errata = (PYTHON, "-m", "pnp", "errata", SERIES, "--from", old, "-o", folder / "errata")
    build = (PYTHON, "-m", "pnp", "build", SERIES, "--paper", "letter", "-o", folder / "whole-kit")
    return Job("errata-one-counter", 1, errata, build)


def check_jobs(folder: Path) -> tuple[Job, ...]:
    """The check of every game, and of plain counters and maps.

    The floor of a game is the check of a tiny one, that of a large sheet or map the check of the small one.
    """
    check = (PYTHON, "-m", "pnp", "check")
    games = (Job(f"check-{name}", 1, (*check, name), (*check, TINY)) for name in shipped_games())
    plain = [
        [(f"counters-{count}", count) for count in COUNTERS[:2]],
        [(f"map-{columns}x{rows}", columns * rows) for columns, rows in MAPS[:2]],
    ]
    growth = (
        Job(f"check-{name}", count, (*check, folder / name), (*check, folder / sizes[0][0]))
        for sizes in plain
        for name, count in sizes
    )
    return (*games, *growth)


def odds_jobs() -> tuple[Job, ...]:
    """Exact probabilities of shipped games; the floor is a combat of a tiny game."""
    odds = (PYTHON, "-m", "pnp", "odds")
    tiny = (*odds, TINY, "combat", "attack=16", "defence=7")
    asked = {
        "odds-combat": (GAME, "combat", "attack=16", "defence=7"),
        "odds-supply-peak": (GAME, "supply-peak", "flown=1", "goal=5"),
        "odds-damage-deck": ("skirmish", "damage", "cards=3"),
    }
    return tuple(Job(name, 1, (*odds, *question), tiny) for name, question in asked.items())


def all_jobs(folder: Path) -> tuple[Job, ...]:
    """Every job; what they read is written into the folder, and what they make appears there."""
    build = (PYTHON, "-m", "pnp", "build", GAME, "--paper", "letter", "-o")
    counters = tuple(plain_counters(count, folder) for count in COUNTERS)
    maps = tuple(plain_map(columns, rows, folder) for columns, rows in MAPS)
    return (
        *counters,
        *maps,
        *(build_job(job, "counters", folder) for job in counters),
        *(build_job(job, "map", folder) for job in maps),
        Job("kit", 1, (*build, folder / "kit")),
        Job("kit-one-process", 1, (*build, folder / "kit-1", "-j1")),
        Job("kit-map-only", 1, (*build, folder / "kit-map", "--only", "map")),
        Job("kit-counters-only", 1, (*build, folder / "kit-counters", "--only", "counters")),
        *series_jobs(folder),
        errata_of_one_counter(folder),
        *check_jobs(folder),
        *odds_jobs(),
        Job("help", 1, (PYTHON, "-m", "pnp", "--help"), (PYTHON, "-c", "pass")),
    )
