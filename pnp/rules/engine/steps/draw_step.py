"""Draw: draws values, such as cards or chits, from a list without replacement; equal draws are one outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod

from pnp.message import plural
from pnp.model.steps.flow_steps import DrawStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.position import Outcome, TraceLine, ValuesToDraw
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import RuleError

MAX_DRAWS = 25_000
"""The most different draws that are distinguished."""


@COMPILED_STEPS.enter("draw")
class CompiledDraw(RunnableStep):
    """Draws from a list without replacement."""

    record: DrawStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Register the variables for what is drawn and for the rest."""
        record, many = self.record, self.given["source"].type
        drawn = many if record.count else many.removesuffix("s")
        self.declare(compiler, "draw", {record.draw: drawn, f"{record.draw}_rest": many})
        self.draws_list = bool(record.count) and many != "units"

    def _source_and_count(self, context: StepContext) -> tuple[tuple[Value, ...], int]:
        """Return the list from which values are drawn, and the number of values to draw."""
        source: tuple[Value, ...] = self.value(context, "source")
        count = self.value(context, "count", 1)
        if not 0 <= count <= len(source):
            raise RuleError(
                f"{plural(count, 'value')} cannot be drawn from a list of {len(source)}", "draw no more than there are"
            )
        return source, count

    def run_for_loop(self, context: StepContext) -> Sequence[Outcome]:
        """Return the one outcome in which a loop draws each value when it comes to it."""
        source, count = self._source_and_count(context)
        return (Outcome({self.record.draw: ValuesToDraw(tuple(Counter(source).items()), count)}),)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return an outcome for each different draw of values, with its probability."""
        source, count = self._source_and_count(context)
        copies = Counter(source)
        ways, outcomes = comb(len(source), count), list[Outcome]()
        many = self.given["source"].type
        known = context.decisions.drawn(self.main, source, many, count)
        draws = (
            _possible_draws(tuple(copies.items()), count) if known is None else [(known, _count_ways(copies, known))]
        )
        for drawn, number in draws:
            if len(outcomes) >= MAX_DRAWS:
                raise RuleError(
                    f"{plural(count, 'value')} can be drawn from a list of {len(source)} in too many ways",
                    "draw fewer at a time",
                )
            rest = list(source)
            for value in drawn:
                rest.remove(value)
            value = drawn if self.record.count else drawn[0]
            values = dict(zip(self.assigns, (value, tuple(rest)), strict=True))
            trace: tuple[TraceLine, ...] = ()
            if context.tracing:
                kind = many if self.record.count else many.removesuffix("s")
                words = context.value_text(value, kind)
                are_drawn = f"{words} {'are' if len(drawn) > 1 else 'is'} drawn"
                fact = Statement(are_drawn if drawn else "", f"Drawn from {len(source)}: {words}", words)
                trace = context.with_changes(values).trace_lines(self, fact)
            outcomes.append(Outcome(values, Fraction(number, ways), key=drawn, trace=trace))
        return outcomes


def _count_ways(copies: Counter[Value], drawn: tuple[Value, ...]) -> int:
    """Return the number of ways to draw these values from a list with these copies of each value."""
    return prod(comb(copies[value], number) for value, number in Counter(drawn).items())


def _possible_draws(copies: Sequence[tuple[Value, int]], count: int) -> Iterator[tuple[tuple[Value, ...], int]]:
    """Yield each different draw of `count` values, with the number of ways to draw it.

    `copies` are the values with the number of copies of each. A draw is in the order of the list.
    """
    numbers = [number for _, number in copies]
    taken = _first_draw(numbers, count)
    while True:
        drawn = tuple(value for (value, _), times in zip(copies, taken, strict=True) for _ in range(times))
        yield drawn, prod(map(comb, numbers, taken))
        left = room = 0  # values taken, and values that could be taken, from the places behind `i`
        for i in reversed(range(len(taken))):
            if taken[i] and left < room:
                taken[i:] = [taken[i] - 1, *_first_draw(numbers[i + 1 :], left + 1)]
                break
            left, room = left + taken[i], room + numbers[i]
        else:
            return


def _first_draw(numbers: Sequence[int], count: int) -> list[int]:
    """Return how many copies of each value are drawn if the first values are drawn as often as possible."""
    taken = []
    for number in numbers:
        taken.append(min(number, count))
        count -= taken[-1]
    return taken
