"""Preflight of books: text that is cut off at the edge of its column or page."""

from pathlib import Path

import pytest

from pnp.compose.html_book import Book
from pnp.load.target_files import load_target
from pnp.preflight import preflight_book
from pnp.scene import Group, Matrix, Rect, Scene, Text, rectangle
from pnp.write.book_pdf import write_book

pytest.importorskip("weasyprint", exc_type=(OSError, ImportError))

HOME = load_target("home")
STYLE = """<style>@page { size: 215.9mm 279.4mm; margin: 15mm } body { margin: 0; font: 10pt 'Source Serif 4' }
.passage { width: 78mm; overflow: hidden } td { padding: 0 4mm } ul { list-style: none } img { display: block; width: 60mm }</style>"""

SECOND = "<p style='break-before: page'>The second page.</p>"


def findings(tmp_path: Path, body: str, **scenes: Scene) -> list[str]:
    """Return the findings on a book with this text in a column."""
    html = f"<html lang=en><head><title>Rules</title>{STYLE}</head><body><div class=passage>{body}</div>{SECOND}</body></html>"
    book = Book("rules", "Rules", html, "letter", scenes)
    write_book(book, tmp_path / "rules.pdf")
    found = preflight_book(tmp_path / "rules.pdf", book, HOME, HOME.papers["letter"])
    return [f"{finding.spot.path}: {finding.code} {finding.wrong}" for finding in found]


def table(columns: int) -> str:
    cells = "".join(f"<td>Odds{number}</td>" for number in range(columns))
    return f"<table><tr>{cells}</tr></table><p>The end.</p>"


def test_a_book_that_fits_has_no_findings(tmp_path: Path) -> None:
    assert findings(tmp_path, f"{table(3)}<pre>code</pre><ul><li>one<ul><li>two</li></ul></li></ul>") == []


@pytest.mark.parametrize(
    ("body", "lost"),
    [
        (table(8), ["'Odds5'", "'Odds6'", "'Odds7'"]),
        (f"<pre>{'x' * 200} the end</pre>", ["'xxxx"]),
        ("<ul><li>" * 20 + "deep" + "</li></ul>" * 20, ["'deep'"]),
        ("<div style='width: 20mm; overflow: hidden; white-space: nowrap'>These words are cut off</div>", ["'These"]),
        ("<div style='margin-left: 300mm'>Elsewhere</div>", ["'Elsewhere'"]),
    ],
    ids=["table", "code", "lists", "box", "off the page"],
)
def test_p017_text_that_is_cut_off(tmp_path: Path, body: str, lost: list[str]) -> None:
    (found,) = [line for line in findings(tmp_path, f"<p>Start.</p>{body}") if "P017" in line]
    assert found.startswith("page 1: P017 text is cut off at the edge of its column or page: ")
    assert [words for words in lost if words not in found] == []


def test_a_drawing_may_show_a_part_of_a_map(tmp_path: Path) -> None:
    names = (Text(-3, 10, "West bank", "sans", 9), Text(20, 10, "Ford", "sans", 9), Text(80, 10, "East", "sans", 9))
    window = Group(names, Matrix.place(), clip=rectangle(Rect(0, 0, 60, 20)))
    assert findings(tmp_path, '<img src="scene:map">', map=Scene("map", 60, 20, (window,))) == []


def test_p017_a_drawing_that_is_too_wide(tmp_path: Path) -> None:
    wide = Scene("wide", 60, 20, (Text(50, 10, "Reinforcements", "sans", 9),))
    (found,) = findings(tmp_path, '<img src="scene:wide">', wide=wide)
    assert found == "page 1: P017 text is cut off at the edge of its column or page: 'Reinforcements'"
