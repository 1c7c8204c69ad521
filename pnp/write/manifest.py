"""What a kit's folder holds: the manifest lists it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pikepdf

from pnp.units import MM_PER_POINT
from pnp.write.folder import MANIFEST

JOINED = "kit.pdf"
"""Holds the pages of other files once more."""


def write_manifest(folder: Path, made: Mapping[str, Any]) -> tuple[int, int]:
    """Write `manifest.json`: what the kit is made of, and every file of the folder with its name, bytes and SHA-256,
    and the pages of a PDF with their sizes in mm.

    Gives how many files there are, and how many pages without those of the joined file.
    """
    files = [_describe(path, folder) for path in sorted(folder.rglob("*")) if path.is_file() and path.name != MANIFEST]
    listing = json.dumps({**made, "files": files}, ensure_ascii=False, indent=1)
    (folder / MANIFEST).write_text(listing + "\n", encoding="utf-8", newline="")
    return len(files) + 1, sum(file.get("pages", 0) for file in files if file["name"] != JOINED)


def count_pages(pdf: Path) -> int:
    """How many pages a PDF has."""
    with pikepdf.open(pdf) as opened:
        return len(opened.pages)


def _describe(path: Path, folder: Path) -> dict[str, Any]:
    data = path.read_bytes()
    found: dict[str, Any] = {"name": path.relative_to(folder).as_posix(), "bytes": len(data)}
    found["sha256"] = hashlib.sha256(data).hexdigest()
    if path.suffix == ".pdf":
        with pikepdf.open(path) as pdf:
            sizes = [_size_mm(page) for page in pdf.pages]
        found |= {"pages": len(sizes), "sizes_mm": [list(size) for size in dict.fromkeys(sizes)]}
    return found


def _size_mm(page: pikepdf.Page) -> tuple[float, float]:
    left, foot, right, top = (float(side) for side in page.mediabox)
    return round((right - left) * MM_PER_POINT, 1), round((top - foot) * MM_PER_POINT, 1)
