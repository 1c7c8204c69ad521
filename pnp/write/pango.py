"""Loads WeasyPrint with only the fonts of the kit, and turns its log into findings."""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import gc
import logging
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from threading import RLock, get_ident
from typing import Any

from pnp.findings import Finding, Refused, Severity
from pnp.fork_server import environment_of_children
from pnp.own_process import is_own_process
from pnp.resources import templates_dir
from pnp.spot import Spot

_VERSIONED_LIBRARIES = {
    "pango_version_string": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    "hb_version_string": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
}
"""The functions that return the versions of Pango and HarfBuzz, with the names of their library on each system."""
_LIBRARIES = {"gobject-2.0": 0, "pango-1.0": 0, "harfbuzz": 0, "fontconfig": 1, "pangoft2-1.0": 0}
"""The libraries that WeasyPrint needs, with the numbers of their interfaces."""
_DEBIAN_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


TYPESETTING = RLock()
"""Held by the thread that loads WeasyPrint or typesets with it."""


def load_weasyprint() -> Any:  # noqa: ANN401 - it ships no types
    """Return the WeasyPrint module; raise `Refused` if Pango, which it needs, is missing.

    `Refused` (W001) if Pango is missing; the finding names the packages to install.
    """
    try:
        with TYPESETTING, warnings.catch_warnings(), only_kit_fonts(), _libraries_by_name():
            warnings.simplefilter("ignore")  # about missing fonts, which is expected
            _find_libraries()
            import weasyprint  # noqa: PLC0415 - takes a third of a second, and needs libraries that maps do not need
    except (OSError, ImportError) as error:
        wrong = f"books cannot be typeset: {str(error).splitlines()[0].partition(': ')[0]}"
        write = f"install Pango (on Debian: apt-get install {_DEBIAN_PACKAGES})"
        raise Refused([Finding("W001", Spot("weasyprint"), wrong, write)]) from error
    return weasyprint


def _find_libraries() -> None:
    """Raise `OSError` if a library of WeasyPrint is missing, for which it would print a page of advice."""
    needed = {} if sys.platform == "win32" else _LIBRARIES  # it searches further folders there
    ffi = import_module("cffi").FFI()
    for name, major in needed.items():
        for file in (f"lib{name}.{major}.dylib", name):  # as WeasyPrint names them on other systems than Linux
            with contextlib.suppress(OSError):
                ffi.dlopen(file)
                break
        else:
            ffi.dlopen(f"lib{name}.so.{major}")


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
    search, thread = ctypes.util.find_library, get_ident()
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None if get_ident() == thread else search(name)
    try:
        yield
    finally:
        ctypes.util.find_library = search


def only_kit_fonts() -> contextlib.AbstractContextManager[None]:
    """Hide all fonts but the kit's from new font configurations.  Source: the user manual of fontconfig."""
    return environment_of_children({"FONTCONFIG_FILE": str(templates_dir() / "fonts" / "fonts.conf")})


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Stop Python's garbage collector while the context is open, if this process runs nothing but pnp.

    Typesetting a book makes millions of objects that all remain until the end. Collecting took a fifth of the time.
    """
    stops = is_own_process() and gc.isenabled()
    if stops:
        gc.disable()
    try:
        yield
    finally:
        if stops:
            gc.enable()


class WeasyPrintLog(logging.Filter):
    """Turns what WeasyPrint logs in this thread into findings: missing files are errors, others are warnings."""

    def __init__(self, spot: Spot) -> None:
        super().__init__()
        self.findings: list[Finding] = []
        self._spot, self._thread = spot, get_ident()

    def filter(self, record: logging.LogRecord) -> bool:
        """Add a finding for a record of this thread, and keep it from the terminal; leave others as they are."""
        if record.thread != self._thread:
            return True
        text = " ".join(record.getMessage().split())
        missing = record.levelno >= logging.ERROR or "Font-face" in text or "glyph" in text
        severity = Severity.ERROR if missing else Severity.WARNING
        finding = Finding("W002" if missing else "W003", self._spot, text, severity=severity)
        if record.levelno >= logging.WARNING and finding not in self.findings:
            self.findings.append(finding)
        return False

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Collect the log of WeasyPrint while the context is open."""
        logger = logging.getLogger("weasyprint")
        logger.addFilter(self)
        try:
            yield
        finally:
            logger.removeFilter(self)
