"""Draws single things of a game, such as a counter, a hex, a table or a card, as one picture for the screen."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, fsum, sqrt
from pathlib import Path

from pnp.art.map.map_palette import FULL
from pnp.board import Board
from pnp.draw.card_faces import card_components, draw_cards
from pnp.draw.counter.faces import draw_counters
from pnp.draw.cutout import CUT_OUT_DRAWINGS, cut_out_components
from pnp.draw.figure.figure_window import around_hexes
from pnp.draw.furniture import all_furniture
from pnp.draw.hexmap import map_piece
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.draw.tables.table_layout import Chart
from pnp.draw.tables.table_panel import Panel, draw_chart, modifier_chart, table_chart
from pnp.draw.tables.track import draw_box, draw_track
from pnp.extent import items_extent
from pnp.findings import Finding, Refused, Severity, checks_of, did_you_mean
from pnp.kit.full_check import full_check
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.partly_read import read_partly
from pnp.message import clip
from pnp.model.component import CardComponent, kind_of_component
from pnp.model.components.cards_and_decks import CardDeck, DeckCard
from pnp.model.game import Game
from pnp.scene import Group, Item, Matrix, Rect, Scene, Stroke, Text, Use, polygon, rectangle
from pnp.spot import Spot
from pnp.typeface import text_width
from pnp.units import MM_PER_POINT, Mm
from pnp.write.scene_picture import scene_picture

MAP, COUNTERS, CARDS = "map", "counters", "cards"
"""Words that name all things of a kind."""
UNKNOWN = "B001"
"""The code of a word that nothing has."""
_GAP: Mm = 4
_WIDEST: Mm = 250
"""The width of a picture with few things in it."""
_WIDE_AS_HIGH = 1.8
"""How many times as wide as high a picture of many things is, about."""
_TABLE_WIDTHS: tuple[Mm, ...] = (90, 140, 200, 280)
_TABLE_HEIGHTS: tuple[Mm, ...] = (25, 35, 50, 70, 100, 140, 200, 300)
_CAPTION_PT, _CAPTION_FONT = 7, "condensed"
_MARK = Stroke("#C8281E", 0.7)
"""The line around the hex of a preview."""
_HEXES_AROUND = 2
_SPACE: tuple[Mm, Mm] = (24, 20)
"""The size of a space of a track that is not printed on the map or a card, and the height of the heading above it."""
_HEADING: Mm = 8
_MOST_SPACES = 10
"""So many spaces are in a row of it."""


def preview_words(game: Game) -> tuple[str, ...]:
    """Return the ids and words that `draw_preview` knows, apart from hexes."""
    cards = (id_ for component in card_components(game) for id_ in draw_cards(game, resolve_board(game), component))
    words = [MAP] * (game.map is not None) + [COUNTERS] * bool(game.counters) + [CARDS] * bool(card_components(game))
    sections: Iterable[Iterable[str]] = (
        words,
        game.counters,
        game.components,
        cards,
        game.tables,
        game.modifiers,
        game.boxes,
        game.tracks,
    )
    return tuple(dict.fromkeys(id_ for section in sections for id_ in section))


def draw_preview(game: Game, ids: Sequence[str] = (), dpi: int = 200) -> bytes:
    """Return a picture of things of a game as a PNG file, at true size for this number of dots per inch.

    `ids` are ids or labels of counters, ids or titles of cards, ids of other components, tables, lists of modifiers,
    boxes and tracks, paths of these in findings, hexes, or the words of this module; by default the map, or else the
    counters. Raise `Refused` for an unknown id, and with the errors of the data if they prevent the drawing.
    """
    try:
        return _picture(preview_scene(game, ids), dpi)
    except Refused:
        raise
    except Exception as error:
        # the data was not checked before, so that a picture takes a moment
        found = full_check(game, {check.code for check in checks_of("game")})
        errors = [one for one in found if one.severity is Severity.ERROR]
        if errors:
            raise Refused(errors) from error
        raise


def draw_preview_in_spite_of_errors(
    folder: Path, overlays: Sequence[str] = (), ids: Sequence[str] = (), dpi: int = 200
) -> tuple[bytes, tuple[Finding, ...]]:
    """Return the picture of `draw_preview` for the game in a folder, and the errors that it met.

    What is wrong is left out of the picture or replaced, as in a draft. Raise `Refused` if nothing is left to be drawn.
    """
    errors: tuple[Finding, ...] = ()
    try:
        return draw_preview(load_game(folder, overlays), ids, dpi), ()
    except Refused as refused:
        errors = refused.findings
        if any(one.code == UNKNOWN for one in errors):
            raise
    try:
        without = {one.spot.path: 1 for one in errors if one.spot.path}
        return draw_preview(read_partly(folder, overlays, without).game, ids, dpi), errors
    except Refused as refused:
        raise Refused(dict.fromkeys((*errors, *refused.findings))) from refused


def preview_scene(game: Game, ids: Sequence[str] = ()) -> Scene:
    """Return the picture of `draw_preview` as a scene; the data must be right."""
    chosen = ids or ([MAP] if game.map is not None else [COUNTERS] if game.counters else [CARDS])
    board = resolve_board(game)
    ids = [_id_meant(game, id_) for id_ in chosen]
    scenes = [(caption, scene) for id_ in ids for caption, scene in _scenes(game, board, id_)]
    return _arranged(scenes)


def _id_meant(game: Game, word: str) -> str:
    """Return the id of the thing with a path such as `counters.A1.front`, or of the only counter with a label.

    Other words are returned as they are, but those for a card of a deck without `components` and the names of fields.
    """
    section, _, rest = word.partition(".")
    if section == "components":
        paths = (card.path for id_, deck in _decks(game) for card in deck.cards(id_))
        inside = next((path for path in paths if f"{word}.".startswith(f"{path}.")), "")
        return (inside or ".".join(word.split(".")[:2])).removeprefix("components.")
    of_section: Mapping[str, Mapping[str, object]] = {
        "counters": game.counters,
        "tables": game.tables,
        "modifiers": game.modifiers,
        "boxes": game.boxes,
    }
    if rest.partition(".")[0] in of_section.get(section, ()):
        return rest.partition(".")[0]
    labelled = [id_ for id_, counter in game.counters.items() if counter.label == word]
    return labelled[0] if len(labelled) == 1 and word not in game.counters else word


def _scenes(game: Game, board: Board | None, id_: str) -> Iterator[tuple[str, Scene]]:
    """Yield each scene of a thing with its caption."""
    if id_ == MAP and board is not None:
        yield "", draw_map_sheet(game, board)
    elif id_ == COUNTERS or id_ in game.counters:
        faces = draw_counters(game)
        for name in game.counters if id_ == COUNTERS else [id_]:
            yield name, _beside(faces[name].front, faces[name].back)
    elif id_ in game.tables or id_ in game.modifiers:
        chart = table_chart(game.tables[id_]) if id_ in game.tables else modifier_chart(game.modifiers[id_])
        yield id_, _chart_scene(chart)
    elif id_ in game.boxes:
        yield id_, draw_box(game, id_, 60, 35)
    elif id_ in game.tracks:
        pass  # as below, since a marker of a track often has the same id
    elif board is not None and id_ in {board.grid.number(cell) for cell in board.grid.hexes}:
        yield id_, _around_hex(game, board, id_)
    else:
        yield from _component_scenes(game, board, id_)
    if id_ in game.tracks:
        yield id_, _track_scene(game, id_)


def _track_scene(game: Game, id_: str) -> Scene:
    """Return a track as it is on the map or a card, or else with spaces of a usual size."""
    printed = next((one for _, one in all_furniture(game) if one.kind == "track" and one.of == id_), None)
    if printed:
        return draw_track(game, id_, *printed.at[2:], printed.heading, in_a_row=printed.in_a_row)
    spaces = len(game.tracks[id_].spaces)
    across = game.tracks[id_].across or min(spaces, _MOST_SPACES)
    wide, high = _SPACE
    return draw_track(game, id_, across * wide, ceil(spaces / across) * high + _HEADING, in_a_row=across)


def _component_scenes(game: Game, board: Board | None, word: str) -> Iterator[tuple[str, Scene]]:
    """Yield the scenes of a component, of some of its cards, or of all cards; raise `Refused` for an unknown word.

    Only these components are drawn, so that an error in another one does not matter.
    """
    found = False
    for id_, component in card_components(game).items():
        meant = _cards_meant(id_, component, word)
        for name, faces in draw_cards(game, board, id_).items() if meant != frozenset() else ():
            if meant is None or name in meant:
                found = True
                yield name, _beside(faces.front, faces.back)
    for id_, cut_out in cut_out_components(game).items():
        if word == id_ or word.startswith(f"{id_}-"):
            for piece in CUT_OUT_DRAWINGS[kind_of_component(cut_out)](cut_out, game, id_):
                if word in (id_, piece.name):
                    found = True
                    yield piece.name, piece.scene
    if not found:
        known = preview_words(game)
        titles = (card.rank.title for id_, deck in _decks(game) for card in deck.cards(id_))
        write = did_you_mean(word, (*known, *titles)) or "name a counter, a hex, a table, a card, map or counters"
        raise Refused([Finding(UNKNOWN, Spot("ID"), f"the game has nothing with the id {clip(word)}", write)])


def _decks(game: Game) -> Iterator[tuple[str, CardDeck]]:
    """Yield each deck of cards of a game with its id."""
    yield from ((id_, one) for id_, one in game.components.items() if isinstance(one, CardDeck))


def _cards_meant(id_: str, component: CardComponent, word: str) -> frozenset[str] | None:
    """Return the names of the cards of a component that a word means; None for all of them.

    A card of a deck is meant by its name, by the id or the title of its rank, and by a path in findings.
    """
    if word in (CARDS, id_):
        return None
    if not isinstance(component, CardDeck):
        return None if word.casefold() == component.name.casefold() else frozenset()
    cards = tuple(component.cards(id_))

    def meant(card: DeckCard) -> bool:
        """Return whether the word means a card of the deck."""
        rank = card.path.rpartition(".")[2]
        return word in (card.id, rank, f"{id_}.{rank}", card.path.removeprefix("components."))

    found = frozenset(card.id for card in cards if meant(card))
    found = found or frozenset(card.id for card in cards if card.rank.title.casefold() == word.casefold())
    return None if not found and word.casefold() == component.name.casefold() else found


def _beside(front: Scene, back: Scene) -> Scene:
    """Return the front and the back of a piece side by side."""
    right = front.width + _GAP / 2
    items = (_trimmed(front, 0), _trimmed(back, right))
    return Scene(front.name, right + back.width, max(front.height, back.height), items)


def _trimmed(scene: Scene, x: Mm) -> Group:
    """Return a scene as it is after cutting, without its bleed."""
    return Group((Use(scene),), Matrix.place(x), clip=rectangle(scene.box))


def _chart_scene(chart: Chart) -> Scene:
    """Return a table at the narrowest width at which it is not cramped."""
    rooms = [Rect(2, 2, width - 4, high) for width in _TABLE_WIDTHS for high in _TABLE_HEIGHTS]
    panels = ((room, draw_chart(chart, room, FULL)) for room in rooms)
    room, panel = next((one for one in panels if one[1].items and not one[1].faults), (rooms[-1], Panel(())))
    width = room.right + 2
    extent = items_extent(panel.items)
    return Scene(chart.what, width, extent.bottom + 2 if extent else 0, panel.items)


def _around_hex(game: Game, board: Board, number: str) -> Scene:
    """Return the part of the map around a hex."""
    cell = board.grid.hex(number)
    shown = around_hexes(board, [one for one in cell.within(_HEXES_AROUND) if one in board.grid])
    piece = map_piece(game, board, shown)
    marked = polygon(board.grid.corners(cell), stroke=_MARK)
    items = (*piece.scene.items, *piece.numbers, *piece.names, marked)
    window = Group(items, Matrix.place(-shown.x, -shown.y), clip=rectangle(shown))
    return Scene(number, shown.width, shown.height, (window,))


def _arranged(scenes: Sequence[tuple[str, Scene]]) -> Scene:
    """Return scenes in rows, each with its caption below it. Many scenes make a wide picture, not a long strip."""
    items: list[Item] = []
    widest = max(_WIDEST, sqrt(_WIDE_AS_HIGH * fsum(scene.width * scene.height for _, scene in scenes)))
    x = y = high = _GAP
    right = 0.0
    for caption, scene in scenes:
        width = max(scene.width, text_width(caption, _CAPTION_FONT, _CAPTION_PT))
        if x > _GAP and x + width > widest:
            x, y = _GAP, high + _GAP
        below = y + scene.height + (_CAPTION_PT * MM_PER_POINT * 1.4 if caption else 0)
        items.append(Use(scene, Matrix.place(x, y)))
        if caption:
            items.append(Text(x, below, caption, _CAPTION_FONT, _CAPTION_PT, fill="#555555"))
        x, right, high = x + width + _GAP, max(right, x + width), max(high, below)
    return Scene("preview", right + _GAP, high + _GAP, tuple(items))


def _picture(scene: Scene, dpi: int) -> bytes:
    """Return a scene as a PNG file on white paper."""
    with io.BytesIO() as file:
        scene_picture(scene, dpi).save(file, "png")
        return file.getvalue()
