"""Kits in greyscale and with little ink: drawings, books, the name of the folder and the manifest."""

from pathlib import Path

from pnp.compose.html_book import Book
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.impose.page import Document
from pnp.impose.tiles.tile_pages import impose_map_sheet
from pnp.kit.options import read_options
from pnp.load import load_game, load_target
from pnp.load.board import resolve_board
from pnp.scene import Path as ScenePath, Rect, Scene, Text, rectangle, walk
from pnp.write.inks import inked_book, inked_document

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
    for item in drawn(inked_document(map_document(), "grey")):
        stroke = item.stroke if isinstance(item, ScenePath) else item.halo
        assert all(is_grey(colour) for colour in (item.fill, stroke and stroke.colour) if colour)


def test_little_ink_changes_only_areas_of_land() -> None:
    whole, low = drawn(map_document()), drawn(inked_document(map_document(), "low"))
    assert len(whole) == len(low)
    changed = [(one, other) for one, other in zip(whole, low, strict=True) if one != other]
    assert changed
    for one, other in changed:
        assert isinstance(one, ScenePath)
        assert isinstance(other, ScenePath)
        assert one.stroke == other.stroke
        assert int(other.fill[1:3], 16) >= int(one.fill[1:3], 16)


def test_all_colours_are_the_same_document() -> None:
    document = map_document()
    assert inked_document(document, "full") is document


def test_a_grey_book_has_a_grey_style_and_grey_drawings() -> None:
    scene = Scene("one", 10, 10, (rectangle(Rect(0, 0, 10, 10), fill="#FF0000"),))
    html = '<style>p { color: #A4482A; top: 1px }</style><p style="color: #0f0">No #123456 here</p>'
    book = inked_book(Book("b", "B", html, "Letter", {"one": scene}), "grey")
    assert "#A4482A" not in book.html
    assert "#0f0" not in book.html
    assert "No #123456 here" in book.html
    (path,) = book.scenes["one"].items
    assert isinstance(path, ScenePath)
    assert is_grey(path.fill)


def test_the_folder_and_the_manifest_name_the_inks() -> None:
    (grey,), (full,) = read_options(ink="grey"), read_options()
    assert (grey.folder_name, full.folder_name) == ("home-grey", "home")
    assert (grey.contents("Duel")["ink"], full.contents("Duel")["ink"]) == ("grey", "full")
