"""Tables and lists of modifiers as blocks of an aid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.compose.basis import Marks, is_reconstructed, table_marks
from pnp.compose.block import Block, Column, Grid, Key, Listing, Notes, Part, Results, View
from pnp.compose.cell import Cell, Line, cell
from pnp.compose.crt import Chances, attack_needed, is_nothing, results_by_weight, split_table, suffering
from pnp.compose.measure import width_of
from pnp.draw.typography import effect, figures, head
from pnp.model.table import Axis, ModifierList, Table
from pnp.units import points

NAMES = {"odds": "Odds", "differential": "Difference", "value": "", "kind": ""}
SHORT_CELL = 9
"""A cell of at most so many letters can stand in a narrow column."""
FEW, HALF = 2, 6
"""So many columns leave room for heads in words, where a table has more than half of a page."""


def own_cases(rule: Sequence[str], common: Sequence[str]) -> str:
    """The cases of one line of a list, without those that stand at the head of the list."""
    return ", ".join([number for number in rule if number not in common] or rule)


def with_rules(text: str, rules: Sequence[str]) -> str:
    """A text and the cases it comes from, those it names itself left out."""
    missing = [number for number in rules if number not in text]
    return f"{text} [{', '.join(missing)}]".strip() if missing else text


def table_block(table: Table, wide: int, title: str = "", hint: str = "") -> Block:
    """A table with its codes and notes; the mark stands in the heading if most of it is reconstructed."""
    marks = table_marks(table)
    return Block(
        title or table.name,
        with_rules(hint or table.hint, table.rule),
        marks.all,
        tuple(_views(table, marks, wide)),
    )


def _views(table: Table, marks: Marks, wide: int) -> Iterator[View]:
    if table.crt and table.columns and split_table(table):
        results = results_view(table, marks)
        yield results
        yield _key(table, wide, results)
    else:
        yield table_view(table, marks, wide)
        if not _explains_itself(table) and any(code.says != sign for sign, code in table.codes.items()):
            yield _key(table, wide, None)
    if table.notes and not (table.crt and table.columns and split_table(table)):
        yield Notes(tuple(Line(note, "note") for note in table.notes))


def axis_name(axis: Axis | None) -> str:
    """What stands along an axis: its name, or `Die` and `Odds`."""
    if axis is None:
        return ""
    if axis.name:
        return axis.name
    if axis.by == "roll":
        return "Die" if axis.of.startswith("1d") else "Dice"
    return NAMES[axis.by]


def _corner(table: Table) -> str:
    down, right = axis_name(table.rows), axis_name(table.columns)
    return f"{down}\u00a0↓\u2002{right}\u00a0→" if down and right else down or right


def table_view(table: Table, marks: Marks, wide: int) -> Grid | Listing:
    """A table of short cells as a grid (one of a single column lies on its side); of longer ones as a list."""
    short = max(len(text) for row in table.cells for text in row) <= SHORT_CELL
    if table.columns is None and short and len(table.rows.heads) <= 2 * wide and table.rows.by != "kind":
        lines = tuple(_figure(row[0], (i, 0) in marks.each) for i, row in enumerate(table.cells))
        return Grid(axis_name(table.rows), tuple(map(head, table.rows.labels)), ((Line("", "label"), lines),))
    if table.columns is not None and (short or _fits_grid(table, table.columns, wide)):
        css = _row_heads(table, table.columns, wide)
        rows = tuple(
            (Line(head(name), css), tuple(_figure(text, (i, j) in marks.each) for j, text in enumerate(row)))
            for i, (name, row) in enumerate(zip(table.rows.labels, table.cells, strict=True))
        )
        heads = tuple(_column_head(table.columns, h) for h in table.columns.heads)
        return Grid(_corner(table), heads, rows, "column" if max(map(len, heads)) <= SHORT_CELL else "label")
    return _wordy(table, marks)


def _fits_grid(table: Table, axis: Axis, wide: int) -> bool:
    """Do the cells stand on one line each in columns of figures, on any paper?"""
    room = (15 * wide - 6) * 0.7 / len(axis.heads)
    longest = max(width_of(text, "figure") for row in table.cells for text in row)
    return axis.by != "kind" and (len(axis.heads) > 3 or longest + 3 <= room)


def _column_head(axis: Axis, text: str) -> str:
    return text if axis.by == "odds" else head(text)


def _figure(text: str, mark: bool) -> Line:
    return Line("–" if text == "-" else figures(text), "figure", mark=mark)


def _row_heads(table: Table, columns: Axis, wide: int) -> str:
    """The style of the heads of rows, one for all: long ones are small unless few columns stand beside them."""
    short = max(map(len, table.rows.labels)) <= SHORT_CELL
    room = table.rows.by == "kind" and len(columns.heads) <= FEW and wide > HALF
    return "number" if short or room else "label"


def _explains_itself(table: Table) -> bool:
    """Does what each result means stand beside it? So it does in a list of one column whose results are words."""
    cells = [text for row in table.cells for text in row]
    words = max(map(len, cells)) > SHORT_CELL and all(text in table.codes for text in cells)
    return table.columns is None and table.rows.by == "kind" and words


def _wordy(table: Table, marks: Marks) -> Listing:
    heads = table.columns.heads if table.columns else ("",)
    beside = _explains_itself(table)
    short = [max(len(row[j]) for row in table.cells) <= SHORT_CELL for j in range(len(heads))]
    rows = tuple(
        (
            cell(head(name), "name" if table.rows.by == "kind" else "effect"),
            *(
                cell("–" if text == "-" else figures(text), "value" if short[j] else "words", mark=(i, j) in marks.each)
                for j, text in enumerate(row)
            ),
            *((cell(table.codes[row[0]].says),) if beside else ()),
        )
        for i, (name, row) in enumerate(zip(table.rows.labels, table.cells, strict=True))
    )
    names = (_corner(table), *(_column_head(table.columns, h) for h in heads)) if table.columns else ()
    results = (Column(most=60), Column(rest=True)) if beside else _columns(short)
    return Listing(
        (Column(most=45), *results),
        rows,
        tuple(cell(name, "label") for name in names),
    )


def _columns(short: Sequence[bool]) -> tuple[Column, ...]:
    return tuple(Column(rest=not is_short, most=25) for is_short in short)


def results_view(table: Table, marks: Marks) -> Results:
    """A combat results table with what follows from its cells."""
    assert table.columns is not None
    cells = split_table(table)
    assert cells is not None
    chances = []
    for side, label in ((1, "Defender suffers"), (0, "Attacker suffers")):
        columns = suffering(table, side)
        depths = shades(table, side)
        if columns:
            chances.append((label, "defender" if side else "attacker", tuple((c, _boxes(c, depths)) for c in columns)))
    return Results(
        _corner(table),
        tuple(_column_head(table.columns, h) for h in table.columns.heads),
        tuple(
            (
                head(name),
                tuple(
                    (_parts(table, text, results), (i, j) in marks.each)
                    for j, (text, results) in enumerate(zip(texts, row, strict=True))
                ),
            )
            for i, (name, texts, row) in enumerate(zip(table.rows.labels, table.cells, cells, strict=True))
        ),
        attack_needed(table),
        tuple(chances),
    )


def _parts(table: Table, text: str, results: tuple[str, str]) -> tuple[Part, ...]:
    """Return a cell as typed: its two results if it has a slash, otherwise one code in the colour of who suffers."""
    if "/" in text:
        return tuple(_part(table, one, css) for one, css in zip(results, ("attacker", "defender"), strict=True))
    suffers = [css for one, css in zip(results, ("attacker", "defender"), strict=True) if not is_nothing(table, one)]
    css = "both" if len(suffers) == 2 else suffers[0] if suffers else "nothing"
    return (Part(_typed(text), css, worst=bool(suffers) and text.endswith("E")),)


def _part(table: Table, result: str, css: str) -> Part:
    if is_nothing(table, result):
        return Part(_typed(result), "nothing")
    return Part(result, css, worst=not result[:1].isdigit())


def _typed(text: str) -> str:
    """Return a result as typed, with a dash of the length that print uses."""
    return "–" if text in ("", "-", "—") else text


def shades(table: Table, side: int) -> dict[str, int]:
    """How dark the box of each result is: 1 to 3, worst results darkest."""
    results = results_by_weight(table, side)
    return {result: max(1, 3 - (len(results) - 1 - i)) if i else 1 for i, result in enumerate(results)}


def _boxes(chances: Chances, depths: dict[str, int]) -> tuple[str, ...]:
    if chances.outcomes > 12:
        return ()
    filled = [str(depths[result]) for result, count in reversed(chances.counts) for _ in range(count)]
    return (*filled, *(["0"] * (chances.outcomes - len(filled))))


def _key(table: Table, wide: int, results: Results | None) -> Key:
    entries = [
        Line(f"**{_sign(table, sign)}** {with_rules(code.says, _more(code.rule, table.rule))}", "note")
        for sign, code in table.codes.items()
    ]
    if results:
        entries += [Line(note, "note") for note in table.notes]
    if results and results.chances:
        outcomes = results.chances[0][2][0][0].outcomes
        entries.append(Line(_box_legend(table, outcomes, bool(results.needed)), "note", css="boxes"))
    return Key(tuple(entries), 4 if wide > 9 else 2 if wide > 4 else 1)


def _sign(table: Table, sign: str) -> str:
    return _typed(sign) if is_nothing(table, sign) or table.crt else figures(sign)


def _more(rule: Sequence[str], common: Sequence[str]) -> Sequence[str]:
    return () if set(rule) <= set(common) else rule


def _box_legend(table: Table, outcomes: int, needed: bool) -> str:
    text = "Boxes show dice out of six" if outcomes == 6 else f"Bars show rolls out of {outcomes}"
    depths = shades(table, 1)
    text += ": " + ", ".join(f"{BOXES[depth]}\u00a0{result}" for result, depth in depths.items()) + "."
    return text + (" D is the defence; ↑ round up." if needed else "")


BOXES = {1: "\u25a2", 2: "\u25a4", 3: "\u25a0"}
"""Stand-ins that the page replaces by its coloured boxes."""


def modifier_blocks(lists: Sequence[ModifierList], title: str = "", hint: str = "") -> tuple[Block, ...]:
    """Lists of modifiers under each other, their effects in one column."""
    effects = [effect(line.effect) for one in lists for line in one.lines]
    least = max((width_of(text, "effect") for text in effects), default=0.0)
    made = []
    for one in lists:
        marked = [is_reconstructed(line) or (is_reconstructed(one) and not line.basis) for line in one.lines]
        every = bool(marked) and all(marked)
        rows = tuple(
            (
                cell(effect(line.effect), "effect", mark=mark and not every),
                cell(line.says),
                cell(own_cases(line.rule, one.rule), "case"),
            )
            for line, mark in zip(one.lines, marked, strict=True)
        )
        columns = (Column(least=least + points(4), most=30), Column(rest=True), Column(most=16, css="case-number"))
        heading = title if title and len(lists) == 1 else one.name
        made.append(Block(heading, with_rules(hint or one.hint, one.rule), every, (Listing(columns, rows),)))
    return tuple(made)


def code_block(tables: Sequence[Table], title: str, hint: str) -> Block:
    """What the results of tables mean."""
    rows: list[tuple[Cell, ...]] = [
        (
            cell(_sign(table, sign), "effect"),
            cell(code.says),
            cell(", ".join(code.rule), "case"),
        )
        for table in tables
        for sign, code in table.codes.items()
    ]
    columns = (Column(most=25), Column(rest=True), Column(most=16, css="case-number"))
    return Block(title or "Results", hint, views=(Listing(columns, tuple(rows)),))
