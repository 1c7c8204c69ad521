"""The inserts of tables, lists and pictures that rules texts can call, such as `{{ table("crt") }}`."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import TypeVar

from markupsafe import Markup

from pnp.compose.aids.blocks.codes_block import compose_codes
from pnp.compose.aids.blocks.entries_block import entry_paragraphs
from pnp.compose.aids.blocks.modifiers_block import compose_modifiers
from pnp.compose.aids.blocks.sequence_block import compose_sequence
from pnp.compose.aids.blocks.table_block import CrtView, compose_table
from pnp.compose.aids.blocks.terrain_block import compose_terrain
from pnp.compose.aids.cells import ROUNDING, Cell
from pnp.compose.aids.composed_block import PrintedBlock
from pnp.compose.aids.page_fit import PAD, AidSlot, PlacedBlock, hint_lines, place_blocks
from pnp.compose.aids.views import CELL_SIDES, GridView, ListColumn, ListView, View
from pnp.compose.counter_words import factor_words
from pnp.compose.inline_markdown import ReferenceWriter, bound_references, inline_html, plain_reference
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import MARK
from pnp.compose.rulebook.override_notes import override_note
from pnp.compose.rulebook.rule_text import Insert
from pnp.compose.templating import environment
from pnp.deferred import deferred
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from pnp.model.inserts import UnknownIdError, suggest
from pnp.scene import Scene
from pnp.units import Mm

with deferred():  # drawing a map takes long to import, and few rules texts have one
    from pnp.draw.figure import figure_spec, map_figure

SLIM_SHARE = 1.2
"""A table has the left edge of the text in a column if its height grows by less than this factor."""
WIDE_SHARE = 0.7
"""A high table is as wide as the text only if that hardly changes its height in a column."""
SCALE = 0.88
"""Tables in the booklet are smaller than on the aids."""

SMALLEST_HEX: Mm = 11.2
"""A map whose hexes would be narrower in a column is as wide as the text, so that its signs can be read."""

HIGHEST_MAP: Mm = 50.0
"""The greatest height of a part of the map."""

COUNTER_HEIGHT: Mm = 12.0
COUNTER_GAP: Mm = 1.6
"""The height of counters in a row, and the space after each."""
LEAST_CAPTION: Mm = 30.0
"""The caption of counters is beside them if this width is left, and otherwise below."""

T = TypeVar("T")


def rulebook_inserts(
    game: Game,
    pictures: Pictures,
    widths: tuple[Mm, Mm, Mm, Mm],
    refer: ReferenceWriter,
    number_link: ReferenceWriter | None = None,
) -> Mapping[str, Insert]:
    """Return the functions that rules texts can call to insert data, by name.

    `widths` are the widths of the text in a column, of a column and of both columns, and the height above which a table
    is as wide as the text. `refer` writes a link to a case, `number_link` one that shows only its number. They raise
    `UnknownIdError` for an unknown id.
    """
    inserts = _RulebookInserts(game, pictures, widths, refer, number_link or refer)
    return {
        "table": inserts.table,
        "codes": inserts.codes,
        "modifiers": inserts.modifiers,
        "terrain": inserts.terrain,
        "sequence": inserts.sequence,
        "entry": inserts.entry,
        "unit": inserts.unit,
        "counters": inserts.counters,
        "ruling": inserts.ruling,
        "symbol": inserts.symbol,
        "term": inserts.term,
        "map": inserts.map,
        "overrides": inserts.overrides,
    }


class _RulebookInserts:
    """The inserts of rules texts; each public method returns the HTML of one insert."""

    def __init__(
        self,
        game: Game,
        pictures: Pictures,
        widths: tuple[Mm, Mm, Mm, Mm],
        refer: ReferenceWriter,
        number_link: ReferenceWriter,
    ) -> None:
        self.game, self.pictures, self.refer = game, pictures, refer
        self.slim, self.column, self.text_width, self.highest = widths
        self.number_link = number_link

    def table(self, name: str) -> Markup:
        """Return a table with its result codes and notes as HTML, without chances."""
        table = _find_record(self.game.tables, name, "table")
        return self._show_blocks(compose_table(table, 5, self.slim, largest=SCALE, in_booklet=True))

    def codes(self, name: str) -> Markup:
        """Return the result codes of a table with their meanings as HTML."""
        table = _find_record(self.game.tables, name, "table")
        if not table.codes:
            raise UnknownIdError(f"the table {name!r} has no result codes", "write codes:, or delete the insert")
        return self._show_blocks(compose_codes([table], table.name, ""))

    def modifiers(self, name: str, *others: str) -> Markup:
        """Return one or more lists of modifiers as HTML."""
        lists = [_find_record(self.game.modifiers, id_, "list of modifiers") for id_ in (name, *others)]
        return self._show_blocks(*compose_modifiers(lists))

    def terrain(self, *names: str) -> Markup:
        """Return the terrain effects chart as HTML, or only the rows of the named terrain."""
        kinds = {name: _find_record(self.game.terrain, name, "terrain") for name in names or self.game.terrain}
        return self._show_blocks(compose_terrain(kinds, self.pictures, "", ""))

    def sequence(self) -> Markup:
        """Return the sequence of play as HTML."""
        if not self.game.sequence:
            raise UnknownIdError("the game has no sequence of play", "write sequence:, or delete the insert")
        return self._show_blocks(compose_sequence(tuple(enumerate(self.game.sequence, 1)), "", ""))

    def entry(self, name: str) -> Markup:
        """Return an entry (set-up or reinforcements) as HTML: which counters enter, where and when."""
        paragraphs = entry_paragraphs(_find_record(self.game.entries, name, "entry"), self.pictures)
        return self._show_blocks(PrintedBlock("", views=(ListView((ListColumn(rest=True),), ((Cell(paragraphs),),)),)))

    def unit(self, name: str) -> Markup:
        """Return a counter's front and back as HTML, with the names of its factors."""
        counter = _find_record(self.game.counters, name, "counter")
        return self._render_macro(
            "unit",
            front=self.pictures.counter(name),
            back=self.pictures.counter(name, "back"),
            counter=counter,
            factors=factor_words(self.game, counter.front),
        )

    def counters(self, ids: str, caption: str = "") -> Markup:
        """Return counters in a row as HTML, with a caption; `M05/back` is the back of the counter M05."""
        shown = []
        for word in ids.split():
            name, _, facing = word.partition("/")
            _find_record(self.game.counters, name, "counter")
            if facing not in ("", "front", "back"):
                raise UnknownIdError(f"a counter has no side {facing!r}", f"write {name}/back, or {name} alone")
            face = self.pictures.faces[name].front
            width = COUNTER_HEIGHT * face.width / face.height
            shown.append((self.pictures.counter(name, facing or "front", width), width))
        row = fsum(width + COUNTER_GAP for _, width in shown)
        beside = self.slim - row >= LEAST_CAPTION
        return self._render_macro(
            "counters", shown=shown, height=COUNTER_HEIGHT, caption=caption, beside=beside, row=row
        )

    def ruling(self, name: str) -> Markup:
        """Return a ruling as HTML: the question and this edition's answer."""
        ruling = _find_record(self.game.rulings, name, "ruling")
        answer = ruling.options.get(ruling.default, ruling.default)
        return self._render_macro("ruling", name=name, ruling=ruling, answer=answer)

    def symbol(self, name: str) -> Markup:
        """Return a unit symbol with its name as HTML, for use within a line of text."""
        known = {c.symbol for c in self.game.counters.values() if c.symbol}
        if name not in known:
            raise UnknownIdError(f"no unit has the symbol {name!r}", suggest(name, tuple(known)))
        scene, words = self.pictures.symbol(name, 6, "#FFFFFF"), self.game.icons.symbol_name(name)
        return self._render_macro("symbol", scene=scene, words=words)

    def term(self, name: str) -> Markup:
        """Return the glossary's explanation of a term as HTML."""
        return inline_html(_find_record(self.game.glossary, name, "term").says, self.refer)

    def map(self, hexes: str, caption: str = "") -> Markup:
        """Return the part of the map around some hexes, with a caption below it, as HTML."""
        board = resolve_board(self.game)
        if board is None:
            raise UnknownIdError("the game has no map", "write map:, or delete the insert")
        try:
            spec = figure_spec.FigureSpec(hexes=board.grid.parse_hexes(hexes))
        except ValueError as fault:
            raise UnknownIdError(str(fault), "write hexes of the map") from None
        width = self.column
        if map_figure.hex_sizes(self.game, board, spec, [(width, HIGHEST_MAP)])[0] < SMALLEST_HEX:
            width = self.text_width

        def draw() -> Scene:
            """Draw the part of the map, or an empty picture to check texts."""
            if self.pictures.blank:
                return Scene("figure", width, width, ())
            return map_figure.draw_figure(self.game, board, self.pictures.faces, spec, width, HIGHEST_MAP)

        name = self.pictures.keep(f"map-{hexes}", draw)
        css = " wide" if width > self.column else " full"
        return self._render_macro("map", scene=name, size=self.pictures.scenes[name], caption=caption, css=css)

    def overrides(self, *numbers: str) -> Markup:
        """Return the margin note that a text changes cases or rulings, as HTML."""
        return override_note("changes", numbers, self.number_link)

    def _show_blocks(self, *blocks: PrintedBlock) -> Markup:
        """Return printed blocks as HTML; blocks that are high in a column are as wide as the text."""
        width, placed, height = self.column, *self._placed(blocks, self.column)
        slim, taller = self._placed(blocks, self.slim)
        if taller < SLIM_SHARE * height and all(_fits(one.view, one.widths) for block in slim for one in block.views):
            width, placed, height = self.slim, slim, taller
        if height > self.highest:
            wide, low = self._placed(blocks, self.text_width)
            if low < WIDE_SHARE * height:
                width, placed = self.text_width, wide
        needs = max((view.least_width(SCALE) for block in blocks for view in block.views), default=0.0)
        if needs > width + ROUNDING:
            width, placed = self.text_width, self._placed(blocks, self.text_width)[0]
        if needs > width + ROUNDING:
            wrong = f"the table {blocks[0].title} needs {needs:.0f} mm, but a page of the booklet has {width:.0f} mm"
            raise UnknownIdError(wrong, "print it on a player aid instead, or divide it")
        css = " wide" if width > self.column else " full" if width == self.column else ""
        return self._render_macro("blocks", blocks=placed, width=width, scale=SCALE, css=css)

    def _placed(self, blocks: tuple[PrintedBlock, ...], width: Mm) -> tuple[tuple[PlacedBlock, ...], Mm]:
        """Return printed blocks at a width, and the height of their tables."""
        placed = place_blocks(AidSlot(width, blocks), SCALE, PAD)
        return placed, fsum(view.height for block in placed for view in block.views)

    def _render_macro(self, macro: str, **values: object) -> Markup:
        """Return the HTML of a template macro."""
        module = environment().get_template("rules/insert.html")
        context = {
            "text": lambda words: inline_html(words, self.refer, bound_references),
            "plain_text": lambda words: inline_html(words, plain_reference, bound_references),
            "mark": MARK,
            "hint_lines": hint_lines,
        }
        html = module.render(macro=macro, **context, **values).strip()
        return Markup(html)  # noqa: S704 - an escaping template


def _fits(view: View, widths: tuple[Mm, ...]) -> bool:
    """Return whether each column of a table or list has room for its longest word."""
    match view:
        case ListView(columns=columns):
            lines = (view.heads, *view.rows) if view.heads else view.rows
            least = [max(row[i].least_width(SCALE) for row in lines) for i in range(len(columns))]
            return all(width > need - ROUNDING for width, need in zip(widths, least, strict=True) if need)
        case GridView(heads=heads):
            figures = [max(row[1][i].least_width(SCALE) for row in view.rows) for i in range(len(heads))]
            return all(width >= need + CELL_SIDES for width, need in zip(widths[1:], figures, strict=True))
        case CrtView():
            return view.least_width(SCALE) <= fsum(widths) + ROUNDING
        case _:
            return True


def _find_record(known: Mapping[str, T], name: str, noun: str) -> T:
    """Return the record with the id `name`; raise `UnknownIdError` with advice if there is none."""
    if name not in known:
        raise UnknownIdError(f"there is no {noun} {name!r}", suggest(name, tuple(known)))
    return known[name]
