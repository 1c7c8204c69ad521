"""Checks of any PDF that is to be printed: page boxes, fonts, type sizes, rulers, margins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import pikepdf

from pnp.findings import Finding, Severity
from pnp.model.target import Target
from pnp.preflight.page_findings import first_few, page_finding, preflight_check
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.text_run import TextRun, lies_in
from pnp.scene import Rect
from pnp.spot import Spot
from pnp.units import MM_PER_INCH, Mm

SIZE_TOLERANCE: Mm = 0.1
RULER_TOLERANCE: Mm = 0.1
THINNEST: Mm = 0.01
"""The width that every line must exceed."""
LEAST_PPI = 150
"""The number of pixels per inch below which an image looks coarse."""
_NO_ACTION = "remove the action"
_ACTIONS = {"/JavaScript", "/Launch", "/SubmitForm", "/ImportData"}
SMALL = 0.02
"""The error, in points or mm, that rounding in a file may cause."""
_LENGTHS = {"100 mm": 100.0, "4 in": 4 * MM_PER_INCH, "1 inch": MM_PER_INCH}
"""The length in mm that the figure at the end of a ruler, or in a square, states."""
_SQUARE = "1 inch"
_PICTURED_PT = 3
"""Type of this size or smaller is in a picture of a page; another program may have removed the mark that says so."""
_HAIR: Mm = 0.01
_BESIDE_RULERS, _IN_MARGIN = "Print at 100 %", " · print at 100 %"
"""The start of the text beside the rulers of a page, and the end of the text of a ruler in a margin."""


@dataclass(frozen=True, slots=True)
class PdfFile:
    """A PDF that was opened again: its name in findings, its pages, and its structure in pikepdf."""

    name: str
    pages: tuple[WrittenPage, ...]
    structure: pikepdf.Pdf


@preflight_check("P001")
def pages_missing(file: PdfFile, count: int) -> Iterator[Finding]:
    """A PDF cannot be read, or a file that pnp made has a wrong number of pages.

    If a page is missing, so are its counters. If there is one page too many, all backs after it meet the wrong fronts.
    A wrong number of pages is a fault of pnp: report it.
    """
    if len(file.pages) != count:
        wrong = f"the file has {_pages_text(len(file.pages))} instead of {count}"
        yield Finding("P001", Spot(file.name), wrong)


@preflight_check("P002")
def page_of_another_size(file: PdfFile, sizes: Sequence[tuple[Mm, Mm]]) -> Iterator[Finding]:
    """A page is more than 0.1 mm larger or smaller than the size that it was made for.

    A printer driver scales such a page without asking. Then all rulers, counters and hexes have the wrong size. A page
    that another program made gives a warning if it has no paper size of the print target.
    """
    for page, (width, height) in zip(file.pages, sizes, strict=False):
        if not _is_same_size((page.width, page.height), (width, height)):
            wrong = f"the page measures {_size_text(page.width, page.height)} instead of {_size_text(width, height)}"
            yield page_finding("P002", file.name, page.number, wrong)


def page_fits_no_paper(file: PdfFile, target: Target) -> Iterator[Finding]:
    """Yield a warning for each page whose size is not a paper size of the print target.

    A page with a mark has the size that it was made for, or a finding of its own.
    """
    papers = [(paper.width, paper.height) for paper in target.papers.values()]
    for page in file.pages:
        size = (page.width, page.height)
        if page.mark is None and not any(
            _is_same_size(size, paper) or _is_same_size(size, paper[::-1]) for paper in papers
        ):
            wrong = f"the page measures {_size_text(*size)}, which is not a paper size of {target.name}"
            names = ", ".join(paper.name for paper in target.papers.values())
            write = f"make pages for one of {names}"
            yield page_finding("P002", file.name, page.number, wrong, write, severity=Severity.WARNING)


@preflight_check("P003")
def boxes_not_nested(file: PdfFile) -> Iterator[Finding]:
    """A page lacks its trim or bleed box, or one of them is not inside the next larger box.

    The trim box is the area that remains after cutting, the bleed box the area that is printed beyond the cut. The trim
    box lies in the bleed box, and the bleed box in the page. Cutting programs and print services use these boxes. Set
    them in the program that exports the PDF.
    """
    for page in file.pages:
        whole = Rect(0, 0, page.width, page.height)
        for name, box in (("trim", page.trim), ("bleed", page.bleed)):
            if box is None:
                yield page_finding("P003", file.name, page.number, f"the page has no {name} box")
        for inner, outer, wrong in (
            (page.trim, page.bleed, "the trim box lies outside the bleed box"),
            (page.bleed, whole, "the bleed box lies outside the page"),
            (page.trim, whole, "the trim box lies outside the page"),
        ):
            if inner and outer and not lies_in(inner, outer.grown(SMALL)):
                yield page_finding("P003", file.name, page.number, wrong)


@preflight_check("P004")
def page_turned_cropped_or_scaled(file: PdfFile) -> Iterator[Finding]:
    """A page has a rotation, a crop box or its own unit of length.

    Viewers and printers treat these in different ways, so that backs no longer meet fronts. Export the PDF without
    them.
    """
    for page in file.pages:
        if page.rotate:
            yield page_finding("P004", file.name, page.number, f"the page has a rotation of {page.rotate} degrees")
        if page.crop and not lies_in(Rect(0, 0, page.width, page.height), page.crop.grown(SMALL)):
            yield page_finding("P004", file.name, page.number, "a crop box hides part of the page")
        if page.unit != 1:
            wrong = f"the page has a unit of length of {page.unit:g} points instead of 1"
            yield page_finding("P004", file.name, page.number, wrong)


@preflight_check("P005")
def font_not_embedded(file: PdfFile) -> Iterator[Finding]:
    """A file uses a font that it does not contain.

    The printer then uses another font, and text no longer fits its box.
    """
    missing = {font.name for page in file.pages for font in page.fonts if not font.embedded}
    for name in sorted(missing):
        yield Finding("P005", Spot(file.name), f"font {name} is not embedded", "embed every font")


@preflight_check("P006")
def text_too_small(file: PdfFile, target: Target) -> Iterator[Finding]:
    """Text is smaller than the smallest type size of the print target (5 pt for home printers).

    A print target is a file in `templates/targets` that describes a printer. Small pictures of things that are printed
    elsewhere at full size may have text of any size.
    """
    least_pt = target.smallest_pt - SMALL
    for page in file.pages:
        small = [run for run in page.runs if _printed(page, run.size_pt) < least_pt and not run.thumbnail and run.seen]
        if small:
            least = min(small, key=lambda run: run.size_pt)
            number = f"{len(small)} texts are" if len(small) > 1 else "1 text is"
            wrong = f"{number} smaller than {target.smallest_pt:g} pt; {short_text(least)} has {least.size_pt:.2f} pt"
            yield page_finding("P006", file.name, page.number, wrong)


@preflight_check("P008")
def text_in_the_margin(file: PdfFile, target: Target, moved: Sequence[Mm] = ()) -> Iterator[Finding]:
    """Text lies in the margin that printers leave blank, or beyond the edge of the paper.

    If pnp has moved the page to correct the shift of a printer, the margin is reduced by that distance.
    """
    for page, by in zip_longest(file.pages, moved[: len(file.pages)], fillvalue=0.0):
        assert isinstance(page, WrittenPage)
        margin = target.margin_of(page.width, page.height)
        free = Rect(0, 0, page.width, page.height).grown(-margin)
        lost = [run for run in page.runs if (box := run.seen) and not lies_in(box, free.grown(0.1 + by))]
        if lost:
            wrong = f"text lies in the margin of {margin:g} mm: {first_few(map(short_text, lost))}"
            yield page_finding("P008", file.name, page.number, wrong)


@preflight_check("P012")
def ruler_length_wrong(file: PdfFile) -> Iterator[Finding]:
    """A ruler or square is more than 0.1 mm longer or shorter than the length printed beside it.

    Players measure it to see whether the printer has scaled the page. Lengths in tables, such as a range of `4 in`, are
    not rulers.
    """
    for page in file.pages:
        stated = _stated_lengths(page)
        if not stated:
            continue
        sides = [_printed(page, side) for line in page.lines if line.size for side in _straight_sides(*line.size)]
        for words in sorted(stated - {_SQUARE}):
            length = _LENGTHS[words]
            nearest = min(sides, key=lambda side: abs(side - length), default=0.0)
            if abs(nearest - length) > RULER_TOLERANCE:
                wrong = f"the ruler of {words} is {nearest:.2f} mm long instead of {length:.2f} mm"
                yield page_finding("P012", file.name, page.number, wrong)
        if _SQUARE in stated and (wrong := _square_fault(page)):
            yield page_finding("P012", file.name, page.number, wrong)


def _printed(page: WrittenPage, length: Mm) -> Mm:
    """Return a length as the printer for which a back is corrected prints it: true to size again."""
    return length / page.shift.magnification


def _square_fault(page: WrittenPage) -> str:
    """Return what is wrong with the square around the words `1 inch`; an empty text if its size is right."""
    side = _LENGTHS[_SQUARE]
    for run in page.runs:
        if " ".join(run.text.split()) != _SQUARE or run.thumbnail:
            continue
        x, y = run.middle
        around = [line.size for line in page.lines if line.size and line.box and line.box.grown(-_HAIR).holds(x, y)]
        sizes = [size for size in around if max(size) < 2 * side]
        if not sizes:
            return "the words 1 inch have no square around them"
        nearest = min(sizes, key=lambda size: max(abs(size[0] - side), abs(size[1] - side)))
        width, height = (_printed(page, length) for length in nearest)
        if max(abs(width - side), abs(height - side)) > RULER_TOLERANCE:
            return f"the square of 1 inch measures {_size_text(width, height)} instead of {_size_text(side, side)}"
    return ""


@preflight_check("P015")
def viewer_may_scale(file: PdfFile) -> Iterator[Finding]:
    """A PDF does not ask viewers to print it at its true size.

    A viewer may then fit the page to the paper. Set PrintScaling to None in the program that exports the PDF, or choose
    100 % when you print.

    Severity: warning.
    """
    preferences = file.structure.Root.get("/ViewerPreferences", pikepdf.Dictionary())
    if preferences.get("/PrintScaling") != "/None":
        wrong, write = "the file does not ask viewers to print it at its true size", "set PrintScaling to None"
        yield Finding("P015", Spot(file.name), wrong, write, Severity.WARNING)


@preflight_check("P022")
def page_mirrored(file: PdfFile) -> Iterator[Finding]:
    """A page is mirrored: its letters read backwards.

    Export or print it without mirroring.
    """
    for page in file.pages:
        letters = sum(len(run.text) for run in page.runs)
        backwards = sum(len(run.text) for run in page.runs if run.mirrored)
        if backwards > letters / 2:
            wrong, write = "the page is mirrored: its letters read backwards", "export or print it without mirroring"
            yield page_finding("P022", file.name, page.number, wrong, write)


@preflight_check("P023")
def hairline(file: PdfFile) -> Iterator[Finding]:
    """A line has a width of 0, or almost 0.

    Printers draw it as thin as they can: visible on some printers, invisible on others.
    """
    for page in file.pages:
        thin = [line.width for line in page.lines if line.width < THINNEST]
        if thin:
            lines = "1 line is" if len(thin) == 1 else f"{len(thin)} lines are"
            least = min(thin)
            wrong = f"{lines} thinner than {THINNEST:g} mm; the thinnest is {least:.3f} mm wide"
            yield page_finding("P023", file.name, page.number, wrong, "give every line a width of 0.1 mm or more")


@preflight_check("P024")
def image_too_coarse(file: PdfFile) -> Iterator[Finding]:
    """An image has fewer than 150 pixels per inch at its size on paper, so it looks coarse."""
    for page in file.pages:
        for image in page.images:
            width, height = image.width, image.height
            if min(width, height) < SMALL or max(image.across, image.down) <= 2:  # a plain colour
                continue
            ppi = min(image.across / width, image.down / height) * MM_PER_INCH
            if ppi < LEAST_PPI:
                size = _size_text(width, height)
                wrong = f"an image of {size} has {ppi:.0f} pixels per inch; at least {LEAST_PPI} are needed"
                yield page_finding("P024", file.name, page.number, wrong)


@preflight_check("P025")
def file_runs_actions(file: PdfFile) -> Iterator[Finding]:
    """A file runs a script or another action when it is opened or printed.

    Print shops refuse such files, and viewers warn about them.
    """
    root = file.structure.Root
    opening = root.get("/OpenAction")
    acts = isinstance(opening, pikepdf.Dictionary) and opening.get("/S") != "/GoTo"
    names = root.get("/Names", pikepdf.Dictionary())
    if acts or "/AA" in root or "/JavaScript" in names:
        yield Finding("P025", Spot(file.name), "the file runs a script or another action when it is opened", _NO_ACTION)
    for number, page in enumerate(file.structure.pages, 1):
        notes = [note for note in page.obj.get("/Annots", []) if isinstance(note, pikepdf.Dictionary)]
        actions = [note.get("/A", pikepdf.Dictionary()).get("/S") for note in notes]
        if "/AA" in page.obj or any("/AA" in note for note in notes) or any(str(s) in _ACTIONS for s in actions):
            yield page_finding("P025", file.name, number, "the page runs a script or another action", _NO_ACTION)


@preflight_check("P026")
def file_encrypted(file: PdfFile) -> Iterator[Finding]:
    """A file is encrypted, although it opens without a password.

    Print shops refuse such files, and printing may be forbidden.
    """
    if file.structure.is_encrypted:
        yield Finding("P026", Spot(file.name), "the file is encrypted", "save it without encryption")


def check_file(file: PdfFile, target: Target, moved: Sequence[Mm] = ()) -> Iterator[Finding]:
    """Yield the findings of all checks that apply to every PDF file.

    `moved` is the distance by which each page was moved to correct for the printer.
    """
    yield from boxes_not_nested(file)
    yield from page_turned_cropped_or_scaled(file)
    yield from font_not_embedded(file)
    yield from text_too_small(file, target)
    yield from text_in_the_margin(file, target, moved)
    yield from ruler_length_wrong(file)
    yield from viewer_may_scale(file)
    yield from page_mirrored(file)
    yield from hairline(file)
    yield from image_too_coarse(file)
    yield from file_runs_actions(file)
    yield from file_encrypted(file)


def _stated_lengths(page: WrittenPage) -> set[str]:
    """Return the lengths, such as `4 in`, that are printed at the rulers and squares of a page."""
    texts = {" ".join(run.text.split()) for run in page.runs if not run.thumbnail and run.size_pt > _PICTURED_PT}
    in_margin = {text.removesuffix(_IN_MARGIN) for text in texts if text.endswith(_IN_MARGIN)}
    beside = any(text.startswith(_BESIDE_RULERS) for text in texts)
    return (in_margin | texts if beside else in_margin) & _LENGTHS.keys()


def _pages_text(count: int) -> str:
    """Return a number of pages as text, such as `2 pages`."""
    return "1 page" if count == 1 else f"{count} pages"


def _is_same_size(one: tuple[Mm, Mm], other: tuple[Mm, Mm]) -> bool:
    """Return whether two sizes (width, height) are equal within the tolerance."""
    return all(abs(a - b) <= SIZE_TOLERANCE for a, b in zip(one, other, strict=True))


def _size_text(width: Mm, height: Mm) -> str:
    """Return a size as text, such as `10.00 x 12.00 mm`."""
    return f"{width:.2f} x {height:.2f} mm"


def _straight_sides(width: Mm, height: Mm) -> tuple[Mm, ...]:
    """Return (length,) of a line or (side,) of a square; an empty tuple for other shapes."""
    if min(width, height) < SMALL:
        return (max(width, height),)
    return (width,) if abs(width - height) < SMALL else ()


def short_text(run: TextRun) -> str:
    """Return the first letters of a run of text, in quotes, for a message."""
    text = run.text.strip()
    return repr(text if len(text) <= 24 else f"{text[:22]}…")
