"""Cards with tables, texts or the map on them: a postcard, a reference card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.board import Board
from pnp.deferred import deferred
from pnp.draw.card_faces import CARD_BLEED, CARD_DRAWINGS, CARD_FINDINGS, CardFaces
from pnp.draw.fault import contrast_faults, drawn_finding
from pnp.draw.text_lines import READABLE
from pnp.findings import Finding
from pnp.model.component import CardSide
from pnp.model.components.cards_and_decks import Card
from pnp.model.game import Game
from pnp.palette import FRAME, WHITE
from pnp.scene import Item, Rect, Scene, rectangle

with deferred():  # maps need shapely and numpy, and every command that reads a game imports this module
    from pnp.art.map import map_palette
    from pnp.draw import furniture
    from pnp.draw.map import framed_map, map_sheet


@CARD_DRAWINGS.enter("card")
def draw_card(card: Card, game: Game, board: Board | None, id_: str) -> dict[str, CardFaces]:
    """Draw both sides of the card; return them under the card's id.

    A side with the map shows the whole map sheet.
    """
    back = _side_scene(card, game, board, card.back, f"{id_} back") if card.back else None
    front = _side_scene(card, game, board, card.front, f"{id_} front")
    scale = card.enlarge
    return {id_: CardFaces.of(front.enlarged(scale), back and back.enlarged(scale))}


def _side_scene(card: Card, game: Game, board: Board | None, side: CardSide, name: str) -> Scene:
    """Draw one side of the card: its colour, and the map or the tables and texts on it."""
    items: list[Item] = []
    if side.ground.upper() != WHITE:
        items.append(rectangle(Rect(0, 0, card.width, card.height).grown(CARD_BLEED), fill=side.ground))
    if side.map and board is not None:
        items += map_sheet.draw_map_sheet(game, board, grounded=side.ground.upper() == WHITE).items
    frame = framed_map.frame_of(game, board) if board is not None else None
    palette = frame.palette if frame is not None else map_palette.FULL
    if side.head:
        palette = replace(palette, brown=side.head)
    for thing in side.furniture:
        items += furniture.draw_furniture(game, thing, palette, frame).items
    return Scene(name, card.width, card.height, tuple(items), bleed=CARD_BLEED)


@CARD_FINDINGS.enter("card")
def card_findings(card: Card, game: Game, id_: str) -> Iterator[Finding]:
    """Yield a finding (D003 or D012) for each side whose text has too little contrast with its background."""
    for field, side in card.printed_sides():
        if side.furniture:
            for fault in contrast_faults("ground", "text", side.head or FRAME, side.ground, READABLE):
                spot = game.spot(f"components.{id_}.{field}.ground")
                yield drawn_finding(fault, spot)
