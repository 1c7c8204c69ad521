"""Books as PDF: drawings in place, no missing files, no files from elsewhere, always the same bytes."""

import io
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from pnp.cache import Cache, use_cache
from pnp.compose.html_book import Book, Flow
from pnp.compose.page_flow import ALMOST_EMPTY, GAPS, MeasuredBox, filled_share, flow_blocks, flow_pages
from pnp.compose.pictures import Pictures
from pnp.findings import Refused
from pnp.impose.page import Document, Page
from pnp.load import load_game
from pnp.load.target_files import load_target
from pnp.preflight import preflight_copies
from pnp.preflight.page_reader import WrittenPage, read_pages
from pnp.scene import Rect, Scene, Text, rectangle
from pnp.typeface import FONTS, font_path
from pnp.units import MM_PER_POINT
from pnp.write import book_pdf, flow_pdf, pango
from pnp.write.book_pdf import PrintedOver, write_book, write_over
from pnp.write.flow_pdf import _smaller_size
from pnp.write.fonts import font_face, font_face_css
from pnp.write.merge import Section, joined_range, merge_pdfs
from pnp.write.pdf import Turn, write_pdf
from pnp.write.png import CheckedPages

pytest.importorskip("weasyprint", exc_type=(OSError, ImportError))

STYLE = "<style>@page { size: 120mm 90mm; margin: 10mm } body { margin: 0; font: 10pt 'Source Serif 4' } h1 { font: 700 14pt 'Barlow Condensed' }</style>"
DRAWING = Scene(
    "drawing", 40, 20, (rectangle(Rect(-5, -5, 30, 30), fill="#FF0000"), Text(2, 12, "Drawn", "sans-bold", 9))
)


def book(body: str, **scenes: Scene) -> Book:
    return Book("rules", "Rules – of ½", f"<html lang=en><head>{STYLE}</head><body>{body}</body></html>", "a6", scenes)


def write(tmp_path: Path, body: str, **scenes: Scene) -> pikepdf.Pdf:
    path = tmp_path / "rules.pdf"
    write_book(book(body, **scenes), path)
    return pikepdf.open(path)


def read(tmp_path: Path, pdf: pikepdf.Pdf) -> tuple[WrittenPage, ...]:
    return read_pages(pdf, tmp_path / "rules.pdf")


def faults(tmp_path: Path, body: str) -> list[str]:
    with pytest.raises(Refused) as refused:
        write_book(book(body), tmp_path / "rules.pdf")
    assert not (tmp_path / "rules.pdf").exists()
    return [f"{finding.code} {finding.wrong}" for finding in refused.value.findings]


