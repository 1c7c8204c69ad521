"""Checks of claims: results of procedures, such as probabilities, that the data states."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.rules.state.errors import CLAIM_UNREADABLE, CLAIM_WRONG


@check(CLAIM_UNREADABLE)
def claim_cannot_be_evaluated(checked: CheckedGame) -> Iterator[Fault]:
    """A claim names a procedure, unit or outcome that does not exist, or its result cannot be read.

    Bad:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        claims: {high: {says: A high throw is rare., procedure: thorw, outcome: high, lines: [{chance: 1/3}]}}
    Good:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        claims: {high: {says: A high throw is rare., procedure: throw, outcome: high, lines: [{chance: 1/3}]}}
    """
    yield from (fault for fault in checked.claim_faults if fault.code == CLAIM_UNREADABLE)


@check(CLAIM_WRONG)
def claim_does_not_hold(checked: CheckedGame) -> Iterator[Fault]:
    """The procedures of the game give another result than a claim states.

    Claims are the facts that a correction must not change by mistake: the exact probabilities of important cases, and
    the results of cases at the limits of a rule.

    Bad:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        claims: {high: {says: A high throw is rare., procedure: throw, outcome: high, lines: [{chance: 1/6}]}}
    Good:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        claims: {high: {says: A high throw is rare., procedure: throw, outcome: high, lines: [{chance: 1/3}]}}
    """
    yield from (fault for fault in checked.claim_faults if fault.code == CLAIM_WRONG)
