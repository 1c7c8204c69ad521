"""Blocks and bands on pages: nothing is divided or out of order, and columns are full."""

import random
from itertools import pairwise

import pytest

from pnp.compose.placement import (
    Band,
    FlowBlock,
    PlacedPage,
    TextArea,
    place_list,
    place_pages,
    without_tight_keeps,
)
from pnp.units import points

AREA = TextArea(height=240, first=240, gap=5)


def booklet(seed: int, blocks: int = 160, bands: int = 6) -> tuple[list[FlowBlock], list[Band]]:
    """Return a text like a rules booklet: sections with heads, cases, lists and tables, and wide examples."""
    dice = random.Random(seed)
    text: list[FlowBlock] = []
    while len(text) < blocks:
        text.append(FlowBlock(9, 5, 3, keep=True))
        for _ in range(dice.randint(3, 9)):
            keep = dice.random() < 0.2
            text.append(FlowBlock(dice.choice((5, 9, 14, 18, 23, 32)), 2, 1, keep))
        text.append(FlowBlock(dice.choice((9, 14, 45)), 2))
    anchors = sorted(dice.sample(range(len(text)), bands))
    return text, [Band(dice.choice((60, 90, 120)), anchor) for anchor in anchors]


def pages_of(seed: int) -> tuple[list[FlowBlock], list[Band], tuple[PlacedPage, ...]]:
    text, bands = booklet(seed)
    return text, bands, place_pages(text, bands, AREA)


@pytest.mark.parametrize("seed", range(12))
def test_every_block_is_once_on_a_page_in_order(seed: int) -> None:
    text, bands, pages = pages_of(seed)
    assert [place.number for page in pages for place in page.blocks] == list(range(len(text)))
    assert sorted(place.number for page in pages for place in page.bands) == list(range(len(bands)))
    for page in pages:
        columns = [place.column for place in page.blocks]
        assert columns == sorted(columns), "the left column is read first"
    numbers = [[place.number for place in page.bands] for page in pages]
    assert all(max(a) < min(b) for a, b in pairwise(filter(None, numbers))), "bands stay in order"


@pytest.mark.parametrize("seed", range(12))
def test_no_block_is_divided_or_covers_another(seed: int) -> None:
    text, bands, pages = pages_of(seed)
    for page in pages:
        extents = [(p.column, p.y, p.y + text[p.number].height) for p in page.blocks]
        extents += [(c, p.y, p.y + bands[p.number].height) for p in page.bands for c in (0, 1)]
        for column in (0, 1):
            own = sorted((top, end) for c, top, end in extents if c == column)
            assert all(end <= top + 1e-6 for (_, end), (top, _) in pairwise(own))
            assert all(top >= -1e-6 and end <= AREA.height + 1e-6 for top, end in own)


@pytest.mark.parametrize("seed", range(12))
def test_a_band_is_at_most_one_page_from_its_block(seed: int) -> None:
    _, bands, pages = pages_of(seed)
    page_of = {place.number: number for number, page in enumerate(pages) for place in page.blocks}
    for number, page in enumerate(pages):
        assert all(abs(page_of[bands[band.number].anchor] - number) <= 1 for band in page.bands)


@pytest.mark.parametrize("seed", range(12))
def test_no_head_is_at_the_foot_of_a_column(seed: int) -> None:
    text, _, pages = pages_of(seed)
    for page in pages:
        for column in (0, 1):
            own = [place.number for place in page.blocks if place.column == column]
            assert not own or not text[own[-1]].keep


def test_columns_are_full_except_on_the_last_page() -> None:
    """The figures: one column in fifty is more than 15 % of a page empty, and on average 3 % is."""
    empty = [
        (page.room - end) / AREA.height for seed in range(12) for page in pages_of(seed)[2][:-1] for end in page.ends
    ]
    assert sum(share > 0.15 for share in empty) <= len(empty) / 50
    assert sum(empty) / len(empty) <= 0.03


def test_both_columns_end_on_one_line_if_gaps_can_grow() -> None:
    text = [FlowBlock(9, 4) for _ in range(18)]
    (page,) = place_pages(text, [Band(115, 0)], AREA)
    assert page.ends[0] == pytest.approx(page.room, abs=3)
    assert page.ends[1] == pytest.approx(page.ends[0])


def test_gaps_grow_by_four_points_at_most() -> None:
    (page, *_) = place_pages([FlowBlock(9, 4) for _ in range(60)], [Band(100, 0)], AREA)
    tops = [place.y for place in page.blocks if place.column == 0]
    assert max(after - before for before, after in pairwise(tops)) <= 9 + 4 + points(4)


def test_the_last_page_is_balanced_and_not_stretched_to_its_foot() -> None:
    (page,) = place_pages([FlowBlock(30, 4) for _ in range(4)], [], AREA)
    assert page.ends == (64, 64)
    assert [place.column for place in page.blocks] == [0, 0, 1, 1]


def test_a_late_band_is_at_the_head_of_the_page() -> None:
    text = [FlowBlock(76, 4) for _ in range(12)]
    pages = place_pages(text, [Band(150, 5), Band(150, 5)], AREA)
    late = [band for page in pages for band in page.bands if page.blocks and page.blocks[0].number > 5]
    assert all(band.y == 0 for band in late)


def test_the_same_text_has_the_same_pages() -> None:
    text, bands = booklet(3)
    assert place_pages(text, bands, AREA) == place_pages(list(text), list(bands), AREA)


def test_a_text_without_blocks_has_its_bands() -> None:
    (page,) = place_pages([], [Band(100, 0)], AREA)
    assert [band.number for band in page.bands] == [0]
    assert page.empty == (1, 1)


def test_blocks_that_are_too_high_together_are_not_kept_together() -> None:
    loose = without_tight_keeps([FlowBlock(100, 2, keep=True), FlowBlock(100, 2, keep=True), FlowBlock(100, 2)], 240)
    assert [block.keep for block in loose] == [True, False, False]


def test_a_list_fills_columns_and_ends_balanced() -> None:
    pages = place_list([10] * 30, [0] * 30, 4, 50, 30)
    assert [[len(column) for column in page] for page in pages] == [[3, 3, 3, 3], [5, 5, 5, 3]]


def test_a_text_is_torn_where_it_costs_least() -> None:
    """Two columns of three blocks are even, but the last of the first three does not end a column at a price."""
    text = [FlowBlock(10) for _ in range(6)]
    even = place_pages(text, [], AREA)
    costly = [*text[:2], FlowBlock(10, tear=900), *text[3:]]
    (page,) = place_pages(costly, [], AREA)
    assert [place.column for place in even[0].blocks] == [0, 0, 0, 1, 1, 1]
    assert [place.column for place in page.blocks] == [0, 0, 0, 0, 1, 1]


def test_a_tear_costs_more_at_the_end_of_a_page() -> None:
    text = [FlowBlock(80, tear=900 if number == 5 else 0) for number in range(9)]
    pages = place_pages(text, [], AREA)
    assert pages[0].next != 6


def test_bands_on_a_page_without_text_begin_at_its_head() -> None:
    text = [FlowBlock(230, 2)] * 2
    pages = place_pages(text, [Band(110, 1), Band(110, 1)], AREA)
    alone = [page for page in pages if page.bands and not page.blocks]
    assert [[band.y for band in page.bands] for page in alone] == [[0, 115]]
