"""Records of steps that choose, repeat, call and tell."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field, model_validator

from pnp.model.record import Words
from pnp.model.step import (
    Condition,
    Gives,
    InnerSteps,
    Name,
    Number,
    OneWord,
    StepProse,
    StepRecord,
    TableName,
    step_kind,
)


@step_kind("ask")
class AskStep(StepRecord):
    """A player chooses from a list (`of`) or from words (`options`). Assigns NAME.

    `who` is a side, a variable that holds one, the side of a unit (`army.side`), or a word. The choice is one value;
    with `count` a list of exactly that many, with `up_to` a list of at most that many.

    If no player answers, as for exact probabilities, `policy` decides: `first`, `last`, `most: EXPRESSION` or `least:
    EXPRESSION` of `it`; for a list also `none` and `all` (as many as allowed).
    """

    ask: Name
    """The variable that gets the choice."""
    of: Annotated[str, Gives("units", "words", "ints")] = ""
    """The list from which a player chooses."""
    options: Words = ()
    """The words from which a player chooses."""
    who: str = ""
    """Who chooses: a side, a variable that holds one, the side of a unit, or a word."""
    count: Number = ""
    """The exact number of values; the choice is then a list."""
    up_to: Number = ""
    """The greatest number of values; the choice is then a list."""
    policy: str = ""
    """The choice if no player answers: `first`, `last`, `most: EXPRESSION` or `least: EXPRESSION`."""

    @model_validator(mode="after")
    def _check_list_or_options(self) -> AskStep:
        """Reject a step unless it has exactly one of `of` and `options`.

        Also reject `count` together with `up_to`.
        """
        if bool(self.of) == bool(self.options):
            raise ValueError("a choice has options; write of: and a list, or options: and words")
        if self.count and self.up_to:
            raise ValueError("a choice has one number; write count or up_to")
        return self


@step_kind("each")
class EachStep(StepRecord):
    """Run steps for each value of a list, until `until` is true. The variable NAME holds the value.

    `in: stack(hex)` goes from the top of the stack to the bottom, and passes over units eliminated in the meantime.
    """

    prose: ClassVar[StepProse] = StepProse(loop=True)

    is_heading = True

    each: Name
    """The variable that holds the value."""
    values: Annotated[str, Gives("units", "words", "ints", "decimals")] = Field(alias="in")
    """The list of values, such as `stack(hex)`."""
    until: Annotated[str, Gives("bool", late=True)] = ""
    """The condition that ends the loop."""
    steps: InnerSteps
    """The steps for each value."""


@step_kind("part")
class PartStep(StepRecord):
    """Run steps under a heading; they share its condition."""

    is_heading = True

    part: str
    """The heading of the part."""
    steps: InnerSteps
    """The steps under the heading, which share its condition."""


@step_kind("run")
class RunStep(StepRecord):
    """Run another procedure, once or `times`, until `until` is true.

    `with` are its arguments. `gives` assigns variables from it: one or more names, or `{outer: inner}`.
    """

    is_heading = True

    run: str
    """The procedure that is run."""
    values: Annotated[dict[str, str], Gives()] = Field({}, alias="with")
    """Its arguments by parameter."""
    times: Number = ""
    """How often it is run."""
    until: Annotated[str, Gives("bool", late=True)] = ""
    """The condition that ends the repetition."""
    gives: dict[str, str] = {}
    """Variables that are assigned from it: names, or `outer: inner`."""

    @model_validator(mode="before")
    @classmethod
    def _expand_result_names(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """Parse `gives` written as names, such as `a, b`, into the mapping `{a: a, b: b}`."""
        if isinstance(value, dict) and isinstance(value.get("gives"), (str, list)):
            names = value["gives"]
            words = names.replace(",", " ").split() if isinstance(names, str) else names
            return {**value, "gives": {str(word): str(word) for word in words}}
        return value


@step_kind("draw")
class DrawStep(StepRecord):
    """Draw from a cup or a deck without replacement.

    Assigns NAME (a word, or words if `count` is written) and NAME_rest, the list without the drawn values.
    """

    draw: Name
    """The variable that gets what is drawn."""
    source: Annotated[str, Gives("words", "ints", "units")] = Field(alias="from")
    """The cup, the deck or the list from which is drawn."""
    count: Number = ""
    """How many values are drawn; the result is then a list."""


@step_kind("apply")
class ApplyStep(StepRecord):
    """Apply the codes of a table result.

    In the table, `codes: {D: {do: {defender: {run: PROCEDURE, with: {...}}}}}` gives each code its effect. `result` is
    the text of the result, by default the last one that was looked up in the table. It is split at `/` into `parts`,
    which are applied in `order` (by default as written).
    """

    prose: ClassVar[StepProse] = StepProse(phase="effects")

    apply: TableName
    """The table whose codes are applied."""
    result: OneWord = ""
    """The text of the result; by default the last one that was looked up."""
    parts: Words = ("attacker", "defender")
    """The parties to which the parts of the result, divided by `/`, apply."""
    order: Words = ()
    """The order in which the parts are applied."""


@step_kind("require")
class RequireStep(StepRecord):
    """Require a condition without which the procedure is not possible. `says` is the reason given if it is false."""

    require: Condition
    """The condition without which the procedure is not possible."""


@step_kind("note")
class NoteStep(StepRecord):
    """Write a text into the trace."""

    note: str
    """The text of the trace."""
