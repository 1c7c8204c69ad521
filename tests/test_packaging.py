"""The packaging of a kit: folio wrap, tuck boxes and labels for trays."""

from pathlib import Path

import pypdfium2
import pytest

from pnp.compose.cover import cover_picture, kit_cover
from pnp.draw.packaging.contents_card import LEAST_DETAIL_PT, draw_contents_card
from pnp.draw.packaging.spine import SPINE, draw_spine
from pnp.draw.packaging.tray_labels import LABEL, LABEL_SCALES, draw_spare_labels, draw_tray_labels, tray_labels
from pnp.draw.packaging.tuck_box import BoxNet, draw_tuck_boxes
from pnp.extent import items_extent, scene_extent
from pnp.impose.packaging_sheets import (
    packaging_piece_pages,
    packaging_pieces,
    packaging_title,
    wrap_pages,
    wrap_panel,
)
from pnp.impose.page import Document, Page
from pnp.kit.full_check import KitSource
from pnp.kit.parts import back_view, cover_part
from pnp.load import load_game
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.model.target import Colouring, PrintSettings
from pnp.preflight import preflight_document
from pnp.scene import THUMBNAIL, Group, Rect, Scene, Text, walk
from pnp.write.pdf import pdf_bytes, write_pdf
from tests.playing import shipped_game

TOP = Path(__file__).parents[1]
SHIPPED = ("meiktila", "mukden", "myitkyina", "skirmish", "paratrooper")
HOME = load_target("home")


@pytest.fixture(scope="module")
def duel() -> Game:
    return load_game(TOP / "tests" / "games" / "duel")


@pytest.fixture(scope="module")
def card_table() -> Game:
    return load_game(TOP / "tests" / "games" / "card-table")


CONTENTS = (("One map", "on a card"), ("80 counters", "two-sided"), ("Rules booklet", "8 pages"))


def document(game: Game, paper_name: str = "letter", variant: Colouring = "full") -> Document:
    """Return the pages of the packaging of a game, as a kit has them."""
    paper = HOME.papers[paper_name]
    picture = cover_picture(game, HOME, paper, variant)
    cover = kit_cover(game, HOME, paper, "long", (), picture, view=back_view(KitSource(game)))
    panel = wrap_panel(paper)
    covers = cover.beside_spine(panel) if panel else None
    wrap = wrap_pages(game, (covers[0], covers[1].page) if covers else None, HOME, paper)
    pieces = packaging_pieces(game, picture, HOME, paper, CONTENTS, ("one die",))
    return Document("packaging", "Packaging", (*wrap, *packaging_piece_pages(game, pieces, HOME, paper)))


def texts(*items: Scene | Page) -> list[str]:
    drawn = (walk(one.items if isinstance(one, Scene) else (*one.art, *one.marks)) for one in items)
    return [item.text for of_one in drawn for item, _ in of_one if isinstance(item, Text)]


@pytest.mark.parametrize("paper", HOME.papers)
@pytest.mark.parametrize("variant", ["full", "low"])
def test_the_packaging_passes_preflight_on_every_paper(
    duel: Game, tmp_path: Path, paper: str, variant: Colouring
) -> None:
    made = document(duel, paper, variant)
    write_pdf(made, tmp_path / "packaging.pdf")
    assert preflight_document(tmp_path / "packaging.pdf", made, HOME) == ()


# ---------------------------------------------------------------- wrap


@pytest.mark.parametrize(("paper", "pages"), [("letter", 0), ("a4", 0), ("legal", 0), ("tabloid", 1), ("a3", 1)])
def test_large_paper_takes_the_whole_wrap(duel: Game, paper: str, pages: int) -> None:
    """On smaller paper the pages of the cover file are used, so that they are not printed twice."""
    made = document(duel, paper)
    assert [page.name for page in made.pages if page.name.startswith("wrap")] == ["wrap"] * pages
    assert any("print pages 1 and 2 of cover.pdf" in words for words in texts(*made.pages)) is (pages == 0)


@pytest.mark.parametrize(("name", "sheets"), [("mukden", 1), ("meiktila", 1), ("paratrooper", 1), ("skirmish", 2)])
def test_the_pieces_fill_as_few_sheets_as_possible(name: str, sheets: int) -> None:
    """The labels are as large as the sheets allow, and a contents card fills the rest."""
    game, paper = shipped_game(name).game, HOME.papers["letter"]
    picture = cover_picture(game, HOME, paper)
    pieces = packaging_pieces(game, picture, HOME, paper, CONTENTS)
    assert len(packaging_piece_pages(game, pieces, HOME, paper)) == sheets
    assert "contents" in pieces
    scale = pieces["tray-label"][0].scene.width / LABEL[0]
    assert scale in LABEL_SCALES
    if scale < LABEL_SCALES[0]:
        larger = {**pieces, "tray-label": draw_tray_labels(game, LABEL_SCALES[LABEL_SCALES.index(scale) - 1])}
        assert len(packaging_piece_pages(game, larger, HOME, paper)) > sheets


