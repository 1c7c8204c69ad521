"""Corrected cards, record pads and other cut-out components of an errata kit, imposed as usual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pnp.draw.card_faces import CardFaces
from pnp.draw.component_kinds import draw_all_cards
from pnp.draw.cutout import CutOut, drawn_cut_outs
from pnp.impose.card_sheets import impose_cards
from pnp.impose.page import Document
from pnp.impose.piece_sheets import impose_piece_sheets
from pnp.kit.options import BuildOptions
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from pnp.scene import Scene
from pnp.write.finish import WrittenFile, finish_document
from pnp.write.svg import svg_text


def write_replacement_pieces(
    old: Game, new: Game, renamed: Mapping[str, str], options: BuildOptions, folder: Path
) -> Iterator[tuple[WrittenFile, int]]:
    """Write the sheets of cards and cut-out pieces that are drawn differently in the old edition, or not in it.

    `renamed` are the old ids of renamed components and counters.
    Yield each file with the number of pages of the whole file, of which it replaces pieces.
    """
    settings = options.settings
    cards = _changed_cards(old, new, renamed)
    if cards:
        duplex, shift = settings.duplex, settings.back_shift
        every = draw_all_cards(new, resolve_board(new))
        whole = _counts_by_file(impose_cards(new, every, settings.target, settings.sheet, duplex, shift))
        faces = {id_: card for of_one in cards.values() for id_, card in of_one.items()}
        texts = {(id_, side): getattr(card, f"{side}_texts") for id_, card in faces.items() for side in _sides(card)}
        some = impose_cards(_game_with_only(new, cards), cards, settings.target, settings.sheet, duplex, shift)
        for document in some:
            made = finish_document(_as_replacement(document), settings, folder, texts)
            yield replace(made, one_sided=document.duplex == "none"), whole[document.name]
    pieces = _changed_pieces(old, new, renamed)
    if pieces:
        every_piece = drawn_cut_outs(new)
        whole = _counts_by_file(impose_piece_sheets(new, every_piece, settings.target, settings.sheet))
        for document in impose_piece_sheets(_game_with_only(new, pieces), pieces, settings.target, settings.sheet):
            made = finish_document(_as_replacement(document), settings, folder)
            yield replace(made, one_sided=True), whole[document.name]


def _changed_cards(old: Game, new: Game, renamed: Mapping[str, str]) -> dict[str, dict[str, CardFaces]]:
    """Return the cards that are drawn differently in the old edition, by the id of their component."""
    after = draw_all_cards(new, resolve_board(new))
    before = draw_all_cards(old, resolve_board(old)) if after else {}
    found = {
        id_: {
            name: card
            for name, card in of_one.items()
            if (was := before.get(renamed.get(id_, id_), {}).get(renamed.get(name, name))) is None
            or not all(is_same_picture(getattr(was, side), getattr(card, side)) for side in ("front", "back"))
        }
        for id_, of_one in after.items()
    }
    return {id_: of_one for id_, of_one in found.items() if of_one}


def _changed_pieces(old: Game, new: Game, renamed: Mapping[str, str]) -> dict[str, tuple[CutOut, ...]]:
    """Return the cut-out pieces that are drawn differently in the old edition, by the id of their component."""
    after = drawn_cut_outs(new)
    drawn = drawn_cut_outs(old) if after else {}
    before = {(id_, piece.name): piece.scene for id_, of_one in drawn.items() for piece in of_one}
    found = {
        id_: tuple(
            piece
            for piece in of_one
            if (was := before.get((renamed.get(id_, id_), renamed.get(piece.name, piece.name)))) is None
            or not is_same_picture(was, piece.scene)
        )
        for id_, of_one in after.items()
    }
    return {id_: of_one for id_, of_one in found.items() if of_one}


def is_same_picture(one: Scene, other: Scene) -> bool:
    """Return whether two drawings look the same; their names are not drawn.

    Their items are compared first, because that is much faster.
    """
    named = replace(one, name=other.name)
    return named == other or svg_text(named, outlines=False) == svg_text(other, outlines=False)


def _game_with_only(game: Game, ids: Mapping[str, object]) -> Game:
    """Return a game with only some of its components."""
    return game.model_copy(update={"components": {id_: game.components[id_] for id_ in ids}})


def _sides(card: CardFaces) -> tuple[str, ...]:
    """Return the names of the printed sides of a card."""
    return ("front",) if card.blank_back else ("front", "back")


def _as_replacement(document: Document) -> Document:
    """Return the document of replacement pieces with its own file name and title."""
    return replace(document, name=f"replacement-{document.name}", title=f"{document.title}, corrected")


def _counts_by_file(documents: tuple[Document, ...]) -> dict[str, int]:
    """Return the number of pages of documents by their names."""
    return {document.name: len(document.pages) for document in documents}
