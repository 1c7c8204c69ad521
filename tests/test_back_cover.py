"""The back cover: what it says about a kit, its part of the map, and wrong data."""

import tempfile
from dataclasses import replace
from math import hypot
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from pnp.checks import check_game
from pnp.compose.back_cover import back_texts, row_pieces, shown_pieces
from pnp.compose.back_page import BackPage, BackTexts, icon_of
from pnp.compose.cover import KitCover, compose_cover, cover_picture, kit_cover
from pnp.compose.kit_files import kit_files
from pnp.draw.cover_art.back_picture import draw_back_picture
from pnp.draw.cover_art.cover_page import draw_cover
from pnp.extent import item_extent, items_extent
from pnp.kit.full_check import KitSource
from pnp.kit.parts import back_view, pictured_map
from pnp.load import load_game
from pnp.load.sketches import read_sketch
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.model.kit_cover import Cover, CoverBackdrop, CoverSide
from pnp.new_game import NewGame, files_of, write_game
from pnp.preflight import preflight_book
from pnp.scene import THUMBNAIL, Group, Path as ScenePath, Scene, Text, walk
from pnp.write.book_pdf import write_book
from pnp.write.png import write_large_picture
from tests.playing import shipped_game

HOME = load_target("home")
LETTER = HOME.papers["letter"]
DATA = Path(__file__).parents[1] / "data"
SHIPPED = ("meiktila", "mukden", "myitkyina", "skirmish", "paratrooper")
FILES = (
    ("map", "Map", 1),
    ("map-tiles", "Tiles", 4),
    ("counters", "Counters", 2),
    ("aids", "Aids", 1),
    ("rules", "R", 8),
)


@pytest.fixture(scope="module")
def duel() -> Game:
    return load_game(Path(__file__).parent / "games" / "duel")


def whole_cover(game: Game, said: BackTexts | None = None) -> KitCover:
    """Return the covers of a game, whose back has these texts or its own."""
    picture = cover_picture(game, HOME, LETTER)
    made = kit_cover(game, HOME, LETTER, "long", FILES, picture, view=back_view(KitSource(game)))
    return made if said is None else replace(made, texts=said)


def back(game: Game) -> Scene:
    """Return the picture of the back of a game."""
    return whole_cover(game).back.page


def words(game: Game, said: BackTexts | None = None) -> str:
    """Return the text of the back of a game as it is printed, on one line."""
    with tempfile.TemporaryDirectory() as made:
        write_book(whole_cover(game, said).book(), Path(made, "cover.pdf"))
        with pypdfium2.PdfDocument(Path(made, "cover.pdf")) as pdf:
            return " ".join(pdf[1].get_textpage().get_text_bounded().split())


def with_cover(game: Game, **fields: object) -> Game:
    return game.model_copy(update={"cover": Cover.model_validate(fields)})


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_says_what_each_side_can_expect(name: str) -> None:
    cover = load_game(DATA / name).cover
    assert cover.headline
    assert len(cover.sides) == 2
    for side in cover.sides:
        assert 1 <= side.text.count(". ") + 1 <= 2, "one or two sentences"
        assert all(len(words.split()) <= 25 for words in side.text.split(". "))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("paper", ["letter", "a4", "tabloid"])
def test_the_cover_file_of_a_shipped_game_is_printed_without_faults(name: str, paper: str, tmp_path: Path) -> None:
    game = load_game(DATA / name)
    source = KitSource.of_series(game, {}) if game.scenarios else KitSource(game)
    book = compose_cover(game, HOME, HOME.papers[paper], "long", FILES, view=back_view(source))
    assert write_book(book, tmp_path / "cover.pdf") == ()
    assert preflight_book(tmp_path / "cover.pdf", book, HOME, HOME.papers[paper]) == ()


def test_the_back_lists_the_parts_of_the_kit(duel: Game) -> None:
    said = back_texts(duel, kit_files(duel, FILES, "long", {"map", "map-tiles"}), LETTER)
    assert [icon for icon, _, _ in said.contents] == ["map", "counters", "aids", "rules"]
    assert said.contents[3][1:] == ("Rules booklet", "8 pages with worked examples")
    assert ("Players", duel.game.players) in said.facts or not duel.game.players


def test_a_side_has_its_name_and_its_colours(duel: Game) -> None:
    side = next(iter(duel.sides))
    game = with_cover(duel, headline="Cross the ford", sides=[{"side": side, "text": "You attack."}])
    printed = words(game)
    assert all(one in printed for one in ("CROSS THE FORD", duel.sides[side].name.upper(), "You attack."))
    assert duel.sides[side].accent in whole_cover(game).book().html


