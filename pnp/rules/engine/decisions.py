"""Decisions of players: the choices that steps offer, and the policies that decide when no player does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from pnp.message import plural
from pnp.rules.expressions.value_text import value_text
from pnp.rules.expressions.vocabulary import Type, Value
from pnp.rules.state.errors import RuleError

POLICIES = ("first", "last", "none", "all", "most", "least")
"""The policies that a step can name."""


@dataclass(frozen=True)
class Choice:
    """A choice that a step offers: between `low` and `high` of the options, which are of type `list_type`.

    `many` says whether the result is a list. `rate` rates an option for the policies `most` and `least`, and `label`
    returns the name that players use for a counter.
    """

    name: str
    list_type: str
    options: tuple[Value, ...]
    low: int
    high: int
    many: bool
    policy: str
    rate: Callable[[Value], float] | None
    label: Callable[[str], str]

    @property
    def option_type(self) -> str:
        """The type of a single option, such as `unit` if the options are `units`."""
        return self.list_type.removesuffix("s")

    def text(self, value: Value, kind: str) -> str:
        """Return one or more options as text, with units under the names that players use."""
        return value_text(value, kind, self.label)

    def checked(self, answer: tuple[Value, ...]) -> tuple[Value, ...]:
        """Return an answer to the choice unchanged. Raise `RuleError` if the choice does not allow it."""
        offered = self.text(self.options, self.list_type)
        for i, value in enumerate(answer):
            option = self.text(value, self.option_type)
            if value in answer[:i]:
                raise RuleError(f"{option} is chosen twice for the choice {self.name}", "write it once")
            if value not in self.options:
                raise RuleError(f"{option} cannot be chosen for the choice {self.name}", f"offered: {offered}")
        if not self.low <= len(answer) <= self.high:
            wanted = plural(self.low, "value") if self.low == self.high else f"{self.low} to {self.high} values"
            raise RuleError(
                f"the choice {self.name} needs {wanted}, but {len(answer)} are chosen", f"choose among {offered}"
            )
        return answer

    def by_policy(self) -> tuple[Value, ...]:
        """Return the options that the step's policy chooses. Raise `RuleError` if the step does not have a policy."""
        match self.policy:
            case "first":
                return self.options[: max(self.low, 1)]
            case "last":
                return self.options[-max(self.low, 1) :]
            case "none":
                return self.options[: self.low]
            case "all":
                return self.options[: self.high]
            case "most" | "least" if self.rate is not None:
                sign = -1 if self.policy == "most" else 1
                ratings = {option: sign * self.rate(option) for option in self.options}
                best = sorted(self.options, key=ratings.__getitem__)[: max(self.low, 1)]
                return tuple(option for option in self.options if option in best)
        raise RuleError(
            f"no player and no policy decides the choice {self.name}",
            "write policy: first, or another policy, at the step",
        )


class DecisionSource(Protocol):
    """Answers the choices and draws of a procedure: a worked example or the policies of the steps."""

    def choose(self, choice: Choice) -> tuple[Value, ...]:
        """Return the options that the player chooses from those offered, in the player's order."""

    def drawn(self, name: str, source: tuple[Value, ...], kind: Type, count: int) -> tuple[Value, ...] | None:
        """Return the values that a draw step must draw; None if the draw is random.

        `name` is the variable that the step assigns, `source` the list, and `count` how many values are drawn.
        """


class PolicyDecisions:
    """Answers every choice by the policy of its step.

    `fixed` holds answers given beforehand, by the name of the choice and the type of its options.
    """

    def __init__(self, fixed: Mapping[tuple[str, str], tuple[Value, ...]] | None = None) -> None:
        self.fixed = fixed or {}

    def choose(self, choice: Choice) -> tuple[Value, ...]:
        """Return the fixed answer to a choice if there is one, otherwise the options that the policy chooses."""
        fixed = self.fixed.get((choice.name, choice.list_type))
        if fixed is not None:
            return choice.checked(fixed)
        return choice.options if len(choice.options) == choice.low else choice.by_policy()

    def drawn(self, name: str, source: tuple[Value, ...], kind: Type, count: int) -> None:
        """Return no stated values (None), so that the draw is random."""
