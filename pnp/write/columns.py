"""Columns that were set as narrow pages of their own, put side by side on the pages of a book.

Setting two columns as one page takes WeasyPrint twice the time: it sets everything once to see where columns end.
"""

from __future__ import annotations

import pikepdf

_FITS = ("/XYZ", "/Fit", "/FitH", "/FitV", "/FitB", "/FitBH", "/FitBV", "/FitR")


def join_columns(pdf: pikepdf.Pdf, across: int) -> None:
    """Make every so many pages one, from left to right; links, destinations and outline follow."""
    narrow = list(pdf.pages)
    moved: dict[tuple[int, int], tuple[pikepdf.Object, float]] = {}
    for first in range(0, len(narrow), across):
        group = narrow[first : first + across]
        width, height = (float(side) for side in group[0].mediabox[2:])
        sheet = pdf.add_blank_page(page_size=(width * across, height))
        sheet.Annots = pikepdf.Array()
        content, forms = [], pikepdf.Dictionary()
        for place, column in enumerate(group):
            x = width * place
            moved[column.obj.objgen] = (sheet.obj, x)
            forms[f"/C{place}"] = column.as_form_xobject()
            content.append(f"q 1 0 0 1 {x:.4f} 0 cm /C{place} Do Q")
            for note in column.obj.get("/Annots", ()):
                left, low, right, high = (float(side) for side in note.Rect)
                note.Rect = pikepdf.Array([left + x, low, right + x, high])
                sheet.Annots.append(note)
        sheet.Resources = pikepdf.Dictionary(XObject=forms)
        sheet.Contents = pdf.make_stream("\n".join(content).encode())
    for item in list(pdf.objects):
        _follow(item, moved)
    del pdf.pages[: len(narrow)]


def _follow(item: pikepdf.Object, moved: dict[tuple[int, int], tuple[pikepdf.Object, float]]) -> None:
    """Turn each destination in an object, `[page /XYZ x y zoom]`, to the page where it now is."""
    if isinstance(item, pikepdf.Array):
        if len(item) > 1 and isinstance(item[1], pikepdf.Name) and str(item[1]) in _FITS:
            sheet, x = moved.get(getattr(item[0], "objgen", (0, 0)), (None, 0.0))
            if sheet is not None:
                item[0] = sheet
                if str(item[1]) == "/XYZ" and len(item) > 2 and item[2] is not None:
                    item[2] = float(item[2]) + x
            return
        parts = list(item)
    elif isinstance(item, (pikepdf.Dictionary, pikepdf.Stream)):
        parts = [item[key] for key in item.keys()]  # noqa: SIM118 - a PDF dictionary iterates over nothing else
    else:
        return
    for part in parts:
        if isinstance(part, (pikepdf.Array, pikepdf.Dictionary)) and not part.is_indirect:
            _follow(part, moved)
