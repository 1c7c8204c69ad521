"""Exact enumeration of all final states of a procedure, with probabilities.

A called procedure is enumerated once for each distinct call, because its result depends only on the state, its
arguments and the totals that it reads. Ten equal days therefore cost little more than one.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
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
        depth, number = len(first.calls), 0
        pending: dict[PlayState, Weight] = {}
        heap: list[tuple[tuple[tuple[int, int], ...], int, PlayState]] = []
        found: dict[FinalState, Weight] = {}
        play_state, weight = first, Weight(1, 1)
        while True:
            if play_state.done:
                _add(found, play_state, weight.numerator, weight.denominator)
            else:
                successors = (
                    self._call_results(play_state) if len(play_state.calls) > depth else self._step_results(play_state)
                )
                if len(successors) == 1:
                    ((only, _),) = successors
                    if not isinstance(only, str) and (not heap or only.order < heap[0][0]):  # no pending one equals it
                        play_state = self.alike.common_form(only) if self.alike and depth == 1 else only
                        continue
                for after, part in successors:
                    above, below = weight.numerator, weight.denominator
                    if part is not ONE:
                        above, below = above * part.numerator, below * part.denominator
                    if isinstance(after, str):
                        _add(found, after, above, below)
                        continue
                    if self.alike is not None and depth == 1:  # in a call, the variables of callers are not visible
                        after = self.alike.common_form(after)  # noqa: PLW2901 - the form in which it is pending
                    if _add(pending, after, above, below):
                        number += 1
                        heapq.heappush(heap, (after.order, number, after))
            if not heap:
                return {end: Fraction(one.numerator, one.denominator) for end, one in found.items()}
            play_state = heapq.heappop(heap)[2]
            weight = pending.pop(play_state)

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
        return [
            (end if isinstance(end, str) else self.machine.resume_callers(play_state, end), chance)
            for end, chance in final_states.items()
        ]


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
