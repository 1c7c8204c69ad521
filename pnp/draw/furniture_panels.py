"""Furniture as panels under a head bar, in the colour of the map's frame or of a side."""

from __future__ import annotations

from dataclasses import replace

from pnp.art.map.cartouche import draw_scale
from pnp.art.map.diagrams import draw_compass_rose, draw_scatter_diagram
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import MapPalette
from pnp.draw.labelled_picture import draw_labelled_picture
from pnp.draw.map.terrain_key import draw_key_rows, key_heading
from pnp.draw.tables.head_bar_panel import (
    BoxWords,
    draw_panel,
    draw_slots,
    draw_spaces,
    panel_colours,
    spaces_in,
)
from pnp.draw.tables.table_layout import Chart
from pnp.draw.tables.table_panel import Panel, draw_chart, draw_words, modifier_chart, table_chart
from pnp.fitting import SMALLEST_PT, wrap_text
from pnp.model.game import Game
from pnp.model.sheet_furniture import Furniture
from pnp.model.table import ModifierList
from pnp.scene import Item, Rect, Text
from pnp.typeface import text_width
from pnp.typography import dress, effect
from pnp.units import Mm, points

AIR = points(5)
"""The distance between the contents of a panel and its edges."""
MODIFIER_PT = 6.3


def draw_furniture_panel(
    game: Game, thing: Furniture, palette: MapPalette, frame: MapFrame | None, *, samples: bool
) -> Panel:
    """Draw a piece of furniture as a panel: its head bar, and its contents below the bar.

    `samples` says whether a terrain key shows its sample hexes, or only their texts.
    """
    room = Rect(*thing.at)
    colours = panel_colours(game, thing.bar, palette)
    title, note = _title_and_note(game, thing)
    panel = draw_panel(room, title, note, colours, palette)
    on_panel = replace(palette, panel=colours.ground)
    contents = _draw_contents(game, thing, Rect(*thing.body), on_panel, frame, samples=samples)
    return Panel((*panel.items, *contents.items), panel.faults + contents.faults)


def _title_and_note(game: Game, thing: Furniture) -> tuple[str, str]:
    """Return the words in the head bar: those of the furniture, or else of the thing that it shows.

    The hint of a track is left out where its bar is too narrow for it.
    """
    title, note = {"key": "Terrain key", "compass": "Compass", "scatter": "Scatter"}.get(thing.kind, ""), ""
    match thing.kind:
        case "box":
            title = game.boxes[thing.of].name
        case "track":
            title, note = game.tracks[thing.of].name, game.tracks[thing.of].hint
            if text_width(note, "condensed-medium", SMALLEST_PT) > 0.6 * thing.at[2]:
                note = ""
        case "table":
            title, note = game.tables[thing.of].name, game.tables[thing.of].hint
        case "modifiers":
            title, note = game.modifiers[thing.of].name, game.modifiers[thing.of].hint
        case "key":
            note = key_heading(game)
    return thing.title or title, dress(thing.note or note)


def _draw_contents(
    game: Game, thing: Furniture, body: Rect, palette: MapPalette, frame: MapFrame | None, *, samples: bool
) -> Panel:
    """Draw what a panel shows below its head bar."""
    inner = body.grown(-AIR)
    match thing.kind:
        case "box":
            box = game.boxes[thing.of]
            holds = box.holds if thing.holds is None else thing.holds
            colours = panel_colours(game, thing.bar, palette)
            return Panel(
                tuple(draw_slots(game, body, holds, BoxWords(box.says, thing.text, thing.bar), colours, palette))
            )
        case "track":
            return Panel(tuple(draw_spaces(game, game.tracks[thing.of], body, palette, thing.in_a_row)))
        case "table":
            below = game.modifiers.get(thing.modifiers)
            return _draw_table(table_chart(game.tables[thing.of]), below, inner, palette, thing.type_size)
        case "modifiers":
            return _draw_table(modifier_chart(game.modifiers[thing.of]), None, inner, palette, thing.type_size)
        case "text" | "title":
            return draw_words("", thing.text, inner, palette, thing.type_size)
        case "picture":
            return draw_labelled_picture(game, thing.model_copy(update={"title": ""}), inner, palette)
    if frame is None:
        return Panel(())
    match thing.kind:
        case "compass":
            return Panel(tuple(draw_compass_rose(inner, frame.map.north, palette)))
        case "scatter":
            items = draw_scatter_diagram(inner, frame.map, thing.text, palette) if frame.map.scatter else []
            return Panel(tuple(items))
        case "scale":
            scale = frame.map.scale
            return Panel(tuple(draw_scale(inner, scale, frame.grid.across_flats, palette)) if scale else ())
        case "key":
            rows = draw_key_rows(game, frame, body.grown(-points(3)), thing, points(4), samples=samples)
            return Panel(tuple(rows))


def _draw_table(
    chart: Chart, modifiers: ModifierList | None, room: Rect, palette: MapPalette, largest: float | None
) -> Panel:
    """Draw a table on a panel, and below it the modifiers of its die roll; `largest` limits the type size (points)."""
    lines = _modifier_lines(modifiers, room.width) if modifiers else []
    lead = points(MODIFIER_PT * 1.25)
    foot = len(lines) * lead + points(2) if lines else 0.0
    table = draw_chart(replace(chart, on_panel=True), replace(room, height=room.height - foot), palette, largest)
    items: list[Item] = []
    for i, (sign, words) in enumerate(lines):
        y = round(room.bottom - (len(lines) - 1 - i) * lead, 3)
        items.append(Text(room.x, y, sign, "condensed-bold", MODIFIER_PT, palette.accent))
        items.append(Text(room.x + _sign_width(), y, words, "condensed-medium", MODIFIER_PT, palette.ink))
    return Panel((*table.items, *items), table.faults)


def _sign_width() -> Mm:
    """Return the width of the column with the effects of modifiers."""
    return text_width("+ 1", "condensed-bold", MODIFIER_PT) + points(4)


def _modifier_lines(modifiers: ModifierList, width: Mm) -> list[tuple[str, str]]:
    """Return the printed lines of a list of modifiers: the effect, which is blank in further lines, and the words."""
    lines = []
    for one in modifiers.lines:
        words = wrap_text(dress(one.says), "condensed-medium", MODIFIER_PT, width - _sign_width())
        lines += [("" if i else effect(one.effect, arrows=False), part) for i, part in enumerate(words)]
    return lines


def unbroken_rects(game: Game, thing: Furniture) -> tuple[Rect, ...]:
    """Return the rectangles on the sheet that no seam should cut: each space of a track, or else the whole panel.

    The bar at the head of a track, which may be wider than a tile, may be cut beside its texts.
    """
    if thing.kind != "track":
        return (Rect(*thing.at),)
    return spaces_in(game.tracks[thing.of], Rect(*thing.body), thing.in_a_row)
