"""Loads WeasyPrint with only the fonts of the kit, and turns its log into findings."""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import gc
import io
import logging
import os
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

from pnp.findings import Finding, Refused, Severity
from pnp.resources import templates_dir
from pnp.spot import Spot

_VERSIONED_LIBRARIES = {
    "pango_version_string": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    "hb_version_string": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
}
"""The functions that return the versions of Pango and HarfBuzz, with the names of their library on each system."""
_DEBIAN_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def load_weasyprint() -> Any:  # noqa: ANN401 - it ships no types
    """Return the WeasyPrint module; raise `Refused` if Pango, which it needs, is missing.

    `Refused` (W001) if Pango is missing; the finding names the packages to install.
    """
    try:
        # If a library is missing, WeasyPrint prints a page of advice. Its warning about missing fonts is expected.
        with (
            contextlib.redirect_stdout(io.StringIO()),
            warnings.catch_warnings(),
            only_kit_fonts(),
            _libraries_by_name(),
        ):
            warnings.simplefilter("ignore")
            import weasyprint  # noqa: PLC0415 - takes a third of a second, and needs libraries that maps do not need
    except (OSError, ImportError) as error:
        wrong = f"books cannot be typeset: {str(error).splitlines()[0].partition(': ')[0]}"
        write = f"install Pango (on Debian: apt-get install {_DEBIAN_PACKAGES})"
        raise Refused([Finding("W001", Spot("weasyprint"), wrong, write)]) from error
    return weasyprint


@cache
def layout_libraries() -> tuple[str, ...]:
    """Return the versions of the system libraries that lay out text, without loading WeasyPrint; empty if unknown."""
    found: list[str] = []
    for function, names in _VERSIONED_LIBRARIES.items():
        for name in names:
            with contextlib.suppress(OSError, AttributeError):
                version = getattr(ctypes.CDLL(name), function)
                version.restype = ctypes.c_char_p
                found.append(f"{function} {version().decode()}")
                break
    return tuple(found)


@contextlib.contextmanager
def _libraries_by_name() -> Iterator[None]:
    """Make WeasyPrint load libraries by name, without a slow search, while the context is open.

    On Linux this finds all of them. Otherwise each name of another system starts ldconfig, a compiler and a linker:
    fifty programs, 0.3 s.
    """
    search = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = _find_nothing
    try:
        yield
    finally:
        ctypes.util.find_library = search


def _find_nothing(name: str) -> str | None:
    """Return None for every library name, so that no library is searched for."""
    return None


@contextlib.contextmanager
def only_kit_fonts() -> Iterator[None]:
    """Hide all fonts but the kit's from new font configurations.  Source: the user manual of fontconfig."""
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
def no_garbage_collection() -> Iterator[None]:
    """Stop Python's garbage collector while the context is open.

    Typesetting a book makes millions of objects that all remain until the end. Collecting took a fifth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class WeasyPrintLog(logging.Handler):
    """Turns the log of WeasyPrint into findings: missing files are errors, unknown styles are warnings."""

    def __init__(self, spot: Spot) -> None:
        super().__init__(logging.WARNING)
        self.findings: list[Finding] = []
        self._spot = spot

    def emit(self, record: logging.LogRecord) -> None:
        """Add a finding for a record of the WeasyPrint log."""
        text = " ".join(record.getMessage().split())
        missing = record.levelno >= logging.ERROR or "Font-face" in text or "glyph" in text
        severity = Severity.ERROR if missing else Severity.WARNING
        finding = Finding("W002" if missing else "W003", self._spot, text, severity=severity)
        if finding not in self.findings:
            self.findings.append(finding)

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Collect the WeasyPrint log while the context is open; nothing goes to the terminal."""
        logger = logging.getLogger("weasyprint")
        handlers, propagate = logger.handlers, logger.propagate
        logger.handlers, logger.propagate = [self], False
        try:
            yield
        finally:
            logger.handlers, logger.propagate = handlers, propagate
