"""Checks of a kit's folder against its manifest: missing, added and changed files and pages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from PIL import Image
from pydantic import ValidationError

from pnp.findings import Finding, Severity
from pnp.impose.page import Document, Page, Placement
from pnp.model.listing import MANIFEST, ListedFile, ListedPage, Listing
from pnp.pdfium import open_pdf
from pnp.preflight.marked_pages import misplaced_pages, page_looks_different
from pnp.preflight.page_findings import first_few, page_finding, preflight_check
from pnp.preflight.page_mark import PageLook
from pnp.preflight.page_pictures import small_picture
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.pdf_file import PdfFile, page_of_another_size, pages_missing
from pnp.preflight.printed_text import Texts, face_faults, text_differs_from_data
from pnp.scene import Matrix, Point, Rect
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
_ALIKE = 0.01
"""The share of its pixels that may differ from a thumbnail if the page is still recognised by it."""


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
    """A page of a changed file is upside down, or lacks pieces that the manifest lists.

    Only files that were changed are checked. Each page is compared with the pieces in the manifest.
    """
    for sheet, page in zip(file.pages, document.pages, strict=True):
        if not _has_texts(page, texts) or _share_found(sheet, page, texts) >= _SAME / 2:
            continue
        wrong = f"the {page.facing}s of the pieces are missing or not in their places"
        if _share_found(sheet, _upside_down(page), texts) >= _SAME:
            wrong = "the page is upside down"
        yield page_finding("P030", file.name, sheet.number, wrong, "build or download the kit again")


def check_listed(
    file: PdfFile, listed: ListedFile, path: Path, thumbnails: tuple[Path, ...], looks: Mapping[int, PageLook]
) -> Iterator[Finding]:
    """Yield the findings about a changed file of a kit, compared with the manifest and the thumbnails of its pages.

    `looks` says what its pages show. Pages are compared with those that they were in the kit, wherever they are now.
    """
    document, texts = _listed_document(listed)
    name = PurePosixPath(listed.name).stem
    before, after = _pictures(path, thumbnails)
    numbers = _numbers_in_kit(file, name, before, after)
    if not any(page.mark for page in file.pages):
        if before:
            places = [numbers.get(page.number) for page in file.pages]
            yield from misplaced_pages(file.name, name, places, len(before))
        elif listed.pages is not None:
            yield from pages_missing(file, listed.pages)
    imposed = {place: document.pages[number - 1] for place, number in numbers.items() if number <= len(document.pages)}
    if imposed:
        known = replace(file, pages=tuple(page for page in file.pages if page.number in imposed))
        document = replace(document, pages=tuple(imposed[page.number] for page in known.pages))
        yield from page_of_another_size(known, [(page.width, page.height) for page in document.pages])
        out_of_place = tuple(page_out_of_place(known, document, texts))
        yield from out_of_place
        misplaced = {finding.spot.path for finding in out_of_place}
        for finding in text_differs_from_data(known, document, texts):
            if finding.spot.path not in misplaced:
                yield finding
    changed = {
        place: _changed_points(before[number - 1], after[place - 1], file.pages[place - 1])
        for place, number in numbers.items()
        if number <= len(before)
    }
    yield from page_looks_different(file, looks, changed, imposed)


def _pictures(path: Path, thumbnails: tuple[Path, ...]) -> tuple[list[Any], list[Any]]:
    """Return the grey thumbnails of the pages of a file in the kit, and such pictures of its pages now."""
    before: list[Any] = []
    for thumbnail in thumbnails:
        with Image.open(thumbnail) as image:
            before.append(np.asarray(image.convert("L")).astype(int))
    after: list[Any] = []
    if before:
        with open_pdf(path) as opened:
            for page in opened:
                after.append(np.asarray(small_picture(page, max(before[0].shape)).convert("L")).astype(int))
                page.close()
    return before, after


def _numbers_in_kit(file: PdfFile, name: str, before: Sequence[Any], after: Sequence[Any]) -> dict[int, int]:
    """Return, for the places of pages in a file, the numbers that they had in the kit; some pages may be unknown.

    A page has a mark, or it looks like a thumbnail. A page that was changed follows the page before it.
    """
    numbers: dict[int, int] = {}
    for page in file.pages:
        if page.mark is not None:
            if page.mark.file == name:
                numbers[page.number] = page.mark.number
        elif after:
            picture = after[page.number - 1]
            shares = [(_share_changed(one, picture), abs(at - page.number), at) for at, one in enumerate(before, 1)]
            share, _, at = min(shares)
            if share < _ALIKE:
                numbers[page.number] = at
    for page in file.pages:
        following = numbers.get(page.number - 1, 0) + 1
        if page.mark is None and page.number not in numbers and following not in numbers.values():
            numbers[page.number] = following
    return numbers


def _share_changed(before: Any, after: Any) -> float:  # noqa: ANN401 - arrays
    """Return which share (0 to 1) of the pixels of two pictures differs; 1 if they differ in shape."""
    return float(np.mean(np.abs(before - after) > _DIFFERENT)) if before.shape == after.shape else 1.0


def _changed_points(before: Any, after: Any, sheet: WrittenPage) -> list[Point]:  # noqa: ANN401 - arrays
    """Return the points of a page (mm from the top left corner) at which two pictures of it differ."""
    if before.shape != after.shape:
        return []  # a page of another size is a finding of its own
    ys, xs = np.nonzero(np.abs(before - after) > _DIFFERENT)
    mm = sheet.width / before.shape[1]
    points = [((x + 0.5) * mm, (y + 0.5) * mm) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)]
    return points if len(points) >= _LEAST else []


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
