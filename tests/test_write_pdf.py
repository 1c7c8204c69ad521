"""Pages as PDF: their look, their content, and the same bytes in every run."""

import io
import os
import re
import subprocess
import sys

import pikepdf
import pypdfium2
import pytest

from pnp.impose.page import Document, Page
from pnp.scene import Group, Item, Matrix, Path, Rect, Scene, Stroke, Text, Use, circle, line, polygon, rectangle
from pnp.typeface import text_width
from pnp.write.pdf import pdf_bytes
from pnp.write.pdf_content import ContentWriter, EncodedText
from tests.pictures import BLACK, BLUE, GREEN, RED, draw_letters, page_of, wanted

SQUARE = Scene("square", 2, 2, (rectangle(Rect(0, 0, 2, 2), fill=RED), rectangle(Rect(0, 0, 1, 1), fill=BLACK)))


def opened(document: Document) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf_bytes(document)))


def operators(pdf: pikepdf.Pdf, page: int = 0) -> list[str]:
    return pdf.pages[page].Contents.read_bytes().decode("ascii").split()


def test_joining_files_does_not_compress_their_streams_again() -> None:
    """QPDF leaves a stream as it is if its filter is a name; it compresses one with an array of filters again."""
    with opened(Document("page", "", (page_of((Use(SQUARE), Use(SQUARE, Matrix.place(4, 1))), 8, 4),))) as pdf:
        content = pdf.pages[0].Contents
        assert content.Filter == pikepdf.Name.FlateDecode
        before = content.read_raw_bytes()
        with pikepdf.new() as joined, io.BytesIO() as file:
            joined.pages.append(pdf.pages[0])
            joined.save(file)
            with pikepdf.open(file) as written:
                assert written.pages[0].Contents.read_raw_bytes() == before


# ---------------------------------------------------------------- pictures


def test_y_goes_down_and_turns_are_clockwise() -> None:
    items = (Use(SQUARE, Matrix.place(1, 1)), Use(SQUARE, Matrix.place(6, 1, turn=90)))
    assert draw_letters(items, 8, 4) == wanted(
        """
        ________
        _KR_RK__
        _RR_RR__
        ________
        """
    )


def test_a_scene_can_be_enlarged_where_it_is_used() -> None:
    assert draw_letters((Use(SQUARE, Matrix.place(1, 0, scale=2)),), 6, 4) == wanted(
        """
        _KKRR_
        _KKRR_
        _RRRR_
        _RRRR_
        """
    )


def test_ink_past_the_edge_of_a_shared_scene_is_kept() -> None:
    bleeding = Scene("bleeding", 1, 1, (rectangle(Rect(-1, -1, 3, 3), fill=RED), line(0.5, 0, 0.5, 1, Stroke(BLUE, 1))))
    items = (Use(bleeding, Matrix.place(1, 1)), Use(bleeding, Matrix.place(5, 1)))
    assert draw_letters(items, 8, 3) == wanted(
        """
        RRR_RRR_
        RBR_RBR_
        RRR_RRR_
        """
    )


def test_a_clip_is_in_the_groups_own_coordinates() -> None:
    clipped = Group(
        (rectangle(Rect(0, 0, 9, 9), fill=BLUE),), Matrix.place(2, 1), clip=rectangle(Rect(0, 0, 2, 2)), layer="water"
    )
    assert draw_letters((clipped, rectangle(Rect(0, 3, 6, 1), fill=RED)), 6, 4) == wanted(
        """
        ______
        __BB__
        __BB__
        RRRRRR
        """
    )


def test_the_even_odd_rule_leaves_a_hole() -> None:
    ring = Path("MLLLZMLLLZ", (0, 0, 5, 0, 5, 5, 0, 5, 2, 2, 3, 2, 3, 3, 2, 3), RED, even_odd=True)
    assert draw_letters((ring,), 5, 5).splitlines()[2] == "RR_RR"


def test_items_are_transparent_one_by_one_but_a_group_as_a_whole() -> None:
    pair = (rectangle(Rect(0, 0, 3, 1), fill=RED), rectangle(Rect(1, 0, 3, 1), fill=BLUE))
    alone = (pair[0], rectangle(Rect(1, 0, 3, 1), fill=BLUE, opacity=0.5), rectangle(Rect(4, 0, 1, 1), fill=RED))
    assert draw_letters(alone, 5, 1) == "RPPbR"
    assert draw_letters((Group(pair, opacity=0.5), rectangle(Rect(4, 0, 1, 1), fill=RED)), 5, 1) == "rbbbR"


