"""Live-variable analysis: the variables, tracks and facts that a later step can still read.

The engine drops all others, so that positions that differ only in dead variables are equal. Variables belong to one
procedure. Tracks and facts (levels) belong to all: the caller of a procedure may read what it changes. Functions of
expressions and map rules never read levels; only expressions do, by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from pnp.rules.engine.program import CompiledStep, Program, StepBlock, nested_steps

Names: TypeAlias = frozenset[str]
NONE: Names = frozenset()
LiveNames: TypeAlias = Mapping[StepBlock, tuple[Names, ...]]
"""The live variables and levels of each block: before each of its steps, and at its end."""


def live_names(
    program: Program,
    wanted: Iterable[str],
    levels: Collection[str] = (),
    standing: Program | None = None,
    always: Collection[str] = (),
) -> LiveNames:
    """Return the live names at each step: the names that this or a later step can still read.

    The steps are those of a program and of the programs that it runs. `wanted` are the variables that are read when the
    program has ended, `levels` the names of all tracks and facts. `standing` applies the standing rules, after any
    step, and `always` are the names that they read.
    """
    live = _Liveness(program, frozenset(wanted), frozenset(levels), standing).live
    kept = frozenset(always).intersection(levels)
    return {block: tuple(names | kept for names in some) for block, some in live.items()} if kept else live


def all_steps(program: Program) -> Iterator[CompiledStep]:
    """Yield every step of a program, of its nested blocks and of all programs that it runs."""
    for one in _returned_variables((program,)):
        yield from nested_steps(one.block)


def shares_read_in_calls(step: CompiledStep) -> Names:
    """Return the `share:` variables that are read in the programs that a step runs.

    Each of them holds the shares of the units in a total.
    """
    return NONE.union(*(program.shares_read for program in step.programs))


def _returned_variables(programs: Iterable[Program]) -> dict[Program, set[str]]:
    """Return the variables that each program returns, for these programs and all that they run."""
    order: list[Program] = []
    found: dict[Program, set[str]] = {}

    def visit_program(visited: Program) -> None:
        """Add a program to `order`, after all programs that it runs, and note which variables these return."""
        found[visited] = set()
        for step in nested_steps(visited.block):
            for inner in step.programs:
                if inner not in found:
                    visit_program(inner)
                found[inner].update(getattr(step.record, "gives", {}).values())
        order.append(visited)

    for program in programs:
        if program not in found:
            visit_program(program)
    return {one: found[one] for one in reversed(order)}


class _Effect(NamedTuple):
    """The effect of a program on tracks and facts: those it may read before setting them, and those it always sets."""

    reads: Names
    sets: Names


class _Liveness:
    """The live-variable analysis of one program, which works backwards from its end.

    `after` are the levels that are live when a program has ended, whichever procedure runs it. When standing rules have
    been applied, all levels are.
    """

    def __init__(self, program: Program, wanted: Names, levels: Names, standing: Program | None) -> None:
        self.levels = levels
        self.live: dict[StepBlock, tuple[Names, ...]] = {}
        self.after: dict[Program, Names] = {program: wanted}
        if standing is not None:
            self.after[standing] = levels
        self._effects: dict[Program, _Effect] = {}
        for one, names in _returned_variables((program,) if standing is None else (program, standing)).items():
            self._live_before_block(one.block, frozenset(names) | self.after[one], self.live, self.after)

    def _program_effect(self, program: Program) -> _Effect:
        """Return the tracks and facts that a program reads and those that it always sets; computed once."""
        if program not in self._effects:
            reads, kept = (
                self._live_before_block(program.block, after, {}, {}) & self.levels for after in (NONE, self.levels)
            )
            self._effects[program] = _Effect(reads, self.levels - kept)
        return self._effects[program]

    def _live_before_block(
        self, block: StepBlock, after: Names, found: dict[StepBlock, tuple[Names, ...]], runs: dict[Program, Names]
    ) -> Names:
        """Return the names that are live at the start of a block; `after` are those live at its end.

        `runs` collects the live levels for the programs that the block runs.
        """
        until = frozenset(name for name, _ in block.until.uses) if block.until else NONE
        end = after | until
        live = self._analyse_backwards(block, end, found, runs)
        if not block.loop:
            return live[0]
        again = end | (live[0] - block.own)
        found[block] = self._analyse_backwards(block, again, found, runs)
        return again

    def _analyse_backwards(
        self, block: StepBlock, end: Names, found: dict[StepBlock, tuple[Names, ...]], runs: dict[Program, Names]
    ) -> tuple[Names, ...]:
        """Return the live names before each step of a block, computed from its last step to its first.

        Also record them in `found`.
        """
        live = [end]
        for step in reversed(block.steps):
            after = live[0]
            before = after.difference(step.assigns, step.sets) if step.is_unconditional else after
            for inner in step.blocks:
                before |= self._live_before_block(inner, after, found, runs)
            if step.programs and not step.blocks:
                before = self._live_before_call(step, before, after & self.levels, runs)
            live.insert(0, before | step.reads | shares_read_in_calls(step))
        found[block] = tuple(live)
        return found[block]

    def _live_before_call(self, step: CompiledStep, before: Names, after: Names, runs: dict[Program, Names]) -> Names:
        """Return the names that are live before a step that runs other programs.

        `before` are those that its own variables leave. A step that returns values may be skipped by a query that
        presets them.
        """
        if step.is_unconditional and not step.assigns:
            before -= self.levels
        for program in step.programs:
            runs[program] = runs.get(program, NONE) | after
            effect = self._program_effect(program)
            before |= effect.reads | (after - effect.sets)
        return before
