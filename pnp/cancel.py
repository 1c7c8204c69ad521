"""Tokens with which another thread stops a check or a build."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event

from pnp.pnp_error import PnpError
from pnp.signals import raise_lost_interrupt


class Cancelled(PnpError):  # noqa: N818 - what was asked for, and no error
    """Raised by a check or a build whose `CancelToken` was cancelled."""


class CancelToken:
    """Stops the checks and builds to which it was given. Any thread may cancel it, once and for good."""

    def __init__(self) -> None:
        self._event = Event()

    def cancel(self) -> None:
        """Make the work end at the next check or part of a kit. A kit that is not finished leaves no files."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set()


_token: ContextVar[CancelToken | None] = ContextVar("token", default=None)


@contextmanager
def cancelled_by(token: CancelToken | None) -> Iterator[None]:
    """Stop this thread by a token while the context is open; with None, by the one that can stop it already."""
    before = _token.set(token or _token.get())
    try:
        yield
    finally:
        _token.reset(before)


def can_be_cancelled() -> bool:
    """Return whether a token can stop this thread."""
    return _token.get() is not None


def stop_if_asked() -> None:
    """Raise `KeyboardInterrupt` if a stop signal arrived, and `Cancelled` if the token of this thread was cancelled."""
    raise_lost_interrupt()
    token = _token.get()
    if token is not None and token.cancelled:
        raise Cancelled("the work was cancelled")
