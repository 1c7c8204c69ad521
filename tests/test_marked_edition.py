"""Marked editions of books: which words, cells and deletions are marked, and that marks take no room."""

import ctypes
import re
import shutil
from pathlib import Path

import pypdfium2
import pytest
from pypdfium2 import raw

from pnp.compose.html_book import Book
from pnp.compose.html_units import html_tokens
from pnp.errata.compare.changes import compare_editions
from pnp.errata.compare.editions import Edition
from pnp.errata.errata_kit import build_errata
from pnp.errata.marked_books import books_of, write_marked_books
from pnp.errata.marked_edition import BAR, CELL, CUT, MARK, has_marks, marked_edition
from pnp.kit.options import read_options
from pnp.load import load_game
from pnp.write.finish import finish_books
from pnp.write.kit_manifest import count_pages

SMALL = Path(__file__).parent / "games" / "small"
TEMPLATES = Path(__file__).parent.parent / "templates"


LONG = "It may be that all players are next to a bridge, a ford or a ferry at one time, as none was there before, and so extraordinarily."


def book(body: str) -> Book:
    return Book("aids", "Aids", f"<head><title>Aids</title></head><body>\n{body}\n</body>", "Letter")


def marked(old: str, new: str) -> str:
    """Return the body of the marked edition: [red words], ^ for deleted words, and {cells} that differ."""
    html = marked_edition(book(old), book(new)).html.partition("<body>\n")[2].partition('<section class="marks">')[0]
    html = html.replace('<span class="change-bar"></span>', "").replace('<span class="cut"></span>', "^")
    html = html.replace('<mark class="changed">', "[").replace("</mark>", "]")
    html = re.sub(r'<td class="(?:\S+ )?changed-cell">(.*?)</td>', r"{\1}", html)
    html = re.sub(r"</(?:p|li|td|th|div)>", "|", html)
    return re.sub(r"<[^>]*>|\n", "", html).strip("|")


def items(*texts: str) -> str:
    return "".join(f"<ul><li>{text}</li></ul>\n" for text in texts)


def row(head: str, *cells: str) -> str:
    return f"<tr><th>{head}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"


def table(*rows: str) -> str:
    return f"<table>{''.join(rows)}</table>"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("<p>Move one hex. Stop.</p>", "<p>Move two hexes. Stop.</p>", "Move [two hexes.] Stop."),
        ("<p>It is turned over. It is lost.</p>", "<p>It is turned over.</p>", "It is turned over.^"),
        ("<p>At the end of turn 6 it wins.</p>", "<p>It wins.</p>", "[It] wins."),
        ("<p>First a rule that goes.</p><p>Second.</p>", "<p>Second.</p>", "^Second."),
        ("<p>First.</p><p>Second a rule that goes.</p>", "<p>First.</p>", "First.^"),
        (items("two,", "any of it,", "never both."), items("any of it,", "one marker,", "never both."), "^any of it,|[one marker,]|never both."),
        (items("any of it,", "never both."), items("any of it,", "never both,", "one marker."), "any of it,|never both[,]|[one marker.]"),
        ("<p>1.2 Only one unit ends its move here.</p><p>Gone.</p>", f"<p>1.2 Only one unit ends its move here. {LONG}</p>", f"1.2 Only one unit ends its move here. [{LONG}]^"),
        ("<h2>Stream</h2><p>B</p>", "<h2>The stream</h2><p>B</p>", "[The stream]B"),
        ("<p>&#8203;<span>lost (<a>4.1</a>)</span>.</p>", "<p>&#8203;<span>lost (<a>4.2</a>)</span>.</p>", "&#8203;lost ([4.2])."),
    ],
)  # fmt: skip
def test_only_words_that_differ_are_marked(old: str, new: str, expected: str):
    assert marked(old, new) == expected


def test_a_text_that_moved_to_another_column_is_not_marked():
    notes = ["<div>1 One step.</div>", "<div>D All of them.</div>", "<div>A frame marks the worst.</div>"]
    old = f"<div>{notes[0]}{notes[1]}</div><div>{notes[2]}</div>"
    new = f"<div>{notes[0]}</div><div>{notes[1].replace('All', 'All two')}{notes[2]}</div>"
    assert marked(old, new) == "1 One step.||D All [two] of them.|A frame marks the worst."


