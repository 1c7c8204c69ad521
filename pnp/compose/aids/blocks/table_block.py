"""Block `table`: tables with their result codes and notes; a combat results table also has its chances."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Literal, TypeAlias

from pnp.compose.aids.cells import Cell, Paragraph, cell
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock, with_rules
from pnp.compose.aids.measure import TYPE_STYLES, height_of, lines_of, split_words, width_of
from pnp.compose.aids.page_fit import SCALES
from pnp.compose.aids.views import CELL_SIDES, GridView, KeyView, ListColumn, ListView, Measured, NotesView, View
from pnp.compose.reconstruction_marks import MARK, TableMarks, name_cells, table_marks
from pnp.message import join_words, number_words
from pnp.model.aid_blocks import TableBlock
from pnp.model.game import Game
from pnp.model.table import Axis, Table
from pnp.rules.probability.crt_odds import (
    SIDES,
    SideOutcomes,
    attack_needed,
    defence_letter,
    is_nothing,
    results_by_weight,
    severity,
    split_table,
    suffering,
)
from pnp.scene import Colour
from pnp.typeface import text_width
from pnp.typography import figures, head
from pnp.units import Mm, points

_LAST_NUMBER = re.compile(r" (?=\d+$)")
"""The blank before the number at the end of a cell, at which no line is broken."""
ATTACK_AT_LEAST, SUFFERS = "Attack at least", ("Defender suffers", "Attacker suffers")
"""The names of the rows below the results of a table: of the strength needed, and of what each side suffers."""
AXIS_NAMES = {"odds": "Odds", "differential": "Difference", "value": "", "kind": ""}
Strip: TypeAlias = Literal["boxes", "medium-boxes", "narrow-boxes", "bars", "numbers", ""]
"""How the rows of chances are printed: a box for each roll in one of three widths, bars with percentages, or only
these."""
BOXES_WIDE: tuple[tuple[Strip, Mm], ...] = (
    ("boxes", points(6.5)),
    ("medium-boxes", points(3.9)),
    ("narrow-boxes", points(2.4)),
)
"""The width of a box with the space after it in each form (`aids.css`); narrow columns have the last one."""
BOOKLET_RESULT, BOOKLET_HEAD, BOOKLET_LABEL = 10 / 14.5, 10.5 / 16, 7.6 / 8.8
"""The sizes of type in booklets (`rules.css`), as shares of the type styles."""
RESULT_STYLES = ("result", "figure")
"""The type styles of results, the largest first."""
HEAD_STYLES = ("odds", "column", "label")
"""The type styles of the heads of columns, the largest first."""
NARROW: Mm = 13.0
"""The parts of results in narrower columns are closer together."""
PART, NARROW_PART, SLASH, NARROW_SLASH = 0.83, 0.74, 0.36, 0.1
"""The least width of a part of a result, and the white space at both sides of a slash, in em (`aids.css`)."""
FRAME, NARROW_FRAME = points(2.2), points(3.8)
"""The width of the lines at both sides of a framed result, with the white space beside them in narrow columns."""
WORST_WIDER = 1.04
"""The extrabold type of the worst results is at most so much wider than that of the others."""
STRIP_NAME = ("sans-semibold", 9.0)
STRIP_NUMBER = ("condensed-bold", 10.0)
NEEDED, NARROW_NEEDED = ("sans-semibold", 10.0), ("sans-semibold", 8.0)
"""The type of the last rows of a combat results table, which has one size (`aids.css`)."""
LABEL_SIDES: Mm = points(4.4)
BAR_SHARE = 0.55
"""The white space beside the heads of rows, and the width of a bar as a share of its cell (`aids.css`)."""
LONG_HEAD = 5
"""Column labels of a combat results table with more characters are printed in smaller type."""
TICK_ROW: Mm = points(4)
"""The height of the ticks below the results of a row."""
HEAD_PADDING: Mm = points(4)
"""The space on both sides of a column label."""
SHORT_CELL = 9
"""A cell of at most this number of characters fits a narrow column."""
MOST_LINES = 2
"""The number of lines of a cell of words, if the cells of a column are printed in a row."""
FEW_COLUMNS, HALF_PAGE = 2, 6
"""This number of columns leaves room for row heads in words, if the table is wider than half a page (in twelfths)."""
BOXES = {1: "\u25a2", 2: "\u25a4", 3: "\u25a0"}
"""The character that the page replaces by the coloured box of each height."""
BARS = (
    "The bar under a result shows its effect: on the left for the attacker, on the right for the defender. "
    "A longer bar is a worse result."
)
"""The line that explains the bars; booklets print it too, because their tables have the bars but no boxes."""
FRAMES = "A frame marks the worst results."
"""The line that explains the frames around results, in a table that has some."""


_ELIMINATES = re.compile(r"\b(?:eliminat|destroy|kill|annihilat)", re.IGNORECASE)
"""Words of a code that is worse than all others."""


@COMPOSED_BLOCKS.enter("table")
class ComposedTable(ComposedBlock[TableBlock]):
    """Composes a block `table`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed tables of the block."""
        title = self.block.title if len(self.block.of) == 1 else ""
        printed = []
        for id_ in self.block.of or context.game.tables:
            found = context.game.tables[id_]
            table = found if self.block.notes else found.model_copy(update={"notes": ()})
            block = compose_table(table, self.block.wide, context.width, title, self.block.hint)
            printed.append(replace(block, path=f"tables.{id_}"))
        return tuple(printed)

    def footnotes(self, game: Game) -> tuple[str, ...]:
        """Return a note for each mostly reconstructed table; it names the cells that were published."""
        tables = [game.tables[id_] for id_ in self.block.of or game.tables]
        others = [(table, table_marks(table).others) for table in tables]
        return tuple(f"{table.name}: all values except {name_cells(table, cells)}" for table, cells in others if cells)


@dataclass(frozen=True)
class CellResult:
    """One result in a cell of a combat results table: its text, CSS class, and whether it has a box.

    `slash` means that a slash divides it from the result before it.
    """

    text: str
    css: str
    worst: bool = False
    slash: bool = False


@dataclass(frozen=True)
class ResultCell:
    """A cell of a combat results table: its results, whether it is marked as reconstructed, and its ticks.

    The ticks are the severities (0 to 3) for attacker and defender; None if the table prints no ticks.
    """

    results: tuple[CellResult, ...]
    marked: bool
    ticks: tuple[int, int] | None = None


@dataclass(frozen=True)
class CrtView(View):
    """A combat results table. Below its cells: the attack strength needed, and the chances of each result.

    Each row has a head and cells. A cell has two results if the data divides it with a slash. A code of one or more
    letters is in the colour of the side that it hurts, and has ticks below it, if the data says how badly.
    """

    template: ClassVar[str] = "aids/crt_view.html"
    kind: ClassVar[str] = "results"
    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[ResultCell, ...]], ...]
    needed: tuple[str, ...]
    chances: tuple[tuple[str, str, tuple[tuple[SideOutcomes, tuple[str, ...]], ...]], ...]
    strip: Strip = "boxes"
    in_booklet: bool = False

    def measure(self, width: Mm, scale: float) -> Measured:
        """Return the height and column widths of the combat results table at this width and type scale."""
        count = len(self.heads)
        label = self._label_width(width, scale)
        foot = points(16.2) * ((1 if self.needed else 0) + len(self.chances)) * max(1, scale)
        column = (width - label) / count
        head = max(height_of(text, self.head_style(column, scale), column - HEAD_PADDING, scale) for text in self.heads)
        head = max(head, points(22) * scale)
        row = points(19.6) * scale + (TICK_ROW if self.has_ticks() else 0)
        height = points(4.5) + head + row * len(self.rows) + foot
        return Measured(height, 2 * len(self.rows), (label, *([(width - label) / count] * count)))

    def least_width(self, scale: float) -> Mm:
        """Return the width of the table if its results and heads are in their smallest styles."""
        if self.in_booklet:
            heads = max(width_of(word, "odds", BOOKLET_HEAD) for text in self.heads for word in split_words(text))
            cells = self._cell_width("result", BOOKLET_RESULT, narrow=True)
            return self._least_label(BOOKLET_LABEL) + max(heads, cells) * len(self.heads)
        heads = max(width_of(word, HEAD_STYLES[-1], scale) for text in self.heads for word in split_words(text))
        needed = max((_needed_width(text, narrow=True) for text in self.needed), default=0.0)
        cells = self._cell_width(RESULT_STYLES[-1], scale, narrow=True)
        return self._least_label(scale) + max(heads + HEAD_PADDING, needed, cells) * len(self.heads)

    def _label_width(self, width: Mm, scale: float) -> Mm:
        """Return the width of the column with the heads of the rows."""
        usual = min(points(76) * scale, width * 0.2)
        return usual if self.in_booklet else max(usual, self._least_label(scale))

    def _least_label(self, scale: float) -> Mm:
        """Return the width that the heads of the rows, the names of the axes and those of the last rows need."""
        heads = max(width_of(head, "odds", scale) for head, _ in self.rows)
        corner = max(width_of(word, "label", scale) for word in split_words(self.corner))
        names = (ATTACK_AT_LEAST,) if self.needed else ()
        last = (text_width(name, *STRIP_NAME) for name in (*names, *(label for label, _, _ in self.chances)))
        return max(heads, corner, *last) + LABEL_SIDES

    def _cell_width(self, style: str, scale: float, *, narrow: bool) -> Mm:
        """Return the width of the widest cell, with its results in a type style such as `result`."""
        em = points(TYPE_STYLES[style].size_pt) * scale
        least, slash_sides = (NARROW_PART, NARROW_SLASH) if narrow else (PART, SLASH)
        widest = 0.0
        for _, cells in self.rows:
            for one in cells:
                total = 0.0
                for part in one.results:
                    frame = NARROW_FRAME if narrow else FRAME
                    room = width_of(part.text, style, scale) * WORST_WIDER + (frame if part.worst else 0.0)
                    total += max(room, least * em if self.is_divided() else 0.0)
                    total += width_of("/", style, scale) + slash_sides * em if part.slash else 0.0
                widest = max(widest, total + (width_of(MARK, style, scale) if one.marked else 0.0))
        return widest + points(2)

    def result_style(self, column: Mm, scale: float) -> str:
        """Return the type style of the results: smaller if the widest cell does not fit its column."""
        if self.in_booklet:
            return "result"
        return next((one for one in RESULT_STYLES if self._cell_width(one, scale, narrow=True) <= column), "figure")

    def is_narrow(self, column: Mm, scale: float) -> bool:
        """Return whether the parts of a result are close together."""
        if self.in_booklet:
            return column < NARROW
        return column < NARROW or self._cell_width(self.result_style(column, scale), scale, narrow=False) > column

    def has_room_for_needed(self, column: Mm) -> bool:
        """Return whether the attack strengths needed fit columns of this width in their usual size."""
        return all(_needed_width(text) <= column for text in self.needed)

    def head_style(self, column: Mm, scale: float) -> str:
        """Return the type style of the column labels: large for odds, smaller for labels such as `+3 to +4`."""
        first = 0 if max(map(len, self.heads)) <= LONG_HEAD else 1
        if self.in_booklet:
            return HEAD_STYLES[first]
        words = [word for text in self.heads for word in split_words(text)]
        for style in HEAD_STYLES[first:]:
            if max(width_of(word, style, scale) for word in words) <= column - HEAD_PADDING:
                return style
        return HEAD_STYLES[-1]

    def fitted(self, width: Mm, scale: float) -> CrtView:
        """Return the table with the chances in the largest form that fits: boxes, bars or numbers; else without them.

        `width` and `scale` are those at which the columns are narrowest.
        """
        column = (width - self._label_width(width, scale)) / len(self.heads)
        boxes = max((len(shown) for _, _, columns in self.chances for _, shown in columns), default=0)
        percent = text_width("100%", *STRIP_NUMBER)
        forms: tuple[tuple[Strip, Mm], ...] = (
            ("bars", percent / (1 - BAR_SHARE) + points(4)),
            ("numbers", percent + points(2)),
        )
        if boxes:
            number = text_width("10" if boxes > 9 else "0", *STRIP_NUMBER) + points(3.5)
            usable = BOXES_WIDE if column >= NARROW else BOXES_WIDE[-1:]
            forms = (*((form, one * boxes + number) for form, one in usable), *forms)
        strip: Strip = next((form for form, needs in forms if needs <= column), "")
        return replace(self, strip=strip, chances=self.chances if strip else ())

    def is_divided(self) -> bool:
        """Return whether slashes divide the cells, so that both results of a cell are equally wide."""
        return any(part.slash for _, cells in self.rows for one in cells for part in one.results)

    def has_ticks(self) -> bool:
        """Return whether ticks below the results show how badly they hurt each side."""
        return any(one.ticks for _, cells in self.rows for one in cells)

    def is_marked(self) -> bool:
        """Return whether a cell of the combat results table is marked as reconstructed."""
        return any(one.marked for _, cells in self.rows for one in cells)


def compose_table(
    table: Table,
    wide: int,
    width: Mm,
    title: str = "",
    hint: str = "",
    *,
    largest: float = SCALES[0],
    in_booklet: bool = False,
) -> PrintedBlock:
    """Return a printed table with its result codes and notes, for a block of this width.

    `wide` is the width in twelfths of the page, and `largest` the largest scale of its type. The heading has the mark
    if most of the table is reconstructed. A table in a booklet has no chances.
    """
    marks = table_marks(table)
    return PrintedBlock(
        title or table.name,
        with_rules(hint or table.hint, table.rule),
        marks.all,
        tuple(_table_views(table, marks, wide, width, largest, in_booklet=in_booklet)),
    )


def _needed_width(text: str, *, narrow: bool = False) -> Mm:
    """Return the width of a text of the row `Attack at least`."""
    return text_width(text, *(NARROW_NEEDED if narrow else NEEDED)) + points(2)


def _table_views(
    table: Table, marks: TableMarks, wide: int, width: Mm, largest: float, *, in_booklet: bool
) -> Iterator[View]:
    """Yield what is printed for a table: the table itself, its result codes, and its notes."""
    beyond = table.columns.beyond_odds if table.columns else ""
    notes = table.notes
    if table.crt and table.columns and split_table(table):
        crt = crt_view(table, marks)
        crt = replace(crt, needed=(), chances=(), in_booklet=True) if in_booklet else crt.fitted(width, largest)
        yield crt
        yield _code_key(table, wide, crt)
        notes = ()  # they are in the key
        beyond = "" if crt.needed else beyond
    else:
        yield table_view(table, marks, wide, width, largest)
        if not _is_self_explanatory(table) and any(code.says != sign for sign, code in table.codes.items()):
            yield _code_key(table, wide, None)
    lines = tuple(Paragraph(note, "note") for note in (beyond, *notes) if note)
    if lines:
        yield NotesView(lines)


def axis_name(axis: Axis | None) -> str:
    """Return the name of an axis; an axis without a name is called `Die`, `Dice` or `Odds`."""
    if axis is None:
        return ""
    if axis.name:
        return axis.name
    if axis.by == "roll":
        return "Die" if axis.of.startswith("1d") else "Dice"
    return AXIS_NAMES[axis.by]


def _corner_text(table: Table) -> str:
    """Return the text of a table's corner cell: the names of both axes, with arrows."""
    down, right = axis_name(table.rows), axis_name(table.columns)
    return f"{down}\u00a0↓\u2002{right}\u00a0→" if down and right else down or right


