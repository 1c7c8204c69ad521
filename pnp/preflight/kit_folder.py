"""Checks on a kit's folder: every file is there and as it was built, and every page shows what its manifest lists."""

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
from pnp.preflight.page_pictures import small_picture
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.pdf_file import PdfFile, page_of_another_size, pages_missing
from pnp.preflight.printed_text import Texts, faces_not_of_the_data, text_not_that_of_the_data
from pnp.preflight.register import first_few, on_page, preflight_check
from pnp.scene import Matrix, Rect
from pnp.spot import Spot

_LITTER = {".DS_Store", "Thumbs.db", "desktop.ini"}
"""What desktops leave in any folder."""
_LARGEST = 100_000_000
"""Bytes that a manifest may have."""
_SAME = 0.9
"""The share of a page's faces that must be right for it to be that page."""
_DIFFERENT = 64
"""By how much the grey of a pixel (0-255) of a small picture must differ. A change elsewhere on the page can make it
lose some of its colours.
"""
_LEAST = 2
"""Pixels that must differ."""


def read_listing(folder: Path) -> Listing | Finding:
    """What a kit's manifest lists, or what is wrong with it."""
    path = folder / MANIFEST
    wrong = f"this is not the manifest of a kit, or one of more than {_LARGEST // 1_000_000} MB"
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
    """A file of a kit is missing."""
    yield from _about(
        "P027", folder, [file.name for file in listing.files if not (folder / file.name).is_file()], "missing"
    )


@preflight_check("P028")
def file_changed(folder: Path, listing: Listing) -> Iterator[Finding]:
    """A file of a kit is not as it was built: its size or its SHA-256 differs from the manifest.

    It was damaged in transfer or changed by another program, and may no longer print correctly.
    """
    changed = [file.name for file in listing.files if is_changed(folder, file)]
    yield from _about("P028", folder, changed, "not as they were built")


@preflight_check("P029")
def file_added(folder: Path, listing: Listing) -> Iterator[Finding]:
    """A kit's folder holds a file that no build has made."""
    known = {file.name for file in listing.files} | {MANIFEST}
    names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if not path.is_dir()]
    added = [name for name in names if name not in known and PurePosixPath(name).name not in _LITTER]
    if added:
        wrong = f"the folder holds files that do not belong to the kit: {first_few(added, 8)}"
        yield Finding("P029", Spot(str(folder)), wrong, "move them away", Severity.WARNING)


def _about(code: str, folder: Path, names: list[str], what: str) -> Iterator[Finding]:
    """One finding on all files that something is wrong with, if there are any."""
    if names:
        wrong = f"files of the kit are {what}: {first_few(names, 8)}"
        yield Finding(code, Spot(str(folder)), wrong, "build or download the kit again")


def is_changed(folder: Path, file: ListedFile) -> bool:
    """Whether a file is there, but not as the manifest lists it."""
    path = folder / file.name
    if not path.is_file():
        return False
    if path.stat().st_size != file.bytes:
        return True
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest() != file.sha256


@preflight_check("P030")
def page_out_of_place(written: PdfFile, document: Document, texts: Texts) -> Iterator[Finding]:
    """A page of a kit's file is out of order, upside down, or lacks the pieces that the manifest lists for it.

    This check runs on files that were changed. It compares each page with the pieces that the manifest lists for it.
    """
    for sheet, page in zip(written.pages, document.pages, strict=False):
        if not _has_texts(page, texts) or _share(sheet, page, texts) >= _SAME / 2:
            continue
        others = [n for n, other in enumerate(document.pages, 1) if _share(sheet, other, texts) >= _SAME]
        if others:
            wrong = f"the pages are out of order: this was page {others[0]} when the kit was built"
        elif _share(sheet, _upside_down(page), texts) >= _SAME:
            wrong = "the page stands upside down"
        else:
            wrong = f"the {page.facing}s of the pieces are missing or not at their places"
        yield on_page("P030", written.name, sheet.number, wrong, "build or download the kit again")


@preflight_check("P031")
def page_looks_different(
    written: PdfFile, document: Document, path: Path, pictures: tuple[Path, ...]
) -> Iterator[Finding]:
    """A page of a kit's file differs from the small picture that was made of it when the kit was built.

    This check runs on files that were changed, and names the pieces that look different.
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
            listed = document.pages[number - 1] if number <= len(document.pages) else None
            wrong = _difference(before, after, listed, written.pages[number - 1])
            if wrong:
                yield on_page("P031", written.name, number, wrong, "build or download the kit again")


def check_listed(written: PdfFile, file: ListedFile, path: Path, pictures: tuple[Path, ...]) -> Iterator[Finding]:
    """What a file that was changed no longer shows as it was built. `pictures` are those of its pages."""
    document, texts = _document(file)
    if document.pages:
        yield from pages_missing(written, len(document.pages))
        yield from page_of_another_size(written, [(page.width, page.height) for page in document.pages])
        out_of_place = tuple(page_out_of_place(written, document, texts))
        yield from out_of_place
        misplaced = {finding.spot.path for finding in out_of_place}
        for finding in text_not_that_of_the_data(written, document, texts):
            if finding.spot.path not in misplaced:
                yield finding
    elif file.pages is not None:
        yield from pages_missing(written, file.pages)
    yield from page_looks_different(written, document, path, pictures)


def page_images(folder: Path, file: ListedFile) -> tuple[Path, ...]:
    """The small pictures of a file's pages in the kit's folder, in order; none if one is missing."""
    stem, pages = Path(file.name).stem, file.pages or 0
    digits = max(2, len(str(pages)))
    found = tuple(folder / "pages" / f"{stem}-{number:0{digits}d}.png" for number in range(1, pages + 1))
    return found if all(path.is_file() for path in found) else ()


def _document(file: ListedFile) -> tuple[Document, Texts]:
    """The imposed pages of a file as far as the manifest lists them: without art and marks."""
    faces = [face for page in file.sheets for face in page.faces]
    texts: Texts = {(face.of, face.side): face.texts for face in faces if face.texts is not None}
    pages = tuple(_page(page) for page in file.sheets)
    return Document(file.name, "", pages, file.duplex or "none"), texts


def _page(page: ListedPage) -> Page:
    width, height = page.size
    whole = Rect(0, 0, width, height)
    placements = tuple(Placement(face.of, face.side, Rect(*face.box), face.turn) for face in page.faces)
    shift = Matrix(*page.shift) if page.shift else Matrix()
    return Page("", width, height, whole, whole, (), (), placements, page.side, correction=shift)


def _has_texts(page: Page, texts: Texts) -> bool:
    return any(texts.get((p.component, p.facing)) for p in page.placements)


def _share(sheet: WrittenPage, page: Page, texts: Texts) -> float:
    """The share of the faces of a page whose texts a sheet shows at their places."""
    asked = sum((p.component, p.facing) in texts for p in page.placements)
    return 1 - sum(1 for _ in faces_not_of_the_data(sheet, page, texts)) / asked if asked else 0


def _upside_down(page: Page) -> Page:
    """A page after half a turn."""
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


def _difference(before: Any, after: Any, page: Page | None, sheet: WrittenPage) -> str:  # noqa: ANN401 - arrays
    """Where two pictures of a page differ, in words; empty if they do not."""
    if before.shape != after.shape:
        return "the page has another shape than its picture"
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
    return f"the page does not look as it was built: {where}"
