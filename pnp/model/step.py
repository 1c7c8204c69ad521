"""The base of all steps of a procedure. The step kinds are defined in `pnp/rules/engine/steps`, one module for each."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, TypeAlias

from pydantic import AfterValidator

from pnp.model.record import Basis, Record, Words

Expression: TypeAlias = str
"""Text in CEL, such as `unit.attack - 1` or `crosses(unit.hex, target, 'stream')`."""


def _read_name(value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        raise ValueError(f"{value or 'a blank'} is no name; write small letters, digits and _")
    return value


Name: TypeAlias = Annotated[str, AfterValidator(_read_name)]
"""A variable: small letters, digits and `_`."""


class StepRecord(Record):
    """What every step and every line of a step may say: the rule it follows, when it is played, what is said of it.

    `ruling` plays it only under an option of a ruling (`{R-15: named}`; several options with blanks between). In
    `says`, `{...}` puts in the value of an expression.
    """

    kind: ClassVar[str] = ""
    """The key that names the kind of step; empty for a line inside a step."""

    rule: Words = ()
    when: Expression = ""
    ruling: dict[str, Words] = {}
    says: str = ""
    basis: Basis = {}

    @property
    def inner_steps(self) -> tuple[StepRecord, ...]:
        """The steps inside this one."""
        return ()

    @property
    def total_name(self) -> str:
        """The name of the total that this step sums; empty if it sums none."""
        return ""

    @property
    def assigned_names(self) -> tuple[str, ...]:
        """The variables that this step assigns under names of its own."""
        return ()


class RollLine(StepRecord):
    """A modifier of a roll of dice."""

    add: Expression
