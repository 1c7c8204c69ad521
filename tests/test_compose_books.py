"""Books of games with all parts and with few parts, on both papers."""

import re
import shutil
from dataclasses import replace
from pathlib import Path, PurePath

import pikepdf
import pypdfium2
import pytest

from pnp.compose.aids.aid_pages import compose_aids
from pnp.compose.aids.blocks.entries_block import EntriesBlock, entry_paragraphs
from pnp.compose.aids.blocks.modifiers_block import compose_modifiers
from pnp.compose.aids.blocks.table_block import TableBlock, table_view
from pnp.compose.aids.blocks.text_block import TextBlock
from pnp.compose.aids.cells import cell
from pnp.compose.aids.composed_block import AidContext, composed
from pnp.compose.aids.page_fit import LEAST_GAP, PAD, AidSlot, choose_scale, page_height, place_rows
from pnp.compose.aids.player_folder import PlayerFolders
from pnp.compose.aids.views import GridView, ListView
from pnp.compose.cover import compose_cover
from pnp.compose.html_book import Book
from pnp.compose.inline_markdown import plain_reference
from pnp.compose.kit_index import compose_kit_index, kit_overview
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import TableMarks
from pnp.compose.rulebook.reconstructed_values import compose_reconstructed, reconstruction_notes
from pnp.compose.rulebook.rulebook import compose_rules
from pnp.compose.rulebook.rulebook_inserts import rulebook_inserts
from pnp.compose.rulebook.term_index import term_index
from pnp.compose.templating import render
from pnp.findings import Refused
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.model.aid_blocks import AidPage
from pnp.model.booklet import BookletLook
from pnp.model.game import Game
from pnp.model.inserts import UnknownIdError
from pnp.model.roster import counter_ids
from pnp.model.table import ModifierList, Table
from pnp.palette import RED
from pnp.preflight import preflight_book, preflight_pdf
from pnp.scene import Rect, Scene, Text, rectangle, walk
from pnp.write.book_pdf import write_book
from tests.made_games import make_game
from tests.playing import shipped_game

SMALL = Path(__file__).parent / "games" / "small"
TARGET = load_target("home")
LETTER, A4 = TARGET.papers["letter"], TARGET.papers["a4"]


@pytest.fixture(scope="module")
def small() -> Game:
    return load_game(SMALL)


@pytest.fixture(scope="module")
def shipped() -> Game:
    return shipped_game("meiktila").game


def written(book: Book, folder: Path) -> int:
    """Write and preflight a book, and return its number of pages."""
    path = folder / f"{book.name}.pdf"
    assert write_book(book, path) == ()
    paper = next(paper for paper in TARGET.papers.values() if paper.name == book.paper)
    assert preflight_book(path, book, TARGET, paper) == ()
    with pikepdf.open(path) as pdf:
        return len(pdf.pages)


@pytest.mark.slow
@pytest.mark.parametrize("paper", [LETTER, A4], ids=lambda paper: paper.name)
def test_each_page_of_the_aids_is_one_page_of_paper(shipped: Game, paper, tmp_path: Path) -> None:
    book = compose_aids(shipped, None, paper)
    pages = [page for page in shipped.aids if not page.folder]
    assert written(book, tmp_path) == book.pages == len(pages)


@pytest.mark.slow
@pytest.mark.parametrize("paper", [LETTER, A4], ids=lambda paper: paper.name)
@pytest.mark.parametrize("name", ["meiktila", "mukden", "myitkyina", "skirmish"])
def test_a_player_folder_has_two_pages_for_each_side(name: str, paper, tmp_path: Path) -> None:
    game = load_game(Path(__file__).parents[1] / "data" / name)
    book = compose_aids(game, resolve_board(game), paper, PlayerFolders("long"))
    assert written(book, tmp_path) == book.pages == 4


@pytest.mark.parametrize("text", ["Attack [4.1].", "Attack."])
def test_a_folder_explains_red_numbers_only_if_it_has_some(text: str, small: Game) -> None:
    """The note is on the back, and the number may be on any panel."""
    for where in range(4):
        blocks = [TextBlock(kind="text", title="Attacks", text=text if it == where else "None.") for it in range(4)]
        pages = tuple(AidPage(title=str(it), folder=True, rows=((block,),)) for it, block in enumerate(blocks))
        html = compose_aids(small.model_copy(update={"aids": pages}), None, LETTER, PlayerFolders("long")).html
        assert ("are rule cases" in html) == ("[" in text)


