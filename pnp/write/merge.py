"""Joins PDF files into one and keeps their pages, links and outlines (bookmarks).

Source: ISO 32000-1, 7.9.6 (name trees), 12.3.2 (destinations), 12.3.3 (outlines).
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from pnp.preflight.page_mark import page_notes, read_mark
from pnp.write.page_marks import mark_blank, number_pages
from pnp.write.pdf import CREATOR, DUPLEX, Turn
from pnp.write.save_pdf import save_pdf


class Destination(NamedTuple):
    """A link destination in one of the joined files: its page from 0, and the view, such as `/XYZ 0 700 null`."""

    page: int
    view: tuple[Any, ...]


class OutlineEntry(NamedTuple):
    """An entry in the outline of a file to join, and the entries under it."""

    title: str
    place: Destination | None
    under: tuple[OutlineEntry, ...]


class Section(NamedTuple):
    """A file to join, its entry in the outline, and whether the backs of its pages stay blank."""

    file: Path
    title: str
    one_sided: bool = False


def joined_range(first: int, pages: int, *, one_sided: bool, duplex: Turn) -> range:
    """Return the pages of a part in a joined file, with its blank pages.

    `first` is the page on which it begins, `pages` the number of its own pages. Pages are numbered from 1. In two-sided
    printing, a part begins on a sheet of its own, and the backs of one-sided pages are blank.
    """
    if duplex == "none":
        return range(first, first + pages)
    sheets = pages if one_sided else -(-pages // 2)
    return range(first, first + 2 * sheets)


def merge_pdfs(parts: Sequence[Section], path: Path, title: str, duplex: Turn = "none", author: str = "") -> None:
    """Join PDF files, in this order, into one file. The same files always give the same bytes.

    `duplex` is the edge on which sheets are flipped. In two-sided printing, blank pages are added, so that each part
    begins on a sheet of its own and one-sided pages have blank backs. Page labels name the part and its own page
    number. Links inside a part keep their destinations; the outline of a part is under its entry.
    """
    outline: list[OutlineEntry] = []
    labels: list[str] = []
    with pikepdf.new() as joined:
        for file, words, one_sided in parts:
            with pikepdf.open(file) as part:
                first, step = len(joined.pages), 2 if one_sided and duplex != "none" else 1
                whole = joined_range(first + 1, len(part.pages), one_sided=one_sided, duplex=duplex)
                names = _named_destinations(part)
                numbers = _page_numbers(part)
                links = list(_take_links(part, names, numbers))
                entries = _read_outline(part.Root.get("/Outlines"), names, numbers)
                for own, page in enumerate(part.pages, 1):
                    joined.pages.append(page)
                    labels.append(f"{file.stem.replace('-', ' ')} {own}")
                    if step > 1:
                        _add_blank(joined)
                        labels.append(BLANK)
                while len(joined.pages) + 1 < whole.stop:
                    _add_blank(joined)
                    labels.append(BLANK)
                for number, index, place in links:
                    target = joined.pages[first + step * place.page].obj
                    joined.pages[first + step * number].Annots[index].Dest = pikepdf.Array([target, *place.view])
                under = tuple(_renumber(entry, first, step) for entry in entries)
                outline.append(OutlineEntry(words, Destination(first, _WHOLE), under))
        with joined.open_outline() as written:
            written.root.extend(_outline_item(joined, entry, closed=True) for entry in outline)
        finish_joined(joined, title, author, duplex)
        joined.Root.PageLabels = _page_labels(labels)
        joined.Root.PageMode = pikepdf.Name.UseOutlines
        number_pages(joined, path.stem)
        made = io.BytesIO()
        save_pdf(joined, made, min_version="1.7", packed=True)
    path.write_bytes(made.getvalue())


def finish_joined(joined: pikepdf.Pdf, title: str, author: str, duplex: Turn) -> None:
    """Give a PDF of pages from other files what every file of a kit has: names of fonts, title, print settings."""
    name_subsets(joined)
    joined.docinfo["/Title"] = title
    joined.docinfo["/Author"] = author
    joined.docinfo["/Creator"] = CREATOR
    joined.docinfo["/CreationDate"] = joined.docinfo["/ModDate"] = DATE
    joined.Root.Lang = pikepdf.String("en")
    joined.Root.ViewerPreferences = pikepdf.Dictionary(
        PrintScaling=pikepdf.Name("/None"),
        Duplex=pikepdf.Name("/" + DUPLEX[duplex]),
        PickTrayByPDFSize=True,
        DisplayDocTitle=True,
    )


_WHOLE = (pikepdf.Name.Fit,)
BLANK = "blank"
"""The label of a blank page that was added."""
DATE = "D:20000101000000+00'00'"
"""The date of every file, so that the same data gives the same bytes. reportlab writes the same date."""


def _page_labels(labels: Sequence[str]) -> pikepdf.Dictionary:
    """Return a PDF number tree with the page labels, one for each page."""
    numbers = [part for at, text in enumerate(labels) for part in (at, pikepdf.Dictionary(P=pikepdf.String(text)))]
    return pikepdf.Dictionary(Nums=pikepdf.Array(numbers))


def _destination(
    destination: Any,  # noqa: ANN401
    names: dict[str, Destination],
    numbers: dict[tuple[int, int], int],
) -> Destination | None:
    """Return the page and view that a PDF link refers to; None if they are not in this file."""
    if isinstance(destination, (pikepdf.String, pikepdf.Name)):
        return names.get(str(destination).removeprefix("/"))
    if isinstance(destination, pikepdf.Dictionary):
        destination = destination.get("/D")
    if not isinstance(destination, pikepdf.Array) or not len(destination):
        return None
    number = numbers.get(destination[0].objgen) if isinstance(destination[0], pikepdf.Dictionary) else None
    return None if number is None else Destination(number, tuple(_detach(value) for value in list(destination)[1:]))


def _detach(value: Any) -> Any:  # noqa: ANN401
    """Return a value from a PDF in a form that can be stored in another PDF."""
    return pikepdf.Name(str(value)) if isinstance(value, pikepdf.Name) else value


def _page_numbers(part: pikepdf.Pdf) -> dict[tuple[int, int], int]:
    """Return the page number (from 0) of each PDF page object, by its object id."""
    return {page.obj.objgen: number for number, page in enumerate(part.pages)}


def _named_destinations(part: pikepdf.Pdf) -> dict[str, Destination]:
    """Return the named link destinations of a PDF, by name."""
    numbers = _page_numbers(part)
    tree = part.Root.get("/Names", pikepdf.Dictionary()).get("/Dests")
    named: dict[str, Any] = {}
    if tree is not None:
        named |= {str(name): value for name, value in pikepdf.NameTree(tree).items()}
    named |= {str(key).removeprefix("/"): value for key, value in part.Root.get("/Dests", pikepdf.Dictionary()).items()}
    found = {name: _destination(value, {}, numbers) for name, value in named.items()}
    return {name: place for name, place in found.items() if place is not None}


def _take_links(part: pikepdf.Pdf, names: dict[str, Destination], numbers: dict[tuple[int, int], int]) -> Any:  # noqa: ANN401
    """Remove each internal link of a PDF, and yield its page, its annotation index and its destination.

    They are removed because they refer to pages of the part.
    """
    for number, page in enumerate(part.pages):
        for index, note in enumerate(page.obj.get("/Annots", [])):
            place = _destination(_link_destination(note), names, numbers)
            for key in ("/Dest", "/A") if place else ():
                if key in note:
                    del note[key]
            if place:
                yield number, index, place


def _link_destination(holder: Any) -> Any:  # noqa: ANN401
    """Return the PDF destination of a link or outline entry; None if it has none."""
    if "/Dest" in holder:
        return holder.Dest
    action = holder.get("/A", pikepdf.Dictionary())
    return action.get("/D") if action.get("/S") == "/GoTo" else None


def _read_outline(
    holder: Any,  # noqa: ANN401
    names: dict[str, Destination],
    numbers: dict[tuple[int, int], int],
) -> tuple[OutlineEntry, ...]:
    """Return the outline (bookmarks) under a PDF object, with the entries inside each entry."""
    entries = []
    item = holder.get("/First") if holder is not None else None
    while item is not None:
        under = _read_outline(item, names, numbers)
        entries.append(OutlineEntry(str(item.Title), _destination(_link_destination(item), names, numbers), under))
        item = item.get("/Next")
    return tuple(entries)


def _renumber(entry: OutlineEntry, first: int, step: int) -> OutlineEntry:
    """Return an outline entry whose page n (from 0) becomes `first + step * n` in the joined file."""
    place = entry.place and entry.place._replace(page=first + step * entry.place.page)
    return OutlineEntry(entry.title, place, tuple(_renumber(under, first, step) for under in entry.under))


def _add_blank(joined: pikepdf.Pdf) -> None:
    """Add an empty page with the size and boxes of the joined file's last page, and a mark that it is blank."""
    last = joined.pages[-1].obj
    boxes = {key: pikepdf.Array(list(last[key])) for key in ("/MediaBox", "/BleedBox", "/TrimBox") if key in last}
    page = pikepdf.Dictionary({"/Type": pikepdf.Name.Page, "/Resources": pikepdf.Dictionary(), **boxes})
    before = read_mark(page_notes(last))
    if before is not None:
        mark_blank(page, before.size, before.target)
    joined.pages.append(pikepdf.Page(joined.make_indirect(page)))


