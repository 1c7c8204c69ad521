"""Procedures: lists of steps that the engine runs as the rules say.

Each step has one kind, named by its key: `total`, `column`, `roll` and so on. A name that a step assigns
(`total: attack`) is a variable of the steps after it. There are no jumps, and no loops except `each` and a counted
`run`, so every procedure ends.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from pnp.model.example import Arrows
from pnp.model.record import Record, Sourced, Words
from pnp.model.step import Condition, Expression, Gives, InnerSteps, Name, Step, StepRecord
from pnp.model.steps import amount_steps, flow_steps, unit_steps  # noqa: F401 - each enters its kinds in STEP_KINDS


def _check_type(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Reject the type of a parameter unless it is a text or a mapping of texts."""
    inner = value.values() if isinstance(value, dict) else (value,)
    if not all(isinstance(item, str) for item in inner):
        raise ValueError(
            "unknown type; write int, bool, word, hex, hexside, unit, decimal, "
            "or ints, words, hexes, hexsides, units, decimals"
        )
    return value


Given: TypeAlias = Annotated["str | dict[str, str]", BeforeValidator(_check_type)]
"""The type of a parameter, with its default.

The types are `int bool word hex hexside unit side decimal`, and the lists `ints words hexes hexsides units decimals`. A
default follows `or` (`int or 0`, `units or none`). A mapping of types has values that are read with a dot
(`air.attacker`).
"""


class ResultCall(Record):
    """The effect of a result: a procedure to run, and its arguments."""

    run: str
    """The procedure that a result runs."""
    values: dict[str, Expression] = Field({}, alias="with")
    """Its arguments by parameter."""


class Procedure(Sourced):
    """A way in which the rules resolve something: its parameters and its steps.

    `shows` names the results for probabilities, by default everything that it assigns. `arrows` are drawn in the
    figures of its worked examples.
    """

    name: str = ""
    """The name of the procedure in print."""
    given: dict[str, Given] = {}
    """The parameters with their types; a default follows `or`."""
    steps: tuple[Step, ...]
    """The steps in their order."""
    shows: Words = ()
    """The results for probabilities; by default everything that is assigned."""
    arrows: Arrows = {}
    """Arrows in the figures of its worked examples."""


class StandingRule(StepRecord):
    """Steps that are carried out as soon as a condition is true, whatever made it true.

    After every step that changes the state, each rule whose `when` is true is applied, until none is. With `each`, that
    is done for each value of the list `in` for which `when` is true; the variable NAME holds the value. `says` is the
    line of the trace. `when` and `in` can use units, tracks and facts, but no variables of procedures.
    """

    when: Condition
    """The condition that makes the rule apply."""
    each: Name = ""
    """The variable that holds each value of the list `in`."""
    values: Annotated[str, Gives("units", "words", "ints")] = Field("", alias="in")
    """The list of values for which the condition is tested."""
    steps: InnerSteps
    """The steps that are carried out."""

    @model_validator(mode="after")
    def _check_list(self) -> StandingRule:
        """Reject a rule with `each` but without `in`, or the other way round."""
        if bool(self.each) != bool(self.values):
            raise ValueError("each and in belong together; write each: NAME and in: a list")
        return self


class Fact(Sourced):
    """A value that the game remembers although no track shows it.

    It is a number, `true` or `false`, or a word; `start` is its starting value.
    """

    says: str = ""
    """What the fact means."""
    start: str
    """The value at the start: a number, `true` or `false`, or a word."""
