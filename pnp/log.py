"""The log of pnp: made parts of kits, and results found in the cache or made, with their seconds."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LOG = logging.getLogger("pnp")
LOG.addHandler(logging.NullHandler())  # a caller who does not ask for the log sees none of it


class _Collector(logging.Handler):
    """Collects records in a form that can be pickled."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Add a record, with its text instead of the values from which the text is made."""
        record.msg, record.args = record.getMessage(), None
        self.records.append(record)


class _Follower(logging.Handler):
    """Calls a function with the text of each record."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__()
        self.say = say

    def emit(self, record: logging.LogRecord) -> None:
        """Call the function with the text of a record."""
        self.say(record.getMessage())


@contextmanager
def followed_log(say: Callable[[str], None]) -> Iterator[None]:
    """Call a function with the text of each record about a part of a kit while the context is open."""
    follower, before = _Follower(say), LOG.level
    LOG.setLevel(logging.INFO)
    LOG.addHandler(follower)
    try:
        yield
    finally:
        LOG.removeHandler(follower)
        LOG.setLevel(before)


@contextmanager
def collected_log(level: int) -> Iterator[list[logging.LogRecord]]:
    """Collect the log of this process from a level on while the context is open; yield the list of its records."""
    collector, before = _Collector(), (LOG.level, LOG.handlers, LOG.propagate)
    LOG.setLevel(level)
    LOG.handlers, LOG.propagate = [collector], False
    try:
        yield collector.records
    finally:
        LOG.setLevel(before[0])
        _, LOG.handlers, LOG.propagate = before
