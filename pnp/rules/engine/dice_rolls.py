"""Die-roll modifiers, and the text of a roll, for all steps that roll dice."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.message import signed
from pnp.model.step import RollLine
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import AppliedModifier
from pnp.rules.engine.position import TraceLine
from pnp.rules.state.dice import dice_results
from pnp.rules.state.errors import UNKNOWN, RuleError


class RollModifiers:
    """The die-roll modifiers of a step, compiled."""

    def __init__(self, lines: Sequence[RollLine], at: str, compiler: StepCompiler) -> None:
        self.lines = []
        for i, line in enumerate(lines):
            add = compiler.expression(f"{at}.{i}.add", line.add, "int")
            when = compiler.expression(f"{at}.{i}.when", line.when, "bool") if line.when else None
            options = compiler.rulings(line.ruling, f"{at}.{i}.ruling")
            says, cause = compiler.text(f"{at}.{i}.says", line.says), compiler.cause(f"{at}.{i}", line)
            self.lines.append((line, add, when, options, says, cause))

    def sum(self, context: StepContext) -> tuple[int, tuple[AppliedModifier, ...], tuple[TraceLine, ...]]:
        """Return the sum of the die-roll modifiers that apply, the modifiers, and a trace line for each.

        The modifiers and their lines are only for traces.
        """
        total, modifiers, trace = 0, list[AppliedModifier](), list[TraceLine]()
        for line, add, when, options, says, cause in self.lines:
            if not context.in_force(options) or (when is not None and not context.value(when)):
                continue
            modifier = context.value(add)
            total += modifier
            if context.tracing and modifier:
                modifiers.append(AppliedModifier(context.printed(cause), modifier, line.rule))
                trace.append(TraceLine(context.render(says) or "modifier", signed(modifier), line.rule, extra_depth=1))
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
