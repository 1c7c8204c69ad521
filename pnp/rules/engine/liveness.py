"""Live-variable analysis: the variables, tracks and facts that a later step can still read.

The engine drops all others, so that positions that differ only in dead variables are equal. Variables belong to one
procedure. Tracks and facts (levels) belong to all: the caller of a procedure may read what it changes. Functions of
expressions and map rules never read levels; only expressions do, by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

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
    kept = frozenset(always).intersection(levels)
    live = _Liveness(program, frozenset(wanted), frozenset(levels), standing, kept).live
    return {block: tuple(names | kept for names in some) for block, some in live.items()} if kept else live


def sets_only_dead(step: CompiledStep, live: Names) -> bool:
    """Return whether a step does nothing but set names that no later step reads; `live` are the names live after it.

    Such a step need not run, so what it reads is not live because of it; nor need a procedure, loop or part of such
    steps. A level that only keeps a record of its own, such as `total: total + 1`, is dead too.
    """
    return bool(step.only_sets) and live.isdisjoint(step.only_sets)


def all_steps(program: Program) -> Iterator[CompiledStep]:
    """Yield every step of a program, of its nested blocks and of all programs that it runs."""
    for one in _programs((program,)):
        yield from nested_steps(one.block)


def is_drawn_for_loop(block: StepBlock, index: int, live: LiveNames) -> bool:
    """Return whether only a loop over the values that a step draws uses them; the loop is a later step of the block.

    Then each value can be drawn when the loop comes to it.
    """
    drawn, rest = block.steps[index].assigns
    if rest in live[block][index + 1]:
        return False
    if drawn not in live[block][index + 1]:
        return True
    for at in range(index + 1, len(block.steps)):
        step = block.steps[at]
        if sets_only_dead(step, live[block][at + 1]):
            continue
        if drawn in step.reads:
            loop = step.blocks[0] if step.loops_over == drawn else None
            return loop is not None and drawn not in live[block][at + 1] and drawn not in live[loop][0]
        if any(drawn in inner.reads for one in step.blocks for inner in nested_steps(one)):
            return False
    return False


def _programs(roots: Iterable[Program]) -> tuple[Program, ...]:
    """Return some programs and all that they run; each comes before those that it runs."""
    order: dict[Program, None] = {}

    def visit_program(visited: Program) -> None:
        """Add a program to `order`, after all programs that it runs."""
        for step in nested_steps(visited.block):
            for inner in step.programs:
                if inner not in order:
                    visit_program(inner)
        order[visited] = None

    for program in roots:
        if program not in order:
            visit_program(program)
    return tuple(reversed(order))


class _Liveness:
    """The live-variable analysis of one program, which works backwards from its end.

    `after` are the levels and the returned variables that are live when a program has ended, whichever procedure runs
    it. When standing rules have been applied, all levels are. `kept` are levels that are live everywhere.
    """

    def __init__(self, program: Program, wanted: Names, levels: Names, standing: Program | None, kept: Names) -> None:
        self.levels, self.kept = levels, kept
        self.live: dict[StepBlock, tuple[Names, ...]] = {}
        self.after: dict[Program, Names] = {program: wanted}
        if standing is not None:
            self.after[standing] = levels
        self._known: dict[tuple[Program, Names], Names] = {}
        order = _programs((program,) if standing is None else (program, standing))
        before: dict[Program, Names] | None = None
        while self.after != before:  # what one caller needs of a program may keep more alive before it
            before = dict(self.after)
            for one in order:
                if one not in self.after:  # only steps that need not run run it
                    continue
                self._live_before_block(one.block, self.after[one], self.live, self.after)

    def _levels_before(self, program: Program, after: Names) -> Names:
        """Return the levels that are live before a program; `after` are the names live after it. Computed once."""
        end = after | self.after[program]
        if (program, end) not in self._known:
            self._known[program, end] = self._live_before_block(program.block, end, {}, {}) & self.levels
        return self._known[program, end]

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
        again = end
        while not again >= live[0] - block.own:
            again |= live[0] - block.own
            live = self._analyse_backwards(block, again, found, runs)
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
            if sets_only_dead(step, after | self.kept):
                live.insert(0, after)
                continue
            before = after.difference(step.assigns, step.sets) if step.is_unconditional else after
            for inner in step.blocks:
                before |= self._live_before_block(inner, after, found, runs)
            if step.programs and not step.blocks:
                before = self._live_before_call(step, before, after, runs)
            live.insert(0, before | step.reads | step.shares_read_in_calls)
        found[block] = tuple(live)
        return found[block]

    def _live_before_call(self, step: CompiledStep, before: Names, after: Names, runs: dict[Program, Names]) -> Names:
        """Return the names that are live before a step that runs other programs.

        `before` are those that its own variables leave, `after` those that are live after the step. A step that returns
        values may be skipped by a query that presets them.
        """
        if step.is_unconditional and not step.assigns:
            before -= self.levels
        for program in step.programs:
            gives: Mapping[str, str] = getattr(step.record, "gives", {})
            needed = (after & self.levels).union(inner for outer, inner in gives.items() if outer in after)
            runs[program] = runs.get(program, NONE) | needed
            self.after.setdefault(program, NONE)
            before |= self._levels_before(program, needed)
        return before
