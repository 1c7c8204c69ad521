"""The packaging of a kit: folio wrap, tuck boxes and labels for trays."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.compose.back_page import BackTexts
from pnp.compose.contents_card import LEAST, SCALES, ContentsCard
from pnp.compose.cover import cover_picture, kit_cover
from pnp.draw.packaging.blank_card import CARD, CONTENTS_CARD
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
from pnp.preflight import preflight_document, preflight_path
from pnp.preflight.page_reader import WrittenPage, read_pages
from pnp.scene import THUMBNAIL, Group, Rect, Scene, Text, walk
from pnp.write.book_pdf import write_book
from pnp.write.finish import WrittenFile
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


def document(game: Game, paper_name: str = "letter", variant: Colouring = "full") -> Document:
    """Return the pages of the packaging of a game, as a kit has them."""
    paper = HOME.papers[paper_name]
    picture = cover_picture(game, HOME, paper, variant)
    cover = kit_cover(game, HOME, paper, "long", (), picture, view=back_view(KitSource(game)))
    panel = wrap_panel(paper)
    covers = cover.beside_spine(panel) if panel else None
    wrap = wrap_pages(game, (covers[0], covers[1].page) if covers else None, HOME, paper)
    pieces = packaging_pieces(game, picture, HOME, paper, with_card=True)
    return Document("packaging", "Packaging", (*wrap, *packaging_piece_pages(game, pieces, HOME, paper)))


def written_rules(folder: Path) -> WrittenFile:
    """Write the rules of a kit, which have one page, and return them."""
    page = Page("rules", 210, 297, Rect(0, 0, 210, 297), Rect(0, 0, 210, 297), ())
    write_pdf(Document("rules", "Rules", (page,)), folder / "rules.pdf")
    return WrittenFile("rules", "Rules")


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
    pieces = packaging_pieces(game, picture, HOME, paper, with_card=True)
    assert len(packaging_piece_pages(game, pieces, HOME, paper)) == sheets
    assert "contents" in pieces
    scale = pieces["tray-label"][0].scene.width / LABEL[0]
    assert scale in LABEL_SCALES
    if scale < LABEL_SCALES[0]:
        larger = {**pieces, "tray-label": draw_tray_labels(game, LABEL_SCALES[LABEL_SCALES.index(scale) - 1])}
        assert len(packaging_piece_pages(game, larger, HOME, paper)) > sheets


# ---------------------------------------------------------------- contents card

PARTS = (
    ("map", "One map", "on a card"),
    ("counters", "80 counters", "two-sided"),
    ("rules", "Rules booklet", "8 pages"),
)
MANY = (
    *PARTS,
    ("aids", "Player folders and aids", "a folder for each player"),
    ("pieces", "Pieces", "armies and pads"),
)


def card_texts(parts: Sequence[tuple[str, str, str]], *needed: str) -> BackTexts:
    return BackTexts(tuple(parts), needed, (), ())


def card_page(game: Game, contents: BackTexts, folder: Path) -> WrittenPage:
    """Return the typeset words of a contents card."""
    pytest.importorskip("weasyprint", exc_type=(OSError, ImportError))
    write_book(ContentsCard(game, contents).book(), folder / "card.pdf")
    with pikepdf.open(folder / "card.pdf") as pdf:
        (page,) = read_pages(pdf, folder / "card.pdf")
        return page


def test_the_contents_card_lists_parts_and_what_players_need(duel: Game, tmp_path: Path) -> None:
    page = card_page(duel, card_texts(PARTS, "one die", "a cup"), tmp_path)
    assert (round(page.width, 1), round(page.height, 1)) == CARD
    words = " ".join(run.text for run in page.runs)
    for part in ("DUEL", *(word for _, *both in PARTS for word in both), "You also need", "One die and a cup"):
        assert part in words


LONG = "of pieces with long names that are on several sheets of card "


@pytest.mark.parametrize(
    ("parts", "needed"),
    [
        (PARTS, ("a very long list of things",) * 12),
        (MANY, ("one die", "a cup", "four pencils", "a counter tray")),
        ([(icon, name, f"{details} {LONG}") for icon, name, details in MANY], ("one die",)),
        ([(icon, name, f"{details} {LONG * 2}") for icon, name, details in MANY], ("one die",)),
        ([(icon, name, f"{details} {LONG * 9}") for icon, name, details in MANY], (LONG,) * 9),
    ],
)
def test_texts_of_the_contents_card_are_whole_and_large_enough(
    duel: Game, tmp_path: Path, parts: Sequence[tuple[str, str, str]], needed: tuple[str, ...]
) -> None:
    long = "A Battle of Unbelievably Many Units on the Far Side of the Great Mountains"
    game = duel.model_copy(update={"game": duel.game.model_copy(update={"title": long})})
    contents = card_texts(parts, *needed)
    page = card_page(game, contents, tmp_path)
    listed = [one for entry in ContentsCard(game, contents).entries for one in (entry.name, entry.details) if one]
    assert (
        " ".join(run.text for run in page.runs).split()
        == " ".join(["CONTENTS OF THE FOLIO", long.upper(), *listed]).split()
    )
    for run in page.runs:
        assert run.size_pt > LEAST - 0.05
        assert run.is_whole(0)
        assert Rect(0, 0, *CARD).holds(*run.middle)


def test_what_does_not_fit_the_contents_card_is_left_out(duel: Game) -> None:
    """The needed things have the rest of their row, or one of their own; the longest details are left out first."""

    def card(parts: Sequence[tuple[str, str, str]], *needed: str) -> ContentsCard:
        return ContentsCard(duel, card_texts(parts, *needed))

    usual = card(PARTS, "one die")
    assert (usual.scale, usual.rows, usual.entries[-1].columns) == (1, 2, 3)
    assert [card(MANY, "one die").entries[-1].columns, card(MANY, LONG * 6).entries[-1].columns] == [1, 3]
    smaller = card([(icon, name, LONG * 2) for icon, name, _ in MANY], "one die")
    assert smaller.scale in SCALES[1:]
    assert all(entry.details for entry in smaller.entries)
    assert [entry.name for entry in card(MANY, LONG * 30).entries] == [name for _, name, _ in MANY]
    left_out = card([*MANY[:4], ("pieces", "Pieces", LONG * 9)], "one die")
    assert [bool(entry.details) for entry in left_out.entries] == [True] * 4 + [False, True]
    crowded = card([("pieces", LONG * 9, "") for _ in MANY])
    assert (crowded.scale, len(crowded.entries)) == (SCALES[-1], len(MANY))


@pytest.mark.parametrize("paper", HOME.papers)
@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_the_words_of_the_contents_card_are_inside_the_piece(
    duel: Game, tmp_path: Path, paper: str, ink: Colouring
) -> None:
    """Also beside a wrap, whose back has texts of its own, and in each of the inks."""
    pytest.importorskip("weasyprint", exc_type=(OSError, ImportError))
    (tmp_path / "pages").mkdir()
    rules = written_rules(tmp_path)
    _, packaging = cover_part(duel, PrintSettings(HOME, paper, "long", ink=ink), tmp_path, (rules,))
    assert (packaging.there, packaging.warnings) == (True, ())
    assert packaging.sheets is not None
    with pikepdf.open(tmp_path / "packaging.pdf") as pdf:
        sheets = read_pages(pdf, tmp_path / "packaging.pdf")
    ((sheet, face),) = (
        (sheet, face)
        for sheet, listed in zip(sheets, packaging.sheets.pages, strict=True)
        for face in listed.faces
        if face.of == CONTENTS_CARD
    )
    words = " ".join(run.text for run in sheet.runs if Rect(*face.box).holds(*run.middle))
    assert "CONTENTS OF THE FOLIO DUEL Rules booklet 1 page" in words
    assert preflight_path(tmp_path / "packaging.pdf") == ()


def test_without_pango_the_packaging_has_no_contents_card(
    duel: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other pieces are printed as usual."""
    pytest.importorskip("weasyprint", exc_type=(OSError, ImportError))
    (tmp_path / "pages").mkdir()
    rules, settings = written_rules(tmp_path), PrintSettings(HOME, "letter", "long")
    _, whole = cover_part(duel, settings, tmp_path, (rules,))
    (tmp_path / "cover.pdf").unlink()
    (tmp_path / "packaging.pdf").unlink()
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    _, packaging = cover_part(duel, settings, tmp_path, (rules,))
    assert packaging.there
    assert [(finding.code, finding.severity.value) for finding in packaging.warnings] == [("W001", "warning")]
    assert {path.name for path in tmp_path.glob("*.pdf")} == {"packaging.pdf", "rules.pdf"}
    shown, plain = (
        {face.of for page in one.sheets.pages for face in page.faces} for one in (whole, packaging) if one.sheets
    )
    assert shown - plain == {CONTENTS_CARD}
    assert plain < shown
    assert ("contents card" in whole.title, "contents card" in packaging.title) == (True, False)


# ---------------------------------------------------------------- wrap on one sheet


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
