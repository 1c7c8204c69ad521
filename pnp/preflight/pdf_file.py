"""Checks on any PDF that is to be printed on a target: boxes, fonts, type, rulers, margins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import pikepdf

from pnp.findings import Finding, Severity
from pnp.model.target import Target
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.register import first_few, on_page, preflight_check
from pnp.preflight.text_run import TextRun, lies_in
from pnp.scene import Rect
from pnp.spot import Spot
from pnp.units import MM_PER_INCH, Mm

SIZE_TOLERANCE: Mm = 0.1
RULER_TOLERANCE: Mm = 0.1
THINNEST: Mm = 0.01
"""Lines must be wider than this."""
LEAST_PPI = 150
"""Pixels per inch below which an image is coarse."""
_NO_ACTION = "remove the action"
_ACTIONS = {"/JavaScript", "/Launch", "/SubmitForm", "/ImportData"}
SMALL = 0.02
"""Points and mm that rounding in a file may take away."""
_LENGTHS = {"100 mm": 100.0, "4 in": 4 * MM_PER_INCH, "1 inch": MM_PER_INCH}
"""What the figure at the end of a ruler, or in a square, promises."""
_SQUARE = "1 inch"
_HAIR: Mm = 0.01
_STRIP, _SLIM = "Print at 100 %", " · print at 100 %"
"""How the words beside the rulers of a page begin, and those after the figure of a ruler that lies in a margin."""


@dataclass(frozen=True, slots=True)
class PdfFile:
    """A file that was written, reopened: its name for findings, its pages, and the open file."""

    name: str
    pages: tuple[WrittenPage, ...]
    pdf: pikepdf.Pdf


@preflight_check("P001")
def pages_missing(written: PdfFile, count: int) -> Iterator[Finding]:
    """A file has more or fewer pages than were imposed.

    A sheet that is lost takes its counters with it; one too many turns every back after it to the wrong front.
    """
    if len(written.pages) != count:
        wrong = f"the file has {len(written.pages)} pages where {count} were imposed"
        yield Finding("P001", Spot(written.name), wrong)


@preflight_check("P002")
def page_of_another_size(written: PdfFile, sizes: Sequence[tuple[Mm, Mm]]) -> Iterator[Finding]:
    """A page is not of the size that it was made for, to a tenth of a millimetre.

    A printer's driver scales such a page without asking, and no ruler, counter or hex is true any more.
    """
    for sheet, (width, height) in zip(written.pages, sizes, strict=False):
        if not _same_size((sheet.width, sheet.height), (width, height)):
            wrong = f"the page is {_size(sheet.width, sheet.height)} where it should be {_size(width, height)}"
            yield on_page("P002", written.name, sheet.number, wrong)


def page_of_no_paper(written: PdfFile, target: Target) -> Iterator[Finding]:
    """For files whose intended size is not known: a page that no paper of the target fits is worth a warning."""
    papers = [(paper.width, paper.height) for paper in target.papers.values()]
    for sheet in written.pages:
        size = (sheet.width, sheet.height)
        if not any(_same_size(size, paper) or _same_size(size, paper[::-1]) for paper in papers):
            wrong = f"the page is {_size(*size)}; {target.name} has no such paper"
            names = ", ".join(paper.name for paper in target.papers.values())
            write = f"make pages for one of {names}"
            yield on_page("P002", written.name, sheet.number, wrong, write, severity=Severity.WARNING)


@preflight_check("P003")
def boxes_not_nested(written: PdfFile) -> Iterator[Finding]:
    """A page's trim box is not inside its bleed box, or that not inside the page; or there is none.

    Programs that cut, and print services, go by these boxes.
    """
    for sheet in written.pages:
        page = Rect(0, 0, sheet.width, sheet.height)
        for name, box in (("trim", sheet.trim), ("bleed", sheet.bleed)):
            if box is None:
                yield on_page("P003", written.name, sheet.number, f"the page has no {name} box")
        for inner, outer, wrong in (
            (sheet.trim, sheet.bleed, "the trim box lies outside the bleed box"),
            (sheet.bleed, page, "the bleed box lies outside the page"),
            (sheet.trim, page, "the trim box lies outside the page"),
        ):
            if inner and outer and not lies_in(inner, outer.grown(SMALL)):
                yield on_page("P003", written.name, sheet.number, wrong)


@preflight_check("P004")
def page_turned_cropped_or_scaled(written: PdfFile) -> Iterator[Finding]:
    """A page carries a turn, a crop box or a unit of its own.

    Viewers and printers disagree about these, so that backs no longer meet fronts; the page itself must be as printed.
    """
    for sheet in written.pages:
        if sheet.rotate:
            yield on_page("P004", written.name, sheet.number, f"the page is to be turned by {sheet.rotate} degrees")
        if sheet.crop and not lies_in(Rect(0, 0, sheet.width, sheet.height), sheet.crop.grown(SMALL)):
            yield on_page("P004", written.name, sheet.number, "a crop box hides part of the page")
        if sheet.unit != 1:
            wrong = f"the page counts in units of {sheet.unit:g} points"
            yield on_page("P004", written.name, sheet.number, wrong)


@preflight_check("P005")
def font_not_embedded(written: PdfFile) -> Iterator[Finding]:
    """A file names a font that it does not contain.

    Another font is then printed in its place, and text no longer fits its box.
    """
    missing = {font.name for sheet in written.pages for font in sheet.fonts if not font.embedded}
    for name in sorted(missing):
        yield Finding("P005", Spot(written.name), f"font {name} is not embedded", "embed every font")


@preflight_check("P006")
def text_too_small(written: PdfFile, target: Target) -> Iterator[Finding]:
    """Text is smaller than the target can print readably, after all scaling.

    Small pictures of what is printed elsewhere at full size may have text as small as they like.
    """
    least_pt = target.smallest_pt - SMALL
    for sheet in written.pages:
        small = [run for run in sheet.runs if run.size_pt < least_pt and not run.thumbnail and run.seen]
        if small:
            least = min(small, key=lambda run: run.size_pt)
            number = f"{len(small)} texts are" if len(small) > 1 else "1 text is"
            wrong = f"{number} smaller than {target.smallest_pt:g} pt; {short_text(least)} has {least.size_pt:.2f} pt"
            yield on_page("P006", written.name, sheet.number, wrong)


@preflight_check("P008")
def text_in_the_margin(written: PdfFile, target: Target, moved: Sequence[Mm] = ()) -> Iterator[Finding]:
    """Text lies where printers leave the paper blank, or beyond the paper's edge.

    Backs may have been moved to make up for a printer, each by as much as `moved` says.
    """
    for sheet, by in zip_longest(written.pages, moved[: len(written.pages)], fillvalue=0.0):
        assert isinstance(sheet, WrittenPage)
        free = Rect(0, 0, sheet.width, sheet.height).grown(-target.margin)
        lost = [run for run in sheet.runs if (box := run.seen) and not lies_in(box, free.grown(0.1 + by))]
        if lost:
            wrong = (
                f"text lies in the {target.margin:g} mm that printers leave blank: {first_few(map(short_text, lost))}"
            )
            yield on_page("P008", written.name, sheet.number, wrong)


@preflight_check("P012")
def ruler_false(written: PdfFile) -> Iterator[Finding]:
    """A ruler or a square is not as long as it says, to a tenth of a millimetre.

    It is what a player measures to see whether the printer has scaled the page. A range of `4 in` in a table is none.
    """
    for sheet in written.pages:
        said = _promised(sheet)
        if not said:
            continue
        sides = [side for line in sheet.lines if line.size for side in _sides(*line.size)]
        for words in sorted(said - {_SQUARE}):
            length = _LENGTHS[words]
            nearest = min(sides, key=lambda side: abs(side - length), default=0.0)
            if abs(nearest - length) > RULER_TOLERANCE:
                wrong = f"the page says {words}, and the line nearest to {length:g} mm is {nearest:.2f} mm long"
                yield on_page("P012", written.name, sheet.number, wrong)
        if _SQUARE in said and (wrong := _square_false(sheet)):
            yield on_page("P012", written.name, sheet.number, wrong)


def _square_false(sheet: WrittenPage) -> str:
    """What is wrong with the square around the words `1 inch`; empty if it is true."""
    side = _LENGTHS[_SQUARE]
    for run in sheet.runs:
        if " ".join(run.text.split()) != _SQUARE or run.thumbnail:
            continue
        x, y = run.middle
        around = [line.size for line in sheet.lines if line.size and line.box and line.box.grown(-_HAIR).holds(x, y)]
        sizes = [size for size in around if max(size) < 2 * side]
        if not sizes:
            return "there is no square around the words 1 inch"
        width, height = min(sizes, key=lambda size: max(abs(size[0] - side), abs(size[1] - side)))
        if max(abs(width - side), abs(height - side)) > RULER_TOLERANCE:
            return f"the square of 1 inch measures {_size(width, height)} instead of {_size(side, side)}"
    return ""


@preflight_check("P015")
def viewer_may_scale(written: PdfFile) -> Iterator[Finding]:
    """A file does not ask to be printed at its true size."""
    preferences = written.pdf.Root.get("/ViewerPreferences", pikepdf.Dictionary())
    if preferences.get("/PrintScaling") != "/None":
        wrong, write = "the file does not ask for printing at true size", "set PrintScaling to None"
        yield Finding("P015", Spot(written.name), wrong, write, Severity.WARNING)


@preflight_check("P022")
def page_mirrored(written: PdfFile) -> Iterator[Finding]:
    """A page is mirrored: its letters read backwards."""
    for sheet in written.pages:
        letters = sum(len(run.text) for run in sheet.runs)
        backwards = sum(len(run.text) for run in sheet.runs if run.mirrored)
        if backwards > letters / 2:
            wrong, write = "the page is mirrored: its letters read backwards", "export or print it without mirroring"
            yield on_page("P022", written.name, sheet.number, wrong, write)


@preflight_check("P023")
def hairline(written: PdfFile) -> Iterator[Finding]:
    """A line has a width of 0, or almost 0.

    Printers draw it as thin as they can: visible on some printers, invisible on others.
    """
    for sheet in written.pages:
        thin = [line.width for line in sheet.lines if line.width < THINNEST]
        if thin:
            lines = "1 line is" if len(thin) == 1 else f"{len(thin)} lines are"
            least = min(thin)
            wrong = f"{lines} thinner than {THINNEST:g} mm; the thinnest is {least:.3f} mm wide"
            yield on_page("P023", written.name, sheet.number, wrong, "give every line a width of 0.1 mm or more")


@preflight_check("P024")
def image_too_coarse(written: PdfFile) -> Iterator[Finding]:
    """An image has too few pixels for its size on paper: it looks coarse."""
    for sheet in written.pages:
        for image in sheet.images:
            width, height = image.width, image.height
            if min(width, height) < SMALL or max(image.across, image.down) <= 2:  # a plain colour
                continue
            ppi = min(image.across / width, image.down / height) * MM_PER_INCH
            if ppi < LEAST_PPI:
                wrong = (
                    f"an image of {_size(width, height)} has {ppi:.0f} pixels per inch; at least {LEAST_PPI} are needed"
                )
                yield on_page("P024", written.name, sheet.number, wrong)


@preflight_check("P025")
def file_that_acts(written: PdfFile) -> Iterator[Finding]:
    """A file runs a script or another action when somebody opens or prints it.

    Print shops refuse such files, and viewers warn about them.
    """
    root = written.pdf.Root
    opening = root.get("/OpenAction")
    acts = isinstance(opening, pikepdf.Dictionary) and opening.get("/S") != "/GoTo"
    names = root.get("/Names", pikepdf.Dictionary())
    if acts or "/AA" in root or "/JavaScript" in names:
        yield Finding(
            "P025", Spot(written.name), "the file runs a script or another action when it is opened", _NO_ACTION
        )
    for number, page in enumerate(written.pdf.pages, 1):
        notes = [note for note in page.obj.get("/Annots", []) if isinstance(note, pikepdf.Dictionary)]
        actions = [note.get("/A", pikepdf.Dictionary()).get("/S") for note in notes]
        if "/AA" in page.obj or any("/AA" in note for note in notes) or any(str(s) in _ACTIONS for s in actions):
            yield on_page("P025", written.name, number, "the page runs a script or another action", _NO_ACTION)


@preflight_check("P026")
def file_encrypted(written: PdfFile) -> Iterator[Finding]:
    """A file is encrypted, although it opens without a password.

    Print shops refuse such files, and printing may be forbidden.
    """
    if written.pdf.is_encrypted:
        yield Finding("P026", Spot(written.name), "the file is encrypted", "save it without encryption")


def check_file(written: PdfFile, target: Target, moved: Sequence[Mm] = ()) -> Iterator[Finding]:
    """What holds for every file; `moved` is how far each page was moved to make up for a printer."""
    yield from boxes_not_nested(written)
    yield from page_turned_cropped_or_scaled(written)
    yield from font_not_embedded(written)
    yield from text_too_small(written, target)
    yield from text_in_the_margin(written, target, moved)
    yield from ruler_false(written)
    yield from viewer_may_scale(written)
    yield from page_mirrored(written)
    yield from hairline(written)
    yield from image_too_coarse(written)
    yield from file_that_acts(written)
    yield from file_encrypted(written)


def _promised(sheet: WrittenPage) -> set[str]:
    """The lengths that rulers and squares of a page claim to have."""
    texts = {" ".join(run.text.split()) for run in sheet.runs if not run.thumbnail}
    slim = {text.removesuffix(_SLIM) for text in texts if text.endswith(_SLIM)}
    strip = any(text.startswith(_STRIP) for text in texts)
    return (slim | texts if strip else slim) & _LENGTHS.keys()


def _same_size(one: tuple[Mm, Mm], other: tuple[Mm, Mm]) -> bool:
    return all(abs(a - b) <= SIZE_TOLERANCE for a, b in zip(one, other, strict=True))


def _size(width: Mm, height: Mm) -> str:
    return f"{width:.2f} x {height:.2f} mm"


def _sides(width: Mm, height: Mm) -> tuple[Mm, ...]:
    """The length of a level or upright line, or the side of a square."""
    if min(width, height) < SMALL:
        return (max(width, height),)
    return (width,) if abs(width - height) < SMALL else ()


def short_text(run: TextRun) -> str:
    """The first letters of a run of text, in quotes."""
    text = run.text.strip()
    return repr(text if len(text) <= 24 else f"{text[:22]}…")
