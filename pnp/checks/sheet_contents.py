"""Checks of map sheets and cards: nothing extends past an edge or overlaps, and counters fit their boxes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from pnp.checks.checked_game import SIDES, CheckedGame, check
from pnp.findings import Fault
from pnp.message import clip, join_words
from pnp.model.component import CardComponent
from pnp.model.game import Game
from pnp.model.sheet_furniture import Furniture
from pnp.units import Mm

SHEET_SPAN = (20.0, 3000.0)
"""The shortest and the longest side of a sheet, in mm: a card, and the longest cut sheet of a plotter."""
SLACK = 0.01


@check("M015")
def furniture_off_the_sheet(checked: CheckedGame) -> Iterator[Fault]:
    """A title, a track, a table or other map furniture extends beyond its sheet or card, or has no size.

    Bad:
        map: {furniture: [{kind: title, at: [190mm, 5mm, 60mm, 10mm]}]}
    Good:
        map: {furniture: [{kind: title, at: [10mm, 5mm, 60mm, 10mm]}]}
    """
    for sheet_kind, (sheet_width, sheet_height), things in _sheets(checked):
        for path, thing in things:
            x, y, width, height = thing.at
            if width <= 0 or height <= 0:
                yield Fault(
                    f"{path}.at",
                    f"the {_furniture_name(checked.game, thing)} has no size",
                    f"its width is {width:g} mm and its height {height:g} mm; write at: [left, top, width, height]",
                )
            elif x < 0 or y < 0 or x + width > sheet_width + SLACK or y + height > sheet_height + SLACK:
                size = f"{sheet_width:g} by {sheet_height:g} mm"
                past = {"left": -x, "top": -y, "right": x + width - sheet_width, "bottom": y + height - sheet_height}
                edges = join_words([f"{far:.1f} mm past its {edge} edge" for edge, far in past.items() if far > SLACK])
                wrong = f"the {_furniture_name(checked.game, thing)} extends beyond the {sheet_kind} of {size}: {edges}"
                yield Fault(f"{path}.at", wrong, "move it, or make it smaller; at: is [left, top, width, height]")


@check("M016")
def furniture_overlaps(checked: CheckedGame) -> Iterator[Fault]:
    """Two items of map furniture overlap on the map sheet or on one side of a card.

    Map furniture is everything that is printed beside the hexes, such as titles, tables, tracks, texts and the compass.

    Bad:
        map: {furniture: [{kind: title, at: [10mm, 5mm, 60mm, 10mm]}, {kind: compass, at: [60mm, 5mm, 10mm, 10mm]}]}
    Good:
        map: {furniture: [{kind: title, at: [10mm, 5mm, 60mm, 10mm]}, {kind: compass, at: [75mm, 5mm, 10mm, 10mm]}]}
    """
    for _, _, things in _sheets(checked):
        for (_, one), (path, other) in combinations(things, 2):
            (x1, y1, w1, h1), (x2, y2, w2, h2) = one.at, other.at
            across, down = min(x1 + w1, x2 + w2) - max(x1, x2), min(y1 + h1, y2 + h2) - max(y1, y2)
            if across > SLACK and down > SLACK:
                names = [_furniture_name(checked.game, thing) for thing in (other, one)]
                room = f"{across:.1f} by {down:.1f} mm"
                way = ("down" if y2 >= y1 else "up") if down <= across else ("right" if x2 >= x1 else "left")
                write = f"move the {names[0]} {min(across, down):.1f} mm {way}, or make one of them smaller"
                yield Fault(f"{path}.at", f"the {names[0]} overlaps the {names[1]} on {room}", write)


@check("M017")
def room_too_small_for_counters(checked: CheckedGame) -> Iterator[Fault]:
    """A box or a space of a track is smaller than a counter.

    A panel is map furniture with a title bar (`bar`). The bar takes 13.5 pt (4.8 mm) of its height. On a panel, a space
    of a track with `sides` needs room for one counter of each side. If the marker of a track lies beside its spaces,
    write `beside: true` at the track. A map on an enlarged card (`enlarge`) is measured as it is printed.

    Bad:
        map: {furniture: [{kind: box, of: dead, at: [80mm, 180mm, 25mm, 15mm]}]}
    Good:
        map: {furniture: [{kind: box, of: dead, at: [80mm, 176.5mm, 40mm, 20mm]}]}
    """
    game = checked.game
    if game.counter_print is None or not SIDES[0] <= game.counter_print.side <= SIDES[1]:
        return  # C009 and C013 report it
    side = game.counter_print.side - SLACK
    for path, thing, sheet in ((*pair, kind) for kind, _, things in _sheets(checked) for pair in things):
        scale = game.map_print_scale if sheet == "sheet" else 1
        width, height = (scale * length for length in thing.body[2:])
        if thing.kind == "box" and thing.of in game.boxes:
            holds = max(game.boxes[thing.of].holds if thing.holds is None else thing.holds, 1)
            across = min(holds, max(1, int(width // side)))
            down = math.ceil(holds / across)
        elif thing.kind == "track" and thing.of in game.tracks and game.tracks[thing.of].spaces:
            if game.tracks[thing.of].beside:
                continue
            spaces = len(game.tracks[thing.of].spaces)
            across = min(thing.in_a_row or max(game.tracks[thing.of].across, 0) or spaces, spaces)
            down = math.ceil(spaces / across)
            across *= len(game.tracks[thing.of].sides) if thing.bar and game.tracks[thing.of].sides else 1
        else:
            continue
        if width / across < side or height / down < side:
            room = f"{width / across:.1f} by {height / down:.1f} mm"
            name = _furniture_name(checked.game, thing)
            wrong = f"the {name} has {room} for each counter, but counters have a side of {side + SLACK:g} mm"
            yield Fault(f"{path}.at", wrong, "make it larger")


@check("M018")
def map_off_the_sheet(checked: CheckedGame) -> Iterator[Fault]:
    """The hexes of the map do not fit on the map sheet.

    `at` is the top left corner of the hex grid. A `frame` can crop the grid; then only the frame must fit.

    Bad:
        map: {grid: {at: [120mm, 20mm]}}
    Good:
        map: {grid: {at: [30mm, 20mm]}}
    """
    text, board = checked.game.map, checked.board
    if text is None or board is None:
        return
    x, y, width, height = text.frame or (*board.grid.origin, *board.grid.size)
    sheet = text.size
    if x < -SLACK or y < -SLACK or x + width > sheet.width + SLACK or y + height > sheet.height + SLACK:
        right, bottom = x + width, y + height
        wrong = f"on the sheet, the map extends from {x:.1f}, {y:.1f} mm to {right:.1f}, {bottom:.1f} mm"
        sheet_size = f"the sheet measures {sheet.width:g} by {sheet.height:g} mm"
        yield Fault(
            "map.frame" if text.frame else "map.grid.at",
            wrong,
            f"{sheet_size}: move the map, or make its hexes smaller",
        )


@check("M021")
def sheet_size_out_of_range(checked: CheckedGame) -> Iterator[Fault]:
    """The width or height of the map sheet is less than 20 mm or more than 3,000 mm.

    Bad:
        map: {paper: {width: 8000in}}
    Good:
        map: {paper: {width: 8in}}
    """
    text = checked.game.map
    for name in ("width", "height") if text else ():
        assert text is not None
        length = getattr(text.paper, name)
        if not SHEET_SPAN[0] <= length <= SHEET_SPAN[1]:
            yield Fault(
                f"map.paper.{name}",
                f"{length:g} mm is not a valid {name} of a sheet",
                "write a length from 20mm to 3000mm",
            )


@check("M022")
def furniture_covers_hexes(checked: CheckedGame) -> Iterator[Fault]:
    """A title, a track, a table or other map furniture covers the centre of a hex.

    A compass `on_water` may cover lakes and the sea.

    Bad:
        map: {furniture: [{kind: title, at: [10mm, 20mm, 60mm, 20mm]}]}
    Good:
        map: {furniture: [{kind: title, at: [10mm, 5mm, 60mm, 10mm]}]}
    """
    board = checked.board
    for path, thing in _map_furniture(checked) if board else ():
        assert board is not None
        x, y, width, height = thing.at
        for cell in board.grid.hexes:
            cx, cy = board.grid.centre(cell)
            if thing.on_water and _is_water(checked.game, board.terrain_at(cell)):
                continue
            if x < cx < x + width and y < cy < y + height:
                yield Fault(
                    f"{path}.at",
                    f"the {_furniture_name(checked.game, thing)} covers hex {board.grid.number(cell)}",
                    "move it off the map",
                )
                break


def _is_water(game: Game, kinds: Iterable[str]) -> bool:
    """Return whether one of some kinds of terrain is drawn as a lake or the sea."""
    return any(kind in game.terrain and game.looks[game.terrain[kind].look].group == "water" for kind in kinds)


def _map_furniture(checked: CheckedGame) -> Iterator[tuple[str, Furniture]]:
    """Yield each piece of furniture on the map sheet with its path in the data."""
    text = checked.game.map
    return ((f"map.furniture.{i}", thing) for i, thing in enumerate(text.furniture if text else ()))


def _sheets(checked: CheckedGame) -> Iterator[tuple[str, tuple[Mm, Mm], tuple[tuple[str, Furniture], ...]]]:
    """Yield (`sheet` or `card`, size, furniture with paths) for the map sheet and each card side."""
    game = checked.game
    if game.map is not None:
        yield "sheet", (game.map.size.width, game.map.size.height), tuple(_map_furniture(checked))
    for id_, card in game.components.items():
        for field, side in card.printed_sides() if isinstance(card, CardComponent) else ():
            assert isinstance(card, CardComponent)
            path = f"components.{id_}.{field}.furniture"
            things = tuple((f"{path}.{i}", thing) for i, thing in enumerate(side.furniture))
            yield "card", (card.width, card.height), things


def _furniture_name(game: Game, thing: Furniture) -> str:
    """Return the name of a piece of furniture in messages, such as `table "Combat results"`."""
    kinds: dict[str, Mapping[str, object]] = {
        "track": game.tracks, "box": game.boxes, "table": game.tables, "modifiers": game.modifiers
    }  # fmt: skip
    noun = {"modifiers": "list", "key": "key of terrain"}.get(thing.kind, thing.kind)
    shown = kinds.get(thing.kind, {}).get(thing.of)
    name = str(getattr(shown, "name", "")) or (thing.of if thing.kind != "key" else "")
    name = name or clip(thing.title or thing.text, 24)
    return f'{noun} "{name}"' if name else noun