def test_the_foot_of_an_aid_states_why_values_are_reconstructed(small: Game) -> None:
    """Each game states the reason in its own words."""
    tables = {id_: one.model_copy(update={"basis": {"default": "reconstructed"}}) for id_, one in small.tables.items()}
    feet = []
    for about in (small.game, small.game.model_copy(update={"reconstructed_since": "nobody wrote it down"})):
        html = compose_aids(small.model_copy(update={"tables": tables, "game": about}), None, LETTER).html
        feet.append([why for why in ("the published sheet was not available", "nobody wrote it down") if why in html])
    assert feet == [["the published sheet was not available"], ["nobody wrote it down"]]


def test_aids_that_cannot_fit_are_refused(small: Game, tmp_path: Path) -> None:
    page = small.aids[0].model_copy(update={"rows": small.aids[0].rows * 3})
    with pytest.raises(Refused) as refused:
        compose_aids(small.model_copy(update={"aids": (page,)}), None, LETTER)
    assert [finding.code for finding in refused.value.findings] == ["W007"]


def test_a_book_with_more_pages_than_planned_is_refused(small: Game, tmp_path: Path) -> None:
    book = replace(compose_aids(small, None, LETTER), pages=1)
    longer = replace(book, html=book.html.replace("</body>", '<p style="break-before: page">more</p></body>'))
    with pytest.raises(Refused) as refused:
        write_book(longer, tmp_path / "aids.pdf")
    assert [finding.code for finding in refused.value.findings] == ["W007"]


def test_a_drawing_below_the_end_of_its_page_is_refused(tmp_path: Path) -> None:
    scenes = {name: Scene(name, 20, 150, (rectangle(Rect(0, 0, 20, 150), fill=RED),)) for name in ("hill", "lake")}
    slot = '<div style="position: absolute; top: 0">{}</div>'
    one, two = (slot.format("".join(f'<p><img src="scene:{n}"></p>' for n in names)) for names in (["hill"], scenes))
    assert write_book(Book("aids", "Aids", one, "Letter", scenes), tmp_path / "aids.pdf") == ()
    with pytest.raises(Refused, match="W007 a page has no room for lake"):
        write_book(Book("aids", "Aids", two, "Letter", scenes), tmp_path / "aids.pdf")


def test_a_long_title_page_takes_room_from_its_picture(small: Game, tmp_path: Path) -> None:
    """However wrong the estimate of its texts is, nothing comes into the margin, and the last line is printed."""
    about = small.game.model_copy(update={"blurb": "An hour of marching and a minute of fear, again and again. " * 12})
    art = Scene("title-art", 200, 150, (rectangle(Rect(0, 0, 200, 150), fill=RED),))
    book = compose_rules(small.model_copy(update={"game": about}), None, LETTER, art=art, margin=TARGET.margin)
    estimated = re.search(r'(class="art" src="[^"]*" style="width: [\d.]+mm; height: )([\d.]+)mm', book.html)
    assert estimated is not None
    higher = f"{estimated[1]}{float(estimated[2]) + 20:.2f}mm"  # as if 20 mm of text had been forgotten
    path = tmp_path / "rules.pdf"
    write_book(replace(book, html=book.html.replace(estimated[0], higher)), path)
    assert [found for found in preflight_pdf(path, TARGET) if found.code in ("P008", "P017", "P021")] == []
    with pypdfium2.PdfDocument(path) as pdf:
        assert "Source Serif 4 by Frank Grießhammer" in pdf[0].get_textpage().get_text_range()


def test_a_passage_higher_than_a_page_is_refused_and_not_divided(small: Game, tmp_path: Path) -> None:
    case = small.rules[-1].model_copy(update={"text": "The units march on and on, and no case ends. " * 250})
    longer = compose_rules(small.model_copy(update={"rules": (*small.rules[:-1], case)}), None, LETTER)
    with pytest.raises(Refused, match=r"W007 the part that begins '.*' is higher than a page"):
        write_book(longer, tmp_path / "rules.pdf")


