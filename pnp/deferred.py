"""Imports modules only when they are first used, because importing them takes long."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class DeferredModule(ModuleType):
    """A stand-in for a module, which imports the module when one of its names is first used."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - anything that a module defines
        """Return the object of this name in the module."""
        return getattr(import_module(self.__name__), name)


def deferred(*names: str) -> tuple[Any, ...]:
    """Return an object for each named module, which imports the module when it is first used.

    Type checkers need the real imports beside this, under `if TYPE_CHECKING`.
    """
    return tuple(DeferredModule(name) for name in names)
