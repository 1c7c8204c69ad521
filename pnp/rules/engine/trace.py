"""The trace of a procedure: a numbered line for each step, with its rule and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.model.step import STEP_KINDS, StepRecord
from pnp.rules.engine.facts import StepFact
from pnp.rules.engine.position import TraceLine
from pnp.rules.state.state import FrozenMap


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A numbered line of a trace: its number (`3.2`), the cases it follows, its text and the value it resulted in.

    `depth` is 0 for the steps of the procedure itself. `moves` are units with the hexes that they moved through. `path`
    is the path of the step in the data. `markers` are all markers on the map after a step that changes them. `fact` is
    what worked examples print about the step; None if they print nothing.
    """

    number: str
    rule: tuple[str, ...]
    text: str
    value: str = ""
    depth: int = 0
    kind: str = ""
    name: str = ""
    moves: tuple[tuple[str, tuple[str, ...]], ...] = ()
    path: str = ""
    markers: FrozenMap[str, tuple[str, ...]] | None = None
    fact: StepFact | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """The numbered lines of one run of a procedure."""

    steps: tuple[TraceStep, ...]

    @property
    def moves(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """All moves of units in order, each with the unit and its hexes, for the arrows in the diagram."""
        return tuple(move for step in self.steps for move in step.moves)


def _record_class(kind: str) -> type[StepRecord]:
    """Return the record class of a step kind such as `roll`; the base class if `kind` is empty."""
    return STEP_KINDS[kind] if kind else StepRecord


def _without_empty_headings(trace: Sequence[tuple[int, TraceLine]]) -> list[tuple[int, TraceLine]]:
    """Return the trace lines with their depths, but without headings that have no line under them."""
    kept: list[tuple[int, TraceLine]] = []
    for depth, line in reversed(trace):
        heading = _record_class(line.kind).is_heading and not line.has_own_text and not line.value
        if not heading or (kept and kept[-1][0] > depth):
            kept.append((depth, line))
    return kept[::-1]


def number_steps(trace: Sequence[tuple[int, TraceLine]]) -> Trace:
    """Return trace lines as a trace, numbered by their depths: `1`, `1.1`, `1.2`, `2`.

    A line is at most one level deeper than the line above it.
    """
    steps: list[TraceStep] = []
    counts: list[int] = []
    depths: list[int] = []
    for depth, line in _without_empty_headings(trace):
        while depths and depths[-1] >= depth:
            depths.pop()
        depths.append(depth)
        level = len(depths) - 1
        counts = [*counts[: level + 1], *[0] * (level + 1 - len(counts))]
        counts[level] += 1
        number = ".".join(map(str, counts))
        steps.append(
            TraceStep(
                number,
                line.rule,
                line.text,
                line.value,
                level,
                line.kind,
                line.name,
                line.moves,
                line.path,
                line.markers,
                line.fact,
            )
        )
    return Trace(tuple(steps))


MAX_NUMBERED_DEPTH = 4
"""Steps from this depth on are written without a number."""


def write_trace(trace: Trace) -> str:
    """Return a trace as text: a line for each step with its number, text, value and rules."""
    lines = []
    for step in trace.steps:
        complete = not step.value or step.text.endswith(step.value)
        sign = " =" if step.value.lstrip("−-").isdecimal() else ":"
        value = "" if complete else f"{sign} {step.value}"
        rule = f"  [{' '.join(step.rule)}]" if step.rule else ""
        number = step.number if step.depth < MAX_NUMBERED_DEPTH else "–"
        lines.append(f"{'   ' * step.depth}{number}  {step.text}{value}{rule}")
    return "\n".join(lines)
