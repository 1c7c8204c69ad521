"""Preflight: checks of written PDF files and kits, and of the imposed pages behind them."""

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
from pnp.preflight.file_size import FOREIGN
from pnp.preflight.imposed_sheets import (
    back_misplaced,
    face_misplaced,
    mark_in_the_margin,
    mark_on_the_art,
    moved_by,
)
from pnp.preflight.kit_folder import (
    check_listed,
    file_added,
    file_changed,
    file_missing,
    is_changed,
    page_images,
    read_listing,
)
from pnp.preflight.page_findings import limit_repeats
from pnp.preflight.page_pictures import PagePictures
from pnp.preflight.page_reader import PageCallback, ignore_page, read_pages
from pnp.preflight.pdf_file import PdfFile, check_file, page_fits_no_paper, page_of_another_size, pages_missing
from pnp.preflight.printed_text import (
    Texts,
    letter_that_the_font_lacks,
    text_cut_off,
    text_differs_from_data,
    text_lost_or_moved,
)
from pnp.preflight.two_sides import check_sides
from pnp.processes import OverLimitError, run_limited
from pnp.spot import Spot

__all__ = [
    "MANIFEST",
    "Texts",
    "preflight_book",
    "preflight_copies",
    "preflight_document",
    "preflight_path",
    "preflight_pdf",
]


def preflight_document(
    path: Path,
    document: Document,
    target: Target,
    texts: Texts | None = None,
    look: PageCallback = ignore_page,
) -> tuple[Finding, ...]:
    """Return the findings about a written PDF and the imposed pages that it was made from.

    `texts` has the text that each face must show: (component, `front` or `back`) -> its runs of text. `look` is called
    with each page.
    """
    name = path.name
    found = [
        *mark_on_the_art(name, document),
        *mark_in_the_margin(name, document, target),
        *face_misplaced(name, document),
        *back_misplaced(name, document, target),
        *letter_that_the_font_lacks(name, document),
    ]
    try:
        with pikepdf.open(path) as pdf:
            file = PdfFile(name, read_pages(pdf, path, look=look), pdf)
            found += pages_missing(file, len(document.pages))
            found += page_of_another_size(file, [(page.width, page.height) for page in document.pages])
            found += check_file(
                file, target, [moved_by(page.width, page.height, page.correction) for page in document.pages]
            )
            found += text_lost_or_moved(file, document)
            found += text_differs_from_data(file, document, texts or {})
    except _UNREADABLE as error:
        found.append(_unreadable_finding(name, error))
    return limit_repeats(found)


def preflight_book(
    path: Path, book: Book, target: Target, paper: Paper, look: PageCallback = ignore_page
) -> tuple[Finding, ...]:
    """Return the findings about the PDF of a book, such as the rules, typeset for this paper.

    `look` is called with each page.
    """
    try:
        with pikepdf.open(path) as pdf:
            file = PdfFile(path.name, read_pages(pdf, path, keeps_hidden=True, look=look), pdf)
            size = (paper.width, paper.height)
            sizes = [size if page.width <= page.height else size[::-1] for page in file.pages]
            found = (*page_of_another_size(file, sizes), *check_file(file, target), *text_cut_off(file))
            return limit_repeats(found)
    except _UNREADABLE as error:
        return (_unreadable_finding(path.name, error),)


def preflight_copies(path: Path, target: Target, look: PageCallback = ignore_page) -> tuple[Finding, ...]:
    """Return the findings about a PDF of pages that were copied from checked files.

    `look` is called with each page.
    """
    try:
        with pikepdf.open(path) as pdf:
            file = PdfFile(path.name, read_pages(pdf, path, look=look), pdf)
            return limit_repeats(check_file(file, target))
    except _UNREADABLE as error:
        return (_unreadable_finding(path.name, error),)


def preflight_path(path: Path, target: Target) -> tuple[Finding, ...]:
    """Return the findings about the folder of a kit, or about a single PDF file."""
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
    """Check a PDF file in a separate process, and return the findings.

    A separate process reads the file, because a file of unknown origin can take any amount of time and memory. A
    file that exceeds the limits gets one finding. `kit` is the folder of its kit and its entry in the manifest.
    """
    try:
        status = path.stat()
    except OSError as error:
        return (_unreadable_finding(str(path), error),)
    wrong, write = "", "name PDF files or the folder of a kit"
    if stat.S_ISDIR(status.st_mode):
        wrong = f"the folder is not a kit: it contains no {MANIFEST}"
    elif not stat.S_ISREG(status.st_mode):
        wrong = "this is not a file"
    elif status.st_size > LARGEST:
        wrong, write = f"the file has {status.st_size // 1_000_000:,} MB; the limit is {LARGEST // 1_000_000} MB", ""
    if wrong:
        return (Finding("P001", Spot(str(path)), wrong, write),)
    try:
        job = partial(_check_pdf, path, target, kit)
        found: tuple[Finding, ...] = run_limited(job, seconds=MOST_SECONDS, megabytes=MOST_MEMORY)
    except OverLimitError as error:
        return (_unreadable_finding(str(path), error),)
    return found


MOST_SECONDS, MOST_MEMORY = 60, 400
"""The limits for reading a file: seconds of processor time, MB of memory."""
LARGEST = 500_000_000
"""The greatest number of bytes of a file."""


def _check_pdf(path: Path, target: Target, kit: tuple[Path, ListedFile] | None) -> tuple[Finding, ...]:
    """Check a PDF file in this process, and return the findings."""
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
            pictures = PagePictures(str(path), target)
            file = PdfFile(str(path), read_pages(pdf, path, FOREIGN, look=pictures.look), pdf)
            moved = [moved_by(page.width, page.height, page.shift) for page in file.pages]
            found = [*check_file(file, target, moved)]
            if kit is None:  # a page of a kit has the size that it was made for
                found += page_fits_no_paper(file, target)
            elif is_changed(*kit):
                found += check_listed(file, kit[1], path, page_images(*kit))
            found += pictures.findings
            found += check_sides(file, pictures.blank)
            return limit_repeats(found)
    except _UNREADABLE as error:
        return (_unreadable_finding(str(path), error),)


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
    OverLimitError,
    zlib.error,
)
"""The errors of reading a file that is not a PDF, is damaged, needs a password, or is too large."""


def _unreadable_finding(name: str, error: Exception) -> Finding:
    """Return the finding for a file that cannot be read, with the reason."""
    wrong, write = "the file cannot be read as PDF: the content of a page is damaged", ""
    if isinstance(error, pikepdf.PasswordError):
        wrong, write = "the file is encrypted and opens only with a password", "save it without a password"
    elif isinstance(error, (OverLimitError, MemoryError)):
        wrong = f"the file is too large to check: {str(error) or 'it needs more memory than is available'}"
    elif isinstance(error, pikepdf.PikepdfError):
        wrong = f"the file cannot be read as PDF: {str(error).rpartition(': ')[2]}"
    elif isinstance(error, OSError):
        wrong = f"the file cannot be read: {(error.strerror or str(error)).lower()}"
    return Finding("P001", Spot(name), wrong, write)
