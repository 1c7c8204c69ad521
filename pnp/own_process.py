"""Whether this process runs nothing but pnp. What belongs to the process of a caller is left as it is."""

from __future__ import annotations

import os

_own: set[int] = set()


def own_this_process() -> None:
    """Record that this process runs nothing but pnp, which may then set its garbage collector."""
    _own.add(os.getpid())


def is_own_process() -> bool:
    """Return whether this process runs nothing but pnp."""
    return os.getpid() in _own
