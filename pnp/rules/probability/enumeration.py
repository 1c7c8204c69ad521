"""Exact enumeration of all final states of a procedure, with probabilities.

A called procedure is enumerated once for each distinct call, because its result depends only on the state, its
arguments and the totals that it reads. Ten equal days therefore cost little more than one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias, TypeVar

from pnp.rules.engine.machine import Machine
from pnp.rules.engine.position import ONE, PlayState
from pnp.rules.engine.steps.require_step import RequirementError
from pnp.rules.probability.alike_units import AlikeUnits
from pnp.rules.state.errors import RuleError

MAX_CACHED_CALLS = 5_000
"""The most calls whose outcomes are cached."""

Key = TypeVar("Key")
FinalState: TypeAlias = PlayState | str
"""A position at which the procedure has ended, or the reason why it is not possible."""
Order: TypeAlias = tuple[tuple[int, int], ...]
"""The order of a play state in the procedure."""
Outcomes: TypeAlias = Mapping[FinalState, Fraction]
"""Every final state with its probability; the probabilities sum to 1."""


class Enumeration:
    """Explores every branch of every roll and draw, and merges equal positions.

    `call_cache` holds the outcomes of calls. Enumerations of one game variant with the same decisions can share it.
    `alike` are interchangeable units.
    """

    def __init__(
        self, machine: Machine, call_cache: dict[PlayState, Outcomes], alike: AlikeUnits | None = None
    ) -> None:
        self.machine, self.call_cache, self.alike = machine, call_cache, alike

    def final_states(self, first: PlayState) -> Outcomes:
        """Return all final states that a play state can lead to, with their probabilities.

        Play states are taken in the order of the procedure, so that equal ones meet before either of them continues.
        """
        depth = len(first.calls)
        orders: list[Order] = []
        pending: dict[Order, dict[PlayState, Weight]] = {}
        found: dict[FinalState, Weight] = {}
        level_order, level = first.order, {first: Weight(1, 1)}
        while True:
            for number, (play_state, weight) in enumerate(level.items(), 1):
                following = level_order if number < len(level) else orders[0] if orders else None
                for after, above, below in self._successors(play_state, weight, depth, following):
                    if isinstance(after, str) or after.done:
                        _add(found, after, above, below)
                        continue
                    order = after.order
                    if order not in pending:
                        pending[order] = {}
                        heapq.heappush(orders, order)
                    _add(pending[order], after, above, below)
            if not orders:
                return {end: Fraction(one.numerator, one.denominator) for end, one in found.items()}
            level_order = heapq.heappop(orders)
            level = pending.pop(level_order)

    def _successors(
        self, play_state: PlayState, weight: Weight, depth: int, following: Order | None
    ) -> Iterator[tuple[FinalState, int, int]]:
        """Yield the play states that follow one of this weight, and the numerator and denominator of each weight.

        `following` is the order of the next pending play state. A single successor that comes before it has its own
        successors in its place, because nothing pending can be equal to it.
        """
        above, below = weight.numerator, weight.denominator
        while not play_state.done:
            in_call = len(play_state.calls) > depth
            successors = self._call_results(play_state) if in_call else self._step_results(play_state)
            if self.alike is not None and depth == 1:  # in a call, the variables of callers are not visible
                common = self.alike.common_form
                successors = [(one if isinstance(one, str) else common(one), chance) for one, chance in successors]
            if len(successors) > 1:
                for after, part in successors:
                    yield after, above * part.numerator, below * part.denominator
                return
            only = successors[0][0]
            if isinstance(only, str) or (following is not None and not only.order < following):
                yield only, above, below
                return
            play_state = only
        yield play_state, above, below

    def _step_results(self, play_state: PlayState) -> Sequence[tuple[FinalState, Fraction]]:
        """Return every result of the next step with its probability."""
        try:
            return self.machine.results(play_state)
        except RequirementError as error:
            return ((error.wrong, ONE),)

    def _call_results(self, play_state: PlayState) -> Sequence[tuple[FinalState, Fraction]]:
        """Return every play state after the current procedure returns to its caller, with its probability."""
        call = self.machine.without_callers(play_state)
        final_states = self.call_cache.get(call)
        if final_states is None:
            final_states = self.final_states(call)
            if len(self.call_cache) >= MAX_CACHED_CALLS:
                self.call_cache.clear()
            self.call_cache[call] = final_states
        try:
            self.machine.count_steps(len(final_states))
        except RuleError as error:
            error.path = play_state.top.caller_step.path if play_state.top.caller_step else ""
            raise
        return self.machine.resume_callers(play_state, final_states)


class Weight:
    """A probability as a fraction that is not reduced, because adding such fractions takes a tenth of the time."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator, self.denominator = numerator, denominator


def _add(weights: dict[Key, Weight], key: Key, numerator: int, denominator: int) -> bool:
    """Add to the probability of a key; return whether the key is new."""
    new = Weight(numerator, denominator)
    old = weights.setdefault(key, new)
    if old is new:
        return True
    if old.denominator == denominator:
        old.numerator += numerator
    else:
        common = lcm(old.denominator, denominator)
        old.numerator = old.numerator * (common // old.denominator) + numerator * (common // denominator)
        old.denominator = common
    return False
