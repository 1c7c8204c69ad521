"""Marks on pages: with them, a file alone shows pages that are missing, out of order or changed."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Name, Pdf

from pnp.findings import Severity
from pnp.impose.page import Document, Page
from pnp.load.target_files import load_target
from pnp.model.target import PrintSettings, Target
from pnp.preflight import page_mark, preflight_document, preflight_joined, preflight_path
from pnp.preflight.page_mark import read_mark
from pnp.preflight.page_reader import read_pages
from pnp.processes import OverTimeError
from pnp.scene import Item, Rect, Text, rectangle
from pnp.write.finish import finish_pages
from pnp.write.merge import Section, merge_pdfs
from pnp.write.pdf import write_pdf
from tests.damage import after_all, drop, replace_in, said

HOME = load_target("home")
WIDE, HIGH = 215.9, 279.4
WHOLE = Rect(0, 0, WIDE, HIGH)
AGAIN = "; build or download the file again"


def page(*art: Item, bleed: Rect = WHOLE, trim: Rect = WHOLE) -> Page:
    return Page("", WIDE, HIGH, trim, bleed, art)


def book_page(number: int) -> Page:
    """Return a page of a book with some texts and its number at the foot."""
    words = [Text(30, 40 + 8 * line, f"Line {number}.{line}", "sans", 10) for line in range(1, 5)]
    return page(*words, Text(108, 265, str(number), "sans", 9, anchor="middle"))


def write(path: Path, *pages: Page, target: Target = HOME, marked: bool = True) -> Path:
    """Write a PDF, check it, and mark its pages."""
    document = Document(path.stem, path.stem, pages)
    write_pdf(document, path)
    if marked:
        settings = PrintSettings(target, "letter", "long")
        finish_pages(path, settings, partial(preflight_document, path, document, target, {}))
    return path


def spoil(path: Path, damage: Callable[[Pdf], object]) -> list[str]:
    """Damage a file, and return the findings on it."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        damage(pdf)
        pdf.save(path)
    return said(preflight_path(path))


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Return a marked file of six pages."""
    return write(tmp_path / "rules.pdf", *map(book_page, range(1, 7)))


def test_a_marked_file_has_no_findings(book: Path) -> None:
    assert preflight_path(book) == ()


def test_a_mark_says_what_its_page_is(book: Path) -> None:
    with pikepdf.open(book) as pdf:
        marks = [read.mark for read in read_pages(pdf, book)]
    assert [(mark.file, mark.number, mark.count, mark.target) for mark in marks if mark] == [
        ("rules", number, 6, "Home printer") for number in range(1, 7)
    ]
    assert {mark.edition for mark in marks if mark} == {marks[0].edition if marks[0] else ""}
    assert marks[2] is not None
    assert marks[2].look is not None
    assert marks[2].look.texts == ("Line3.1", "Line3.2", "Line3.3", "Line3.4", "3")


def test_the_same_pages_give_the_same_bytes(book: Path, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    again = write(tmp_path / "again" / "rules.pdf", *map(book_page, range(1, 7)))
    assert again.read_bytes() == book.read_bytes()


# ---------------------------------------------------------------- P032: the order of pages


def swap(one: int, other: int) -> Callable[[Pdf], None]:
    def damage(pdf: Pdf) -> None:
        first, second = pdf.pages[one], pdf.pages[other]
        pdf.pages[one], pdf.pages[other] = second, first

    return damage


def move(pdf: Pdf) -> None:
    """Move page 1 behind page 5."""
    pdf.pages.insert(5, pdf.pages[0])
    del pdf.pages[0]


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (drop(2), [f"P032 page 3 of rules.pdf is missing{AGAIN}"]),
        (lambda pdf: (drop(4)(pdf), drop(1)(pdf), drop(0)(pdf)), [f"P032 pages 1-2 and 5 of rules.pdf are missing{AGAIN}"]),
        (
            lambda pdf: pdf.pages.insert(2, pdf.pages[1]),
            [f"page 3: P032 this is page 2 of rules.pdf again, which is also page 2 here{AGAIN}"],
        ),
        (
            swap(1, 2),
            [
                f"page 2: P032 the pages are out of order: this is page 3 of rules.pdf{AGAIN}",
                f"page 3: P032 the pages are out of order: this is page 2 of rules.pdf{AGAIN}",
            ],
        ),
        (move, [f"page 5: P032 the pages are out of order: this is page 1 of rules.pdf{AGAIN}"]),
    ],
    ids=["one missing", "three missing", "twice", "swapped", "moved"],
)  # fmt: skip
def test_p032_pages_that_are_missing_or_out_of_order(
    book: Path, damage: Callable[[Pdf], object], found: list[str]
) -> None:
    assert spoil(book, damage) == found


def test_p032_a_leaf_of_another_file_or_without_a_mark(book: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "aids.pdf", page(Text(30, 40, "One", "sans", 10)), page(Text(30, 40, "Two", "sans", 10)))

    def insert(pdf: Pdf) -> None:
        pdf.add_blank_page(page_size=(612, 792))
        for key in ("/TrimBox", "/BleedBox"):
            pdf.pages[-1].obj[key] = pdf.pages[-1].MediaBox
        with pikepdf.open(other) as opened:
            pdf.pages.insert(3, opened.pages[1])

    assert spoil(book, insert) == [
        f"page 4: P032 this is page 2 of aids.pdf, not a page of rules.pdf{AGAIN}",
        f"page 8: P032 this page is not one of the pages of rules.pdf: it carries no mark of pnp{AGAIN}",
    ]


def test_p032_a_leaf_of_another_edition(book: Path, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    changed = page(Text(30, 40, "Old", "sans", 10))
    old = write(tmp_path / "old" / "rules.pdf", *map(book_page, range(1, 6)), changed)

    def replace_page(pdf: Pdf) -> None:
        with pikepdf.open(old) as opened:
            pdf.pages[1] = opened.pages[1]

    assert spoil(book, replace_page) == [
        f"P032 page 2 of rules.pdf is missing{AGAIN}",
        f"page 2: P032 this is page 2 of another edition of rules.pdf{AGAIN}",
    ]


def test_files_that_were_joined_whole_have_no_findings(book: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "aids.pdf", page(Text(30, 40, "One", "sans", 10)))

    def join(pdf: Pdf) -> None:
        with pikepdf.open(other) as opened:
            pdf.pages.extend(opened.pages)

    assert spoil(book, join) == []


def test_the_pages_of_a_joined_file_have_marks_of_their_own(book: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "aids.pdf", page(Text(30, 40, "One", "sans", 10)))
    kit = tmp_path / "kit.pdf"
    merge_pdfs([Section(other, "Aids"), Section(book, "Rules", one_sided=True)], kit, "Kit", "long")
    assert preflight_path(kit) == ()
    assert preflight_joined(kit, HOME) == ()
    assert spoil(kit, drop(1)) == [f"P032 page 2 of kit.pdf is missing{AGAIN}"]  # blank


# ---------------------------------------------------------------- P031 and P034: what pages show


def test_p034_a_text_that_was_changed(book: Path) -> None:
    found = spoil(book, lambda pdf: replace_in(pdf, 1, r"Line 2\.3", "Line 2.8"))
    assert found[-1] == f"page 2: P034 the page lacks 'Line2.3' and has in addition 'Line2.8'{AGAIN}"


def test_p034_texts_that_have_changed_places(book: Path) -> None:
    def exchange(pdf: Pdf) -> None:
        for old, new in ((r"Line 2\.3", "Line 2.x"), (r"Line 2\.2", "Line 2.3"), (r"Line 2\.x", "Line 2.2")):
            replace_in(pdf, 1, old, new)

    assert spoil(book, exchange) == [f"page 2: P034 the page has its texts in other places{AGAIN}"]


def test_p031_a_bar_over_texts(book: Path) -> None:
    found = spoil(book, lambda pdf: after_all(pdf, 2, "0.5 g 100 600 144 20 re f"))
    where = "34-86 mm from the left and 60-68 mm from the top"
    assert found == [f"page 3: P031 the page looks different from the page that was built: {where}{AGAIN}"]


def test_p031_a_page_that_was_made_blank(book: Path) -> None:
    def blank(pdf: Pdf) -> None:
        pdf.pages[3].Contents = pdf.make_stream(b"")

    (line,) = spoil(book, blank)
    assert line.startswith("page 4: P031 the page looks different")


def test_the_greys_of_another_renderer_may_differ(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of PDFium may draw letters in another way. Large changes are still found."""
    monkeypatch.setattr(page_mark, "RENDERER", "another one")
    monkeypatch.setattr("pnp.preflight.run_limited", lambda job, **_: job())  # here, where the name is another one
    pale = partial(after_all, number=2, operators="0.9 g 100 600 144 20 re f")
    assert spoil(book, pale) == []
    black = partial(after_all, number=2, operators="0 g 100 600 144 20 re f")
    assert spoil(book, black)[0].startswith("page 3: P031")