@pytest.mark.slow
def test_all_books_of_a_small_game(small: Game, tmp_path: Path) -> None:
    files = (("counters", "Little Hill: counters", 4), ("rules", "Little Hill: rules reference", 3))
    assert written(compose_aids(small, None, LETTER), tmp_path) == 1
    assert written(compose_rules(small, None, A4, margin=TARGET.margin), tmp_path) >= 2
    for duplex in ("long", "short", "fold", "none"):
        assert written(compose_cover(small, TARGET, LETTER, duplex, files), tmp_path) == 3


@pytest.mark.slow
@pytest.mark.parametrize("key", ["title", "subtitle", "blurb", "designer", "edition"])
@pytest.mark.parametrize("text", ["x" * 120, "A " + "x" * 120, "https://example.org/" + "x" * 120])
def test_a_long_word_on_the_cover_is_broken_and_stays_on_the_page(
    small: Game, tmp_path: Path, key: str, text: str
) -> None:
    about = small.game.model_copy(update={key: text})
    book = compose_cover(small.model_copy(update={"game": about}), TARGET, LETTER, "long", ())
    assert written(book, tmp_path) == 3


@pytest.mark.parametrize("title", ["The quick brown fox jumps over the lazy dog. " * 4, "x" * 200])
def test_a_long_title_ends_with_an_ellipsis_at_the_head_of_a_page(small: Game, tmp_path: Path, title: str) -> None:
    about = small.game.model_copy(update={"title": title})
    first = small.rules[0].model_copy(update={"title": title})
    changed = small.model_copy(update={"game": about, "rules": (first, *small.rules[1:])})
    assert written(compose_rules(changed, None, LETTER, margin=TARGET.margin), tmp_path) >= 2


def test_a_game_of_only_a_title_and_a_table_has_books(tmp_path: Path) -> None:
    table = {"name": "Sun & <rain>", "rows": {"roll": "1d6"}, "cells": "a\nb\nc\nd\ne\nf"}
    aid = {"title": "Everything", "rows": [[{"kind": kind}] for kind in ("table", "counters", "symbols", "track")]}
    bare = make_game({"game": {"title": "Bare", "designer": "N"}, "tables": {"weather": table}, "aids": [aid]})
    assert written(compose_aids(bare, None, A4), tmp_path) == 1
    assert written(compose_rules(bare, None, A4, margin=TARGET.margin), tmp_path) == 1
    assert written(compose_cover(bare, TARGET, A4, "none", ()), tmp_path) == 3
    assert reconstruction_notes(bare) == ()
    assert term_index(bare) == ()


def test_faults_in_the_rules_text_are_reported_with_file_and_line(tmp_path: Path) -> None:
    for file in SMALL.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "rules.md").write_text('# 1.0 One\n\nSee [1.0].\n\n# 2.0 Two\n\n\nx\n{{ table("crtt") }}\nand [7.7].\n')
    with pytest.raises(Refused) as refused:
        compose_rules(load_game(tmp_path), None, LETTER, margin=TARGET.margin)
    (fault,) = refused.value.findings
    assert (Path(fault.spot.file).name, fault.spot.line) == ("rules.md", 9)
    assert fault.write == "did you mean crt?"


