"""Several PDF files joined to one: pages, boxes, links and outlines of each part kept.

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

from pnp.write.pdf import CREATOR, DUPLEX, Turn


class Destination(NamedTuple):
    """Somewhere in a part: page from 0, and how to show it, such as `/XYZ 0 700 null`."""

    page: int
    view: tuple[Any, ...]


class OutlineEntry(NamedTuple):
    """A line of a part's outline, and those under it."""

    title: str
    place: Destination | None
    under: tuple[OutlineEntry, ...]


class Section(NamedTuple):
    """A file to join, its entry in the outline, and whether the backs of its pages stay blank."""

    file: Path
    title: str
    one_sided: bool = False


def merge_pdfs(parts: Sequence[Section], path: Path, title: str, duplex: Turn = "none", author: str = "") -> None:
    """Join parts in order; the same parts give the same bytes. `duplex` is how sheets turn.

    Page labels name the part and its own page number; an added page is labelled as blank.

    If they turn, blank pages see to it that each part begins on a sheet of its own and that one-sided pages have blank
    backs. Links inside a part lead to the same places as before; its own outline stands under the part's entry.
    """
    outline: list[OutlineEntry] = []
    labels: list[str] = []
    with pikepdf.new() as joined:
        for file, words, one_sided in parts:
            with pikepdf.open(file) as part:
                first, step = len(joined.pages), 2 if one_sided and duplex != "none" else 1
                names = _named_places(part)
                numbers = _page_numbers(part)
                links = list(_take_links(part, names, numbers))
                entries = _read_outline(part.Root.get("/Outlines"), names, numbers)
                for own, page in enumerate(part.pages, 1):
                    joined.pages.append(page)
                    labels.append(f"{file.stem.replace('-', ' ')} {own}")
                    if step > 1:
                        _add_blank(joined)
                        labels.append(BLANK)
                if duplex != "none" and len(joined.pages) % 2:
                    _add_blank(joined)
                    labels.append(BLANK)
                for number, index, place in links:
                    target = joined.pages[first + step * place.page].obj
                    joined.pages[first + step * number].Annots[index].Dest = pikepdf.Array([target, *place.view])
                under = tuple(_moved(entry, first, step) for entry in entries)
                outline.append(OutlineEntry(words, Destination(first, _WHOLE), under))
        with joined.open_outline() as written:
            written.root.extend(_outline_item(joined, entry, closed=True) for entry in outline)
        name_subsets(joined)
        joined.docinfo["/Title"] = title
        joined.docinfo["/Author"] = author
        joined.docinfo["/Creator"] = CREATOR
        joined.docinfo["/CreationDate"] = joined.docinfo["/ModDate"] = DATE
        joined.Root.Lang = pikepdf.String("en")
        joined.Root.PageLabels = _page_labels(labels)
        joined.Root.PageMode = pikepdf.Name.UseOutlines
        joined.Root.ViewerPreferences = pikepdf.Dictionary(
            PrintScaling=pikepdf.Name("/None"),
            Duplex=pikepdf.Name("/" + DUPLEX[duplex]),
            PickTrayByPDFSize=True,
            DisplayDocTitle=True,
        )
        made = io.BytesIO()
        joined.save(
            made, min_version="1.7", deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate
        )
    path.write_bytes(made.getvalue())


_WHOLE = (pikepdf.Name.Fit,)
BLANK = "blank"
"""Label of a page that was added so that a part begins on a sheet of its own."""
DATE = "D:20000101000000+00'00'"
"""The date of every file, so that the same data gives the same bytes; reportlab writes the same."""


def _page_labels(labels: Sequence[str]) -> pikepdf.Dictionary:
    """Return a number tree that gives each page its label as a prefix.  Source: ISO 32000-1, 12.4.2."""
    numbers = [part for at, text in enumerate(labels) for part in (at, pikepdf.Dictionary(P=pikepdf.String(text)))]
    return pikepdf.Dictionary(Nums=pikepdf.Array(numbers))


def _place(destination: Any, names: dict[str, Destination], numbers: dict[tuple[int, int], int]) -> Destination | None:  # noqa: ANN401
    """Where an explicit or named destination leads; None if nowhere in this part."""
    if isinstance(destination, (pikepdf.String, pikepdf.Name)):
        return names.get(str(destination).removeprefix("/"))
    if isinstance(destination, pikepdf.Dictionary):
        destination = destination.get("/D")
    if not isinstance(destination, pikepdf.Array) or not len(destination):
        return None
    number = numbers.get(destination[0].objgen) if isinstance(destination[0], pikepdf.Dictionary) else None
    return None if number is None else Destination(number, tuple(_plain(value) for value in list(destination)[1:]))


