"""Die-roll modifiers, and the text of a roll, for all steps that roll dice."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.message import signed
from pnp.model.step import RollLine
from pnp.rules.engine.compiled_step import CompiledLine
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import AppliedModifier
from pnp.rules.engine.position import TraceLine
from pnp.rules.state.dice import dice_results
from pnp.rules.state.errors import UNKNOWN, RuleError


class RollModifiers:
    """The die-roll modifiers of a step, compiled."""

    def __init__(self, lines: Sequence[RollLine], at: str, compiler: StepCompiler) -> None:
        self.lines = [CompiledLine(line, f"{at}.{i}", compiler) for i, line in enumerate(lines)]

    def sum(self, context: StepContext) -> tuple[int, tuple[AppliedModifier, ...], tuple[TraceLine, ...]]:
        """Return the sum of the die-roll modifiers that apply, the modifiers, and a trace line for each.

        The modifiers and their lines are only for traces.
        """
        total, modifiers, trace = 0, list[AppliedModifier](), list[TraceLine]()
        for line in self.lines:
            if not line.applies(context):
                continue
            modifier, rule = line.value(context, "add"), line.record.rule
            total += modifier
            if context.tracing and modifier:
                modifiers.append(AppliedModifier(context.printed(line.cause), modifier, rule))
                trace.append(TraceLine(context.render(line.says) or "modifier", signed(modifier), rule, extra_depth=1))
        return total, tuple(modifiers), tuple(trace)


def check_dice(compiler: StepCompiler, field: str, dice: str) -> bool:
    """Return whether a field contains valid dice, such as `2d6`; record a fault if it does not."""
    try:
        dice_results(dice)
    except RuleError as error:
        compiler.fault(UNKNOWN, field, error.wrong, error.write)
        return False
    return True


def rolled_text(natural: int, total: int) -> str:
    """Return a die roll as text: `4`, or `4 + 1 = 5` if it is modified."""
    modifier = total - natural
    return f"{natural} {'+' if modifier > 0 else '−'} {abs(modifier)} = {total}" if modifier else str(natural)