def test_p002_a_marked_page_of_another_size(book: Path) -> None:
    def enlarge(pdf: Pdf) -> None:
        for key in ("/MediaBox", "/TrimBox", "/BleedBox"):
            pdf.pages[0].obj[key] = Array([0, 0, 620, 792])

    assert spoil(book, enlarge) == ["page 1: P002 the page measures 218.72 x 279.40 mm instead of 215.90 x 279.40 mm"]


def test_marks_that_cannot_be_read_are_no_marks() -> None:
    good = pikepdf.Dictionary(
        File=pikepdf.String("a"), Edition=pikepdf.String("b"), Page=1, Of=1, Size=Array([1, 1]),
        Target=pikepdf.String("c"), Renderer=pikepdf.String("d"),
    )  # fmt: skip
    assert read_mark(good)
    for key, value in (("/Page", Name.x), ("/Size", Array([])), ("/Greys", 3), ("/Of", None)):
        bad = pikepdf.Dictionary(good)
        if value is None:
            del bad[key]
        else:
            bad[key] = value
        assert read_mark(bad) is None, key


# ---------------------------------------------------------------- files without marks


def test_p033_a_note_says_what_could_not_be_checked(tmp_path: Path) -> None:
    file = write(tmp_path / "x.pdf", book_page(1), marked=False)
    (note,) = preflight_path(file)
    assert (note.code, note.severity) == ("P033", Severity.NOTE)
    assert note.wrong == (
        "these could not be checked: the order of the pages, missing pages, backs behind their fronts, and changes of "
        "content, because no page carries a mark of pnp"
    )