def test_a_block_in_another_place_under_its_heading_is_not_marked():
    one, other = "<h2>Shifts</h2><p>Across a stream: left 1.</p>", "<h2>Losses</h2><p>One step each.</p>"
    assert not has_marks(marked_edition(book(one + other), book(other + one)))


def test_a_cell_is_compared_with_that_in_its_row_and_column():
    rows = [row("5", "-", "-/1", "-/1", "-/D"), row("6", "-/1", "-/1", "-/D", "-/D")]
    assert (
        marked(table(*rows), table(rows[0], row("6", "-/1", "-/D", "-/D", "-/D")))
        == "5|-|-/1|-/1|-/D|6|-/1|[-/D]|-/D|-/D"
    )
    head = row("", "1-2", "1-1", "2-1", "3-1")
    shorter = table(row("", "1-2", "2-1", "3-1"), row("5", "-", "-/1", "-/D"), row("6", "-/1", "-/D", "-/E"))
    assert marked(table(head, *rows), shorter) == "1-2^|2-1|3-1|5|-^|-/1|-/D|6|-/1^|-/D|[-/E]"
    inserted = table(rows[0], row("5a", "-", "-/1", "-/1", "-/D"), rows[1])
    assert marked(table(*rows), inserted) == "5|-|-/1|-/1|-/D|[5a]|[-]|[-/1]|[-/1]|[-/D]|6|-/1|-/1|-/D|-/D"  # fmt: skip


def test_the_order_of_the_lines_of_a_cell_is_compared():
    old, new = (
        table(row("1", "".join(f"<div>{step}</div>" for step in steps)))
        for steps in (("Move", "Attack"), ("Attack", "Move"))
    )
    assert marked(old, new) == "1|[Attack]|Move^"


def test_only_the_changed_line_of_a_cell_with_several_is_shaded(tmp_path: Path):
    phase = "{name: Blue moves, who: Blue}"
    sequence = ("game.yaml", "- [{kind: terrain}", "- [{kind: sequence}, {kind: terrain}")
    old, new = (
        edition(tmp_path / name, ("game.yaml", phase, f"{phase[:-1]}, steps: [{steps}]}}"), sequence)
        for name, steps in (("old", "Move, Attack"), ("new", "Move, Attack, Dig in"))
    )
    (options,) = read_options(output=tmp_path)
    before, after = (list(books_of(one.game, options.settings))[1] for one in (old, new))
    list(finish_books(marked_edition(before, after), options.settings, tmp_path))
    path = tmp_path / "aids-marked.pdf"
    with pypdfium2.PdfDocument(path) as pdf:
        pixels = pdf[0].render(scale=2).to_numpy()
        height = pdf[0].get_height()
        text = pdf[0].get_textpage()
        shaded = {}
        for words in ("Move", "Attack", "Dig in"):
            searcher = text.search(words, match_case=True)
            at = [found[0] for found in iter(searcher.get_next, None)][-1]
            left, bottom, _, top = text.get_charbox(at)
            b, g, r = pixels[round(2 * (height - (bottom + top) / 2)), round(2 * left) + 60][:3]
            shaded[words] = (r, g, b) == (0xFB, 0xE3, 0xDE)
    assert shaded == {"Move": False, "Attack": False, "Dig in": True}


def test_a_cell_whose_shaded_boxes_differ_is_marked():
    old = table("<tr><th>Defender</th><td><i class='x'></i><b>1</b></td><td>2</td></tr>".replace("'", '"'))
    new = old.replace('"x"', '"y"')
    assert marked(old, new) == "Defender|{1}2"
    assert marked(old, old) == "Defender|1|2"


def test_the_contents_are_compared_line_by_line():
    columns = "<table class='contents'><tr><td><p>{}</p><p>{}</p></td><td><p>{}</p></td></tr></table>".replace("'", '"')
    assert marked(columns.format("3.1 Cost", "3.2 Stacking", "3.3 Losses"), columns.format("3.1 Cost", "3.2 Zones", "3.3 Stacking")) == "3.1 Cost|[3.2 Zones]||[3.3] Stacking^"  # fmt: skip


