"""Components that are cut out piece by piece: the register of how each kind is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.draw.components.die_net import draw_die_net
from pnp.draw.components.record_pad import draw_record_pad
from pnp.draw.components.ruler import draw_ruler
from pnp.draw.components.standee import draw_standees
from pnp.draw.components.templates import draw_disc, draw_gauge, draw_wedge
from pnp.draw.cutout import CutOut
from pnp.findings import Finding
from pnp.model.component import DieNet, Disc, Gauge, RecordPad, Ruler, Standee, Wedge
from pnp.model.game import Game

PIECES: Mapping[type, Callable[[Game, str, Any], tuple[CutOut, ...]]] = {
    Standee: draw_standees,
    Disc: draw_disc,
    Wedge: draw_wedge,
    Gauge: draw_gauge,
    Ruler: draw_ruler,
    DieNet: draw_die_net,
    RecordPad: draw_record_pad,
}
"""Kind of component -> its pieces, of true size. Cards are not among them: they have two sides."""


def draw_pieces(game: Game) -> dict[str, tuple[CutOut, ...]]:
    """The pieces of every component that is cut out, by its id."""
    return {
        id_: PIECES[type(component)](game, id_, component)
        for id_, component in game.components.items()
        if type(component) in PIECES
    }


def piece_findings(game: Game, drawn: Mapping[str, tuple[CutOut, ...]] | None = None) -> tuple[Finding, ...]:
    """What cannot be printed on the pieces as the data has it."""
    pieces = (piece for of_one in (drawn or draw_pieces(game)).values() for piece in of_one)
    return tuple(dict.fromkeys(_findings(game, pieces)))


def _findings(game: Game, pieces: Iterator[CutOut]) -> Iterator[Finding]:
    for piece in pieces:
        for fault in piece.faults:
            yield Finding(fault.code, game.spot(fault.field), fault.wrong, fault.write)
