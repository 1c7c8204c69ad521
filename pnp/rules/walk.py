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

from pnp.rules.flow import Forbidden
from pnp.rules.frame import ONE, Frame
from pnp.rules.machine import Machine
from pnp.rules.vocabulary import Unplayable

MAX_RUNS = 5_000
"""How many runs are remembered."""

End: TypeAlias = Frame | str
"""A frame in which everything is played, or the words of what is not possible."""
Ends: TypeAlias = Mapping[End, Fraction]
"""All ends, each with its chance."""


class Walk:
    """Walks through every branch of every roll and draw, with equal frames merged. `runs` are the ends of runs that are
    known already: those of machines of one setting with equal answers hold for each other.
    """

    def __init__(self, machine: Machine, runs: dict[Frame, Ends]) -> None:
        """Walk as a machine plays."""
        self.machine, self.runs = machine, runs

    def ends(self, first: Frame) -> Ends:
        """All ends of a settled frame. Frames are taken in the order of the procedure, so that equal ones meet before
        they go on.
        """
        depth, number = len(first.calls), 0
        open_: dict[Frame, Fraction] = {first: ONE}
        heap = [(first.order, 0, first)]
        found: dict[End, Fraction] = {}
        while heap:
            frame = heapq.heappop(heap)[2]
            chance = open_.pop(frame)
            if frame.done:
                found[frame] = found.get(frame, 0) + chance
                continue
            ways = self._run(frame) if len(frame.calls) > depth else self._step(frame)
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

    def _step(self, frame: Frame) -> Iterator[tuple[End, Fraction]]:
        """Every way in which the next step can come out; one that is rolled again comes out as the others do."""
        try:
            branches = self.machine.advance(frame)
        except Forbidden as error:
            yield error.wrong, ONE
            return
        again = sum(branch.chance for branch in branches if branch.again)
        if again == 1:
            endless = Unplayable("a tie that is rolled again without end", "let a modifier or tie: decide it")
            endless.path = branches[0].op.path if branches[0].op else ""
            raise endless
        for branch in branches:
            if not branch.again:
                yield self.machine.settled(branch.frame), branch.chance / (1 - again) if again else branch.chance

    def _run(self, frame: Frame) -> Iterator[tuple[End, Fraction]]:
        """Every way in which the procedure at work can end and give back to the one that runs it."""
        alone = self.machine.alone(frame)
        ends = self.runs.get(alone)
        if ends is None:
            ends = self.ends(alone)
            if len(self.runs) >= MAX_RUNS:
                self.runs.clear()
            self.runs[alone] = ends
        try:
            self.machine.count(len(ends))
        except Unplayable as error:
            error.path = frame.top.by.path if frame.top.by else ""
            raise
        for end, chance in ends.items():
            yield end if isinstance(end, str) else self.machine.resumed(frame, end), chance
