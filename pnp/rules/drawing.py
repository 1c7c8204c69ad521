"""Draws without putting back: equal values count as one way, so often as there are such."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod

from pnp.model.step import Draw
from pnp.rules.frame import Outcome, Told
from pnp.rules.moment import Moment
from pnp.rules.program import Desk, Op
from pnp.rules.vocabulary import Unplayable, Value

MAX_DRAWS = 25_000
"""How many different draws are told apart."""


class PlayDraw(Op):
    """Draws blind from a list, without putting back."""

    step: Draw

    def __init__(self, step: Draw, desk: Desk) -> None:
        """Compile the list and the number."""
        super().__init__(step, desk)
        self.source = desk.expression("from", step.source, "words", "ints", "units")
        self.count = desk.expression("count", step.count, "int") if step.count else None
        one = self.source.type.removesuffix("s")
        desk.give("draw", step.draw, self.source.type if step.count else one)
        desk.give("draw", f"{step.draw}_rest", self.source.type)
        self.gives = (step.draw, f"{step.draw}_rest")

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way for each different draw, in whatever order it was drawn."""
        source: tuple[Value, ...] = moment.value(self.source)
        count = moment.value(self.count) if self.count else 1
        if not 0 <= count <= len(source):
            raise Unplayable(f"{count} cannot be drawn from {len(source)}", "draw no more than there are")
        kinds = Counter(source)
        ways, found = comb(len(source), count), list[Outcome]()
        known = moment.answers.drawn(self.main, source, self.source.type, count)
        draws = _draws(tuple(kinds.items()), count) if known is None else [(known, _ways(kinds, known))]
        for drawn, number in draws:
            if len(found) >= MAX_DRAWS:
                raise Unplayable(f"{count} can be drawn from {len(source)} in too many ways", "draw fewer at a time")
            rest = list(source)
            for value in drawn:
                rest.remove(value)
            value = drawn if self.count else drawn[0]
            values = dict(zip(self.gives, (value, tuple(rest)), strict=True))
            told: tuple[Told, ...] = ()
            if moment.tell:
                kind = self.source.type if self.count else self.source.type.removesuffix("s")
                name = self.step.draw.replace("_", " ").capitalize()
                words = moment.say(value, kind)
                told = moment.then(values).told(self, f"{name}: drawn from {len(source)}: {words}", words)
            found.append(Outcome(values, Fraction(number, ways), key=drawn, told=told))
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