def test_the_tokens_of_a_document_are_the_document():
    html = "<head><style>p { margin: 0 }</style></head><p class='a'>A &amp; B: 3.1, ½. \n<!-- x --> x&lt;y</p>"
    assert "".join(html_tokens(html)) == html


@pytest.mark.parametrize(
    "start", ['<footer class="page-foot"><span class="right">v2</span>', '<div class="panel-foot">']
)
@pytest.mark.parametrize("note", ['Numbers in <span class="ref">red</span> are rule cases.', ""])
def test_the_legend_is_in_the_foot_of_the_first_page(start: str, note: str):
    """So it is if a page of aids or a folder has no red numbers."""
    foot = f"{start}{note} Reconstructed."
    html = marked_edition(book(f"<p>A</p>{foot}{foot}"), book(f"<p>B</p>{foot}{foot}"), "v1").html
    assert html.count('<span class="legend">Changes since v1 are') == 1
    assert html.count("are rule cases.") == (1 if note else 0)
    assert 'class="marks"' not in html


# ---------------------------------------------------------------- in kits


def letters(path: Path, page: int) -> list[tuple[str, float, float]]:
    """Return each letter on a page with its place (points)."""
    with pypdfium2.PdfDocument(path) as pdf:
        text = pdf[page].get_textpage()
        found = ((text.get_text_range(at, 1), *text.get_charbox(at)[:2]) for at in range(text.count_chars()))
        return [one for one in found if one[0].strip()]


def is_there(one: tuple[str, float, float], others: list[tuple[str, float, float]]) -> bool:
    """Return whether a letter is among others, within half a point."""
    return any(one[0] == it[0] and abs(one[1] - it[1]) < 0.5 and abs(one[2] - it[2]) < 0.5 for it in others)


def edition(folder: Path, *texts: tuple[str, str, str]) -> Edition:
    """Return an edition of the small game in a new folder, with some texts replaced: (file, old, new)."""
    shutil.copytree(SMALL, folder)
    for file, old, new in texts:
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), "utf-8")
    return Edition(folder.name, load_game(folder), folder)


@pytest.mark.parametrize("name", ["rules", "aids"])
def test_marks_take_no_room(tmp_path: Path, name: str):
    old = edition(
        tmp_path / "old",
        (
            "rules.md",
            "Round down.",
            "Round down. A sentence of many words that the new edition does not have any longer.",
        ),
        ("rules.md", "Rounding", "Rounding of some odds"),
        ("game.yaml", "-/-  -/D  -/D", "-/-  -/D  -/-"),
    )
    (options,) = read_options(output=tmp_path)
    before, clean = (
        next(one for one in books_of(game, options.settings) if one.name == name)
        for game in (old.game, load_game(SMALL))
    )
    with_marks = marked_edition(before, clean)
    assert has_marks(with_marks)
    for one in (clean, with_marks):
        list(finish_books(one, options.settings, tmp_path))
    pages = count_pages(tmp_path / f"{name}.pdf")
    assert count_pages(tmp_path / f"{name}-marked.pdf") == pages
    for page in range(pages):
        there = letters(tmp_path / f"{name}-marked.pdf", page)
        moved = [one for one in letters(tmp_path / f"{name}.pdf", page) if not is_there(one, there)]
        assert moved == []


RED = (0xB3, 0x20, 0x1E)


def red_boxes(path: Path, width: tuple[float, float]) -> list[tuple[int, float, float]]:
    """Return the page, bottom and top (points) of each red area with a width in this range, without repetition."""
    found = {}
    with pypdfium2.PdfDocument(path) as pdf:
        for number, page in enumerate(pdf):
            for one in page.get_objects(max_depth=5):
                if one.type != raw.FPDF_PAGEOBJ_PATH:
                    continue
                colour = [ctypes.c_uint() for _ in range(4)]
                raw.FPDFPageObj_GetFillColor(one, *colour)
                left, bottom, right, top = one.get_bounds()
                if tuple(part.value for part in colour[:3]) == RED and width[0] <= right - left <= width[1]:
                    found[number, round(left), round(top)] = (number, bottom, top)
    return list(found.values())


