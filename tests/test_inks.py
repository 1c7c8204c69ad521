"""Kits in greyscale and with little ink: drawings, books, the name of the folder and the manifest."""

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.art.ink_variants import LEAST_STEP, distinct_greys, grey, lightness, pale_fill
from pnp.compose.html_book import Book
from pnp.draw.cover_art.cover_page import draw_cover
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.impose.page import Document, Page
from pnp.impose.tiles.tile_pages import impose_map_sheet
from pnp.kit.full_check import KitSource
from pnp.kit.options import read_options
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.model.target import Colouring
from pnp.palette import ATTACKER, INK, LEAST_CONTRAST, WHITE, contrast, luminance, mix
from pnp.scene import (
    SHEET,
    THUMBNAIL,
    Group,
    Matrix,
    Path as ScenePath,
    Rect,
    Scene,
    Stroke,
    Text,
    Use,
    polyline,
    rectangle,
    walk,
)
from pnp.write.colourings import FURNITURE, LAND, coloured_book, coloured_document
from pnp.write.finish import write_components
from tests.playing import shipped_game

HOME = load_target("home")


def map_document() -> Document:
    game = load_game(Path(__file__).parent / "games" / "duel")
    board = resolve_board(game)
    assert board is not None
    return Document("map", "Map", impose_map_sheet(draw_map_sheet(game, board), HOME))


def drawn(document: Document) -> list[ScenePath | Text]:
    return [item for page in document.pages for item, _ in walk((*page.art, *page.marks))]


def is_grey(colour: str) -> bool:
    return colour[1:3] == colour[3:5] == colour[5:7]


def test_greyscale_has_no_colours() -> None:
    for item in drawn(coloured_document(map_document(), "grey")):
        stroke = item.stroke if isinstance(item, ScenePath) else item.halo
        assert all(is_grey(colour) for colour in (item.fill, stroke and stroke.colour) if colour)


def test_with_little_ink_clear_edges_match_their_ground_and_small_black_marks_stay_black() -> None:
    """So the strokes of unit symbols have no coloured edges, and size marks can be read."""
    ground = "#DB8A72"
    edge = polyline([(2, 2), (8, 8)], stroke=Stroke(ground, 0.6))
    box, dot = rectangle(Rect(0, 0, 10, 10), fill=ground), rectangle(Rect(1, 1, 0.8, 0.8), fill=INK)
    document = Document(
        "x", "X", (Page("x", 20, 20, Rect(0, 0, 10, 10), Rect(0, 0, 10, 10), (box, Group((edge, dot)))),)
    )
    pale, line, mark = drawn(coloured_document(document, "low"))
    assert isinstance(line, ScenePath)
    assert pale.fill == line.stroke.colour != ground
    assert mark.fill == INK


def test_little_ink_changes_only_areas_of_the_land_of_a_map() -> None:
    document = map_document()
    (page,) = document.pages
    (scene,) = (use.scene for use in page.art if isinstance(use, Use))
    for layer in scene.items:
        assert isinstance(layer, Group)
        alone = replace(document, pages=(replace(page, art=(layer,), marks=()),))
        whole, low = drawn(alone), drawn(coloured_document(alone, "low"))
        if layer.layer == SHEET:  # the tint of the paper is left out
            assert whole
            assert not low
            continue
        assert (whole != low) == (layer.layer in LAND), layer.layer
        for one, other in zip(whole, low, strict=True):
            if isinstance(one, ScenePath) and isinstance(other, ScenePath) and one.fill and other.fill:
                assert luminance(other.fill) >= luminance(one.fill)


PIECE = Scene(
    "piece",
    20,
    20,
    (
        rectangle(Rect(0, 0, 20, 20), fill="#38290A"),
        rectangle(Rect(2, 2, 3, 3), fill="#000000"),
        polyline([(0, 15), (20, 15)], stroke=Stroke("#000000", 0.3)),
        Text(10, 10, "AIR", "condensed-bold", 9, "#FFFFFF", halo=Stroke("#000000", 0.5)),
        Text(10, 18, "8.1", "condensed-bold", 9, "#9E1B1E"),
    ),
)


