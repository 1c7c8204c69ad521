"""Cards with tables, texts or the map on them: a postcard, a reference card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from pnp.deferred import deferred
from pnp.draw.card_faces import CARD_BLEED, CardFaces, DrawnCards
from pnp.draw.fault import contrast_too_low
from pnp.draw.text_lines import READABLE
from pnp.findings import Finding
from pnp.load.board import Board
from pnp.model.component import COMPONENT_KINDS, CardSide, Copies
from pnp.model.game import Game
from pnp.palette import FRAME, WHITE
from pnp.scene import Item, Rect, Scene, rectangle

if TYPE_CHECKING:
    from pnp.draw import furniture
    from pnp.draw.map import map_frame, map_palette, map_sheet
else:  # maps need shapely and numpy, and every command that reads a game imports this module
    furniture, map_frame, map_palette, map_sheet = deferred(
        "pnp.draw.furniture", "pnp.draw.map.map_frame", "pnp.draw.map.map_palette", "pnp.draw.map.map_sheet"
    )


@COMPONENT_KINDS.enter("card")
class Card(DrawnCards):
    """A card printed on both sides: a postcard, a reference card.

    As many copies as a sheet holds, or `copies`.

    Without a `back` the other side stays blank. `enlarge` prints the card at a multiple of its width and height.
    """

    kind: Literal["card"]
    front: CardSide
    back: CardSide | None = None
    copies: Copies | None = None
    enlarge: Annotated[float, Field(ge=1, le=4)] = 1

    def printed_sides(self) -> Iterator[tuple[str, CardSide]]:
        """Yield the field name (`front` or `back`) and the content of each printed side of the card."""
        yield "front", self.front
        if self.back is not None:
            yield "back", self.back

    def print_scale(self) -> float:
        """Return the number by which width and height are multiplied in print."""
        return self.enlarge

    def drawing_names(self, id_: str, counters: Iterable[str]) -> Iterator[str]:
        """Yield the names of the drawings of the printed sides, such as `postcard-front`."""
        yield from (f"{id_}-{field}" for field, _ in self.printed_sides())

    def fills_sheet(self) -> bool:
        """Return whether copies of the card fill a whole sheet: the data states no number of copies."""
        return self.copies is None

    def print_run(self, id_: str, cards: Sequence[str], share: int) -> tuple[str, ...]:
        """Return the card's id once for each copy: `copies`, or `share` to fill its part of a sheet."""
        return tuple(cards) * (self.copies or share)

    def draw_cards(self, game: Game, board: Board | None, id_: str) -> dict[str, CardFaces]:
        """Draw both sides of the card; return them under the card's id.

        A side with the map shows the whole map sheet.
        """
        back = self._side_scene(game, board, self.back, f"{id_} back") if self.back else None
        front = self._side_scene(game, board, self.front, f"{id_} front")
        scale = self.enlarge
        return {id_: CardFaces.of(front.enlarged(scale), back and back.enlarged(scale))}

    def _side_scene(self, game: Game, board: Board | None, side: CardSide, name: str) -> Scene:
        """Draw one side of the card: its colour, and the map or the tables and texts on it."""
        items: list[Item] = []
        if side.ground.upper() != WHITE:
            items.append(rectangle(Rect(0, 0, self.width, self.height).grown(CARD_BLEED), fill=side.ground))
        if side.map and board is not None:
            items += map_sheet.draw_map_sheet(game, board).items
        frame = map_frame.MapFrame.of(game, board) if board is not None else None
        palette = frame.palette if frame is not None else map_palette.FULL
        if side.head:
            palette = replace(palette, brown=side.head)
        for thing in side.furniture:
            items += furniture.draw_furniture(game, thing, palette, frame).items
        return Scene(name, self.width, self.height, tuple(items), bleed=CARD_BLEED)

    def print_findings(self, game: Game, id_: str) -> Iterator[Finding]:
        """Yield a finding (D003) for each side whose text has too little contrast with its background."""
        for field, side in self.printed_sides():
            if side.furniture:
                for fault in contrast_too_low("ground", "text", side.head or FRAME, side.ground, READABLE):
                    spot = game.spot(f"components.{id_}.{field}.ground")
                    yield Finding(fault.code, spot, fault.wrong, fault.write)