def _plain(value: Any) -> Any:  # noqa: ANN401
    """A value that belongs to no file."""
    return pikepdf.Name(str(value)) if isinstance(value, pikepdf.Name) else value


def _page_numbers(part: pikepdf.Pdf) -> dict[tuple[int, int], int]:
    return {page.obj.objgen: number for number, page in enumerate(part.pages)}


def _named_places(part: pikepdf.Pdf) -> dict[str, Destination]:
    numbers = _page_numbers(part)
    tree = part.Root.get("/Names", pikepdf.Dictionary()).get("/Dests")
    named: dict[str, Any] = {}
    if tree is not None:
        named |= {str(name): value for name, value in pikepdf.NameTree(tree).items()}
    named |= {str(key).removeprefix("/"): value for key, value in part.Root.get("/Dests", pikepdf.Dictionary()).items()}
    found = {name: _place(value, {}, numbers) for name, value in named.items()}
    return {name: place for name, place in found.items() if place is not None}


def _take_links(part: pikepdf.Pdf, names: dict[str, Destination], numbers: dict[tuple[int, int], int]) -> Any:  # noqa: ANN401
    """Links within the part: page, which annotation, where to. They are taken off, since pages refer to other pages."""
    for number, page in enumerate(part.pages):
        for index, note in enumerate(page.obj.get("/Annots", [])):
            place = _place(_target(note), names, numbers)
            for key in ("/Dest", "/A") if place else ():
                if key in note:
                    del note[key]
            if place:
                yield number, index, place


def _target(holder: Any) -> Any:  # noqa: ANN401
    """The destination of a link or of an outline item, written as such or as an action."""
    if "/Dest" in holder:
        return holder.Dest
    action = holder.get("/A", pikepdf.Dictionary())
    return action.get("/D") if action.get("/S") == "/GoTo" else None


def _read_outline(
    holder: Any,  # noqa: ANN401
    names: dict[str, Destination],
    numbers: dict[tuple[int, int], int],
) -> tuple[OutlineEntry, ...]:
    entries = []
    item = holder.get("/First") if holder is not None else None
    while item is not None:
        under = _read_outline(item, names, numbers)
        entries.append(OutlineEntry(str(item.Title), _place(_target(item), names, numbers), under))
        item = item.get("/Next")
    return tuple(entries)


def _moved(entry: OutlineEntry, first: int, step: int) -> OutlineEntry:
    """An outline entry once its part begins at page `first` and each of its pages takes up `step`."""
    place = entry.place and entry.place._replace(page=first + step * entry.place.page)
    return OutlineEntry(entry.title, place, tuple(_moved(under, first, step) for under in entry.under))


def _add_blank(joined: pikepdf.Pdf) -> None:
    """An empty page of the size and boxes of the last."""
    last = joined.pages[-1].obj
    boxes = {key: pikepdf.Array(list(last[key])) for key in ("/MediaBox", "/BleedBox", "/TrimBox") if key in last}
    page = pikepdf.Dictionary({"/Type": pikepdf.Name.Page, "/Resources": pikepdf.Dictionary(), **boxes})
    joined.pages.append(pikepdf.Page(joined.make_indirect(page)))


def _outline_item(joined: pikepdf.Pdf, entry: OutlineEntry, *, closed: bool) -> pikepdf.OutlineItem:
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
    """Name every subset after what it holds, so that equal names mean equal fonts."""
    for font in pdf.objects:
        if not isinstance(font, pikepdf.Dictionary) or font.get("/Type") != "/Font":
            continue
        described = font.DescendantFonts[0] if "/DescendantFonts" in font else font
        descriptor = described.get("/FontDescriptor")
        if descriptor is None or not _TAG.match(str(font.get("/BaseFont", ""))):
            continue
        program = next((descriptor[key] for key in _PROGRAMS if key in descriptor), None)
        if program is not None:
            _rename(font, described, descriptor, _letters(program.read_raw_bytes()))


def _rename(font: Any, described: Any, descriptor: Any, tag: str) -> None:  # noqa: ANN401 - pikepdf objects
    for holder, key in ((font, "/BaseFont"), (described, "/BaseFont"), (descriptor, "/FontName")):
        if key in holder:
            holder[key] = pikepdf.Name(f"/{tag}+{_TAG.sub('', str(holder[key])).removeprefix('/')}")


def _letters(data: bytes) -> str:
    """Six capitals that stand for data."""
    number = int.from_bytes(hashlib.sha256(data).digest()[:8], "big")
    return "".join(chr(65 + number // 26**place % 26) for place in range(6))
