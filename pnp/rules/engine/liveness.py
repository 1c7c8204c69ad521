"""Live-variable analysis: which variables, tracks and facts can still be read at each step.

The engine drops all others, so that positions that differ only in dead variables are equal. Variables belong to one
procedure. Tracks and facts (levels) belong to all: the caller of a procedure may read what it changes. Functions of
expressions and map rules never read levels; only expressions do, by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from pnp.rules.engine.program import SHARES, CompiledStep, Program, StepBlock

Names: TypeAlias = frozenset[str]
NONE: Names = frozenset()
LiveNames: TypeAlias = Mapping[StepBlock, tuple[Names, ...]]
"""The live variables and levels of each block: before each of its steps, and at its end."""


def live_names(program: Program, wanted: Iterable[str], levels: Collection[str] = ()) -> LiveNames:
    """Return the live variables of a program and of all programs that it runs.

    `wanted` are the variables that are read when the program has ended.
    """
    return _Liveness(program, frozenset(wanted), frozenset(levels)).live


def reached(program: Program) -> Iterator[CompiledStep]:
    """Yield every step of a program and of all programs that it runs."""
    for one in _exports(program):
        yield from _steps(one.block)


def shares_read(step: CompiledStep) -> Names:
    """Return the shares of totals that are read in the procedures that a step runs."""
    found: set[str] = set()
    for program in step.programs:
        found |= {name for inner in reached(program) for name in inner.reads if name.startswith(SHARES)}
    return frozenset(found)


def _exports(program: Program) -> dict[Program, set[str]]:
    """Return each program that is run, callers first, with the variables that it returns to its callers."""
    order: list[Program] = []
    found: dict[Program, set[str]] = {}

    def visit(one: Program) -> None:
        found[one] = set()
        for step in _steps(one.block):
            for inner in step.programs:
                if inner not in found:
                    visit(inner)
                found[inner].update(getattr(step.record, "gives", {}).values())
        order.append(one)

    visit(program)
    return {one: found[one] for one in reversed(order)}


def _steps(block: StepBlock) -> Iterable[CompiledStep]:
    for step in block.steps:
        yield step
        for inner in step.blocks:
            yield from _steps(inner)


class _Effect(NamedTuple):
    """The effect of a program on levels: those that it may read before setting them, and those that it always sets."""

    reads: Names
    sets: Names


class _Liveness:
    """The analysis of one program, which works backwards from its end.

    `after` are the levels that are live when a program has ended, whichever procedure runs it.
    """

    def __init__(self, program: Program, wanted: Names, levels: Names) -> None:
        self.levels = levels
        self.live: dict[StepBlock, tuple[Names, ...]] = {}
        self.after: dict[Program, Names] = {program: wanted}
        self._effects: dict[Program, _Effect] = {}
        self._shares: dict[CompiledStep, Names] = {}
        for one, names in _exports(program).items():
            self._mark(one.block, frozenset(names) | self.after[one], self.live, self.after)

    def _effect(self, program: Program) -> _Effect:
        if program not in self._effects:
            reads, kept = (self._mark(program.block, after, {}, {}) & self.levels for after in (NONE, self.levels))
            self._effects[program] = _Effect(reads, self.levels - kept)
        return self._effects[program]

    def _mark(
        self, block: StepBlock, after: Names, found: dict[StepBlock, tuple[Names, ...]], runs: dict[Program, Names]
    ) -> Names:
        """Return the names that are live when a block begins, given those that are live `after` it.

        `runs` collects the live levels for the programs that the block runs.
        """
        until = frozenset(name for name, _ in block.until.uses) if block.until else NONE
        end = after | until
        live = self._backwards(block, end, found, runs)
        if not block.loop:
            return live[0]
        again = end | (live[0] - block.own)
        found[block] = self._backwards(block, again, found, runs)
        return again

    def _backwards(
        self, block: StepBlock, end: Names, found: dict[StepBlock, tuple[Names, ...]], runs: dict[Program, Names]
    ) -> tuple[Names, ...]:
        live = [end]
        for step in reversed(block.steps):
            after = live[0]
            before = after.difference(step.assigns, step.sets) if step.is_unconditional else after
            for inner in step.blocks:
                before |= self._mark(inner, after, found, runs)
            if step.programs and not step.blocks:
                before = self._before_run(step, before, after & self.levels, runs)
            live.insert(0, before | step.reads | self._shares_read(step))
        found[block] = tuple(live)
        return found[block]

    def _before_run(self, step: CompiledStep, before: Names, after: Names, runs: dict[Program, Names]) -> Names:
        """Return the names that are live before a step that runs procedures.

        `before` are those that its own variables leave. A step that returns values may be skipped by a query that
        presets them.
        """
        if step.is_unconditional and not step.assigns:
            before -= self.levels
        for program in step.programs:
            runs[program] = runs.get(program, NONE) | after
            effect = self._effect(program)
            before |= effect.reads | (after - effect.sets)
        return before

    def _shares_read(self, step: CompiledStep) -> Names:
        if not step.programs:
            return NONE
        if step not in self._shares:
            self._shares[step] = shares_read(step)
        return self._shares[step]
