"""The counter list: every counter with both faces and its texts, two beside each other, on as many pages as needed."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pnp.compose.counter_list import compose_counter_list
from pnp.draw.counter.faces import draw_counters
from pnp.draw.counter.listed_counter import draw_listed_counter
from pnp.draw.cutout import standing_counters
from pnp.draw.styled_lines import Run, set_runs
from pnp.findings import refuse
from pnp.impose.counter_list_pages import FOOT, impose_counter_list
from pnp.impose.page import Document
from pnp.load import load_game
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.preflight import preflight_document
from pnp.scene import THUMBNAIL, Group, Scene, Text, Use, walk
from pnp.typeface import text_width
from pnp.write.pdf import write_pdf
from tests.bench.plain import write_counter_game
from tests.playing import shipped_game

TARGET = load_target("home")
LETTER = TARGET.papers["letter"]


def listed(game: Game) -> Document:
    """Return the pages of the counter list of a game."""
    return impose_counter_list(compose_counter_list(game, draw_counters(game)), TARGET, LETTER)


def drawn_scenes(document: Document) -> Counter[Scene]:
    """Return how often each scene is drawn on the pages."""
    found: Counter[Scene] = Counter()
    ahead = [item for page in document.pages for item in page.art]
    while ahead:
        item = ahead.pop()
        if isinstance(item, Group):
            ahead += item.items
        elif isinstance(item, Use):
            found[item.scene] += 1
    return found


def words(document: Document) -> list[str]:
    """Return the texts on the pages in the order in which they are drawn."""
    return [item.text for page in document.pages for item, _ in walk(page.art) if isinstance(item, Text)]


@pytest.mark.parametrize("name", ["meiktila", "skirmish", "paratrooper"])
def test_every_counter_is_listed_with_its_id(name: str) -> None:
    game = shipped_game(name).game
    loose = [id_ for id_ in game.counters if id_ not in standing_counters(game)]
    listing = compose_counter_list(game, draw_counters(game))
    lines = [one for group in listing.groups for one in group.counters]
    ends = {end for one in lines for end in one.id.split("\N{EN DASH}")}
    assert ends <= set(loose)
    assert sum(group.count for group in listing.groups) == sum(game.counters[id_].copies for id_ in loose)
    units = {id_ for id_ in loose if game.counters[id_].kind == "unit"}
    assert name == "paratrooper" or units <= ends
    drawn = drawn_scenes(impose_counter_list(listing, TARGET, LETTER))
    assert drawn.total() == 2 * len(lines), "both faces of each line"


def test_equal_markers_share_a_line() -> None:
    listing = compose_counter_list(shipped_game("myitkyina").game, draw_counters(shipped_game("myitkyina").game))
    named = {one.name: one.id for group in listing.groups for one in group.counters}
    assert named["Disrupted \N{MULTIPLICATION SIGN} 12"] == "D01\N{EN DASH}D12"
    assert "Disrupted 1" not in named


def test_every_unit_has_its_entry_and_a_formation_that_enters_is_named_once() -> None:
    for name in ("myitkyina", "paratrooper"):
        game = shipped_game(name).game
        lines = [one for group in compose_counter_list(game, draw_counters(game)).groups for one in group.counters]
        units = [one for one in lines if one.id in game.counters and game.counters[one.id].kind == "unit"]
        assert all(one.enters for one in units), name
        whole = [one for one in units if one.enters == game.formations[game.counters[one.id].formation].name]
        assert whole, name
        assert not any(one.enters in one.says for one in whole), name


def test_a_token_with_two_names_does_not_repeat_them() -> None:
    game = shipped_game("skirmish").game
    lines = [one for group in compose_counter_list(game, draw_counters(game)).groups for one in group.counters]
    (turn,) = [one for one in lines if one.id == "T09"]
    assert (turn.front_says, turn.back_says) == ("then no move", "then no move")


@pytest.mark.parametrize(("name", "has_steps"), [("meiktila", True), ("myitkyina", False)])
def test_steps_are_listed_only_if_a_unit_can_lose_one(name: str, has_steps: bool) -> None:
    game = shipped_game(name).game
    lines = [one for group in compose_counter_list(game, draw_counters(game)).groups for one in group.counters]
    assert any(one.steps is not None for one in lines) is has_steps


@pytest.mark.parametrize("name", ["meiktila", "paratrooper"])
def test_pictures_have_all_words_of_the_counters_in_at_least_five_points(name: str) -> None:
    document = listed(shipped_game(name).game)
    for page in document.pages:
        sizes = [item.size_pt * matrix.magnification for item, matrix in walk(page.art) if isinstance(item, Text)]
        assert min(sizes) >= 4.95 - 1e-9
    shown = drawn_scenes(document)
    faces = draw_counters(shipped_game(name).game).values()
    assert set(shown) <= {face for both in faces for face in (both.front, both.back)}


def test_the_file_of_the_list_passes_preflight(tmp_path: Path) -> None:
    game = shipped_game("meiktila").game
    write_pdf(listed(game), tmp_path / "list.pdf")
    assert not refuse(preflight_document(tmp_path / "list.pdf", listed(game), TARGET))


def test_a_long_list_repeats_the_heading_and_numbers_its_pages(tmp_path: Path) -> None:
    write_counter_game(tmp_path, 300)
    document = listed(load_game(tmp_path))
    assert len(document.pages) > 4
    for number, page in enumerate(document.pages, 1):
        texts = [item for item, _ in walk(page.art) if isinstance(item, Text)]
        assert str(number) in {text.text for text in texts if text.font == "condensed-bold"}
        assert any(text.text.endswith(" UNITS") for text in texts), "the group is named on each page"
    assert [text for text, _ in document.outline][:2] == ["Khaki units", "Buff units"]
    later = [item.text for item, _ in walk(document.pages[1].art) if isinstance(item, Text)]
    assert any(re.match(r"U\d+ – U\d+$", text) for text in later), "the head of a page names its counters"


@pytest.mark.parametrize(("name", "pages"), [("paratrooper", 5), ("meiktila", 3), ("myitkyina", 2), ("skirmish", 1)])
def test_a_list_has_the_columns_and_faces_that_need_the_fewest_pages(name: str, pages: int) -> None:
    assert len(listed(shipped_game(name).game).pages) == pages


def test_the_rows_of_a_short_list_fill_its_last_page() -> None:
    last = listed(shipped_game("myitkyina").game).pages[-1]
    lowest = max(item.y for item, _ in walk(last.art[:-2]) if isinstance(item, Text))
    lines = [matrix.apply((0, 0))[1] for _, matrix in walk(last.art)]
    assert max(lowest, *lines) > 0.85 * (LETTER.height - FOOT)


def test_nothing_is_below_the_foot_of_a_page() -> None:
    for page in listed(shipped_game("paratrooper").game).pages:
        lowest = max(matrix.apply((item.x, item.y))[1] for item, matrix in walk(page.art) if isinstance(item, Text))
        foot = page.height - FOOT
        body = [
            matrix.apply((item.x, item.y))[1]
            for item, matrix in walk(page.art)
            if isinstance(item, Text) and item.text not in ("List of all counters", page.name.split()[-1])
        ]
        assert max(body) < foot < lowest


def test_long_words_are_divided_and_large_faces_are_reduced() -> None:
    game = shipped_game("meiktila").game
    counter = compose_counter_list(game, draw_counters(game)).groups[0].counters[0]
    drawn, height = draw_listed_counter(counter, 90, 20)
    assert height > counter.front.height
    for line in set_runs((Run("W" * 200, "sans-bold", 9.6), Run("°")), 40):
        x, run = line[-1]
        assert x + text_width(run.text, run.font, run.size_pt) <= 40 + 1e-6
    assert not any(isinstance(item, Group) and item.layer == THUMBNAIL for item in drawn)


def test_words_in_one_style_are_one_text() -> None:
    (line,) = set_runs((Run("a b"), Run("c", "sans-bold"), Run(" d e", "sans-bold")), 100)
    assert [run.text for _, run in line] == ["a b", "c d e"]
