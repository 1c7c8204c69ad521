"""Everything that can come of a frame, each end with its chance.

What a procedure that another runs makes of the game hangs on the state, on what it is given and on shares of totals
alone, not on what goes on around it. So each run is walked through by itself, once for each frame that it begins with:
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
"""How many runs are remembered."""

FinalState: TypeAlias = PlayState | str
"""A frame in which everything is played, or the words of what is not possible."""
Outcomes: TypeAlias = Mapping[FinalState, Fraction]
"""All ends, each with its chance."""


class Enumeration:
    """Walks through every branch of every roll and draw, with equal frames merged. `runs` are the ends of runs that are
    known already: those of machines of one setting with equal answers hold for each other.
    """

    def __init__(self, machine: Machine, runs: dict[PlayState, Outcomes]) -> None:
        """Walk as a machine plays."""
        self.machine, self.runs = machine, runs

    def ends(self, first: PlayState) -> Outcomes:
        """All ends of a settled frame. Frames are taken in the order of the procedure, so that equal ones meet before
        they go on.
        """
        depth, number = len(first.calls), 0
        open_: dict[PlayState, Fraction] = {first: ONE}
        heap = [(first.order, 0, first)]
        found: dict[FinalState, Fraction] = {}
        while heap:
            play_state = heapq.heappop(heap)[2]
            chance = open_.pop(play_state)
            if play_state.done:
                found[play_state] = found.get(play_state, 0) + chance
                continue
            ways = self._run(play_state) if len(play_state.calls) > depth else self._step(play_state)
            for after, part in ways:
                share = chance if part is ONE else chance * part
                if isinstance(after, str):
                    found[after] = found.get(after, 0) + share
                    continue
                before = open_.get(after)
                open_[after] = share if before is None else before + share
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
        again = sum(branch.chance for branch in branches if branch.again)
        if again == 1:
            endless = RuleError("a tie that is rolled again without end", "let a modifier or tie: decide it")
            endless.path = branches[0].step.path if branches[0].step else ""
            raise endless
        for branch in branches:
            if not branch.again:
                yield self.machine.settled(branch.play_state), branch.chance / (1 - again) if again else branch.chance

    def _run(self, play_state: PlayState) -> Iterator[tuple[FinalState, Fraction]]:
        """Every way in which the procedure at work can end and give back to the one that runs it."""
        alone = self.machine.alone(play_state)
        ends = self.runs.get(alone)
        if ends is None:
            ends = self.ends(alone)
            if len(self.runs) >= MAX_RUNS:
                self.runs.clear()
            self.runs[alone] = ends
        try:
            self.machine.count(len(ends))
        except RuleError as error:
            error.path = play_state.top.by.path if play_state.top.by else ""
            raise
        for end, chance in ends.items():
            yield end if isinstance(end, str) else self.machine.resumed(play_state, end), chance
