"""Modules that are imported when they are first used, because importing them takes long."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class DeferredModule(ModuleType):
    """Represents a module, and imports it when one of its names is first used."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - anything that a module defines
        """Return a name of the module."""
        return getattr(import_module(self.__name__), name)


def deferred(*names: str) -> tuple[Any, ...]:
    """Return stand-ins for modules. Type checkers need the real imports beside this, under `if TYPE_CHECKING`."""
    return tuple(DeferredModule(name) for name in names)