def test_a_drawing_replaces_its_placeholder(tmp_path: Path) -> None:
    with write(tmp_path, '<img src="scene:d" style="display: block; width: 40mm">', d=DRAWING) as pdf:
        (sheet,) = read(tmp_path, pdf)
        (run,) = sheet.runs
        assert (run.text, round(run.size_pt, 2)) == ("Drawn", 9)
        assert [round(v, 1) for v in run.start] == [12, 22]
        assert not [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    with pypdfium2.PdfDocument(tmp_path / "rules.pdf") as document:
        picture = document[0].render(scale=MM_PER_POINT * 4).to_pil().convert("RGB")
    red = [picture.getpixel((4 * x + 2, 4 * y + 2)) == (255, 0, 0) for x, y in ((11, 11), (34, 29), (36, 29), (9, 9))]
    assert red == [True, True, False, False], "cut off at the drawing's edges"


@pytest.mark.parametrize("place", ["passage", "example", "insert"])
def test_a_raised_ruling_has_one_size_everywhere(tmp_path: Path, place: str) -> None:
    """The references in examples and inserts have sizes of their own, which do not apply to raised numbers."""
    style = (Path(__file__).parent.parent / "templates" / "style" / "rules.css").read_text()
    body = f'<style>{style}</style><div class="{place}"><p id="x">Enough<sup><a class="ref" href="#x">R-1</a></sup>.</p></div>'
    with write(tmp_path, body) as pdf:
        raised = next(run for sheet in read(tmp_path, pdf) for run in sheet.runs if run.text.strip() == "R-1")
        assert raised.size_pt == pytest.approx(6.2, abs=0.05)


@pytest.mark.parametrize(
    ("turn", "start"), [(0, (35, 33)), (90, (67, 35)), (180, (65, 67)), (270, (33, 65)), (-90, (33, 65))]
)
def test_a_book_is_printed_over_a_page_in_its_box_and_turned_clockwise(
    tmp_path: Path, turn: int, start: tuple[int, int]
) -> None:
    """The first letter is near the corner of the box that is the top left one of the book."""
    style = "@page { size: 40mm 40mm; margin: 0 } body { margin: 0 5mm; font: 9pt/4mm 'Barlow Semi Condensed' }"
    words = Book("words", "Words", f"<html lang=en><style>{style}</style><body>Over</body></html>", "")
    whole = Rect(0, 0, 100, 150)
    below = Page("below", 100, 150, whole, whole, (Text(10, 10, "Below", "sans-bold", 9),))
    write_pdf(Document("sheet", "", (below, below)), tmp_path / "rules.pdf")
    write_over(PrintedOver(words, 1, Rect(30, 30, 40, 40), turn), tmp_path / "rules.pdf")
    with pikepdf.open(tmp_path / "rules.pdf") as pdf:
        other, sheet = read(tmp_path, pdf)
    assert [run.text for run in other.runs] == ["Below"]
    own, over = sheet.runs
    assert ([round(value) for value in own.start], round(own.turn)) == ([10, 10], 0)
    assert round(over.turn) % 360 == turn % 360
    assert over.start == pytest.approx(start, abs=0.3)
    assert {path.name for path in tmp_path.iterdir()} == {"rules.pdf"}


def test_a_drawing_that_is_used_twice_is_in_the_file_once(tmp_path: Path) -> None:
    body = '<img src="scene:d"><p style="opacity: .5"><img src="scene:d" style="width: 10mm"></p>'
    with write(tmp_path, body, d=DRAWING) as pdf:
        drawn = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and b"(Drawn)" in o.read_bytes()]
        assert len(drawn) == 1
        (sheet,) = read(tmp_path, pdf)
        assert [(run.text, run.thumbnail) for run in sheet.runs] == [("Drawn", False), ("Drawn", True)]


def test_only_the_fonts_of_the_kit_are_used(tmp_path: Path) -> None:
    with write(tmp_path, "<h1>Head → ½</h1><p>Text <i>and</i> <b>bold</b></p><pre>other</pre>", d=DRAWING) as pdf:
        (sheet,) = read(tmp_path, pdf)
        names = {font.name.partition("+")[2].split(",")[0] for font in sheet.fonts}
        assert all(name.startswith(("Barlow", "Source-Serif")) for name in names), names
        assert all(font.embedded for font in sheet.fonts)


def test_title_boxes_and_true_size(tmp_path: Path) -> None:
    with write(tmp_path, "text") as pdf:
        assert pdf.docinfo["/Title"] == "Rules – of ½"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert {"/TrimBox", "/BleedBox"} <= set(pdf.pages[0].obj.keys())


def test_all_missing_files_are_reported_together(tmp_path: Path) -> None:
    body = """<img src="scene:nope"><img src="https://example.org/a.png"><img src="../README.md"><a href="#gone">x</a>
        <p style="font-family: 'Source Serif 4'">漢</p><link rel=stylesheet href="style/nope.css">"""
    found = "\n".join(faults(tmp_path, body))
    assert "W002 there is no drawing 'nope'" in found
    assert "W002 the book cannot load 'https://example.org/a.png'" in found
    assert "README.md" in found
    assert "style/nope.css" in found
    assert "W002 No anchor #gone" in found
    assert "漢" in found


def test_copies_of_fonts_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while a refused book is still in memory."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    write(tmp_path, "<p>Text</p>")
    high = replace(book('<div class="passage"><p style="height: 71mm">Too high</p></div>'), flow=FLOW)
    with pytest.raises(Refused) as refused:
        write_book(high, tmp_path / "rules.pdf")
    assert refused.value.findings
    assert not list(place.iterdir())