def test_little_ink_makes_the_areas_of_pieces_pale_and_light_texts_dark() -> None:
    page = Page(
        "p",
        100,
        100,
        Rect(0, 0, 100, 100),
        Rect(0, 0, 100, 100),
        (Use(PIECE), Group((Use(PIECE),), Matrix.place(scale=0.1))),
    )
    ground, detail, line, word, number, tiny, *_ = drawn(coloured_document(Document("d", "D", (page,)), "low"))
    assert luminance(ground.fill) > luminance(detail.fill) > 0.2
    assert tiny.fill == mix("#38290A", "#FFFFFF", 0.5), "at a tenth of its size the same area is a detail"
    assert isinstance(line, ScenePath)
    assert isinstance(word, Text)
    assert line.stroke == Stroke("#000000", 0.3)
    assert (word.fill, word.halo and word.halo.colour, number.fill) == (INK, WHITE, "#9E1B1E")
    for area in (ground, detail):
        assert min(contrast(word.fill, area.fill), contrast(word.fill, "#FFFFFF")) >= LEAST_CONTRAST


def test_tables_on_a_map_become_pale_and_its_other_layers_stay() -> None:
    for layer, is_changed in ((FURNITURE, True), (THUMBNAIL, True), ("", True), ("roads", False), ("names", False)):
        scene = Scene("s", 20, 20, (Group(PIECE.items, layer=layer),))
        book = Book("b", "B", "", "Letter", {"one": scene})
        assert (coloured_book(book, "low").scenes["one"] != scene) == is_changed, layer


@pytest.mark.parametrize("colour", ["#000000", "#9E1B1E", "#1E3A34", "#B49C63", "#0F2E2C", "#F7E3B5"])
def test_dark_ink_can_be_read_on_every_pale_area(colour: str) -> None:
    for large in (False, True):
        assert contrast(INK, pale_fill(colour, large=large)) >= LEAST_CONTRAST


def test_a_book_with_little_ink_has_pale_backgrounds_and_dark_texts() -> None:
    html = (
        "<style>:root { --ink: #17140F; --attacker: #9A1B17; --band: #14585F } h1 { background: var(--band) } th { background: var(--ink); color: #FFF } td { border: 1px solid #000000 }"
        ".note { background-color: #9E1B1E; color: var(--attacker) } i { background: var(--hair, #DDD2BB) }</style>"
        '<p style="color: #fff; background: #000">No #000000 here</p>'
    )
    low = coloured_book(Book("b", "B", html, "Letter"), "low").html
    for kept in ("--ink: #17140F", "--band: #14585F", "border: 1px solid #000000", "No #000000 here"):
        assert kept in low
    assert f"color: {INK}; background: {pale_fill('#000000', large=True)}" in low
    assert f"background-color: {pale_fill('#9E1B1E', large=True)}; color: {ATTACKER}" in low
    assert f"th {{ background: {pale_fill(INK, large=True)}; color: {INK} }}" in low
    assert f"h1 {{ background: {pale_fill('#14585F', large=True)} }}" in low, "a colour of this book"
    assert f"i {{ background: {pale_fill('#DDD2BB', large=True)} }}" in low


def test_the_level_of_a_box_is_the_same_in_every_ink() -> None:
    """The boxes of combat results are filled by a border of their height, so no shade has to be told from another."""
    style = (Path(__file__).parents[1] / "templates" / "style" / "aids.css").read_text(encoding="utf-8")
    book = Book("aids", "Aids", f"<style>:root {{ --defender: {ATTACKER} }} {style}</style>", "Letter", {}, pages=1)
    levels = [line for line in style.splitlines() if line.startswith(".box.d")]
    assert len(levels) == 3
    for ink in ("low", "grey"):
        changed = coloured_book(book, ink).html
        assert all(line in changed for line in levels)
        assert "border-color: var(--defender)" in changed


