"""Claims: facts about the results of a game's procedures that the data states and `pnp check` verifies."""

from __future__ import annotations

from pydantic import model_validator

from pnp.model.chance import ChanceQuery, TableVariable
from pnp.model.example import Texts
from pnp.model.record import Words


class ClaimLine(ChanceQuery):
    """One line of a claim: the arguments of a case, and its expected result. Exactly one kind of result is stated.

    `result` is the only possible result. `chances` lists every possible result with its probability. `chance` is the
    probability that the outcome is true, and `mean` the mean of the outcome. If the claim has a variable `across`,
    `result`, `chance` and `mean` have one word for each of its values, or a list of texts. `chances` then apply to each
    value. A result of a case that the rules forbid is written `not possible`, which may be followed by the beginning of
    the reason. `says` describes the case. `confirms` is the path of the value that the line confirms, such as
    `terrain.woods.cost`; if the line fails, the finding is at this value.
    """

    says: str = ""
    confirms: str = ""
    result: Texts = ()
    chances: dict[str, str] = {}
    chance: Words = ()
    mean: Words = ()

    @model_validator(mode="after")
    def _check_one_result(self) -> ClaimLine:
        """Reject a line unless it states exactly one kind of result."""
        if sum(map(bool, (self.result, self.chances, self.chance, self.mean))) != 1:
            raise ValueError("a line of a claim states one result; write one of result, chances, chance and mean")
        return self


class Claim(ChanceQuery):
    """A fact about a procedure: what it `says`, the rule, and the cases that show it.

    The keys of the claim apply to every line. `across` is a variable whose values give one case each. It names an
    argument or a result of the procedure, a track, a fact or a ruling.
    """

    says: str
    rule: Words = ()
    across: TableVariable | None = None
    lines: tuple[ClaimLine, ...]
