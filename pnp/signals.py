"""Stop signals: they raise `KeyboardInterrupt` in the main program, at once or at the end of a protected block."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterable, Iterator

STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to stop."""
_stops: list[int] = []
"""The stop signals that have arrived.

A raised `KeyboardInterrupt` can be lost, because Python discards exceptions raised in `__del__`. This list cannot.
"""
_holds: list[None] = []
"""One entry for each `signals_delayed()` that is active."""


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[list[int]]:
    """Raise `KeyboardInterrupt` in a `with` block at a stop signal; yield the signals received so far."""
    if threading.current_thread() is not threading.main_thread():
        yield _stops
        return
    report = sys.unraisablehook
    sys.unraisablehook = lambda lost: None if lost.exc_type is KeyboardInterrupt else report(lost)
    before = {number: signal.getsignal(number) for number in STOPS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # ignored already, as under nohup
            signal.signal(number, _interrupt)
    try:
        yield _stops
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.unraisablehook = report
        _stops.clear()


def _interrupt(number: int, _frame: object) -> None:
    """Record a stop signal and raise `KeyboardInterrupt`."""
    _stops.append(number)
    if not _holds:
        raise KeyboardInterrupt


def ignore_signals() -> None:
    """Ignore further stop signals, because the program is about to end."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)


def raise_lost_interrupt() -> None:
    """Raise `KeyboardInterrupt` if a stop signal arrived earlier but its exception was discarded."""
    if _stops:
        raise KeyboardInterrupt


@contextlib.contextmanager
def signals_delayed() -> Iterator[None]:
    """Delay stop signals until the end of the `with` block."""
    before: Iterable[int] = ()
    if sys.platform != "win32":
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    _holds.append(None)
    try:
        yield
    finally:
        _holds.pop()
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if not _holds:
        raise_lost_interrupt()
