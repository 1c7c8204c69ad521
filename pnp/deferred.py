"""Imports modules only when they are first used, because importing them takes long."""

from __future__ import annotations

from importlib import import_module
from threading import RLock
from types import ModuleType
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


def deferred(*names: str) -> tuple[Any, ...]:
    """Return an object for each named module, which imports the module when it is first used.

    Type checkers need the real imports beside this, under `if TYPE_CHECKING`.
    """
    return tuple(DeferredModule(name) for name in names)
