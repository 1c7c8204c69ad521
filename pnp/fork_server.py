"""Starts processes: on Linux they are forked from a server process, elsewhere each is a new one.

The process of the caller is never forked, because a fork of a process with threads can wait for ever. Its `os.environ`
is not changed, its main module is not imported again, and its own fork server of `multiprocessing` is another one.
"""

from __future__ import annotations

import io
import os
import site
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import context, get_context, process, resource_tracker
from pathlib import Path
from threading import RLock
from typing import Any

from pnp.signals import signals_delayed

if sys.platform == "linux":
    from multiprocessing import forkserver, popen_forkserver, reduction, spawn, util

FORKS = sys.platform == "linux"
"""Whether processes are forked. Elsewhere forking is not available, or system libraries do not survive it."""


@contextmanager
def environment_of_children(values: Mapping[str, str]) -> Iterator[None]:
    """Give libraries and new processes some environment variables while the context is open.

    `os.environ` does not change: it belongs to the caller.
    """
    for name, value in values.items():
        os.putenv(name, value)
    try:
        yield
    finally:
        for name in values:
            before = os.environ.get(name)
            os.unsetenv(name) if before is None else os.putenv(name, before)


@contextmanager
def safe_import_path() -> Iterator[None]:
    """Start no Python process that imports from the current folder while the context is open.

    The current folder may be that of somebody's game, and a file `struct.py` there would be run. The processes find pnp
    where this process has found it. Source: docs.python.org, Command line and environment, -P.
    """
    values = {"PYTHONSAFEPATH": "1"}
    top = Path(__file__).resolve().parents[1]
    if top not in map(Path, (*site.getsitepackages(), site.getusersitepackages())):  # where they find it anyway
        values["PYTHONPATH"] = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(top))))
    with environment_of_children(values):
        yield


_starting = RLock()
"""Held while the server is started."""

if sys.platform == "linux":
    _server = forkserver.ForkServer()

    class _Popen(popen_forkserver.Popen):
        """A process that is forked from the server of pnp.

        It is started as in the standard library, but without importing the main module of the caller: a script without
        `if __name__ == "__main__"` would run again. The jobs are functions of pnp. Source: multiprocessing.
        """

        def _launch(self, process_obj: Any) -> None:  # noqa: ANN401 - as in the standard library
            about: dict[str, Any] = spawn.get_preparation_data(process_obj._name)
            about = {name: value for name, value in about.items() if not name.startswith("init_main_from")}
            sent = io.BytesIO()
            context.set_spawning_popen(self)
            try:
                reduction.dump(about, sent)
                reduction.dump(process_obj, sent)
            finally:
                context.set_spawning_popen(None)
            self.sentinel, writer = _server.connect_to_new_process(self._fds)  # type: ignore[attr-defined] # not in typeshed
            parent_sentinel = os.dup(writer)  # closed when this process ends, which the child then notices
            self.finalizer = util.Finalize(self, util.close_fds, (parent_sentinel, self.sentinel))  # type: ignore[attr-defined] # as above
            with open(writer, "wb", closefd=True) as file:  # noqa: PTH123 - a file descriptor
                file.write(sent.getbuffer())
            self.pid = forkserver.read_signed(self.sentinel)

    class _Process(process.BaseProcess):
        _start_method = "forkserver"

        @staticmethod
        def _Popen(process_obj: Any) -> Any:  # noqa: ANN401, N802 - as in the standard library
            return _Popen(process_obj)

    class _ServerContext(context.ForkServerContext):
        Process = _Process  # type: ignore[assignment] # typeshed names the process of the standard library


def process_context() -> Any:  # noqa: ANN401 - typeshed has no class for all contexts
    """Return the context of `multiprocessing` in which pnp starts processes."""
    found: Any = get_context("spawn")
    if sys.platform == "linux":
        found = _ServerContext()
    return found


def start_server(modules: Sequence[str]) -> None:
    """Start the server if it is not running. It imports some modules, and begins with signals blocked."""
    if sys.platform == "linux":
        with _starting, safe_import_path():
            resource_tracker.ensure_running()  # it unblocks signals when it starts (Python 3.11 and 3.12)
            with signals_delayed():
                _server.set_forkserver_preload(list(modules))
                _server.ensure_running()
