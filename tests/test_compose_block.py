"""Lists of aids part their room so that nothing is cut off or printed over."""

import pytest

from pnp.compose.aids.cells import GAP, Cell, Paragraph, cell
from pnp.compose.aids.views import ListColumn, ListView

FACE = Paragraph("", pictures=("a counter",), picture_width=8.4, picture_height=8.4)
WORDS = "Any hex that is next to a friendly unit and to no enemy, and in which no more than two units stand"


def listing(*columns: ListColumn, row: tuple[Cell, ...]) -> ListView:
    return ListView(columns, (row,))


@pytest.mark.parametrize("width", [60, 90, 186])
@pytest.mark.parametrize("scale", [0.9, 1.0, 1.2])
def test_a_counter_in_a_list_is_never_printed_over(width: float, scale: float) -> None:
    row = (cell("1st Army", "name"), Cell((FACE,)), cell(WORDS * 3), cell("3.0", "case"))
    shares = listing(
        ListColumn(most=46), ListColumn(rest=True), ListColumn(rest=True), ListColumn(most=16), row=row
    ).widths(width, scale)
    assert shares[1] >= 8.4 * scale + GAP
    assert sum(shares) == pytest.approx(width)


def test_words_are_not_cut_where_a_neighbour_has_room() -> None:
    row = (cell("Fortifications"), cell(WORDS * 20))
    shares = listing(ListColumn(rest=True), ListColumn(rest=True), row=row).widths(60, 1)
    assert shares[0] >= row[0].width(1) + GAP
    assert sum(shares) == pytest.approx(60)


def test_columns_share_the_room_evenly_where_all_have_enough() -> None:
    row = (cell("some words here"), cell("some words here"))
    first, second = listing(ListColumn(rest=True), ListColumn(rest=True), row=row).widths(120, 1)
    assert first == pytest.approx(second) == pytest.approx(60)


def test_words_have_the_room_that_a_counter_does_not_need() -> None:
    row = (Cell((FACE,)), cell("Hex 0106, 0103 or 0101, next to no enemy"))
    width = row[1].width(1) + 18
    first, second = listing(ListColumn(rest=True), ListColumn(rest=True), row=row).widths(width, 1)
    assert first == pytest.approx(9 + GAP)
    assert second >= row[1].width(1)
