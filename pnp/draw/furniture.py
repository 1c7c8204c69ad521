"""Furniture: what stands beside the hexes of a map sheet, or on a card, each thing in its rectangle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.board import resolve_board
from pnp.draw.fault import SLACK, Fault, furniture_too_small, letter_not_in_typeface
from pnp.draw.map.cartouche import Heading, draw_title
from pnp.draw.map.compass import draw_compass
from pnp.draw.map.frame import MapFrame
from pnp.draw.map.palette import MapPalette
from pnp.draw.map.scalebar import draw_scale
from pnp.draw.map.terrainkey import draw_key, key_height
from pnp.draw.tables.table_panel import Panel, draw_chart, draw_words, modifier_chart, table_chart
from pnp.draw.tables.track import draw_box, draw_track, space_rects
from pnp.extent import items_extent
from pnp.findings import Finding
from pnp.fitting import SMALLEST_PT
from pnp.model.game import Game
from pnp.model.gamemap import Furniture
from pnp.scene import Matrix, Rect, Scene, Text, Use, walk


def draw_furniture(game: Game, piece: Furniture, palette: MapPalette, frame: MapFrame | None) -> Panel:
    """One thing in its rectangle. `frame` is the map's; compass, scale and key are blank without one."""
    room = Rect(*piece.at)
    match piece.kind:
        case "title":
            return Panel(tuple(draw_title(room, _heading(game, piece), palette)))
        case "table":
            return draw_chart(table_chart(game.tables[piece.of], piece.title), room, palette)
        case "modifiers":
            return draw_chart(modifier_chart(game.modifiers[piece.of], piece.title), room, palette)
        case "text":
            return draw_words(piece.title, piece.text, room, palette)
        case "track":
            return _placed(draw_track(game, piece.of, room.width, room.height, piece.heading, palette=palette), room)
        case "box":
            return _placed(draw_box(game, piece.of, room.width, room.height, palette=palette), room)
    if frame is None:
        return Panel(())
    match piece.kind:
        case "compass":
            return Panel(tuple(draw_compass(room, frame.map.north, palette)))
        case "scale":
            scale = frame.map.scale
            return Panel(tuple(draw_scale(room, scale, frame.grid.across_flats, palette)) if scale else ())
        case "key":
            return Panel(tuple(draw_key(game, frame, room, piece.columns)))


def _placed(scene: Scene, room: Rect) -> Panel:
    return Panel((Use(scene, Matrix.place(room.x, room.y)),))


def _heading(game: Game, piece: Furniture) -> Heading:
    """The words of a title: its own, or the map's."""
    if piece.title or piece.text or game.map is None:
        return Heading(piece.title or game.game.title, dateline=piece.text)
    return Heading(game.map.title, game.map.region, game.map.dateline, game.map.remark)


def rooms(game: Game, piece: Furniture) -> tuple[Rect, ...]:
    """What of a thing no seam between tiles should cut: the whole of it, or each space of a track by itself."""
    room = Rect(*piece.at)
    if piece.kind != "track":
        return (room,)
    spaces = space_rects(game, piece.of, room.width, room.height, piece.heading)
    return tuple(replace(rect, x=rect.x + room.x, y=rect.y + room.y) for rect in spaces)


def furniture_findings(game: Game) -> tuple[Finding, ...]:
    """What of the furniture cannot be printed as the data has it: D004 and D006."""
    from pnp.draw.map.palette import FULL  # noqa: PLC0415 - colours do not matter here

    found = []
    board = resolve_board(game)
    frame = MapFrame.of(game, board) if board is not None else None
    for path, piece in all_furniture(game):
        if piece.kind in ("track", "box"):
            continue
        if piece.kind == "key" and frame is not None:
            low = tuple(furniture_too_small("terrain key", "high", *key_height(game, frame, piece), SMALLEST_PT))
            if low:  # its samples cannot be drawn
                found += [Finding(fault.code, game.spot(f"{path}.at"), fault.wrong, fault.write) for fault in low]
                continue
        panel = draw_furniture(game, piece, FULL, frame)
        texts = [item for item, _ in walk(panel.items) if isinstance(item, Text)]
        missing = [fault for text in texts for fault in letter_not_in_typeface("", text.text, text.font)]
        faults: tuple[Fault, ...] = (*panel.faults, *missing, *_text_outside(piece, panel))
        for fault in faults:
            spot = game.spot(f"{path}.{fault.field}" if fault.field else path)
            found.append(Finding(fault.code, spot, fault.wrong, fault.write))
    return tuple(dict.fromkeys(found))


def _text_outside(piece: Furniture, panel: Panel) -> tuple[Fault, ...]:
    """Return a fault (D006) if a text of a thing on the map is longer than its rectangle is wide, or so low that its
    text is too small.
    """
    name = {"title": "title", "scale": "scale", "key": "terrain key"}.get(piece.kind)
    texts = [item for item in panel.items if isinstance(item, Text)]
    extent = items_extent(texts)
    if name is None or extent is None:
        return ()
    x, _, width, height = piece.at
    over = max(x - extent.x, extent.right - x - width)
    larger = SMALLEST_PT / max(min(text.size_pt for text in texts), 0.1)
    wide = furniture_too_small(name, "wide", width + over, width + SLACK, SMALLEST_PT)
    high = furniture_too_small(name, "high", height * larger, height + SLACK, SMALLEST_PT)
    return (*wide, *high)


def all_furniture(game: Game) -> Iterator[tuple[str, Furniture]]:
    """Every thing on the map sheet and on cards, with its path."""
    for i, piece in enumerate(game.map.furniture if game.map else ()):
        yield f"map.furniture.{i}", piece
    for id_, card in game.components.items():
        for field, side in card.printed_sides():
            for i, piece in enumerate(side.furniture):
                yield f"components.{id_}.{field}.furniture.{i}", piece
