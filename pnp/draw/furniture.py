"""Everything beside the hexes on map sheets and cards: titles, tables, tracks, compass, scale and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from pnp.art.map.cartouche import Heading, draw_compass, draw_scale, draw_title
from pnp.art.map.cartouche_panel import draw_cartouche
from pnp.art.map.diagrams import draw_compass_rose, draw_titled_scatter_diagram
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import FULL, MapPalette, colour_names
from pnp.draw.fault import (
    SLACK,
    covered_text,
    drawn_finding,
    furniture_too_small,
    letter_not_in_typeface,
    not_in_key,
    theme_without_effect,
    unknown_map_colour,
)
from pnp.draw.furniture_panels import draw_furniture_panel, unbroken_rects
from pnp.draw.labelled_picture import draw_labelled_picture
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.key_features import with_features
from pnp.draw.map.terrain_key import draw_key, draw_short_key, entries_of_key, key_height
from pnp.draw.tables.table_panel import Panel, draw_chart, draw_words, modifier_chart, table_chart
from pnp.draw.tables.track import draw_box, draw_track, space_rects
from pnp.extent import items_extent, moved_extent, path_extent
from pnp.findings import Fault, Finding, Severity
from pnp.fitting import SMALLEST_PT
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from pnp.model.gamemap import MapTheme
from pnp.model.looks.look import TerrainLook
from pnp.model.sheet_furniture import Furniture
from pnp.scene import Item, Matrix, Path, Rect, Scene, Text, Use, walk
from pnp.typeface import cap_height, text_width
from pnp.units import Mm

_TITLE_SLACK: Mm = 0.3
"""So far may the letters of a title be outside its rectangle."""
_OF_LOOKS = ("wind", "hills", "slopes_to", "mist")
"""The settings of the theme of a map that the drawings of some looks use."""


def draw_furniture(
    game: Game, thing: Furniture, palette: MapPalette, frame: MapFrame | None, *, samples: bool = True
) -> Panel:
    """Draw a title, table, track or other item in its rectangle.

    Without the `frame` of a map, compass, scale and key are blank. Without `samples`, the key shows only
    the texts of its sample hexes, which is enough to check it.
    """
    room = Rect(*thing.at)
    if thing.kind == "title" and thing.emblem and game.map is not None:
        heading = Heading(thing.title or game.map.title, game.map.region, game.map.dateline, game.map.remark)
        return Panel(tuple(draw_cartouche(room, heading, thing.text, thing.emblem, game.icons, palette)))
    if thing.bar:
        return draw_furniture_panel(game, thing, palette, frame, samples=samples)
    match thing.kind:
        case "title":
            style = game.map.theme.title if game.map is not None else "plain"
            return Panel(tuple(draw_title(room, _title_words(game, thing), palette, style)))
        case "table":
            return draw_chart(table_chart(game.tables[thing.of], thing.title), room, palette, thing.type_size)
        case "modifiers":
            chart = modifier_chart(game.modifiers[thing.of], thing.title)
            return draw_chart(chart, room, palette, thing.type_size)
        case "text":
            return draw_words(thing.title, thing.text, room, palette, thing.type_size)
        case "picture":
            return draw_labelled_picture(game, thing, room, palette)
        case "track":
            return _place_scene(
                draw_track(
                    game, thing.of, room.width, room.height, thing.heading, palette=palette, in_a_row=thing.in_a_row
                ),
                room,
            )
        case "box":
            return _place_scene(draw_box(game, thing.of, room.width, room.height, palette=palette), room)
    if frame is None:
        return Panel(())
    match thing.kind:
        case "compass":
            if thing.on_water:
                return Panel(tuple(draw_compass_rose(room, frame.map.north, palette.on_water())))
            return Panel(tuple(draw_compass(room, frame.map.north, palette)))
        case "scatter":
            return Panel(
                tuple(draw_titled_scatter_diagram(room, frame.map, thing.text, palette)) if frame.map.scatter else ()
            )
        case "scale":
            scale = frame.map.scale
            return Panel(tuple(draw_scale(room, scale, frame.grid.across_flats, palette)) if scale else ())
        case "key":
            if thing.of:
                return Panel(tuple(draw_short_key(game, thing, frame, samples=samples)))
            return Panel(tuple(draw_key(game, frame, thing, samples=samples)))


def _place_scene(scene: Scene, room: Rect) -> Panel:
    """Return a scene moved to the top left of a rectangle."""
    return Panel((Use(scene, Matrix.place(room.x, room.y)),))


def _title_words(game: Game, thing: Furniture) -> Heading:
    """Return the words of a printed title: the item's own words, or those of the map."""
    if thing.title or thing.text or game.map is None:
        return Heading(thing.title or game.game.title, dateline=thing.text)
    return Heading(game.map.title, game.map.region, game.map.dateline, game.map.remark)