def test_covers_are_not_made_pale_twice() -> None:
    game = load_game(Path(__file__).parent / "games" / "duel")
    low = draw_cover(game, HOME.papers["letter"], HOME.margin, variant="low")
    assert coloured_book(Book("cover", "C", "", "Letter", {"cover": low}), "low").scenes["cover"] == low


# ---------------------------------------------------------------- sides in greyscale


def test_sides_of_equal_lightness_get_different_greys() -> None:
    game = load_game(Path(__file__).parent / "games" / "duel")
    first, second = game.sides
    alike = game.with_grounds({first: "#E4A59B", second: "#A8B8CC"})
    source = KitSource(alike)
    assert source.in_colouring("full") is source
    assert source.in_colouring("low") is source
    grounds = [side.ground for side in source.in_colouring("grey").game.sides.values()]
    assert abs(lightness(grounds[0]) - lightness(grounds[1])) >= LEAST_STEP
    assert all(is_grey(ground) for ground in grounds)


def test_the_same_greys_are_used_in_a_series_and_its_scenarios() -> None:
    series = load_game(Path(__file__).parent / "games" / "two-beaches")
    alike = series.with_grounds(dict.fromkeys(series.sides, "#C0B8A0"))
    source = KitSource.of_series(alike, {}).in_colouring("grey")
    grounds = {id_: side.ground for id_, side in source.game.sides.items()}
    assert len(set(grounds.values())) == len(grounds)
    for one in source.scenarios.values():
        assert {id_: side.ground for id_, side in one.game.sides.items()}.items() <= grounds.items()
        assert source.game.scenarios[one.scenario].sides == one.game.sides


@pytest.mark.parametrize("name", ["meiktila", "mukden", "myitkyina", "paratrooper"])
def test_the_sides_of_shipped_games_differ_in_greyscale(name: str) -> None:
    game = shipped_game(name).game
    for one in (game.scenarios or {"": game}).values():
        assert distinct_greys({id_: side.ground for id_, side in one.sides.items()}) == {}


def test_all_colours_are_the_same_document() -> None:
    document = map_document()
    assert coloured_document(document, "full") is document


def test_a_grey_book_has_a_grey_style_and_grey_drawings() -> None:
    scene = Scene("one", 10, 10, (rectangle(Rect(0, 0, 10, 10), fill="#FF0000"),))
    html = '<style>p { color: #A4482A; top: 1px }</style><p style="color: #0f0">No #123456 here</p>'
    book = coloured_book(Book("b", "B", html, "Letter", {"one": scene}), "grey")
    assert "#A4482A" not in book.html
    assert "#0f0" not in book.html
    assert "No #123456 here" in book.html
    (path,) = book.scenes["one"].items
    assert isinstance(path, ScenePath)
    assert is_grey(path.fill)


@pytest.mark.parametrize("ink", ["grey", "low"])
def test_the_drawings_of_components_follow_the_inks(ink: Colouring, tmp_path: Path) -> None:
    scene = Scene("piece", 20, 20, (rectangle(Rect(0, 0, 20, 20), fill="#A4482A"),))
    write_components(tmp_path, {"piece": scene}, ink)
    text = (tmp_path / "components" / "piece.svg").read_text(encoding="utf-8")
    assert (grey("#A4482A") if ink == "grey" else pale_fill("#A4482A", large=True)).lower() in text.lower()
    assert "#a4482a" not in text.lower()


def test_the_folder_and_the_manifest_name_the_inks() -> None:
    (grey,), (full,) = read_options(ink="grey"), read_options()
    assert (grey.folder_name, full.folder_name) == ("home-grey", "home")
    assert (grey.contents("Duel")["ink"], full.contents("Duel")["ink"]) == ("grey", "full")
