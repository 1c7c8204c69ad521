"""The progress of running procedures: play states, cursors, outcomes and trace lines.

Play states, call frames and cursors are plain tuples, because millions of them are made and compared. Equal play states
can be merged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from types import MappingProxyType
from typing import NamedTuple

from pnp.rules.engine.facts import StepFact
from pnp.rules.engine.program import CompiledStep, Program, StepBlock
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.state import FrozenMap, State

ONE = Fraction(1)


class RemainingValues:
    """The remaining values of a loop as a linked list: the next value, and those after it.

    The hash is computed once, because loops may have a thousand values and positions are compared at every step.
    """

    __slots__ = ("_hash", "after", "value")

    def __init__(self, value: Value, after: RemainingValues | None) -> None:
        self.value, self.after = value, after
        self._hash = hash((value, after))

    @staticmethod
    def of(values: Sequence[Value]) -> RemainingValues | None:
        """Return a list of values as a linked list; None for an empty list."""
        rest = None
        for value in reversed(values):
            rest = RemainingValues(value, rest)
        return rest

    def __hash__(self) -> int:
        """Return the hash of all values."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        one: object = self
        while isinstance(one, RemainingValues) and isinstance(other, RemainingValues) and one is not other:
            if one._hash != other._hash or one.value != other.value:
                return False
            one, other = one.after, other.after
        return one is other


class ValuesToDraw(NamedTuple):
    """The remaining values of a loop over values that are drawn at random when the loop comes to them.

    They come in the order of the list from which they are drawn: `again` more copies of `value`, which was the last,
    then `left` of the values of `copies`, each with its number of copies. Thus positions meet before everything is
    drawn.
    """

    copies: tuple[tuple[Value, int], ...]
    left: int
    value: Value = None
    again: int = 0

    def draws(self) -> list[tuple[Value, ValuesToDraw | None, Fraction]]:
        """Return each possible next value, with the values that remain after it and the probability."""
        if self.again:
            return [(self.value, self._after(self.copies, self.left, self.value, self.again - 1), ONE)]
        later = sum(number for _, number in self.copies)
        ways = comb(later, self.left)
        found = []
        for i, (value, number) in enumerate(self.copies):
            later -= number
            for taken in range(1, min(number, self.left) + 1):
                if part := comb(number, taken) * comb(later, self.left - taken):
                    after = self._after(self.copies[i + 1 :], self.left - taken, value, taken - 1)
                    found.append((value, after, Fraction(part, ways)))
        return found

    @staticmethod
    def _after(copies: tuple[tuple[Value, int], ...], left: int, value: Value, again: int) -> ValuesToDraw | None:
        """Return the values that remain; None if none do."""
        if not again:
            return ValuesToDraw(copies, left) if left else None
        return ValuesToDraw(copies if left else (), left, value, again)


class Cursor(NamedTuple):
    """A position in a block of steps: the index of the next step; in a loop, the iteration and the remaining values.

    `remaining` is None in the last iteration and outside loops.
    """

    block: StepBlock
    step_index: int = 0
    iteration: int = 0
    remaining: RemainingValues | ValuesToDraw | None = None

    @property
    def next_step(self) -> CompiledStep:
        """The step that runs next."""
        return self.block.steps[self.step_index]


class CallFrame(NamedTuple):
    """A running procedure: its variables, its cursors from the outermost in, and the step that called it."""

    program: Program
    variables: FrozenMap[str, Value]
    cursors: tuple[Cursor, ...]
    caller_step: CompiledStep | None = None


class PlayState(NamedTuple):
    """The state of the game and the stack of running procedures, the outermost first."""

    state: State
    calls: tuple[CallFrame, ...]

    @property
    def top(self) -> CallFrame:
        """The procedure that is running, which is the last that was called."""
        return self.calls[-1]

    @property
    def done(self) -> bool:
        """Whether the outermost procedure has ended."""
        calls = self[1]
        return len(calls) == 1 and not calls[0][2]

    @property
    def order(self) -> tuple[tuple[int, int], ...]:
        """A sort key of the play state; it never becomes smaller when a step runs.

        All cursors but the last are inside the step before theirs.
        """
        calls = self[1]
        cursors = [(iteration, index - 1) for call in calls for _, index, iteration, _ in call[2]]
        if calls[-1][2]:
            iteration, index = cursors[-1]
            cursors[-1] = (iteration, index + 1)
        return tuple(cursors)


@dataclass(frozen=True, slots=True)
class TraceLine:
    """A line of a trace: its text, the value that resulted, and the cases it follows.

    `extra_depth` is the indent below the line of the step. `moves` are units with the hexes that they moved through.
    `markers` are all markers on the map after a step that changes them. `path` is the path of the step in the data;
    `has_own_text` says that the step's `says` replaced the standard text. `fact` is what worked examples print
    about the step; None if they print nothing.
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
    markers: FrozenMap[str, tuple[str, ...]] | None = None
    fact: StepFact | None = None


@dataclass(frozen=True, slots=True)
class Assignment:
    """A variable that a step assigned, its value and its type."""

    name: str
    type: str
    value: Value


NO_VALUES: Mapping[str, Value] = MappingProxyType({})


class Outcome(NamedTuple):
    """A possible outcome of a step: its probability, and the variables and state that it changes.

    `push` is a block or procedure to run next. `key` is the dice result or the draw. `reroll` runs the step once more.
    """

    values: Mapping[str, Value] = NO_VALUES
    probability: Fraction = ONE
    state: State | None = None
    push: Cursor | CallFrame | None = None
    key: Value = None
    reroll: bool = False
    trace: tuple[TraceLine, ...] = ()
