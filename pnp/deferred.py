"""Imports modules only when they are first used, because importing them takes long."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from threading import RLock, get_ident
from types import ModuleType, SimpleNamespace
from typing import Any

IMPORTING = RLock()
"""Held by the thread that imports deferred modules. Python itself reports a deadlock if two threads begin to import a
package and one of its modules at the same time.

No module may use a register or a deferred module while it is imported: its import would then need both locks.
"""


class DeferredModule(ModuleType):
    """A stand-in for a module, which imports the module when one of its names is first used."""

    _module: ModuleType | None = None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - anything that a module defines
        """Return the object of this name in the module."""
        if self._module is None:
            with IMPORTING:
                self._module = import_module(self.__name__)
        return getattr(self._module, name)


@contextmanager
def deferred() -> Iterator[None]:
    """Make stand-ins of the modules that are imported in the block; each is imported when it is first used.

    Only modules may be imported in the block, not what they define: `from pnp.kit import pipeline`, `import numpy`.
    """
    usual, thread = builtins.__import__, get_ident()

    def import_later(
        name: str,
        globals_: Mapping[str, object] | None = None,
        locals_: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> object:
        """Return stand-ins to the thread of the block, and modules to all others."""
        if get_ident() != thread:
            return usual(name, globals_, locals_, fromlist or (), level)
        if fromlist:
            return SimpleNamespace(**{word: DeferredModule(f"{name}.{word}") for word in fromlist})
        return DeferredModule(name)

    with IMPORTING:
        builtins.__import__ = import_later  # type: ignore[assignment] # its parameters have other names
        try:
            yield
        finally:
            builtins.__import__ = usual