def test_an_unknown_style_is_a_warning(tmp_path: Path) -> None:
    warnings = write_book(book("<p style='colr: red'>text</p>"), tmp_path / "rules.pdf")
    assert [(w.code, w.severity.value) for w in warnings] == [("W003", "warning")]
    assert "colr" in warnings[0].wrong


def test_without_pango_one_finding_names_the_packages_to_install(tmp_path: Path, monkeypatch, capsys) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)

    def missing(*_: object, **__: object) -> None:
        raise OSError("cannot load library 'libpango-1.0-0': no such file")

    monkeypatch.setattr("cffi.FFI.dlopen", missing)
    with pytest.raises(Refused) as refused:
        pango.load_weasyprint()
    (finding,) = refused.value.findings
    assert finding.code == "W001"
    assert "libpangoft2-1.0-0" in finding.write
    assert capsys.readouterr().out == ""


def test_font_faces_name_the_files() -> None:
    rules = font_face_css("../fonts/", ("condensed-semibold",)).strip()
    assert rules == (
        "@font-face { font-family: 'Barlow Condensed'; font-weight: 600; font-style: normal; "
        "src: url('../fonts/BarlowCondensed-SemiBold.ttf') }"
    )


@pytest.mark.parametrize("font", FONTS)
def test_each_font_has_the_weight_and_the_style_that_its_file_states(font: str) -> None:
    file = TTFont(font_path(font))
    family, weight, style = font_face(font)
    assert weight == file["OS/2"].usWeightClass
    assert (style == "italic") == bool(file["OS/2"].fsSelection & 1)
    assert file["name"].getBestFamilyName().startswith(family)


PROGRAM = """
import sys
from pathlib import Path
from pnp.compose.html_book import Book, Flow
from pnp.compose.page_flow import ALMOST_EMPTY, GAPS, MeasuredBox, filled_share, flow_blocks, flow_pages
from pnp.compose.pictures import Pictures
from pnp.scene import Scene, Text
from pnp.write.book_pdf import write_book
scenes = {f"d{i}": Scene(f"d{i}", 9, 9, (Text(1, 5, f"é{i}", "sans", 8),)) for i in range(5)}
html = "<h1 id=a>Head</h1><p>text <i>more</i> <a href='#a'>link</a></p>" + "".join(f"<img src='scene:d{i}'>" for i in range(5))
write_book(Book("b", "Book", html, "a4", scenes), Path(sys.argv[1]))
"""


@pytest.mark.slow
def test_the_same_book_is_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    def run(seed: str) -> bytes:
        path = tmp_path / f"{seed}.pdf"
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", PROGRAM, path], env=environment, check=True)
        return path.read_bytes()

    assert run("1") == run("2")


# ---------------------------------------------------------------- joined


def test_a_book_is_not_typeset_again_if_only_its_drawings_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = replace(DRAWING, items=DRAWING.items[:1])
    larger = replace(changed, width=45)
    body = '<img src="scene:drawing"><p id="end">See <img src="page:end">.</p><p style="colr: red">End</p>'
    cold = tmp_path / "cold.pdf"
    with use_cache(Cache(tmp_path / "cache")):
        write_book(book(body, drawing=DRAWING), tmp_path / "first.pdf")
        monkeypatch.setattr(book_pdf, "load_weasyprint", lambda: pytest.fail("it was typeset again"))
        found = write_book(book(body, drawing=changed), tmp_path / "warm.pdf")
        with pytest.raises(pytest.fail.Exception):
            write_book(book(body, drawing=larger), tmp_path / "larger.pdf")
    monkeypatch.undo()
    assert write_book(book(body, drawing=changed), cold) == found != ()
    assert (tmp_path / "warm.pdf").read_bytes() == cold.read_bytes() != (tmp_path / "first.pdf").read_bytes()


