"""Writes `manifest.json`, which lists the files of a kit and what is on each imposed page."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from pnp import __version__
from pnp.impose.page import Document, Page
from pnp.model.listing import MANIFEST, ListedFace, ListedFile, ListedPage
from pnp.scene import Matrix
from pnp.units import MM_PER_POINT, Mm, int_sum
from pnp.write.pdf import Turn

PROGRAM = f"pnp {__version__}"
"""The name and version of this program."""
DRAWING_LIBRARIES = (
    "reportlab",
    "weasyprint",
    "pydyf",
    "pikepdf",
    "pypdfium2",
    "numpy",
    "shapely",
    "fonttools",
    "svgwrite",
)
"""The libraries whose versions can change the bytes of a kit."""
JOINED = "kit.pdf"
"""The file that repeats the pages of other files."""


def write_manifest(folder: Path, contents: Mapping[str, Any], sheets: Mapping[str, ListedSheets]) -> tuple[int, int]:
    """Write `manifest.json`; return how many files and how many pages the kit has.

    The pages of the joined file are not counted again.

    `contents` describes the kit: game and options. `sheets` has the imposed pages of PDFs by name without suffix. The
    manifest also names the program and the versions of the libraries that draw.
    """
    files = [
        _listed_file(path, folder, sheets.get(path.stem))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path != folder / MANIFEST
    ]
    listed = [_as_json(file.model_dump(mode="json", exclude_defaults=True)) for file in files]
    versions = {name: metadata.version(name) for name in DRAWING_LIBRARIES}
    made_with = {"program": PROGRAM, "libraries": versions}
    entries = [f"{_as_json(key)}: {_as_json(value)}" for key, value in {**contents, **made_with}.items()]
    entries.append('"files": [\n' + ",\n".join(listed) + "\n]")
    (folder / MANIFEST).write_text("{" + ",\n".join(entries) + "}\n", encoding="utf-8", newline="")
    return len(files) + 1, int_sum(file.pages or 0 for file in files if file.name != JOINED)


def _as_json(value: Any) -> str:  # noqa: ANN401
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


class ListedSheets(NamedTuple):
    """The duplex mode of a document (how sheets are flipped), and its pages as the manifest lists them."""

    duplex: Turn
    pages: tuple[ListedPage, ...]


def list_sheets(document: Document, texts: Mapping[tuple[str, str], tuple[str, ...]]) -> ListedSheets:
    """Return what the manifest says about an imposed document: its duplex mode and its pages.

    `texts` has the text on each face: (component, side) -> texts.
    """
    return ListedSheets(document.duplex, tuple(_list_page(page, texts) for page in document.pages))


def _list_page(page: Page, texts: Mapping[tuple[str, str], tuple[str, ...]]) -> ListedPage:
    """Return what the manifest says about one imposed page."""
    faces = tuple(
        ListedFace(
            of=p.component,
            side=p.facing,
            box=_rounded(p.box.x, p.box.y, p.box.width, p.box.height),
            turn=round(p.turn, 3),
            texts=texts.get((p.component, p.facing)),
        )
        for p in page.placements
    )
    m = page.correction
    shift = None if m == Matrix() else (m.a, m.b, m.c, m.d, m.e, m.f)
    return ListedPage(size=(round(page.width, 4), round(page.height, 4)), side=page.facing, shift=shift, faces=faces)


def _rounded(x: Mm, y: Mm, width: Mm, height: Mm) -> tuple[Mm, Mm, Mm, Mm]:
    """Return the position and size of a rectangle, rounded for the manifest."""
    return (round(x, 4), round(y, 4), round(width, 4), round(height, 4))


def count_pages(pdf: Path) -> int:
    """Return the number of pages of a PDF."""
    with pikepdf.open(pdf) as opened:
        return len(opened.pages)


def _listed_file(path: Path, folder: Path, sheets: ListedSheets | None) -> ListedFile:
    """Return what the manifest says about one file."""
    data = path.read_bytes()
    name, sha256 = path.relative_to(folder).as_posix(), hashlib.sha256(data).hexdigest()
    if path.suffix != ".pdf":
        return ListedFile(name=name, bytes=len(data), sha256=sha256)
    with pikepdf.open(path) as pdf:
        sizes = [_size_mm(page) for page in pdf.pages]
    found = ListedFile(
        name=name, bytes=len(data), sha256=sha256, pages=len(sizes), sizes_mm=tuple(dict.fromkeys(sizes))
    )
    return found.model_copy(update={"duplex": sheets.duplex, "sheets": sheets.pages}) if sheets else found


def _size_mm(page: pikepdf.Page) -> tuple[float, float]:
    """Return the width and height of a page in millimetres."""
    left, foot, right, top = (float(side) for side in page.mediabox)
    return round((right - left) * MM_PER_POINT, 1), round((top - foot) * MM_PER_POINT, 1)
