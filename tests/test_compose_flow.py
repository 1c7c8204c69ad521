"""A procedure as numbered boxes on a player aid, and the appendix with probabilities in a file of its own."""

import re
import shutil
from pathlib import Path

import pypdfium2
import pytest

from pnp import check, load_game
from pnp.compose.aids.aid_pages import AidPages, compose_aids
from pnp.compose.aids.blocks.flow_block import FlowView, PrintedStep
from pnp.compose.aids.cells import Paragraph
from pnp.compose.aids.composed_block import AidContext, composed
from pnp.compose.aids.measure import split_words
from pnp.compose.aids.player_folder import PlayerFolders
from pnp.compose.aids.views import GalleryView, KeyView, ListView, NotesView
from pnp.compose.inline_markdown import bound_text
from pnp.compose.pictures import Pictures
from pnp.kit.full_check import KitSource
from pnp.kit.parts import aids_part, join_part, odds_part, player_folder_part
from pnp.load.target_files import load_target
from pnp.model.aid_blocks import CountersBlock, EntriesBlock, GalleryBlock, TableBlock
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.model.target import Duplex, PrintSettings
from pnp.processes import NextJob
from pnp.units import points
from pnp.write.book_pdf import write_book

SMALL = Path("tests/games/small").resolve()
LETTER = load_target("home").papers["letter"]
FLOW = """
aids:
  - title: Combat steps
    rows:
      - - kind: flow
          steps:
            - {title: Odds, rule: "2.1", text: Divide the attack by the defence.}
            - {title: Result, text: Roll one die., blocks: [{kind: table, of: crt}]}
  - {title: All odds, appendix: true, rows: [[{kind: modifiers, of: shifts}]]}
"""


def _game(folder: Path, data: str) -> Game:
    """Return a copy of the small game with this data laid over it."""
    game = Path(shutil.copytree(SMALL, folder / "small"))
    (game / "options").mkdir()
    (game / "options" / "x.yaml").write_text(data, encoding="utf-8")
    return load_game(game, ["x"])


def _words(path: Path) -> list[str]:
    """Return the text of each page of a PDF on one line."""
    with pypdfium2.PdfDocument(path) as pdf:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]


def test_the_steps_of_a_flow_are_numbered_and_contain_tables(tmp_path: Path) -> None:
    game = _game(tmp_path, FLOW)
    book = compose_aids(game, None, LETTER, AidPages(frozenset({"Combat steps"})))
    assert write_book(book, tmp_path / "aids.pdf") == ()
    (page,) = _words(tmp_path / "aids.pdf")
    places = [
        page.index(words) for words in ("1 Odds 2.1 Divide the attack", "2 Result Roll one die.", "Defender suffers")
    ]
    assert places == sorted(places)


def test_steps_of_which_one_is_done_have_the_same_number(tmp_path: Path) -> None:
    either = (
        "{title: Odds, text: Of units.}, {title: Rolls, instead: true, text: Of guns.}, {title: Result, text: Read it.}"
    )
    game = _game(tmp_path, f"aids: [{{title: Fire, rows: [[{{kind: flow, start: 3, steps: [{either}]}}]]}}]")
    write_book(compose_aids(game, None, LETTER, AidPages(frozenset({"Fire"}))), tmp_path / "aids.pdf")
    (page,) = _words(tmp_path / "aids.pdf")
    assert "3a Odds Of units. or 3b Rolls Of guns. 4 Result Read it." in page


FOLDER = "aids:" + "".join(
    f"\n  - {{title: {title}, folder: true, rows: [[{{kind: {kind}}}]]}}"
    for title, kind in (
        ("Turns", "sequence"),
        ("Fights", "table, of: crt"),
        ("Losses", "modifiers"),
        ("Land", "terrain"),
    )
)


