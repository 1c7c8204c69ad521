"""The machine that plays procedures: from one frame to all frames that can follow, each with its chance."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import NamedTuple

from pnp.model.procedure import Procedure
from pnp.rules.frame import NOTHING_GIVEN, ONE, Call, Cursor, Frame, Gave, Outcome, Told
from pnp.rules.liveness import Live, shares_read
from pnp.rules.moment import Answers, Moment
from pnp.rules.program import EMPTY, SHARES, Op, Program
from pnp.rules.state import Frozen, State
from pnp.rules.vocabulary import Setting, Unplayable, Value

MAX_STEPS = 50_000
"""How many steps are played before a procedure is taken to be endless, each counted in every way in which it comes out:
what some seconds are enough for. A whole game has some thousands.
"""


SKIPPED = Outcome()
"""What becomes of a step that is not played."""
NOBODY = Program("", Procedure(steps=()), totals=True)
"""Runs a procedure that is played by itself."""


class Branch(NamedTuple):
    """One way to go on: its chance, the frame it leads to, what is told and which names were given values. `op` is the
    step that was played, `key` what its dice showed, `again` says that it will be played once more, `depth` how deep
    inside other steps it lies.
    """

    chance: Fraction
    frame: Frame
    op: Op | None = None
    key: Value = None
    again: bool = False
    told: tuple[tuple[int, Told], ...] = ()
    gave: tuple[Gave, ...] = ()


class Machine:
    """Plays one case of a procedure. `tell` says whether anybody reads how; without it, names that are of no more use
    are forgotten (`live`). `preset` are names that are given from outside: steps that would give them are left out.
    """

    def __init__(
        self,
        setting: Setting,
        answers: Answers,
        *,
        tell: bool,
        live: Live | None = None,
        preset: Collection[str] = (),
    ) -> None:
        """Set up for a case."""
        self.setting, self.answers, self.tell, self.live = setting, answers, tell, live
        self.preset = frozenset(preset)
        self.steps = 0
        self._shares: dict[Op, frozenset[str]] = {}

    def start(self, program: Program, state: State, names: Mapping[str, Value]) -> Frame:
        """The frame before the first step."""
        start = Cursor(program.block)
        return Frame(self._useful(state, start), (Call(program, Frozen(names), (start,)),))

    def advance(self, frame: Frame) -> tuple[Branch, ...]:
        """All ways in which the next step can come out; one way, without a step, when everything is played.

        `Unplayable` if it cannot be played.
        """
        told: list[tuple[int, Told]] = []
        gave: list[Gave] = []
        frame = self._settle(frame, told, gave)
        if frame.done:
            return (Branch(ONE, frame, told=tuple(told), gave=tuple(gave)),)
        cursor = frame.top.cursors[-1]
        op = cursor.block.ops[cursor.at]
        moment = self.moment(frame)
        try:
            self.count(1)
            if self._left_out(op, frame) or not moment.applies(op):
                return (Branch(ONE, self._next(frame, SKIPPED, op), op, told=tuple(told), gave=tuple(gave)),)
            outcomes = op.play(moment)
            self.count(len(outcomes) - 1)
        except Unplayable as error:
            error.path = error.path or op.path
            raise
        depth = _depth(frame)
        return tuple(
            Branch(
                outcome.chance,
                frame if outcome.again else self._next(frame, outcome, op),
                op,
                outcome.key,
                outcome.again,
                (*told, *((depth + line.deeper, line) for line in outcome.told)),
                (*gave, *self._given(frame.top.program, outcome.values)),
            )
            for outcome in outcomes
        )

    def count(self, ways: int) -> None:
        """Count ways that play has gone; `Unplayable` if there are too many."""
        self.steps += ways
        if self.steps > MAX_STEPS:
            raise Unplayable(f"this takes more than {MAX_STEPS:,} steps", "repeat less, or draw fewer at a time")

    def settled(self, frame: Frame) -> Frame:
        """The frame at its next step."""
        return self._settle(frame, [], [])

    def moment(self, frame: Frame) -> Moment:
        """What expressions see in a frame."""
        return Moment(self.setting, frame, self.answers, tell=self.tell)

    def _left_out(self, op: Op, frame: Frame) -> bool:
        return bool(self.preset) and len(frame.calls) == 1 and op.main in self.preset

    def _given(self, program: Program, values: Mapping[str, Value]) -> tuple[Gave, ...]:
        if not self.tell:
            return ()
        kinds = program.scope
        return tuple(Gave(n, str(kinds[n]), v) for n, v in values.items() if not n.startswith(SHARES))

    # -- from one step to the next

    def _next(self, frame: Frame, outcome: Outcome, op: Op) -> Frame:
        """The frame after a step."""
        call = frame.top
        cursor = call.cursors[-1]
        cursors = (*call.cursors[:-1], Cursor(cursor.block, cursor.at + 1, cursor.passed, cursor.rest))
        state, calls = outcome.state or frame.state, frame.calls[:-1]
        if isinstance(outcome.push, Call):
            needed = self._needed(op) if self.live else frozenset[str]()
            names = self._kept(call.names, cursors[-1], outcome.values, needed)
            state = self._useful(state, outcome.push.cursors[-1])
            return Frame(state, (*calls, Call(call.program, names, cursors, call.by), outcome.push))
        if outcome.push is not None:
            cursors = (*cursors, outcome.push)
        names = self._kept(call.names, cursors[-1], outcome.values)
        state = self._useful(state, cursors[-1])
        return Frame(state, (*calls, Call(call.program, names, cursors, call.by)))

    def _needed(self, op: Op) -> frozenset[str]:
        """The shares that must be kept while a step runs procedures."""
        if op not in self._shares:
            self._shares[op] = shares_read(op)
        return self._shares[op]

    def _kept(
        self,
        names: Frozen[str, Value],
        cursor: Cursor,
        values: Mapping[str, Value] = NOTHING_GIVEN,
        more: frozenset[str] = frozenset(),
    ) -> Frozen[str, Value]:
        """The names with new values, as far as they are of use from a cursor on."""
        if self.live is None:
            return names.but(values)
        live = self.live[cursor.block][cursor.at] | more | self.preset
        if live.issuperset(names):
            useful = {name: value for name, value in values.items() if name in live}
            return names.but(useful) if useful else names
        return Frozen({name: value for name, value in (*names.items(), *values.items()) if name in live})

    def _useful(self, state: State, cursor: Cursor) -> State:
        """The state with the levels that are of use from a cursor on."""
        return state if self.live is None else state.with_levels_of(self.live[cursor.block][cursor.at])

    def _settle(self, frame: Frame, told: list[tuple[int, Told]], gave: list[Gave]) -> Frame:
        """The frame at its next step: ends of blocks, loops and procedures lie behind it."""
        while True:
            call = frame.top
            if not call.cursors:
                if len(frame.calls) == 1:
                    return frame
                frame = self._return(frame, gave)
                continue
            cursor = call.cursors[-1]
            if cursor.at < len(cursor.block.ops):
                return frame
            again = self._around(frame, cursor, told, gave) if cursor.block.loop else None
            frame = again or self._popped(frame)

    def _popped(self, frame: Frame) -> Frame:
        """The frame after the block at work."""
        state, call, cursors = frame.state, frame.top, frame.top.cursors[:-1]
        names = call.names
        if cursors:
            state, names = self._useful(state, cursors[-1]), self._kept(names, cursors[-1])
        return Frame(state, (*frame.calls[:-1], Call(call.program, names, cursors, call.by)))

    def _around(self, frame: Frame, cursor: Cursor, told: list[tuple[int, Told]], gave: list[Gave]) -> Frame | None:
        """The frame at the start of a loop's next time; None if that was the last."""
        block, call = cursor.block, frame.top
        if cursor.rest is None:
            return None
        moment = self.moment(frame)
        if block.until is not None and moment.value(block.until):
            return None
        value = cursor.rest.value
        names = call.names.without(block.own) if block.own else call.names
        if block.name:
            names = names.but({block.name: value})
            if self.tell:
                kind = str(call.program.scope[block.name])
                told.append((_depth(frame) - 1, Told(moment.say(value, kind), kind="each", name=block.name)))
                gave.append(Gave(block.name, kind, value))
        start = Cursor(block, 0, cursor.passed + 1, cursor.rest.after)
        cursors = (*call.cursors[:-1], start)
        call = Call(call.program, self._kept(names, start), cursors, call.by)
        return Frame(self._useful(frame.state, start), (*frame.calls[:-1], call))

    def _return(self, frame: Frame, gave: list[Gave]) -> Frame:
        """The frame after a procedure has ended: what it gives goes to the one that ran it."""
        ended = frame.top
        wanted: Mapping[str, str] = getattr(ended.by.step, "gives", {}) if ended.by else {}
        values: dict[str, Value] = {}
        for here, there in wanted.items():
            kind = str(ended.program.scope[there])
            values[here] = ended.names.get(there, EMPTY.get(kind))
            if self.tell:
                gave.append(Gave(here, kind, values[here]))
        return self._given_back(frame, frame.state, values)

    def _given_back(self, frame: Frame, state: State, values: Mapping[str, Value]) -> Frame:
        """The frame of the procedure that runs the one at work, once it has got what that gives."""
        caller = frame.calls[-2]
        names = caller.names.but(values)
        if caller.cursors:
            state, names = self._useful(state, caller.cursors[-1]), self._kept(names, caller.cursors[-1])
        return Frame(state, (*frame.calls[:-2], caller._replace(names=names)))

    # -- a run by itself

    def alone(self, frame: Frame) -> Frame:
        """The procedure at work as if nothing came after it: of those that run it the shares of units are left, as far
        as it reads them, and room for what it gives.
        """
        call = frame.top
        wanted = self._needed(call.by) if call.by else frozenset()
        shares = {k: v for one in frame.calls[:-1] for k, v in one.names.items() if k in wanted} if wanted else {}
        return Frame(frame.state, (Call(NOBODY, Frozen(shares), ()), call))

    def resumed(self, frame: Frame, end: Frame) -> Frame:
        """The frame at the next step after the procedure at work, if by itself it has come to an end."""
        given = {name: value for name, value in end.top.names.items() if not name.startswith(SHARES)}
        return self.settled(self._given_back(frame, end.state, given))


def _depth(frame: Frame) -> int:
    """How deep inside other steps the next step lies."""
    return sum(len(call.cursors) for call in frame.calls) - 1
