"""Writes the marks on the pages of finished files, by which preflight recognises the pages.

Source: ISO 32000-1, 14.5 (page-piece dictionaries).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from pnp.preflight.page_mark import RENDERER, PageLook, page_notes
from pnp.units import Mm
from pnp.write.pdf import CREATOR, FIXED_DATE
from pnp.write.save_pdf import save_pdf


class CheckedPage(NamedTuple):
    """A page of a written file: its width and height, and what it shows."""

    size: tuple[Mm, Mm]
    look: PageLook


def mark_pages(path: Path, pages: Sequence[CheckedPage], target: str) -> None:
    """Mark the pages of a PDF file with what they show, and the name of the print target."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page, checked in zip(pdf.pages, pages, strict=True):
            notes = _notes_of(page.obj)
            rows, columns = checked.look.greys.shape
            notes.Cells = pikepdf.Array([columns, rows])
            notes.Greys = pdf.make_stream(checked.look.greys.tobytes())
            notes.Texts = pdf.make_stream("\n".join(checked.look.texts).encode())
            _describe(notes, checked.size, target)
        number_pages(pdf, path.stem)
        save_pdf(pdf, path)


def mark_blank(page: Any, size: tuple[Mm, Mm], target: str) -> None:  # noqa: ANN401 - pikepdf objects
    """Mark a page of an open PDF as one that is intended to be blank."""
    _describe(_notes_of(page), size, target)


def number_pages(pdf: pikepdf.Pdf, name: str) -> None:
    """Write into the marks of all pages of an open PDF which page of the file `name` they are."""
    notes = [page_notes(page.obj) for page in pdf.pages]
    digest = hashlib.sha256(name.encode())
    for of_page in notes:
        before = (str(of_page.get(key, "")) for key in ("/File", "/Edition", "/Page"))
        look = [of_page[key].read_bytes() for key in ("/Greys", "/Texts") if key in of_page]
        digest.update(repr((*before, look)).encode())
    for number, of_page in enumerate(notes, 1):
        of_page.File, of_page.Edition = pikepdf.String(name), pikepdf.String(digest.hexdigest()[:16])
        of_page.Page, of_page.Of = number, len(notes)


def _describe(notes: Any, size: tuple[Mm, Mm], target: str) -> None:  # noqa: ANN401
    """Write into a mark the size of its page, the print target, and the version of the renderer."""
    notes.Size = pikepdf.Array([round(side, 4) for side in size])
    notes.Target, notes.Renderer = pikepdf.String(target), pikepdf.String(RENDERER)


def _notes_of(page: Any) -> Any:  # noqa: ANN401
    """Return the dictionary of notes of pnp in a PDF page, which is added if there is none."""
    if "/PieceInfo" not in page:
        page.PieceInfo = pikepdf.Dictionary()
    if f"/{CREATOR}" not in page.PieceInfo:
        page.LastModified = pikepdf.String(FIXED_DATE)
        page.PieceInfo[f"/{CREATOR}"] = pikepdf.Dictionary(
            LastModified=pikepdf.String(FIXED_DATE), Private=pikepdf.Dictionary()
        )
    return page.PieceInfo[f"/{CREATOR}"].Private
