"""The two sides of a drawn card, and the registers of the functions that draw cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pnp.board import Board
from pnp.findings import Finding
from pnp.model.component import CardComponent, kind_of_component
from pnp.model.game import Game
from pnp.register import Register
from pnp.scene import Scene, Text, walk
from pnp.units import Mm

CARD_BLEED: Mm = 3
"""How far a coloured ground of a card extends past the cut."""


@dataclass(frozen=True, slots=True)
class CardFaces:
    """Both sides of a card as scenes of one size, and the texts on each."""

    front: Scene
    back: Scene
    front_texts: tuple[str, ...]
    back_texts: tuple[str, ...]
    blank_back: bool = False

    @classmethod
    def of(cls, front: Scene, back: Scene | None) -> CardFaces:
        """Return the faces of a card from the scenes of its front and back; the back can be blank (None)."""
        behind = back or Scene(f"{front.name} back", front.width, front.height, ())
        return cls(front, behind, scene_texts(front), scene_texts(behind), blank_back=back is None)


def scene_texts(scene: Scene) -> tuple[str, ...]:
    """Return the texts of a drawing that are not blank."""
    return tuple(item.text for item, _ in walk(scene.items) if isinstance(item, Text) and item.text.strip())


CardDrawing: TypeAlias = Callable[[Any, Game, Board | None, str], dict[str, CardFaces]]
"""A function that draws both sides of every card of a component, by the card's id.

Its arguments are the component, the game, the game's board and the component's id.
"""

CARD_DRAWINGS: Register[CardDrawing] = Register("pnp.draw.components")
"""The function that draws each kind of component that consists of cards, by the name of the kind."""

CARD_FINDINGS: Register[Callable[[Any, Game, str], Iterator[Finding]]] = Register("pnp.draw.components")
"""The function that yields the findings on texts and colours that cannot be printed on cards, by kind of component."""


def draw_cards(game: Game, board: Board | None, id_: str) -> dict[str, CardFaces]:
    """Draw both sides of every card of the component `id_`; return them by the card's id."""
    component = game.components[id_]
    return CARD_DRAWINGS[kind_of_component(component)](component, game, board, id_)


def card_components(game: Game) -> Mapping[str, CardComponent]:
    """Return a game's components that consist of cards, by component id."""
    return {id_: card for id_, card in game.components.items() if isinstance(card, CardComponent)}
