"""Drawings of tables, lists of modifiers and texts, as large as their rectangles allow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import fsum

from pnp.art.map.map_palette import MapPalette
from pnp.draw.fault import furniture_too_small
from pnp.draw.tables.card_paragraph import GAP_SHARE, break_paragraph
from pnp.draw.tables.table_layout import (
    ARROW_FONT,
    ARROWS,
    CELL_FONT,
    HEAD_FONT,
    HINT_PT,
    KEY_AIR,
    PANEL_ROW_AIR,
    ROW_AIR,
    TITLE_PT,
    TRACKING,
    WORD_FONT,
    Chart,
    ChartLayout,
    cell_width,
    hint_room,
    is_wordy,
    lay_out,
    over_height,
    row_height,
    widest,
)
from pnp.findings import Fault
from pnp.fitting import SMALLEST_PT, FittedText, fit_line
from pnp.model.table import Axis, Code, ModifierList, Table
from pnp.palette import ATTACKER, DEFENDER, INK, mix
from pnp.scene import Colour, Item, Rect, Stroke, Text, line, rectangle
from pnp.typeface import cap_height, text_width
from pnp.typography import dress, effect, figures, head
from pnp.units import Mm, points

WORST = 3
"""The severity of a result that eliminates units."""
LARGEST_PT, LARGEST_TEXT_PT, LEAST_WITH_KEY_PT = 10.5, 8.5, 5.5
STEP_PT = 0.25


@dataclass(frozen=True, slots=True)
class Panel:
    """The items drawn in a rectangle of a map sheet or card, and the faults found."""

    items: tuple[Item, ...]
    faults: tuple[Fault, ...] = ()


def table_chart(table: Table, title: str = "") -> Chart:
    """Convert a table of the data into a chart with the texts as printed."""
    axis = table.columns
    rows = tuple(
        (head(name), *(_printed_cell(table, text) for text in cells))
        for name, cells in zip(table.rows.printed_heads, table.cells, strict=False)
    )
    heads = (axis_name(table.rows), *_column_heads(axis)) if axis else ()
    key = tuple((_printed_cell(table, sign), dress(code.says)) for sign, code in table.codes.items() if sign != "-")
    over = axis.name if axis else ""
    fills = tuple((_printed_cell(table, sign), code.colour) for sign, code in table.codes.items() if code.colour)
    title, hint = dress(title or table.name), dress(table.hint)
    inks = tuple((_printed_cell(table, sign), _inks(sign, code)) for sign, code in table.codes.items() if code.suffers)
    framed = frozenset(
        _printed_cell(table, sign)
        for sign, code in table.codes.items()
        if max(code.suffers.values(), default=0) >= WORST
    )
    note = dress(axis.beyond_odds) if axis else ""
    return Chart(
        f"table {table.name}", title, hint, rows, heads, over, key, fills=fills, inks=inks, framed=framed, note=note
    )


def _inks(sign: str, code: Code) -> tuple[Colour, ...]:
    """Return the colours of a combat result, as on player aids: those of the sides which suffer, the attacker first."""
    if len(code.suffers) > 1:
        return (ATTACKER, DEFENDER) if len(sign) > 1 else (INK,)
    return (ATTACKER if "attacker" in code.suffers else DEFENDER,)


def _printed_cell(table: Table, text: str) -> str:
    """Return the text of a table cell as printed, such as `½` for `1/2`.

    In a combat results table, 1/2 is two results and stays.
    """
    return "–" if text == "-" else text if table.crt else figures(table.with_unit(text))


def _column_heads(axis: Axis) -> tuple[str, ...]:
    """Return the heads of a table's columns as printed; odds stay as written."""
    return axis.heads if axis.by == "odds" else tuple(head(text) for text in axis.printed_heads)


def axis_name(axis: Axis) -> str:
    """Return the name that is printed above the row or column heads of a table, such as `Die`."""
    return axis.name or ("Die" if axis.of.startswith("1d") else "Dice" if axis.by == "roll" else "")


