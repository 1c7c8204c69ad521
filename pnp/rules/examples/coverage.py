"""Coverage: the steps and branches of procedures that at least one worked example plays.

A step with a condition has two branches, because it is carried out or passed over; a line of a total, shift or roll
with a condition has two as well. A check passes or fails, a choice between words has a branch for each word, and a
table result that a procedure applies has one for each of its effects. A step that a ruling excludes counts as passed
over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pnp.model.step import StepRecord
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.machine import Branch, Machine
from pnp.rules.engine.position import PlayState
from pnp.rules.engine.program import CompiledStep, StepBlock
from pnp.rules.engine.steps.ask_step import CompiledAsk
from pnp.rules.engine.steps.check_step import CompiledCheck
from pnp.rules.engine.steps.run_step import CallProcedure
from pnp.rules.examples.example_run import ExampleRun
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.playbook import Playbook
from pnp.spot import Spot

TAKEN, PASSED_OVER = "carried out", "passed over"


@dataclass(frozen=True)
class BranchPlace:
    """A branch of a step or of one of its lines: its path in the data, and the word for the branch."""

    path: str
    word: str


@dataclass(frozen=True)
class CoveredBranch:
    """A branch of a procedure: its source location, the word for it, and whether a worked example plays it.

    `of` is the table result to which it belongs; empty for other branches.
    """

    spot: Spot
    of: str
    word: str
    played: bool


@dataclass(frozen=True)
class ProcedureCoverage:
    """The branches of one procedure or standing rule."""

    id: str
    branches: tuple[CoveredBranch, ...]

    @property
    def played(self) -> int:
        """The number of branches that a worked example plays."""
        return sum(branch.played for branch in self.branches)


class _RecordingContext(StepContext):
    """A context that notes the conditions that are evaluated."""

    seen: set[BranchPlace]

    def applies(self, step: CompiledStep) -> bool:
        """Return whether a step applies, and note it."""
        found = super().applies(step)
        self.seen.add(BranchPlace(_path_of(step), TAKEN if found else PASSED_OVER))
        return found

    def value(self, expression: Expression, **extra: Value) -> Value:
        """Return the value of an expression, and note whether it is true."""
        found = super().value(expression, **extra)
        if expression.path:
            self.seen.add(BranchPlace(expression.path, PASSED_OVER if found is False else TAKEN))
        return found


class _RecordingMachine(Machine):
    """A machine that notes the conditions that are evaluated."""

    seen: set[BranchPlace]

    def context(self, play_state: PlayState) -> StepContext:
        """Return the context for the next step, which notes the conditions."""
        context = _RecordingContext(self.variant, play_state, self.decisions, tracing=self.tracing)
        context.seen = self.seen
        return context


class _RecordingRun(ExampleRun):
    """The run of a worked example that notes the branches that it takes, in the set `seen`."""

    seen: set[BranchPlace]

    def machine(self) -> Machine:
        """Return a machine that notes the conditions."""
        variant = self.playbook.variant(self.rulings)
        machine = _RecordingMachine(variant, self.decisions, tracing=True, standing=self.playbook.standing)
        machine.seen = self.seen
        return machine

    def record_branch(self, branch: Branch) -> None:
        """Note the result of a check or of a choice between words, and record the branch."""
        step = branch.step
        for assignment in branch.assignments if isinstance(step, (CompiledCheck, CompiledAsk)) else ():
            assert step is not None
            if assignment.name == step.main:
                checks = isinstance(step, CompiledCheck)
                word = ("passes" if assignment.value else "fails") if checks else str(assignment.value)
                self.seen.add(BranchPlace(step.path, word))
        super().record_branch(branch)


def coverage(playbooks: Iterable[Playbook]) -> tuple[ProcedureCoverage, ...]:
    """Play all worked examples of a game and return the coverage of each procedure and standing rule.

    `playbooks` are those of the game, or of the scenarios of a series, without errors. Examples that cannot be played
    to their end count as far as they go. A branch that several scenarios share is played if an example of any of them
    plays it.
    """
    found: dict[str, dict[tuple[Spot, str, str], bool]] = {}
    for playbook in playbooks:
        seen = _places_seen(playbook)
        for id_, places in _branches_by_procedure(playbook):
            branches = found.setdefault(id_, {})
            for place in places:
                path, _, of = place.path.partition(": ")
                key = (playbook.game.spot(path), of, place.word)
                branches[key] = branches.get(key, False) or place in seen
    return tuple(
        ProcedureCoverage(id_, tuple(CoveredBranch(*key, played) for key, played in branches.items()))
        for id_, branches in found.items()
    )


def _places_seen(playbook: Playbook) -> set[BranchPlace]:
    """Return the branches that the worked examples of a game play."""
    return {place for id_ in playbook.game.examples for place in branches_played(playbook, id_)}


def branches_played(playbook: Playbook, id_: str) -> set[BranchPlace]:
    """Return the branches that one worked example plays, as far as it can be played."""
    example = playbook.game.examples[id_]
    run = _RecordingRun(playbook, id_, example, example.rulings)
    run.seen = set()
    run.play()
    return run.seen


def _branches_by_procedure(playbook: Playbook) -> Iterator[tuple[str, tuple[BranchPlace, ...]]]:
    """Yield the id and the branches of each procedure, and of each standing rule."""
    for id_ in playbook.game.procedures:
        yield id_, tuple(dict.fromkeys(_branches_of_block(playbook.programs[id_].block)))
    if playbook.standing:
        for step in playbook.standing.program.block.steps:
            yield step.path.partition(".")[2], tuple(dict.fromkeys(_branches_of_step(step)))


def _branches_of_block(block: StepBlock) -> Iterator[BranchPlace]:
    """Yield the branches of the steps of a block."""
    for step in block.steps:
        yield from _branches_of_step(step)


def _branches_of_step(step: CompiledStep) -> Iterator[BranchPlace]:
    """Yield the branches of a step, of its lines and of the steps inside it."""
    path = _path_of(step)
    if step.record.when == "false":
        return  # an overlay has switched the step off
    yield BranchPlace(path, TAKEN)
    if step.when is not None and step.record.when != "true":
        yield BranchPlace(path, PASSED_OVER)
    if isinstance(step, CompiledCheck):
        yield from (BranchPlace(path, word) for word in ("passes", "fails"))
    if isinstance(step, CompiledAsk) and step.record.options and not step.many:
        yield from (BranchPlace(path, word) for word in step.record.options)
    yield from _branches_of_lines(path, getattr(step.record, "lines", ()))
    for party, rolls in getattr(step.record, "rolls", {}).items():
        yield from _branches_of_lines(f"{path}.rolls.{party}", rolls.lines)
    for block in step.blocks:
        yield from _branches_of_block(block)


def _branches_of_lines(path: str, lines: Iterable[StepRecord]) -> Iterator[BranchPlace]:
    """Yield the branches of the lines of a step that have a condition."""
    for i, line in enumerate(lines):
        if line.when:
            yield from (BranchPlace(f"{path}.lines.{i}.when", word) for word in (TAKEN, PASSED_OVER))


def _path_of(step: CompiledStep) -> str:
    """Return the path of a step in the data; for an effect of a table result, that of the effect."""
    if isinstance(step, CallProcedure) and step.code_values:
        code, part = step.code_values["code"], step.code_values["part"]
        return f"{step.path}: {code}{f' for the {part}' if part else ''}"
    return step.path