def test_joined_files_keep_pages_links_outlines_and_boxes(tmp_path: Path) -> None:
    body = '<h1 id="top">Top</h1><p><a href="#end">to the end</a></p><h1 id="end" style="break-before: page">End</h1>'
    for name in ("one", "two"):
        write_book(book(body, d=DRAWING), tmp_path / f"{name}.pdf")
    parts = [Section(tmp_path / "one.pdf", "The first"), Section(tmp_path / "two.pdf", "The second")]
    merge_pdfs(parts, tmp_path / "kit.pdf", "Kit ½", "long")
    first = (tmp_path / "kit.pdf").read_bytes()
    merge_pdfs(parts, tmp_path / "kit.pdf", "Kit ½", "long")
    assert (tmp_path / "kit.pdf").read_bytes() == first
    with pikepdf.open(io.BytesIO(first)) as pdf:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
        links = [
            (n, numbers[note.Dest[0].objgen])
            for n, page in enumerate(pdf.pages)
            for note in page.obj.get("/Annots", [])
        ]
        assert links == [(0, 1), (2, 3)]
        with pdf.open_outline() as outline:
            entries = [
                (
                    part.title,
                    numbers[part.destination[0].objgen],
                    [(e.title, numbers[e.destination[0].objgen]) for e in part.children],
                )
                for part in outline.root
            ]
        assert entries == [
            ("The first", 0, [("Top", 0), ("End", 1)]),
            ("The second", 2, [("Top", 2), ("End", 3)]),
        ]
        assert pdf.docinfo["/Title"] == "Kit ½"
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert all("/TrimBox" in page.obj for page in pdf.pages)


def test_in_two_sided_printing_each_part_begins_on_its_own_sheet(tmp_path: Path) -> None:
    break_ = '<h1 style="break-before: page">Page</h1>'
    for name, pages in (("odd", 3), ("tiles", 2)):
        write_book(book(break_ * pages), tmp_path / f"{name}.pdf")
    parts = [
        Section(tmp_path / "odd.pdf", "Odd"),
        Section(tmp_path / "tiles.pdf", "Tiles", one_sided=True),
        Section(tmp_path / "odd.pdf", "Again"),
    ]

    def blank(duplex: Turn) -> str:
        merge_pdfs(parts, tmp_path / "kit.pdf", "Kit", duplex)
        with pikepdf.open(tmp_path / "kit.pdf") as pdf:
            assert all(page.trimbox == pdf.pages[0].trimbox for page in pdf.pages)
            assert ranges(duplex)[-1].stop - 1 == len(pdf.pages)
            return "".join("#" if "/Contents" in page.obj else "." for page in pdf.pages)

    def ranges(duplex: Turn) -> list[range]:
        found = [joined_range(1, 3, one_sided=False, duplex=duplex)]
        found.append(joined_range(found[-1].stop, 2, one_sided=True, duplex=duplex))
        return [*found, joined_range(found[-1].stop, 3, one_sided=False, duplex=duplex)]

    assert blank("long") == "###.#.#.###."
    assert ranges("long") == [range(1, 5), range(5, 9), range(9, 13)]
    assert ranges("none") == [range(1, 4), range(4, 6), range(6, 9)]
    with pypdfium2.PdfDocument(tmp_path / "kit.pdf") as pdf:
        labels = [pdf.get_page_label(number) for number in range(len(pdf))]
    tiles = ["tiles 1", "blank", "tiles 2", "blank"]
    assert labels == ["odd 1", "odd 2", "odd 3", "blank", *tiles, "odd 1", "odd 2", "odd 3", "blank"]
    assert blank("none") == "########"


def test_files_do_not_depend_on_what_the_process_wrote_before(tmp_path: Path) -> None:
    write_book(book("<h1>Page</h1>" * 20), tmp_path / "one.pdf")
    made = set()
    for level in (1, 9):  # a setting of the whole process
        pikepdf.settings.set_flate_compression_level(level)
        merge_pdfs([Section(tmp_path / "one.pdf", "One")], tmp_path / "kit.pdf", "Kit")
        made.add((tmp_path / "kit.pdf").read_bytes())
    assert len(made) == 1


