"""All procedures of a game, ready to be played, and the register of the steps that can be in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pnp.rules.expressions.core_functions
import pnp.rules.expressions.unit_functions  # noqa: F401 - these enter their functions in the register, as mapfunction does
from pnp.board import Board, resolve_board
from pnp.model.game import Game
from pnp.model.procedure import (
    ApplyStep,
    ControlStep,
    EachStep,
    LoseStep,
    MarkStep,
    MoveStep,
    NoteStep,
    PartStep,
    PlaceStep,
    RequireStep,
    RunStep,
    SetStep,
    UnmarkStep,
)
from pnp.model.step import (
    AskStep,
    CheckStep,
    ColumnStep,
    DrawStep,
    LookUpStep,
    OpposedStep,
    RollStep,
    ShiftStep,
    StepRecord,
    TotalStep,
)
from pnp.rules.engine.compiler import ProcedureCompiler
from pnp.rules.engine.program import CompiledStep, Program
from pnp.rules.engine.steps.control_flow import (
    CompiledApply,
    CompiledEach,
    CompiledNote,
    CompiledPart,
    CompiledRequire,
    CompiledRun,
)
from pnp.rules.engine.steps.decisions import CompiledAsk
from pnp.rules.engine.steps.dice_steps import CompiledCheck, CompiledOpposed, CompiledRoll
from pnp.rules.engine.steps.draw_step import CompiledDraw
from pnp.rules.engine.steps.effects import (
    CompiledControl,
    CompiledLose,
    CompiledMark,
    CompiledMove,
    CompiledPlace,
    CompiledSet,
)
from pnp.rules.engine.steps.table_steps import CompiledColumn, CompiledLookUp, CompiledShift
from pnp.rules.engine.steps.totals import CompiledTotal
from pnp.rules.expressions.vocabulary import GameVariant
from pnp.rules.state.starting_state import RuleFault, UnitNames

COMPILED_STEPS: dict[type[StepRecord], Any] = {
    TotalStep: CompiledTotal,
    ColumnStep: CompiledColumn,
    ShiftStep: CompiledShift,
    RollStep: CompiledRoll,
    LookUpStep: CompiledLookUp,
    CheckStep: CompiledCheck,
    OpposedStep: CompiledOpposed,
    DrawStep: CompiledDraw,
    AskStep: CompiledAsk,
    SetStep: CompiledSet,
    LoseStep: CompiledLose,
    MoveStep: CompiledMove,
    PlaceStep: CompiledPlace,
    MarkStep: CompiledMark,
    UnmarkStep: CompiledMark,
    ControlStep: CompiledControl,
    ApplyStep: CompiledApply,
    RunStep: CompiledRun,
    EachStep: CompiledEach,
    PartStep: CompiledPart,
    RequireStep: CompiledRequire,
    NoteStep: CompiledNote,
}
"""What plays each kind of step."""
MAX_VARIANTS = 20
"""How many choices of options are remembered."""


@dataclass(frozen=True)
class Playbook:
    """A game ready to be played: its procedures by id, its board, its counters by name, and what is wrong with it."""

    game: Game
    board: Board | None
    programs: dict[str, Program]
    compiler: ProcedureCompiler
    roster: UnitNames
    wrong: tuple[RuleFault, ...]
    variants: dict[frozenset[tuple[str, str]], GameVariant] = field(default_factory=dict, compare=False)

    def variant(self, rulings: Mapping[str, str]) -> GameVariant:
        """The setting with some options of rulings: one for all cases, so that what is known of it stays known."""
        key = frozenset(rulings.items())
        if key not in self.variants:
            if len(self.variants) >= MAX_VARIANTS:
                self.variants.clear()
            self.variants[key] = GameVariant(self.game, self.board, dict(rulings))
        return self.variants[key]


def compile_game(game: Game, board: Board | None = None, procedures: Iterable[str] | None = None) -> Playbook:
    """Every procedure of a game, compiled; or only those named, with what they run. `board` is its map, if it has been
    resolved already.

    `ValueError` if it has not, and the grid of the map cannot be read.
    """
    kinds: dict[type[StepRecord], type[CompiledStep]] = COMPILED_STEPS
    compiler = ProcedureCompiler(game, kinds)
    for id_ in game.procedures if procedures is None else procedures:
        compiler.program(id_)
    if board is None and game.map is not None:
        board = resolve_board(game)
    return Playbook(game, board, compiler.programs, compiler, UnitNames(game, board), tuple(compiler.wrong))