def table_view(
    table: Table, marks: TableMarks, wide: int, width: Mm, largest: float = SCALES[0]
) -> GridView | ListView:
    """Return a table of short cells as a grid, or a table of longer cells as a list.

    A single column is printed as a row if its cells are short, or if they are a few words that fit the width. Words
    with one short value each are a list. A dash in a table with empty cells, in which players write, is a shaded cell.
    """
    short = max(len(text) for row in table.cells for text in row) <= SHORT_CELL
    if table.columns is None and short and len(table.rows.heads) <= 2 * wide and table.rows.by != "kind":
        cells = tuple(
            _figure_paragraph(table.with_unit(row[0]), (i, 0) in marks.each) for i, row in enumerate(table.cells)
        )
        heads = tuple(map(head, table.rows.printed_heads))
        return GridView(axis_name(table.rows), heads, ((Paragraph("", "label"), cells),))
    if table.columns is None and (short or table.rows.by != "kind") and not _is_self_explanatory(table):
        row = _row_of_words(table, marks, width, largest)
        if row:
            return row
    single = table.columns is not None and len(table.columns.heads) == 1 and table.rows.by == "kind"
    if table.columns is not None and not single and (short or _fits_grid(table, table.columns, wide, width / largest)):
        written = any(not text for row in table.cells for text in row)
        style = _row_head_style(table, table.columns, wide)
        colours = {sign: code.colour for sign, code in table.codes.items()}
        rows = tuple(
            (
                Paragraph(head(name), style),
                tuple(
                    _figure_paragraph(table.with_unit(text), (i, j) in marks.each, colours.get(text), closed=written)
                    for j, text in enumerate(row)
                ),
            )
            for i, (name, row) in enumerate(zip(table.rows.printed_heads, table.cells, strict=True))
        )
        heads = tuple(_column_head(table.columns, h) for h in table.columns.printed_heads)
        return GridView(_corner_text(table), heads, rows, "column" if max(map(len, heads)) <= SHORT_CELL else "label")
    return _list_view(table, marks)