@pytest.mark.parametrize(("duplex", "turned"), [("long", True), ("short", False)])
def test_a_player_folder_has_two_pages_for_each_side(tmp_path: Path, duplex: Duplex, turned: bool) -> None:
    book = compose_aids(_game(tmp_path, FOLDER), None, LETTER, PlayerFolders(duplex))
    assert write_book(book, tmp_path / "folder.pdf") == ()
    pages = _words(tmp_path / "folder.pdf")
    assert ["upside down on purpose" in page for page in pages] == [False, turned, False, turned]
    assert ["Blue player" in page for page in pages] == [True, False, False, False]
    assert ["Red player" in page for page in pages] == [False, False, True, False]
    assert all(("Turns" in page and "Land" in page) is (number % 2 == 0) for number, page in enumerate(pages))
    with pypdfium2.PdfDocument(tmp_path / "folder.pdf") as pdf:
        assert [round(side) for side in pdf[0].get_size()] == [792, 612]
        words = pdf[1].get_textpage()
        head = next(
            words.get_rect(i)
            for i in range(words.count_rects())
            if "Fights" in words.get_text_bounded(*words.get_rect(i))
        )
    assert (head[0] > 396) is turned, "an inside that is flipped on the long edge is upside down"


def test_the_folder_is_a_file_of_its_own_and_no_aid(tmp_path: Path) -> None:
    game = _game(tmp_path, FOLDER)
    settings = PrintSettings(load_target("home"), "letter", "long")
    jobs = [part(KitSource(game, {}), settings, tmp_path) for part in (aids_part, player_folder_part, odds_part)]
    assert [file.name for job in jobs if isinstance(job, NextJob) for file in job.job()] == ["aids", "folder"]
    assert not any("Fights" in page for page in _words(tmp_path / "aids.pdf"))


def test_a_folder_with_three_panels_is_a_finding(tmp_path: Path) -> None:
    three = FOLDER.replace("title: Land, folder: true", "title: Land")
    assert "I021" in [one.code for one in check(_game(tmp_path, three))]


OWN = FOLDER.replace("title: Land, folder: true", "title: Land, player: blue, folder: true") + (
    "\n  - {title: Coast, player: red, folder: true, rows: [[{kind: terrain}]]}"
)


def test_a_panel_of_a_player_is_only_in_his_folder(tmp_path: Path) -> None:
    game = _game(tmp_path, OWN)
    assert "I021" not in [one.code for one in check(game)]
    assert write_book(compose_aids(game, None, LETTER, PlayerFolders("short")), tmp_path / "folder.pdf") == ()
    pages = _words(tmp_path / "folder.pdf")
    assert [("Land" in page, "Coast" in page) for page in pages[::2]] == [(True, False), (False, True)]
    assert all("Fights" in page for page in pages[1::2])


def test_a_folder_of_a_player_with_five_panels_is_a_finding(tmp_path: Path) -> None:
    five = OWN.replace("player: red, ", "player: blue, ")
    (found,) = [one.wrong for one in check(_game(tmp_path, five)) if one.code == "I021"]
    assert "for blue" in found


def test_a_panel_of_an_unknown_player_is_a_finding(tmp_path: Path) -> None:
    wrong = OWN.replace("player: red, ", "player: rde, ")
    assert "rde is not a side of this game" in [one.wrong for one in check(_game(tmp_path, wrong))]
    named = OWN.replace("red, f", "Umpire, f").replace("blue, f", "Attacker, f")
    assert "I021" not in [one.code for one in check(_game(tmp_path / "named", named))]


def test_eight_panels_are_two_sheets_one_in_the_other(tmp_path: Path) -> None:
    eight = FOLDER + "".join(
        f"\n  - {{title: Panel {number}, folder: true, rows: [[{{kind: text, text: Words.}}]]}}"
        for number in range(5, 9)
    )
    game = _game(tmp_path, eight)
    book = compose_aids(game, None, LETTER, PlayerFolders("short"))
    assert book.pages == 8
    assert write_book(book, tmp_path / "folder.pdf") == ()
    titles = ("Turns", "Fights", "Losses", "Land", "Panel 5", "Panel 6", "Panel 7", "Panel 8")
    pages = [{title for title in titles if title in page} for page in _words(tmp_path / "folder.pdf")[:4]]
    assert pages == [{"Panel 8", "Turns"}, {"Fights", "Panel 7"}, {"Panel 6", "Losses"}, {"Land", "Panel 5"}]


