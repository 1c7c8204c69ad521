"""Preflight of sheets: a good sheet passes, and each deliberate defect gives its own finding only."""

import io
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, strategies as st
from reportlab.pdfgen.canvas import Canvas

from pnp.findings import Finding, Severity, checks_of
from pnp.impose.marks import slim_rulers
from pnp.impose.page import Document, Page, Placement
from pnp.impose.registration import correction
from pnp.load.target_files import load_target
from pnp.model.target import BackShift
from pnp.preflight import preflight_document, preflight_pdf
from pnp.preflight.page_reader import read_pages
from pnp.preflight.text_run import invert
from pnp.scene import THUMBNAIL, Group, Item, Matrix, Path as ScenePath, Rect, Scene, Stroke, Text, Use, line, rectangle
from pnp.write.pdf import write_pdf

HOME = load_target("home")
SIDE = 12.7
INK = Stroke("#000000", 0.15)


def face(word: str, turn: float = 0) -> Scene:
    ground = rectangle(Rect(-2, -2, SIDE + 4, SIDE + 4), fill="#EEDDAA")
    return Scene(
        word, SIDE, SIDE, (ground, Text(SIDE / 2, 8, word, "sans-bold", 7, anchor="middle", turn=turn)), bleed=2
    )


def counter(id_: str, facing, word: str, x: float, y: float, turn: float = 0) -> tuple[Use, Placement]:
    """Return a face at x, y and its placement."""
    place = Matrix.place(x + SIDE / 2, y + SIDE / 2, turn=turn).after(Matrix.place(-SIDE / 2, -SIDE / 2))
    return Use(face(word), place), Placement(id_, facing, Rect(x, y, SIDE, SIDE), turn)


def sheet_of(facing, *counters: tuple[Use, Placement], marks: Iterable[Item] = (), **more) -> Page:
    """Return a Letter page of counters."""
    placements = tuple(placement for _, placement in counters)
    inked = tuple(p.box.grown(2) for p in placements)
    whole = Rect(0, 0, 215.9, 279.4)
    art = tuple(use for use, _ in counters)
    page = Page(facing, 215.9, 279.4, whole, whole, art, tuple(marks), placements, facing, inked=inked)
    return replace(page, **more)


FRONT = sheet_of("front", counter("J1", "front", "1/55", 50, 60), counter("J2", "front", "2/55", 62.7, 60))
BACK = sheet_of(
    "back",
    counter("J2", "back", "2-3", 215.9 - 62.7 - SIDE, 60),
    counter("J1", "back", "1-4", 215.9 - 50 - SIDE, 60),
)
GOOD = Document("counters", "Counters", (FRONT, BACK), "long")
TEXTS = {("J1", "front"): ("1/55",), ("J2", "front"): ("2/55",), ("J1", "back"): ("1-4",), ("J2", "back"): ("2-3",)}


@pytest.fixture
def check(tmp_path: Path):
    """Return a function that writes a document, damages the file, and returns the findings."""

    def run(document: Document, spoil=None, texts=None, *, target=HOME, asked: Document | None = None) -> list[str]:
        path = tmp_path / f"{document.name}.pdf"
        write_pdf(document, path)
        if spoil is not None:
            with pikepdf.open(path, allow_overwriting_input=True) as pdf:
                spoil(pdf)
                pdf.save()
        return words(preflight_document(path, asked or document, target, TEXTS if texts is None else texts))

    return run


def words(findings: Iterable[Finding]) -> list[str]:
    return [f"{f.spot.path}: {f.code} {f.wrong}".removeprefix(": ") for f in findings]


def with_pages(*pages: Page, duplex="long") -> Document:
    return Document("counters", "Counters", pages, duplex)


def test_a_good_sheet_passes(check) -> None:
    assert check(GOOD) == []


# ---------------------------------------------------------------- the file


def test_p001_a_page_is_missing(check) -> None:
    assert check(with_pages(FRONT), asked=GOOD) == ["P001 the file has 1 page instead of 2"]