def modifier_chart(modifiers: ModifierList, title: str = "") -> Chart:
    """Convert a list of modifiers of the data into a chart with the texts as printed."""
    rows = tuple((effect(one.effect), dress(one.says)) for one in modifiers.lines)
    return Chart(f"list {modifiers.name}", dress(title or modifiers.name), dress(modifiers.hint), rows)


# ---------------------------------------------------------------- draw


def draw_chart(chart: Chart, room: Rect, palette: MapPalette, largest: float | None = None) -> Panel:
    """Draw a chart at the largest type size that fits, with its key and its note if there is room for them.

    `largest` is the limit of the type size in points.
    """
    layout = _largest_layout(chart, room, largest or LARGEST_PT)
    faults: tuple[Fault, ...] = ()
    if layout is None:
        layout = lay_out(chart, SMALLEST_PT, room.width, keyed=False)
        if layout is None:
            wide = next(w for w in range(int(room.width), 2000) if lay_out(chart, SMALLEST_PT, w, keyed=False))
            return Panel((), furniture_too_small(chart.what, "wide", wide, room.width, SMALLEST_PT))
        faults = furniture_too_small(chart.what, "high", layout.height, room.height, SMALLEST_PT)
    items = _draw_heading(chart, layout, room, palette) if layout.heading else []
    return Panel((*items, *_draw_grid(chart, layout, room, palette)), faults)


def _largest_layout(chart: Chart, room: Rect, largest: float) -> ChartLayout | None:
    """Return the layout of a chart at the largest type size that fits the rectangle; None if none fits."""
    if len(chart.rows) * row_height(SMALLEST_PT, 1, PANEL_ROW_AIR if chart.on_panel else ROW_AIR) > room.height:
        return None  # a layout of thousands of rows at every size would take minutes
    for keyed, least in ((True, LEAST_WITH_KEY_PT), (False, SMALLEST_PT)):
        for noted in (True, False) if chart.note else (False,):
            size = largest
            while size >= least:
                layout = lay_out(chart, size, room.width, keyed=keyed, noted=noted)
                if layout is not None and layout.height <= room.height + 1e-6:
                    return layout
                size -= STEP_PT
    return None


def _draw_heading(chart: Chart, layout: ChartLayout, room: Rect, palette: MapPalette) -> list[Item]:
    """Draw the title and the hint of a chart."""
    assert layout.heading is not None
    title, hint = layout.heading
    baseline = round(room.y + title.height, 3)
    words = title.lines[0]
    width = text_width(words, HEAD_FONT, title.size_pt, TRACKING)
    size, _ = fit_line(words, palette.head_font, title.size_pt, width, tracking=TRACKING)
    items: list[Item] = [Text(room.x, baseline, words, palette.head_font, size, palette.brown, tracking=TRACKING)]
    if hint:
        items += hint.at(room.x, baseline + points(3), palette.number)
    elif chart.hint:
        size, _ = fit_line(chart.hint, WORD_FONT, HINT_PT, hint_room(chart, title.size_pt, room.width))
        items.append(Text(room.right, baseline, chart.hint, WORD_FONT, size, palette.number, "end"))
    return items