def unmarked(path: Path, *pages: Page) -> list[str]:
    """Return the findings on an unmarked file, except that it is unmarked."""
    return [line for line in said(preflight_path(write(path, *pages, marked=False))) if "P033" not in line]


def test_p035_blank_pages_are_noted(tmp_path: Path) -> None:
    found = unmarked(tmp_path / "x.pdf", book_page(1), page(), book_page(3), page(), page())
    assert found == ["note P035 pages 2 and 4-5 are blank; check that nothing is missing there"]


def test_p036_printed_page_numbers(tmp_path: Path) -> None:
    pages = [book_page(number) for number in (1, 2, 3, 5, 6, 7)]
    (line,) = unmarked(tmp_path / "x.pdf", *pages)
    assert line.startswith("page 4: P036 the page has the number 5, and the last page with a number before it has 3;")
    assert unmarked(tmp_path / "y.pdf", *map(book_page, (7, 8, 9, 10, 11))) == []
    assert unmarked(tmp_path / "z.pdf", *map(book_page, (3, 9, 2, 7, 40, 12))) == []  # these count no pages


def tile(name: str, joins: str) -> Page:
    head = (Text(10, 10, "THE MAP", "sans", 7), Text(50, 10, f"TILE {name}", "sans", 7))
    return page(*head, Text(100, 10, f"print at 100 %  ·  joins {joins}", "sans", 7))


def test_p037_tiles_that_their_neighbours_name(tmp_path: Path) -> None:
    tiles = [tile("A1", "right A2, below B1"), tile("A2", "left A1, below B1"), tile("B1", "above A1 and A2")]
    assert unmarked(tmp_path / "x.pdf", *tiles) == []
    assert unmarked(tmp_path / "y.pdf", *tiles[:2]) == ["P037 tile B1 is missing; print from the complete file"]
    assert unmarked(tmp_path / "z.pdf", tiles[2]) == ["P037 tiles A1 and A2 are missing; print from the complete file"]


# ---------------------------------------------------------------- P021: ink at the edge of the paper


TITLE = rectangle(Rect(0, 0, WIDE, 110), fill="#335533")
PLAIN = rectangle(WHOLE, fill="#335533")
INK = "page 1: P021 ink lies in the margin of 6.35 mm: 0-216 mm from the left and 0-"


@pytest.mark.parametrize(("ground", "foot"), [(TITLE, 110), (PLAIN, 279)], ids=["part", "most of the border"])
def test_p021_an_area_at_the_edge_is_found_by_build_and_by_preflight(tmp_path: Path, ground: Item, foot: int) -> None:
    path = tmp_path / "x.pdf"
    document = Document("x", "X", (page(ground),))
    write_pdf(document, path)
    expected = f"{INK}{foot} mm from the top; move it away from the edge of the paper"
    assert said(preflight_document(path, document, HOME)) == [expected]
    assert expected in said(preflight_path(path))


def test_p021_a_page_may_bleed_if_it_says_so_and_the_target_allows_it(tmp_path: Path) -> None:
    shop = HOME.model_copy(update={"name": "Shop", "bleeds": True})
    bleeding = page(PLAIN, trim=WHOLE.grown(-3))
    path = tmp_path / "x.pdf"
    for made, target, count in ((bleeding, shop, 0), (bleeding, HOME, 1), (page(PLAIN), shop, 1)):
        document = Document("x", "X", (made,))
        write_pdf(document, path)
        assert [finding.code for finding in preflight_document(path, document, target)] == ["P021"] * count


def test_p021_a_sheet_that_is_trimmed_may_be_coloured_to_its_edge(tmp_path: Path) -> None:
    whole = Rect(0, 0, 500, 500)
    sheet = replace(page(rectangle(whole, fill="#335533")), width=500.0, height=500.0, trim=whole, bleed=whole)
    document = Document("x", "X", (sheet,))
    write_pdf(document, tmp_path / "x.pdf")
    assert preflight_document(tmp_path / "x.pdf", document, HOME) == ()


# ---------------------------------------------------------------- P038: time


def test_p038_a_limit_of_time_is_told_as_such(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wait_in_vain(*_: object, **__: object) -> None:
        message = "it takes longer than 600 s"
        raise OverTimeError(message, is_elapsed=True)

    monkeypatch.setattr("pnp.preflight.run_limited", wait_in_vain)
    assert said(preflight_path(book)) == [
        "P038 the file was not checked to its end: it takes longer than 600 s; end other programs, and check it again"
    ]
