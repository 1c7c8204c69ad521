"""Makes the parts of a kit as jobs, which an executor may run in parallel."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.kit.jobs import Files, make_parts
from pnp.kit.options import BuildOptions
from pnp.processes import Parcel, ProcessExecutor, run_jobs

if TYPE_CHECKING:
    from pnp.kit.full_check import KitSource

GROUPS = (("map", "rules", "aids"), ("counters",), ("components",))
"""Parts that show the same drawings, such as the map. One job makes these drawings and composes the parts."""


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


def build_parts(
    source: Parcel[KitSource], options: BuildOptions, folder: Path, executor: Executor | None
) -> tuple[Files, ...]:
    """Build the parts of a kit; return the written files, part by part."""
    # In one process drawings are shared anyway; part by part, books are written before others are composed.
    of_all = GROUPS if executor is not None else [(part,) for part in options.parts]
    groups = [tuple(part for part in group if part in options.parts) for group in of_all]
    groups = [group for group in groups if group]
    made = run_jobs([partial(make_parts, source, group, options, folder) for group in groups], executor)
    files = {
        part: of_one
        for group, found in zip(groups, made, strict=True)
        for part, of_one in zip(group, found, strict=True)
    }
    return tuple(one for part in options.parts for one in files[part])
