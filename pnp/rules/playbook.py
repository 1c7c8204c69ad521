"""All procedures of a game, ready to be played, and the register of the steps that can be in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pnp.rules.function
import pnp.rules.unitfunction  # noqa: F401 - these enter their functions in the register, as mapfunction does
from pnp.board import Board, resolve_board
from pnp.model.game import Game
from pnp.model.procedure import Apply, Control, Each, Lose, Mark, Move, Note, Part, Place, Require, Run, Set, Unmark
from pnp.model.step import Ask, Check, Column, Draw, LookUp, Opposed, Played, Roll, Shift, Total
from pnp.rules.chance import PlayCheck, PlayOpposed, PlayRoll
from pnp.rules.choice import PlayAsk
from pnp.rules.compiler import Compiler
from pnp.rules.deed import PlayControl, PlayLose, PlayMark, PlayMove, PlayPlace, PlaySet
from pnp.rules.drawing import PlayDraw
from pnp.rules.flow import PlayApply, PlayEach, PlayNote, PlayPart, PlayRequire, PlayRun
from pnp.rules.lookup import PlayColumn, PlayLookUp, PlayShift
from pnp.rules.program import Op, Program
from pnp.rules.setup import Roster, Wrong
from pnp.rules.tally import PlayTotal
from pnp.rules.vocabulary import Setting

STEPS: dict[type[Played], Any] = {
    Total: PlayTotal,
    Column: PlayColumn,
    Shift: PlayShift,
    Roll: PlayRoll,
    LookUp: PlayLookUp,
    Check: PlayCheck,
    Opposed: PlayOpposed,
    Draw: PlayDraw,
    Ask: PlayAsk,
    Set: PlaySet,
    Lose: PlayLose,
    Move: PlayMove,
    Place: PlayPlace,
    Mark: PlayMark,
    Unmark: PlayMark,
    Control: PlayControl,
    Apply: PlayApply,
    Run: PlayRun,
    Each: PlayEach,
    Part: PlayPart,
    Require: PlayRequire,
    Note: PlayNote,
}
"""What plays each kind of step."""
MAX_SETTINGS = 20
"""How many choices of options are remembered."""


@dataclass(frozen=True)
class Playbook:
    """A game ready to be played: its procedures by id, its board, its counters by name, and what is wrong with it."""

    game: Game
    board: Board | None
    programs: dict[str, Program]
    compiler: Compiler
    roster: Roster
    wrong: tuple[Wrong, ...]
    settings: dict[frozenset[tuple[str, str]], Setting] = field(default_factory=dict, compare=False)

    def setting(self, rulings: Mapping[str, str]) -> Setting:
        """The setting with some options of rulings: one for all cases, so that what is known of it stays known."""
        key = frozenset(rulings.items())
        if key not in self.settings:
            if len(self.settings) >= MAX_SETTINGS:
                self.settings.clear()
            self.settings[key] = Setting(self.game, self.board, dict(rulings))
        return self.settings[key]


def compile_game(game: Game, board: Board | None = None, procedures: Iterable[str] | None = None) -> Playbook:
    """Every procedure of a game, compiled; or only those named, with what they run. `board` is its map, if it has been
    resolved already.

    `ValueError` if it has not, and the grid of the map cannot be read.
    """
    kinds: dict[type[Played], type[Op]] = STEPS
    compiler = Compiler(game, kinds)
    for id_ in game.procedures if procedures is None else procedures:
        compiler.program(id_)
    if board is None and game.map is not None:
        board = resolve_board(game)
    return Playbook(game, board, compiler.programs, compiler, Roster(game, board), tuple(compiler.wrong))