def _row_of_words(table: Table, marks: TableMarks, width: Mm, largest: float) -> GridView | None:
    """Return a table of one column as a row of cells with a few words each; None if they do not fit the width.

    In a narrow row the name of the axis is left out, because the hint of the table explains its heads.
    """
    cells = tuple(
        Paragraph(
            _LAST_NUMBER.sub("\u00a0", _printed(table, row[0])),
            "value",
            mark=(i, 0) in marks.each,
            css=_sufferer(row[0]),
        )
        for i, row in enumerate(table.cells)
    )
    heads, style = tuple(map(head, table.rows.printed_heads)), "label" if table.rows.by == "kind" else "column"
    for corner in dict.fromkeys((axis_name(table.rows), "")):
        row = GridView(corner, heads, ((Paragraph("", "label"), cells),), style)
        rooms = [one - CELL_SIDES for one in row.widths(width, largest)[1:]]
        words = [*zip(cells, rooms, strict=True), *zip((Paragraph(one, style) for one in heads), rooms, strict=True)]
        if all(
            one.least_width(largest) <= room and lines_of(one.text, one.style, room, largest) <= MOST_LINES
            for one, room in words
        ):
            return row
    return None


def _sufferer(text: str) -> str:
    """Return the side that the first word of a cell names, in whose colour it is printed; else an empty text.

    >>> _sufferer("attacker loses 2"), _sufferer("both lose 1")
    ('attacker', '')
    """
    first = text.split(" ", 1)[0].lower()
    return first if first in SIDES else ""