def test_the_contents_card_lists_parts_and_what_players_need(duel: Game) -> None:
    card = draw_contents_card(duel, CONTENTS, ("one die", "a cup"))
    words = " ".join(texts(card.scene))
    for part in (*(word for both in CONTENTS for word in both), "You also need", "One die and a cup"):
        assert part in words
    sizes = [item.size_pt for item, _ in walk(card.scene.items) if isinstance(item, Text)]
    assert min(sizes) >= LEAST_DETAIL_PT
    long = draw_contents_card(duel, CONTENTS * 2, ("a very long list of things " * 12,))
    assert "You also need" not in texts(long.scene)


def test_back_spine_and_front_fill_the_sheet_in_this_order(duel: Game) -> None:
    sheet = document(duel, "tabloid").pages[0]
    assert (round(sheet.width, 1), round(sheet.height, 1)) == (431.8, 279.4)
    placed = sorted((use.matrix.e, use.scene.name, use.scene.width) for use in sheet.art)  # type: ignore[union-attr]
    assert [name for _, name, _ in placed] == ["back", "spine", "cover"]
    edges = [(x, x + width) for x, _, width in placed]
    assert [round(x, 3) for x, _ in edges[1:]] == [round(end, 3) for _, end in edges[:-1]]
    assert edges[-1][1] == pytest.approx(sheet.width)


def test_the_texts_of_the_back_are_printed_beside_the_spine(duel: Game, tmp_path: Path) -> None:
    """They are typeset over its picture, the same in every build."""
    (tmp_path / "pages").mkdir()
    made = []
    for ink in ("full", "low", "full"):
        settings = PrintSettings(HOME, "tabloid", "long", ink=ink)
        cover_part(duel, settings, tmp_path, ())
        made.append((tmp_path / "packaging.pdf").read_bytes())
        with pypdfium2.PdfDocument(tmp_path / "packaging.pdf") as pdf:
            page = pdf[0].get_textpage()
            said, spine = page.get_text_bounded(right=pdf[0].get_width() / 2 - 30), page.get_text_bounded()
        assert duel.game.title.upper() in said
        assert "The game belongs to" in said
        assert len(spine) > len(said)
        assert {path.name for path in tmp_path.glob("*.pdf")} == {"cover.pdf", "packaging.pdf"}
        (tmp_path / "packaging.pdf").unlink()
        (tmp_path / "cover.pdf").unlink()
    assert made[0] == made[2] != made[1]


def test_no_white_stripe_is_beside_the_spine(duel: Game) -> None:
    paper = wrap_panel(HOME.papers["tabloid"])
    assert paper is not None
    cover = kit_cover(duel, HOME, HOME.papers["tabloid"], "long", (), cover_picture(duel, HOME, HOME.papers["tabloid"]))
    drawn, beside = cover.beside_spine(paper)
    front, back = scene_extent(drawn), scene_extent(beside.page)
    assert front is not None
    assert back is not None
    assert (front.x, round(front.right, 3)) == (0, round(paper.width - HOME.margin, 3))
    assert (round(back.x, 3), round(back.right, 3)) == (HOME.margin, round(paper.width, 3))


def test_the_spine_has_the_number_and_the_title() -> None:
    game = shipped_game("meiktila").game
    spine = draw_spine(game, 266)
    assert texts(spine) == ["1", "A MASTER STROKE", "PAUL ROHRBAUGH"]
    assert spine.width == SPINE
    for item, matrix in walk(spine.items):
        if isinstance(item, Text):
            assert spine.box.holds(*matrix.apply((item.x, item.y)))


@pytest.mark.parametrize(("name", "hatched"), [("duel", False), ("card-table", True)])
def test_a_sheet_mentions_hatched_areas_only_if_it_has_some(name: str, hatched: bool) -> None:
    """A strip for the spine is only folded; the box of a deck has hatched areas for glue."""
    said = texts(*document(load_game(TOP / "tests" / "games" / name)).pages)
    assert any("Score and fold" in words for words in said)
    assert any("hatched" in words for words in said) is hatched


# ---------------------------------------------------------------- tuck boxes


def test_a_deck_has_a_box_that_is_a_little_larger_than_the_deck() -> None:
    game = load_game(TOP / "data" / "skirmish")
    (box,) = draw_tuck_boxes(game, cover_picture(game, HOME, HOME.papers["letter"]))
    net = BoxNet.for_cards(63.5, 88.9, 54)
    assert (box.scene.width, box.scene.height) == net.size
    assert 63.5 < net.width < 67
    assert 88.9 < net.height < 93
    assert 54 * 0.3 < net.depth < 54 * 0.3 + 3
    assert box.folds
    assert {"PACIFIC SKIRMISH", "RESULT CARDS", "54 CARDS", "glue"} <= set(texts(box.scene))


def test_the_back_of_a_box_shows_the_first_cards_of_the_deck_inside_its_panel() -> None:
    game = load_game(TOP / "data" / "skirmish")
    (box,) = draw_tuck_boxes(game, cover_picture(game, HOME, HOME.papers["letter"]))
    cards = [item for item in box.scene.items if isinstance(item, Group) and item.layer == THUMBNAIL]
    assert [set(texts(Scene("", 1, 1, (card,)))) & {"DESTROYED", "NO FIRE", "NO MOVE"} for card in cards] == [
        {"DESTROYED"},
        {"NO FIRE"},
        {"NO MOVE"},
    ]
    back = BoxNet.for_cards(63.5, 88.9, 54).back()
    for card in cards:
        extent = items_extent((card,))
        assert extent
        assert back.holds(extent.x, extent.y)
        assert back.holds(extent.right, extent.bottom)


