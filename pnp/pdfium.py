"""Opens PDF files with PDFium, for one thread at a time: PDFium must not be used by two threads at once.

Source: the readme of pypdfium2, "Incompatibility with threading".
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

import pypdfium2

_IN_USE = RLock()


@contextmanager
def open_pdf(source: Path | bytes) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF; until it is closed, other threads that open one wait.

    Raise `pypdfium2.PdfiumError` if it cannot be read.
    """
    with _IN_USE, pypdfium2.PdfDocument(source) as document:
        yield document
