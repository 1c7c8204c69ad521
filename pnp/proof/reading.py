"""Reads rulebooks: plain text, Markdown and PDF files."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pypdfium2

from pnp.findings import Finding, Refused
from pnp.processes import OverLimitError, run_limited
from pnp.proof.document import Line, RulebookText, clean_line, make_document, without_running_heads
from pnp.proof.pdf_text import read_pdf_pages
from pnp.safe_files import UnfitFileError, read_regular_file
from pnp.spot import Spot

TEXT_SUFFIXES = (".txt", ".text", ".md", ".markdown", ".rst")
LARGEST = 50_000_000
"""The greatest number of bytes of a file."""
MOST_SECONDS, MOST_MEMORY = 60, 800
"""The limits for reading a PDF: seconds of processor time, MB of memory."""
FEWEST_WORDS = 20
"""A PDF with fewer words on average per page is a scan without text, if it has fewer in all than a short page."""


def read_document(path: Path) -> RulebookText:
    """Return the text of a rulebook.

    Raise `Refused` with a finding if the file is missing, has another format or contains no text.
    """
    suffix = path.suffix.lower()
    if path.is_dir():
        raise _refuse(path, "this is a folder", "name a .txt, .md or .pdf file")
    if suffix != ".pdf" and suffix not in TEXT_SUFFIXES:
        raise _refuse(
            path, f"files of the type {suffix or 'without a suffix'} are not read", "name a .txt, .md or .pdf file"
        )
    try:
        content = read_regular_file(path, LARGEST)
        return _read_pdf(path) if suffix == ".pdf" else _read_text(path, content)
    except FileNotFoundError:
        raise _refuse(path, "there is no such file") from None
    except UnfitFileError as error:
        if error.size is None:
            raise _refuse(path, "this is not a regular file", "name a .txt, .md or .pdf file") from None
        size = f"{error.size // 1_000_000:,} MB; the limit is {LARGEST // 1_000_000} MB"
        raise _refuse(path, f"the file has {size}") from None
    except OSError as error:
        raise _refuse(path, f"the file cannot be read: {(error.strerror or str(error)).lower()}") from None


def _refuse(path: Path, wrong: str, write: str = "") -> Refused:
    """Return the error for a file that cannot be read."""
    return Refused([Finding("Q001", Spot(str(path)), wrong, write)])


def _read_text(path: Path, content: bytes) -> RulebookText:
    """Return the document of a text file in UTF-8, UTF-16 or the code of old Windows files."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = content.decode("utf-16", "replace")
    else:
        if b"\0" in content:
            raise _refuse(path, "this is a binary file and not a text")
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252", "replace")
    odd = len(re.findall(r"[\x00-\x08\x0e-\x1f\x7f\ufffd]", text))
    if odd > 10 and odd > len(text) / 50:
        raise _refuse(path, "this is a binary file and not a text")
    if not text.strip():
        raise _refuse(path, "the file contains no text")
    return make_document(str(path), text)


def _read_pdf(path: Path) -> RulebookText:
    """Return the document of a PDF, which a separate process reads."""
    try:
        pages = run_limited(partial(_pages_or_reason, path), seconds=MOST_SECONDS, megabytes=MOST_MEMORY)
    except OverLimitError as error:
        raise _refuse(path, f"the file is too large to read: {error}") from None
    if isinstance(pages, str):
        raise _refuse(path, f"the file cannot be read as PDF: {pages}")
    words = sum(len(line.split()) for page in pages for line in page)
    if words < min(FEWEST_WORDS, 5 * len(pages)):
        raise _refuse(path, "the PDF contains no text, only pictures of pages", "recognise its text (OCR) first")
    lines = [
        Line(clean_line(text), page, number)
        for page, content in enumerate(pages, 1)
        for number, text in enumerate(content, 1)
    ]
    return RulebookText(str(path), without_running_heads(lines))


def _pages_or_reason(path: Path) -> list[list[str]] | str:
    """Return the lines of each page, or the reason why the file cannot be read."""
    try:
        return read_pdf_pages(path)
    except (pypdfium2.PdfiumError, ValueError) as error:
        reason = str(error)
        return "it needs a password" if "password" in reason.lower() else reason.splitlines()[0].lower()
