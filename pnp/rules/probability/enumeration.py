"""Everything that can come of a frame, each end with its chance.

What a procedure that another call_cache makes of the game hangs on the state, on what it is given and on shares of totals
call, not on what goes on around it. So each run is walked through by itself, once for each frame that it begins with:
ten equal days cost little more than one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

from pnp.rules.engine.machine import Machine
from pnp.rules.engine.position import ONE, PlayState
from pnp.rules.engine.steps.require_step import RequirementError
from pnp.rules.state.errors import RuleError

MAX_RUNS = 5_000
"""How many call_cache are remembered."""

FinalState: TypeAlias = PlayState | str
"""A frame in which everything is played, or the words of what is not possible."""
Outcomes: TypeAlias = Mapping[FinalState, Fraction]
"""All final_states, each with its chance."""


class Enumeration:
    """Walks through every branch of every roll and draw, with equal frames merged. `call_cache` are the final_states of call_cache that are
    known already: those of machines of one setting with equal answers hold for each other.
    """

    def __init__(self, machine: Machine, call_cache: dict[PlayState, Outcomes]) -> None:
        """Walk as a machine plays."""
        self.machine, self.call_cache = machine, call_cache

    def final_states(self, first: PlayState) -> Outcomes:
        """All final_states of a settled frame. Frames are taken in the order of the procedure, so that equal ones meet before
        they go on.
        """
        depth, number = len(first.calls), 0
        pending: dict[PlayState, Fraction] = {first: ONE}
        heap = [(first.order, 0, first)]
        found: dict[FinalState, Fraction] = {}
        while heap:
            play_state = heapq.heappop(heap)[2]
            chance = pending.pop(play_state)
            if play_state.done:
                found[play_state] = found.get(play_state, 0) + chance
                continue
            successors = self._run(play_state) if len(play_state.calls) > depth else self._step(play_state)
            for after, part in successors:
                share = chance if part is ONE else chance * part
                if isinstance(after, str):
                    found[after] = found.get(after, 0) + share
                    continue
                before = pending.get(after)
                pending[after] = share if before is None else before + share
                if before is None:
                    number += 1
                    heapq.heappush(heap, (after.order, number, after))
        return found

    def _step(self, play_state: PlayState) -> Iterator[tuple[FinalState, Fraction]]:
        """Every way in which the next step can come out; one that is rolled again comes out as the others do."""
        try:
            branches = self.machine.advance(play_state)
        except RequirementError as error:
            yield error.wrong, ONE
            return
        again = sum(branch.probability for branch in branches if branch.reroll)
        if again == 1:
            endless = RuleError("a tie that is rolled again without end", "let a modifier or tie: decide it")
            endless.path = branches[0].step.path if branches[0].step else ""
            raise endless
        for branch in branches:
            if not branch.reroll:
                yield (
                    self.machine.at_next_step(branch.play_state),
                    branch.probability / (1 - again) if again else branch.probability,
                )

    def _run(self, play_state: PlayState) -> Iterator[tuple[FinalState, Fraction]]:
        """Every way in which the procedure at work can end and give back to the one that call_cache it."""
        call = self.machine.isolated(play_state)
        final_states = self.call_cache.get(call)
        if final_states is None:
            final_states = self.final_states(call)
            if len(self.call_cache) >= MAX_RUNS:
                self.call_cache.clear()
            self.call_cache[call] = final_states
        try:
            self.machine.count_steps(len(final_states))
        except RuleError as error:
            error.path = play_state.top.caller_step.path if play_state.top.caller_step else ""
            raise
        for end, chance in final_states.items():
            yield end if isinstance(end, str) else self.machine.resume(play_state, end), chance