def test_a_joined_file_names_its_language_author_and_dates(tmp_path: Path) -> None:
    write_book(book("<h1>Page</h1>"), tmp_path / "one.pdf")
    merge_pdfs([Section(tmp_path / "one.pdf", "One")], tmp_path / "kit.pdf", "Kit", author="A. Name")
    with pikepdf.open(tmp_path / "kit.pdf") as pdf:
        assert pdf.Root.Lang == "en"
        assert pdf.docinfo["/Author"] == "A. Name"
        assert pdf.docinfo["/CreationDate"] == pdf.docinfo["/ModDate"] == "D:20000101000000+00'00'"


def test_subsets_of_one_font_have_different_names_once_joined(tmp_path: Path) -> None:
    parts = []
    for letter in "ÄÖÄ":
        parts.append(Section(tmp_path / f"{len(parts)}.pdf", letter))
        scene = Scene(letter, 40, 20, (Text(2, 12, letter, "sans-bold", 9),))
        write_book(book('<img src="scene:d">', d=scene), parts[-1].file)
    merge_pdfs(parts, tmp_path / "kit.pdf", "Kit")
    with pikepdf.open(tmp_path / "kit.pdf") as pdf:
        names = [
            str(o.BaseFont) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
        ]
    bold = [name for name in names if name.endswith("+BarlowSemiCondensed-Bold")]
    assert (len(bold), len(set(bold))) == (3, 2)


def test_pictures_of_pages(tmp_path: Path) -> None:
    write_book(book('one<p style="break-before: page">two</p>'), tmp_path / "rules.pdf")
    pages = CheckedPages()
    preflight_copies(tmp_path / "rules.pdf", load_target("home"), pages.add_page)
    names = pages.write_pictures("rules", tmp_path / "pages")
    assert names == ("rules-01.png", "rules-02.png")
    for name in names:
        with Image.open(tmp_path / "pages" / name) as picture:
            assert picture.size == (420, 315)
    with pypdfium2.PdfDocument(tmp_path / "rules.pdf") as document:
        assert [round(side * MM_PER_POINT) for side in document[0].get_size()] == [120, 90]


FLOW = Flow(width=120, height=90, top=10, tall=70, column=45, gutter=10, title="Rules", sizes=(9.8,))
FRONT = '<section class="front" style="height: 89mm"><h1 id="top">Title</h1><a href="#c5">to 5</a> <img src="number:c5"></section>'


def passages(count: int) -> str:
    """Return the boxes of a booklet: a title page, and paragraphs with a tinted ground that are 25 mm high."""
    style = "<style>.passage { width: 45mm; display: flow-root } .tint { background: #C00000; height: 25mm }</style>"
    text = (
        f'<div class="passage" data-section="{n}.0 S"><div class="tint" id="c{n}">{n}</div></div>' for n in range(count)
    )
    return style + FRONT + "".join(text)