def test_p001_a_file_that_is_not_a_pdf(tmp_path: Path) -> None:
    (tmp_path / "map.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    (finding,) = preflight_pdf(tmp_path / "map.pdf", HOME)
    assert finding.code == "P001"
    assert "cannot be read as PDF" in finding.wrong


@pytest.mark.parametrize(
    "content", [b"BT /F Tf ET", b"1.2.3 w 1 Tc x y Td", b"cm", b"BT 5 Tj ET", b"[<4>] TJ", b"q" * 99]
)
def test_p001_damaged_content_gives_findings_and_no_traceback(check, content: bytes) -> None:
    def spoil(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Contents = pdf.make_stream(content)

    found = "".join(check(GOOD, spoil))
    assert re.findall(r"P\d+", found) in (["P001"], ["P011", "P011", "P013", "P018"])
    assert "P001" not in found or found == "P001 the file cannot be read as PDF: the content of a page is damaged"


def test_p002_a_page_of_another_size(check) -> None:
    def stretch(pdf: pikepdf.Pdf) -> None:
        box = pdf.pages[0].MediaBox
        box[2] = float(box[2]) + 0.6  # points: more than a tenth of a millimetre

    assert check(GOOD, stretch) == [
        "page 1: P002 the page measures 216.11 x 279.40 mm instead of 215.90 x 279.40 mm",
        "page 2: P019 the back has another size than its front on page 1",
    ]


def test_p002_a_page_that_no_paper_fits_is_a_warning(tmp_path: Path) -> None:
    page = replace(FRONT, width=200.0, height=200.0, trim=Rect(0, 0, 200, 200), bleed=Rect(0, 0, 200, 200))
    write_pdf(with_pages(page, duplex="none"), tmp_path / "odd.pdf")
    note, finding = preflight_pdf(tmp_path / "odd.pdf", HOME)
    assert note.code == "P033"
    assert (finding.code, finding.severity.value) == ("P002", "warning")
    assert "Letter, A4" in finding.write


@pytest.mark.parametrize(
    ("box", "wrong"),
    [
        ("/TrimBox", "the trim box lies outside the bleed box"),
        ("/BleedBox", "the bleed box lies outside the page"),
    ],
)
def test_p003_boxes_that_are_not_nested(check, box: str, wrong: str) -> None:
    def grow(pdf: pikepdf.Pdf) -> None:
        pdf.pages[1].obj[box] = pikepdf.Array([-9, 0, 612, 792])

    assert f"page 2: P003 {wrong}" in check(GOOD, grow)


def test_p003_a_page_without_a_trim_box(check) -> None:
    def strip(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[0].obj["/TrimBox"]

    assert check(GOOD, strip) == ["page 1: P003 the page has no trim box"]


@pytest.mark.parametrize(
    ("key", "value", "wrong"),
    [
        ("/Rotate", 90, "the page has a rotation of 90 degrees"),
        ("/CropBox", pikepdf.Array([0, 0, 600, 792]), "a crop box hides part of the page"),
        ("/UserUnit", 2, "the page has a unit of length of 2 points instead of 1"),
    ],
)
def test_p004_turned_cropped_or_scaled_by_the_viewer(check, key: str, value: object, wrong: str) -> None:
    def spoil(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj[key] = value

    assert check(GOOD, spoil) == [f"page 1: P004 {wrong}"]


def test_p005_a_font_that_is_not_embedded(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "map.pdf"), pagesize=(612, 792))
    canvas.drawString(100, 100, "Helvetica comes from the printer")
    canvas.save()
    found = words(preflight_pdf(tmp_path / "map.pdf", HOME))
    assert "P005 font Helvetica is not embedded" in found
    assert "P015 the file does not ask viewers to print it at its true size" in found


def test_p005_a_font_in_a_form_is_found_too(check) -> None:
    def spoil(pdf: pikepdf.Pdf) -> None:
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Courier)
        form = pdf.make_stream(
            b"BT /C 9 Tf (x) Tj ET", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 1, 1]
        )
        form.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(C=font))
        pdf.pages[0].Resources.XObject = pikepdf.Dictionary(F=form)

    assert check(GOOD, spoil) == ["P005 font Courier is not embedded"]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("BT /F1 12 Tf ET", False),
        ("q /F1 12 Tf Q BT (text) Tj ET", False),
        ("BT /F1 12 Tf (text) Tj ET", True),
        ("q BT /F1 12 Tf ET q Q BT [(text)] TJ ET Q", True),
        ("", False),
    ],
)
def test_p005_a_font_counts_only_if_text_is_shown_in_it(tmp_path: Path, content: str, found: bool) -> None:
    """Some programs set Helvetica at the start of each page, and show no text in it."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(612, 792))
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    page.Contents = pdf.make_stream(content.encode())
    pdf.save(tmp_path / "page.pdf")
    assert ("P005 font Helvetica is not embedded" in words(preflight_pdf(tmp_path / "page.pdf", HOME))) == found


CARDS = [(42, 50), (105, 50), (42, 138), (105, 138)]
"""The left lower corners of four cards on a page of A4, in mm."""


@pytest.mark.parametrize(
    ("backs", "off"),
    [
        (CARDS, ""),
        ([(x + 5, y) for x, y in CARDS], "5.00 mm"),
        ([(x, y - 3) for x, y in CARDS], "3.00 mm"),
        ([(x + 5, y) for x, y in CARDS[:3]], ""),
        ([(20, 20), (20, 120), (20, 220), (90, 20)], ""),
    ],
    ids=["right", "moved right", "moved down", "other number", "other page"],
)
def test_p019_backs_of_another_program_are_compared_with_their_fronts(
    tmp_path: Path, backs: list[tuple[float, float]], off: str
) -> None:
    mm = 72 / 25.4
    canvas = Canvas(str(tmp_path / "cards.pdf"), pagesize=(210 * mm, 297 * mm))
    for corners in (CARDS, backs):
        for x, y in corners:
            canvas.rect(x * mm, (y + 10.5) * mm, 63 * mm, 88 * mm)
        canvas.showPage()
    canvas.save()
    found = [one for one in preflight_pdf(tmp_path / "cards.pdf", HOME) if one.code == "P019"]
    assert [one.severity for one in found] == ([Severity.WARNING] if off else [])
    assert all(f"lie {off} from those on page 1" in one.message for one in found)


def test_pages_that_are_both_fronts_are_not_compared(tmp_path: Path) -> None:
    mm = 72 / 25.4
    canvas = Canvas(str(tmp_path / "cards.pdf"), pagesize=(210 * mm, 297 * mm))
    for _ in range(2):
        canvas.rect(20 * mm, 20 * mm, 63 * mm, 88 * mm)
        canvas.showPage()
    canvas.save()
    assert "P019" not in {one.code for one in preflight_pdf(tmp_path / "cards.pdf", HOME)}


def test_p006_text_too_small_after_all_scaling(check) -> None:
    small = Group((Text(0, 0, "tiny", "sans", 8),), Matrix.place(100, 100, scale=0.5))
    page = replace(FRONT, marks=(small, Text(100, 110, "small", "sans", 4.9), Text(100, 120, "fair", "sans", 5)))
    found = check(with_pages(page, BACK))
    assert found == ["page 1: P006 2 texts are smaller than 5 pt; 'tiny' has 4.00 pt"]


def test_p006_thumbnails_may_have_small_text(check) -> None:
    texts = tuple(Text(0, y, "tiny", "sans", 8) for y in (0, 20, 40))
    picture = Group(texts, Matrix.place(100, 100, scale=0.2), layer=THUMBNAIL)
    assert check(with_pages(replace(FRONT, marks=(picture,)), BACK)) == []


def test_p006_hidden_text_may_be_small(check) -> None:
    hidden = Group((Text(0, 0, "tiny", "sans", 2),), Matrix.place(100, 100), clip=rectangle(Rect(0, 5, 9, 9)))
    assert check(with_pages(replace(FRONT, marks=(hidden,)), BACK)) == []


def test_p008_text_in_the_margin(check) -> None:
    page = replace(FRONT, art=(*FRONT.art, Text(3, 100, "Off the edge", "sans", 9), Text(7, 110, "fine", "sans", 9)))
    assert check(with_pages(page, BACK)) == [
        "page 1: P008 text lies in the margin of 6.35 mm: 'Off the edge'",
        "page 1: P021 ink lies in the margin of 6.35 mm: 3-6 mm from the left and 97-100 mm from the top",
    ]


RULERS = (
    line(20, 200, 120, 200, INK),
    line(20, 210, 121.6, 210, INK),
    rectangle(Rect(20, 220, 25.4, 25.4), stroke=INK),
    Text(120, 203, "100 mm", "sans", 7, anchor="end"),
    Text(120, 213, "4 in", "sans", 7, anchor="end"),
    Text(32, 232, "1 inch", "sans", 7, anchor="middle"),
    Text(60, 232, "Print at 100 % (“Actual size”)", "sans", 7),
)


@pytest.mark.parametrize("turn", [0, 90, 0.3])
def test_p012_rulers_of_the_right_length_pass(check, turn: float) -> None:
    page = replace(FRONT, marks=(Group(RULERS, Matrix.place(20 if turn != 90 else 260, 0, turn=turn)),))
    page = replace(page, marks=RULERS) if turn == 90 else page
    assert check(with_pages(page, BACK)) == []


def test_p012_a_ruler_that_was_scaled(check) -> None:
    page = replace(FRONT, marks=(Group(RULERS, Matrix.place(scale=0.97)),))
    assert check(with_pages(page, BACK)) == [
        "page 1: P012 the ruler of 100 mm is 98.55 mm long instead of 100.00 mm",
        "page 1: P012 the ruler of 4 in is 98.55 mm long instead of 101.60 mm",
        "page 1: P012 the square of 1 inch measures 24.64 x 24.64 mm instead of 25.40 x 25.40 mm",
    ]


def test_p012_only_the_square_around_the_words_counts(check) -> None:
    shrunk = rectangle(Rect(20, 220, 24.6, 24.6), stroke=INK)
    true = rectangle(Rect(90, 220, 25.4, 25.4), stroke=INK)
    page = replace(FRONT, marks=(*(shrunk if mark is RULERS[2] else mark for mark in RULERS), true))
    assert check(with_pages(page, BACK)) == [
        "page 1: P012 the square of 1 inch measures 24.60 x 24.60 mm instead of 25.40 x 25.40 mm"
    ]
    alone = replace(FRONT, marks=tuple(mark for mark in RULERS if mark is not RULERS[2]))
    assert check(with_pages(alone, BACK)) == ["page 1: P012 the words 1 inch have no square around them"]


def test_p012_a_slim_ruler_in_a_margin(check) -> None:
    metric, inches = slim_rulers()
    beside = (Group(metric, Matrix.place(20, 200)), Group(inches, Matrix.place(20, 210)))
    assert check(with_pages(replace(FRONT, marks=beside), BACK)) == []
    shrunk = tuple(replace(one, matrix=one.matrix.after(Matrix.place(scale=0.97))) for one in beside)
    found = check(with_pages(replace(FRONT, marks=shrunk), BACK))
    assert [words.partition(" is ")[0] for words in found] == [
        f"page 1: P012 the ruler of {size}" for size in ("100 mm", "4 in")
    ]


def test_p012_lengths_in_a_table_are_not_rulers(check) -> None:
    cells = tuple(Text(60, 200 + 5 * n, words, "sans", 9) for n, words in enumerate(("4 in", "100 mm", "1 inch")))
    assert check(with_pages(replace(FRONT, art=(*FRONT.art, *cells)), BACK)) == []


def test_p023_hairlines_count_but_not_the_thin_lines_of_a_reduced_drawing(check) -> None:
    zigzag = tuple(line(x, 200 + x % 2, x + 1, 201 - x % 2, Stroke("#000000", 0.005)) for x in (40, 60))
    assert check(with_pages(replace(FRONT, marks=zigzag), BACK)) == [
        "page 1: P023 2 lines are thinner than 0.01 mm; the thinnest is 0.005 mm wide"
    ]
    outline = ScenePath("MLLLLLLLL", tuple(float(v) for n in range(9) for v in (n * 100, n % 2 * 100)), stroke=INK)
    reduced = Group((outline,), Matrix.place(40, 200, scale=0.05))
    assert check(with_pages(replace(FRONT, marks=(reduced,)), BACK)) == []


# ---------------------------------------------------------------- imposed pages


def test_p007_marks_on_the_art(check) -> None:
    tick = line(50, 57, 50, 61, INK)
    frame = rectangle(Rect(40, 50, 60, 40), stroke=INK)  # goes around the art and does not touch it
    found = check(with_pages(replace(FRONT, marks=(tick, frame)), BACK))
    assert found == ["page 1: P007 marks lie on drawings: at 50.0, 59.0 mm"]


def test_p010_art_that_is_out_of_place(check) -> None:
    moved = replace(FRONT, art=(Use(face("1/55"), Matrix.place(50.5, 60)), FRONT.art[1]))
    assert check(with_pages(moved, BACK)) == ["page 1: P010 faces are not drawn at their positions: J1 front"]


def test_p010_art_with_another_turn(check) -> None:
    use, placement = counter("J1", "front", "1/55", 50, 60, turn=180)
    page = sheet_of("front", (use, replace(placement, turn=0)), counter("J2", "front", "2/55", 62.7, 60))
    assert check(with_pages(page, BACK)) == ["page 1: P010 faces are not drawn at their positions: J1 front"]


@pytest.mark.parametrize(
    ("back", "wrong"),
    [
        (
            sheet_of("back", counter("J2", "back", "2-3", 62.7, 60), counter("J1", "back", "1-4", 50, 60)),
            ["there is no back behind J1", "there is no back behind J2"],
        ),
        (
            sheet_of(
                "back", counter("J1", "back", "1-4", 215.9 - 62.7 - SIDE, 60), counter("J2", "back", "2-3", 153.2, 60)
            ),
            ["behind J1 lies the back of J2", "behind J2 lies the back of J1"],
        ),
        (
            sheet_of("back", counter("J2", "back", "2-3", 140.5, 60), counter("J1", "back", "1-4", 153.26, 60)),
            ["the back of J1 is 0.06 mm off its front"],
        ),
        (
            sheet_of(
                "back", counter("J2", "back", "2-3", 140.5, 60), counter("J1", "back", "1-4", 153.2, 60, turn=180)
            ),
            ["the back of J1 is rotated by 180 degrees instead of 0"],
        ),
    ],
    ids=["not mirrored", "exchanged", "off", "upside down"],
)
def test_p009_a_back_that_is_not_behind_its_front(check, back: Page, wrong: list[str]) -> None:
    assert check(with_pages(FRONT, back)) == [f"page 1: P009 {each}" for each in wrong]


def test_p009_fronts_without_a_back_page(check) -> None:
    found = check(with_pages(FRONT))
    assert found == ["page 1: P009 there is no back behind J1", "page 1: P009 there is no back behind J2"]
    assert check(with_pages(FRONT, duplex="none")) == []


def test_p009_short_edge_and_folds(check) -> None:
    short = sheet_of(
        "back",
        counter("J1", "back", "1-4", 50, 279.4 - 60 - SIDE, turn=180),
        counter("J2", "back", "2-3", 62.7, 279.4 - 60 - SIDE, turn=180),
    )
    assert check(with_pages(FRONT, short, duplex="short")) == []
    fronts, backs = (tuple(zip(page.art, page.placements, strict=True)) for page in (FRONT, BACK))
    upright = sheet_of("front", *fronts, *backs, fold=215.9 / 2)
    assert check(with_pages(upright, duplex="none")) == []
    off = check(with_pages(replace(upright, fold=108.0), duplex="none"))
    assert off == [f"page 1: P009 the back of {id_} is 0.10 mm off its front" for id_ in ("J1", "J2")]
    level = sheet_of(
        "front",
        *fronts,
        counter("J1", "back", "1-4", 50, 100, turn=180),
        counter("J2", "back", "2-3", 62.7, 100, turn=180),
        fold_y=(60 + SIDE + 100) / 2,
    )
    assert check(with_pages(level, duplex="none")) == []


def test_backs_corrected_for_a_printer_pass(check) -> None:
    moved = correction(BackShift(x=1.5, y=-0.8, turn=0.4), 215.9, 279.4, "long")
    page = replace(BACK, art=(Group(BACK.art, moved),), correction=moved)
    assert check(with_pages(FRONT, page)) == []
    untold = replace(BACK, art=(Group(BACK.art, moved),))
    assert {found.split()[2] for found in check(with_pages(FRONT, untold))} == {"P010"}


def test_p016_marks_and_components_in_the_margin(check) -> None:
    page = sheet_of("front", counter("J1", "front", "1/55", 5, 60), marks=(line(100, 2, 100, 5, INK),))
    assert check(with_pages(page, duplex="none")) == [
        "page 1: P016 marks or components lie in the margin of 6.35 mm: at 100.0, 3.5 mm, J1 front",
        "page 1: P021 ink lies in the margin of 6.35 mm: 3-100 mm from the left and 2-75 mm from the top",
    ]


# ---------------------------------------------------------------- text


def test_p011_text_that_differs_from_the_data(check) -> None:
    texts = TEXTS | {("J1", "front"): ("1/56",), ("J2", "back"): ("2-3", "Reduced")}
    assert check(GOOD, texts=texts) == [
        "page 1: P011 the front of J1 lacks '1/56' and has in addition '1/55'",
        "page 2: P011 the back of J2 lacks 'Reduced'",
    ]


def test_p011_reads_turned_and_spaced_text(check) -> None:
    letters = (Text(3, 10, "4 / 55", "sans", 6, tracking=0.3, turn=-90), Text(8, 10, "XX", "sans", 6, halo=INK))
    scene = Scene("odd", SIDE, SIDE, letters)
    page = sheet_of("front", (Use(scene, Matrix.place(50, 60)), Placement("J1", "front", Rect(50, 60, SIDE, SIDE))))
    assert check(with_pages(page, duplex="none"), texts={("J1", "front"): ("XX", "4/55")}) == []


def test_p013_text_lost_in_writing(check) -> None:
    asked = with_pages(replace(FRONT, art=(*FRONT.art, Text(90, 90, "Seywa", "sans", 9))), BACK)
    assert check(GOOD, asked=asked) == ["page 1: P013 text is lost or moved: 'Seywa'"]


def test_p013_does_not_miss_text_of_which_a_clip_shows_only_descenders(check) -> None:
    hidden = Group((Text(90, 90, "gypsy", "sans", 12, halo=INK),), clip=rectangle(Rect(80, 90.2, 60, 8)))
    assert check(with_pages(replace(FRONT, art=(*FRONT.art, hidden)), BACK)) == []


def test_p013_text_moved_in_writing(check) -> None:
    def shift(pdf: pikepdf.Pdf) -> None:
        content = pdf.pages[0].Contents
        content.write(b"1 0 0 1 0.3 0 cm\n" + content.read_bytes())

    found = check(GOOD, shift)
    assert "page 1: P013 text is lost or moved: '1/55', '2/55'" in found


def test_p014_letters_that_are_missing_from_the_font(check) -> None:
    page = replace(FRONT, marks=(Text(90, 90, "漢字", "sans", 9),))
    assert "page 1: P014 the font sans lacks the letters '字', '漢'" in check(with_pages(page, BACK))


# ---------------------------------------------------------------- reading


def test_every_check_has_a_test_and_an_explanation() -> None:
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_preflight*.py"))
    for check in checks_of("file"):
        assert check.code in tests
        assert check.title.endswith(".")


def read(content: bytes, to_unicode: bytes | None = None) -> list[tuple[str, float, float]]:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(720, 720))
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.TrueType,
        BaseFont=pikepdf.Name.Any,
        FirstChar=32,
        Widths=[{"B": 1000, "C": 250}.get(chr(code), 500) for code in range(32, 127)],
        **({} if to_unicode is None else {"ToUnicode": pdf.make_stream(to_unicode)}),
    )
    pdf.pages[0].Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
    pdf.pages[0].Contents = pdf.make_stream(content)
    made = io.BytesIO()
    pdf.save(made)
    with pikepdf.open(made) as written:
        (sheet,) = read_pages(written, made.getvalue())
        points = 72 / 25.4
        return [
            (run.text, round(run.start[0] * points, 2), round(720 - run.start[1] * points, 2)) for run in sheet.runs
        ]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"BT /F 10 Tf 30 40 Td (ABC) Tj (A) Tj ET", [("ABC", 30, 40), ("A", 47.5, 40)]),
        (b"BT /F 10 Tf 12 TL 30 40 Td (A) Tj T* (B) Tj (C) ' ET", [("A", 30, 40), ("B", 30, 28), ("C", 30, 16)]),
        (b"BT /F 10 Tf 1 0 0 1 30 40 Tm [(A) -1000 (B)] TJ (C) Tj ET", [("AB", 30, 40), ("C", 55, 40)]),
        (b"BT /F 10 Tf 30 40 Td [<41> -1000 <42>] TJ <43> Tj ET", [("AB", 30, 40), ("C", 55, 40)]),
        (b"BT /F 10 Tf 2 Tc 200 Tz 30 40 Td (AA) Tj (A) Tj ET", [("AA", 30, 40), ("A", 58, 40)]),
        (b"q 2 0 0 2 5 5 cm BT /F 10 Tf 1 1 Td (A) Tj ET Q BT /F 9 Tf 1 1 Td (B) Tj ET", [("A", 7, 7), ("B", 1, 1)]),
        (rb"BT /F 10 Tf 3 4 Td (\(A\)\102\\) Tj ET", [("(A)B\\", 3, 4)]),
        (b"BT /F 10 Tf 3 4 Td (A (nested (text)) B) Tj ET", [("A (nested (text)) B", 3, 4)]),
        (b"BT /F 10 Tf 3 4 Td 1 Tr (A) Tj 3 Tr (B) Tj 0 Tr (C) Tj ET", [("C", 18, 4)]),
        (b"BI /W 1 /H 1 ID BT (A) Tj EI BT /F 9 Tf 1 1 Td (B) Tj ET", [("B", 1, 1)]),
        (b"% (A) Tj\nBT /F 9 Tf 1 1 Td (B) Tj ET", [("B", 1, 1)]),
        (b"Q Q EMC BT (no font) Tj ET", []),
    ],
)
def test_text_is_read_as_viewers_read_it(content: bytes, found: list[tuple[str, float, float]]) -> None:
    assert read(content) == found


def test_a_form_that_draws_itself_is_read_once(tmp_path: Path) -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    form = pdf.make_stream(b"/F Do", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 1, 1])
    form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
    pdf.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
    pdf.pages[0].Contents = pdf.make_stream(b"/F Do")
    pdf.save(tmp_path / "loop.pdf")
    assert {finding.code for finding in preflight_pdf(tmp_path / "loop.pdf", HOME)} == {"P003", "P015", "P033"}


def test_codes_are_read_as_the_letters_that_the_font_gives_them() -> None:
    cmap = b"""1 beginbfchar <43> <00660069> endbfchar
        2 beginbfrange <50> <52> <0041> <60> <61> [<0061> <0062>] endbfrange"""
    content = b"BT /F 9 Tf 1 1 Td <43> Tj 30 0 Td <505152> Tj 30 0 Td <6061> Tj ET"
    assert read(content, cmap) == [("fi", 1, 1), ("ABC", 31, 1), ("ab", 61, 1)]


def test_text_is_read_by_its_letters_and_not_by_its_actual_text() -> None:
    span = b"/Span <</ActualText <FEFF004100200042>>> BDC (A) Tj 20 0 Td (B) Tj EMC"
    assert read(b"BT /F 9 Tf 1 1 Td " + span + b" ET") == [("A", 1, 1), ("B", 21, 1)]


@given(st.floats(-9, 9), st.floats(-9, 9), st.floats(-20, 20))
def test_a_correction_can_be_undone(x: float, y: float, turn: float) -> None:
    matrix = Matrix.place(x, y, turn=turn)
    there = invert(matrix).apply(matrix.apply((30, 40)))
    assert there == pytest.approx((30, 40))