def _draw_grid(chart: Chart, layout: ChartLayout, room: Rect, palette: MapPalette) -> list[Item]:
    """Draw the rows and heads of a chart, spread over the room, and its key and note below."""
    top = room.y + layout.head_height
    largest = room.height if chart.on_panel else points(layout.size * 0.9)
    air = min((room.height - layout.height) / max(len(layout.rows), 1), largest)
    heights = [height + max(air, 0) for height in layout.heights]
    lefts = [room.x, *(room.x + x for x in accumulate(layout.widths))]
    tops = [top, *(top + y for y in accumulate(heights))]
    foot = tops[-1]
    first = 1 if chart.heads else 0
    rows = [Rect(room.x, y, room.width, height) for y, height in zip(tops, heights, strict=False)]
    whole = Rect(room.x, top, room.width, foot - top)
    if chart.on_panel:
        items = _draw_panel_rows(whole, rows, first, palette)
    else:
        items = _draw_framed_rows(whole, rows, first, lefts, palette)
    columns = [[row[j] for row in chart.rows] for j in range(len(layout.widths))]
    for i, row in enumerate(layout.rows):
        lift = over_height(chart, layout.size) if i < first else 0.0
        for j, lines in enumerate(row):
            cell = Rect(lefts[j], tops[i] + lift, layout.widths[j], heights[i] - lift)
            fill = dict(chart.fills).get(" ".join(lines), "") if j else ""
            if fill and i >= first:
                items.append(_draw_pill(cell, fill))
            strong = i < first or j == 0 or bool(chart.fills and chart.on_panel)
            own = dict(chart.inks).get(" ".join(lines), ()) if i >= first and j else ()
            inks = own or (palette.accent if chart.on_panel and i >= first and not j else INK,)
            items += _cell_texts(lines, cell, layout.size, inks, strong=strong or bool(own), left=is_wordy(columns[j]))
            if own and " ".join(lines) in chart.framed:
                items.append(_draw_frame(lines[0], cell, layout.size, own[0]))
        if lift:
            over = Rect(lefts[1], tops[i], lefts[-1] - lefts[1], lift)
            size, _ = fit_line(chart.over, CELL_FONT, max(5.0, layout.size * 0.9), over.width)
            y = round(over.bottom - points(1.2 if chart.on_panel else 0.2), 3)
            items.append(Text(over.centre[0], y, chart.over, CELL_FONT, size, INK, "middle"))
    if layout.note:
        items += layout.note.at(room.x, room.bottom - layout.note_height + KEY_AIR, INK)
    return items + _draw_key(layout, Rect(room.x, foot, room.width, room.bottom - layout.note_height - foot), palette)


def _draw_framed_rows(
    whole: Rect, rows: Sequence[Rect], first: int, lefts: Sequence[Mm], palette: MapPalette
) -> list[Item]:
    """Draw the frame and the bands of the rows of a chart, and rules below and beside its heads."""
    items: list[Item] = [rectangle(whole, fill=palette.panel)]
    for i, row in enumerate(rows):
        if i < first or (i - first) % 2 == 1:
            items.append(rectangle(row, fill=palette.table_head if i < first else palette.zebra))
    rule = Stroke(palette.pale_rule, points(0.5))
    if len(lefts) > 2:
        items.append(line(lefts[1], whole.y, lefts[1], whole.bottom, rule))
    if first:
        y = rows[0].bottom
        items.append(line(whole.x, y, whole.right, y, Stroke(palette.brown, points(0.7))))
    items.append(rectangle(whole, stroke=Stroke(palette.brown, points(0.7))))
    return items


def _draw_panel_rows(whole: Rect, rows: Sequence[Rect], first: int, palette: MapPalette) -> list[Item]:
    """Draw the bands of the rows of a chart on a panel, and a rule below its heads and below its last row."""
    tint = mix(palette.pale_rule, palette.panel, 0.22)
    items: list[Item] = [rectangle(row, fill=tint) for row in rows[first::2]]
    rule = Stroke(palette.brown, points(0.5))
    for y in (rows[first].y, whole.bottom) if len(rows) > first else ():
        items.append(line(whole.x, y, whole.right, y, rule))
    return items


def _draw_pill(cell: Rect, fill: Colour) -> Item:
    """Draw the coloured ground of a result, a little smaller than its cell."""
    width = max(cell.width - points(16), cell.width / 2)
    pill = Rect(cell.centre[0] - width / 2, cell.y + points(0.6), width, cell.height - points(1.2))
    return rectangle(pill, fill=fill, radius=points(2))