def uncut_areas(game: Game, thing: Furniture) -> tuple[Rect, ...]:
    """Return the areas of an item that no seam between map tiles should cut.

    This is its rectangle; for a track, it is each of its spaces.
    """
    if thing.bar:
        return unbroken_rects(game, thing)
    room = Rect(*thing.at)
    if thing.kind != "track":
        return (room,)
    spaces = space_rects(game, thing.of, room.width, room.height, thing.heading, thing.in_a_row)
    return tuple(replace(rect, x=rect.x + room.x, y=rect.y + room.y) for rect in spaces)


def furniture_findings(game: Game) -> tuple[Finding, ...]:
    """Return findings on tables, texts and titles (of map and cards) that do not fit or lack letters."""
    found = []
    board = resolve_board(game)
    frame = frame_of(game, board) if board is not None else None
    known = colour_names(game.looks, game.sides)
    for name, text in game.map.palette.items() if game.map is not None else ():
        severity = _severity(expected=not game.looks.is_former(name.partition(".")[0]))
        for fault in unknown_map_colour(name, len(text.split()), known.get(name, 0)):
            found.append(replace(drawn_finding(fault, game.spot(fault.path)), severity=severity))
    if game.season is not None:
        for name, text in game.season.colours.items():
            for fault in unknown_map_colour(name, len(text.split()), known.get(name, 0)):
                found.append(drawn_finding(fault, game.season.spot))
    settings = {f"map.theme.{setting}" for look in game.looks.values() for setting in look.settings}
    for fault in _theme_faults(game, frame):
        severity = _severity(expected=fault.path in settings or fault.path.rpartition(".")[2] not in _OF_LOOKS)
        found.append(replace(drawn_finding(fault, game.spot(fault.path)), severity=severity))
    found += _key_findings(game, frame)
    for path, thing in all_furniture(game):
        if thing.kind in ("track", "box") and not thing.bar:
            items = draw_furniture(game, thing, FULL, frame).items
            covered = dict.fromkeys(covered_texts(f"{thing.kind} {thing.of}", items, Rect(*thing.at)))
            spot = game.spot(f"{path}.at")
            found += [drawn_finding(fault, spot) for fault in covered]
            continue
        if thing.kind == "key" and frame is not None and not thing.of:
            low = tuple(furniture_too_small("terrain key", "high", *key_height(game, frame, thing), SMALLEST_PT))
            if low:  # its samples cannot be drawn
                found += [drawn_finding(fault, game.spot(f"{path}.at")) for fault in low]
                continue
        panel = draw_furniture(game, thing, FULL, frame, samples=False)  # they take most of the time
        texts = [item for item, _ in walk(panel.items) if isinstance(item, Text)]
        missing = [fault for text in texts for fault in letter_not_in_typeface("", text.text, text.font)]
        faults: tuple[Fault, ...] = (*panel.faults, *missing, *_text_too_large(thing, panel))
        if not faults:
            first = islice(covered_texts(thing.kind, panel.items, _room_for_texts(thing)), 1)
            faults = tuple(fault._replace(path="at") for fault in first)
        for fault in faults:
            spot = game.spot(f"{path}.{fault.path}" if fault.path else path)
            found.append(drawn_finding(fault, spot))
    return tuple(dict.fromkeys(found))


def _key_findings(game: Game, frame: MapFrame | None) -> Iterator[Finding]:
    """Yield a finding (D011) for each thing that the map shows but none of its keys."""
    keys = [(path, thing) for path, thing in all_furniture(game) if thing.kind == "key"]
    if frame is None or not keys or not all(thing.of for _, thing in keys):
        return
    shown, path = {kind for _, thing in keys for kind in thing.key_ids}, f"{keys[0][0]}.of"
    known = with_features(game, frame.board)
    for id_ in entries_of_key(known, frame):
        for fault in not_in_key(id_, known.terrain[id_].name, shown):
            yield drawn_finding(fault, game.spot(path))


