"""Where the play of a procedure is, as a value: equal frames go on in the same way, so that chances can merge them.

Frames, calls and cursors are plain tuples, since millions of them are made and compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from pnp.rules.engine.program import CompiledStep, Program, StepBlock
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.state import FrozenMap, State

ONE = Fraction(1)


class RemainingValues:
    """Values still to come in a loop: the next one, and those after it (None if there are none). Its hash is worked out
    once, since loops may have a thousand values, and frames are compared at every step.
    """

    __slots__ = ("_hash", "after", "value")

    def __init__(self, value: Value, after: RemainingValues | None) -> None:
        """Put a value before others."""
        self.value, self.after = value, after
        self._hash = hash((value, after))

    @staticmethod
    def of(values: Sequence[Value]) -> RemainingValues | None:
        """All values of a list; None of an empty one."""
        rest = None
        for value in reversed(values):
            rest = RemainingValues(value, rest)
        return rest

    def __hash__(self) -> int:
        """Of all values."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        """The same values in the same order."""
        one: object = self
        while isinstance(one, RemainingValues) and isinstance(other, RemainingValues) and one is not other:
            if one._hash != other._hash or one.value != other.value:
                return False
            one, other = one.after, other.after
        return one is other


class Cursor(NamedTuple):
    """A place in a block of steps: the next step; in a loop, how many times it was played and the values still to come
    (None after the last, and outside loops).
    """

    block: StepBlock
    step_index: int = 0
    iteration: int = 0
    remaining: RemainingValues | None = None


class CallFrame(NamedTuple):
    """A procedure that is being played: its variables, its cursors from the outermost in, and the step that runs it."""

    program: Program
    variables: FrozenMap[str, Value]
    cursors: tuple[Cursor, ...]
    caller_step: CompiledStep | None = None


class PlayState(NamedTuple):
    """The state and the procedures that are being played, the first at the bottom."""

    state: State
    calls: tuple[CallFrame, ...]

    @property
    def top(self) -> CallFrame:
        """The procedure that is at work."""
        return self.calls[-1]

    @property
    def done(self) -> bool:
        """Is everything played?"""
        return len(self.calls) == 1 and not self.calls[0].cursors

    @property
    def order(self) -> tuple[tuple[int, int], ...]:
        """A frame with a smaller order can lead to this one, and never the other way round. All cursors but the last
        are inside the step before theirs.
        """
        cursors = [(cursor.iteration, cursor.step_index - 1) for call in self.calls for cursor in call.cursors]
        if self.calls[-1].cursors:
            cursors[-1] = (cursors[-1][0], cursors[-1][1] + 1)
        return tuple(cursors)


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One line of a trace: what is said, the value that comes of it, the cases it follows. `deeper` lines belong to the
    step above. `moves` are units and the hexes they went through; `path` is where the step was written; `spoken` says
    that it has words of its own there.
    """

    text: str
    value: str = ""
    rule: tuple[str, ...] = ()
    extra_depth: int = 0
    kind: str = ""
    name: str = ""
    moves: tuple[tuple[str, tuple[str, ...]], ...] = ()
    path: str = ""
    has_own_text: bool = False


@dataclass(frozen=True, slots=True)
class Assignment:
    """A name that a step gave a value."""

    name: str
    type: str
    value: Value


NO_VALUES: Mapping[str, Value] = MappingProxyType({})


class Outcome(NamedTuple):
    """One way in which a step can come out: its chance, what it changes, and what is played next if it is not the step
    after it. `key` is what dice showed or what was drawn. `again` plays the step once more.
    """

    values: Mapping[str, Value] = NO_VALUES
    probability: Fraction = ONE
    state: State | None = None
    push: Cursor | CallFrame | None = None
    key: Value = None
    reroll: bool = False
    trace: tuple[TraceLine, ...] = ()