def test_a_line_may_have_a_name_of_its_own(duel: Game) -> None:
    assert "THE ATTACKER" in words(with_cover(duel, sides=[CoverSide(name="The attacker", text="You attack.")]))


def test_a_side_that_does_not_exist_is_found(tmp_path: Path) -> None:
    folder = Path(__file__).parent / "games" / "duel"
    for file in folder.iterdir():
        if file.is_file():
            (tmp_path / file.name).write_bytes(file.read_bytes())
    with (tmp_path / "game.yaml").open("a", encoding="utf-8") as game:
        game.write("\ncover: {sides: [{side: nobody, text: You wait.}]}\n")
    found = [finding for finding in check_game(load_game(tmp_path)) if finding.code == "I001"]
    assert ["cover.sides.0.side" in str(finding) for finding in found] == [True]


def test_only_the_first_layers_of_the_front_are_repeated(duel: Game) -> None:
    scene = [{"kind": "sun", "at": [300, 300], "radius": 80, "ink": "accent"}]
    scene += [{"kind": "ridge", "ink": "deep", "base": 480, "height": 40}]
    palette = {"paper": "#FCF0D6", "light": "#F5CF87", "mid": "#E0914A", "deep": "#A4482A", "ink": "#2C1B18"}
    game = with_cover(duel, scene=scene, palette={**palette, "accent": "#1E6B6C"}, backdrop={"foot": 500, "layers": 1})
    whole = game.model_copy(update={"cover": game.cover.model_copy(update={"backdrop": CoverBackdrop(foot=500)})})
    assert len(list(walk(back(game).items))) < len(list(walk(back(whole).items)))
    assert draw_cover(game, LETTER, 0) == draw_cover(whole, LETTER, 0)


def test_many_needed_things_leave_room_for_the_facts(duel: Game) -> None:
    needed = tuple(f"thing number {n} that a player has to bring along" for n in range(60))
    said = BackTexts((), needed, (("Players", "2"),), ("Design: A. Nother.",))
    page = BackPage(duel, LETTER, HOME.margin, said, "full", row=False)
    assert page.facts == (("Players", "2"),)
    assert len(page.needed.things) < len(needed)
    printed = words(duel, said)
    assert printed.index("Players") < printed.index("Design: A. Nother.")


def test_a_game_without_a_map_shows_its_pieces() -> None:
    game = load_game(DATA / "skirmish")
    assert back_view(KitSource(game)) is None
    assert len({piece.name for piece in shown_pieces(game)}) == 3, "cards"
    row = [piece.name for piece in row_pieces(game)]
    assert len(set(row)) == 9, "figures of both sides and counters"
    assert [name.split()[-1].partition("-")[0] for name in row[:2]] == ["us", "japanese"]


@pytest.mark.parametrize(("name", "row"), [("paratrooper", True), ("meiktila", False)])
def test_a_short_description_leaves_room_for_a_row_of_pieces(name: str, row: bool) -> None:
    """Without pieces in the row the description is in larger type."""
    game = load_game(DATA / name)
    known = back_texts(game, kit_files(game, FILES, "long", {"map"}), LETTER)
    with_row, without = (BackPage(game, LETTER, HOME.margin, known, "full", row=has) for has in (True, False))
    assert (with_row.row_room[1] > 0) == with_row.has_row == row
    assert (with_row.blurb_size < without.blurb_size) == row


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_cards_in_the_window_are_not_cut_at_its_edges(paper: str, tmp_path: Path) -> None:
    write_game(tmp_path / "hill", files_of(NewGame("cards", title="The Hill", sides=("Blue", "Red"))))
    game, sheet = load_game(tmp_path / "hill"), HOME.papers[paper]
    page = draw_back_picture(game, sheet, HOME.margin, 800, pieces=shown_pieces(game)).page
    outlines = [  # of cards, their shadows and their frames
        extent
        for item, matrix in walk(page.items)
        if isinstance(item, ScenePath) and item.fill != "#FFFFFF"
        if (extent := item_extent(Group((item,), matrix), {})) and 40 < extent.width < 70 and 60 < extent.height < 90
    ]
    assert len(outlines) >= 4
    assert all(box.x > sheet.width / 2 and box.right < sheet.width - HOME.margin for box in outlines)


@pytest.mark.slow
def test_the_window_shows_no_text_below_five_points() -> None:
    for name in ("meiktila", "skirmish"):
        game = load_game(DATA / name)
        scene = back(game)
        written = [(item, matrix) for item, matrix in walk(scene.items) if isinstance(item, Text) and item.text.strip()]
        sizes = [item.size_pt * hypot(matrix.c, matrix.d) for item, matrix in written]
        assert min(sizes) > 4.99, name


