"""The table below an example in which two parties compare die rolls: the dice, the modifiers and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.message import capitalised, signed
from pnp.rules.engine.facts import MENTION
from pnp.rules.engine.steps.roll_step import Roll
from pnp.rules.engine.trace import TraceStep
from pnp.typography import dress
from pnp.units import int_sum


@dataclass(frozen=True)
class Tally:
    """A table with a row for each party, and the result in words; empty if the example does not state it."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    result: str = ""


def roll_tally(steps: Sequence[TraceStep]) -> Tally | None:
    """Return the tally of an example with two die rolls that two parties compare; None for any other example."""
    rolls = [(place, step.fact) for place, step in enumerate(steps) if isinstance(step.fact, Roll)]
    if len(rolls) != 2 or len({roll.roller for _, roll in rolls} - {""}) != 2:
        return None
    (first, _), (second, _) = rolls
    if any(step.kind == "look_up" and step.fact for step in steps[first:second]):
        return None  # the first roll has a result of its own
    rows = tuple(_row(roll) for _, roll in rolls)
    return Tally(("", "Die", "DRM", "Total"), rows, _result(steps[rolls[-1][0] + 1 :]))


def _row(roll: Roll) -> tuple[str, ...]:
    """Return the row of one party."""
    amount = int_sum(modifier.amount for modifier in roll.modifiers)
    party = capitalised(roll.roller.removeprefix("The ").removeprefix("the "))
    return party, str(roll.natural), dress(signed(amount)) if amount else "–", str(roll.natural + amount)


def _result(steps: Sequence[TraceStep]) -> str:
    """Return the first sentence about a result from a table, if it names no unit."""
    for step in steps:
        if step.kind == "look_up" and step.fact:
            for text, _ in step.fact.sentences(()):
                if not MENTION.search(text):
                    return f"{capitalised(dress(text))}."
    return ""
