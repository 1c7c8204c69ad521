"""A game with errors of which a part is built, and the exception for a kit that errors stop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.findings import Finding, Refused


@dataclass(frozen=True)
class BrokenGame:
    """The folder of a game with errors, its errors and warnings, and the paths of the records that cannot be read.

    A draft of a game without errors has one too.
    """

    folder: Path
    errors: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    left_out: tuple[str, ...]


class RefusedParts(Refused):
    """Raised when errors stop a kit; `sound` names the parts of kits that they do not concern."""

    def __init__(self, findings: Iterable[Finding], sound: Sequence[str]) -> None:
        super().__init__(findings)
        self.sound = tuple(sound)

    def __reduce__(self) -> tuple[type[RefusedParts], tuple[tuple[Finding, ...], tuple[str, ...]]]:  # type: ignore[override]
        """Return how it is pickled: with its findings and parts."""
        return type(self), (self.findings, self.sound)
