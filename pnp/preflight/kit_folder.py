"""Checks of a kit's folder against its manifest: missing, added and changed files and pages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image
from pydantic import ValidationError

from pnp.findings import Finding, Severity
from pnp.impose.page import Document, Page, Placement
from pnp.model.listing import MANIFEST, ListedFile, ListedPage, Listing
from pnp.preflight.page_findings import first_few, page_finding, preflight_check
from pnp.preflight.page_pictures import small_picture
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.pdf_file import PdfFile, page_of_another_size, pages_missing
from pnp.preflight.printed_text import Texts, face_faults, text_differs_from_data
from pnp.scene import Matrix, Rect
from pnp.spot import Spot

_LITTER = {".DS_Store", "Thumbs.db", "desktop.ini"}
"""Files that desktops leave in any folder."""
_LARGEST = 100_000_000
"""The greatest number of bytes of a manifest."""
_SAME = 0.9
"""The share of its faces that a page must show to be recognised."""
_DIFFERENT = 64
"""The least difference in the grey of a pixel (0-255) of a small picture.

A change elsewhere on the page can change the colours of the picture slightly.
"""
_LEAST = 2
"""The least number of pixels that differ."""


def read_listing(folder: Path) -> Listing | Finding:
    """Return the manifest of a kit, or a finding if it cannot be read."""
    path = folder / MANIFEST
    wrong = f"this file is not the manifest of a kit, or it has more than {_LARGEST // 1_000_000} MB"
    if not path.is_file() or path.stat().st_size > _LARGEST:
        return Finding("P001", Spot(str(path)), wrong, "build the kit again")
    try:
        listing = Listing.model_validate_json(path.read_bytes())
    except ValidationError:
        return Finding("P001", Spot(str(path)), wrong, "build the kit again")
    for file in listing.files:
        name = PurePosixPath(file.name)
        if name.is_absolute() or ".." in name.parts:
            wrong = f"the manifest lists a file outside the kit: {file.name!r}"
            return Finding("P001", Spot(str(path)), wrong, "build the kit again")
    return listing


@preflight_check("P027")
def file_missing(folder: Path, listing: Listing) -> Iterator[Finding]:
    """A file that the manifest of a kit lists is missing.

    Build the kit again.
    """
    yield from _finding_on_files(
        "P027", folder, [file.name for file in listing.files if not (folder / file.name).is_file()], "are missing"
    )


@preflight_check("P028")
def file_changed(folder: Path, listing: Listing) -> Iterator[Finding]:
    """A file of a kit has changed since it was built: its size or its SHA-256 differs from the manifest.

    It was damaged in transfer or changed by another program, and may no longer print correctly.
    """
    changed = [file.name for file in listing.files if is_changed(folder, file)]
    yield from _finding_on_files("P028", folder, changed, "have changed since they were built")


@preflight_check("P029")
def file_added(folder: Path, listing: Listing) -> Iterator[Finding]:
    """The folder of a kit contains a file that its manifest does not list.

    Move the file to another folder.

    Severity: warning.
    """
    known = {file.name for file in listing.files} | {MANIFEST}
    names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if not path.is_dir()]
    added = [name for name in names if name not in known and PurePosixPath(name).name not in _LITTER]
    if added:
        wrong = f"the folder contains files that do not belong to the kit: {first_few(added, 8)}"
        yield Finding("P029", Spot(str(folder)), wrong, "move them to another folder", Severity.WARNING)


def _finding_on_files(code: str, folder: Path, names: list[str], fault_text: str) -> Iterator[Finding]:
    """Yield one finding that lists all these files; nothing if there are none."""
    if names:
        wrong = f"files of the kit {fault_text}: {first_few(names, 8)}"
        yield Finding(code, Spot(str(folder)), wrong, "build or download the kit again")


def is_changed(folder: Path, file: ListedFile) -> bool:
    """Return whether a file of a kit exists but differs from the manifest."""
    path = folder / file.name
    if not path.is_file():
        return False
    if path.stat().st_size != file.bytes:
        return True
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest() != file.sha256


@preflight_check("P030")
def page_out_of_place(file: PdfFile, document: Document, texts: Texts) -> Iterator[Finding]:
    """A page of a changed file is in the wrong place, upside down, or lacks pieces that the manifest lists.

    Only files that were changed are checked. Each page is compared with the pieces in the manifest.
    """
    for sheet, page in zip(file.pages, document.pages, strict=False):
        if not _has_texts(page, texts) or _share_found(sheet, page, texts) >= _SAME / 2:
            continue
        others = [n for n, other in enumerate(document.pages, 1) if _share_found(sheet, other, texts) >= _SAME]
        if others:
            wrong = f"the pages are out of order: this was page {others[0]} when the kit was built"
        elif _share_found(sheet, _upside_down(page), texts) >= _SAME:
            wrong = "the page is upside down"
        else:
            wrong = f"the {page.facing}s of the pieces are missing or not in their places"
        yield page_finding("P030", file.name, sheet.number, wrong, "build or download the kit again")


@preflight_check("P031")
def page_looks_different(
    file: PdfFile, document: Document, path: Path, pictures: tuple[Path, ...]
) -> Iterator[Finding]:
    """A page of a file looks different from its thumbnail in the kit.

    Only files that were changed are checked. The finding names the pieces that look different.
    """
    with pypdfium2.PdfDocument(path) as opened:
        for number, picture in enumerate(pictures, 1):
            if number > len(opened):
                return
            with Image.open(picture) as image:
                before = np.asarray(image.convert("L")).astype(int)
            page = opened[number - 1]
            after = np.asarray(small_picture(page, max(before.shape)).convert("L")).astype(int)
            page.close()
            imposed = document.pages[number - 1] if number <= len(document.pages) else None
            wrong = _difference_words(before, after, imposed, file.pages[number - 1])
            if wrong:
                yield page_finding("P031", file.name, number, wrong, "build or download the kit again")


def check_listed(file: PdfFile, listed: ListedFile, path: Path, pictures: tuple[Path, ...]) -> Iterator[Finding]:
    """Yield the findings about a changed file of a kit, compared with the manifest.

    `pictures` are the small pictures of its pages.
    """
    document, texts = _listed_document(listed)
    if document.pages:
        yield from pages_missing(file, len(document.pages))
        yield from page_of_another_size(file, [(page.width, page.height) for page in document.pages])
        out_of_place = tuple(page_out_of_place(file, document, texts))
        yield from out_of_place
        misplaced = {finding.spot.path for finding in out_of_place}
        for finding in text_differs_from_data(file, document, texts):
            if finding.spot.path not in misplaced:
                yield finding
    elif listed.pages is not None:
        yield from pages_missing(file, listed.pages)
    yield from page_looks_different(file, document, path, pictures)


def page_images(folder: Path, file: ListedFile) -> tuple[Path, ...]:
    """Return the paths of the small pictures of a file's pages; empty if one is missing."""
    stem, pages = Path(file.name).stem, file.pages or 0
    digits = max(2, len(str(pages)))
    found = tuple(folder / "pages" / f"{stem}-{number:0{digits}d}.png" for number in range(1, pages + 1))
    return found if all(path.is_file() for path in found) else ()


