"""The print guide: steps, materials and files of each kit, on one page of every paper."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.art.covers.picture import Picture
from pnp.compose.cover import compose_cover
from pnp.compose.guide_page import MATERIALS, GuideContents, GuideSizes, row_size
from pnp.compose.html_book import Book
from pnp.compose.kit_files import all_kit_files, cover_file, joined_sheets, kit_files, page_words
from pnp.compose.print_guide import print_guide
from pnp.draw.counter.faces import draw_counters
from pnp.draw.sketches.drawn_sketch import draw_sketch
from pnp.load import load_game
from pnp.load.sketches import SKETCH_FOLDER
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.model.target import Duplex, Paper
from pnp.preflight import preflight_book
from pnp.resources import templates_dir
from pnp.scene import Group, Path as ScenePath, Scene, Text, Use
from pnp.units import points
from pnp.write.book_pdf import write_book
from tests.playing import shipped_game

HOME = load_target("home")
LETTER = HOME.papers["letter"]
FILES = (
    ("map", "Duel: map", 1),
    ("map-tiles", "Duel: map on Letter", 4),
    ("calibration", "Calibration of backs", 2),
    ("counters", "Counters", 2),
    ("rules", "Rules reference", 23),
    ("odds", "Odds", 2),
)


@pytest.fixture(scope="module")
def duel() -> Game:
    return load_game(Path(__file__).parent / "games" / "duel")


def guide(game: Game, duplex: Duplex = "long", files: tuple[tuple[str, str, int], ...] = FILES) -> GuideContents:
    listed = (cover_file(duplex), *kit_files(game, files, duplex, {"map", "map-tiles"}))
    return print_guide(game, HOME, LETTER, duplex, listed, pieces={}, cut_out=())


def test_a_map_of_one_tile_is_not_glued(duel: Game) -> None:
    for pages, glued in ((1, False), (4, True)):
        files = tuple((name, title, pages if name == "map-tiles" else count) for name, title, count in FILES)
        assert any(step.head == "Glue the map tiles" for step in guide(duel, files=files).steps) == glued


def sketch_names(folder: str) -> set[str]:
    """Return the names of the small pictures in a folder of `templates/sketches/`."""
    return {path.stem for path in (templates_dir() / SKETCH_FOLDER / folder).glob("*.svg")}


@pytest.mark.parametrize("folder", ["kit", "materials", "steps"])
def test_every_small_picture_draws_with_the_colours_of_a_variant(folder: str) -> None:
    inks = {"paper": "#FFFFF0", "light": "#DDAA88", "ink": "#220000", "accent": "#AA0000"}
    for name in sketch_names(folder):
        picture = Picture(inks, variant="grey")
        draw_sketch(picture, f"{folder}/{name}", "words")
        paths = [item for item in picture.items if isinstance(item, ScenePath)]
        colours = {colour for path in paths for colour in (path.fill, path.stroke and path.stroke.colour) if colour}
        assert colours, name
        assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours), name


def test_a_small_picture_shows_words_and_scenes_in_their_places() -> None:
    picture = Picture({})
    draw_sketch(picture, "steps/print", "Flip on long edge")
    assert "Flip on long edge" in [item.text for item in picture.items if isinstance(item, Text)]
    picture = Picture({})
    tall = Scene("tall", 10, 20, ())
    draw_sketch(picture, "steps/pieces", scenes=[tall])
    places = [item for group in picture.items if isinstance(group, Group) for item in group.items]
    upper, lower = (item.matrix.apply((5, 10)) for item in places if isinstance(item, Use))
    assert upper == pytest.approx((points(53), points(33)), abs=1e-3)
    assert lower == pytest.approx((points(53), points(71)), abs=1e-3)
    use = next(item for item in places if isinstance(item, Use))
    assert abs(use.matrix.a) == pytest.approx(points(38) / 20, abs=1e-4), "as high as its place"


def words_of_guide(book: Book) -> list[str]:
    """Return the texts of the print guide in a cover file."""
    html = book.html[book.html.index('<section class="sheet guide">') :]
    return [words.strip() for words in re.findall(r">([^<]+)<", html) if words.strip()]


def cover(game: Game, files: Sequence[tuple[str, str, int]] = FILES, paper: Paper = LETTER, **more: Any) -> Book:
    return compose_cover(game, HOME, paper, "long", files, **more)


@pytest.mark.parametrize(
    ("duplex", "pictures"),
    [
        ("long", ["print", "measure", "backs", "cuts", "corners", "tiles"]),
        ("fold", ["print", "measure", "fold", "cuts", "corners", "tiles"]),
        ("none", ["print", "measure", "cuts", "corners", "tiles", "staple"]),
    ],
)
def test_the_steps_are_those_that_the_kit_needs(duel: Game, duplex: Duplex, pictures: list[str]) -> None:
    assert [step.picture for step in guide(duel, duplex).steps] == pictures


@pytest.mark.parametrize("duplex", ["long", "fold", "none"])
def test_a_kit_with_rules_says_how_to_staple_them(duel: Game, duplex: Duplex) -> None:
    """The last step shows it; if the steps fill the page, it is a note."""
    contents = guide(duel, duplex)
    told = [*((step.head, step.text) for step in contents.steps), *contents.notes]
    assert sum(head == "Staple the rules" for head, _ in told) == 1
    assert "stapler" in dict(contents.materials)
    assert len(contents.notes) <= 3


def test_a_kit_of_rules_needs_no_knife(duel: Game) -> None:
    contents = guide(duel, files=(("rules", "Rules", 8),))
    assert [name for name, _ in contents.materials] == ["printer", "paper", "stapler"]
    assert [step.picture for step in contents.steps] == ["print", "measure", "staple"]


def test_files_outside_kit_pdf_are_not_in_the_total(duel: Game) -> None:
    contents = guide(duel)
    assert [file.name for file in contents.files if file.optional] == ["map", "odds"]
    assert contents.total == 2 + 4 + 1 + 1 + 12
    assert [file.name for file in contents.files if file.card] == ["counters"]


def test_the_guide_gives_the_pages_of_kit_pdf(duel: Game) -> None:
    pages = {"cover": range(1, 5), "map-tiles": range(5, 13), "counters": range(13, 15), "rules": range(15, 39)}
    listed = all_kit_files(duel, FILES, "long", {"pieces": True}, pages)
    contents = print_guide(duel, HOME, LETTER, "long", listed, pieces={"pieces": True}, cut_out=())
    given = {file.name: file.pages for file in contents.files}
    assert (given["cover"], given["counters"], given["map"], given["odds"]) == ("1-4", "13-14", "", "")
    words = words_of_guide(cover(duel, pieces={"pieces": True}, in_kit=pages))
    assert "kit.pdf on card: pages 13-14; on paper: all other pages." in words
    assert words.count("–") == sum(not file.pages for file in contents.files)
    assert {"1-4", "5-12", "13-14", "15-38"} <= set(words)


def test_ranges_of_pages_are_those_that_a_print_dialog_takes() -> None:
    assert page_words([range(33, 41), range(0), range(5, 9), range(9, 19), range(50, 51)]) == "5-18, 33-40, 50"
    assert page_words([]) == page_words([range(0)]) == ""


def test_the_files_of_a_series_are_one_line_for_each_part() -> None:
    series = shipped_game("paratrooper").game
    files = [(f"{part}-{name}", part, 3) for part in ("map-tiles", "aids") for name in series.scenarios]
    lines = {file.name: file for file in guide(series, files=(*FILES[2:], *files)).files}
    assert {"map-tiles*", "aids*", "counters", "odds"} <= set(lines)
    assert (lines["map-tiles*"].sheets, lines["aids*"].sheets) == (6, 4)
    assert lines["aids*"].title == "Aids (2 files)"


@pytest.mark.parametrize("name", ["meiktila", "mukden", "paratrooper", "skirmish"])
def test_the_table_of_files_is_large_enough_to_read(name: str) -> None:
    game = shipped_game(name).game
    files = [(f"{part}-{own}", part, 3) for part in ("map", "map-tiles", "aids", "odds") for own in game.scenarios]
    contents = guide(game, files=(*FILES, *files, ("packaging", "Folio wrap, tuck box and tray labels", 2)))
    assert row_size(GuideSizes.of(contents, LETTER).row) >= 7.5


def test_sheets_are_counted_as_the_printer_uses_them(duel: Game) -> None:
    one, both = (joined_sheets(kit_files(duel, FILES, duplex, {"map-tiles"})) for duplex in ("none", "long"))
    assert (one, both) == (4 + 2 + 2 + 23, 4 + 1 + 1 + 12)


def test_every_step_and_material_has_a_picture(duel: Game) -> None:
    for duplex in ("long", "fold", "none"):
        contents = guide(duel, duplex)
        assert {step.picture for step in contents.steps} <= sketch_names("steps")
        assert {name for name, _ in contents.materials} <= MATERIALS.keys() == sketch_names("materials")


@pytest.mark.parametrize("paper", HOME.papers.values(), ids=lambda paper: paper.name)
@pytest.mark.parametrize("more", [0, 14])
def test_the_guide_is_inside_the_margins_of_every_paper(duel: Game, paper: Paper, more: int, tmp_path: Path) -> None:
    title = "Player aids with a title that needs more than one line of the table"
    book = cover(duel, (*FILES, *((f"sheet-{n}", f"{title} {n}", 4) for n in range(more))), paper)
    write_book(book, tmp_path / "cover.pdf")
    assert preflight_book(tmp_path / "cover.pdf", book, HOME, paper) == ()


def test_a_guide_has_room_for_each_line_about_paper(duel: Game) -> None:
    """Four texts of two lines about the paper leave less room for the white space between the parts."""
    usual = guide(duel)
    words = "one sheet, 196 × 237 mm, at a copy shop"
    longer = replace(usual, files=tuple(replace(file, paper=words) for file in usual.files))
    assert {file.paper for file in longer.listed} == {words}
    assert GuideSizes.of(longer, HOME.papers["a4"]).gap < GuideSizes.of(usual, HOME.papers["a4"]).gap


def test_a_guide_fills_its_page_but_needs_no_second(duel: Game) -> None:
    """With few files the pictures are as wide as their column; each further file makes them a little smaller."""
    files = [(f"sheet-{n}", f"Sheet {n}", 2) for n in range(14)]
    sizes = [GuideSizes.of(guide(duel, files=(*FILES, *files[:count])), LETTER) for count in (0, 6, 14)]
    assert sizes[0].picture > sizes[1].picture > sizes[2].picture
    assert sizes[0].row > sizes[1].row > sizes[2].row
    large = GuideSizes.of(guide(duel), HOME.papers["tabloid"])
    assert large.scale == pytest.approx(11 / 8.5), "the guide is as wide as the paper"


def test_a_very_long_list_is_shortened_and_stays_on_the_page(duel: Game, tmp_path: Path) -> None:
    files = tuple((f"part-{n}", f"Part {n}", 2) for n in range(60))
    book = cover(duel, files)
    write_book(book, tmp_path / "cover.pdf")
    assert preflight_book(tmp_path / "cover.pdf", book, HOME, LETTER) == ()


def test_the_guide_has_no_command_lines(duel: Game) -> None:
    words = " ".join(words_of_guide(cover(duel)))
    assert "--" not in words
    assert ".yaml" not in words


def test_the_pictures_show_the_pieces_of_the_kit(duel: Game) -> None:
    steps = {step.picture: step for step in guide(duel).steps}
    fronts = {both.front for both in draw_counters(duel).values()}
    assert steps["cuts"].scenes
    assert fronts.issuperset(steps["cuts"].scenes)
    assert steps["corners"].scenes[:1] == steps["cuts"].scenes[:1]
    game = shipped_game("mukden").game
    listed = kit_files(game, (("map", "Map", 1), ("armies", "Armies", 1), ("postcard", "Postcard", 2)), "long", {"map"})
    contents = print_guide(game, HOME, LETTER, "long", listed, pieces={"postcard": False}, cut_out=["armies"])
    steps = {step.picture: step for step in contents.steps}
    assert steps["cuts-of-cards"].scenes == (), "this kit has no counters"
    assert all(face.height > face.width for face in steps["pieces"].scenes)
    assert dict(contents.notes)["The map alone"].startswith("The map is on the postcard.")
