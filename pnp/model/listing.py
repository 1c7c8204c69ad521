"""The records in `manifest.json`: the files of a kit, and the position of every face on its sheets."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from pnp.model.record import Record
from pnp.units import Degrees, Mm

MANIFEST = "manifest.json"


class _Listed(Record):
    """Base of manifest records: keys of later versions are ignored, texts keep their spaces."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=False)


class ListedFace(_Listed):
    """One face on a page: its box (x, y, width, height), its clockwise turn, and its texts (None if unknown)."""

    of: str
    side: Literal["front", "back"]
    box: tuple[Mm, Mm, Mm, Mm]
    turn: Degrees = 0
    texts: tuple[str, ...] | None = None


class ListedPage(_Listed):
    """A page of a PDF: its size, which side of its sheet it is, and the faces on it.

    `shift` is the transformation that compensates the printer's back shift (six numbers).
    """

    size: tuple[Mm, Mm]
    side: Literal["front", "back"] = "front"
    shift: tuple[float, float, float, float, float, float] | None = None
    faces: tuple[ListedFace, ...] = ()


class ListedFile(_Listed):
    """A file: its name (with `/` between folders), size in bytes and SHA-256.

    A PDF also has the number of its pages and their different sizes. A PDF of imposed sheets also has its duplex mode
    and each page.
    """

    name: str
    bytes: int
    sha256: str
    pages: int | None = None
    sizes_mm: tuple[tuple[Mm, Mm], ...] | None = None
    duplex: Literal["long", "short", "none"] | None = None
    sheets: tuple[ListedPage, ...] = ()


class Listing(_Listed):
    """All files of a kit except the manifest itself."""

    files: tuple[ListedFile, ...]
