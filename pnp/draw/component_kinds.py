"""Drawings of all components of a game, and findings on what cannot be printed on them."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.board import Board
from pnp.draw.card_faces import CARD_FINDINGS, CardFaces, card_components, draw_cards
from pnp.draw.cutout import CutOut, drawn_cut_outs
from pnp.draw.fault import drawn_finding
from pnp.draw.furniture import furniture_findings
from pnp.findings import Finding
from pnp.model.component import kind_of_component
from pnp.model.game import Game


def draw_all_cards(game: Game, board: Board | None) -> dict[str, dict[str, CardFaces]]:
    """Draw the cards of all components; return them by component id, then by card id."""
    return {id_: draw_cards(game, board, id_) for id_ in card_components(game)}


def cut_out_findings(game: Game, drawn: Mapping[str, tuple[CutOut, ...]] | None = None) -> tuple[Finding, ...]:
    """Return the findings on texts and colours that cannot be printed on the pieces to cut out.

    `drawn` are the pieces if they are drawn already.
    """
    pieces = (piece for of_one in (drawn or drawn_cut_outs(game)).values() for piece in of_one)
    faults = (fault for piece in pieces for fault in piece.faults)
    return tuple(dict.fromkeys(drawn_finding(fault, game.spot(fault.path)) for fault in faults))


def card_findings(game: Game) -> tuple[Finding, ...]:
    """Return findings on texts and colours of cards, and on the map's tables and texts.

    Their codes are D001, D003, D012, D004 and D006.
    """
    found = list(furniture_findings(game))
    for id_, component in card_components(game).items():
        findings = CARD_FINDINGS.get(kind_of_component(component))
        found += findings(component, game, id_) if findings else ()
    return tuple(dict.fromkeys(found))