def _severity(*, expected: bool) -> Severity:
    """Return that of a fault: a warning if the game does not have the look that is expected to use a setting."""
    return Severity.ERROR if expected else Severity.WARNING


def _theme_faults(game: Game, frame: MapFrame | None) -> Iterator[Fault]:
    """Yield a fault (D009) for each setting of the theme of the map that has no effect."""
    if game.map is None or frame is None:
        return
    theme, usual, looks = game.map.theme, MapTheme(), game.looks.of(TerrainLook)
    drawn = [looks[kind.look] for kind in game.terrain.values() if kind.look in looks]
    for setting in _OF_LOOKS:
        if getattr(theme, setting) != getattr(usual, setting):
            used = any(setting in look.settings for look in drawn)
            yield from theme_without_effect(setting, "no terrain has a look that uses it", effective=used)
    flat, square = game.map.hexes == "flat", len(frame.outline) == 4
    if theme.frame != "plain":
        fits = square and (flat or theme.frame == "engraved")
        yield from theme_without_effect("frame", "the map is not a rectangle of flat-topped hexes", effective=fits)
    if theme.numbers.at != usual.numbers.at:
        yield from theme_without_effect("numbers", "the hexes are pointed", effective=flat)


def _text_too_large(thing: Furniture, panel: Panel) -> tuple[Fault, ...]:
    """Return faults (D006) if the text of a title, scale or terrain key is larger than its rectangle."""
    name = {"title": "title", "scale": "scale", "key": "terrain key"}.get(thing.kind)
    texts = [item for item in panel.items if isinstance(item, Text)]
    extent = items_extent(texts)
    if name is None or extent is None:
        return ()
    x, _, width, height = thing.at
    over = max(x - extent.x, extent.right - x - width)
    larger = SMALLEST_PT / max(min(text.size_pt for text in texts), 0.1)
    wide = furniture_too_small(name, "wide", width + over, width + SLACK, SMALLEST_PT)
    high = furniture_too_small(name, "high", height * larger, height + SLACK, SMALLEST_PT)
    return (*wide, *high)


def _room_for_texts(thing: Furniture) -> Rect:
    """Return the rectangle that no text of an item leaves; large letters of titles reach a little out of theirs."""
    return Rect(*thing.at).grown(_TITLE_SLACK if thing.kind == "title" else 0)


def all_furniture(game: Game) -> Iterator[tuple[str, Furniture]]:
    """Yield the data path and the data of every table, track and other item on the map or on cards."""
    for i, thing in enumerate(game.map.furniture if game.map else ()):
        yield f"map.furniture.{i}", thing
    for id_, card in game.components.items():
        for field, side in card.printed_sides():
            for i, thing in enumerate(side.furniture):
                yield f"components.{id_}.{field}.furniture.{i}", thing


def covered_texts(subject: str, items: Iterable[Item], frame: Rect) -> Iterator[Fault]:
    """Yield a fault (D010) for each text that lies over another text, a dashed square, or the edge of `frame`.

    `items` is the drawing of the item that `subject` names. Each text is reported once.
    """
    texts, squares = list[tuple[str, Rect]](), list[tuple[str, Rect]]()
    for item, matrix in walk(items):
        if isinstance(item, Text) and (box := moved_extent(_capitals(item), matrix)):
            texts.append((item.text, box))
        elif isinstance(item, Path) and item.stroke and item.stroke.dash:
            box = moved_extent(path_extent(item), matrix)
            squares += [("the place of a counter", box)] if box else []
    for number, (text, box) in enumerate(texts):
        others = [(f'the text "{other}"', lies) for other, lies in texts[number + 1 :]]
        over = next((name for name, lies in (*others, *squares) if box.grown(-SLACK).touches(lies)), "")
        room = frame.grown(SLACK)
        inside = room.holds(box.x, box.y) and room.holds(box.right, box.bottom)
        yield from covered_text(subject, text, over or ("" if inside else "the edge"))


def _capitals(text: Text) -> Rect | None:
    """Return the box of a line of text from its baseline to the height of its capitals; None if it is empty."""
    if not text.text:
        return None
    width, high = text_width(text.text, text.font, text.size_pt, text.tracking), cap_height(text.font, text.size_pt)
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    return Rect(text.x + left, text.y - high, width, high)
