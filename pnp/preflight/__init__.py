"""Preflight: checks of written PDF files and kits, and of the imposed pages behind them."""

from __future__ import annotations

import stat
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pikepdf

from pnp.compose.html_book import Book
from pnp.findings import Finding
from pnp.impose.page import Document
from pnp.load.target_files import shipped_targets
from pnp.model.listing import MANIFEST, ListedFile
from pnp.model.target import Paper, Target
from pnp.preflight.file_size import FOREIGN, ReadingLimits
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
from pnp.preflight.marked_pages import check_marks, page_looks_different, page_missing_or_misplaced
from pnp.preflight.page_findings import limit_repeats, preflight_check
from pnp.preflight.page_mark import page_notes, read_mark
from pnp.preflight.page_pictures import LookCallback, PagePictures, ignore_look, seconds_for
from pnp.preflight.page_reader import read_pages
from pnp.preflight.pdf_file import PdfFile, check_file, page_fits_no_paper, page_of_another_size, pages_missing
from pnp.preflight.printed_text import (
    Texts,
    letter_that_the_font_lacks,
    text_cut_off,
    text_differs_from_data,
    text_lost_or_moved,
)
from pnp.preflight.two_sides import check_sides
from pnp.preflight.unmarked_pages import check_unmarked
from pnp.processes import OverLimitError, OverTimeError, run_limited
from pnp.spot import Spot

__all__ = [
    "MANIFEST",
    "Texts",
    "preflight_book",
    "preflight_copies",
    "preflight_document",
    "preflight_joined",
    "preflight_path",
    "preflight_pdf",
]


