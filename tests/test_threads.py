"""The API in threads: every function in four threads of a fresh process gives what it gives in one."""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

import pnp
from pnp.cache import Cache, cache_in_use, keep, use_cache
from pnp.cancel import cancelled_by, stop_if_asked
from pnp.processes import ProcessExecutor, run_jobs
from tests.executors import Here

TOP = Path(__file__).parents[1]
GAMES = TOP / "tests" / "games"
FUNCTIONS = ("load", "check", "odds", "example", "build", "build_parts")


def run_in_threads(function: str, *folders: str) -> None:
    """Run a function in four threads of a fresh process that must leave its caller as it was."""
    program = TOP / "tests" / "in_threads.py"
    done = subprocess.run(
        [sys.executable, program, function, *(GAMES / name for name in folders)],
        capture_output=True,
        text=True,
        check=False,
        cwd=TOP,
        env={**os.environ, "PYTHONPATH": str(TOP)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "equal\n", "")


@pytest.mark.parametrize("function", ["check"])
def test_four_threads_get_what_one_gets(function: str) -> None:
    run_in_threads(function, "duel", "small")


@pytest.mark.slow
@pytest.mark.parametrize("function", FUNCTIONS)
def test_four_threads_get_what_one_gets_twenty_times(function: str) -> None:
    for _ in range(20):
        run_in_threads(function, "duel")


def test_no_module_uses_a_register_while_it_is_imported() -> None:
    """Its import would hold the lock of the module, and wait for the lock of the imports that another thread holds."""
    program = (
        "import pkgutil, importlib, pnp\n"
        "from pnp import deferred\n"
        "class Lock:\n"
        "    def __enter__(self): raise SystemExit('used while a module is imported')\n"
        "    def __exit__(self, *_): pass\n"
        "deferred.IMPORTING = Lock()\n"
        "for found in pkgutil.walk_packages(pnp.__path__, 'pnp.'):\n"
        "    if found.name not in ('pnp.__main__', 'pnp.kit.preloaded'):\n"
        "        importlib.import_module(found.name)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=TOP)
    assert (done.returncode, done.stderr) == (0, "")


# ---------------------------------------------------------------- the cache


def test_each_thread_has_a_cache_of_its_own(tmp_path: Path) -> None:
    caches = {name: Cache(tmp_path / name) for name in "ab"}
    inside, left = threading.Barrier(2), threading.Barrier(2)

    def run(name: str) -> bool:
        with use_cache(caches[name]):
            inside.wait(10)
            keep("result", lambda: name, lambda: name)
            right = cache_in_use() == caches[name]
            left.wait(10)
        return right and cache_in_use() is None

    with ThreadPoolExecutor(2) as executor:
        assert list(executor.map(run, "ab")) == [True, True]
    assert [cache.usage().results for cache in caches.values()] == [1, 1]
    assert cache_in_use() is None


# ---------------------------------------------------------------- cancelled work


def test_a_cancelled_check_ends() -> None:
    game, token = pnp.load_game(GAMES / "duel"), pnp.CancelToken()
    assert pnp.check(game, token=token) == ()
    token.cancel()
    with pytest.raises(pnp.Cancelled, match="the work was cancelled"):
        pnp.check(game, token=token)
    assert pnp.check(game) == ()


def test_a_cancelled_build_leaves_no_files_and_the_next_one_runs(tmp_path: Path) -> None:
    token, events = pnp.CancelToken(), []

    def progress(text: str) -> None:
        if "joining" in text:
            token.cancel()

    with pytest.raises(pnp.Cancelled):
        events.extend(
            map(type, pnp.build(GAMES / "duel", output=tmp_path, only="counters", progress=progress, token=token))
        )
    assert events == [pnp.KitStarted]
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    *_, last = pnp.build(GAMES / "duel", output=str(tmp_path), only=["counters"])
    assert isinstance(last, pnp.FinishedKit)


def test_jobs_in_other_processes_end_when_the_work_is_cancelled() -> None:
    token = pnp.CancelToken()
    threading.Timer(0.5, token.cancel).start()
    start = time.monotonic()
    with ProcessExecutor(1) as executor, cancelled_by(token), pytest.raises(pnp.Cancelled):
        run_jobs([sleep_long], executor)
    assert time.monotonic() - start < 30


def sleep_long() -> None:
    time.sleep(60)


class CancelsFirst(Here):
    """Cancels a token after the first job."""

    def __init__(self, token: pnp.CancelToken) -> None:
        self._token = token

    def submit(self, job, /, *args, **how):
        done: Future = super().submit(job, *args, **how)
        self._token.cancel()
        return done


def test_a_cancelled_build_of_many_games_ends(tmp_path: Path) -> None:
    token = pnp.CancelToken()
    options: pnp.KitOptions = {"output": tmp_path, "only": "counters"}
    with pytest.raises(pnp.Cancelled):
        list(pnp.build_all([GAMES / "duel"], options, CancelsFirst(token), token=token))


def test_a_token_holds_for_one_thread() -> None:
    token = pnp.CancelToken()
    token.cancel()
    with cancelled_by(token), ThreadPoolExecutor(1) as executor:
        executor.submit(stop_if_asked).result()
        with pytest.raises(pnp.Cancelled):
            stop_if_asked()
    assert token.cancelled
