"""Draws without putting back: equal values count as one way, so often as there are such."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod

from pnp.model.step import DrawStep
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.engine.program import CompiledStep, StepCompiler
from pnp.rules.expressions.vocabulary import RuleError, Value

MAX_DRAWS = 25_000
"""How many different draws are told apart."""


class CompiledDraw(CompiledStep):
    """Draws blind from a list, without putting back."""

    step: DrawStep

    def __init__(self, step: DrawStep, compiler: StepCompiler) -> None:
        """Compile the list and the number."""
        super().__init__(step, compiler)
        self.source = compiler.expression("from", step.source, "words", "ints", "units")
        self.count = compiler.expression("count", step.count, "int") if step.count else None
        one = self.source.type.removesuffix("s")
        compiler.give("draw", step.draw, self.source.type if step.count else one)
        compiler.give("draw", f"{step.draw}_rest", self.source.type)
        self.gives = (step.draw, f"{step.draw}_rest")

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way for each different draw, in whatever order it was drawn."""
        source: tuple[Value, ...] = context.value(self.source)
        count = context.value(self.count) if self.count else 1
        if not 0 <= count <= len(source):
            raise RuleError(f"{count} cannot be drawn from {len(source)}", "draw no more than there are")
        kinds = Counter(source)
        ways, found = comb(len(source), count), list[Outcome]()
        known = context.answers.drawn(self.main, source, self.source.type, count)
        draws = _draws(tuple(kinds.items()), count) if known is None else [(known, _ways(kinds, known))]
        for drawn, number in draws:
            if len(found) >= MAX_DRAWS:
                raise RuleError(f"{count} can be drawn from {len(source)} in too many ways", "draw fewer at a time")
            rest = list(source)
            for value in drawn:
                rest.remove(value)
            value = drawn if self.count else drawn[0]
            values = dict(zip(self.gives, (value, tuple(rest)), strict=True))
            trace: tuple[TraceLine, ...] = ()
            if context.tracing:
                kind = self.source.type if self.count else self.source.type.removesuffix("s")
                name = self.step.draw.replace("_", " ").capitalize()
                words = context.value_text(value, kind)
                trace = context.then(values).trace_lines(self, f"{name}: drawn from {len(source)}: {words}", words)
            found.append(Outcome(values, Fraction(number, ways), key=drawn, trace=trace))
        return found


def _ways(kinds: Counter[Value], drawn: tuple[Value, ...]) -> int:
    """In how many ways something can be drawn."""
    return prod(comb(kinds[value], number) for value, number in Counter(drawn).items())


def _draws(kinds: tuple[tuple[Value, int], ...], count: int) -> Iterator[tuple[tuple[Value, ...], int]]:
    """What can be drawn, in the order of the list, and in how many ways."""
    if count == 0:
        yield (), 1
        return
    if not kinds:
        return
    (value, number), *rest = kinds
    for taken in range(min(number, count), -1, -1):
        for others, ways in _draws(tuple(rest), count - taken):
            yield (value,) * taken + others, comb(number, taken) * ways
