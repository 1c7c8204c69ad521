"""Traces: how a case was worked, line by line, with the rule of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.rules.engine.position import TraceLine


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One line: its number (`3.2`), the cases it follows, what is said, the value that came of it. `depth` is 0 for the
    steps of the procedure itself; `moves` are units and the hexes they went through; `path` is where it was written.
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


@dataclass(frozen=True, slots=True)
class Trace:
    """All lines of one case."""

    steps: tuple[TraceStep, ...]

    @property
    def moves(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Every move in order, for arrows on a figure."""
        return tuple(move for step in self.steps for move in step.moves)


HEADINGS = ("each", "run", "part")
"""Kinds of lines that say only what the lines under them belong to."""


def _with_content(trace: Sequence[tuple[int, TraceLine]]) -> list[tuple[int, TraceLine]]:
    """Lines without headings that nothing stands under."""
    kept: list[tuple[int, TraceLine]] = []
    for depth, line in reversed(trace):
        bare = line.kind in HEADINGS and not line.spoken and not line.value
        if not bare or (kept and kept[-1][0] > depth):
            kept.append((depth, line))
    return kept[::-1]


def number_steps(trace: Sequence[tuple[int, TraceLine]]) -> Trace:
    """Lines with their depths become numbered steps. A line deeper than the one above by more than one is drawn up."""
    steps: list[TraceStep] = []
    counts: list[int] = []
    drawn: list[int] = []
    for depth, line in _with_content(trace):
        while drawn and drawn[-1] >= depth:
            drawn.pop()
        drawn.append(depth)
        level = len(drawn) - 1
        counts = [*counts[: level + 1], *[0] * (level + 1 - len(counts))]
        counts[level] += 1
        number = ".".join(map(str, counts))
        steps.append(
            TraceStep(number, line.rule, line.text, line.value, level, line.kind, line.name, line.moves, line.path)
        )
    return Trace(tuple(steps))


MARKING = ("mark", "unmark")
"""Kinds of lines whose words say what was done; their value, the marker, need not stand beside it."""

NUMBERED = 4
"""Steps deeper than this have no number in text."""


def write_trace(trace: Trace) -> str:
    """A trace as text: numbers, words, values, rules."""
    lines = []
    for step in trace.steps:
        said = not step.value or step.text.endswith(step.value) or step.kind in MARKING
        sign = " =" if step.value.lstrip("−-").isdecimal() else ":"
        value = "" if said else f"{sign} {step.value}"
        rule = f"  [{' '.join(step.rule)}]" if step.rule else ""
        number = step.number if step.depth < NUMBERED else "–"
        lines.append(f"{'   ' * step.depth}{number}  {step.text}{value}{rule}")
    return "\n".join(lines)
