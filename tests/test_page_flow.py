"""Where the pages of a booklet end: the costs of tearing a text, and what follows its last block."""

import pytest

from pnp.compose.html_book import Flow
from pnp.compose.page_flow import TORN, TORN_CASE, TORN_SECTION, MeasuredBox, flow_blocks, flow_pages

FLOW = Flow(width=216, height=279, top=19, tall=240, column=87, gutter=6, tail="tail-piece", tail_height=110)


def box(kind: str, height: float = 20) -> MeasuredBox:
    """Return a measured block of a booklet."""
    return MeasuredBox("passage", height, kind)


@pytest.mark.parametrize(
    ("after", "cost"),
    [
        ([box("head")], 0),
        ([box("case")], TORN_SECTION),
        ([box("text", 30), box("text")], TORN_CASE),
        ([box("text", 8), box("head")], TORN),
        ([box("text", 4), box("item")], TORN),
        ([box("titled", 4), box("head")], TORN_SECTION),
    ],
    ids=["section", "case", "paragraph", "short last paragraph", "introduction of a list", "titled paragraph"],
)
def test_the_cost_of_ending_a_column_depends_on_what_follows(after: list[MeasuredBox], cost: float) -> None:
    first, *_ = flow_blocks([box("case"), *after])
    assert first.tear == cost


@pytest.mark.parametrize(("height", "tail"), [(40, 110), (145, 240 - 145 - 9.17), (230, 0)])
def test_a_picture_fills_the_foot_of_the_last_page(height: float, tail: float) -> None:
    pages = flow_pages([box("case", height), box("case", height)], FLOW)
    assert pages[-1].tail == pytest.approx(tail, abs=0.02)


def test_pages_are_dense_if_that_saves_a_folded_sheet() -> None:
    boxes = [one for _ in range(36) for one in (box("case", 40), box("text", 6))]
    assert len(flow_pages(boxes, FLOW)) == 4
    assert len(flow_pages(boxes[:-2], FLOW)) == 4
