"""Names of embedded fonts: six letters and a plus sign, other ones for each subset in a file.

reportlab begins all names with AAAAAA. Where files are joined, two subsets of one font would have one name, and some
printers then take letters from the wrong one.  Source: ISO 32000-1, 9.6.4 (font subsets).
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pikepdf

_TAG = re.compile(r"/[A-Z]{6}\+")
_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")


def name_subsets(pdf: pikepdf.Pdf) -> None:
    """Name every subset after what it holds, so that equal names mean equal fonts."""
    for font in pdf.objects:
        if not isinstance(font, pikepdf.Dictionary) or font.get("/Type") != "/Font":
            continue
        described = font.DescendantFonts[0] if "/DescendantFonts" in font else font
        descriptor = described.get("/FontDescriptor")
        if descriptor is None or not _TAG.match(str(font.get("/BaseFont", ""))):
            continue
        program = next((descriptor[key] for key in _PROGRAMS if key in descriptor), None)
        if program is not None:
            _rename(font, described, descriptor, _letters(program.read_raw_bytes()))


def _rename(font: Any, described: Any, descriptor: Any, tag: str) -> None:  # noqa: ANN401 - pikepdf objects
    for holder, key in ((font, "/BaseFont"), (described, "/BaseFont"), (descriptor, "/FontName")):
        if key in holder:
            holder[key] = pikepdf.Name(f"/{tag}+{_TAG.sub('', str(holder[key])).removeprefix('/')}")


def _letters(data: bytes) -> str:
    """Six capitals that stand for data."""
    number = int.from_bytes(hashlib.sha256(data).digest()[:8], "big")
    return "".join(chr(65 + number // 26**place % 26) for place in range(6))
