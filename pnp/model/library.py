"""A library of things by name, which also finds former names, and the record of the former names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pnp.model.record import Record

T = TypeVar("T")


class FormerNames(Record):
    """Names of looks and motifs that were in `templates/` and are in the folder of one game now."""

    looks: dict[str, str] = {}
    """The shared looks that other games draw instead, by these names."""
    motifs: dict[str, str] = {}
    """The shared motifs that other games draw instead, by these names; "" leaves the motif out."""


@dataclass(frozen=True, eq=False)
class Library(Mapping[str, T], Generic[T]):
    """Things by name. A former name is found, too, unless it is a name again, but it is not listed."""

    named: Mapping[str, T] = field(default_factory=dict)
    former: Mapping[str, str] = field(default_factory=dict)
    """The names by the former names."""

    def __getitem__(self, name: str) -> T:
        return self.named[name if name in self.named else self.former[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.named)

    def __len__(self) -> int:
        return len(self.named)

    def is_former(self, name: str) -> bool:
        """Return whether this name finds something else than what had it."""
        return name in self.former and name not in self.named

    def with_former_of(self, other: Library[T]) -> dict[str, T]:
        """Return these things by name, with those of another library whose names are former ones here."""
        found = {name: thing for name, thing in other.items() if self.is_former(name)}
        return dict(sorted({**self.named, **found}.items()))
