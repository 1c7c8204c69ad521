"""The look of rules booklets: section heads with pictures, colours that can be read, full columns, whole sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.compose.html_book import Flow
from pnp.compose.inline_markdown import plain_reference
from pnp.compose.page_flow import FlowPage, MeasuredBox, flow_pages
from pnp.compose.pictures import Pictures
from pnp.compose.rulebook.booklet_style import booklet_style, readable, vignettes
from pnp.compose.rulebook.rulebook import compose_rules
from pnp.compose.rulebook.rulebook_inserts import rulebook_inserts
from pnp.draw.booklet_art import ink_colour
from pnp.extent import items_extent
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.model.booklet import BookletLook
from pnp.model.game import Game
from pnp.model.inserts import UnknownIdError
from pnp.model.reference import Erratum
from pnp.palette import INK, WHITE, contrast
from pnp.units import points
from pnp.write import flow_pdf
from pnp.write.book_pdf import write_book
from pnp.write.colourings import coloured_book
from tests.playing import shipped_game

GAMES = ("meiktila", "mukden", "myitkyina", "paratrooper", "skirmish")
SUN = {"kind": "sun", "at": [15, 15], "radius": 8, "ink": "accent"}
LOOK = BookletLook.model_validate(
    {
        "heads": "band",
        "head_pictures": [
            {"width": 30, "height": 30, "rule": "2.0", "scene": [SUN]},
            {"width": 31, "height": 30, "scene": [SUN]},
            {"width": 32, "height": 30, "scene": [SUN]},
        ],
        "vignettes": [{"width": 100, "height": 50, "scene": [SUN]}],
    }
)
FEW_LINES = points(40)
MOST_EMPTY = 0.15
"""The greatest share of a column that may be empty, below its text and its picture."""


@pytest.fixture(scope="module")
def duel() -> Game:
    """Return a small game with a look of its booklet."""
    return load_game(Path("tests/games/duel")).model_copy(update={"booklet": LOOK})


def test_heads_have_their_own_picture_or_take_turns(duel: Game) -> None:
    style = booklet_style(duel, Pictures(duel), ("1.0", "2.0", "3.0", "Index"))
    assert style.art is not None
    assert {section: art.name for section, art in style.art.items()} == {
        "1.0": "head-2",
        "2.0": "head-1",
        "3.0": "head-3",
        "Index": "head-2",
    }


def test_a_booklet_shows_the_heads_of_its_look(duel: Game) -> None:
    plain = compose_rules(duel.model_copy(update={"booklet": None}), None, load_target("home").papers["letter"])
    styled = compose_rules(duel, None, load_target("home").papers["letter"])
    assert '<div class="head' not in plain.html
    assert plain.flow is not None
    assert plain.flow.vignettes == ()
    heads = re.findall(r'<div class="head heads-band"><h2[^>]*data-title="([^"]*)"', styled.html)
    assert heads[0] == "6 Combat"
    assert styled.flow is not None
    assert [(one.name, round(one.width, 2)) for one in styled.flow.vignettes] == [("vignette-1", 35.28)]


def test_the_smallest_type_is_tried_if_a_smaller_one_saves_no_page(
    duel: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[float] = []
    lay_out = flow_pdf._lay_out

    def noted(html: str, flow: Flow, size: float, *others: object) -> object:
        """Lay out a booklet, and note the size of its type."""
        tried.append(size)
        return lay_out(html, flow, size, *others)  # type: ignore[arg-type] # the same arguments

    monkeypatch.setattr(flow_pdf, "_lay_out", noted)
    monkeypatch.setattr(flow_pdf, "_smaller_size", lambda *_: flow_pdf.SmallerSize(9.6, 1))
    write_book(compose_rules(duel, None, load_target("home").papers["letter"]), tmp_path / "rules.pdf")
    assert tried == [9.8, 9.6, 9.0]


def test_the_running_heads_of_a_booklet_are_grey_too(duel: Game) -> None:
    book = compose_rules(duel, None, load_target("home").papers["letter"])
    grey = coloured_book(book, "grey").flow
    assert grey is not None
    assert all(red == green == blue for red, green, blue in re.findall(r"#(..)(..)(..)\b", grey.style))


def test_counters_stand_in_a_row_with_a_caption(duel: Game) -> None:
    pictures = Pictures(duel)
    inserts = rulebook_inserts(duel, pictures, (80, 90, 190, 200), plain_reference)
    html = inserts["counters"]("B1 B1/back R1", "Three *sides*.")
    assert html.count("<img") == 3
    assert "<figcaption>Three <em>sides</em>.</figcaption>" in html
    assert any(name.startswith("counter-B1-back") for name in pictures.scenes)
    with pytest.raises(UnknownIdError, match="no counter 'B9'"):
        inserts["counters"]("B9")
    with pytest.raises(UnknownIdError, match="no side 'top'"):
        inserts["counters"]("B1/top")


@pytest.mark.parametrize("name", GAMES)
def test_the_colours_of_a_booklet_can_be_read(name: str) -> None:
    game = shipped_game(name).game
    assert game.booklet is not None
    css = booklet_style(game, Pictures(game), ()).css
    tint = ink_colour(game, game.booklet.tint)
    tone = readable(ink_colour(game, game.booklet.tone), WHITE, tint)
    assert tone in css
    assert min(contrast(tone, WHITE), contrast(tone, tint), contrast(INK, tint)) >= 4.5
    ground, text = re.findall(r"background: (#\w{6}); color: (#\w{6})", css)[0]
    assert contrast(ground, text) >= 4.5


@pytest.mark.parametrize("name", GAMES)
def test_each_booklet_has_pictures_that_fill_their_frames(name: str) -> None:
    game = shipped_game(name).game
    pictures = Pictures(game)
    found = vignettes(game, pictures)
    assert any(one.width < 90 for one in found)
    assert any(one.width > 150 for one in found)
    for one in found:
        extent = items_extent(pictures.scenes[one.name].items)
        assert extent is not None
        assert extent.width > 0.8 * one.width, one.name


def empty_shares(page: FlowPage) -> list[float]:
    """Return the share of each column of a page that is empty, between its text and its foot or a picture.

    The space of a few lines does not count, because it is a large share of the low columns beside a wide table.
    """
    shares = []
    for column in page.columns:
        tops = [one.y for one in page.pictures if one.x < column.left + 80 and one.x + one.width > column.left + 1]
        gap = min([column.foot, *tops]) - column.end
        shares.append(gap / (column.foot - column.top) if gap > FEW_LINES else 0.0)
    return shares


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most"), [("meiktila", 20), ("mukden", 8), ("myitkyina", 12), ("paratrooper", 24), ("skirmish", 12)])  # fmt: skip
def test_columns_are_full_and_pictures_need_no_further_sheet(
    name: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[FlowPage, ...]] = []

    def measured(boxes: tuple[MeasuredBox, ...], flow: Flow) -> tuple[FlowPage, ...]:
        """Return the pages of a booklet, and note them."""
        found.append(flow_pages(boxes, flow))
        return found[-1]

    monkeypatch.setattr(flow_pdf, "flow_pages", measured)
    game = load_game(Path("data") / name)
    write_book(compose_rules(game, resolve_board(game), load_target("home").papers["letter"]), tmp_path / "rules.pdf")
    pages = found[-1]
    assert len(pages) <= most
    too_empty = [
        (number, shares)
        for number, page in enumerate(pages, 1)
        if max(shares := empty_shares(page), default=0) > MOST_EMPTY
    ]
    assert not too_empty


def test_what_is_new_in_a_variant_is_not_listed_as_published_errata(duel: Game) -> None:
    fixed = Erratum(of="B1, front", was="3-9-3", now="3-4-3")
    new = Erratum(of="R1", was="2-2", now="3-2", number="V-1", kind="addition", date="2 May 2026", reason="Its guns.")
    html = compose_rules(
        duel.model_copy(update={"errata": (new, fixed)}), None, load_target("home").papers["letter"]
    ).html
    published, _, own = html.partition('id="own-changes"')
    published = published.partition('id="errata"')[2]
    plain = [" ".join(re.sub(r"<[^>]+>|&\w+;|\u2060", "", text).split()) for text in (published, own)]
    assert "B1, front. Printed: 3" in plain[0]
    assert "R1" not in plain[0]
    assert "Changes in this edition" in plain[1]
    assert re.search(r"V.1: R1\. Before: 2.2\. Now: 3.2\. Its guns\. \(2.May.2026\)", plain[1])
    assert "Printed" not in plain[1]
