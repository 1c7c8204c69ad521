"""What pnp expects of private parts of WeasyPrint: each function of `pnp/write/layout_engine.py` with the real library."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pnp.resources import templates_dir
from pnp.write.layout_engine import MovedBox, box_height, boxes_of_page, delete_fonts, page_with_boxes
from pnp.write.pango import load_weasyprint

STYLE = "@page { size: 100mm 120mm; margin: 0 } body { margin: 0; font: 10pt/10mm sans-serif }"


@pytest.fixture(scope="module")
def fonts() -> Iterator[Any]:
    fonts = load_weasyprint().text.fonts.FontConfiguration()
    yield fonts
    delete_fonts(fonts)


def laid_out(body: str, fonts: Any) -> Any:
    html = f"<style>{STYLE}</style><body>{body}</body>"
    return load_weasyprint().HTML(string=html).render(font_config=fonts)


def test_the_boxes_of_a_page_are_those_in_its_body(fonts: Any) -> None:
    (page,) = laid_out("<p class=a>One</p><div class=b><p>Two</p></div>", fonts).pages
    assert [box.element.get("class") for box in boxes_of_page(page)] == ["a", "b"]


def test_the_height_of_a_box_includes_its_margins(fonts: Any) -> None:
    (page,) = laid_out("<p style='margin: 3mm 0 4mm'>One<br>line more</p>", fonts).pages
    assert box_height(boxes_of_page(page)[0]) == pytest.approx(3 + 20 + 4, abs=0.01)


def test_a_box_is_printed_where_it_was_moved_with_its_background(fonts: Any, tmp_path: Path) -> None:
    (source,) = laid_out("<p style='margin: 0; width: 20mm; background: #FF0000'>Moved</p>", fonts).pages
    document = laid_out("<p style='margin: 0'>Own</p>", fonts)
    page = page_with_boxes(document.pages[0], [MovedBox(boxes_of_page(source)[0], 60, 80)])
    (tmp_path / "page.pdf").write_bytes(document.copy([page]).write_pdf())
    with pypdfium2.PdfDocument(tmp_path / "page.pdf") as pdf:
        text = pdf[0].get_textpage()
        assert "Own" in text.get_text_range()
        assert "Moved" in text.get_text_bounded(
            left=60 / 25.4 * 72 - 1, bottom=0, right=283, top=(120 - 80) / 25.4 * 72
        )
        pixels = pdf[0].render(scale=25.4 / 72 * 4).to_numpy()  # 4 a millimetre, blue first
        assert tuple(pixels[88 * 4, 78 * 4][:3]) == (0, 0, 255)  # inside the moved box
        assert tuple(pixels[5 * 4, 18 * 4][:3]) == (255, 255, 255)  # where it was


def test_copies_of_fonts_are_deleted() -> None:
    fonts = load_weasyprint().text.fonts.FontConfiguration()
    face = (templates_dir() / "fonts" / "BarlowCondensed-Bold.ttf").as_uri()
    load_weasyprint().CSS(string=f"@font-face {{ font-family: own; src: url({face}) }}", font_config=fonts)
    folder = Path(fonts._folder)
    assert folder.is_dir()
    delete_fonts(fonts)
    assert not folder.exists()


def test_no_other_module_uses_private_parts() -> None:
    top = Path(__file__).parents[1] / "pnp" / "write"
    own = {
        path.name for path in top.glob("*.py") if "_page_box" in path.read_text() or "layout_box" in path.read_text()
    }
    assert own == {"layout_engine.py"}
