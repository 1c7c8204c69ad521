"""Functions shared by the steps that change units and hexes."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.steps.unit_steps import MoveStep, PlaceStep, StackEnd, StackStep
from pnp.rules.engine.compiled_step import RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.expressions.map_functions import update_control
from pnp.rules.state.errors import UNKNOWN
from pnp.rules.state.starting_state import UnitNames
from pnp.rules.state.state import State


def _unit_names(context: StepContext) -> UnitNames:
    """Return the names of the game's units and places, collected once."""
    cache = context.variant.cache
    if "unit names" not in cache:
        cache["unit names"] = UnitNames(context.variant.game, context.variant.board)
    unit_names: UnitNames = cache["unit names"]
    return unit_names


def find_place(context: StepContext, name: str) -> str:
    """Return the hex number or box with this name. Raise `RuleError` if the game does not have it."""
    return _unit_names(context).place(name)


def find_marker_place(context: StepContext, name: str) -> str:
    """Return the hex number, hexside or box with this name. Raise `RuleError` if the game does not have it."""
    return _unit_names(context).marker_place(name)


class StackingStep(RunnableStep):
    """A compiled step after which units lie at the top or at the bottom of a stack."""

    record: MoveStep | PlaceStep | StackStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Record a fault if the step names the bottom of a stack, but the game does not have ordered stacks."""
        rules = compiler.game.map_rules
        if self.record.on == "bottom" and (rules is None or rules.stacking is None or not rules.stacking.ordered):
            write = "write map_rules.stacking.ordered: true, or delete on"
            compiler.fault(UNKNOWN, "on", "the stacks of this game have no order", write)


def with_entered_stack(before: State, after: State, ids: Sequence[str], place: str, end: StackEnd) -> State:
    """Return the state with the units that entered a hex on top of its stack or at its bottom."""
    entered = [id_ for id_ in ids if before.pieces[id_].place != place or end == "bottom"]
    return after.with_stack(place, entered, at_bottom=end == "bottom") if after.ordered else after


def with_control_updated(context: StepContext, state: State) -> State:
    """Return the state after units have taken control of towns and other places in their hexes."""
    return update_control(context.variant, state) if context.variant.board else state


def place_words(context: StepContext, place: str) -> str:
    """Return the name of a place for a worked example: the number of a hex, or `the Reinforcements box`."""
    box = context.variant.game.boxes.get(place)
    return (
        f"the {box.name} box" if box and not box.name.lower().endswith("box") else f"the {box.name}" if box else place
    )