def test_measured_boxes_are_placed_in_columns(tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    write_book(replace(book(passages(8)), flow=FLOW), path)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 3
        (link,) = pdf.pages[0].Annots
        names = {str(name): value for name, value in pikepdf.NameTree(pdf.Root.Names.Dests).items()}
        target = names[str(link.Dest)][0]
        assert target.objgen == pdf.pages[2].obj.objgen
    with pypdfium2.PdfDocument(path) as pdf:
        words = [page.get_textpage().get_text_range().split() for page in pdf]
        assert words[0][-1] == "3", "the page of the target"
        assert "0" in words[1]
        assert "7" in words[2]
        assert "0.0–3.0" in words[1]
        picture = pdf[1].render(scale=MM_PER_POINT * 4).to_pil().convert("RGB")
    red = [picture.getpixel((4 * x, 4 * y)) == (192, 0, 0) for x in (30, 90) for y in (20, 50)]
    assert all(red), "grounds move with their boxes"


@pytest.mark.parametrize(
    ("count", "pages", "sizes", "tried"),
    [
        (48, 5, (9.8, 9.4), 9.4),
        (48, 5, (9.8,), 0),
        (53, 5, (9.8, 9.4), 0),  # smaller type would not save the fifth page
        (42, 4, (9.8, 9.4), 0),
    ],
)
def test_smaller_type_is_tried_if_it_saves_a_folded_sheet(
    count: int, pages: int, sizes: tuple[float, ...], tried: float
) -> None:
    flow = replace(FLOW, sizes=sizes)
    measured = [MeasuredBox("front", 89), *[MeasuredBox("passage", 7.4, "text")] * count]
    placed = flow_pages(measured, flow)
    assert len(placed) == pages
    assert filled_share(placed, measured, flow) > ALMOST_EMPTY
    smaller = _smaller_size(measured, placed, flow)
    assert (smaller.size if smaller else 0) == tried


def test_a_size_that_saves_a_folded_sheet_is_preferred_to_one_that_saves_a_page() -> None:
    flow = replace(FLOW, sizes=(9.8, 9.4, 8.0))
    measured = [MeasuredBox("front", 89), *[MeasuredBox("passage", 7.4, "text")] * 57]
    placed = flow_pages(measured, flow)
    assert (len(placed), filled_share(placed, measured, flow) <= ALMOST_EMPTY) == (6, True)
    assert _smaller_size(measured, placed, replace(flow, sizes=(9.8, 9.4))) == (9.4, 5)
    assert _smaller_size(measured, placed, flow) == (8.0, 4)


def test_only_running_text_is_laid_out_again_in_smaller_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[tuple[float, int]] = []
    lay_out = flow_pdf._lay_out

    def counted(html: str, flow: Flow, size: float, *how: Any) -> list[Any]:
        boxes = lay_out(html, flow, size, *how)
        laid_out.append((size, len(boxes)))
        return boxes

    monkeypatch.setattr(flow_pdf, "_lay_out", counted)
    monkeypatch.setattr(flow_pdf, "_smaller_size", lambda *_: flow_pdf.SmallerSize(9.4, 4))
    kinds = ["head", "text", "table", "text", "item", "case"]
    words = "".join(
        f'<div class="passage" data-kind="{kind}"><p id="c{n}">{kind} {n}</p></div>' for n, kind in enumerate(kinds)
    )
    path = tmp_path / "rules.pdf"
    write_book(replace(book(FRONT + words), flow=replace(FLOW, sizes=(9.8, 9.4))), path)
    assert laid_out == [(9.8, 7), (9.4, 4)], "the title page, the head and the table stay as they are"
    with pypdfium2.PdfDocument(path) as pdf:
        found = " ".join(page.get_textpage().get_text_range() for page in pdf).split()
    assert [word for word in found if word in kinds] == kinds, "in their order"


def test_nothing_is_close_below_a_table() -> None:
    blocks = flow_blocks([MeasuredBox("passage", 20, "table"), MeasuredBox("passage", 5, "item")])
    assert blocks[1].above >= GAPS["table"][0]


def test_a_box_that_is_higher_than_a_page_is_refused(tmp_path: Path) -> None:
    tall = '<div class="passage"><p style="height: 71mm">Too high</p></div>'
    with pytest.raises(Refused, match="W007 the part that begins 'Too high' is higher than a page"):
        write_book(replace(book(tall), flow=FLOW), tmp_path / "rules.pdf")


@pytest.mark.parametrize("name", ["a%20b", "a b", "a#b?c&d", "a/../b", "é\n", '"><script>'])
def test_a_drawing_may_be_named_after_any_id(small: Pictures, tmp_path: Path, name: str) -> None:
    kept = small.keep(name, lambda: DRAWING)
    with write(tmp_path, f'<img src="scene:{kept}">', **small.scenes) as pdf:
        (sheet,) = read(tmp_path, pdf)
    assert [run.text for run in sheet.runs] == ["Drawn"]


def test_different_ids_name_different_drawings(small: Pictures) -> None:
    names = ["a b", "a%20b", "a~20~b", "a-b", "a~7e~20~7e~b"]
    drawings = [Scene(name, 40, 20, ()) for name in names]
    assert len({small.keep(name, lambda one=one: one) for name, one in zip(names, drawings, strict=True)}) == len(names)


@pytest.fixture
def small() -> Pictures:
    return Pictures(load_game(Path(__file__).parent / "games" / "small"))
