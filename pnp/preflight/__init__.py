"""Checks on pages, and on the PDF files that were written: reopened, measured, folded over."""

from __future__ import annotations

from pathlib import Path

import pikepdf

from pnp.compose.book import Book
from pnp.findings import Finding, sort_findings
from pnp.impose.page import Document
from pnp.model.target import Paper, Target
from pnp.preflight.file import Written, check_file, page_of_another_size, page_of_no_paper, pages_missing
from pnp.preflight.font import TooMuchError
from pnp.preflight.reading import FOREIGN, read_sheets
from pnp.preflight.register import PREFLIGHT
from pnp.preflight.sheet import back_off_its_front, face_off_its_place, mark_in_the_margin, mark_on_the_art, moved_by
from pnp.preflight.text import (
    Texts,
    letter_that_the_font_lacks,
    text_cut_off,
    text_lost_or_moved,
    text_not_that_of_the_data,
)
from pnp.spot import Spot

__all__ = ["PREFLIGHT", "Texts", "preflight_book", "preflight_document", "preflight_pdf"]


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
            found += check_file(written, target, [moved_by(page) for page in document.pages])
            found += text_lost_or_moved(written, document)
            found += text_not_that_of_the_data(written, document, texts or {})
    except _UNREADABLE as error:
        found.append(_unreadable(name, error))
    return sort_findings(found)


def preflight_book(path: Path, book: Book, target: Target, paper: Paper) -> tuple[Finding, ...]:
    """What is wrong with the file of a book that was set for a paper."""
    try:
        with pikepdf.open(path) as pdf:
            written = Written(path.name, read_sheets(pdf, keeps_hidden=True), pdf)
            size = (paper.width, paper.height)
            sizes = [size if sheet.width <= sheet.height else size[::-1] for sheet in written.sheets]
            found = (*page_of_another_size(written, sizes), *check_file(written, target), *text_cut_off(written))
            return sort_findings(found)
    except _UNREADABLE as error:
        return (_unreadable(path.name, error),)


def preflight_pdf(path: Path, target: Target) -> tuple[Finding, ...]:
    """What is wrong with any PDF that is to be printed on a target; `OSError` if it cannot be opened."""
    try:
        with pikepdf.open(path) as pdf:
            written = Written(str(path), read_sheets(pdf, FOREIGN), pdf)
            return sort_findings((*page_of_no_paper(written, target), *check_file(written, target)))
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
    RecursionError,
    MemoryError,
    TooMuchError,
)
"""What reading a file raises that is not a PDF, is damaged, is locked, is too large, or lacks operands."""


def _unreadable(name: str, error: Exception) -> Finding:
    wrong, write = "the file cannot be read as PDF: the content of a page is damaged", ""
    if isinstance(error, pikepdf.PasswordError):
        wrong, write = "the file is encrypted and opens only with a password", "save it without a password"
    elif isinstance(error, (TooMuchError, MemoryError)):
        wrong = f"the file is too large to check: {error or 'it needs more memory than there is'}"
    elif isinstance(error, pikepdf.PikepdfError):
        wrong = f"the file cannot be read as PDF: {str(error).rpartition(': ')[2]}"
    elif isinstance(error, OSError):
        wrong = f"the file cannot be read: {(error.strerror or str(error)).lower()}"
    return Finding("P001", Spot(name), wrong, write)