GALLERY = """
aids:
  - title: Markers
    rows:
      - [{kind: sequence, of: 2}]
      - [{kind: gallery, across: 20mm, items: {arrow: "**Arrow:** it has moved."}}]
"""


def test_a_gallery_shows_pictures_with_their_meanings_and_a_sequence_some_phases(tmp_path: Path) -> None:
    game = _game(tmp_path, GALLERY)
    book = compose_aids(game, None, LETTER, AidPages(frozenset({"Markers"})))
    assert write_book(book, tmp_path / "aids.pdf") == ()
    (page,) = _words(tmp_path / "aids.pdf")
    assert "Arrow: it has moved." in page
    assert game.sequence[1].name in page
    assert game.sequence[0].name not in page
    assert "picture-arrow" in book.scenes


def test_an_unknown_picture_in_a_gallery_is_a_finding(tmp_path: Path) -> None:
    wrong = GALLERY.replace("arrow:", "arow:").replace("of: 2", "of: 99")
    found = [one.wrong for one in check(_game(tmp_path, wrong)) if one.code == "I015"]
    assert [text.rpartition("has no ")[2] for text in found] == ["phase 99", "counter or picture arow"]


def test_the_rows_of_a_gallery_are_about_equally_long() -> None:
    """Four drawings are two rows of two, not three and one, although three would fit."""
    game = load_game("data/skirmish")
    items = dict.fromkeys(("T01", "T02", "T03", "T04"), "a token")
    (block,) = composed(GalleryBlock(kind="gallery", items=items, across=20)).compose(
        AidContext(game, Pictures(game), 150)
    )
    (view,) = block.views
    assert isinstance(view, GalleryView)
    assert [len(row) for row in view.rows()] == [2, 2]


def test_long_names_of_counters_have_fewer_beside_each_other() -> None:
    """The names of the markers of Meiktila would have five lines beside four pairs of faces in a row."""
    game = load_game("data/meiktila")
    blocks = composed(CountersBlock(kind="counters")).compose(AidContext(game, Pictures(game), 177))
    (view,) = (view for block in blocks for view in block.views if isinstance(view, GalleryView))
    assert view.across == 3


def test_lists_that_name_their_units_have_common_columns() -> None:
    game = load_game("data/paratrooper").scenarios["palembang"]
    context = AidContext(game, Pictures(game), 177)
    widths = set()
    for entry in ("patrol-boat-setup", "2r-drop", "dz-pal"):
        (block,) = composed(EntriesBlock(kind="entries", of=(entry,), names=True)).compose(context)
        (view,) = block.views
        assert isinstance(view, ListView)
        widths.add(tuple(round(width, 6) for width in view.widths(177, 1)))
    assert len(widths) == 1


def test_a_compact_set_up_list_has_the_counters_of_a_side_and_turn_together_and_each_once() -> None:
    game = load_game("data/meiktila")
    context = AidContext(game, Pictures(game), 177)
    of = ("allied-setup", "japanese-setup", "division-49", "regiment-56")
    blocks = composed(EntriesBlock(kind="entries", of=of, across=2)).compose(context)
    assert [block.title for block in blocks] == ["Allied, set-up", "Japanese, set-up", "Japanese, reinforcements"]
    views = [view for block in blocks for view in block.views if isinstance(view, GalleryView)]
    shown = [scene for view in views for item in view.items for scene in item.scenes]
    assert len(shown) == len(set(shown)) == sum(len(counter_ids(game, game.entries[id_].counters)) for id_ in of)
    for item in (item for view in views for item in view.items):
        assert item.drawings_width(1) < 177 / 2  # no column of drawings runs into the next one
    texts = [item.paragraph.text for item in views[2].items]
    assert texts[0].startswith("49th Division. **A road hex of the southern edge")
    assert "From turn 1, once per turn" in texts[0]