def test_dashes_and_caps_end_with_the_line_that_has_them() -> None:
    items = (
        line(0, 0.5, 8, 0.5, Stroke(RED, 1, dash=(2, 2))),
        line(3, 2, 5, 2, Stroke(RED, 2, cap="square")),
        Use(Scene("plain", 8, 1, (line(3, 4, 5, 4, Stroke(RED, 2)),))),
    )
    assert draw_letters(items, 8, 5) == wanted(
        """
        RR__RR__
        __RRRR__
        __RRRR__
        ___RR___
        ___RR___
        """
    )


def test_a_halo_lies_behind_the_letters() -> None:
    text = Text(4, 8, "I", "condensed-extrabold", 30, BLUE, "middle", halo=Stroke(RED, 2))
    middle = draw_letters((text,), 8, 9).splitlines()[4]
    assert re.fullmatch(r"_+R+B+R+_+", middle), middle


@pytest.mark.parametrize(("anchor", "first", "last"), [("start", 10, 18), ("middle", 6, 14), ("end", 2, 10)])
def test_text_starts_ends_or_is_centred_at_its_anchor(anchor, first: int, last: int) -> None:
    size_pt = 9 / text_width("—", "sans-bold", 1)  # a dash fills nearly all of its width
    text = Text(10, 5, "—", "sans-bold", size_pt, BLUE, anchor)
    dash = next(row for row in draw_letters((text,), 20, 6).splitlines() if "B" in row)
    assert abs(dash.index("B") - first) <= 1
    assert abs(dash.rindex("B") - last) <= 1


# ---------------------------------------------------------------- what it is made of


def test_boxes_are_those_of_the_page() -> None:
    page = Page("page", 100, 50, Rect(10, 5, 80, 40), Rect(8, 3, 84, 45), (line(0, 0, 1, 1, Stroke(RED, 1)),))
    with opened(Document("page", "Page", (page,))) as pdf:
        found = {
            box: [round(float(v) * 25.4 / 72, 3) for v in pdf.pages[0].obj[f"/{box}"]]
            for box in ("MediaBox", "TrimBox", "BleedBox")
        }
        assert found == {"MediaBox": [0, 0, 100, 50], "TrimBox": [10, 5, 90, 45], "BleedBox": [8, 2, 92, 47]}
        assert not {"/CropBox", "/Rotate", "/UserUnit"} & set(pdf.pages[0].obj.keys())


def test_a_shared_scene_is_written_once_and_named_by_its_first_use() -> None:
    once = Scene("once", 2, 2, SQUARE.items)
    twice = Scene("twice", 2, 2, (Use(SQUARE), *SQUARE.items))
    items = (Use(once), Use(twice), Use(SQUARE), Use(twice, Matrix.place(4)), Use(SQUARE))
    with opened(Document("page", "Page", (page_of(items, 9, 9), page_of((Use(SQUARE),), 9, 9)))) as pdf:
        used = [word for word in operators(pdf) if word.startswith("/S")]
        assert used == ["/S2", "/S1", "/S2", "/S1"], "square is met first, inside of twice"
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 2
        assert list(pdf.pages[1].Resources.XObject.keys()) == ["/S1"]


def test_all_fonts_are_embedded_subsets() -> None:
    texts = tuple(Text(1, 9 * i, "Ārā 3-4 ½", font, 9) for i, font in enumerate(("sans", "serif-italic", "sans"), 1))
    with opened(Document("page", "Page", (page_of(texts, 50, 50),))) as pdf:
        fonts = pdf.pages[0].Resources.Font
        assert sorted(str(font.BaseFont).partition("+")[2] for font in dict(fonts).values()) == [
            "BarlowSemiCondensed-Regular",
            "SourceSerif4-Italic",
        ]
        assert all("/FontFile2" in font.FontDescriptor for font in dict(fonts).values())


def test_the_file_contains_the_print_settings() -> None:
    pages = (page_of((), 90, 90), page_of((), 90, 90), page_of((), 90, 90))
    outline = (("Backs – of two", 1), ("Fronts", 0))
    with opened(Document("sheets", "Sheets ½", pages, "short", outline, "What it is", "Who made it")) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert (wishes.PrintScaling, wishes.Duplex) == ("/None", "/DuplexFlipShortEdge")
        assert wishes.PickTrayByPDFSize
        assert (pdf.docinfo["/Title"], pdf.docinfo["/Subject"], pdf.docinfo["/Author"]) == (
            "Sheets ½",
            "What it is",
            "Who made it",
        )
        with pdf.open_outline() as written:
            titles = [item.title for item in written.root]
            numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
            leads = []
            for item in written.root:
                place = (
                    pikepdf.NameTree(pdf.Root.Names.Dests)[str(item.destination)]
                    if isinstance(item.destination, pikepdf.String | str)
                    else item.destination
                )
                leads.append(numbers[place[0].objgen])
        assert (titles, leads) == (["Fronts", "Backs – of two"], [0, 1])


