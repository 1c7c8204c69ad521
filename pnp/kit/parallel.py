"""Makes the parts of a kit as jobs, which an executor may run in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.cache import cache_in_use
from pnp.kit.jobs import Files, draw_maps_ahead, make_parts
from pnp.kit.options import PARTS, BuildOptions
from pnp.processes import Parcel, ProcessExecutor, run_jobs, run_with_cache

if TYPE_CHECKING:
    from pnp.kit.broken_game import BrokenGame
    from pnp.kit.full_check import KitSource


@contextmanager
def build_executor(processes: int, parts: int) -> Iterator[Executor | None]:
    """Provide an executor for the jobs of a build; None if they run in this process.

    That is so with one process or one part of a kit, because then few jobs can run in parallel.
    """
    if min(processes, parts) < 2:
        yield None
        return
    with ProcessExecutor(processes, ["pnp.kit.preloaded"]) as executor:
        yield executor


@contextmanager
def maps_drawn_ahead(folder: Path, options: Sequence[BuildOptions], executor: Executor | None) -> Iterator[None]:
    """Draw the maps of a game on the executor while the context is open; at its end they are in the cache.

    Without an executor or a cache, nothing is done. What cannot be drawn is left to the checks, and to the part that
    draws the map, which report it.
    """
    if executor is None or cache_in_use() is None or not any(PARTS[part].maps for one in options for part in one.parts):
        yield
        return
    drawing = executor.submit(run_with_cache, cache_in_use(), partial(draw_maps_ahead, folder, options))
    try:
        yield
    except BaseException:
        if not drawing.cancel() and isinstance(executor, ProcessExecutor):
            executor.terminate()  # its map is not needed, and no other job runs
        raise
    drawing.exception()  # waits for it


def build_parts(
    source: Parcel[KitSource],
    options: BuildOptions,
    folder: Path,
    executor: Executor | None,
    broken: BrokenGame | None = None,
    progress: Callable[[int, int], None] = lambda _done, _left: None,
) -> tuple[Files, ...]:
    """Build the parts of a kit; return the written files, part by part.

    `progress` is called after each job with the numbers of jobs that are done and that are left.
    """
    slowest_first = sorted(options.parts, key=lambda part: -PARTS[part].slowness)
    groups: list[tuple[str, ...]] = [(part,) for part in slowest_first]
    if executor is not None and cache_in_use() is None:  # in one process, and through the cache, maps are shared anyway
        mapped = tuple(part for part in options.parts if PARTS[part].maps)
        groups = [*([mapped] if mapped else []), *((part,) for part in slowest_first if part not in mapped)]
    jobs = [partial(make_parts, source, group, options, folder, broken) for group in groups]
    made = run_jobs(jobs, executor, progress)
    files = {
        part: of_one
        for group, found in zip(groups, made, strict=True)
        for part, of_one in zip(group, found, strict=True)
    }
    return tuple(one for part in options.parts for one in files[part])
