"""The base of all steps of a procedure. `pnp/rules/engine/steps` defines the step kinds, one module for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator

from pnp.model.record import Basis, Record, Words

Expression: TypeAlias = str
"""A text in CEL, such as `unit.attack - 1` or `crosses(unit.hex, target, 'stream')`."""


def _check_name(value: str) -> str:
    """Reject the name of a variable unless it has only lower-case letters, digits and `_`."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        raise ValueError(f"{value or 'a blank'} is not the name of a variable; write lower-case letters, digits and _")
    return value


Name: TypeAlias = Annotated[str, AfterValidator(_check_name)]
"""The name of a variable: lower-case letters, digits and `_`."""


Phase: TypeAlias = Literal["", "strengths", "die", "effects"]
"""The phase of an action to which a step kind belongs; empty if it belongs to the phase of the step before it."""


@dataclass(frozen=True)
class StepProse:
    """The form in which the lines of a step kind appear in traces and in worked examples."""

    phase: Phase = ""
    """Each phase of an action is a paragraph of a worked example."""
    follows: bool = False
    """Its sentence belongs to the step before it, so that no paragraph begins with it."""
    loop: bool = False
    """The step contains one turn for each value, which may begin a paragraph."""


class StepRecord(Record):
    """The keys that every step, and every line of a step, may have: its rule, its condition and its text.

    `line` names the printed modifiers that it applies (`shifts.night`; several with blanks between them).

    `ruling` restricts it to options of a ruling (`{R-15: named}`; several options with blanks between them). In `says`,
    the value of an expression is written `{...}`.

    Worked examples print `prints` as the sentence of the step; without it they print `says`, or else the template of
    the step kind. An empty `prints` prints nothing. `subject` is the noun phrase that the template uses: who rolls, who
    must pass a check, or what a total is called.
    """

    kind: ClassVar[str] = ""
    """The key that names the kind of step; empty for a line inside a step."""
    prose: ClassVar[StepProse] = StepProse()
    """The form in which worked examples print the step."""
    is_heading: ClassVar[bool] = False
    """Whether its trace line is a heading, which is left out if no line follows under it."""

    rule: Words = ()
    line: Words = ()
    when: Expression = ""
    ruling: dict[str, Words] = {}
    says: str = ""
    prints: str | None = None
    subject: str = ""
    basis: Basis = {}

    @property
    def inner_steps(self) -> tuple[StepRecord, ...]:
        """The steps nested in this step."""
        return ()

    @property
    def total_name(self) -> str:
        """The name of the total that this step sums; empty if it does not sum one."""
        return ""

    @property
    def assigned_names(self) -> tuple[str, ...]:
        """The names of the variables that this step assigns."""
        return ()


class RollLine(StepRecord):
    """A modifier of a roll of dice."""

    add: Expression
