"""Registers that list the kinds of a thing by name, such as all kinds of steps or components."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

from pnp.deferred import IMPORTING

Kind = TypeVar("Kind")


def import_modules(package: str) -> None:
    """Import all modules of a package, so that each registers the kinds that it defines."""
    folder = importlib.import_module(package).__path__
    for module in sorted(found.name for found in pkgutil.iter_modules(folder)):
        importlib.import_module(f"{package}.{module}")


class Register(Mapping[str, Kind], Generic[Kind]):
    """Kinds by name, collected from all modules of one package.

    A module enters its kind with `register.add("name", kind)` or the decorator `@register.enter("name")`. The first
    access imports the modules in alphabetical order, so that a layer below the package can use the register.
    """

    def __init__(self, package: str) -> None:
        self._package = package
        self._kinds: dict[str, Kind] = {}
        self._importing, self._complete = False, False

    def add(self, name: str, kind: Kind) -> Kind:
        """Register a class or function as the kind `name`, and return it.

        Two kinds of one name are a mistake of the program.
        """
        assert name not in self._kinds, f"{self._package}: {name} is registered twice"
        self._kinds[name] = kind
        return kind

    def enter(self, name: str) -> Callable[[Kind], Kind]:
        """Return a decorator that registers a class or function as the kind `name`."""
        return lambda kind: self.add(name, kind)

    def _import_all(self) -> dict[str, Kind]:
        """Import all modules of the package, and return the registered kinds by name.

        Other threads wait until all are imported. A module that is imported meanwhile sees the kinds before it.
        """
        if not self._complete:
            with IMPORTING:
                if not self._importing and not self._complete:
                    self._importing = True
                    try:
                        import_modules(self._package)
                    finally:
                        self._importing = False
                    self._kinds = dict(sorted(self._kinds.items()))
                    self._complete = True
        return self._kinds

    def __getitem__(self, name: str) -> Kind:
        return self._import_all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._import_all())

    def __len__(self) -> int:
        return len(self._import_all())