def test_a_table_block_can_leave_out_the_notes() -> None:
    game = load_game("data/skirmish")
    context = AidContext(game, Pictures(game), 100)
    for notes in (True, False):
        (block,) = composed(TableBlock(kind="table", of=("spotting",), notes=notes)).compose(context)
        assert any(isinstance(view, NotesView) for view in block.views) == notes


def test_a_rule_number_is_not_alone_at_the_start_of_a_line() -> None:
    """The last word and its rule numbers are measured as one word, and long lists of numbers can be divided."""
    assert bound_text("It may stop [6.1, 6.3]") == "It may stop\N{NO-BREAK SPACE}6.1,\N{NO-BREAK SPACE}6.3"
    assert split_words(bound_text("It may stop [6.1, 6.3]"))[-1].startswith("stop")
    assert len(split_words(bound_text("It stops [14.1, 15.1, 18.2, 19.1]"))) == 5


def test_a_key_has_fewer_columns_in_a_narrow_block() -> None:
    """Columns of a key are wide enough to read, and there are no more than shorten it."""
    entries = tuple(Paragraph(f"**{sign}** a result with an explanation of some length", "note") for sign in "ABCD")
    key = KeyView(entries, 4)
    assert [len(key.columns(width, 1)) for width in (190, 124, 60)] == [4, 2, 1]


def test_a_panel_with_too_much_on_it_is_a_finding(tmp_path: Path) -> None:
    rows = ", ".join(["[{kind: table, of: crt}]"] * 12)
    full = FOLDER.replace("rows: [[{kind: table, of: crt}]]", f"rows: [{rows}]")
    (found,) = [one.wrong for one in check(_game(tmp_path, full)) if one.code == "W007"]
    assert "but half of Letter has room" in found


@pytest.mark.parametrize(("of", "codes"), [("crt", []), ("crd", ["I010"])])
def test_an_unknown_table_in_a_step_is_a_finding(tmp_path: Path, of: str, codes: list[str]) -> None:
    game = _game(tmp_path, FLOW.replace("of: crt", f"of: {of}"))
    assert [one.code for one in check(game) if one.code == "I010"] == codes


def test_the_height_of_a_step_includes_the_lines_of_its_box() -> None:
    title = Paragraph("Result", "name")
    style = Path("templates/style/aids.css").read_text("utf-8")
    (line,) = re.findall(r"step-text {.*?border: ([.0-9]+)pt", style)
    height = FlowView((PrintedStep("1", False, title, ()),)).measure(80, 1).height
    assert height == pytest.approx(title.height(70, 1) + points(6 + 2 * float(line)))


def test_a_table_in_a_step_is_shown_on_an_aid(tmp_path: Path) -> None:
    shown = [one.wrong for one in check(_game(tmp_path, FLOW)) if one.code == "I020"]
    assert not any("Combat" in wrong for wrong in shown)


def test_the_appendix_is_a_file_of_its_own_and_not_in_the_kit(tmp_path: Path) -> None:
    game = _game(tmp_path, FLOW)
    settings = PrintSettings(load_target("home"), "letter", "long")
    jobs = [part(KitSource(game, {}), settings, tmp_path) for part in (aids_part, player_folder_part, odds_part)]
    files = [file for job in jobs if isinstance(job, NextJob) for file in job.job()]
    assert [file.name for file in files] == ["aids", "odds"]
    assert "PLAYER AID 1 OF 2" in _words(tmp_path / "aids.pdf")[0]
    assert "All odds" in _words(tmp_path / "odds.pdf")[0]
    join_part(game, settings, tmp_path, files)
    assert not any("All odds" in page for page in _words(tmp_path / "kit.pdf"))
