"""The two sides of a drawn card, and the base class of all components that consist of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pnp.findings import Finding
from pnp.load.board import Board
from pnp.model.component import CardComponent
from pnp.model.game import Game
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


class DrawnCards(CardComponent):
    """A component with cards that are drawn on both sides and printed several to a sheet."""

    white_edges: ClassVar[bool] = False
    """Whether no colour reaches the edges of the cards."""

    def fills_sheet(self) -> bool:
        """Return whether the cards are repeated until a sheet is full."""
        return False

    def draw_cards(self, game: Game, board: Board | None, id_: str) -> dict[str, CardFaces]:
        """Draw both sides of every card; return them by the card's id."""
        raise NotImplementedError

    def print_run(self, id_: str, cards: Sequence[str], share: int) -> tuple[str, ...]:
        """Return the ids of the cards in print order, each as often as it is printed.

        `share` is how many cards of this component fill its part of a sheet.
        """
        return tuple(cards)

    def print_findings(self, game: Game, id_: str) -> Iterator[Finding]:
        """Yield the findings on texts and colours that cannot be printed on the cards."""
        yield from ()


def drawn_cards(game: Game) -> Mapping[str, DrawnCards]:
    """Return a game's components that consist of cards, by component id."""
    return {id_: card for id_, card in game.components.items() if isinstance(card, DrawnCards)}
