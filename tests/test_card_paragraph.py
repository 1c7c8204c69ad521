"""Paragraphs of cards and map sheets that begin with bold words or a bold number."""

import pytest

from pnp.draw.tables.card_paragraph import break_paragraph
from pnp.draw.tables.table_layout import HEAD_FONT, WORD_FONT
from pnp.typeface import text_width

MOVE = "Choose one army. It may move one or two hexes, but only one if it starts in a mountain hex."


def drawn(text, width=40):
    return break_paragraph(text, 7, width).at(10, 0)


def test_bold_words_begin_the_first_line():
    bold, *lines = drawn(f"**Move.** {MOVE}")
    assert (bold.text, bold.font, bold.x) == ("Move.", HEAD_FONT, 10)
    assert {line.font for line in lines} == {WORD_FONT}
    assert " ".join(line.text for line in lines) == MOVE
    assert lines[0].y == bold.y
    assert lines[0].x > 10 + text_width("Move.", HEAD_FONT, 7)
    assert {line.x for line in lines[1:]} == {10}


def test_a_bold_number_hangs():
    bold, *lines = drawn(f"**2** {MOVE}")
    assert (bold.text, bold.x) == ("2", 10)
    assert len(lines) > 1
    assert {line.x for line in lines} == {10 + break_paragraph(f"**2** {MOVE}", 7, 40).indent}


@pytest.mark.parametrize("start", ["", "**Move.** ", "**2** "])
@pytest.mark.parametrize("width", [25, 40, 80])
def test_no_line_is_wider_than_the_room(start, width):
    paragraph = break_paragraph(start + MOVE, 7, width)
    assert paragraph.width <= width
    right = max(item.x + text_width(item.text, item.font, 7) for item in paragraph.at(10, 0))
    assert right - 10 == pytest.approx(paragraph.width)


def test_a_paragraph_without_bold_words_is_plain():
    assert {line.font for line in drawn(MOVE)} == {WORD_FONT}
    assert drawn("**Move.**")[0].text == "Move."
