"""Where the pages of a booklet end: the costs of tearing a text, and what follows its last block."""

import re
from dataclasses import replace

import pytest

from pnp.compose.html_book import Flow, FlowPicture
from pnp.compose.page_flow import (
    TORN,
    TORN_CASE,
    TORN_KEPT,
    TORN_SECTION,
    VIGNETTE_GAP,
    FlowColumn,
    FlowPage,
    MeasuredBox,
    flow_blocks,
    flow_pages,
    furniture_html,
    with_vignettes,
)

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


@pytest.mark.parametrize(("height", "tail"), [(40, 110), (145, 240 - 145 - 9.17), (190, 0)])
def test_a_picture_fills_the_foot_of_the_last_page_and_is_shown_whole(height: float, tail: float) -> None:
    pages = flow_pages([box("case", height), box("case", height)], FLOW)
    shown = [(one.name, one.width / FLOW.text, one.height) for one in pages[-1].pictures]
    expected = ("tail-piece", pytest.approx(tail / 110, abs=0.001), pytest.approx(tail, abs=0.02))
    assert shown == ([expected] if tail else [])


@pytest.mark.parametrize(
    ("title", "printed"),
    [
        ("Little Hill", "LITTLE HILL"),
        ("The March of the Northern Army across the Great River", "THE MARCH OF THE NORTHERN ARMY…"),
    ],
)
def test_a_long_title_above_the_pages_of_a_booklet_ends_at_a_word(title: str, printed: str) -> None:
    """The room is as wide in the style sheet; the name of the file keeps the whole title."""
    page = replace(ending_at(100), sections=("6.0 Movement",))
    html = furniture_html(replace(FLOW, title=title), [page])
    assert f'<span class="book">{printed}</span>' in html
    assert f"<title>{title}</title>" in html


def test_the_running_head_of_many_sections_ends_at_a_word() -> None:
    page = replace(ending_at(100), sections=tuple(f"{number}.0 Movement of columns" for number in range(1, 9)))
    (head,) = re.findall('class="sections">(.*?)<', furniture_html(FLOW, [page]))
    assert re.fullmatch(r"1\.0–8\.0 Movement of columns( · Movement of columns)+.*\w…", head)


def ending_at(*ends: float) -> FlowPage:
    """Return a page whose columns are 240 high, and end at these heights."""
    return FlowPage((), columns=tuple(FlowColumn(10 + 93 * side, 19, 19 + end, 259) for side, end in enumerate(ends)))


TALL, LOW, WIDE = FlowPicture("tall", 80, 60), FlowPicture("low", 86, 18), FlowPicture("wide", 180, 30)
PICTURED = replace(FLOW, vignettes=(TALL, LOW, WIDE))


@pytest.mark.parametrize(
    ("ends", "names"),
    [
        ((240, 230), []),
        ((240, 212), ["low"]),
        ((240, 170), ["tall"]),
        ((170, 212), ["tall", "low"]),
        ((205, 204), ["wide"]),
    ],
    ids=["full", "low foot", "high foot", "different feet", "equal feet"],
)
def test_a_picture_fills_the_empty_foot_of_a_column(ends: tuple[float, float], names: list[str]) -> None:
    (page,) = with_vignettes([ending_at(*ends)], PICTURED)
    assert [one.name for one in page.pictures] == names
    for one in page.pictures:
        side = 0 if one.x < 100 or one.name == "wide" else 1
        assert one.y > 19 + ends[side] + VIGNETTE_GAP - 0.01, "the picture is below the text"
        assert one.y + one.height == pytest.approx(259), "the picture stands at the foot"


def test_pictures_take_turns() -> None:
    two = replace(FLOW, vignettes=(FlowPicture("one", 80, 60), FlowPicture("two", 80, 58)))
    pages = with_vignettes([ending_at(240, 170)] * 4, two)
    assert [page.pictures[0].name for page in pages] == ["one", "two", "one", "two"]


def test_a_list_on_the_page_takes_the_place_of_pictures() -> None:
    lines = [MeasuredBox("entry", 10) for _ in range(12)]
    text = [box("case", 60), box("case", 60), MeasuredBox("list-head", 10)]
    (page,) = flow_pages([*text, *lines], replace(PICTURED, tail=""))
    assert page.pictures == ()


def test_a_head_never_ends_a_column_but_an_item_may() -> None:
    head, item = (
        flow_blocks([MeasuredBox("passage", 20, "head", keep=True), box("text")])[0],
        MeasuredBox("passage", 20, "item", keep=True),
    )
    assert head.keep
    block = flow_blocks([item, box("item")])[0]
    assert (block.keep, block.tear) == (False, TORN_KEPT)


def test_pages_are_dense_if_that_saves_a_folded_sheet() -> None:
    boxes = [one for _ in range(36) for one in (box("case", 40), box("text", 6))]
    assert len(flow_pages(boxes, FLOW)) == 4
    assert len(flow_pages(boxes[:-2], FLOW)) == 4
