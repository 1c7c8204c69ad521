"""Claims: facts about the results of a game's procedures that the data states and `pnp check` verifies."""

from __future__ import annotations

from pydantic import model_validator

from pnp.model.chance import ChanceQuery, TableVariable
from pnp.model.example import Texts
from pnp.model.record import Words


class ClaimLine(ChanceQuery):
    """One line of a claim: the arguments of a case, and its expected result. Exactly one kind of result is stated.

    If the claim has a variable `across`, `result`, `chance` and `mean` have one word for each of its values, or a list
    of texts. `chances` then apply to each value. A result of a case that the rules forbid is written `not possible`,
    which may be followed by the beginning of the reason. If the line fails, the finding is at the value that it
    `confirms`.
    """

    says: str = ""
    """A description of the case in words."""
    confirms: str = ""
    """The path of the value that the line confirms, such as `terrain.woods.cost`."""
    result: Texts = ()
    """The only possible result, or one for each value of the variable."""
    chances: dict[str, str] = {}
    """Every possible result with its probability."""
    chance: Words = ()
    """The probability that the outcome is true, or one for each value of the variable."""
    mean: Words = ()
    """The mean of the outcome, or one for each value of the variable."""

    @model_validator(mode="after")
    def _check_one_result(self) -> ClaimLine:
        """Reject a line unless it states exactly one kind of result."""
        if sum(map(bool, (self.result, self.chances, self.chance, self.mean))) != 1:
            raise ValueError("a line of a claim states one result; write one of result, chances, chance and mean")
        return self


class Claim(ChanceQuery):
    """A fact about a procedure: what it `says`, the rule, and the cases that show it.

    The keys of the claim apply to every line.
    """

    says: str
    """The fact that the claim states, in words."""
    rule: Words = ()
    """The cases of the rules that the claim follows."""
    across: TableVariable | None = None
    """A variable, each of whose values is one case."""
    lines: tuple[ClaimLine, ...]
    """The cases that show the fact, with their expected results."""
