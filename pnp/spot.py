"""Where a value was written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """File, line and column (both from 1; 0 if unknown) and the path of a value in the game's tree, such as
    `map.grid.rows`.
    """

    file: str
    line: int = 0
    column: int = 0
    path: str = ""

    def __str__(self) -> str:
        """As compilers write it, so that editors jump there."""
        place = ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])
        return f"{place} ({self.path})" if self.path else place