def _listed_document(file: ListedFile) -> tuple[Document, Texts]:
    """Return the imposed pages and the texts of a file, as the manifest lists them.

    The pages have no drawings and no marks.
    """
    faces = [face for page in file.sheets for face in page.faces]
    texts: Texts = {(face.of, face.side): face.texts for face in faces if face.texts is not None}
    pages = tuple(_listed_page(page) for page in file.sheets)
    return Document(file.name, "", pages, file.duplex or "none"), texts


def _listed_page(page: ListedPage) -> Page:
    """Return an imposed page as the manifest lists it, without drawings and marks."""
    width, height = page.size
    whole = Rect(0, 0, width, height)
    placements = tuple(Placement(face.of, face.side, Rect(*face.box), face.turn) for face in page.faces)
    shift = Matrix(*page.shift) if page.shift else Matrix()
    return Page("", width, height, whole, whole, (), (), placements, page.side, correction=shift)


def _has_texts(page: Page, texts: Texts) -> bool:
    """Return whether the data contains a text for any face on a page."""
    return any(texts.get((p.component, p.facing)) for p in page.placements)


def _share_found(sheet: WrittenPage, page: Page, texts: Texts) -> float:
    """Return the share (0 to 1) of a page's faces that the written page shows in their places."""
    asked = sum((p.component, p.facing) in texts for p in page.placements)
    return 1 - sum(1 for _ in face_faults(sheet, page, texts)) / asked if asked else 0


def _upside_down(page: Page) -> Page:
    """Return a copy of an imposed page, rotated by 180 degrees."""
    turned = tuple(
        Placement(
            p.component,
            p.facing,
            Rect(page.width - p.box.right, page.height - p.box.bottom, p.box.width, p.box.height),
            (p.turn + 180) % 360,
        )
        for p in page.placements
    )
    return Page("", page.width, page.height, page.trim, page.bleed, (), (), turned, page.facing)


def _difference_words(before: Any, after: Any, page: Page | None, sheet: WrittenPage) -> str:  # noqa: ANN401 - arrays
    """Return a message about where two pictures of a page differ; an empty text if they are alike."""
    if before.shape != after.shape:
        return "the page differs in shape from its picture"
    ys, xs = np.nonzero(np.abs(before - after) > _DIFFERENT)
    if len(xs) < _LEAST:
        return ""
    mm = sheet.width / before.shape[1]
    points = [((x + 0.5) * mm, (y + 0.5) * mm) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)]
    faces = page.placements if page else ()
    hit = [f"{p.component} {p.facing}" for p in faces if any(p.box.holds(*point) for point in points)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, foot = min(y for _, y in points), max(y for _, y in points)
    where = (
        first_few(hit) if hit else f"{left:.0f}-{right:.0f} mm from the left and {top:.0f}-{foot:.0f} mm from the top"
    )
    return f"the page looks different from the page that was built: {where}"