def _fits_grid(table: Table, axis: Axis, wide: int, width: Mm) -> bool:
    """Return whether each cell of a table fits one line of its column on any paper, or at least in this width.

    The width is that at scale 1.
    """
    room = max(15 * wide - 6, width) * 0.7 / len(axis.heads)
    longest = max(width_of(text, "figure") for row in table.cells for text in row)
    return axis.by != "kind" and (len(axis.heads) > 3 or longest + 3 <= room)


def _column_head(axis: Axis, text: str) -> str:
    """Return the heading of a table column as printed; odds such as `3-1` stay as written."""
    return text if axis.by == "odds" else head(text)


def _printed(table: Table, text: str) -> str:
    """Return the text of a cell as printed; an empty cell becomes an en dash."""
    return "–" if text == "-" else figures(table.with_unit(text))


def _figure_paragraph(text: str, mark: bool, ground: Colour | None = None, *, closed: bool = False) -> Paragraph:
    """Return the text of a table cell as a centred paragraph on its `ground`.

    A `-` becomes an en dash, or a shade if `closed`.
    """
    if closed and text == "-":
        return Paragraph("", "figure", css="closed")
    return Paragraph("–" if text == "-" else figures(text), "figure", mark=mark, ground=ground)


def _row_head_style(table: Table, columns: Axis, wide: int) -> str:
    """Return the type style for all row headings of a table: large, or small if one is long.

    It is small if one head is long, unless the table has few columns and much room.
    """
    short = max(map(len, table.rows.heads)) <= SHORT_CELL
    room = table.rows.by == "kind" and len(columns.heads) <= FEW_COLUMNS and wide > HALF_PAGE
    return "number" if short or room else "label"