def test_needed_things_have_icons() -> None:
    things = ("two six-sided dice", "an opaque cup", "glue", "miniatures", "a lamp")
    assert [icon_of(thing) for thing in things] == ["die", "cup", "glue", "figure", "thing"]
    assert all(read_sketch(f"kit/{icon}") for icon in ("map", "counters", "cards", "pieces", "aids", "rules"))


@pytest.mark.parametrize("name", ["mukden", "myitkyina"])
def test_counters_in_the_window_cover_no_name_of_the_map(name: str) -> None:
    shown = back(load_game(DATA / name))
    (page,) = (item for item in shown.items if isinstance(item, Group))
    (page,) = (item for item in page.items if isinstance(item, Group))
    window, *pieces = (item for item in page.items if isinstance(item, Group) and item.layer == THUMBNAIL)
    part_of_map = window.items[0]
    assert isinstance(part_of_map, Group)
    names = [item_extent(Group((one,), part_of_map.matrix), {}) for one in part_of_map.items[1:]]
    boxes = [item_extent(piece, {}) for piece in pieces]
    assert len(boxes) >= 4
    assert any(names)
    assert not any(box.touches(one) for box in boxes for one in names if box and one)


def test_an_enlarged_card_is_listed_at_its_printed_size() -> None:
    game = load_game(DATA / "mukden")
    facts = dict(back_texts(game, kit_files(game, FILES, "long", {"map"}), LETTER).facts)
    assert facts["Map"] == "252 × 170 mm"


def test_files_of_a_scenario_have_its_name() -> None:
    game = load_game(DATA / "paratrooper")
    files = [(f"map-tiles-{name}", "Paratrooper: map on Letter", 8) for name in game.scenarios]
    assert [file.title for file in kit_files(game, files, "long", ())] == [
        "Map on Letter: Palembang",
        "Map on Letter: Primosole Bridge",
    ]
    facts = dict(back_texts(game, kit_files(game, files, "long", ()), LETTER).facts)
    assert facts["Turns"] == "8 or 9"


def test_the_index_of_a_series_shows_an_upright_map() -> None:
    assert pictured_map(["cover", "map", "map-north", "map-tiles-north", "map-south"]) == "map-north"
    assert pictured_map(["map-tiles", "map"]) == "map"
    assert not pictured_map(["rules"])


def test_the_large_picture_of_a_map_has_no_marks_around_it(tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(300, 300))
        page.trimbox = pikepdf.Array([50, 100, 250, 200])
        pdf.save(tmp_path / "map.pdf")
    write_large_picture(tmp_path / "map.pdf", tmp_path / "map.png", 400)
    with Image.open(tmp_path / "map.png") as picture:
        assert picture.size == (400, 200)


def test_paper_figures_are_opaque() -> None:
    """The shadow of a figure on the back cover does not show through parts of its picture without colour."""
    game = shipped_game("skirmish").game
    grounds = {side.ground for side in game.sides.values()}
    figures = [piece for piece in row_pieces(game) if piece.name.startswith("picture")]
    assert figures
    for piece in figures:
        first = piece.items[0]
        assert isinstance(first, ScenePath)
        assert first.fill in grounds
        assert items_extent((first,)) == piece.box


def test_the_plan_is_not_counted_as_a_tile() -> None:
    game = load_game(DATA / "meiktila")
    texts = back_texts(game, kit_files(game, FILES, "long", {"map", "map-tiles"}), LETTER)
    assert "on 3 Letter tiles to glue" in {name: details for _, name, details in texts.contents}["One map"]


def test_the_decks_of_a_kit_are_named_in_its_contents() -> None:
    """One deck is simply its cards; several have their names and numbers."""
    game = load_game(Path(__file__).parent / "games" / "card-table")
    damage = game.components["damage"]
    orders = damage.model_copy(update={"name": "Orders", "ranks": {"A": damage.ranks["A"]}, "spares": {}})

    def cards(one: Game) -> list[tuple[str, str, str]]:
        """Return what the contents of a game say of its cards."""
        return [part for part in back_texts(one, (), LETTER).contents if part[0] == "cards"]

    two = game.model_copy(update={"components": {**game.components, "orders": orders}})
    assert cards(game) == [("cards", "54 cards", "to cut out or put into sleeves")]
    assert cards(two) == [("cards", "58 cards", "Damage (54), Orders (4), to cut out or put into sleeves")]
