"""WeasyPrint, brought in only when a book is to be set, with no fonts but ours; and what it complains of."""

from __future__ import annotations

import contextlib
import ctypes.util
import gc
import io
import logging
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from pnp.findings import Finding, Refused, Severity
from pnp.resources import templates_dir
from pnp.spot import Spot

DEBIAN_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def load_weasyprint() -> Any:  # noqa: ANN401 - it ships no types
    """The module; `Refused` says what to install where Pango is missing."""
    try:
        # Where a library is missing it prints a page of advice; ours is one line. It warns of no fonts, as is meant.
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(), only_our_fonts(), _by_name_only():
            warnings.simplefilter("ignore")
            import weasyprint  # noqa: PLC0415 - takes a third of a second, and needs libraries that maps do not
    except (OSError, ImportError) as error:
        wrong = f"books cannot be set: {str(error).splitlines()[0].partition(': ')[0]}"
        write = f"install Pango (on Debian: apt-get install {DEBIAN_PACKAGES})"
        raise Refused([Finding("W001", Spot("weasyprint"), wrong, write)]) from error
    return weasyprint


@contextlib.contextmanager
def _by_name_only() -> Iterator[None]:
    """While this lasts, libraries are asked for by their names alone, which on Linux finds all that there are.

    Otherwise each name that is another system's starts ldconfig, a compiler and a linker: fifty programs, 0.3 s.
    """
    search = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = _found_nothing
    try:
        yield
    finally:
        ctypes.util.find_library = search


def _found_nothing(name: str) -> str | None:
    return None


@contextlib.contextmanager
def only_our_fonts() -> Iterator[None]:
    """While this lasts, new font configurations know no fonts of the machine.  Source: fontconfig's user manual."""
    before = os.environ.get("FONTCONFIG_FILE")
    os.environ["FONTCONFIG_FILE"] = str(templates_dir() / "fonts" / "fonts.conf")
    try:
        yield
    finally:
        if before is None:
            del os.environ["FONTCONFIG_FILE"]
        else:
            os.environ["FONTCONFIG_FILE"] = before


@contextlib.contextmanager
def no_collection() -> Iterator[None]:
    """While this lasts, the garbage collector rests.

    Setting a book makes millions of objects that all stay until it is done; looking through them again and again took
    a fifth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Complaints(logging.Handler):
    """WeasyPrint's log as findings: what is missing is an error, style it does not know a warning."""

    def __init__(self, spot: Spot) -> None:
        """Findings will be at `spot`."""
        super().__init__(logging.WARNING)
        self.findings: list[Finding] = []
        self._spot = spot

    def emit(self, record: logging.LogRecord) -> None:
        """Note what was logged."""
        text = " ".join(record.getMessage().split())
        missing = record.levelno >= logging.ERROR or "Font-face" in text or "glyph" in text
        severity = Severity.ERROR if missing else Severity.WARNING
        finding = Finding("W002" if missing else "W003", self._spot, text, severity=severity)
        if finding not in self.findings:
            self.findings.append(finding)

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Hear what WeasyPrint logs, and keep it from the terminal."""
        logger = logging.getLogger("weasyprint")
        handlers, propagate = logger.handlers, logger.propagate
        logger.handlers, logger.propagate = [self], False
        try:
            yield
        finally:
            logger.handlers, logger.propagate = handlers, propagate