def _is_self_explanatory(table: Table) -> bool:
    """Return whether a table of words prints the meaning of each result in the same row."""
    cells = [text for row in table.cells for text in row]
    words = max(map(len, cells)) > SHORT_CELL and all(text in table.codes for text in cells)
    return table.columns is None and table.rows.by == "kind" and words


def _list_view(table: Table, marks: TableMarks) -> ListView:
    """Return a table as a list: one row of cells for each row of the table."""
    heads = table.columns.printed_heads if table.columns else ("",)
    beside = _is_self_explanatory(table)
    short = [max(len(row[j]) for row in table.cells) <= SHORT_CELL for j in range(len(heads))]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            cell(head(name), "name" if table.rows.by == "kind" else "effect"),
            *(
                cell(_printed(table, text), "value" if short[j] else "words", mark=(i, j) in marks.each)
                for j, text in enumerate(row)
            ),
            *((cell(table.codes[row[0]].says),) if beside else ()),
        )
        for i, (name, row) in enumerate(zip(table.rows.printed_heads, table.cells, strict=True))
    )
    names = (_corner_text(table), *(_column_head(table.columns, h) for h in heads)) if table.columns else ()
    results = (
        (ListColumn(most=60), ListColumn(rest=True))
        if beside
        else tuple(ListColumn(rest=not is_short, most=25) for is_short in short)
    )
    first = ListColumn(rest=True) if table.columns and short == [True] else ListColumn(most=45)
    return ListView((first, *results), rows, tuple(cell(name, "label") for name in names))