def preflight_document(
    path: Path,
    document: Document,
    target: Target,
    texts: Texts | None = None,
    look: LookCallback = ignore_look,
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

    def check(file: PdfFile) -> Iterator[Finding]:
        """Yield the findings about the file that follow from the imposed pages."""
        yield from pages_missing(file, len(document.pages))
        yield from page_of_another_size(file, [(page.width, page.height) for page in document.pages])
        yield from text_lost_or_moved(file, document)
        yield from text_differs_from_data(file, document, texts or {})

    return limit_repeats((*found, *_check_written(path, target, look, check)))


def preflight_book(
    path: Path, book: Book, target: Target, paper: Paper, look: LookCallback = ignore_look
) -> tuple[Finding, ...]:
    """Return the findings about the PDF of a book, such as the rules, typeset for this paper.

    `look` is called with each page.
    """

    def check(file: PdfFile) -> Iterator[Finding]:
        """Yield the findings that apply to books."""
        size = (paper.width, paper.height)
        sizes = [size if page.width <= page.height else size[::-1] for page in file.pages]
        yield from page_of_another_size(file, sizes)
        yield from text_cut_off(file)

    return limit_repeats(_check_written(path, target, look, check, keeps_hidden=True))


def preflight_copies(path: Path, target: Target, look: LookCallback = ignore_look) -> tuple[Finding, ...]:
    """Return the findings about a PDF of pages that were copied from checked files.

    `look` is called with each page.
    """
    return limit_repeats(_check_written(path, target, look))


def preflight_joined(path: Path, target: Target) -> tuple[Finding, ...]:
    """Return the findings about a PDF that joins checked files; the content of their pages is not read again."""
    with pikepdf.open(path) as pdf:
        file = PdfFile(path.name, read_pages(pdf, path, with_content=False), pdf)
        blank = [page.number for page in file.pages if page.mark and page.mark.look is None]
        found = (*_check_any(file, target, blank), *page_missing_or_misplaced(file))
        return limit_repeats(found)


def _check_written(
    path: Path,
    target: Target,
    look: LookCallback,
    check: Callable[[PdfFile], Iterable[Finding]] = lambda _: (),
    *,
    keeps_hidden: bool = False,
) -> Iterator[Finding]:
    """Yield the findings about a file that was just written: of the checks of any file, and of `check`."""
    pictures = PagePictures(path.name, target, also=look)
    try:
        with pikepdf.open(path) as pdf:
            pages = read_pages(pdf, path, keeps_hidden=keeps_hidden, look=pictures.look)
            file = PdfFile(path.name, pages, pdf)
            yield from check(file)
            yield from _check_any(file, target, pictures.blank)
    except _UNREADABLE as error:
        yield _unreadable_finding(path.name, error)
    yield from pictures.findings


def _check_any(file: PdfFile, target: Target, blank: Sequence[int]) -> Iterator[Finding]:
    """Yield the findings of all checks that `build` and `preflight` run on every file.

    `blank` has the numbers of the pages without ink. The drawing of pages has checked them for ink in the margin.
    """
    moved = [moved_by(page.width, page.height, page.shift) for page in file.pages]
    yield from check_file(file, target, moved)
    yield from check_sides(file, blank)


def preflight_path(path: Path, target: Target | None = None) -> tuple[Finding, ...]:
    """Return the findings about the folder of a kit, or about a single PDF file.

    Without `target`, it is checked for the print target that it was made for, or else for a home printer.
    """
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


def preflight_pdf(
    path: Path, target: Target | None = None, kit: tuple[Path, ListedFile] | None = None
) -> tuple[Finding, ...]:
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
        job = partial(_check_pdf, path, (target,) if target else _known_targets(), kit, FOREIGN)
        found: tuple[Finding, ...] = run_limited(job, seconds=MOST_SECONDS, megabytes=MOST_MEMORY)
    except OverTimeError as error:
        return tuple(time_too_short(str(path), error))
    except OverLimitError as error:
        return (_unreadable_finding(str(path), error),)
    return found


def _known_targets() -> tuple[Target, ...]:
    """Return the print targets that come with pnp, that of home printers first."""
    return tuple(sorted(shipped_targets(), key=lambda target: target.name != _DEFAULT_TARGET))


_DEFAULT_TARGET = "Home printer"
"""The name of the print target for which files without marks are checked."""
MOST_SECONDS, MOST_MEMORY = 60, 400
"""The limits for reading a file: seconds of processor time, MB of memory."""
LARGEST = 500_000_000
"""The greatest number of bytes of a file."""


def _check_pdf(
    path: Path, targets: Sequence[Target], kit: tuple[Path, ListedFile] | None, limits: ReadingLimits
) -> tuple[Finding, ...]:
    """Check a PDF file in this process, and return the findings.

    It is checked for the one among the targets for which it was made, or else for the first.
    """
    most = limits.content
    pikepdf.settings.set_qpdf_limits(
        flate_max_memory=most,
        png_max_memory=most,
        tiff_max_memory=most,
        run_length_max_memory=most,
        dct_max_memory=most,
    )
    try:
        with pikepdf.open(path) as pdf:
            target = _stated_target(pdf, targets)
            pictures = PagePictures(str(path), target, seconds=seconds_for(len(pdf.pages)))
            file = PdfFile(str(path), read_pages(pdf, path, limits, look=pictures.look), pdf)
            found = [*_check_any(file, target, pictures.blank), *pictures.findings]
            if kit is None or is_changed(*kit):
                found += check_marks(file, pictures.looks)
            if kit is None:
                found += page_fits_no_paper(file, target)
                found += check_unmarked(file, pictures.blank)
                found += page_looks_different(file, pictures.looks)
            elif is_changed(*kit):
                found += check_listed(file, kit[1], path, page_images(*kit), pictures.looks)
            return limit_repeats(found)
    except _UNREADABLE as error:
        return (_unreadable_finding(str(path), error),)


def _stated_target(pdf: pikepdf.Pdf, known: Sequence[Target]) -> Target:
    """Return the target among those that are `known` for which the pages of a file were made, or else the first."""
    marks = (read_mark(page_notes(page.obj)) for page in pdf.pages)
    stated = next((mark.target for mark in marks if mark is not None), "")
    return next((target for target in known if target.name == stated), known[0])


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


@preflight_check("P038")
def time_too_short(name: str, error: OverTimeError) -> Iterator[Finding]:
    """The time for the check of a file has run out, so that the file was not checked to its end.

    It may be right: pages that take long to draw, and other programs that run at the same time, cause this too. The
    check of a foreign file may take 60 s of processor time, and 10 minutes in all.
    """
    wrong, write = (
        f"the file was not checked to its end: {error}",
        "split it into several files, and check each of them",
    )
    if error.is_elapsed:
        write = "end other programs, and check it again"
    yield Finding("P038", Spot(name), wrong, write)