def test_references_lead_to_pages(small: Game, tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    write_book(compose_rules(small, None, LETTER, margin=TARGET.margin), path)
    with pikepdf.open(path) as pdf:
        sheets = {page.obj.objgen for page in pdf.pages}
        links = [link for page in pdf.pages for link in page.obj.get("/Annots", ())]
        assert len(links) > 10
        names = {str(name): value for name, value in pikepdf.NameTree(pdf.Root.Names.Dests).items()}
        for link in links:
            assert names[str(link.Dest)][0].objgen in sheets
            left, _, right, _ = map(float, link.Rect)
            assert 0 <= left < right <= 612
        assert any(float(link.Rect[0]) > 306 for link in links), "right columns have links too"


def test_a_template_refuses_names_that_are_not_in_its_context(small: Game) -> None:
    with pytest.raises(Exception, match="'title' is undefined"):
        render("page.html", LETTER)


def test_text_of_the_data_is_escaped_in_every_book(small: Game) -> None:
    about = small.game.model_copy(update={"title": "<b>Hill</b> & Co", "blurb": "<i>x</i>"})
    game = small.model_copy(update={"game": about})
    books = [compose_aids(game, None, LETTER), compose_rules(game, None, LETTER, margin=TARGET.margin)]
    books.append(compose_cover(game, TARGET, LETTER, "long", ()))
    for html in [*(book.html for book in books), compose_kit_index(about.title, "", ())]:
        assert "<b>Hill" not in html
        assert "&lt;b&gt;Hill&lt;/b&gt; &amp; Co" in html


# ---------------------------------------------------------------- filling a page


def lists(*lengths: int) -> tuple[AidSlot, ...]:
    """Return slots side by side, each with a list of this number of lines."""
    line = {"effect": "+1", "says": "Each of them"}
    made = [ModifierList.model_validate({"name": "List", "lines": [line] * length}) for length in lengths]
    return tuple(AidSlot(80, compose_modifiers([one])) for one in made)


@pytest.mark.parametrize("height", [90, 110, 140, 220])
def test_rows_fill_the_page_exactly(height: float) -> None:
    rows = [lists(8, 5), lists(4)]
    placed = place_rows(rows, 1.0, height)
    used = sum(row.gap + row.height for row in placed)
    assert page_height(rows, 1.0) - 1e-6 <= used <= height + 1e-6
    pads = [slot.blocks[0].views[0].pad for slot in placed[0].slots]
    assert min(pads) >= PAD - 1e-9
    assert pads[1] >= pads[0], "the shorter list has more air, so that both end on one line"
    assert placed[1].gap >= LEAST_GAP


def test_type_becomes_smaller_until_the_page_fits() -> None:
    rows = [lists(20), lists(20)]
    scales = [choose_scale(rows, height) for height in (260, 200, 190, 10)]
    assert scales == sorted(scales, reverse=True)
    assert scales[0] > scales[-1]
    assert page_height(rows, choose_scale(rows, 200)) <= 200


def test_a_cell_without_entry_is_shaded_in_a_table_that_players_fill_in() -> None:
    table = {"name": "Points", "columns": {"kind": ["VP", "Red"]}, "rows": {"kind": ["Town", "Total"]}}
    filled, empty = (
        table_view(
            Table.model_validate({**table, "cells": cells}),
            TableMarks(all=False, each=frozenset(), others=frozenset()),
            12,
            180,
        )
        for cells in ([["10", "-"], ["-", "1"]], [["10", ""], ["-", ""]])
    )
    assert isinstance(filled, GridView)
    assert isinstance(empty, GridView)
    assert [cell.text for _, row in filled.rows for cell in row] == ["10", "–", "–", "1"]
    assert [cell.css for _, row in empty.rows for cell in row] == ["", "", "closed", ""]


def test_a_cell_has_the_colour_of_its_result() -> None:
    data = {"name": "Drop", "columns": {"kind": ["Open", "Marsh"]}, "rows": {"kind": ["1", "2"]}}
    codes = {"D": {"says": "Late", "do": {}}, "E": {"says": "Lost", "colour": "#E9B3A4", "do": {}}}
    table = Table.model_validate({**data, "cells": [["-", "D"], ["E", "E"]], "codes": codes})
    view = table_view(table, TableMarks(all=False, each=frozenset(), others=frozenset()), 12, 180)
    assert isinstance(view, GridView)
    assert [cell.ground for _, row in view.rows for cell in row] == [None, None, "#E9B3A4", "#E9B3A4"]


def test_words_with_one_value_each_are_a_list() -> None:
    table = {"name": "Costs", "columns": {"kind": ["CP"]}, "rows": {"kind": ["A march", "A fire"]}}
    view = table_view(
        Table.model_validate({**table, "cells": [["1"], ["2"]]}),
        TableMarks(all=False, each=frozenset(), others=frozenset()),
        4,
        54,
    )
    assert isinstance(view, ListView)
    words, values = view.widths(80, 1.0)
    assert words > 4 * values


def test_a_column_of_a_few_words_is_printed_as_a_row_where_it_fits() -> None:
    rows = {"differential": ["-1-", "0", "+1+"], "name": "Margin"}
    cells = [["attacker loses 1"], ["both lose 1"], ["defender loses 1"]]
    table = Table.model_validate({"name": "Losses", "rows": rows, "cells": cells})
    marks = TableMarks(all=False, each=frozenset(), others=frozenset())
    wide, narrow, narrowest = (table_view(table, marks, 12, width) for width in (100, 56, 30))
    assert isinstance(wide, GridView)
    assert isinstance(narrow, GridView)
    assert isinstance(narrowest, ListView)
    assert (wide.corner, narrow.corner) == ("Margin", "")
    assert [cell.css for cell in wide.rows[0][1]] == ["attacker", "", "defender"]


def test_entries_can_list_their_units_by_name(small: Game) -> None:
    (block,) = composed(EntriesBlock(kind="entries", names=True)).compose(
        AidContext(small, Pictures(small), 180, (), None)
    )
    (view,) = block.views
    assert isinstance(view, ListView)
    _, picture, units, *_ = view.rows[0]
    assert [len(one.pictures) for one in picture.paragraphs] == [1]
    assert [one.text for one in units.paragraphs] == ["**Infantry:** 1/Gd, 2/Gd", "**Artillery:** 3/Gd"]


def test_a_set_up_list_states_the_number_of_equal_pieces(small: Game) -> None:
    counters = {**small.counters, "B1": small.counters["B1"].model_copy(update={"copies": 3})}
    game = small.model_copy(update={"counters": counters})
    entry = next(id_ for id_, one in game.entries.items() if "B1" in counter_ids(game, one.counters))
    pictures = Pictures(game, blank=True)
    context = AidContext(game, pictures, 180, (), None)
    for options in ({}, {"names": True}, {"across": 2}):
        (block,) = composed(EntriesBlock(kind="entries", of=(entry,), **options)).compose(context)
        (view,) = block.views
        rows = [cell for row in view.rows for cell in row] if isinstance(view, ListView) else []
        texts = [one.text for cell in rows for one in cell.paragraphs] or [one.text for one in view.paragraphs()]
        assert "1/Gd × 3" in " ".join(texts).replace("\N{NO-BREAK SPACE}", " "), options
    assert "1/Gd × 3" in [one.text for one in entry_paragraphs(game.entries[entry], pictures)]


def test_a_short_rules_sheet_has_no_title_page_and_no_index(small: Game) -> None:
    whole = compose_rules(small, None, LETTER).html
    look = BookletLook(title_page=False, index=False)
    short = compose_rules(small.model_copy(update={"booklet": look}), None, LETTER).html
    assert [part in whole for part in ('class="front"', 'class="list-head"', 'class="titling"')] == [True, True, False]
    assert [part in short for part in ('class="front"', 'class="list-head"', 'class="titling"')] == [False, False, True]
    assert "<h1>Little Hill</h1>" in short


def test_an_entry_with_reconstructed_counters_has_the_mark(small: Game) -> None:
    entry = next(iter(small.entries.values()))
    for basis, marked in (({"default": "text", "counters": "reconstructed"}, True), ({"default": "text"}, False)):
        name, *_ = entry_paragraphs(entry.model_copy(update={"basis": basis}), Pictures(small, blank=True))
        assert name.text == entry.name
        assert name.mark is marked


def test_rules_show_a_part_of_the_map(small: Game) -> None:
    pictures = Pictures(small, blank=True)
    inserts = rulebook_inserts(small, pictures, (80, 90, 190, 200), plain_reference)
    html = inserts["map"]("B2-C3", "The town.")
    assert "The town." in html
    assert [name for name in pictures.scenes if f"scene:{name}" in html]
    with pytest.raises(UnknownIdError, match="hex Z9 is not on this map"):
        inserts["map"]("Z9")


# ---------------------------------------------------------------- index, notes, index.html


def test_the_index_lists_terms_and_titles_with_the_cases_that_mention_them(shipped: Game) -> None:
    entries = {entry.term: entry for entry in term_index(shipped)}
    assert "6.4" in entries["Zone of control"].chief
    assert "Zones of control" not in entries
    numbered = [entry.term for entry in term_index(shipped) if entry.letter == "~"]
    assert numbered == sorted(numbered, key=lambda term: int("".join(c for c in term.split()[0] if c.isdigit())))
    known = {case.number for case in shipped.rules}
    assert all(set(entry.chief) | set(entry.others) <= known for entry in entries.values())


def test_notes_name_every_reconstructed_unit(shipped: Game) -> None:
    groups = reconstruction_notes(shipped)
    text = "\n".join(f"{group.title}\n" + "\n".join(f"  {n.what}: {n.which}" for n in group.notes) for group in groups)
    for counter in shipped.counters.values():
        if counter.kind == "unit" and "reconstructed" in counter.basis.values():
            assert counter.label in text


def test_reconstructed_values_are_on_a_page_of_their_own(shipped: Game) -> None:
    html = compose_reconstructed(shipped)
    booklet = compose_rules(shipped.model_copy(update={"examples": {}}), None, LETTER, margin=TARGET.margin).html
    note = next(note for group in reconstruction_notes(shipped) for note in group.notes)
    assert f"<b>{note.what}.</b>" in html
    assert f"<b>{note.what}.</b>" not in booklet
    assert "reconstructed.html" in booklet
    assert compose_reconstructed(make_game({"game": {"title": "Bare"}})) == ""


def test_the_ring_stays_with_its_article_and_no_line_breaks_too_early(shipped: Game) -> None:
    """WeasyPrint 70 breaks a line at its first blank if only the blank before a tag does not fit."""
    booklet = compose_rules(shipped.model_copy(update={"examples": {}}), None, LETTER, margin=TARGET.margin).html
    (note,) = (line for line in booklet.splitlines() if "marks an answer to a ruling" in line)
    assert '&ZeroWidthSpace;<span class="whole">A&nbsp;<span class="mark">' in note
    assert not re.search(r"[^;] <span", note)


def test_the_booklet_explains_the_bars_of_combat_results() -> None:
    game = shipped_game("myitkyina").game
    inserts = rulebook_inserts(game, Pictures(game, blank=True), (80, 90, 190, 200), plain_reference)
    html = str(inserts["table"]("crt"))
    assert "The bar under a result shows its effect" in html
    assert "Each box is one of the six die rolls" not in html


def test_a_long_list_of_result_codes_with_references_is_not_cut_off(tmp_path: Path) -> None:
    game = shipped_game("myitkyina").game
    assert (
        written(compose_rules(game.model_copy(update={"examples": {}}), None, LETTER, margin=TARGET.margin), tmp_path)
        >= 2
    )


def test_the_title_page_shows_the_art_that_is_given(small: Game) -> None:
    art = Scene("painting", 216, 90, (rectangle(Rect(0, 0, 216, 90), fill=RED),))
    assert art in compose_rules(small, None, LETTER, art=art).scenes.values()
    own = compose_rules(small, None, LETTER, margin=TARGET.margin).scenes["title-art"]
    assert own.width == pytest.approx(LETTER.width - 2 * TARGET.margin)


def test_the_title_page_counts_every_copy_of_a_counter(small: Game) -> None:
    markers = {id_: one.model_copy(update={"copies": 3}) for id_, one in small.counters.items() if one.kind == "marker"}
    three = small.model_copy(update={"counters": {**small.counters, **markers}})
    assert f"{3 * len(markers)} markers" in compose_rules(three, None, LETTER, margin=TARGET.margin).html
    strikes = {id_: one.model_copy(update={"kind": "air"}) for id_, one in markers.items()}
    mixed = small.model_copy(update={"counters": {**small.counters, **strikes}})
    assert f"{3 * len(markers)} other counters" in compose_rules(mixed, None, LETTER, margin=TARGET.margin).html


def test_equal_cells_of_several_words_side_by_side_are_one_cell() -> None:
    long, short = cell("as many as the die shows"), cell("no effect")
    assert list(ListView.spans((short, long, long, short, short))) == [
        (0, short, 1),
        (1, long, 2),
        (3, short, 1),
        (4, short, 1),
    ]


def test_the_title_page_shows_cards_of_a_deck_without_texts_that_are_too_small() -> None:
    game = load_game(SMALL.parent / "card-table")
    (deck,) = (id_ for id_, one in game.components.items() if one.kind == "card-deck")
    book = compose_rules(game, None, LETTER, margin=TARGET.margin)
    shown = re.findall(rf'src="scene:({deck}-[^"]*)" style="width: ([\d.]+)mm', book.html)
    assert 1 < len(shown) <= 3
    for name, width in shown:
        scene = book.scenes[name]
        sizes = [one.size_pt * matrix.magnification for one, matrix in walk(scene.items) if isinstance(one, Text)]
        assert min(sizes, default=5) * float(width) / scene.width >= 4.99


def test_the_index_has_one_entry_for_singular_and_plural() -> None:
    game = shipped_game("mukden").game
    entries = {entry.term: entry for entry in term_index(game)}
    assert "Armies" not in entries
    assert "Supply hexes" not in entries
    assert "8.1" not in entries["Time"].others, "each time is not the Time marker"


def test_the_index_page_of_a_kit_needs_only_its_folder() -> None:
    pages = [PurePath("out/kit/pages/rules-1.png"), PurePath("out/kit/pages/rules-2.png")]
    html = compose_kit_index(
        "Hill", "The second day", (("kit", "Hill: everything", ()), ("rules", "Hill: rules", pages))
    )
    assert 'src="pages/rules-1.png"' in html
    assert 'href="rules.pdf#page=2"' in html
    assert 'href="kit.pdf"' in html
    assert "http" not in html.replace("http-equiv", "")
    assert html == compose_kit_index(
        "Hill", "The second day", (("kit", "Hill: everything", ()), ("rules", "Hill: rules", pages))
    )


def test_the_index_page_shows_the_inside_of_a_folder_upright(small: Game) -> None:
    """Flipped on the long edge, it is upside down in the file, so that it is upright in print."""
    files = (("folder", "Folder", 2), ("rules", "Rules", 8))
    pages = [PurePath("pages/folder-01.png"), PurePath("pages/folder-02.png")]
    for duplex, turned in (("long", 1), ("short", 0)):
        kit = kit_overview(small, files, LETTER, duplex, pieces={}, pictures={}, counters=[])
        html = compose_kit_index("Hill", "", (("folder", "Folder", pages), ("rules", "Rules", pages)), overview=kit)
        assert html.count('<img class="turned" src="pages/folder-02.png"') == turned
        assert html.count('class="turned"') == turned


def test_the_index_page_of_a_whole_kit_says_what_to_print(small: Game) -> None:
    files = (("map", "Map", 1), ("counters", "Counters", 2), ("rules", "Rules", 8), ("odds", "Odds", 1))
    pictures = {"cover": "pages/large-cover.png"}
    kit = kit_overview(small, files, LETTER, "long", pieces={}, pictures=pictures, counters=["components/A-front.svg"])
    assert [(group.name.partition(",")[0], group.sheets) for group in kit.groups] == [
        ("Letter card", 1), ("Large paper", 0), ("Letter paper", 6),
    ]  # fmt: skip
    html = compose_kit_index("Hill", "", (("odds", "Odds", [PurePath("pages/odds-01.png")]),), overview=kit)
    assert 'src="pages/large-cover.png"' in html
    assert 'src="components/A-front.svg"' in html
    assert "<p>not part of kit.pdf</p>" in html
    assert "<h3>Probabilities <small>1 page" in html
    assert "Open the whole map" not in html
    assert "http" not in html
    assert len(html) < 3_000_000


def test_figures_in_a_narrow_column_of_an_aid_are_not_broken(small: Game, tmp_path: Path) -> None:
    cells = [["Immobile", "it does not move for the rest of the game"], ["Ahead only", "it may only move forward"]]
    table = Table.model_validate(
        {"name": "Cards", "columns": {"kind": ["Card", "Result"]}, "rows": {"kind": "10 7"}, "cells": cells}
    )
    block = TableBlock(kind="table", of=("cards",))
    page = small.aids[0].model_copy(update={"rows": ((block,),)})
    game = small.model_copy(update={"tables": {"cards": table}, "aids": (page,)})
    write_book(compose_aids(game, None, LETTER), tmp_path / "aids.pdf")
    with pypdfium2.PdfDocument(tmp_path / "aids.pdf") as pdf:
        words = pdf[0].get_textpage().get_text_range().split()
    assert "10" in words


def test_a_class_of_units_has_its_own_column_of_movement_costs(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SMALL.parent / "drop-zone", tmp_path / "drop-zone"))
    guns = "{having: {groups: guns}, column: Guns, costs: {woods: prohibited}}"
    (folder / "options").mkdir(exist_ok=True)
    (folder / "options" / "guns.yaml").write_text(
        f"map_rules: {{movement: {{column: Infantry, classes: {{guns: {guns}}}}}}}\n", encoding="utf-8"
    )
    write_book(compose_aids(load_game(folder, ["guns"]), None, LETTER), tmp_path / "aids.pdf")
    with pypdfium2.PdfDocument(tmp_path / "aids.pdf") as pdf:
        lines = [" ".join(line.split()) for page in pdf for line in page.get_textpage().get_text_range().splitlines()]
    assert "Terrain Infantry Guns Combat" in lines
    assert "Clear 1 1 –" in lines
    assert "Woods 2 prohibited –" in lines