def crt_view(table: Table, marks: TableMarks) -> CrtView:
    """Return a combat results table with the chances that follow from its cells."""
    assert table.columns is not None
    cells = split_table(table)
    assert cells is not None
    chances = []
    for side, label in zip((1, 0), SUFFERS, strict=True):
        columns = suffering(table, side)
        depths = shades(table, side)
        if columns:
            chances.append(
                (label, "defender" if side else "attacker", tuple((c, _box_shades(c, depths)) for c in columns))
            )
    return CrtView(
        _corner_text(table),
        tuple(_column_head(table.columns, h) for h in table.columns.printed_heads),
        tuple(
            (
                head(name),
                tuple(
                    ResultCell(_cell_results(table, text, results), (i, j) in marks.each, _ticks(table, results))
                    for j, (text, results) in enumerate(zip(texts, row, strict=True))
                ),
            )
            for i, (name, texts, row) in enumerate(zip(table.rows.printed_heads, table.cells, cells, strict=True))
        ),
        attack_needed(table),
        tuple(chances),
    )


def _cell_results(table: Table, text: str, results: tuple[str, str]) -> tuple[CellResult, ...]:
    """Return the results in a combat results cell: two if it has a slash, otherwise one."""
    if "/" in text:
        attacker, defender = (_cell_result(table, one, css) for one, css in zip(results, SIDES, strict=True))
        return attacker, replace(defender, slash=True)
    suffers = [css for one, css in zip(results, SIDES, strict=True) if not is_nothing(table, one)]
    worst = max(severity(table, side, text) for side in (0, 1)) or 3 * text.endswith("E")
    if len(suffers) == 2 and len(text) > 1 and any(severity(table, side, text) for side in (0, 1)):
        return CellResult(text[0], "attacker"), CellResult(text[1:], "defender")
    css = "both" if len(suffers) == 2 else suffers[0] if suffers else "nothing"
    return (CellResult(_dash_if_empty(text), css, worst=bool(suffers) and worst == 3),)


def _ticks(table: Table, results: tuple[str, str]) -> tuple[int, int] | None:
    """Return the severities of a cell's results for attacker and defender; None if the data does not state them."""
    if not any(code.suffers for code in table.codes.values()) or any(
        "/" in cell for row in table.cells for cell in row
    ):
        return None
    return severity(table, 0, results[0]), severity(table, 1, results[1])


def _cell_result(table: Table, result: str, css: str) -> CellResult:
    """Return one side's result in a combat results cell; the worst ones get a box, numbers do not."""
    if is_nothing(table, result):
        return CellResult(_dash_if_empty(result), "nothing")
    return CellResult(result, css, worst=_is_worst(table, SIDES.index(css), result))