@pytest.mark.parametrize("number", [10, 54, 200])
def test_panels_and_flaps_of_a_net_are_inside_its_outline(number: int) -> None:
    net = BoxNet.for_cards(63.5, 88.9, number)
    whole = Rect(0, 0, *net.size).grown(1e-6)
    xy = net.outline("#FFFFFF").xy
    assert all(whole.holds(x, y) for x, y in zip(xy[::2], xy[1::2], strict=True))
    panels = (net.front(), net.back(), *net.sides())
    assert sum(panel.width for panel in panels) == pytest.approx(net.size[0] - net.folds[0])
    assert all(whole.holds(*corner) for area in net.glued() for corner in area)
    assert net.dust <= net.top


def test_a_box_too_large_for_the_paper_is_left_out(card_table: Game) -> None:
    game = load_game(TOP / "data" / "skirmish")
    deck = game.components["result-deck"].model_copy(update={"width": 150.0, "height": 150.0})
    large = game.model_copy(update={"components": {**game.components, "result-deck": deck}})
    picture = cover_picture(large, HOME, HOME.papers["letter"])
    pieces = packaging_pieces(large, picture, HOME, HOME.papers["letter"])
    assert list(pieces) == ["spine", "tray-label"]
    assert packaging_title(pieces) == "folio wrap and tray labels"


# ---------------------------------------------------------------- labels for trays


@pytest.mark.parametrize("name", SHIPPED)
def test_every_counter_is_on_one_label(name: str) -> None:
    game = shipped_game(name).game
    number = sum(int(label.pieces.split()[0]) for label in tray_labels(game))
    assert number == sum(counter.copies for counter in game.counters.values())


@pytest.mark.parametrize(("name", "spare"), [("mukden", 2), ("myitkyina", 2), ("paratrooper", 0)])
def test_a_sheet_with_few_labels_has_spare_ones(name: str, spare: int) -> None:
    game = shipped_game(name).game
    assert {label.copies for label in draw_tray_labels(game)} == {1}
    assert [label.copies for label in draw_spare_labels(game)] == [1] * spare


@pytest.mark.parametrize("name", SHIPPED)
def test_texts_of_labels_are_inside_and_large_enough(name: str) -> None:
    for label in draw_tray_labels(shipped_game(name).game):
        assert (label.scene.width, label.scene.height) == LABEL
        extent = scene_extent(label.scene)
        assert extent is not None
        assert extent.x > -1
        assert extent.right < LABEL[0] + 1
        assert extent.bottom < LABEL[1] + 1
        words = [item for item, _ in walk(label.scene.items) if isinstance(item, Text)]
        assert all(item.size_pt >= HOME.smallest_pt for item in words)


def test_figures_of_a_game_without_units_have_a_label_for_each_side() -> None:
    labels = [(label.head, label.name) for label in tray_labels(shipped_game("skirmish").game) if label.head]
    assert labels == [("Figures", side.name) for side in shipped_game("skirmish").game.sides.values()]


def test_labels_of_standing_armies_have_the_name_of_their_component() -> None:
    labels = [(label.head, label.name, label.pieces) for label in tray_labels(shipped_game("mukden").game)]
    assert labels[:2] == [("Japan", "Japanese armies", "5 figures"), ("Russia", "Russian armies", "5 figures")]


def test_labels_name_formations_sides_and_kinds() -> None:
    labels = [(label.head, label.name, label.pieces) for label in tray_labels(shipped_game("meiktila").game)]
    assert labels[0] == ("Allied", "48th Brigade", "3 counters")
    assert ("Air units", "Japanese", "1 counter") in labels
    assert labels[-1] == ("", "Markers", "23 counters")
    assert ("", "Spotted", "12 tokens") in [
        (label.head, label.name, label.pieces) for label in tray_labels(shipped_game("skirmish").game)
    ]


# ---------------------------------------------------------------- in the kit


def test_the_print_guide_lists_the_packaging_in_brackets(duel: Game, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    cover, packaging = cover_part(duel, PrintSettings(HOME, "letter", "long"), tmp_path, ())
    assert (cover.name, packaging.name, packaging.one_sided) == ("cover", "packaging", True)
    assert packaging.title.endswith("folio wrap and tray labels")
    listed = kit_cover(
        duel,
        HOME,
        HOME.papers["letter"],
        "long",
        (("packaging", "Wrap", 3),),
        cover_picture(duel, HOME, HOME.papers["letter"]),
    ).guide
    (file,) = (one for one in listed.files if one.name == "packaging")
    assert (file.optional, file.sheets, file.sides) == (True, 3, "one side")


def test_the_same_game_gives_the_same_bytes(duel: Game) -> None:
    assert pdf_bytes(document(duel)) == pdf_bytes(document(duel))