def test_numbers_have_no_exponents() -> None:
    tiny = polygon(((1e-7, 2e-9), (3, 1e-7), (3, 3)), fill=RED)
    turned = Use(SQUARE, Matrix.place(1e-8, 1, turn=45))
    with opened(Document("page", "Page", (page_of((tiny, turned), 9, 9),))) as pdf:
        assert not [word for word in operators(pdf) if re.fullmatch(r"-?[\d.]+e-?\d+", word)]


def test_equal_colours_fonts_and_widths_are_set_once() -> None:
    items = [Text(i, 5, "1", "sans", 8, BLACK) for i in range(5)]
    items += [line(i, 0, i, 5, Stroke(GREEN, 0.3)) for i in range(5)]
    with opened(Document("page", "Page", (page_of(items, 9, 9),))) as pdf:
        words = operators(pdf)
    assert [words.count(word) for word in ("rg", "Tf", "BT", "RG", "w")] == [1, 1, 1, 1, 1]


def test_an_invalid_colour_is_refused() -> None:
    with pytest.raises(ValueError, match=r"red.* is not a colour; write #RRGGBB"):
        pdf_bytes(Document("page", "Page", (page_of((circle(1, 1, 1, fill="red"),), 9, 9),)))


def test_content_restores_the_graphics_state() -> None:
    """Whatever comes before a use of a scene, the scene begins in the same state."""

    class Plain:
        def encode(self, text: str, font: str) -> EncodedText:
            return EncodedText(((font, f"({text})", len(text), 0.5 * len(text)),), len(text), 0.5 * len(text))

        def form(self, scene: Scene) -> None:
            return None

        def transparent(self, items: tuple[Item, ...]) -> str:
            return "T"

        def opacity(self, opacity: float) -> str:
            return f"O{opacity}"

    content = ContentWriter(Plain())
    before = (
        line(0, 0, 1, 1, Stroke(RED, 1, (1, 1), "round", "round")),
        Text(0, 0, "a", "sans", 8, tracking=0.2, opacity=0.5, halo=Stroke(RED, 1)),
    )
    content.draw((*before, Use(Scene("x", 1, 1, (Text(0, 0, "b", "sans", 8),))), Text(0, 0, "c", "sans", 8)))
    lines = content.finish().decode().splitlines()
    ends = [i for i, operator in enumerate(lines) if operator == "ET"]
    begin = lines.index("q")
    assert lines[ends[0] + 1 : begin] == ["/O1 gs", "0 J 0 j", "0 Tc 0 Tr"]
    shown = [operator.split()[-2] for operator in lines if operator.endswith("Tj")]
    assert shown == ["(a)", "(a)", "(b)", "(c)"], "the outline of a comes before its fill"


PROGRAM = """
import sys
from pnp.impose.page import Document, Page
from pnp.scene import *
from pnp.write.pdf import pdf_bytes
scenes = [Scene(str(i), 5, 5, (circle(i, i, 2, fill="#FF0000", opacity=i / 9), Text(0, 3, f"é{i}", "sans", 8))) for i in range(9)]
items = tuple(Use(scene, Matrix.place(i, i)) for i in range(3) for scene in scenes)
box = Rect(0, 0, 90, 90)
sys.stdout.buffer.write(pdf_bytes(Document("x", "X", (Page("x", 90, 90, box, box, items),), outline=(("X", 0),))))
"""


def test_the_same_pages_are_the_same_bytes_in_any_process() -> None:
    def run(seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True).stdout

    first = run("1")
    assert first.startswith(b"%PDF")
    assert first == run("2")


def test_names_along_curves_and_with_halos_are_found_by_searching() -> None:
    letters = tuple(
        Text(2 + 3 * i, 8 + i, letter, "condensed", 8, turn=10 * i)
        for i, letter in enumerate("Mill Road")
        if letter != " "
    )
    spaced = Text(2, 24, "BURMA", "condensed-bold", 8, tracking=2)
    halo = Text(2, 34, "Ford", "condensed-bold", 8, halo=Stroke("#FFFFFF", 1))
    document = Document("one", "One", (page_of((Group(letters, text="Mill Road"), spaced, halo), 60, 40),))
    with pypdfium2.PdfDocument(pdf_bytes(document)) as pdf:
        words = pdf[0].get_textpage().get_text_range().split()
    assert words == ["Mill", "Road", "BURMA", "Ford"]
