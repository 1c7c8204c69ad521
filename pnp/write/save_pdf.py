"""Saves PDF files that pikepdf holds, with the same bytes in every process."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import pikepdf

from pnp.write.pdf import COMPRESSION


def save_pdf(pdf: pikepdf.Pdf, target: Path | BinaryIO, *, min_version: str = "", packed: bool = False) -> None:
    """Write a PDF to a file or stream, with an id that depends on its contents alone.

    `packed` puts its objects into compressed streams. The level of compression is a setting of the whole process in
    QPDF, so it is set before each file.
    """
    pikepdf.settings.set_flate_compression_level(COMPRESSION)
    mode = pikepdf.ObjectStreamMode.generate if packed else pikepdf.ObjectStreamMode.preserve
    pdf.save(target, min_version=min_version, deterministic_id=True, object_stream_mode=mode)
