"""`make bench`: what each job costs here, beside a floor and beside a peer.

    python -m tests.bench [NAME ...] [--runs N] [--long] [--no-peer] [--write FILE] [--profile]

Each command is a whole process from its start to the file on disk; figures are medians. Memory is the most that the
process and all it starts hold at one moment. The floor draws the same marks with reportlab alone: nothing is read from
YAML, checked, fitted or arranged. The peer is protograf, in an environment of its own; most of its time goes into a
library that parses the page again at each step. It is measured once, and for large jobs only with --long.

The rules engine is measured in this process, its chances beside those of icepool.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.bench.jobs import Command, Job, all_jobs
from tests.bench.kits import kit_jobs
from tests.bench.measure import Cost, measure
from tests.bench.peer import PEER, VERSION, peer_python
from tests.bench.readme_table import Costs, write_table
from tests.bench.rules import rows

HEAD = (
    f"{'':26}{'wall s':>8}{'CPU s':>8}{'MB':>6}{'µs each':>9}   "
    f"{'floor CPU s':>11}{'MB':>5}{'ratio':>7}   {'peer CPU s':>10}{'times':>8}"
)
LEGEND = f"""
MB: most memory of all processes at one moment. µs each: CPU for one counter (two sides) or hex.
Floor: reportlab alone, drawing the same marks; nothing read, checked or arranged. Ratio: our CPU to the floor's.
Floor of build: the same, although a build does more: it checks, makes tiles, the counter list, SVG files and pictures.
Floor of build-GAME: a build without a cache. `cold` begins with an empty cache, `same` with that of an earlier build,
`counter`, `hex` and `rule` too, after one change.
Floor of check: the check of a tiny game, or of the small sheet or map, so that the ratio shows the growth.
Peer: {PEER} {VERSION}, most of whose time goes into a library that parses the page again at each step. Times: its CPU to ours."""


def main(arguments: Sequence[str]) -> None:
    """Measure the jobs asked for, all by default, and print the table row by row."""
    options = _options(arguments)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, medians of {options.runs} runs")
    with tempfile.TemporaryDirectory() as folder:
        every = (*all_jobs(Path(folder)), *kit_jobs(Path(folder)))
        jobs = [job for job in every if _asked_for(job, options.names)]
        peer, why = _peer(jobs, wanted=options.peer)
        print(f"\n{HEAD}" if jobs else "")
        measured = {job.name: _measured(job, options, peer) for job in jobs}
    if options.write:
        write_table(options.write, {name: costs for name, costs in measured.items() if costs})
    if jobs:
        print(LEGEND)
    if not options.names or "rules".startswith(tuple(options.names)):
        for row in rows():
            print(row, flush=True)
    if why:
        print(f"peer not measured: {why}")
    sys.exit(not all(measured.values()))


def _measured(job: Job, options: argparse.Namespace, peer: Path | None) -> Costs | None:
    """Measure a job and print its row; nothing if a command failed."""
    try:
        ours = measure(job.ours, runs=options.runs, environment=job.environment, before=job.before)
        floor = _floor(job.floor, options.runs) if job.floor else None
        print(_row(job, ours, floor, peer if options.long or not job.large else None), flush=True)
        if options.profile:
            print("".join(_phases(job)), end="", flush=True)
    except RuntimeError as error:
        print(f"{job.name:26}failed: {_last_line(error)}", flush=True)
        return None
    return Costs(ours, floor)


@cache
def _floor(command: Command, runs: int) -> Cost:
    """Several jobs have the same floor; it is measured once."""
    return measure(command, runs=runs)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.bench", description="Measure time and memory of pnp.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="jobs that begin so, such as counters, kit or rules")
    parser.add_argument("--runs", type=int, default=3, help="how often each is run (3)")
    parser.add_argument("--long", action="store_true", help="measure the peer on large jobs too: takes an hour or more")
    parser.add_argument("--no-peer", dest="peer", action="store_false", help="leave the peer out")
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="update the table in this file, such as docs/speed.md"
    )
    parser.add_argument("--profile", action="store_true", help="print the phases of plain jobs")
    return parser.parse_args(arguments)


def _asked_for(job: Job, names: Sequence[str]) -> bool:
    return not names or any(job.name.startswith(name) for name in names)


def _peer(jobs: Sequence[Job], *, wanted: bool) -> tuple[Path | None, str]:
    """The peer's Python, or why there is none."""
    if not wanted or not any(job.peer for job in jobs):
        return None, ""
    try:
        return peer_python(), ""
    except RuntimeError as error:
        return None, f"{PEER} {VERSION} could not be installed: {error}"


def _row(job: Job, ours: Cost, floor: Cost | None, peer: Path | None) -> str:
    row = f"{job.name:26}{ours.wall:8.2f}{ours.cpu:8.2f}{ours.memory:6.0f}"
    row += f"{ours.cpu / job.count * 1e6:9.0f}   " if job.count > 1 else " " * 12
    if floor:
        row += f"{floor.cpu:11.2f}{floor.memory:5.0f}{ours.cpu / floor.cpu:7.2f}   "
        if not job.peer and not job.name.startswith("build-"):
            row += f"{(ours.wall - floor.wall) * 1000:.0f} ms more on the clock"
    if job.peer and peer:
        try:
            cost = measure((peer, *job.peer), runs=1, environment=job.environment)
            row += f"{cost.cpu:10.1f}{cost.cpu / ours.cpu:8.0f}"
        except RuntimeError as error:
            row += f"failed: {_last_line(error)}"
    return row.rstrip()


def _last_line(error: RuntimeError) -> str:
    return str(error).strip().splitlines()[-1]


def _phases(job: Job) -> Iterator[str]:
    """What `ours` says about its phases."""
    if job.floor and job.peer:
        done = subprocess.run([*job.ours, "--profile"], check=True, capture_output=True, text=True)
        yield f"  {done.stdout}"


if __name__ == "__main__":
    main(sys.argv[1:])
