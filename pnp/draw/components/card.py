"""Cards: both sides of every card as scenes of its true size, with the texts that must be readable on them."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.board import Board
from pnp.draw.fault import contrast_too_low
from pnp.draw.furniture import draw_furniture, furniture_findings
from pnp.draw.map.frame import MapFrame
from pnp.draw.map.palette import FULL
from pnp.draw.map.sheet import draw_map_sheet
from pnp.draw.text_lines import READABLE
from pnp.findings import Finding
from pnp.model.component import Card, CardFace
from pnp.model.game import Game
from pnp.palette import WHITE
from pnp.scene import Item, Rect, Scene, Text, rectangle, walk
from pnp.units import Mm

BLEED: Mm = 3
"""How far a coloured ground goes on past the cut."""


@dataclass(frozen=True, slots=True)
class CardFaces:
    """A card drawn: two scenes of one size, and the runs of text on each."""

    front: Scene
    back: Scene
    front_texts: tuple[str, ...]
    back_texts: tuple[str, ...]
    blank_back: bool = False

    @classmethod
    def of(cls, front: Scene, back: Scene | None) -> CardFaces:
        """Two scenes, or one with a blank back."""
        behind = back or Scene(f"{front.name} back", front.width, front.height, ())
        return cls(front, behind, scene_texts(front), scene_texts(behind), blank_back=back is None)


def scene_texts(scene: Scene) -> tuple[str, ...]:
    """The runs of text of a drawing that begin on it."""
    return tuple(item.text for item, _ in walk(scene.items) if isinstance(item, Text) and item.text.strip())


def draw_cards(game: Game, board: Board | None) -> dict[str, CardFaces]:
    """Both sides of every card, by id. A card with the map has the whole map sheet on it."""
    found = {}
    for id_, card in game.components.items():
        if isinstance(card, Card):
            back = _side(game, board, card, card.back, f"{id_} back") if card.back else None
            found[id_] = CardFaces.of(_side(game, board, card, card.front, f"{id_} front"), back)
    return found


def _side(game: Game, board: Board | None, card: Card, face: CardFace, name: str) -> Scene:
    items: list[Item] = []
    if face.ground.upper() != WHITE:
        items.append(rectangle(Rect(0, 0, card.width, card.height).grown(BLEED), fill=face.ground))
    if face.map and board is not None:
        items += draw_map_sheet(game, board).items
    frame = MapFrame.of(game, board) if board is not None else None
    for piece in face.furniture:
        items += draw_furniture(game, piece, FULL, frame).items
    return Scene(name, card.width, card.height, tuple(items), bleed=BLEED)


def card_findings(game: Game) -> tuple[Finding, ...]:
    """What of map furniture and cards cannot be printed as the data has it: D003, D004 and D006."""
    found = list(furniture_findings(game))
    for id_, card in game.components.items():
        sides = (("front", card.front), ("back", card.back)) if isinstance(card, Card) else ()
        for side, face in sides:
            if face is None or not face.furniture:
                continue
            for fault in contrast_too_low("ground", "text", FULL.brown, face.ground, READABLE):
                spot = game.spot(f"components.{id_}.{side}.ground")
                found.append(Finding(fault.code, spot, fault.wrong, fault.write))
    return tuple(found)
