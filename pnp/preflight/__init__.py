"""Checks on pages, and on the PDF files that were written: reopened, measured, folded over."""

from __future__ import annotations

import stat
import zlib
from functools import partial
from pathlib import Path

import pikepdf

from pnp.compose.html_book import Book
from pnp.findings import Finding
from pnp.impose.page import Document
from pnp.model.listing import MANIFEST, ListedFile
from pnp.model.target import Paper, Target
from pnp.preflight.file import Written, check_file, page_of_another_size, page_of_no_paper, pages_missing
from pnp.preflight.font import TooMuchError
from pnp.preflight.kit import (
    check_listed,
    file_added,
    file_changed,
    file_missing,
    is_changed,
    page_images,
    read_listing,
)
from pnp.preflight.picture import look_at_pages
from pnp.preflight.reading import FOREIGN, read_sheets
from pnp.preflight.register import few
from pnp.preflight.sheet import back_off_its_front, face_off_its_place, mark_in_the_margin, mark_on_the_art, moved_by
from pnp.preflight.sides import check_sides
from pnp.preflight.text import (
    Texts,
    letter_that_the_font_lacks,
    text_cut_off,
    text_lost_or_moved,
    text_not_that_of_the_data,
)
from pnp.processes import OverLimitError, run_limited
from pnp.spot import Spot

__all__ = ["MANIFEST", "Texts", "preflight_book", "preflight_document", "preflight_path", "preflight_pdf"]


def preflight_document(
    path: Path,
    document: Document,
    target: Target,
    texts: Texts | None = None,
) -> tuple[Finding, ...]:
    """What is wrong with imposed pages and with the file they were written to.

    `texts` is what must be readable on each face: (component, `front` or `back`) -> its runs of text.
    """
    name = path.name
    found = [
        *mark_on_the_art(name, document),
        *mark_in_the_margin(name, document, target),
        *face_off_its_place(name, document),
        *back_off_its_front(name, document, target),
        *letter_that_the_font_lacks(name, document),
    ]
    try:
        with pikepdf.open(path) as pdf:
            written = Written(name, read_sheets(pdf), pdf)
            found += pages_missing(written, len(document.pages))
            found += page_of_another_size(written, [(page.width, page.height) for page in document.pages])
            found += check_file(
                written, target, [moved_by(page.width, page.height, page.correction) for page in document.pages]
            )
            found += text_lost_or_moved(written, document)
            found += text_not_that_of_the_data(written, document, texts or {})
    except _UNREADABLE as error:
        found.append(_unreadable(name, error))
    return few(found)


def preflight_book(path: Path, book: Book, target: Target, paper: Paper) -> tuple[Finding, ...]:
    """What is wrong with the file of a book that was set for a paper."""
    try:
        with pikepdf.open(path) as pdf:
            written = Written(path.name, read_sheets(pdf, keeps_hidden=True), pdf)
            size = (paper.width, paper.height)
            sizes = [size if sheet.width <= sheet.height else size[::-1] for sheet in written.sheets]
            found = (*page_of_another_size(written, sizes), *check_file(written, target), *text_cut_off(written))
            return few(found)
    except _UNREADABLE as error:
        return (_unreadable(path.name, error),)


def preflight_path(path: Path, target: Target) -> tuple[Finding, ...]:
    """What is wrong with the folder of a kit or with any file that is to be printed on a target."""
    if not (path / MANIFEST).exists():
        return preflight_pdf(path, target)
    listing = read_listing(path)
    if isinstance(listing, Finding):
        return (listing,)
    found = [*file_missing(path, listing), *file_changed(path, listing), *file_added(path, listing)]
    for file in listing.files:
        if file.name.endswith(".pdf") and (path / file.name).is_file():
            found += preflight_pdf(path / file.name, target, (path, file))
    return tuple(found)


def preflight_pdf(path: Path, target: Target, kit: tuple[Path, ListedFile] | None = None) -> tuple[Finding, ...]:
    """What is wrong with any file that is to be printed on a target.

    The file is read in a process of its own, since a file of unknown origin can take any time and memory. A file that
    goes beyond the limits has one finding. `kit` is the folder of its kit and what the manifest there lists of it.
    """
    try:
        status = path.stat()
    except OSError as error:
        return (_unreadable(str(path), error),)
    wrong, write = "", "name PDF files or the folder of a kit"
    if stat.S_ISDIR(status.st_mode):
        wrong = f"the folder is not a kit: it holds no {MANIFEST}"
    elif not stat.S_ISREG(status.st_mode):
        wrong = "this is not a file"
    elif status.st_size > LARGEST:
        wrong, write = f"the file holds {status.st_size // 1_000_000:,} MB; the limit is {LARGEST // 1_000_000} MB", ""
    if wrong:
        return (Finding("P001", Spot(str(path)), wrong, write),)
    try:
        job = partial(_check_pdf, path, target, kit)
        found: tuple[Finding, ...] = run_limited(job, seconds=MOST_SECONDS, megabytes=MOST_MEMORY)
    except OverLimitError as error:
        return (_unreadable(str(path), error),)
    return found


MOST_SECONDS, MOST_MEMORY = 20, 400
"""What reading a file may take: seconds of processor time, MB of memory."""
LARGEST = 500_000_000
"""How many bytes a file may have."""


def _check_pdf(path: Path, target: Target, kit: tuple[Path, ListedFile] | None) -> tuple[Finding, ...]:
    """Check a PDF in this process."""
    most = FOREIGN.content
    pikepdf.settings.set_qpdf_limits(
        flate_max_memory=most,
        png_max_memory=most,
        tiff_max_memory=most,
        run_length_max_memory=most,
        dct_max_memory=most,
    )
    try:
        with pikepdf.open(path) as pdf:
            written = Written(str(path), read_sheets(pdf, FOREIGN), pdf)
            moved = [moved_by(sheet.width, sheet.height, sheet.shift) for sheet in written.sheets]
            found = [*check_file(written, target, moved)]
            if kit is None:  # a page of a kit has the size that it was made for
                found += page_of_no_paper(written, target)
            elif is_changed(*kit):
                found += check_listed(written, kit[1], path, page_images(*kit))
            blank, ink = look_at_pages(written, path, target.margin)
            found += ink
            found += check_sides(written, blank)
            return few(found)
    except _UNREADABLE as error:
        return (_unreadable(str(path), error),)


_UNREADABLE = (
    pikepdf.PikepdfError,
    OSError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
    MemoryError,
    TooMuchError,
    zlib.error,
)
"""What reading a file raises that is not a PDF, is damaged, is locked, is too large, or lacks operands."""


def _unreadable(name: str, error: Exception) -> Finding:
    wrong, write = "the file cannot be read as PDF: the content of a page is damaged", ""
    if isinstance(error, pikepdf.PasswordError):
        wrong, write = "the file is encrypted and opens only with a password", "save it without a password"
    elif isinstance(error, (TooMuchError, OverLimitError, MemoryError)):
        wrong = f"the file is too large to check: {str(error) or 'it needs more memory than there is'}"
    elif isinstance(error, pikepdf.PikepdfError):
        wrong = f"the file cannot be read as PDF: {str(error).rpartition(': ')[2]}"
    elif isinstance(error, OSError):
        wrong = f"the file cannot be read: {(error.strerror or str(error)).lower()}"
    return Finding("P001", Spot(name), wrong, write)
