"""Exact enumeration of all final states of a procedure, with probabilities.

A called procedure is enumerated once for each distinct call, because its result depends only on the state, its
arguments and the totals that it reads. Ten equal days therefore cost little more than one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

from pnp.rules.engine.machine import Machine
from pnp.rules.engine.position import ONE, PlayState
from pnp.rules.engine.steps.require_step import RequirementError
from pnp.rules.probability.alike_units import AlikeUnits
from pnp.rules.state.errors import RuleError

MAX_CACHED_CALLS = 5_000
"""The most calls whose outcomes are cached."""

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
        pending: dict[PlayState, list[Fraction]] = {first: [ONE]}  # one item, so that a state is hashed only twice
        heap = [(first.order, 0, first)]
        found: dict[FinalState, Fraction] = {}
        while heap:
            play_state = heapq.heappop(heap)[2]
            (chance,) = pending.pop(play_state)
            if play_state.done:
                found[play_state] = found.get(play_state, 0) + chance
                continue
            successors = (
                self._call_results(play_state) if len(play_state.calls) > depth else self._step_results(play_state)
            )
            for successor, part in successors:
                after = successor
                share = chance if part is ONE else chance * part
                if isinstance(after, str):
                    found[after] = found.get(after, 0) + share
                    continue
                if self.alike is not None and depth == 1:  # inside a call, the variables of its callers are not visible
                    after = self.alike.common_form(after)
                new = [share]
                before = pending.setdefault(after, new)
                if before is new:
                    number += 1
                    heapq.heappush(heap, (after.order, number, after))
                else:
                    before[0] += share
        return found

    def _step_results(self, play_state: PlayState) -> Iterator[tuple[FinalState, Fraction]]:
        """Yield every result of the next step with its probability.

        Results that are rerolled are left out; the proportions of the others remain.
        """
        try:
            branches = self.machine.advance(play_state)
        except RequirementError as error:
            yield error.wrong, ONE
            return
        again = sum(branch.probability for branch in branches if branch.reroll)
        if again == 1:
            endless = RuleError("every roll is a tie and is rerolled without end", "let a modifier or tie: decide it")
            endless.path = branches[0].step.path if branches[0].step else ""
            raise endless
        for branch in branches:
            if not branch.reroll:
                yield (
                    self.machine.at_next_step(branch.play_state),
                    branch.probability / (1 - again) if again else branch.probability,
                )

    def _call_results(self, play_state: PlayState) -> Iterator[tuple[FinalState, Fraction]]:
        """Yield every play state after the current procedure returns to its caller, with its probability."""
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
        for end, chance in final_states.items():
            yield end if isinstance(end, str) else self.machine.resume_callers(play_state, end), chance