def tops_of(path: Path, words: str) -> list[tuple[int, float]]:
    """Return the page and the top (points) of each place where words are printed."""
    found = []
    with pypdfium2.PdfDocument(path) as pdf:
        for number, page in enumerate(pdf):
            text = page.get_textpage()
            searcher = text.search(words)
            while (at := searcher.get_next()) is not None:
                found.append((number, text.get_charbox(at[0])[3]))
    return found


@pytest.mark.parametrize("ink", ["full", "low"])
def test_each_changed_line_has_one_red_bar(tmp_path: Path, ink: str):
    old = edition(tmp_path / "old", ("rules.md", "Round down.", "Round down.\n\n## 2.2 Zeal\n\nA case that goes."))
    new = edition(
        tmp_path / "new", ("rules.md", "Round down.", f"Round down. {LONG}"), ("rules.md", "Odds\n", "Weather\n")
    )
    (options,) = read_options(output=tmp_path, ink=ink)
    before, after = (next(books_of(one.game, options.settings)) for one in (old, new))
    list(finish_books(marked_edition(before, after), options.settings, tmp_path))
    path = tmp_path / "rules-marked.pdf"
    bars = red_boxes(path, (1, 1.4))

    def beside(words: str) -> list[int]:
        """Return how many bars are beside each line with these words."""
        return [sum(bar[0] == page and bar[1] < top < bar[2] + 1 for bar in bars) for page, top in tops_of(path, words)]

    assert 1 in beside("It may be that")
    assert beside("extraordinarily") == [1]
    assert beside("Weather") == [1, 1, 1]  # in the contents, in the text and in the index
    signs = red_boxes(path, (2.5, 4))
    assert [page for page, _, _ in signs] == [0, 1]  # the legend, and the case that is gone; not its entries in lists


def test_no_style_of_a_book_names_the_classes_of_marks():
    styles = "".join(file.read_text("utf-8") for file in (TEMPLATES / "style").glob("*.css"))
    assert [name for name in (MARK, CUT, CELL, BAR) if re.search(rf"\.{name}\b(?!-)", styles)] == []


def test_a_sentence_that_is_only_deleted_gives_new_rules(tmp_path: Path):
    old = edition(tmp_path / "old", ("rules.md", "Round down.", "Round down. A sentence is deleted."))
    new = Edition("new", load_game(SMALL), SMALL)
    (options,) = read_options(output=tmp_path / "output")
    made = build_errata(old, new, options, "v1")
    assert made.folder is not None
    assert {"rules.pdf", "rules-marked.pdf"} <= {file.name for file in made.folder.iterdir()}
    with pypdfium2.PdfDocument(made.folder / "errata.pdf") as pdf:
        sheet = pdf[0].get_textpage().get_text_range()
    assert "New edition. Print it instead of the old one." in sheet
    assert "Text A sentence is deleted.\r\n" in sheet  # nothing is printed under New
    assert "line-through" not in (made.folder / "errata.html").read_text("utf-8")  # a result such as -/1 is unreadable


def test_version_date_and_the_line_of_the_list_of_changes_are_not_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    books: list[Book] = []
    monkeypatch.setattr("pnp.errata.marked_books.finish_books", lambda one, *_: books.append(one) or ())
    dates = [
        ("game.yaml", "designer: A. Name", f"designer: A. Name\n  date: {date}")
        for date in ("1 May 2026", "2 June 2026")
    ]
    old = edition(tmp_path / "old", dates[0])
    new = edition(tmp_path / "new", dates[1], ("rules.md", "Round down.", "Round up."))
    (options,) = read_options(output=tmp_path)
    list(write_marked_books(old.game, new.game, compare_editions(old, new), {}, "v1", options, tmp_path))
    (html,) = (one.html for one in books if one.name == "rules-marked")
    assert [one for one in books if one.name == "aids-marked"] == []
    assert 'href="#changes"' in html
    assert re.findall(r'<mark class="changed">(.*?)</mark>', html.replace('<span class="change-bar"></span>', "")) == [
        "up."
    ]
