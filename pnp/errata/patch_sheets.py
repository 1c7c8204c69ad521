"""Sheets of patches: parts of new pages at true size, to paste over the old pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pikepdf

from pnp.draw.cutout import CUT, CutOut
from pnp.impose.page import Document, Page, Placement
from pnp.impose.piece_sheets import impose_pieces
from pnp.model.target import PrintSettings
from pnp.palette import WHITE
from pnp.scene import Item, Matrix, Path as Outline, Rect, Scene, Use, line, rectangle
from pnp.units import MM_PER_POINT, Mm
from pnp.write.merge import finish_joined
from pnp.write.page_part import without_other_texts
from pnp.write.pdf import write_pdf
from pnp.write.save_pdf import save_pdf

TICK: Mm = 1.2
TICK_GAP: Mm = 0.4
"""The length of the ticks at the corners of a patch, and their distance from it."""
AROUND: Mm = TICK_GAP + TICK
"""The room that a patch needs on all sides on its sheet."""
ADVICE = (
    "Lay a ruler along the ticks at both ends of an edge. Lay the patch where its caption says, and move it until its "
    "lines and words meet those of the page."
)


@dataclass(frozen=True)
class Patch:
    """A part of a page of a written file, and where it is pasted, in words. `page` counts from 0; `box` is in mm."""

    name: str
    file: Path
    page: int
    box: Rect
    says: str


def patch_document(patches: Sequence[Patch], title: str, name: str, settings: PrintSettings) -> Document:
    """Return the imposed pages of patches, with an empty outline in the place of each, and its words below it.

    Raise `Refused` (B003) if a patch does not fit the paper.
    """
    pieces = {patch.name: (_empty_piece(patch),) for patch in patches}
    names = {patch.name: "patches" for patch in patches}
    notes = {patch.name: patch.says for patch in patches}
    pages = impose_pieces(pieces, names, notes, title, settings.target, settings.sheet, ADVICE)
    return Document(name, f"{title}: patches", tuple(map(_without_tick_room, pages)))


def _without_tick_room(page: Page) -> Page:
    """Return a page with the placements of the patches themselves, without the room for their ticks."""
    return replace(page, placements=tuple(replace(one, box=one.box.grown(-AROUND)) for one in page.placements))


def _empty_piece(patch: Patch) -> CutOut:
    """Return the outline of a patch as a piece to cut out, with ticks outside its corners to cut it by."""
    box = Rect(0, 0, patch.box.width, patch.box.height)
    outline = rectangle(box)
    edge = Outline(outline.ops, outline.xy, None, CUT)
    cut_out = Scene(patch.name, box.width, box.height, (rectangle(box, fill=WHITE), edge))
    width, height = patch_room(box)
    drawn: tuple[Item, ...] = (
        Use(cut_out, Matrix.place(AROUND, AROUND)),
        *_corner_ticks(Rect(AROUND, AROUND, box.width, box.height)),
    )
    return CutOut(patch.name, Scene(f"{patch.name} with ticks", width, height, drawn), edge)


def patch_room(box: Rect) -> tuple[Mm, Mm]:
    """Return the width and height that a patch with its ticks needs on its sheet."""
    return box.width + 2 * AROUND, box.height + 2 * AROUND


def _corner_ticks(box: Rect) -> Iterator[Outline]:
    """Yield two ticks outside each corner of a rectangle, in the direction of its edges."""
    near, far = TICK_GAP, TICK_GAP + TICK
    for x, outward in ((box.x, -1), (box.right, 1)):
        for y, down in ((box.y, -1), (box.bottom, 1)):
            yield line(x + outward * near, y, x + outward * far, y, CUT)
            yield line(x, y + down * near, x, y + down * far, CUT)


def write_patches(document: Document, patches: Sequence[Patch], path: Path) -> None:
    """Write the pages of patches as a PDF file, with a part of the patch's own page in each outline."""
    write_pdf(document, path)
    by_name = {patch.name: patch for patch in patches}
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        sources = {file: pikepdf.open(file) for file in {patch.file for patch in patches}}
        try:
            forms: dict[tuple[Path, int], pikepdf.Object] = {}
            for page, imposed in zip(pdf.pages, document.pages, strict=True):
                lines = []
                for i, placement in enumerate(imposed.placements):
                    patch = by_name[placement.component]
                    key = (patch.file, patch.page)
                    if key not in forms:
                        forms[key] = pdf.copy_foreign(sources[patch.file].pages[patch.page].as_form_xobject())
                        shown = [one.box for one in patches if (one.file, one.page) == key]
                        high = float(forms[key].BBox[3])
                        without_other_texts(forms[key], [_box_in_points(box, high) for box in shown])
                    page.add_resource(forms[key], pikepdf.Name.XObject, pikepdf.Name(f"/Patch{i}"))
                    lines.append(_paste(patch, placement, float(forms[key].BBox[3]), imposed.height, f"/Patch{i}"))
                page.contents_add(b"q", prepend=True)  # the page's own operators leave a transform behind
                page.contents_add("\n".join(("Q", *lines)).encode(), prepend=False)
            save_pdf(pdf, path)
        finally:
            for source in sources.values():
                source.close()


def _box_in_points(box: Rect, page_height: float) -> Rect:
    """Return a part of a page (mm, from the top) in points from the foot of the page, which is so many points high."""
    points = 1 / MM_PER_POINT
    return Rect(box.x * points, page_height - box.bottom * points, box.width * points, box.height * points)


def _paste(patch: Patch, placement: Placement, source_height: float, height: Mm, name: str) -> str:
    """Return the PDF operators that draw a part of a page in the outline of a placement."""
    box, part = placement.box, patch.box
    x, y = box.x / MM_PER_POINT, (height - box.bottom) / MM_PER_POINT
    wide, high = box.width / MM_PER_POINT, box.height / MM_PER_POINT
    left, low = part.x / MM_PER_POINT, source_height - part.bottom / MM_PER_POINT
    clip = f"{x:.4f} {y:.4f} {wide:.4f} {high:.4f} re W n"
    edge = f"0.4 w 0 G {x:.4f} {y:.4f} {wide:.4f} {high:.4f} re S"
    if placement.turn == 90:  # the upper left corner of the part is at the upper right corner of the outline
        return f"q {clip} 0 -1 1 0 {x - low:.4f} {y + high + left:.4f} cm {name} Do Q q {edge} Q"
    return f"q {clip} 1 0 0 1 {x - left:.4f} {y - low:.4f} cm {name} Do Q q {edge} Q"


def copy_pages(pages: Sequence[tuple[Path, int]], path: Path, title: str, author: str = "") -> None:
    """Write pages of other files, given by file and page number from 0, into a new PDF file, without their links."""
    with pikepdf.new() as pdf:
        sources = {file: pikepdf.open(file) for file, _ in pages}
        try:
            for file, page in pages:
                pdf.pages.append(sources[file].pages[page])
                for key in ("/Annots", "/StructParents"):  # they refer to other pages
                    if key in pdf.pages[-1].obj:
                        del pdf.pages[-1].obj[key]
            finish_joined(pdf, title, author, "none")
            save_pdf(pdf, path, min_version="1.7")
        finally:
            for source in sources.values():
                source.close()
