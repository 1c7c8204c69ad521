"""Blocks of player aids: the widths of list columns, and the kinds of blocks."""

import shutil
from pathlib import Path

import pytest

from pnp.compose.aids.cells import GAP, ROUNDING, Cell, Paragraph, cell
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS
from pnp.compose.aids.measure import width_of
from pnp.compose.aids.views import CELL_SIDES, GridView, ListColumn, ListView
from pnp.findings import Refused
from pnp.load import load_game
from pnp.load.target_files import load_target
from pnp.model.aid_blocks import AID_BLOCKS
from pnp.model.game import Game

LETTER = load_target("home").papers["letter"]
FACE = Paragraph("", pictures=("a counter",), picture_width=8.4, picture_height=8.4)
WORDS = "Any hex that is next to a friendly unit and to no enemy, and in which no more than two units stand"


def listing(*columns: ListColumn, row: tuple[Cell, ...]) -> ListView:
    return ListView(columns, (row,))


@pytest.mark.parametrize("width", [60, 90, 186])
@pytest.mark.parametrize("scale", [0.9, 1.0, 1.2])
def test_text_never_overlaps_a_counter_in_a_list(width: float, scale: float) -> None:
    row = (cell("1st Army", "name"), Cell((FACE,)), cell(WORDS * 3), cell("3.0", "case"))
    shares = listing(
        ListColumn(most=46), ListColumn(rest=True), ListColumn(rest=True), ListColumn(most=16), row=row
    ).widths(width, scale)
    assert shares[1] >= 8.4 * scale + GAP
    assert sum(shares) == pytest.approx(width)


def test_words_are_not_cut_off_if_a_neighbour_has_room() -> None:
    row = (cell("Fortifications"), cell(WORDS * 20))
    shares = listing(ListColumn(rest=True), ListColumn(rest=True), row=row).widths(60, 1)
    assert shares[0] >= row[0].width(1) + GAP
    assert sum(shares) == pytest.approx(60)


def test_columns_share_the_room_evenly_if_all_have_enough() -> None:
    row = (cell("some words here"), cell("some words here"))
    first, second = listing(ListColumn(rest=True), ListColumn(rest=True), row=row).widths(120, 1)
    assert first == pytest.approx(second) == pytest.approx(60)


def test_a_column_that_yields_is_narrower_if_that_makes_the_list_lower() -> None:
    row = (cell("as much as the hex itself costs"), cell(WORDS))
    fixed = listing(ListColumn(), ListColumn(rest=True), row=row)
    yielding = listing(ListColumn(yields=True), ListColumn(rest=True), row=row)
    assert yielding.widths(70, 1)[0] < fixed.widths(70, 1)[0]
    assert yielding.measure(70, 1).height < fixed.measure(70, 1).height
    assert yielding.widths(400, 1) == fixed.widths(400, 1)


def test_words_get_the_room_that_a_counter_does_not_need() -> None:
    row = (Cell((FACE,)), cell("Hex 0106, 0103 or 0101, next to no enemy"))
    width = row[1].width(1) + 18
    first, second = listing(ListColumn(rest=True), ListColumn(rest=True), row=row).widths(width, 1)
    assert first == pytest.approx(9 + GAP + ROUNDING)
    assert second >= row[1].width(1)


def test_row_heads_of_a_table_break_before_its_column_heads_are_cut_off() -> None:
    heads = ("Open, airfield", "Jungle, plantation", "Town, fortification")
    rows = ((Paragraph("Modified result of the landing die", "label"), tuple(Paragraph("S", "figure") for _ in heads)),)
    label, *columns = GridView("", heads, rows, "label").widths(70, 1)
    for head, width in zip(heads, columns, strict=True):
        assert width >= max(width_of(word, "label", 1) for word in head.split()) + CELL_SIDES
    assert label + sum(columns) == pytest.approx(70)


# ---------------------------------------------------------------- kinds of blocks

SMALL = Path(__file__).parent / "games" / "small"


def load_with_block(tmp_path: Path, block: str) -> Game:
    """Load the small game with one block as its only aid."""
    shutil.copytree(SMALL, tmp_path / "small", dirs_exist_ok=True)
    (tmp_path / "small" / "options").mkdir(exist_ok=True)
    option = tmp_path / "small" / "options" / "more.yaml"
    option.write_text(f"aids: [{{title: Aid, rows: [[{block}]]}}]\n", encoding="utf-8")
    return load_game(tmp_path / "small", ["more"])


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("{kind: tabel}", "(aids.0.rows.0.0.kind): L013 kind: cannot be tabel; did you mean table?"),
        ("{title: Results}", "(aids.0.rows.0.0.kind): L011 this has no key kind; write kind: and its value"),
        ("{kind: table, wid: 6}", "(aids.0.rows.0.0.wid): L010 unknown key wid; did you mean wide?"),
        ("{kind: chances, ask: {}}", "(aids.0.rows.0.0.ask): L010 unknown key ask; did you mean asks?"),
        ("{kind: table, asks: {}}", "(aids.0.rows.0.0.asks): L010 unknown key asks; "),
        ("{kind: text, of: crt}", "(aids.0.rows.0.0.of): L010 unknown key of; "),
        ("table", "(aids.0.rows.0.0): L012 item 1 of 0 must be a record, but is the text table; write its fields: {kind: ...}"),
    ],
)  # fmt: skip
def test_a_wrong_block_is_reported_with_the_kinds_and_keys_that_exist(tmp_path: Path, block: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        load_with_block(tmp_path, block)
    (finding,) = refused.value.findings
    assert message in str(finding)


def test_a_message_about_an_unknown_kind_of_block_lists_all_kinds(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        load_with_block(tmp_path, "{kind: qqq}")
    (finding,) = refused.value.findings
    assert all(kind in finding.write for kind in AID_BLOCKS)


def test_each_kind_of_block_is_composed_by_a_class_in_a_module_with_its_name() -> None:
    modules = {kind: composed.__module__ for kind, composed in COMPOSED_BLOCKS.items()}
    assert modules == {kind: f"pnp.compose.aids.blocks.{kind.replace('-', '_')}_block" for kind in sorted(AID_BLOCKS)}
