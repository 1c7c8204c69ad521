"""Runs a function of the API in four threads of a fresh process; see test_threads.py.

Arguments: the function, and the folders of the games.  It prints `equal` if each thread got what one thread gets, and
if nothing of the caller has changed meanwhile.
"""

import gc
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event

import pnp

THREADS = 4


def load(folder: str) -> str:
    game = pnp.load_game(folder)
    return repr((game.game, game.counters, game.tables, game.map))


def check(folder: str) -> str:
    return repr(pnp.check(pnp.load_game(folder)))


def odds(folder: str) -> str:
    return repr(pnp.odds(pnp.load_game(folder), "combat", {"attack": 16, "defence": 7}))


def example(folder: str) -> str:
    game = pnp.load_game(folder)
    return repr([pnp.example(game, name).faults for name in game.examples])


def build(folder: str) -> str:
    with tempfile.TemporaryDirectory() as out:
        events = [type(event).__name__ for event in pnp.build(folder, output=out, only="counters,rules")]
        files = {path.name: path.read_bytes() for path in sorted(Path(out).rglob("*")) if path.is_file()}
        return repr((events, files))


def build_parts(folder: str) -> str:
    """Build the parts of a kit in threads, as somebody with an executor of threads does."""
    with tempfile.TemporaryDirectory() as out, ThreadPoolExecutor(2) as executor:
        *_, kit = pnp.build(folder, output=out, only=["counters", "aids"], executor=executor)
        assert isinstance(kit, pnp.FinishedKit)
        return repr({path.name: path.read_bytes() for path in sorted(kit.folder.iterdir()) if path.is_file()})


def state() -> tuple[object, ...]:
    """What belongs to the caller: its streams, environment, folder, collector and import path."""
    streams = (id(sys.stdout), id(sys.stderr), id(sys.stdin))
    return streams, dict(os.environ), Path.cwd(), gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), sys.path[:]


def main() -> None:
    """Run the function in threads that begin together, then alone."""
    work, folders = globals()[sys.argv[1]], sys.argv[2:]
    before, together = state(), Barrier(THREADS)

    def run(folder: str) -> str:
        together.wait()
        return work(folder)

    chosen = [folders[number % len(folders)] for number in range(THREADS)]
    sys.setswitchinterval(1e-4)
    ended, changed = Event(), []

    def watch() -> None:
        while not ended.wait(0.003):
            if (now := state()) != before:
                changed.append(now)

    with ThreadPoolExecutor(THREADS + 1) as executor:
        watching = executor.submit(watch)
        try:
            found = list(executor.map(run, chosen))
        finally:
            ended.set()
        watching.result()
    assert changed == [], (changed[0], before)
    assert state() == before, (state(), before)
    alone = {folder: work(folder) for folder in folders}
    assert found == [alone[folder] for folder in chosen]
    print("equal")


if sys.argv[0].endswith("in_threads.py"):  # no test of __name__: no process of pnp may run this script again
    main()