def _outline_item(joined: pikepdf.Pdf, entry: OutlineEntry, *, closed: bool) -> pikepdf.OutlineItem:
    """Return an outline entry, with those under it, as pikepdf writes it to the joined file."""
    where = None
    if entry.place:
        where = pikepdf.Array([joined.pages[entry.place.page].obj, *entry.place.view])
    item = pikepdf.OutlineItem(entry.title, destination=where)
    item.is_closed = closed
    item.children.extend(_outline_item(joined, under, closed=True) for under in entry.under)
    return item


# ---------------------------------------------------------------- names of font subsets


_TAG = re.compile(r"/[A-Z]{6}\+")
_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")


def name_subsets(pdf: pikepdf.Pdf) -> None:
    """Rename every embedded font subset after its content, so that equal names mean equal fonts.

    The name of a subset begins with six letters and a plus sign. reportlab begins all names with AAAAAA. In a joined
    file, two subsets of a font would then have one name, and some printers would print letters from the wrong subset.
    Source: ISO 32000-1, 9.6.4 (font subsets).
    """
    for font in pdf.objects:
        if not isinstance(font, pikepdf.Dictionary) or font.get("/Type") != "/Font":
            continue
        described = font.DescendantFonts[0] if "/DescendantFonts" in font else font
        descriptor = described.get("/FontDescriptor")
        if descriptor is None or not _TAG.match(str(font.get("/BaseFont", ""))):
            continue
        program = next((descriptor[key] for key in _PROGRAMS if key in descriptor), None)
        if program is not None:
            _rename_font(font, described, descriptor, _subset_tag(program.read_raw_bytes()))


def _rename_font(font: Any, described: Any, descriptor: Any, tag: str) -> None:  # noqa: ANN401 - pikepdf objects
    """Rename a font subset so that its name begins with a tag such as `ABCDEF+`."""
    for holder, key in ((font, "/BaseFont"), (described, "/BaseFont"), (descriptor, "/FontName")):
        if key in holder:
            holder[key] = pikepdf.Name(f"/{tag}+{_TAG.sub('', str(holder[key])).removeprefix('/')}")


def _subset_tag(data: bytes) -> str:
    """Return six capital letters computed from the bytes of a font; equal bytes give equal letters."""
    number = int.from_bytes(hashlib.sha256(data).digest()[:8], "big")
    return "".join(chr(65 + number // 26**place % 26) for place in range(6))
