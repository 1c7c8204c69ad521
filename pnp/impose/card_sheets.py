"""Sheets of cards, several cards to a sheet, and a single card on a page of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.draw.card_faces import CardFaces, card_components
from pnp.impose.component_sheets import impose_components, possible_layouts
from pnp.impose.marks import PROOF_WIDTH, STRIP, STRIP_GAP, cut_ticks, proof_strip, tick_reach
from pnp.impose.page import Document, Page, Placement
from pnp.message import join_words
from pnp.model.game import Game
from pnp.model.target import BackShift, Duplex, Paper, Target
from pnp.scene import Matrix, Rect, Scene, Use
from pnp.units import Mm


@dataclass(frozen=True)
class CardLot:
    """Cards of one size that are printed on the same sheets.

    `groups` are their ids, repeated for each copy. `white` cards have no colour at their edges.
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
    """Return the documents of all cards: one for each PDF file that the data names (`sheet`).

    `faces` are the faces of the cards of each component, by id. Cards without backs are printed on one side. Raises
    `Refused` (B003) if a card is larger than the free area.
    """
    documents = []
    for sheet, ids in card_sheets(game).items():
        cards = {id_: face for component in ids for id_, face in faces[component].items()}
        turn: Duplex = "none" if all(face.blank_back for face in cards.values()) else duplex
        pages: list[Page] = []
        for lot in _card_lots(game, ids, faces, target, paper, turn):
            pages += _lot_pages(game, lot, cards, target, paper, turn, back_shift)
        flip = turn if turn in ("long", "short") else "none"
        title = f"{game.game.title}: {join_words([game.components[id_].name for id_ in ids])}"
        documents.append(Document(sheet, title, tuple(pages), flip))
    return tuple(documents)


def card_sheets(game: Game) -> dict[str, list[str]]:
    """Return the ids of the card components in each PDF file, by the name of the file."""
    sheets: dict[str, list[str]] = {}
    for id_, component in card_components(game).items():
        sheets.setdefault(component.sheet or id_, []).append(id_)
    return sheets


def _card_lots(
    game: Game,
    ids: Sequence[str],
    faces: Mapping[str, Mapping[str, CardFaces]],
    target: Target,
    paper: Paper,
    duplex: Duplex,
) -> Iterator[CardLot]:
    """Yield the cards of one PDF file in lots of one size.

    Cards without a number of copies fill one sheet together.
    """
    sizes: dict[tuple[Mm, Mm, bool], list[str]] = {}
    components = card_components(game)
    for id_ in ids:
        front = next(iter(faces[id_].values())).front
        sizes.setdefault((front.width, front.height, components[id_].white_edges()), []).append(id_)
    for (width, height, white), members in sizes.items():
        layouts = possible_layouts(width, height, target, paper, duplex, white=white)
        capacity = max((one.capacity for one in layouts), default=1)
        uncounted = [id_ for id_ in members if components[id_].fills_sheet()]
        share = max(1, capacity // len(uncounted)) if uncounted else 1
        groups = [components[id_].print_run(id_, tuple(faces[id_]), share) for id_ in members]
        names = ", ".join(game.components[id_].name for id_ in members)
        note = "  ".join(filter(None, (game.components[id_].says for id_ in members)))
        yield CardLot(names, width, height, tuple(groups), white, note)


def _lot_pages(
    game: Game,
    lot: CardLot,
    cards: Mapping[str, CardFaces],
    target: Target,
    paper: Paper,
    duplex: Duplex,
    back_shift: BackShift,
) -> tuple[Page, ...]:
    """Return the pages of one lot of cards of one size."""
    return impose_components(
        cards, lot.groups, game.game.title, lot.name, target, paper, duplex, back_shift, lot.note, white=lot.white
    )


def impose_single(name: str, scene: Scene, target: Target) -> tuple[Page, ...]:
    """Return a page with one card, ticks for cutting around it, and the proof strip below it."""
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