def _is_worst(table: Table, side: int, result: str) -> bool:
    """Return whether a code is the worst result of one side, as far as the table says how bad its results are.

    `suffers` of its codes says so, or `ranks`, or else the words that explain the code: it eliminates.
    """
    results = results_by_weight(table, side)
    if result[:1].isdigit():
        return False
    if any(severity(table, side, one) for one in results):
        return severity(table, side, result) == 3
    if result in table.ranks:
        return result == results[-1]
    return result in table.codes and _ELIMINATES.search(table.codes[result].says) is not None


def _dash_if_empty(text: str) -> str:
    """Return the text of a result as printed; an empty result becomes an en dash."""
    return "–" if text in ("", "-", "—") else text


def shades(table: Table, side: int) -> dict[str, int]:
    """Return how high the box of each result of one side is filled, from 1 to 3; that of the worst is full.

    `side` is 0 for the attacker and 1 for the defender.
    """
    results = results_by_weight(table, side)
    if any(severity(table, side, result) for result in results):
        return {result: severity(table, side, result) or 1 for result in results}
    return {result: max(1, 3 - (len(results) - 1 - i)) if i else 1 for i, result in enumerate(results)}


def _box_shades(chances: SideOutcomes, depths: dict[str, int]) -> tuple[str, ...]:
    """Return how high the box of each possible roll is filled, so that they show how many rolls give each result."""
    if chances.outcomes > 12:
        return ()
    filled = [str(depths[result]) for result, count in reversed(chances.counts) for _ in range(count)]
    return (*filled, *(["0"] * (chances.outcomes - len(filled))))


def _code_key(table: Table, wide: int, crt: CrtView | None) -> KeyView:
    """Return the list of a table's result codes with meanings; a combat results table adds its notes."""
    entries = [
        Paragraph(
            f"**{code_sign(table, sign)}** {with_rules(code.says, _additional_cases(code.rule, table.rule))}", "note"
        )
        for sign, code in table.codes.items()
    ]
    if crt:
        entries += [Paragraph(note, "note") for note in table.notes]
        if any(part.worst for _, cells in crt.rows for one in cells for part in one.results):
            entries.append(Paragraph(FRAMES, "note"))
    if crt and _has_bars(table) and suffering(table, 1):
        entries.append(Paragraph(BARS, "note"))
    if crt and crt.chances:
        outcomes = crt.chances[0][2][0][0].outcomes
        legend = _box_legend(table, outcomes, crt)
        entries += (Paragraph(line, "note", css="boxes") for line in legend)
    return KeyView(tuple(entries), 4 if wide > 9 else 2 if wide > 4 else 1)


def code_sign(table: Table, sign: str) -> str:
    """Return a result code of a table, such as `D1`, as printed."""
    return _dash_if_empty(sign) if is_nothing(table, sign) or table.crt else figures(sign)


def _additional_cases(rule: Sequence[str], common: Sequence[str]) -> Sequence[str]:
    """Return the case numbers of a result code, or none if the table's heading lists them all."""
    return () if set(rule) <= set(common) else rule


def _has_bars(table: Table) -> bool:
    """Return whether the results of a table have bars below them."""
    return any(severity(table, 1, result) for result in shades(table, 1))


def _box_legend(table: Table, outcomes: int, crt: CrtView) -> Iterator[str]:
    """Yield the lines that explain the boxes and the last row of a combat results table."""
    boxed = crt.strip.endswith("boxes")
    text = f"Each box is one of the {number_words(outcomes)} rolls" if boxed else f"Bars show rolls out of {outcomes}"
    text = "Each box is one of the six die rolls" if boxed and outcomes == 6 else text
    depths = shades(table, 1)
    if crt.strip == "numbers":
        yield "The percentages are the chances that a side suffers a result."
    elif not boxed:
        yield f"{text}."
    elif _has_bars(table):
        yield text + ", filled higher for a worse result."
    else:
        alike = ((depth, [result for result, _ in same]) for depth, same in groupby(depths.items(), itemgetter(1)))
        yield text + ": " + ", ".join(f"{BOXES[depth]}\u00a0{join_words(same, 'or')}" for depth, same in alike) + "."
    if crt.needed:
        yield f"Attack at least: {defence_letter(table)} is the defence total; ↑ round up."
