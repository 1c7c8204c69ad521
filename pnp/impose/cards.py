"""Cards and decks of cards on sheets, several up, fronts and backs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.draw.card_faces import CardFaces, drawn_cards
from pnp.impose.layout import page_layouts
from pnp.impose.marks import PROOF_WIDTH, STRIP, STRIP_GAP, cut_ticks, proof_strip, tick_reach
from pnp.impose.page import Document, Page, Placement
from pnp.impose.sheet import impose_components
from pnp.model.game import Game
from pnp.model.target import BackShift, Duplex, Paper, Target
from pnp.scene import Matrix, Rect, Scene, Use
from pnp.units import Mm


@dataclass(frozen=True)
class Lot:
    """Cards of one size that share sheets: their ids, each as often as it is printed, in groups; `white` if no colour
    reaches their edges; a note for the player.
    """

    name: str
    width: Mm
    height: Mm
    groups: tuple[tuple[str, ...], ...]
    white: bool
    note: str


def impose_cards(
    game: Game,
    faces: Mapping[str, Mapping[str, CardFaces]],
    target: Target,
    paper: Paper,
    duplex: Duplex,
    back_shift: BackShift = BackShift(),  # noqa: B008 - frozen
) -> tuple[Document, ...]:
    """One document for each `sheet` of the data. `faces` are those of each component's cards, by its id.

    Cards without any back are printed on one side. `Refused` (B003) if a card is larger than the paper's free area.
    """
    made = []
    for sheet, ids in card_sheets(game).items():
        cards = {id_: face for component in ids for id_, face in faces[component].items()}
        turn: Duplex = "none" if all(face.blank_back for face in cards.values()) else duplex
        pages: list[Page] = []
        for lot in _lots(game, ids, faces, target, paper, turn):
            pages += _lot_pages(game, lot, cards, target, paper, turn, back_shift)
        flip = turn if turn in ("long", "short") else "none"
        title = f"{game.game.title}: {' and '.join(game.components[id_].name for id_ in ids)}"
        made.append(Document(sheet, title, tuple(pages), flip))
    return tuple(made)


def card_sheets(game: Game) -> dict[str, list[str]]:
    """The cards and decks that each PDF holds, by the PDF's name."""
    found: dict[str, list[str]] = {}
    for id_, component in drawn_cards(game).items():
        found.setdefault(component.sheet or id_, []).append(id_)
    return found


def _lots(
    game: Game,
    ids: Sequence[str],
    faces: Mapping[str, Mapping[str, CardFaces]],
    target: Target,
    paper: Paper,
    duplex: Duplex,
) -> Iterator[Lot]:
    """The cards of one PDF by their size; those of which there may be any number fill one sheet together."""
    sizes: dict[tuple[Mm, Mm, bool], list[str]] = {}
    components = drawn_cards(game)
    for id_ in ids:
        component = components[id_]
        sizes.setdefault((component.width, component.height, component.white_edges), []).append(id_)
    for (width, height, white), members in sizes.items():
        room = max((one.capacity for one in page_layouts(width, height, target, paper, duplex)), default=1)
        free = [id_ for id_ in members if components[id_].fills_sheet()]
        share = max(1, room // len(free)) if free else 1
        groups = [components[id_].print_run(id_, tuple(faces[id_]), share) for id_ in members]
        names = ", ".join(game.components[id_].name for id_ in members)
        note = "  ".join(filter(None, (game.components[id_].says for id_ in members)))
        yield Lot(names, width, height, tuple(groups), white, note)


def _lot_pages(
    game: Game,
    lot: Lot,
    cards: Mapping[str, CardFaces],
    target: Target,
    paper: Paper,
    duplex: Duplex,
    back_shift: BackShift,
) -> tuple[Page, ...]:
    """The sheets of one lot; white edges may fill the sheet, where that saves paper."""
    return impose_components(
        cards, lot.groups, game.game.title, lot.name, target, paper, duplex, back_shift, lot.note, white=lot.white
    )


def impose_single(name: str, scene: Scene, target: Target) -> tuple[Page, ...]:
    """A card alone on a page with room around it for ticks, and below it for the proof of scale."""
    around = target.margin + tick_reach(target)
    width = max(scene.width + 2 * around, PROOF_WIDTH + 2 * target.margin if target.rulers else 0)
    foot = STRIP + STRIP_GAP if target.rulers else 0
    page = Rect(0, 0, width, scene.height + 2 * around + foot)
    box = Rect((width - scene.width) / 2, around, scene.width, scene.height)
    return (
        Page(
            name=name,
            width=page.width,
            height=page.height,
            trim=box,
            bleed=box.grown(target.bleed),
            art=(Use(scene, Matrix.place(box.x, box.y)),),
            marks=(
                *cut_ticks(box, (box.x, box.right), (box.y, box.bottom), target.bleed, target),
                *proof_strip(page, target),
            ),
            placements=(Placement(name, "front", box),),
            inked=(box.grown(target.bleed),),
        ),
    )