def _cell_texts(
    lines: Sequence[str], cell: Rect, size: float, inks: Sequence[Colour], *, strong: bool, left: bool
) -> list[Text]:
    """Return the text lines of one cell of a chart at their positions. A second ink is that of the later letters.

    An arrow at the start of a line is in the typeface that has arrows.
    """
    font = HEAD_FONT if strong else CELL_FONT
    block = FittedText(tuple(lines), font, size, points(size * 1.18))
    top = cell.y + (cell.height - block.height) / 2
    if left:
        return block.at(cell.x + points(size * 0.42), top, inks[0])
    whole = block.at(cell.centre[0], top, inks[0], "middle")
    if len(lines) != 1 or (len(inks) == 1 and lines[0][:1] not in ARROWS):
        return whole
    words, base = lines[0], whole[0]
    x = cell.centre[0] - cell_width(words, font, size) / 2
    first = ARROW_FONT if words[0] in ARROWS else font
    wide = text_width(words[0], first, size)
    return [
        replace(base, x=x, text=words[0], font=first, anchor="start"),
        replace(base, x=x + wide, text=words[1:], fill=inks[-1], anchor="start"),
    ]


def _draw_frame(words: str, cell: Rect, size: float, ink: Colour) -> Item:
    """Draw the frame around a result that eliminates units."""
    width, height = text_width(words, HEAD_FONT, size) + points(size * 0.5), cap_height(HEAD_FONT, size) + points(3.2)
    x, y = cell.centre[0] - width / 2, cell.centre[1] - height / 2
    return rectangle(Rect(x, y, width, height), stroke=Stroke(ink, points(0.7)), radius=points(1.4))


def _draw_key(layout: ChartLayout, room: Rect, palette: MapPalette) -> list[Item]:
    """Draw the key of a chart: result codes with their meanings, in columns."""
    if not layout.key:
        return []
    lines = math.ceil(len(layout.key) / layout.key_columns)
    lead = min(points(layout.key_pt * 1.45), (room.height - KEY_AIR) / lines)
    width = room.width / layout.key_columns
    signs = widest([sign for sign, _ in layout.key], HEAD_FONT, layout.key_pt) + points(3)
    items: list[Item] = []
    for i, (sign, says) in enumerate(layout.key):
        x = room.x + i // lines * width
        y = round(room.y + KEY_AIR + cap_height(WORD_FONT, layout.key_pt) + i % lines * lead + points(0.6), 3)
        items.append(Text(x, y, sign, HEAD_FONT, layout.key_pt, INK))
        items.append(Text(x + signs, y, says, WORD_FONT, layout.key_pt, INK))
    return items


def draw_words(
    title: str, text: str, room: Rect, palette: MapPalette, largest: float | None = None, *, what: str = "text"
) -> Panel:
    """Draw a title and paragraphs as large as they fit in a rectangle.

    Each line of the text is a paragraph, which may begin with bold words or a bold number. `largest` is the limit of
    the type size in points, and `what` names the text in findings.
    """
    size, items, top, title = largest or LARGEST_TEXT_PT, list[Item](), room.y, dress(title)
    if title:
        title_pt, _ = fit_line(title.upper(), HEAD_FONT, TITLE_PT, room.width, tracking=TRACKING)
        top += cap_height(HEAD_FONT, title_pt)
        items.append(Text(room.x, round(top, 3), title.upper(), HEAD_FONT, title_pt, palette.brown, tracking=TRACKING))
        top += points(4.6)
    paragraphs = [one for one in text.splitlines() if one.strip()]
    while True:
        blocks = [break_paragraph(one, size, room.width) for one in paragraphs]
        gap = points(size * GAP_SHARE)
        height = fsum(block.height for block in blocks) + gap * max(0, len(blocks) - 1)
        fits = top + height <= room.bottom + 1e-6 and all(block.width <= room.width + 1e-6 for block in blocks)
        if fits or size <= SMALLEST_PT:
            break
        size = max(SMALLEST_PT, size - STEP_PT)
    faults = () if fits else furniture_too_small(what, "high", top + height - room.y, room.height, SMALLEST_PT)
    for block in blocks:
        items += block.at(room.x, top)
        top += block.height + gap
    return Panel(tuple(items), faults)
