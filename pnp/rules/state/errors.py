"""The error that stops a procedure, and the codes of findings about procedures, examples and probability tables."""

from __future__ import annotations

from pnp.pnp_error import PnpError

UNREADABLE, UNKNOWN, ENDLESS, MISNAMED, NOTHING_DONE = "X001", "X002", "X003", "X004", "X005"
"""Codes of faults in procedures, explained in pnp/checks/procedures.py."""
UNSET, UNANSWERED, DIFFERENT, STUCK, UNUSED = "X101", "X102", "X103", "X104", "X105"
"""Codes of faults in worked examples, explained in pnp/checks/examples.py."""
MISASKED, UNCOUNTABLE, NEVER, HALTED = "X201", "X202", "X203", "X204"
"""Codes of faults in probability tables, explained in pnp/checks/probability_tables.py."""
CLAIM_UNREADABLE, CLAIM_WRONG = "X301", "X302"
"""Codes of faults in claims, explained in pnp/checks/claims.py."""
NO_EFFECT = "X303"
"""The code of options of rulings that change no result, explained in pnp/checks/ruling_options.py."""


class RuleError(PnpError):
    """A procedure cannot continue: why, what to change (`write`), and the path of the value that caused it."""

    def __init__(self, wrong: str, write: str = "") -> None:
        super().__init__(wrong)
        self.wrong, self.write, self.path = wrong, write, ""
